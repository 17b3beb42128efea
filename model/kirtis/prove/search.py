"""Positions that examples and possibilities ask for, looked for in random play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from kirtis.language.game import Claim, Game
from kirtis.language.nodes import And, Expr
from kirtis.language.types import Bool, Enum, Num, Type, definite
from kirtis.play.action import Action
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import PlayError, RuleError
from kirtis.play.game import Game as Playable
from kirtis.play.position import Position, cells
from kirtis.play.step import act
from kirtis.play.step import automatic as step
from kirtis.prove.report import Found
from kirtis.prove.sample import Dice, Met, play
from kirtis.prove.symbolic import shown

MATCHES, STEPS, WHOLE = 1000, 400, 3000


def search(game: Game, matches: int = MATCHES, only: str | None = None) -> Iterator[Found]:
    """For each example and possibility (or those that ``only`` is a part or a clause of) the first position met in which what it asks for holds, and what it says.

    Whole matches by the default options are looked through, by the compiled rules, and now and then a part of one with any options.
    """
    asked = {
        c.name: c
        for c in game.claims.values()
        if c.kind in ("example", "possible") and (only is None or only in c.name or only in c.at.clauses)
    }
    automatic = any(not c.phases or any(game.phases[p].kind in ("auto", "chance") for p in c.phases) for c in asked.values())
    for positions, seed in _looked_through(game, matches, automatic):
        if not asked:
            return
        for n, one in enumerate(positions):
            for c in list(asked.values()):
                if (not c.phases or one.position.phase in c.phases) and _holds(game, one, c):
                    del asked[c.name]
                    yield Found(c.name, c.at.clauses, seed, n, tuple(written(game, one.position)))
            if not asked:
                return
    for c in asked.values():
        yield Found(c.name, c.at.clauses, None, None)


def _looked_through(game: Game, matches: int, automatic: bool) -> Iterator[tuple[Iterator[Met], int]]:
    """Random matches with their seeds: whole ones by the default options, and among them some with any options."""
    for seed in range(matches):
        yield _whole(game, seed, automatic), seed
        if seed % 8 == 7:
            yield play(game, seed, STEPS), seed


@lru_cache(maxsize=2)
def _compiled(game: _Same) -> Playable:
    return Playable(game.game)


class _Same:
    """A game by identity, so that it can be a key."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.game is self.game

    def __hash__(self) -> int:
        return id(self.game)


def _whole(game: Game, seed: int, automatic: bool) -> Iterator[Met]:
    """The positions of one random match by the default options; with ``automatic`` those between two decisions of different phases too."""
    try:
        ready = _compiled(_Same(game))
        rng, state = Random(seed), ready.start(seed=seed)
        taste: dict[str, float] = {}
        for _ in range(WHOLE):
            yield Met(state.plain, ready.option_values)
            if state.over:
                return
            actions: dict[str, list[Action]] = {}
            for a in state.actions():
                actions.setdefault(a.name, []).append(a)
            weights = [taste.setdefault(name, rng.random() ** 4) for name in actions]
            action = rng.choice(actions[rng.choices(list(actions), weights)[0]])
            following = state.play(action)
            if automatic and following.phase != state.phase:
                yield from _between(game, Met(state.plain, ready.option_values), action, Dice(rng))
            state = following
    except (PlayError, IndexError):
        return


def _between(game: Game, one: Met, action: Action, dice: Dice) -> Iterator[Met]:
    """The automatic positions that follow an action, by the plain interpreter."""
    done = next(a for a in game.phases[one.position.phase].actions if a.name == action.name)
    env: dict[str, int | bool] = {
        name: _value(game, kind, word) for (name, kind), word in zip(done.params, action.args, strict=True)
    }
    if done.actor is not None:
        env[done.actor] = game.seats.index(action.seat)
    position = act(game, one.options, one.position, done, env, dice)
    while (phase := game.phases[position.phase]).kind in ("auto", "chance"):
        yield Met(position, one.options)
        position = step(game, one.options, position, phase, dice)


def _value(game: Game, kind: Type, word: str) -> int | bool:
    if isinstance(kind, Enum):
        return game.enums[kind.name].index(word)
    return word == "yes" if isinstance(kind, Bool) else int(word)


def _holds(game: Game, one: Met, c: Claim) -> bool:
    wanted: Expr = c.body if c.given is None else And((c.given, c.body))
    try:
        return Evaluator(game, one.options, one.position).truth(wanted, {})
    except RuleError:
        return False


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
