"""Conditions, choices, numbers and sets made of other expressions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kirtis.language.places import Place, nowhere
from kirtis.language.types import BOOL, Bool, Num, SetOf, Type

if TYPE_CHECKING:
    from kirtis.language.nodes import Expr


@dataclass(frozen=True, slots=True)
class Compare:
    """``= != < <= > >=``; none equals only none."""

    op: str
    left: Expr
    right: Expr
    type: Bool = BOOL
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Member:
    """``e in S``; none is in no set."""

    of: Expr
    among: Expr
    type: Bool = BOOL
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """All of these, tested in order; what follows a false one is not looked at."""

    items: tuple[Expr, ...]
    type: Bool = BOOL
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Or:
    """One of these, tested in order; what follows a true one is not looked at."""

    items: tuple[Expr, ...]
    type: Bool = BOOL
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """The contrary."""

    of: Expr
    type: Bool = BOOL
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Implies:
    """``right`` wherever ``left``; ``right`` is looked at only there."""

    left: Expr
    right: Expr
    type: Bool = BOOL
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """``then`` where ``test`` holds, else ``other``."""

    test: Expr
    then: Expr
    other: Expr
    type: Type
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Arith:
    """``+ - * min max`` of two numbers; a factor of ``*`` is a literal."""

    op: str
    left: Expr
    right: Expr
    type: Num
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class SetJoin:
    """``+`` union, ``-`` difference of two sets."""

    op: str
    left: Expr
    right: Expr
    type: SetOf
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class SetLiteral:
    """``{a, b}``."""

    items: tuple[Expr, ...]
    type: SetOf
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class FirstOf:
    """The first of these sets that is not empty, else the last."""

    items: tuple[Expr, ...]
    type: SetOf
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Narrow:
    """Duties in their order: each that applies (``when``) keeps the members that meet it, if there are any.

    ``steps`` are pairs (when, meets); ``when`` does not mention ``var``, ``meets`` may.
    """

    var: str
    among: Expr
    steps: tuple[tuple[Expr, Expr], ...]
    type: SetOf
    at: Place = field(default_factory=nowhere, compare=False)
