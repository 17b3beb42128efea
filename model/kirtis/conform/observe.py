"""What a seat sees in a position, as a row of numbers from 0 to 1 of a fixed length, and as a line of text.

The row consists of pieces, in this order; ``layout`` names them all, with their places:

* ``seat``: who looks, one number a seat;
* ``phase``: one number a phase; ``actor``: whose turn it is, one number a seat;
* each cell of a variable that some seat may see: if not everybody always sees it, a number that says whether it is seen now; if it
  may have no value, a number that says that it has one; then one number for each value of an enumeration, one for yes or no, one for a
  number: its share of the way from its lowest to its highest, and for a tally n, log2(n + 1) / 32;
* each cell of a zone: how many cards lie there, out of the whole pack; and if some seat may see them, whether they are seen now (left out
  where everybody always sees them), one number a card, and of a pile one more a card for the uppermost.

What is not seen is 0, whatever it is. Nothing goes into a row but what ``State.view`` shows the seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

import numpy as np

from kirtis.conform.sights import Seeing, Sights
from kirtis.language.types import Bool, Enum, Maybe, Num, definite
from kirtis.play.game import Game
from kirtis.play.layout import cell_name, none_of
from kirtis.play.position import Place
from kirtis.play.words import to_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEAT, PUBLIC, PRIVATE = "seat", "public", "private"
"""What is looked at: all that a seat sees, what everybody sees, or what the seat sees and not everybody."""

HEADS = ("phase", "actor")
"""What is told of every position before its cells."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the row: what it is, where it begins, how long it is."""

    name: str
    start: int
    size: int


class Observer:
    """Looks at positions of a game."""

    def __init__(self, game: Game) -> None:
        self.game, self.sights = game, Sights(game)
        self.cards = len(game.rules.enums["card"])
        self.layout = tuple(self._pieces())
        self.size = self.layout[-1].start + self.layout[-1].size
        starts = {piece.name: piece.start for piece in self.layout}
        self._phase, self._actor = starts["phase"], starts["actor"]
        self._names = tuple((place, cell_name(game.rules, place)) for place in self.sights.places)
        self._cells = tuple((place, starts[name]) for place, name in self._names if name in starts)

    # -- the layout --------------------------------------------------------------------------------------------------------

    def _pieces(self) -> Iterator[Piece]:
        start = 0
        seats = len(self.game.seats)
        heads = [("seat", seats), ("phase", len(self.game.phase_names)), ("actor", seats)]
        cells = ((cell_name(self.game.rules, place), self._length(place)) for place in self.sights.places)
        for name, size in (*heads, *cells):
            if size:
                yield Piece(name, start, size)
                start += size

    def _length(self, place: Place) -> int:
        rules, flag = self.game.rules, not self.sights.open(place)
        zone = rules.zones.get(place[0])
        if zone is not None:
            return 1 if self.sights.hidden(place) else 1 + flag + self.cards * (2 if zone.kind == "pile" else 1)
        kind = definite(rules.variables[place[0]].type)
        return (
            0
            if self.sights.hidden(place)
            else flag + self._empty(place) + (len(rules.enums[kind.name]) if isinstance(kind, Enum) else 1)
        )

    def _empty(self, place: Place) -> bool:
        """Whether a variable may have no value."""
        variable = self.game.rules.variables[place[0]]
        return isinstance(variable.type, Maybe) or variable.initial is None

    # -- rows --------------------------------------------------------------------------------------------------------------

    def row(self, numbers: list[int], seat: int, what: str = SEAT) -> NDArray[np.float32]:
        """What a seat sees in a position, given by its numbers (see :mod:`kirtis.play.layout`)."""
        out: NDArray[np.float32] = np.zeros(self.size, np.float32)
        zones, places = self.game.rules.zones, self.game.engine.layout.places
        seeing = Seeing(self.sights, numbers)
        if what != PUBLIC:
            out[seat] = 1
        if what != PRIVATE:
            out[self._phase + numbers[0]] = 1
            actor = self.actor(numbers)
            if actor is not None:
                out[self._actor + actor] = 1
        for place, start in self._cells:
            seen = seeing.sees(place, seat) if what == SEAT else chosen(seeing.seen(place), seat, what)
            if place[0] in zones:
                self._zone(out, start, place, numbers, seen, what)
            elif seen:
                self._variable(out, start, place, numbers[places[place]])
        return out

    def actor(self, numbers: list[int]) -> int | None:
        """Whose turn it is."""
        turn = self.game.engine.turns[numbers[0]]
        try:
            return None if turn is None else turn(numbers)
        except Exception:
            return self.game.careful.actor(self.game.engine.layout.unpack(numbers))

    def _variable(self, out: NDArray[np.float32], at: int, place: Place, number: int) -> None:
        rules = self.game.rules
        type_ = rules.variables[place[0]].type
        kind = definite(type_)
        if not self.sights.open(place):
            out[at] = 1
            at += 1
        if number == none_of(type_):
            return
        if self._empty(place):
            out[at] = 1
            at += 1
        match kind:
            case Enum():
                out[at + number] = 1
            case Bool():
                out[at] = number
            case Num(low, None):
                out[at] = min(1.0, log2(number - low + 1) / 32)
            case Num(low, int(high)):
                out[at] = (number - low) / max(1, high - low)

    def _zone(self, out: NDArray[np.float32], at: int, place: Place, numbers: list[int], seen: bool, what: str) -> None:
        layout = self.game.engine.layout
        number = numbers[layout.places[place]]
        one = self.game.rules.zones[place[0]].kind == "one"
        mask = (1 << number if number >= 0 else 0) if one else number
        if what != PRIVATE:
            out[at] = mask.bit_count() / self.cards
        if not seen:
            return
        at += 1
        if not self.sights.open(place):
            out[at] = 1
            at += 1
        if mask:
            bits = np.frombuffer(mask.to_bytes((self.cards + 7) // 8, "little"), np.uint8)
            out[at : at + self.cards] = np.unpackbits(bits, count=self.cards, bitorder="little")
            if place[0] in layout.tops:
                out[at + self.cards + numbers[layout.top(place)]] = 1

    # -- text --------------------------------------------------------------------------------------------------------------

    def cells(self, numbers: list[int], what: str = SEAT) -> list[dict[str, str]]:
        """What each seat sees, cell by cell, in formal words; of cards that it does not see, how many there are."""
        rules, layout = self.game.rules, self.game.engine.layout
        seats = self.sights.seats
        heads: dict[str, str] = {}
        if what != PRIVATE:
            actor = self.actor(numbers)
            heads["phase"] = self.game.phase_names[numbers[0]]
            heads |= {} if actor is None else {"actor": rules.seats[actor]}
        out = [dict(heads) for _ in seats]
        seeing = Seeing(self.sights, numbers)
        for place, name in self._names:
            seen, unseen = seeing.seen(place), ""
            variable = rules.variables.get(place[0])
            if variable is not None:
                shown = _word(to_word(rules, variable.type, layout.scalar(place, numbers))) if any(seen) else ""
            else:
                there = layout.cards(place, numbers)
                shown = ", ".join(rules.enums["card"][c] for c in there) or "empty"
                unseen = "" if what == PRIVATE else f"{len(there)} cards"
            for seat in seats:
                text = shown if chosen(seen, seat, what) else unseen
                if text:
                    out[seat][name] = text
        return out

    def text(self, numbers: list[int], seat: int, what: str = SEAT) -> str:
        """What a seat sees, in one line."""
        return "; ".join(f"{name}: {value}" for name, value in self.cells(numbers, what)[seat].items())


def chosen(seen: tuple[bool, ...], seat: int, what: str) -> bool:
    """Whether a cell counts for what is looked at."""
    if what == PUBLIC:
        return all(seen)
    return seen[seat] and not (what == PRIVATE and all(seen))


def _word(value: object) -> str:
    return (
        {None: "none", True: "yes", False: "no"}.get(value, str(value))
        if value is None or isinstance(value, bool)
        else str(value)
    )
