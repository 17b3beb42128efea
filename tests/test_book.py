"""The book as a site: it builds, its links lead somewhere, both languages are there, and its checks can fail."""

from __future__ import annotations

import json
import re
import subprocess
import unicodedata
from collections import Counter
from copy import copy
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag

from book import ROOT, build
from kirtis import files
from kirtis.language.document import read_document

pytestmark = pytest.mark.slow

SMALL = """
extensions = ["myst_parser", "kirtis.rulebook"]
myst_enable_extensions = ["colon_fence"]
language, html_theme, smartquotes, nitpicky = "lt", "basic", False, True
kirtis_spec, kirtis_proofs = "../spec", "../proofs"
"""
MOST_BYTES = 500_000
SPEC = files.spec_file("kiksas").read_text("utf-8")


class Small:
    """A book of one rulebook, quick to build."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("spec", "proofs", "docs/spec"):
            (folder / name).mkdir(parents=True)
        self.write("docs/conf.py", SMALL)
        self.write("docs/index.md", "# Book\n\n```{toctree}\nspec/kiksas\n```\n")
        self.write("docs/spec/kiksas.md", "```{include} ../../spec/kiksas.md\n```\n")
        self.write("spec/kiksas.md", SPEC)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, "utf-8")

    def build(self) -> subprocess.CompletedProcess[str]:
        return build(self.folder / "docs", self.folder / "out")

    def page(self, name: str = "spec/kiksas") -> BeautifulSoup:
        return BeautifulSoup((self.folder / "out" / f"{name}.html").read_text("utf-8"), "html.parser")


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return Small(tmp_path)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, BeautifulSoup]:
    return {p.resolve(): BeautifulSoup(p.read_text("utf-8"), "html.parser") for p in site.rglob("*.html")}


def words(tag: Tag | None) -> str:
    return " ".join(tag.get_text(" ").split()) if tag else ""


def languages(tag: Tag) -> set[str]:
    return {c for one in tag.find_all(class_=["k-lt", "k-en"]) for c in one["class"]}


# -- the whole site ----------------------------------------------------------------------------------------------------------


def test_every_internal_link_leads_to_a_page_and_a_place_on_it(site: Path, pages: dict[Path, BeautifulSoup]) -> None:
    ids = {path: {t["id"] for t in page.find_all(id=True)} for path, page in pages.items()}
    lost = []
    for path, page in pages.items():
        for link in page.find_all("a", href=True):
            url = urlsplit(str(link["href"]))
            if url.scheme or url.netloc:
                continue
            start = site if url.path.startswith("/") else path.parent
            target = (start / unquote(url.path).lstrip("/")).resolve() if url.path else path
            if not target.exists() or (url.fragment and target in ids and unquote(url.fragment) not in ids[target]):
                lost.append((path.name, link["href"]))

    assert lost == []


def test_the_frame_of_a_page_speaks_both_languages_without_javascript(pages: dict[Path, BeautifulSoup]) -> None:
    said: dict[str, str] = {}
    for path, page in pages.items():
        frame = BeautifulSoup(str(page.body), "html.parser")
        for inside in frame.select(
            'article[role="main"], .sidebar-tree, .toc-tree, .page-info .title, [lang=lt], [lang=en], script'
        ):
            inside.decompose()
        for tag in frame.find_all(True):
            said |= {str(tag[name]): path.name for name in ("aria-label", "title", "placeholder", "alt") if tag.get(name)}
        said |= {text.strip(): path.name for text in frame.find_all(string=True) if re.search(r"[^\W\d]{4}", text)}

    assert {text: where for text, where in said.items() if " / " not in text and not re.search("Kirtis|Sphinx|Furo", text)} == {}


def test_no_id_stands_twice_on_a_page(pages: dict[Path, BeautifulSoup]) -> None:
    twice = {
        p.name: [i for i, n in Counter(t["id"] for t in page.find_all(id=True)).items() if n > 1] for p, page in pages.items()
    }

    assert {name: ids for name, ids in twice.items() if ids} == {}


def test_the_schemas_lie_in_the_book(site: Path, pages: dict[Path, BeautifulSoup]) -> None:
    """Each page of reference leads to the schema of what it describes, just as the program has it."""
    for page, name in (("rules-json", "rules"), ("vectors", "vectors"), ("protocol", "request"), ("python", "record")):
        path = (site / "reference" / f"{page}.html").resolve()
        links = {str(link["href"]) for link in pages[path].select(f"a[href$='{name}.schema.json']")}

        assert len(links) == 1, page
        assert (path.parent / links.pop()).read_bytes() == files.SCHEMAS[name].read_bytes()


@pytest.mark.parametrize(("language", "other"), [("lt", "en"), ("en", "lt")])
def test_no_two_examples_on_a_page_share_a_title(pages: dict[Path, BeautifulSoup], language: str, other: str) -> None:
    """What tells them apart is neither their number nor their formal name, for those are not titles."""
    for path, page in pages.items():
        titles = [copy(one) for one in page.select(".k-example > summary")]
        for title in titles:
            for apart in title.select(f".k-id, code, .k-both, .k-{other}"):
                apart.decompose()
        shown = [words(title) for title in titles]
        assert "" not in shown, path.name
        assert [title for title, times in Counter(shown).items() if times > 1] == [], (path.name, language)


def test_nothing_is_loaded_from_another_site(site: Path, pages: dict[Path, BeautifulSoup]) -> None:
    loaded = [
        str(t.get("src") or t.get("href"))
        for p in pages.values()
        for t in p.find_all(["script", "img", "link", "iframe", "source"])
    ]
    loaded += [
        url
        for css in site.rglob("*.css")
        for url in re.findall(r"url\(['\"]?([^'\")]+)|@import ['\"]([^'\"]+)", css.read_text("utf-8"))
        for url in url
    ]

    assert [url for url in loaded if urlsplit(url).scheme in ("http", "https") or url.startswith("//")] == []


def test_the_rules_of_a_game_are_a_light_page(site: Path) -> None:
    sizes = {path.stem: path.stat().st_size for path in (site / "spec").glob("*.html")}

    assert sorted(sizes) == sorted(path.stem for path in files.spec_files())
    assert {game: size for game, size in sizes.items() if size > MOST_BYTES} == {}
    assert BeautifulSoup((site / "spec/kiksas.html").read_text("utf-8"), "html.parser").select(
        "#KIK-5 .k-links a[href='../reference/vectors.html']"
    )


def test_each_text_says_which_language_it_is_in(pages: dict[Path, BeautifulSoup]) -> None:
    silent = []
    for path, page in pages.items():
        assert page.html is not None and page.html["lang"] == "lt"
        silent += [(path.name, str(t)[:80]) for t in page.select(".k-en") if t.name not in ("th", "td") and t.get("lang") != "en"]
        silent += [(path.name, str(t)[:80]) for t in page.select("div.k-lt, span.k-lt") if t.get("lang") != "lt"]

    assert silent == []


def test_every_rulebook_and_every_list_of_claims_has_its_page() -> None:
    for folder, texts in (("spec", files.spec_files()), ("proofs", files.proof_files())):
        stubs = (ROOT / "docs" / folder).glob("*.md")
        included = [name for p in stubs for name in re.findall(rf"\{{include\}} \.\./\.\./{folder}/(\S+)", p.read_text("utf-8"))]

        assert sorted(included) == sorted(p.name for p in texts)


def test_the_texts_are_composed_so_that_searching_finds_their_letters() -> None:
    texts = [*files.spec_files(), *files.proof_files(), *(ROOT / "docs").rglob("*.md")]

    assert [p for p in texts if not unicodedata.is_normalized("NFC", p.read_text("utf-8"))] == []


# -- one rulebook ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kiksas(site: Path, pages: dict[Path, BeautifulSoup]) -> BeautifulSoup:
    return pages[(site / "spec" / "kiksas.html").resolve()]


def test_every_clause_and_finding_stands_there_in_both_languages(kiksas: BeautifulSoup) -> None:
    for unit in read_document(files.spec_file("kiksas")).units:
        if unit.kind in ("clause", "finding"):
            section = kiksas.find(id=unit.id)
            assert isinstance(section, Tag), unit.id
            pair = section.find(class_="k-pair")
            assert isinstance(pair, Tag)

            assert [c for t in pair.find_all("div", recursive=False) for c in t["class"] if c in ("k-lt", "k-en")] == [
                "k-lt",
                "k-en",
            ]
            assert languages(section.h3 or section) >= ({"k-lt", "k-en"} if len(set(unit.titles)) > 1 else set())


def test_every_name_that_is_declared_is_a_link_to_where_it_is(kiksas: BeautifulSoup) -> None:
    declared = {words(t): t["id"] for t in kiksas.select("[id^=def-]")}
    # What is no link and has no colour is text that stands in the block itself.
    bare = [
        str(text) for block in kiksas.select("pre.k-code, .k-grid td") for text in block.find_all(string=True, recursive=False)
    ]
    unlinked = Counter(name for text in bare for name in re.findall(r"[A-Za-z_]\w*", text) if name in declared)

    assert len(declared) > 100
    assert unlinked == {}


def test_a_card_is_written_and_said_in_the_language_of_its_text(kiksas: BeautifulSoup) -> None:
    clause = kiksas.find(id="KIK-10")
    assert isinstance(clause, Tag)
    lt, en = clause.select_one(".k-lt .k-card"), clause.select_one(".k-en .k-card")
    assert lt and en

    assert (words(lt).replace("\ufe0e", ""), lt["aria-label"]) == ("♣D", "kryžių dama")
    assert (words(en).replace("\ufe0e", ""), en["aria-label"]) == ("♣Q", "queen of clubs")


def test_a_finding_and_its_clause_link_to_each_other(kiksas: BeautifulSoup) -> None:
    assert kiksas.select_one('#KIK-5 .k-about a[href="#KI-3"]')
    assert kiksas.select_one('#KI-3 .k-about a[href="#KIK-5"]')


def test_a_finding_shows_what_can_be_chosen_and_what_is_usual(kiksas: BeautifulSoup) -> None:
    choices = [words(t) for t in kiksas.select("#KI-3 .k-options .k-choice")]

    assert choices == ["ne no – įprastai by default", "taip yes"]


def test_a_clause_without_lines_of_its_own_says_where_they_are(kiksas: BeautifulSoup) -> None:
    assert "Formal lines in other clauses:" in words(kiksas.select_one("#KIK-30 details"))
    assert kiksas.select_one('#KIK-30 details a[href="#KIK-16"]')


def test_a_table_of_the_rules_is_a_table_that_scrolls_by_keyboard(kiksas: BeautifulSoup) -> None:
    box = kiksas.select_one("#KIK-4 .k-scroll")
    assert box and box.table

    assert (box["tabindex"], box["role"], box["aria-label"]) == ("0", "region", "Lentelė / Table: table worth(c: card)")
    assert [words(t) for t in box.select("tbody tr:first-child td")] == ["ace", "–", "11"]


# -- what was proved ---------------------------------------------------------------------------------------------------------


def test_without_results_the_book_says_that_nothing_was_run(small: Small) -> None:
    done = small.build()
    assert done.returncode == 0, done.stderr

    assert words(small.page().select_one("#KIK-5 .k-about .k-badge")) == "netikrinta not run"


def test_new_results_are_shown_by_the_next_build(small: Small) -> None:
    small.build()
    small.write(
        "proofs/status.json",
        json.dumps({"kiksas": {"clause": {"KIK-5": {"proved": 11, "unknown": 1}}, "theorem": {"pack_is_worth_128": "proved"}}}),
    )
    done = small.build()
    assert done.returncode == 0, done.stderr

    assert words(small.page().select_one("#KIK-5 .k-about .k-badge")) == "neišspręsta unknown 1 · įrodyta proved 11"
    assert words(small.page().select_one("#KIK-4 .k-claim-name .k-badge")) == "įrodyta proved"


# -- the checks can fail -----------------------------------------------------------------------------------------------------


def line_of(text: str, part: str) -> int:
    return text.count("\n", 0, text.index(part)) + 1


def test_a_clause_that_is_not_there_is_reported_with_file_and_line(small: Small) -> None:
    spoiled = SPEC.replace("Eiti jis gali", "Kaip {clause}`KIK-99`. Eiti jis gali", 1)
    small.write("spec/kiksas.md", spoiled)
    done = small.build()
    # Sphinx names the first line of the paragraph.
    line = line_of(spoiled, "Kirtį ima aukščiausias jame")

    assert done.returncode == 1
    assert f"spec/kiksas.md:{line}: WARNING: kirtis:clause reference target not found: KIK-99" in done.stderr


def test_a_text_in_one_language_only_is_reported_with_file_and_line(small: Small) -> None:
    start = SPEC.index(":::{en}", SPEC.index("{clause} KIK-3\n"))
    spoiled = SPEC[:start] + SPEC[SPEC.index("\n:::\n", start) + 5 :]
    small.write("spec/kiksas.md", spoiled)
    done = small.build()

    assert done.returncode == 1
    assert f"spec/kiksas.md:{line_of(spoiled, '{clause} KIK-3')}: WARNING: clause KIK-3 has no English text" in done.stderr


def test_a_guide_in_one_language_only_is_reported_with_file_and_line(small: Small) -> None:
    small.write("docs/index.md", "# Book\n\n:::{lt}\nLietuviškai.\n:::\n\n```{toctree}\nspec/kiksas\n```\n")
    done = small.build()

    assert done.returncode == 1
    assert "docs/index.md:3: WARNING: this text has no English one beside it" in done.stderr


def test_a_card_that_is_none_is_reported_with_file_and_line(small: Small) -> None:
    spoiled = SPEC.replace("{card}`♣D`", "{card}`♣Z`", 1)
    small.write("spec/kiksas.md", spoiled)
    done = small.build()

    assert done.returncode == 1
    assert f"spec/kiksas.md:{line_of(spoiled, '♣Z')}: ERROR: “♣Z” is no card; write the suit" in done.stderr


def test_formal_text_that_does_not_hold_is_reported_with_file_and_line(small: Small) -> None:
    spoiled = SPEC.replace("won by strength", "won by strenght", 1)
    small.write("spec/kiksas.md", spoiled)
    done = small.build()

    assert done.returncode == 1
    assert f"spec/kiksas.md:{line_of(spoiled, 'strenght')}: WARNING: " in done.stderr


def test_results_in_other_words_than_the_four_are_refused(small: Small) -> None:
    small.write("proofs/status.json", json.dumps({"kiksas": {"clause": {}, "theorem": {"goals": "probably"}}}))
    done = small.build()

    assert done.returncode == 1
    assert "status.json:1: WARNING: “probably” is no result" in done.stderr
