"""The naive Aštuonkojis: hand-made positions for every rule, and random matches.

Cards are written "Qc" (queen of clubs), "10h" (ten of hearts), "*" (a joker) in these positions.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from naive.astuonkojis import JOKER, LEGS, OPTIONS, Astuonkojis, pack
from naive.walk import choose, draw

RANK_CODES = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten", "9": "nine", "8": "eight", "7": "seven", "6": "six",
    "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip
SUIT_CODES = {"c": "clubs", "s": "spades", "h": "hearts", "d": "diamonds"}


def card(code: str) -> str:
    return JOKER if code == "*" else RANK_CODES[code[:-1]] + " of " + SUIT_CODES[code[-1]]


def cards(codes: str) -> list[str]:
    return [card(code) for code in codes.split()]


def position(
    hand: str, legs: str, others: str = "", down: str = "", middle: str = "", trump: str = "spades", **options: Any
) -> Astuonkojis:
    """A's turn to place, B having the other cards; A is Pirmasis."""
    game = Astuonkojis(options)
    game.settle("B")
    game.awaited = None
    game.hands = {"A": cards(hand), "B": cards(others)}
    game.legs = {leg: [one] for leg, one in zip(LEGS, cards(legs), strict=False)}
    game.down = cards(down)
    game.middle = card(middle) if middle else None
    game.trump = trump or None
    game.begin_turn("A")
    return game


def puts(game: Astuonkojis) -> set[tuple[str, str]]:
    """What may be placed where, in codes."""
    codes = {card(rank + suit): rank + suit for rank in RANK_CODES for suit in SUIT_CODES} | {JOKER: "*"}
    return {(codes[action[2]], action[3]) for action in game.actions() if action[1] == "put"}


def put(game: Astuonkojis, code: str, leg: str) -> None:
    game.act((str(game.turn), "put", card(code), leg))


def may_stop(game: Astuonkojis) -> bool:
    return (str(game.turn), "stop") in game.actions()


def asked(game: Astuonkojis) -> dict[str, int]:
    """Who or what is to get cards, and how many."""
    chance = game.chance()
    assert chance is not None
    wanted: dict[str, int] = chance[1]
    return wanted


def deal(game: Astuonkojis, middle: str, legs: str, **hands: str) -> None:
    """Deal; whatever is not mentioned is dealt as it comes, without jokers."""
    wanted = {seat: cards(codes) for seat, codes in hands.items()}
    set_aside = cards(middle) + cards(legs) + [one for hand in wanted.values() for one in hand]
    chance = game.chance()
    assert chance is not None
    free = list((Counter(chance[2]) - Counter(set_aside)).elements())
    free = [one for one in free if one != JOKER]
    for seat in chance[1]:
        if seat not in wanted:
            wanted[seat], free = free[:10], free[10:]
    game.settle(wanted)
    for one in cards(middle):
        game.settle({"middle": [one]})
    game.settle({leg: [one] for leg, one in zip(LEGS, cards(legs), strict=True)})


# ---------------------------------------------------------------------- the pack and the deal


def test_the_packs() -> None:
    assert len(pack(2)) == 106
    assert len(pack(4)) == 108
    assert Counter(Counter(one for one in pack(2) if one != JOKER).values()) == {2: 52}


@pytest.mark.parametrize(("number", "left"), [(2, 77), (3, 67), (4, 57), (5, 47), (6, 37)])
def test_what_is_left_after_the_deal(number: int, left: int) -> None:
    for four_jokers in [False, True]:
        game = Astuonkojis({"four_jokers": four_jokers}, number)
        game.settle(game.seats[-1])
        assert asked(game) == dict.fromkeys(game.seats, 10)
        deal(game, "2s", "3c 3c 4c 4c 3h 3h 4h 4h")
        view = game.view("A")
        assert view["stock"] == left + 2 * four_jokers and view["middle"] == "two of spades" and view["trump"] == "spades"
        assert (view["phase"], view["turn"], set(view["sizes"].values())) == ("placing", "A", {10})


def test_a_joker_shows_no_trumps() -> None:
    game = Astuonkojis()
    game.settle("A")
    deal(game, "* * 2s", "3c 3c 4c 4c 3h 3h 4h 4h")
    assert game.trump == "spades" and game.under == [JOKER, JOKER] and JOKER not in game.down
    assert game.view("A")["stock"] == 77 and game.turn == "B"
    game.down = cards("5c")
    game.act(("B", "stop"))
    game.hands["A"] = game.hands["A"][:8] + cards("5c 6c")
    put(game, "5c", "3")
    put(game, "6c", "3")
    game.act(("A", "stop"))
    game.settle({"A": cards("5c")})
    assert JOKER in game.hands["A"]  # the last but one of the stock

    game = Astuonkojis({"joker_turned": "no_trumps"})
    game.settle("A")
    deal(game, "*", "3c 3c 4c 4c 4h 4h 4s 4s")
    assert game.trump is None and game.middle == JOKER
    game.hands["B"] = cards("9h 9s 9d")
    assert puts(game) == {("9h", "5"), ("9h", "6"), ("9s", "7"), ("9s", "8")}


def test_no_more_than_four_trumps_after_the_deal() -> None:
    """A9.2: further cards on the highest of them, one at a time."""
    game = Astuonkojis()
    game.settle("A")
    deal(game, "2s", "3s Ks 4s Ks 5s 6s 4h 4h")
    assert game.actions() == [("A", "cover", "2"), ("A", "cover", "4")]  # the dealer is free
    cover(game, "2", "As")  # a trump again, and now the highest of all
    cover(game, "2", "3d")
    cover(game, "4", "*")
    assert game.chance() is None and game.phase == "placing" and game.turn == "B"
    assert game.legs["2"] == cards("Ks As 3d") and game.score == {"A": 0, "B": 0}

    # The card in the middle counts only where so agreed.
    for count_upcard in [False, True]:
        game = Astuonkojis({"count_upcard": count_upcard})
        game.settle("A")
        deal(game, "As", "3s Ks 4s 9s 5c 6c 4h 4h")
        assert game.phase == ("repair" if count_upcard else "placing")
        if count_upcard:
            cover(game, "2", "3d")
            assert game.phase == "placing"


def cover(game: Astuonkojis, leg: str, code: str) -> None:
    """Cover the only trump that is to be covered, or one of two."""
    game.act((str(game.turn), "cover", leg))
    assert asked(game) == {leg: 1}
    game.settle({leg: cards(code)})


def test_when_trumps_are_covered() -> None:
    """AS-8: after every layout, or only after the first."""
    for mend_always in [True, False]:
        game = position("", "8h", down="2s 3s 4s 5s 6s 7c 8c 9c 10c", middle="As", mend_always=mend_always)
        game.hands = {"A": cards("9h") + cards("3d") * 9, "B": cards("9d") + cards("3d") * 9}
        game.act(("A", "stop"))
        game.act(("B", "stop"))
        game.settle({leg: [one] for leg, one in zip(LEGS, cards("2s 3s 4s 5s 6s 7c 8c 9c"), strict=True)})
        assert (game.phase, game.turn) == (("repair", "B") if mend_always else ("placing", "A"))
        if mend_always:
            cover(game, "5", "10c")
            assert (game.phase, game.turn) == ("placing", "A")


# ---------------------------------------------------------------------- what may be placed


def test_suit_and_higher() -> None:
    game = position("9h 8h 5h Kd", "8h 10h Kd")
    assert puts(game) == {("9h", "1")}  # A7.2; the twins do not fit (AS-15)
    put(game, "9h", "1")
    assert puts(game) == set() and may_stop(game)
    game = position("9h 10h Jh", "8h")
    put(game, "9h", "1")
    put(game, "Jh", "1")  # A7.4: more at once, and not every one
    assert puts(game) == set()


def test_first_on_the_higher() -> None:
    """A7.3."""
    game = position("9h", "4h 8h 6h Qh")
    assert puts(game) == {("9h", "2")}
    game = position("9h", "8h 8h 6h")
    assert puts(game) == {("9h", "1"), ("9h", "2")}
    game = position("5h 9h Kh", "4h 8h")
    assert puts(game) == {("5h", "1"), ("9h", "2"), ("Kh", "2")}  # card by card (AS-4)
    put(game, "Kh", "2")
    assert puts(game) == {("5h", "1"), ("9h", "1")}
    game = position("5s 9s", "4s 8s 2h 2d")
    assert puts(game) == {("5s", "1"), ("9s", "2"), *((one, leg) for one in ["5s", "9s"] for leg in ["3", "4"])}  # AS-23


def test_trumps() -> None:
    """A9.1."""
    assert puts(position("2s", "Kh Qd")) == {("2s", "1"), ("2s", "2")}
    assert puts(position("2s 5h 5d", "9h 4d")) == {("2s", "1"), ("5d", "2")}
    # Having a higher card of the suit, though it would go on another leg (AS-5).
    assert puts(position("2s Kh", "5h 9h")) == {("Kh", "2")}
    game = position("2s Kh 3h", "Jh")
    put(game, "Kh", "1")
    for trump_own in [True, False]:
        game = position("2s Kh 3h", "Jh", trump_own=trump_own)
        put(game, "Kh", "1")
        assert puts(game) == ({("2s", "1")} if trump_own else set())
    # A trump that lies there is of its own suit (AS-15).
    game = position("2s 3s Kh", "Ah 5h 9c")
    put(game, "2s", "3")
    assert puts(game) == {("3s", "3"), ("Kh", "2")}
    assert puts(position("2s", "Kh", trump="")) == set()


def test_jokers_and_aces() -> None:
    """A13.1, A15.1: no trumps on them either (AS-6)."""
    game = position("7h 7s 8h Ks 2s *", "*")
    assert puts(game) == {("7h", "1"), ("7s", "1")}
    game = position("2h 2d 2s 3h As * 7h", "Ah")
    assert puts(game) == {("2h", "1"), ("*", "1")}
    put(game, "*", "1")
    put(game, "7h", "1")
    assert puts(game) == {("2s", "1"), ("As", "1")}  # the suit is hearts again
    game = position("2h 3h 9h Ah", "Ah")
    for code in ["2h", "3h", "9h", "Ah"]:
        put(game, code, "1")
    game.act(("A", "stop"))
    assert game.score["A"] == 4
    assert puts(position("*", "Kh As 3d *")) == {("*", "2")}
    assert puts(position("*", "Kh As 3d *", jokers_anywhere=True)) == {("*", "1"), ("*", "2"), ("*", "3")}


def test_sevens() -> None:
    """AS-1."""
    assert puts(position("7h", "6d 6h 8h * Ad")) == {("7h", "2"), ("7h", "4")}
    game = position("7h 9d 9c", "6d 5d 4h 5h 8h * Ad 7c", sevens_anywhere=True)
    assert puts(game) == {("7h", "1"), ("7h", "2"), ("7h", "4"), ("7h", "6"), ("9d", "1"), ("9c", "8")}
    # A trump seven needs no lack of the suit then.
    assert ("7s", "1") in puts(position("7s 9d", "6d", sevens_anywhere=True))
    assert ("7s", "1") not in puts(position("7s 9d", "6d"))


def test_four_trumps_at_the_end() -> None:
    """A9.1: no move into a turn that could not be ended (AS-20)."""
    full = "3s 4s 5s 6s"
    assert puts(position("8s", full + " Kh")) == {("8s", "4")}
    assert puts(position("8s", "3s 4s 5s Kd Kh")) == {("8s", "3"), ("8s", "4"), ("8s", "5")}
    game = position("8s 9s", "3s 4s 5s Kd Kh")
    put(game, "8s", "5")
    assert ("9s", "4") not in puts(game) and ("9s", "5") in puts(game)
    # With a joker and the trump ace there is a way out, by and by.
    game = position("8s As *", full + " Kh")
    assert puts(game) == {("8s", "4"), ("8s", "5"), ("As", "4"), ("As", "5")}
    put(game, "8s", "5")
    assert not may_stop(game) and puts(game) == {("As", "5")}
    put(game, "As", "5")
    assert not may_stop(game) and puts(game) == {("*", "5")}
    put(game, "*", "5")
    assert may_stop(game)
    # The joker may be used up, or the ace covered: then there is none.
    game = position("8s As * 2s", full + " Kh")
    put(game, "8s", "5")
    put(game, "As", "5")
    assert puts(game) == {("*", "5")}  # the two would leave five trumps
    game = position("8s *", full + " Kh Ah")
    assert puts(game) == {("8s", "4"), ("*", "6")}
    # Two too many want two jokers.
    game = position("8s 9s As *", full + " Kh Kd")
    put(game, "8s", "5")
    assert ("9s", "6") not in puts(game)
    # Under the other reading of jokers any trump can be hidden.
    assert ("8s", "5") in puts(position("8s *", full + " Kh", jokers_anywhere=True))
    # And under the other reading of sevens a low one can.
    assert ("8s", "5") in puts(position("8s 7h", full + " Kh", sevens_anywhere=True))
    assert ("8s", "5") not in puts(position("8s 7s", full + " Kh", sevens_anywhere=True))


def test_more_than_four_at_the_beginning() -> None:
    """AS-19: with nothing left to repair with, a turn ends with no more trumps than it began with."""
    game = position("9s 8s", "2s 3s 4s 5s 6s Kh")
    assert may_stop(game) and puts(game) == {("9s", "5"), ("8s", "5")}
    for count_upcard in [False, True]:
        game = position("9s", "2s 3s 4s Kd", middle="Ks", count_upcard=count_upcard)
        assert (("9s", "4") in puts(game)) == (not count_upcard)


def test_free_to_stop() -> None:
    """AS-9."""
    assert may_stop(position("9h", "8h"))
    game = position("9h", "8h", must_place=True)
    assert not may_stop(game)
    put(game, "9h", "1")
    assert may_stop(game)


# ---------------------------------------------------------------------- turns and rounds


def test_score_and_refill() -> None:
    game = position("9h 10h 2c 3c 4c 5c 6c 7c 8c 9c", "8h", others="3d", down="Kd Qd Jd")
    put(game, "9h", "1")
    put(game, "10h", "1")
    assert game.score["A"] == 0
    game.act(("A", "stop"))
    assert game.score["A"] == 2  # A17.1
    assert game.chance() == ("deal", {"A": 2}, cards("Kd Qd Jd"))
    game.settle({"A": cards("Jd Kd")})
    assert game.turn == "B" and game.view("A")["stock"] == 1 and len(game.hands["A"]) == 10


def test_new_legs_after_a_round() -> None:
    game = position("9h 10h", "8h 8d", others="9d 9d", down="2c 3c 4c 5c 6c 7c 8c 9c Ks 2d 2d 2d 2d", middle="As")
    game.hands = {"A": cards("9h") + cards("Kc") * 9, "B": cards("9d 2c") + cards("Kc") * 8}
    put(game, "9h", "1")
    game.act(("A", "stop"))
    game.settle({"A": cards("2d")})
    put(game, "9d", "2")
    game.act(("B", "stop"))
    game.settle({"B": cards("2d")})
    assert game.aside == 4  # A19.1, AS-13
    assert asked(game) == dict.fromkeys(LEGS, 1)
    game.settle({leg: [one] for leg, one in zip(LEGS, cards("2c 3c 4c 5c 6c 7c 8c 9c"), strict=True)})
    assert game.turn == "A" and game.view("A")["stock"] == 3  # A19.3


@pytest.mark.parametrize(("down", "left", "legs"), [(9, 1, 8), (8, 0, 8), (7, 0, 8), (3, 0, 4), (1, 0, 2)])
def test_too_few_cards_for_new_legs(down: int, left: int, legs: int) -> None:
    """A19.4, AS-11, AS-22."""
    codes = " ".join(["2c 3c 4c 5c 6c 7c 8c 9c 10c"[: 3 * down]]).strip()
    game = position("", "8h", down=codes, middle="As")
    game.hands = {"A": cards("9h") + cards("3d") * 9, "B": cards("9d") + cards("3d") * 9}
    game.act(("A", "stop"))
    game.act(("B", "stop"))
    chance = game.chance()
    assert chance is not None and list(chance[1]) == LEGS[: min(down, 8)]
    game.settle({leg: [one] for leg, one in zip(chance[1], chance[2], strict=False)})
    assert len(game.laid()) == legs and game.view("A")["stock"] == left
    assert (game.middle is None) == (down < 8) and game.trump == "spades"
    if down < 8:
        assert game.legs[LEGS[down]] == cards("As")
    assert game.turn == "A" and game.idle == 0


def test_five_trumps_without_a_stock() -> None:
    """AS-19: a short layout."""
    game = position("", "8h", down="2s 3s 4s 5s", middle="As")
    game.hands = {"A": cards("9h") + cards("3d") * 9, "B": cards("9d") + cards("3d") * 9}
    game.act(("A", "stop"))
    game.act(("B", "stop"))
    game.settle({leg: [one] for leg, one in zip(LEGS, cards("2s 3s 4s 5s"), strict=False)})
    assert game.phase == "placing" and game.exposed(game.tops()) == 5 and may_stop(game)


def test_the_last_card_may_be_taken() -> None:
    """A21.1."""
    for name in ["take", "leave"]:
        game = position("9h 10h", "8h", others="Jh 3d 9c", down="Kc", middle="As")
        put(game, "9h", "1")
        game.act(("A", "stop"))
        game.settle({"A": cards("Kc")})
        assert game.actions() == [("A", "take"), ("A", "leave")] and game.view("B")["turn"] == "A"
        game.act(("A", name))
        assert game.hands["A"] == cards("10h Kc" + (" As" if name == "take" else ""))
        assert (game.middle is None) == (name == "take") and game.trump == "spades" and game.turn == "B"
        put(game, "Jh", "1")
        game.act(("B", "stop"))
        if name == "leave":  # the next may take it
            assert game.actions() == [("B", "take"), ("B", "leave")]
            game.act(("B", "leave"))
    # Nobody is asked who has ten.
    game = position("9h", "8h", others="9h", middle="As")
    game.hands["A"] = cards("9h") + cards("3d") * 9
    game.act(("A", "stop"))
    assert game.turn == "B"


def test_rounds_go_on_without_a_stock() -> None:
    """A21.1, AS-14: the legs stay; A23.1, AS-22: until nobody can place."""
    game = position("9h Jh", "8h", others="10h Kh 3d")
    for seat, code in [("A", "9h"), ("B", "10h"), ("A", "Jh")]:
        assert game.turn == seat
        put(game, code, "1")
        game.act((seat, "stop"))
    assert game.legs["1"] == cards("8h 9h 10h Jh") and game.aside == 0
    put(game, "Kh", "1")
    game.act(("B", "stop"))
    assert game.deals == 1 and game.last is not None and game.last["gained"] == {"A": 2, "B": 2}
    assert game.last["hands"] == {"A": [], "B": cards("3d")} and game.dealer == "A"


def test_an_idle_round_ends_the_deal() -> None:
    """AS-10, AS-22: as many turns running as there are players, wherever they begin."""
    game = position("9h Jh", "8h", others="10h Kh 3d")
    put(game, "9h", "1")
    game.act(("A", "stop"))
    game.act(("B", "stop"))
    assert game.idle == 1 and game.deals == 0
    game.act(("A", "stop"))
    assert game.deals == 1 and game.score == {"A": 1, "B": 0}


def test_as_many_deals_as_players() -> None:
    game = Astuonkojis({}, 3)
    rng = Random(3)
    first: list[str] = []
    while not game.over():
        if game.dealer is not None and len(first) == game.deals:
            first.append(game.eldest())
        step(game, rng)
    assert sorted(first) == game.seats  # A25.2
    result = game.result()
    best = max(result["score"].values())
    assert result["deals"] == 3 and result["winners"] == [seat for seat in game.seats if result["score"][seat] == best]


def test_unknown_options_are_refused() -> None:
    wrong: list[dict[str, object]] = [{"no_such": True}, {"must_place": 1}, {"joker_turned": "put"}]
    for options in wrong:
        with pytest.raises(ValueError, match="option"):
            Astuonkojis(options)


def test_looking_ahead_misses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shortcut in looking for a lawful end changes no answer."""
    rng = Random(9)
    for _ in range(150):
        options: dict[str, Any] = {
            name: rng.choice(OPTIONS[name]) for name in ["sevens_anywhere", "jokers_anywhere", "trump_own"]
        }
        hand = rng.sample(["*", "As", "7h", "8s", "9s", "2s", "7s", "Kh"], 5)
        legs = ["3s", "4s", "5s", rng.choice(["6s", "As", "Qs"]), *rng.sample(["Kh", "Qd", "Ah", "5c", "9d"], 3)]
        game = position(" ".join(hand), " ".join(legs), **options)
        found = puts(game)
        with monkeypatch.context() as patch:
            patch.setattr(Astuonkojis, "trumps_to_hide", lambda *_: 10)
            assert puts(game) == found


# ---------------------------------------------------------------------- random matches

WEIGHTS = {"put": 6.0, "stop": 1.0, "take": 1.0, "leave": 1.0, "cover": 1.0}


def step(game: Astuonkojis, rng: Random) -> tuple[str, ...] | None:
    """One step of a random match: the action, if it was one."""
    chance = game.chance()
    if chance is not None:
        game.settle(draw(chance, rng, 0.0))
        return None
    action = choose(game.actions(), rng, WEIGHTS)
    game.act(action)
    return action


def check(game: Astuonkojis) -> None:
    """What holds at every moment of a deal."""
    together = game.down + game.under + [one for hand in game.hands.values() for one in hand]
    together += [one for pile in game.legs.values() for one in pile] + ([game.middle] if game.middle else [])
    everything = pack(4 if game.options["four_jokers"] else 2)
    assert len(together) + game.aside == len(everything) and not Counter(together) - Counter(everything)
    if game.phase == "over":
        assert game.actions() == [] and game.chance() is None
        return
    if game.phase == "placing":
        assert game.actions(), "neither a move nor a lawful stop"
        if game.placed == 0:
            mended = game.options["mend_always"] or game.rounds == 1
            assert game.exposed(game.tops()) <= 4 or game.stock() == 0 or not mended
            if not game.options["must_place"]:
                assert may_stop(game)


def check_match(options: dict[str, object], number: int, seed: int) -> set[str]:
    game = Astuonkojis(options, number)
    rng = Random(seed)
    happened: set[str] = set()
    score, deals, steps = 0, 0, 0
    while not game.over():
        before = game.phase
        excess = game.exposed(game.tops()) > 4
        action = step(game, rng)
        if game.deals == deals:
            check(game)
        else:
            deals = game.deals
            assert game.last is not None
            happened.add("idle end" if game.last["idle"] >= number else "stuck end")
            happened |= {"left in the middle"} if game.last["middle"] else set()
        assert sum(game.score.values()) >= score
        score = sum(game.score.values())
        steps += 1
        if action is not None:
            happened.add(action[1])
            happened |= {"five trumps"} if before == "placing" and excess and game.placed else set()
            if action[1] == "put":
                top = game.legs[action[3]][-2] if len(game.legs.get(action[3], [])) > 1 else ""
                happened |= {"joker"} if action[2] == JOKER else set()
                happened |= {"on a joker"} if top == JOKER else set()
                happened |= {"two on an ace"} if action[2].startswith("two") and top.startswith("ace") else set()
        happened |= {"fewer legs"} if 0 < len(game.legs) < 8 else set()
        happened |= {"joker under"} if game.under else set()
    assert steps < 4000 * number and game.deals == number
    return happened


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_random_matches(number: int) -> None:
    happened: set[str] = set()
    for seed in range(12):
        happened |= check_match({}, number, seed)
    rare = {"idle end", "stuck end", "put", "stop", "take", "leave"}
    rare |= {"joker", "on a joker", "two on an ace", "cover"}
    assert not rare - happened


def test_random_matches_with_random_options() -> None:
    happened: set[str] = set()
    for seed in range(30):
        rng = Random(1000 + seed)
        happened |= check_match({name: rng.choice(values) for name, values in OPTIONS.items()}, rng.randint(2, 6), seed)
    assert not {"fewer legs", "joker under", "five trumps", "left in the middle"} - happened
