"""Which rows of the tables decide, and which branches are taken: for a phase or action that asks a table, and for a branch, one call more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kirtis.language.game import Game
from kirtis.language.nodes import Call, Const, Expr, If, Statement
from kirtis.language.types import Num
from kirtis.language.walk import walk
from kirtis.play.compile.code import Coder
from kirtis.play.compile.writer import Writer

if TYPE_CHECKING:
    from kirtis.play.compile.unit import Unit


def asked(game: Game, body: Iterable[Statement]) -> list[str]:
    """The tables without parameters that a block asks, itself or through definitions."""
    seen: set[str] = set()
    work = [node.name for one in body for node in walk(one) if isinstance(node, Call)]
    while work:
        name = work.pop()
        if name not in seen:
            seen.add(name)
            work.extend(_calls(game.definitions[name].body))
    found = {game.definitions[n].table for n in seen}
    return [t for t in game.tables if t in found and not game.tables[t].params]


def _calls(node: Expr) -> Iterator[str]:
    return (one.name for one in walk(node) if isinstance(one, Call))


class Trace:
    """How often each row decided: ``rows[table, n]``, with n counted from 0; ``ways`` are the branches taken, by the lines where they begin."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.rows: Counter[tuple[str, int]] = Counter()
        self.ways: set[int] = set()
        self.written: set[str] = set()
        unit.space["way"] = self.ways.add

    def call(self, table: str) -> str:
        """The statement that counts a row; the function it calls is written where it is first needed."""
        if table not in self.written:
            self.written.add(table)
            self._write(table)
        return f"c_{table}(S)"

    def _write(self, table: str) -> None:
        unit = self.unit
        rows = unit.game.tables[table].rows
        number = Num(-1, len(rows))
        which: Expr = Const(-1, number)
        for n, row in reversed(list(enumerate(rows))):
            which = If(row.fits, Const(n, number), which, number)
        writer = Writer(unit, Coder(unit))
        writer.lines.append(f"def r_{table}(S):")
        writer.put(f"return {writer.coder.value(unit.fold(which))}")
        unit.source.append("\n".join(writer.lines) + "\n")

        def count(numbers: list[int]) -> None:
            try:
                self.rows[table, unit.space[f"r_{table}"](numbers)] += 1  # type: ignore[operator]
            except Exception:  # the rules themselves will say, if they come to ask
                return

        unit.space[f"c_{table}"] = count
