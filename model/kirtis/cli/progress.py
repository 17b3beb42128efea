"""How far long work has come: a bar on a terminal, else a plain line now and then on standard error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Protocol

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

EVERY = 10.0
"""Seconds between two plain lines."""


class Told(Protocol):
    """Takes in what is being done, how much of it is done, and how much there is, if that is known."""

    def __call__(self, what: str, done: int, total: int | None) -> None:
        """Take it in."""


@contextmanager
def progress(console: Console, quiet: bool) -> Iterator[Told]:
    """Show how far work has come while it lasts."""
    if quiet:
        yield lambda what, done, total: None
    elif console.is_terminal:
        columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("", total=None)
            yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total)
    else:
        with _lines() as told:
            yield told


@contextmanager
def _lines() -> Iterator[Told]:
    """A thread of its own says where the work stands, since the work may be silent for long."""
    where = [""]
    over = Event()

    def told(what: str, done: int, total: int | None) -> None:
        where[0] = f"{what} {done}/{total}" if total is not None else f"{what} …"

    def speak() -> None:
        while not over.wait(EVERY):
            if where[0]:
                click.echo(where[0], err=True)

    thread = Thread(target=speak, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        over.set()
        thread.join()
