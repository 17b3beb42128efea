"""Steps of random matches of the unchanged game, kept with all that is needed to take them again under changed rules."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace

from kirtis.language.game import Action, Game
from kirtis.language.types import Bool, Num
from kirtis.mutate.luck import Given, Heard, Luck, Strong, chance_of
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import PlayError
from kirtis.play.position import Position
from kirtis.play.step import Chance, act, automatic, start
from kirtis.prove.sample import Met, moves

Env = Mapping[str, int | bool]

Move = tuple[str, tuple[tuple[str, int | bool], ...]]
"""An action with its arguments."""

ERRORS = (PlayError, AssertionError, IndexError, KeyError, StopIteration, TypeError, ValueError)
"""What the plain interpreter may raise under rules that are none."""

MATCHES, ALONE, STEPS = 60, 90, 400
"""Random matches that steps are taken from, those after them in which one seat is strong and all others are weak, and the most steps of each."""

OF_A_KIND, OF_A_PHASE = 24, 260
"""So many steps that do the same things are kept, and so many of one phase."""

LARGE, EVERY = 60, 3
"""With a pack of more cards than this every question about a step costs more, and only one of so many is kept."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A step: the position before it, the action with its arguments (None where the rules go on by themselves), its chance, and what came of it.

    In a match that was looked for, steps are counted by decisions: what the rules do by themselves belongs to the decision before it.
    """

    before: Met
    action: str | None
    env: tuple[tuple[str, int | bool], ...]
    luck: Luck
    after: Position

    @property
    def phase(self) -> str:
        """The phase that the step leaves."""
        return self.before.position.phase

    @property
    def name(self) -> str:
        """Where it is kept: the number of its match and how many steps on."""
        return f"match {self.before.seed}, step {self.before.step + 1}"


def step(game: Game, met: Met, action: str | None, env: Env, luck: Luck) -> Position:
    """The position after a step. Raises PlayError or another error where the rules give none."""
    return taken(game, met, action, env, chance_of(game, luck))


def taken(game: Game, met: Met, action: str | None, env: Env, chance: Chance) -> Position:
    """The position after a step with this chance."""
    phase = game.phases[met.position.phase]
    if action is None:
        return automatic(game, met.options, met.position, phase, chance)
    return act(game, met.options, met.position, named(game, phase.name, action), env, chance)


def named(game: Game, phase: str, action: str) -> Action:
    """The action of that name in a phase."""
    return next(a for a in game.phases[phase].actions if a.name == action)


def match(game: Game, seed: int, steps: int) -> Iterator[Taken]:
    """The steps of one random match with random options, the defaults in every third."""
    rng = random.Random(seed)
    options: dict[str, int | bool] = {
        o.name: rng.choice([v for v in game.values(o.type) if v is not None]) for o in game.options.values()
    }
    if seed % 3 == 0:
        options = {o.name: o.default for o in game.options.values()}
    strong = rng.randrange(len(game.seats)) if seed >= MATCHES else None
    taste = tastes(game, rng, strong)
    yield from follow(game, Met(start(game, options), options, seed), rng, taste, steps, strong)


def tastes(game: Game, rng: random.Random, strong: int | None = None) -> dict[str, float]:
    """A liking for some actions, and for each seat one for high or for low cards; different in each match, so that every path is taken often in some."""
    actions = {a.name: rng.choice((0.01, 0.1, 1.0, 8.0)) for p in game.phases.values() for a in p.actions}
    if strong is not None:
        return actions | {f"seat {n}": 0.9 if n == strong else -0.9 for n in range(len(game.seats))}
    habit = rng.choice((0.0, 0.6, 0.9))
    first = rng.choice((-1.0, 1.0))
    return actions | {f"seat {n}": habit * first * (1 if n % 2 else -1) for n in range(len(game.seats))}


def follow(
    game: Game, one: Met, rng: random.Random, taste: Mapping[str, float], steps: int, strong: int | None = None
) -> Iterator[Taken]:
    """Random steps from a position; one seat may be strong."""
    for _ in range(steps):
        phase = game.phases[one.position.phase]
        if phase.kind == "end":
            return
        name: str | None = None
        env: dict[str, int | bool] = {}
        if phase.kind == "by":
            open_: dict[str, list[dict[str, int | bool]]] = defaultdict(list)
            for action, arguments in moves(game, one.options, one.position, phase, rng):
                open_[action.name].append(arguments)
            if not open_:
                raise StuckError(phase.name)
            weights = [taste.get(n, 0.1) for n in open_]
            name = rng.choices(list(open_), weights)[0]
            env = _chosen(game, one, open_[name], rng, taste)
        seed = rng.randrange(1 << 30)
        luck: Luck = seed
        if strong is None:
            after = step(game, one, name, env, luck)
        else:
            chance = Heard(Strong(seed, game, strong))
            after = taken(game, one, name, env, chance)
            luck = Given(tuple(chance.given))
        yield Taken(one, name, tuple(env.items()), luck, after)
        one = Met(after, one.options, one.seed, one.step + 1)


def _chosen(
    game: Game, one: Met, among: list[dict[str, int | bool]], rng: random.Random, taste: Mapping[str, float]
) -> dict[str, int | bool]:
    """Arguments: now and then the highest or the lowest card, as the seat likes."""
    ranks = len(game.enums["rank"])
    liking = taste.get(f"seat {whose(game, one)}", 0.0)
    if rng.random() < abs(liking) and len(among) > 1:
        return min(among, key=lambda env: sum((v % ranks) * (1 if liking > 0 else -1) for v in env.values()))
    return rng.choice(among)


class StuckError(PlayError):
    """Nobody can do anything."""

    def __init__(self, phase: str) -> None:
        self.phase = phase
        super().__init__(phase)


def gathered(game: Game, say: Callable[[int, int], None] = lambda _, __: None) -> list[Taken]:
    """Steps of many matches, so chosen that rare ones are among them; those of different kinds by turns."""
    known: dict[tuple[object, ...], int] = defaultdict(int)
    count: dict[str, int] = defaultdict(int)
    out: list[Taken] = []
    for seeds in (range(MATCHES), range(MATCHES, MATCHES + ALONE)):
        kept: dict[tuple[object, ...], list[Taken]] = defaultdict(list)
        for seed in seeds:
            say(seed, MATCHES + ALONE)
            for one in match(game, seed, STEPS):
                kind = _kind(game, one)
                if seed >= MATCHES and one.action is not None:
                    kind = *kind, offered(game, one.before)
                if known[kind] < OF_A_KIND and count[one.phase] < OF_A_PHASE * (1 if known[kind] else 4):
                    kept[kind].append(one)
                    known[kind] += 1
                    count[one.phase] += 1
        for n in range(max(map(len, kept.values()), default=0)):
            out += [group[n] for group in kept.values() if n < len(group)]
    return out[:: EVERY if len(game.enums["card"]) > LARGE else 1]


def _kind(game: Game, one: Taken) -> tuple[object, ...]:
    """What a step does: where it goes, which variables it writes, and small values that it gives."""
    old, new = one.before.position.values, one.after.values
    written = []
    for place, value in new.items():
        if value != old[place]:
            kind = game.variables[place[0]].type
            written.append(
                (
                    place[0],
                    value
                    if isinstance(kind, Bool)
                    else (value or 0) - (old[place] or 0)
                    if isinstance(kind, Num) and (kind.high or 99) <= 13
                    else value is None,
                )
            )
    flags = tuple(v for (name, _), v in sorted(old.items()) if isinstance(game.variables[name].type, Bool))
    return one.phase, one.action, one.after.phase, tuple(sorted(written, key=str)), flags


def allowed(game: Game, met: Met, among: Container[str] | None = None) -> set[Move]:
    """Every move in a position, or only those that are one of these actions."""
    phase = game.phases[met.position.phase]
    if among is not None:
        phase = replace(phase, actions=tuple(a for a in phase.actions if a.name in among))
    return {(a.name, tuple(env.items())) for a, env in moves(game, met.options, met.position, phase)}


def offered(game: Game, met: Met) -> frozenset[str]:
    """The actions that are allowed in a position, whatever is meant by them."""
    phase = game.phases[met.position.phase]
    return frozenset(a.name for a, _ in moves(game, met.options, met.position, phase, random.Random(0)))


def whose(game: Game, met: Met) -> int | None:
    """The seat whose turn it is in a position; None where there is none."""
    by = game.phases[met.position.phase].by
    assert by is not None
    found = Evaluator(game, met.options, met.position).scalar(by)
    return None if found is None else int(found)
