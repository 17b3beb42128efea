"""Positions met by the compiled rules, from which invariants are proposed."""

from __future__ import annotations

from kirtis.language.load import load
from kirtis.play.evaluate import Evaluator
from kirtis.prove.seen import EACH, seen
from prove.small import small


def test_every_phase_is_reached_and_every_option_has_each_of_its_values() -> None:
    game = load("sesiasdesimt-sesi", seats=2)
    met = seen(game)

    assert {one.position.phase for one in met} == set(game.phases)
    for o in game.options.values():
        assert {one.options[o.name] for one in met} == set(game.values(o.type)), o.name


def test_what_is_met_is_what_the_rules_allow() -> None:
    game = small()
    met = seen(game)

    for claim in (c for c in game.claims.values() if c.kind == "invariant"):
        for one in met[::9]:
            if one.position.phase in (claim.phases or game.phases):
                assert Evaluator(game, one.options, one.position).truth(claim.body, {})


def test_the_same_rules_are_always_met_alike() -> None:
    one, other = seen(small()), seen(small())

    assert one == other
    assert max(sum(m.position.phase == phase for m in one) for phase in small().phases) <= EACH
