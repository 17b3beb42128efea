"""Chance for the steps of kept matches: one that likes rare deals, one that favours a seat, and one that gives again what came out once."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from kirtis.language.game import Game
from kirtis.play.chance import fits, served
from kirtis.play.position import Place
from kirtis.play.step import Chance
from kirtis.prove.sample import Dice


@dataclass(frozen=True, slots=True)
class Given:
    """What chance gave in a step, one after another."""

    outcomes: tuple[int | Mapping[Place, tuple[int, ...]], ...]


Luck = int | Given
"""Chance as a step has it: from a seed, or as it once came out."""


class Loaded(Dice):
    """Chance that likes rare deals: hands of one suit, or all the high cards on a few hands."""

    def __init__(self, seed: int, game: Game) -> None:
        super().__init__(random.Random(seed))
        # A joker counts as the lowest card of a suit of its own.
        last = len(game.enums["suit"])
        self.suit = [last if s is None else int(s) for s in game.maps["suit"].values]
        self.rank = [int(r or 0) for r in game.maps["rank"].values]

    def deal(self, pool: tuple[int, ...], counts: Mapping[Place, int]) -> Mapping[Place, tuple[int, ...]]:
        """Cards of the pool, as many as asked for each zone."""
        cards, noise, rng = list(pool), self.rng.random() * 3, self.rng
        rng.shuffle(cards)
        places = list(counts)
        mode = rng.random()
        if mode < 0.2:
            cards.sort(key=lambda c: self.suit[c] + rng.random() * noise / 2)
        elif mode < 0.75:
            # Every other hand, or any half of them, is dealt from the top of the pack.
            cards.sort(key=lambda c: self.rank[c] + rng.random() * noise)
            if rng.random() < 0.7:
                first = rng.randrange(2)
                places = places[first::2] + places[1 - first :: 2]
            else:
                rng.shuffle(places)
        return served(cards, {place: counts[place] for place in places})


class Strong(Loaded):
    """Chance that often gives one seat a whole suit, and the high cards of the others."""

    def __init__(self, seed: int, game: Game, seat: int) -> None:
        super().__init__(seed, game)
        self.seat = seat

    def deal(self, pool: tuple[int, ...], counts: Mapping[Place, int]) -> Mapping[Place, tuple[int, ...]]:
        """Cards of the pool, as many as asked for each zone."""
        dealt = dict(super().deal(pool, counts))
        mine = next((place for place in counts if place[1] == (self.seat,)), None)
        if mine is not None and pool and self.rng.random() < 0.6:
            suit = self.rng.choice((0, 0, self.suit[self.rng.choice(pool)]))
            cards = sorted(pool, key=lambda c: (self.suit[c] != suit, self.rank[c], self.rng.random()))
            dealt[mine], rest = tuple(cards[: counts[mine]]), cards[counts[mine] :]
            self.rng.shuffle(rest)
            dealt |= served(rest, {place: many for place, many in counts.items() if place != mine})
        return dealt


class Same(Loaded):
    """Chance as it once came out, as far as it can come out so again."""

    def __init__(self, given: Given, game: Game) -> None:
        super().__init__(0, game)
        self.left = list(reversed(given.outcomes))

    def draw(self, target: Place, values: tuple[int, ...]) -> int:
        """One of the values."""
        value = self.left.pop() if self.left else None
        return value if isinstance(value, int) and value in values else super().draw(target, values)

    def deal(self, pool: tuple[int, ...], counts: Mapping[Place, int]) -> Mapping[Place, tuple[int, ...]]:
        """Cards of the pool, as many as asked for each zone."""
        dealt = self.left.pop() if self.left else None
        return dealt if isinstance(dealt, Mapping) and fits(dealt, pool, counts) else super().deal(pool, counts)


class Heard:
    """Chance that notes what another gives, and for which variable a value was drawn."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.given: list[int | Mapping[Place, tuple[int, ...]]] = []
        self.drawn: list[Place] = []

    def draw(self, target: Place, values: tuple[int, ...]) -> int:
        """One of the values."""
        value = self.chance.draw(target, values)
        self.given.append(value)
        self.drawn.append(target)
        return value

    def deal(self, pool: tuple[int, ...], counts: Mapping[Place, int]) -> Mapping[Place, tuple[int, ...]]:
        """Cards of the pool, as many as asked for each zone."""
        dealt = self.chance.deal(pool, counts)
        self.given.append(dealt)
        return dealt


def chance_of(game: Game, luck: Luck) -> Chance:
    """The chance of a step."""
    return Loaded(luck, game) if isinstance(luck, int) else Same(luck, game)
