"""The text of a question that is asked in pieces: what is known, once, and each piece with what of that it is asked with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

PART = "; in part\n"
"""Before text that shows what it should where it is refuted, and nothing where not."""

PIECE = "; a piece with:"
"""Before each piece: after it stand the numbers of the assumptions that it is asked with."""

TOGETHER = "; one after another\n"
"""Before text that asks about several goals with one list of what is known."""

GOAL = "; a goal:\n"
"""Before what asserts the contrary of each goal; all that it speaks of is declared before the first."""

CASE = "; a case:\n"
"""Before each case, after all pieces: together they are all there are, so that a piece is shown where it is in each of them."""


@dataclass(frozen=True, slots=True)
class Question:
    """Such a text taken apart: what is known, as a script, of each piece the numbers of its assumptions and its own script, and the cases."""

    known: str
    pieces: tuple[tuple[tuple[int, ...], str], ...]
    cases: tuple[str, ...] = ()


def question(text: str) -> Question | None:
    """A text that is asked in pieces, taken apart; None for one that is asked whole."""
    if not text.startswith(PART):
        return None
    whole, *cases = text.removeprefix(PART).split(CASE)
    known, *pieces = whole.split(PIECE)
    parted = (one.partition("\n") for one in pieces)
    return Question(known, tuple((tuple(map(int, numbers.split())), goal) for numbers, _, goal in parted), tuple(cases))


def goals(text: str) -> tuple[str, list[str]] | None:
    """A text that asks about several goals, taken apart: what is known, and the contrary of each goal; None for any other."""
    if not text.startswith(TOGETHER):
        return None
    known, *asked = text.removeprefix(TOGETHER).split(GOAL)
    return known, asked


def scripts(text: str) -> tuple[list[str], bool]:
    """The scripts of a text, all of which must be refuted, each in full: each piece in each case; and whether it is asked in pieces."""
    parts = question(text)
    if parts is None:
        return [text], False
    known = _read(parts.known)
    return [known.script(numbers, goal + case) for numbers, goal in parts.pieces for case in parts.cases or ("",)], True


NAME = re.compile(r"\|[^|]*\||\bd\d+\b")
"""An unknown, or a shared part that has a name."""


@dataclass(frozen=True)
class _Known:
    """What is known, line by line: where each name is declared or defined, which names a line has, and the assertions."""

    named: dict[str, int]
    lines: list[str]
    uses: list[list[str]]
    said: list[int]

    def script(self, numbers: tuple[int, ...], goal: str) -> str:
        """One piece as a script of its own: only what it speaks of is declared and defined, and nothing twice."""
        own = dict.fromkeys(goal.splitlines())
        wanted: set[int] = set()
        work = [self.said[n] for n in numbers]
        while work:
            n = work.pop()
            if n not in wanted:
                wanted.add(n)
                work += [self.named[name] for name in self.uses[n]]
        there = {self.lines[n] for n in wanted}
        rest = [line for line in own if line not in there]
        return "\n".join([*(self.lines[n] for n in sorted(wanted)), *rest]) + "\n"


@lru_cache(maxsize=4)
def _read(known: str) -> _Known:
    lines = known.splitlines()
    names = [NAME.findall(line) if line.startswith("(") else [] for line in lines]
    said = [n for n, line in enumerate(lines) if line.startswith("(assert")]
    named = {names[n][0]: n for n, line in enumerate(lines) if line.startswith("(de")}
    uses = [used[1:] if line.startswith("(de") else used for line, used in zip(lines, names, strict=True)]
    return _Known(named, lines, uses, said)
