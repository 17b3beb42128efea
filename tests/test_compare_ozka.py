"""Ožka: the formal text against the same game written a second time from the prose, both played in lockstep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from compare.ozka import CHOSEN, USUAL, OzkaDeals, OzkaLockstep
from naive import ozka
from naive.ozka import OPTIONS, OTHER_SIDE, SEATS, Ozka

# Pairs of the example, and what they lose in each of its sixteen deals (O33 to O47).
EXAMPLE = (
    "AC jonai, AC ordinary, AC ordinary, BD ordinary, BD jonai, AC ordinary, AC ordinary, AC jonai, AC jonai,"
    " BD ordinary, BD ordinary, BD ordinary, BD ordinary, AC jonai, AC dry, BD jonai"
)
# How deals are lost, so that matches differ in what is common in them.
TASTES = [
    ["ordinary", "jonai"],
    ["ordinary", "jonai", "jonai", "dry", "void"],
    ["ordinary", "ordinary", "jonai", "dry", "void"],
    ["jonai", "jonai", "jonai", "jonai", "dry", "void"],
]


def match(seed: int, options: Mapping[str, object], often: float) -> set[str]:
    """One match, with the views of all seats at ``often`` of the decisions; the rare things that were met."""
    both = OzkaLockstep(seed, options)
    look = Random(seed)
    for _ in both.play():
        if look.random() < (often if both.naive.phase == "play" else 6 * often):
            both.same_views(SEATS)
    return both.met


def deals(seed: int, options: Mapping[str, object]) -> set[str]:
    """The same, of deals of which only the last card is played: what is written is compared after each."""
    both = OzkaDeals(seed, options)
    taste, change, side = both.rng.choice(TASTES), both.rng.choice([0.2, 0.3, 0.5]), "AC"
    while not both.naive.over():
        if both.rng.random() < change:
            side = OTHER_SIDE[side]
        both.lose(side, both.rng.choice(taste))
    return both.met


def random_options(rng: Random) -> dict[str, object]:
    return {name: rng.choice(values) for name, values in OPTIONS.items()}


def test_matches_as_usual() -> None:
    met: Counter[str] = Counter()
    for seed in range(60):
        met.update(match(seed, {}, 0.02))
    assert not USUAL - set(met)


def test_matches_with_options_at_random() -> None:
    """Making a game of new options takes longer than a match of it, so each is played more than once, and its deals too."""
    met: Counter[str] = Counter()
    rng = Random(7)
    for _ in range(16):
        options = random_options(rng)
        for _ in range(3):
            met.update(match(rng.randrange(10**6), options, 0.01))
        for _ in range(8):
            met.update(deals(rng.randrange(10**6), options))
    assert not (USUAL | CHOSEN) - set(met)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in OPTIONS.items() for value in values[1:]])
def test_matches_with_one_option(name: str, value: object) -> None:
    for seed in range(4):
        match(1000 + seed, {name: value}, 0.02)
        deals(2000 + seed, {name: value})


@pytest.mark.slow
def test_many_matches_with_options_at_random() -> None:
    rng = Random(8)
    for _ in range(150):
        options = random_options(rng)
        for _ in range(4):
            match(rng.randrange(10**6), options, 0.02)
            deals(rng.randrange(10**6), options)


def test_a_saw_for_used_jonai_straight_after_spectacles_threatens() -> None:
    """The one difference that was found: O27.1 asks for a saw straight after spectacles, whatever brought it."""
    both = OzkaDeals(1, {"saw_after": "fourth_running", "used_jonai": True})
    for how in ["ordinary", "jonai", "jonai", "ordinary"]:
        both.lose("AC", how)
    assert [deal["figure"] for deal in both.naive.history] == [None, "spectacles", "saw", "goat"]


@pytest.mark.parametrize(
    ("saw_after", "partijos", "outstanding"),
    [("at_once", 8, {("AC", "saw"): 1, ("AC", "goat"): 1}), ("fourth_running", 7, {("AC", "goat"): 1})],
)
def test_the_example(saw_after: str, partijos: int, outstanding: dict[tuple[str, str], int]) -> None:
    """O49.1: with the guard of OZ-1 only the goat is not won back; to the letter a saw is not either."""
    both = OzkaDeals(1, {"saw_after": saw_after, "agreed": 9})
    for lost in EXAMPLE.split(","):
        both.lose(*lost.split())
    left = {(side, figure): n for side, row in both.naive.open.items() for figure, n in row.items() if n}
    assert (both.naive.partijos, left) == (partijos, outstanding)


# ---------------------------------------------------------------------- the comparison itself


def never_wins_back(game: Ozka, deal: dict[str, Any], figure: str) -> None:
    game.written[deal["loser"]][figure] += 1
    game.open[deal["loser"]][figure] += 1


def any_card(game: Ozka, seat: str) -> list[str]:
    return list(game.hands[seat])


FAULTS: dict[str, Callable[[Any], None]] = {
    "worth": lambda patch: patch.setitem(ozka.WORTH, "jack", 3),
    "order": lambda patch: patch.setattr(ozka, "TRUMPS", [*ozka.TRUMPS[4:8], *ozka.TRUMPS[:4], *ozka.TRUMPS[8:]]),
    "plain order": lambda patch: patch.setattr(ozka, "PLAIN", ["ace", "king", "ten", "nine"]),
    "units": lambda patch: patch.setitem(ozka.UNITS, "jonai", 1),
    "win": lambda patch: patch.setattr(ozka, "POINTS_TO_WIN", 60),
    "no winning back": lambda patch: patch.setattr(Ozka, "draw", never_wins_back),
    "no duty": lambda patch: patch.setattr(Ozka, "legal_cards", any_card),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[fault](monkeypatch)

    def compare() -> None:
        for seed in range(40):
            match(seed, {}, 0.02)

    with pytest.raises(AssertionError, match=r"naive: .*\n  formal: .*\nseed [0-9]+, options usual, deal [0-9]+"):
        compare()
