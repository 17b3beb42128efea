"""Deciding obligations: one context each, a budget in solver steps, answers that are never mixed up."""

from __future__ import annotations

import time
from dataclasses import dataclass

import z3

from kirtis.prove.slices import scripts
from kirtis.prove.smtlib import script
from kirtis.prove.terms import Term, implies, variable

BUDGET = 40_000_000
"""Solver steps (rlimit) for one obligation: an answer does not depend on the machine or its load."""

PIECE = 5
"""So many times the budget a piece of a large obligation may take: prepared as it is, its steps are short."""
WISH = 2_000_000
"""Solver steps for a wish: one that takes more stays unfulfilled."""

SEED = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """What the solver said: sat, unsat or unknown, after how many of its steps; a model as values of unknowns."""

    said: str
    steps: int
    seconds: float
    reason: str = ""
    model: tuple[tuple[str, str], ...] = ()


PREPARED = ("simplify", "propagate-values", "solve-eqs", "smt")
"""What is done to a piece of a question about very many cards before it is searched."""


def knowing(text: str, prepared: bool = False) -> z3.Solver:
    """A solver in a context of its own that knows SMT-LIB 2 text, set up as every question here is asked."""
    context = z3.Context()
    solver = z3.Then(*PREPARED, ctx=context).solver() if prepared else z3.SimpleSolver(ctx=context)
    solver.set("random_seed", SEED)
    solver.set("ctrl_c", False)  # an interrupt belongs to Python, and must not look like a used-up budget
    solver.from_string(text)
    return solver


def decide(text: str, budget: int = BUDGET, want_model: bool = False) -> Answer:
    """Ask Z3 about SMT-LIB 2 text, in a context of its own; of several scripts all must be unsatisfiable, or nothing is known."""
    started, used = time.perf_counter(), 0
    (*pieces, last), prepared = scripts(text)
    for piece in pieces:
        answer = _decide(piece, budget, started, prepared)
        used += answer.steps
        if answer.said != "unsat":
            return Answer("unknown", used, answer.seconds, "a piece is left open")
    answer = _decide(last, budget, started, prepared, want_model)
    if prepared and answer.said == "sat":
        return Answer("unknown", used + answer.steps, answer.seconds, "a piece is left open")
    return Answer(answer.said, used + answer.steps, answer.seconds, answer.reason, answer.model)


def _decide(text: str, budget: int, started: float, prepared: bool, want_model: bool = False) -> Answer:
    solver = knowing(text, prepared)
    solver.set("rlimit", budget)
    said = str(solver.check())
    used = next((int(value) for name, value in solver.statistics() if name == "rlimit count"), 0)
    model: tuple[tuple[str, str], ...] = ()
    if said == "sat" and want_model:
        found = solver.model()
        model = tuple(sorted((str(d.name()), str(found[d])) for d in found.decls()))
    reason = _reason(solver.reason_unknown()) if said == "unknown" else ""
    return Answer(said, used, time.perf_counter() - started, reason, model)


def _reason(told: str) -> str:
    """Why there is no answer; the solver has two names for a budget that is used up."""
    return "the budget of solver steps is used up" if "canceled" in told or "resource limit" in told else told


def plainest(known: list[tuple[str, Term]], wishes: list[Term], budget: int = BUDGET) -> tuple[str, dict[str, str]]:
    """What Z3 says of these, and a model of them in which as many wishes come true as can, the first first."""
    names = [f"wish {n}" for n in range(len(wishes))]
    solver = knowing(script([*known, *(("", implies(variable(n), w)) for n, w in zip(names, wishes, strict=True))]))
    solver.set("rlimit", budget)
    said = str(solver.check())
    if said != "sat":
        return said, {}
    granted: list[z3.BoolRef] = []
    best = solver.model()
    solver.set("rlimit", min(budget, WISH))
    for name in names:
        literal = z3.Bool(name, ctx=solver.ctx)
        if solver.check([*granted, literal]) == z3.sat:
            granted.append(literal)
            best = solver.model()
    return said, {str(d.name()): str(best[d]) for d in best.decls()}
