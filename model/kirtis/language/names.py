"""What a writer may have meant by a name that nobody knows."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from itertools import islice

_MOST_COMPARED = 600
_LONGEST = 60


def nearest(word: str, known: Iterable[str]) -> str:
    """“did you mean …?” with the known word most like this one, or nothing."""
    if len(word) > _LONGEST:
        return ""
    close = difflib.get_close_matches(word, sorted(set(islice(known, _MOST_COMPARED))), 1, 0.6)
    return f"did you mean {close[0]}?" if close else ""
