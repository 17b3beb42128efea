"""Where the work is done: on a cluster as well, and whatever happens to a worker nothing is lost and nothing hangs."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from kirtis.cli import main
from kirtis.prove import run
from kirtis.prove.run import decided

SMALL = str(Path(__file__).parent / "prove" / "small.md")


def pigeons(holes: int) -> str:
    """One pigeon more than there are holes: short to say, and beyond any solver of this kind once there are many."""
    names = [[f"|{p} {h}|" for h in range(holes)] for p in range(holes + 1)]
    text = "".join(f"(declare-const {n} Bool)\n" for row in names for n in row)
    text += "".join(f"(assert (or {' '.join(row)}))\n" for row in names)
    return text + "".join(
        f"(assert (or (not {names[p][h]}) (not {names[q][h]})))\n"
        for h in range(holes)
        for p in range(holes + 1)
        for q in range(p)
    )


def equal(n: int) -> str:
    return f"(declare-const x Int)(assert (= x {n}))" + " " * 100_000


@pytest.mark.slow
def test_a_solver_that_hangs_is_given_up_after_a_second_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PATIENCE", 8)
    tasks = [("hangs", pigeons(14)), *((str(n), equal(n)) for n in range(20))]

    answers = dict(decided(tasks, 2, budget=10**12))

    assert {k for k, a in answers.items() if a.said == "sat"} == {str(n) for n in range(20)}
    assert (answers["hangs"].said, answers["hangs"].reason) == ("unknown", "the solver's process died or hung twice")


@pytest.mark.slow
def test_a_worker_that_always_dies_is_given_up() -> None:
    def tasks() -> Iterator[tuple[str, str]]:
        yield "dies", pigeons(14)
        for n in range(20):
            yield str(n), equal(n)
            for child in multiprocessing.active_children():
                child.kill()

    answers = dict(decided(tasks(), 2, budget=10_000_000))

    assert len(answers) == 21
    assert all(a.said == "sat" for k, a in answers.items() if k != "dies")


@pytest.mark.slow
def test_on_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler and two workers, each in a process of its own: the same answers after the same steps."""
    distributed = pytest.importorskip("distributed")
    tasks = [("false", "(assert false)"), ("hole", pigeons(4)), *((str(n), equal(n)) for n in range(10))]
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        at = cluster.scheduler_address.replace("tcp://", "dask://")
        there = {k: (a.said, a.steps) for k, a in decided(tasks, 2, at=at)}
        monkeypatch.setenv("KIRTIS_LEDGER", str(tmp_path))
        told = CliRunner().invoke(main, ["check", SMALL, "--executor", at, "--only", "five_most", "--lang", "en"])
    assert there == {k: (a.said, a.steps) for k, a in decided(tasks, 1)}
    assert told.exit_code in (0, 2), told.output
    assert "five_most" in told.output


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ("ray://somewhere:1", "“ray://somewhere:1” names no executor; it is written dask://HOST:PORT\n"),
        ("dask://", "“dask://” names no executor; it is written dask://HOST:PORT\n"),
        ("dask://127.0.0.1:9", "no Dask scheduler answers at 127.0.0.1:9\n"),
    ],
)
def test_a_cluster_that_is_not_there(at: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setenv("KIRTIS_LEDGER", str(tmp_path))
    monkeypatch.setattr("kirtis.prove.executors.CONNECT", 1)
    told = CliRunner().invoke(main, ["check", SMALL, "--executor", at, "--only", "five_most", "--quiet", "--lang", "en"])
    assert (told.exit_code, told.output) == (3, message)
