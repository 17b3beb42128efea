"""Values: what stands in a position, what a name means, and what a fixed map says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kirtis.language.places import Place, nowhere
from kirtis.language.types import CARD, CARDS, PHASE, Enum, Maybe, Num, SetOf, Type

if TYPE_CHECKING:
    from kirtis.language.nodes import Expr


@dataclass(frozen=True, slots=True)
class Const:
    """A literal: ``yes``, ``12``, ``clubs`` (its index), ``none`` (None)."""

    value: int | bool | None
    type: Type
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Var:
    """A bound name: a parameter, a ``let``, or the variable of a quantifier."""

    name: str
    type: Type
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class PhaseNow:
    """The phase that the position is in."""

    type: Enum = PHASE
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class OptionValue:
    """The value of an option: constant through a match, unknown to the solver."""

    name: str
    type: Type
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Cell:
    """A state variable, with an index for each of its dimensions."""

    name: str
    index: tuple[Expr, ...]
    type: Type
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Cards:
    """What lies in one zone: ``card?`` for a zone for one card, else a set of cards."""

    zone: str
    index: tuple[Expr, ...]
    type: Maybe | SetOf
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Family:
    """All cards in all zones of a family: ``table`` for every ``table[s]``."""

    zone: str
    type: SetOf = CARDS
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Top:
    """The uppermost card of a pile, or none."""

    zone: str
    index: tuple[Expr, ...]
    type: Maybe = field(default_factory=lambda: Maybe(CARD))
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Whole:
    """Every value of an enumeration, as a set."""

    type: SetOf
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A definition, or an output column of a table, at some arguments."""

    name: str
    args: tuple[Expr, ...]
    type: Type
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Lookup:
    """A fixed map of the game (``left``, ``suit``, an order …) at a value; none gives none."""

    map: str
    arg: Expr
    type: Type
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Sure:
    """``e!``: the value of ``e``, which must not be none."""

    of: Expr
    type: Type
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Fit:
    """A number that must lie in a narrower range than its type says."""

    of: Expr
    type: Num | Maybe
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Stuck:
    """The end of a table: reached only where no row fits, which must not happen."""

    table: str
    type: Type
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Was:
    """The value before the step; only in statements about steps."""

    of: Expr
    type: Type
    at: Place = field(default_factory=nowhere, compare=False)
