"""Where two readings part: a match goes the same way under both up to some step, and there it does not.

A kept match names the options that it is played with, and, as ``other``, the one that is read otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from kirtis.conform.payoff import winner_of
from kirtis.language.game import Game as Rules
from kirtis.language.types import definite
from kirtis.play import Action, Game, PlayError, State
from kirtis.play.chance import Kept, Outcome, Steady
from kirtis.play.plainer import Loose
from kirtis.play.position import Place, Position
from kirtis.rulebook.examples import Turn, Witness, replay, settled

MOST_VALUES = 5
"""Of an option with more values only the first is laid beside the usual one."""


def wanted(rules: Rules) -> dict[str, tuple[str, str]]:
    """Each option with each value that is not the usual one, under the name that its match is kept by."""
    found = {}
    for option in rules.options.values():
        others = [v for v in rules.values(option.type) if v is not None and v != option.default]
        for value in others[: None if len(others) < MOST_VALUES else 1]:
            word = rules.word(option.type, value)
            found[f"{option.name}-{word}"] = (option.name, word)
    return found


@dataclass(frozen=True, slots=True)
class Parted:
    """The two positions that a step led to; or the one position with the actions that only one of the readings allows, or with who has won."""

    here: Position
    there: Position
    only_here: tuple[Action, ...] = ()
    only_there: tuple[Action, ...] = ()
    won_here: tuple[str, ...] = ()
    won_there: tuple[str, ...] = ()

    def values(self) -> list[Place]:
        """The variables that differ, by their cells."""
        return [place for place, value in self.here.values.items() if self.there.values[place] != value]

    def cards(self) -> list[Place]:
        """The zones that hold other cards."""
        return [place for place, cards in self.here.cards.items() if self.there.cards[place] != cards]


def turns(game: Game, chance: Kept, choose: Callable[[State], Action | None]) -> Iterator[Turn]:
    """The turns of a match, as long as something is chosen. Raises PlayError where the rules or chance give no answer."""
    state = game.begin(Steady(game.engine.layout, chance))
    yield Turn(None, None, state, tuple(chance.outcomes))
    while not state.over and (action := choose(state)) is not None:
        seen = len(chance.outcomes)
        before, state = state, state.play(action)
        yield Turn(before, action, state, tuple(chance.outcomes[seen:]))


class Wider(Loose):
    """Chance as it was; but where more may come out than before, it is the first of what could not."""

    def __init__(self, outcomes: Sequence[Outcome], asked: Sequence[tuple[str, ...]]) -> None:
        super().__init__(outcomes)
        self.asked = asked

    def draw(self, values: Sequence[str]) -> str:
        """A value."""
        before = self.asked[len(self.given)] if len(self.given) < len(self.asked) else values
        more = [value for value in values if value not in before]
        if more and self.left and set(before) < set(values):
            self.left[-1] = more[0]
        return super().draw(values)


def otherwise(game: Game, turn: Turn) -> Turn:
    """The same turn under another reading; so far the match went the same way. Chance that nobody was asked for before is plain."""
    asked: Sequence[tuple[str, ...]] = ()
    if any(isinstance(outcome, str) for outcome in turn.outcomes):
        once_more = Loose(turn.outcomes)
        _taken(turn.state.game, turn, once_more)
        asked = once_more.pools
    chance = Wider(turn.outcomes, asked)
    before, state = _taken(game, turn, chance)
    return Turn(before, turn.action, state, tuple(chance.given))


def _taken(game: Game, turn: Turn, chance: Loose) -> tuple[State | None, State]:
    """The states before and after a turn, with this chance; before the first there is none."""
    fortune = Steady(game.engine.layout, chance)
    if turn.before is None or turn.action is None:
        return None, game.begin(fortune)
    before = State(game, turn.before._numbers, fortune)
    return before, before.play(turn.action)


def parts(game: Game, turn: Turn) -> bool:
    """Whether a turn leads elsewhere under another reading, or to other choices, or ends the match with other winners."""
    here, there = turn.state, otherwise(game, turn).state
    return here._numbers[:-1] != there._numbers[:-1] or here.actions() != there.actions() or winners(here) != winners(there)


def winners(state: State) -> tuple[str, ...]:
    """Who has won, as the rules themselves say it; nobody before the match is over, or where the rules name no winner."""
    rules = state.game.rules
    found = winner_of(rules)
    if not state.over or found is None:
        return ()
    read = state.game.careful.evaluator(state.plain)
    if found.params:
        ((name, kind),) = found.params
        return tuple(rules.word(kind, v) for v in rules.values(kind) if read.truth(found.body, {name: v}))
    value = read.value(found.body, {})
    return () if value is None or isinstance(value, frozenset) else (rules.word(definite(found.type), value),)


def first_step(here: Turn, there: Turn) -> int:
    """The first step of a turn whose outcomes differ; the last where only what may be done next does."""
    pairs = list(zip_longest((p for p, _ in here.positions()), (p for p, _ in there.positions())))
    last = sum(1 for p, _ in pairs if p is not None) - 1
    return min(next((n for n, (p, q) in enumerate(pairs) if p != q), last), last)


def parted(game: Game, witness: Witness) -> Parted | None:
    """How the readings part where a kept match says that they do; None where they do not, or where they have parted before."""
    try:
        *before, last = replay(game, witness)
        other = settled(game, replace(witness, options={**witness.options, **witness.other}))
        if any(parts(other, turn) for turn in before) or not parts(other, last):
            return None
        there = otherwise(other, last)
        if first_step(last, there) != witness.step:
            return None
        return _difference(last, there, witness.step)
    except (PlayError, IndexError):
        return None


def _difference(here: Turn, there: Turn, step: int) -> Parted:
    at_here, at_there = ([p for p, _ in turn.positions()] for turn in (here, there))
    if at_here[-1] == at_there[-1]:
        one, two = here.state.actions(), there.state.actions()
        won = winners(here.state), winners(there.state)
        return Parted(at_here[-1], at_there[-1], _without(one, two), _without(two, one), *won)
    return Parted(at_here[step], at_there[min(step, len(at_there) - 1)])


def _without(actions: Sequence[Action], others: Sequence[Action]) -> tuple[Action, ...]:
    return tuple(a for a in actions if a not in others)
