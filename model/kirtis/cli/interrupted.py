"""An interruption that is not lost: one Ctrl-C is enough, wherever it comes."""

from __future__ import annotations

import sys
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

SOON = 0.05
"""Seconds after which an interruption comes again that could not be raised."""


@contextmanager
def interruptible() -> Iterator[None]:
    """An interruption that Python drops, as it does where it comes while an object is cleared away, comes again a little later.

    A model is millions of objects, and a solver clears away as many: so this is no rare case.
    """
    before = sys.unraisablehook

    def again(dropped: UnraisableHookArgs) -> None:
        if issubclass(dropped.exc_type, KeyboardInterrupt):
            Timer(SOON, interrupt_main).start()
        else:
            before(dropped)

    sys.unraisablehook = again
    try:
        yield
    finally:
        sys.unraisablehook = before
