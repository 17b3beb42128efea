"""Why an action may not be done: each duty, each need, and everything that is no action at all."""

from __future__ import annotations

from typing import Any

import pytest

import kirtis
from kirtis.play import Action, Game, State
from kirtis.play.why import Refusal

GAMES: dict[tuple[tuple[str, Any], ...], Game] = {}


def game(**options: Any) -> Game:
    key = tuple(sorted(options.items()))
    if key not in GAMES:
        GAMES[key] = kirtis.load("kiksas", options=options)
    return GAMES[key]


def at(phase: str, variables: dict[str, Any], zones: dict[str, Any] | None = None, **options: Any) -> State:
    given = {"dealer": "D", "recorders": "AC", "opening": False, **variables}
    return game(**options).from_position({"phase": phase, "variables": given, "zones": zones or {}})


def why(state: State, *words: str) -> Refusal:
    seat, name, *args = words
    found = state.why_not(Action(seat, name, args))
    assert found is not None
    return found


TRICK = {"turn": "B", "leader": "A", "trump": "hearts"}


@pytest.mark.parametrize(
    ("name", "state", "card", "clause", "english"),
    [
        (
            "lead_queen", at("play", {"turn": "A", "leader": "A", "trump": "hearts"}, {"hand": {"A": ["queen of hearts", "ace of clubs"]}}),
            "A ace of clubs", "KIK-11", "The first lead must be the trump queen.",
        ),
        (
            "follow", at("play", TRICK, {"table": {"A": ["ten of clubs"]}, "hand": {"B": ["nine of clubs", "ace of hearts"]}}),
            "B ace of hearts", "KIK-5", "The suit led must be followed.",
        ),
        (
            "ruff", at("play", TRICK, {"table": {"A": ["ten of clubs"]}, "hand": {"B": ["nine of spades", "ace of hearts"]}}),
            "B nine of spades", "KIK-5", "You are void in the suit led: a trump must be played.",
        ),
    ],
)  # fmt: skip
def test_each_duty(name: str, state: State, card: str, clause: str, english: str) -> None:
    seat, _, card = card.partition(" ")
    refusal = why(state, seat, "play", card)
    assert (refusal.condition, refusal.message[1]) == (name, english)
    assert clause in refusal.clauses
    assert refusal.formal
    assert all(lt and en for lt, en in refusal.titles)
    assert refusal.message[0] != refusal.message[1]


def test_the_duty_to_overtrump_where_it_is_an_option() -> None:
    zones = {"table": {"A": ["ten of clubs"], "B": ["ten of hearts"]}, "hand": {"C": ["nine of hearts", "queen of hearts"]}}
    variables = {**TRICK, "turn": "C"}
    assert at("play", variables, zones).why_not(Action("C", "play", ("nine of hearts",))) is None
    refusal = why(at("play", variables, zones, overtrump=True), "C", "play", "nine of hearts")
    assert refusal.condition == "overtrump"
    assert refusal.clauses == ("KIK-5",)


def test_a_card_that_is_not_held() -> None:
    state = at("play", TRICK, {"table": {"A": ["ten of clubs"]}, "hand": {"B": ["nine of spades"]}})
    refusal = why(state, "B", "play", "ace of clubs")
    assert refusal.message == ("Kortą reikia turėti rankoje.", "The card must be in your hand.")
    assert refusal.condition == "allowed"


WRITING = {"turn": "B", "leader": "B", "trump": "hearts", "part": "answer", "recorders": "AC", "tricks": {"AC": 0, "BD": 3}}


@pytest.mark.parametrize(
    ("need", "change", "words"),
    [
        ("writing_off", {"part": "record"}, "B su_dviem"),
        ("all_taken", {"tricks": {"AC": 1, "BD": 2}}, "B su_dviem"),
        ("in_time", {"tricks": {"AC": 0, "BD": 2}}, "B su_dviem"),
        ("not_yet", {"two": True}, "B su_dviem"),
        ("of_answerers", {}, "A su_dviem"),
        ("writing_off", {"part": "record", "tricks": {"AC": 0, "BD": 5}}, "B stop"),
        ("last_lead", {}, "B stop"),
        ("five_taken", {"tricks": {"AC": 1, "BD": 4}}, "B stop"),
        ("not_announced", {"tricks": {"AC": 0, "BD": 5}, "two": True}, "B stop"),
    ],
)
def test_each_need(need: str, change: dict[str, Any], words: str) -> None:
    refusal = why(at("play", {**WRITING, **change}, {"hand": {"B": ["ace of clubs"]}}), *words.split())
    assert refusal.condition == need
    assert refusal.clauses
    assert "KIK-21" in refusal.clauses or "KIK-24" in refusal.clauses or "KIK-23" in refusal.clauses


def test_a_call_between_tricks_only() -> None:
    refusal = why(at("play", {**WRITING, "turn": "C"}, {"table": {"B": ["ace of clubs"]}}), "D", "su_dviem")
    assert refusal.condition == "between_tricks"


def test_a_call_by_the_leader_only() -> None:
    state = at("play", WRITING, {"hand": {"B": ["ace of clubs"]}}, call_by="only_leader")
    assert why(state, "D", "su_dviem").condition == "speaker_may"


def test_a_suit_that_is_not_held() -> None:
    state = at("naming", {}, {"hand": {"A": ["ace of clubs"]}}, named_held=True)
    assert why(state, "A", "name", "hearts").condition == "held"
    assert state.why_not(Action("A", "name", ("clubs",))) is None


def test_own_trump() -> None:
    state = at("offers", {"speaker": "B", "trump": "clubs"}, {"hand": {"B": ["queen of clubs", "ace of hearts"]}})
    assert why(state, "B", "own_trump", "clubs").condition == "other_suit"
    assert why(state, "B", "own_trump", "hearts").condition == "queen_held"


@pytest.mark.parametrize(
    ("words", "english"),
    [
        ("E play x", "There is no seat “E”."),
        ("B fly", "There is no action “fly”."),
        ("B keep", "This cannot be done now: keep the card, six at once."),
        ("B play x", "There is no such thing as “x” here."),
        ("B play", "The action “play” is written like this: play <card>."),
    ],
)
def test_what_is_no_action_here(words: str, english: str) -> None:
    state = at("play", TRICK, {"table": {"A": ["ten of clubs"]}, "hand": {"B": ["nine of spades"]}})
    refusal = why(state, *words.split())
    assert refusal.message[1] == english
    assert refusal.message[0] != english


def test_whose_turn_it_is() -> None:
    state = at("play", TRICK, {"hand": {"A": ["nine of spades"]}})
    refusal = why(state, "A", "play", "nine of spades")
    assert refusal.message == ("Dabar eilė kitam: B.", "It is the turn of B.")


def test_after_the_end() -> None:
    assert why(at("over", {}), "A", "play", "nine of spades").message[1] == "The match is over."


def test_every_card_is_either_possible_or_refused_with_a_reason() -> None:
    state = game().start(seed=5)
    for n in range(60):
        if state.phase == "play":
            for card in state.game.rules.enums["card"]:
                action = Action(state.actor or "", "play", (card,))
                assert (state.why_not(action) is None) is (action in state.actions())
        state = state.play(state.actions()[n % len(state.actions())])
