"""What each proof rests on: which invariants it uses, and the content of which clauses.

First an unsat core over all that is assumed, in the game as it is. Then, with these assumptions only, one over the clauses, in the game whose
clauses may be doubted (``loose``): what the core leaves out may say anything, and the proof still stands. A core is small, not
always the smallest; and what a step does with cards, and where it goes on to, is always taken as it is written.

With very many cards the game of which everything may be doubted is too large to be read. There one clause is doubted at a time: a proof
needs those without which, the others as they are written, it was not found again. Where either of two would do, neither is among them.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

import z3

from kirtis.language.game import Game
from kirtis.prove.check import Plan
from kirtis.prove.cores import Cores, Types, names_in
from kirtis.prove.loose import PREFIX, Loose, doubtable
from kirtis.prove.model import Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.obligations import obligations
from kirtis.prove.slices import unknowns
from kirtis.prove.solve import BUDGET
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import TRUE, and_, variable
from kirtis.prove.together import groups

FACTS = ("invariant", "inferred")
OF_CLAIMS = ("start", "keeps", "holds", "step")
KINDS = (*OF_CLAIMS, "move", "duty", "table", "guard defined", "defined")
"""What is asked about: claims of people, and what the rules promise by what they are."""

ENOUGH = BUDGET // 5
"""Solver steps for one proof: what takes more is left open, since there are many, and each is tried several times."""


@dataclass(frozen=True, slots=True)
class Resting:
    """What the proof of one obligation rests on. ``clauses`` is None where that could not be told."""

    obligation: str
    claim: str | None
    at: tuple[str, ...]
    facts: tuple[str, ...]
    clauses: tuple[str, ...] | None


def resting(
    plan: Plan,
    budget: int = ENOUGH,
    say: Callable[[int, int], None] = lambda done, of: None,
    claims: Collection[str] | None = None,
) -> Iterator[Resting]:
    """What each proved obligation rests on that somebody wrote or that the rules promise by what they are; or those of some claims alone."""
    asked = [o for o in _asked(plan) if claims is None or o.claim in claims]
    used: dict[str, list[Assumption] | None] = {}
    rounds: list[tuple[str, ...] | None] = [(c,) for c in _doubted_clauses(plan.model.game)] if apart(plan) else [None]
    for group in groups(asked, small=True):
        used |= zip((o.name for o in group), _needed(group, budget), strict=True)
        say(len(used), (1 + len(rounds)) * len(asked))
    # What does nothing for a proof is left out; of what is true by itself where nothing is doubted, nobody could tell.
    idle = {o.name: {a.what for a in o.assumptions}.difference(a.what for a in used[o.name] or ()) for o in asked}
    facts = {a.what for some in used.values() for a in some or () if a.kind == "inferred"}
    clauses: dict[str, tuple[str, ...] | None] = {}
    done = len(asked)
    for only in rounds:
        for name, core in _believed(Doubted(plan, facts, budget, only), used, idle):
            before = clauses.get(name, ())
            clauses[name] = None if core is None or before is None else (*before, *core)
            say(done := done + 1, (1 + len(rounds)) * len(asked))
        gc.collect()  # a doubted game goes round in circles, and is millions of formulas
    for o in asked:
        known = tuple(a.what for a in used[o.name] or () if a.kind in FACTS)
        yield Resting(o.name, o.claim, o.at.clauses, known, clauses.get(o.name))


def _doubted_clauses(game: Game) -> list[str]:
    """The clauses of the rules, in their order, of which there is something to doubt; not what only statements speak of."""
    given = doubtable(game)
    return [clause for clause in _order(game) if clause in given]


def _order(game: Game) -> dict[str, int]:
    """The clauses of a game by their places."""
    return {u.id: n for n, u in enumerate(u for d in game.documents for u in d.units if u.kind == "clause")}


def apart(plan: Plan) -> bool:
    """Whether so much is known of the positions of a game that its clauses are doubted one at a time, and not all together."""
    return any(o.large for o in _asked(plan))


def _believed(
    doubted: Doubted, used: Mapping[str, Collection[Assumption] | None], idle: Mapping[str, set[str]]
) -> Iterator[tuple[str, tuple[str, ...] | None]]:
    """Which of the clauses that may be doubted each obligation needs, beside what it uses; None where that could not be told."""
    for group in doubted.groups(used):
        # What speaks of no clause that may be doubted is proved as it was.
        open_ = {o.name: o for o in group if used[o.name] is not None and doubted.touch(o, idle[o.name])}
        yield from ((o.name, None if used[o.name] is None else ()) for o in group if o.name not in open_)
        if not open_:
            continue
        knowing = _Knowing(doubted, list(open_.values()), idle=set.intersection(*map(idle.__getitem__, open_)))
        for n, o in enumerate(open_.values()):
            core = knowing.core(n, wanted := knowing.believed if doubted.only is None else (), idle=idle[o.name])
            if core is None and knowing.cores.said == z3.sat:
                # Where a step may be another, what is true after it may bear another name.
                core = _Knowing(doubted, [o]).core(0, wanted)
            if core is None and doubted.only is not None:
                core = knowing.believed  # as it is written it was proved, and not without that
            yield o.name, None if core is None else tuple(c.removeprefix(PREFIX) for c in core)


def fallen(plan: Plan, claims: Mapping[str, Iterable[str]], facts: Collection[str], budget: int = ENOUGH) -> list[str]:
    """The obligations of some claims that are not proved where of all clauses only those are believed that are given for each.

    Of what is inferred, only these facts are known, which are named as they read, whatever their phase.
    """
    mine = {o.name: o.claim for o in _asked(plan) if o.claim in claims}
    doubted = Doubted(plan, {f.name for f in plan.model.facts if f.name.rpartition(" in ")[0] in facts}, budget)
    out = [name for name in mine if name not in doubted.obligations]
    for group in doubted.groups(mine):
        knowing = _Knowing(doubted, group)
        for n, o in enumerate(group):
            believed = [PREFIX + clause for clause in claims[str(mine[o.name])]]
            if knowing.core(n, (), believed) is None:
                out.append(o.name)
    return out


def _asked(plan: Plan) -> list[Obligation]:
    return [o for o in plan.obligations if o.kind in KINDS and o.expect == "unsat" and (o.claim or o.kind not in OF_CLAIMS)]


def _needed(group: list[Obligation], budget: int) -> Iterator[list[Assumption] | None]:
    """The assumptions that each of these needs, which have the same."""
    literals = {f"given {n}": a for n, a in enumerate(group[0].assumptions)}
    cores = Cores({name: a.term for name, a in literals.items()}, (), [o.goal for o in group], budget)
    said = {name for name, a in literals.items() if a.kind == "invariant"}  # of what is inferred there is so much
    for n, o in enumerate(group):
        core = [] if o.goal is TRUE else cores.core(n, (), literals, said)
        yield None if core is None else [literals[name] for name in core]


class Doubted:
    """The game whose clauses may be doubted, or only some of them, with those of its inferred invariants that are named."""

    def __init__(self, plan: Plan, facts: Collection[str], budget: int, only: Collection[str] | None = None) -> None:
        loose = Loose(plan.model.game, only)
        model = Model(plan.model.game, [f for f in plan.model.facts if f.name in facts and f.kind == "inferred"], loose=loose)
        self.obligations = {o.name: o for o in obligations(model)}
        self.types, self.budget, self.only = Types(loose.given), budget, only

        self.unknown = unknowns(and_(*(variable(PREFIX + clause) for clause in doubtable(plan.model.game))))

    def touch(self, o: Obligation, idle: Collection[str]) -> bool:
        """Whether a doubt has to do with an obligation: with what it says, or knows but for what is idle."""
        return any(unknowns(t) & self.unknown for t in (o.goal, *(a.term for a in o.assumptions if a.what not in idle)))

    def groups(self, names: Iterable[str]) -> Iterator[list[Obligation]]:
        """Obligations by what they know; one that does not arise where clauses may be doubted is passed over."""
        return groups((self.obligations[name] for name in names if name in self.obligations), small=True)


class _Knowing:
    """Some obligations of a doubted game that know the same, and what they know but for what is idle."""

    def __init__(self, doubted: Doubted, group: list[Obligation], idle: Collection[str] = ()) -> None:
        self.goals = [o.goal for o in group]
        self.known = {f"given {n}": a for n, a in enumerate(group[0].assumptions) if a.what not in idle}
        there = names_in([*(a.term for a in self.known.values()), *self.goals])
        self.believed = [name for name in sorted(there) if name.startswith(PREFIX)]
        terms = {name: a.term for name, a in self.known.items()}
        self.cores = Cores(terms, doubted.types.of(there), self.goals, doubted.budget)

    def core(self, n: int, wanted: Iterable[str], held: Iterable[str] = (), idle: Collection[str] = ()) -> list[str] | None:
        """Which of the wanted literals a goal needs beside those that are held and what is not idle; None where it is not shown."""
        if self.goals[n] is TRUE:
            return []
        known = [name for name, a in self.known.items() if a.what not in idle]
        return self.cores.core(n, [*known, *held], wanted)


@dataclass(frozen=True, slots=True)
class Summary:
    """What the claims of a game rest on: of each its clauses, and its invariants by the name of their claim or as they read.

    ``idle`` are the clauses that give a value on which no claim rests, and which no derived check or example is about;
    ``open`` the obligations of which it could not be told, mostly as the budget was too small; a claim that has one is left out.
    ``apart`` tells that one clause was doubted at a time: then each is needed that a claim has, but they need not be enough.
    """

    claims: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, tuple[str, ...]]
    idle: tuple[str, ...]
    open: tuple[str, ...]
    apart: bool = False

    def needing(self, clause: str) -> tuple[str, ...]:
        """The claims that need the content of a clause."""
        return tuple(claim for claim, clauses in self.claims.items() if clause in clauses)


def summed(plan: Plan, found: Iterable[Resting]) -> Summary:
    """What was found, by claim and by clause."""
    game = plan.model.game
    order = _order(game)
    claims: dict[str, set[str]] = {}
    facts: dict[str, set[str]] = {}
    missing: dict[str, str | None] = {}
    needed: set[str] = set()
    for one in found:
        if one.clauses is None:
            missing[one.obligation] = one.claim
        mine = {c for c in one.clauses or () if c in order}
        needed |= mine
        if one.claim is not None:
            claims.setdefault(one.claim, set()).update(mine)
            home = {f"{n} in {p}": n for n, c in game.claims.items() if c.kind == "invariant" for p in game.phases}
            used = {home.get(f, f.rpartition(" in ")[0]) for f in one.facts}
            facts.setdefault(one.claim, set()).update(used - {one.claim})
    about = {c for o in plan.obligations if o.kind in ("table", "row", "order", "duty") for c in o.at.clauses}
    about |= {c for claim in game.claims.values() if claim.kind == "example" for c in claim.at.clauses}
    given = doubtable(game)
    return Summary(
        {name: tuple(sorted(clauses, key=order.__getitem__)) for name, clauses in claims.items() if name not in missing.values()},
        {name: tuple(sorted(used)) for name, used in facts.items() if name not in missing.values()},
        tuple(c for c in order if c in given - needed - about),
        tuple(missing),
        apart(plan),
    )
