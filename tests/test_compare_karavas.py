"""Karavas and Karavas with exchange: the formal text against the same games written a second time from the prose, in lockstep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from compare.karavas import (
    CHOSEN,
    OF_DEALS,
    OF_ENDS,
    OF_EXCHANGE,
    OF_EXCHANGE_CHOSEN,
    USUAL,
    KaravasDeals,
    KaravasLockstep,
    balanced_options,
    lose_game,
    random_deal,
    random_options,
)
from naive import karavas, karavas_mainai
from naive.karavas import SEATS, SIDES, SUITS, Karavas, trumps_of
from naive.karavas_mainai import KaravasWithExchange

KINDS: list[type[Karavas]] = [Karavas, KaravasWithExchange]
ONE_OPTION = [(kind, name, value) for kind in KINDS for name, values in kind.known_options.items() for value in values[1:]]

# What AC takes in the deals of a match, so that matches differ in what is common in them.
TASTES: list[dict[str, float]] = [
    {"dry": 1, "lost": 2, "even": 1, "won": 2, "won dry": 1, "none": 0.3, "all": 0.3},
    {"lost": 1, "even": 4, "won": 1, "all": 0.3, "none": 0.3},
    {"won": 3, "won dry": 2, "lost": 0.3, "none": 0.1},
    {"dry": 5, "none": 3, "all": 0.3, "even": 0.3},
]


def match(seed: int, options: Mapping[str, object], kind: type[Karavas] = Karavas, often: float = 0.03) -> set[str]:
    """One match, with the views of all seats at ``often`` of the cards played; the rare things that were met."""
    both = KaravasLockstep(seed, options, kind)
    look = Random(seed)
    for _ in both.play():
        if look.random() < (often if both.naive.phase == "play" else 4 * often):
            both.same_views(SEATS)
    return both.met


def deals(seed: int, options: Mapping[str, object], kind: type[Karavas] = Karavas) -> set[str]:
    """The same, of deals of which only the last card is played: what is written is compared after each."""
    both = KaravasDeals(seed, options, kind)
    taste = both.rng.choice(TASTES)
    while not both.naive.over():
        random_deal(both, taste)
    return both.met


# ---------------------------------------------------------------------- both in lockstep


@pytest.mark.parametrize("kind", KINDS)
def test_matches_as_usual(kind: type[Karavas]) -> None:
    met: Counter[str] = Counter()
    for seed in range(100):
        met.update(match(seed, {}, kind))
    assert (USUAL | (OF_EXCHANGE if kind is KaravasWithExchange else set())) - set(met) == set()


@pytest.mark.parametrize("kind", KINDS)
def test_matches_with_options_at_random(kind: type[Karavas]) -> None:
    """Making a game of new options takes longer than a match of it, so each is played more than once, and its deals too."""
    met: Counter[str] = Counter()
    rng = Random(7)
    for options in balanced_options(rng, 8, kind):
        for _ in range(8):
            met.update(match(rng.randrange(10**6), options, kind, 0.01))
            met.update(deals(rng.randrange(10**6), options, kind))
    exchange = OF_EXCHANGE | OF_EXCHANGE_CHOSEN if kind is KaravasWithExchange else set()
    assert (USUAL | CHOSEN | OF_DEALS | exchange) - set(met) == set()


# Six games as they are lost, some with lice drawn for the winners; who wins by the rules, and with an option.
HEADS = "AC head, BD head"
ENDS: list[tuple[str, dict[str, object], str | None, str | None]] = [
    (f"AC spectacles, BD saw, {HEADS}, {HEADS}", {"heads_swapped": True}, "AC", "BD"),
    (f"AC head 2, BD head 1, {HEADS}, {HEADS}", {"louse_in_heads": True}, None, "AC"),
    ("AC head, AC head, AC head, AC head 1, BD head, BD head", {"louse_in_heads": True}, "BD", "AC"),
    ("AC spectacles, BD head, BD head, BD head, BD head, BD head", {"won_by": "number"}, None, "AC"),
    ("AC saw, BD head, BD head, BD head, BD head, BD head", {"won_by": "number"}, "BD", "AC"),
    (f"AC saw, BD saw, {HEADS}, {HEADS}", {"won_by": "number"}, None, None),
    (", ".join([HEADS] * 6), {}, None, None),
]


def test_what_decides_a_match() -> None:
    """KA-12, KA-13, KA-14: what is drawn is weighed as said, and as one agrees to."""
    met: set[str] = set()
    for told, options, usual, agreed in ENDS:
        games = told.split(", ")
        for chosen, winner in [({}, usual), (options, agreed)]:
            both = KaravasDeals(1, {**chosen, "games": len(games)})
            for game in games:
                loser, figure, *lice = game.split()
                lose_game(both, loser, figure, int(lice[0]) if lice else 0)
            assert both.naive.result()["winner"] == winner, told
            met |= both.met
    assert OF_ENDS - met == set()


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name", "value"), ONE_OPTION)
def test_matches_with_one_option(kind: type[Karavas], name: str, value: object) -> None:
    for seed in range(4):
        match(1000 + seed, {name: value}, kind)
        deals(2000 + seed, {name: value}, kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_matches(kind: type[Karavas]) -> None:
    rng = Random(9)
    for _ in range(60):
        options = random_options(rng, kind)
        for _ in range(6):
            match(rng.randrange(10**6), options, kind)
            deals(rng.randrange(10**6), options, kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_matches_with_every_view(kind: type[Karavas]) -> None:
    rng = Random(10)
    for options in [{}, random_options(rng, kind), random_options(rng, kind)]:
        for _ in range(6):
            match(rng.randrange(10**6), {**options, "games": 1}, kind, 1.0)


# ---------------------------------------------------------------------- the naive ones alone


def begin(dealer: str, kind: type[Karavas] = Karavas, **options: object) -> Karavas:
    game = kind(options)
    game.settle(dealer)
    return game


def give(game: Karavas, **hands: list[str]) -> None:
    """Deal these hands, and to everybody else whatever is left."""
    left = [card for card in game.stock if not any(card in hand for hand in hands.values())]
    for seat in SEATS:
        if seat not in hands:
            hands[seat], left = left[:8], left[8:]
    row = 0
    while game.chance() is not None:
        seat = game.waiting[0]
        game.settle({seat: hands[seat][2 * (row // 4) : 2 * (row // 4) + 2]})
        row += 1


def do(game: Karavas, *said: str) -> None:
    """Let whoever's turn it is do these, one after another."""
    for one in said:
        assert game.turn is not None
        name, _, what = one.partition(" ")
        game.act((game.turn, name, what) if what else (game.turn, name))


EXAMPLE = [
    "queen of hearts", "jack of clubs", "jack of spades", "king of spades",
    "ace of hearts", "ten of hearts", "eight of hearts", "nine of clubs",
]  # fmt: skip


def test_the_example_of_a_bid() -> None:
    """V10.3: with these cards six may be bid, for hearts."""
    game = begin("D")
    give(game, A=EXAMPLE)
    assert {suit: game.trumps_held("A", suit) for suit in SUITS} == {"clubs": 4, "spades": 4, "hearts": 6, "diamonds": 3}
    do(game, "accept", "accept", "accept", "accept", "call 6", "pass", "pass", "pass")
    assert game.actions() == [("A", "name", "hearts"), ("A", "name", "diamonds")]


def test_the_fourteen_trumps() -> None:
    """V7.9, word for word."""
    assert [len(trumps_of(suit)) for suit in SUITS] == [14] * 4
    assert " ".join(card.replace(" of ", "-") for card in trumps_of("spades")) == (
        "seven-spades queen-clubs queen-spades queen-hearts queen-diamonds jack-clubs jack-spades jack-hearts jack-diamonds"
        " ace-spades ten-spades king-spades nine-spades eight-spades"
    )


def test_mano() -> None:
    """V11.3: the first to bid takes over the bid of an opponent, and never that of his partner."""
    game = begin("D")
    give(game)
    do(game, *["accept"] * 4, "pass", "call 2", "call 3")
    assert ("D", "mano") not in game.actions()  # he was not the first
    do(game, "call 4")
    assert ("B", "mano") not in game.actions()  # the bid is his partner's
    do(game, "call 5", "call 6", "pass", "mano", "pass")
    assert (game.bidder, game.called, game.phase) == ("B", 6, "naming")


def test_refusing_after_an_exchange() -> None:
    """V29.3, V29.4: a court card is handed over face down, and then the hand may be refused."""
    poor = [
        "ace of hearts",
        "ten of hearts",
        "nine of hearts",
        "eight of hearts",
        "nine of clubs",
        "eight of clubs",
        "ace of spades",
    ]
    rich = ["seven of clubs", *[f"queen of {suit}" for suit in SUITS], "jack of clubs", "jack of hearts", "jack of spades"]
    game = begin("D", KaravasWithExchange)
    give(game, A=[*poor, "king of hearts"], B=rich)
    assert game.actions() == [("A", "no_offer"), ("A", "offer", "B"), ("A", "offer", "D")]
    do(game, "offer B", "agree", "give king of hearts")
    assert game.view("A")["gift"] == "king of hearts" and game.view("B")["gift"] is None
    do(game, "give seven of clubs", "stop", "no_offer", "no_offer", "no_offer")
    assert game.actions() == [("A", "accept"), ("A", "refuse")]
    do(game, "refuse")
    assert game.dealer == "D" and game.phase == "chance"


# ---------------------------------------------------------------------- the comparison itself


def any_card(game: Karavas, seat: str) -> list[str]:
    return list(game.hands[seat])


def shows_the_dealer_all(view: Callable[[Karavas, str], dict[str, Any]]) -> Callable[[Karavas, str], dict[str, Any]]:
    def sees(game: Karavas, seat: str) -> dict[str, Any]:
        seen = view(game, seat)
        return {**seen, "hands": {**seen["hands"], str(game.dealer): sorted(game.hands[str(game.dealer)])}}

    return sees


def always(answer: bool) -> Callable[..., bool]:
    return lambda *_: answer


FAULTS: dict[str, Callable[[Any], None]] = {
    "worth": lambda patch: patch.setitem(karavas.WORTH, "jack", 3),
    "order": lambda patch: patch.setattr(karavas, "PERMANENT", [*karavas.PERMANENT[4:], *karavas.PERMANENT[:4]]),
    "low trumps": lambda patch: patch.setattr(karavas, "LOW_TRUMPS", ["ace", "king", "ten", "nine", "eight"]),
    "plain order": lambda patch: patch.setattr(karavas, "PLAIN", ["ace", "king", "ten", "nine", "eight", "seven"]),
    "dry": lambda patch: patch.setattr(karavas, "DRY", 31),
    "end": lambda patch: patch.setattr(karavas, "POINTS_TO_WIN", 11),
    "courts": lambda patch: patch.setattr(karavas, "COURT_RANKS", ["queen", "jack"]),
    "mano": lambda patch: patch.setattr(Karavas, "may_say_mano", always(False)),
    "naming": lambda patch: patch.setattr(Karavas, "may_name", always(True)),
    "no duty": lambda patch: patch.setattr(Karavas, "legal_cards", any_card),
    "sight": lambda patch: patch.setattr(Karavas, "view", shows_the_dealer_all(Karavas.view)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[fault](monkeypatch)

    def compare() -> None:
        for seed in range(60):
            match(seed, {})
            deals(seed, {})

    with pytest.raises(AssertionError, match=r"naive: .*\n  formal: .*\nseed [0-9]+, options usual, deal [0-9]+"):
        compare()


def shows_the_gift(view: Callable[[KaravasWithExchange, str], dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    return lambda game, seat: {**view(game, seat), "gift": next(iter(game.gifts.values()), None)}


EXCHANGE_FAULTS: dict[str, Callable[[Any], None]] = {
    "one opponent": lambda patch: patch.setattr(KaravasWithExchange, "opponents", lambda game, seat: [karavas.NEXT[seat]]),
    "gift seen": lambda patch: patch.setattr(KaravasWithExchange, "view", shows_the_gift(KaravasWithExchange.view)),
    "no stop": lambda patch: patch.setattr(KaravasWithExchange, "more", lambda game, seat: game.begin_giving()),
    "no offers": lambda patch: patch.setattr(KaravasWithExchange, "dealt", lambda game: game.begin_refusing()),
    "three cards": lambda patch: patch.setattr(karavas_mainai, "MOST_CARDS", 3),
}


@pytest.mark.parametrize("fault", EXCHANGE_FAULTS)
def test_a_fault_of_the_exchange_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    EXCHANGE_FAULTS[fault](monkeypatch)

    def compare() -> None:
        for seed in range(10):
            match(seed, {}, KaravasWithExchange)

    with pytest.raises(AssertionError, match=r"naive: .*\n  formal: .*\nseed [0-9]+, options usual, deal [0-9]+"):
        compare()


def test_every_kind_of_deal_is_as_said() -> None:
    """The deals made up for the comparison are deals: all cards there, four to a trick."""
    both = KaravasDeals(1)
    for low, high in [(0, 30), (31, 59), (60, 60), (61, 89), (90, 120)]:
        taken, tricks = both.split("hearts", low, high, None)
        assert sum(len(taken[side]) for side in SIDES) == 28
        assert len(taken["AC"]) == 4 * max(tricks - 1, 0)
