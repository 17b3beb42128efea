"""Which of what is given a proof needs: unsat cores of several goals that know the same, which is read once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import z3

from kirtis.prove.smtlib import script, symbols
from kirtis.prove.solve import knowing
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import Term, implies, not_, variable

FEW = 200_000
"""Solver steps to see whether a proof stands without something."""


class Types:
    """What the types say of values that may be others, by their unknowns: of thousands a question needs few."""

    def __init__(self, given: Iterable[Assumption]) -> None:
        self.by: dict[str, list[Term]] = {}
        for a in given:
            for name in names_in([a.term]):
                self.by.setdefault(name, []).append(a.term)

    def of(self, names: Iterable[str]) -> Iterable[Term]:
        """What they say of these unknowns."""
        return dict.fromkeys(t for name in sorted(names) for t in self.by.get(name, ()))


def names_in(terms: Iterable[Term]) -> set[str]:
    """The unknowns in these terms, by name."""
    return {str(s.args[0]) for s in symbols(terms)}


class Cores:
    """A solver that has read once what several goals know, each by its literal, and says of each goal which literals its proof needs."""

    def __init__(self, known: Mapping[str, Term], always: Iterable[Term], goals: Iterable[Term], budget: int) -> None:
        contraries = {f"goal {n}": not_(goal) for n, goal in enumerate(goals)}
        said = [*always, *(implies(variable(name), term) for name, term in (*known.items(), *contraries.items()))]
        self.solver = knowing(script([("", t) for t in said]))
        self.literals, self.budget = {*known, *contraries}, budget
        self.said = z3.unknown
        """The last answer: of a goal of which no core is known, whether its contrary is possible (sat) or the budget did not suffice."""

    def core(
        self, goal: int, held: Iterable[str], wanted: Iterable[str], tried: Collection[str] | None = None
    ) -> list[str] | None:
        """Which of the wanted literals make the contrary of a goal impossible, with those that are held; None where that is not known.

        As few as can be: each, or each of those that are to be tried, is left out in turn, and stays where that is not soon seen to do no harm.
        """
        self.solver.push()
        held, wanted = [f"goal {goal}", *held], list(wanted)
        # What has nothing to do with it is in nobody's way.
        idle = self.literals.difference(held, wanted)
        self.solver.add([*map(self._literal, held), *(z3.Not(self._literal(name)) for name in sorted(idle))])
        left = self._needed(wanted, self.budget)
        while left and (fewer := self._needed(left, self.budget)) is not None and len(fewer) < len(left):
            left = fewer
        for name in left or ():
            if left is not None and name in left and (tried is None or name in tried):
                fewer = self._needed([one for one in left if one != name], min(self.budget, FEW))
                left = left if fewer is None else fewer
        self.solver.pop()
        return left

    def _needed(self, wanted: list[str], budget: int) -> list[str] | None:
        self.solver.set("rlimit", budget)
        self.said = self.solver.check([self._literal(name) for name in wanted])
        if self.said != z3.unsat:
            return None
        core = {str(one) for one in self.solver.unsat_core()}
        return [name for name in wanted if name in core]

    def _literal(self, name: str) -> z3.BoolRef:
        return z3.Bool(name, ctx=self.solver.ctx)
