"""Positions that examples and possibilities ask for, looked for in random play."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from random import Random

from kirtis.language.game import Claim, Game
from kirtis.language.nodes import And
from kirtis.language.types import Num, definite
from kirtis.play.action import Action
from kirtis.play.compile.conditions import Condition, Conditions
from kirtis.play.evaluate import Evaluator
from kirtis.play.fate import Fate
from kirtis.play.faults import PlayError, RuleError
from kirtis.play.game import Game as Playable
from kirtis.play.game import option_choices
from kirtis.play.position import Position, cells
from kirtis.prove.report import Found
from kirtis.prove.symbolic import shown

MATCHES, WHOLE = 1000, 3000
"""Matches looked through, and the decisions of each, at most."""

USUAL, CHOICES = 100, 6
"""So many matches are played by the default options first, for compiling others takes longer; so many other sets of options are played afterwards."""


def search(game: Game, matches: int = MATCHES, only: str | None = None) -> Iterator[Found]:
    """For each example and possibility (or those that ``only`` is a part or a clause of) the first position met in which what it asks for holds, and what it says.

    Whole matches are looked through, by the compiled rules: the first ones by the default options, later every eighth by others.
    """
    asked = {
        c.name: c
        for c in game.claims.values()
        if c.kind in ("example", "possible") and (only is None or only in c.name or only in c.at.clauses)
    }
    watched: dict[int, _Watched] = {}
    for seed in range(matches):
        if not asked:
            return
        choice = seed // 8 % CHOICES + 1 if seed >= USUAL and seed % 8 == 7 else 0
        if choice not in watched:
            watched[choice] = _Watched(game, choice, asked.values())
        for name, n, position in watched[choice].met(seed, asked):
            c = asked.pop(name)
            yield Found(c.name, c.at.clauses, seed, n, tuple(written(game, position)))
    for c in asked.values():
        yield Found(c.name, c.at.clauses, None, None)


class _Watched:
    """A game with some options (the default ones where ``choice`` is 0), and what is asked of the positions of its matches."""

    def __init__(self, game: Game, choice: int, asked: Iterable[Claim]) -> None:
        rng = Random(choice)
        options = {o.name: rng.choice(option_choices(game, o)) for o in game.options.values()} if choice else {}
        self.game, self.ready = game, Playable(game, options)
        self.passed: list[list[int]] = []
        self.ready.engine.watch(self.passed)
        self.wanted = {c.name: c.body if c.given is None else And((c.given, c.body)) for c in asked}
        conditions = [Condition(c.name, self.wanted[c.name], c.phases or tuple(game.phases)) for c in asked]
        self.conditions = Conditions(game, self.ready.option_values, conditions).of
        suits = len(game.enums.get("suit", ())) or 1
        self.ranks = max(1, len(game.enums["card"]) // suits)

    def met(self, seed: int, asked: Container[str]) -> Iterator[tuple[str, int, Position]]:
        """What of it holds somewhere in a random match, how far on, and the position; asked for once more, it goes on only with what is still asked."""
        found: set[str] = set()
        for n, numbers in enumerate(self.positions(seed)):
            for name, holds in self.conditions[numbers[0]].items():
                if name in asked and name not in found and self.holds(name, holds, numbers):
                    found.add(name)
                    yield name, n, self.ready.engine.layout.unpack(numbers)

    def holds(self, name: str, compiled: Callable[[list[int]], object], numbers: list[int]) -> bool:
        """Whether a condition holds; where compiled code is in doubt the evaluator decides, and where the rules give no answer it does not."""
        try:
            return bool(compiled(numbers))
        except Exception:
            position = self.ready.engine.layout.unpack(numbers)
        try:
            return Evaluator(self.game, self.ready.option_values, position).truth(self.wanted[name], {})
        except RuleError:
            return False

    def positions(self, seed: int) -> Iterator[list[int]]:
        """The positions of a random match, those between two decisions too."""
        rng = Random(seed)
        passed = self.passed
        passed.clear()
        try:
            state = self.ready.start(chance=Fate(rng, self.ranks)) if seed % 4 == 3 else self.ready.start(seed=seed)
            taste: dict[str, float] = {}
            for _ in range(WHOLE):
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


def written(game: Game, position: Position) -> Iterator[tuple[str, str]]:
    """A position cell by cell, in the words of the rules; what is none, no or nought is left out."""
    yield "phase", position.phase
    for v in game.variables.values():
        for n, i in enumerate(cells(game, v.index)):
            value = position.values[v.name, i]
            nought = isinstance(definite(v.type), Num) and value == 0
            if value is not None and value is not False and not nought:
                yield shown(game, v.name, n), game.word(v.type, value)
    for z in game.zones.values():
        for n, i in enumerate(cells(game, z.index)):
            there = position.cards[z.name, i]
            if there:
                yield shown(game, z.name, n), " ".join(game.enums["card"][c].replace(" of ", "_") for c in there)
