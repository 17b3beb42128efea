"""The words of the book: what a reader sees in one language, page by page, is of that language and spelt right.

The texts are those that the browser shows, labels for listeners included; the words of the command line come from the package.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

import book
import spelling
from needs import needs
from spelling import Said

LANGUAGES = ("lt", "en")
READY = {"play/": ".k-felt", "search.html?": "#search-results .search-summary"}
"""What a page that scripts make has once it is made."""


def needs_dictionary(language: str) -> None:
    """Skip where the dictionary is not installed; in CI it has to be."""
    needs(spelling.there(language), "no dictionary: apt install hunspell hunspell-lt hunspell-en-gb")


@pytest.fixture(scope="module")
def texts(site: Path, address: str, browser: Any) -> dict[str, list[Said]]:
    """Every text of every page, by language."""
    pages = sorted(p.relative_to(site).as_posix() for p in site.rglob("*.html") if "_static" not in p.parts)
    with book.opened(browser, address) as page:
        return dict(_read(page, [*pages, "search.html?q=kirtis"]))


def _read(page: Any, pages: list[str]) -> Iterator[tuple[str, list[Said]]]:
    for language in LANGUAGES:
        found: list[Said] = []
        for name in pages:
            page.goto(f"/{name}{'&' if '?' in name else '?'}lang={language}")
            for start, part in READY.items():
                if name.startswith(start):
                    page.wait_for_selector(part)
            # Titles are said in the chosen language a little later than all else.
            page.wait_for_function("document.querySelector(`[title*=' / ']`) === null")
            found += spelling.seen(page, f"{name} ({language})")
        yield language, found


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_on_the_pages_is_a_word_of_the_language_chosen(texts: dict[str, list[Said]], language: str) -> None:
    needs_dictionary(language)

    assert len(texts[language]) > 10_000
    assert spelling.misspelt(language, texts[language]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_the_program_says_is_a_word_of_its_language(language: str) -> None:
    needs_dictionary(language)
    said = [pair[LANGUAGES.index(language)] for pair in (*spelling.of_package(), *spelling.of_scripts())]

    assert len(said) > 250
    assert spelling.misspelt(language, said) == []


def test_a_word_of_the_other_language_and_a_slip_are_noticed() -> None:
    needs_dictionary("lt")
    needs_dictionary("en")

    for language, text, wrong in (
        ("lt", "Kirtį ima aukščiausia trick.", "trick"),
        ("lt", "Kirtį ima auksčiausia korta.", "auksčiausia"),
        ("en", "The trick is taken by the korta.", "korta"),
        ("en", "The trick is takken.", "takken"),
    ):
        assert [line.split("“")[1].split("”")[0] for line in spelling.misspelt(language, [Said("here", text)])] == [wrong]


@pytest.mark.parametrize("name", ["lt.txt", "en.txt", "names.txt"])
def test_our_lists_are_sorted_and_every_word_in_them_is_needed(name: str) -> None:
    lines = [x for x in (spelling.WORDS / name).read_text("utf-8").splitlines() if not x.startswith("#")]

    assert lines == sorted(set(lines))
    if name != "names.txt" and spelling.there(name[:2]):
        assert [w for w in lines if not spelling.strange(name[:2], [w])] == []


QUOTES = {"lt": ("„", "“"), "en": ("“", "”")}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_and_dashes_are_those_of_the_language(texts: dict[str, list[Said]], language: str) -> None:
    first, last = QUOTES[language]
    wrong = []
    for said in texts[language]:
        text = said.text
        plain = re.sub(r"`[^`]*`", "", text)
        if '"' in plain or (re.search(r"\w'\w|(?<!\w)'\w", plain) and language == "lt"):
            wrong.append(f"{said.where}: a straight quotation mark: {text}")
        if plain.count(first) != plain.count(last) or (language == "en" and "„" in plain) or (language == "lt" and "”" in plain):
            wrong.append(f"{said.where}: quotation marks that do not match: {text}")
        if re.search(r"\w - \w|\w– |(?<= )–\w|--", plain):
            wrong.append(f"{said.where}: a hyphen in place of a dash, or a dash without room: {text}")
    assert wrong == []


NOUNS = [
    ("akis akį", "akys akis", "akių"), ("korta kortą", "kortos kortas", "kortų"), ("taškas tašką", "taškai taškus", "taškų"),
    ("kirtis kirtį", "kirčiai kirčius", "kirčių"), ("figūra figūrą", "figūros figūras", "figūrų"), ("galva galvą", "galvos galvas", "galvų"),
    ("žaidėjas žaidėją", "žaidėjai žaidėjus", "žaidėjų"), ("padalijimas padalijimą", "padalijimai padalijimus", "padalijimų"),
    ("partija partiją", "partijos partijas", "partijų"), ("koziris kozirį", "koziriai kozirius", "kozirių"),
    ("punktas punktą", "punktai punktus", "punktų"), ("pastebėjimas pastebėjimą", "pastebėjimai pastebėjimus", "pastebėjimų"),
    ("pasirinkimas pasirinkimą", "pasirinkimai pasirinkimus", "pasirinkimų"), ("teorema teoremą", "teoremos teoremas", "teoremų"),
    ("vienetas vienetą", "vienetai vienetus", "vienetų"), ("vektorius vektorių", "vektoriai vektorius", "vektorių"),
]  # fmt: skip
"""One, some, of many: in the cases in which the number decides."""


def agrees(number: int, noun: str) -> bool:
    """Whether a noun may stand after a number: 21 takes one card, 22 some, 20 and 11 of many."""
    for one, some, many in ((x.split(), y.split(), z) for x, y, z in NOUNS):
        if noun in (*one, *some, many):
            if number % 10 == 0 or 11 <= number % 100 <= 19:
                return noun == many
            return noun in (*(one if number % 10 == 1 else some), many)
    return True


@pytest.mark.parametrize(
    ("number", "right", "wrong"),
    [
        (1, "taškas", "taškai"),
        (2, "taškai", "taškas"),
        (10, "taškų", "taškai"),
        (11, "kortų", "korta"),
        (21, "taškas", "taškai"),
        (22, "kortos", "korta"),
    ],
)
def test_numbers_and_nouns(number: int, right: str, wrong: str) -> None:
    assert agrees(number, right)
    assert not agrees(number, wrong)


@pytest.mark.slow
def test_nouns_agree_with_their_numbers(texts: dict[str, list[Said]]) -> None:
    found = [
        (said.where, f"{number} {noun}")
        for said in texts["lt"]
        for number, noun in re.findall(r"(?<![\d.,:–-])(\d+)[ \u00a0]([a-ząčęėįšųūž]+)", said.text)
        if not agrees(int(number), noun)
    ]

    assert found == []


def test_what_is_counted_on_the_start_page_agrees_too(site: Path) -> None:
    """There the number stands by itself, before its noun."""
    start = BeautifulSoup((site / "index.html").read_text("utf-8"), "html.parser")
    counted = [(fact.select_one(".k-count"), fact.select_one(".k-lt")) for fact in start.select(".k-games .k-fact")]
    pairs = [(int(number.get_text()), noun.get_text()) for number, noun in counted if number and noun]

    assert len(pairs) >= 4 * 7
    assert [pair for pair in pairs if not agrees(*pair)] == []


@pytest.mark.slow
def test_long_numbers_are_written_as_the_language_writes_them(texts: dict[str, list[Said]]) -> None:
    assert [s for s in texts["lt"] if re.search(r"(?<![\w.,-])\d{1,3}[, ]\d{3}\b", re.sub(r"`[^`]*`", "", s.text))] == []
    assert [s for s in texts["en"] if re.search(r"(?<![\w.,-])\d{1,3}[ \u00a0]\d{3}\b", re.sub(r"`[^`]*`", "", s.text))] == []


def games(page: BeautifulSoup, part: str) -> list[str]:
    """The games in the order in which a part of a page names them."""
    found = [re.search(r"spec/([\w-]+)\.html", str(a["href"])) for a in page.select(f"{part} a[href]")]
    return list(dict.fromkeys(m[1] for m in found if m))


@pytest.mark.slow
def test_the_games_stand_in_one_order_everywhere(site: Path) -> None:
    first = BeautifulSoup((site / "index.html").read_text("utf-8"), "html.parser")
    order = games(first, ".sidebar-tree")

    assert order == ["kiksas", "trikiksis", "ozka", "karavas", "karavas-mainai", "sesiasdesimt-sesi", "astuonkojis"]
    assert games(first, ".k-games") == order
    for name in ("clauses", "findings", "options"):
        page = BeautifulSoup((site / f"{name}.html").read_text("utf-8"), "html.parser")
        named = games(page, "#furo-main-content")
        assert named == [g for g in order if g in named]
