"""Going through trees: what stands directly below a node, and everything below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, get_args

from kirtis.language.nodes import Call, Expr, Statement, When, ZoneRef

if TYPE_CHECKING:
    from kirtis.language.game import Game

Node = Expr | Statement | ZoneRef

# A look into this set is several times quicker than isinstance with so many types, and trees are walked a lot.
_KINDS: frozenset[type] = frozenset(get_args(Node))
_slots: dict[type, tuple[str, ...]] = {}


def slots(node: Node) -> tuple[str, ...]:
    """The fields of a node that hold what it is made of: not its type, not its place."""
    kind = type(node)
    found = _slots.get(kind)
    if found is None:
        found = _slots[kind] = tuple(f.name for f in fields(node) if f.name not in ("type", "at"))
    return found


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below one, in reading order."""
    found: list[Node] = []
    if type(node) is When:
        for test, body in node.branches:
            if test is not None:
                found.append(test)
            found += body
    else:
        for name in slots(node):
            value = getattr(node, name)
            if type(value) in _KINDS:
                found.append(value)
            elif type(value) is tuple:
                _collect(value, found)
    return iter(found)


def _collect(values: tuple[object, ...], found: list[Node]) -> None:
    for one in values:
        if type(one) in _KINDS:
            found.append(one)  # type: ignore[arg-type]  # the set above says what it is
        elif type(one) is tuple:
            _collect(one, found)


def walk(node: Node) -> Iterator[Node]:
    """A node and everything below it, the node first."""
    stack = [node]
    while stack:
        one = stack.pop()
        yield one
        stack.extend(reversed(list(children(one))))


def walk_through(game: Game, *nodes: Node) -> Iterator[Node]:
    """Some nodes and everything below them, and the bodies of all definitions that are called there or in one another, each once."""
    called: set[str] = set()
    stack = list(nodes)
    while stack:
        for one in walk(stack.pop()):
            yield one
            if isinstance(one, Call) and one.name not in called:
                called.add(one.name)
                stack.append(game.definitions[one.name].body)
