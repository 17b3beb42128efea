"""The second solver: it agrees on everything, and where it does not, or has no answer, nothing is called proved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from kirtis.cli import main
from kirtis.prove import run, second
from kirtis.prove.infer import infer
from kirtis.prove.ledger import Ledger
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


@pytest.mark.parametrize(("solver", "state", "code"), [(refusing, "unconfirmed", 2), (contrary, "disputed", 1)])
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
    # Ten pigeons do not fit into nine holes.
    names = [[f"|{p} {h}|" for h in range(9)] for p in range(10)]
    text = "".join(f"(declare-const {n} Bool)\n" for row in names for n in row)
    text += "".join(f"(assert (or {' '.join(row)}))\n" for row in names)
    text += "".join(
        f"(assert (or (not {names[p][h]}) (not {names[q][h]})))\n" for h in range(9) for p in range(10) for q in range(p)
    )
    short = second.decide(text, 100_000)
    assert (short.said, short.reason) == ("unknown", "resourceout")
    assert second.decide("(declare-const a Bool)(assert (and a (not a)))", 100_000).said == "unsat"


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
