"""Which candidates hold at the start and survive every step: the largest such set (Houdini).

The answer is a proposal. Each member is proved again, step by step, as an obligation like any other.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import z3

from kirtis.language.game import Game
from kirtis.prove.model import Fact, Model
from kirtis.prove.smtlib import script
from kirtis.prove.solve import knowing
from kirtis.prove.terms import FALSE, TRUE, Term, and_, iff, implies, not_, variable
from kirtis.prove.transitions import Step

BUDGET = 30_000_000
"""Solver steps for one question; a candidate that takes more is dropped."""


@dataclass
class _Edge:
    """A step with a solver that knows it, the candidates before and after it, and the literals that stand for them."""

    step: Step
    phase: str
    context: z3.Context
    solver: z3.Solver
    before: dict[int, z3.BoolRef]
    after: dict[int, z3.BoolRef]


def infer(game: Game, facts: list[Fact]) -> list[Fact]:
    """The candidates that are inductive together with the invariants that the authors wrote."""
    return inductive(Model(game), facts)


def inductive(model: Model, facts: list[Fact], jobs: int = 1) -> list[Fact]:
    """The candidates that are inductive together with the invariants of a model, which stays as it was.

    So many steps are looked at at once, each in a solver context of its own.
    """
    alive = dict(enumerate(facts))
    _start(model, alive)
    edges = [_edge(model, phase, step, alive) for phase in model.game.phases for step in model.steps(phase)]
    work = edges
    with ThreadPoolExecutor(jobs) as pool:
        while work:
            dropped: set[int] = set()
            for lost in pool.map(lambda edge: _check(edge, alive), work):
                dropped |= lost
            phases = {alive.pop(k).phase for k in dropped}
            work = [edge for edge in edges if edge.phase in phases]
    return list(alive.values())


def _start(model: Model, alive: dict[int, Fact]) -> None:
    state, given = model.initial()
    known = and_(*(a.term for a in given), *(a.term for a in model.option_given))
    for k, f in list(alive.items()):
        if f.phase == model.game.start:
            goal = model.holds(f.expr, state)
            if goal is not TRUE and (goal is FALSE or _sat(script([("", known), ("", not_(goal))]))):
                del alive[k]


def _sat(text: str) -> bool:
    solver = knowing(text)
    solver.set("rlimit", BUDGET)
    return bool(solver.check() != z3.unsat)


def _edge(model: Model, phase: str, step: Step, alive: dict[int, Fact]) -> _Edge:
    names = list(model.game.phases)
    known = [("", a.term) for a in (*model.base(phase), *model.taken(step), *model.after(step))]
    before: dict[int, Term] = {}
    after: dict[int, Term] = {}
    there = {k: step.after.at(int(k or 0)) for k in step.after.phase}
    for k, f in alive.items():
        if f.phase == phase:
            literal = variable(f"before {k}")
            known.append(("", implies(literal, model.holds(f.expr, model.at[phase]))))
            before[k] = literal
        condition = step.after.phase.get(names.index(f.phase))
        if condition is not None:
            goal = implies(condition, model.holds(f.expr, there[names.index(f.phase)]))
            if goal is not TRUE:
                broken = variable(f"broken {k}")
                known.append(("", iff(broken, not_(goal))))
                after[k] = broken
    solver = knowing(script(known))
    context = solver.ctx
    return _Edge(
        step,
        phase,
        context,
        solver,
        {k: _literal(v, context) for k, v in before.items()},
        {k: _literal(v, context) for k, v in after.items()},
    )


def _literal(term: Term, context: z3.Context) -> z3.BoolRef:
    return z3.Bool(str(term.args[0]), ctx=context)


def _check(edge: _Edge, alive: dict[int, Fact]) -> set[int]:
    """The candidates that this step breaks."""
    lost: set[int] = set()
    while goals := [k for k in edge.after if k in alive and k not in lost]:
        # Nothing is taken back: what the solver finds out about some helps it with those that are left.
        some = z3.FreshBool("some", ctx=edge.context)
        edge.solver.add(z3.Implies(some, z3.Or([edge.after[k] for k in goals])))
        edge.solver.set("rlimit", BUDGET)
        said = edge.solver.check(some, *(v for k, v in edge.before.items() if k in alive and k not in lost))
        if said == z3.unsat:
            break
        found = edge.solver.model() if said == z3.sat else None
        broken = {k for k in goals if found is not None and z3.is_true(found[edge.after[k]])}
        lost |= broken or set(goals)
    return lost
