"""The reference page: every example on it is read, every word of the language is shown, every bound is the real one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lark.lexer import PatternStr
from markdown_it import MarkdownIt

from faults.frames import game
from kirtis.language import actions, budget, build, cards, definitions, from_text, items, operators, scope, source, statements
from kirtis.language.parser import parser
from kirtis.language.types import SetOf

PAGE = Path(__file__).resolve().parents[1] / "docs" / "language.md"
CLAIMS = ("fact", "theorem", "invariant", "possible", "step", "measure")


def fences(info: str) -> list[tuple[int, str]]:
    """Line and content of the fences of that kind; formal text stands in fences without a name."""
    found = MarkdownIt().parse(PAGE.read_text("utf-8"))
    return [(t.map[0] + 1, t.content) for t in found if t.type == "fence" and t.info.strip() == info and t.map]


def examples() -> list[tuple[int, str]]:
    return fences("")


@pytest.mark.parametrize(("line", "text"), examples(), ids=lambda v: f"line {v}" if isinstance(v, int) else "")
def test_formal_example(line: int, text: str) -> None:
    first = {row.split()[0] for row in text.split("\n") if row and row[0] not in " #"}
    if "example" in first:
        read = game(example=text)
    elif first & set(CLAIMS):
        read = game(claim=text)
    else:
        read = game(rule=text)

    assert read.name == "frame"


def test_the_page_has_an_example_for_every_word_of_the_language() -> None:
    words = {t.pattern.value for t in parser().terminals if isinstance(t.pattern, PatternStr) and t.pattern.value.isalpha()}
    words |= {"one", "pile", "replace", "drop", *CLAIMS, "bool", "tally", "cards", "min", "max", "size", "empty", "top"}
    page = "\n".join(text for _, text in (*examples(), *fences("markdown")))

    assert {w for w in words if not re.search(rf"\b{w}\b", page)} == set()


def test_the_list_of_words_is_complete() -> None:
    listed = set(fences("text")[-1][1].split())

    assert scope.RESERVED - listed == set()


def test_the_house_rule_is_a_variant() -> None:
    [variant] = [text for _, text in fences("markdown") if "{game}" in text]
    g = from_text(variant)

    assert g.parent == "kiksas"
    assert "overtrump" not in g.options


def test_the_bounds_are_the_real_ones() -> None:
    page = PAGE.read_text("utf-8")

    for bound in (
        source.MOST_BYTES,
        scope.MOST_VALUES,
        build.MOST_CELLS,
        items.MOST_ITEMS,
        definitions.MOST_CASES,
        operators.LARGEST,
        actions.MOST_CHOICES,
        statements.MOST_STATEMENTS,
        budget.MOST_NODES,
        budget.MOST_STEPS,
        budget.MOST_DEPTH,
        budget.MOST_NESTED,
    ):
        assert f"{bound:,}" in page[page.index("## Ribos") :]
    assert cards.MOST_COPIES == 4


def test_sets_are_only_of_enumerations() -> None:
    assert isinstance(game("def d: set of seat = {A, B}").definitions["d"].type, SetOf)
