"""What each proof rests on: which invariants it uses, and the content of which clauses.

First an unsat core over all that is assumed, in the game as it is. Then, with these assumptions only, one over the clauses, in the game whose
clauses may be doubted (``loose``): what the core leaves out may say anything, and the proof still stands. A core is small, not
always the smallest. Where formulas with all clauses in doubt would be too large, each clause is doubted alone: then those are named without
which the proof does not stand, though all others are believed. What a step does with cards, and where it goes on to, is always taken as it
is written.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import z3

from kirtis.prove.check import Plan
from kirtis.prove.cores import Cores
from kirtis.prove.doubted import Doubted, Knowing, inferred
from kirtis.prove.loose import PREFIX, doubtable
from kirtis.prove.model import Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.obligations import obligations
from kirtis.prove.solve import BUDGET
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import TRUE
from kirtis.prove.together import groups, mark

FACTS = ("invariant", "inferred")
OF_CLAIMS = ("start", "keeps", "holds", "step")
KINDS = (*OF_CLAIMS, "move", "duty", "table", "guard defined", "defined")
"""What is asked about: claims of people, and what the rules promise by what they are."""

Needed = tuple[str, ...] | None
"""The clauses that a proof needs; None where that could not be told."""

Idle = Mapping[str, set[str]]
"""Of each obligation what it is given and does not need."""

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
    apart: bool = False,
) -> Iterator[Resting]:
    """What each proved obligation rests on that somebody wrote or that the rules promise by what they are; or those of some claims alone.

    With ``apart`` each clause is doubted alone: where formulas with all clauses in doubt would be too large.
    """
    asked = [o for o in _asked(plan) if claims is None or o.claim in claims]
    used: dict[str, list[Assumption] | None] = {}
    for group in groups(asked, small=True):
        used |= zip((o.name for o in group), _needed(group, budget), strict=True)
        say(len(used), 2 * len(asked))
    # What does nothing for a proof is left out; of what is true by itself where nothing is doubted, nobody could tell.
    idle = {o.name: {a.what for a in o.assumptions}.difference(a.what for a in used[o.name] or ()) for o in asked}
    facts = {a.what for some in used.values() for a in some or () if a.kind == "inferred"}
    shown = {name: idle[name] for name, some in used.items() if some is not None}
    tell = partial(_half, say, len(asked))
    clauses = (_one_by_one if apart else _at_once)(plan, facts, shown, budget, tell)
    for o in asked:
        needed = tuple(a.what for a in used[o.name] or () if a.kind in FACTS)
        yield Resting(o.name, o.claim, o.at.clauses, needed, clauses.get(o.name))


def _at_once(plan: Plan, facts: Collection[str], idle: Idle, budget: int, say: Callable[[int, int], None]) -> dict[str, Needed]:
    """The clauses that each proof needs where all may be doubted at once: a core of them."""
    doubted, clauses = Doubted(plan, facts, budget), dict[str, Needed]()
    for group in doubted.groups(idle):
        knowing = Knowing(doubted, group, idle=set.intersection(*(idle[o.name] for o in group)))
        for n, o in enumerate(group):
            core = knowing.core(n, knowing.believed, idle=idle[o.name])
            if core is None and knowing.cores.said == z3.sat:
                # Where a step may be another, what is true after it may bear another name.
                core = Knowing(doubted, [o]).core(0, knowing.believed)
            clauses[o.name] = None if core is None else tuple(c.removeprefix(PREFIX) for c in core)
        say(len(clauses), len(idle))
    return clauses


def _one_by_one(
    plan: Plan, facts: Collection[str], idle: Idle, budget: int, say: Callable[[int, int], None]
) -> dict[str, Needed]:
    """The clauses without which each proof does not stand, though all others are believed."""
    game = plan.model.game
    known = {o.name: mark(o) for o in obligations(Model(game, inferred(plan, facts)))}
    clauses: dict[str, Needed] = dict.fromkeys(idle, ())
    given = sorted(doubtable(game))
    for done, clause in enumerate(given):
        say(done, len(given))
        gc.collect()  # of all that was made for one clause, nothing is of use for the next
        doubted = Doubted(plan, facts, budget, clause)
        # A question that reads as ever does not ask for the clause; one that does not arise any more says nothing.
        clauses |= {name: None for name in idle if name not in doubted.obligations}
        for group in doubted.groups(name for name, o in doubted.obligations.items() if name in idle and mark(o) != known[name]):
            knowing = Knowing(doubted, group, idle=set.intersection(*(idle[o.name] for o in group)))
            for n, o in enumerate(group):
                said = _said(knowing, n)
                if said == z3.sat:
                    # What is idle where all is believed might help where something is not.
                    said = _said(Knowing(doubted, [o]), 0)
                if said != z3.unsat:
                    before = clauses[o.name]
                    clauses[o.name] = (*before, clause) if before is not None and said == z3.sat else None
    return clauses


def _said(knowing: Knowing, goal: int) -> z3.CheckSatResult:
    """Whether the contrary of a goal is possible."""
    return z3.unsat if knowing.core(goal, ()) is not None else knowing.cores.said


def _half(say: Callable[[int, int], None], all_: int, done: int, of: int) -> None:
    """The second half of the work has come so far."""
    say(all_ + all_ * done // max(1, of), 2 * all_)


def fallen(plan: Plan, claims: Mapping[str, Iterable[str]], facts: Collection[str], budget: int = ENOUGH) -> list[str]:
    """The obligations of some claims that are not proved where of all clauses only those are believed that are given for each.

    Of what is inferred, only these facts are known, which are named as they read, whatever their phase.
    """
    mine = {o.name: o.claim for o in _asked(plan) if o.claim in claims}
    doubted = Doubted(plan, {f.name for f in plan.model.facts if f.name.rpartition(" in ")[0] in facts}, budget)
    out = [name for name in mine if name not in doubted.obligations]
    for group in doubted.groups(mine):
        knowing = Knowing(doubted, group)
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


@dataclass(frozen=True, slots=True)
class Summary:
    """What the claims of a game rest on: of each its clauses, and its invariants by the name of their claim or as they read.

    ``idle`` are the clauses that give a value on which no claim rests, and which no derived check or example is about;
    ``open`` the obligations of which it could not be told, mostly as the budget was too small; a claim that has one is left out;
    ``apart`` says that each clause was doubted alone.
    """

    claims: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, tuple[str, ...]]
    idle: tuple[str, ...]
    open: tuple[str, ...]
    apart: bool = False

    def needing(self, clause: str) -> tuple[str, ...]:
        """The claims that need the content of a clause."""
        return tuple(claim for claim, clauses in self.claims.items() if clause in clauses)


def summed(plan: Plan, found: Iterable[Resting], apart: bool = False) -> Summary:
    """What was found, by claim and by clause; ``apart`` where each clause was doubted alone."""
    game = plan.model.game
    order = {u.id: n for n, u in enumerate(u for d in game.documents for u in d.units if u.kind == "clause")}
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
        apart,
    )
