"""Technical invariants that might hold: what the positions met in play have in common, phase by phase.

A candidate is an expression of the rule language like any other. It counts for nothing until it is proved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from kirtis.language.game import Game
from kirtis.language.nodes import (
    YES,
    And,
    Arith,
    Call,
    Cards,
    Cell,
    Compare,
    Const,
    Count,
    Expr,
    If,
    Implies,
    Not,
    OptionValue,
    Or,
)  # fmt: skip
from kirtis.language.types import BOOL, CARD, CARDS, NOTHING, SEAT, Bool, Enum, Maybe, Num, Type
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import cells
from kirtis.prove.obligations import Fact
from kirtis.prove.sample import Met
from kirtis.prove.symbolic import shown

SMALL = 4
"""An enumeration with at most so many values is related to others."""

LOOKED_AT = 150
"""Positions of a phase at which the state of a trick is looked at."""

Scalar = int | bool | None


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that has a value in every position: how it is written, its type, and its value where it was met."""

    name: str
    expr: Expr
    type: Type
    seen: Mapping[str, tuple[Scalar, ...]]


def candidates(game: Game, met: list[Met]) -> list[Fact]:
    """Candidates for each phase, from the positions met there."""
    phases: dict[str, list[Met]] = defaultdict(list)
    for one in met:
        phases[one.position.phase].append(one)
    features = list(_features(game, phases))
    sizes = list(_sizes(game, phases))
    out: list[Fact] = []

    def add(phase: str, what: str, e: Expr) -> None:
        out.append(Fact(f"{what} in {phase}", phase, "inferred", None, e))

    for phase in phases:
        for f in features:
            for what, e in _alone(game, f, phase):
                add(phase, what, e)
        for f in sizes:
            for what, e in _bounds(f, phase):
                add(phase, what, e)
        for what, e in _related(game, features, phase):
            add(phase, what, e)
        for what, e in _equal(features, phase):
            add(phase, what, e)
        some = phases[phase][:: max(1, len(phases[phase]) // LOOKED_AT)]
        for what, e in _rounds(game, some):
            add(phase, what, e)
    return out


def _features(game: Game, phases: Mapping[str, list[Met]]) -> Iterator[Feature]:
    for v in game.variables.values():
        for n, i in enumerate(cells(game, v.index)):
            index = tuple(Const(k, e) for k, e in zip(i, v.index, strict=True))
            seen = {p: tuple(m.position.values[v.name, i] for m in ms) for p, ms in phases.items()}
            yield Feature(shown(game, v.name, n), Cell(v.name, index, v.type), v.type, seen)
    for o in game.options.values():
        yield Feature(
            o.name, OptionValue(o.name, o.type), o.type, {p: tuple(m.options[o.name] for m in ms) for p, ms in phases.items()}
        )


def _sizes(game: Game, phases: Mapping[str, list[Met]]) -> Iterator[Feature]:
    n = len(game.enums["card"])
    for z in game.zones.values():
        for k, i in enumerate(cells(game, z.index)):
            index = tuple(Const(j, e) for j, e in zip(i, z.index, strict=True))
            seen = {p: tuple(len(m.position.cards[z.name, i]) for m in ms) for p, ms in phases.items()}
            yield Feature(
                f"size({shown(game, z.name, k)})", size_of(game, z.name, index), Num(0, 1 if z.kind == "one" else n), seen
            )


def size_of(game: Game, zone: str, index: tuple[Expr, ...]) -> Expr:
    """How many cards lie in a zone; for a zone for one card, one or nought."""
    if game.zones[zone].kind == "one":
        there = Cards(zone, index, Maybe(CARD))
        return If(Compare("=", there, NONE), Const(0, Num(0, 0)), Const(1, Num(1, 1)), Num(0, 1))
    return Count("it", Cards(zone, index, CARDS), YES, Num(0, len(game.enums["card"])))


NONE = Const(None, NOTHING)


def _is(f: Feature, value: Scalar) -> Expr:
    if isinstance(f.type, Bool):
        return f.expr if value else Not(f.expr)
    inner = f.type.of if isinstance(f.type, Maybe) else f.type
    return Compare(
        "=", f.expr, NONE if value is None else Const(value, Num(int(value), int(value)) if isinstance(inner, Num) else inner)
    )


def _word(game: Game, f: Feature, value: Scalar) -> str:
    return f"{f.name} = {game.word(f.type, value)}"


def _alone(game: Game, f: Feature, phase: str) -> Iterator[tuple[str, Expr]]:
    """What is said of one variable: its only value, the values it may have, its bounds."""
    if isinstance(f.expr, OptionValue):
        return
    seen = set(f.seen[phase])
    if isinstance(f.type, Num):
        yield from _bounds(f, phase)
        return
    if isinstance(f.type, Maybe):
        if None not in seen:
            yield f"{f.name} != none", Compare("!=", f.expr, NONE)
        if seen == {None}:
            yield f"{f.name} = none", _is(f, None)
            return
        if isinstance(f.type.of, Num):
            return
    every = set(game.values(f.type))
    rest = every - seen - {None}
    if rest and len(seen) <= 5:
        known = sorted(seen, key=lambda v: -1 if v is None else int(v))
        items = tuple(_is(f, v) for v in known)
        yield " or ".join(_word(game, f, v) for v in known), items[0] if len(items) == 1 else Or(items)


def _bounds(f: Feature, phase: str) -> Iterator[tuple[str, Expr]]:
    values = [v for v in f.seen[phase] if v is not None]
    assert isinstance(f.type, Num)
    if not values:
        return
    low, high = int(min(values)), int(max(values))
    if low == high:
        yield f"{f.name} = {low}", Compare("=", f.expr, Const(low, Num(low, low)))
        return
    if low > f.type.low:
        yield f"{f.name} >= {low}", Compare(">=", f.expr, Const(low, Num(low, low)))
    if f.type.high is not None and high < f.type.high and f.type.high <= 40:
        yield f"{f.name} <= {high}", Compare("<=", f.expr, Const(high, Num(high, high)))


def _small(
    game: Game, features: list[Feature], phase: str
) -> Iterator[tuple[Feature, tuple[Scalar, ...], tuple[Scalar, ...], list[tuple[str, Expr]]]]:
    """Features with few values, or none against some: the values as numbers, and how each value is said."""
    for f in features:
        seen = f.seen[phase]
        kinds = set(seen)
        if len(kinds) < 2 or (isinstance(f.expr, Cell) and f.expr.index):
            continue
        if isinstance(f.type, Bool) or (isinstance(f.type, Enum) and len(game.enums[f.type.name]) <= SMALL and f.type != SEAT):
            known = sorted(kinds, key=lambda v: int(v or 0))
            yield f, seen, tuple(known), [(_word(game, f, v), _is(f, v)) for v in known]
        elif isinstance(f.type, Maybe) and None in kinds:
            yield (
                f,
                tuple(v is None for v in seen),
                (False, True),
                [(f"{f.name} != none", Compare("!=", f.expr, NONE)), (f"{f.name} = none", _is(f, None))],
            )


def _related(game: Game, features: list[Feature], phase: str) -> Iterator[tuple[str, Expr]]:
    """Pairs of values that were never met together."""
    small = list(_small(game, features, phase))
    for (f, a, known_a, said_a), (g, b, known_b, said_b) in combinations(small, 2):
        if isinstance(f.expr, OptionValue) and isinstance(g.expr, OptionValue):
            continue
        together = set(zip(a, b, strict=True))
        for x, (what_x, is_x) in zip(known_a, said_a, strict=True):
            for y, (what_y, is_y) in zip(known_b, said_b, strict=True):
                if (x, y) not in together:
                    yield f"not ({what_x} and {what_y})", Not(And((is_x, is_y)))


def _equal(features: list[Feature], phase: str) -> Iterator[tuple[str, Expr]]:
    """Variables of one type that were always equal, or equal where neither was none."""
    seats = [
        f for f in features if isinstance(f.type, Enum | Maybe) and (f.type.of if isinstance(f.type, Maybe) else f.type) == SEAT
    ]
    for f, g in combinations(seats, 2):
        pairs = set(zip(f.seen[phase], g.seen[phase], strict=True))
        both = {(a, b) for a, b in pairs if a is not None and b is not None}
        if not both or any(a != b for a, b in both):
            continue
        same = Compare("=", f.expr, g.expr)
        if all(a == b for a, b in pairs):
            yield f"{f.name} = {g.name}", same
            continue
        absent = tuple(Compare("=", h.expr, NONE) for h in (f, g) if isinstance(h.type, Maybe))
        yield f"{f.name} = {g.name} or one is none", Or((same, *absent))


def _rounds(game: Game, met: list[Met]) -> Iterator[tuple[str, Expr]]:
    """The state of a trick: who has played, who sits out, how many cards each hand holds."""
    for r in game.rounds.values():
        for what, e in _trick(game, r.zone, r.leader, r.turn):
            if _always(game, e, met):
                yield what, e
        yield from _hands(game, r.zone, met)


def _always(game: Game, e: Expr, met: list[Met]) -> bool:
    try:
        return all(Evaluator(game, m.options, m.position).truth(e, {}) for m in met)
    except RuleError:
        return False


def _trick(game: Game, zone: str, leader: str, turn: str) -> Iterator[tuple[str, Expr]]:
    n = len(game.seats)
    at = {name: Cell(name, (), game.variables[name].type) for name in (leader, turn)}
    seats = [Const(k, SEAT) for k in range(n)]
    for word in (leader, turn):
        plays = [Implies(Compare("=", at[word], s), Call("plays", (s,), BOOL)) for s in seats]
        yield f"{word} plays", And(tuple(plays))
    for k, s in enumerate(seats):
        there = Compare("!=", Cards(zone, (s,), Maybe(CARD)), NONE)
        awake = Call("plays", (s,), BOOL)
        yield f"{game.seats[k]} sits out or has played", Implies(awake, there)
        yield f"{game.seats[k]} plays or has no card on the table", Implies(there, awake)
        before = [
            And((Compare("=", at[leader], seats[first]), Compare("=", at[turn], seats[last])))
            for first in range(n) for last in range(n) if (k - first) % n < (last - first) % n
        ]  # fmt: skip
        yield f"{game.seats[k]} has played just if between leader and turn", Compare("=", there, And((awake, Or(tuple(before)))))


def _hands(game: Game, zone: str, met: list[Met]) -> Iterator[tuple[str, Expr]]:
    """Cards in hand, on the table and tricks played so far add up to one number for whoever plays."""
    hands = [z for z in game.zones.values() if z.kind == "set" and z.index == (SEAT,)]
    counters = [
        v
        for v in game.variables.values()
        if len(v.index) <= 1 and isinstance(v.type, Num) and v.type.high is not None and v.type.high <= 13
    ]
    for z in hands:
        for v in counters:
            total: Expr | None = None
            for i in cells(game, v.index):
                cell = Cell(v.name, tuple(Const(k, e) for k, e in zip(i, v.index, strict=True)), v.type)
                total = cell if total is None else Arith("+", total, cell, Num(0, None))
            assert total is not None
            for k, seat in enumerate(game.seats):
                s = (Const(k, SEAT),)
                for with_table in (True, False):
                    held = size_of(game, z.name, s)
                    left: Expr = Arith("+", held, total, Num(0, None))
                    if with_table:
                        left = Arith("+", left, size_of(game, zone, s), Num(0, None))
                    found = set()
                    for m in met:
                        read = Evaluator(game, m.options, m.position)
                        try:
                            if read.truth(Call("plays", s, BOOL), {}):
                                found.add(read.value(left, {}))
                        except RuleError:
                            break
                    if len(found) == 1:
                        value = int(found.pop() or 0)  # type: ignore[arg-type]
                        yield (
                            f"{seat} plays: {z.name} and {v.name} add up to {value}",
                            Implies(Call("plays", s, BOOL), Compare("=", left, Const(value, Num(value, value)))),
                        )
                        break
