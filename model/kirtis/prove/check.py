"""Checking a game from its rules and claims to a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kirtis.language.game import Game
from kirtis.prove import ending, fingerprint, symbolic
from kirtis.prove.candidates import candidates
from kirtis.prove.ending import Component, Edge
from kirtis.prove.explain import counterexample
from kirtis.prove.infer import infer
from kirtis.prove.ledger import Ledger
from kirtis.prove.model import Fact, Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.obligations import obligations
from kirtis.prove.report import Counterexample, Found, Report, Verdict
from kirtis.prove.run import decided
from kirtis.prove.sample import Met, met
from kirtis.prove.search import search
from kirtis.prove.solve import BUDGET, PIECE, Answer, decide
from kirtis.prove.terms import FALSE, TRUE

Say = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""

MOST_EXPLAINED = 3
"""Of so many refuted obligations a position is worked out."""


def _quiet(what: str, done: int, of: int) -> None:
    return None


@dataclass(frozen=True)
class Plan:
    """What there is to prove of a game, before anything is decided."""

    model: Model
    obligations: list[Obligation]
    ending: list[Component]
    goes_round: list[Edge]


def plan(game: Game, say: Say = _quiet, positions: list[Met] | None = None) -> Plan:
    """Look at random play, infer the technical invariants, and list every obligation."""
    say("play", 0, 1)
    seen = met(game) if positions is None else positions
    say("infer", 0, 1)
    facts = infer(game, candidates(game, seen))
    return planned(game, facts, say)


def planned(game: Game, facts: list[Fact], say: Say = _quiet) -> Plan:
    """Every obligation of a game, with these invariants proposed."""
    model = Model(game, facts)
    found, round_ = ending.ends(model, _holds)
    say("list", 0, 1)
    return Plan(model, [*obligations(model), *ending.obligations(model, found)], found, round_)


def _holds(one: Obligation) -> bool:
    if one.goal is TRUE or one.goal is FALSE:
        return one.goal is TRUE
    if one.in_pieces and decide(one.in_part(), PIECE * BUDGET).said == "unsat":
        return True
    return decide(one.text()).said == one.expect


def check(
    game: Game,
    *,
    jobs: int = 1,
    ledger: Ledger | None = None,
    only: str | None = None,
    budget: int = BUDGET,
    say: Say = _quiet,
    proposed: list[Fact] | None = None,
) -> Report:
    """Prove, or refute, everything that is claimed of a game.

    ``only`` is a part of the name of an obligation, claim or clause: the rest is not run. ``ledger`` keeps results between runs. ``proposed`` replaces
    inference by these invariants (they are proved all the same).
    """
    ledger = Ledger(None) if ledger is None else ledger
    mark = fingerprint.of_game(game)
    # With the texts, since a report names lines; an obligation by itself does not.
    texts = fingerprint.of_text("\0".join(d.path + d.text for d in game.documents))
    whole = f"report {mark} {texts} {fingerprint.of_prover()} {budget}"
    if (
        only is None
        and proposed is None
        and (kept := ledger.get(whole)) is not None
        and (report := _restored(game, mark, kept)) is not None
    ):
        return report
    made = plan(game, say) if proposed is None else planned(game, proposed, say)
    wanted = [o for o in made.obligations if only is None or _named(o, only)]
    try:
        answers = dict(_decided(wanted, ledger, jobs, budget, say))
        # Where the solver sees a way out, it is asked again with every size and sum exact: only a true position refutes.
        doubtful = {o.name: _exact(made.model, o) for o in wanted if o.expect == "unsat" and answers[o.name].said == "sat"}
        answers |= dict(_answers(list(doubtful.values()), ledger, jobs, budget, say, Obligation.text))
    finally:
        ledger.save()  # what is proved stays proved, even if the rest is stopped
    if only is not None:
        answers |= dict(_remembered([o for o in made.obligations if o.name not in answers], ledger, budget))
    verdicts = [_verdict(o, answers.get(o.name)) for o in made.obligations]
    report = Report(game.name, game.version, mark, verdicts, sum(f.kind == "inferred" for f in made.model.facts))
    report.ends = tuple(c.name for c in made.ending)
    report.goes_round = tuple(f"{a} → {b}" for a, _, b in made.goes_round)
    report.asked = None if only is None else frozenset(o.name for o in wanted)
    say("search", 0, 1)
    report.found = [f for f in search(game) if only is None or only in f.claim or only in f.clauses]
    report.counterexamples = list(_explained(made.model, list(doubtful.values()), answers, budget))
    if only is None and proposed is None and not report.count("unknown"):
        ledger.put(whole, report.as_json())
    ledger.save()
    return report


def _named(o: Obligation, only: str) -> bool:
    return only in o.name or only == o.claim or only in o.at.clauses


def _decided(wanted: list[Obligation], ledger: Ledger, jobs: int, budget: int, say: Say) -> Iterator[tuple[str, Answer]]:
    """Answers to all that is wanted: where very much is known in pieces first, and whole where a piece is left open."""
    large = [o for o in wanted if o.in_pieces]
    first = _answers(large, ledger, jobs, PIECE * budget, say, Obligation.in_part)
    proved = {name: answer for name, answer in first if answer.said == "unsat"}
    yield from proved.items()
    yield from _answers([o for o in wanted if o.name not in proved], ledger, jobs, budget, say, Obligation.text)


def _answers(
    wanted: list[Obligation], ledger: Ledger, jobs: int, budget: int, say: Say, ask: Callable[[Obligation], str]
) -> Iterator[tuple[str, Answer]]:
    keys: dict[str, list[Obligation]] = {}
    done, total = 0, len(wanted)

    def tasks() -> Iterator[tuple[str, str]]:
        for o in wanted:
            if o.goal is TRUE and o.expect == "unsat":
                ready.append((o.name, Answer("unsat", 0, 0.0)))
                continue
            text = ask(o)
            key = f"{fingerprint.of_text(text)} {budget}"
            if key in keys:
                keys[key].append(o)
                continue
            keys[key] = [o]
            kept = ledger.get(key)
            if kept is not None and kept.get("said") in ("sat", "unsat") and isinstance(kept.get("steps"), int):
                kept_answers[key] = Answer(str(kept["said"]), int(str(kept["steps"])), 0.0, "kept")
                continue
            yield key, text

    ready: list[tuple[str, Answer]] = []
    kept_answers: dict[str, Answer] = {}
    for key, answer in decided(tasks(), jobs, budget):
        if answer.said != "unknown":
            ledger.put(key, {"said": answer.said, "steps": answer.steps})
        kept_answers[key] = answer
        done = len(ready) + len(kept_answers)
        say("prove", done, total)
    yield from ready
    for key, group in keys.items():
        for o in group:
            yield o.name, kept_answers[key]


def _verdict(o: Obligation, answer: Answer | None) -> Verdict:
    if answer is None:
        state = "not run"
    elif answer.said == "unknown":
        state = "unknown"
    else:
        state = "proved" if answer.said == o.expect else "refuted"
    return Verdict(
        o.name, o.kind, state, o.claim, o.at.clauses, o.at.file, o.at.line, o.what, o.phase, o.step, o.shows, tuple(sorted(o.rests_on)),
        answer.steps if answer else 0, round(answer.seconds, 3) if answer else 0.0, answer.reason if answer else "",
    )  # fmt: skip


def _remembered(rest: list[Obligation], ledger: Ledger, budget: int) -> Iterator[tuple[str, Answer]]:
    """What the ledger knows of obligations that were not asked for, so that what a claim rests on is known too."""
    for o in rest:
        if o.goal is TRUE and o.expect == "unsat":
            yield o.name, Answer("unsat", 0, 0.0)
        elif ledger.entries:
            kept = ledger.get(f"{fingerprint.of_text(o.in_part())} {PIECE * budget}") if o.in_pieces else None
            if kept is None or kept.get("said") != "unsat":
                kept = ledger.get(f"{fingerprint.of_text(o.text())} {budget}")
            if kept is not None and kept.get("said") == o.expect and isinstance(kept.get("steps"), int):
                yield o.name, Answer(o.expect, int(str(kept["steps"])), 0.0, "kept")


def _exact(model: Model, o: Obligation) -> Obligation:
    """The same obligation with the size of every zone, and every sum over it, tied to its cards."""
    if o.state is None or o.phase is None:
        return o
    there = model.at[o.phase]
    known = symbolic.exact(model.game, o.state, lambda w, card: model.reader.weight_of_card(w, card, there), len(model.weights))
    return replace(o, assumptions=(*o.assumptions, *known))


def _explained(model: Model, doubtful: list[Obligation], answers: dict[str, Answer], budget: int) -> Iterator[Counterexample]:
    for o in [o for o in doubtful if answers[o.name].said == "sat"][:MOST_EXPLAINED]:
        yield counterexample(model, o, budget)


def _restored(game: Game, mark: str, kept: object) -> Report | None:
    """A report from the ledger, if it can be read."""
    try:
        assert isinstance(kept, dict)
        verdicts = [_reread(one) for one in kept["obligations"]]
        found = [
            Found(f["claim"], tuple(f["clauses"]), f["seed"], f["at_step"], tuple(map(tuple, f["shown"]))) for f in kept["found"]
        ]
        told = [
            Counterexample(c["obligation"], tuple(map(tuple, c["before"])), c["doing"], tuple(map(tuple, c["after"])), c["replayed"], c["reached"])
            for c in kept["counterexamples"]
        ]  # fmt: skip
        return Report(
            game.name,
            game.version,
            mark,
            verdicts,
            int(kept["inferred"]),
            found,
            told,
            tuple(kept["ends"]),
            tuple(kept["goes_round"]),
        )
    except (KeyError, TypeError, ValueError, AssertionError):
        return None


def _reread(one: dict[str, Any]) -> Verdict:
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in one.items()}
    return Verdict(**fields)
