"""The page about Python: its examples give what is shown, and it names all that there is; and cards that show themselves."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from rich.console import Console

import kirtis
from kirtis.play import Game, State

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "python.md"
GAME = kirtis.load("kiksas")
STATE = GAME.start(seed=7)


def test_the_examples_of_the_page_give_what_is_shown() -> None:
    text = "\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE))
    example = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)

    result = runner.run(example)

    assert result.attempted > 30
    assert result.failed == 0


@pytest.mark.parametrize(("kind", "internal"), [(State, {"call", "plain"}), (Game, {"actor", "begin", "same", "settle"})])
def test_the_page_names_all_that_a_state_and_a_game_can(kind: type, internal: set[str]) -> None:
    named = set(re.findall(rf"`{kind.__name__.lower()}\.(\w+)", PAGE.read_text("utf-8")))

    public = {name for name in vars(kind) if not name.startswith("_")} - internal

    assert public - named == set()


def test_cards_are_signs_in_either_language() -> None:
    hand = STATE.cards("hand", "A")

    assert str(hand) == "♣10 ♣Q ♠10 ♠9 ♥K ♦Q"
    assert str(hand.lt) == "♣10 ♣D ♠10 ♠9 ♥K ♦D"
    assert hand.lt.en == hand
    assert list(hand) == STATE.get("hand", "A")


def test_a_trick_says_whose_each_card_is() -> None:
    state = STATE.play(STATE.actions()[0])

    assert str(state.cards("table")) == "A: ♣Q\nB: –\nC: –\nD: –"


def test_a_notebook_draws_each_card_and_names_it() -> None:
    page = BeautifulSoup(STATE.cards("hand", "A", language="lt")._repr_html_(), "html.parser")

    cards = page.find_all("span", title=True)

    assert [(card["title"], card.text) for card in cards][1] == ("kryžių dama", "♣D")
    assert [card.text for card in cards if "#b3122a" in str(card["style"])] == ["♥K", "♦D"]
    assert page.div is not None and page.div["lang"] == "lt"


def test_nobody_is_shown_what_he_does_not_see() -> None:
    shown = STATE.look("A")

    assert list(shown) == STATE.get("hand", "A")
    assert str(shown).splitlines()[1] == "B: ▒▒▒▒▒▒"
    assert "♣A" not in shown._repr_html_()


def test_rich_prints_red_cards_red() -> None:
    console = Console(force_terminal=True, color_system="standard", width=80)
    with console.capture() as got:
        console.print(STATE.cards("hand", "A"))

    assert got.get().strip() == "♣10 ♣Q ♠10 ♠9 \x1b[31m♥K\x1b[0m \x1b[31m♦Q\x1b[0m"


def test_what_is_not_there_cannot_be_shown() -> None:
    with pytest.raises(LookupError, match="kiksas has no zone “hands”; there are stock, table, taken, hand"):
        STATE.cards("hands")
    with pytest.raises(LookupError, match="hand has no cell “E”; there are A, B, C, D"):
        STATE.cards("hand", "E")
    with pytest.raises(LookupError, match="there is no seat “E”"):
        STATE.look("E")
    with pytest.raises(LookupError, match="there is no language “de” here; there are lt, en"):
        STATE.look("A", "de")
