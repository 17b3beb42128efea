"""Equal trees as one object, and what is asked of such trees again and again."""

from __future__ import annotations

from dataclasses import fields
from itertools import islice

from kirtis.language.nodes import Expr
from kirtis.language.nodes.values import Var
from kirtis.language.rewrite import EXPRESSIONS, map_children
from kirtis.language.walk import children, walk

_SLOTS: dict[type, tuple[str, ...]] = {}


class Trees:
    """The trees of one game, each kept as long as this is: whoever has two of them may compare by identity."""

    def __init__(self) -> None:
        self._known: dict[object, Expr] = {}
        self._kept: set[int] = set()
        self._free: dict[int, frozenset[str]] = {}

    def one(self, node: Expr) -> Expr:
        """The one object for all trees equal to this."""
        if id(node) in self._kept:
            return node
        same = map_children(node, self.one)
        key = (type(same), *(_key(getattr(same, name)) for name in _slots(same)))
        found = self._known.setdefault(key, same)
        self._kept.add(id(found))
        return found

    def free(self, node: Expr) -> frozenset[str]:
        """The names that an expression uses and does not bind itself."""
        found = self._free.get(id(node))
        if found is None:
            found = self._names(node)
            if id(node) in self._kept:
                self._free[id(node)] = found
        return found

    def _names(self, node: Expr) -> frozenset[str]:
        if isinstance(node, Var):
            return frozenset((node.name,))
        out: set[str] = set()
        for child in children(node):
            if type(child) in EXPRESSIONS:
                out |= self.free(child)  # type: ignore[arg-type]  # the set says what it is
        bound = getattr(node, "var", None)
        if bound is not None:
            out -= {bound}
            out |= self.free(node.among)  # type: ignore[union-attr]
        return frozenset(out)


def larger(node: Expr, most: int) -> bool:
    """Whether an expression has more than so many nodes; no more of them are looked at, since they are asked for at every step."""
    return next(islice(walk(node), most, None), None) is not None


def _slots(node: Expr) -> tuple[str, ...]:
    found = _SLOTS.get(type(node))
    if found is None:
        found = _SLOTS[type(node)] = tuple(f.name for f in fields(node) if f.name != "at")
    return found


def _key(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_key, value))
    if type(value) in EXPRESSIONS:
        return id(value)
    return (type(value), value)


__all__ = ["Trees", "larger"]
