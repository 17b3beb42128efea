"""What kept steps of play show of a change that nothing claimed notices: the unchanged rules say one thing there, the changed ones another.

The unchanged rules are those that the second implementations agree with, so whoever plays by the changed ones can be shown to be wrong.
But that no statement says so is worth knowing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kirtis.conform.look import called, said_at_the_end
from kirtis.language.game import Definition, Game
from kirtis.mutate.places import alone
from kirtis.mutate.steps import ERRORS, Move, Taken, allowed, step, whose
from kirtis.mutate.touch import Touch, other_defaults
from kirtis.play.evaluate import Evaluator
from kirtis.play.position import Position, cells
from kirtis.play.sight import sees
from kirtis.prove.sample import Met

Said = Sequence[tuple[Definition, tuple[int | bool | None, ...]]]
"""Definitions that are read once a match is over, with their arguments."""

LOOKED_AT = 400
"""In so many kept steps it is looked who sees what."""


@dataclass
class Unchanged:
    """The unchanged game with its kept steps, and the moves in them once they are known."""

    game: Game
    steps: Sequence[Taken]
    known: dict[int, set[Move]] = field(default_factory=dict)

    def moves(self, n: int) -> set[Move]:
        """Every move before a kept step."""
        if n not in self.known:
            self.known[n] = allowed(self.game, self.steps[n].before)
        return self.known[n]


def otherwise(unchanged: Unchanged, new: Game, n: int, options: Mapping[str, int | bool] | None = None) -> bool:
    """Whether a kept step comes out otherwise under changed rules, or other moves are allowed before it."""
    one = unchanged.steps[n]
    met = Met(one.before.position, one.before.options if options is None else options)
    try:
        if one.action is not None and (
            whose(new, met) != whose(unchanged.game, one.before) or allowed(new, met) != unchanged.moves(n)
        ):
            return True
        return step(new, met, one.action, dict(one.env), one.luck) != one.after
    except ERRORS:
        return True


def shown(unchanged: Unchanged, new: Game, touched: Touch) -> str:
    """The first kept step that shows a change of who sees what, of what is said at the end, or of what is usual; nothing if none does."""
    old = unchanged.game
    said = [(d, given) for d, given in said_at_the_end(alone(old)) if touched.defaults or d.name in touched.definitions]
    usual, other = {o.name: o.default for o in old.options.values()}, other_defaults(old, new)
    for n, one in enumerate(unchanged.steps):
        if touched.sights and n < LOOKED_AT and _seen_otherwise(old, new, touched, one):
            return one.name
        # Whoever left the option as it is plays by its new default, whatever else was chosen.
        if other and any(one.before.options[name] != usual[name] for name in other):
            continue
        options = {**one.before.options, **other}
        if said and new.phases[one.after.phase].kind == "end" and _said_otherwise(old, new, said, one, options):
            return one.name
        if other and otherwise(unchanged, new, n, options):
            return one.name
    return ""


def _seen_otherwise(old: Game, new: Game, touched: Touch, one: Taken) -> bool:
    """Whether a seat sees other cells, among those in which anything lies, before a decision or at the end."""
    for position in (one.before.position, one.after):
        if old.phases[position.phase].kind in ("by", "end"):
            was, now = (list(_sights(game, Met(position, one.before.options), touched)) for game in (old, new))
            if was != now:
                return True
    return False


def _sights(game: Game, met: Met, touched: Touch) -> Iterator[bool | None]:
    position = met.position
    read = Evaluator(game, met.options, position)
    for name in sorted(touched.sights):
        one = game.zones.get(name) or game.variables[name]
        for index in cells(game, one.index):
            if name in game.zones and not position.cards[name, index]:
                continue
            for seat in range(len(game.seats)):
                try:
                    yield sees(read, one.sight, seat, index)
                except ERRORS:
                    yield None


def _said_otherwise(old: Game, new: Game, said: Said, one: Taken, options: Mapping[str, int | bool]) -> bool:
    """Whether something that the rules only say once a match is over, such as who has won, is otherwise."""
    return told_at_the_end(old, said, one.after, one.before.options) != told_at_the_end(new, said, one.after, options)


def told_at_the_end(game: Game, said: Said, position: Position, options: Mapping[str, int | bool]) -> list[object]:
    """What the rules say of a position in which a match is over; None where something has no value."""
    read = Evaluator(game, options, position)
    return [_value(read, definition, given) for definition, given in said]


def _value(read: Evaluator, definition: Definition, given: tuple[int | bool | None, ...]) -> object:
    try:
        return read.value(called(definition, given))
    except ERRORS:
        return None
