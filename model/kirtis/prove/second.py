"""A second solver, built by other people: cvc5 decides the same texts again.

It is asked for its verdict only. Where the two solvers differ, or the second has none, that is an error of its own and never a proof.
"""

from __future__ import annotations

import time
from importlib.util import find_spec

from kirtis.prove.pieces import scripts
from kirtis.prove.solve import SEED, Answer

LOGIC = "QF_LIA"
"""Truth values and whole numbers in linear arithmetic: all that obligations are made of."""

NAME = "cvc5"


def installed() -> bool:
    """Whether the second solver can be asked on this machine."""
    return find_spec("cvc5") is not None


def decide(text: str, budget: int) -> Answer:
    """Ask cvc5 about SMT-LIB 2 text, with a budget in its resource units; of several scripts all must be unsatisfiable.

    Raises ImportError where it is not installed.
    """
    started, used = time.perf_counter(), 0
    pieces, part = scripts(text)
    for n, piece in enumerate(pieces, 1):
        said, units, reason = _decide(piece, budget)
        used += units
        if (n < len(pieces) or part) and said != "unsat":
            return Answer("unknown", used, time.perf_counter() - started, "a piece is left open")
    return Answer(said, used, time.perf_counter() - started, reason)


def _decide(text: str, budget: int) -> tuple[str, int, str]:
    import cvc5

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
    return said, int(units), reason
