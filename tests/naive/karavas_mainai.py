"""Karavas with exchange: the naive Karavas, with an exchange of cards between the deal and "Nežaidžiu!".

The marks V29.3 and the like are sentences of the source text, KX-1 and the like the findings about it.
"""

from __future__ import annotations

from typing import Any

from . import karavas
from .karavas import NEXT, SEATS, SIDE_OF, Action, Karavas

OPTIONS: dict[str, list[object]] = {
    **karavas.OPTIONS,
    "offer_to": ["one_named", "both_asked"],
    "stop_by": ["either_may", "only_asked"],
    "exchange_in_replay": [True, False],
}

MOST_CARDS = 2  # KX-3


class KaravasWithExchange(Karavas):
    """One match of Karavas with exchange."""

    known_options = OPTIONS

    def clear_table(self) -> None:
        super().clear_table()
        self.offered: list[str] = []  # whose turn to offer has come
        self.declined: list[str] = []  # who has declined this offer
        self.offerer: str | None = None
        self.asked: str | None = None
        self.gifts: dict[str, str] = {}  # the cards laid face down, not yet handed over
        self.exchanged = 0  # how many cards these two have exchanged

    # ------------------------------------------------------------------ one after another offers

    def dealt(self) -> None:
        """V29.2, KX-1: from Pirmasis on, everybody once."""
        if self.replay and not self.options["exchange_in_replay"]:  # KX-6
            self.begin_refusing()
            return
        self.phase = "offering"
        self.turn = self.eldest()

    def next_offer(self) -> None:
        """The offer of this player is done with."""
        assert self.offered
        self.offerer = None
        self.asked = None
        self.declined = []
        self.exchanged = 0
        if len(self.offered) == len(SEATS):
            self.begin_refusing()  # KX-5: after the exchange
        else:
            self.phase = "offering"
            self.turn = NEXT[self.offered[-1]]

    def opponents(self, seat: str) -> list[str]:
        """The left one first."""
        return [NEXT[seat], NEXT[NEXT[NEXT[seat]]]]

    # ------------------------------------------------------------------ what the players may do

    def actions(self) -> list[Action]:
        seat = self.turn
        if seat is None:
            return []
        if self.phase == "offering":
            found: list[Action] = [(seat, "no_offer")]
            opponents = self.opponents(seat)
            if self.options["offer_to"] == "both_asked":
                opponents = opponents[:1]  # KX-1: the left one is asked first
            for opponent in opponents:
                found.append((seat, "offer", opponent))
            return found
        if self.phase == "answering":
            return [(seat, "agree"), (seat, "decline")]
        if self.phase == "giving":
            return [(seat, "give", card) for card in self.hands[seat]]  # KX-7: even one just received
        if self.phase == "second_card":
            return [(seat, "more"), (seat, "stop")]  # V29.3, V29.5
        return super().actions()

    # ------------------------------------------------------------------ what they do

    def act(self, action: Action) -> None:
        if action not in self.actions():
            raise ValueError(f"not allowed now: {action!r}")
        seat, name = action[0], action[1]
        if name == "no_offer":
            self.offered.append(seat)
            self.next_offer()
        elif name == "offer":
            self.offered.append(seat)
            self.offerer = seat
            self.ask(action[2])
        elif name == "agree":
            self.begin_giving()
        elif name == "decline":
            self.decline(seat)
        elif name == "give":
            self.give(seat, action[2])
        elif name == "more":
            self.more(seat)
        elif name == "stop":
            self.next_offer()
        else:
            super().act(action)

    def ask(self, opponent: str) -> None:
        assert self.offerer is not None
        assert SIDE_OF[opponent] != SIDE_OF[self.offerer]
        self.asked = opponent
        self.phase = "answering"
        self.turn = opponent

    def decline(self, seat: str) -> None:
        self.declined.append(seat)
        assert self.offerer is not None
        for opponent in self.opponents(self.offerer):
            if self.options["offer_to"] == "both_asked" and opponent not in self.declined:
                self.ask(opponent)
                return
        self.next_offer()

    def begin_giving(self) -> None:
        """KX-2: both lay a card before either sees the other's; here the one who offered is the first to lay it."""
        self.phase = "giving"
        self.turn = self.offerer

    def give(self, seat: str, card: str) -> None:
        assert self.offerer is not None and self.asked is not None
        self.hands[seat].remove(card)
        self.gifts[seat] = card
        if len(self.gifts) < 2:
            self.turn = self.asked
            return
        self.hands[self.asked].append(self.gifts[self.offerer])  # V29.3
        self.hands[self.offerer].append(self.gifts[self.asked])
        self.gifts = {}
        self.exchanged += 1
        if self.exchanged == MOST_CARDS:
            self.next_offer()
        else:
            self.phase = "second_card"
            self.turn = self.asked

    def more(self, seat: str) -> None:
        """KX-4: when the opponent agrees, the one who offered may still stop."""
        if seat == self.asked and self.options["stop_by"] == "either_may":
            self.turn = self.offerer
        else:
            self.begin_giving()

    # ------------------------------------------------------------------ what a player sees

    def view(self, seat: str) -> dict[str, Any]:
        return {
            **super().view(seat),
            "offerer": self.offerer,
            "asked": self.asked,
            "exchanged": self.exchanged,
            "gift": self.gifts.get(seat),
            "laid": sorted(self.gifts),
        }
