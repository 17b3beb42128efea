"""The book on paper: every clause is in it, its contents tell the truth, and it can be read by ear and in one language."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from sphinx.errors import ExtensionError

from book import build
from kirtis import files
from kirtis.language.document import read_document
from kirtis.rulebook.paper.binding import Binder
from kirtis.rulebook.paper.order import print_all
from kirtis.rulebook.paper.press import print_volume
from kirtis.rulebook.paper.volumes import LANGUAGES, Page, Part, Volume, volumes

pypdf = pytest.importorskip("pypdf")


def pango() -> bool:
    """Whether there is what WeasyPrint draws with; in CI there has to be."""
    try:
        import weasyprint  # noqa: F401
    except OSError:
        return bool(os.environ.get("CI"))
    return True


pytestmark = [pytest.mark.slow, pytest.mark.skipif(not pango(), reason="no Pango here")]

# The smallest of all, so that it is printed soon; what is made of it is made of every other.
GAME = "karavas-mainai"
KINDS = ("clause", "finding", "remark", "theorem")
ENGLISH = re.compile(r"\b(the|and|of|with|which|is|are)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Tagged:
    """A part of a document, or a text in it: what it is, in which language, what is said of it or in it."""

    kind: str
    language: str
    text: str


class Printed:
    """A volume and its PDF."""

    def __init__(self, html: str, path: Path) -> None:
        self.html = BeautifulSoup(html, "html.parser")
        self.reader = pypdf.PdfReader(path)
        self.root = self.reader.trailer["/Root"]
        self.texts_by_mark: dict[int, dict[int, str]] = {}
        self.texts: list[str] = [page.extract_text() for page in self.reader.pages]

    @property
    def text(self) -> str:
        """All text without its spaces, which are drawn and not written where lines end."""
        return squeezed("".join(self.texts))

    def outline(self, entries: Any = None) -> list[tuple[str, int]]:
        """Titles and the numbers of their pages."""
        out: list[tuple[str, int]] = []
        for entry in self.reader.outline if entries is None else entries:
            if isinstance(entry, list):
                out += self.outline(entry)
            else:
                out.append((" ".join(entry.title.split()), self.reader.get_destination_page_number(entry) + 1))
        return out

    def tags(self) -> list[Tagged]:
        """The parts of the document in the order in which they are read aloud."""
        found: list[Tagged] = []
        pages = {page.indirect_reference.idnum: n for n, page in enumerate(self.reader.pages)}

        def walk(node: Any, language: str, page: int) -> None:
            node = node.get_object()
            if isinstance(node, list):
                for one in node:
                    walk(one, language, page)
            elif isinstance(node, dict):
                language = str(node.get("/Lang", language))
                page = pages[node["/Pg"].indirect_reference.idnum] if "/Pg" in node else page
                if "/S" in node:
                    found.append(Tagged(str(node["/S"])[1:], language, str(node.get("/Alt", ""))))
                if "/K" in node:
                    walk(node["/K"], language, page)
            elif isinstance(node, int):
                found.append(Tagged("", language, self.marked(page).get(int(node), "")))

        walk(self.root["/StructTreeRoot"], str(self.root["/Lang"]), 0)
        return found

    def marked(self, page: int) -> dict[int, str]:
        """The texts of a page by the numbers that tags know them by."""
        if page not in self.texts_by_mark:
            texts: dict[int, str] = {}
            now: list[int | None] = [None]

            def see(operator: bytes, operands: Any, *_: Any) -> None:
                if operator == b"BDC":
                    now[0] = operands[1].get("/MCID")
                elif operator == b"EMC":
                    now[0] = None

            def hear(text: str, *_: Any) -> None:
                if now[0] is not None:
                    texts[now[0]] = texts.get(now[0], "") + text

            self.reader.pages[page].extract_text(visitor_operand_before=see, visitor_text=hear)
            self.texts_by_mark[page] = texts
        return self.texts_by_mark[page]

    def kinds(self) -> list[str]:
        """What the parts of the document are, in order: ``H1``, ``P``, ``Table``."""
        return [tag.kind for tag in self.tags() if tag.kind]


def squeezed(text: str) -> str:
    return re.sub(r"[\s\ufe0e\u00ad]+", "", text)


@pytest.fixture(scope="module", params=LANGUAGES)
def printed(site: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> tuple[str, Printed]:
    language: str = request.param
    volume = next(v for v in volumes(site) if v.name == GAME)
    path = tmp_path_factory.mktemp("paper") / volume.file(language)
    print_volume(site, volume, language, path)
    return language, Printed(Binder(site).bind(volume, language), path)


@pytest.fixture(scope="module")
def shelf(site: Path) -> list[Volume]:
    return volumes(site)


# -- a printed volume --------------------------------------------------------------------------------------------------------


def test_a_reader_of_screens_is_told_language_title_and_structure(printed: tuple[str, Printed]) -> None:
    language, pdf = printed
    kinds = pdf.kinds()

    assert pdf.root["/Lang"] == ("en" if language == "en" else "lt")
    assert pdf.root["/MarkInfo"]["/Marked"]
    assert pdf.root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert pdf.reader.metadata.title.startswith("Karavas with exchange" if language == "en" else "Karavas su pasikeitimu")
    assert {"H1", "H2", "H3", "P", "L", "LI", "Table", "TH", "TD", "Link", "Figure"} <= set(kinds)
    assert all(tag.text for tag in pdf.tags() if tag.kind == "Figure")
    # The title, then no heading that skips a level.
    levels = [int(kind[1]) for kind in kinds if re.fullmatch(r"H\d", kind)]
    assert all(after - before <= 1 for before, after in zip([0, *levels], levels, strict=False))


def test_every_text_is_read_aloud_in_its_language(printed: tuple[str, Printed]) -> None:
    language, pdf = printed
    read = {code: "".join(t.text for t in pdf.tags() if not t.kind and t.language == code) for code in ("lt", "en")}
    formal = [squeezed(line) for pre in pdf.html.select("pre.k-code") for line in pre.get_text().splitlines() if "§" not in line]
    lithuanian = len(re.findall("[ąčęėįšųūž]", read["lt"]))

    assert len(formal) > 50
    assert [line for line in formal if line not in squeezed(read["en"])] == []
    # A few names have no English word; a text of sentences would have hundreds of these letters.
    assert re.findall("[ąčęėįųū]", read["en"]) == []
    assert lithuanian > 200 or language == "en"


def test_every_clause_and_theorem_is_there_and_has_its_bookmark(printed: tuple[str, Printed]) -> None:
    _, pdf = printed
    bookmarks = {title.split()[0] for title, _ in pdf.outline()}
    texts = (files.spec_file(GAME), files.proof_file(GAME))
    units = {u.id for path in texts for u in read_document(path).units if u.kind in KINDS}

    assert len(units) > 10
    assert units - bookmarks == set()


def test_no_text_is_lost(printed: tuple[str, Printed]) -> None:
    _, pdf = printed
    # The cards of a figure are drawn piece by piece.
    texts = pdf.html.select("p, li, th, td, pre, h1, h2, h3")
    tags = [tag for tag in texts if not tag.find(["p", "li"]) and not tag.find_parent(class_="k-faces")]
    starts = {squeezed(tag.get_text())[:40] for tag in tags}
    lost = [start for start in starts if start not in pdf.text]

    assert len(starts) > 150
    assert lost == []


def test_the_contents_name_the_pages_where_things_are(printed: tuple[str, Printed]) -> None:
    _, pdf = printed
    found = {squeezed(title): page for title, page in pdf.outline()}
    contents = "\n".join(pdf.texts[: pdf.outline()[1][1] - 1])
    lines = re.findall(r"^(.+?)[ .]{6,}(\d+)$", contents, re.MULTILINE)
    told = {squeezed(title): int(page) for title, page in lines if squeezed(title) in found}

    assert len(told) > 20
    assert {title: (page, found[title]) for title, page in told.items() if page != found[title]} == {}


def test_pages_are_numbered_as_they_are_counted(printed: tuple[str, Printed]) -> None:
    _, pdf = printed
    numbers = [int(text.split()[-1]) for text in pdf.texts[2:]]

    assert numbers == list(range(3, len(pdf.texts) + 1))


def test_every_font_is_in_the_file(printed: tuple[str, Printed]) -> None:
    _, pdf = printed
    fonts = {str(f["/BaseFont"]): f for page in pdf.reader.pages for f in map(_object, page["/Resources"]["/Font"].values())}
    outside = [name for name, font in fonts.items() if not _embedded(font)]

    assert fonts
    assert outside == []


def _object(value: Any) -> Any:
    return value.get_object()


def _embedded(font: Any) -> bool:
    inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
    descriptor = inner["/FontDescriptor"].get_object()
    return any(name in descriptor for name in ("/FontFile", "/FontFile2", "/FontFile3"))


@pytest.mark.parametrize("language", ["lt", "en"])
def test_a_game_lies_open_on_two_pages_of_the_booklet(site: Path, shelf: list[Volume], tmp_path: Path, language: str) -> None:
    booklet = shelf[-1]
    print_volume(site, booklet, language, tmp_path / "booklet.pdf")
    pdf = Printed(Binder(site).bind(booklet, language), tmp_path / "booklet.pdf")
    titles = {title for page in booklet.pages for title in page.title}
    begins = {page for title, page in pdf.outline() if title in titles}

    assert booklet.kind == "booklet"
    assert begins == set(range(2, 2 * len(booklet.pages) + 1, 2))
    # A cover before and one after; folded sheets have four pages each.
    assert len(pdf.texts) == 2 * len(booklet.pages) + 2
    assert len(pdf.texts) % 4 == 0
    assert {round(float(side)) for side in pdf.reader.pages[0].mediabox[2:]} == {420, 595}
    assert re.findall(r"\b[A-Z]{2,3}-\d+", "".join(pdf.texts)) == [], "clauses that are not in the booklet"


@pytest.mark.parametrize("language", ["lt", "en"])
def test_a_game_for_the_pocket_is_all_its_rules_in_words(binder: Binder, shelf: list[Volume], language: str) -> None:
    for volume in shelf:
        if volume.kind == "pocket":
            html = bound(binder, volume, language)
            there = {head.get_text() for head in html.select(".k-unit > * > .k-id")}
            units = {
                u.id
                for u in read_document(files.spec_file(volume.name.removesuffix("-a5"))).units
                if u.kind in ("clause", "finding")
            }

            assert there == units
            assert html.select("pre, .k-grid, .k-words, .k-badge.k-proved, .k-remark") == []


# -- what is bound -----------------------------------------------------------------------------------------------------------


def test_the_whole_book_holds_every_page_that_is_not_for_a_screen_alone(site: Path, shelf: list[Volume]) -> None:
    pages = {str(p.relative_to(site))[:-5] for p in site.rglob("*.html") if "_static" not in p.parts}
    folders = ("play/", "examples/", "guides/", "reference/")
    alone = {page for page in pages if page.startswith(folders)} | {
        "404",
        "search",
        "genindex",
        "theorems",
        "options",
        "sentences",
        "changes",
    }

    assert {page.name for page in shelf[0].pages} == pages - alone
    assert sorted(v.name for v in shelf if v.kind == "game") == sorted(p.stem for p in files.spec_files())
    assert [v.name for v in shelf if v.kind == "pocket"] == [f"{v.name}-a5" for v in shelf if v.kind == "game"]


@cache
def bound(binder: Binder, volume: Volume, language: str) -> BeautifulSoup:
    return BeautifulSoup(binder.bind(volume, language), "html.parser")


@pytest.fixture(scope="module")
def binder(site: Path) -> Binder:
    return Binder(site)


def test_words_that_follow_the_order_of_each_language_are_printed_in_both(site: Path, tmp_path: Path) -> None:
    """In columns side by side they were never done."""
    words = Volume("game", "words", ("Žodynėlis", "Words"), (Part(None, (Page("terms", ("Žodynėlis", "Words")),)),))
    print_volume(site, words, "both", tmp_path / "words.pdf")

    text = squeezed("".join(page.extract_text() for page in pypdf.PdfReader(tmp_path / "words.pdf").pages))
    assert squeezed("Laimint panaikinti savo skolą arba figūrą.") in text
    assert text.index("akiniai") < text.rindex("writing-off")


@pytest.mark.parametrize("language", ["lt", "en"])
def test_every_link_of_a_volume_leads_to_a_place_in_it(binder: Binder, shelf: list[Volume], language: str) -> None:
    for volume in (shelf[0], shelf[len(shelf) // 2 - 1], shelf[-2], shelf[-1]):
        html = bound(binder, volume, language)
        ids = [str(tag["id"]) for tag in html.find_all(id=True)]
        inside = {str(a["href"])[1:] for a in html.select("a[href^='#']")}

        assert len(ids) == len(set(ids)), volume.name
        assert inside - set(ids) == set(), volume.name


def test_what_the_style_goes_by_is_not_lost(binder: Binder, shelf: list[Volume]) -> None:
    html = bound(binder, shelf[0], "lt")
    tables = html.select("table.k-grid")

    assert len(tables) > 10
    assert any({"wide", "short"} <= set(table["class"]) for table in tables)
    assert html.select("table:not(.k-grid, .k-words, .k-list, .docutils)") == []


def test_a_volume_in_one_language_holds_nothing_of_the_other(binder: Binder, shelf: list[Volume]) -> None:
    for language, other in (("lt", "en"), ("en", "lt")):
        assert bound(binder, shelf[0], language).select(f".k-{other}, .k-both") == []


def test_a_lithuanian_volume_has_no_english_sentence_outside_formal_text(binder: Binder, shelf: list[Volume]) -> None:
    for volume in shelf[1:]:
        html = BeautifulSoup(str(bound(binder, volume, "lt")), "html.parser")
        for tag in html.select("[lang=en], code, pre"):
            tag.decompose()
        words = [words for p in html.select("p, li, td, th, figcaption, h1, h2, h3") if ENGLISH.search(words := p.get_text(" "))]

        assert words == [], volume.name


# -- ordering ----------------------------------------------------------------------------------------------------------------

CONF = f"""
extensions = ["myst_parser", "kirtis.rulebook"]
myst_enable_extensions = ["colon_fence"]
language, html_theme, smartquotes = "lt", "furo", False
kirtis_spec, kirtis_proofs = {str(files.spec_folder())!r}, {str(files.proofs_folder())!r}
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    source = tmp_path / "docs"
    (source / "spec").mkdir(parents=True)
    (source / "conf.py").write_text(CONF, "utf-8")
    (source / "index.md").write_text(f"# Book\n\n```{{whole-book}}\n```\n\n```{{toctree}}\nspec/{GAME}\n```\n", "utf-8")
    rules = os.path.relpath(files.spec_file(GAME), source / "spec")
    (source / "spec" / f"{GAME}.md").write_text(f"```{{include}} {rules}\n```\n", "utf-8")
    return source


def test_a_book_is_printed_with_its_site_and_its_pages_lead_there(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = build(small, out, "-D", "kirtis_pdf=lt")
    page = BeautifulSoup((out / "spec" / f"{GAME}.html").read_text("utf-8"), "html.parser")

    assert sorted(p.name for p in (out / "pdf").glob("*.pdf")) == [f"{GAME}-a5-lt.pdf", f"{GAME}-lt.pdf", "kirtis-lt.pdf"], (
        done.stderr
    )
    for name, said in ((f"{GAME}-lt.pdf", "PDF"), (f"{GAME}-a5-lt.pdf", "A5")):
        link = page.select_one(f'.k-about a[href="../pdf/{name}"]')
        assert link
        assert link.get_text() == f"{said}, {round((out / 'pdf' / name).stat().st_size / 1000)}\N{NO-BREAK SPACE}KB"
    # There are no pages for a booklet here, so there is no link to one.
    assert len(BeautifulSoup((out / "index.html").read_text("utf-8"), "html.parser").select(".k-to-print a")) == 1


def test_a_site_that_is_not_printed_has_no_links_to_what_is_not_there(site: Path) -> None:
    assert [page.name for page in site.rglob("*.html") if ".pdf" in page.read_text("utf-8")] == []


def test_a_language_that_there_is_not_is_refused_before_anything_is_built(small: Path, tmp_path: Path) -> None:
    done = build(small, tmp_path / "out", "-D", "kirtis_pdf=lt pl")

    assert done.returncode != 0
    assert "kirtis_pdf: there is no “pl”; write one or more of lt en both" in done.stderr


class Deadly(Volume):
    """A volume of which any process that takes it up dies."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (9,)


def test_a_process_that_dies_is_told_by_what_it_printed(tmp_path: Path) -> None:
    deadly = Deadly("game", "kiksas", ("Kiksas", "Kiksas"), ())

    with pytest.raises(ExtensionError, match=r"^kiksas-lt\.pdf could not be printed: its process died .* kirtis_pdf_at_once=1"):
        print_all(tmp_path, [(deadly, "lt")], 1)
