"""The same port before it was right: its engine follows suit, and has never heard of trumping."""

from engine import Match, suit
from port import serve


class Forgetful(Match):
    def playable(self, seat: str) -> list[str]:
        hand = self.hands[seat]
        if not self.trick or not self.strict():
            return hand
        return self.same_suit(hand, suit(self.trick[self.leader])) or hand


serve(Forgetful)
