"""Several games, or one for several numbers of players, checked at once: each in a process of its own.

Most of the work before the first question is that of one process; so the time of a machine is used best where games are checked side by side.
What is found of a game does not depend on who is checked beside it.
"""

from __future__ import annotations

import multiprocessing
import queue
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path

from kirtis.language.game import Game
from kirtis.prove.asking import Say
from kirtis.prove.check import check
from kirtis.prove.executors import fresh
from kirtis.prove.ledger import Ledger
from kirtis.prove.report import Report
from kirtis.prove.solve import BUDGET
from kirtis.prove.variant import proved
from kirtis.tidying import untidied

EVERY = 0.2
"""Seconds between two looks at what the processes say."""

Told = tuple[int, str, int, int]
"""The number of a game, and what a check says of it."""


@dataclass(frozen=True)
class Asked:
    """How each game is to be checked."""

    only: str | None = None
    budget: int = BUDGET
    second: bool = False


@dataclass(frozen=True)
class _Line:
    """Between the one who asks and a process that checks: what is said, and whether to stop."""

    told: Queue[Told]
    stopped: Event


_LINE: list[_Line] = []
"""That of this process, where it is one of those that check."""


def abreast(
    games: Sequence[Game], ledgers: Sequence[Path | None], jobs: int, asked: Asked, says: Sequence[Say]
) -> Iterator[Report]:
    """The reports in the order of the games; ``ledgers`` and ``says`` are those of each."""
    # One more than may work at a time, where there are more games: so that at the end nobody waits for the last of them alone.
    at_once = min(jobs + 1, len(games))
    context = multiprocessing.get_context(fresh())
    line = _Line(context.Queue(), context.Event())
    with ProcessPoolExecutor(at_once, mp_context=context, initializer=_begin, initargs=(line,)) as pool:
        # What takes longest first, so that nothing long is left at the end.
        order = sorted(range(len(games)), key=lambda n: -len(games[n].seats))
        running = {n: pool.submit(_apart, n, games[n], ledgers[n], max(1, jobs // at_once), asked) for n in order}
        try:
            for n in range(len(games)):
                while not wait([running[n]], timeout=EVERY).done:
                    _pass_on(line.told, says)
                _pass_on(line.told, says)
                try:
                    yield running[n].result()
                except BrokenExecutor:  # a process died: what is left is done here
                    yield _checked(games[n], ledgers[n], jobs, asked, says[n])
        except BaseException:
            line.stopped.set()
            pool.shutdown(cancel_futures=True)
            raise


def _begin(line: _Line) -> None:
    _LINE[:] = [line]


def _pass_on(told: Queue[Told], says: Sequence[Say]) -> None:
    while True:
        try:
            n, what, done, of = told.get_nowait()
        except queue.Empty:
            return
        says[n](what, done, of)


def _apart(n: int, game: Game, ledger: Path | None, jobs: int, asked: Asked) -> Report:
    def say(what: str, done: int, of: int) -> None:
        if _LINE[0].stopped.is_set():
            raise KeyboardInterrupt
        _LINE[0].told.put((n, what, done, of))

    with untidied():  # a model is millions of formulas
        return _checked(game, ledger, jobs, asked, say)


def _checked(game: Game, ledger: Path | None, jobs: int, asked: Asked, say: Say) -> Report:
    kept = Ledger(ledger)
    how = partial(check, jobs=jobs, ledger=kept, only=asked.only, budget=asked.budget, say=say, second=asked.second)
    return proved(game, how)
