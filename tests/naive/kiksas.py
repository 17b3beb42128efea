"""Kiksas, written a second time, as plainly as possible.

Lists, dicts and strings only; nothing is shared with the other implementation.  The marks K11.3 and the
like are sentences of the source text, KI-8 and the like the findings about what the text leaves open.
"""

from __future__ import annotations

from typing import Any

from .options import chosen

SEATS = ["A", "B", "C", "D"]
SIDES = ["AC", "BD"]
SUITS = ["clubs", "spades", "hearts", "diamonds"]
RANKS = ["ace", "ten", "king", "queen", "jack", "nine"]

# K7.1: four players, partners seated crosswise, 24 cards.
PACK = [rank + " of " + suit for suit in SUITS for rank in RANKS]
NEXT = {"A": "B", "B": "C", "C": "D", "D": "A"}
PARTNER = {"A": "C", "B": "D", "C": "A", "D": "B"}
SIDE_OF = {"A": "AC", "B": "BD", "C": "AC", "D": "BD"}
OTHER_SIDE = {"AC": "BD", "BD": "AC"}
SUIT_OF = {rank + " of " + suit: suit for suit in SUITS for rank in RANKS}
RANK_OF = {rank + " of " + suit: rank for suit in SUITS for rank in RANKS}

# K7.2, K7.3: the order of the cards, the queen being highest in trumps.
PLAIN_ORDER = {"ace": 6, "ten": 5, "king": 4, "queen": 3, "jack": 2, "nine": 1}
TRUMP_ORDER = {"queen": 6, "ace": 5, "ten": 4, "king": 3, "jack": 2, "nine": 1}

# K7.5, K7.6: what the cards and the last trick are worth.
WORTH = {"ace": 11, "ten": 10, "king": 4, "queen": 3, "jack": 2, "nine": 0}
TRUMP_QUEEN_WORTH = 11
LAST_TRICK_WORTH = 10

TRICKS_IN_A_DEAL = 6
FIGURES_TO_WIN = 12

# Every option with its possible values, the default first.
OPTIONS: dict[str, list[object]] = {
    "overtrump": [False, True],
    "stop_at_goal": [False, True],
    "zero_met": [False, True],
    "swept_recorders": ["usual", "egg"],
    "strokes_for_sweep": [1, 2],
    "first_egg": ["holder", "decree", "stay"],
    "clubs_again": [False, True],
    "peek_always": [False, True],
    "named_held": [False, True],
    "queen_led": [True, False],
    "call_by": ["either", "leader"],
    "call_late": [False, True],
    "egg_and_stroke": [False, True],
    "early_akis": [False, True],
    "cut_short": [True, False],
}

Action = tuple[str, ...]


class Kiksas:
    """One match of Kiksas, from the lots for the first dealer to twelve figures."""

    def __init__(self, options: dict[str, object] | None = None) -> None:
        self.options = chosen(OPTIONS, options or {})

        # What lasts through the match.
        self.first = True  # the coming deal follows the rules of the first deal
        self.part = "record"
        self.recorders: str | None = None
        self.dealer: str | None = None
        self.holder: str | None = None  # who held the queen of clubs in the first deal
        self.goal = {"AC": 0, "BD": 0}
        self.marks = {side: {"stroke": 0, "egg": 0, "cross": 0} for side in SIDES}
        self.deals = 0
        self.last: dict[str, Any] | None = None  # what the last finished deal was like

        self.clear_table()
        self.phase = "chance"
        self.awaited: str | None = "lots"

    # ------------------------------------------------------------------ the beginning of a deal

    def clear_table(self) -> None:
        """Forget everything that belongs to one deal only."""
        self.hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.peeked: str | None = None
        self.trump: str | None = None
        self.game = "usual"
        self.soloist: str | None = None
        self.asked: list[str] = []  # who may still be offered Akis
        self.leader: str | None = None
        self.turn: str | None = None
        self.trick: list[tuple[str, str]] = []  # (seat, card) as played
        self.played = 0  # finished tricks
        self.tricks = {"AC": 0, "BD": 0}
        self.points = {"AC": 0, "BD": 0}
        self.said: dict[str, int | None] = dict.fromkeys(SEATS)
        self.two = False
        self.ahead: str | None = None
        self.akis_lost = False

    def eldest(self) -> str:
        """Pirmasis, the player to the left of the dealer (KI-11)."""
        assert self.dealer is not None
        return NEXT[self.dealer]

    def begin_deal(self) -> None:
        self.clear_table()
        self.awaited = None
        if self.first:
            self.trump = "clubs"  # K11.4
            self.await_deal()
        elif self.part == "answer" or self.options["peek_always"]:
            self.phase = "peek"  # K17.3, KI-15
            self.turn = self.eldest()
        else:
            self.await_deal()

    def await_deal(self) -> None:
        self.phase = "chance"
        self.turn = None
        self.awaited = "deal"

    def missing(self) -> dict[str, int]:
        """How many cards each player still needs: six each (K11.3)."""
        return {seat: 6 - len(self.hands[seat]) for seat in SEATS}

    def pack(self) -> list[str]:
        """The cards still to be dealt: all but a card that eldest hand has kept (K17.4)."""
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
        if not isinstance(cards, dict) or set(cards) != set(SEATS):
            raise ValueError("a deal gives cards to all four seats")
        if any(len(cards[seat]) != missing[seat] for seat in SEATS):
            raise ValueError(f"the wrong number of cards, needed: {missing}")
        if sorted(card for seat in SEATS for card in cards[seat]) != sorted(self.pack()):
            raise ValueError("these are not the cards of the pack")
        for seat in SEATS:
            self.hands[seat] = self.hands[seat] + list(cards[seat])
        self.awaited = None

        if not self.first:
            self.phase = "naming"  # K17.6, K19.2
            self.turn = self.eldest()
        elif self.options["early_akis"]:
            self.begin_offers()  # KI-23
        else:
            self.begin_usual_play()

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
            for caller in self.callers():
                found.append((caller, "su_dviem"))
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
            highest = 0
            for _, card in self.trick:
                if SUIT_OF[card] == self.trump:
                    highest = max(highest, TRUMP_ORDER[RANK_OF[card]])
            higher = [card for card in trumps if TRUMP_ORDER[RANK_OF[card]] > highest]
            if higher:
                return higher
        return trumps  # K7.4: otherwise trump

    def legal_leads(self, hand: list[str]) -> list[str]:
        queen = f"queen of {self.trump}"
        if self.played == 0:
            if self.game == "own_trump":
                return [queen]  # K33.1
            if self.game == "usual" and (self.first or self.options["queen_led"]):
                return [queen]  # K11.6, K17.10, KI-17
        return list(hand)  # K11.16

    def answerers(self) -> str:
        assert self.recorders is not None
        return OTHER_SIDE[self.recorders]

    def callers(self) -> list[str]:
        """Who may say "Su dviem!" before this lead (K25.1, KI-19)."""
        if self.game != "usual" or self.part != "answer" or self.two:
            return []
        if self.played != 3 and not (self.played == 4 and self.options["call_late"]):
            return []
        if self.tricks[self.answerers()] != self.played:
            return []
        assert self.leader is not None
        if self.options["call_by"] == "leader":
            return [self.leader]
        return [self.leader, PARTNER[self.leader]]

    def may_decline(self) -> bool:
        """Whether the last lead may be declined (K25.5, K25.6, KI-22)."""
        if self.game != "usual" or self.part != "answer" or self.two:
            return False
        return self.played == 5 and self.tricks[self.answerers()] == 5

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
            self.finish_usual()  # the sixth trick counts for nobody (KI-22)
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
        """K27.3-27.5: second hand, then the dealer, then the chooser's partner, never the chooser."""
        assert self.dealer is not None
        eldest = self.eldest()
        self.asked = [NEXT[eldest], self.dealer, PARTNER[eldest]]
        self.phase = "offers"
        self.turn = self.asked[0]

    def begin_usual_play(self) -> None:
        queen = f"queen of {self.trump}"
        for seat in SEATS:
            if queen in self.hands[seat]:
                self.leader = seat  # K11.6, K17.10
        assert self.leader is not None
        if self.first:
            self.holder = self.leader
            self.recorders = SIDE_OF[self.leader]  # K11.5
        if self.part == "answer" and self.options["zero_met"]:
            for side in SIDES:
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
        turn = NEXT[seat]
        if self.soloist is not None and turn == PARTNER[self.soloist]:
            turn = NEXT[turn]  # K29.1: the soloist's partner sits out
        if turn == self.trick[0][0]:
            self.finish_trick()
        else:
            self.turn = turn

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
        self.tricks[SIDE_OF[taker]] += 1
        if self.soloist is None:
            self.after_usual_trick(taker, cards)
        else:
            self.after_akis_trick(taker)

    # ------------------------------------------------------------------ the usual game

    def after_usual_trick(self, taker: str, cards: list[str]) -> None:
        side = SIDE_OF[taker]
        for card in cards:
            if card == f"queen of {self.trump}":
                self.points[side] += TRUMP_QUEEN_WORTH
            else:
                self.points[side] += WORTH[RANK_OF[card]]
        if self.played == TRICKS_IN_A_DEAL:
            self.points[side] += LAST_TRICK_WORTH
        if self.played == 1:
            self.announce(taker, cards)
        if self.part == "answer" and self.ahead is None:
            # K15.5, KI-4: the taker's side is tested first.
            for tested in [side, OTHER_SIDE[side]]:
                if self.ahead is None and self.points[tested] >= self.goal[tested]:
                    self.ahead = tested

        stopped = self.options["stop_at_goal"] and self.ahead is not None and not self.two
        if self.played == TRICKS_IN_A_DEAL or stopped:
            self.finish_usual()
        else:
            self.leader = taker  # K11.16
            self.turn = taker

    def announce(self, taker: str, cards: list[str]) -> None:
        """K11.8-11.12: how many trumps the taker, and then his partner, call."""
        number = self.count_trumps(cards) + self.count_trumps(self.hands[taker])
        self.said[taker] = number
        partner = PARTNER[taker]
        more = self.count_trumps(self.hands[partner])
        if more > 0:
            self.said[partner] = number + more

    def count_trumps(self, cards: list[str]) -> int:
        return len([card for card in cards if SUIT_OF[card] == self.trump])

    def finish_usual(self) -> None:
        if self.part == "record":
            self.finish_recording()
        else:
            self.finish_answering()

    def finish_recording(self) -> None:
        assert self.dealer is not None and self.recorders is not None
        recorders = self.recorders
        answerers = self.answerers()
        left = NEXT[self.dealer]

        if self.tricks[recorders] == TRICKS_IN_A_DEAL:
            # K23.1-23.4: an egg; the hand is broken.
            dealer = left
            new_recorders = answerers
            if self.first and SIDE_OF[left] != recorders:  # KI-8
                if self.options["first_egg"] == "holder":
                    assert self.holder is not None
                    dealer = self.holder
                elif self.options["first_egg"] == "stay":
                    new_recorders = recorders
            again = self.first and bool(self.options["clubs_again"])  # KI-9
            self.marks[answerers]["egg"] += 1
            self.finish_deal(dealer, "record", new_recorders, again)
        elif self.tricks[answerers] == TRICKS_IN_A_DEAL and self.options["swept_recorders"] == "egg":
            self.marks[recorders]["egg"] += 1  # KI-6
            self.finish_deal(self.dealer, "record", recorders, False)
        else:
            # K13.1, K15.2: what one side took is what the other must take now.
            for side in SIDES:
                self.goal[side] = self.points[OTHER_SIDE[side]]
            dealer = left  # KI-12
            if self.first:
                assert self.holder is not None
                dealer = self.holder  # K17.2
            self.finish_deal(dealer, "answer", recorders, False)

    def finish_answering(self) -> None:
        assert self.dealer is not None and self.recorders is not None
        recorders = self.recorders
        answerers = self.answerers()
        all_taken = self.tricks[answerers] == TRICKS_IN_A_DEAL

        if self.two and all_taken:
            self.marks[recorders]["stroke"] += 2  # K25.2
        elif self.two:
            self.marks[answerers]["stroke"] += 2  # K25.3, KI-20
        elif all_taken:
            # K25.4: a silent sweep; the same dealer deals, and the answerers become recorders.
            self.marks[answerers]["egg"] += 1
            if self.options["egg_and_stroke"]:
                self.marks[recorders]["stroke"] += 1  # KI-21
            self.finish_deal(self.dealer, "record", answerers, False)
            return
        elif self.ahead == answerers:
            self.marks[recorders]["stroke"] += 1  # K15.6
        elif self.tricks[recorders] == TRICKS_IN_A_DEAL and self.options["strokes_for_sweep"] == 2:
            self.marks[answerers]["stroke"] += 2  # KI-7
        else:
            self.marks[answerers]["stroke"] += 1  # K15.6, KI-22
        self.finish_deal(NEXT[self.dealer], "record", recorders, False)

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
        own = SIDE_OF[self.soloist]
        if self.akis_lost:
            self.marks[own]["cross"] += 1  # K41.2
        else:
            self.marks[OTHER_SIDE[own]]["cross"] += 2  # K41.1
        # K43.1: the same dealer, the same kind of deal.
        self.finish_deal(self.dealer, self.part, self.recorders, self.first)

    # ------------------------------------------------------------------ the end of a deal

    def finish_deal(self, dealer: str, part: str, recorders: str | None, first: bool) -> None:
        """Close this deal and begin the next one, dealt by `dealer`, unless the match is over."""
        self.deals += 1
        self.last = {
            "dealer": self.dealer,
            "part": self.part,
            "recorders": self.recorders,
            "first": self.first,
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
        if max(self.totals().values()) >= FIGURES_TO_WIN:  # K45.2, KI-29
            self.phase = "over"
            self.turn = None
            self.leader = None
            return
        self.dealer = dealer
        self.part = part
        self.recorders = recorders
        self.first = first
        self.begin_deal()

    def totals(self) -> dict[str, int]:
        """K45.1, K55.3: all figures count alike."""
        return {side: sum(self.marks[side].values()) for side in SIDES}

    def over(self) -> bool:
        return self.phase == "over"

    def result(self) -> dict[str, Any]:
        totals = self.totals()
        winner = None
        if self.over():
            if totals["AC"] < totals["BD"]:
                winner = "AC"
            elif totals["BD"] < totals["AC"]:
                winner = "BD"
        return {
            "marks": {side: dict(self.marks[side]) for side in SIDES},
            "totals": totals,
            "winner": winner,
            "deals": self.deals,
        }

    # ------------------------------------------------------------------ what a player sees

    def sees(self, seat: str, owner: str) -> bool:
        """Whether `seat` sees the cards in the hand of `owner`."""
        if self.soloist is not None:
            if owner == PARTNER[self.soloist]:
                return False  # K29.1: face down
            led = self.played > 0 or len(self.trick) > 0
            if owner != self.soloist and led:
                return True  # K29.2
        elif self.phase == "naming" and owner == PARTNER[self.eldest()]:
            return False  # K17.7
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
            peeked = self.peeked  # KI-15: seen by eldest hand alone
        return {
            "phase": self.phase,
            "dealer": self.dealer,
            "part": self.part,
            "recorders": self.recorders,
            "trump": self.trump,
            "game": self.game,
            "soloist": self.soloist,
            "turn": self.turn,
            "leader": self.leader,
            "table": table,
            "hands": hands,
            "sizes": {owner: len(self.hands[owner]) for owner in SEATS},
            "peeked": peeked,
            "tricks": dict(self.tricks),
            "goal": dict(self.goal),
            "marks": {side: dict(self.marks[side]) for side in SIDES},
            "said": dict(self.said),
            "two": self.two,
            "ahead": self.ahead,
        }
