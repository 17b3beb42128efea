"""Deciding obligations: one context each, a budget in solver steps, answers that are never mixed up."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import lru_cache

import z3

from kirtis.prove.pieces import Question, goals, question
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
    """What the solver said: sat, unsat or unknown, after how many of its steps; a model as values of unknowns.

    ``memory`` is how many megabytes it held when it answered, by its own count; 0 where it does not say. Nothing is decided by that.
    """

    said: str
    steps: int
    seconds: float
    reason: str = ""
    model: tuple[tuple[str, str], ...] = ()
    each: tuple[Answer, ...] = ()
    """Where several goals were asked about, the answer to each; then nothing else is said but whether all are shown."""
    memory: float = 0.0


READ = 4
"""So many lists of what is known a process keeps as it has read them."""

PREPARED = ("simplify", "propagate-values", "solve-eqs", "smt")
"""What is done to a piece of a question about very many cards before it is searched."""


PLAIN = "flat_and_or"
"""What is left as it was written: a choice among choices keeps its parts, each of which the search can decide at once."""


def knowing(text: str) -> z3.Solver:
    """A solver in a context of its own that knows SMT-LIB 2 text, set up as every question here is asked."""
    solver = _set_up(z3.SimpleSolver(ctx=z3.Context()))
    solver.from_string(text)
    return solver


def _set_up(solver: z3.Solver) -> z3.Solver:
    solver.set("random_seed", SEED)
    solver.set("ctrl_c", False)  # an interrupt belongs to Python, and must not look like a used-up budget
    return solver


def decide(text: str, budget: int = BUDGET, want_model: bool = False) -> Answer:
    """Ask Z3 about SMT-LIB 2 text, in a context of its own; of several pieces all must be unsatisfiable, or nothing is known."""
    started = time.perf_counter()
    several = goals(text)
    if several is not None:
        return together(*several, budget)
    parts = question(text)
    if parts is None:
        return _decide(knowing(text), budget, started, want_model=want_model)
    used, memory = 0, 0.0
    for numbers, goal in parts.pieces:
        for case in parts.cases or ("",):
            answer = _decide(_piece(parts, numbers, goal, case), budget, started)
            used, memory = used + answer.steps, max(memory, answer.memory)
            if answer.said != "unsat":
                break
        if answer.said != "unsat":
            return Answer("unknown", used, answer.seconds, "a piece is left open", memory=memory)
    return Answer("unsat" if parts.pieces else "unknown", used, time.perf_counter() - started, memory=memory)


class Knowing:
    """A solver that knows a text and is asked about one goal after another, each with a budget of its own.

    Of each goal there is a literal that implies its contrary. So nothing is taken back, and what is found out about one goal helps with the next.
    """

    def __init__(self, text: str, goals: int = 0) -> None:
        """What the text asserts last are the contraries of so many goals."""
        self.solver = _set_up(z3.SimpleSolver(ctx=z3.Context()))
        self.used = self.many = 0
        said = z3.parse_smt2_string(text, ctx=self.solver.ctx)
        known = len(said) - goals
        _add(self.solver, said, known)
        self.goals = [self.goal(one) for one in said[known:]]

    def also(self, contrary: str, budget: int) -> Answer:
        """What is said of the contrary of one more goal."""
        return self.answer(self.goal(z3.And(list(z3.parse_smt2_string(contrary, ctx=self.solver.ctx)))), budget)

    def goal(self, contrary: z3.BoolRef) -> z3.BoolRef:
        """What stands for the contrary of a goal."""
        self.many += 1
        one = z3.Bool(f"goal {self.many}", ctx=self.solver.ctx)
        self.solver.add(z3.Implies(one, contrary))
        return one

    def answer(self, goal: z3.BoolRef, budget: int) -> Answer:
        """What is said of a goal, which is then done with."""
        answer = _decide(self.solver, budget, time.perf_counter(), goal)
        self.solver.add(z3.Not(goal))
        before, self.used = self.used, answer.steps
        return replace(answer, steps=answer.steps - before)


def together(known: str, contraries: list[str], budget: int) -> Answer:
    """One goal after another: the same text is always answered in the same way, but a goal by itself may need other steps."""
    solver = Knowing(known + "".join(contraries), len(contraries))
    each = tuple(solver.answer(goal, budget) for goal in solver.goals)
    said = "unsat" if all(a.said == "unsat" for a in each) else "unknown"
    return Answer(said, sum(a.steps for a in each), sum(a.seconds for a in each), each=each)


def _piece(parts: Question, numbers: tuple[int, ...], goal: str, case: str = "") -> z3.Solver:
    """A solver in a context of its own that knows a piece, in all cases or in one, whatever was asked before it."""
    context = z3.Context()
    prepared = [z3.With(PREPARED[0], ctx=context, **{PLAIN: False}), *PREPARED[1:]]
    solver = _set_up(z3.Then(*prepared, ctx=context).solver())
    solver.set(PLAIN, False)
    if numbers:
        known = _known(parts.known)
        mine, source = z3.AstVector(ctx=known.ctx), known.ctx.ref()
        for n in numbers:
            z3.Z3_ast_vector_push(source, mine.vector, z3.Z3_ast_vector_get(source, known.vector, n))
        _add(solver, mine.translate(context))
    for text in (goal, case):
        _add(solver, z3.parse_smt2_string(text, ctx=context))
    return solver


def _add(solver: z3.Solver, said: z3.AstVector, many: int | None = None) -> None:
    """Add formulas, or the first of them, to a solver: there are many, and an object of Python for each would take longer than the rest."""
    context = solver.ctx.ref()
    for n in range(len(said) if many is None else many):
        z3.Z3_solver_assert(context, solver.solver, z3.Z3_ast_vector_get(context, said.vector, n))


@lru_cache(maxsize=READ)
def _known(text: str) -> z3.AstVector:
    """What many pieces know, read once: nothing is ever asked in its context."""
    return z3.parse_smt2_string(text, ctx=z3.Context())


def _decide(solver: z3.Solver, budget: int, started: float, *where: z3.BoolRef, want_model: bool = False) -> Answer:
    solver.set("rlimit", budget)
    said = str(solver.check(*where))
    told = dict(iter(solver.statistics()))
    model: tuple[tuple[str, str], ...] = ()
    if said == "sat" and want_model:
        found = solver.model()
        model = tuple(sorted((str(d.name()), str(found[d])) for d in found.decls()))
    reason = _reason(solver.reason_unknown()) if said == "unknown" else ""
    # Its “max memory” is that of all that its process was ever asked; what it holds now is what this question took.
    used, memory = int(told.get("rlimit count", 0)), float(told.get("memory", 0.0))
    return Answer(said, used, time.perf_counter() - started, reason, model, memory=memory)


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
