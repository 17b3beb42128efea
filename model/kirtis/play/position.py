"""A position as the plain evaluator sees it: the phase, the value of every variable, the cards of every zone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from kirtis.language.game import Game
from kirtis.language.types import Enum

Scalar = bool | int | None
Value = bool | int | None | frozenset[int]
Place = tuple[str, tuple[int, ...]]
"""A variable or zone, and the index of one of its cells: ``("tricks", (0,))``."""


def cells(game: Game, index: tuple[Enum, ...]) -> Iterator[tuple[int, ...]]:
    """Every index of a family, in the order of the enumerations; a single thing has the one index ``()``."""
    return product(*(range(len(game.enums[one.name])) for one in index))


@dataclass(frozen=True, slots=True)
class Position:
    """Where a match stands.

    ``values`` holds None for none, and for a variable that nothing was written to yet. ``cards`` lists each zone
    from the lowest index up; a pile is listed from the bottom, so that its last card is the uppermost.
    """

    phase: str
    values: dict[Place, Scalar]
    cards: dict[Place, tuple[int, ...]]

    def family(self, zone: str) -> frozenset[int]:
        """All cards in all zones of a family."""
        return frozenset(c for (name, _), there in self.cards.items() if name == zone for c in there)

    def where(self, card: int) -> Place:
        """The zone that a card lies in."""
        return next(place for place, there in self.cards.items() if card in there)

    def copy(self) -> Position:
        """A position that may be written to without changing this one."""
        return replace(self, values=dict(self.values), cards=dict(self.cards))
