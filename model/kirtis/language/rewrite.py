"""Changing a tree: every child through a function, names to other names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, get_args

from kirtis.language.nodes import Expr, Var
from kirtis.language.walk import slots

EXPRESSIONS: frozenset[type] = frozenset(get_args(Expr))
"""The kinds of expressions: to look a kind up here is several times quicker than isinstance with so many."""


def map_children(node: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The same node with ``change`` made to each expression directly below it."""

    def go(value: object) -> object:
        if type(value) in EXPRESSIONS:
            return change(value)  # type: ignore[arg-type]  # the set says what it is
        if isinstance(value, tuple):
            new = tuple([go(v) for v in value])
            return value if all(a is b for a, b in zip(new, value, strict=True)) else new
        return value

    changed: dict[str, Any] = {}
    for name in slots(node):
        old = getattr(node, name)
        new = go(old)
        if new is not old:
            changed[name] = new
    return replace(node, **changed) if changed else node


def rename(node: Expr, names: Mapping[str, str]) -> Expr:
    """Free names renamed; a quantifier that binds one of the old names hides it. The new names must not be bound inside."""
    if isinstance(node, Var):
        return replace(node, name=names.get(node.name, node.name))
    bound = getattr(node, "var", None)
    if bound in names:
        names = {k: v for k, v in names.items() if k != bound}
    return map_children(node, lambda child: rename(child, names))
