"""All that a vector can touch: every condition with each answer, every row, statement, option and sight.

Such a thing is a :class:`Mark`: a short name that never changes while the rules do not, and the clauses it belongs to. Vectors
are chosen so that together they touch every mark that can be touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

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
from kirtis.language.walk import Node, walk, walk_through


@dataclass(frozen=True, slots=True)
class Mark:
    """Something of the rules that a vector can touch."""

    name: str
    clauses: tuple[str, ...]


def seen_things(game: Game) -> list[Variable | Zone]:
    """All variables and zones."""
    return [*game.variables.values(), *game.zones.values()]


def _options(nodes: Iterable[Node]) -> set[str]:
    """The options that nodes ask for."""
    return {one.name for one in nodes if isinstance(one, OptionValue)}


class Marks:
    """All marks of the rules of a game; ``under`` has those of the statements, definitions and duties that an option leads to, by its name."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.all: dict[str, Mark] = {}
        self.conditions: dict[int, tuple[Mark, Mark]] = {}
        self.done: dict[int, Mark] = {}
        self.branches: dict[int, tuple[Mark, ...]] = {}
        self.news: dict[int, Mark] = {}
        self.under: dict[str, set[str]] = {}
        self.dutiful: set[int] = set()
        self.spoken: dict[int, tuple[str, ...]] = {}
        """The names that the condition of a need speaks of."""
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
        self._asking_options()

    def _asking_options(self) -> None:
        """What asks for an option: a definition itself, a duty also in what it calls."""
        for definition in self.game.definitions.values():
            mine = {name for name in self.all if name.startswith(f"def {definition.name} ")}
            for option in _options(walk(definition.body)):
                self.under.setdefault(option, set()).update(mine)
        for duties in self.game.duties.values():
            for duty in duties.duties:
                own, refusal = f"duty {duties.name}.{duty.name} ", f" duty {duty.name}"
                mine = {name for name in self.all if name.startswith(own) or name.endswith(refusal)}
                for option in _options(walk_through(self.game, duty.when, duty.meets)):
                    self.under.setdefault(option, set()).update(mine)

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
                and not isinstance(one, OptionValue | Const)
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
                self.spoken[id(need)] = tuple(dict.fromkeys(one.name for one in walk(need.condition) if isinstance(one, Var)))
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
            for node in expressions(one):
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


def expressions(one: Statement) -> Iterator[Expr]:
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


__all__ = ["Mark", "Marks", "expressions", "seen_things"]
