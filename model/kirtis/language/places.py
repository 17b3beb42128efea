"""Where a thing stands: file, line, and the clauses it belongs to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a literate file (counted from 1) and the ids of the clauses that it formalizes."""

    file: str
    line: int
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return where + (f" ({', '.join(self.clauses)})" if self.clauses else "")


NOWHERE = Place("", 0)
"""The place of what stands in no file: built in Python, or made by a construct."""


def nowhere() -> Place:
    """``NOWHERE``, as the default of a field."""
    return NOWHERE
