"""The formal text against the same game written a second time from the prose: whole matches, both played in lockstep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from compare.lockstep import Lockstep, Player
from compare.rare import CHOSEN, USUAL
from naive import kiksas
from naive.kiksas import OPTIONS, SIDES, Kiksas

# Weights for the names of actions, so that matches differ in what is common in them.
TASTES: list[dict[str, float]] = [
    {},
    {"pass": 4.0},
    {"su_dviem": 5.0, "pass": 60.0},
    {"su_dviem": 0.2, "stop": 2.0, "pass": 60.0},
    {"waive": 6.0, "keep": 3.0, "pass": 200.0, "su_dviem": 0.0},
]


def match(seed: int, options: Mapping[str, object], often: float) -> set[str]:
    """One match in lockstep, with the views of all seats at ``often`` of the decisions; the rare things that were met."""
    both = Lockstep(seed, options)
    look = Random(seed)
    before = ""
    for _ in both.play(Player(both.rng, TASTES[seed % len(TASTES)])):
        game = both.naive
        # Who sees what changes with the phase, and with the first lead of Akis.
        here = f"{game.phase} {game.played} {len(game.trick)}" if game.soloist else game.phase
        if look.random() < (often if here == before else 6 * often):
            both.same_views()
        before = here
    return both.met


def random_options(rng: Random) -> dict[str, object]:
    return {name: rng.choice(values) for name, values in OPTIONS.items()}


def test_matches_as_usual() -> None:
    met: Counter[str] = Counter()
    for seed in range(100):
        met.update(match(seed, {}, 0.01))
    assert not USUAL - set(met)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in OPTIONS.items() for value in values[1:]])
def test_matches_with_one_option(name: str, value: object) -> None:
    for seed in range(6):
        match(1000 + seed, {name: value}, 0.01)


def test_matches_with_options_at_random() -> None:
    met: Counter[str] = Counter()
    rng = Random(7)
    for _ in range(21):
        options = random_options(rng)
        for _ in range(5):
            met.update(match(rng.randrange(10**6), options, 0.01))
    assert not (USUAL | CHOSEN) - set(met)


@pytest.mark.slow
def test_many_matches_as_usual() -> None:
    for seed in range(2000, 3000):
        match(seed, {}, 0.01)


@pytest.mark.slow
def test_many_matches_with_options_at_random() -> None:
    rng = Random(8)
    for _ in range(150):
        options = random_options(rng)
        for _ in range(6):
            match(rng.randrange(10**6), options, 0.01)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_matches_with_every_view(seed: int) -> None:
    rng = Random(seed)
    for options in [{}, random_options(rng), random_options(rng), random_options(rng)]:
        match(rng.randrange(10**6), options, 1.0)


# ---------------------------------------------------------------------- what random play does not come to


def hand(codes: str) -> list[str]:
    ranks = {"A": "ace", "10": "ten", "K": "king", "Q": "queen", "J": "jack", "9": "nine"}
    suits = {"c": "clubs", "s": "spades", "h": "hearts", "d": "diamonds"}
    return [f"{ranks[code[:-1]]} of {suits[code[-1]]}" for code in codes.split()]


# A first deal in which B and D take one trick, the four nines.
NINES = {"A": "Qc Ac Ah 10h 9h Ad", "B": "Jc Qh Jh Jd 9c Js", "C": "Kc Kh As Qd 9s Ks", "D": "10c Qs 10s Kd 9d 10d"}
NINES_PLAY = "Qc Jc Kc 10c Ah Qh Kh Qs 10h Jh As 10s Ad Jd Qd Kd 9h 9c 9s 9d Js Ks 10d Ac"


@pytest.mark.parametrize("zero_met", [False, True])
def test_a_goal_of_nought_for_the_recorders(zero_met: bool) -> None:
    for seed in range(12):
        deal = {seat: hand(codes) for seat, codes in NINES.items()}
        both = Lockstep(seed, {"zero_met": zero_met}, prepared=["BD"[seed % 2], deal])
        for card in hand(NINES_PLAY):
            actions = both.same_actions()
            both.act(next(action for action in actions if action[2:] == (card,)))
        assert both.naive.goal == {"AC": 0, "BD": 138}
        both.same_views()
        play = both.play(Player(both.rng, {"pass": 60.0}))
        while both.deals == 1:
            next(play)
            both.same_views()


def test_both_sides_reach_twelve() -> None:
    """With egg_and_stroke a silent sweep writes against both sides (KI-36)."""
    drawn: Counter[str | None] = Counter()
    for seed in range(400):
        rng = Random(seed)
        both = Lockstep(seed, {"egg_and_stroke": True}, stacked=0.8)
        figures: dict[str, dict[str, int]] = {}
        for side in SIDES:
            crosses = rng.randrange(12)
            figures[side] = {"stroke": rng.choice([10, 11, 11, 11]) - crosses if crosses < 10 else 0, "egg": 0, "cross": crosses}
        both.mark(figures)
        for _ in both.play(Player(both.rng, {"pass": 200.0, "su_dviem": 0.02, "stop": 0.02})):
            pass
        if min(both.naive.totals().values()) >= 12:
            drawn[both.naive.result()["winner"]] += 1
    assert drawn[None] and sum(drawn.values()) >= 5


@pytest.mark.parametrize("first_egg", OPTIONS["first_egg"])
@pytest.mark.parametrize("clubs_again", [False, True])
def test_eggs_in_the_first_deal(first_egg: str, clubs_again: bool) -> None:
    met: Counter[str] = Counter()
    for seed in range(150):
        both = Lockstep(seed, {"first_egg": first_egg, "clubs_again": clubs_again}, stacked=1.0)
        for _ in both.play(Player(both.rng, {"pass": 60.0})):
            if both.deals == 1 and not both.deal:
                both.same_views()
                met.update(both.met)
            if both.deals == 2 or (both.deals == 1 and "recording egg" not in both.met):
                break
    assert min(met["first egg, dealer of the others"], met["first egg, dealer of the side"], met[f"first egg {first_egg}"]) >= 5


# ---------------------------------------------------------------------- the comparison itself


def never_declines(game: Kiksas) -> bool:
    return False


def asks_the_dealer_first(game: Kiksas) -> None:
    assert game.dealer is not None
    eldest = game.eldest()
    game.asked = [game.dealer, kiksas.NEXT[eldest], kiksas.PARTNER[eldest]]
    game.phase, game.turn = "offers", game.dealer


def sees_the_partner_too(game: Kiksas, seat: str, owner: str) -> bool:
    return owner in (seat, kiksas.PARTNER[seat]) and game.phase == "play" and not game.soloist


FAULTS: dict[str, Callable[[Any], None]] = {
    "last trick": lambda patch: patch.setattr(kiksas, "LAST_TRICK_WORTH", 9),
    "worth": lambda patch: patch.setitem(kiksas.WORTH, "jack", 3),
    "order": lambda patch: patch.setattr(kiksas, "TRUMP_ORDER", dict(kiksas.PLAIN_ORDER)),
    "end": lambda patch: patch.setattr(kiksas, "FIGURES_TO_WIN", 13),
    "decline": lambda patch: patch.setattr(Kiksas, "may_decline", never_declines),
    "offers": lambda patch: patch.setattr(Kiksas, "begin_offers", asks_the_dealer_first),
    "sight": lambda patch: patch.setattr(Kiksas, "sees", sees_the_partner_too),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[fault](monkeypatch)

    def compare() -> None:
        for seed in range(40):
            match(seed, {}, 0.01)

    with pytest.raises(AssertionError, match=r"naive: .*\n  formal: .*\nseed [0-9]+, options usual, deal [0-9]+: ") as found:
        compare()
    assert "A was dealt " in str(found.value)
