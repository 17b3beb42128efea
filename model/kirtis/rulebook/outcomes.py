"""Outcomes of chance as short text, which the browser reads as well: where chance was plain, nothing need be said.

One piece for each outcome, with points between them: of a drawing which of the values it was, of a deal for each card of the pool which of
the zones it went to, or ``-``. An empty piece is the first value, or the cards as they lie, first to the zone that is named first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kirtis.play.chance import Outcome, served

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
STAYS = "-"


def number(n: int) -> str:
    """A number in digits and letters, as JavaScript writes it."""
    return DIGITS[n] if n < len(DIGITS) else number(n // len(DIGITS)) + DIGITS[n % len(DIGITS)]


def written(outcomes: Iterable[Outcome], pools: Iterable[Sequence[str]]) -> str:
    """Outcomes, each with what it came out of, as text."""
    return ".".join(_piece(o, p) for o, p in zip(outcomes, pools, strict=True)).rstrip(".")


def _piece(outcome: Outcome, pool: Sequence[str]) -> str:
    if isinstance(outcome, str):
        n = pool.index(outcome)
        return number(n) if n else ""
    if outcome == served(pool, {name: len(cards) for name, cards in outcome.items()}):
        return ""
    zones = {card: DIGITS[n] for n, cards in enumerate(outcome.values()) for card in cards}
    return "".join(zones.get(card, STAYS) for card in pool)


class Written:
    """Chance as such a text tells it."""

    def __init__(self, text: str) -> None:
        self.left = list(reversed(text.split(".")))

    def draw(self, values: Sequence[str]) -> str:
        """The next value. Raises IndexError where there is none of that number."""
        return values[int(self._next() or "0", len(DIGITS))]

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
        """The next deal."""
        piece = self._next()
        if not piece:
            return served(pool, counts)
        given = dict(zip(pool, piece, strict=False))
        return {name: tuple(c for c in pool if given.get(c) == DIGITS[n]) for n, name in enumerate(counts)}

    def _next(self) -> str:
        return self.left.pop() if self.left else ""
