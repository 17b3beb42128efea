"""Whatever becomes of a text under careless hands: a game, or a message for people. Nothing else, ever."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faults.cases import MINI
from faults.test_messages import LARK
from kirtis import files
from kirtis.language import Fault, SpecError, from_text

KIKSAS = files.spec_file("kiksas").read_text("utf-8")
BLOCK = re.compile(r"(?<=```\{rule\}\n).*?(?=```\n)", re.DOTALL)
TOKEN = re.compile(r"\w+|:=|\.\.|[<>!]=|\|\||[^\w\s]| +|\n")
SIGNS = ["(", ")", "[", "]", "{", "}", "|", "||", ":", ":=", "=", "==", "!", "?", "..", ".", ",", "-", "+", "*", "<", ">=", "§", "§KIK-1", "#", "\n", "\n  ", "\n    ", "\t", "  ", "0", "999999999", "ž", "\u202e", "$END", "_NL"]  # fmt: skip
WORDS = "all some no count sum the best in where if else elif otherwise and or not implies when phase act needs go move from to fill draw reset gather def table duties round option state zones seats sides deck order type replace drop was none yes let for stay start first of seen by nobody one pile set bool cards tally min max size empty top".split()

Edit = tuple[int, int, int, str]
edits = st.lists(
    st.tuples(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 6), st.sampled_from(SIGNS + WORDS)),
    min_size=1,
    max_size=4,
)


def edited(text: str, changes: list[Edit]) -> str:
    """The text with tokens and lines of its formal blocks lost, doubled, swapped, or written anew."""
    for where, which, how, sign in changes:
        blocks = list(BLOCK.finditer(text))
        if not blocks:
            break
        block = blocks[where % len(blocks)]
        parts = block[0].splitlines(keepends=True) if how > 4 else TOKEN.findall(block[0])
        if not parts:
            continue
        n = which % len(parts)
        match how:
            case 0 | 5:
                del parts[n]
            case 1 | 6:
                parts.insert(n, parts[n])
            case 2:
                parts[n - 1], parts[n] = parts[n], parts[n - 1]
            case 3:
                parts[n] = sign
            case 4:
                parts.insert(n, sign)
        text = text[: block.start()] + "".join(parts) + text[block.end() :]
    return text


def check(text: str) -> None:
    faults: tuple[Fault, ...] = ()
    try:
        from_text(text)
    except SpecError as error:
        faults = error.faults
        assert faults
    for fault in faults:
        # The reader's own words come back in the message; those of the parser must not.
        assert all(found[0] in text for found in LARK.finditer(str(fault)))
        assert fault.what
        assert fault.way_out
        assert fault.at.line >= 1


@given(edits)
@settings(max_examples=400)
def test_a_small_game_under_careless_hands(changes: list[Edit]) -> None:
    check(edited(MINI, changes))


@pytest.mark.slow
@given(edits)
@settings(max_examples=100)
def test_kiksas_under_careless_hands(changes: list[Edit]) -> None:
    check(edited(KIKSAS, changes))


@given(st.text(max_size=300))
@settings(max_examples=200)
def test_any_text_as_a_formal_block(text: str) -> None:
    check(MINI.replace("start lots with stock\n", text + "\n"))


@given(st.text(alphabet=":`{}>-* \nabc#|", max_size=200))
@settings(max_examples=200)
def test_any_markdown(text: str) -> None:
    check(text + "\n" + MINI)
