"""Aštuonkojis, written a second time, as plainly as possible.

Lists, dicts and strings only; nothing is shared with the other implementation.  The marks A7.3 and the like are
sentences of the source text, AS-4 and the like the findings about what the text leaves open.

Every card is there twice, and so a card is called "queen of clubs 1" or "queen of clubs 2"; the jokers are "red 1",
"red 2", "black 1" and "black 2".  Whatever lies face down has no order.
"""

from __future__ import annotations

from typing import Any

from .options import chosen

# A3.2: two to six players.
SEATS = {2: "AB", 3: "ABC", 4: "ABCD", 5: "ABCDE", 6: "ABCDEF"}
SUITS = ["clubs", "spades", "hearts", "diamonds"]

# A3.3: the natural order, from the lowest to the highest.
RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]

COPIES = ["1", "2"]
CARDS = [f"{rank} of {suit} {copy}" for suit in SUITS for rank in RANKS for copy in COPIES]
RED = ["red 1", "red 2"]
BLACK = ["black 1", "black 2"]
JOKERS = RED + BLACK
RANK_OF = {card: card.split(" ")[0] for card in CARDS} | dict.fromkeys(JOKERS, "joker")
SUIT_OF: dict[str, str | None] = {card: card.split(" ")[2] for card in CARDS} | dict.fromkeys(JOKERS)

CARDS_IN_HAND = 10
LEGS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"]
TRUMPS_ALLOWED = 4

# Every option with its possible values, the default first.
OPTIONS: dict[str, list[object]] = {
    "four_jokers": [True, False],
    "sevens_anywhere": [False, True],
    "jokers_anywhere": [False, True],
    "joker_turned": ["another", "no_trumps"],
    "trump_own": [True, False],
    "count_upcard": [False, True],
    "mend_always": [True, False],
    "must_place": [False, True],
}

Action = tuple[str, ...]


def pack(four_jokers: bool) -> list[str]:
    """A3.2, AS-18: two packs of 54 cards or of 53, so four jokers or two."""
    return CARDS + (JOKERS if four_jokers else RED)


def higher(card: str, other: str) -> bool:
    """Whether the card is of the other one's suit and higher (A7.2); its twin is not (AS-15)."""
    if card in JOKERS or other in JOKERS or SUIT_OF[card] != SUIT_OF[other]:
        return False
    return RANKS.index(RANK_OF[card]) > RANKS.index(RANK_OF[other])


class Astuonkojis:
    """One match of Aštuonkojis, from the lots for the first dealer to the last of as many deals as there are players."""

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
        self.down = pack(bool(self.options["four_jokers"]))  # the cards lying face down, their order being unknown
        self.unused = [card for card in JOKERS if card not in self.down]
        self.hands: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.legs: dict[str, list[str]] = {}  # the cards on every leg, the uppermost last
        self.middle: str | None = None  # the card that showed trumps, while it lies there
        self.trump: str | None = None
        self.aside = 0  # how many cards were turned down and put aside
        self.awaited: dict[str, int] | None = None  # who or what gets cards face down, and how many
        self.then: str | None = None  # what follows when they have come
        self.turn: str | None = None
        self.turns = 0  # turns finished in this round
        self.idle = 0  # turns running without a card
        self.placed = 0  # cards placed in this turn
        self.own: list[str] = []  # the legs on which a card was placed in this turn
        self.trumps_at_first = 0  # trumps exposed when the turn began
        self.gained = dict.fromkeys(self.seats, 0)
        self.rounds = 1

    def stock(self) -> int:
        """How many cards lie face down."""
        return len(self.down)

    def next(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % self.number]

    def eldest(self) -> str:
        """Pirmasis, to the left of the dealer (AS-16)."""
        assert self.dealer is not None
        return self.next(self.dealer)

    def begin_deal(self) -> None:
        """A5.1: two at a time, ten each; chance decides on all ten."""
        self.clear_table()
        self.wait(dict.fromkeys(self.seats, CARDS_IN_HAND), "turn up")

    # ------------------------------------------------------------------ chance

    def wait(self, wanted: dict[str, int], then: str) -> None:
        """Wait for cards from the stock."""
        self.phase = "chance"
        self.turn = None
        self.then = then
        self.awaited = wanted
        if not wanted:
            self.receive({})

    def chance(self) -> tuple[Any, ...] | None:
        if self.lots:
            return ("lots", list(self.seats))  # AS-16
        if self.awaited is not None:
            return ("deal", dict(self.awaited), list(self.down))
        return None

    def settle(self, outcome: Any) -> None:
        if self.lots:
            if outcome not in self.seats:
                raise ValueError(f"no such seat: {outcome!r}")
            self.lots = False
            self.dealer = outcome
            self.begin_deal()
            return
        if self.awaited is None:
            raise ValueError("chance has nothing to decide now")
        if not isinstance(outcome, dict) or set(outcome) != set(self.awaited):
            raise ValueError(f"cards for these were asked for: {list(self.awaited)}")
        rest = list(self.down)
        for who, many in self.awaited.items():
            if len(outcome[who]) != many:
                raise ValueError(f"{many} cards were asked for {who}")
            for card in outcome[who]:
                if card not in rest:
                    raise ValueError(f"not in the stock: {card!r}")
                rest.remove(card)
        self.receive(outcome)

    def receive(self, outcome: dict[str, list[str]]) -> None:
        self.awaited = None
        for who, given in outcome.items():
            for card in given:
                self.down.remove(card)
            if who in self.seats:
                self.hands[who] += given
            elif who in LEGS:
                self.legs.setdefault(who, []).extend(given)
            else:
                self.middle = given[0]

        then = self.then
        self.then = None
        if then == "turn up":
            self.wait({"turned": 1}, "trumps")  # A5.2
        elif then == "trumps":
            self.show_trumps()
        elif then == "mend":
            self.mend()
        else:
            assert then is not None
            self.offer_middle(then)

    def show_trumps(self) -> None:
        assert self.middle is not None
        if self.middle in JOKERS and self.options["joker_turned"] == "another":
            self.down.append(self.middle)  # AS-3: shuffled back into the stock, and another one is turned
            self.middle = None
            self.wait({"turned": 1}, "trumps")
            return
        self.trump = SUIT_OF[self.middle]  # A5.2; a joker shows no trumps (AS-3)
        self.lay_legs()

    # ------------------------------------------------------------------ the legs

    def lay_legs(self) -> None:
        """A5.2, A19.2: turn up eight cards; A19.4: if there are fewer, the card in the middle is used too."""
        self.aside += sum(len(pile) for pile in self.legs.values())
        self.legs = {}
        self.turns = 0
        self.idle = 0
        number = min(self.stock(), len(LEGS))
        if number < len(LEGS) and self.middle is not None:
            # AS-11: it becomes a leg, and takes the last place; the trump suit stays what it was.
            self.legs[LEGS[-1]] = [self.middle]
            self.middle = None
        self.wait(dict.fromkeys(LEGS[:number], 1), "mend")

    def mend(self) -> None:
        """A9.2: turn further cards on the highest trumps until only four are exposed; one at a time (AS-21)."""
        wanted = self.options["mend_always"] or self.rounds == 1  # AS-8
        if wanted and self.exposed(self.tops()) > TRUMPS_ALLOWED and self.stock() > 0:  # AS-19
            self.phase = "mending"
            self.turn = self.dealer
        else:
            self.begin_turn(self.eldest())  # A19.3

    def highest_trumps(self) -> list[str]:
        """The leg of the highest exposed trump; two if its twin is exposed too, and the dealer is free (AS-8)."""
        tops = self.tops()
        trumps = [leg for leg in tops if SUIT_OF[tops[leg]] == self.trump]
        return [leg for leg in trumps if not any(higher(tops[other], tops[leg]) for other in trumps)]

    def laid(self) -> list[str]:
        """The legs there are."""
        return [leg for leg in LEGS if leg in self.legs]

    def tops(self) -> dict[str, str]:
        """What is exposed on every leg."""
        return {leg: self.legs[leg][-1] for leg in self.laid()}

    def exposed(self, tops: dict[str, str]) -> int:
        """How many trumps are exposed (AS-7)."""
        if self.trump is None:
            return 0
        number = len([top for top in tops.values() if SUIT_OF[top] == self.trump])
        if self.options["count_upcard"] and self.middle is not None:
            number += 1
        return number

    # ------------------------------------------------------------------ what the players may do

    def begin_turn(self, seat: str) -> None:
        self.phase = "place"
        self.turn = seat
        self.placed = 0
        self.own = []
        self.trumps_at_first = self.exposed(self.tops())

    def actions(self) -> list[Action]:
        if self.turn is None:
            return []
        if self.phase == "offer":
            return [(self.turn, "take"), (self.turn, "leave")]  # A21.1: it may be taken
        if self.phase == "mending":
            return [(self.turn, "cover", leg) for leg in self.highest_trumps()]
        found: list[Action] = [(self.turn, "put", card, leg) for card, leg in self.placements(self.turn)]
        lawful = self.exposed(self.tops()) <= self.most_trumps()
        # A17.1, AS-9: what he can and wants to; or, where so agreed, all that he can.
        if lawful and not (found and self.options["must_place"]):
            found.append((self.turn, "done"))
        return found

    def most_trumps(self) -> int:
        """How many trumps may be exposed when the turn ends (A9.1, AS-19)."""
        return max(TRUMPS_ALLOWED, self.trumps_at_first)

    def placements(self, seat: str) -> list[tuple[str, str]]:
        """Every card and leg on which the player may place it now."""
        hand = self.hands[seat]
        tops = self.tops()
        found: list[tuple[str, str]] = []
        for card in hand:
            for leg in tops:
                if self.fits(card, leg, hand, tops) and self.can_end_after(card, leg, hand, tops):
                    found.append((card, leg))
        return found

    def can_end_after(self, card: str, leg: str, hand: list[str], tops: dict[str, str]) -> bool:
        """Whether the player makes sure that he can end his turn after placing the card there (AS-20).

        An exposed trump is hidden by a joker on the ace of trumps only; so for every trump too many there has to be a joker
        in the hand, and an ace of trumps among what is exposed.  If jokers may go anywhere (AS-2), no ace is needed.
        """
        after = tops | {leg: card}
        excess = self.exposed(after) - self.most_trumps()
        if excess <= 0:
            return True
        jokers = len([one for one in hand if one in JOKERS and one != card])
        aces = len([top for top in after.values() if RANK_OF[top] == "ace" and SUIT_OF[top] == self.trump])
        return excess <= jokers and (bool(self.options["jokers_anywhere"]) or excess <= aces)

    def fits(self, card: str, leg: str, hand: list[str], tops: dict[str, str]) -> bool:
        """Whether the card goes on this leg, by everything but the trumps that may be exposed."""
        top = tops[leg]
        if top in JOKERS:
            return RANK_OF[card] == "seven"  # A13.1: only sevens, whatever their suit
        if RANK_OF[top] == "ace":
            # A15.1: only twos of the ace's suit, or jokers; no trumps either (AS-6).
            return card in JOKERS or (RANK_OF[card] == "two" and SUIT_OF[card] == SUIT_OF[top])
        if card in JOKERS:
            return bool(self.options["jokers_anywhere"])  # AS-2
        if higher(card, top):
            # A7.2; A7.3: there is no higher card of the suit on which it could go (AS-4).
            return not any(higher(other, top) and higher(card, other) for other in tops.values())
        low = RANKS.index(RANK_OF[top]) < RANKS.index("seven")
        if self.options["sevens_anywhere"] and RANK_OF[card] == "seven" and low:
            return True  # AS-1
        if self.trump is None or SUIT_OF[card] != self.trump or SUIT_OF[top] == self.trump:
            return False
        if leg in self.own and not self.options["trump_own"]:
            return False  # AS-5
        # A9.1: a trump, lacking a higher card of the suit.
        return not any(higher(other, top) for other in hand)

    # ------------------------------------------------------------------ what they do

    def act(self, action: Action) -> None:
        if action not in self.actions():
            raise ValueError(f"not allowed now: {action!r}")
        seat, name = action[0], action[1]
        if name == "put":
            card, leg = action[2], action[3]
            self.hands[seat].remove(card)
            self.legs[leg].append(card)
            self.own = sorted({*self.own, leg})
            self.placed += 1
        elif name == "cover":
            self.wait({action[2]: 1}, "mend")
        elif name == "done":
            self.finish_placing(seat)
        else:
            if name == "take":
                assert self.middle is not None
                self.hands[seat].append(self.middle)
                self.middle = None
            self.finish_turn(seat)

    def finish_placing(self, seat: str) -> None:
        self.score[seat] += self.placed  # A17.1
        self.gained[seat] += self.placed
        self.idle = 0 if self.placed > 0 else self.idle + 1
        self.placed = 0
        self.own = []
        missing = min(CARDS_IN_HAND - len(self.hands[seat]), self.stock())  # A17.2, AS-12
        self.wait({seat: missing} if missing > 0 else {}, seat)

    def offer_middle(self, seat: str) -> None:
        """A21.1: who draws the last cards and needs one more may take the one that showed trumps (AS-11)."""
        if self.stock() == 0 and self.middle is not None and len(self.hands[seat]) < CARDS_IN_HAND:
            self.phase = "offer"
            self.turn = seat
        else:
            self.finish_turn(seat)

    def finish_turn(self, seat: str) -> None:
        self.turns += 1
        if self.stock() == 0 and (self.idle >= self.number or self.nobody_can_place()):
            self.finish_deal()  # A23.1, AS-10, AS-22
        elif self.turns == self.number:
            self.rounds += 1
            if self.stock() > 0:
                self.lay_legs()  # A19.1, A19.2
            else:
                self.turns = 0
                self.begin_turn(self.next(seat))  # A21.1, AS-14: without a stop
        else:
            self.begin_turn(self.next(seat))  # A17.3

    def nobody_can_place(self) -> bool:
        """Whether no player, if it were his turn, could place a card."""
        self.trumps_at_first = self.exposed(self.tops())
        return all(not self.placements(seat) for seat in self.seats)

    # ------------------------------------------------------------------ the end of a deal

    def finish_deal(self) -> None:
        """Close this deal and begin the next one, unless the match is over."""
        assert self.dealer is not None
        self.deals += 1
        self.last = {
            "dealer": self.dealer,
            "trump": self.trump,
            "gained": dict(self.gained),
            "rounds": self.rounds,
            "idle": self.idle,
            "middle": self.middle,
            "legs": {leg: list(self.legs[leg]) for leg in self.laid()},
            "hands": {seat: list(self.hands[seat]) for seat in self.seats},
        }
        if self.deals == self.number:  # A25.1
            self.phase = "over"
            self.turn = None
            return
        self.dealer = self.next(self.dealer)  # A25.2, AS-16
        self.begin_deal()

    def over(self) -> bool:
        return self.phase == "over"

    def result(self) -> dict[str, Any]:
        winners: list[str] = []
        if self.over():
            best = max(self.score.values())  # A27.1, AS-16
            winners = [seat for seat in self.seats if self.score[seat] == best]
        return {"score": dict(self.score), "winners": winners, "deals": self.deals}

    # ------------------------------------------------------------------ what a player sees

    def view(self, seat: str) -> dict[str, Any]:
        hands: dict[str, list[str] | None] = dict.fromkeys(self.seats)
        hands[seat] = sorted(self.hands[seat])
        return {
            "phase": self.phase,
            "dealer": self.dealer,
            "trump": self.trump,
            "middle": self.middle,
            "legs": {leg: list(self.legs.get(leg, [])) for leg in LEGS},
            "hands": hands,
            "sizes": {owner: len(self.hands[owner]) for owner in self.seats},
            "stock": self.stock(),
            "unused": list(self.unused),
            "aside": self.aside,
            "turn": self.turn,
            "own": list(self.own),
            "placed": self.placed,
            "idle": self.idle,
            "gained": dict(self.gained),
            "score": dict(self.score),
            "deals": self.deals,
        }
