"""Random matches looked through by the compiled rules, for the first position in which each of some conditions holds.

Hints and examples, never evidence: what is met here can be met, and what is not met may still be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from kirtis.language.game import Game
from kirtis.play.action import Action
from kirtis.play.compile.conditions import Condition, Conditions
from kirtis.play.evaluate import Evaluator
from kirtis.play.fate import Fate
from kirtis.play.faults import PlayError, RuleError
from kirtis.play.game import Game as Playable
from kirtis.play.game import option_choices
from kirtis.play.position import Position

LONGEST = 3000
"""A match is left after so many decisions."""

USUAL, CHOICES = 100, 6
"""So many matches are played by the default options first, for compiling others takes longer; later every eighth is by one of so many other sets of options."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where a condition holds: the seed of the match and how many positions on, the position, the one before it, and the options."""

    name: str
    seed: int
    step: int
    position: Position
    before: Position | None
    options: Mapping[str, int | bool]


def look(game: Game, wanted: Sequence[Condition], matches: int) -> Iterator[Sighting]:
    """For each condition, by its name, the first position of random matches in which it holds, as soon as it is met."""
    open_ = {w.name: w for w in wanted}
    watched: dict[int, _Watched] = {}
    for seed in range(matches):
        if not open_:
            return
        choice = seed // 8 % CHOICES + 1 if seed >= USUAL and seed % 8 == 7 else 0
        if choice not in watched:
            watched[choice] = _Watched(game, choice, list(open_.values()))
        yield from watched[choice].look(seed, open_)


class _Watched:
    """A game with some options, the default ones where ``choice`` is 0, and what is asked of the positions of its matches."""

    def __init__(self, game: Game, choice: int, wanted: Sequence[Condition]) -> None:
        rng = Random(choice)
        options = {o.name: rng.choice(option_choices(game, o)) for o in game.options.values()} if choice else {}
        self.game, self.ready = game, Playable(game, options)
        self.layout = self.ready.engine.layout
        self.passed: list[list[int]] = []
        self.ready.engine.watch(self.passed)
        self.of = Conditions(game, self.ready.option_values, wanted).of
        self.ranks = max(1, len(game.enums["card"]) // max(1, len(game.enums.get("suit", ()))))

    def look(self, seed: int, wanted: dict[str, Condition]) -> Iterator[Sighting]:
        """Look through a match; what is met is taken out of ``wanted``."""
        before: list[int] | None = None
        for n, numbers in enumerate(self._positions(seed)):
            for name, compiled in self.of[numbers[0]].items():
                if name in wanted and self._holds(wanted[name], compiled, numbers):
                    del wanted[name]
                    earlier = None if before is None else self.layout.unpack(before)
                    yield Sighting(name, seed, n, self.layout.unpack(numbers), earlier, self.ready.option_values)
            before = numbers

    def _holds(self, condition: Condition, compiled: Callable[[list[int]], object], numbers: list[int]) -> bool:
        """Where compiled code is in doubt the evaluator decides; where the rules give no answer the condition does not hold."""
        try:
            return bool(compiled(numbers))
        except Exception:
            position = self.layout.unpack(numbers)
        try:
            return Evaluator(self.game, self.ready.option_values, position).truth(condition.body, {})
        except RuleError:
            return False

    def _positions(self, seed: int) -> Iterator[list[int]]:
        """The positions of a match, those between two decisions too; every player has a taste for some actions."""
        rng, passed = Random(seed), self.passed
        passed.clear()
        try:
            state = self.ready.start(chance=Fate(rng, self.ranks)) if seed % 4 == 3 else self.ready.start(seed=seed)
            taste: dict[str, float] = {}
            for _ in range(LONGEST):
                yield from passed
                passed.clear()
                yield state._numbers
                if state.over:
                    return
                actions: dict[str, list[Action]] = {}
                for a in state.actions():
                    actions.setdefault(a.name, []).append(a)
                weights = [taste.setdefault(name, rng.random() ** 4) for name in actions]
                state = state.play(rng.choice(actions[rng.choices(list(actions), weights)[0]]))
        except (PlayError, IndexError):
            return
