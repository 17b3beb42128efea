"""Technical invariants that might hold: what the positions met in play have in common, phase by phase.

A candidate is an expression of the rule language like any other. It counts for nothing until it is proved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from kirtis.language.game import Game
from kirtis.language.nodes import And, Cell, Compare, Const, Expr, Not, OptionValue, Or  # fmt: skip
from kirtis.language.types import SEAT, Bool, Enum, Maybe, Num, Type
from kirtis.play.position import cells
from kirtis.prove.model import Fact
from kirtis.prove.sample import Met
from kirtis.prove.symbolic import shown
from kirtis.prove.tricks import NONE, size_of, tricks

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
        for what, e in tricks(game, some):
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
    # As low as was met, and merely some: a few matches need not have met the fewest.
    for least in sorted({low, f.type.low + 1} if low > f.type.low else ()):
        yield f"{f.name} >= {least}", Compare(">=", f.expr, Const(least, Num(least, least)))
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
