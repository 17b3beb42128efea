"""Questions that know the same, asked one after another of a solver that has read what they know once.

Most of what has to be shown of a step is easy, and reading what is known takes longer than showing it. A goal that is not shown so with few
steps is asked by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kirtis.prove import slices
from kirtis.prove.obligation import Obligation
from kirtis.prove.pieces import GOAL, TOGETHER
from kirtis.prove.smtlib import script
from kirtis.prove.solve import BUDGET, PIECE, Answer, Knowing, decide
from kirtis.prove.terms import FALSE, TRUE

FEW = 600_000
"""Solver steps for one of several goals."""

APART = frozenset({"place"})
"""Kinds of obligation whose many pieces need little of what is known."""


def groups(wanted: Iterable[Obligation], *, small: bool = False) -> Iterator[list[Obligation]]:
    """Those that are asked in pieces, and with ``small`` those that are asked whole as well, by what they know."""
    found: dict[tuple[int, ...], list[Obligation]] = {}
    for o in wanted:
        if (o.kind not in APART) if o.in_pieces else small:
            found.setdefault(tuple(a.term.id for a in o.assumptions), []).append(o)
    yield from found.values()


def known(o: Obligation) -> str:
    """What an obligation knows, as text."""
    return slices.known(o.assumptions)


def contrary(o: Obligation) -> str:
    """The contrary of what an obligation says, or what is to be possible, as text that is read after what it knows."""
    return script([o.asked], "g")


def text(group: list[Obligation]) -> str:
    """One text for all of these: they know the same."""
    return "".join([TOGETHER, known(group[0]), *(GOAL + contrary(o) for o in group)])


class Proposing:
    """Whether obligations hold, as far as that shows with few steps: for those that propose, and prove it later."""

    def __init__(self) -> None:
        self.solvers: dict[tuple[int, ...], Knowing] = {}

    def holds(self, o: Obligation) -> bool:
        """Whether it is shown that an obligation holds."""
        if o.goal is TRUE or o.goal is FALSE:
            return o.goal is TRUE
        if not o.in_pieces:
            return decide(o.text()).said == o.expect
        key = tuple(a.term.id for a in o.assumptions)
        if key not in self.solvers:
            self.solvers[key] = Knowing(known(o))
        said: Answer = self.solvers[key].answer(contrary(o), FEW)
        for ask in (o.in_turn, o.in_part):
            if said.said == "unknown" and (text := ask()):
                said = decide(text, PIECE * BUDGET)
        if said.said == "unknown":
            said = decide(o.text())
        return said.said == "unsat"
