"""Random matches looked through by the compiled rules, for the first moment at which each of some things holds.

Hints and examples, never evidence: what is met here can be met, and what is not met may still be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from kirtis.language.game import Game
from kirtis.play.action import Action
from kirtis.play.chance import Kept, Seeded
from kirtis.play.compile.conditions import Condition, Conditions
from kirtis.play.compile.engine import Numbers
from kirtis.play.evaluate import Evaluator
from kirtis.play.fate import Fate
from kirtis.play.faults import PlayError, RuleError
from kirtis.play.game import Game as Playable
from kirtis.play.game import OptionWord, option_choices
from kirtis.play.moments import Moment, moments
from kirtis.play.plainer import Led, Match, Plainer
from kirtis.play.position import Position
from kirtis.play.state import State
from kirtis.play.taste import Taste

LONGEST = 3000
"""A match is left after so many decisions."""

USUAL, CHOICES = 100, 6
"""So many matches are played by the default options first, for compiling others takes longer; later every eighth is by one of so many other sets of options."""


FEW = 60
"""What takes long to tell is looked for in so many matches at most."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happens at a moment of a match, or does not, and is asked of more than a position; ``slow`` where that takes long to tell."""

    name: str
    holds: Callable[[Playable, Moment], bool]
    slow: bool = False


Wanted = Condition | Happening


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where something wanted holds: the seed of the match and how many moments on, the moment, and the options."""

    name: str
    seed: int
    step: int
    moment: Moment
    options: Mapping[str, int | bool]
    by: Watched

    def position(self) -> Position:
        """The position of the moment."""
        return self.by.layout.unpack(self.moment.numbers)


def look(game: Game, wanted: Sequence[Wanted], matches: int) -> Iterator[Sighting]:
    """For each thing wanted, by its name, the first moment of random matches at which it holds, as soon as it is met."""
    open_ = {w.name: w for w in wanted}
    watched: dict[int, Watched] = {}
    for seed in range(matches):
        if seed == FEW:
            open_ = {name: w for name, w in open_.items() if not (isinstance(w, Happening) and w.slow)}
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
    """A game with some options, and what is asked of the moments of its matches."""

    def __init__(self, game: Game, options: Mapping[str, OptionWord], wanted: Sequence[Wanted]) -> None:
        self.game, self.ready = game, Playable(game, options)
        self.layout = self.ready.engine.layout
        self.passed: list[Numbers] = []
        self.ready.engine.watch(self.passed)
        self.of = Conditions(game, self.ready.option_values, [w for w in wanted if isinstance(w, Condition)]).of
        self.ranks = max(1, len(game.enums["card"]) // max(1, len(game.enums.get("suit", ()))))

    def look(self, seed: int, wanted: dict[str, Wanted]) -> Iterator[Sighting]:
        """Look through a match; what is met is taken out of ``wanted``."""
        happenings = [name for name, w in wanted.items() if isinstance(w, Happening)]
        for n, (moment, _) in enumerate(self._match(seed)):
            for name in (*self.of[moment.numbers[0]], *happenings):
                if name in wanted and self.holds(wanted[name], moment):
                    del wanted[name]
                    yield Sighting(name, seed, n, moment, self.ready.option_values, self)

    def plainest(self, seed: int, wanted: Wanted) -> tuple[Plainer, Led] | None:
        """The match of a seed, made as plain as can be, up to where it holds; None where it does not lead there."""
        found = next((match for moment, match in self._match(seed) if self.holds(wanted, moment)), None)
        if found is None:
            return None
        plainer = Plainer(self.ready, self.passed, partial(self.holds, wanted))
        led = plainer.plainest(found())
        return None if led is None else (plainer, led)

    def holds(self, wanted: Wanted, moment: Moment) -> bool:
        """Whether it holds at a moment; where the rules give no answer it does not."""
        try:
            if isinstance(wanted, Happening):
                return wanted.holds(self.ready, moment)
            return self._condition(wanted, moment.numbers)
        except RuleError:
            return False

    def _condition(self, condition: Condition, numbers: Numbers) -> bool:
        """Where compiled code is in doubt the evaluator decides."""
        compiled = self.of[numbers[0]].get(condition.name)
        if compiled is None:
            return False
        try:
            return bool(compiled(numbers))
        except Exception:
            position = self.layout.unpack(numbers)
        return Evaluator(self.game, self.ready.option_values, position).truth(condition.body, {})

    def positions(self, seed: int) -> Iterator[Numbers]:
        """The positions of the match of a seed, those between two decisions too."""
        yield from (moment.numbers for moment, _ in self._match(seed))

    def _match(self, seed: int) -> Iterator[tuple[Moment, Callable[[], Match]]]:
        """The moments of the match of a seed, each with the match so far; every player has a taste for some actions.

        Chance is kind to rare deals in every fourth match.
        """
        rng = Random(seed)
        chance = Kept(Fate(rng, self.ranks) if seed % 4 == 3 else Seeded(seed))
        taste, done = Taste(rng), list[Action]()

        def choose(state: State) -> Action | None:
            actions: dict[str, list[Action]] = {}
            for a in state.actions():
                actions.setdefault(a.name, []).append(a)
            if not actions or len(done) == LONGEST:
                return None
            done.append(taste.choose(actions))
            return done[-1]

        def so_far() -> Match:
            return Match(tuple(chance.outcomes), tuple(done))

        try:
            for moment in moments(self.ready, self.passed, chance, choose):
                yield moment, so_far
        except PlayError:  # a deal that cannot be
            return
