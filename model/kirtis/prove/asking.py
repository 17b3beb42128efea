"""Asking a solver about many obligations: each text once, through the ledger, in worker processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from kirtis.prove import fingerprint, second, together
from kirtis.prove.ledger import Ledger
from kirtis.prove.obligation import Obligation
from kirtis.prove.run import FIRST, Task, decided
from kirtis.prove.solve import BUDGET, PIECE, Answer
from kirtis.prove.terms import TRUE

Say = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""

Way = Callable[[list[Obligation], str], Iterator[tuple[str, Answer]]]
"""A way of asking a solver about obligations: what it shows of them."""

KEPT = "kept"
"""The reason of an answer that came from the ledger."""


def quiet(what: str, done: int, of: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Asking:
    """How to ask: where answers are kept, how many processes work, the budget of each question, who is told, and on which cluster."""

    ledger: Ledger
    jobs: int = 1
    budget: int = BUDGET
    say: Say = quiet
    at: str | None = None

    @property
    def piecewise(self) -> Asking:
        """The same for questions in pieces."""
        return replace(self, budget=PIECE * self.budget)

    def answers(self, wanted: list[Obligation], solver: str = FIRST) -> dict[str, Answer]:
        """What a solver says of each obligation, by its name. What is decided is in the ledger as soon as it is."""
        # Together first; then, where very much is known, of what is one another turned the first alone, then in pieces; and whole
        # where a piece is left open. A large goal costs a second solver much: of what is turned it is asked the first alone before all else.
        ways: list[Way] = [self._together, partial(self._large, Obligation.in_turn), partial(self._large, Obligation.in_part)]
        if solver != FIRST:
            ways[:2] = reversed(ways[:2])
        proved: dict[str, Answer] = {}
        for way in ways:
            proved |= way([o for o in wanted if o.name not in proved], solver)
        rest = [o for o in wanted if o.name not in proved]
        return {**proved, **dict(self._answers(rest, solver, Obligation.text))}

    def _together(self, wanted: list[Obligation], solver: str) -> Iterator[tuple[str, Answer]]:
        """What is shown of those that know the same, asked one after another, of the others nothing; by a second solver, all that it decides."""
        left: dict[str, list[tuple[Obligation, str]]] = {}
        done: list[tuple[str, Answer]] = []

        def tasks() -> Iterator[Task]:
            for group in together.groups((o for o in wanted if not settled(o)), small=solver != FIRST):
                for o in group:
                    kept = self.kept(key := self._shared_key(o, solver))
                    if kept is None:
                        left.setdefault(group[0].name, []).append((o, key))
                    else:
                        done.append((o.name, kept))
                if group[0].name in left:
                    yield group[0].name, together.text([o for o, _ in left[group[0].name]])

        few = together.FEW if solver == FIRST else second.FEW
        for name, answer in decided(tasks(), self.jobs, min(self.budget, few), solver, self.at):
            for (o, key), a in zip(left[name], answer.each, strict=False):
                if a.said == o.expect if solver == FIRST else a.said in ("sat", "unsat"):
                    self._put(key, a)
                    done.append((o.name, a))
            self.say(_doing(solver), len(done), len(wanted))
        yield from done

    def _large(self, ask: Callable[[Obligation], str], wanted: list[Obligation], solver: str) -> Iterator[tuple[str, Answer]]:
        """What is shown of those of which very much is known, asked in that way."""
        large = [o for o in wanted if o.in_pieces]
        yield from ((name, a) for name, a in self.piecewise._answers(large, solver, ask) if a.said == "unsat")

    def _shared_key(self, o: Obligation, solver: str = FIRST) -> str:
        """Under what an answer is kept that was given among others: what is known, and what is to be shown."""
        return self.key(together.mark(o), solver)

    def _put(self, key: str, answer: Answer) -> None:
        memory = {"memory": answer.memory} if answer.memory else {}
        self.ledger.put(key, {"said": answer.said, "steps": answer.steps, "seconds": round(answer.seconds, 3), **memory})

    def _answers(self, wanted: list[Obligation], solver: str, ask: Callable[[Obligation], str]) -> Iterator[tuple[str, Answer]]:
        names: dict[str, list[str]] = {}
        known: dict[str, Answer] = {}

        def tasks() -> Iterator[Task]:
            for o in wanted:
                if settled(o):
                    continue
                text = ask(o)
                if not text:
                    continue
                key = self.key(text, solver)
                if key in names:
                    names[key].append(o.name)
                    continue
                names[key] = [o.name]
                kept = self.kept(key)
                if kept is not None:
                    known[key] = kept
                    continue
                yield key, text

        plain = [o.name for o in wanted if settled(o)]
        for key, answer in decided(tasks(), self.jobs, self.budget, solver, self.at):
            if answer.said != "unknown":
                self._put(key, answer)
            known[key] = answer
            self.say(_doing(solver), len(plain) + len(known), len(wanted))
        yield from ((name, Answer("unsat", 0, 0.0)) for name in plain)
        yield from ((name, known[key]) for key, group in names.items() for name in group)

    def remembered(self, rest: list[Obligation]) -> dict[str, Answer]:
        """What the ledger knows of obligations that were not asked about, so that what a claim rests on is known too."""
        out: dict[str, Answer] = {}
        for o in rest:
            kept = Answer("unsat", 0, 0.0) if settled(o) else self._recalled(o) if self.ledger.entries else None
            if kept is not None and kept.said == o.expect:
                out[o.name] = kept
        return out

    def _recalled(self, o: Obligation) -> Answer | None:
        """The answer that the ledger has for an obligation, in pieces or whole."""
        if o.large and o.kind not in together.APART and (kept := self.kept(self._shared_key(o))) is not None:
            return kept
        if o.in_pieces:
            for ask in (o.in_turn, o.in_part):
                kept = self.kept(self.piecewise.key(text, FIRST)) if (text := ask()) else None
                if kept is not None and kept.said == "unsat":
                    return kept
        return self.kept(self.key(o.text(), FIRST))

    def key(self, text: str, solver: str) -> str:
        """Under what an answer is kept: all that it depends on."""
        return f"{'' if solver == FIRST else solver + ' '}{fingerprint.of_text(text)} {self.budget}"

    def kept(self, key: str) -> Answer | None:
        """An answer from the ledger."""
        entry = self.ledger.get(key)
        if entry is None or entry.get("said") not in ("sat", "unsat") or not isinstance(entry.get("steps"), int):
            return None
        memory = entry.get("memory")
        return Answer(
            str(entry["said"]), int(str(entry["steps"])), 0.0, KEPT, memory=memory if isinstance(memory, float) else 0.0
        )


def _doing(solver: str) -> str:
    return "prove" if solver == FIRST else "second"


def settled(o: Obligation) -> bool:
    """Whether nothing is left to ask: what is to be shown has become a truth while it was written down."""
    return o.goal is TRUE and o.expect == "unsat"
