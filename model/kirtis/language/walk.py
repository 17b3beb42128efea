"""Going through trees: children, free names, what a thing reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from kirtis.language.nodes import Expr, Statement, When, ZoneRef
from kirtis.language.places import Place

Node = Expr | Statement | ZoneRef


_slots: dict[type[object], tuple[str, ...]] = {}


def slots(node: Node) -> tuple[str, ...]:
    """The fields of a node that hold what it is made of: not its type, not its place."""
    kind: type[object] = type(node)
    if kind not in _slots:
        _slots[kind] = tuple(f.name for f in fields(node) if f.name not in ("type", "at"))
    return _slots[kind]


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below one, in reading order."""
    if isinstance(node, When):
        for test, body in node.branches:
            if test is not None:
                yield test
            yield from body
        return
    for name in slots(node):
        yield from _nodes(getattr(node, name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, tuple):
        for one in value:
            yield from _nodes(one)
    elif isinstance(value, Node) and not isinstance(value, Place):
        yield value


def walk(node: Node) -> Iterator[Node]:
    """A node and everything below it, the node first."""
    stack = [node]
    while stack:
        one = stack.pop()
        yield one
        stack.extend(reversed(list(children(one))))
