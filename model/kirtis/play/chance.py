"""Chance: the project's own small generator, forced outcomes, and keeping what came out.

The generator takes its numbers from ``random.Random(seed).random()``, which Python promises never to change; what is
made of them is written here, so a seed gives the same match on every machine and in every version of Python.

* one value of n: the ``int(random() * n)``-th, from the lowest;
* k cards of a pool of n: k times, with m = n, n - 1, …: the ``int(random() * m)``-th of the pool, whose place the last
  of the first m cards takes (Fisher and Yates). The first zone is served first; a last zone that takes all that is left
  takes it without a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Protocol, TypeVar

from kirtis.language.types import definite
from kirtis.play.faults import ChanceError
from kirtis.play.layout import Layout, members

P = TypeVar("P")
C = TypeVar("C")


class Chance(Protocol):
    """Whoever decides what is left to chance, in words: for tests, for replays, for a deal made by hand."""

    def draw(self, values: Sequence[str]) -> str:
        """One of these values."""

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        """For each zone named in ``counts``, as many cards of the pool as it says."""


def served(cards: Sequence[C], counts: Mapping[P, int]) -> dict[P, tuple[C, ...]]:
    """Cards as they lie, first to whom is named first."""
    out, n = {}, 0
    for place, count in counts.items():
        out[place] = tuple(cards[n : n + count])
        n += count
    return out


class Tape:
    """The numbers of one seed, as many as were asked for; a state remembers how far it has read."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed).random
        self._read: list[float] = []

    def take(self, start: int, count: int) -> list[float]:
        """The numbers ``start`` to ``start + count``."""
        read, random = self._read, self._random
        lacking = start + count - len(read)
        if lacking > 0:
            read += [random() for _ in range(lacking)]
        return read[start : start + count]

    def one(self, mask: int, tape: int, cell: int) -> tuple[int, int]:
        """A member of a set, and how far the tape has been read."""
        there = _members(mask)
        return there[int(self.take(tape, 1)[0] * len(there))], tape + 1

    def hands(self, mask: int, counts: list[int], tape: int, cells: tuple[int, ...]) -> tuple[list[int], int]:
        """Sets of cards out of a set, and how far the tape has been read."""
        pool = list(_single(mask))
        left = len(pool)
        used = sum(counts)
        last = counts[-1] if used == left else 0
        end = tape + used - last
        numbers = self.take(tape, end - tape)
        out = []
        first = 0
        for count in counts[:-1] if last else counts:
            hand = 0
            for number in numbers[first : first + count]:
                at = int(number * left)
                left -= 1
                hand |= pool[at]
                pool[at] = pool[left]
            first += count
            mask ^= hand
            out.append(hand)
        if last:
            out.append(mask)
        return out, end


_members = lru_cache(maxsize=4096)(members)


@lru_cache(maxsize=4096)
def _single(mask: int) -> tuple[int, ...]:
    """Every member of a set as a set of its own."""
    return tuple(1 << c for c in members(mask))


class Forced:
    """Outcomes that somebody else decides, checked and turned into numbers."""

    def __init__(self, layout: Layout, chance: Chance) -> None:
        self.layout, self.game, self.chance = layout, layout.game, chance

    def one(self, mask: int, tape: int, cell: int) -> tuple[int, int]:
        """A member of a set, and one more outcome."""
        values = self.game.enums[str(definite(self.game.variables[self.layout.named[cell][0]].type))]
        words = [values[n] for n in members(mask)]
        word = self.chance.draw(tuple(words))
        if word not in words:
            raise ChanceError(f"“{word}” cannot be drawn for {self.layout.words[cell]}; there are {', '.join(words)}")
        return values.index(word), tape + 1

    def hands(self, mask: int, counts: list[int], tape: int, cells: tuple[int, ...]) -> tuple[list[int], int]:
        """Sets of cards out of a set, and one more outcome."""
        cards, places, words = self.game.enums["card"], self.layout.cards_at, self.layout.words
        wanted = {words[c]: n for c, n in zip(cells, counts, strict=True)}
        dealt = self.chance.deal(tuple(cards[n] for n in members(mask)), wanted)
        if set(dealt) != set(wanted):
            raise ChanceError(f"cards are dealt to {', '.join(wanted)}, not to {', '.join(dealt) or 'nobody'}")
        out, left = [], mask
        for name, count in wanted.items():
            hand = 0
            for word in dealt[name]:
                card = places.get(word, len(cards))
                if not left >> card & 1:
                    raise ChanceError(f"“{word}” cannot be dealt to {name}: it is not in the pack, or dealt already")
                hand |= 1 << card
                left ^= 1 << card
            if hand.bit_count() != count:
                raise ChanceError(f"{name} takes {count} cards, not {hand.bit_count()}")
            out.append(hand)
        return out, tape + 1


def fits(dealt: Mapping[P, Sequence[C]], pool: Sequence[C], counts: Mapping[P, int]) -> bool:
    """Whether what was dealt once can be dealt again: as many cards to each, all of them out of the pool."""
    cards = {card for hand in dealt.values() for card in hand}
    return {place: len(hand) for place, hand in dealt.items()} == dict(counts) and cards <= set(pool)


class Steady(Forced):
    """The same for a match that is never played on from an earlier state: where the plain evaluator asks once more for what compiled code was given before it was in doubt, it is given the same."""

    def __init__(self, layout: Layout, chance: Chance) -> None:
        super().__init__(layout, chance)
        self.values: dict[int, int] = {}
        self.dealt: dict[int, list[int]] = {}

    def one(self, mask: int, tape: int, cell: int) -> tuple[int, int]:
        """A member of a set, and one more outcome."""
        if tape not in self.values:
            self.values[tape], _ = super().one(mask, tape, cell)
        return self.values[tape], tape + 1

    def hands(self, mask: int, counts: list[int], tape: int, cells: tuple[int, ...]) -> tuple[list[int], int]:
        """Sets of cards out of a set, and one more outcome."""
        if tape not in self.dealt:
            self.dealt[tape], _ = super().hands(mask, counts, tape, cells)
        return self.dealt[tape], tape + 1


class Seeded:
    """The generator of a seed behind the interface of :class:`Chance`: what it gives is what ``start(seed=…)`` gives."""

    def __init__(self, seed: int | str) -> None:
        self._tape, self._at = Tape(seed), 0

    def draw(self, values: Sequence[str]) -> str:
        """The next value."""
        n, self._at = self._tape.one((1 << len(values)) - 1, self._at, 0)
        return values[n]

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
        """The next deal."""
        full = (1 << len(pool)) - 1
        hands, self._at = self._tape.hands(full, list(counts.values()), self._at, ())
        return {name: tuple(pool[n] for n in members(hand)) for name, hand in zip(counts, hands, strict=True)}


Outcome = str | dict[str, tuple[str, ...]]
"""What chance gave: a value, or cards for each zone."""


class Kept:
    """Passes every question on and keeps the answers, in their order, in ``outcomes``."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.outcomes: list[Outcome] = []

    def draw(self, values: Sequence[str]) -> str:
        """Ask, and keep the answer."""
        word = self.chance.draw(values)
        self.outcomes.append(word)
        return word

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
        """Ask, and keep the answer."""
        dealt = {name: tuple(cards) for name, cards in self.chance.deal(pool, counts).items()}
        self.outcomes.append(dealt)
        return dealt


class Again:
    """Gives outcomes that were kept once more, in their order."""

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        self._outcomes = iter(outcomes)

    def draw(self, values: Sequence[str]) -> str:
        """The next value."""
        word = next(self._outcomes)
        assert isinstance(word, str)
        return word

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        """The next deal."""
        dealt = next(self._outcomes)
        assert isinstance(dealt, dict)
        return dealt
