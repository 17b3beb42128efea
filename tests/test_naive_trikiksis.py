"""The naive Trikiksis: the source's own example, scripted deals for every rule, and random matches.

Cards are written "Qc" (queen of clubs), "10h" (ten of hearts) in these scripts.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from naive.kiksas import PACK
from naive.trikiksis import NEXT, OPTIONS, SEATS, Trikiksis
from naive.walk import play as random_match
from naive.walk import replay, steps

RANK_CODES = {"A": "ace", "10": "ten", "K": "king", "Q": "queen", "J": "jack", "9": "nine"}
SUIT_CODES = {"c": "clubs", "s": "spades", "h": "hearts", "d": "diamonds"}


def card(code: str) -> str:
    return RANK_CODES[code[:-1]] + " of " + SUIT_CODES[code[-1]]


def cards(codes: str) -> list[str]:
    return [card(code) for code in codes.split()]


def start(dealer: str, **options: object) -> Trikiksis:
    game = Trikiksis(options)
    assert game.chance() == ("lots", SEATS)
    game.settle(dealer)
    return game


def give(game: Trikiksis, **hands: str) -> None:
    """Deal these eight cards; of who names trumps the last two are laid aside.  Who is not mentioned gets what is left."""
    chance = game.chance()
    assert chance is not None and chance[0] == "deal"
    kept = [one for hand in game.hands.values() for one in hand]
    given = {seat: [one for one in cards(codes) if one not in kept] for seat, codes in hands.items()}
    left = [one for one in chance[2] if not any(one in hand for hand in given.values())]
    missing = {seat: 8 - len(game.hands[seat]) for seat in SEATS}
    for seat in SEATS:
        if seat not in given:
            given[seat], left = left[: missing[seat]], left[missing[seat] :]
    if "aside" in chance[1]:
        eldest = game.eldest()
        given["aside"] = given[eldest][-2:]
        given[eldest] = given[eldest][:-2]
    game.settle(given)


def do(game: Trikiksis, name: str, *args: str) -> None:
    game.act((str(game.turn), name, *args))


def lay(game: Trikiksis, codes: str) -> None:
    for code in codes.split():
        do(game, "play", card(code))


def prepare(game: Trikiksis, suit: str, **hands: str) -> None:
    """From the peek (if there is one) to the first lead of a usual deal."""
    if game.phase == "peek":
        do(game, "waive")
    give(game, **hands)
    do(game, "name", suit)
    for _ in range(2):
        do(game, "pass")


def lay_any(game: Trikiksis) -> None:
    """Play the first card allowed until the deal has ended."""
    deals = game.deals
    while game.deals == deals:
        game.act(next(action for action in game.actions() if action[1] == "play"))


def figures(game: Trikiksis) -> dict[str, tuple[int, int, int]]:
    """Strokes, eggs and crosses."""
    return {seat: (marks["stroke"], marks["egg"], marks["cross"]) for seat, marks in game.marks.items()}


def names(game: Trikiksis) -> set[tuple[str, str]]:
    return {(action[0], action[1]) for action in game.actions()}


def state(game: Trikiksis) -> tuple[str | None, str, str | None]:
    return game.dealer, game.part, game.lone


# The first deal of K67.1: A, who has the queen of clubs, takes 54 points, B and C 84.
FIRST = {"A": "Qc Jc 9c Ks Js Ah 10d 9d", "B": "Qs 9s Qh Jh 9h Ad Kd Jd", "C": "Ac 10c Kc As 10s 10h Kh Qd"}
FIRST_PLAY = "Qc Qs Ac Ks 9s 10s 10h Ah 9h 9c Jd Kc Qd 9d Ad Jh Kh Jc Js Kd As 10c 10d Qh"

# The second, with hearts: B takes 54 before A and C take 84 (K71.2).
WON = {"A": "9c Js 9s 10h 9h Kd Qd 9d", "B": "Ac 10c Jc As 10s Qs Ad 10d", "C": "Kc Qc Ks Ah Kh Qh Jh Jd"}
WON_PLAY = "Qh 9h Qs Jh 10h 10c Js As Ks Ac Qc 9c Jc Kc 9d Ah Qd 10s Kh 9s 10d Jd Kd Ad"

# Or the other way round.
LOST = {"A": "10c Kc 9c Qs Js 10h Qh Jd", "B": "Qc As 10s 9s Ad 10d Qd 9d", "C": "Ac Jc Ks Ah Kh Jh 9h Kd"}
LOST_PLAY = "Qh 10d Jh 10c Qc Ac Ks Qs 10s As Kh Js Kd Jd 9d 9h 10h Qd Kc Ad Jc 9c 9s Ah"

# The third: B takes 72, A and C 66 (K69.2).
THIRD = {"A": "9c As Qs Js Kh Ad Qd Jd", "B": "Ac Qc Jc 10s Ks Qh Jh Kd", "C": "10c Kc 9s Ah 10h 9h 10d 9d"}
THIRD_PLAY = "Qh Ah Kh Ac Kc 9c Jc 10c As 9d Ad Kd Jd Jh 10d Qc 9h Js 10h Qd 10s 9s Qs Ks"

# A deal with hearts in which B takes all eight tricks.
SWEEP = {"A": "Kc Ks Qs Js 9s 10h Jh 10d", "B": "Ac 10c Qc 9c Ah Qh 9h Ad", "C": "Jc As 10s Kh Kd Qd Jd 9d"}
SWEEP_THREE = "Qh Kh Jh Ah 9d 10h 9h Jd 9s"
SWEEP_FOUR = SWEEP_THREE + " Ac Jc Kc"
SWEEP_SEVEN = SWEEP_FOUR + " Ad Qd 10d 10c Kd Js Qc 10s Ks"
SWEEP_EIGHT = SWEEP_SEVEN + " 9c As Qs"

# A deal with hearts in which B takes the first three tricks, and hardly another.
SHORT = {"A": "Kh Ac As Ad Kc Kd Ks Qc", "B": "Qh Ah 10h 9c 9s 9d Jc Js", "C": "Jh 9h 10c 10s 10d Jd Qd Qs"}
SHORT_THREE = "Qh Jh Kh Ah 9h Ac 10h 10c As"

# A deal with hearts in which B takes no trick.
NOTHING = {"A": "Ac 10c As 10s Ad 10d Ah 10h", "B": "9c Jc 9s Js 9d Jd Qd Kd", "C": "Kc Qc Ks Qs Qh Kh Jh 9h"}


def after_first(**options: object) -> Trikiksis:
    """After the deal of K67.1: A deals, B is to write off 54."""
    game = start("C", **options)
    give(game, **FIRST)
    lay(game, FIRST_PLAY)
    return game


def third_deal(**options: object) -> Trikiksis:
    """Before the third deal: A deals again, B records."""
    game = after_first(**options)
    prepare(game, "hearts", **WON)
    lay(game, WON_PLAY)
    return game


# ---------------------------------------------------------------------- the example of the source


def test_first_deal_queen_of_clubs_decides() -> None:
    game = start("C")
    assert game.lone is None and game.trump == "clubs"
    assert game.chance() == ("deal", {"A": 8, "B": 8, "C": 8}, PACK)  # K59.3
    give(game, **FIRST)
    assert game.lone == "A" and game.turn == "A" and game.phase == "play"  # K59.4; no Akis (TR-10)
    assert game.actions() == [("A", "play", "queen of clubs")]  # TR-1
    lay(game, FIRST_PLAY[:8])
    assert game.said == {"A": 4, "B": None, "C": None}  # two in the trick, two in hand; no ally (TR-4)


def test_example_54_and_84() -> None:
    game = after_first()
    assert game.last is not None and game.last["points"]["A"] == 54
    assert sum(game.last["points"].values()) == 138
    assert game.goal == {"lone": 54, "others": 84}  # K67.2
    assert state(game) == ("A", "answer", "B")  # TR-14
    assert set(figures(game).values()) == {(0, 0, 0)}


def test_example_strokes() -> None:
    game = third_deal()
    assert figures(game) == {"A": (1, 0, 0), "B": (0, 0, 0), "C": (1, 0, 0)}  # K71.3
    assert state(game) == ("A", "record", "B")  # K69.1
    game = after_first()
    prepare(game, "hearts", **LOST)
    lay(game, LOST_PLAY)
    assert figures(game) == {"A": (0, 0, 0), "B": (1, 0, 0), "C": (0, 0, 0)}  # K71.4
    assert state(game) == ("A", "record", "B")


def test_example_72_and_66() -> None:
    game = third_deal()
    prepare(game, "hearts", **THIRD)
    assert game.turn == "B"  # he has the queen of trumps
    lay(game, THIRD_PLAY)
    assert game.goal == {"lone": 72, "others": 66}  # K69.2, K69.3
    assert state(game) == ("B", "answer", "C")
    prepare(game, "hearts")
    lay_any(game)
    assert state(game) == ("B", "record", "C")  # K69.4: C records for A
    prepare(game, "hearts", A=FIRST["A"], C=FIRST["C"])
    lay_any(game)
    assert state(game) == ("C", "answer", "A")


def test_example_triangle() -> None:
    """K73.1: four, five and five figures; the game goes on."""
    game = after_first()
    game.marks["A"] |= {"stroke": 2, "cross": 1, "egg": 1}
    game.marks["B"] |= {"stroke": 3, "cross": 2}
    game.marks["C"] |= {"stroke": 2, "egg": 2, "cross": 1}
    assert game.totals() == {"A": 4, "B": 5, "C": 5}
    prepare(game, "hearts", **WON)
    lay(game, WON_PLAY)
    assert not game.over()


def test_race_of_the_allies_together() -> None:
    """TR-15: the points of the two are put together; they may both be at their goal, the first counts."""
    game = after_first(stop_at_goal=True)
    prepare(game, "hearts", **LOST)
    while game.deals == 1:
        game.act(next(action for action in game.actions() if action[1] == "play"))
    assert game.last is not None
    points = game.last["points"]
    assert (points["B"] >= 54) != (points["A"] + points["C"] >= 84) and game.last["played"] < 8


# ---------------------------------------------------------------------- dealing and naming


def test_trumps_from_six_cards() -> None:
    """K61.1, TR-3."""
    game = after_first()
    do(game, "waive")
    assert game.chance() == ("deal", {"A": 8, "B": 6, "C": 8, "aside": 2}, PACK)
    give(game, **WON)
    assert game.turn == "B" and game.hands["B"] == cards("Ac 10c Jc As 10s Qs") and game.aside == cards("Ad 10d")
    for seat in SEATS:
        view = game.view(seat)
        assert [owner for owner in SEATS if view["hands"][owner] is not None] == [seat]
        assert view["sizes"] == {"A": 8, "B": 6, "C": 8} and view["aside"] == 2
    assert len(game.actions()) == 4
    do(game, "name", "diamonds")
    assert game.hands["B"] == cards(WON["B"]) and game.view("B")["aside"] == 0
    game = after_first(named_held=True)
    do(game, "waive")
    give(game, **WON)
    assert game.actions() == [("B", "name", "clubs"), ("B", "name", "spades")]


def test_peek() -> None:
    """K17.3-17.5, TR-2."""
    game = after_first()
    assert names(game) == {("B", "look"), ("B", "waive")}
    do(game, "look", "bottom")
    game.settle(card("Ad"))
    assert game.view("B")["peeked"] == card("Ad") and game.view("A")["peeked"] is None
    do(game, "keep")
    assert game.chance() == ("deal", {"A": 8, "B": 5, "C": 8, "aside": 2}, [one for one in PACK if one != card("Ad")])
    give(game, B="Ac 10c Jc As 10s Ad Qs 10d")
    assert game.hands["B"] == cards("Ad Ac 10c Jc As 10s")
    game = after_first()
    do(game, "look", "top")
    game.settle(card("Ad"))
    do(game, "recut")
    assert game.chance() == ("deal", {"A": 8, "B": 6, "C": 8, "aside": 2}, PACK)
    assert third_deal().phase == "chance"
    assert third_deal(peek_in="every_deal").phase == "peek"
    assert after_first(peek_in="no_deal").phase == "chance"


def test_trump_call_of_the_allies() -> None:
    """TR-4: A holds the trump queen against B, and C adds to what A calls."""
    game = after_first()
    prepare(game, "hearts", **LOST)
    lay(game, LOST_PLAY[:10])
    assert game.said == {"A": 3, "B": None, "C": 6}


# ---------------------------------------------------------------------- all eight tricks


def test_recorder_sweeps() -> None:
    """K75.1, K75.3, TR-6."""
    for egg_deal, after in [("egg_maker", ("B", "record", "C")), ("third_player", ("C", "record", "A"))]:
        game = third_deal(egg_deal=egg_deal)
        prepare(game, "hearts", **SWEEP)
        lay(game, SWEEP_EIGHT)
        assert figures(game) == {"A": (1, 1, 0), "B": (0, 0, 0), "C": (1, 1, 0)}
        assert state(game) == after and game.phase == "chance" and game.trump is None


@pytest.mark.parametrize("dealer", SEATS)
def test_sweep_of_the_first_deal(dealer: str) -> None:
    """TR-7, KI-9; B has all that beats anything in clubs, for he has the lot."""
    hand = "Qc Ac 10c Kc Jc 9c As Ah"
    for first_egg in ["holder_deals", "left_deals"]:
        for clubs_again in [False, True]:
            game = start(dealer, first_egg=first_egg, clubs_again=clubs_again)
            give(game, A="As 10s Ks Qs Js 9s 10h Kh", B=hand.replace("As", "Ad"))
            lay_any(game)
            assert figures(game) == {"A": (0, 1, 0), "B": (0, 0, 0), "C": (0, 1, 0)}
            next_dealer = "B" if first_egg == "holder_deals" else NEXT[dealer]
            assert game.dealer == next_dealer and game.part == "record" and game.first == clubs_again
            assert game.lone == (None if clubs_again else NEXT[next_dealer])
            assert game.trump == ("clubs" if clubs_again else None)


def test_silent_sweep() -> None:
    """K75.2, TR-8."""
    for egg_and_stroke in [False, True]:
        game = after_first(egg_and_stroke=egg_and_stroke)
        prepare(game, "hearts", **SWEEP)
        lay(game, SWEEP_EIGHT)
        other = (int(egg_and_stroke), 0, 0)
        assert figures(game) == {"A": other, "B": (0, 1, 0), "C": other}
        assert state(game) == ("A", "record", "B")


def test_su_dviem() -> None:
    """TR-5, TR-19."""
    game = after_first()
    prepare(game, "hearts", **SWEEP)
    lay(game, SWEEP_THREE)
    assert names(game) == {("B", "play"), ("B", "su_dviem")}
    do(game, "su_dviem")
    assert names(game) == {("B", "play")}
    lay(game, SWEEP_SEVEN[len(SWEEP_THREE) :])
    assert names(game) == {("B", "play")}  # the last lead may not be declined now
    lay(game, "9c As Qs")
    assert figures(game) == {"A": (2, 0, 0), "B": (0, 0, 0), "C": (2, 0, 0)}
    game = after_first()
    prepare(game, "hearts", **SHORT)
    lay(game, SHORT_THREE)
    do(game, "su_dviem")
    lay_any(game)
    assert figures(game) == {"A": (0, 0, 0), "B": (2, 0, 0), "C": (0, 0, 0)}
    assert state(game) == ("A", "record", "B")


def test_when_su_dviem_may_be_said() -> None:
    for call_late in [False, True]:
        game = after_first(call_late=call_late)
        prepare(game, "hearts", **SWEEP)
        for index, code in enumerate(SWEEP_EIGHT.split()[:-1]):
            tricks, begun = divmod(index, 3)
            may = begun == 0 and (tricks == 3 or (tricks == 4 and call_late))
            assert (("B", "su_dviem") in game.actions()) == may
            lay(game, code)
    game = third_deal()  # in a recording nobody says it
    prepare(game, "hearts", **SWEEP)
    lay(game, SWEEP_THREE)
    assert names(game) == {("B", "play")}


def test_last_lead_declined() -> None:
    """TR-16."""
    game = after_first()
    prepare(game, "hearts", **SWEEP)
    lay(game, SWEEP_SEVEN)
    assert names(game) == {("B", "play"), ("B", "stop")}
    do(game, "stop")
    assert figures(game) == {"A": (1, 0, 0), "B": (0, 0, 0), "C": (1, 0, 0)}
    assert game.last is not None and game.last["played"] == 7
    game = after_first()
    game.goal = {"lone": 130, "others": 8}
    prepare(game, "hearts", **SWEEP)
    lay(game, SWEEP_SEVEN)
    do(game, "stop")
    assert figures(game) == {"A": (0, 0, 0), "B": (1, 0, 0), "C": (0, 0, 0)}


def test_recorder_without_a_trick() -> None:
    """TR-9, KI-5."""
    for zero_met in [False, True]:
        game = third_deal(zero_met=zero_met)
        prepare(game, "hearts", **NOTHING)
        lay_any(game)
        assert game.last is not None and game.last["tricks"]["B"] == 0
        assert game.goal == {"lone": 0, "others": 138} and state(game) == ("B", "answer", "C")
        prepare(game, "hearts")
        assert game.ahead == ("lone" if zero_met else None)
        lay_any(game)
        assert game.last["ahead"] == "lone" and game.totals()["A"] == 2 and game.totals()["B"] == 1
    game = third_deal(swept_recorders="egg_written")
    prepare(game, "hearts", **NOTHING)
    lay_any(game)
    assert figures(game)["B"] == (0, 1, 0) and state(game) == ("A", "record", "B")


def test_writer_off_without_a_trick() -> None:
    """KI-7."""
    for strokes in [1, 2]:
        game = after_first(strokes_for_sweep=strokes)
        prepare(game, "hearts", **NOTHING)
        lay_any(game)
        assert figures(game) == {"A": (0, 0, 0), "B": (strokes, 0, 0), "C": (0, 0, 0)}


# ---------------------------------------------------------------------- Akis


def akis(options: dict[str, object], **hands: str) -> Trikiksis:
    """The second deal; B names hearts; C is Antrasis and is asked first."""
    game = after_first(**options)
    do(game, "waive")
    give(game, **hands)
    do(game, "name", "hearts")
    return game


def test_offers_go_to_second_hand_and_the_dealer() -> None:
    """K63.3, TR-10."""
    game = akis({}, C="Qs As 10s Qh 9h 9c Jc Js")
    assert {action[1:] for action in game.actions()} == {("own_trump", "spades"), ("high",), ("low",), ("pass",)}
    turns = []
    for _ in range(2):
        turns.append(game.turn)
        do(game, "pass")
    assert turns == ["C", "A"] and game.phase == "play" and game.game == "usual"


def test_akis_made() -> None:
    """K77.1, K77.2."""
    game = akis({}, C="Qs As 10s Ks Js 9s Ad 10d")
    do(game, "own_trump", "spades")
    assert game.actions() == [("C", "play", "queen of spades")] and game.trump == "spades"
    lay(game, "Qs")
    for seat in SEATS:  # K29.2
        assert [owner for owner in SEATS if game.view(seat)["hands"][owner] is not None] == sorted({"A", "B", seat})
    lay_any(game)
    assert figures(game) == {"A": (0, 0, 2), "B": (0, 0, 2), "C": (0, 0, 0)}
    assert state(game) == ("A", "answer", "B") and game.goal == {"lone": 54, "others": 84} and game.phase == "peek"
    game = akis({}, A="As 10s Ac 10c Ad 10d Ah 10h")
    do(game, "pass")
    do(game, "high")
    lay_any(game)
    assert figures(game) == {"A": (0, 0, 0), "B": (0, 0, 2), "C": (0, 0, 2)}
    game = akis({}, B="Kc Qc Ks Qs Ah 10h Ad 10d", C="9c Jc 9s Js 9h Jh 9d Jd")
    do(game, "low")
    lay_any(game)
    assert figures(game) == {"A": (0, 0, 2), "B": (0, 0, 2), "C": (0, 0, 0)}


@pytest.mark.parametrize("cut_short", [True, False])
def test_akis_failed(cut_short: bool) -> None:
    game = akis({"cut_short": cut_short}, C="9c Jc Qc Kc 10c Ac As Ad")
    do(game, "low")
    lay_any(game)
    assert figures(game) == {"A": (0, 0, 0), "B": (0, 0, 0), "C": (0, 0, 1)}
    assert game.last is not None and game.last["played"] == (1 if cut_short else 8)
    assert game.last["tricks"]["C"] == (1 if cut_short else 8)


def test_the_soloist_leads_to_every_trick() -> None:
    """K29.3."""
    game = akis({}, B="Kc Qc Ks Qs Ah 10h Ad 10d", C="9c Jc 9s Js 9h Jh 9d Jd")
    do(game, "low")
    for number in range(8):
        assert game.turn == "C" and game.played == number
        for _ in range(3):
            game.act(game.actions()[0])


# ---------------------------------------------------------------------- the end of a match


def test_winners() -> None:
    """K79.1, K79.2, TR-11, TR-12."""
    for strokes, ties, over, winners in [
        ({"A": 11, "B": 3, "C": 5}, "shared", True, ["B"]),
        ({"A": 11, "B": 6, "C": 5}, "shared", True, ["B", "C"]),
        ({"A": 11, "B": 6, "C": 5}, "play_on", False, []),
        ({"A": 11, "B": 7, "C": 5}, "play_on", True, ["C"]),
        ({"A": 11, "B": 12, "C": 11}, "shared", True, ["A", "B", "C"]),
        ({"A": 10, "B": 3, "C": 5}, "shared", False, []),
    ]:
        game = after_first(ties=ties)
        for seat, number in strokes.items():
            game.marks[seat]["stroke"] = number
        prepare(game, "hearts", **WON)
        lay(game, WON_PLAY)  # a stroke for A and C each
        assert (game.over(), game.result()["winners"]) == (over, winners)


def test_unknown_options_are_refused() -> None:
    wrong: list[dict[str, object]] = [{"no_such": True}, {"overtrump": 1}, {"strokes_for_sweep": 3}, {"early_akis": True}]
    for options in wrong:
        with pytest.raises(ValueError, match="option"):
            Trikiksis(options)


# ---------------------------------------------------------------------- random matches


def check_deal(last: dict[str, Any], options: dict[str, object]) -> str:
    if last["soloist"] is not None:
        assert last["soloist"] != NEXT[last["dealer"]] and not last["first"]
        assert set(last["points"].values()) == {0} and last["ahead"] is None
        return f"{last['game']} {last['akis_lost']}"
    assert last["first"] or last["lone"] == NEXT[last["dealer"]]
    assert sum(last["tricks"].values()) == last["played"]
    if last["played"] == 8:
        assert sum(last["points"].values()) == 138
        assert (last["ahead"] is None) == (last["part"] == "record")
    else:
        assert last["part"] == "answer" and not last["two"]
    spoken = [number for number in last["said"].values() if number is not None]
    assert 1 <= len(spoken) <= 2 and max(spoken) <= 6
    if last["said"][last["lone"]] is not None:
        assert len(spoken) == 1
    if options.get("queen_led", True):
        assert min(spoken) >= 1
    return f"{last['part']} {last['tricks'][last['lone']]}"


def check_match(options: dict[str, object], seed: int) -> list[str]:
    """Play one random match, looking at everything that must hold; the names of what happened."""
    game = Trikiksis(options)
    happened: list[str] = []
    laid: list[str] = []
    deals = 0
    for kind, what in steps(game, Random(seed)):
        if kind == "act" and what[1] == "play":
            laid.append(what[2])
        elif kind == "act":
            happened.append(what[1])
        if game.deals > deals:
            deals = game.deals
            assert game.last is not None and len(laid) == 3 * game.last["played"]
            happened.append(check_deal(game.last, options))
            laid = []
        elif game.phase in ["naming", "offers", "play"]:
            assert sorted(game.aside + laid + [one for seat in SEATS for one in game.hands[seat]]) == sorted(PACK)
        most = max(game.totals().values())
        if game.options["ties"] == "shared":
            assert game.over() == (most >= 12)
        if game.over():
            assert most >= 12 and game.chance() is None and game.actions() == []
            happened.append(f"{len(game.fewest())} winners")
        elif game.chance() is None:
            actions = game.actions()
            assert actions and len(actions) == len(set(actions)) and {action[0] for action in actions} == {game.turn}
    return happened


def test_random_matches() -> None:
    happened: list[str] = []
    for seed in range(150):
        happened += check_match({}, seed)
    rare = ["own_trump", "high", "low", "su_dviem", "keep", "recut", "waive", "1 winners", "2 winners"]
    rare += ["record 8", "record 0", "answer 0", "answer 3", "answer 8"]
    rare += [f"{kind} {lost}" for kind in ["own_trump", "high", "low"] for lost in [True, False]]
    assert [name for name in rare if happened.count(name) < 3] == []


def test_random_matches_with_random_options() -> None:
    for seed in range(150):
        rng = Random(1000 + seed)
        check_match({name: rng.choice(values) for name, values in OPTIONS.items()}, seed)


def test_everybody_deals_twice_running() -> None:
    """K61.3: from the second deal on, if nobody plays Akis and no eggs are given."""
    for seed in range(40):
        game = Trikiksis()
        dealt: list[tuple[str, str]] = []
        deals = 0
        for _ in steps(game, Random(seed), {"high": 0.0, "low": 0.0, "own_trump": 0.0, "stacked": 0.0}):
            if game.deals > deals:
                deals = game.deals
                assert game.last is not None
                if game.last["part"] == "record" and game.last["tricks"][game.last["lone"]] == 8:
                    break
                dealt.append((game.last["dealer"], game.last["part"]))
        for number in range(1, len(dealt) - 1, 2):
            assert dealt[number : number + 2] == [(dealt[number][0], "answer"), (dealt[number][0], "record")]
            if number > 1:
                assert dealt[number][0] == NEXT[dealt[number - 1][0]]


def test_replay_gives_the_same_match() -> None:
    game = Trikiksis()
    happened = random_match(game, Random(5))
    again = Trikiksis()
    replay(again, happened)
    assert again.result() == game.result() and [again.view(seat) for seat in SEATS] == [game.view(seat) for seat in SEATS]
