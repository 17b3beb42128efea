"""Positions met in random play, automatic phases included: hints for inference, never evidence."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kirtis.language.game import Action, Game, Phase
from kirtis.language.nodes import And, Expr, Member, Var
from kirtis.language.types import SEAT
from kirtis.language.walk import walk
from kirtis.play.chance import served
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import Place, Position
from kirtis.play.step import act, automatic, start

Options = Mapping[str, int | bool]


@dataclass(frozen=True, slots=True)
class Met:
    """A position that was met, the options of its match, and where: the seed of the match and how many steps on."""

    position: Position
    options: Options
    seed: int = 0
    step: int = 0


class Dice:
    """Chance from a seeded generator, as ``kirtis.play.step.Chance`` asks for it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def draw(self, target: Place, values: tuple[int, ...]) -> int:
        """One of the values."""
        return values[int(self.rng.random() * len(values))]

    def deal(self, pool: tuple[int, ...], counts: Mapping[Place, int]) -> Mapping[Place, tuple[int, ...]]:
        """Cards of the pool by chance; now and then sorted by suit, so that rare deals are met."""
        cards = list(pool)
        self.rng.shuffle(cards)
        if self.rng.random() < 0.25:
            cards.sort(key=lambda c: c // 6 + int(self.rng.random() * 1.3))
        return served(cards, counts)


MANY = 60
"""Of an action that may be meant in more ways, one that is allowed is looked for at random, and not all of them."""

Env = dict[str, int | bool]


def moves(
    game: Game, options: Options, position: Position, phase: Phase, rng: random.Random | None = None
) -> Iterator[tuple[Action, Env]]:
    """Every allowed action with its arguments, ``by s`` counts each seat; with ``rng`` one at random of an action with very many."""
    read = Evaluator(game, options, position)
    for action in phase.actions:
        params = [*action.params, *([(action.actor, SEAT)] if action.actor else [])]
        domains = [list(_domain(game, read, action, name) or game.values(kind)) for name, kind in params]
        ways = list(itertools.product(*domains))
        one = rng is not None and len(ways) > MANY
        if rng is not None and one:
            rng.shuffle(ways)
        for values in ways:
            env = dict(zip((p for p, _ in params), values, strict=True))
            if all(read.truth(need.condition, env) for need in action.needs):
                yield action, env  # type: ignore[misc]
                if one:
                    break


def _domain(game: Game, read: Evaluator, action: Action, name: str) -> list[int] | None:
    """The members of a set that a parameter must be in, so that not every card is asked."""
    for need in action.needs:
        parts: tuple[Expr, ...] = need.condition.items if isinstance(need.condition, And) else (need.condition,)
        for part in parts[:1]:
            if (
                isinstance(part, Member)
                and part.of == Var(name, part.of.type)
                and not any(isinstance(n, Var) for n in walk(part.among))
            ):
                return sorted(read.set(part.among, {}))
        break
    return None


def play(game: Game, seed: int, steps: int) -> Iterator[Met]:
    """The positions of one random match with random options, up to so many steps."""
    rng = random.Random(seed)
    options = {o.name: rng.choice([v for v in game.values(o.type) if v is not None]) for o in game.options.values()}
    if seed % 3 == 0:
        options = {o.name: o.default for o in game.options.values()}
    dice, position = Dice(rng), start(game, options)
    # A taste for some actions and against others, different in each match, so that every path is taken often in some.
    taste = {a.name: rng.random() ** 4 for p in game.phases.values() for a in p.actions}
    for n in range(steps):
        yield Met(position, options, seed, n)
        phase = game.phases[position.phase]
        if phase.kind == "end":
            return
        if phase.kind == "by":
            names: dict[str, list[tuple[Action, dict[str, int | bool]]]] = {}
            for action, env in moves(game, options, position, phase, rng):
                names.setdefault(action.name, []).append((action, env))
            if not names:
                return
            name = rng.choices(list(names), [taste[n] for n in names])[0]
            action, env = rng.choice(names[name])
            position = act(game, options, position, action, env, dice)
        else:
            position = automatic(game, options, position, phase, dice)


def met(game: Game, matches: int = 45, steps: int = 160) -> list[Met]:
    """Positions of random matches; one in which the rules give no answer ends there."""
    return [one for seed in range(matches) for one in played(game, seed, steps)]


def played(game: Game, seed: int, steps: int) -> Iterator[Met]:
    """The positions of one random match, as far as the rules give an answer."""
    try:
        yield from play(game, seed, steps)
    except RuleError:
        return
