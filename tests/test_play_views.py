"""What a seat sees: hands, table, the card looked at, the partner while trumps are named, Akis."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kirtis
from kirtis.play import State
from kirtis.play.sight import heard

GAME = kirtis.load("kiksas")
CARDS = GAME.rules.enums["card"]


def dealt(phase: str, **variables: Any) -> State:
    """Six cards each in the order of the pack, dealer D, so A is eldest hand and C his partner."""
    hands: Any = {seat: list(CARDS[6 * n : 6 * n + 6]) for n, seat in enumerate("ABCD")}
    given = {"dealer": "D", "opening": False, "recorders": "AC", **variables}
    return GAME.from_position({"phase": phase, "variables": given, "zones": {"hand": hands}}, seed=1)


def seen_hands(state: State, seat: str) -> str:
    """The seats whose hands a seat sees."""
    zones: Any = state.view(seat)["zones"]
    return "".join(s for s, cards in zones["hand"].items() if cards is not None)


def test_everybody_sees_his_own_hand_only() -> None:
    state = dealt("play", turn="A", leader="A", trump="clubs")
    assert [seen_hands(state, seat) for seat in "ABCD"] == ["A", "B", "C", "D"]
    view: Any = state.view("B")
    assert view["sizes"]["hand"] == {"A": 6, "B": 6, "C": 6, "D": 6}
    assert view["zones"]["hand"]["B"] == list(CARDS[6:12])
    assert view["zones"]["taken"] == {"AC": None, "BD": None}
    assert seen_hands(state, "A") == "A"


def test_the_partner_does_not_look_while_trumps_are_named() -> None:
    state = dealt("naming")
    assert [seen_hands(state, seat) for seat in "ABCD"] == ["A", "B", "", "D"]


def test_in_akis_the_partner_sleeps_and_the_hands_open_after_the_lead() -> None:
    before = dealt("play", turn="B", leader="B", soloist="B", game="akis_high", speaker="B")
    assert [seen_hands(before, seat) for seat in "ABCD"] == ["A", "B", "C", ""]
    after = before.play(before.actions()[0])
    assert [seen_hands(after, seat) for seat in "ABCD"] == ["AC", "ABC", "AC", "AC"]


def test_only_the_eldest_sees_the_card_he_looked_at() -> None:
    state = GAME.from_position({"phase": "judge", "variables": {"dealer": "D", "opening": False, "peeked": "ace of hearts"}})
    eldest: Any = state.view("A")
    assert eldest["variables"]["peeked"] == "ace of hearts"
    assert eldest["hidden"] == []
    for seat in "BCD":
        view: Any = state.view(seat)
        assert "peeked" not in view["variables"]
        assert view["hidden"] == ["peeked"]


def test_the_public_view_is_what_all_see() -> None:
    public: Any = dealt("play", turn="A", leader="A", trump="clubs").public()
    assert set(public["zones"]["hand"].values()) == {None}
    assert public["zones"]["table"] == {"A": [], "B": [], "C": [], "D": []}
    assert "peeked" not in public["variables"]


def test_a_view_never_tells_more_than_its_seat_may_know() -> None:
    """Two positions that differ in hidden cards only look the same."""
    one = dealt("play", turn="A", leader="A", trump="clubs")
    hands: Any = one.position()["zones"]
    swapped = {"A": hands["hand"]["A"], "B": hands["hand"]["C"], "C": hands["hand"]["B"], "D": hands["hand"]["D"]}
    other = GAME.from_position({**one.position(), "zones": {**hands, "hand": swapped}})
    assert one.view("A") == other.view("A")
    assert one.view("D") == other.view("D")
    assert one.view("B") != other.view("B")


def test_views_are_json() -> None:
    state = GAME.start(seed=4)
    for _ in range(60):
        for seat in GAME.seats:
            assert json.loads(json.dumps(state.view(seat))) == state.view(seat)
        state = state.play(state.actions()[0])


def test_an_unknown_seat() -> None:
    with pytest.raises(LookupError, match="there is no seat “E”; there are A, B, C, D"):
        GAME.start(seed=1).view("E")


def test_a_card_that_is_played_is_seen_even_where_the_trick_is_taken_at_once() -> None:
    state = GAME.start(seed=7)
    for _ in range(3):
        state = state.play(state.actions()[0])
    action = state.actions()[0]
    assert state.play(action).get("table", "D") is None
    assert heard(state, action, "A") == action.args
