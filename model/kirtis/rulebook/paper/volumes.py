"""What is bound together: the whole book, each game by itself, in full and for the pocket, and a booklet of all games; in the order of the site's own list of pages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bs4 import BeautifulSoup, Tag

LANGUAGES = ("lt", "en", "both")
ALONE = LANGUAGES[:2]
"""On small pages there is no room for two languages side by side."""

BOOKLET = "quick"
"""The folder of the pages that make the booklet, and its name."""

ON_SITE = ("play", "guides", "reference", "theorems", "options", "sentences", "changes")
"""Folders and pages that nobody prints: they are used at a screen, or repeat what stands under each game. Every volume says so."""

Kind = Literal["book", "game", "pocket", "booklet"]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the site: its name, and its title in both languages."""

    name: str
    title: tuple[str, str]

    @property
    def folder(self) -> str:
        """``spec`` of ``spec/kiksas``."""
        return self.name.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class Part:
    """Pages under one heading; a volume about one game has a single part without one."""

    title: tuple[str, str] | None
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Volume:
    """What becomes one file: ``kirtis``, the name of a game, with ``-a5`` where it is small, or ``quick``."""

    kind: Kind
    name: str
    title: tuple[str, str]
    parts: tuple[Part, ...]

    @property
    def languages(self) -> tuple[str, ...]:
        """What it is printed in."""
        return ALONE if self.small else LANGUAGES

    @property
    def small(self) -> bool:
        """Whether its pages are those of a book for the pocket."""
        return self.kind in ("pocket", "booklet")

    @property
    def pages(self) -> list[Page]:
        """Every page, in order."""
        return [page for part in self.parts for page in part.pages]

    def file(self, language: str) -> str:
        """What the file is called: ``kiksas-lt.pdf``."""
        return f"{self.name}-{language}.pdf"


def halves(tag: Tag) -> tuple[str, str]:
    """The text of a tag in Lithuanian and in English; what stands in no language's part is in both."""

    def said(other: str) -> str:
        return "".join(
            str(text)
            for text in tag.find_all(string=True)
            if not any({f"k-{other}", "k-both", "headerlink"} & set(p.get("class") or ()) for p in text.parents)
        )

    lt, en = (" ".join(said(other).split()) for other in ("en", "lt"))
    return lt, en


def read_parts(site: Path) -> list[Part]:
    """The pages of the site as the list beside its first page has them, the first page before all others."""
    first = BeautifulSoup((site / "index.html").read_text("utf-8"), "html.parser")
    parts = [Part(None, (Page("index", ("Apie knygą", "About this book")),))]
    for entries in first.select(".sidebar-tree > ul"):
        caption = entries.find_previous_sibling()
        title = halves(caption) if isinstance(caption, Tag) and "caption" in (caption.get("class") or ()) else None
        pages = (Page(str(a["href"]).removesuffix(".html"), halves(a)) for a in entries.select("a[href]"))
        parts.append(Part(title, tuple(page for page in pages if page.name.partition("/")[0] not in ON_SITE)))
    return [part for part in parts if part.pages]


def volumes(site: Path) -> list[Volume]:
    """The whole book, then every game, then every game for the pocket, then the booklet."""
    parts = read_parts(site)
    known = {page.name: page for part in parts for page in part.pages}
    games = [page for page in known.values() if page.folder == "spec"]
    quick = (Page(f"{BOOKLET}/{_stem(game)}", game.title) for game in games)
    short = tuple(page for page in quick if page.name in known)
    out = [Volume("book", "kirtis", ("Kirtis", "Kirtis"), tuple(_by_game(parts, games, known)))]
    out += [Volume("game", _stem(game), game.title, (Part(None, tuple(_of_game(game, known))),)) for game in games]
    for game in games:
        pages = tuple(page for page in _of_game(game, known) if page.folder != "proofs")
        out.append(Volume("pocket", pocket(_stem(game)), game.title, (Part(None, pages),)))
    if short:
        out.append(Volume("booklet", BOOKLET, ("Per penkias minutes", "In five minutes"), (Part(None, short),)))
    return out


def pocket(game: str) -> str:
    """What the small volume of a game is called."""
    return f"{game}-a5"


def _stem(game: Page) -> str:
    return game.name.rpartition("/")[2]


def _of_game(game: Page, known: dict[str, Page]) -> list[Page]:
    """A game in five minutes, its rules and what is proved of them."""
    titles = {
        "quick": ("Per penkias minutes", "In five minutes"),
        "spec": ("Taisyklės", "The rules"),
        "proofs": ("Kas įrodyta", "What is proved"),
    }
    return [Page(name, title) for folder, title in titles.items() if (name := f"{folder}/{_stem(game)}") in known]


def _by_game(parts: list[Part], games: list[Page], known: dict[str, Page]) -> list[Part]:
    """The parts with everything about a game brought together: a book is read from one end to the other."""
    out = parts[:1]
    out += [Part(game.title, tuple(_of_game(game, known))) for game in games]
    gathered = {page.name for part in out for page in part.pages}
    for part in parts[1:]:
        pages = tuple(page for page in part.pages if page.name not in gathered)
        if pages:
            # A single page needs no leaf before it with another title.
            out.append(Part(part.title if len(pages) > 1 else None, pages))
    return out
