"""Sixty-six against the same game written a second time from the prose: whole matches by two and by three, both in lockstep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from compare.sesiasdesimt_sesi import CHOSEN, OF_THREE, USUAL, Sixtysixer, SixtysixLockstep, random_options
from naive import sesiasdesimt_sesi as naive
from naive.sesiasdesimt_sesi import OPTIONS, Sixtysix

NUMBERS = [2, 3]

# Weights for the names of actions, so that matches differ in what is common in them.
TASTES: list[dict[str, float]] = [{}, {"claim": 0.0}, {"claim": 0.1, "close": 0.3}, {"claim": 5.0}, {"close": 8.0, "claim": 0.05}]


def match(seed: int, options: Mapping[str, object], number: int, often: float = 0.02) -> set[str]:
    """One match in lockstep, with the views of all seats at ``often`` of the decisions; the rare things that were met."""
    both = SixtysixLockstep(seed, options, number)
    look = Random(seed)
    before = ""
    for _ in both.play(Sixtysixer(both.rng, TASTES[seed % len(TASTES)])):
        game = both.naive
        # What is seen changes with a marriage, a king shown, a stock closed or out.
        here = f"{game.called} {game.shown} {game.closer} {game.upcard} {game.deals}"
        if look.random() < (often if here == before else 6 * often):
            both.same_views(game.seats)
        before = here
    return both.met


@pytest.mark.parametrize("number", NUMBERS)
def test_matches_as_usual(number: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(150):
        met.update(match(seed, {}, number))
    assert not USUAL - set(met)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in OPTIONS.items() for value in values[1:]])
def test_matches_with_one_option(name: str, value: object, number: int) -> None:
    for seed in range(6):
        match(1000 + seed, {name: value}, number)


def test_matches_with_options_at_random() -> None:
    met: Counter[str] = Counter()
    rng = Random(7)
    for turn in range(16):
        options = random_options(rng)
        number = 3 if turn % 4 else 2
        for _ in range(24):
            met.update(match(rng.randrange(10**6), options, number))
    assert not (USUAL | CHOSEN | OF_THREE) - set(met)


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_many_matches(number: int) -> None:
    rng = Random(8)
    for _ in range(150):
        options = random_options(rng)
        for _ in range(50):
            match(rng.randrange(10**6), options, number)


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_matches_with_every_view(number: int) -> None:
    rng = Random(9)
    for options in [{}, random_options(rng), random_options(rng), random_options(rng)]:
        for _ in range(20):
            match(rng.randrange(10**6), options, number, 1.0)


# ---------------------------------------------------------------------- the comparison itself


def shows_the_dealer_all(view: Callable[[Sixtysix, str], dict[str, Any]]) -> Callable[[Sixtysix, str], dict[str, Any]]:
    def sees(game: Sixtysix, seat: str) -> dict[str, Any]:
        seen = view(game, seat)
        return {**seen, "hands": {**seen["hands"], game.dealer: sorted(game.hands[str(game.dealer)])}}

    return sees


FAULTS: dict[str, Callable[[Any], None]] = {
    "worth": lambda patch: patch.setitem(naive.WORTH, "jack", 3),
    "order": lambda patch: patch.setattr(naive, "ORDER", {**naive.ORDER, "ten": 2, "jack": 5}),
    "marriage": lambda patch: patch.setattr(naive, "TRUMP_MARRIAGE", 20),
    "half": lambda patch: patch.setattr(naive, "HALF", 34),
    "end": lambda patch: patch.setattr(naive, "SCORE_TO_WIN", 8),
    "strict": lambda patch: patch.setattr(Sixtysix, "strict", lambda game: game.closer is not None or len(game.down) < 2),
    "sight": lambda patch: patch.setattr(Sixtysix, "view", shows_the_dealer_all(Sixtysix.view)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[fault](monkeypatch)

    def compare() -> None:
        for seed in range(40):
            match(seed, {}, 2 + seed % 2)

    with pytest.raises(
        AssertionError, match=r"naive: .*\n  formal: .*\nseed [0-9]+, [23] players, options usual, deal [0-9]+"
    ) as found:
        compare()
    assert "\nA got " in str(found.value)
