"""A page of the site as it goes on paper: one language or both, nothing folded, links inside the volume or none."""

from __future__ import annotations

import copy
import posixpath
from collections.abc import Collection
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup, Tag
from bs4.element import AttributeValueList, NavigableString

OTHER = {"lt": ".k-en, .k-both", "en": ".k-lt, .k-both", "both": "#none"}
"""What a volume in a language leaves out."""

NOT_ON_PAPER = (
    ".headerlink, .k-links, .k-hidden, .k-letters, .k-stepwise, .copybtn, .k-play, .k-nowhere, .k-to-print, .k-on-screen, "
    "section:has(> .k-pair .k-names), figure.trick, script, style"
)
"""What is only for the screen or for the ear, lists of what stands elsewhere, and the picture that stands on the title page already."""

SPARE = ".k-formal, .k-excuse, .k-clause > .k-about, section:has(> .k-remark), section:has(> div > .k-words)"
"""What players can do without at the table."""

SHORT = 14
"""Lines that always stand on one page."""

MANY = 6
"""Columns of formal text beyond which a table is set smaller."""

SAID = ("title", "aria-label", "aria-hidden", "aria-labelledby", "role", "tabindex", "translate")
"""What is said of a part of a page by the site; paper has its own way to say it."""


def place(page: str, fragment: str = "") -> str:
    """What a place on a page is called in a volume: ``spec.kiksas.KIK-5``."""
    return ".".join(filter(None, (*page.split("/"), fragment)))


def read_article(site: Path, page: str) -> Tag:
    """The text of a page."""
    found = BeautifulSoup((site / f"{page}.html").read_text("utf-8"), "html.parser").find("article")
    if not isinstance(found, Tag):
        raise ValueError(f"{site / f'{page}.html'}: there is no <article> on this page; build the book anew")
    return found


def leaf(article: Tag, page: str, title: str, volume: Collection[str], language: str, deeper: int) -> Tag:
    """The text of a page for a volume of these pages: under a title of its own, its headings a number of steps deeper."""
    out = copy.copy(article)
    out.name, out.attrs = "section", {"id": place(page), "class": f"leaf of-{page.partition('/')[0]}"}
    for tag in out.select(f"{OTHER[language]}, {NOT_ON_PAPER}"):
        tag.decompose()
    if language == "both":
        for half in out.select(".k-or"):
            half.insert_before(" /")
    if isinstance(out.h1, Tag):
        out.h1.clear()
        out.h1.append(BeautifulSoup(title, "html.parser"))
    for tag in out.find_all(True):
        if isinstance(tag, Tag):
            _adapt(tag, page, deeper)
    _lead(out, page, volume)
    _tidy(out)
    return out


def plain(out: Tag) -> None:
    """Leave of the rules what players say to each other: no formal text and its names, no state of proof, nothing of what is no rule."""
    for tag in out.select(SPARE):
        tag.decompose()


def _adapt(tag: Tag, page: str, deeper: int) -> None:
    for name in [name for name in tag.attrs if name in SAID or name.startswith("data-")]:
        del tag[name]
    if tag.has_attr("id"):
        tag["id"] = place(page, str(tag["id"]))
    if tag.name in ("h1", "h2", "h3", "h4"):
        tag.name = f"h{int(tag.name[1]) + deeper}"
    # Nothing can be unfolded on paper.
    if tag.name in ("details", "summary"):
        _mark(tag, tag.name)
        tag.name = "div" if tag.name == "details" else "p"


def _mark(tag: Tag, name: str) -> None:
    tag["class"] = AttributeValueList([*(tag.get("class") or ()), name])


def _lead(out: Tag, page: str, volume: Collection[str]) -> None:
    """Links to a place in the volume; what leads out of it is a word like others, unless it leads to another site."""
    for link in out.find_all("a", href=True):
        url = urlsplit(str(link["href"]))
        if url.scheme or url.netloc:
            continue
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(url.path))) if url.path else f"{page}.html"
        name = target.removesuffix(".html")
        if name in volume:
            link["href"] = f"#{place(name, unquote(url.fragment))}"
        elif name.startswith("spec/") and page.startswith("quick/") and "k-ref" in (link.get("class") or ()):
            _forget(link)
        else:
            del link["href"]
            link.name = "span"


def _forget(link: Tag) -> None:
    """Take out the number of a clause that is not in the volume, and the space before it."""
    if isinstance(before := link.previous_sibling, NavigableString):
        before.replace_with(before.rstrip())
    link.decompose()


def _tidy(out: Tag) -> None:
    """Ways to other pages of the site, and lines that are empty without them."""
    for fact in out.select(".k-about .k-fact"):
        # The state, the source and the findings of a unit stay; ways to the pages of the game do not.
        if fact.find_parent(class_="k-unit") is None and fact.select_one(".k-ref, .k-go"):
            fact.decompose()
    for line in out.select(".k-about, li"):
        if not line.get_text(strip=True):
            line.decompose()
    # Every piece of formal text is a box to be laid out: those that look like any other text need none.
    for piece in out.select("span.pre, span.k-gap"):
        piece.unwrap()
    # A link at every word of formal text would be read aloud at every word; a finger does not follow it on paper either.
    for link in out.select("pre.k-code a, table.k-grid a"):
        if "k-ref" not in (link.get("class") or ()):
            link.unwrap()
    # Names of formal text are English words in a text of any language.
    for code in out.select("code:not([lang])"):
        code["lang"] = "en"
    for table in out.select("table.k-grid"):
        rows = table.select("tr")
        if rows and len(rows[0].find_all(["th", "td"])) > MANY:
            _mark(table, "wide")
        if len(rows) <= SHORT:
            _mark(table, "short")
    # What is drawn as formal text needs no heading that says so; one that tells what is not proved stays.
    for head in out.select(".k-formal-head"):
        if not head.select_one(".k-badge:not(.k-proved)"):
            head.decompose()
    # A small block stands on one page; a larger one is broken where it must be, or the page above it would end short.
    for block in out.select(".k-formal, .k-unit"):
        if len(block.get_text().splitlines()) <= SHORT:
            _mark(block, "short")
