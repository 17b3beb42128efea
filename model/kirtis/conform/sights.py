"""Which cells a seat sees in a position, quickly, for observations: what never changes is asked once."""

from __future__ import annotations

from kirtis.language.game import Sight
from kirtis.language.nodes import And, Compare, Const, Not, Or, Var
from kirtis.language.walk import walk
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.game import Game
from kirtis.play.position import Place
from kirtis.play.sight import sees

FIXED = (Const, Var, Compare, And, Or, Not)
"""What a condition may be made of if it says the same in every position."""


class Sights:
    """The sights of a game: ``places`` are all cells in the order of the rules, variables first, ``fixed`` those whose sight never changes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        rules = game.rules
        self.places: tuple[Place, ...] = tuple(place for cells in game.paths.values() for place, _ in cells)
        self.sight: dict[Place, Sight] = {p: (rules.variables.get(p[0]) or rules.zones[p[0]]).sight for p in self.places}
        read = game.careful.evaluator(game.first)
        self.fixed: dict[Place, tuple[bool, ...]] = {
            place: tuple(sees(read, sight, seat, place[1]) for seat in range(len(game.seats)))
            for place, sight in self.sight.items()
            if all(isinstance(node, FIXED) for node in walk(sight.when))
        }

    def sees(self, read: Evaluator, place: Place, seat: int) -> bool:
        """Whether a seat sees a cell in a position. Between two phases a rule may have no answer: then nobody does."""
        fixed = self.fixed.get(place)
        if fixed is not None:
            return fixed[seat]
        try:
            return sees(read, self.sight[place], seat, place[1])
        except RuleError:
            return False

    def seen(self, read: Evaluator, place: Place) -> tuple[bool, ...]:
        """For each seat whether it sees a cell in a position."""
        return self.fixed.get(place) or tuple(self.sees(read, place, seat) for seat in range(len(self.game.seats)))

    def hidden(self, place: Place) -> bool:
        """Whether nobody ever sees a cell."""
        return not any(self.fixed.get(place, (True,)))

    def open(self, place: Place) -> bool:
        """Whether everybody always sees a cell."""
        return all(self.fixed.get(place, (False,)))
