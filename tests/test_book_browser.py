"""The book in a browser, where there is one: ``pip install playwright``, and Chromium from the system or in CHROMIUM."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

import book

pytestmark = pytest.mark.slow


@pytest.fixture(params=["desk", "phone"])
def page(browser: Any, address: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    with book.opened(browser, address, request.param) as opened:
        yield opened


def seen(page: Any) -> list[bool]:
    return [page.locator(f"#KIK-5 .k-pair > .k-{language}").is_visible() for language in ("lt", "en")]


def test_both_languages_stand_there_until_one_is_chosen_and_the_choice_is_kept(page: Any) -> None:
    page.goto("/spec/kiksas.html#KIK-5")
    assert seen(page) == [True, True]
    page.locator(".k-switch:visible input[value=en]").check()
    assert seen(page) == [False, True]
    page.goto("/index.html")
    page.goto("/spec/kiksas.html#KIK-5")

    assert seen(page) == [False, True]
    assert page.evaluate("document.documentElement.lang") == "en"


def test_a_link_can_name_the_language(page: Any) -> None:
    page.goto("/spec/kiksas.html?lang=lt#KIK-5")

    assert seen(page) == [True, False]


def test_the_clause_being_read_stays_in_place_when_the_language_changes(page: Any) -> None:
    page.goto("/spec/kiksas.html#KIK-20")
    before = page.evaluate("document.getElementById('KIK-20').getBoundingClientRect().top")
    page.locator(".k-switch:visible input[value=lt]").check()

    assert abs(page.evaluate("document.getElementById('KIK-20').getBoundingClientRect().top") - before) < 3


def test_a_link_leads_to_its_clause_though_what_stands_before_it_is_not_drawn(page: Any) -> None:
    page.goto("/spec/kiksas.html#KIK-31")
    page.wait_for_timeout(300)
    top = page.evaluate("document.getElementById('KIK-31').getBoundingClientRect().top")

    assert 0 <= top < 200
    assert not page.evaluate("document.querySelector('#KIK-20 .k-pair').checkVisibility({ contentVisibilityAuto: true })")


def test_what_is_far_away_is_found_on_the_page(page: Any) -> None:
    page.goto("/spec/kiksas.html?lang=en")
    words = page.locator("#KIK-31 .k-pair > .k-en p").first.text_content()[:40]

    assert page.evaluate("(words) => find(words)", words)
    assert page.locator("#KIK-31 .k-pair > .k-en").is_visible()


def test_no_page_scrolls_sideways(page: Any) -> None:
    for name in (
        "index",
        "clauses",
        "findings",
        "sentences",
        "spec/kiksas",
        "proofs/kiksas",
        "search",
        "theorems",
        "options",
        "terms",
        "changes",
        "quick/karavas",
        "guides/new-game",
    ):
        page.goto(f"/{name}.html")

        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


@pytest.mark.parametrize(
    ("question", "first"),
    [("KIK-5", "KIK-5"), ("kirčio", "KIK-6"), ("zaidejas", "KIK-1"), ("tricks", "KIK-6"), ("overtrump", "KI-3"), ("xyzzy", None)],
)
def test_searching_finds_clauses_first_with_or_without_diacritics(page: Any, question: str, first: str | None) -> None:
    page.goto(f"/search.html?q={question}")
    page.wait_for_selector("html[data-found]")
    found = page.locator("#k-hits .k-id").all_inner_texts()

    # An id finds its clause and nothing before it; a word finds the clauses of every game that speak of it.
    assert (found[0] if found else None) == first if first is None or first == question else first in found


def test_a_card_of_a_figure_shows_the_sign_of_the_chosen_language(page: Any) -> None:
    first = "ol.k-faces > li:first-child .k-face-rank"
    for language, sign in (("lt", "D"), ("en", "Q"), ("both", "DQ")):
        page.goto(f"/quick/kiksas.html?lang={language}")

        assert "".join(page.locator(first).first.inner_text().split()) == sign


def test_a_table_of_words_shows_only_the_order_of_the_chosen_language(page: Any) -> None:
    page.goto("/terms.html?lang=en")

    assert page.locator("#term-en-trick").is_visible()
    assert not page.locator("#term-kirtis").is_visible()


def test_without_javascript_both_languages_stand_there_and_no_dead_switch(browser: Any, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/spec/kiksas.html#KIK-5")

    assert seen(page) == [True, True]
    assert page.locator(".k-switch").count() == 0
    context.close()


def test_where_there_is_no_page_the_book_says_so_at_any_depth(browser: Any, address: str) -> None:
    for place in ("nothing.html", "spec/old/kiksas.html?lang=en"):
        context = browser.new_context(base_url=address)
        page = context.new_page()
        found = page.goto(f"/{place}")

        assert found.status == 404
        assert page.locator("h1").inner_text().endswith("There is no such page")
        assert page.locator(".k-switch:visible").count() == 1
        page.locator("article a[href$='clauses.html']:visible").first.click()
        assert page.locator("h1").inner_text().endswith("Clauses")
        context.close()


def test_of_a_long_page_little_is_laid_out_before_one_reads_on(browser: Any, address: str) -> None:
    with book.opened(browser, address, "phone") as page:
        page.goto("/spec/kiksas.html")
        page.wait_for_timeout(300)
        near, all_of_it = page.evaluate(
            "() => { const all = [...document.body.querySelectorAll('*')];"
            "return [all.filter((e) => e.checkVisibility({ contentVisibilityAuto: true })).length, all.length]; }"
        )

    assert all_of_it < 9500
    assert near < 700


def test_what_lies_beside_a_narrow_screen_opens_by_keys(browser: Any, address: str) -> None:
    with book.opened(browser, address, "phone") as page:
        page.goto("/spec/kiksas.html")
        places = {"#__navigation": ".sidebar-tree a", "#__toc": ".toc-tree a[href='#KIK-1']"}
        for box, link in places.items():
            shown = f'document.querySelector("{link}").checkVisibility({{ contentVisibilityAuto: true }})'
            assert not page.evaluate(shown)
            for _ in range(3):
                page.keyboard.press("Tab")
                if page.evaluate(f"document.activeElement.matches('{box}')"):
                    break
            page.keyboard.press("Space")
            page.wait_for_timeout(400)
            assert page.evaluate(shown)
            assert page.evaluate(f'document.querySelector("{link}").getBoundingClientRect().x') in range(390)
            page.keyboard.press("Space")


def test_titles_are_said_in_the_chosen_language(browser: Any, site: Path, address: str) -> None:
    """All of them, pointed at or not: a reader of screens may say them as it goes along."""
    pairs = len(BeautifulSoup((site / "spec" / "kiksas.html").read_text("utf-8"), "html.parser").select("article [title*=' / ']"))
    said = {"lt": "Nuoroda čia", "en": "Link to here", "both": "Nuoroda čia / Link to here"}
    with book.opened(browser, address) as page:
        page.goto("/spec/kiksas.html?lang=en")
        for language in ("en", "lt", "both", "en"):
            page.locator(f".content-icon-container input[value={language}]").check(force=True)
            left = pairs if language == "both" else 0
            wanted = f"""() => document.querySelectorAll("article [title*=' / ']").length === {left} &&
                document.querySelector("article .headerlink:not([title='{said[language]}'])") === null"""
            page.wait_for_function(wanted)

    assert pairs > 300
