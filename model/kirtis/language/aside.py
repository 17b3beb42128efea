"""What a parent says of its rules, where a variant leaves it no meaning: it is set aside, with the reason, and nobody has to drop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from kirtis.language.errors import SpecError
from kirtis.language.game import Claim
from kirtis.language.items import Item
from kirtis.language.nodes import Call, Expr
from kirtis.language.scope import Scope
from kirtis.language.walk import walk

T = TypeVar("T")


def may_go(scope: Scope, item: Item) -> bool:
    """Whether this is a statement of the parent, or a definition that helps to say one."""
    helps = item.kind in ("claim", "def") and item.block.kind in ("claim", "example")
    return helps and item.block.at.file in scope.inherited


def read(scope: Scope, item: Item, how: Callable[[Scope, Item], T]) -> list[T]:
    """What is read of it, or nothing where it has no meaning any more."""
    if item.name in scope.aside:
        return []
    try:
        return [how(scope, item)]
    except SpecError as error:
        scope.aside[item.name] = error.faults[0]
        scope.signatures.pop(item.name, None)
        scope.definitions.pop(item.name, None)
        return []


def without(scope: Scope, claims: dict[str, Claim]) -> dict[str, Claim]:
    """The statements that are left, once those that need what has been set aside are set aside too."""
    while True:
        lost = {name: missing for name, d in scope.definitions.items() if (missing := _missing(scope, d.body))}
        for c in claims.values():
            missing = _missing(scope, c.body) or ("" if c.given is None else _missing(scope, c.given))
            if missing and c.name not in scope.aside:
                scope.aside[c.name] = scope.aside[missing]
        for name, missing in lost.items():
            scope.aside[name] = scope.aside[missing]
            del scope.definitions[name]
        if not lost:
            return {name: c for name, c in claims.items() if name not in scope.aside}


def _missing(scope: Scope, e: Expr) -> str:
    """A definition that this uses and that has been set aside."""
    return next((n.name for n in walk(e) if isinstance(n, Call) and n.name in scope.aside), "")
