"""The naive Aštuonkojis: hand-made positions for every rule, and random matches.

Cards are written "Qc" (queen of clubs), "10h" (ten of hearts), "*" (a joker) in these positions; where one is written again
it is its twin.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from naive.astuonkojis import JOKERS, LEGS, OPTIONS, RANK_OF, SUIT_OF, Astuonkojis, pack
from naive.walk import choose, draw

RANK_CODES = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten", "9": "nine", "8": "eight", "7": "seven", "6": "six",
    "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip
SUIT_CODES = {"c": "clubs", "s": "spades", "h": "hearts", "d": "diamonds"}


def card(code: str, taken: list[str] | None = None) -> str:
    """A card, or its twin if that is taken already."""
    names = JOKERS
    if code != "*":
        names = [f"{RANK_CODES[code[:-1]]} of {SUIT_CODES[code[-1]]} {copy}" for copy in "12"]
    return next((name for name in names if name not in (taken or [])), names[0])


def cards(codes: str, taken: list[str] | None = None) -> list[str]:
    found: list[str] = []
    for code in codes.split():
        found.append(card(code, found + (taken or [])))
    return found


def code_of(one: str) -> str:
    ranks = {rank: code for code, rank in RANK_CODES.items()}
    return "*" if one in JOKERS else ranks[RANK_OF[one]] + str(SUIT_OF[one])[0]


def codes_of(found: list[str]) -> list[str]:
    return [code_of(one) for one in found]


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
    return {(code_of(action[2]), action[3]) for action in game.actions() if action[1] == "put"}


def put(game: Astuonkojis, code: str, leg: str) -> None:
    held = next(one for one in game.hands[str(game.turn)] if code_of(one) == code)
    game.act((str(game.turn), "put", held, leg))


def may_stop(game: Astuonkojis) -> bool:
    return (str(game.turn), "done") in game.actions()


def asked(game: Astuonkojis) -> dict[str, int]:
    """Who or what is to get cards, and how many."""
    chance = game.chance()
    assert chance is not None
    wanted: dict[str, int] = chance[1]
    return wanted


def deal(game: Astuonkojis, middle: str, legs: str, **hands: str) -> None:
    """Deal; whatever is not mentioned is dealt as it comes, without jokers."""
    wanted: dict[str, list[str]] = {}
    set_aside = cards(f"{middle} {legs}")
    for seat, codes in hands.items():
        wanted[seat] = cards(codes, set_aside)
        set_aside += wanted[seat]
    chance = game.chance()
    assert chance is not None
    free = [one for one in chance[2] if one not in set_aside and one not in JOKERS]
    for seat in chance[1]:
        if seat not in wanted:
            wanted[seat], free = free[:10], free[10:]
    game.settle(wanted)
    laid = cards(f"{middle} {legs}")
    for one in laid[:-8]:
        game.settle({"turned": [one]})
    game.settle({leg: [one] for leg, one in zip(LEGS, laid[-8:], strict=True)})


# ---------------------------------------------------------------------- the pack and the deal


def test_the_packs() -> None:
    assert (len(pack(False)), len(pack(True))) == (106, 108)
    assert len(set(pack(True))) == 108 and set(Counter(codes_of(pack(False))).values()) == {2}
    assert Astuonkojis({"four_jokers": False}).unused == ["black 1", "black 2"]


@pytest.mark.parametrize(("number", "left"), [(2, 77), (3, 67), (4, 57), (5, 47), (6, 37)])
def test_what_is_left_after_the_deal(number: int, left: int) -> None:
    for four_jokers in [False, True]:
        game = Astuonkojis({"four_jokers": four_jokers}, number)
        game.settle(game.seats[-1])
        assert asked(game) == dict.fromkeys(game.seats, 10)
        deal(game, "2s", "3c 3c 4c 4c 3h 3h 4h 4h")
        view = game.view("A")
        assert view["stock"] == left + 2 * four_jokers and view["middle"] == "two of spades 1" and view["trump"] == "spades"
        assert (view["phase"], view["turn"], set(view["sizes"].values())) == ("place", "A", {10})


def test_a_joker_shows_no_trumps() -> None:
    """AS-3: it goes back into the stock, and may come again; or it stays, and there are no trumps."""
    game = Astuonkojis()
    game.settle("A")
    game.settle({seat: [one for one in game.down if one.endswith(copy)][:10] for seat, copy in [("A", "1"), ("B", "2")]})
    for one in ["red 1", "black 2", "red 1"]:
        before = sorted(game.down)
        game.settle({"turned": [one]})
        assert asked(game) == {"turned": 1} and sorted(game.down) == before and game.view("A")["middle"] is None
    game.settle({"turned": [card("2s")]})
    assert game.trump == "spades" and set(JOKERS) <= set(game.down)

    game = Astuonkojis({"joker_turned": "no_trumps"})
    game.settle("A")
    deal(game, "*", "3c 3c 4c 4c 4h 4h 4s 4s")
    assert game.trump is None and game.middle == "red 1"
    game.hands["B"] = cards("9h 9s 9d")
    assert puts(game) == {("9h", "V"), ("9h", "VI"), ("9s", "VII"), ("9s", "VIII")}


def test_no_more_than_four_trumps_after_the_deal() -> None:
    """A9.2: further cards on the highest of them, one at a time."""
    game = Astuonkojis()
    game.settle("A")
    deal(game, "2s", "3s Ks 4s Ks 5s 6s 4h 4h")
    assert game.actions() == [("A", "cover", "II"), ("A", "cover", "IV")]  # the dealer is free
    cover(game, "II", "As")  # a trump again, and now the highest of all
    cover(game, "II", "3d")
    cover(game, "IV", "*")
    assert game.chance() is None and game.phase == "place" and game.turn == "B"
    assert codes_of(game.legs["II"]) == ["Ks", "As", "3d"] and game.score == {"A": 0, "B": 0}

    # The card in the middle counts only where so agreed.
    for count_upcard in [False, True]:
        game = Astuonkojis({"count_upcard": count_upcard})
        game.settle("A")
        deal(game, "As", "3s Ks 4s 9s 5c 6c 4h 4h")
        assert game.phase == ("mending" if count_upcard else "place")
        if count_upcard:
            cover(game, "II", "3d")
            assert game.phase == "place"


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
        game.act(("A", "done"))
        game.act(("B", "done"))
        game.settle({leg: [one] for leg, one in zip(LEGS, cards("2s 3s 4s 5s 6s 7c 8c 9c"), strict=True)})
        assert (game.phase, game.turn) == (("mending", "B") if mend_always else ("place", "A"))
        if mend_always:
            cover(game, "V", "10c")
            assert (game.phase, game.turn) == ("place", "A")


# ---------------------------------------------------------------------- what may be placed


def test_suit_and_higher() -> None:
    game = position("9h 8h 5h Kd", "8h 10h Kd")
    assert puts(game) == {("9h", "I")}  # A7.2; the twins do not fit (AS-15)
    put(game, "9h", "I")
    assert puts(game) == set() and may_stop(game)
    game = position("9h 10h Jh", "8h")
    put(game, "9h", "I")
    put(game, "Jh", "I")  # A7.4: more at once, and not every one
    assert puts(game) == set()


def test_first_on_the_higher() -> None:
    """A7.3."""
    game = position("9h", "4h 8h 6h Qh")
    assert puts(game) == {("9h", "II")}
    game = position("9h", "8h 8h 6h")
    assert puts(game) == {("9h", "I"), ("9h", "II")}
    game = position("5h 9h Kh", "4h 8h")
    assert puts(game) == {("5h", "I"), ("9h", "II"), ("Kh", "II")}  # card by card (AS-4)
    put(game, "Kh", "II")
    assert puts(game) == {("5h", "I"), ("9h", "I")}
    game = position("5s 9s", "4s 8s 2h 2d")
    assert puts(game) == {("5s", "I"), ("9s", "II"), *((one, leg) for one in ["5s", "9s"] for leg in ["III", "IV"])}  # AS-23


def test_trumps() -> None:
    """A9.1."""
    assert puts(position("2s", "Kh Qd")) == {("2s", "I"), ("2s", "II")}
    assert puts(position("2s 5h 5d", "9h 4d")) == {("2s", "I"), ("5d", "II")}
    # Having a higher card of the suit, though it would go on another leg (AS-5).
    assert puts(position("2s Kh", "5h 9h")) == {("Kh", "II")}
    game = position("2s Kh 3h", "Jh")
    put(game, "Kh", "I")
    for trump_own in [True, False]:
        game = position("2s Kh 3h", "Jh", trump_own=trump_own)
        put(game, "Kh", "I")
        assert puts(game) == ({("2s", "I")} if trump_own else set())
    # A trump that lies there is of its own suit (AS-15).
    game = position("2s 3s Kh", "Ah 5h 9c")
    put(game, "2s", "III")
    assert puts(game) == {("3s", "III"), ("Kh", "II")}
    assert puts(position("2s", "Kh", trump="")) == set()


def test_jokers_and_aces() -> None:
    """A13.1, A15.1: no trumps on them either (AS-6)."""
    game = position("7h 7s 8h Ks 2s *", "*")
    assert puts(game) == {("7h", "I"), ("7s", "I")}
    game = position("2h 2d 2s 3h As * 7h", "Ah")
    assert puts(game) == {("2h", "I"), ("*", "I")}
    put(game, "*", "I")
    put(game, "7h", "I")
    assert puts(game) == {("2s", "I"), ("As", "I")}  # the suit is hearts again
    game = position("2h 3h 9h Ah", "Ah")
    for code in ["2h", "3h", "9h", "Ah"]:
        put(game, code, "I")
    game.act(("A", "done"))
    assert game.score["A"] == 4
    assert puts(position("*", "Kh As 3d *")) == {("*", "II")}
    assert puts(position("*", "Kh As 3d *", jokers_anywhere=True)) == {("*", "I"), ("*", "II"), ("*", "III")}


def test_sevens() -> None:
    """AS-1."""
    assert puts(position("7h", "6d 6h 8h * Ad")) == {("7h", "II"), ("7h", "IV")}
    game = position("7h 9d 9c", "6d 5d 4h 5h 8h * Ad 7c", sevens_anywhere=True)
    assert puts(game) == {("7h", "I"), ("7h", "II"), ("7h", "IV"), ("7h", "VI"), ("9d", "I"), ("9c", "VIII")}
    # A trump seven needs no lack of the suit then.
    assert ("7s", "I") in puts(position("7s 9d", "6d", sevens_anywhere=True))
    assert ("7s", "I") not in puts(position("7s 9d", "6d"))


def test_four_trumps_at_the_end() -> None:
    """A9.1: no move into a turn that could not be ended (AS-20)."""
    full = "3s 4s 5s 6s"
    assert puts(position("8s", full + " Kh")) == {("8s", "IV")}
    assert puts(position("8s", "3s 4s 5s Kd Kh")) == {("8s", "III"), ("8s", "IV"), ("8s", "V")}
    game = position("8s 9s", "3s 4s 5s Kd Kh")
    put(game, "8s", "V")
    assert ("9s", "IV") not in puts(game) and ("9s", "V") in puts(game)
    # With a joker and the trump ace there is a way out; the ace has to lie there first.
    game = position("8s As *", full + " Kh")
    assert puts(game) == {("8s", "IV"), ("As", "IV"), ("As", "V")}
    put(game, "As", "IV")
    assert puts(game) == {("8s", "III"), ("8s", "V"), ("*", "IV")}
    put(game, "8s", "V")
    assert not may_stop(game) and puts(game) == {("*", "IV")}
    put(game, "*", "IV")
    assert may_stop(game)
    # The joker may be used up, or the ace covered: then there is none.
    game = position("As * 2s", full + " Kh")
    put(game, "As", "V")
    assert puts(game) == {("*", "V")}  # the two would leave five trumps
    assert puts(position("8s *", full + " Kh Ah")) == {("8s", "IV"), ("*", "VI")}
    # Two too many want two jokers, and two aces.
    game = position("8s 9s As As *", full + " Kh Kd")
    put(game, "As", "IV")
    put(game, "As", "V")
    assert ("8s", "VI") not in puts(game)
    game = position("8s As * *", full + " Kh Kd")
    put(game, "As", "V")
    assert ("8s", "VI") not in puts(game)
    game = position("8s As As * *", full + " Kh Kd")
    put(game, "As", "IV")
    put(game, "As", "V")
    assert ("8s", "VI") in puts(game)
    # Under the other reading of jokers any trump can be hidden, and no ace is needed.
    assert ("8s", "V") in puts(position("8s *", full + " Kh", jokers_anywhere=True))
    # Under the other reading of sevens a low one can, but that is not counted beforehand (AS-24).
    assert ("8s", "V") not in puts(position("8s 7h", full + " Kh", sevens_anywhere=True))
    game = position("As 7h *", full + " Kh", sevens_anywhere=True)
    put(game, "As", "V")
    put(game, "7h", "I")
    assert may_stop(game)


def test_more_than_four_at_the_beginning() -> None:
    """AS-19: with nothing left to repair with, a turn ends with no more trumps than it began with."""
    game = position("9s 8s", "2s 3s 4s 5s 6s Kh")
    assert may_stop(game) and puts(game) == {("9s", "V"), ("8s", "V")}
    for count_upcard in [False, True]:
        game = position("9s", "2s 3s 4s Kd", middle="Ks", count_upcard=count_upcard)
        assert (("9s", "IV") in puts(game)) == (not count_upcard)


def test_free_to_stop() -> None:
    """AS-9."""
    assert may_stop(position("9h", "8h"))
    game = position("9h", "8h", must_place=True)
    assert not may_stop(game)
    put(game, "9h", "I")
    assert may_stop(game)


# ---------------------------------------------------------------------- turns and rounds


def test_score_and_refill() -> None:
    game = position("9h 10h 2c 3c 4c 5c 6c 7c 8c 9c", "8h", others="3d", down="Kd Qd Jd")
    put(game, "9h", "I")
    put(game, "10h", "I")
    assert game.score["A"] == 0
    game.act(("A", "done"))
    assert game.score["A"] == 2  # A17.1
    assert game.chance() == ("deal", {"A": 2}, cards("Kd Qd Jd"))
    game.settle({"A": cards("Jd Kd")})
    assert game.turn == "B" and game.view("A")["stock"] == 1 and len(game.hands["A"]) == 10


def test_new_legs_after_a_round() -> None:
    game = position("9h 10h", "8h 8d", others="9d 9d", down="2c 3c 4c 5c 6c 7c 8c 9c Ks 2d 2d 2d 2d", middle="As")
    game.hands = {"A": cards("9h") + cards("Kc") * 9, "B": cards("9d 2c") + cards("Kc") * 8}
    put(game, "9h", "I")
    game.act(("A", "done"))
    game.settle({"A": cards("2d")})
    put(game, "9d", "II")
    game.act(("B", "done"))
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
    game.act(("A", "done"))
    game.act(("B", "done"))
    chance = game.chance()
    assert chance is not None and list(chance[1]) == LEGS[: min(down, 8)]
    game.settle({leg: [one] for leg, one in zip(chance[1], chance[2], strict=False)})
    assert len(game.laid()) == legs and game.view("A")["stock"] == left
    assert (game.middle is None) == (down < 8) and game.trump == "spades"
    if down < 8:
        assert game.legs["VIII"] == cards("As")
    assert game.turn == "A" and game.idle == 0


def test_five_trumps_without_a_stock() -> None:
    """AS-19: a short layout."""
    game = position("", "8h", down="2s 3s 4s 5s", middle="As")
    game.hands = {"A": cards("9h") + cards("3d") * 9, "B": cards("9d") + cards("3d") * 9}
    game.act(("A", "done"))
    game.act(("B", "done"))
    game.settle({leg: [one] for leg, one in zip(LEGS, cards("2s 3s 4s 5s"), strict=False)})
    assert game.phase == "place" and game.exposed(game.tops()) == 5 and may_stop(game)


def test_the_last_card_may_be_taken() -> None:
    """A21.1."""
    for name in ["take", "leave"]:
        game = position("9h 10h", "8h", others="Jh 3d 9c", down="Kc", middle="As")
        put(game, "9h", "I")
        game.act(("A", "done"))
        game.settle({"A": cards("Kc")})
        assert game.actions() == [("A", "take"), ("A", "leave")] and game.view("B")["turn"] == "A"
        game.act(("A", name))
        assert game.hands["A"] == cards("10h Kc" + (" As" if name == "take" else ""))
        assert (game.middle is None) == (name == "take") and game.trump == "spades" and game.turn == "B"
        put(game, "Jh", "I")
        game.act(("B", "done"))
        if name == "leave":  # the next may take it
            assert game.actions() == [("B", "take"), ("B", "leave")]
            game.act(("B", "leave"))
    # Nobody is asked who has ten.
    game = position("9h", "8h", others="9h", middle="As")
    game.hands["A"] = cards("9h") + cards("3d") * 9
    game.act(("A", "done"))
    assert game.turn == "B"


def test_rounds_go_on_without_a_stock() -> None:
    """A21.1, AS-14: the legs stay; A23.1, AS-22: until nobody can place."""
    game = position("9h Jh", "8h", others="10h Kh 3d")
    for seat, code in [("A", "9h"), ("B", "10h"), ("A", "Jh")]:
        assert game.turn == seat
        put(game, code, "I")
        game.act((seat, "done"))
    assert game.legs["I"] == cards("8h 9h 10h Jh") and game.aside == 0
    put(game, "Kh", "I")
    game.act(("B", "done"))
    assert game.deals == 1 and game.last is not None and game.last["gained"] == {"A": 2, "B": 2}
    assert game.last["hands"] == {"A": [], "B": cards("3d")} and game.dealer == "A"


def test_an_idle_round_ends_the_deal() -> None:
    """AS-10, AS-22: as many turns running as there are players, wherever they begin."""
    game = position("9h Jh", "8h", others="10h Kh 3d")
    put(game, "9h", "I")
    game.act(("A", "done"))
    game.act(("B", "done"))
    assert game.idle == 1 and game.deals == 0
    game.act(("A", "done"))
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


def can_end(game: Astuonkojis) -> bool:
    """Whether the turn can be ended in some way, counting nothing beforehand."""
    seat = str(game.turn)
    if game.exposed(game.tops()) <= game.most_trumps():
        return True
    for one in game.hands[seat]:
        for leg, top in game.tops().items():
            hides = SUIT_OF[top] == game.trump and SUIT_OF[one] != game.trump
            prepares = code_of(one) == f"A{str(game.trump)[0]}"
            if (hides or prepares) and game.fits(one, leg, game.hands[seat], game.tops()) and can_end(after(game, one, leg)):
                return True
    return False


def after(game: Astuonkojis, one: str, leg: str) -> Astuonkojis:
    """The game after the card was placed, lawfully or not."""
    other = deepcopy(game)
    other.hands[str(other.turn)].remove(one)
    other.legs[leg].append(one)
    other.own = sorted({*other.own, leg})
    return other


@pytest.mark.parametrize("agreed", ["", "sevens_anywhere", "jokers_anywhere"])
def test_counting_beforehand(agreed: str) -> None:
    """AS-20: what counting allows can be brought to an end; what it forbids beyond need is ended by an ace still in hand, or a seven."""
    rng = Random(9)
    stricter = 0
    for _ in range(120):
        hand = rng.sample(["*", "*", "As", "7h", "8s", "9s", "2s", "7s", "Kh"], 5)
        legs = ["3s", "4s", "5s", rng.choice(["6s", "As", "Qs"]), *rng.sample(["Kh", "Qd", "Ah", "5c", "9d"], 3)]
        options: dict[str, Any] = {agreed: True} if agreed else {}
        game = position(" ".join(hand), " ".join(legs), **options)
        seat = str(game.turn)
        allowed = {(action[2], action[3]) for action in game.actions() if action[1] == "put"}
        for one in game.hands[seat]:
            for leg, top in game.tops().items():
                if not game.fits(one, leg, game.hands[seat], game.tops()):
                    continue
                found = can_end(after(game, one, leg))
                assert found or (one, leg) not in allowed, (hand, legs, one, top)
                if found and (one, leg) not in allowed:
                    stricter += 1
                    assert ("As" in hand and code_of(one) != "As") or agreed == "sevens_anywhere", (hand, legs, one, top)
    assert (stricter > 0) == (agreed != "jokers_anywhere")


# ---------------------------------------------------------------------- random matches

WEIGHTS = {"put": 6.0, "done": 1.0, "take": 1.0, "leave": 1.0, "cover": 1.0}


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
    together = game.down + [one for hand in game.hands.values() for one in hand]
    together += [one for pile in game.legs.values() for one in pile] + ([game.middle] if game.middle else [])
    everything = pack(bool(game.options["four_jokers"]))
    assert len(together) + game.aside == len(everything) and not Counter(together) - Counter(everything)
    if game.phase == "over":
        assert game.actions() == [] and game.chance() is None
        return
    if game.phase == "place":
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
            happened |= {"five trumps"} if before == "place" and excess and game.placed else set()
            if action[1] == "put":
                top = game.legs[action[3]][-2] if len(game.legs.get(action[3], [])) > 1 else ""
                happened |= {"joker"} if action[2] in JOKERS else set()
                happened |= {"on a joker"} if top in JOKERS else set()
                happened |= {"two on an ace"} if action[2].startswith("two") and top.startswith("ace") else set()
        happened |= {"fewer legs"} if 0 < len(game.legs) < 8 else set()
        happened |= {"no trumps"} if game.middle in JOKERS else set()
    assert steps < 4000 * number and game.deals == number
    return happened


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_random_matches(number: int) -> None:
    happened: set[str] = set()
    for seed in range(12):
        happened |= check_match({}, number, seed)
    rare = {"idle end", "stuck end", "put", "done", "take", "leave"}
    rare |= {"joker", "on a joker", "two on an ace", "cover"}
    assert not rare - happened


def test_random_matches_with_random_options() -> None:
    happened: set[str] = set()
    for seed in range(30):
        rng = Random(1000 + seed)
        happened |= check_match({name: rng.choice(values) for name, values in OPTIONS.items()}, rng.randint(2, 6), seed)
    assert not {"fewer legs", "no trumps", "five trumps", "left in the middle"} - happened
