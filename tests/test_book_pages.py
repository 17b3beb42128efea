"""The pages that are made from all rulebooks: figures below a heading, quick pages, indexes; and their faults, with file and line."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from book import ROOT, build
from kirtis import files
from kirtis.language import load
from kirtis.language.document import read_document
from kirtis.rulebook.results import read_changes
from test_book import words

pytestmark = pytest.mark.slow

CONF = f"""
extensions = ["myst_parser", "kirtis.rulebook"]
myst_enable_extensions = ["colon_fence"]
language, html_theme, smartquotes, nitpicky = "lt", "basic", False, True
kirtis_spec, kirtis_proofs = {str(files.spec_folder())!r}, {str(files.proofs_folder())!r}
"""
FIGURE = "```{ranks} kiksas\n:given: trump = clubs\n:worth: worth\n```\n"
GAMES = [p.stem for p in files.spec_files()]


class Pages:
    """A book of a few pages over all rulebooks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "docs").mkdir(parents=True)
        self.names: list[str] = []

    def write(self, name: str, text: str) -> None:
        path = self.folder / "docs" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        self.names.append(name)

    def build(self) -> tuple[int, str]:
        (self.folder / "docs" / "conf.py").write_text(CONF, "utf-8")
        (self.folder / "docs" / "index.md").write_text("# Book\n\n```{toctree}\n" + "\n".join(self.names) + "\n```\n", "utf-8")
        done = build(self.folder / "docs", self.folder / "out")
        return done.returncode, done.stderr

    def page(self, name: str) -> BeautifulSoup:
        return BeautifulSoup((self.folder / "out" / f"{name}.html").read_text("utf-8"), "html.parser")


def included(pages: Pages, folder: str, path: Path) -> str:
    return f"```{{include}} {os.path.relpath(path, pages.folder / 'docs' / folder)}\n```\n"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    pages = Pages(tmp_path_factory.mktemp("book"))
    for folder in ("spec", "proofs"):
        for path in files.spec_files() if folder == "spec" else files.proof_files():
            before = (
                FIGURE.replace("worth\n```", "worth\n:glance:\n```") + "\n" if path.stem == "kiksas" and folder == "spec" else ""
            )
            pages.write(f"{folder}/{path.stem}", before + included(pages, folder, path))
    for name in ("theorems", "options", "terms", "quick/kiksas"):
        pages.write(name, (ROOT / "docs" / f"{name}.md").read_text("utf-8").replace("[pradžios puslapyje](index.md)", ""))
    (pages.folder / "docs" / "terms.toml").write_text((ROOT / "docs" / "terms.toml").read_text("utf-8"), "utf-8")
    code, said = pages.build()
    assert code == 0, said
    return pages


def test_the_figure_of_a_game_stands_below_its_heading_and_above_its_clauses(book: Pages) -> None:
    page = book.page("spec/kiksas")
    order = [t.name if t.name == "h1" else t.get("id") or "figure" for t in page.select("h1, figure.k-cards, #KIK-1, #KIK-2")]

    assert order == ["h1", "figure", "KIK-1", "KIK-2"]


def test_a_game_and_its_quick_page_lead_to_each_other(book: Pages) -> None:
    assert book.page("spec/kiksas").select_one('.k-about a[href="../quick/kiksas.html"]')
    assert book.page("quick/kiksas").select_one('.k-quick a[href="../spec/kiksas.html"]')


def test_a_card_of_a_figure_is_said_in_both_languages(book: Pages) -> None:
    first = book.page("quick/kiksas").select_one("ol.k-faces > li")
    assert isinstance(first, Tag)

    assert [(t["lang"], words(t)) for t in first.select(".k-hidden")] == [
        ("lt", "kryžių dama, 11 akių"), ("en", "queen of clubs, 11 points"),
    ]  # fmt: skip


def test_a_number_leads_to_the_clause_that_it_comes_from(book: Pages) -> None:
    link = book.page("quick/kiksas").find("a", href="../spec/kiksas.html#KIK-31", string="12")

    assert link is not None


def test_every_theorem_of_every_game_is_in_the_index_with_what_it_means(book: Pages) -> None:
    page = book.page("theorems")
    listed = [words(t) for t in page.select(".k-entry .k-head > a:first-child")]
    there = [u.id for p in files.proof_files() for u in read_document(p).of("theorem")]

    assert sorted(listed) == sorted(there)
    assert [words(e)[:40] for e in page.select(".k-entry") if len(e.select(".k-pair > .k-lt, .k-pair > .k-en")) != 2] == []


def test_what_is_proved_of_every_game_is_not_called_prose(book: Pages) -> None:
    """In the index and on its own page, in both languages; only what is plain from the text of the rules is."""
    for page in ("theorems", "proofs/common"):
        shown = {
            link.get_text(): link.find_parent(class_="k-entry" if page == "theorems" else "k-unit")
            for link in book.page(page).select("[id^=COM-T] .k-id, .k-entry .k-head > a:first-child")
        }
        proved = {
            name for name, entry in shown.items() if name.startswith("COM-T") and entry and entry.select_one(".k-badge.k-proved")
        }

        assert proved == {f"COM-T{n}" for n in range(1, 16) if n != 11}, page
    first = book.page("theorems").select_one("tbody tr")
    assert first is not None
    assert [words(e) for e in first.select("td .k-badge.k-proved")] == ["įrodyta proved 14"]


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_in_the_index_with_its_usual_value(book: Pages, game: str) -> None:
    page = book.page("options")
    for option in load(game, proofs=False).options.values():
        entry = page.find(id=f"option-{game}-{option.name}")
        assert isinstance(entry, Tag), option.name

        assert len(entry.select(".k-default")) == 1
        assert option.finding is None or entry.find("a", string=option.finding)


def test_the_index_tells_which_statements_tell_values_apart(book: Pages) -> None:
    entry = book.page("options").find(id="option-kiksas-overtrump")

    assert isinstance(entry, Tag)
    assert "Reikšmes skiria" in words(entry)


def test_a_term_has_its_place_in_each_language(book: Pages) -> None:
    page = book.page("terms")
    lt, en = page.find(id="term-kirtis"), page.find(id="term-en-trick")
    assert isinstance(lt, Tag) and isinstance(en, Tag)

    assert (lt.find_parent(class_="k-terms")["lang"], en.find_parent(class_="k-terms")["lang"]) == ("lt", "en")  # type: ignore[index]
    assert "trick" in words(lt) and "kirtis" in words(en)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{number}`7 <KIK-9>`", "3: ERROR: KIK-9 does not say 7: it says 3, 6"),
        ("{number}`7 <KIK-99>`", "3: ERROR: KIK-99 does not say 7: there is no such clause"),
        ("```{ranks} kiksai\n```", "3: ERROR: there is no game “kiksai”; there are astuonkojis"),
        ("```{ranks} kiksas\n:given: trump = bells\n```", "3: ERROR: trump cannot be “bells”"),
        ("```{trick} kiksas\n:given: trump = clubs\n♣8\n```", "3: ERROR: the game has no eight of clubs"),
        ("```{cards} kiksas\n:en: A hand. ♣9\n```", "3: ERROR: there are no cards to show; name them on a line of their own"),
        ("```{term-list} words.toml\n```", "3: ERROR: [Errno 2]"),
    ],
)
def test_a_fault_on_a_page_is_reported_with_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    pages = Pages(tmp_path)
    pages.write("page", f"# Page\n\n{text}\n")
    pages.write("spec/kiksas", included(pages, "spec", files.spec_file("kiksas")))
    code, said = pages.build()

    assert code == 1
    assert f"page.md:{message}" in said


def test_what_proofs_rest_on_is_counted_for_every_game_of_which_it_is_known(book: Pages) -> None:
    known = json.loads((files.proofs_folder() / "rests.json").read_text("utf-8"))
    table = book.page("theorems").select_one("[aria-label*='What proofs rest on']")

    assert table is not None
    rows = {words(row.th): [words(c) for c in row.select("td")] for row in table.select("tr") if row.find("td")}
    assert len(rows) == len(files.spec_files())
    found = sorted((int(row[1]), int(row[3]), "one at a time" in row[0]) for row in rows.values() if row[0] != "–")
    assert found == sorted((len(one["claims"]), len(one["open"]), one.get("apart", False)) for one in known.values())


def test_a_clause_says_how_many_of_its_changes_are_noticed(book: Pages) -> None:
    found = read_changes(files.proofs_folder() / "mutants" / "kiksas.json")
    assert found is not None
    page = book.page("spec/kiksas")
    told = {
        str(unit["id"]): said[1]
        for unit in page.select("section.k-clause")
        if (said := re.search(r"Changes noticed: (\d+/\d+)", " ".join(map(words, unit.select(".k-links p")))))
    }

    clauses = {str(unit["id"]) for unit in page.select("section.k-clause")}
    assert told == {c: f"{noticed}/{tried}" for c, (noticed, tried) in found.clauses.items() if c in clauses}
    assert len(told) > 20
    assert page.select_one("#KIK-5 .k-links a[href='../theorems.html#noticed']")
    assert book.page("theorems").select_one("#noticed")


def test_a_clause_says_how_many_vectors_exercise_it(book: Pages) -> None:
    known = json.loads((files.proofs_folder() / "vectors.json").read_text("utf-8"))
    for game in known:
        page = book.page(f"spec/{game}")
        told = {
            str(unit["id"]): int(said[1])
            for unit in page.select("section.k-clause")
            if (said := re.search(r"Test vectors: (\d+)", " ".join(map(words, unit.select(".k-links p")))))
        }
        ids = {str(unit["id"]) for unit in page.select("section.k-clause")}

        assert told == {clause: n for clause, n in known[game]["clauses"].items() if clause in ids}
        assert len(told) > 4
    assert set(known) == {path.stem for path in files.spec_files()}
    assert "Bandymų vektoriai: Test vectors:" in words(book.page("spec/kiksas").select_one("#KIK-5 .k-links"))


def test_who_notices_a_changed_rule_is_counted_for_every_game_with_a_list(book: Pages) -> None:
    lists = [json.loads(path.read_text("utf-8")) for path in sorted(files.proofs_folder().glob("mutants/*.json"))]
    table = book.page("theorems").select_one("[aria-label*='Who notices']")

    assert table is not None
    rows = {words(row.th): [int(words(c)) for c in row.select("td")] for row in table.select("tr") if row.find("td")}
    assert len(rows) == len(lists)
    assert sorted(row[0] for row in rows.values()) == sorted(one.get("of", len(one["mutants"])) for one in lists)
    assert all(row[0] == sum(row[1:]) for row in rows.values())
