"""What a parent says of its rules, where a variant leaves it no meaning: it is set aside, with the reason, and nobody has to drop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from kirtis.language.errors import Fault, SpecError
from kirtis.language.game import Claim, Definition
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
    aside = scope.aside[item.kind]
    if item.name in aside:
        return []
    try:
        return [how(scope, item)]
    except SpecError as error:
        aside[item.name] = error.faults[0]
        if item.kind == "def":
            scope.signatures.pop(item.name, None)
            scope.definitions.pop(item.name, None)
        return []


def without(scope: Scope, claims: dict[str, Claim]) -> dict[str, Claim]:
    """The statements that are left, once those of the parent that need what has been set aside are set aside too.

    What the variant itself says is never set aside: that it needs such a definition is a fault.
    """
    gone = scope.aside["def"]
    while lost := {
        d.name: gone[one] for d in scope.definitions.values() if (one := _missing(scope, d.body)) and not _own(scope, d)
    }:
        for name, why in lost.items():
            gone[name] = why
            del scope.definitions[name]
    every: list[Definition | Claim] = [*scope.definitions.values(), *claims.values()]
    for said in every:
        missing = _missing(scope, said.body) or (_missing(scope, said.given) if isinstance(said, Claim) and said.given else "")
        if missing and _own(scope, said):
            what = f"“{missing}” is a definition of the parent that has no meaning here: {gone[missing].what}"
            scope.faults.append(Fault(said.at, what, "say replace def for it, or do without it"))
        elif missing:
            scope.aside["claim"][said.name] = gone[missing]
    return {name: c for name, c in claims.items() if name not in scope.aside["claim"]}


def _own(scope: Scope, said: Definition | Claim) -> bool:
    return said.at.file not in scope.inherited


def _missing(scope: Scope, e: Expr) -> str:
    """A definition that this uses and that has been set aside."""
    return next((n.name for n in walk(e) if isinstance(n, Call) and n.name in scope.aside["def"]), "")
