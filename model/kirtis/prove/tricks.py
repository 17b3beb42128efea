"""What might always hold of a trick in progress: who has played, who sits out, how many cards each hand holds."""

from __future__ import annotations

from collections.abc import Iterator

from kirtis.language.game import Game
from kirtis.language.nodes import YES, And, Arith, Call, Cards, Cell, Compare, Const, Count, Expr, If, Implies, Or  # fmt: skip
from kirtis.language.types import BOOL, CARD, CARDS, NOTHING, SEAT, Maybe, Num
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import cells
from kirtis.prove.sample import Met

NONE = Const(None, NOTHING)


def size_of(game: Game, zone: str, index: tuple[Expr, ...]) -> Expr:
    """How many cards lie in a zone; for a zone for one card, one or nought."""
    if game.zones[zone].kind == "one":
        there = Cards(zone, index, Maybe(CARD))
        return If(Compare("=", there, NONE), Const(0, Num(0, 0)), Const(1, Num(1, 1)), Num(0, 1))
    return Count("it", Cards(zone, index, CARDS), YES, Num(0, len(game.enums["card"])))


def tricks(game: Game, met: list[Met]) -> Iterator[tuple[str, Expr]]:
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
