"""Statements on a symbolic position: values written, groups reset, phases gone on to."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from kirtis.language.game import Game
from kirtis.language.nodes import Assign, Draw, Expr, Fill, Go, Let, Move, MoveAll, Reset, Statement, When, ZoneRef
from kirtis.language.places import Place
from kirtis.language.types import Enum, Type
from kirtis.prove.evaluate import Defined, Env, Reader, condition
from kirtis.prove.symbolic import Assumption, Cell, State, kind_of, shown
from kirtis.prove.terms import FALSE, TRUE, Term, and_, implies, not_
from kirtis.prove.values import Pick, Value, choose, just, kept


@dataclass
class New:
    """A position while a body is carried out."""

    state: State
    written: dict[Cell, list[tuple[Term, Place]]] = field(default_factory=dict)
    defined: list[Defined] = field(default_factory=list)
    chance: list[Assumption] = field(default_factory=list)
    goes: list[tuple[Term, str]] = field(default_factory=list)
    resets: list[tuple[Term, str]] = field(default_factory=list)
    drawn: int = 0


class Effects:
    """Carries out statements: reads see the old position, writes make the new one. Cards and chance are a matter of those who extend it."""

    def __init__(self, game: Game, reader: Reader, old: State, new: New, name: str) -> None:
        self.game, self.reader, self.old, self.new, self.name = game, reader, old, new, name

    def read(self, e: Expr, env: Env, reached: Term) -> Value:
        return self.reader.read(e, self.old, env, reached, self.new.defined)

    def need(self, reached: Term, term: Term, what: str, at: Place) -> None:
        if (must := implies(reached, term)) is not TRUE:
            self.new.defined.append(Defined(must, what, at))

    # -- statements ----------------------------------------------------------------------------------------------------

    def resets(self, body: tuple[Statement, ...], env: Env, reached: Term) -> None:
        """Resets come first, so that other writes win; their conditions are those of the old position."""
        env = dict(env)
        for one in body:
            if isinstance(one, Let):
                env[one.name] = self.reader.read(one.value, self.old, env, reached)
            elif isinstance(one, Reset):
                self.new.resets.append((reached, one.group))
                for v in self.game.variables.values():
                    if v.group == one.group and v.initial is not None:
                        value = self.read(v.initial, {}, reached)
                        for i in range(self.game.size(v.index)):
                            self.put((v.name, i), reached, self.fitted(value, v.type))
            elif isinstance(one, When):
                rest = reached
                for test, inner in one.branches:
                    here = TRUE if test is None else condition(self.reader.read(test, self.old, env, rest))
                    self.resets(inner, env, and_(rest, here))
                    rest = and_(rest, not_(here))

    def block(self, body: tuple[Statement, ...], env: dict[str, Value], reached: Term) -> None:
        if reached is FALSE:
            return
        for one in body:
            match one:
                case Let():
                    env[one.name] = self.read(one.value, env, reached)
                case Assign():
                    self.assign(one, env, reached)
                case Move():
                    self.move(one, env, reached)
                case MoveAll():
                    self.move_all(one, env, reached)
                case Fill():
                    self.fill(one, env, reached)
                case Draw():
                    self.draw(one, env, reached)
                case Go():
                    self.new.goes.append((reached, one.phase))
                case When():
                    rest = reached
                    for test, inner in one.branches:
                        here = TRUE if test is None else condition(self.read(test, env, rest))
                        self.block(inner, dict(env), and_(rest, here))
                        rest = and_(rest, not_(here))

    def fitted(self, value: Value, t: Type) -> Value:
        """A value in the form that a variable of this type is kept in."""
        return kept(value, kind_of(t))

    def put(self, cell: Cell, where: Term, value: Value) -> None:
        self.new.state.variables[cell] = choose(where, value, self.new.state.variables[cell])

    def targets(self, index: tuple[Enum, ...], values: list[Value], reached: Term) -> Iterator[tuple[int, Term]]:
        """The cells that possibly unknown indices may mean, each with its condition."""
        options = [
            [(v, c) for v, c in value.items() if v is not None and c is not FALSE] for value in values if isinstance(value, Pick)
        ]
        for combination in itertools.product(*options):
            cell, where = 0, reached
            for (v, c), kind in zip(combination, index, strict=True):
                cell, where = cell * len(self.game.enums[kind.name]) + v, and_(where, c)
            if where is not FALSE:
                yield cell, where

    def assign(self, one: Assign, env: Env, reached: Term) -> None:
        v = self.game.variables[one.name]
        each: list[dict[str, Value]] = [{}]
        if one.each is not None:
            each = [{one.each[0]: just(k)} for k in range(len(self.game.enums[one.each[1].name]))]
        for extra in each:
            inner = {**env, **extra}
            value = self.fitted(self.read(one.value, inner, reached), v.type)
            if self.reader.loose is not None:
                value = self.reader.loose.value(value, v.type, one.at)
            for cell, where in self.targets(v.index, [self.read(i, inner, reached) for i in one.index], reached):
                self.write((one.name, cell), where, value, one.at)

    def write(self, cell: Cell, where: Term, value: Value, at: Place) -> None:
        for other, first in self.new.written.get(cell, ()):
            both = and_(where, other)
            if both is not FALSE:
                self.new.defined.append(
                    Defined(
                        not_(both), f"{shown(self.game, *cell)} may be written twice in one step (also in line {first.line})", at
                    )
                )
        self.new.written.setdefault(cell, []).append((where, at))
        self.put(cell, where, value)

    def zone(self, ref: ZoneRef, env: Env, reached: Term) -> list[tuple[Cell, Term]]:
        index = [self.read(i, env, reached) for i in ref.index]
        return [((ref.zone, cell), where) for cell, where in self.targets(self.game.zones[ref.zone].index, index, reached)]

    # -- what those who extend it do -----------------------------------------------------------------------------------

    def move(self, one: Move, env: Env, reached: Term) -> None:
        """A card, or a set of cards, from zone to zone."""
        raise NotImplementedError

    def move_all(self, one: MoveAll, env: Env, reached: Term) -> None:
        """Everything in some zones to one zone."""
        raise NotImplementedError

    def fill(self, one: Fill, env: Env, reached: Term) -> None:
        """Cards by chance."""
        raise NotImplementedError

    def draw(self, one: Draw, env: Env, reached: Term) -> None:
        """A value by chance."""
        raise NotImplementedError
