"""What the prover notices of a change: only questions that read otherwise than those of the unchanged game are asked.

Questions are compared by what they say, not by how they are written, so that nothing is asked twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kirtis.language.game import Game
from kirtis.prove import ending
from kirtis.prove.exactly import exactly
from kirtis.prove.infer import infer
from kirtis.prove.model import Fact, Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.obligations import obligations
from kirtis.prove.solve import decide
from kirtis.prove.terms import FALSE, TRUE, Term

BUDGET = 12_000_000
"""Solver steps for one question: twice what the hardest of our games needs."""

MOST_STEPS = 150_000_000
"""So many solver steps are spent on one change, whatever the machine; what is not decided then is said to be open."""

_ORDER = (
    "start",
    "table",
    "order",
    "step",
    "holds",
    "move",
    "guard defined",
    "defined",
    "keeps",
    "known",
    "duty",
    "place",
    "row",
    "taken",
    "measure",
)
_ANY_ORDER = frozenset({"and", "or", "=", "+"})


class Digests:
    """A short name for what a term says, the same for equal terms of different models."""

    def __init__(self) -> None:
        self.known: dict[int, int] = {}

    def of(self, term: Term) -> int:
        """The name of a term."""
        stack = [term]
        known = self.known
        while stack:
            one = stack[-1]
            if one.id in known:
                stack.pop()
                continue
            waiting = [a for a in one.args if isinstance(a, Term) and a.id not in known]
            if waiting:
                stack += waiting
                continue
            parts = [known[a.id] if isinstance(a, Term) else hash(a) for a in one.args]
            if one.op in _ANY_ORDER:
                parts.sort()
            known[one.id] = hash((one.op, one.sort, *parts))
            stack.pop()
        return known[term.id]

    def question(self, o: Obligation) -> int:
        """The name of what an obligation asks."""
        return hash((o.expect, self.of(o.goal), *sorted({self.of(a.term) for a in o.assumptions})))


@dataclass
class Decided:
    """What came of the questions about a change."""

    refuted: str = ""
    kind: str = ""
    weaker: bool = False
    asked: int = 0
    steps: int = 0
    open: list[str] = field(default_factory=list)


class Prover:
    """The unchanged game, with its invariants and all that was proved of it."""

    def __init__(self, game: Game, facts: list[Fact]) -> None:
        self.game, self.facts = game, facts
        model = Model(game, facts)
        self.components, _ = ending.ends(model, _holds)
        digests = Digests()
        self.proved = {digests.question(o) for o in self._all(model)}
        self.edges = set(ending.edges(model))

    def _all(self, model: Model) -> Iterator[Obligation]:
        yield from obligations(model)
        yield from ending.obligations(model, self.components)

    def notices(self, new: Game) -> Decided:
        """Who notices a change: the first question with another answer than it must have."""
        out = Decided()
        answers: dict[int, bool | None] = {}
        model, lost = Model(new, self.facts), False
        changed = self._changed(model, answers)
        for o in sorted(changed, key=_cost):
            inferred = o.kind == "keeps" and o.claim is None
            if inferred and lost:
                continue
            said = self._asked(model, o, answers, out)
            if said is False and inferred:
                lost = True
            elif said is False:
                out.refuted, out.kind = o.claim or _plain(o.name), o.kind
                return out
            elif said is None:
                out.open.append(_plain(o.name))
        if lost:
            self._again(new, answers, out)
        if not out.refuted:
            self._ends(model if not lost else Model(new, infer(new, self.facts)), out, answers)
        return out

    def _changed(self, model: Model, answers: dict[int, bool | None]) -> list[Obligation]:
        digests, found = Digests(), []
        for o in obligations(model):
            if o.goal is TRUE and o.expect == "unsat":
                continue
            key = digests.question(o)
            if key not in self.proved and answers.get(key) is not True:
                found.append(o)
        self.digests = digests
        return found

    def _asked(self, model: Model, o: Obligation, answers: dict[int, bool | None], out: Decided) -> bool | None:
        key = self.digests.question(o)
        if key in answers:
            return answers[key]
        if out.steps > MOST_STEPS:
            return None
        out.asked += 1
        answer = decide(o.text(), BUDGET)
        out.steps += answer.steps
        if answer.said == "sat" and o.expect == "unsat":
            answer = decide(exactly(model, o).text(), BUDGET)
            out.steps += answer.steps
        said = answer.said
        answers[key] = None if said == "unknown" else said == o.expect
        return answers[key]

    def _again(self, new: Game, answers: dict[int, bool | None], out: Decided) -> None:
        """With fewer invariants, since some inferred ones no longer hold: what is refuted now may only lack one of them."""
        model = Model(new, infer(new, self.facts))
        out.open.clear()
        for o in sorted(self._changed(model, answers), key=_cost):
            said = self._asked(model, o, answers, out)
            if said is False:
                out.refuted, out.kind, out.weaker = o.claim or _plain(o.name), o.kind, True
                return
            if said is None:
                out.open.append(_plain(o.name))

    def _ends(self, model: Model, out: Decided, answers: dict[int, bool | None]) -> None:
        """Whether it is still shown that a deal ends."""
        if set(ending.edges(model)) == self.edges:
            digests = self.digests = Digests()
            changed = [o for o in ending.obligations(model, self.components) if digests.question(o) not in self.proved]
            if all(self._asked(model, o, answers, out) for o in changed):
                return
        if out.steps > MOST_STEPS:
            out.open.append("a deal ends")
            return
        _, round_ = ending.ends(model, _holds)
        if round_:
            out.refuted, out.kind = "a deal ends", "measure"


def _cost(o: Obligation) -> tuple[int, int]:
    inferred = o.kind == "keeps" and o.claim is None
    return (len(_ORDER) if inferred else _ORDER.index(o.kind) if o.claim is None or o.kind == "start" else 2, len(o.assumptions))


def _holds(one: Obligation) -> bool:
    return one.goal is TRUE or (one.goal is not FALSE and decide(one.text(), BUDGET).said == one.expect)


def _plain(name: str) -> str:
    """The name of an obligation without lines, which move with every edit."""
    return re.sub(r" \(\d+\)$", "", re.sub(r" in line \d+", "", re.sub(r"line \d+ has", "every line has", name)))
