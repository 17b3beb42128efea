"""Cards drawn in HTML: a face each, in rows that wrap, with the words of both languages for those who listen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

from kirtis.language.words import COMMON
from kirtis.rulebook.cards import PLAIN, RED, Card

Words = Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is shown: its suits (several where an order holds for each), and what is written below it."""

    rank: str
    suits: tuple[str, ...]
    below: tuple[str, str] = ("", "")
    said: tuple[str, str] = ("", "")
    chosen: bool = False


def two(lt: str, en: str, classes: str = "", between: str = '<span class="k-both"> / </span>') -> str:
    """The same in both languages, each shown in its own; what is alike is written once."""
    extra = f" {classes}" if classes else ""
    if lt == en:
        return f'<span class="{classes}">{escape(lt)}</span>' if classes else escape(lt)
    return (
        f'<span class="k-lt{extra}" lang="lt">{escape(lt)}</span>{between}<span class="k-en{extra}" lang="en">{escape(en)}</span>'
    )


def pips(suits: Iterable[str], words: Words = COMMON) -> str:
    """The signs of suits, each in its colour."""
    signs = [words[f"sign of {s}"][0] for s in suits]
    return "".join(f'<span class="k-{"red" if s in RED else "black"}">{escape(s)}{PLAIN}</span>' for s in signs)


def face(one: Face, words: Words = COMMON) -> str:
    """One card."""
    lt, en = words[f"sign of {one.rank}"]
    red = {words[f"sign of {s}"][0] in RED for s in one.suits}
    colour = "k-red" if red == {True} else "k-black"
    rank = two(lt, en, between="")
    shown = (
        f'<span class="k-face {colour}{" k-chosen" if one.chosen else ""}" aria-hidden="true">'
        f'<span class="k-face-rank">{rank}</span><span class="k-face-pips k-pips-{len(one.suits)}">{pips(one.suits, words)}</span></span>'
    )
    below = f'<span class="k-below" aria-hidden="true">{two(*one.below)}</span>' if any(one.below) else ""
    return f"<li>{shown}{below}{two(*one.said, classes='k-hidden', between=' ')}</li>"


def row(faces: Iterable[Face], title: str = "", words: Words = COMMON) -> str:
    """A row of cards with what it is called."""
    head = f'<p class="k-row-title">{title}</p>' if title else ""
    return f'{head}<ol class="k-faces">{"".join(face(f, words) for f in faces)}</ol>'


def figure(rows: Iterable[str], caption: tuple[str, str]) -> str:
    """Rows of cards with one caption."""
    said = f"<figcaption>{two(*caption)}</figcaption>" if any(caption) else ""
    return f'<figure class="k-cards">{"".join(rows)}{said}</figure>'


def names(card: Card, suits: tuple[str, ...], words: Words = COMMON) -> tuple[str, str]:
    """What a card is called: of one suit with its suit, of several by its rank alone."""
    return (card.name("lt", words), card.name("en", words)) if len(suits) == 1 else words[card.rank]


def counted(number: int) -> tuple[str, str]:
    """So many points, in words of both languages: ``1 akis``, ``3 akys``, ``10 akių``, ``21 akis``."""
    return f"{number} {plural(number, 'akis', 'akys', 'akių')}", f"{number} point{'' if number == 1 else 's'}"


def plural(number: int, one: str, few: str, many: str) -> str:
    """The Lithuanian word that goes with a number."""
    if number % 10 == 0 or 11 <= number % 100 <= 19:
        return many
    return one if number % 10 == 1 else few
