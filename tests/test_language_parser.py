"""The grammar leaves no choice, and the tables that lie beside it are its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kirtis import files
from kirtis.language import SpecError
from kirtis.language.document import Block, read_document
from kirtis.language.parse import joined, tree_of
from kirtis.language.parser import TABLES, digest, from_grammar, from_tables, parser
from kirtis.language.places import Place
from kirtis.language.trees import Tree, place_in, text_in


def blocks() -> list[Block]:
    found = [read_document(p) for p in (*files.spec_files(), *files.proof_files())]
    return [b for d in found for u in d.units for b in u.blocks]


def test_the_grammar_leaves_no_choice() -> None:
    from_grammar(strict=True)


def test_the_tables_belong_to_the_grammar() -> None:
    assert from_tables(TABLES) is not None, "run: python -c 'from kirtis.language.parser import write_tables; write_tables()'"
    assert f'"digest":"{digest()}"' in TABLES.read_text("utf-8")


def test_the_tables_read_as_the_grammar_does() -> None:
    strict = from_grammar(strict=True)

    for block in blocks():
        assert parser().parse(joined(block.text)) == strict.parse(joined(block.text))


def test_tables_of_another_grammar_are_not_used(tmp_path: Path) -> None:
    other = tmp_path / "grammar.json"
    for text in ("", "[", '{"digest": "0"}', "{}"):
        other.write_text(text)
        assert from_tables(other) is None
    assert from_tables(tmp_path / "missing.json") is None


def test_a_run_does_not_make_the_tables_again() -> None:
    """Making them costs more than all the rest of loading a game; a run that reads them never asks for the grammar's compiler."""
    code = (
        "import lark.load_grammar as l; l.load_grammar = None; import lark.lark as k; k.load_grammar = None\n"
        "from kirtis.language import load; print(load('kiksas').name)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert ran.stdout == "kiksas\n", ran.stderr


def test_places_and_texts_of_trees() -> None:
    block = Block("rule", "def d: bool =\n  yes if trump = none  §KIK-2\n  no  otherwise\n", Place("a.md", 10, ("KIK-1",)))
    definition = tree_of(block).tree(0).tree(1)
    case = definition.tree(3)

    assert place_in(block)(definition) == Place("a.md", 10, ("KIK-1",))
    assert place_in(block)(case) == Place("a.md", 11, ("KIK-1", "KIK-2"))
    assert text_in(block, case.tree(1)) == "trump = none"
    assert isinstance(case, Tree)


@pytest.mark.parametrize(
    "text", ["def d: bool = yes", "def d: bool = yes\n\n\n", "# a remark\ndef d: bool = yes # so it is", "\n\ndef d: bool = yes"]
)
def test_white_space_and_remarks_do_not_matter(text: str) -> None:
    assert tree_of(Block("rule", text, Place("a.md", 1))).tree(0).tree(1).word(0) == "d"


def test_an_empty_block_says_nothing() -> None:
    assert tree_of(Block("rule", "", Place("a.md", 1))).parts == ()
    assert tree_of(Block("rule", "# only a remark\n", Place("a.md", 1))).parts == ()


@pytest.mark.parametrize(
    "text",
    [
        "def d: bool = leader =\n  turn",
        "def d: bool =\n  leader =\n    turn",
        "def d: 0..9 = 1 +\n  2\n  - 1",
        "replace def d: bool =\n  yes if leader !=\n    none\n  no otherwise",
    ],
)
def test_a_line_goes_on_after_a_sign_that_joins(text: str) -> None:
    assert len(tree_of(Block("rule", text, Place("a.md", 1))).parts) == 1


def test_a_line_goes_on_after_a_colon_but_not_after_that_of_an_if() -> None:
    text = "phase p by A\n  act a\n    needs quiet:\n      led = none\n      and trump = none\n    if led = none\n        and trump = none:\n      turn := A\n      last := A\n"
    act = tree_of(Block("rule", text, Place("a.md", 1))).tree(0).tree(1).tree(2)

    assert [t.kind for t in act.trees(3)] == ["need", "if_"]
    assert [t.kind for t in act.tree(4).trees()] == ["and_", "indented"]


def test_a_list_of_cards_goes_on_where_it_is_indented_further() -> None:
    text = "deck\n  suits clubs\n    hearts\n\n        spades\n  ranks ace # high\n        king\n  jokers red\n   black\n  copies 2\n"
    deck = tree_of(Block("rule", text, Place("a.md", 1))).tree(0).tree(1)

    assert [line.words() for line in deck.trees()[:3]] == [("clubs", "hearts", "spades"), ("ace", "king"), ("red", "black")]
    with pytest.raises(SpecError, match=r"a\.md:7"):
        tree_of(Block("rule", text.replace("        king", "        / king"), Place("a.md", 1)))
    with pytest.raises(SpecError, match=r"a\.md:7"):
        tree_of(Block("rule", text.replace("        king", "  king"), Place("a.md", 1)))


def test_a_broken_line_keeps_its_place() -> None:
    text = "def d: bool = yes\n  and\n  yes\n"

    assert len(joined(text)) == len(text)
    with pytest.raises(SpecError, match=r"a\.md:3"):
        tree_of(Block("rule", text.replace("  yes\n", "  / yes\n"), Place("a.md", 1)))
