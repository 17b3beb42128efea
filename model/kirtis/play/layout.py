"""Where each part of a position lies in the flat list of numbers that the compiled code works on.

Number 0 is the phase; then every variable, group by group and cell by cell; then every zone. None is -1, and for numbers, which may
themselves be negative, :data:`NO_NUMBER`. A zone for one card is that card, any other zone a mask with a bit for each
card; a pile takes a second number for its uppermost card. The last number counts what chance has used up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kirtis.language.game import Game, Variable, Zone
from kirtis.language.types import Bool, Num, Type, definite
from kirtis.play.position import Place, Position, Scalar, cells

NO_NUMBER = -(1 << 40)
"""None, where the type is a number or none."""

PHASE = 0


def none_of(type_: Type) -> int:
    """How none is written for values of a type."""
    return NO_NUMBER if isinstance(definite(type_), Num) else -1


@dataclass(frozen=True)
class Layout:
    """The place of every cell: ``first`` of a family by its name, ``tops`` of piles, and the names of each number."""

    game: Game
    first: dict[str, int] = field(default_factory=dict)
    tops: dict[str, int] = field(default_factory=dict)
    places: dict[Place, int] = field(default_factory=dict)
    size: int = 0
    tape: int = 0

    @staticmethod
    def of(game: Game) -> Layout:
        """The layout of a game's positions."""
        first: dict[str, int] = {}
        tops: dict[str, int] = {}
        places: dict[Place, int] = {}
        n = 1
        groups = {v.group: None for v in game.variables.values()}
        variables = (v for g in groups for v in game.variables.values() if v.group == g)
        families: list[Variable | Zone] = [*variables, *game.zones.values()]
        for one in families:
            first[one.name] = n
            for i in cells(game, one.index):
                places[one.name, i] = n
                n += 1
        for zone in game.zones.values():
            if zone.kind == "pile":
                tops[zone.name] = n
                n += game.size(zone.index)
        return Layout(game, first, tops, places, n + 1, n)

    @cached_property
    def named(self) -> dict[int, Place]:
        """The cell at each place."""
        return {n: place for place, n in self.places.items()}

    @cached_property
    def words(self) -> dict[int, str]:
        """The name of the cell at each place as people write it."""
        return {n: cell_name(self.game, place) for n, place in self.named.items()}

    @cached_property
    def cards_at(self) -> dict[str, int]:
        """The number of each card, by its name."""
        return {card: n for n, card in enumerate(self.game.enums["card"])}

    def pack(self, position: Position) -> list[int]:
        """The numbers of a position."""
        out = [-1] * self.size
        out[PHASE] = self.game.enums["phase"].index(position.phase)
        for place, value in position.values.items():
            out[self.places[place]] = none_of(self.game.variables[place[0]].type) if value is None else int(value)
        for place, cards in position.cards.items():
            at = self.places[place]
            if self.game.zones[place[0]].kind == "one":
                out[at] = cards[0] if cards else -1
                continue
            out[at] = sum(1 << c for c in cards)
            if place[0] in self.tops:
                out[self.top(place)] = cards[-1] if cards else -1
        out[self.tape] = 0
        return out

    def top(self, place: Place) -> int:
        """Where the uppermost card of a pile stands."""
        return self.tops[place[0]] + self.places[place] - self.first[place[0]]

    def unpack(self, numbers: Sequence[int]) -> Position:
        """The position that numbers stand for; of a pile only the uppermost card is in its place."""
        values = {p: self.scalar(p, numbers) for p in self.places if p[0] in self.game.variables}
        hold = {p: self.cards(p, numbers) for p in self.places if p[0] in self.game.zones}
        return Position(self.game.enums["phase"][numbers[PHASE]], values, hold)

    def scalar(self, place: Place, numbers: Sequence[int]) -> Scalar:
        """The value of one cell of a variable."""
        type_ = self.game.variables[place[0]].type
        n = numbers[self.places[place]]
        if n == none_of(type_):
            return None
        return bool(n) if isinstance(definite(type_), Bool) else int(n)

    def cards(self, place: Place, numbers: Sequence[int]) -> tuple[int, ...]:
        """The cards of one zone; of a pile the uppermost last."""
        n = numbers[self.places[place]]
        if self.game.zones[place[0]].kind == "one":
            return () if n < 0 else (n,)
        there = members(n)
        if place[0] in self.tops and there:
            top = numbers[self.top(place)]
            return (*(c for c in there if c != top), top)
        return there


def cell_name(game: Game, place: Place) -> str:
    """A variable's or zone's cell as people write it: ``stock``, ``hand[A]``, ``marks[AC, egg]``."""
    name, index = place
    if not index:
        return name
    known = game.variables.get(name) or game.zones[name]
    return f"{name}[{', '.join(game.enums[e.name][i] for e, i in zip(known.index, index, strict=True))}]"


def members(mask: int) -> tuple[int, ...]:
    """The members of a set given as a mask, the lowest first."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return tuple(out)
