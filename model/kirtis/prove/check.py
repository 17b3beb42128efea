"""Checking a game from its rules and claims to a report."""

from __future__ import annotations

from dataclasses import dataclass

from kirtis.language.game import Game
from kirtis.prove import ending, fingerprint
from kirtis.prove.asking import KEPT, Asking, Say, quiet
from kirtis.prove.candidates import candidates
from kirtis.prove.ending import Component, Edge
from kirtis.prove.exactly import exactly
from kirtis.prove.explain import counterexamples
from kirtis.prove.infer import inductive
from kirtis.prove.ledger import Ledger
from kirtis.prove.model import Fact, Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.obligations import obligations
from kirtis.prove.report import Report, Verdict, restored
from kirtis.prove.sample import Met
from kirtis.prove.search import search
from kirtis.prove.second import NAME as SECOND
from kirtis.prove.seen import seen
from kirtis.prove.solve import BUDGET, Answer
from kirtis.prove.together import Proposing

MOST_EXPLAINED = 5
"""Of so many refuted obligations a position is worked out."""


@dataclass(frozen=True)
class Plan:
    """What there is to prove of a game, before anything is decided."""

    model: Model
    obligations: list[Obligation]
    ending: list[Component]
    goes_round: list[Edge]


def plan(game: Game, say: Say = quiet, positions: list[Met] | None = None, jobs: int = 1) -> Plan:
    """Look at random play, infer the technical invariants, and list every obligation."""
    say("play", 0, 1)
    met = seen(game) if positions is None else positions
    say("infer", 0, 1)
    model = Model(game)
    model.propose(inductive(model, candidates(game, met), jobs))
    return _planned(model, say)


def planned(game: Game, facts: list[Fact], say: Say = quiet) -> Plan:
    """Every obligation of a game, with these invariants proposed."""
    return _planned(Model(game, facts), say)


def _planned(model: Model, say: Say) -> Plan:
    found, round_ = ending.ends(model, Proposing().holds)
    say("list", 0, 1)
    return Plan(model, [*obligations(model), *ending.obligations(model, found)], found, round_)


def check(
    game: Game,
    *,
    jobs: int = 1,
    ledger: Ledger | None = None,
    only: str | None = None,
    budget: int = BUDGET,
    say: Say = quiet,
    proposed: list[Fact] | None = None,
    second: bool = False,
    at: str | None = None,
) -> Report:
    """Prove, or refute, everything that is claimed of a game.

    ``only`` is a part of the name of an obligation, claim or clause: the rest is not run. ``ledger`` keeps results between runs. ``proposed`` replaces
    inference by these invariants (they are proved all the same). ``second`` has everything decided again by another solver.
    ``at`` names a cluster to work on (``dask://HOST:PORT``). Raises NoExecutorError where it cannot be reached.
    """
    ledger = Ledger(None) if ledger is None else ledger
    mark = fingerprint.of_game(game)
    # With the texts, since a report names lines; an obligation by itself does not.
    texts = fingerprint.of_text("\0".join(d.path + d.text for d in game.documents))
    whole = f"report {mark} {texts} {fingerprint.of_prover()} {budget}{f' {SECOND}' if second else ''}"
    whole += "".join(f" {name}={value}" for name, value in game.settled.values)
    if only is None and proposed is None and (kept := ledger.get(whole)) is not None and (report := restored(kept)) is not None:
        report.kept = len(report.verdicts)
        return report
    ask = Asking(ledger, jobs, budget, say, at)
    made = plan(game, say, jobs=jobs) if proposed is None else planned(game, proposed, say)
    wanted = [o for o in made.obligations if only is None or _named(o, only)]
    again: dict[str, Answer] = {}
    try:
        answers = ask.answers(wanted)
        # Where the solver sees a way out, it is asked again with every size and sum exact: only a true position refutes.
        doubtful = {o.name: exactly(made.model, o) for o in wanted if o.expect == "unsat" and answers[o.name].said == "sat"}
        answers |= ask.answers(list(doubtful.values()))
        if second:
            again = ask.answers([doubtful.get(o.name, o) for o in wanted], SECOND)
    finally:
        ledger.save()  # what is proved stays proved, even if the rest is stopped
    if only is not None:
        answers |= ask.remembered([o for o in made.obligations if o.name not in answers])
    verdicts = [_verdict(o, answers.get(o.name), again.get(o.name)) for o in made.obligations]
    # With options settled not every row and every step is there for something: what belongs to the other values cannot be.
    spared = [v for v in verdicts if game.settled.values and v.kind in ("row", "taken") and v.state == "refuted"]
    verdicts = [v for v in verdicts if v not in spared]
    report = Report(game.name, game.version, mark, verdicts, sum(f.kind == "inferred" for f in made.model.facts))
    report.ends = tuple(c.name for c in made.ending)
    report.goes_round = tuple(f"{a} → {b}" for a, _, b in made.goes_round)
    report.asked = None if only is None else frozenset(o.name for o in wanted)
    report.kept = sum(a.reason == KEPT for a in answers.values())
    say("search", 0, 1)
    found = list(search(game, only=only))
    report.found = [f for f in found if f.seed is not None or f.claim not in game.settled.touched]
    report.settled = game.settled.values
    report.spared = (*(v.name for v in spared), *(f.claim for f in found if f not in report.found))
    refuted = [o for o in doubtful.values() if answers[o.name].said == "sat"]
    report.counterexamples = counterexamples(made.model, _one_each(refuted)[:MOST_EXPLAINED], budget)
    if only is None and proposed is None and not report.count("unknown"):
        ledger.put(whole, report.as_json())
    ledger.save()
    return report


def _one_each(refuted: list[Obligation]) -> list[Obligation]:
    """In their order, but of each claim one before a second of any."""
    first: dict[str, Obligation] = {}
    for o in refuted:
        first.setdefault(o.claim or o.name, o)
    return [*first.values(), *(o for o in refuted if o is not first[o.claim or o.name])]


def _named(o: Obligation, only: str) -> bool:
    return only in o.name or only == o.claim or only in o.at.clauses


def _verdict(o: Obligation, answer: Answer | None, again: Answer | None) -> Verdict:
    told = "" if again is None else again.said
    if answer is None:
        state = "not run"
    elif answer.said == "unknown":
        state = "unknown"
    elif again is not None and again.said != answer.said:
        state = "disputed" if again.said != "unknown" else "unconfirmed"
    else:
        state = "proved" if answer.said == o.expect else "refuted"
    return Verdict(
        o.name, o.kind, state, o.claim, o.at.clauses, o.at.file, o.at.line, o.what, o.phase, o.step, o.shows, tuple(sorted(o.rests_on)),
        answer.steps if answer else 0, round(answer.seconds, 3) if answer else 0.0, answer.reason if answer and answer.reason != KEPT else "", told,
        answer.memory if answer else 0.0,
    )  # fmt: skip
