"""What decides in a position: an evaluator that keeps what it comes by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from kirtis.conform.marks import Marks, expressions, seen_things
from kirtis.language.game import Variable, Zone
from kirtis.language.nodes import (
    And,
    Assign,
    Best,
    Compare,
    Const,
    Every,
    Expr,
    Implies,
    Let,
    Lookup,
    Member,
    Not,
    OptionValue,
    Or,
    Some,
    Statement,
    Var,
    When,
)
from kirtis.language.types import Bool
from kirtis.play.evaluate import NOTHING_BOUND, Env, Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import Position, Value

LOGIC = frozenset((Compare, Member, And, Or, Not, Implies, Every, Some))
"""What is worked out as a condition, whoever asks for its value."""

KEPT = frozenset((OptionValue, Lookup, Best))
"""What is kept besides the answers of conditions."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table that decided: the table, the number of the row (from 0), and what it was asked."""

    table: str
    number: int
    args: tuple[Value, ...]


class Watcher(Evaluator):
    """An evaluator that keeps what it came by: ``seen`` are names of marks, ``rows`` the rows that decided."""

    marks: Marks
    seen: set[str]
    rows: list[Row]
    read: list[set[tuple[str, int]]]
    """What was looked up in orders, for each of the expressions that are being worked out, the innermost last."""
    reads: dict[tuple[str, tuple[Value, ...]], set[tuple[str, int]]]
    """The same of definitions known already."""

    def __init__(self, marks: Marks, options: Mapping[str, int | bool], position: Position) -> None:
        super().__init__(marks.game, options, position)
        for name, value in (("marks", marks), ("seen", set()), ("rows", []), ("read", [set()]), ("reads", {})):
            object.__setattr__(self, name, value)

    def truth(self, node: Expr, env: Env = NOTHING_BOUND) -> bool:
        """The value of a condition, kept."""
        if type(node) not in LOGIC:
            return self.value(node, env) is True
        answer = super().truth(node, env)
        if isinstance(node, Compare) and id(node) in self.marks.ordering:
            left, right = self._reading(node.left, env), self._reading(node.right, env)
            self._ordered(left, right)
            self._ordered(right, left)
        self._answered(node, answer)
        return answer

    def value(self, node: Expr, env: Env = NOTHING_BOUND) -> Value:
        """The value of an expression; rows, options and maps are kept."""
        kind = type(node)
        if kind is Const:
            return node.value  # type: ignore[union-attr, return-value]
        if kind in LOGIC:
            return self.truth(node, env)
        # Half of what is asked for are names.
        plain = env[node.name] if kind is Var else super().value(node, env)  # type: ignore[union-attr]
        self._answered(node, plain)
        if kind in KEPT:
            self._keep(node, plain, env)
        return plain

    def _keep(self, node: Expr, plain: Value, env: Env) -> None:
        """Keep the option, the map or the best that was asked for."""
        match node:
            case OptionValue(name):
                option = self.game.options[name]
                self.seen.add(f"option {name}={self.game.word(option.type, self.options[name])}")
            case Lookup(name):
                self.seen.add(f"map {name}")
                if name in self.marks.orders and isinstance(plain, int):
                    self.read[-1].add((name, plain))
            case Best(var, among, key, where) if id(node) in self.marks.ordering:
                keys = {one: self._reading(key, inner) for one, inner in self.members(var, among, where, env)}
                for one, found in keys.items():
                    if one != plain:
                        self._ordered(keys[plain], found)  # type: ignore[index]  # the best is one of them

    def defined(self, name: str, given: tuple[Value, ...]) -> Value:
        """What a definition is for these arguments; the row that decided is kept."""
        key = name, given
        if key in self.known:
            if read := self.reads.get(key):
                self.read[-1] |= read
            return self.known[key]
        self.read.append(set())
        try:
            answer = super().defined(name, given)
        finally:
            read = self.reads[key] = self.read.pop()
            self.read[-1] |= read
        table = self.game.definitions[name].table
        if table is not None:
            self._row(table, given)
        return answer

    def _answered(self, node: Expr, answer: Value) -> None:
        """Keep the answer of a condition."""
        found = self.marks.conditions.get(id(node))
        if found is not None:
            self.seen.add(found[answer is True].name)

    def _reading(self, node: Expr, env: Env) -> set[tuple[str, int]]:
        """What an expression looks up in orders."""
        self.read.append(set())
        try:
            self.value(node, env)
        finally:
            read = self.read.pop()
        return read

    def _ordered(self, high: set[tuple[str, int]], low: set[tuple[str, int]]) -> None:
        """Keep what neighbours in an order were compared."""
        for name, place in high:
            below = self.marks.orders[name].get(place)
            if below is not None and (name, below) in low:
                self.seen.add(f"order {name} {place} over {below}")

    def _row(self, table: str, args: tuple[Value, ...]) -> None:
        inner = dict(zip((n for n, _ in self.game.tables[table].params), args, strict=True))
        for n, row in enumerate(self.game.tables[table].rows):
            if self.truth(row.fits, inner):
                self.seen.add(f"row {table} {n + 1}")
                self.rows.append(Row(table, n, args))
                return

    # -- what is done ------------------------------------------------------------------------------------------------------

    def follow(self, body: tuple[Statement, ...], env: Env) -> None:
        """Come by everything that a block does in this position."""
        marks = self.marks
        for one in body:
            if isinstance(one, Let):
                env = {**env, one.name: self.value(one.value, env)}
                continue
            if isinstance(one, When):
                for n, (test, inner) in enumerate(one.branches):
                    if test is None or self.truth(test, env):
                        self.seen.add(marks.branches[id(one)][n].name)
                        self.follow(inner, env)
                        break
                else:
                    self.seen.add(marks.branches[id(one)][-1].name)
                continue
            self.seen.add(marks.done[id(one)].name)
            for inner_env in self._each(one, env):
                for node in expressions(one):
                    self._look(node, inner_env)
                if isinstance(one, Assign) and self._changes(one, inner_env):
                    self.seen.add(marks.news[id(one)].name)

    def _changes(self, one: Assign, env: Env) -> bool:
        """Whether a statement writes something else than stands there: to leave it out would show."""
        return self.position.values[one.name, self.index(one.index, env)] != self.value(one.value, env)

    def _look(self, node: Expr, env: Env) -> None:
        if isinstance(node.type, Bool):
            self.truth(node, env)
        else:
            self.value(node, env)

    def _each(self, one: Statement, env: Env) -> Iterator[Env]:
        each = getattr(one, "each", None)
        if each is None:
            yield env
            return
        for n in range(len(self.game.enums[str(each[1])])):
            yield {**env, each[0]: n}

    # -- what is seen ------------------------------------------------------------------------------------------------------

    def look(self, seat: int) -> None:
        """Come by everything that a seat sees and does not see."""
        self.seen.update(self.marks.fixed)
        for one in seen_things(self.game):
            if isinstance(one.sight.when, Const):
                continue
            self.seen.update(f"{'shown' if shown else 'hidden'} {one.name}" for shown in self._shown(one, seat))

    def _shown(self, one: Variable | Zone, seat: int) -> Iterator[bool]:
        for index in product(*(range(len(self.game.enums[e.name])) for e in one.index)):
            env = {name: i for name, i in zip(one.sight.names, index, strict=False) if name}
            try:
                yield self.truth(one.sight.when, {**env, one.sight.viewer: seat})
            except RuleError:
                return


__all__ = ["Row", "Watcher"]
