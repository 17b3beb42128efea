"""Work that keeps nearly all it makes, done without looking for rubbish in it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def untidied() -> Iterator[None]:
    """Look for no rubbish meanwhile: to go through millions of things again and again, all of them needed, would take an eighth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect()
