"""A second solver, built by other people: cvc5 decides the same texts again.

It is asked for its verdict only. Where the two solvers differ, or the second has none, that is an error of its own and never a proof.
"""

from __future__ import annotations

import time
from importlib.util import find_spec

from kirtis.prove.solve import SEED, Answer

LOGIC = "QF_LIA"
"""Truth values and whole numbers in linear arithmetic: all that obligations are made of."""

NAME = "cvc5"


def installed() -> bool:
    """Whether the second solver can be asked on this machine."""
    return find_spec("cvc5") is not None


def decide(text: str, budget: int) -> Answer:
    """Ask cvc5 about SMT-LIB 2 text, in a solver of its own, with a budget in its resource units.

    Raises ImportError where it is not installed.
    """
    import cvc5

    started = time.perf_counter()
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("seed", str(SEED))
    solver.setOption("rlimit", str(budget))
    solver.setLogic(LOGIC)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
    names = parser.getSymbolManager()
    while not (command := parser.nextCommand()).isNull():
        command.invoke(solver, names)
    found = solver.checkSat()
    said = "sat" if found.isSat() else "unsat" if found.isUnsat() else "unknown"
    reason = str(found.getUnknownExplanation()).rpartition(".")[2].lower() if said == "unknown" else ""
    units = solver.getStatistics().get(True)["resource::resourceUnitsUsed"]["value"]
    return Answer(said, int(units), time.perf_counter() - started, reason)
