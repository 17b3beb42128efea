"""The same questions in every process, the same answers in every order, and no answer where the budget is too small."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from kirtis.prove import fingerprint
from kirtis.prove.infer import infer
from kirtis.prove.ledger import Ledger
from kirtis.prove.model import Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.obligations import obligations
from kirtis.prove.report import outcome
from kirtis.prove.run import decided
from kirtis.prove.smtlib import script, symbols
from kirtis.prove.solve import decide
from kirtis.prove.terms import forget, variable
from prove.small import check, proposals, refuted, report, small

ROOT = Path(__file__).parent.parent
ASK = """
import hashlib, sys
sys.path[:0] = ["model", "tests"]
from prove.small import kiksas, proposals, small
from kirtis.prove.infer import infer
from kirtis.prove.model import Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.obligations import obligations
if sys.argv[1] == "small":
    model = Model(small(), infer(small(), list(proposals())))
else:
    model = Model(kiksas())
print(hashlib.sha256("".join(f"{o.name}|{o.text()}" for o in obligations(model)).encode()).hexdigest())
"""


def questions(game: str, seed: int) -> str:
    done = subprocess.run([sys.executable, "-c", ASK, game], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": str(seed)}, capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_same_questions_in_every_process() -> None:
    assert len({questions("small", seed) for seed in (0, 1, 2)}) == 1


def test_the_same_questions_whatever_was_asked_before() -> None:
    def asked() -> list[Obligation]:
        return list(obligations(Model(small())))

    first = asked()
    texts = [o.text() for o in first]
    forget()
    for unknown in reversed(
        symbols([o.goal for o in first])
    ):  # as if another game had spoken of the same things in another order
        variable(str(unknown.args[0]), unknown.sort)
    assert [o.text() for o in asked()] == texts


@pytest.mark.slow
def test_the_same_questions_about_kiksas() -> None:
    assert len({questions("kiksas", seed) for seed in (0, 12345)}) == 1


def some_texts() -> list[str]:
    model = Model(small(), infer(small(), list(proposals())))
    return [o.text() for o in obligations(model)][::6]


def test_the_same_steps_in_every_order_and_process() -> None:
    tasks = [(str(k), text) for k, text in enumerate(some_texts())]
    one = {key: (a.said, a.steps) for key, a in decided(tasks, 1)}
    mixed = list(tasks)
    random.Random(3).shuffle(mixed)
    assert {key: (a.said, a.steps) for key, a in decided(mixed, 1)} == one
    assert {key: (a.said, a.steps) for key, a in decided(mixed, 2)} == one
    assert set(one) == {key for key, _ in tasks}


def test_too_small_a_budget_is_unknown() -> None:
    hard = max(some_texts(), key=lambda text: decide(text).steps)
    whole = decide(hard)
    assert whole.said == "unsat"
    short = decide(hard, whole.steps // 4)
    assert short.said == "unknown"
    assert "budget" in short.reason
    found = check.check(small(), budget=2000, proposed=[])
    unknown = [v for v in found.verdicts if v.state == "unknown"]
    assert unknown and all(v.reason for v in unknown)
    assert not found.count("refuted"), refuted(found)
    assert not found.goes_round or outcome([found]) != 0
    assert outcome([found]) != 0
    for v in unknown:
        assert v.name not in found.sound()
        assert v.claim is None or found.claims()[v.claim] == "unknown"


def test_the_ledger_keeps_what_was_said_and_nothing_unknown(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    facts = infer(small(), list(proposals()))
    first = report(small(), Ledger(path), facts)
    again = report(small(), Ledger(path), facts)
    assert [(v.name, v.state, v.steps) for v in first.verdicts] == [(v.name, v.state, v.steps) for v in again.verdicts]
    # Another rule asks other questions: the ledger has no answer to those that are changed.
    other = small((("all x in side: marks[x] <= 5", "all x in side: marks[x] <= 4"),))
    assert report(other, Ledger(path), facts).claims()["five_most"] == "refuted"
    few = tmp_path / "few"
    check.check(small(), budget=2000, proposed=[], ledger=Ledger(few))
    assert all(entry["said"] in ("sat", "unsat") for entry in Ledger(few).entries.values())


@pytest.mark.slow
def test_a_spoilt_ledger_is_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    facts = infer(small(), list(proposals()))
    wrong = small((("all x in side: marks[x] <= 5", "all x in side: marks[x] <= 4"),))
    report(wrong, Ledger(path), facts)
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join(["{", '{"key": 3}', "[]", lines[0][: len(lines[0]) // 2], *lines[1:]]), "utf-8")
    assert report(wrong, Ledger(path), facts).claims()["five_most"] == "refuted"


def test_the_fingerprint_of_rules_tells_every_change() -> None:
    """Also one that only moves a statement from one block into another."""
    changes = {
        "inside": ("    reset deal\n    gather stock\n    dealer := left(dealer)\n    go looking", "    reset deal\n    if opening:\n      gather stock\n      dealer := left(dealer)\n    go looking"),
        "outside": ("    reset deal\n    gather stock\n    dealer := left(dealer)\n    go looking", "    reset deal\n    if opening: gather stock\n    dealer := left(dealer)\n    go looking"),
        "claim": ("all x in side: marks[x] <= 5", "all x in side: marks[x] <= 4"),
        "option": ("option late: bool = no", "option late: bool = yes"),
    }  # fmt: skip
    marks = [fingerprint.of_game(small()), *(fingerprint.of_game(small((c,))) for c in changes.values())]
    assert len(set(marks)) == len(marks)
    assert fingerprint.of_game(small((("Žaidžia trys.", "Žaidžia trise."),))) == marks[0]


def test_what_cannot_be_read_is_no_proof() -> None:
    """A question that the solver cannot read is an error, never an answer."""
    import z3

    with pytest.raises(z3.Z3Exception):
        decide("(assert (and |no such unknown| true))")
    assert decide(script([])).said == "sat"
