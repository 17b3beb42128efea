"""A playing card in a line of text: ``♣D`` in Lithuanian, ``♣Q`` in English, and its name for those who listen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kirtis.language.words import COMMON, LANGUAGES

RED = frozenset("♥♦")
PLAIN = "\ufe0e"
"""Asks for the sign as text, so that no phone makes a picture of it."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card: its suit and rank in the words of the rules."""

    suit: str
    rank: str

    def sign(self, language: str, words: Mapping[str, tuple[str, str]] = COMMON) -> str:
        """Suit and rank as signs: ``♣D``, ``♣Q``."""
        n = LANGUAGES.index(language)
        return words[f"sign of {self.suit}"][n] + words[f"sign of {self.rank}"][n]

    def name(self, language: str, words: Mapping[str, tuple[str, str]] = COMMON) -> str:
        """The card in words: ``kryžių dama``, ``queen of clubs``."""
        of, rank = words[f"of {self.suit}"], words[self.rank]
        return f"{of[0]} {rank[0]}" if language == "lt" else f"{rank[1]} {of[1]}"

    @property
    def red(self) -> bool:
        """Whether hearts or diamonds."""
        return COMMON[f"sign of {self.suit}"][0] in RED


def read_card(text: str) -> Card:
    """The card of a sign in its Lithuanian form, which is how the rules are written in both languages.

    Raises ValueError with a way out.
    """
    signs = {name.removeprefix("sign of "): sign[0] for name, sign in COMMON.items() if name.startswith("sign of ")}
    suits = {sign: name for name, sign in signs.items() if f"of {name}" in COMMON}
    ranks = {sign: name for name, sign in signs.items() if f"of {name}" not in COMMON and name != "joker"}
    bare = text.strip().replace(PLAIN, "")
    suit, rank = suits.get(bare[:1]), ranks.get(bare[1:])
    if suit is None or rank is None:
        raise ValueError(f"“{text}” is no card; write the suit ({' '.join(suits)}) and then one of {' '.join(ranks)}, as in ♣D")
    return Card(suit, rank)
