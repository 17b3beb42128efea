"""Which cells a seat sees in a position, quickly, for observations: what never changes is asked once, all else is compiled."""

from __future__ import annotations

from collections.abc import Iterator

from kirtis.language.game import Sight
from kirtis.language.nodes import And, Compare, Const, Expr, Not, Or, Var
from kirtis.language.types import SEAT
from kirtis.language.walk import walk
from kirtis.play.compile.conditions import Condition, Conditions
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
        self.seats = range(len(game.seats))
        self.places: tuple[Place, ...] = tuple(place for cells in game.paths.values() for place, _ in cells)
        self.sight: dict[Place, Sight] = {p: (rules.variables.get(p[0]) or rules.zones[p[0]]).sight for p in self.places}
        read = game.careful.evaluator(game.first)
        self.fixed: dict[Place, tuple[bool, ...]] = {
            place: tuple(sees(read, sight, seat, place[1]) for seat in self.seats)
            for place, sight in self.sight.items()
            if all(isinstance(node, FIXED) for node in walk(sight.when))
        }
        self.compiled = Conditions(rules, game.option_values, self._conditions()).of

    def _conditions(self) -> Iterator[Condition]:
        """The sights that change, of each cell for each seat, where somebody decides; between decisions the evaluator is good enough."""
        rules = self.game.rules
        phases = tuple(phase.name for phase in rules.phases.values() if phase.kind in ("by", "end"))
        for place in self.places:
            if place in self.fixed:
                continue
            sight, index = self.sight[place], (rules.variables.get(place[0]) or rules.zones[place[0]]).index
            cell: dict[str, Expr] = {n: Const(i, t) for n, i, t in zip(sight.names, place[1], index, strict=False) if n}
            for seat in self.seats:
                yield Condition(_name(place, seat), sight.when, phases, {**cell, sight.viewer: Const(seat, SEAT)})

    def hidden(self, place: Place) -> bool:
        """Whether nobody ever sees a cell."""
        return not any(self.fixed.get(place, (True,)))

    def open(self, place: Place) -> bool:
        """Whether everybody always sees a cell."""
        return all(self.fixed.get(place, (False,)))


class Seeing:
    """Who sees what in one position, given by its numbers."""

    def __init__(self, sights: Sights, numbers: list[int]) -> None:
        self.sights, self.numbers = sights, numbers
        self.compiled = sights.compiled[numbers[0]]
        self.read: Evaluator | None = None

    def sees(self, place: Place, seat: int) -> bool:
        """Whether a seat sees a cell. Between two phases a rule may have no answer: then nobody does."""
        fixed = self.sights.fixed.get(place)
        if fixed is not None:
            return fixed[seat]
        quick = self.compiled.get(_name(place, seat))
        if quick is not None:
            try:
                return bool(quick(self.numbers))
            except Exception:
                quick = None  # the evaluator can tell
        if self.read is None:
            game = self.sights.game
            self.read = game.careful.evaluator(game.engine.layout.unpack(self.numbers))
        try:
            return sees(self.read, self.sights.sight[place], seat, place[1])
        except RuleError:
            return False

    def seen(self, place: Place) -> tuple[bool, ...]:
        """For each seat whether it sees a cell."""
        return self.sights.fixed.get(place) or tuple(self.sees(place, seat) for seat in self.sights.seats)


def _name(place: Place, seat: int) -> str:
    return f"{place[0]} {place[1]} {seat}"
