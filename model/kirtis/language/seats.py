"""Seats and sides: who plays, who sits on whose left, who belongs together."""

from __future__ import annotations

from collections.abc import Sequence

from kirtis.language.errors import fail
from kirtis.language.game import Map
from kirtis.language.items import Item
from kirtis.language.places import Place
from kirtis.language.scope import Scope
from kirtis.language.types import SEAT, SIDE, Bool, Enum, Maybe, Num, Type

MOST_SEATS = 12


def add_map(scope: Scope, name: str, domain: Enum, result: Type, values: Sequence[int | None], at: Place) -> None:
    """Declare a fixed map; a value of none makes its result optional."""
    scope.claim(name, "a map", at)
    if None in values and isinstance(result, Bool | Num | Enum):
        result = Maybe(result)
    scope.maps[name] = Map(name, domain, result, tuple(values), at)


def seats(scope: Scope, item: Item, wanted: int | None) -> tuple[int, ...]:
    """Declare the seats for a number of players (the fewest, unless one is wanted); returns the numbers that the game allows."""
    names = item.tree.words()
    if item.tree.parts[-1] is None:
        counts: tuple[int, ...] = (len(names),)
    else:
        *names_, first, last = names
        names = tuple(names_)
        counts = tuple(range(int(first), min(int(last), MOST_SEATS + 1) + 1))
        if not counts or counts[0] < 1 or counts[-1] != len(names):
            way_out = "name as many seats as the most players, the smaller number first"
            raise fail(item.at, f"{len(names)} seats cannot be for {first} to {last} players", way_out)
    if len(names) > MOST_SEATS:
        raise fail(item.at, f"there are {len(names)} seats; at most {MOST_SEATS} are allowed", "name fewer")
    n = counts[0] if wanted is None else wanted
    if n not in counts:
        raise fail(item.at, f"this game is not for {n} players", f"it is for {' or '.join(map(str, counts))}")
    scope.claim("seat", "a type", item.at)
    scope.enum("seat", names[:n], item.at)
    add_map(scope, "left", SEAT, SEAT, [(i + 1) % n for i in range(n)], item.at)
    add_map(scope, "right", SEAT, SEAT, [(i - 1) % n for i in range(n)], item.at)
    return counts


def sides(scope: Scope, item: Item) -> None:
    """Fixed sides: which seats belong together through the whole game."""
    at = item.at
    members = {one.word(0): one.words(1) for one in item.tree.trees()}
    names = [one.word(0) for one in item.tree.trees()]
    scope.enum("side", names, at)
    seated = scope.enums["seat"]
    stray = next((s for side in members.values() for s in side if s not in seated), None)
    if stray:
        way_out = scope.nearest(stray, seated) or f"the seats are {', '.join(seated)}"
        raise fail(at, f"there is no seat “{stray}”", way_out)
    where: list[int] = []
    for seat in seated:
        mine = [i for i, side in enumerate(names) if seat in members[side]]
        if len(mine) != 1:
            raise fail(at, f"seat {seat} is of {'no side' if not mine else 'two sides'}", "every seat belongs to just one side")
        where += mine
    add_map(scope, "side", SEAT, SIDE, where, at)
    _other(scope, at)
    if all(where.count(i) == 2 for i in range(len(names))):
        mates = [next(j for j, y in enumerate(where) if y == x and j != i) for i, x in enumerate(where)]
        add_map(scope, "partner", SEAT, SEAT, mates, at)


def moving_sides(scope: Scope, item: Item) -> None:
    """Sides that change from deal to deal: their names; what ``side`` gives is read later."""
    *names, bound = item.tree.words()
    if bound in names:
        raise fail(item.at, f"“{bound}” is a side and cannot stand for a seat", "write: sides lone, allied where side(s) = …")
    scope.enum("side", names, item.at)
    _other(scope, item.at)
    scope.claim("side", "a definition", item.at)
    scope.signatures["side"] = (((bound, SEAT),), SIDE)


def _other(scope: Scope, at: Place) -> None:
    if len(scope.enums["side"]) == 2:
        add_map(scope, "other", SIDE, SIDE, [1, 0], at)
