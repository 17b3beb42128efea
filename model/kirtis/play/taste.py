"""Random players with a taste: for some actions and against others, so that rare paths are taken often in some matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")

RARELY = 4
"""The higher, the more actions are hardly ever taken in a match."""


class Taste:
    """How much each action is liked in one match, by its name, from when it can first be taken."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.liked: dict[str, float] = {}

    def choose(self, ways: Mapping[str, Sequence[T]]) -> T:
        """One of the ways in which the actions of these names can be taken: first the action by taste, then any way of it."""
        # A number is drawn for what is liked already too: the matches of a seed hang on it.
        weights = [self.liked.setdefault(name, self.rng.random() ** RARELY) for name in ways]
        chosen = self.rng.choices(list(ways), weights)[0]
        return self.rng.choice(ways[chosen])
