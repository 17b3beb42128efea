"""What a match is worth to each seat at its end, as the rules themselves name it: winners, or something that they count.

Where the rules say who wins (a definition ``winner`` of a seat or a side, or ``wins`` for each), a winner gets 1, and the losers bear that in equal
shares: 1, -1 between two seats or two sides, 1, -½, -½ among three. Where all win or nobody does, everybody gets 0. Instead, a variable or
definition for each seat or side may be named that counts, with a minus sign where more is worse; further indices are summed, and a seat gets
the difference from the average. So the sum is always 0.
"""

from __future__ import annotations

from itertools import product

from kirtis.language.game import Definition, Variable
from kirtis.language.game import Game as Rules
from kirtis.language.types import SEAT, SIDE, Bool, Num, Type, definite
from kirtis.play.faults import PlayError
from kirtis.play.game import Game
from kirtis.play.position import Position

MOST = 1_000_000
"""A count without an upper bound is taken to stay within this."""


class PayoffError(PlayError):
    """What was named does not count anything for each seat or side, or nothing was named and the rules name no winner."""


def each(rules: Rules) -> tuple[Type, ...]:
    """Of what a count may be: of each seat, and of each side where a seat has one side for the whole match."""
    return (SEAT, SIDE) if "side" in rules.maps else (SEAT,)


def winner_of(rules: Rules) -> Definition | None:
    """The definition that says who wins, if the rules have one."""
    winner, wins = rules.definitions.get("winner"), rules.definitions.get("wins")
    if winner is not None and not winner.params and definite(winner.type) in each(rules):
        return winner
    if wins is not None and len(wins.params) == 1 and wins.params[0][1] in each(rules) and isinstance(wins.type, Bool):
        return wins
    return None


class Payoff:
    """What a match is worth: from ``low`` to ``high`` for each seat, 0 in all."""

    def __init__(self, game: Game, count: str = "") -> None:
        self.game = game
        self.each = each(game.rules)
        self.sign = -1 if count.startswith("-") else 1
        name = count.removeprefix("-")
        self.counted = self._counted(name) if name else None
        self.winner = None if self.counted else self._winner()
        most = 1.0 if self.counted is None else self._most(self.counted)
        # Only where several may win together can one lose more than another wins.
        several = self.winner is not None and bool(self.winner.params)
        self.low, self.high = -most * (len(game.seats) - 1 if several else 1), most

    def _winner(self) -> Definition:
        found = winner_of(self.game.rules)
        if found is not None:
            return found
        raise PayoffError(
            f"the rules of {self.game.name} name no winner: say what counts, by a variable or definition for each seat or side,"
            f" with a minus sign where more is worse; there are {', '.join(self._names()) or 'none'}"
        )

    def _names(self) -> list[str]:
        every: list[Variable | Definition] = [*self.game.rules.variables.values(), *self.game.rules.definitions.values()]
        return [one.name for one in every if self._counts(one)]

    def _counts(self, one: Variable | Definition) -> bool:
        """Whether something is a number for each seat or side."""
        of: list[Type] = list(one.index[:1]) if isinstance(one, Variable) else [t for _, t in one.params]
        return len(of) == 1 and of[0] in self.each and isinstance(definite(one.type), Num)

    def _counted(self, name: str) -> Variable | Definition:
        rules = self.game.rules
        one = rules.variables.get(name) or rules.definitions.get(name)
        if one is None or not self._counts(one):
            raise PayoffError(
                f"“{name}” counts nothing for each seat or side in {rules.name}; there are {', '.join(self._names())}"
            )
        return one

    def _most(self, one: Variable | Definition) -> float:
        kind = definite(one.type)
        assert isinstance(kind, Num)
        if kind.high is None:
            return float(MOST)
        cells = self.game.rules.size(one.index[1:]) if isinstance(one, Variable) else 1
        return float(max(1, (kind.high - kind.low) * cells))

    def _owner(self, by_side: bool, seat: int) -> int:
        """Whose cell belongs to a seat: its own, or that of its side."""
        return int(self.game.rules.maps["side"].values[seat] or 0) if by_side else seat

    def of(self, position: Position) -> list[float]:
        """What the match is worth to each seat in a position at its end."""
        seats = range(len(self.game.seats))
        if self.counted is not None:
            worth = [self.sign * float(self._sum(self.counted, position, seat)) for seat in seats]
            average = sum(worth) / len(worth)
            return [one - average + 0.0 for one in worth]  # no minus zero
        won = [self._won(position, seat) for seat in seats]
        winners, losers = sum(won), len(won) - sum(won)
        if not winners or not losers:
            return [0.0] * len(won)
        return [1.0 if one else -winners / losers for one in won]

    def _won(self, position: Position, seat: int) -> bool:
        winner = self.winner
        assert winner is not None
        read = self.game.careful.evaluator(position)
        if winner.params:
            name, kind = winner.params[0]
            return read.truth(winner.body, {name: self._owner(kind == SIDE, seat)})
        return read.value(winner.body) == self._owner(definite(winner.type) == SIDE, seat)

    def _sum(self, one: Variable | Definition, position: Position, seat: int) -> int:
        if isinstance(one, Definition):
            name, kind = one.params[0]
            value = self.game.careful.evaluator(position).value(one.body, {name: self._owner(kind == SIDE, seat)})
            return value if isinstance(value, int) else 0
        owner = self._owner(one.index[0] == SIDE, seat)
        rest = product(*(range(len(self.game.rules.enums[i.name])) for i in one.index[1:]))
        return sum(int(position.values[one.name, (owner, *index)] or 0) for index in rest)
