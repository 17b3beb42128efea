"""Questions that know the same, asked one after another of a solver that has read what they know once.

Most of what has to be shown of a step is easy, and reading what is known takes longer than showing it. A goal that is not shown so with few
steps is asked by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kirtis.prove import slices
from kirtis.prove.fingerprint import of_terms
from kirtis.prove.obligation import Obligation
from kirtis.prove.pieces import GOAL, TOGETHER
from kirtis.prove.smtlib import script, written
from kirtis.prove.solve import BUDGET, PIECE, Answer, Knowing, decide
from kirtis.prove.terms import FALSE, TRUE

FEW = 600_000
"""Solver steps for one of several goals."""

APART = frozenset({"place"})
"""Kinds of obligation whose many pieces need little of what is known."""

ALONE = frozenset({"move"})
"""Kinds of obligation that speak of so much that they would be in the way of others."""


def groups(wanted: Iterable[Obligation], *, small: bool = False) -> Iterator[list[Obligation]]:
    """Those that know much, and with ``small`` the others as well, by what they know."""
    found: dict[tuple[int, ...], list[Obligation]] = {}
    for o in wanted:
        if (o.kind not in APART) if o.large else small:
            found.setdefault((o.kind in ALONE, *(a.term.id for a in o.assumptions)), []).append(o)
    yield from found.values()


def known(o: Obligation) -> str:
    """What an obligation knows, as text."""
    return slices.known(o.assumptions)


def mark(o: Obligation) -> str:
    """A mark of what an obligation knows and what is asked of it."""
    return of_terms([*(a.term for a in slices.useful(o.assumptions)), o.asked[1]])


def text(group: list[Obligation]) -> str:
    """One text for all of these: they know the same, and what is said in several of them is written once."""
    given = [a.term for a in slices.useful(group[0].assumptions)]
    named, said = written([*given, *(o.asked[1] for o in group)])
    known = "\n".join([*named, *said[: len(given)]])
    return "".join([TOGETHER, known, *(f"\n{GOAL}{one}" for one in said[len(given) :])])


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
        said: Answer = self.solvers[key].also(script([o.asked], "g"), FEW)
        for ask in (o.in_turn, o.in_part):
            if said.said == "unknown" and (text := ask()):
                said = decide(text, PIECE * BUDGET)
        if said.said == "unknown":
            said = decide(o.text())
        return said.said == "unsat"
