"""The naive Kiksas: the source's own examples, scripted deals for every rule, and random matches.

Cards are written "Qc" (queen of clubs), "10h" (ten of hearts) in these scripts.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from naive.kiksas import NEXT, OPTIONS, PACK, PARTNER, SEATS, SIDE_OF, SUITS, Kiksas
from naive.walk import play as random_match
from naive.walk import replay, steps

RANK_CODES = {"A": "ace", "10": "ten", "K": "king", "Q": "queen", "J": "jack", "9": "nine"}
SUIT_CODES = {"c": "clubs", "s": "spades", "h": "hearts", "d": "diamonds"}


def card(code: str) -> str:
    return RANK_CODES[code[:-1]] + " of " + SUIT_CODES[code[-1]]


def cards(codes: str) -> list[str]:
    return [card(code) for code in codes.split()]


def start(dealer: str, **options: object) -> Kiksas:
    game = Kiksas(options)
    assert game.chance() == ("lots", SEATS)
    game.settle(dealer)
    return game


def give(game: Kiksas, **hands: str) -> None:
    """Deal these hands; a seat that is not mentioned gets whatever is left."""
    chance = game.chance()
    assert chance is not None and chance[0] == "deal"
    given = {seat: cards(codes) for seat, codes in hands.items()}
    left = [one for one in chance[2] if not any(one in hand for hand in given.values())]
    for seat in SEATS:
        if seat not in given:
            given[seat], left = left[: chance[1][seat]], left[chance[1][seat] :]
    game.settle(given)


def do(game: Kiksas, name: str, *args: str, seat: str | None = None) -> None:
    turn = seat or game.view("A")["turn"]
    game.act((turn, name, *args))


def lay(game: Kiksas, codes: str) -> None:
    for code in codes.split():
        do(game, "play", card(code))


def prepare(game: Kiksas, suit: str, **hands: str) -> None:
    """From the peek (if there is one) to the first lead of a usual deal."""
    if game.view("A")["phase"] == "peek":
        do(game, "waive")
    give(game, **hands)
    do(game, "name", suit)
    for _ in range(3):
        do(game, "pass")


def lay_any(game: Kiksas) -> None:
    """Play the first card allowed until the deal has ended."""
    deals = game.result()["deals"]
    while game.result()["deals"] == deals:
        game.act(next(action for action in game.actions() if action[1] == "play"))


def names(game: Kiksas) -> set[tuple[str, str]]:
    return {(action[0], action[1]) for action in game.actions()}


def figures(game: Kiksas) -> dict[str, tuple[int, int, int]]:
    marks = game.result()["marks"]
    return {side: (marks[side]["stroke"], marks[side]["egg"], marks[side]["cross"]) for side in marks}


# Deal one of K15.3, dealt by D.  By hand: 28 + 7 + 18 + 23 = 76 for AC, 36 + 16 + 10 = 62 for BD.
FIRST = {"A": "10c 10d 10h 9s Kh Qs", "B": "9c 9d Ac Kc Kd Ks", "C": "10s 9h Ad As Jc Qc", "D": "Ah Jd Jh Js Qd Qh"}
FIRST_PLAY = "Qc Qh 10c Kc Jc Js Qs 9c As Qd 9s Ks Ad Jd 10d 9d 10s Ah Kh Ac Kd 9h Jh 10h"

# An answering deal after it in which B and D can take all six tricks.
SWEEP = {"A": "9c Ah Jc Js Kd Qd", "B": "10s 9h Ad Jd Kh Ks", "C": "10c 10d 10h 9d Jh Qh", "D": "9s Ac As Kc Qc Qs"}
SWEEP_THREE = "Qc Jc Ad 10c Kc 9c Ks Jh 9s Js 10s 10h"
SWEEP_FIVE = SWEEP_THREE + " 9h Qh Ac Ah Qs Qd Kh 10d"
SWEEP_SIX = SWEEP_FIVE + " As Kd Jd 9d"

# Another in which they take the first three and reach 76, but not all tricks.
SHORT = {"A": "10s 9h 9s Ad Qc Qs", "B": "9d As Jh Kh Ks Qh", "C": "10h 9c Ac Jd Kc Qd", "D": "10c 10d Ah Jc Js Kd"}
SHORT_THREE = "Qh 10h Ah 9h Jh Ac Jc 10s Ks Kc Js 9s"
SHORT_REST = "9d Qd 10d Ad Qs As Jd Kd Kh 9c 10c Qc"

# And one in which A and C take all six.
RECORDERS_SWEEP = {"A": "10h 9c 9d Jc Jh Qc", "B": "10c 9h Ah Js Kh Ks", "C": "10d As Jd Kd Qd Qs", "D": "10s 9s Ac Ad Kc Qh"}
RECORDERS_SWEEP_PLAY = "Qd Ad 9d Ks Qs 9s 10h Js Kd Kc Qc Ah Jd Qh 9c 9h As 10s Jh 10c 10d Ac Jc Kh"

# First deals in which A and C take all six, C having the queen of clubs: dealt by D and by A.
FIRST_EGG_D = {"A": "10c 9d Ad Js Kc Ks", "B": "10s 9s Ac As Jd Qd", "C": "10d 9c Jc Kd Qc Qs", "D": "10h 9h Ah Jh Kh Qh"}
FIRST_EGG_D_PLAY = "Qc Qh Kc Ac 10d Ah 9d Jd Qs Jh Js 9s Jc 9h 10c 10s Ks As 9c Kh Kd 10h Ad Qd"
FIRST_EGG_A = {"A": "10d 9s Ad Ah Jd Qs", "B": "As Jh Js Kd Ks Qd", "C": "10c 9c Ac Jc Kc Qc", "D": "10h 10s 9d 9h Kh Qh"}
FIRST_EGG_A_PLAY = "Qc 9h Ah Kd 10c 10s Qs As 9c Qh Jd Ks Kc 9d Ad Qd Jc Kh 10d Jh Ac 10h 9s Js"


def after_first(**options: object) -> Kiksas:
    """After deal one of the example: AC 76, BD 62; C deals the answering deal, D is eldest hand."""
    game = start("D", **options)
    give(game, **FIRST)
    lay(game, FIRST_PLAY)
    return game


def third_deal(**options: object) -> Kiksas:
    """Before the third deal: a recording deal dealt by D, with A as eldest hand."""
    game = after_first(**options)
    prepare(game, "hearts", **SHORT)
    lay(game, SHORT_THREE + " " + SHORT_REST)
    return game


# ---------------------------------------------------------------------- the first deal


def test_first_deal_queen_of_clubs_decides() -> None:
    game = start("D")
    assert game.view("A")["recorders"] is None and game.view("A")["trump"] == "clubs"
    give(game, **FIRST)
    view = game.view("A")
    assert view["phase"] == "play" and view["recorders"] == "AC" and view["turn"] == view["leader"] == "C"
    assert game.actions() == [("C", "play", "queen of clubs")]
    with pytest.raises(ValueError, match="not allowed now"):
        game.act(("C", "play", "ten of spades"))


def test_example_76_62_goals() -> None:
    game = after_first()
    assert game.last is not None and game.last["points"] == {"AC": 76, "BD": 62}
    view = game.view("A")
    assert view["goal"] == {"AC": 62, "BD": 76}  # KI-1: 76, not 78
    assert view["part"] == "answer" and view["recorders"] == "AC"
    assert figures(game) == {"AC": (0, 0, 0), "BD": (0, 0, 0)}  # K13.3


@pytest.mark.parametrize(
    ("suit", "hands", "play", "points", "loser"),
    [
        (  # both reach their goal in the end, BD earlier: BD wins with 76, 78 is not needed
            "hearts",
            {"A": "9d Ad Jc Kc Qc Qh", "B": "9s Ac Js Kh Ks Qd", "C": "10d 10h 10s 9c Jh Qs", "D": "10c 9h Ah As Jd Kd"},
            "Qh Kh 10h 9h Qc Ac 9c 10c Ks 10s As Ad Jd 9d Qd 10d Qs Ah Jc 9s Kd Kc Js Jh",
            {"AC": 62, "BD": 76},
            "AC",
        ),
        (  # the same points, AC earlier
            "spades",
            {"A": "10s 9c Kd Qc Qd Qs", "B": "10c 9h Ac Jc Jd Js", "C": "10d 10h Ad Ah Jh Kh", "D": "9d 9s As Kc Ks Qh"},
            "Qs Js Ad 9s Qd Jd 10d 9d 10h Qh 10s 9h Qc Jc Ah Kc As 9c 10c Jh Ks Kd Ac Kh",
            {"AC": 62, "BD": 76},
            "BD",
        ),
        (
            "clubs",
            {"A": "10s 9d 9s Jh Js Qc", "B": "9c Ah Jc Jd Kc Kd", "C": "10c 10h 9h Ad Ks Qd", "D": "10d Ac As Kh Qh Qs"},
            "Qc Kc 10c Ac Jh Ah 10h Kh 9c Qd As 10s Kd Ad 10d 9d Ks Qs 9s Jc Jd 9h Qh Js",
            {"AC": 61, "BD": 77},
            "AC",
        ),
        (
            "diamonds",
            {"A": "9h Ac Ad As Kd Qh", "B": "9c 9d Jh Qc Qd Qs", "C": "10c 10s 9s Ah Jc Js", "D": "10d 10h Jd Kc Kh Ks"},
            "Qd Ah 10d Kd Qc Jc Kc Ac As Qs Js Ks 9h Jh 9s Kh Jd Ad 9d 10s Qh 9c 10c 10h",
            {"AC": 63, "BD": 75},
            "BD",
        ),
    ],
)
def test_example_76_62_race(suit: str, hands: dict[str, str], play: str, points: dict[str, int], loser: str) -> None:
    game = after_first()
    prepare(game, suit, **hands)
    lay(game, play)
    assert game.last is not None and game.last["points"] == points
    expected = {"AC": (0, 0, 0), "BD": (0, 0, 0)}
    expected[loser] = (1, 0, 0)
    assert figures(game) == expected
    assert game.view("A")["part"] == "record" and game.view("A")["recorders"] == "AC"


def test_examples_43_95_and_86_52() -> None:
    game = start("D")
    give(game, A="9h 9s Jd Kc Kh Qc", B="10c 10h 9c Ad Jc Jh", C="10s As Kd Ks Qh Qs", D="10d 9d Ac Ah Js Qd")
    lay(game, "Qc Jc As Ac Kh Jh Qh Ah Js 9s 10c Ks 9c Kd 9d Kc 9h 10h Qs 10d Ad 10s Qd Jd")
    assert game.view("A")["goal"] == {"AC": 95, "BD": 43}  # K49.1
    prepare(game, "spades", A="10h Jc Jh Js Kc Qc", B="9c 9h Ac Ah As Kd", C="10c 10s 9d Jd Kh Qs", D="10d 9s Ad Ks Qd Qh")
    lay(game, "Qs Ks Js As 10s 9s Qc Ac Kh Qh 10h 9h Kc 9c 10c Qd Jd Ad Jc Kd 10d Jh Ah 9d")
    assert game.last is not None and game.last["points"] == {"AC": 86, "BD": 52}
    assert figures(game) == {"AC": (1, 0, 0), "BD": (0, 0, 0)}  # 86 of 95 is not enough (KI-31)
    # K51.1 read as the second recording.
    prepare(game, "spades", A="10h 9d Js Qc Qd Qh", B="10c 9c As Jh Kc Qs", C="10d 10s 9h Ah Kd Ks", D="9s Ac Ad Jc Jd Kh")
    lay(game, "Qs 10s 9s Js As Ks Ad Qc Jh Ah Kh Qh Kd Jd 9d 10c 9h Ac 10h Kc Qd 9c 10d Jc")
    assert game.view("A")["goal"] == {"AC": 52, "BD": 86}


def test_announcements_four_and_five() -> None:
    game = start("D")
    give(game, A="9c 9s Ac As Jd Qh", B="10h 9d Ad Kc Ks Qc", C="10d 9h Ah Jh Js Kd", D="10c 10s Jc Kh Qd Qs")
    lay(game, "Qc Jh Jc")
    assert game.view("C")["said"] == {"A": None, "B": None, "C": None, "D": None}
    lay(game, "Ac")  # three trumps in the trick, one more with B, one with D
    assert game.view("C")["said"] == {"A": None, "B": 4, "C": None, "D": 5}


def test_partner_without_trumps_says_nothing() -> None:
    game = start("D")
    give(game, **FIRST)
    lay(game, "Qc Qh 10c Kc")
    assert game.view("A")["said"] == {"A": None, "B": None, "C": 4, "D": None}  # K11.12


# ---------------------------------------------------------------------- who deals, and the peek


def test_dealers_of_the_first_four_deals() -> None:
    game = after_first()
    seen = ["D", game.view("A")["dealer"]]
    parts = ["record", game.view("A")["part"]]
    prepare(game, "hearts", **SHORT)
    lay(game, SHORT_THREE + " " + SHORT_REST)
    seen.append(game.view("A")["dealer"])
    parts.append(game.view("A")["part"])
    prepare(game, "hearts")  # the pack as it is: A clubs, B spades, C hearts (he takes all six)
    assert game.view("A")["turn"] == "C"
    lay_any(game)
    # K17.2, KI-12: C had the queen of clubs, then one place to the left every time.
    assert seen == ["D", "C", "D"] and parts == ["record", "answer", "record"]
    # The third deal was an egg: its dealer's left neighbour deals, and BD records.
    assert game.view("A")["dealer"] == "A"
    assert (game.view("A")["part"], game.view("A")["recorders"]) == ("record", "BD")


def test_fourth_dealer_without_an_egg() -> None:
    game = third_deal()
    prepare(game, "spades", A="10h 9d Js Qc Qd Qh", B="10c 9c As Jh Kc Qs", C="10d 10s 9h Ah Kd Ks", D="9s Ac Ad Jc Jd Kh")
    lay_any(game)
    view = game.view("A")
    assert (view["dealer"], view["part"], view["recorders"], view["phase"], view["turn"]) == ("A", "answer", "AC", "peek", "B")


def test_peek_and_keep() -> None:
    game = after_first()
    assert sorted(game.actions()) == [("D", "look", "bottom"), ("D", "look", "top"), ("D", "waive")]
    do(game, "look", "top")
    chance = game.chance()
    assert chance is not None and chance[0] == "peek" and sorted(chance[1]) == sorted(PACK)
    game.settle("ace of hearts")
    assert game.view("D")["peeked"] == "ace of hearts"
    assert all(game.view(seat)["peeked"] is None for seat in ["A", "B", "C"])
    assert set(game.actions()) == {("D", "keep"), ("D", "recut")}
    do(game, "keep")
    chance = game.chance()
    assert chance is not None
    assert chance[1] == {"A": 6, "B": 6, "C": 6, "D": 5} and "ace of hearts" not in chance[2]
    give(game)
    assert "ace of hearts" in game.view("D")["hands"]["D"]
    assert set(game.view("A")["sizes"].values()) == {6}


def test_peek_and_recut() -> None:
    game = after_first()
    do(game, "look", "bottom")
    game.settle("nine of hearts")
    do(game, "recut")
    assert game.view("D")["peeked"] is None
    chance = game.chance()
    assert chance is not None and chance[1] == {"A": 6, "B": 6, "C": 6, "D": 6} and len(chance[2]) == 24
    with pytest.raises(ValueError, match="wrong number of cards"):
        game.settle({"A": [], "B": [], "C": [], "D": []})
    with pytest.raises(ValueError, match="not the cards of the pack"):
        game.settle(dict.fromkeys(SEATS, PACK[:6]))


def test_no_peek_in_a_recording_deal() -> None:
    assert third_deal().chance() is not None
    assert third_deal(peek_always=True).view("A")["phase"] == "peek"


def test_partner_may_not_look_while_trumps_are_named() -> None:
    game = after_first()
    do(game, "waive")
    give(game)
    # D names, B is his partner.
    assert game.view("A")["turn"] == "D" and game.view("A")["trump"] is None
    assert game.view("B")["hands"] == {"A": None, "B": None, "C": None, "D": None}
    assert game.view("A")["hands"]["A"] is not None and game.view("A")["hands"]["B"] is None
    do(game, "name", "hearts")
    assert game.view("B")["hands"]["B"] is not None


def test_named_held() -> None:
    for held, expected in [(False, 4), (True, 1)]:
        game = after_first(named_held=held)
        do(game, "waive")
        give(game)  # D has the six diamonds
        assert len(game.actions()) == expected


# ---------------------------------------------------------------------- eggs, "Su dviem!", the last lead


def test_egg_changes_dealers() -> None:
    game = third_deal()
    before = figures(game)
    prepare(game, "clubs")  # A has all the clubs
    lay_any(game)
    assert figures(game)["BD"][1] == before["BD"][1] + 1
    view = game.view("A")
    assert (view["dealer"], view["part"], view["recorders"]) == ("A", "record", "BD")


def test_first_egg_when_left_neighbour_is_of_the_side() -> None:
    for rule in ["holder", "decree", "stay"]:
        game = start("D", first_egg=rule)
        give(game, **FIRST_EGG_D)
        lay(game, FIRST_EGG_D_PLAY)
        assert figures(game) == {"AC": (0, 0, 0), "BD": (0, 1, 0)}
        view = game.view("A")
        assert (view["dealer"], view["part"], view["recorders"]) == ("A", "record", "BD")
        assert view["goal"] == {"AC": 0, "BD": 0} and view["trump"] is None


@pytest.mark.parametrize(("rule", "dealer", "recorders"), [("holder", "C", "BD"), ("decree", "B", "BD"), ("stay", "B", "AC")])
def test_first_egg_otherwise(rule: str, dealer: str, recorders: str) -> None:
    game = start("A", first_egg=rule)
    give(game, **FIRST_EGG_A)
    lay(game, FIRST_EGG_A_PLAY)
    view = game.view("A")
    assert (view["dealer"], view["part"], view["recorders"]) == (dealer, "record", recorders)
    # The deal after that rotates as usual; the queen of clubs has no privilege any more (K19.2).
    prepare(game, "clubs")
    assert game.view("A")["recorders"] == recorders


def test_clubs_again() -> None:
    game = start("A", clubs_again=True)
    give(game, **FIRST_EGG_A)
    lay(game, FIRST_EGG_A_PLAY)
    assert game.view("A")["dealer"] == "C" and game.view("A")["trump"] == "clubs"
    give(game, **FIRST)
    assert game.view("A")["phase"] == "play" and game.actions() == [("C", "play", "queen of clubs")]
    assert game.view("A")["recorders"] == "AC"
    lay(game, FIRST_PLAY)
    assert game.view("A")["part"] == "answer" and game.view("A")["dealer"] == "C"


def test_silent_sweep() -> None:
    game = after_first()
    prepare(game, "clubs", **SWEEP)
    lay(game, SWEEP_SIX)
    assert figures(game) == {"AC": (0, 0, 0), "BD": (0, 1, 0)}  # K25.4
    view = game.view("A")
    assert (view["dealer"], view["part"], view["recorders"]) == ("C", "record", "BD")


def test_egg_and_stroke_and_a_draw() -> None:
    game = after_first(egg_and_stroke=True)
    game.marks["AC"]["stroke"] = 11
    game.marks["BD"]["stroke"] = 11
    prepare(game, "clubs", **SWEEP)
    lay(game, SWEEP_SIX)
    assert figures(game) == {"AC": (12, 0, 0), "BD": (11, 1, 0)}
    assert game.over() and game.result()["winner"] is None
    assert game.actions() == [] and game.chance() is None


def test_su_dviem_made() -> None:
    game = after_first()
    prepare(game, "clubs", **SWEEP)
    lay(game, SWEEP_THREE[:-4])
    assert {name for _, name in names(game)} == {"play"}
    lay(game, "10h")
    assert names(game) == {("B", "play"), ("B", "su_dviem"), ("D", "su_dviem")}
    do(game, "su_dviem", seat="D")
    assert game.view("A")["two"] and names(game) == {("B", "play")}
    lay(game, SWEEP_SIX[len(SWEEP_THREE) :])
    assert figures(game) == {"AC": (2, 0, 0), "BD": (0, 0, 0)}
    view = game.view("A")
    assert (view["dealer"], view["part"], view["recorders"]) == ("D", "record", "AC")


def test_su_dviem_failed_though_the_goal_is_reached() -> None:
    game = after_first()
    prepare(game, "hearts", **SHORT)
    lay(game, SHORT_THREE)
    do(game, "su_dviem")
    lay(game, SHORT_REST)
    assert game.last is not None and game.last["points"]["BD"] >= 76
    assert figures(game) == {"AC": (0, 0, 0), "BD": (2, 0, 0)}


def test_su_dviem_is_not_said_in_a_recording_deal() -> None:
    game = third_deal()
    prepare(game, "clubs")
    deals = game.result()["deals"]
    while game.result()["deals"] == deals:
        assert {name for _, name in names(game)} == {"play"}
        game.act(game.actions()[0])


def test_call_by_leader_and_call_late() -> None:
    game = after_first(call_by="leader")
    prepare(game, "clubs", **SWEEP)
    lay(game, SWEEP_THREE)
    assert names(game) == {("B", "play"), ("B", "su_dviem")}
    game = after_first(call_late=True)
    prepare(game, "clubs", **SWEEP)
    lay(game, SWEEP_THREE + " 9h Qh Ac Ah")
    assert names(game) == {("D", "play"), ("B", "su_dviem"), ("D", "su_dviem")}
    lay(game, "Qs Qd Kh 10d")
    assert names(game) == {("D", "play"), ("D", "stop")}


def test_last_lead_declined() -> None:
    game = after_first()
    prepare(game, "clubs", **SWEEP)
    lay(game, SWEEP_FIVE)
    assert names(game) == {("D", "play"), ("D", "stop")}
    do(game, "stop")
    assert figures(game) == {"AC": (1, 0, 0), "BD": (0, 0, 0)}  # the goal was reached: a stroke
    assert game.last is not None and game.last["tricks"] == {"AC": 0, "BD": 5}
    view = game.view("A")
    assert (view["dealer"], view["part"], view["recorders"]) == ("D", "record", "AC")


def test_last_lead_declined_without_enough_points() -> None:
    game = start("D")
    give(game, A="9d 9h Ad Ah Ks Qd", B="9s As Jh Js Qh Qs", C="9c Ac Jc Jd Kd Qc", D="10c 10d 10h 10s Kc Kh")
    lay(game, "Qc Kc Ks Qh Ac 10c Ad Js Jd 10d 9d Qs Kh 9h Jh Jc 9c 10s Qd 9s Kd 10h Ah As")
    assert game.view("A")["goal"] == {"AC": 15, "BD": 123}
    prepare(game, "hearts", A="9d Jc Kc Kd Qc Qd", B="10c 9h Jh Js Kh Qh", C="10d 10s Ac As Jd Ks", D="10h 9c 9s Ad Ah Qs")
    lay(game, "Qh Ac 10h 9d Jh 10s Ah Jc Ad Kd 9h Jd Kh Ks Qs Qd 10c As 9c Kc")
    assert game.view("A")["ahead"] is None
    do(game, "stop")
    assert figures(game) == {"AC": (0, 0, 0), "BD": (1, 0, 0)}


def test_no_declining_after_su_dviem() -> None:
    game = after_first()
    prepare(game, "clubs", **SWEEP)
    lay(game, SWEEP_THREE)
    do(game, "su_dviem")
    lay(game, SWEEP_FIVE[len(SWEEP_THREE) :])
    assert names(game) == {("D", "play")}


def test_recorders_sweep_an_answering_deal() -> None:
    for strokes in [1, 2]:
        game = after_first(strokes_for_sweep=strokes)
        prepare(game, "diamonds", **RECORDERS_SWEEP)
        lay(game, RECORDERS_SWEEP_PLAY)
        assert figures(game) == {"AC": (0, 0, 0), "BD": (strokes, 0, 0)}
        assert game.view("A")["dealer"] == "D" and game.view("A")["part"] == "record"


def test_swept_recorders_and_a_goal_of_nought() -> None:
    game = third_deal(swept_recorders="egg")
    prepare(game, "spades")  # B has all the spades
    lay_any(game)
    view = game.view("A")
    assert figures(game)["AC"][1] == 1
    assert (view["dealer"], view["part"], view["recorders"]) == ("D", "record", "AC")

    for zero_met in [False, True]:
        game = third_deal(zero_met=zero_met)
        before = figures(game)
        prepare(game, "spades")
        lay_any(game)
        assert game.view("A")["goal"] == {"AC": 138, "BD": 0} and game.view("A")["part"] == "answer"
        prepare(game, "clubs")  # A has all the clubs: the recorders sweep, yet BD is ahead (KI-35)
        assert game.view("A")["ahead"] == ("BD" if zero_met else None)
        do(game, "play", "queen of clubs")
        for _ in range(3):
            game.act(game.actions()[0])
        assert game.view("A")["ahead"] == "BD"
        lay_any(game)
        assert figures(game)["AC"][0] == before["AC"][0] + 1


def test_stop_at_goal() -> None:
    game = after_first(stop_at_goal=True)
    prepare(game, "clubs", **SWEEP)
    lay(game, SWEEP_THREE)
    assert game.view("A")["phase"] == "play"
    lay_any(game)
    assert figures(game)["AC"] == (1, 0, 0)
    assert game.last is not None and game.last["played"] < 6 and game.last["points"]["BD"] >= 76
    game = after_first(stop_at_goal=True)
    prepare(game, "clubs", **SWEEP)
    lay(game, SWEEP_THREE)
    do(game, "su_dviem")
    lay(game, SWEEP_SIX[len(SWEEP_THREE) :])
    assert figures(game)["AC"] == (2, 0, 0)


def test_overtrump() -> None:
    hands = {"A": "Ah Kh 9c Ad 10d Kd", "B": "10h Jh 9h Qd Jd 9d", "C": "9s 10s Ks Qs Js Ac", "D": "Qh As 10c Kc Qc Jc"}
    for overtrump, expected in [(False, {"10h", "Jh"}), (True, {"10h"})]:
        game = after_first(overtrump=overtrump)
        prepare(game, "hearts", **hands)
        lay(game, "Qh Ah 9h Ac As Kh")  # A trumps the ace of spades with the king
        assert game.actions() == [("B", "play", one) for one in PACK if one in cards(" ".join(expected))]
        game = after_first(overtrump=overtrump)
        prepare(game, "hearts", **hands)
        lay(game, "Qh Ah 10h Ac As Kh")  # B cannot go higher, so he lays any trump
        assert set(game.actions()) == {("B", "play", card("Jh")), ("B", "play", card("9h"))}


def test_overtrump_says_nothing_about_trumps_led() -> None:
    game = after_first(overtrump=True, queen_led=False)
    prepare(game, "hearts", A="Ah Kh 9c Ad 10d Kd", B="10h 9h 9s Qd Jd 9d", D="Qh Jh 10c Kc Qc Jc")
    lay(game, "Jh Kh")
    assert set(game.actions()) == {("B", "play", card("10h")), ("B", "play", card("9h"))}


def test_queen_led() -> None:
    game = after_first(queen_led=False)
    prepare(game, "clubs", **SWEEP)
    assert len(game.actions()) == 6 and game.view("A")["turn"] == "D"
    lay(game, "9s Js 10s 10c")  # C takes it with his only trump; A has two
    assert game.view("A")["said"] == {"A": 3, "B": None, "C": 1, "D": None}
    # The queen of clubs of the first deal is led all the same.
    game = start("D", queen_led=False)
    give(game, **FIRST)
    assert game.actions() == [("C", "play", "queen of clubs")]
    # A taker without trumps calls nought, his partner calls his own.
    game = after_first(queen_led=False)
    prepare(game, "hearts", A="Ac 9d Jd Qd Kd 10d", B="10c Ad 9s Js Jc Qc", C="Kc 9h Jh Kh 10h Ah", D="9c Qh As 10s Ks Qs")
    lay(game, "9c Ac 10c Kc")
    assert game.view("A")["said"] == {"A": 0, "B": None, "C": 5, "D": None}


# ---------------------------------------------------------------------- Akis


def akis(hand: str, options: dict[str, object], **others: str) -> Kiksas:
    """The answering deal after the example; D names hearts; A is Antrasis and is asked first."""
    game = after_first(**options)
    do(game, "waive")
    give(game, A=hand, **others)
    do(game, "name", "hearts")
    return game


def test_offers_go_to_second_hand_the_dealer_and_the_partner() -> None:
    game = akis("Qs As 10s Qh 9h 9c", {})
    assert {(action[0], *action[1:]) for action in game.actions()} == {
        ("A", "own_trump", "spades"),  # not hearts, which were named
        ("A", "high"),
        ("A", "low"),
        ("A", "pass"),
    }
    turns = []
    for _ in range(3):
        turns.append(game.view("A")["turn"])
        do(game, "pass")
    assert turns == ["A", "C", "B"]
    assert game.view("A")["phase"] == "play" and game.view("A")["game"] == "usual"


def test_own_trump_made() -> None:
    game = akis("Qs As 10s Ks Js 9s", {})
    do(game, "own_trump", "spades")
    view = game.view("C")
    assert (view["game"], view["trump"], view["soloist"], view["leader"]) == ("own_trump", "spades", "A", "A")
    assert view["hands"] == {"A": None, "B": None, "C": None, "D": None}  # K29.1: C has laid his cards down
    assert view["sizes"]["C"] == 6
    assert game.actions() == [("A", "play", "queen of spades")]
    lay(game, "Qs")
    for seat in SEATS:  # K29.2
        hands = game.view(seat)["hands"]
        assert hands["B"] is not None and hands["D"] is not None and hands["C"] is None
    assert game.view("A")["turn"] == "B"
    lay_any(game)
    assert figures(game) == {"AC": (0, 0, 0), "BD": (0, 0, 2)}
    view = game.view("A")
    assert (view["dealer"], view["part"], view["recorders"], view["phase"]) == ("C", "answer", "AC", "peek")
    assert view["goal"] == {"AC": 62, "BD": 76}
    assert game.last is not None and game.last["said"] == {"A": None, "B": None, "C": None, "D": None}


@pytest.mark.parametrize("cut_short", [True, False])
def test_own_trump_failed(cut_short: bool) -> None:
    game = akis("Qs 9c 9s Jh 9d Jd", {"cut_short": cut_short}, B="As 10s Ac 10c Ad Ah")
    do(game, "own_trump", "spades")
    lay(game, "Qs 10s")
    assert game.view("A")["turn"] == "D"
    game.act(game.actions()[0])
    lay(game, "9c Ac")
    game.act(game.actions()[0])
    if not cut_short:
        assert game.view("A")["turn"] == "A" and game.view("A")["tricks"] == {"AC": 1, "BD": 1}
        lay_any(game)
    assert figures(game) == {"AC": (0, 0, 1), "BD": (0, 0, 0)}
    assert game.last is not None and game.last["played"] == (2 if cut_short else 6)


def test_high_made_and_failed() -> None:
    game = akis("As 10s Ks Ac Ad Ah", {})
    do(game, "high")
    assert game.view("A")["trump"] is None and len(game.actions()) == 6
    lay_any(game)
    assert figures(game) == {"AC": (0, 0, 0), "BD": (0, 0, 2)}
    game = akis("As 10s Qs Ac Ad Ah", {}, B="Ks Js 9s Qc Jc 9c")
    do(game, "high")
    lay(game, "Qs Ks")  # no queen beats an ace here, or a king
    game.act(game.actions()[0])
    assert figures(game) == {"AC": (0, 0, 1), "BD": (0, 0, 0)}


def test_low_made_and_failed() -> None:
    game = akis("9c 9s 9h 9d Jc Js", {}, B="Ac Kc As Ks Ah Ad")
    do(game, "low")
    lay_any(game)
    assert figures(game) == {"AC": (0, 0, 0), "BD": (0, 0, 2)}
    game = akis("9d Jd Qd Kd 10d Ad", {})  # K37.2: nobody can beat them
    do(game, "low")
    lay(game, "9d")
    for _ in range(2):
        game.act(game.actions()[0])
    assert figures(game) == {"AC": (0, 0, 1), "BD": (0, 0, 0)}


def test_akis_by_the_partner_of_the_chooser() -> None:
    game = akis("9c 9s 9h 9d Jc Js", {}, B="As 10s Ks Ac Ad Ah")
    do(game, "pass")
    do(game, "pass")
    do(game, "high")
    assert game.view("D")["hands"]["D"] is None and game.view("A")["turn"] == "B"
    lay(game, "As")
    assert game.view("A")["turn"] == "C"
    game.act(game.actions()[0])
    assert game.view("A")["turn"] == "A"  # D sits out
    lay_any(game)
    assert figures(game) == {"AC": (0, 0, 2), "BD": (0, 0, 0)}


def test_early_akis() -> None:
    game = start("D", early_akis=True)
    give(game, A="9c 9s 9h 9d Jc Js", B="As 10s Ks Ac Ad Ah")
    view = game.view("A")
    assert (view["phase"], view["turn"], view["recorders"], view["trump"]) == ("offers", "B", None, "clubs")
    do(game, "high")
    lay_any(game)
    view = game.view("A")
    assert figures(game) == {"AC": (0, 0, 2), "BD": (0, 0, 0)}
    assert (view["dealer"], view["part"], view["trump"], view["recorders"]) == ("D", "record", "clubs", None)
    give(game, **FIRST)
    for _ in range(3):
        do(game, "pass")
    assert game.view("A")["recorders"] == "AC" and game.actions() == [("C", "play", "queen of clubs")]


def test_unknown_options_are_refused() -> None:
    wrong: list[dict[str, object]] = [{"no_such": True}, {"overtrump": 1}, {"strokes_for_sweep": 3}, {"call_by": "nobody"}]
    for options in wrong:
        with pytest.raises(ValueError, match="option"):
            Kiksas(options)
    assert Kiksas().options == {name: values[0] for name, values in OPTIONS.items()}


# ---------------------------------------------------------------------- random matches


def check_views(game: Kiksas) -> None:
    views = {seat: game.view(seat) for seat in SEATS}
    public = ["phase", "dealer", "part", "recorders", "trump", "game", "soloist", "turn", "leader", "table", "sizes"]
    public += ["tricks", "goal", "marks", "said", "two", "ahead"]
    for key in public:
        assert all(views[seat][key] == views["A"][key] for seat in SEATS)
    for seat in SEATS:
        view = views[seat]
        for owner in SEATS:
            hand = view["hands"][owner]
            assert hand is None or (hand == sorted(hand) and len(hand) == view["sizes"][owner])
            if hand is not None and owner != seat:
                assert view["soloist"] is not None and SIDE_OF[owner] != SIDE_OF[view["soloist"]]
        if view["turn"] == seat:
            assert view["hands"][seat] is not None


def check_match(options: dict[str, object], seed: int) -> list[str]:
    """Play one random match, looking at everything that must hold; the names of what happened."""
    game = Kiksas(options)
    happened: list[str] = []
    laid: list[str] = []
    deals = 0
    for kind, what in steps(game, Random(seed)):
        if kind == "act" and what[1] == "play":
            laid.append(what[2])
        elif kind == "act":
            happened.append(what[1])

        result = game.result()
        if result["deals"] > deals:
            deals = result["deals"]
            last = game.last
            assert last is not None
            check_deal(last, options)
            happened.append(
                f"{last['game']} {last['akis_lost']}"
                if last["soloist"]
                else f"{last['part']} {last['tricks'][last['recorders']]}"
            )
            assert len(laid) == last["played"] * (4 if last["soloist"] is None else 3)
            laid = []
        else:
            # Every card is in one place.
            hands = [one for seat in SEATS for one in game.hands[seat]]
            if game.view("A")["phase"] in ["naming", "offers", "play"]:
                assert sorted(hands + laid) == sorted(PACK)

        assert game.over() == (max(result["totals"].values()) >= 12)
        if game.over():
            assert game.chance() is None and game.actions() == []
            assert max(result["totals"].values()) <= 13
        elif game.chance() is not None:
            assert game.actions() == [] and game.view("A")["turn"] is None
        else:
            actions = game.actions()
            turn = game.view("A")["turn"]
            assert actions and len(actions) == len(set(actions)) and turn in {action[0] for action in actions}
            if deals % 4 == 0:
                check_views(game)
            with pytest.raises(ValueError, match="not allowed now"):
                game.act((NEXT[turn], "play", "nothing"))
    assert result["winner"] is None or result["totals"][result["winner"]] == min(result["totals"].values())
    return happened


def check_deal(last: dict[str, Any], options: dict[str, object]) -> None:
    if last["soloist"] is not None:
        assert last["points"] == {"AC": 0, "BD": 0} and last["ahead"] is None
        assert not last["first"] or options.get("early_akis")
        return
    assert sum(last["tricks"].values()) == last["played"]
    if last["played"] == 6:
        assert sum(last["points"].values()) == 138
        if last["part"] == "answer":
            assert last["ahead"] is not None
    else:
        assert last["part"] == "answer" and not last["two"]
    spoken = [number for number in last["said"].values() if number is not None]
    assert 1 <= len(spoken) <= 2 and max(spoken) <= 6
    if options.get("queen_led", True):
        assert min(spoken) >= 1


def test_random_matches() -> None:
    happened: list[str] = []
    for seed in range(200):
        happened += check_match({}, seed)
    # Everything rare has been reached.
    rare = ["own_trump", "high", "low", "su_dviem", "stop", "keep", "recut", "waive"]
    rare += ["record 6", "record 0", "answer 6", "answer 0", "answer 3"]
    rare += [f"{kind} {lost}" for kind in ["own_trump", "high", "low"] for lost in [True, False]]
    for name in rare:
        assert happened.count(name) >= 5, name


def test_random_matches_with_random_options() -> None:
    for seed in range(200):
        rng = Random(1000 + seed)
        check_match({name: rng.choice(values) for name, values in OPTIONS.items()}, seed)


def test_defaults_alternate_as_the_source_says() -> None:
    """KI-12, KI-13: eldest hand is of the recorders in a recording deal, of the others in an answering one."""
    for seed in range(50):
        game = Kiksas()
        for _ in steps(game, Random(seed)):
            view = game.view("A")
            if view["recorders"] is not None and not game.first and not game.over():
                eldest = SIDE_OF[NEXT[view["dealer"]]]
                assert (eldest == view["recorders"]) == (view["part"] == "record")


def test_replay_gives_the_same_match() -> None:
    game = Kiksas()
    happened = random_match(game, Random(5), {"high": 5.0, "pass": 1.0})
    again = Kiksas()
    replay(again, happened)
    assert again.result() == game.result() and [again.view(s) for s in SEATS] == [game.view(s) for s in SEATS]
    with pytest.raises(ValueError, match="nothing of this name"):
        random_match(Kiksas(), Random(5), {"no such": 1.0})


def test_the_pack() -> None:
    assert len(PACK) == len(set(PACK)) == 24 and len(SUITS) == 4
    assert all(PARTNER[PARTNER[seat]] == seat and SIDE_OF[seat] == SIDE_OF[PARTNER[seat]] for seat in SEATS)
