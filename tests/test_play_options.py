"""Every choice of options is played, every action of the rules done, every rarity counted."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import kirtis
from kirtis.play import Game
from kirtis.play.game import option_choices
from kirtis.play.simulate import Tally, play_out, simulate, simulate_many

RULES = kirtis.load("kiksas").rules
CHOICES = [(o.name, c) for o in RULES.options.values() for c in option_choices(RULES, o) if c != o.default]


@pytest.mark.parametrize(("name", "choice"), CHOICES)
def test_each_value_of_each_option_is_played(name: str, choice: bool | int | str) -> None:
    tally = simulate(Game(RULES, {name: choice}), range(6))
    assert tally.matches == 6
    assert sum(tally.results.values()) == 6
    assert tally.decisions > 100


def test_every_action_can_be_done() -> None:
    wanted = {(p.name, a.name) for p in RULES.phases.values() for a in p.actions}
    done: Counter[tuple[str, str]] = Counter()
    game = Game(RULES, {"call_late": True, "early_akis": True})
    random = Random(2)
    for seed in range(400):
        state = game.start(seed=seed)
        while not state.over:
            actions = state.actions()
            rare = [a for a in actions if a.name == "stop" or (a.name == "su_dviem" and random.random() < 0.3)]
            quiet = [a for a in actions if a.name not in ("own_trump", "high", "low")]
            action = random.choice(rare or (quiet if random.random() < 0.97 else actions))
            done[state.phase, action.name] += 1
            state = state.play(action)
        if seed > 40 and set(done) == wanted:
            break
    assert set(done) == wanted


def test_a_simulation_is_the_same_for_the_same_seed_and_any_number_of_processes() -> None:
    one = simulate_many(("kiksas", {"queen_led": False}, None), 60, 5, 1)
    two = simulate_many(("kiksas", {"queen_led": "no"}, None), 60, 5, 2)
    assert (one.decisions, one.results, one.actions, one.rows) == (two.decisions, two.results, two.actions, two.rows)
    assert one.matches == 60


def test_rows_that_decide_are_counted_without_changing_the_match() -> None:
    plain, traced = Game(RULES), Game(RULES, trace=True)
    a, b = simulate(plain, range(20)), simulate(traced, range(20))
    assert (a.decisions, a.results, a.actions) == (b.decisions, b.results, b.actions)
    assert not a.rows
    scored = sum(n for (table, _), n in b.rows.items() if table == "outcome")
    assert scored == sum(n for (table, _), n in b.rows.items() if table == "sequel") > 100
    assert all(row >= 0 for _, row in b.rows)


def test_one_match_at_a_time() -> None:
    tally = Tally()
    play_out(Game(RULES), 1, tally)
    assert tally.matches == 1
