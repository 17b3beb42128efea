"""Karavas, written a second time, as plainly as possible.

Lists, dicts and strings only; nothing is shared with the other implementation.  The marks V12.4 and the
like are sentences of the source text, KA-7 and the like the findings about what the text leaves open.
"""

from __future__ import annotations

from typing import Any

from .options import chosen

SEATS = ["A", "B", "C", "D"]  # clockwise
NEXT = {"A": "B", "B": "C", "C": "D", "D": "A"}  # KA-17: everything goes to the left
SIDES = ["AC", "BD"]
SIDE_OF = {"A": "AC", "B": "BD", "C": "AC", "D": "BD"}
OTHER_SIDE = {"AC": "BD", "BD": "AC"}

SUITS = ["clubs", "spades", "hearts", "diamonds"]
RANKS = ["ace", "ten", "king", "queen", "jack", "nine", "eight", "seven"]

# V6.1: 32 cards.
PACK = [rank + " of " + suit for suit in SUITS for rank in RANKS]
SUIT_OF = {rank + " of " + suit: suit for suit in SUITS for rank in RANKS}
RANK_OF = {rank + " of " + suit: rank for suit in SUITS for rank in RANKS}

# V7.1: a plain suit, the highest first.
PLAIN = ["ace", "ten", "king", "nine", "eight", "seven"]

# V7.2-V7.4: trumps in every deal, the highest first.
PERMANENT = [
    "queen of clubs",
    "queen of spades",
    "queen of hearts",
    "queen of diamonds",
    "jack of clubs",
    "jack of spades",
    "jack of hearts",
    "jack of diamonds",
]

# V7.7, V7.8: the cards of the trump suit below the permanent trumps; its seven is above them.
LOW_TRUMPS = ["ace", "ten", "king", "nine", "eight"]

# V9.2, KA-10: without any of these one may refuse to play.
COURT_RANKS = ["king", "queen", "jack"]

# V13.2.
WORTH = {"ace": 11, "ten": 10, "king": 4, "queen": 3, "jack": 2, "nine": 0, "eight": 0, "seven": 0}

CARDS_IN_A_HAND = 8  # V9.1
EVEN = 60  # V14.3
DRY = 30  # V19.1, KA-16
POINTS_TO_WIN = 10  # V23.1

# V23.2, V24.1, V25.1 and what each of them is worth in heads: V24.2, V25.2.
FIGURES = ["head", "spectacles", "saw"]
HEADS = {"head": 1, "spectacles": 5, "saw": 11}
HEADS_SWAPPED = {"head": 1, "spectacles": 11, "saw": 5}  # KA-12
HEADS_OF_LOUSE = 3  # V27.3

# Every option with its possible values, the default first.
OPTIONS: dict[str, list[object]] = {
    "even_simple": ["replayed", "void"],
    "simple_doubled": [False, True],
    "mano_by": ["first_bidder", "only_eldest", "nobody_may"],
    "mano_once": [False, True],
    "from_five": [False, True],
    "highest_bid": ["by_hand", "by_trumps"],
    "overbid": ["only_diamonds", "penalty"],
    "penalty_times": [2, 3],
    "refuse_in_replay": [True, False],
    "heads_swapped": [False, True],
    "won_by": ["by_heads", "number"],
    "louse_in_heads": [False, True],
    "games": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
}

Action = tuple[str, ...]


def trumps_of(suit: str) -> list[str]:
    """V7.9: the fourteen trumps if this suit is named, the highest first."""
    return ["seven of " + suit, *PERMANENT, *[rank + " of " + suit for rank in LOW_TRUMPS]]


class Karavas:
    """One match of Karavas: as many games to ten points as were agreed."""

    known_options = OPTIONS

    def __init__(self, options: dict[str, object] | None = None) -> None:
        self.options = chosen(self.known_options, options or {})

        # What lasts through the match.
        self.dealer: str | None = None
        self.score = {"AC": 0, "BD": 0}  # of this game
        self.figures = {side: dict.fromkeys(FIGURES, 0) for side in SIDES}  # drawn for this pair
        self.lice = {"AC": 0, "BD": 0}  # drawn for this pair
        self.games_played = 0
        self.deals = 0  # scored, even or void; one refused is not counted
        self.last: dict[str, Any] | None = None  # what the last of these was like

        # What lasts until the deal is scored, through any number of times that it is dealt again.
        self.replay = False  # V14.4
        self.trump: str | None = None
        self.attackers: str | None = None

        self.clear_table()
        self.phase = "chance"
        self.lots = True

    # ------------------------------------------------------------------ the beginning of a deal

    def clear_table(self) -> None:
        """Forget everything that belongs to one deal only."""
        self.hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.stock = list(PACK)
        self.waiting: list[str] = []  # who still gets two cards
        self.leader: str | None = None
        self.turn: str | None = None
        self.trick: list[tuple[str, str]] = []  # (seat, card) as played
        self.taken: dict[str, list[str]] = {side: [] for side in SIDES}
        self.tricks = {"AC": 0, "BD": 0}
        self.agreed: list[str] = []  # who has agreed to play
        # The auction.
        self.called = 0  # the highest bid
        self.bidder: str | None = None  # whose it is
        self.opener: str | None = None  # who was first to bid
        self.passed: list[str] = []
        self.mano_said = False
        self.short = False  # KA-7: fewer trumps than bid, and not Karavas

    def eldest(self) -> str:
        assert self.dealer is not None
        return NEXT[self.dealer]

    def begin_deal(self) -> None:
        """A deal by the dealer; in a replay trumps and attackers stay."""
        self.clear_table()
        if not self.replay:
            self.trump = None
            self.attackers = None
        self.phase = "chance"
        # V9.1: two at a time, eight each.
        for _ in range(CARDS_IN_A_HAND // 2):
            seat = self.eldest()
            for _ in SEATS:
                self.waiting.append(seat)
                seat = NEXT[seat]

    # ------------------------------------------------------------------ chance

    def chance(self) -> tuple[Any, ...] | None:
        if self.lots:
            return ("lots", list(SEATS))  # KA-17
        if self.waiting:
            return ("deal", {self.waiting[0]: 2}, list(self.stock))
        return None

    def settle(self, outcome: Any) -> None:
        if self.lots:
            if outcome not in SEATS:
                raise ValueError(f"no such seat: {outcome!r}")
            self.lots = False
            self.dealer = outcome
            self.begin_deal()
            return
        if not self.waiting:
            raise ValueError("chance has nothing to decide now")
        seat = self.waiting[0]
        if not isinstance(outcome, dict) or list(outcome) != [seat]:
            raise ValueError(f"cards for {seat} were asked for")
        cards = list(outcome[seat])
        if len(set(cards)) != 2 or any(card not in self.stock for card in cards):
            raise ValueError("two of the cards not yet dealt were asked for")
        self.waiting.pop(0)
        for card in cards:
            self.stock.remove(card)
            self.hands[seat].append(card)
        if not self.waiting:
            self.dealt()

    def dealt(self) -> None:
        """Everybody has eight cards."""
        self.begin_refusing()

    def begin_refusing(self) -> None:
        """KA-10: before the auction, from Pirmasis on, everybody agrees to play or refuses."""
        if self.replay and not self.options["refuse_in_replay"]:  # KA-9
            self.all_agreed()
            return
        self.phase = "refusing"
        self.turn = self.eldest()

    # ------------------------------------------------------------------ what the players may do

    def actions(self) -> list[Action]:
        if self.turn is None:
            return []
        seat = self.turn
        if self.phase == "refusing":
            found: list[Action] = [(seat, "accept")]
            if self.has_no_court(seat):
                found.append((seat, "refuse"))  # V9.2
            return found
        if self.phase == "auction":
            return self.bids(seat)
        if self.phase == "naming":
            return [(seat, "name", suit) for suit in SUITS if self.may_name(seat, suit)]
        if self.phase == "play":
            return [(seat, "play", card) for card in self.legal_cards(seat)]
        return []

    def has_no_court(self, seat: str) -> bool:
        return not any(RANK_OF[card] in COURT_RANKS for card in self.hands[seat])

    def bids(self, seat: str) -> list[Action]:
        lowest = 5 if self.options["from_five"] else 1  # KA-5
        highest = 14 if self.options["highest_bid"] == "by_trumps" else 8
        found: list[Action] = [(seat, "pass")]  # V11.4
        for number in range(max(lowest, self.called + 1), highest + 1):  # V11.2, KA-20
            found.append((seat, "call", str(number)))
        if self.may_say_mano(seat):
            found.append((seat, "mano"))
        return found

    def may_say_mano(self, seat: str) -> bool:
        """V11.3, KA-4."""
        if self.bidder is None or SIDE_OF[self.bidder] == SIDE_OF[seat]:
            return False
        if self.options["mano_once"] and self.mano_said:
            return False
        if self.options["mano_by"] == "nobody_may":
            return False
        if self.options["mano_by"] == "only_eldest":
            return seat == self.eldest()
        return seat == self.opener

    def trumps_held(self, seat: str, suit: str) -> int:
        """V10.2: how many trumps the player has if this suit is named."""
        return sum(1 for card in self.hands[seat] if card in trumps_of(suit))

    def may_name(self, seat: str, suit: str) -> bool:
        """V15.2, KA-7."""
        if suit == "diamonds" or self.options["overbid"] == "penalty":
            return True
        return self.trumps_held(seat, suit) >= self.called

    def is_trump(self, card: str) -> bool:
        assert self.trump is not None
        return card in trumps_of(self.trump)

    def legal_cards(self, seat: str) -> list[str]:
        hand = self.hands[seat]
        if not self.trick:
            return list(hand)
        led = self.trick[0][1]
        if self.is_trump(led):
            same = [card for card in hand if self.is_trump(card)]  # V8.2
        else:
            same = [card for card in hand if SUIT_OF[card] == SUIT_OF[led] and not self.is_trump(card)]  # V8.1
        return same or list(hand)  # KA-18

    # ------------------------------------------------------------------ what they do

    def act(self, action: Action) -> None:
        if action not in self.actions():
            raise ValueError(f"not allowed now: {action!r}")
        seat, name = action[0], action[1]
        if name == "refuse":
            self.begin_deal()  # V9.3: the same dealer; a replay stays one
        elif name == "accept":
            self.agreed.append(seat)
            self.turn = NEXT[seat]
            if len(self.agreed) == len(SEATS):
                self.all_agreed()
        elif name == "call":
            self.called = int(action[2])
            self.bidder = seat
            if self.opener is None:
                self.opener = seat
            self.go_on_bidding(seat)
        elif name == "mano":
            self.bidder = seat
            self.mano_said = True
            self.go_on_bidding(seat)
        elif name == "pass":
            self.passed.append(seat)
            self.go_on_bidding(seat)
        elif name == "name":
            self.name_trump(seat, action[2])
        elif name == "play":
            self.play(seat, action[2])

    def all_agreed(self) -> None:
        if self.replay:
            self.begin_play()  # V14.4: no auction
        else:
            self.phase = "auction"
            self.turn = self.eldest()  # V10.2

    def go_on_bidding(self, seat: str) -> None:
        """The next who has not passed, unless the auction is over."""
        if len(self.passed) == len(SEATS):
            # V22.1: plain Karavas, nobody attacks.
            self.trump = "diamonds"
            self.attackers = None
            self.begin_play()
            return
        if len(self.passed) == len(SEATS) - 1 and self.bidder is not None:
            self.phase = "naming"  # V12.1, V12.3
            self.turn = self.bidder
            return
        turn = NEXT[seat]
        while turn in self.passed:  # V11.5
            turn = NEXT[turn]
        self.turn = turn

    def name_trump(self, seat: str, suit: str) -> None:
        self.trump = suit
        self.attackers = SIDE_OF[seat]  # V12.2
        self.short = suit != "diamonds" and self.trumps_held(seat, suit) < self.called  # V16.1
        self.begin_play()

    def begin_play(self) -> None:
        self.phase = "play"
        self.leader = self.eldest()  # V12.4
        self.turn = self.leader

    def play(self, seat: str, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == len(SEATS):
            self.finish_trick()
        else:
            self.turn = NEXT[seat]

    def beats(self, card: str, best: str) -> bool:
        """Whether the card is higher than the best one before it."""
        assert self.trump is not None
        trumps = trumps_of(self.trump)
        if card in trumps:
            return best not in trumps or trumps.index(card) < trumps.index(best)
        if best in trumps or SUIT_OF[card] != SUIT_OF[best]:
            return False
        return PLAIN.index(RANK_OF[card]) < PLAIN.index(RANK_OF[best])

    def finish_trick(self) -> None:
        cards = [card for _, card in self.trick]
        best = cards[0]
        for card in cards[1:]:
            if self.beats(card, best):
                best = card
        taker = self.trick[cards.index(best)][0]
        self.taken[SIDE_OF[taker]] += cards
        self.tricks[SIDE_OF[taker]] += 1
        self.trick = []
        self.leader = taker  # V12.4
        self.turn = taker
        if sum(self.tricks.values()) == CARDS_IN_A_HAND:
            self.finish_deal()

    # ------------------------------------------------------------------ the end of a deal

    def card_points(self, side: str) -> int:
        return sum(WORTH[RANK_OF[card]] for card in self.taken[side])

    def finish_deal(self) -> None:
        assert self.dealer is not None
        points = {side: self.card_points(side) for side in SIDES}
        short = self.short and self.options["overbid"] == "penalty"
        self.deals += 1
        self.last = {
            "dealer": self.dealer,
            "trump": self.trump,
            "attackers": self.attackers,
            "replay": self.replay,
            "called": self.called,
            "bidder": self.bidder,
            "short": short,
            "points": points,
            "tricks": dict(self.tricks),
            "winner": None,
            "gained": 0,
            "louse": None,
            "figure": None,
            "bukas": False,
            "void": False,
        }
        for side in SIDES:
            if self.tricks[side] == 0:
                self.lice[side] += 1  # V27.1, KA-15
                self.last["louse"] = side

        if points["AC"] == EVEN and not short:  # V14.3, KA-26
            if self.attackers is None and self.options["even_simple"] == "void":  # KA-1
                self.last["void"] = True
                self.pass_the_deal()
            else:
                self.last["bukas"] = True
                self.replay = True
                self.begin_deal()  # V14.4: the same dealer
            return

        if short:
            assert self.attackers is not None
            winner = OTHER_SIDE[self.attackers]
        else:
            winner = "AC" if points["AC"] > EVEN else "BD"
        gained = self.value(winner, points[OTHER_SIDE[winner]], short)
        self.score[winner] += gained
        self.last["winner"] = winner
        self.last["gained"] = gained
        if self.score[winner] >= POINTS_TO_WIN:  # V23.1, KA-11
            self.finish_game(winner)
            if self.games_played == self.options["games"]:  # KA-19
                self.phase = "over"
                self.turn = None
                return
        self.pass_the_deal()

    def value(self, winner: str, points_of_losers: int, short: bool) -> int:
        """How many points a deal is worth to those who win it."""
        gained = 1  # V18.1
        if points_of_losers <= DRY:
            gained = 2  # V19.1, KA-3
        if self.attackers is None:
            if self.options["simple_doubled"]:
                gained *= 2  # KA-2
            return gained  # V22.1
        if winner != self.attackers:
            gained *= 2  # V20.1
        if self.trump == "diamonds":
            gained *= 2  # V21.1, KA-8
        if short:
            times = self.options["penalty_times"]
            assert isinstance(times, int)
            gained *= times  # V16.1, KA-7
        return gained

    def pass_the_deal(self) -> None:
        """V9.3: the next one deals, and nothing of the deal before is left."""
        assert self.dealer is not None
        self.dealer = NEXT[self.dealer]
        self.replay = False
        self.begin_deal()

    def finish_game(self, winner: str) -> None:
        assert self.last is not None
        loser = OTHER_SIDE[winner]
        if self.score[loser] == 0:
            figure = "spectacles"  # V24.1
        elif self.score[loser] == 1:
            figure = "saw"  # V25.1
        else:
            figure = "head"  # V23.2
        self.figures[loser][figure] += 1
        self.last["figure"] = figure
        self.last["final score"] = dict(self.score)
        self.games_played += 1
        if self.games_played != self.options["games"]:
            self.score = {"AC": 0, "BD": 0}  # KA-24

    # ------------------------------------------------------------------ the end of the match

    def over(self) -> bool:
        return self.phase == "over"

    def heads(self, side: str) -> int:
        """V26.5: the figures drawn for this pair in heads."""
        worth = HEADS_SWAPPED if self.options["heads_swapped"] else HEADS
        total = sum(worth[figure] * self.figures[side][figure] for figure in FIGURES)
        if self.options["louse_in_heads"]:
            total += HEADS_OF_LOUSE * self.lice[side]  # KA-13
        return total

    def outstanding(self, number: dict[str, int]) -> dict[str, int]:
        """KA-14: what cancels is gone."""
        return {side: max(0, number[side] - number[OTHER_SIDE[side]]) for side in SIDES}

    def result(self) -> dict[str, Any]:
        heads = {side: self.heads(side) for side in SIDES}
        against = heads
        if self.options["won_by"] == "number":
            against = {side: sum(self.figures[side].values()) for side in SIDES}  # V26.4, KA-13
        winner = None
        if self.over():
            for side in SIDES:
                if against[side] < against[OTHER_SIDE[side]]:
                    winner = side
        return {
            "figures": {side: dict(self.figures[side]) for side in SIDES},
            "lice": dict(self.lice),
            "heads": self.outstanding(heads),
            "lice outstanding": self.outstanding(self.lice),
            "winner": winner,
            "games": self.games_played,
            "deals": self.deals,
        }

    # ------------------------------------------------------------------ what a player sees

    def view(self, seat: str) -> dict[str, Any]:
        table: dict[str, str | None] = dict.fromkeys(SEATS)
        for other, card in self.trick:
            table[other] = card
        return {
            "phase": self.phase,
            "dealer": self.dealer,
            "turn": self.turn,
            "leader": self.leader,
            "trump": self.trump,
            "attackers": self.attackers,
            "replay": self.replay,
            "called": self.called,
            "bidder": self.bidder,
            "opener": self.opener,
            "passed": sorted(self.passed),
            "mano_said": self.mano_said,
            "table": table,
            "hands": {owner: sorted(self.hands[owner]) if owner == seat else None for owner in SEATS},
            "sizes": {owner: len(self.hands[owner]) for owner in SEATS},
            "stock": len(self.stock),
            "taken": {side: len(self.taken[side]) for side in SIDES},  # KA-25: face down
            "tricks": dict(self.tricks),
            "score": dict(self.score),
            "figures": {side: dict(self.figures[side]) for side in SIDES},
            "lice": dict(self.lice),
            "games_played": self.games_played,
        }
