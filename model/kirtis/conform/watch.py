"""What decides in a position: every condition that was looked at, with its answer, every row, statement, option and sight.

Such a thing is a :class:`Mark`: a short name that never changes while the rules do not, and the clauses it belongs to. Vectors
are chosen so that together they touch every mark that can be touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from kirtis.language.flow import statements
from kirtis.language.game import Game, Phase, Variable, Zone
from kirtis.language.nodes import (
    Assign,
    Best,
    Call,
    Compare,
    Const,
    Draw,
    Expr,
    Fill,
    Let,
    Lookup,
    Move,
    MoveAll,
    OptionValue,
    Statement,
    Var,
    When,
)
from kirtis.language.places import Place as At
from kirtis.language.types import Bool, Num
from kirtis.language.walk import walk
from kirtis.play.evaluate import NOTHING_BOUND, Env, Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import Position, Value


@dataclass(frozen=True, slots=True)
class Mark:
    """Something of the rules that a vector can touch."""

    name: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table that decided: the table, the number of the row (from 0), and what it was asked."""

    table: str
    number: int
    args: tuple[Value, ...]


def seen_things(game: Game) -> list[Variable | Zone]:
    """All variables and zones."""
    return [*game.variables.values(), *game.zones.values()]


class Marks:
    """All marks of the rules of a game; ``under`` has those of the statements that an option leads to, by its name."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.all: dict[str, Mark] = {}
        self.conditions: dict[int, tuple[Mark, Mark]] = {}
        self.done: dict[int, Mark] = {}
        self.branches: dict[int, tuple[Mark, ...]] = {}
        self.news: dict[int, Mark] = {}
        self.under: dict[str, set[str]] = {}
        self.dutiful: set[int] = set()
        self.fixed: set[str] = set()
        for definition in game.definitions.values():
            # What an order of tricks or a table makes of itself is told of elsewhere.
            self._conditions(f"def {definition.name}", definition.body, definition.at)
        for table in game.tables.values():
            for n, row in enumerate(table.rows):
                self._mark(f"row {table.name} {n + 1}", row.at.clauses)
                self._conditions(f"row {table.name} {n + 1}", row.fits, row.at)
        for duties in game.duties.values():
            for duty in duties.duties:
                self._conditions(f"duty {duties.name}.{duty.name}", duty.when, duty.at)
                self._conditions(f"duty {duties.name}.{duty.name}", duty.meets, duty.at)
        for phase in game.phases.values():
            self._phase(phase)
        for option in game.options.values():
            for value in game.values(option.type):
                self._mark(f"option {option.name}={game.word(option.type, value)}", option.at.clauses)
        for one in seen_things(game):
            words: tuple[str, ...] = ("shown", "hidden")
            if isinstance(one.sight.when, Const):
                words = ("shown",) if one.sight.when.value else ("hidden",)
                self.fixed.add(f"{words[0]} {one.name}")
            for word in words:
                self._mark(f"{word} {one.name}", one.at.clauses)
        used = {one.map for definition in game.definitions.values() for one in walk(definition.body) if isinstance(one, Lookup)}
        for map_ in (m for m in game.maps.values() if m.name in used):
            self._mark(f"map {map_.name}", map_.at.clauses)
        self.orders = {m.name: _neighbours(m.values) for m in game.maps.values() if m.name in used and isinstance(m.type, Num)}
        for name, below in self.orders.items():
            for high, low in below.items():
                self._mark(f"order {name} {high} over {low}", game.maps[name].at.clauses)
        self.ordering = self._ordering()

    def _ordering(self) -> set[int]:
        """The comparisons in which an order may decide, itself or in a definition that is asked."""
        nodes = {name: list(walk(definition.body)) for name, definition in self.game.definitions.items()}
        asking = {name for name, found in nodes.items() if any(isinstance(n, Lookup) and n.map in self.orders for n in found)}
        while more := {
            name
            for name, found in nodes.items()
            if name not in asking and any(isinstance(n, Call) and n.name in asking for n in found)
        }:
            asking |= more
        roots: list[Expr | Statement] = [definition.body for definition in self.game.definitions.values()]
        for phase in self.game.phases.values():
            roots += phase.body
            for act in phase.actions:
                roots += [*act.body, *(need.condition for need in act.needs)]
        return {
            id(one)
            for root in roots
            for one in walk(root)
            if (isinstance(one, Best) or (isinstance(one, Compare) and one.op not in ("=", "!=")))
            and any(
                (isinstance(n, Lookup) and n.map in self.orders) or (isinstance(n, Call) and n.name in asking) for n in walk(one)
            )
        }

    def _mark(self, name: str, clauses: tuple[str, ...]) -> Mark:
        return self.all.setdefault(name, Mark(name, clauses))

    def _conditions(self, name: str, node: Expr, at: At) -> None:
        for n, one in enumerate(walk(node)):
            if (
                isinstance(getattr(one, "type", None), Bool)
                and id(one) not in self.conditions
                and not isinstance(one, OptionValue)
            ):
                where = getattr(one, "at", at).clauses or at.clauses
                self.conditions[id(one)] = (self._mark(f"{name} #{n} no", where), self._mark(f"{name} #{n} yes", where))

    def _phase(self, phase: Phase) -> None:
        self._body(f"phase {phase.name}", phase.body, phase.at)
        for act in phase.actions:
            name = f"{phase.name}.{act.name}"
            self._mark(f"may {name}", act.at.clauses)
            if act.actor is None:
                self._mark(f"refuse {name} turn", phase.at.clauses)
            for n, need in enumerate(act.needs):
                self._mark(f"refuse {name} need {need.name or n + 1}", need.at.clauses)
                self._conditions(f"need {name} {need.name or n + 1}", need.condition, need.at)
                for call in (one for one in walk(need.condition) if isinstance(one, Call) and one.name in self.game.duties):
                    self.dutiful.add(id(need))
                    for duty in self.game.duties[call.name].duties:
                        self._mark(f"refuse {name} duty {duty.name}", duty.at.clauses)
            self._body(f"act {name}", act.body, act.at)

    def _body(self, name: str, body: tuple[Statement, ...], at: At) -> None:
        for n, one in enumerate(statements(body)):
            where = one.at.clauses or at.clauses
            if isinstance(one, When):
                count = len(one.branches) + (one.branches[-1][0] is not None)
                self.branches[id(one)] = tuple(self._mark(f"{name} {n + 1} branch {b + 1}", where) for b in range(count))
            elif not isinstance(one, Let):
                self.done[id(one)] = self._mark(f"{name} {n + 1}", where)
            if isinstance(one, Assign):
                self.news[id(one)] = self._mark(f"{name} {n + 1} new", where)
            for node in _expressions(one):
                self._conditions(f"{name} {n + 1}", node, one.at if one.at.clauses else at)
        for test, inner in (branch for one in statements(body) if isinstance(one, When) for branch in one.branches):
            options = {node.name for node in walk(test) if isinstance(node, OptionValue)} if test is not None else set()
            for option in options:
                made = [self.done.get(id(s)) for s in statements(inner)] + [self.news.get(id(s)) for s in statements(inner)]
                self.under.setdefault(option, set()).update(mark.name for mark in made if mark is not None)


def _neighbours(values: Sequence[int | bool | None]) -> dict[int, int]:
    """For every place in an order the one below; what has no place is 0 or none."""
    places = sorted({int(v) for v in values if v})
    return dict(zip(places[1:], places[:-1], strict=True))


def _expressions(one: Statement) -> Iterator[Expr]:
    """The expressions of a statement; of an ``if`` its tests alone."""
    match one:
        case Let(_, value):
            yield value
        case Assign(_, index, value):
            yield from index
            yield value
        case Move(what, source, target):
            yield what
            yield from source.index
            yield from target.index
        case MoveAll(_, index, target):
            yield from index or ()
            yield from target.index
        case Fill(target, _, source):
            yield from target.index
            yield from source.index
        case Draw(_, index, among):
            yield from index
            yield among
        case When(branches):
            yield from (test for test, _ in branches if test is not None)


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
        answer = super().truth(node, env)
        if isinstance(node, Compare) and id(node) in self.marks.ordering:
            left, right = self._reading(node.left, env), self._reading(node.right, env)
            self._ordered(left, right)
            self._ordered(right, left)
        found = self.marks.conditions.get(id(node))
        if found is not None:
            self.seen.add(found[answer].name)
        return answer

    def value(self, node: Expr, env: Env = NOTHING_BOUND) -> Value:
        """The value of an expression; rows, options and maps are kept."""
        if type(node) is Var:
            return env[node.name]
        if isinstance(node, OptionValue):
            option = self.game.options[node.name]
            self.seen.add(f"option {node.name}={self.game.word(option.type, self.options[node.name])}")
        elif isinstance(node, Lookup):
            self.seen.add(f"map {node.map}")
        if not isinstance(node, Call):
            plain = super().value(node, env)
            if isinstance(node, Lookup) and node.map in self.marks.orders and isinstance(plain, int):
                self.read[-1].add((node.map, plain))
            elif isinstance(node, Best) and id(node) in self.marks.ordering:
                keys = {one: self._reading(node.key, inner) for one, inner in self.members(node.var, node.among, node.where, env)}
                for one, found in keys.items():
                    if one != plain:
                        self._ordered(keys[plain], found)  # type: ignore[index]  # the best is one of them
            return plain
        given = tuple([self.value(a, env) for a in node.args])
        new = (node.name, given) not in self.known
        self.read.append(set())
        try:
            answer = super().value(node, env)
        finally:
            read = self.read.pop()
            if new:
                self.reads[node.name, given] = read
            self.read[-1] |= self.reads.get((node.name, given), set())
        table = self.game.definitions[node.name].table
        if new and table is not None:
            self._row(table, given)
        return answer

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
                for node in _expressions(one):
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


__all__ = ["Mark", "Marks", "Row", "Watcher"]
