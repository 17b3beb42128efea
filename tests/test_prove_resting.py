"""What a proof rests on: a clause that is not named may say anything else, and the proof still stands."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kirtis.cli import main
from kirtis.prove.check import planned
from kirtis.prove.infer import infer
from kirtis.prove.resting import Resting, Summary, fallen, resting, summed
from prove.small import TEXT, Change, changed, proposals, report, small

HEAD = """```

::::

::::{{clause}} {id}
:lt: {id}
:en: {id}
:source: S1.1

:::{{lt}}
Žaidžia trys.
:::
:::{{en}}
Three play.
:::

```{{rule}}
"""
ADDED = (
    "step marks_grow:",
    "def dearest: 1..2 = loud_cost\ntheorem loud_is_dear: dearest = (1 if dear else 2)\nstep marks_grow:",
)
"""A statement about a clause on which nothing rested, and what helps to say it."""

BROKEN = (
    ("table outcome\n", HEAD.format(id="SML-2") + "table outcome\n"),
    ("def loud_cost:", HEAD.format(id="SML-3") + "def loud_cost:"),
    ("phase reckon auto", HEAD.format(id="SML-4") + "phase reckon auto"),
)
"""The small game with what a deal costs in clauses of its own."""


@cache
def found() -> tuple[tuple[Resting, ...], Summary]:
    game = small(BROKEN)
    plan = planned(game, infer(game, list(proposals())))
    all_ = tuple(resting(plan))
    return all_, summed(plan, all_)


def test_each_statement_names_what_it_needs() -> None:
    _, summary = found()
    assert summary.open == ()
    assert summary.claims["pack_is_worth"] == ("SML-1",)
    assert summary.claims["worth_a_queen"] == ("SML-1",)
    assert summary.claims["theirs"] == ("SML-1", "SML-4")
    assert summary.claims["marks_grow"] == ("SML-4",)
    assert set(summary.needing("SML-4")) >= {"marks_grow", "theirs", "dealers"}
    assert summary.idle == ("SML-3",)  # one mark or two: that is its type, and no statement asks for more


OTHERWISE: dict[str, tuple[str, Change]] = {
    "a table with other figures": ("SML-2", ("| 2            | no   | -            || 1          | pair |", "| 2            | no   | -            || 3          | lone |")),
    "an effect with another value": ("SML-4", ("marks[against] += cost\n", "marks[against] += 3\n")),
    "another effect": ("SML-4", ("goal[x] := points(other(x))", "goal[x] := points(x)")),
}  # fmt: skip


@pytest.mark.parametrize("case", OTHERWISE, ids=str)
def test_what_rests_on_a_clause_alone_is_touched_by_it(case: str) -> None:
    """Whatever the clause says instead, no claim is refuted that does not name it."""
    clause, change = OTHERWISE[case]
    one_by_one, _ = found()
    needs: dict[str, set[str]] = {}
    for r in one_by_one:
        assert r.clauses is not None
        needs.setdefault(r.obligation, set()).update(r.clauses, () if r.claim else r.at)
    game = small((*BROKEN, change))
    after = {v.name: v for v in report(game, facts=infer(game, list(proposals()))).verdicts}
    refuted = {name for name in needs if name in after and after[name].state == "refuted"}
    assert refuted, "the change breaks something"
    assert {name for name in refuted if clause not in needs[name]} == set()


def test_a_proof_stands_on_what_it_needs_and_on_nothing_less() -> None:
    _, summary = found()
    game = small(BROKEN)
    plan = planned(game, infer(game, list(proposals())))
    facts = {fact for used in summary.facts.values() for fact in used}
    assert fallen(plan, summary.claims, facts) == []
    less = {name: [c for c in clauses if c != "SML-4"] for name, clauses in summary.claims.items()}
    assert fallen(plan, {"marks_grow": less["marks_grow"]}, facts) != []


def test_each_clause_alone_in_doubt_names_what_no_proof_can_do_without() -> None:
    """Such a clause is in every set that suffices."""
    _, summary = found()
    game = small(BROKEN)
    plan = planned(game, infer(game, list(proposals())))
    singly = summed(plan, resting(plan, apart=True), apart=True)
    assert singly.open == ()
    assert {name: set(clauses) - set(summary.claims[name]) for name, clauses in singly.claims.items()} == {
        name: set() for name in summary.claims
    }
    assert {name: singly.claims[name] for name in ("pack_is_worth", "theirs", "marks_grow")} == {
        "pack_is_worth": ("SML-1",), "theirs": ("SML-1", "SML-4"), "marks_grow": ("SML-4",),
    }  # fmt: skip
    assert singly.idle == ("SML-3",)


def test_the_command(tmp_path: Path) -> None:
    small_game = str(Path(__file__).parent / "prove" / "small.md")
    kept = tmp_path / "rests.json"
    told = CliRunner().invoke(main, ["rests", small_game, "--write", str(kept), "--lang", "lt"])
    assert told.exit_code == 0, told.output
    assert "reikia punktų" in told.output
    assert "Kiekvieno punkto turiniu remiasi bent vienas teiginys, lentelė ar pavyzdys." in told.output
    assert '"fingerprint"' in kept.read_text("utf-8")
    # What is kept of these very rules is not proved again.
    kept.write_text(kept.read_text("utf-8").replace('"idle": []', '"idle": ["SML-1"]'), "utf-8")
    told = CliRunner().invoke(main, ["rests", small_game, "--write", str(kept), "--lang", "lt"])
    assert "lentelė ar pavyzdys: SML-1" in told.output, told.output


def test_only_added_statements_are_asked_about(tmp_path: Path) -> None:
    """What the file says of the others stays as it is; where a rule is changed as well, everything is asked again."""
    game, kept = tmp_path / "small.md", tmp_path / "rests.json"

    def told(changes: tuple[Change, ...], *more: str) -> dict[str, Any]:
        game.write_text(changed(TEXT, changes), "utf-8")
        done = CliRunner().invoke(main, ["rests", str(game), "--write", str(kept), "--lang", "en", *more])
        assert done.exit_code == 0, done.output
        one: dict[str, Any] = json.loads(kept.read_text("utf-8"))["small"]
        return one

    first = told(BROKEN)
    assert first["idle"] == ["SML-3"]
    marked = json.loads(kept.read_text("utf-8"))
    marked["small"]["claims"]["theirs"]["facts"] = ["as it was"]
    kept.write_text(json.dumps(marked), "utf-8")
    second = told((*BROKEN, ADDED))
    assert second["claims"]["theirs"]["facts"] == ["as it was"]
    assert "SML-3" in second["claims"]["loud_is_dear"]["clauses"]
    assert second["idle"] == []
    assert "apart" not in second
    third = told((*BROKEN, ADDED, OTHERWISE["another effect"][1]))
    assert third["claims"]["marks_grow"] == first["claims"]["marks_grow"]
    assert third["fingerprint"] != second["fingerprint"]
    assert "as it was" not in json.dumps(third)
    # In which way it was asked stands in the file, and what is added is asked in that way again.
    fourth = told((*BROKEN, OTHERWISE["another effect"][1]), "--apart")
    assert fourth["apart"]
    assert told((*BROKEN, ADDED, OTHERWISE["another effect"][1]))["apart"]
