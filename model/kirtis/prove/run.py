"""Deciding many obligations at once: worker processes, each obligation in a solver context of its own."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait

from kirtis.prove import second, solve
from kirtis.prove.executors import abandon, executor, is_loss
from kirtis.prove.solve import BUDGET, Answer

BATCH_BYTES = 400_000
"""About so much text goes to a worker at once."""

PATIENCE = 1800
"""Seconds without any answer after which workers count as hung. The budget ends every question long before, unless the solver fails."""

Task = tuple[str, str]
"""A key and the text to decide."""

FIRST = "z3"
SOLVERS: dict[str, Callable[[str, int], Answer]] = {FIRST: solve.decide, second.NAME: second.decide}
"""Who may be asked."""


def _decide_all(tasks: list[Task], budget: int, solver: str) -> list[tuple[str, Answer]]:
    return [(key, SOLVERS[solver](text, budget)) for key, text in tasks]


def decided(
    tasks: Iterable[Task], jobs: int, budget: int = BUDGET, solver: str = FIRST, at: str | None = None
) -> Iterator[tuple[str, Answer]]:
    """The answers as they come. What a worker had that dies or hangs is tried once more, each alone; then it is unknown."""
    if jobs <= 1 and at is None:
        for key, text in tasks:
            yield key, SOLVERS[solver](text, budget)
        return
    lost: list[Task] = []
    with executor(jobs, at) as pool:
        yield from _through(pool, _batches(tasks), budget, solver, lost, 3 * jobs)
    for task in lost:
        again: list[Task] = []
        with executor(1, at) as pool:
            yield from _through(pool, iter([[task]]), budget, solver, again, 1)
        if again:
            yield task[0], Answer("unknown", 0, 0.0, "the solver's process died or hung twice")


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
    pool: Executor, batches: Iterator[list[Task]], budget: int, solver: str, lost: list[Task], most: int
) -> Iterator[tuple[str, Answer]]:
    running: dict[Future[list[tuple[str, Answer]]], list[Task]] = {}
    dead = False
    for batch in batches:
        if dead:
            lost += batch
            continue
        try:
            running[pool.submit(_decide_all, batch, budget, solver)] = batch
        except BrokenExecutor:
            dead = True
            lost += batch
        while len(running) >= most and not dead:
            dead = yield from _done(pool, running, lost)
    while running:
        dead = yield from _done(pool, running, lost)


def _done(
    pool: Executor, running: dict[Future[list[tuple[str, Answer]]], list[Task]], lost: list[Task]
) -> Generator[tuple[str, Answer], None, bool]:
    """The answers of what is finished; whether the workers had to be given up."""
    finished, _ = wait(running, timeout=PATIENCE, return_when=FIRST_COMPLETED)
    if not finished:
        abandon(pool)
        for future, batch in running.items():
            future.cancel()
            lost += batch
        running.clear()
        return True
    for future in finished:
        batch = running.pop(future)
        try:
            answers = future.result()
        except BaseException as error:
            if not is_loss(error):
                raise
            lost += batch
        else:
            yield from answers
    return False
