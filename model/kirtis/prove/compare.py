"""Two games compared by meaning: each step from each position that both have, by a solver, under what is proved of either.

If both begin alike and no position tells them apart, play of one is play of the other, step by step.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kirtis.language.game import Game
from kirtis.prove.asking import Say, quiet
from kirtis.prove.beside import Pair
from kirtis.prove.candidates import candidates
from kirtis.prove.infer import inductive
from kirtis.prove.meet import Key, Spot, met_differences
from kirtis.prove.model import Fact, Model
from kirtis.prove.respects import Beside, Question
from kirtis.prove.sample import Met, met
from kirtis.prove.solve import BUDGET
from kirtis.prove.spotted import Plainly
from kirtis.prove.terms import FALSE

FIRST = BUDGET // 20
"""Solver steps for a question before anything is inferred: what most questions are about does not differ, and that shows at once."""

EFFORT = 5 * BUDGET
"""Solver steps for all the questions together that neither that nor random play has answered."""


@dataclass
class Comparison:
    """What came of comparing: where they differ, what was proved to be alike, and what is not known.

    ``looked`` is in how many positions of random play a difference was looked for that is neither found nor excluded.
    """

    pair: Pair
    spots: list[Spot] = field(default_factory=list)
    alike: list[Key] = field(default_factory=list)
    unknown: list[Key] = field(default_factory=list)
    start: tuple[tuple[str, str, str], ...] = ()
    looked: int = 0

    @property
    def outcome(self) -> int:
        """0 the same, 1 different, 2 not known."""
        if self.spots or self.start or not self.pair.comparable or self.pair.otherwise:
            return 1
        return 2 if self.unknown else 0


def compare(first: Game, second: Game, say: Say = quiet, effort: int = EFFORT, matches: int = 45) -> Comparison:
    """Every way in which two games differ, one position for each; what is not listed is proved to be alike, or ``unknown``.

    What is cheap comes first: what does not differ whatever is known of a position, then what random play shows, and only for the rest
    what can be proved of positions, with so many solver steps for all of it.
    """
    pair = Pair(first, second)
    out = Comparison(pair)
    if not pair.comparable:
        return out
    one = Model(_unbelieving(first))
    beside = Beside(pair, one, Model(_unbelieving(second), beside=one))
    out.start = tuple(beside.start())
    every = list(beside.questions())
    open_: list[Question] = []
    for n, q in enumerate(every):
        say("compare", n, len(every))
        if q.differ is FALSE or beside.told(q, FIRST) == "unsat":
            out.alike.append(q.key)
        else:
            open_.append(q)
    say("play", 0, 1)
    seen = (met(first, matches), met(second, matches)) if open_ else ([], [])
    plainly = Plainly(pair)
    found = {key: plainly.shown(spot) for key, spot in met_differences(pair, seen, {q.key for q in open_}).items()}
    left = [q for q in open_ if q.key not in found]
    if left:
        say("infer", 0, 1)
        for model, game, positions in zip(beside.models, pair.games, seen, strict=True):
            model.propose(inductive(model, proposed_of(game, positions)))
    for n, q in enumerate(left):
        say("compare", n, len(left))
        told = beside.ask(q, min(BUDGET, max(1, effort // len(left))))
        if isinstance(told, Spot):
            found[q.key] = told
        elif told == "unsat":
            out.alike.append(q.key)
        else:
            out.unknown.append(q.key)
    phases = {key[0] for key in out.unknown}
    out.looked = sum(one.position.phase in phases for some in seen for one in some)
    out.spots = [found[k] for k in sorted(found, key=lambda k: (pair.phases.index(k[0]), k[1:]))]
    return out


def proposed_of(game: Game, seen: list[Met]) -> list[Fact]:
    """What may be true of every position of a game, its authors' invariants among it: nothing of it is believed that is not proved."""
    written = [
        Fact(f"{c.name} in {phase}", phase, "inferred", None, c.body)
        for c in game.claims.values()
        if c.kind == "invariant"
        for phase in c.phases or tuple(game.phases)
    ]
    return [*written, *candidates(game, seen)]


def _unbelieving(game: Game) -> Game:
    """The game with nothing taken for granted that its authors say of it."""
    return replace(game, claims={n: replace(c, kind="theorem") if c.kind == "invariant" else c for n, c in game.claims.items()})
