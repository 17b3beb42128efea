"""A second solver, built by other people: cvc5 decides the same texts again.

It is asked for its verdict only. Where the two solvers differ, or the second has none, that is an error of its own and never a proof.
"""

from __future__ import annotations

import time
from dataclasses import replace
from importlib.util import find_spec

from kirtis.prove.pieces import goals, scripts
from kirtis.prove.solve import SEED, Answer

LOGIC = "QF_LIA"
"""Truth values and whole numbers in linear arithmetic: all that obligations are made of."""

NAME = "cvc5"

FEW = 12_000_000
"""Resource units for one of several goals."""


def installed() -> bool:
    """Whether the second solver can be asked on this machine."""
    return find_spec("cvc5") is not None


def decide(text: str, budget: int) -> Answer:
    """Ask cvc5 about SMT-LIB 2 text, with a budget in its resource units; of several scripts all must be unsatisfiable.

    Raises ImportError where it is not installed.
    """
    several = goals(text)
    if several is not None:
        return together(*several, budget)
    pieces, part = scripts(text)
    used, seconds = 0, 0.0
    for n, piece in enumerate(pieces, 1):
        answer = Knowing(piece, budget).answer()
        used, seconds = used + answer.steps, seconds + answer.seconds
        if (n < len(pieces) or part) and answer.said != "unsat":
            return Answer("unknown", used, seconds, "a piece is left open")
    return replace(answer, steps=used, seconds=seconds)


def together(known: str, contraries: list[str], budget: int) -> Answer:
    """One goal after another, each with the budget, of a solver that reads once what they know."""
    solver = Knowing(known, budget, several=True)
    each = tuple(map(solver.answer, contraries))
    said = "unsat" if all(a.said == "unsat" for a in each) else "unknown"
    return Answer(said, sum(a.steps for a in each), sum(a.seconds for a in each), each=each)


class Knowing:
    """A solver that has read a text: it is asked about it, or with ``several`` about it together with one text after another."""

    def __init__(self, known: str, budget: int, *, several: bool = False) -> None:
        import cvc5

        self.cvc5 = cvc5
        terms = cvc5.TermManager()
        self.solver = cvc5.Solver(terms)
        self.names = cvc5.SymbolManager(terms)
        self.solver.setOption("seed", str(SEED))
        self.solver.setOption("rlimit-per", str(budget))
        self.solver.setOption("incremental", str(several).lower())
        self.solver.setLogic(LOGIC)
        self.used = 0
        self._read(known)

    def _read(self, text: str) -> None:
        parser = self.cvc5.InputParser(self.solver, self.names)
        parser.setStringInput(self.cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
        while not (command := parser.nextCommand()).isNull():
            command.invoke(self.solver, self.names)

    def answer(self, more: str = "") -> Answer:
        """What it says of all that it has read, and of this, which it forgets again."""
        started = time.perf_counter()
        if more:
            self._read(f"(push 1)\n{more}")
        found = self.solver.checkSat()
        if more:
            self._read("(pop 1)\n")
        said = "sat" if found.isSat() else "unsat" if found.isUnsat() else "unknown"
        reason = str(found.getUnknownExplanation()).rpartition(".")[2].lower() if said == "unknown" else ""
        before, self.used = self.used, int(self.solver.getStatistics().get(True)["resource::resourceUnitsUsed"]["value"])
        return Answer(said, self.used - before, time.perf_counter() - started, reason)
