"""Chance in a match that is played again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kirtis.play.chance import Outcome, fits
from kirtis.play.fate import Fate


class Recalled:
    """What came out the first time, as long as that can be; then fate."""

    def __init__(self, outcomes: Sequence[Outcome], fate: Fate) -> None:
        self.outcomes, self.fate = list(reversed(outcomes)), fate

    def draw(self, values: Sequence[str]) -> str:
        """One of them."""
        word = self._next()
        if isinstance(word, str) and word in values:
            return word
        self.outcomes.clear()
        return self.fate.draw(values)

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        """Hands out of a pack."""
        dealt = self._next()
        if isinstance(dealt, Mapping) and fits(dealt, pool, counts):
            return dealt
        self.outcomes.clear()
        return self.fate.deal(pool, counts)

    def _next(self) -> Outcome | None:
        return self.outcomes.pop() if self.outcomes else None
