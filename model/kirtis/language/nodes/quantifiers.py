"""Expressions that go through the members of a set, one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kirtis.language.places import Place, nowhere
from kirtis.language.types import BOOL, Bool, Enum, Num, SetOf

if TYPE_CHECKING:
    from kirtis.language.nodes import Expr


@dataclass(frozen=True, slots=True)
class Every:
    """``all v in S: body``."""

    var: str
    among: Expr
    body: Expr
    type: Bool = BOOL
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Some:
    """``some v in S: body``."""

    var: str
    among: Expr
    body: Expr
    type: Bool = BOOL
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Count:
    """How many members of ``among`` satisfy ``where``."""

    var: str
    among: Expr
    where: Expr
    type: Num
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of ``value`` over the members of ``among`` that satisfy ``where``."""

    var: str
    among: Expr
    value: Expr
    where: Expr
    type: Num
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Filter:
    """``{v in S where …}``."""

    var: str
    among: Expr
    where: Expr
    type: SetOf
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class The:
    """The one member that satisfies ``where``; there must be just one."""

    var: str
    among: Expr
    where: Expr
    type: Enum
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Best:
    """The member with the highest ``key`` among those that satisfy ``where``; it must exist and be the only one."""

    var: str
    among: Expr
    key: Expr
    where: Expr
    type: Enum
    at: Place = field(default_factory=nowhere, compare=False)
