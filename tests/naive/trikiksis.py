"""Trikiksis, written a second time, as plainly as possible.

Lists, dicts and strings only; nothing is shared with the other implementation.  The cards, their order and their
worth are those of the naive Kiksas, of which this is a variant (K59.1).  The marks K61.3 and the like are sentences
of the source text, TR-6, KI-8 and the like the findings about what the text leaves open.
"""

from __future__ import annotations

from typing import Any

from .kiksas import (
    FIGURES_TO_WIN,
    LAST_TRICK_WORTH,
    PACK,
    PLAIN_ORDER,
    RANK_OF,
    SUIT_OF,
    SUITS,
    TRUMP_ORDER,
    TRUMP_QUEEN_WORTH,
    WORTH,
)
from .options import chosen

# K59.1, K59.2: three players, everybody for himself.
SEATS = ["A", "B", "C"]
NEXT = {"A": "B", "B": "C", "C": "A"}

CARDS_IN_HAND = 8
CARDS_TO_NAME_FROM = 6  # K61.1
TRICKS_IN_A_DEAL = 8

# Every option with its possible values, the default first.
OPTIONS: dict[str, list[object]] = {
    "overtrump": [False, True],
    "stop_at_goal": [False, True],
    "zero_met": [False, True],
    "swept_recorders": ["as_usual", "egg_written"],
    "strokes_for_sweep": [1, 2],
    "egg_deal": ["egg_maker", "third_player"],
    "first_egg": ["holder_deals", "left_deals"],
    "clubs_again": [False, True],
    "peek_in": ["writing_off_deals", "every_deal", "no_deal"],
    "named_held": [False, True],
    "queen_led": [True, False],
    "call_late": [False, True],
    "egg_and_stroke": [False, True],
    "cut_short": [True, False],
    "ties": ["shared", "play_on"],
}

Action = tuple[str, ...]


class Trikiksis:
    """One match of Trikiksis, from the lots for the first dealer to twelve figures."""

    def __init__(self, options: dict[str, object] | None = None) -> None:
        self.options = chosen(OPTIONS, options or {})

        # What lasts through the match.
        self.first = True  # the coming deal follows the rules of the first deal
        self.part = "record"
        self.dealer: str | None = None
        self.lone: str | None = None  # who records or writes off, alone against two (K59.5)
        self.goal = {"lone": 0, "others": 0}
        self.marks = {seat: {"stroke": 0, "egg": 0, "cross": 0} for seat in SEATS}
        self.deals = 0
        self.last: dict[str, Any] | None = None  # what the last finished deal was like

        self.clear_table()
        self.phase = "chance"
        self.awaited: str | None = "lots"

    # ------------------------------------------------------------------ the beginning of a deal

    def clear_table(self) -> None:
        """Forget everything that belongs to one deal only."""
        self.hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.aside: list[str] = []  # the last two cards of who names trumps, until he has named them
        self.peeked: str | None = None
        self.trump: str | None = None
        self.game = "usual"
        self.soloist: str | None = None
        self.asked: list[str] = []  # who may still be offered Akis
        self.leader: str | None = None
        self.turn: str | None = None
        self.trick: list[tuple[str, str]] = []  # (seat, card) as played
        self.played = 0  # finished tricks
        self.tricks = dict.fromkeys(SEATS, 0)
        self.points = dict.fromkeys(SEATS, 0)
        self.said: dict[str, int | None] = dict.fromkeys(SEATS)
        self.two = False
        self.ahead: str | None = None  # "lone" or "others": who reached the goal first
        self.akis_lost = False

    def eldest(self) -> str:
        """Pirmasis, the player to the left of the dealer (KI-11)."""
        assert self.dealer is not None
        return NEXT[self.dealer]

    def side(self, seat: str) -> str:
        """On which side this player is in this deal."""
        return "lone" if seat == self.lone else "others"

    def others(self, seat: str) -> list[str]:
        return [other for other in SEATS if other != seat]

    def side_points(self, side: str) -> int:
        """K71.2, TR-15: the two allies put their points together."""
        return sum(self.points[seat] for seat in SEATS if self.side(seat) == side)

    def begin_deal(self) -> None:
        self.clear_table()
        self.awaited = None
        peek = self.options["peek_in"]
        if self.first:
            self.lone = None
            self.trump = "clubs"  # K11.4, TR-1
            self.await_deal()
        elif peek == "every_deal" or (peek == "writing_off_deals" and self.part == "answer"):
            self.phase = "peek"  # K17.3, TR-2
            self.turn = self.eldest()
        else:
            self.await_deal()

    def await_deal(self) -> None:
        self.phase = "chance"
        self.turn = None
        self.awaited = "deal"

    def missing(self) -> dict[str, int]:
        """How many cards each player still needs: eight each (K59.3); of Pirmasis two are laid aside (K61.1)."""
        if self.first:
            return dict.fromkeys(SEATS, CARDS_IN_HAND)
        wanted = dict.fromkeys(SEATS, CARDS_IN_HAND)
        wanted[self.eldest()] = CARDS_TO_NAME_FROM - len(self.hands[self.eldest()])
        wanted["aside"] = CARDS_IN_HAND - CARDS_TO_NAME_FROM
        return wanted

    def pack(self) -> list[str]:
        """The cards still to be dealt: all but a card that Pirmasis has kept (K17.4)."""
        kept = self.hands[self.eldest()]
        return [card for card in PACK if card not in kept]

    # ------------------------------------------------------------------ chance

    def chance(self) -> tuple[Any, ...] | None:
        if self.awaited == "lots":
            return ("lots", list(SEATS))  # K11.2
        if self.awaited == "peek":
            return ("peek", list(PACK))
        if self.awaited == "deal":
            return ("deal", self.missing(), self.pack())
        return None

    def settle(self, outcome: Any) -> None:
        if self.awaited == "lots":
            if outcome not in SEATS:
                raise ValueError(f"no such seat: {outcome!r}")
            self.dealer = outcome
            self.begin_deal()
        elif self.awaited == "peek":
            if outcome not in PACK:
                raise ValueError(f"not in the pack: {outcome!r}")
            self.peeked = outcome
            self.awaited = None
            self.phase = "judge"
            self.turn = self.eldest()
        elif self.awaited == "deal":
            self.give(outcome)
        else:
            raise ValueError("chance has nothing to decide now")

    def give(self, cards: Any) -> None:
        missing = self.missing()
        if not isinstance(cards, dict) or set(cards) != set(missing):
            raise ValueError(f"a deal gives cards to these: {list(missing)}")
        if any(len(cards[who]) != missing[who] for who in missing):
            raise ValueError(f"the wrong number of cards, needed: {missing}")
        if sorted(card for who in missing for card in cards[who]) != sorted(self.pack()):
            raise ValueError("these are not the cards of the pack")
        for who in missing:
            if who == "aside":
                self.aside = list(cards[who])
            else:
                self.hands[who] = self.hands[who] + list(cards[who])
        self.awaited = None

        if self.first:
            self.begin_usual_play()  # TR-10, TR-18: no Akis in the first deal
        else:
            self.phase = "naming"  # K61.1
            self.turn = self.eldest()

    # ------------------------------------------------------------------ what the players may do

    def actions(self) -> list[Action]:
        seat = self.turn
        if seat is None:
            return []
        if self.phase == "play":
            return self.play_actions(seat)
        if self.phase == "peek":
            # K17.3; a right, so it may be waived (KI-15).
            return [(seat, "look", "top"), (seat, "look", "bottom"), (seat, "waive")]
        if self.phase == "judge":
            return [(seat, "keep"), (seat, "recut")]  # K17.4, K17.5
        if self.phase == "naming":
            return [(seat, "name", suit) for suit in SUITS if self.may_name(seat, suit)]
        assert self.phase == "offers"
        return self.offer_actions(seat)

    def may_name(self, seat: str, suit: str) -> bool:
        if not self.options["named_held"]:  # KI-16
            return True
        return any(SUIT_OF[card] == suit for card in self.hands[seat])

    def offer_actions(self, seat: str) -> list[Action]:
        """K63.1: as in Kiksas."""
        found: list[Action] = []
        for suit in SUITS:
            # K33.1: another suit than the named one, and its queen must be there to be led (KI-24).
            if suit != self.trump and "queen of " + suit in self.hands[seat]:
                found.append((seat, "own_trump", suit))
        found.append((seat, "high"))  # K35.1
        found.append((seat, "low"))  # K37.1
        found.append((seat, "pass"))
        return found

    def play_actions(self, seat: str) -> list[Action]:
        found: list[Action] = [(seat, "play", card) for card in self.legal_cards(seat)]
        if not self.trick:
            if self.may_decline():
                found.append((seat, "stop"))
            if self.may_call():
                found.append((seat, "su_dviem"))
        return found

    def legal_cards(self, seat: str) -> list[str]:
        hand = self.hands[seat]
        if not self.trick:
            return self.legal_leads(hand)
        led = SUIT_OF[self.trick[0][1]]
        same = [card for card in hand if SUIT_OF[card] == led]
        if same:
            return same  # K7.4, K39.2: follow suit
        trumps = [card for card in hand if SUIT_OF[card] == self.trump]
        if not trumps:
            return list(hand)  # KI-3, KI-27
        if self.options["overtrump"]:
            laid = [TRUMP_ORDER[RANK_OF[card]] for _, card in self.trick if SUIT_OF[card] == self.trump]
            higher = [card for card in trumps if TRUMP_ORDER[RANK_OF[card]] > max(laid, default=0)]
            if higher:
                return higher
        return trumps  # K7.4: otherwise trump

    def legal_leads(self, hand: list[str]) -> list[str]:
        queen = f"queen of {self.trump}"
        if self.played == 0:
            if self.game == "own_trump":
                return [queen]  # K33.1
            if self.game == "usual" and (self.first or self.options["queen_led"]):
                return [queen]  # K11.6, K17.10, TR-1, KI-17
        return list(hand)  # K11.16

    def writes_off_all(self) -> bool:
        """Whether the writer-off has taken every trick so far and has called nothing."""
        if self.game != "usual" or self.part != "answer" or self.two:
            return False
        assert self.lone is not None
        return self.tricks[self.lone] == self.played

    def may_call(self) -> bool:
        """Whether "Su dviem!" may be said before this lead (K75.2, TR-5)."""
        if not self.writes_off_all():
            return False
        return self.played == 3 or (self.played == 4 and bool(self.options["call_late"]))  # KI-19

    def may_decline(self) -> bool:
        """Whether the last lead may be declined (K25.5, TR-16)."""
        return self.writes_off_all() and self.played == TRICKS_IN_A_DEAL - 1

    # ------------------------------------------------------------------ what they do

    def act(self, action: Action) -> None:
        if action not in self.actions():
            raise ValueError(f"not allowed now: {action!r}")
        seat, name = action[0], action[1]
        if name == "play":
            self.play(seat, action[2])
        elif name == "su_dviem":
            self.two = True
        elif name == "stop":
            self.finish_usual()  # the last trick counts for nobody (KI-22)
        elif name == "look":
            self.phase = "chance"
            self.turn = None
            self.awaited = "peek"
        elif name == "waive":
            self.await_deal()
        elif name == "keep":
            assert self.peeked is not None
            self.hands[seat].append(self.peeked)  # K17.4, KI-14
            self.await_deal()
        elif name == "recut":
            self.peeked = None  # K17.5: cut and dealt in the usual way
            self.await_deal()
        elif name == "name":
            self.trump = action[2]
            self.hands[seat] += self.aside  # K61.1
            self.aside = []
            self.begin_offers()
        elif name == "pass":
            self.asked.pop(0)
            if self.asked:
                self.turn = self.asked[0]
            else:
                self.begin_usual_play()
        elif name == "own_trump":
            self.begin_akis(seat, name, action[2])
        else:
            self.begin_akis(seat, name, None)

    def begin_offers(self) -> None:
        """K63.2, K63.3, TR-10: second hand, then the dealer, never Pirmasis, who names trumps."""
        assert self.dealer is not None
        self.asked = [NEXT[self.eldest()], self.dealer]
        self.phase = "offers"
        self.turn = self.asked[0]

    def begin_usual_play(self) -> None:
        queen = f"queen of {self.trump}"
        for seat in SEATS:
            if queen in self.hands[seat]:
                self.leader = seat  # K11.6, K17.10, TR-1
        assert self.leader is not None
        if self.first:
            self.lone = self.leader  # K59.4
        if self.part == "answer" and self.options["zero_met"]:
            for side in ["lone", "others"]:
                if self.goal[side] == 0:
                    self.ahead = side  # KI-5; only one of the two goals can be nought
        self.phase = "play"
        self.turn = self.leader

    def begin_akis(self, seat: str, game: str, trump: str | None) -> None:
        self.soloist = seat
        self.game = game
        self.trump = trump  # K39.1: what Pirmasis named is void
        self.leader = seat  # K29.3
        self.phase = "play"
        self.turn = seat

    def play(self, seat: str, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == len(SEATS):
            self.finish_trick()
        else:
            self.turn = NEXT[seat]

    def strength(self, card: str, led: str) -> int:
        if SUIT_OF[card] == self.trump:
            return 10 + TRUMP_ORDER[RANK_OF[card]]
        if SUIT_OF[card] == led:
            return PLAIN_ORDER[RANK_OF[card]]
        return 0

    def finish_trick(self) -> None:
        led = SUIT_OF[self.trick[0][1]]
        taker = self.trick[0][0]
        best = 0
        for seat, card in self.trick:
            strength = self.strength(card, led)
            if strength > best:
                best = strength
                taker = seat
        cards = [card for _, card in self.trick]
        self.trick = []
        self.played += 1
        self.tricks[taker] += 1
        if self.soloist is None:
            self.after_usual_trick(taker, cards)
        else:
            self.after_akis_trick(taker)

    # ------------------------------------------------------------------ the usual game

    def after_usual_trick(self, taker: str, cards: list[str]) -> None:
        for card in cards:
            if card == f"queen of {self.trump}":
                self.points[taker] += TRUMP_QUEEN_WORTH
            else:
                self.points[taker] += WORTH[RANK_OF[card]]
        if self.played == TRICKS_IN_A_DEAL:
            self.points[taker] += LAST_TRICK_WORTH
        if self.played == 1:
            self.announce(taker, cards)
        if self.part == "answer" and self.ahead is None:
            # K71.2, KI-4, TR-15: the taker's side is tested first.
            own = self.side(taker)
            for side in [own, "others" if own == "lone" else "lone"]:
                if self.ahead is None and self.side_points(side) >= self.goal[side]:
                    self.ahead = side

        stopped = self.options["stop_at_goal"] and self.ahead is not None and not self.two
        if self.played == TRICKS_IN_A_DEAL or stopped:
            self.finish_usual()
        else:
            self.leader = taker  # K11.16
            self.turn = taker

    def announce(self, taker: str, cards: list[str]) -> None:
        """K11.8-11.12, TR-1: how many trumps the taker calls, and then his ally, if he has one (TR-4)."""
        number = self.count_trumps(cards) + self.count_trumps(self.hands[taker])
        self.said[taker] = number
        for ally in self.others(taker):
            if self.side(ally) == self.side(taker):
                more = self.count_trumps(self.hands[ally])
                if more > 0:
                    self.said[ally] = number + more

    def count_trumps(self, cards: list[str]) -> int:
        return len([card for card in cards if SUIT_OF[card] == self.trump])

    def finish_usual(self) -> None:
        if self.part == "record":
            self.finish_recording()
        else:
            self.finish_writing_off()

    def write(self, seats: list[str], figure: str, number: int) -> None:
        for seat in seats:
            self.marks[seat][figure] += number

    def finish_recording(self) -> None:
        assert self.dealer is not None and self.lone is not None
        recorder = self.lone
        if self.tricks[recorder] == TRICKS_IN_A_DEAL:
            self.write(self.others(recorder), "egg", 1)  # K75.1
            # K75.3: another player deals, for a recording again; his left neighbour records.
            dealer = recorder  # TR-6, TR-7
            if self.first and self.options["first_egg"] == "left_deals":
                dealer = NEXT[self.dealer]  # TR-7, TR-17
            elif not self.first and self.options["egg_deal"] == "third_player":
                dealer = NEXT[recorder]  # TR-6
            self.finish_deal(dealer, "record", self.first and bool(self.options["clubs_again"]))  # KI-9
        elif self.tricks[recorder] == 0 and self.options["swept_recorders"] == "egg_written":
            self.write([recorder], "egg", 1)  # TR-9, KI-6
            self.finish_deal(self.dealer, "record", False)
        else:
            # K59.5: what he took his left neighbour must write off; the others, what the two took (K67, K69).
            self.goal = {"lone": self.side_points("lone"), "others": self.side_points("others")}
            self.finish_deal(recorder, "answer", False)  # K61.3, TR-14: the recorder deals

    def finish_writing_off(self) -> None:
        assert self.dealer is not None and self.lone is not None
        writer = self.lone
        others = self.others(writer)
        if self.two and self.tricks[writer] == TRICKS_IN_A_DEAL:
            self.write(others, "stroke", 2)  # TR-5
        elif self.two:
            self.write([writer], "stroke", 2)  # TR-5
        elif self.tricks[writer] == TRICKS_IN_A_DEAL:
            self.write([writer], "egg", 1)  # K75.2
            if self.options["egg_and_stroke"]:
                self.write(others, "stroke", 1)  # KI-21
        elif self.ahead == "lone":
            self.write(others, "stroke", 1)  # K71.3
        elif self.tricks[writer] == 0 and self.options["strokes_for_sweep"] == 2 and self.played == TRICKS_IN_A_DEAL:
            self.write([writer], "stroke", 2)  # KI-7
        else:
            self.write([writer], "stroke", 1)  # K71.4, KI-22
        # K61.2, TR-8: the same dealer, and who has written off records.
        self.finish_deal(self.dealer, "record", False)

    # ------------------------------------------------------------------ Akis

    def after_akis_trick(self, taker: str) -> None:
        """K33.1, K35.1: the soloist must take every trick; K37.1: in the low game, none."""
        if (taker == self.soloist) == (self.game == "low"):
            self.akis_lost = True
        if self.played == TRICKS_IN_A_DEAL or (self.akis_lost and self.options["cut_short"]):  # KI-28
            self.finish_akis()
        else:
            self.turn = self.soloist  # K29.3

    def finish_akis(self) -> None:
        assert self.dealer is not None and self.soloist is not None
        if self.akis_lost:
            self.write([self.soloist], "cross", 1)  # K77.1
        else:
            self.write(self.others(self.soloist), "cross", 2)
        # K77.2, K43.1: the same dealer, the same kind of deal.
        self.finish_deal(self.dealer, self.part, self.first)

    # ------------------------------------------------------------------ the end of a deal

    def finish_deal(self, dealer: str, part: str, first: bool) -> None:
        """Close this deal and begin the next one, dealt by `dealer`, unless the match is over.

        Whoever records or writes off in the next deal is its Pirmasis (K61.1, K63.3), unless it is a first deal.
        """
        self.deals += 1
        self.last = {
            "dealer": self.dealer,
            "part": self.part,
            "lone": self.lone,
            "first": self.first,
            "trump": self.trump,
            "game": self.game,
            "soloist": self.soloist,
            "tricks": dict(self.tricks),
            "points": dict(self.points),
            "played": self.played,
            "said": dict(self.said),
            "two": self.two,
            "ahead": self.ahead,
            "akis_lost": self.akis_lost,
            "totals": self.totals(),
        }
        full = max(self.totals().values()) >= FIGURES_TO_WIN  # K79.1, TR-12
        if full and (self.options["ties"] == "shared" or len(self.fewest()) == 1):  # TR-11
            self.phase = "over"
            self.turn = None
            self.leader = None
            return
        self.dealer = dealer
        self.part = part
        self.first = first
        self.lone = self.eldest()
        self.begin_deal()

    def totals(self) -> dict[str, int]:
        """K45.1, K55.3: all figures count alike."""
        return {seat: sum(self.marks[seat].values()) for seat in SEATS}

    def fewest(self) -> list[str]:
        """Who has the fewest figures."""
        totals = self.totals()
        return [seat for seat in SEATS if totals[seat] == min(totals.values())]

    def over(self) -> bool:
        return self.phase == "over"

    def result(self) -> dict[str, Any]:
        return {
            "marks": {seat: dict(self.marks[seat]) for seat in SEATS},
            "totals": self.totals(),
            "winners": self.fewest() if self.over() else [],  # K79.2, TR-11
            "deals": self.deals,
        }

    # ------------------------------------------------------------------ what a player sees

    def sees(self, seat: str, owner: str) -> bool:
        """Whether `seat` sees the cards in the hand of `owner`; what lies aside nobody sees (K61.1, TR-3)."""
        led = self.played > 0 or len(self.trick) > 0
        if self.soloist is not None and owner != self.soloist and led:
            return True  # K29.2
        return owner == seat

    def view(self, seat: str) -> dict[str, Any]:
        table: dict[str, str | None] = dict.fromkeys(SEATS)
        for other, card in self.trick:
            table[other] = card
        hands: dict[str, list[str] | None] = {}
        for owner in SEATS:
            hands[owner] = sorted(self.hands[owner]) if self.sees(seat, owner) else None
        peeked = None
        if self.peeked is not None and seat == self.eldest():
            peeked = self.peeked  # KI-15: seen by Pirmasis alone
        return {
            "phase": self.phase,
            "dealer": self.dealer,
            "part": self.part,
            "lone": self.lone,
            "trump": self.trump,
            "game": self.game,
            "soloist": self.soloist,
            "turn": self.turn,
            "leader": self.leader,
            "table": table,
            "hands": hands,
            "sizes": {owner: len(self.hands[owner]) for owner in SEATS},
            "aside": len(self.aside),
            "peeked": peeked,
            "tricks": dict(self.tricks),
            "goal": dict(self.goal),
            "marks": {owner: dict(self.marks[owner]) for owner in SEATS},
            "said": dict(self.said),
            "two": self.two,
            "ahead": self.ahead,
        }
