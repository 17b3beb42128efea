"""A question to chance, answered bit by bit.

A deal is asked for card by card, cell by cell, every card left being as likely as any other, and what can come out in one way only is not
asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kirtis.play.chance import Outcome


class Question:
    """Something left to chance: the ``values`` that may come out next, or the whole ``outcome`` where nothing is left to ask."""

    __slots__ = ("asked", "cell", "dealt", "outcome", "values")

    def __init__(self, asked: Mapping[str, Any], dealt: tuple[str, ...] = ()) -> None:
        self.asked, self.dealt = asked, dealt
        self.cell: str | None = None
        self.outcome: Outcome | None = None
        self.values: tuple[str, ...] = ()
        if "draw" in asked:
            self.values = tuple(asked["draw"])
            self.outcome = dealt[0] if dealt else self.values[0] if len(self.values) == 1 else None
        else:
            self._deal(tuple(asked["deal"]["from"]), asked["deal"]["to"])

    def _deal(self, pool: tuple[str, ...], to: Mapping[str, int]) -> None:
        given = set(self.dealt)
        left = tuple(card for card in pool if card not in given)
        hands: dict[str, tuple[str, ...]] = {}
        first = 0
        for cell, size in to.items():
            hands[cell] = self.dealt[first : first + size]
            if len(hands[cell]) < size and self.cell is None:
                self.cell = cell
            first += size
        if self.cell is None:
            self.outcome = hands
        elif first == len(pool) and first - len(self.dealt) == to[self.cell] - len(hands[self.cell]):
            # The last cell takes all that is left.
            self.outcome = {**hands, self.cell: (*hands[self.cell], *left)}
        else:
            self.values = left

    def answered(self, value: str) -> Question:
        """What is left of the question after one answer."""
        return Question(self.asked, (*self.dealt, value))
