"""The names of a game while it is read: who declared what, and what a writer may have meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from kirtis.language.errors import MOST_SHOWN, Fault, SpecError, fail
from kirtis.language.game import Definition, Map, Option, Variable, Zone
from kirtis.language.names import nearest
from kirtis.language.places import Place
from kirtis.language.types import CARD, Enum, Type

MOST_VALUES = 400
"""The most values an enumeration, and the most cells a family, may have."""

RESERVED = frozenset(
    "all and act auto best by bool cards chance claim copies count deck def draw drop duties elif else empty end example fact fill first for from "
    "gather given go if implies in invariant jokers leader let max measure min move needs no nobody none not of on one option or order otherwise "
    "phase pile possible ranks replace reset round seats seen sees sides size some start state stay step suits sum table tally the then theorem to "
    "top turn type was when where with without won yes zones".split()
) - {"leader", "turn", "deck", "table", "round", "top"}  # fmt: skip
"""Words of the language that no rule may declare."""


class Scope:
    """Everything declared so far; faults are gathered so that a writer sees them all at once."""

    def __init__(self) -> None:
        self.enums: dict[str, tuple[str, ...]] = {}
        self.literals: dict[str, tuple[str, int]] = {}
        self.maps: dict[str, Map] = {}
        self.options: dict[str, Option] = {}
        self.zones: dict[str, Zone] = {}
        self.variables: dict[str, Variable] = {}
        self.definitions: dict[str, Definition] = {}
        self.signatures: dict[str, tuple[tuple[tuple[str, Type], ...], Type]] = {}
        self.tables: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        """The columns and parameters of each table that has no column of its own name."""
        self.sights_open = True
        """Whether it is still being read who sees what."""
        self.places: dict[str, tuple[str, Place]] = {}
        self.dropped: dict[str, Place] = {}
        self.own = ""
        """The file that is read; others are those of its parent."""
        # What a parent says of its rules need not fit those of a variant: what does not is set aside, with its reason.
        self.inherited: frozenset[str] = frozenset()
        self.aside: dict[str, dict[str, Fault]] = {"claim": {}, "def": {}}
        """Statements and the definitions that help to say them, each by its name: one of either kind may be called as one of the other."""
        self.faults: list[Fault] = []

    @contextmanager
    def gather(self) -> Iterator[None]:
        """Keep the faults of a part and go on with the next."""
        try:
            yield
        except SpecError as error:
            self.faults += error.faults

    def nearest(self, word: str, known: Iterable[str]) -> str:
        """“did you mean …?”, as long as there are few faults: beyond that nobody reads it, and it takes its time."""
        if word in self.dropped:
            return f"{self.dropped[word]} drops it: replace what uses it as well"
        return nearest(word, known) if len(self.faults) < MOST_SHOWN else ""

    def claim(self, name: str, what: str, at: Place) -> None:
        """Take a name for ``what`` (“a zone”); raises SpecError where it is a word of the language or taken already."""
        if name in RESERVED or (name == "top" and what == "a definition"):
            raise fail(at, f"“{name}” is a word of the language and cannot name {what}", "choose another name")
        if name in self.places:
            kind, first = self.places[name]
            raise fail(
                at,
                f"“{name}” is declared a second time, as {what}; it is {kind} since {first.file}:{first.line}",
                "choose another name, or say replace in a variant",
            )
        self.places[name] = (what, at)

    def enum(self, name: str, values: Iterable[str], at: Place, literal: bool = True) -> Enum:
        """Declare an enumeration; its values become words of the game."""
        values = tuple(values)
        if len(values) > MOST_VALUES:
            raise fail(at, f"{name} has {len(values):,} values; at most {MOST_VALUES} are allowed", "use fewer")
        double = next((v for v in values if values.count(v) > 1), None)
        if double:
            raise fail(at, f"“{double}” appears twice among the values of {name}", "leave one out")
        if literal:
            for n, value in enumerate(values):
                self.claim(value, f"a value of {name}", at)
                self.literals[value] = (name, n)
        self.enums[name] = values
        return Enum(name)

    def type_named(self, name: str, at: Place) -> Enum:
        """The enumeration of that name."""
        if name not in self.enums:
            raise fail(
                at,
                f"there is no type “{name}”",
                self.nearest(name, [*self.enums, "bool", "tally", "cards"]) or f"there are {', '.join(self.enums)}",
            )
        return Enum(name)

    def known(self) -> list[str]:
        """Every name an expression may use."""
        return [*self.variables, *self.zones, *self.signatures, *self.options, *self.literals, *self.maps, *self.enums]

    def cards_named(self, rank: str, suit: str, at: Place) -> int:
        """The index of ``rank of suit``."""
        name = f"{rank} of {suit}"
        for n, card in enumerate(self.enums.get(CARD.name, ())):
            if card == name or card == f"{name} 1":
                return n
        raise fail(at, f"there is no card “{name}” in this pack", self.nearest(name, self.enums.get("face", ())))
