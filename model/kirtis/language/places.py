"""Where a thing stands: file, line, and the clauses that it formalizes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file and the clause or clauses that it belongs to."""

    file: str
    line: int
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}"
        return f"{where} ({', '.join(self.clauses)})" if self.clauses else where


NOWHERE = Place("", 0)
