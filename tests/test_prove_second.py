"""The second solver: it agrees on everything, and where it does not, or has no answer, nothing is called proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from kirtis.cli import main
from kirtis.prove import pieces, run, second, solve, together
from kirtis.prove.asking import settled
from kirtis.prove.infer import infer
from kirtis.prove.ledger import Ledger
from kirtis.prove.model import Model
from kirtis.prove.obligations import obligations
from kirtis.prove.report import Report, outcome
from kirtis.prove.solve import Answer
from prove.small import check, proposals, small

pytest.importorskip("cvc5")


def asked(ledger: Ledger | None = None, *, second: bool = True) -> Report:
    report = check.check(small(), ledger=ledger, proposed=infer(small(), list(proposals())), second=second)
    assert isinstance(report, Report)
    return report


def test_both_solvers_agree(tmp_path: Path) -> None:
    kept = Ledger(tmp_path / "ledger")
    report = asked(kept)
    assert outcome([report]) == 0
    assert all(v.second for v in report.verdicts)
    assert {v.second for v in report.verdicts} == {"sat", "unsat"}
    assert [v.second for v in asked(kept).verdicts] == [v.second for v in report.verdicts]
    assert not any(v.second for v in asked(kept, second=False).verdicts)


def refusing(text: str, budget: int) -> Answer:
    return Answer("unknown", 0, 0.0, "resourceout")


def contrary(text: str, budget: int) -> Answer:
    return Answer("sat" if second.decide(text, budget).said == "unsat" else "unsat", 0, 0.0)


def contrary_among_others(text: str, budget: int) -> Answer:
    answer = second.decide(text, budget)
    wrong = tuple(replace(a, said={"sat": "unsat", "unsat": "sat"}.get(a.said, a.said)) for a in answer.each)
    return replace(answer, each=wrong)


@pytest.mark.parametrize(
    ("solver", "state", "code"), [(refusing, "unconfirmed", 2), (contrary, "disputed", 1), (contrary_among_others, "disputed", 1)]
)
def test_a_second_solver_that_does_not_confirm(
    solver: Callable[[str, int], Answer], state: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(run.SOLVERS, second.NAME, solver)
    report = asked()
    assert outcome([report]) == code
    assert report.count(state) > 100
    assert set(report.claims().values()) <= {state, "resting", "proved"}
    good = report.sound()
    assert all(v.state == "proved" for v in report.verdicts if v.name in good)


def test_a_budget_in_units_of_its_own() -> None:
    short = second.decide(pigeons(9), 100_000)
    assert (short.said, short.reason) == ("unknown", "resourceout")
    assert second.decide("(declare-const a Bool)(assert (and a (not a)))", 100_000).said == "unsat"


def pigeons(holes: int) -> str:
    """One pigeon more than there are holes."""
    names = [[f"|{p} {h}|" for h in range(holes)] for p in range(holes + 1)]
    text = "".join(f"(declare-const {n} Bool)\n" for row in names for n in row)
    text += "".join(f"(assert (or {' '.join(row)}))\n" for row in names)
    return text + "".join(
        f"(assert (or (not {names[p][h]}) (not {names[q][h]})))\n"
        for h in range(holes)
        for p in range(holes + 1)
        for q in range(p)
    )


def test_each_goal_is_answered_as_if_it_were_asked_alone() -> None:
    for change in ((), (("all x in side: marks[x] <= 5", "all x in side: marks[x] <= 4"),)):
        wanted = [o for o in obligations(Model(small(change))) if not settled(o)]
        groups = sorted(together.groups(wanted, small=True), key=len)
        assert sum(map(len, groups)) == len(wanted)
        for group in groups[-4:]:
            each = second.decide(together.text(group), second.FEW).each
            assert [a.said for a in each] == [second.decide(o.text(), second.FEW).said for o in group]
            again = second.decide(together.text(group), second.FEW).each
            assert [(a.said, a.steps) for a in again] == [(a.said, a.steps) for a in each]


def test_what_is_known_and_a_goal_speak_of_the_same_unknown() -> None:
    known = "(declare-const |a b| Bool)\n(declare-const |b| Int)\n(assert |a b|)\n"
    goals = ["(assert (not |a b|))\n", "(assert (and |a b| (= |b| 1)))\n", "(assert (not (= |b| 1)))\n"]
    for ask in (second.together, solve.together):
        answer = ask(known, goals, second.FEW)
        assert [one.said for one in answer.each] == ["unsat", "sat", "sat"]
        assert answer.said == "unknown"
        assert ask(known, goals[:1], second.FEW).said == "unsat"


def test_every_unknown_is_declared_once_and_before_all_goals() -> None:
    for group in together.groups(obligations(Model(small())), small=True):
        known, contraries = pieces.goals(together.text(group)) or ("", [])
        declared = [line for line in known.splitlines() if line.startswith("(declare-const")]
        assert len(set(declared)) == len(declared)
        assert len(contraries) == len(group) and all(one.startswith("(assert ") and one.count("\n") <= 1 for one in contraries)


def test_a_goal_that_is_left_open_leaves_the_next_its_budget() -> None:
    hard, easy = pigeons(9), "(declare-const |x| Bool)\n(assert (and |x| (not |x|)))\n"
    each = second.together("", [hard, easy, hard, easy], 100_000).each
    assert [a.said for a in each] == ["unknown", "unsat", "unknown", "unsat"]
    assert each[0].reason == "resourceout"


def test_what_is_left_open_among_others_is_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second, "FEW", 1)
    report = asked()
    assert outcome([report]) == 0
    assert all(v.second for v in report.verdicts)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIRTIS_LEDGER", str(tmp_path))
    args = ["check", str(Path(__file__).parent / "prove" / "small.md"), "--second", "--jobs", "1", "--only", "five_most"]
    told = CliRunner().invoke(main, [*args, "--lang", "en"])
    assert "a second solver (cvc5) gave the same answer to all" in told.output
    told = CliRunner().invoke(main, [*args, "--lang", "lt"])
    assert "antras sprendiklis (cvc5) visur atsakė tą patį" in told.output
    monkeypatch.setattr(second, "installed", lambda: False)
    told = CliRunner().invoke(main, [*args, "--lang", "en"])
    assert told.exit_code == 3
    assert told.output == "The second solver is not installed: pip install 'kirtis[second]'\n"
