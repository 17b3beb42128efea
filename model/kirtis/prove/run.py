"""Deciding many obligations at once: worker processes, each obligation in a solver context of its own."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from kirtis.prove import second, solve
from kirtis.prove.solve import BUDGET, Answer

BATCH_BYTES = 400_000
"""About so much text goes to a worker at once."""

Task = tuple[str, str]
"""A key and the text to decide."""

FIRST = "z3"
SOLVERS: dict[str, Callable[[str, int], Answer]] = {FIRST: solve.decide, second.NAME: second.decide}
"""Who may be asked."""


def _decide_all(tasks: list[Task], budget: int, solver: str) -> list[tuple[str, Answer]]:
    return [(key, SOLVERS[solver](text, budget)) for key, text in tasks]


def executor(jobs: int) -> Executor:
    """Worker processes that start clean."""
    return ProcessPoolExecutor(
        jobs,
        mp_context=multiprocessing.get_context(
            "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        ),
    )


def decided(tasks: Iterable[Task], jobs: int, budget: int = BUDGET, solver: str = FIRST) -> Iterator[tuple[str, Answer]]:
    """The answers as they come. A batch whose worker dies is tried once more, alone; then it is unknown."""
    if jobs <= 1:
        for key, text in tasks:
            yield key, SOLVERS[solver](text, budget)
        return
    lost: list[list[Task]] = []
    with executor(jobs) as pool:
        yield from _through(pool, _batches(tasks), budget, solver, lost, 3 * jobs)
    for batch in lost:
        for task in batch:
            again: list[list[Task]] = []
            with executor(1) as pool:
                yield from _through(pool, iter([[task]]), budget, solver, again, 1)
            if again:
                yield task[0], Answer("unknown", 0, 0.0, "the solver's process died twice")


def _batches(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    batch: list[Task] = []
    size = 0
    for task in tasks:
        batch.append(task)
        size += len(task[1])
        if size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _through(
    pool: Executor, batches: Iterator[list[Task]], budget: int, solver: str, lost: list[list[Task]], most: int
) -> Iterator[tuple[str, Answer]]:
    running: dict[Future[list[tuple[str, Answer]]], list[Task]] = {}
    dead = False
    for batch in batches:
        if dead:
            lost.append(batch)
            continue
        try:
            running[pool.submit(_decide_all, batch, budget, solver)] = batch
        except BrokenProcessPool:
            dead = True
            lost.append(batch)
        while len(running) >= most:
            yield from _done(running, lost)
    while running:
        yield from _done(running, lost)


def _done(running: dict[Future[list[tuple[str, Answer]]], list[Task]], lost: list[list[Task]]) -> Iterator[tuple[str, Answer]]:
    finished, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in finished:
        batch = running.pop(future)
        try:
            yield from future.result()
        except BrokenProcessPool:
            lost.append(batch)
