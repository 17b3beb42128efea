"""The public interface of kirtis.play, as its documentation shows it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kirtis
from kirtis.play import Action, ActionError, ChanceError, Game, Kept, OptionError, PositionError, Seeded

GAME = kirtis.load("kiksas")


def play_first(game: Game, seed: int, steps: int) -> list[str]:
    state = game.start(seed=seed)
    out = []
    for n in range(steps):
        action = state.actions()[n % len(state.actions())]
        out.append(repr(action))
        state = state.play(action)
    return out


def test_the_example_of_the_documentation() -> None:
    game = kirtis.load("kiksas", options={"queen_led": False})
    state = game.start(seed=7)
    assert (state.phase, state.actor, state.over) == ("play", "A", False)
    while not state.over:
        state = state.play(state.actions()[0])
    assert state.actions() == ()
    assert state.actor is None
    assert state.get("winner") in ("AC", "BD", None)


def test_a_seed_gives_the_same_match_on_every_machine() -> None:
    state = GAME.start(seed=7)
    # Stored once: a change here changes every match that anybody has noted by its seed.
    assert state.get("dealer") == "B"
    assert state.get("hand", "A") == [
        "ten of clubs", "queen of clubs", "ten of spades", "nine of spades", "king of hearts", "queen of diamonds",
    ]  # fmt: skip
    assert play_first(GAME, 7, 5) == [
        "A play queen of clubs", "B play nine of clubs", "C play king of clubs", "D play jack of hearts", "A play queen of diamonds",
    ]  # fmt: skip


def test_seeds_differ_and_a_missing_seed_is_drawn() -> None:
    assert len({GAME.start(seed=n) for n in range(20)}) == 20
    assert GAME.start() != GAME.start()
    assert GAME.start(seed="a name") == GAME.start(seed="a name")


def test_states_do_not_change() -> None:
    state = GAME.start(seed=1)
    before = state.position()
    left, right = state.play(state.actions()[0]), state.play(state.actions()[0])
    assert left == right
    assert left is not right
    assert state.position() == before
    assert hash(left) == hash(right)
    # The same state goes on to the same deal, however often and along whatever way it is asked.
    for _ in range(40):
        left = left.play(left.actions()[-1])
        assert left.play(left.actions()[0]) == left.play(left.actions()[0])


def test_equality_is_of_content_and_game() -> None:
    assert GAME.start(seed=3) == kirtis.load("kiksas").start(seed=3)
    assert GAME.start(seed=3) != kirtis.load("kiksas", options={"call_late": True}).start(seed=3)
    assert GAME.start(seed=3) != "kiksas"


def test_actions_are_values() -> None:
    action = Action("A", "play", ("queen of clubs",))
    assert repr(action) == "A play queen of clubs"
    assert action == Action("A", "play", ["queen of clubs"])
    assert {action: 1}[Action("A", "play", ("queen of clubs",))] == 1
    assert action != Action("B", "play", ("queen of clubs",))
    assert copy.deepcopy(action) is action
    assert pickle.loads(pickle.dumps(action)) is action
    with pytest.raises(AttributeError):
        action.seat = "B"


def test_an_illegal_action_says_why() -> None:
    state = GAME.start(seed=7)
    with pytest.raises(ActionError, match="first lead must be the trump queen") as caught:
        state.play(Action("A", "play", ("ten of clubs",)))
    assert caught.value.refusal.clauses == ("KIK-5", "KIK-11")


# -- options -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"quenn_led": True}, "kiksas has no option “quenn_led”; there are overtrump, "),
        ({"queen_led": "maybe"}, "the option queen_led cannot be “maybe”; it may be no, yes"),
        ({"strokes_for_sweep": 3}, "the option strokes_for_sweep cannot be “3”; it may be 1, 2"),
        ({"call_by": "nobody"}, "the option call_by cannot be “nobody”; it may be either_partner, only_leader"),
        ({"strokes_for_sweep": True}, "the option strokes_for_sweep cannot be “True”"),
    ],
)
def test_bad_options(options: Mapping[str, bool | int | str], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        kirtis.load("kiksas", options=options)
    assert str(caught.value).startswith(message)


def test_options_in_words() -> None:
    game = kirtis.load("kiksas", options={"queen_led": "no", "strokes_for_sweep": "2", "call_by": "only_leader"})
    assert (game.options["queen_led"], game.options["strokes_for_sweep"], game.options["call_by"]) == (False, 2, "only_leader")
    assert repr(game) == "<kiksas for 4: strokes_for_sweep=2, queen_led=False, call_by=only_leader>"


# -- chance ------------------------------------------------------------------------------------------------------------------


class Arranged:
    """Every lot falls on the last, and the pack is dealt as it lies."""

    def draw(self, values: Sequence[str]) -> str:
        return values[-1]

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        cards = iter(pool)
        return {zone: [next(cards) for _ in range(n)] for zone, n in counts.items()}


def test_chance_may_be_arranged() -> None:
    state = GAME.start(chance=Arranged())
    assert state.get("dealer") == "D"
    assert state.get("hand", "A") == [f"{rank} of clubs" for rank in ("ace", "ten", "king", "queen", "jack", "nine")]


def test_what_chance_gave_can_be_kept() -> None:
    kept = Kept(Seeded(7))
    state = GAME.start(chance=kept)
    assert state == GAME.start(seed=7)
    lot, deal = kept.outcomes
    assert lot == "B"
    assert isinstance(deal, dict)
    assert list(deal) == ["hand[A]", "hand[B]", "hand[C]", "hand[D]"]


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        (
            {"hand[A]": ["ace of clubs"]},
            "cards are dealt to hand\\[A\\], hand\\[B\\], hand\\[C\\], hand\\[D\\], not to hand\\[A\\]",
        ),
        ({f"hand[{s}]": ["ace of clubs"] * 6 for s in "ABCD"}, "“ace of clubs” cannot be dealt to hand\\[A\\]"),
        ({f"hand[{s}]": [] for s in "ABCD"}, "hand\\[A\\] takes 6 cards, not 0"),
    ],
)
def test_impossible_outcomes_are_refused(deal: dict[str, list[str]], message: str) -> None:
    class Wrong(Arranged):
        def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
            return deal

    with pytest.raises(ChanceError, match=message):
        GAME.start(chance=Wrong())


def test_a_lot_must_be_one_of_those_offered() -> None:
    class Wrong(Arranged):
        def draw(self, values: Sequence[str]) -> str:
            return "E"

    with pytest.raises(ChanceError, match="“E” cannot be drawn for dealer; there are A, B, C, D"):
        GAME.start(chance=Wrong())


def test_seed_and_chance_exclude_each_other() -> None:
    with pytest.raises(TypeError):
        GAME.start(seed=1, chance=Arranged())


# -- positions ---------------------------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.integers(0, 60))
@settings(max_examples=25)
def test_positions_go_into_words_and_back(seed: int, steps: int) -> None:
    state = GAME.start(seed=seed)
    for n in range(steps):
        if not state.over:
            state = state.play(state.actions()[n % len(state.actions())])
    again = GAME.from_position(state.position())
    assert again == state
    assert again.actions() == state.actions()


def test_a_position_may_be_given_in_part() -> None:
    state = GAME.from_position(
        {
            "phase": "play",
            "variables": {"turn": "B", "leader": "A", "trump": "hearts", "dealer": "D", "tricks[AC]": 2},
            "zones": {"table[A]": ["king of spades"], "hand": {"B": ["nine of spades", "ace of hearts"]}},
        }
    )
    assert state.actions() == (Action("B", "play", ("nine of spades",)),)
    assert state.get("tricks", "AC") == 2
    assert len(state.get("stock") or []) == 21  # type: ignore[arg-type]


def test_an_automatic_phase_waits_until_it_is_told_to_go_on() -> None:
    state = GAME.from_position({"phase": "dealing", "variables": {"dealer": "A"}}, seed=1)
    assert state.actions() == ()
    assert GAME.go_on(state).phase == "play"


def test_everything_wrong_with_a_position_is_said_at_once() -> None:
    with pytest.raises(PositionError) as caught:
        GAME.from_position(
            {
                "phase": "tea",
                "variables": {
                    "trump": "stars",
                    "colour": 1,
                    "tricks": {"AB": 1, "AC": 7},
                    "turn": 5,
                    "marks": {"AC": 2},
                    "opening": 3,
                },
                "zones": {
                    "hand": {"A": ["ace of clubs", "ace of clubs"], "B": ["joker"]},
                    "table": {"A": ["ten of clubs", "ten of spades"]},
                    "stock": [],
                },
                "weather": "fine",
            }
        )
    said = caught.value.messages
    assert len(said) == 13
    for text in (
        "“weather” is not part of a position", "“tea” is no phase", "trump: “stars” is no suit; there are clubs", "“colour” is no variable",
        "tricks: “AB” is no side", "tricks[AC]: “7” is no number of 0..6", "turn: “5” is no seat", "marks is given for each figure, not as “2”",
        "opening: “3” is neither yes nor no", "ace of clubs lies both in hand[A] and in hand[A]", "hand[B]: “joker” is no card of this pack",
        "table[A] has room for one card only", "no zone holds king of clubs, ",
    ):  # fmt: skip
        assert any(text in one for one in said), text


def test_values_by_name() -> None:
    state = GAME.start(seed=7)
    assert state.get("goal", "AC") == 0
    assert state.call("points", "AC") == 0
    assert state.call("legal", "A") == ["queen of clubs"]
    assert state.get("table", "A") is None
    assert state.get("queen_led") is True
    for name, words in (("goal", ()), ("goal", ("A",)), ("fly", ()), ("points", ()), ("points", ("A",))):
        with pytest.raises(LookupError):
            state.get(name, *words)
