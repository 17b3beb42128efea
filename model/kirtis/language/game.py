"""A game as data: what the loader makes of a rulebook and every other part of Kirtis reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kirtis.language.declarations import (
    Action,
    Claim,
    Definition,
    Duties,
    Duty,
    Map,
    Need,
    Option,
    Phase,
    Round,
    Row,
    Sight,
    Table,
    Variable,
    Zone,
)  # fmt: skip
from kirtis.language.document import Document
from kirtis.language.errors import Fault
from kirtis.language.places import Place
from kirtis.language.types import Bool, Enum, Maybe, Num, SetOf, Type


@dataclass(frozen=True, slots=True)
class Settled:
    """Which options have been settled for good, in words, and which statements spoke of them."""

    values: tuple[tuple[str, str], ...] = ()
    touched: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Game:
    """The rules of one game for one number of players, checked and typed.

    ``words`` gives (Lithuanian, English) for names, ``places`` says where a name is declared, ``parent`` is the game that a
    variant varies, ``settled`` the options that have been given a value for good,
    ``aside`` the parent's statements that cannot be said of a variant, each with the reason.
    """

    name: str
    titles: tuple[str, str]
    version: str
    documents: tuple[Document, ...]
    enums: Mapping[str, tuple[str, ...]]
    maps: Mapping[str, Map]
    options: Mapping[str, Option]
    zones: Mapping[str, Zone]
    variables: Mapping[str, Variable]
    definitions: Mapping[str, Definition]
    tables: Mapping[str, Table]
    duties: Mapping[str, Duties]
    rounds: Mapping[str, Round]
    phases: Mapping[str, Phase]
    claims: Mapping[str, Claim]
    start: str
    pack: str
    words: Mapping[str, tuple[str, str]]
    seat_counts: tuple[int, ...] = ()
    parent: str | None = None
    notes: tuple[str, ...] = field(default=())
    places: Mapping[str, Place] = field(default_factory=dict)
    settled: Settled = field(default_factory=Settled)
    aside: Mapping[str, Fault] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in the order of play."""
        return self.enums["seat"]

    def size(self, index: tuple[Enum, ...]) -> int:
        """How many cells a family with these indices has."""
        n = 1
        for one in index:
            n *= len(self.enums[one.name])
        return n

    def values(self, t: Type) -> tuple[int | bool | None, ...]:
        """Every value of a finite type, none first; sets and tallies have no such list (ValueError)."""
        match t:
            case Bool():
                return (False, True)
            case Enum(name):
                return tuple(range(len(self.enums[name])))
            case Num(low, high) if high is not None:
                return tuple(range(low, high + 1))
            case Maybe(of):
                return (None, *self.values(of))
        raise ValueError(f"{t} has no list of values")

    def word(self, t: Type, value: int | bool | None) -> str:
        """The formal word for a value of a type: ``clubs``, ``queen of clubs``, ``yes``, ``12``, ``none``."""
        match t, value:
            case _, None:
                return "none"
            case Maybe(of), _:
                return self.word(of, value)
            case Enum(name), int():
                return self.enums[name][value]
            case Bool(), _:
                return "yes" if value else "no"
            case SetOf(), _:
                raise ValueError("a set has no single word")
        return str(value)


__all__ = [
    "Action",
    "Claim",
    "Definition",
    "Duties",
    "Duty",
    "Game",
    "Map",
    "Need",
    "Option",
    "Phase",
    "Round",
    "Row",
    "Settled",
    "Sight",
    "Table",
    "Variable",
    "Zone",
]
