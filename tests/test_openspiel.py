"""The games in OpenSpiel, by its own tests; and what a player gets to know there."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install kirtis[openspiel]")

from kirtis.conform import openspiel  # noqa: E402
from test_frameworks import COUNTS, SEATS  # noqa: E402

ALL = [(f"kirtis_{name.replace('-', '_')}", seats, COUNTS.get(name, "")) for name, counts in SEATS.items() for seats in counts]


def game(name: str, seats: int = 0, count: str = "", **options: Any) -> Any:
    return pyspiel.load_game(name, {**({"players": seats} if seats else {}), **({"count": count} if count else {}), **options})


def walk(state: Any, seed: int, most: int = 100_000) -> Any:
    """Every state of a random match."""
    random = Random(seed).random
    while not state.is_terminal() and most:
        yield state
        legal = state.legal_actions()
        state.apply_action(legal[int(random() * len(legal))])
        most -= 1
    yield state


def test_every_game_is_known() -> None:
    assert set(openspiel.GAMES) == {name for name, _, _ in ALL}
    assert set(openspiel.GAMES) <= set(pyspiel.registered_names())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "count"), ALL)
def test_openspiel_plays_it_at_random_and_finds_nothing_wrong(name: str, seats: int, count: str) -> None:
    """With clones, serialization, masks, observations and information states."""
    pyspiel.random_sim_test(game(name, seats, count), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kirtis_sesiasdesimt_sesi", "kirtis_karavas"])
def test_a_playthrough_can_be_played_again(name: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    first = generate_playthrough.playthrough(name, [], seed=7)
    actions = [line.partition(": ")[2] for line in first.splitlines() if line.startswith("action: ")]

    again = generate_playthrough.playthrough(name, [int(action) for action in actions], seed=7)

    assert again == first
    assert "PrivateObservationString(1)" in first


def test_options_and_players_are_parameters() -> None:
    assert game("kirtis_sesiasdesimt_sesi").num_players() == 2
    assert game("kirtis_sesiasdesimt_sesi", 3).num_players() == 3
    loaded = game("kirtis_kiksas", queen_led=False)
    assert loaded.tree.game.options["queen_led"] is False
    assert pyspiel.load_game(str(loaded)).tree.game.options["queen_led"] is False


def test_a_state_survives_being_written_down() -> None:
    loaded = game("kirtis_sesiasdesimt_sesi", 3)
    for n, state in enumerate(walk(loaded.new_initial_state(), 4)):
        if n % 9 == 0:
            _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))
            assert str(again) == str(state)
            assert again.history() == state.history()
            assert again.legal_actions() == state.legal_actions()


def dealt(hands: str, loaded: Any) -> Any:
    """A match of which the deal gives each card to the seat that a letter names: ``hands`` has one letter a card."""
    state = loaded.new_initial_state()
    while not (state.is_chance_node() and state.node.question.cell is not None):
        state.apply_action(state.legal_actions()[0])
    while state.is_chance_node():
        cell = state.node.question.cell
        cards = [card for card in state.legal_actions() if f"hand[{hands[card]}]" == cell]
        state.apply_action(cards[0])
    return state


def seen(loaded: Any, state: Any, player: int) -> tuple[Any, ...]:
    from open_spiel.python.observation import make_observation

    public = make_observation(loaded, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE))
    return (
        state.observation_string(player),
        state.observation_tensor(player),
        state.information_state_string(player),
        public.string_from(state, player),
    )


def test_a_player_is_told_nothing_of_the_others_cards() -> None:
    """B and C have each other's cards: A and D cannot tell, B and C can."""
    loaded = game("kirtis_karavas")
    one, other = dealt("ABCD" * 8, loaded), dealt("ACBD" * 8, loaded)
    for state in (one, other):
        while state.node.state.phase != "play":
            said = {state.action_to_string(state.current_player(), a): a for a in state.legal_actions()}
            state.apply_action(next(said[word] for word in ("accept", "pass", "call 1", "name clubs") if word in said))

    assert seen(loaded, one, 0) == seen(loaded, other, 0)
    assert seen(loaded, one, 3) == seen(loaded, other, 3)
    for player in (1, 2):
        assert all(a != b for a, b in zip(seen(loaded, one, player)[:3], seen(loaded, other, player)[:3], strict=True))


def test_an_information_state_keeps_every_card_that_was_played() -> None:
    """The last card of a trick is taken away before anybody has to decide again."""
    loaded = game("kirtis_ozka", count="-open")
    state = loaded.new_initial_state()
    played: list[str] = []
    random = Random(3).random
    while len(played) < 24:
        legal = state.legal_actions()
        action = legal[int(random() * len(legal))]
        said = state.action_to_string(state.current_player(), action)
        if not state.is_chance_node() and said.startswith("play "):
            played.append(said)
        state.apply_action(action)

    for player in range(4):
        told = state.information_state_string(player).splitlines()
        assert [line.partition(" ")[2] for line in told if " play " in line] == played


def test_which_automatic_phases_were_passed_is_not_told() -> None:
    """Which they are may hang on hidden cards: whether a player may refuse a deal, say."""
    loaded = game("kirtis_karavas")
    kinds = {phase.name: phase.kind for phase in loaded.tree.game.rules.phases.values()}
    *_, last = walk(loaded.new_initial_state(), 5)

    told = re.findall(r"phase: (\w+)", last.information_state_string(0))

    assert len(told) > 20
    assert {kinds[name] for name in told} == {"by", "end"}


def test_a_card_given_face_down_is_named_to_the_giver_alone() -> None:
    loaded = game("kirtis_karavas_mainai")
    for seed in range(40):
        for state in walk(loaded.new_initial_state(), seed, 400):
            action = state.node.action
            if action is not None and action.name == "give":
                told = [state.information_state_string(p).splitlines() for p in range(4)]
                heard = [next(line for line in lines[::-1] if " give " in line) for lines in told]
                assert heard.count(f"{action.seat} give ?") == 3
                assert heard["ABCD".index(action.seat)] == repr(action)
                return
    pytest.fail("nobody gave a card")


def test_that_others_have_waited_is_not_told() -> None:
    loaded = game("kirtis_sesiasdesimt_sesi", 3)
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    first = state.current_player()
    before = [state.information_state_string(p) for p in range(3)]
    state.apply_action(loaded.tree.numbers.wait)

    after = [state.information_state_string(p) for p in range(3)]

    assert [a == b for a, b in zip(after, before, strict=True)] == [p != first for p in range(3)]
    assert after[first] == before[first] + "\nwait"


def test_two_games_of_one_process_do_not_mix() -> None:
    two, three = game("kirtis_sesiasdesimt_sesi", 2), game("kirtis_sesiasdesimt_sesi", 3)
    for _ in zip(walk(two.new_initial_state(), 1), walk(three.new_initial_state(), 1), strict=False):
        pass
    assert two.num_distinct_actions() == three.num_distinct_actions() == 33
    assert two.observation_tensor_size() < three.observation_tensor_size()
