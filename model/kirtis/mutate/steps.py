"""Steps of random matches of the unchanged game, kept with all that is needed to take them again under changed rules."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kirtis.language.game import Action, Game
from kirtis.language.types import Bool, Num
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import PlayError
from kirtis.play.position import Place, Position
from kirtis.play.step import act, automatic, start
from kirtis.prove.sample import Dice, Met, moves

Env = Mapping[str, int | bool]

Move = tuple[str, tuple[tuple[str, int | bool], ...]]
"""An action with its arguments."""

ERRORS = (PlayError, AssertionError, IndexError, KeyError, StopIteration, TypeError, ValueError)
"""What the plain interpreter may raise under rules that are none."""

MATCHES, STEPS = 60, 400
"""Random matches that steps are taken from, and the most steps of each."""

OF_A_KIND, OF_A_PHASE = 24, 260
"""So many steps that do the same things are kept, and so many of one phase."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A step: the position before it, the action with its arguments (None where the rules go on by themselves), the seed of chance, and what came of it."""

    before: Met
    action: str | None
    env: tuple[tuple[str, int | bool], ...]
    seed: int
    after: Position

    @property
    def phase(self) -> str:
        """The phase that the step leaves."""
        return self.before.position.phase

    @property
    def name(self) -> str:
        """Where it is kept: the number of its match and how many steps on."""
        return f"match {self.before.seed}, step {self.before.step + 1}"


class Loaded(Dice):
    """Chance that likes rare deals: hands of one suit, or all the high cards on a few hands."""

    def __init__(self, seed: int, ranks: int) -> None:
        super().__init__(random.Random(seed))
        self.ranks = ranks

    def deal(self, pool: tuple[int, ...], counts: Mapping[Place, int]) -> Mapping[Place, tuple[int, ...]]:
        """Cards of the pool, as many as asked for each zone."""
        cards, noise, rng = list(pool), self.rng.random() * 3, self.rng
        rng.shuffle(cards)
        places = list(counts)
        mode = rng.random()
        if mode < 0.2:
            cards.sort(key=lambda c: c // self.ranks + rng.random() * noise / 2)
        elif mode < 0.75:
            # Every other hand, or any half of them, is dealt from the top of the pack.
            cards.sort(key=lambda c: c % self.ranks + rng.random() * noise)
            if rng.random() < 0.7:
                first = rng.randrange(2)
                places = places[first::2] + places[1 - first :: 2]
            else:
                rng.shuffle(places)
        out: dict[Place, tuple[int, ...]] = {}
        for place in places:
            out[place] = tuple(cards[: counts[place]])
            del cards[: counts[place]]
        return out


def step(game: Game, met: Met, action: str | None, env: Env, seed: int) -> Position:
    """The position after a step. Raises PlayError or another error where the rules give none."""
    phase, dice = game.phases[met.position.phase], Loaded(seed, len(game.enums["rank"]))
    if action is None:
        return automatic(game, met.options, met.position, phase, dice)
    return act(game, met.options, met.position, named(game, phase.name, action), env, dice)


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
    yield from follow(game, Met(start(game, options), options, seed), rng, tastes(game, rng), steps)


def tastes(game: Game, rng: random.Random) -> dict[str, float]:
    """A liking for some actions, and for each seat one for high or for low cards; different in each match, so that every path is taken often in some."""
    actions = {a.name: rng.choice((0.01, 0.1, 1.0, 8.0)) for p in game.phases.values() for a in p.actions}
    habit = rng.choice((0.0, 0.6, 0.9))
    first = rng.choice((-1.0, 1.0))
    return actions | {f"seat {n}": habit * first * (1 if n % 2 else -1) for n in range(len(game.seats))}


def follow(game: Game, one: Met, rng: random.Random, taste: Mapping[str, float], steps: int) -> Iterator[Taken]:
    """Random steps from a position."""
    for _ in range(steps):
        phase = game.phases[one.position.phase]
        if phase.kind == "end":
            return
        name: str | None = None
        env: dict[str, int | bool] = {}
        if phase.kind == "by":
            open_: dict[str, list[dict[str, int | bool]]] = defaultdict(list)
            for action, arguments in moves(game, one.options, one.position, phase):
                open_[action.name].append(arguments)
            if not open_:
                raise StuckError(phase.name)
            weights = [taste.get(n, 0.1) for n in open_]
            name = rng.choices(list(open_), weights)[0]
            env = _chosen(game, one, open_[name], rng, taste)
        seed = rng.randrange(1 << 30)
        after = step(game, one, name, env, seed)
        yield Taken(one, name, tuple(env.items()), seed, after)
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
    kept: dict[tuple[object, ...], list[Taken]] = defaultdict(list)
    count: dict[str, int] = defaultdict(int)
    for seed in range(MATCHES):
        say(seed, MATCHES)
        for one in match(game, seed, STEPS):
            group = kept[_kind(game, one)]
            if len(group) < OF_A_KIND and count[one.phase] < OF_A_PHASE * (1 if group else 4):
                group.append(one)
                count[one.phase] += 1
    turns: list[Taken] = []
    longest = max(map(len, kept.values()), default=0)
    for n in range(longest):
        turns += [group[n] for group in kept.values() if n < len(group)]
    return turns


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


def allowed(game: Game, met: Met) -> set[Move]:
    """Every move in a position."""
    phase = game.phases[met.position.phase]
    return {(a.name, tuple(env.items())) for a, env in moves(game, met.options, met.position, phase)}


def whose(game: Game, met: Met) -> int | None:
    """The seat whose turn it is in a position; None where there is none."""
    by = game.phases[met.position.phase].by
    assert by is not None
    found = Evaluator(game, met.options, met.position).scalar(by)
    return None if found is None else int(found)
