"""What an action or a phase does: every statement reads the old position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kirtis.language.places import Place, nowhere
from kirtis.language.types import Enum

if TYPE_CHECKING:
    from kirtis.language.nodes import Expr, Statement


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """One zone, as source or goal of a move."""

    zone: str
    index: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Let:
    """A name for a value of the old position, to the end of its block."""

    name: str
    value: Expr
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Assign:
    """``cell := value``; with ``each`` = (name, enumeration) once for every value of the enumeration."""

    name: str
    index: tuple[Expr, ...]
    value: Expr
    each: tuple[str, Enum] | None = None
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    """A card, or a set of cards, from one zone (where it must lie) to another."""

    what: Expr
    source: ZoneRef
    target: ZoneRef
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class MoveAll:
    """Everything in a zone (``index``), in a family (index None), or everywhere (zone None) to one zone."""

    zone: str | None
    index: tuple[Expr, ...] | None
    target: ZoneRef
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Fill:
    """Cards by chance from ``source`` until the target holds ``size``; ``each`` deals to every zone of a family.

    ``packet`` is how many are dealt at a time: for the book, since the order of an unseen pack makes no difference.
    """

    target: ZoneRef
    size: int
    source: ZoneRef
    each: tuple[str, Enum] | None = None
    packet: int | None = None
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Draw:
    """A variable takes a member of a set, or a value of an enumeration, by chance."""

    name: str
    index: tuple[Expr, ...]
    among: Expr
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Reset:
    """A group of variables returns to its initial values; other writes of the same step win."""

    group: str
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class Go:
    """The next phase."""

    phase: str
    at: Place = field(default_factory=nowhere, compare=False)


@dataclass(frozen=True, slots=True)
class When:
    """``if … elif … else``: the first branch whose test holds; a test of None always does."""

    branches: tuple[tuple[Expr | None, tuple[Statement, ...]], ...]
    at: Place = field(default_factory=nowhere, compare=False)
