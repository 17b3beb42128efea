"""``sees``: what a rule says of who sees what is what the views show, and what the prover proves."""

from __future__ import annotations

from functools import reduce
from itertools import product
from random import Random
from typing import Any

import pytest

import kirtis
from faults.cases import MINI
from kirtis.language import from_text, load
from kirtis.language.nodes import Call, Const
from kirtis.language.types import BOOL, SEAT
from kirtis.play.evaluate import Evaluator
from kirtis.prove.check import check


@pytest.mark.parametrize("name", ["kiksas", "trikiksis", "ozka", "karavas-mainai", "sesiasdesimt-sesi", "astuonkojis"])
def test_sees_is_what_a_view_shows(name: str) -> None:
    """In positions of a random match, for every zone that a statement asks of, every cell and every seat."""
    game = kirtis.load(name)
    claimed = load(name)
    zones = [z for z in claimed.zones if f"sees {z}" in claimed.definitions]
    assert zones
    random, state, answers = Random(5), game.start(seed=5), set[bool]()
    for _ in range(90):
        if state.over:
            break
        read = Evaluator(claimed, game.option_values, state.plain)
        for zone, (n, seat) in product(zones, enumerate(game.seats)):
            view: Any = state.view(seat)["zones"]
            for place, path in game.paths[zone]:
                args = [Const(k, kind) for k, kind in zip(place[1], claimed.zones[zone].index, strict=True)]
                shown = reduce(lambda family, word: family[word], path, view[zone]) is not None
                assert read.truth(Call(f"sees {zone}", (Const(n, SEAT), *args), BOOL), {}) == shown, (state, seat, place)
                answers.add(shown)
        state = state.play(random.choice(state.actions()))
    assert answers == {True, False}


def test_a_claim_of_sight_is_proved_and_refuted() -> None:
    """Who sees his own hand only: proved; let him see another's as well, and the same claim is refuted."""
    claims = "theorem own_only: all s in seat: all v in seat: sees(v, hand[s]) implies v = s\n"
    text = MINI.replace("fact nine_is_most", claims + "fact nine_is_most")
    assert text != MINI
    for sight, state in (("v = s", "proved"), ("v = s or tricks > 1", "refuted")):
        changed = text.replace("seen by v if v = s\n", f"seen by v if {sight}\n")
        assert check(from_text(changed)).claims()["own_only"] == state
