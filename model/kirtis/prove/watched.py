"""Random matches looked through by the compiled rules, for the first position in which each of some conditions holds.

Hints and examples, never evidence: what is met here can be met, and what is not met may still be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from kirtis.language.game import Game
from kirtis.play.action import Action
from kirtis.play.chance import Kept, Seeded
from kirtis.play.compile.conditions import Condition, Conditions
from kirtis.play.evaluate import Evaluator
from kirtis.play.fate import Fate
from kirtis.play.faults import PlayError, RuleError
from kirtis.play.game import Game as Playable
from kirtis.play.game import OptionWord, option_choices
from kirtis.play.position import Position
from kirtis.play.state import State
from kirtis.prove.plainer import Led, Match, Plainer

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
    by: Watched


def look(game: Game, wanted: Sequence[Condition], matches: int) -> Iterator[Sighting]:
    """For each condition, by its name, the first position of random matches in which it holds, as soon as it is met."""
    open_ = {w.name: w for w in wanted}
    watched: dict[int, Watched] = {}
    for seed in range(matches):
        if not open_:
            return
        choice = seed // 8 % CHOICES + 1 if seed >= USUAL and seed % 8 == 7 else 0
        if choice not in watched:
            watched[choice] = Watched(game, _options(game, choice), list(open_.values()))
        yield from watched[choice].look(seed, open_)


def _options(game: Game, choice: int) -> Mapping[str, OptionWord]:
    """A set of options; the default ones where ``choice`` is 0."""
    rng = Random(choice)
    return {o.name: rng.choice(option_choices(game, o)) for o in game.options.values()} if choice else {}


class Watched:
    """A game with some options, and what is asked of the positions of its matches."""

    def __init__(self, game: Game, options: Mapping[str, OptionWord], wanted: Sequence[Condition]) -> None:
        self.game, self.ready = game, Playable(game, options)
        self.layout = self.ready.engine.layout
        self.passed: list[list[int]] = []
        self.ready.engine.watch(self.passed)
        self.of = Conditions(game, self.ready.option_values, wanted).of
        self.ranks = max(1, len(game.enums["card"]) // max(1, len(game.enums.get("suit", ()))))

    def look(self, seed: int, wanted: dict[str, Condition]) -> Iterator[Sighting]:
        """Look through a match; what is met is taken out of ``wanted``."""
        before: list[int] | None = None
        for n, numbers in enumerate(self.positions(seed)):
            for name in self.of[numbers[0]]:
                if name in wanted and self.holds(wanted[name], numbers):
                    del wanted[name]
                    earlier = None if before is None else self.layout.unpack(before)
                    yield Sighting(name, seed, n, self.layout.unpack(numbers), earlier, self.ready.option_values, self)
            before = numbers

    def plainest(self, seed: int, condition: Condition) -> tuple[Plainer, Led] | None:
        """The match of a seed, made as plain as can be, up to where the condition holds; None where it does not lead there."""
        rng, done = Random(seed), list[Action]()
        kept = Kept(self._fate(seed, rng) or Seeded(seed))
        self.passed.clear()
        for numbers in self._match(rng, self.ready.start(chance=kept), done):
            if self.holds(condition, numbers):
                break
        plainer = Plainer(self.ready, self.passed, partial(self.holds, condition))
        led = plainer.plainest(Match(tuple(kept.outcomes), tuple(done)))
        return None if led is None else (plainer, led)

    def holds(self, condition: Condition, numbers: list[int]) -> bool:
        """Where compiled code is in doubt the evaluator decides; where the rules give no answer the condition does not hold."""
        compiled = self.of[numbers[0]].get(condition.name)
        if compiled is None:
            return False
        try:
            return bool(compiled(numbers))
        except Exception:
            position = self.layout.unpack(numbers)
        try:
            return Evaluator(self.game, self.ready.option_values, position).truth(condition.body, {})
        except RuleError:
            return False

    def _fate(self, seed: int, rng: Random) -> Fate | None:
        """Every fourth match has chance that is kind to rare deals."""
        return Fate(rng, self.ranks) if seed % 4 == 3 else None

    def positions(self, seed: int) -> Iterator[list[int]]:
        """The positions of the match of a seed, those between two decisions too."""
        rng = Random(seed)
        self.passed.clear()
        fate = self._fate(seed, rng)
        try:
            state = self.ready.start(chance=fate) if fate is not None else self.ready.start(seed=seed)
        except (PlayError, IndexError):
            return
        yield from self._match(rng, state)

    def _match(self, rng: Random, state: State, done: list[Action] | None = None) -> Iterator[list[int]]:
        """The positions from a first state on; every player has a taste for some actions. ``done`` receives what is played."""
        taste: dict[str, float] = {}
        try:
            for _ in range(LONGEST):
                met = [*self.passed, state._numbers]
                self.passed.clear()
                yield from met
                if state.over:
                    return
                actions: dict[str, list[Action]] = {}
                for a in state.actions():
                    actions.setdefault(a.name, []).append(a)
                weights = [taste.setdefault(name, rng.random() ** 4) for name in actions]
                action = rng.choice(actions[rng.choices(list(actions), weights)[0]])
                if done is not None:
                    done.append(action)
                state = state.play(action)
        except (PlayError, IndexError):
            return
