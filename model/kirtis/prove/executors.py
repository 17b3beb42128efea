"""Where the work is done: processes of this machine, or a cluster that speaks Dask; both behind the standard executor interface."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from contextlib import contextmanager

CONNECT = 10
"""Seconds to wait for a cluster's first answer."""


class NoExecutorError(Exception):
    """There is no such place to work, or it cannot be reached."""


@contextmanager
def executor(jobs: int, at: str | None = None) -> Iterator[Executor]:
    """Worker processes that start clean; with ``at`` (``dask://HOST:PORT``) those of a cluster. Raises NoExecutorError."""
    if at is not None:
        with _cluster(at) as pool:
            yield pool
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context(fresh())) as pool:
        yield pool


def fresh() -> str:
    """How a process is started that has nothing of this one."""
    return "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


@contextmanager
def _cluster(at: str) -> Iterator[Executor]:
    scheme, _, address = at.partition("://")
    if scheme != "dask" or not address:
        raise NoExecutorError(f"“{at}” names no executor; it is written dask://HOST:PORT")
    try:
        from distributed import Client
    except ImportError:
        raise NoExecutorError("working on a Dask cluster needs: pip install 'kirtis[cluster]'") from None
    try:
        client = Client(f"tcp://{address}", timeout=CONNECT, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError):
        raise NoExecutorError(f"no Dask scheduler answers at {address}") from None
    with client, client.get_executor() as pool:  # type: ignore[no-untyped-call]
        yield pool


def abandon(pool: Executor) -> None:
    """End workers that no longer answer; what they had is lost."""
    for process in (getattr(pool, "_processes", None) or {}).values():  # the pool itself has no word for this
        process.kill()


def is_loss(error: BaseException) -> bool:
    """Whether an error says that a worker is gone, and not that the work was wrong."""
    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == "KilledWorker"
