"""Questions about a game whose clauses may be doubted, and which of what is given and believed their proofs need."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from kirtis.prove.check import Plan
from kirtis.prove.cores import Cores, Types, names_in
from kirtis.prove.loose import PREFIX, Loose
from kirtis.prove.model import Fact, Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.obligations import obligations
from kirtis.prove.terms import TRUE
from kirtis.prove.together import groups


def inferred(plan: Plan, names: Collection[str]) -> list[Fact]:
    """Those of the inferred invariants of a game that are named."""
    return [f for f in plan.model.facts if f.name in names and f.kind == "inferred"]


class Doubted:
    """The game whose clauses may be doubted, all of them or one ``alone``, with those of its inferred invariants that are named."""

    def __init__(self, plan: Plan, facts: Collection[str], budget: int, alone: str = "") -> None:
        loose = Loose(plan.model.game, alone)
        model = Model(plan.model.game, inferred(plan, facts), loose=loose)
        self.obligations = {o.name: o for o in obligations(model)}
        self.types, self.budget = Types(loose.given), budget

    def groups(self, names: Iterable[str]) -> Iterator[list[Obligation]]:
        """Obligations by what they know; one that does not arise where clauses may be doubted is passed over."""
        return groups((self.obligations[name] for name in names if name in self.obligations), small=True)


class Knowing:
    """Some obligations of a doubted game that know the same, and what they know but for what is idle."""

    def __init__(self, doubted: Doubted, group: list[Obligation], idle: Collection[str] = ()) -> None:
        self.goals = [o.goal for o in group]
        self.known = {f"given {n}": a for n, a in enumerate(group[0].assumptions) if a.what not in idle}
        there = names_in([*(a.term for a in self.known.values()), *self.goals])
        self.believed = [name for name in sorted(there) if name.startswith(PREFIX)]
        terms = {name: a.term for name, a in self.known.items()}
        self.cores = Cores(terms, doubted.types.of(there), self.goals, doubted.budget)

    def core(self, n: int, wanted: Iterable[str], held: Iterable[str] = (), idle: Collection[str] = ()) -> list[str] | None:
        """Which of the wanted literals a goal needs beside those that are held and what is not idle; None where it is not shown."""
        if self.goals[n] is TRUE:
            return []
        known = [name for name, a in self.known.items() if a.what not in idle]
        return self.cores.core(n, [*known, *held], wanted)
