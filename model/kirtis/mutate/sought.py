"""Steps of matches that were looked for: where something is done, offered, refused or decided that random matches seldom come to.

The search is that of the conformance vectors, with less effort. What it finds is kept so that everything that the rules can come to,
as far as it found it, is come to a few times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kirtis.conform.choose import choose
from kirtis.conform.look import Looked, outcomes
from kirtis.conform.match import meant
from kirtis.conform.search import Effort, search
from kirtis.conform.wander import Decision, Match, Wanderer
from kirtis.language.game import Game
from kirtis.mutate.defaults import matters
from kirtis.mutate.luck import Given, Heard
from kirtis.mutate.places import alone
from kirtis.mutate.steps import ALONE, MATCHES, Taken, taken
from kirtis.play.careful import PlainChance
from kirtis.play.chance import Again, Forced
from kirtis.prove.sample import Met

EFFORT = Effort(sets=24, plays=20_000, looks=300, rounds=4, round_plays=5_000, round_looks=100, more=1)
TIMES = 3
"""So often something is come to, where the search came to it so often."""

ENDS = 12_000
"""So many decisions of usual matches are played to the end, where what is usual and who has won may matter."""


@dataclass(frozen=True)
class Sought:
    """The steps that were looked for, and the matches that they are steps of, by number."""

    steps: tuple[Taken, ...]
    matches: Mapping[int, Match]


def sought(game: Game) -> Sought:
    """The steps that were looked for in matches of a game, with the automatic steps after them; the same for the same rules."""
    rules = alone(game)
    _, found = search(rules, "mutants", EFFORT)
    chosen = [one.decision for one, _ in choose(found, _touched, lambda _: 1, TIMES)]
    chosen += _ends(rules)
    chosen += matters(rules, [one.decision for one in found])
    matches: dict[Match, int] = {}
    for one in chosen:
        matches.setdefault(one.match, MATCHES + ALONE + len(matches))
    steps = tuple(step for one in chosen for step in _steps(game, one, matches[one.match]))
    return Sought(steps, {n: match for match, n in matches.items()})


def _touched(one: Looked) -> frozenset[str]:
    return frozenset(one.offer | one.step)


def _ends(rules: Game) -> Iterator[Decision]:
    """The decisions that end a deal or the match in the longest of some usual matches."""
    wanderer = Wanderer(rules, "ends", keep=(10**6, 0, 0, 0))
    kept = wanderer.to_the_end(ENDS)
    over = [one for one in kept if one.after.over]
    if over:
        longest = max(over, key=lambda one: one.nth).match
        yield from (one for one in kept if one.match is longest and (one.until - one.at > 1 or one.after.over))


def _steps(game: Game, decision: Decision, number: int) -> Iterator[Taken]:
    """A decision, and what the rules do by themselves after it."""
    match, engine = decision.match, decision.match.game.engine
    options = match.game.option_values
    chance = Heard(PlainChance(engine.layout, Forced(engine.layout, Again(outcomes(decision))), 0))
    position, phase = decision.state.plain, game.phases[decision.state.phase]
    action, names = meant(game, phase.name, decision.action)
    env = {n: value for n, value in names.items() if isinstance(value, int)}
    name: str | None = action.name
    while True:
        met = Met(position, options, number, decision.nth)
        chance.given.clear()
        after = taken(game, met, name, env, chance)
        yield Taken(met, name, tuple(env.items()) if name else (), Given(tuple(chance.given)), after)
        position, phase, name = after, game.phases[after.phase], None
        if phase.kind not in ("auto", "chance"):
            return
