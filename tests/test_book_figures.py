"""What the book works out by the rules: orders and worths of cards, who takes a trick, numbers in a text, and words in their order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kirtis import files
from kirtis.language import load
from kirtis.rulebook.cards import Card, read_card
from kirtis.rulebook.faces import plural
from kirtis.rulebook.numbers import numbers_of
from kirtis.rulebook.ranks import Ranking, Scale
from kirtis.rulebook.results import read_apart
from kirtis.rulebook.shelf import Shelf
from kirtis.rulebook.stock import read_shelf
from kirtis.rulebook.terms import Term, letter, lines, order, read_terms

ROOT = Path(__file__).resolve().parents[1]
QUICK = sorted((ROOT / "docs" / "quick").glob("*.md"))


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return read_shelf(files.spec_files(), files.proof_files(), Path("there is none"))


def signs(scale: Scale, language: str) -> str:
    """The ranks of a row, as a clause would list them."""
    return ", ".join(one.card.sign(language)[1:] for one in scale.cards)


def ranking(game: str, **given: str) -> Ranking:
    return Ranking(load(game, proofs=False), given, None if game == "astuonkojis" else "worth")


# -- the order and worth of the cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "given", "clause"),
    [
        ("kiksas", {"trump": "clubs"}, "KIK-3"),
        ("kiksas", {"trump": "diamonds"}, "KIK-3"),
        ("kiksas", {}, "KIK-3"),
        ("sesiasdesimt-sesi", {"trump": "hearts"}, "SES-3"),
        ("astuonkojis", {}, "AST-3"),
    ],
)
def test_every_row_stands_in_the_clause_in_both_languages(shelf: Shelf, game: str, given: dict[str, str], clause: str) -> None:
    texts = [" ".join(t.split()) for t in shelf.entries[clause].unit.texts]

    for scale in ranking(game, **given).scales():
        assert signs(scale, "lt") in texts[0]
        assert signs(scale, "en") in texts[1]


@pytest.mark.parametrize(("game", "given", "clause"), [("ozka", {}, "OZK-3"), ("karavas", {"trump": "hearts"}, "KAR-3")])
def test_where_courts_are_trumps_a_plain_suit_is_short(shelf: Shelf, game: str, given: dict[str, str], clause: str) -> None:
    trumps, *plain = ranking(game, **given).scales()

    assert [signs(s, "lt") in shelf.entries[clause].unit.texts[0] for s in plain] == [True]
    assert len(trumps.cards) + sum(len(s.cards) * len(s.suits) for s in plain) == len(load(game, proofs=False).enums["card"])


def test_the_seven_of_the_suit_named_stands_above_all_trumps() -> None:
    for suit in ("clubs", "spades", "hearts", "diamonds"):
        trumps = ranking("karavas", trump=suit).scales()[0]

        assert trumps.cards[0].card == Card(suit, "seven")
        assert len(trumps.cards) == 14


def test_the_trump_queen_is_worth_an_ace_and_the_pack_with_her_128() -> None:
    worth = {w.card: w.worth for s in ranking("kiksas", trump="spades").scales() for w in s.cards}

    assert (worth[Card("spades", "queen")], worth[Card("clubs", "queen")]) == (11, 3)
    assert (ranking("kiksas", trump="spades").total, ranking("kiksas").total) == (128, 120)


@pytest.mark.parametrize(
    ("game", "given", "laid", "taker"),
    [
        ("kiksas", {"trump": "clubs"}, "♥T ♥9 ♣V ♥10", "♣V"),
        ("kiksas", {"trump": "clubs"}, "♣T ♣D ♣10 ♣K", "♣D"),
        ("kiksas", {}, "♥D ♥K ♣T ♠T", "♥K"),
        ("ozka", {}, "♥T ♥10 ♥D ♣9", "♥D"),
        ("karavas", {"trump": "hearts"}, "♣D ♥7 ♥T ♠D", "♥7"),
    ],
)
def test_a_trick_goes_to_whom_the_rules_give_it(game: str, given: dict[str, str], laid: str, taker: str) -> None:
    found = ranking(game, **given)
    cards = tuple(found.index(read_card(sign)) for sign in laid.split())

    assert found.card(cards[found.taker(cards)]).sign("lt") == taker


@pytest.mark.parametrize(
    ("given", "worth", "message"),
    [
        ({"trumps": "clubs"}, None, "no variable “trumps”"),
        ({"trump": "bells"}, None, "it may be none, clubs, spades, hearts, diamonds"),
        ({}, "value", "no definition “value”"),
    ],
)
def test_what_the_game_has_not_is_refused_with_a_way_out(given: dict[str, str], worth: str | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Ranking(load("kiksas", proofs=False), given, worth)


@pytest.mark.parametrize(
    ("number", "word"),
    [(0, "akių"), (1, "akis"), (2, "akys"), (10, "akių"), (11, "akių"), (21, "akis"), (112, "akių"), (23, "akys")],
)
def test_a_number_takes_its_lithuanian_word(number: int, word: str) -> None:
    assert plural(number, "akis", "akys", "akių") == word


# -- numbers and clauses on the quick pages ----------------------------------------------------------------------------------


def test_a_clause_says_the_numbers_of_its_formal_text_and_of_both_its_texts(shelf: Shelf) -> None:
    said = numbers_of(shelf, "KIK-9")

    assert {"6", "3"} <= said
    assert "17" not in said  # the number of a clause that it refers to
    assert {"76", "62"} <= numbers_of(shelf, "KIK-14")


def test_every_game_has_a_quick_page() -> None:
    assert [p.stem for p in QUICK] == [p.stem for p in files.spec_files()]


@pytest.mark.parametrize("page", QUICK, ids=lambda p: p.stem)
def test_both_languages_of_a_quick_page_rest_on_the_same_clauses_and_numbers(page: Path) -> None:
    blocks = re.findall(r"^:::\{(lt|en)\}\n(.*?)^:::$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    roles = [(code, sorted(re.findall(r"\{(?:clause|number|card)\}`[^`]+`", text))) for code, text in blocks]

    assert [code for code, _ in roles] == ["lt", "en"] * (len(roles) // 2)
    assert [found for code, found in roles if code == "lt"] == [found for code, found in roles if code == "en"]


@pytest.mark.parametrize("page", QUICK, ids=lambda p: p.stem)
def test_every_point_of_a_quick_page_names_a_clause(page: Path) -> None:
    points = re.findall(r"^(?:-|\d\.) (.*?)(?=^(?:-|\d\.) |^:::$|^$)", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    silent = [p for p in points if "{clause}" not in p and "{number}" not in p and ".md)" not in p]

    assert len(points) > 15
    assert silent == []


# -- words -------------------------------------------------------------------------------------------------------------------

WORDS = st.text(alphabet="aąbcčdeęėfghiįyjklmnoprsštuųūvzž", min_size=1, max_size=6)


def test_words_stand_in_the_order_of_the_lithuanian_alphabet() -> None:
    right = [
        "akis",
        "ąžuolas",
        "cukrus",
        "čirvai",
        "dama",
        "ežeras",
        "ėjimas",
        "išdalyti",
        "ypač",
        "išeiti",
        "jonai",
        "sausai",
        "širdys",
        "tūzas",
        "ūsas",
        "utėlė",
        "zuikis",
        "žaidėjas",
    ]

    assert sorted(right, key=order) == sorted(right, key=lambda w: order(w)[0])
    assert [w for w in sorted(right, key=order) if w[0] in "cčdszšž"] == [
        "cukrus",
        "čirvai",
        "dama",
        "sausai",
        "širdys",
        "zuikis",
        "žaidėjas",
    ]
    assert sorted(["yla", "ilgas", "į", "jau"], key=order) == ["į", "yla", "ilgas", "jau"]


@given(WORDS, WORDS)
def test_marks_that_make_no_letter_decide_only_where_all_else_is_alike(a: str, b: str) -> None:
    plain = str.maketrans("ąęėįyųū", "aeeiiuu")

    if a.translate(plain) != b.translate(plain):
        assert (order(a) < order(b)) == (order(a.translate(plain)) < order(b.translate(plain)))


def test_a_word_stands_under_its_letter() -> None:
    assert [letter(w) for w in ("čirvai", "ėjimas", "ūsas", "„Stop!“", "ypač")] == ["Č", "E", "U", "S", "I"]


def test_another_word_has_a_line_that_leads_to_the_first() -> None:
    term = Term((("širdys", "čirvai"), ("hearts",)), ("", ""), ())

    assert [(x.word, x.other) for x in lines([term], 0)] == [("čirvai", True), ("širdys", False)]


def test_the_terms_of_the_book_can_be_read_and_name_clauses_that_there_are(shelf: Shelf) -> None:
    terms = read_terms(ROOT / "docs" / "terms.toml")

    assert len(terms) > 80
    assert [c for t in terms for c in t.see if c not in shelf.entries] == []


def test_a_term_without_a_meaning_in_both_languages_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "terms.toml"
    file.write_text('[[term]]\nlt = ["kirtis"]\nen = ["trick"]\nmeans = ["tik lietuviškai"]\nsee = ["KIK-6"]\n', "utf-8")

    with pytest.raises(ValueError, match="no meaning in both languages"):
        read_terms(file)


# -- what tells the values of an option apart, and what has changed ----------------------------------------------------------


def test_what_was_found_of_other_rules_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "kiksas.json"
    file.write_text('{"rules": "this", "options": [{"name": "overtrump", "apart": [{"claim": "trumps_are_free"}]}]}', "utf-8")

    assert read_apart(file, "this") == {"overtrump": ("trumps_are_free",)}
    assert read_apart(file, "other") == {}


def points(text: str) -> list[str]:
    return [" ".join(p.split()) for p in re.findall(r"^- (.*?)(?=^- |^:::$|^#|\Z)", text, re.DOTALL | re.MULTILINE)]


def test_the_page_of_changes_says_what_the_changelog_says() -> None:
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    page = (ROOT / "docs" / "changes.md").read_text("utf-8")
    lt, en = ("\n".join(re.findall(rf"^:::\{{{code}\}}\n(- .*?^:::$)", page, re.DOTALL | re.MULTILINE)) for code in ("lt", "en"))

    assert points(en) == points(log)
    assert len(points(lt)) == len(points(en))
