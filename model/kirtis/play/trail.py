"""What happens between one decision and the next, step by step, as far as it lies open before everybody.

A whole trick may be played out, taken away and counted before a seat has to act again: whoever looks at positions only never
sees it. Here the automatic phases are followed one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kirtis.language.flow import statements
from kirtis.language.nodes import Fill, Statement
from kirtis.play.careful import PlainChance
from kirtis.play.chance import Again, Forced
from kirtis.play.faults import RuleError
from kirtis.play.position import Place, Position
from kirtis.play.sight import sees
from kirtis.play.step import carry_out

if TYPE_CHECKING:
    from kirtis.play.action import Action
    from kirtis.play.chance import Outcome
    from kirtis.play.game import Game
    from kirtis.play.state import State


@dataclass(frozen=True, slots=True)
class Moved:
    """Open cards that one step moved from a zone to a cell of another, in the order in which they had come to lie there.

    ``cards`` holds each with the words of the index of its cell in ``source``; ``index`` has those of the cell of ``target``.
    """

    source: str
    cards: tuple[tuple[tuple[str, ...], str], ...]
    target: str
    index: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Happened:
    """What came of an action: the open cards that were moved away, and whether a deal ended with it."""

    moved: tuple[Moved, ...]
    deal_over: bool


@dataclass(frozen=True, slots=True)
class _Step:
    """One block carried out: an action (``chosen`` are the cards that it names), or a phase."""

    before: Position
    after: Position
    body: tuple[Statement, ...]
    reset: frozenset[str]
    chosen: frozenset[int] = frozenset()


class Trail:
    """Follows a match action by action, so that it can say in which order cards came to lie where they lie."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.paths = {place: path for cells in game.paths.values() for place, path in cells}
        self.came: dict[int, int] = {}
        self.steps = 0

    def follow(self, before: State, action: Action, outcomes: Iterable[Outcome]) -> Happened:
        """What an action and all that is automatic after it come to, with the outcomes of chance that there were."""
        moved: list[Moved] = []
        over = False
        for step in self._steps(before, action, outcomes):
            moved += self._moved(step)
            over = over or bool(step.reset) or self.game.rules.phases[step.after.phase].kind == "end"
        return Happened(tuple(moved), over)

    def _steps(self, before: State, action: Action, outcomes: Iterable[Outcome]) -> Iterator[_Step]:
        game, rules, options = self.game, self.game.rules, self.game.option_values
        chance = PlainChance(game.engine.layout, Forced(game.engine.layout, Again(outcomes)), 0)
        position = before.plain
        act, env = game.careful.meant(position, action)
        after, reset = carry_out(rules, options, position, act.body, env, chance)
        cards = rules.enums["card"]
        yield _Step(position, after, act.body, reset, frozenset(cards.index(word) for word in action.args if word in cards))
        while (phase := rules.phases[after.phase]).kind in ("auto", "chance"):
            position = after
            after, reset = carry_out(rules, options, position, phase.body, {}, chance)
            yield _Step(position, after, phase.body, reset)

    def _moved(self, step: _Step) -> Iterator[Moved]:
        """The open cards that a step moved away, those of one way together; not those that the action has named itself."""
        self.steps += 1
        was, now = _places(step.before), _places(step.after)
        gone = sorted((c for c in was if now[c] != was[c]), key=lambda c: (self.came.get(c, 0), c))
        dealt = {one.source.zone for one in statements(step.body) if isinstance(one, Fill)}
        names = self.game.rules.enums["card"]
        ways: dict[tuple[str, Place], list[tuple[tuple[str, ...], str]]] = {}
        for card in gone:
            source, target = was[card], now[card]
            self.came[card] = self.steps
            if card in step.chosen or not self._open(step.before, source):
                continue
            # Who was dealt an open card face down is nobody's business.
            if source[0] not in dealt or self._open(step.after, target):
                ways.setdefault((source[0], target), []).append((self.paths[source], names[card]))
        for (zone, target), cards in ways.items():
            yield Moved(zone, tuple(cards), target[0], self.paths[target])

    def _open(self, position: Position, place: Place) -> bool:
        """Whether every seat sees a cell."""
        read, sight = self.game.careful.evaluator(position), self.game.rules.zones[place[0]].sight
        try:
            return all(sees(read, sight, seat, place[1]) for seat in range(len(self.game.seats)))
        except RuleError:
            return False  # between two phases a rule may have no answer; then nothing is told


def _places(position: Position) -> dict[int, Place]:
    """Where each card lies."""
    return {card: place for place, there in position.cards.items() for card in there}
