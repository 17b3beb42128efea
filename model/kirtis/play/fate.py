"""Chance that is kind to rare deals: hands with long suits, with all the high cards, or with both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random


class Fate:
    """Chance by a generator; now and then with long suits, or with high cards in one hand. ``ranks`` are how many a suit has.

    So often as ``sure`` says one hand gets a whole suit, and beside it the highest of the others: all tricks, if that suit is trumps.
    """

    def __init__(self, random: Random, ranks: int, sure: float = 0.0) -> None:
        self.random, self.ranks, self.sure = random, ranks, sure

    def draw(self, values: Sequence[str]) -> str:
        """One of them."""
        return self.random.choice(list(values))

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        """Hands out of a pack that was shuffled well or badly."""
        random, cards = self.random, list(pool)
        # The pack is listed suit by suit, the ranks of each in their order.
        place = {c: n for n, c in enumerate(pool)}
        kind = random.random()
        if kind < 0.6:
            random.shuffle(cards)
        else:
            noise = {c: 2.5 * random.random() for c in cards}
            turned = random.randrange(len(cards)) if cards else 0
            if kind > 1 - self.sure:
                suit = place[random.choice(cards)] // self.ranks if cards else 0
                cards.sort(key=lambda c: (place[c] // self.ranks != suit, place[c] % self.ranks + noise[c] / 3))
            elif kind < 0.8:
                cards.sort(key=lambda c: (place[c] + turned) % len(pool) / max(1, self.ranks) + noise[c] / 2)
            else:
                cards.sort(key=lambda c: place[c] % self.ranks + noise[c])
        hands = list(counts)
        random.shuffle(hands)
        dealt: dict[str, tuple[str, ...]] = {}
        for name in hands:
            hand, cards = cards[: counts[name]], cards[counts[name] :]
            dealt[name] = tuple(sorted(hand, key=place.__getitem__))
        return {name: dealt[name] for name in counts}
