"""Searching as people ask: Lithuanian words in any case, with diacritics or without, and English ones; clauses come first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import book

pytestmark = pytest.mark.slow

ASKED = {
    "KIK-6": "kirtis kirčiuose kirciai tricks",
    "KIK-2": "malka valetu karaliu desimtake bugnai kryziu vynai sirdziu pikai cirvai",
    "KIK-4": "akys akis akiu verte points",
    "KIK-5": "koziriais koziriu trump kirsti kerta mušti trumped",
    "KIK-1": "žaidėjui zaidejui",
    "KIK-8": "dalijantysis",
    "KIK-15": "brėžiai brezio stroke brezis",
    "KIK-20": "kiaušiai kiausio eggs kiausinis",
    "KIK-14": "atsirašyti atsirasyti",
    "KIK-11": "damų queen",
    "KIK-31": "figuros figūromis",
    "KIK-21": "su+dviem",
    "OZK-18": "ozka ožką goat",
    "OZK-16": "pjuklo saw",
    "OZK-13": "Jonai jonais",
    "OZK-12": "lygiosios lygiųjų lygiuju lygiomis",
    "KAR-5": "spikas Špiką",
    "KAR-11": "nežaidžiu nezaidziu",
    "KAR-12": "aukcionas varžytynės varzybos skelbimu bids",
    "KAR-14": "varzymosi auction pasas pasuoti bidding",
    "KAR-19": "taškai tasku score",
    "KAR-24": "galva galvu akiniu spectacles head",
    "KAR-25": "utėlė uteles",
    "KAM-1": "mainytis exchange pasikeitimas keistis swap",
    "SES-13": "karališkoji+pora karaliskoji+pora marriage",
    "SES-11": "fondą stock",
    "SES-21": "devynakes paskutinis+kirtis last+trick",
    "AST-4": "dalintojas dalytojas dealer",
    "AST-12": "dzokeriai jokers joker",
    "AST-7": "kojos koju legs",
    "AST-13": "tuzo tūzai",
}
"""A clause, and what people type who look for it."""


@pytest.fixture(scope="module")
def page(address: str, browser: Any) -> Iterator[Any]:
    with book.opened(browser, address) as opened:
        yield opened


def hits(page: Any, question: str, language: str = "lt") -> list[str]:
    page.goto(f"/search.html?q={question}&lang={language}")
    page.wait_for_selector("html[data-found]")
    return list(page.locator("#k-hits .k-id").all_inner_texts())


@pytest.mark.parametrize(("clause", "questions"), ASKED.items(), ids=list(ASKED))
def test_the_clause_is_among_the_first_and_a_clause_is_the_first(page: Any, clause: str, questions: str) -> None:
    for question in questions.split():
        found = hits(page, question)

        assert clause in found[:12], question
        assert re.fullmatch(r"[A-Z]{3}-\d+", found[0]), question


def test_what_sphinx_finds_is_told_in_the_language_chosen(page: Any) -> None:
    for language, title, status, other in (
        ("lt", "Paieškos rezultatai", "Rast", "The"),
        ("en", "Search Results", "found", "Kas "),
    ):
        hits(page, "kirtis", language)
        page.wait_for_selector("#search-results .search-summary:has-text('3')")
        assert page.locator("#search-results .context").count() == 0  # what is not in sight is not read yet
        page.locator("#search-results").scroll_into_view_if_needed()
        page.wait_for_selector(f"#search-results .context.k-{language}")

        assert page.locator("#search-results h2").inner_text() == title
        assert status in page.locator("#search-results .search-summary").inner_text()
        assert page.locator(f"#search-results .context.k-{language}").first.is_visible()
        assert not page.locator(f"#search-results .context:not(.k-{language})").first.is_visible()
        assert other not in page.locator("#search-results li > a").first.inner_text()


def test_an_excerpt_is_made_of_whole_words(page: Any) -> None:
    hits(page, "kirčio")
    page.wait_for_selector("#search-results li")
    page.locator("#search-results li").first.scroll_into_view_if_needed()
    page.wait_for_selector("#search-results .context")
    told = page.locator("#search-results .context.k-lt").all_inner_texts()

    assert told
    assert [t for t in told if not re.fullmatch(r"…? ?\S.*(?:[.?!]| …)", t.strip(), re.DOTALL)] == []
