"""Aštuonkojis: the formal text against the same game written a second time from the prose, whole matches of two to six in lockstep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from compare.astuonkojis import CHOSEN, NEVER, REFUSED, USUAL, AstuonkojisLockstep, balanced_options, tempting
from naive import astuonkojis as naive
from naive.astuonkojis import JOKERS, LEGS, OPTIONS, RANKS, SUITS, Astuonkojis

NUMBERS = [2, 3, 4, 5, 6]
# Kinds of cards in the stock of a last deal that is made up: now enough for new legs, now too few.
STOCKS = [(many, kind) for many in range(14) for kind in ["any", "trumps", "jokers"]]


def walk(both: AstuonkojisLockstep, often: float) -> set[str]:
    """The rest of a match, with the views of all seats and some refusals at ``often`` of the decisions; the rare things that were met."""
    look = Random(both.seed)
    for actions in both.play():
        if look.random() < often:
            both.same_views(both.naive.seats)
            both.same_limits()
        if look.random() < 3 * often:
            for action in tempting(both.naive, look):
                if action not in actions:
                    both.refuse(action)
    return both.met


def match(seed: int, options: Mapping[str, object], number: int = 2, often: float = 0.05) -> set[str]:
    """A match from its beginning."""
    return walk(AstuonkojisLockstep(seed, options, number), often)


def late(seed: int, options: Mapping[str, object], number: int = 2, often: float = 0.05) -> set[str]:
    """A match from some turn of its last deal."""
    both = AstuonkojisLockstep(seed, options, number)
    both.late(*STOCKS[seed % len(STOCKS)])
    return walk(both, often)


# ---------------------------------------------------------------------- both in lockstep


def test_matches_as_usual() -> None:
    met: Counter[str] = Counter()
    for seed in range(30):
        met.update(match(seed, {}, NUMBERS[seed % 5]))
    for seed in range(2 * len(STOCKS)):
        met.update(late(seed, {}, NUMBERS[seed % 5]))
    expected = USUAL | {f"refused {condition}" for condition in REFUSED}
    assert (expected - set(met), NEVER & set(met)) == (set(), set())


def test_matches_with_options_at_random() -> None:
    """Making a game of new options takes longer than a match of it, so each is played more than once, and its last deals too."""
    met: Counter[str] = Counter()
    rng = Random(7)
    for turn, options in enumerate(balanced_options(rng, 8)):
        number = NUMBERS[turn % 5]
        for _ in range(5):
            met.update(match(rng.randrange(10**6), options, number))
        for _ in range(30):
            met.update(late(rng.randrange(10**6), options, number))
    expected = USUAL | CHOSEN | {f"refused {condition}" for condition in REFUSED}
    assert (expected - set(met), NEVER & set(met)) == (set(), set())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in OPTIONS.items() for value in values[1:]])
def test_matches_with_one_option(name: str, value: object) -> None:
    for seed in range(6):
        match(1000 + seed, {name: value}, NUMBERS[seed % 5])
        late(2000 + seed, {name: value}, NUMBERS[seed % 5])


@pytest.mark.slow
def test_many_matches() -> None:
    rng = Random(8)
    for turn, options in enumerate(balanced_options(rng, 30)):
        for _ in range(12):
            match(rng.randrange(10**6), options, NUMBERS[turn % 5])
            late(rng.randrange(10**6), options, NUMBERS[turn % 5])


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_matches_with_every_view(number: int) -> None:
    for seed in range(4):
        match(seed, {}, number, 1.0)


# ---------------------------------------------------------------------- the comparison itself


def fits_anywhere(game: Astuonkojis, card: str, leg: str, hand: list[str], tops: dict[str, str]) -> bool:
    return naive.higher(card, tops[leg]) or PLAIN(game, card, leg, hand, tops)


def fits_with(change: Callable[[str, str], bool | None]) -> Callable[..., bool]:
    """What fits, but where ``change`` says otherwise of a card and the card under it."""

    def fits(game: Astuonkojis, card: str, leg: str, hand: list[str], tops: dict[str, str]) -> bool:
        said = change(card, tops[leg])
        return PLAIN(game, card, leg, hand, tops) if said is None else said

    return fits


PLAIN = Astuonkojis.fits
RANK, SUIT = naive.RANK_OF, naive.SUIT_OF


def shows_the_dealer_all(view: Callable[[Astuonkojis, str], dict[str, Any]]) -> Callable[[Astuonkojis, str], dict[str, Any]]:
    def sees(game: Astuonkojis, seat: str) -> dict[str, Any]:
        seen = view(game, seat)
        return {**seen, "hands": {**seen["hands"], str(game.dealer): sorted(game.hands[str(game.dealer)])}}

    return sees


def higher_or_equal(card: str, other: str) -> bool:
    return SUIT[card] is not None and SUIT[card] == SUIT[other] and RANKS.index(RANK[card]) >= RANKS.index(RANK[other])


def trumps_though_suit_is_held(game: Astuonkojis, card: str, leg: str, hand: list[str], tops: dict[str, str]) -> bool:
    return PLAIN(game, card, leg, hand, tops) or PLAIN(game, card, leg, [card], tops)


def no_aces_counted(game: Astuonkojis, card: str, leg: str, hand: list[str], tops: dict[str, str]) -> bool:
    excess = game.exposed(tops | {leg: card}) - game.most_trumps()
    return excess <= len([one for one in hand if one in JOKERS and one != card])


def any_open_trump(game: Astuonkojis) -> list[str]:
    tops = game.tops()
    return [leg for leg in tops if SUIT[tops[leg]] == game.trump]


def asks_him_with_ten(game: Astuonkojis, seat: str) -> None:
    if game.stock() == 0 and game.middle is not None:
        game.phase, game.turn = "offer", seat
    else:
        game.finish_turn(seat)


def goes_on_after_new_legs(game: Astuonkojis) -> None:
    done = game.rounds > 1
    MEND(game)
    if done and game.phase == "place":
        game.begin_turn(game.next(game.eldest()))


def leaves_the_upcard(game: Astuonkojis) -> None:
    middle, game.middle = game.middle, None
    LAY(game)
    game.middle = middle


def places_one_more(game: Astuonkojis, seat: str) -> None:
    game.placed += 1 if game.placed > 5 else 0
    FINISH(game, seat)


MEND, LAY, FINISH = Astuonkojis.mend, Astuonkojis.lay_legs, Astuonkojis.finish_placing

FAULTS: dict[str, Callable[[Any], None]] = {
    "order": lambda patch: patch.setattr(naive, "RANKS", [*RANKS[:8], "jack", "ten", *RANKS[10:]]),
    "equal": lambda patch: patch.setattr(naive, "higher", higher_or_equal),
    "any leg of the suit": lambda patch: patch.setattr(Astuonkojis, "fits", fits_anywhere),
    "trump though the suit is held": lambda patch: patch.setattr(Astuonkojis, "fits", trumps_though_suit_is_held),
    "eight on a joker": lambda patch: patch.setattr(
        Astuonkojis, "fits", fits_with(lambda card, top: True if top in JOKERS and RANK[card] == "eight" else None)
    ),
    "any two on an ace": lambda patch: patch.setattr(
        Astuonkojis, "fits", fits_with(lambda card, top: True if RANK[top] == "ace" and RANK[card] == "two" else None)
    ),
    "no joker on the ace of clubs": lambda patch: patch.setattr(
        Astuonkojis, "fits", fits_with(lambda card, top: False if top.startswith("ace of clubs") and card in JOKERS else None)
    ),
    "five trumps": lambda patch: patch.setattr(naive, "TRUMPS_ALLOWED", 5),
    "no aces counted": lambda patch: patch.setattr(Astuonkojis, "can_end_after", no_aces_counted),
    "any trump covered": lambda patch: patch.setattr(Astuonkojis, "highest_trumps", any_open_trump),
    "no new limit": lambda patch: patch.setattr(Astuonkojis, "most_trumps", lambda game: 4),
    "asked with ten": lambda patch: patch.setattr(Astuonkojis, "offer_middle", asks_him_with_ten),
    "second begins the second round": lambda patch: patch.setattr(Astuonkojis, "mend", goes_on_after_new_legs),
    "upcard is no leg": lambda patch: patch.setattr(Astuonkojis, "lay_legs", leaves_the_upcard),
    "a point more": lambda patch: patch.setattr(Astuonkojis, "finish_placing", places_one_more),
    "nine in hand": lambda patch: patch.setattr(naive, "CARDS_IN_HAND", 9),
    "never over for want of cards": lambda patch: patch.setattr(Astuonkojis, "nobody_can_place", lambda game: False),
    "sight": lambda patch: patch.setattr(Astuonkojis, "view", shows_the_dealer_all(Astuonkojis.view)),
}
FOUND = r"(naive: .*\n  formal: .*\nseed [0-9]+, [2-6] players, options .*, deal [0-9]+)"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[fault](monkeypatch)

    def compare() -> None:
        for seed in range(len(STOCKS)):
            match(seed, {}, 2 + seed % 2)
            late(seed, {}, 2 + seed % 2)

    with pytest.raises(AssertionError, match=FOUND):
        compare()


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_that_does_nothing_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    value = OPTIONS[name][1]
    begin = Astuonkojis.__init__

    def begin_as_usual(game: Astuonkojis, options: Mapping[str, object], number: int) -> None:
        begin(game, {one: said for one, said in options.items() if one != name}, number)

    monkeypatch.setattr(Astuonkojis, "__init__", begin_as_usual)

    def compare() -> None:
        for seed in range(2 * len(STOCKS)):
            match(seed, {name: value})
            late(seed, {name: value})

    with pytest.raises(AssertionError, match=FOUND):
        compare()


def test_made_up_deals_are_deals() -> None:
    """All cards are there once, ten in each hand, and the stock is as asked for."""
    for seed, (many, kind) in enumerate(STOCKS):
        both = AstuonkojisLockstep(seed, {}, NUMBERS[seed % 5])
        both.late(many, kind)
        game = both.naive
        known = [
            *game.down,
            *[card for hand in game.hands.values() for card in hand],
            *[card for leg in LEGS for card in game.legs[leg]],
        ]
        assert len(set(known)) == len(known) == 108 - 1 - game.aside and game.middle not in known
        assert len(game.down) == many and {len(hand) for hand in game.hands.values()} == {10}
        if kind == "trumps" and many:
            assert game.trump in SUITS and {SUIT[card] for card in game.down} == {game.trump}
        both.same_views(game.seats)
        both.same_limits()
