"""Sixty-six for two, as anybody might have written it; it has never heard of Kirtis."""

from __future__ import annotations

SUITS = ["clubs", "spades", "hearts", "diamonds"]
RANKS = ["ace", "ten", "king", "queen", "jack", "nine"]
WORTH = {"ace": 11, "ten": 10, "king": 4, "queen": 3, "jack": 2, "nine": 0}
PACK = [f"{rank} of {suit}" for suit in SUITS for rank in RANKS]
OTHER = {"A": "B", "B": "A"}


def suit(card: str) -> str:
    return card.split(" of ")[1]


def rank(card: str) -> str:
    return card.split(" of ")[0]


class Match:
    """A match; ``waiting`` is who still gets cards, and how many."""

    def __init__(self, **options: object) -> None:
        self.options = options
        self.score = {"A": 0, "B": 0}
        self.dealer = ""
        self.over = False

    # -- a deal

    def deal(self, dealer: str) -> None:
        self.dealer = dealer
        self.stock = list(PACK)
        self.hands: dict[str, list[str]] = {"A": [], "B": []}
        self.upcard = self.trump = self.called = self.shown = self.closer = ""
        self.leader = self.turn = OTHER[dealer]
        self.trick: dict[str, str] = {}
        self.tricks = {"A": 0, "B": 0}
        self.points = {"A": 0, "B": 0}
        self.waiting = [{"A": 6, "B": 6}, {"up": 1}]

    def give(self, cards: dict[str, list[str]]) -> None:
        self.waiting.pop(0)
        for who, some in cards.items():
            self.stock = [card for card in self.stock if card not in some]
            if who == "up":
                self.upcard, self.trump = some[0], suit(some[0])
            else:
                self.hands[who] += some
        if not self.waiting and not self.stock and self.upcard:
            self.hands[OTHER[self.leader]].append(self.upcard)
            self.upcard = ""

    def strict(self) -> bool:
        return bool(self.closer) or not (self.stock or self.upcard)

    # -- what may be done

    def strength(self, card: str, led: str) -> int:
        high = 6 - RANKS.index(rank(card))
        return 6 + high if suit(card) == self.trump else high if suit(card) == led else 0

    def playable(self, seat: str) -> list[str]:
        hand = self.hands[seat]
        if not self.trick or not self.strict():
            return hand
        first = self.trick[self.leader]
        cards = self.same_suit(hand, suit(first)) or self.same_suit(hand, self.trump) or hand
        if self.options["must_head"]:
            best = self.strength(first, suit(first))
            cards = [card for card in cards if self.strength(card, suit(first)) > best] or cards
        return cards

    def same_suit(self, cards: list[str], wanted: str) -> list[str]:
        return [card for card in cards if suit(card) == wanted]

    def actions(self) -> list[tuple[str, ...]]:
        if self.over or self.waiting:
            return []
        seat, found = self.turn, [(self.turn, "play", card) for card in self.playable(self.turn)]
        leads, options = not self.trick, self.options
        if leads and self.tricks[seat]:
            hand = self.hands[seat]
            found += [(seat, "pair", s) for s in SUITS if f"king of {s}" in hand and f"queen of {s}" in hand]
            if options["exchange_nine"] and not self.strict() and f"nine of {self.trump}" in hand:
                found.append((seat, "exchange"))
        if leads and options["closing"] and not self.strict():
            found.append((seat, "close"))
        if self.called and not self.shown:
            found.append((OTHER[self.leader], "ask"))
        if (leads or self.called) and not options["automatic"]:
            found += [(s, "claim") for s in "AB" if options["claim_by"] == "anyone" or s == self.leader]
        return found

    # -- what comes of it

    def act(self, seat: str, name: str, arg: str = "") -> None:
        if name == "play":
            self.play(seat, arg)
        elif name == "pair":
            self.called = arg
            self.points[seat] += 40 if arg == self.trump else 20
            if self.enough(seat):
                self.won(seat)
            else:
                self.play(seat, f"queen of {arg}")
        elif name == "ask":
            self.shown = f"king of {self.called}"
        elif name == "claim":
            if self.points[seat] >= 66:
                self.won(seat)
            else:
                self.lost(seat)
        elif name == "exchange":
            nine = f"nine of {self.trump}"
            self.hands[seat].remove(nine)
            self.hands[seat].append(self.upcard)
            self.upcard = nine
        elif name == "close":
            self.closer = seat

    def enough(self, seat: str) -> bool:
        return bool(self.options["automatic"]) and self.points[seat] >= 66

    def play(self, seat: str, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick[seat] = card
        if len(self.trick) == 1:
            self.turn = OTHER[seat]
            return
        led = suit(self.trick[self.leader])
        taker = max("AB", key=lambda s: self.strength(self.trick[s], led))
        self.points[taker] += sum(WORTH[rank(c)] for c in self.trick.values())
        self.tricks[taker] += 1
        self.trick, self.called, self.shown = {}, "", ""
        self.leader = self.turn = taker
        last = not (self.hands["A"] or self.hands["B"])
        if last and self.options["last_ten"] and not self.closer:
            self.points[taker] += 10
        if self.enough(taker) or (last and not self.closer):
            self.won(taker)
        elif last:
            self.lost(self.closer)
        elif not self.strict():
            self.waiting = [{taker: 1}, {OTHER[taker]: 1}][: len(self.stock)]

    def worth(self, loser: str) -> int:
        return 1 if self.points[loser] >= 33 else 2 if self.tricks[loser] else 3

    def won(self, seat: str) -> None:
        self.finish(seat, self.worth(OTHER[seat]))

    def lost(self, seat: str) -> None:
        fixed = 2 if self.tricks[OTHER[seat]] else 3
        self.finish(OTHER[seat], self.worth(seat) if self.options["wrong_claim"] == "by_points" else fixed)

    def finish(self, winner: str, gain: int) -> None:
        self.score[winner] += gain
        self.over = self.score[winner] >= 7
        if not self.over:
            self.deal(OTHER[self.dealer])
