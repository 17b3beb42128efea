"""A volume as one document: title page, contents, and the leaves in their order."""

from __future__ import annotations

import copy
from base64 import b64encode
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup, Tag

from kirtis import __version__
from kirtis.rulebook.paper.leaves import leaf, place, plain, read_article
from kirtis.rulebook.paper.volumes import Page, Part, Volume, halves

TEXTS = {
    "contents": ("Turinys", "Contents"),
    "book": ("Senų lietuviškų kortų žaidimų taisyklės", "The rules of old Lithuanian card games"),
    "game": ("Žaidimo taisyklės", "The rules of the game"),
    "pocket": ("Taisyklės prie stalo", "The rules for the table"),
    "booklet": ("Seni lietuviški kortų žaidimai", "Old Lithuanian card games"),
    "version": ("Redakcija", "Version"),
    "made": (
        "Knyga padaryta iš formalaus taisyklių teksto: pagal jį žaidžiama ir apie jį įrodoma tai, kas čia vadinama įrodytu.",
        "This book is made from the formal text of the rules: it is played by, and proved of, what is called proved here.",
    ),
    "more": (
        "Tik svetainėje: pavyzdžiai žingsnis po žingsnio, kas kuo remiasi, šaltinių sakinių sąrašas, vadovai, žinynas, pakeitimai.",
        "Only on the site: examples step by step, what rests on what, the sentences of the sources, guides, reference, changes.",
    ),
    "short": (
        "Čia tik tai, ko reikia žaidžiant. Visos taisyklės, jų šaltiniai ir įrodymai yra kiekvieno žaidimo knygoje ir svetainėje.",
        "Here is only what is needed at the table. The full rules, their sources and proofs are in the book of each game and on the site.",
    ),
    "words": (
        "Čia – tik žodžiai. Formalus taisyklių tekstas ir įrodymai yra to paties žaidimo didžiojoje knygoje ir svetainėje.",
        "Here are the words alone. The formal text of the rules and the proofs are in the large book of the same game and on the site.",
    ),
    "licence": ("Galima kopijuoti ir keisti: Apache License 2.0.", "May be copied and changed: Apache License 2.0."),
}
INK = {
    "face": {"fill": "#ffffff", "stroke": "#b9b4a7"},
    "won": {"stroke": "#14603a", "stroke-width": "2.4"},
    "red": {"fill": "#b3121d"},
    "black": {"fill": "#16181d"},
}
DEPTH = {("game", "spec"): 2, ("game", "proofs"): 1, ("pocket", "spec"): 1}
"""How deep the contents of a volume about one game go: to every clause, to every theorem; in the pocket, to what clauses are about."""
ABOUT_IT = {"booklet": ("short",), "pocket": ("words",)}
"""What the imprint of a small volume says of it."""


class Binder:
    """Binds volumes of one site; a page is read once, however often it is asked for."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.articles: dict[str, Tag] = {}

    def article(self, page: str) -> Tag:
        """The text of a page of the site."""
        if page not in self.articles:
            self.articles[page] = read_article(self.site, page)
        return self.articles[page]

    def bind(self, volume: Volume, language: str) -> str:
        """The document of a volume in a language."""
        said = Words(language)
        names = {page.name for page in volume.pages}
        deeper = int(volume.kind == "book")
        body, contents = [], []
        for n, part in enumerate(volume.parts):
            body.append(self._part(part, n, said))
            lines = []
            for page in part.pages:
                title = said(*page.title)
                one = leaf(self.article(page.name), page.name, title, names, language, deeper if part.title else 0)
                if volume.kind == "pocket":
                    plain(one)
                if not part.title:
                    one["data-volume"] = said.plain(*volume.title)
                body.append(str(one))
                lines.append(self._line(page, one, said, DEPTH.get((volume.kind, page.folder), 0)))
            listed = "".join(lines)
            head = f'<a href="#part.{n}">{said(*part.title)}</a>' if part.title else ""
            contents.append(f'<li class="part">{head}<ol>{listed}</ol></li>' if head else listed)
        title = said.plain(*volume.title)
        about = said.plain(*TEXTS[volume.kind])
        listed = f'<nav id="contents"><h1>{said(*TEXTS["contents"])}</h1><ol>{"".join(contents)}</ol></nav>'
        first, imprint = self._title(volume, said), self._imprint(volume, said)
        # The cover of a booklet is inside and outside at once: it has no leaf to spare for anything but games.
        order = [first, listed, *body, imprint] if volume.kind == "booklet" else [first, imprint, listed, *body]
        return (
            f'<!DOCTYPE html><html lang="{"en" if language == "en" else "lt"}" data-language="{language}"><head><meta charset="utf-8">'
            f"<title>{escape(f'{title}. {about}')}</title>"
            f'<meta name="author" content="Kirtis"><meta name="description" content="{escape(about)}"></head>'
            f'<body class="{volume.kind}{" small" if volume.small else ""}">{"".join(order)}</body></html>'
        )

    def _part(self, part: Part, number: int, said: Words) -> str:
        return f'<section class="part" id="part.{number}"><h1>{said(*part.title)}</h1></section>' if part.title else ""

    def _line(self, page: Page, one: Tag, said: Words, depth: int) -> str:
        """A page in the contents, and what stands on it."""
        below = self._below(one, said, depth)
        return f'<li class="leaf-line"><a href="#{place(page.name)}">{said(*page.title)}</a>{below}</li>'

    def _below(self, tag: Tag, said: Words, depth: int) -> str:
        top = tag if tag.name == "section" and "leaf" not in (tag.get("class") or ()) else tag.find("section")
        if not depth or not isinstance(top, Tag):
            return ""
        lines = []
        for section in top.find_all("section", recursive=False):
            head = section.find(["h2", "h3"], recursive=False)
            if isinstance(head, Tag):
                deeper = self._below(section, said, depth - 1)
                lines.append(f'<li><a href="#{section["id"]}">{_shown(head)}</a>{deeper}</li>')
        return f"<ol>{''.join(lines)}</ol>" if lines else ""

    def _title(self, volume: Volume, said: Words) -> str:
        """The first page: what this is."""
        trick = self.article("index").select_one("figure.trick")
        return (
            f'<section class="title-page"><p class="title">{said(*volume.title)}</p>'
            f'<p class="subtitle">{said(*TEXTS[volume.kind])}</p>'
            f'<div class="picture">{_drawn(trick, said)}</div><p class="suits">♣ ♥ ♠ ♦</p></section>'
        )

    def _imprint(self, volume: Volume, said: Words) -> str:
        """How this came to be, and what is not in it."""
        facts = [f"Kirtis {__version__}"]
        rules = next((page for page in volume.pages if page.folder == "spec"), None)
        if rules and volume.kind in ("game", "pocket") and (version := self.article(rules.name).select_one(".k-about .k-fact")):
            facts.append(f"{said(*TEXTS['version'])} {escape(halves(version)[0].split()[-1])}")
        texts = ABOUT_IT.get(volume.kind, ("made", "more"))
        lines = [said(*TEXTS[text]) for text in (*texts, "licence")] + [" · ".join(facts)]
        return f'<section class="imprint">{"".join(f"<p>{line}</p>" for line in lines)}</section>'


class Words:
    """Says a pair of texts in the language of a volume."""

    def __init__(self, language: str) -> None:
        self.language = language

    def plain(self, lt: str, en: str) -> str:
        """As plain text."""
        return {"lt": lt, "en": en}.get(self.language) or (lt if lt == en else f"{lt} / {en}")

    def __call__(self, lt: str, en: str) -> str:
        """As HTML that tells the languages apart."""
        if self.language != "both" or lt == en:
            return escape(self.plain(lt, en))
        return f'<span class="k-lt" lang="lt">{escape(lt)}</span><span class="k-both"> / </span><span class="k-en" lang="en">{escape(en)}</span>'


def _shown(head: Tag) -> str:
    """A heading in the contents; it has its links and places elsewhere."""
    copied = BeautifulSoup(head.decode_contents(), "html.parser")
    for tag in copied.find_all(True):
        tag.attrs = {name: value for name, value in tag.attrs.items() if name in ("class", "lang")}
        if tag.name == "a":
            tag.unwrap()
    return str(copied)


def _drawn(trick: Tag | None, said: Words) -> str:
    """The picture of the first page of the site, in the colours of paper, with its words for those who do not see it."""
    picture, words = (trick.svg, trick.figcaption) if trick else (None, None)
    if picture is None or words is None:
        return ""
    drawn = copy.copy(picture)
    drawn.attrs = {"viewBox": drawn["viewbox"], "xmlns": "http://www.w3.org/2000/svg"}
    for tag in drawn.find_all(True):
        for name in tag.get("class") or ():
            tag.attrs.update(INK.get(name, {}))
    for face in drawn.select(".takes > .face"):
        face.attrs.update(INK["won"])
    source = b64encode(str(drawn).encode()).decode()
    return f'<img alt="{escape(said.plain(*halves(words)))}" src="data:image/svg+xml;base64,{source}">'
