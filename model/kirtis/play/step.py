"""The meaning of statements: a whole block happens at once, and every read sees the position before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, assert_never

from kirtis.language.game import Action, Game, Phase
from kirtis.language.nodes import Assign, Draw, Expr, Fill, Go, Let, Move, MoveAll, Reset, Statement, When, ZoneRef  # fmt: skip
from kirtis.language.places import Place as At
from kirtis.language.types import SetOf
from kirtis.play.evaluate import Env, Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import Place, Position, Scalar, cells


class Chance(Protocol):
    """Whoever decides what is left to chance, in indices: one value of some, or cards for some zones."""

    def draw(self, target: Place, values: tuple[int, ...]) -> int:
        """One of these values, for a variable."""

    def deal(self, pool: tuple[int, ...], counts: Mapping[Place, int]) -> Mapping[Place, tuple[int, ...]]:
        """Cards of the pool, as many as asked for each zone."""


def start(game: Game, options: Mapping[str, int | bool]) -> Position:
    """The position before anything happened: all cards in the pack, every variable at its first value."""
    values: dict[Place, Scalar] = {(v.name, i): None for v in game.variables.values() for i in cells(game, v.index)}
    cards: dict[Place, tuple[int, ...]] = {(z.name, i): () for z in game.zones.values() for i in cells(game, z.index)}
    cards[game.pack, ()] = tuple(range(len(game.enums["card"])))
    read = Evaluator(game, options, Position(game.start, dict(values), cards))
    for v in game.variables.values():
        if v.initial is not None:
            first = read.scalar(v.initial)
            values.update({(v.name, i): first for i in cells(game, v.index)})
    return Position(game.start, values, cards)


def act(game: Game, options: Mapping[str, int | bool], position: Position, action: Action, env: Env, chance: Chance) -> Position:
    """The position after an action, before the automatic phases that follow."""
    return carry_out(game, options, position, action.body, env, chance)[0]


def settle(game: Game, options: Mapping[str, int | bool], position: Position, chance: Chance) -> Position:
    """The position once no automatic phase and no phase of chance is left to run."""
    while (phase := game.phases[position.phase]).kind in ("auto", "chance"):
        position = automatic(game, options, position, phase, chance)
    return position


def automatic(game: Game, options: Mapping[str, int | bool], position: Position, phase: Phase, chance: Chance) -> Position:
    """The position after one automatic phase or phase of chance."""
    return carry_out(game, options, position, phase.body, {}, chance)[0]


def carry_out(
    game: Game, options: Mapping[str, int | bool], position: Position, body: tuple[Statement, ...], env: Env, chance: Chance
) -> tuple[Position, frozenset[str]]:
    """The position after one block, and the groups of variables that it reset."""
    step = _Step(Evaluator(game, options, position), chance)
    return step.run(body, env), frozenset(step.groups)


class _Step:
    """One block while it is carried out."""

    def __init__(self, old: Evaluator, chance: Chance) -> None:
        self.old, self.chance, self.game = old, chance, old.game
        self.new = old.position.copy()
        self.first: dict[Place, Scalar] = {}
        self.written: dict[Place, Scalar] = {}
        self.next: str | None = None
        self.groups: set[str] = set()

    def run(self, body: tuple[Statement, ...], env: Env) -> Position:
        self.block(body, env)
        values = {**self.new.values, **self.first, **self.written}
        return Position(self.next or self.new.phase, values, self.new.cards)

    def block(self, body: tuple[Statement, ...], env: Env) -> None:
        """Statements in order; a let counts to the end of its block."""
        for one in body:
            if isinstance(one, Let):
                env = {**env, one.name: self.old.value(one.value, env)}
            else:
                self.statement(one, env)

    def statement(self, one: Statement, env: Env) -> None:
        match one:
            case Let():
                raise AssertionError("a let belongs to its block")
            case Assign(name, index, value, each):
                for inner in self.each(each, env):
                    self.write((name, self.old.index(index, inner)), self.old.scalar(value, inner), one.at)
            case Move(what, source, target):
                self.move(one, what, source, target, env)
            case MoveAll(zone, index, target):
                self.move_all(one, zone, index, target, env)
            case Fill():
                self.fill(one, env)
            case Draw(name, index, among):
                values = tuple(sorted(self.old.set(among, env)))
                if not values:
                    raise RuleError("there is nothing to draw from", one.at)
                place = (name, self.old.index(index, env))
                self.write(place, self.chance.draw(place, values), one.at)
            case Reset(group):
                self.groups.add(group)
                for v in self.game.variables.values():
                    if v.group == group and v.initial is not None:
                        first = self.old.scalar(v.initial)
                        self.first.update({(v.name, i): first for i in cells(self.game, v.index)})
            case Go(phase):
                if self.next is not None:
                    raise RuleError(f"the next phase is {self.next} and {phase} at once", one.at)
                self.next = phase
            case When(branches):
                for test, body in branches:
                    if test is None or self.old.truth(test, env):
                        self.block(body, env)
                        break
            case _:
                assert_never(one)

    def each(self, each: tuple[str, object] | None, env: Env) -> list[Env]:
        """The names bound in each repetition of a statement."""
        if each is None:
            return [env]
        return [{**env, each[0]: n} for n in range(len(self.game.enums[str(each[1])]))]

    def write(self, place: Place, value: Scalar, at: At) -> None:
        if place in self.written:
            raise RuleError(f"{place[0]} is written to twice", at)
        self.written[place] = value

    # -- cards -----------------------------------------------------------------------------------------------------------

    def place(self, ref: ZoneRef, env: Env) -> Place:
        return ref.zone, self.old.index(ref.index, env)

    def put(self, place: Place, cards: tuple[int, ...], at: At) -> None:
        """Lay cards into a zone, uppermost last."""
        kind = self.game.zones[place[0]].kind
        there = (*self.new.cards[place], *cards)
        if kind == "one" and len(there) > 1:
            raise RuleError(f"{place[0]} has room for one card only", at)
        self.new.cards[place] = there if kind == "pile" else tuple(sorted(there))

    def move(self, one: Move, what: Expr, source: ZoneRef, target: ZoneRef, env: Env) -> None:
        value = self.old.value(what, env)
        if value is None:
            raise RuleError("there is no card to move", one.at)
        cards = tuple(sorted(value)) if isinstance(value, frozenset) and isinstance(what.type, SetOf) else (int(value),)  # type: ignore[arg-type]
        at, to = self.place(source, env), self.place(target, env)
        there = self.new.cards[at]
        stray = [c for c in cards if c not in there]
        if stray:
            raise RuleError(f"{self.game.enums['card'][stray[0]]} does not lie in {at[0]}", one.at)
        if self.game.zones[at[0]].kind == "pile" and cards and set(cards) != set(there):
            raise RuleError(f"only the whole pile {at[0]} can move", one.at)
        self.new.cards[at] = tuple(c for c in there if c not in cards)
        self.put(to, cards, one.at)

    def move_all(self, one: MoveAll, zone: str | None, index: tuple[Expr, ...] | None, target: ZoneRef, env: Env) -> None:
        to = self.place(target, env)
        if zone is not None and index is not None:
            sources = [(zone, self.old.index(index, env))]
        else:
            sources = [place for place in self.new.cards if zone in (None, place[0])]
        cards = tuple(c for place in sources if place != to for c in self.new.cards[place])
        for place in sources:
            if place != to:
                self.new.cards[place] = ()
        self.put(to, cards, one.at)

    def fill(self, one: Fill, env: Env) -> None:
        at = self.place(one.source, env)
        counts: dict[Place, int] = {}
        for inner in self.each(one.each, env):
            to = self.place(one.target, inner)
            lacking = one.size - len(self.new.cards[to])
            if lacking < 0:
                raise RuleError(f"{to[0]} holds more than {one.size} cards", one.at)
            if to in counts or to == at:
                raise RuleError(f"{to[0]} is filled twice, or from itself", one.at)
            counts[to] = lacking
        pool = self.new.cards[at]
        if sum(counts.values()) > len(pool):
            raise RuleError(f"{at[0]} has too few cards", one.at)
        dealt = self.chance.deal(tuple(sorted(pool)), counts)
        for to, cards in dealt.items():
            self.put(to, cards, one.at)
        gone = {c for cards in dealt.values() for c in cards}
        self.new.cards[at] = tuple(c for c in pool if c not in gone)
