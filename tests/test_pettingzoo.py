"""The games in PettingZoo, by its own tests; and what a seat sees there."""

from __future__ import annotations

import warnings
from functools import partial
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install kirtis[pettingzoo]")

import numpy as np
from pettingzoo.test import api_test, render_test, seed_test

import kirtis
from kirtis.conform.pettingzoo import Environment, env
from kirtis.play.faults import ActionError
from test_frameworks import COUNTS, SEATS

ALL = [(name, seats, COUNTS.get(name, "")) for name, counts in SEATS.items() for seats in counts]
KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably should be gymnasium.spaces.box")
"""The test of PettingZoo warns of dictionaries with a mask in them, but for environments that it knows by name."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "count"), ALL)
def test_pettingzoo_finds_nothing_wrong(name: str, seats: int, count: str, capsys: pytest.CaptureFixture[str]) -> None:
    make = partial(env, name, seats=seats, count=count)

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(make(), num_cycles=150)
        seed_test(make, num_cycles=60)
        render_test(make)

    assert [str(one.message) for one in told if not str(one.message).startswith(KNOWN)] == []


def play(made: Any, seed: int, choices: int) -> list[tuple[str, float]]:
    """A random match: the last reward of each agent."""
    made.reset(seed=seed)
    random, rewards = Random(choices).random, []
    for agent in made.agent_iter():
        observation, reward, over, cut, _ = made.last()
        if over or cut:
            rewards.append((agent, reward))
            made.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        made.step(int(legal[int(random() * len(legal))]))
    return rewards


def test_rewards_come_at_the_end_and_sum_to_nothing() -> None:
    rewards = play(env("sesiasdesimt-sesi"), 1, 1)

    assert sorted(agent for agent, _ in rewards) == ["seat_0", "seat_1"]
    assert sorted(reward for _, reward in rewards) == [-1.0, 1.0]


def test_a_seed_is_the_match_of_that_seed() -> None:
    made = Environment("kiksas")
    made.reset(seed=7)

    assert made.standing == kirtis.load("kiksas").start(seed=7)


def test_a_match_too_long_is_truncated() -> None:
    made = Environment("kiksas", longest=5)
    made.reset(seed=1)
    for _ in range(5):
        made.step(int(np.flatnonzero(made.observe(made.agent_selection)["action_mask"])[0]))

    assert all(made.truncations.values())
    assert not any(made.terminations.values())


def test_what_may_not_be_done_is_refused_with_its_clause() -> None:
    made = Environment("karavas")
    made.reset(seed=1)
    mask = made.observe(made.agent_selection)["action_mask"]

    with pytest.raises(ActionError):
        made.step(int(np.flatnonzero(mask == 0)[0]))


def test_only_the_seat_that_is_asked_has_a_mask() -> None:
    made = Environment("sesiasdesimt-sesi", seats=3)
    made.reset(seed=1)

    asked = [agent for agent in made.agents if made.observe(agent)["action_mask"].any()]

    assert asked == [made.agent_selection]


def test_an_observation_holds_the_view_of_the_seat_and_no_more() -> None:
    """Whatever the hidden cards are, what a seat is given is the same as long as its view is."""
    made = Environment("kiksas")
    made.reset(seed=4)
    game = made.game
    for _ in range(40):
        position: Any = made.standing.position()
        hands, stock = position["zones"]["hand"], position["zones"]["taken"]
        swapped = {
            **position["zones"],
            "hand": {**hands, "B": hands["D"], "D": hands["B"]},
            "taken": {"AC": stock["BD"], "BD": stock["AC"]},
        }
        other = game.from_position({**position, "zones": swapped})
        for seat, letter in enumerate(game.seats):
            same = made.standing.view(letter) == other.view(letter)
            row = made.observer.row(made.standing._numbers, seat)
            assert (row == made.observer.row(other._numbers, seat)).all() == same
        made.step(int(np.flatnonzero(made.observe(made.agent_selection)["action_mask"])[0]))


def test_the_layout_says_where_a_card_stands() -> None:
    made = Environment("ozka", count="-open")
    made.reset(seed=4)
    while made.standing.phase != "play":
        made.step(int(np.flatnonzero(made.observe(made.agent_selection)["action_mask"])[0]))
    hand = next(piece for piece in made.observer.layout if piece.name == "hand[A]")
    cards = made.game.rules.enums["card"]

    row = made.observer.row(made.standing._numbers, 0)

    held, known, *each = row[hand.start : hand.start + hand.size]
    assert held == pytest.approx(6 / 24)
    assert known == 1
    assert [card for card, there in zip(cards, each, strict=True) if there] == made.standing.get("hand", "A")
    assert sum(piece.size for piece in made.observer.layout) == made.observer.size
