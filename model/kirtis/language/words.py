"""Words that people see, in Lithuanian and English: the cards of any pack, and what a game adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kirtis.language.document import Document
from kirtis.language.scope import Scope

LANGUAGES = ("lt", "en")

COMMON: dict[str, tuple[str, str]] = {
    "clubs": ("kryžiai", "clubs"), "spades": ("vynai", "spades"), "hearts": ("širdys", "hearts"), "diamonds": ("būgnai", "diamonds"),
    "of clubs": ("kryžių", "of clubs"), "of spades": ("vynų", "of spades"), "of hearts": ("širdžių", "of hearts"), "of diamonds": ("būgnų", "of diamonds"),
    "sign of clubs": ("♣", "♣"), "sign of spades": ("♠", "♠"), "sign of hearts": ("♥", "♥"), "sign of diamonds": ("♦", "♦"),
    "ace": ("tūzas", "ace"), "king": ("karalius", "king"), "queen": ("dama", "queen"), "jack": ("valetas", "jack"), "ten": ("dešimtakė", "ten"), "nine": ("devynakė", "nine"),
    "eight": ("aštuonakė", "eight"), "seven": ("septynakė", "seven"), "six": ("šešakė", "six"), "five": ("penkakė", "five"), "four": ("keturakė", "four"), "three": ("triakė", "three"),
    "two": ("dviakė", "two"), "joker": ("džokeris", "joker"),
    "sign of ace": ("T", "A"), "sign of king": ("K", "K"), "sign of queen": ("D", "Q"), "sign of jack": ("V", "J"), "sign of ten": ("10", "10"), "sign of nine": ("9", "9"),
    "sign of eight": ("8", "8"), "sign of seven": ("7", "7"), "sign of six": ("6", "6"), "sign of five": ("5", "5"), "sign of four": ("4", "4"), "sign of three": ("3", "3"),
    "sign of two": ("2", "2"), "sign of joker": ("★", "★"),
    "yes": ("taip", "yes"), "no": ("ne", "no"), "none": ("nėra", "none"),
}  # fmt: skip


def words_of(documents: Iterable[Document], scope: Scope) -> Mapping[str, tuple[str, str]]:
    """The common words, those of these documents, and every card by name and by sign (``sign of queen of clubs``)."""
    words = dict(COMMON)
    for document in documents:
        for unit in document.of("words"):
            words.update({name: (lt, en) for name, lt, en in unit.rows})
    for card, suit, rank in zip(scope.enums["card"], scope.maps["suit"].values, scope.maps["rank"].values, strict=True):
        copy = card.rsplit(" ", 1)[1] if card.rsplit(" ", 1)[-1].isdigit() else ""
        if suit is None:
            face = card.removesuffix(f" {copy}") if copy else card
            name, sign = words.get(face, words["joker"]), words["sign of joker"]
        else:
            s, r = scope.enums["suit"][suit], scope.enums["rank"][rank or 0]
            of, rank_word = words.get(f"of {s}", (s, f"of {s}")), words.get(r, (r, r))
            name = (f"{of[0]} {rank_word[0]}", f"{rank_word[1]} {of[1]}")
            suit_sign, rank_sign = words.get(f"sign of {s}", (s, s)), words.get(f"sign of {r}", (r, r))
            sign = (suit_sign[0] + rank_sign[0], suit_sign[1] + rank_sign[1])
        words[card] = (f"{name[0]} {copy}".strip(), f"{name[1]} {copy}".strip())
        words[f"sign of {card}"] = sign
    return words
