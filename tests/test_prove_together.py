"""What is asked together, in pieces, by cases or side by side is answered as if each were asked alone."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner

from kirtis.cli import main
from kirtis.language.game import Game
from kirtis.language.load import from_text
from kirtis.prove import slices, together
from kirtis.prove.abreast import Asked, abreast
from kirtis.prove.asking import Asking, quiet, settled
from kirtis.prove.check import check
from kirtis.prove.ledger import Ledger
from kirtis.prove.model import Model
from kirtis.prove.obligations import obligations
from kirtis.prove.pieces import question
from kirtis.prove.report import Report
from kirtis.prove.run import SOLVERS
from kirtis.prove.slices import asked
from kirtis.prove.smtlib import shape
from kirtis.prove.solve import BUDGET, decide
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import Term, add, and_, at_most, implies, ite, not_, number, or_, variable
from prove.small import report as checked
from prove.small import small
from test_prove_slices import HEAPS

FAULTS = [
    ("", ""),
    ("theorem apart in looking: up(left_one) != up(right_one)", "theorem apart in looking: up(left_one) = up(right_one)"),
    ("step one_each on turning: all h in heap: size(heaps[h]) = 1", "step one_each on turning: all h in heap: size(heaps[h]) = 2"),
    ("invariant whole in turning: size(stock) = 6", "invariant whole in turning: size(stock) = 5"),
    ("move c from stock to heaps[on]", "move c from heaps[on] to stock"),
    ("invariant open in looking: all h in heap: up(h) != none", "invariant open in looking: all h in heap: up(h) = none"),
    ("    gather stock\n    go turning", "    go turning"),
    ("fill heaps[h] to 1 from stock for h in heap", "fill heaps[left_one] to 1 from stock"),
]  # fmt: skip


def heaps(change: tuple[str, str] = ("", "")) -> Game:
    old, new = change
    assert not old or HEAPS.count(old) == 1
    return from_text(HEAPS.replace(old, new) if old else HEAPS, "heaps.md")


def states(report: Report) -> dict[str, str]:
    return {v.name: v.state for v in report.verdicts}


@pytest.mark.parametrize("change", FAULTS, ids=lambda c: c[1][:30])
def test_the_verdict_on_a_fault_does_not_depend_on_how_it_is_asked(
    change: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = checked(heaps(change), Ledger(None), [])
    monkeypatch.setattr(slices, "LARGE", 20)
    parted = checked(heaps(change), Ledger(None), [])

    assert states(parted) == states(whole)
    assert set(parted.ends) == set(whole.ends) and parted.goes_round == whole.goes_round
    assert bool(change[0]) == any(s != "proved" for s in states(whole).values())


def test_each_goal_is_answered_as_if_it_were_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "LARGE", 20)
    for change in ((), (("all x in side: marks[x] <= 5", "all x in side: marks[x] <= 4"),)):
        wanted = [o for o in obligations(Model(small(change))) if not settled(o)]
        groups = sorted(together.groups(wanted), key=len)[-4:]
        assert all(len(group) > 2 for group in groups)
        for group in groups:
            text = together.text(group)
            answer = decide(text, together.FEW)
            assert [a.said for a in answer.each] == [decide(o.text()).said for o in group]
            assert (answer.said == "unsat") == all(a.said == "unsat" for a in answer.each)
            assert [(a.said, a.steps) for a in decide(text, together.FEW).each] == [(a.said, a.steps) for a in answer.each]


def test_a_goal_that_takes_more_steps_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "LARGE", 20)
    monkeypatch.setattr(together, "FEW", 1)
    wanted = list(obligations(Model(heaps())))
    answers = Asking(Ledger(None)).answers(wanted)

    assert {o.name for o in wanted if answers[o.name].said != o.expect} == set()


def test_what_was_shown_together_is_known_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "LARGE", 20)
    ledger = Ledger(None)
    wanted = list(obligations(Model(heaps())))
    Asking(ledger).answers(wanted)
    asked_again: list[str] = []

    def telling(what: str, done: int, of: int) -> None:
        asked_again.append(what)

    one = [o for o in wanted if o.in_pieces and not settled(o) and o.kind == "keeps"][:1]
    Asking(ledger, say=telling).answers(one)
    assert one and asked_again == []


def test_equal_shape_is_equal_but_for_names() -> None:
    a, b, c, d = (variable(n) for n in "abcd")
    x, y = variable("x", "Int"), variable("y", "Int")

    def alike(one: Term, other: Term) -> bool:
        return shape([one]) == shape([other])

    assert alike(or_(a, not_(b)), or_(c, not_(d)))
    assert alike(at_most(x, number(3)), at_most(y, number(3)))
    assert not alike(or_(a, b), and_(a, b))
    assert not alike(at_most(x, number(3)), at_most(x, number(4)))
    assert not alike(at_most(x, number(3)), at_most(number(3), x))
    assert not alike(or_(and_(a, b), and_(a, c)), or_(and_(a, b), and_(c, d)))
    assert not alike(ite(a, x, y), ite(a, x, add(x, y)))
    assert shape([a, b]) != shape([a, a])
    assert shape([or_(a, b), a]) == shape([or_(c, d), c])
    assert shape([or_(a, b), a]) != shape([or_(c, d), d])
    assert shape([a]) != shape([x])
    assert shape([and_(a, b)]) != shape([a, b])


def test_of_pieces_that_say_the_same_one_is_asked_and_a_fault_in_any_is_found() -> None:
    old, new = [[variable(f"{when} {n}") for n in range(30)] for when in ("old", "new")]
    kept = [Assumption("place", str(n), implies(o, w)) for n, (o, w) in enumerate(zip(old, new, strict=True))]
    goals = [or_(not_(o), w) for o, w in zip(old, new, strict=True)]

    whole = asked(goals, tuple(kept), small=True)
    parts = question(whole)
    assert parts is not None and len(parts.pieces) == 1
    assert decide(whole).said == "unsat"
    for lost in (0, 17, 29):
        assert decide(asked(goals, (*kept[:lost], *kept[lost + 1 :]), small=True)).said == "unknown"
        other = Assumption("place", "the other way round", implies(new[lost], old[lost]))
        assert decide(asked(goals, (*kept[:lost], other, *kept[lost + 1 :]), small=True)).said == "unknown"


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_a_piece_is_shown_only_if_it_is_in_every_case(name: str) -> None:
    pytest.importorskip(name)
    ask = SOLVERS[name]
    a, b, c = variable("a"), variable("b"), variable("c")
    known = (Assumption("type", "a", implies(a, c)), Assumption("type", "b", implies(b, c)))

    assert ask(asked([implies(or_(a, b), c)], known, cases=(a, b)), BUDGET).said == "unsat"
    assert ask(asked([c], (*known, Assumption("type", "one", or_(a, b))), cases=(a, b)), BUDGET).said == "unsat"
    # Neither a nor b: a case that nobody named is asked about as well.
    assert ask(asked([c], known, cases=(a, b)), BUDGET).said == "unknown"
    assert ask(asked([c], (known[0], Assumption("type", "one", or_(a, b))), cases=(a, b)), BUDGET).said == "unknown"


def test_side_by_side_as_alone(tmp_path: Path) -> None:
    games = [heaps(), heaps(FAULTS[1])]
    told: list[set[str]] = [set(), set()]
    says = [lambda what, done, of, n=n: told[n].add(what) for n in range(2)]
    paths = [tmp_path / "first", tmp_path / "second"]
    alone = [check(game) for game in games]

    found = list(abreast(games, paths, 2, Asked(), says))
    assert [states(r) for r in found] == [states(r) for r in alone]
    assert [[v.steps for v in r.verdicts] for r in found] == [[v.steps for v in r.verdicts] for r in alone]
    assert [r.fingerprint for r in found] == [r.fingerprint for r in alone]
    assert all("prove" in words for words in told)
    assert Ledger(paths[0]).entries and Ledger(paths[1]).entries
    again = list(abreast(games, paths, 2, Asked(), [quiet, quiet]))
    assert again[0].kept == len(again[0].verdicts)
    assert states(again[1]) == states(alone[1])


@pytest.mark.slow
def test_what_a_process_that_died_leaves_is_done_all_the_same(tmp_path: Path) -> None:
    games = [heaps(), heaps(FAULTS[1])]
    killed: list[int] = []

    def kill(what: str, done: int, of: int) -> None:
        for child in [] if killed else multiprocessing.active_children():
            if child.pid is not None:
                os.kill(child.pid, signal.SIGKILL)
                killed.append(child.pid)

    found = list(abreast(games, [tmp_path / "first", tmp_path / "second"], 2, Asked(), [kill, kill]))
    assert killed
    assert [states(r) for r in found] == [states(check(game)) for game in games]


def test_the_command_checks_two_files_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIRTIS_LEDGER", str(tmp_path / "ledger"))
    old, new = FAULTS[1]
    for name, text in (("heaps", HEAPS), ("other", HEAPS.replace(old, new).replace("{game} heaps", "{game} other"))):
        (tmp_path / f"{name}.md").write_text(text, "utf-8")
    paths = [str(tmp_path / f"{name}.md") for name in ("heaps", "other")]

    told = [CliRunner().invoke(main, ["check", *paths, "--quiet", "--lang", "en", "--jobs", jobs]) for jobs in ("2", "1")]
    assert [t.exit_code for t in told] == [1, 1]
    assert "Refuted: apart in looking" in told[0].output
    assert told[0].output == told[1].output
    assert len(list((tmp_path / "ledger").glob("*.jsonl"))) == 2
