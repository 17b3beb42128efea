"""Sixty-six for two and for three, written a second time, as plainly as possible.

Lists, dicts and strings only; nothing is shared with the other implementation.  The marks S22.7 and the
like are sentences of the source text, SS-8 and the like the findings about what the text leaves open.
"""

from __future__ import annotations

from typing import Any

from .options import chosen

SEATS = {2: ["A", "B"], 3: ["A", "B", "C"]}  # S5.1
NEXT = {2: {"A": "B", "B": "A"}, 3: {"A": "B", "B": "C", "C": "A"}}
SUITS = ["clubs", "spades", "hearts", "diamonds"]
RANKS = ["ace", "ten", "king", "queen", "jack", "nine"]

# S5.2: 24 cards.
PACK = [rank + " of " + suit for suit in SUITS for rank in RANKS]
SUIT_OF = {rank + " of " + suit: suit for suit in SUITS for rank in RANKS}
RANK_OF = {rank + " of " + suit: rank for suit in SUITS for rank in RANKS}

# SS-4: the order follows the values.
ORDER = {"ace": 6, "ten": 5, "king": 4, "queen": 3, "jack": 2, "nine": 1}

# S9.1-S14.1: what the cards are worth; S16.1: the marriages.
WORTH = {"ace": 11, "ten": 10, "king": 4, "queen": 3, "jack": 2, "nine": 0}
TRUMP_MARRIAGE = 40
OTHER_MARRIAGE = 20
LAST_TRICK_WORTH = 10  # only where agreed (SS-7)

ENOUGH = 66
HALF = 33
SCORE_TO_WIN = 7

# Every option with its possible values, the default first.
OPTIONS: dict[str, list[object]] = {
    "must_head": [False, True],
    "last_ten": [False, True],
    "exchange_nine": [False, True],
    "closing": [False, True],
    "claim_by": ["anyone", "only_leader"],
    "automatic": [False, True],
    "wrong_claim": ["by_points", "two_or_three"],
    "three_play": ["better", "each_one", "dealer_out"],
}

Action = tuple[str, ...]


class Sixtysix:
    """One match of Sixty-six, from the lots for the first dealer to seven game points."""

    def __init__(self, options: dict[str, object] | None = None, number: int = 2) -> None:
        self.options = chosen(OPTIONS, options or {})

        # What lasts through the match.
        self.number = number
        self.seats = list(SEATS[number])
        self.dealer: str | None = None
        self.score = dict.fromkeys(self.seats, 0)
        self.deals = 0
        self.last: dict[str, Any] | None = None  # what the last finished deal was like

        self.clear_table()
        self.phase = "chance"
        self.lots = True

    # ------------------------------------------------------------------ the beginning of a deal

    def clear_table(self) -> None:
        """Forget everything that belongs to one deal only."""
        self.hands: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.waiting: list[tuple[str, int]] = []  # who still gets cards face down, and how many
        self.down = list(PACK)  # the cards lying face down, their order being unknown
        self.upcard: str | None = None
        self.trump: str | None = None
        self.closer: str | None = None
        self.leader: str | None = None
        self.turn: str | None = None
        self.trick: list[tuple[str, str]] = []  # (seat, card) as played
        self.called: str | None = None  # the suit of the marriage in this trick
        self.shown: str | None = None  # its king, once shown
        self.tricks = dict.fromkeys(self.seats, 0)
        self.points = dict.fromkeys(self.seats, 0)
        self.marriages: list[int] = []
        self.exchanged = False

    def players(self) -> list[str]:
        """Who plays this deal, eldest hand first."""
        assert self.dealer is not None
        found: list[str] = []
        seat = self.dealer
        for _ in self.seats:
            seat = NEXT[self.number][seat]
            found.append(seat)
        if self.number == 3 and self.options["three_play"] == "dealer_out":
            found.remove(self.dealer)  # SS-14
        return found

    def after(self, seat: str) -> str:
        """Whose turn it is after this player's."""
        turn = NEXT[self.number][seat]
        while turn not in self.players():
            turn = NEXT[self.number][turn]
        return turn

    def others(self, seat: str) -> list[str]:
        return [other for other in self.players() if other != seat]

    def begin_deal(self) -> None:
        self.clear_table()
        self.phase = "chance"
        # S22.1, S22.2: six cards each, and one turned up.
        self.waiting = [(seat, 6) for seat in self.players()] + [("turned", 1)]

    # ------------------------------------------------------------------ chance

    def chance(self) -> tuple[Any, ...] | None:
        if self.lots:
            return ("lots", list(self.seats))  # SS-16
        if self.waiting:
            who, many = self.waiting[0]
            return ("deal", {who: many}, list(self.down))
        return None

    def settle(self, outcome: Any) -> None:
        if self.lots:
            if outcome not in self.seats:
                raise ValueError(f"no such seat: {outcome!r}")
            self.lots = False
            self.dealer = outcome
            self.begin_deal()
            return
        if not self.waiting:
            raise ValueError("chance has nothing to decide now")
        who, many = self.waiting[0]
        if not isinstance(outcome, dict) or list(outcome) != [who]:
            raise ValueError(f"cards for {who} were asked for")
        cards = list(outcome[who])
        if len(set(cards)) != many or any(card not in self.down for card in cards):
            raise ValueError(f"{many} of the cards face down were asked for")
        self.waiting.pop(0)
        for card in cards:
            self.down.remove(card)
        if who == "turned":
            self.upcard = cards[0]
            self.trump = SUIT_OF[cards[0]]  # S22.3
            self.leader = self.players()[0]  # S22.4
        else:
            self.hands[who].extend(cards)
        if not self.waiting:
            self.go_on()

    def go_on(self) -> None:
        """All have their cards; the leader leads."""
        if not self.down and self.upcard is not None and self.leader is not None:
            self.hands[self.before(self.leader)].append(self.upcard)  # SS-1, SS-6: drawn last of all
            self.upcard = None
        self.phase = "play"
        self.turn = self.leader

    def before(self, seat: str) -> str:
        """The last in turn, if this player is the first."""
        for other in self.players():
            if self.after(other) == seat:
                return other
        raise ValueError(seat)

    # ------------------------------------------------------------------ what the players may do

    def strict(self) -> bool:
        """S26.1, S26.2, SS-19: the stock is out, upcard and all, or closed."""
        return self.closer is not None or (not self.down and self.upcard is None)

    def actions(self) -> list[Action]:
        if self.phase != "play" or self.turn is None:
            return []
        found: list[Action] = [(self.turn, "play", card) for card in self.legal_cards(self.turn)]
        if not self.trick:
            found = found + self.leader_actions(self.turn)
        if self.called is not None and self.shown is None:
            assert self.leader is not None
            for seat in self.others(self.leader):
                found.append((seat, "ask"))  # S20.3
        for seat in self.claimers():
            found.append((seat, "claim"))
        return found

    def legal_cards(self, seat: str) -> list[str]:
        hand = self.hands[seat]
        if not self.trick or not self.strict():
            return list(hand)  # S22.5, S22.6
        led = SUIT_OF[self.trick[0][1]]
        allowed = [card for card in hand if SUIT_OF[card] == led]
        if not allowed:
            allowed = [card for card in hand if SUIT_OF[card] == self.trump]
        if not allowed:
            allowed = list(hand)  # SS-5
        if self.options["must_head"]:
            best = max(self.strength(card, led) for _, card in self.trick)
            beating = [card for card in allowed if self.strength(card, led) > best]
            if beating:
                return beating
        return allowed

    def leader_actions(self, seat: str) -> list[Action]:
        """What may be done before leading, besides claiming."""
        hand = self.hands[seat]
        found: list[Action] = []
        if self.tricks[seat] > 0:
            for suit in SUITS:  # S20.2, SS-8
                if "king of " + suit in hand and "queen of " + suit in hand:
                    found.append((seat, "pair", suit))
        if self.upcard is not None and self.closer is None:
            if self.options["exchange_nine"] and self.tricks[seat] > 0 and f"nine of {self.trump}" in hand:
                found.append((seat, "exchange"))
            if self.options["closing"]:
                found.append((seat, "close"))
        return found

    def claimers(self) -> list[str]:
        """S28.1, SS-10: who may say 66 now."""
        if self.options["automatic"]:
            return []
        if self.trick and self.called is None:
            return []
        assert self.leader is not None
        if self.options["claim_by"] == "only_leader":
            return [self.leader]
        return self.players()

    # ------------------------------------------------------------------ what they do

    def act(self, action: Action) -> None:
        if action not in self.actions():
            raise ValueError(f"not allowed now: {action!r}")
        seat, name = action[0], action[1]
        if name == "play":
            self.play(seat, action[2])
        elif name == "pair":
            self.declare(seat, action[2])
        elif name == "ask":
            self.shown = f"king of {self.called}"
        elif name == "claim":
            if self.points[seat] >= ENOUGH:
                self.win(seat, "claim")
            else:
                self.lose(seat, "wrong claim")
        elif name == "exchange":
            assert self.upcard is not None
            nine = f"nine of {self.trump}"
            self.hands[seat].remove(nine)
            self.hands[seat].append(self.upcard)
            self.upcard = nine
            self.exchanged = True
        elif name == "close":
            self.closer = seat

    def declare(self, seat: str, suit: str) -> None:
        worth = TRUMP_MARRIAGE if suit == self.trump else OTHER_MARRIAGE
        self.called = suit
        self.marriages.append(worth)
        self.points[seat] += worth  # SS-9: they count at once
        if self.options["automatic"] and self.points[seat] >= ENOUGH:
            self.win(seat, "automatic, by a marriage")  # SS-11
        else:
            self.play(seat, "queen of " + suit)

    def play(self, seat: str, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == len(self.players()):
            self.finish_trick()
        else:
            self.turn = self.after(seat)

    def strength(self, card: str, led: str) -> int:
        """S22.7, SS-3."""
        if SUIT_OF[card] == self.trump:
            return 10 + ORDER[RANK_OF[card]]
        if SUIT_OF[card] == led:
            return ORDER[RANK_OF[card]]
        return 0

    def finish_trick(self) -> None:
        led = SUIT_OF[self.trick[0][1]]
        best = 0
        for seat, card in self.trick:
            if self.strength(card, led) > best:
                best = self.strength(card, led)
                self.leader = seat  # S22.10
        taker = self.leader
        assert taker is not None
        for _, card in self.trick:
            self.points[taker] += WORTH[RANK_OF[card]]
        self.trick = []
        self.called = None
        self.shown = None
        self.tricks[taker] += 1
        out = all(not self.hands[seat] for seat in self.players()) and self.strict()
        if out and self.options["last_ten"] and self.closer is None:
            self.points[taker] += LAST_TRICK_WORTH

        if self.options["automatic"] and self.points[taker] >= ENOUGH:
            self.win(taker, "automatic")
        elif out and self.closer is not None:
            self.lose(self.closer, "closed in vain")  # SS-7
        elif out:
            self.win(taker, "last trick")  # S28.3
        elif self.strict():
            self.turn = taker
        else:
            self.draw(taker)

    def draw(self, taker: str) -> None:
        """S22.8, S22.9, SS-1: one each, the taker first."""
        self.phase = "chance"
        self.turn = None
        seat = taker
        left = len(self.down)
        for _ in self.players():
            if left > 0:
                self.waiting.append((seat, 1))
            left -= 1
            seat = self.after(seat)

    # ------------------------------------------------------------------ the end of a deal

    def value(self, points: int, tricks: int) -> int:
        """S30.1, SS-2: what it is worth that an opponent has so much."""
        if points >= HALF:
            return 1
        if tricks > 0:
            return 2
        return 3

    def win(self, seat: str, how: str) -> None:
        worths = [self.value(self.points[other], self.tricks[other]) for other in self.others(seat)]
        gained = sum(worths) if self.options["three_play"] == "each_one" else min(worths)  # SS-14
        self.finish_deal([seat], gained, how, seat)

    def lose(self, seat: str, how: str) -> None:
        """S28.2, SS-12, SS-15: all others who played win."""
        if self.options["wrong_claim"] == "two_or_three":
            gained = 2
            if all(self.tricks[other] == 0 for other in self.others(seat)):
                gained = 3
        else:
            gained = self.value(self.points[seat], self.tricks[seat])
        self.finish_deal(self.others(seat), gained, how, seat)

    def finish_deal(self, winners: list[str], gained: int, how: str, who: str) -> None:
        """Close this deal and begin the next one, unless the match is over."""
        assert self.dealer is not None
        winners = list(winners)
        if self.dealer not in self.players():
            winners.append(self.dealer)  # SS-14: he gets as much as the winner
        for seat in winners:
            self.score[seat] += gained
        self.deals += 1
        self.last = {
            "dealer": self.dealer,
            "how": how,
            "who": who,
            "winners": winners,
            "gained": gained,
            "points": dict(self.points),
            "tricks": dict(self.tricks),
            "stock": len(self.down),
            "closer": self.closer,
            "marriages": list(self.marriages),
            "exchanged": self.exchanged,
            "in trick": len(self.trick),
            "leader": self.leader,
        }
        if max(self.score.values()) >= SCORE_TO_WIN:  # S30.2
            self.phase = "over"
            self.turn = None
            return
        self.dealer = NEXT[self.number][self.dealer]  # SS-16
        self.begin_deal()

    def over(self) -> bool:
        return self.phase == "over"

    def result(self) -> dict[str, Any]:
        winners: list[str] = []
        if self.over():
            best = max(self.score.values())  # SS-20
            winners = [seat for seat in self.seats if self.score[seat] == best]
        return {"score": dict(self.score), "winners": winners, "deals": self.deals}

    # ------------------------------------------------------------------ what a player sees

    def view(self, seat: str) -> dict[str, Any]:
        table: dict[str, str | None] = dict.fromkeys(self.seats)
        for other, card in self.trick:
            table[other] = card
        hands: dict[str, list[str] | None] = dict.fromkeys(self.seats)
        hands[seat] = sorted(self.hands[seat])
        return {
            "phase": self.phase,
            "dealer": self.dealer,
            "trump": self.trump,
            "upcard": None if self.closer else self.upcard,  # SS-7: turned down by closing
            "closer": self.closer,
            "turn": self.turn,
            "leader": self.leader,
            "table": table,
            "hands": hands,
            "sizes": {owner: len(self.hands[owner]) for owner in self.seats},
            "stock": len(self.down),
            "tricks": dict(self.tricks),  # S20.5: how many is seen, what is in them is not
            "called": self.called,
            "shown": self.shown,
            "score": dict(self.score),
        }
