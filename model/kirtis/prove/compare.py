"""Two games compared by meaning: each step from each position that both have, by a solver, under what is proved of either.

If both begin alike and no position tells them apart, play of one is play of the other, step by step.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kirtis.language.game import Game
from kirtis.prove.asking import Say, quiet
from kirtis.prove.beside import Pair
from kirtis.prove.candidates import candidates
from kirtis.prove.infer import infer
from kirtis.prove.meet import Key, Spot, met_differences
from kirtis.prove.model import Fact, Model
from kirtis.prove.respects import Beside
from kirtis.prove.sample import Met, met
from kirtis.prove.solve import BUDGET
from kirtis.prove.terms import FALSE


@dataclass
class Comparison:
    """What came of comparing: where they differ, what was proved to be alike, and what is not known."""

    pair: Pair
    spots: list[Spot] = field(default_factory=list)
    alike: list[Key] = field(default_factory=list)
    unknown: list[Key] = field(default_factory=list)
    start: tuple[tuple[str, str, str], ...] = ()

    @property
    def outcome(self) -> int:
        """0 the same, 1 different, 2 not known."""
        if self.spots or self.start or not self.pair.comparable or self.pair.otherwise:
            return 1
        return 2 if self.unknown else 0


def compare(first: Game, second: Game, say: Say = quiet, budget: int = BUDGET, matches: int = 45) -> Comparison:
    """Every way in which two games differ, one position for each; what is not listed is proved to be alike, or ``unknown``."""
    pair = Pair(first, second)
    out = Comparison(pair)
    if not pair.comparable:
        return out
    say("play", 0, 1)
    seen = (met(first, matches), met(second, matches))
    say("infer", 0, 1)
    facts = [proved_of(g, m) for g, m in zip(pair.games, seen, strict=True)]
    one = Model(_unbelieving(first), facts[0])
    beside = Beside(pair, one, Model(_unbelieving(second), facts[1], beside=one))
    out.start = tuple(beside.start())
    every = list(beside.questions())
    questions = [q for q in every if q.differ is not FALSE]
    trivial = {q.key for q in every if q.differ is FALSE}
    say("compare", 0, 1)
    found = met_differences(pair, seen, {q.key for q in questions})
    for n, q in enumerate(questions):
        say("compare", n, len(questions))
        if q.key in found:
            continue
        told = beside.ask(q, budget)
        if isinstance(told, Spot):
            found[q.key] = told
        elif told == "unsat":
            out.alike.append(q.key)
        else:
            out.unknown.append(q.key)
    out.alike += [k for k in trivial if k not in found]
    out.spots = [found[k] for k in sorted(found, key=lambda k: (pair.phases.index(k[0]), k[1:]))]
    return out


def proved_of(game: Game, seen: list[Met]) -> list[Fact]:
    """Invariants of a game that are proved by themselves, its authors' among them where they hold."""
    written = [
        Fact(f"{c.name} in {phase}", phase, "inferred", None, c.body)
        for c in game.claims.values()
        if c.kind == "invariant"
        for phase in c.phases or tuple(game.phases)
    ]
    return infer(_unbelieving(game), [*written, *candidates(game, seen)])


def _unbelieving(game: Game) -> Game:
    """The game with nothing taken for granted that its authors say of it."""
    return replace(game, claims={n: replace(c, kind="theorem") if c.kind == "invariant" else c for n, c in game.claims.items()})
