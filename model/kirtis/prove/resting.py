"""What each proof rests on: which invariants it uses, and the content of which clauses.

First an unsat core over all that is assumed, in the game as it is. Then, with these assumptions only, one over the clauses, in the game whose
clauses may be doubted (``loose``): what the core leaves out may say anything, and the proof still stands. A core is small, not
always the smallest; and what a step does with cards, and where it goes on to, is always taken as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

import z3

from kirtis.prove.check import Plan
from kirtis.prove.loose import PREFIX, Loose
from kirtis.prove.model import Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.obligations import obligations
from kirtis.prove.smtlib import script, symbols
from kirtis.prove.solve import BUDGET, knowing
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import TRUE, Term, implies, not_, variable

FACTS = ("invariant", "inferred")
OF_CLAIMS = ("start", "keeps", "holds", "step")
KINDS = (*OF_CLAIMS, "move", "duty", "table", "guard defined", "defined")
"""What is asked about: claims of people, and what the rules promise by what they are."""


@dataclass(frozen=True, slots=True)
class Resting:
    """What the proof of one obligation rests on. ``clauses`` is None where the solver's budget did not suffice to tell."""

    obligation: str
    claim: str | None
    at: tuple[str, ...]
    facts: tuple[str, ...]
    clauses: tuple[str, ...] | None


def resting(plan: Plan, budget: int = BUDGET, say: Callable[[int, int], None] = lambda done, of: None) -> Iterator[Resting]:
    """What each proved obligation rests on that somebody wrote or that the rules promise by what they are."""
    asked = [o for o in plan.obligations if o.kind in KINDS and o.expect == "unsat" and (o.claim or o.kind not in OF_CLAIMS)]
    used: dict[str, list[Assumption] | None] = {}
    for n, o in enumerate(asked):
        say(n, 2 * len(asked))
        used[o.name] = [] if o.goal is TRUE else _needed(o, budget)
    names = {a.what for needed in used.values() for a in needed or () if a.kind == "inferred"}
    loose = Loose(plan.model.game)
    doubted = Model(plan.model.game, [f for f in plan.model.facts if f.name in names and f.kind == "inferred"], loose=loose)
    again = {o.name: o for o in obligations(doubted)}
    for n, o in enumerate(asked):
        say(len(asked) + n, 2 * len(asked))
        needed = used[o.name]
        idle = {a.what for a in o.assumptions} - {a.what for a in needed or ()}
        clauses = None if needed is None else _clauses(again[o.name], idle, loose.given, budget)
        facts = tuple(a.what for a in needed or () if a.kind in FACTS)
        yield Resting(o.name, o.claim, o.at.clauses, facts, clauses)


def _needed(o: Obligation, budget: int) -> list[Assumption] | None:
    """The assumptions that an obligation needs."""
    literals = {f"given {n}": a for n, a in enumerate(o.assumptions)}
    given = [implies(variable(name), a.term) for name, a in literals.items()]
    core = _core([*given, not_(o.goal)], literals, budget)
    return None if core is None else [literals[name] for name in core]


def _clauses(o: Obligation, idle: set[str], loose: list[Assumption], budget: int) -> tuple[str, ...] | None:
    """The clauses whose content an obligation needs, without the assumptions that do nothing for it."""
    kept = [a.term for a in o.assumptions if a.what not in idle]
    if o.goal is TRUE:
        return ()
    there = {str(s.args[0]) for s in symbols([*kept, o.goal])}
    types = [a.term for a in loose if any(str(s.args[0]) in there for s in symbols([a.term]))]
    core = _core([*types, *kept, not_(o.goal)], [s for s in sorted(there) if s.startswith(PREFIX)], budget)
    return None if core is None else tuple(c.removeprefix(PREFIX) for c in core)


def _core(given: list[Term], literals: Iterable[str], budget: int) -> list[str] | None:
    """Which of the literals make the rest impossible; None where that is not known."""
    solver = knowing(script([("", t) for t in given]))
    solver.set("rlimit", budget)
    solver.set("core.minimize", True)
    wanted = list(literals)
    if solver.check([z3.Bool(name, ctx=solver.ctx) for name in wanted]) != z3.unsat:
        return None
    core = {str(c) for c in solver.unsat_core()}
    return [name for name in wanted if name in core]


@dataclass(frozen=True, slots=True)
class Summary:
    """What the claims of a game rest on: of each its clauses, and its invariants by the name of their claim or as they read.

    ``idle`` are the clauses with formal lines on whose content no claim rests, and which no derived check or example is about;
    ``open`` the obligations of which the solver could not tell in its budget.
    """

    claims: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, tuple[str, ...]]
    idle: tuple[str, ...]
    open: tuple[str, ...]

    def needing(self, clause: str) -> tuple[str, ...]:
        """The claims that need the content of a clause."""
        return tuple(claim for claim, clauses in self.claims.items() if clause in clauses)


def summed(plan: Plan, found: Iterable[Resting]) -> Summary:
    """What was found, by claim and by clause."""
    game = plan.model.game
    order = {u.id: n for n, u in enumerate(u for d in game.documents for u in d.units if u.kind == "clause")}
    claims: dict[str, set[str]] = {}
    facts: dict[str, set[str]] = {}
    missing, needed = [], set()
    for one in found:
        if one.clauses is None:
            missing.append(one.obligation)
        mine = {c for c in one.clauses or () if c in order}
        needed |= mine
        if one.claim is not None:
            claims.setdefault(one.claim, set()).update(mine)
            home = {f"{n} in {p}": n for n, c in game.claims.items() if c.kind == "invariant" for p in game.phases}
            used = {home.get(f, f.rpartition(" in ")[0]) for f in one.facts}
            facts.setdefault(one.claim, set()).update(used - {one.claim})
    about = {c for o in plan.obligations if o.kind in ("table", "row", "order", "duty") for c in o.at.clauses}
    about |= {c for claim in game.claims.values() if claim.kind == "example" for c in claim.at.clauses}
    formal = [u.id for d in game.documents for u in d.units if u.kind == "clause" and any(b.kind == "rule" for b in u.blocks)]
    return Summary(
        {name: tuple(sorted(clauses, key=order.__getitem__)) for name, clauses in claims.items()},
        {name: tuple(sorted(used)) for name, used in facts.items()},
        tuple(c for c in formal if c not in needed and c not in about),
        tuple(missing),
    )
