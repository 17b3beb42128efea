"""Ožka, written a second time, as plainly as possible.

Lists, dicts and strings only; nothing is shared with the other implementation.  The marks O11.2 and the like are
sentences of the source text, OZ-8 and the like the findings about what the text leaves open.
"""

from __future__ import annotations

from typing import Any

from .options import chosen

SEATS = ["A", "B", "C", "D"]
SIDES = ["AC", "BD"]
SUITS = ["clubs", "spades", "hearts", "diamonds"]
RANKS = ["ace", "ten", "king", "queen", "jack", "nine"]
FIGURES = ["spectacles", "saw", "goat"]  # from the smallest to the biggest

# O7.1: four players in two pairs, 24 cards.
PACK = [rank + " of " + suit for suit in SUITS for rank in RANKS]
NEXT = {"A": "B", "B": "C", "C": "D", "D": "A"}
RIGHT = {"A": "D", "B": "A", "C": "B", "D": "C"}
SIDE_OF = {"A": "AC", "B": "BD", "C": "AC", "D": "BD"}
OTHER_SIDE = {"AC": "BD", "BD": "AC"}
SUIT_OF = {rank + " of " + suit: suit for suit in SUITS for rank in RANKS}
RANK_OF = {rank + " of " + suit: rank for suit in SUITS for rank in RANKS}

# O9.1, O9.5: the plain suits, and the twelve trumps, each from the highest to the lowest.
PLAIN = ["ace", "ten", "king", "nine"]
TRUMPS = [
    "queen of clubs", "queen of spades", "queen of hearts", "queen of diamonds",
    "jack of clubs", "jack of spades", "jack of hearts", "jack of diamonds",
    "ace of diamonds", "ten of diamonds", "king of diamonds", "nine of diamonds",
]  # fmt: skip
COURTS = TRUMPS[:8]

# O15.2: what the cards are worth.
WORTH = {"ace": 11, "ten": 10, "king": 4, "queen": 3, "jack": 2, "nine": 0}

TRICKS_IN_A_DEAL = 6
POINTS_TO_WIN = 61
UNITS = {"ordinary": 1, "jonai": 2}  # OZ-4
UNITS_FOR_SPECTACLES = 3

# Every option with its possible values, the default first.
OPTIONS: dict[str, list[object]] = {
    "saw_after": ["at_once", "fourth_running"],
    "goat_chain": ["once", "next_only", "every_loss"],
    "bigger_pays": [False, True],
    "ties_break": [False, True],
    "surplus_stays": [False, True],
    "goat_pays": [True, False],
    "courts_in_suit": ["never", "in_diamonds", "in_all"],
    "overtrump": [False, True],
    "saved_at": [27, 28, 29, 30, 31],
    "agreed": [7, *range(1, 7), *range(8, 21)],
    "used_jonai": [False, True],
    "old_goat": [True, False],
}

Action = tuple[str, ...]


class Ozka:
    """One match of Ožka, from the lots for the first dealer to the last of the partijos agreed."""

    def __init__(self, options: dict[str, object] | None = None) -> None:
        self.options = chosen(OPTIONS, options or {})

        # What lasts through the match.
        self.dealer: str | None = None
        self.owed = {"AC": 0, "BD": 0}  # units not won back
        self.written = {side: dict.fromkeys(FIGURES, 0) for side in SIDES}  # all figures drawn
        self.open = {side: dict.fromkeys(FIGURES, 0) for side in SIDES}  # those not won back
        self.threat = {"AC": False, "BD": False}  # whether a goat waits after spectacles and saw
        self.partijos = 0
        self.history: list[dict[str, Any]] = []  # the deals, the last one at the end

        self.clear_table()
        self.phase = "chance"
        self.awaited: str | None = "lots"

    # ------------------------------------------------------------------ the beginning of a deal

    def clear_table(self) -> None:
        """Forget everything that belongs to one deal only."""
        self.hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.stock = list(PACK)
        self.packet = 3  # how many cards are dealt at a time
        self.leader: str | None = None
        self.turn: str | None = None
        self.trick: list[tuple[str, str]] = []  # (seat, card) as played
        self.taken: dict[str, list[str]] = {side: [] for side in SIDES}
        self.tricks = {"AC": 0, "BD": 0}

    def begin_deal(self) -> None:
        assert self.dealer is not None
        self.clear_table()
        self.awaited = None
        self.phase = "cut"
        self.turn = RIGHT[self.dealer]  # OZ-17

    # ------------------------------------------------------------------ chance

    def chance(self) -> tuple[Any, ...] | None:
        if self.awaited == "lots":
            return ("lots", list(SEATS))  # OZ-14
        if self.awaited == "deal":
            # O13.1, O13.2: by threes or all at once, chance decides on six cards for each.
            return ("deal", dict.fromkeys(SEATS, TRICKS_IN_A_DEAL), list(self.stock))
        return None

    def settle(self, outcome: Any) -> None:
        if self.awaited == "lots":
            if outcome not in SEATS:
                raise ValueError(f"no such seat: {outcome!r}")
            self.dealer = outcome
            self.begin_deal()
        elif self.awaited == "deal":
            self.give(outcome)
        else:
            raise ValueError("chance has nothing to decide now")

    def give(self, cards: Any) -> None:
        if not isinstance(cards, dict) or set(cards) != set(SEATS):
            raise ValueError("a deal gives cards to all four seats")
        if any(len(cards[seat]) != TRICKS_IN_A_DEAL for seat in SEATS):
            raise ValueError("everybody gets six cards")
        if sorted(card for seat in SEATS for card in cards[seat]) != sorted(self.stock):
            raise ValueError("these are not the cards of the pack")
        assert self.dealer is not None
        for seat in SEATS:
            self.hands[seat] = list(cards[seat])
        self.stock = []
        self.awaited = None
        self.phase = "play"
        self.leader = NEXT[self.dealer]  # OZ-14: Pirmasis leads
        self.turn = self.leader

    # ------------------------------------------------------------------ what the players may do

    def actions(self) -> list[Action]:
        if self.turn is None:
            return []
        if self.phase == "cut":
            return [(self.turn, "lift"), (self.turn, "slap")]
        return [(self.turn, "play", card) for card in self.legal_cards(self.turn)]

    def follows(self, card: str, suit: str) -> bool:
        """Whether the card is one of the suit that was led; what was led is no queen or jack."""
        if SUIT_OF[card] != suit:
            return False
        if card not in COURTS:
            return True
        if suit == "diamonds":
            return self.options["courts_in_suit"] != "never"  # OZ-15
        return self.options["courts_in_suit"] == "in_all"  # OZ-25

    def legal_cards(self, seat: str) -> list[str]:
        hand = self.hands[seat]
        if not self.trick:
            return list(hand)
        led = self.trick[0][1]
        if led in COURTS:
            trumps = [card for card in hand if card in TRUMPS]
            return trumps or list(hand)  # O11.2: any trump
        same = [card for card in hand if self.follows(card, SUIT_OF[led])]
        if same:
            return same  # O11.1
        if SUIT_OF[led] == "diamonds":
            courts = [card for card in hand if card in COURTS]
            return courts or list(hand)  # O11.2: failing a diamond, a queen or jack
        trumps = [card for card in hand if card in TRUMPS]
        if self.options["overtrump"]:  # OZ-16
            laid = [TRUMPS.index(card) for _, card in self.trick if card in TRUMPS]
            higher = [card for card in trumps if TRUMPS.index(card) < min(laid, default=len(TRUMPS))]
            if higher:
                return higher
        return trumps or list(hand)

    # ------------------------------------------------------------------ what they do

    def act(self, action: Action) -> None:
        if action not in self.actions():
            raise ValueError(f"not allowed now: {action!r}")
        seat, name = action[0], action[1]
        if name == "play":
            self.play(seat, action[2])
        else:
            self.packet = 6 if name == "slap" else 3
            self.phase = "chance"
            self.turn = None
            self.awaited = "deal"

    def play(self, seat: str, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == len(SEATS):
            self.finish_trick()
        else:
            self.turn = NEXT[seat]

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
        self.leader = taker  # OZ-14
        self.turn = taker
        if sum(self.tricks.values()) == TRICKS_IN_A_DEAL:
            self.finish_deal()

    def beats(self, card: str, best: str) -> bool:
        """Whether the card is higher than the best one before it."""
        if card in TRUMPS:
            return best not in TRUMPS or TRUMPS.index(card) < TRUMPS.index(best)
        if best in TRUMPS or SUIT_OF[card] != SUIT_OF[best]:
            return False
        return PLAIN.index(RANK_OF[card]) < PLAIN.index(RANK_OF[best])

    # ------------------------------------------------------------------ the end of a deal

    def finish_deal(self) -> None:
        points = {side: sum(WORTH[RANK_OF[card]] for card in self.taken[side]) for side in SIDES}
        loser = None
        how = None
        for side in SIDES:
            if points[OTHER_SIDE[side]] >= POINTS_TO_WIN:
                loser = side
                saved_at = self.options["saved_at"]
                assert isinstance(saved_at, int)
                if self.tricks[side] == 0:
                    how = "dry"  # OZ-9
                elif points[side] < saved_at:
                    how = "jonai"  # O19.2
                else:
                    how = "ordinary"  # O19.1
        self.write(loser, how)
        self.history[-1]["points"] = points
        self.history[-1]["packet"] = self.packet
        if self.partijos == self.options["agreed"]:  # OZ-19
            self.phase = "over"
            self.turn = None
            self.leader = None
            return
        assert self.dealer is not None
        self.dealer = NEXT[self.dealer]
        self.begin_deal()

    def write(self, loser: str | None, how: str | None) -> None:
        """Write down a deal that this pair lost in this way; nobody lost a void one."""
        deal: dict[str, Any] = {
            "loser": loser,
            "how": how,
            "figure": None,  # the figure drawn for it
            "settled": None,  # the figure of the winners that it won back
            "chain": False,  # whether it is a goat after spectacles and saw
            "owed": False,  # whether it stands in the debt of the losers
            "paid": 0,  # how many units the winners won back
            "line": False,
        }
        if loser is None or how is None:
            if self.options["ties_break"] and self.options["goat_chain"] == "next_only":
                self.threat = {"AC": False, "BD": False}  # OZ-5
            self.history.append(deal)
            return

        winner = OTHER_SIDE[loser]
        threatened = self.threat[loser]
        if self.options["goat_chain"] == "next_only":
            self.threat = {"AC": False, "BD": False}  # OZ-2, OZ-27

        if how == "dry":
            self.draw(deal, "goat")  # O29.1
            if self.options["goat_pays"]:
                self.pay(deal, self.owed[winner])  # OZ-8
        elif threatened:
            deal["chain"] = True
            if self.options["goat_chain"] == "once":
                self.threat[loser] = False
            self.draw(deal, "goat")  # O27.1
            if self.options["goat_pays"]:
                self.pay(deal, UNITS[how])  # OZ-24
        elif self.saw_is_due(loser, how):
            after_spectacles = self.straight_after_spectacles(loser)
            self.draw(deal, "saw")
            self.line(deal)
            if after_spectacles:
                # OZ-2, OZ-30: there must be something to win back.
                kinds = FIGURES if self.options["old_goat"] else ["spectacles", "saw"]
                self.threat[loser] = any(self.open[loser][kind] > 0 for kind in kinds)
        elif self.owed[winner] > 0:
            surplus = UNITS[how] - self.owed[winner]
            self.pay(deal, UNITS[how])  # O17.2
            if surplus > 0 and self.options["surplus_stays"]:
                self.owed[loser] = surplus  # OZ-6
        else:
            deal["owed"] = True
            self.owed[loser] += UNITS[how]
            if self.owed[loser] >= UNITS_FOR_SPECTACLES:
                self.draw(deal, "spectacles")  # O21.1
                self.line(deal)
        self.history.append(deal)

    def previous(self, side: str) -> dict[str, Any] | None:
        """The deal before this one, as it matters to a pair that has just lost again (OZ-5)."""
        deal: dict[str, Any]
        for deal in reversed(self.history):
            if deal["loser"] is None:
                if self.options["ties_break"]:
                    return None
            elif deal["loser"] != side or deal["how"] != "dry":
                return deal
        return None

    def straight_after_spectacles(self, side: str) -> bool:
        before = self.previous(side)
        return before is not None and before["loser"] == side and before["figure"] == "spectacles"

    def running(self, side: str) -> int:
        """How many deals the pair has lost running."""
        number = 0
        for deal in reversed(self.history):
            if deal["loser"] == side:
                number += 1
            elif deal["loser"] is not None or self.options["ties_break"]:
                break
        return number

    def saw_is_due(self, side: str, how: str) -> bool:
        enough = self.options["saw_after"] == "at_once" or self.running(side) + 1 >= 4  # OZ-1
        if enough and self.straight_after_spectacles(side):
            return True  # O25.1
        before = self.previous(side)
        if how != "jonai" or before is None or before["loser"] != side or before["how"] != "jonai":
            return False
        return bool(before["owed"] or self.options["used_jonai"])  # O23.1, OZ-26

    def draw(self, deal: dict[str, Any], figure: str) -> None:
        """Draw a figure for the losers: it wins back one of the winners (OZ-3, OZ-11), or stays."""
        loser = deal["loser"]
        winner = OTHER_SIDE[loser]
        deal["figure"] = figure
        self.written[loser][figure] += 1
        kinds = [figure]
        if self.options["bigger_pays"]:
            kinds += reversed(FIGURES[: FIGURES.index(figure)])
        for kind in kinds:
            if self.open[winner][kind] > 0:
                self.open[winner][kind] -= 1
                self.threat[winner] = False  # O27.1: it has won back a figure
                deal["settled"] = kind
                return
        self.open[loser][figure] += 1

    def pay(self, deal: dict[str, Any], units: int) -> None:
        """The winners win back so many units of what they owe."""
        winner = OTHER_SIDE[deal["loser"]]
        if self.owed[winner] > 0:
            deal["paid"] = min(units, self.owed[winner])
            self.owed[winner] -= deal["paid"]
            if self.owed[winner] == 0:
                self.line(deal)

    def line(self, deal: dict[str, Any]) -> None:
        """OZ-20: nobody owes anything after a line."""
        deal["line"] = True
        self.partijos += 1
        self.owed = {"AC": 0, "BD": 0}
        deal["owed"] = False
        for earlier in self.history:
            earlier["owed"] = False

    # ------------------------------------------------------------------ the end of the match

    def over(self) -> bool:
        return self.phase == "over"

    def result(self) -> dict[str, Any]:
        return {
            "written": {side: dict(self.written[side]) for side in SIDES},
            "open": {side: dict(self.open[side]) for side in SIDES},
            "owed": dict(self.owed),
            "partijos": self.partijos,
            "deals": len(self.history),
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
            "table": table,
            "hands": {owner: sorted(self.hands[owner]) if owner == seat else None for owner in SEATS},
            "sizes": {owner: len(self.hands[owner]) for owner in SEATS},
            "stock": len(self.stock),
            "taken": {side: len(self.taken[side]) for side in SIDES},  # OZ-28: face down
            "tricks": dict(self.tricks),
            "owed": dict(self.owed),
            "threat": dict(self.threat),
            "written": {side: dict(self.written[side]) for side in SIDES},
            "open": {side: dict(self.open[side]) for side in SIDES},
            "partijos": self.partijos,
        }
