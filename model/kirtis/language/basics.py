"""Seats, sides, cards, orders, types and options: everything that is fixed before the first deal."""

from __future__ import annotations

from lark import Token, Tree

from kirtis.language.errors import fail
from kirtis.language.game import Map, Option
from kirtis.language.items import Item, Node, place_in, tags_of, untagged
from kirtis.language.places import NOWHERE, Place
from kirtis.language.scope import MOST_VALUES, Scope, nearest
from kirtis.language.types import BOOL, CARD, CARDS, RANK, SEAT, SIDE, SUIT, TALLY, Bool, Enum, Maybe, Num, SetOf, Type


def _words(tree: Node) -> list[str]:
    return [str(c) for c in tree.children if isinstance(c, Token)]


def seats(scope: Scope, item: Item, wanted: int | None) -> tuple[int, ...]:
    """Declare the seats for a number of players; returns the numbers that the game allows."""
    names = [str(c) for c in untagged(item.tree)[:-2]]
    low, high = untagged(item.tree)[-2:]
    counts = tuple(range(int(low), int(high) + 1)) if low is not None else (len(names),)  # type: ignore[arg-type, call-overload]
    if not counts or counts[0] < 1 or counts[-1] > len(names):
        raise fail(item.at, f"{len(names)} seats cannot be “{low} to {high}”", "name as many seats as the most players")
    n = wanted if wanted is not None else counts[-1] if low is None else counts[0]
    if n not in counts:
        raise fail(item.at, f"this game is not for {n} players", f"it is for {' or '.join(map(str, counts))}")
    scope.enum("seat", names[:n], item.at)
    add_map(scope, "left", SEAT, SEAT, [(i + 1) % n for i in range(n)], item.at)
    add_map(scope, "right", SEAT, SEAT, [(i - 1) % n for i in range(n)], item.at)
    return counts


def add_map(scope: Scope, name: str, domain: Enum, result: Type, values: list[int | None] | list[int], at: Place) -> None:
    """Declare a fixed map; a value of none makes its result optional."""
    scope.claim(name, "map", at)
    if any(v is None for v in values) and isinstance(result, Bool | Num | Enum):
        result = Maybe(result)
    scope.maps[name] = Map(name, domain, result, tuple(values), at)


def sides(scope: Scope, item: Item) -> None:
    """Fixed sides: which seats belong together through the whole game."""
    at, members = item.at, {}
    for one in untagged(item.tree):
        members[str(one.children[0])] = [str(c) for c in one.children[1:]]
    names = list(members)
    scope.enum("side", names, at)
    where: list[int] = []
    for seat in scope.enums["seat"]:
        mine = [i for i, side in enumerate(names) if seat in members[side]]
        if len(mine) != 1:
            raise fail(at, f"seat {seat} is of {'no side' if not mine else 'two sides'}", "every seat belongs to just one side")
        where += mine
    stray = next((s for side in names for s in members[side] if s not in scope.enums["seat"]), None)
    if stray:
        raise fail(at, f"there is no seat “{stray}”", nearest(stray, scope.enums["seat"]))
    add_map(scope, "side", SEAT, SIDE, where, at)
    _other(scope, at)
    if all(where.count(i) == 2 for i in range(len(names))):
        mates = [next(j for j, y in enumerate(where) if y == x and j != i) for i, x in enumerate(where)]
        add_map(scope, "partner", SEAT, SEAT, mates, at)


def moving_sides(scope: Scope, item: Item) -> list[str]:
    """Sides that change from deal to deal: their names; the definition of ``side`` is made later."""
    names = _words(item.tree)[:-1]
    scope.enum("side", names, item.at)
    _other(scope, item.at)
    return names


def _other(scope: Scope, at: Place) -> None:
    if len(scope.enums["side"]) == 2:
        add_map(scope, "other", SIDE, SIDE, [1, 0], at)


def deck(scope: Scope, item: Item) -> None:
    """Suits, ranks, jokers, copies: the cards, each with suit, rank and face; a joker has no suit."""
    at, place = item.at, place_in(item.block)
    lines: dict[str, Node] = {}
    for one in untagged(item.tree):
        if one.data in lines:
            raise fail(place(one), f"{one.data} stands twice in this deck", "write one line of each")
        lines[one.data] = one
    for needed in ("suits", "ranks"):
        if needed not in lines:
            raise fail(at, f"the deck has no {needed}", f"add a line: {needed} …")
    suits, ranks = _words(lines["suits"]), _words(lines["ranks"])
    jokers = _words(lines["jokers"]) if "jokers" in lines else []
    copies = int(_words(lines["copies"])[0]) if "copies" in lines else 1
    faces: list[tuple[str, int | None, int]] = [(f"{r} of {s}", i, j) for i, s in enumerate(suits) for j, r in enumerate(ranks)]
    faces += [(j, None, len(ranks)) for j in jokers]
    if not 1 <= copies <= 4 or len(faces) * copies > MOST_VALUES:
        raise fail(
            at, f"a deck of {copies} times {len(faces)} cards is not possible", f"at most four copies and {MOST_VALUES} cards"
        )
    scope.enum("suit", suits, at)
    scope.enum("rank", [*ranks, *(["joker"] if jokers else [])], at)
    names = [f[0] if copies == 1 else f"{f[0]} {n + 1}" for f in faces for n in range(copies)]
    scope.enum("card", names, at, literal=False)
    scope.enum("face", [f[0] for f in faces], at, literal=False)
    every = [(n, f) for n, f in enumerate(faces) for _ in range(copies)]
    add_map(scope, "suit", CARD, SUIT, [f[1] for _, f in every], at)
    add_map(scope, "rank", CARD, RANK, [f[2] for _, f in every], at)
    add_map(scope, "face", CARD, Enum("face"), [n for n, _ in every], at)
    for name in list(scope.literals):
        if name in jokers:
            raise fail(at, f"“{name}” is no name for a joker", "choose a name that is no suit or rank")
    for j, joker in enumerate(jokers):
        scope.claim(joker, "joker", at)
        scope.literals[joker] = ("card", (len(suits) * len(ranks) + j) * copies)
    for j, rank in enumerate(ranks):
        scope.maps[f"{rank} of"] = Map(
            f"{rank} of", SUIT, CARD, tuple((i * len(ranks) + j) * copies for i in range(len(suits))), at
        )


def order(scope: Scope, item: Item) -> None:
    """An order of ranks, cards or values of another enumeration; its name gives the place, counted from below."""
    children = untagged(item.tree)
    name, of, listed = str(children[0]), children[1], children[2:]
    domain = scope.type_named(str(of), item.at) if of is not None else RANK
    places: list[int | None] = [0] * len(scope.enums[domain.name])
    for n, one in enumerate(listed):
        word, suit = str(one.children[0]), one.children[1]
        if suit is not None:
            if domain != CARD:
                raise fail(
                    item.at, f"“{word} of {suit}” is a card, but {name} orders {domain}s", f"write: order {name} of card = …"
                )
            index = scope.cards_named(word, str(suit), item.at)
        else:
            enum, index = scope.literals.get(word, ("", -1))
            if enum != domain.name:
                raise fail(
                    item.at, f"“{word}” is not a {domain}", nearest(word, scope.enums[domain.name]) or f"{name} orders {domain}s"
                )
        if places[index]:
            raise fail(item.at, f"“{word}” stands twice in the order {name}", "leave one out")
        for copy, face in enumerate(scope.enums[domain.name]):
            same = domain == CARD and scope.maps["face"].values[copy] == scope.maps["face"].values[index]
            if copy == index or (same and face):
                places[copy] = len(listed) - n
    add_map(scope, name, domain, Num(0, len(listed)), places, item.at)


def typed(scope: Scope, item: Item) -> None:
    """An enumeration of the game's own."""
    name, *values = (str(c) for c in untagged(item.tree))
    scope.claim(name, "type", item.at)
    scope.enum(name, values, item.at)


def read_type(scope: Scope, tree: Node, at: Place) -> Type:
    """A written type."""
    if tree.data == "setof":
        return SetOf(scope.type_named(str(tree.children[0]), at))
    if tree.data == "range":
        low, high, maybe = tree.children
        if len(low) > 9 or len(high) > 9 or int(low) > int(high):  # type: ignore[arg-type]
            raise fail(at, f"{low}..{high} is no range", "write the smaller number first, of at most nine digits")
        found: Bool | Num | Enum = Num(int(low), int(high))  # type: ignore[arg-type]
    else:
        word, maybe = str(tree.children[0]), tree.children[1]
        if word == "cards":
            return CARDS
        found = BOOL if word == "bool" else TALLY if word == "tally" else scope.type_named(word, at)
    return Maybe(found) if maybe is not None else found


def option(scope: Scope, item: Item, finding: str | None) -> None:
    """A choice between readings, with its default."""
    name, kind, literal = untagged(item.tree)
    word, at = str(name), item.at
    if kind.data == "choices":
        found: Type = scope.enum(word, [str(c) for c in kind.children], at)
    else:
        found = read_type(scope, kind, at)
    if not isinstance(found, Bool | Num | Enum) or found == TALLY:
        raise fail(at, f"an option cannot be of type {found}", "use bool, a range, or words: this | that")
    scope.claim(word, "option", at)
    scope.options[word] = Option(word, found, _default(scope, literal, found, at), finding, at)


def _default(scope: Scope, literal: Node, found: Type, at: Place) -> int | bool:
    if isinstance(found, Bool) and literal.data in ("lit_yes", "lit_no"):
        return literal.data == "lit_yes"
    if isinstance(found, Num) and literal.data == "lit_int" and found.low <= int(str(literal.children[0])) <= (found.high or 0):
        return int(str(literal.children[0]))
    if (
        isinstance(found, Enum)
        and literal.data == "lit_name"
        and scope.literals.get(str(literal.children[0]), ("", 0))[0] == found.name
    ):
        return scope.literals[str(literal.children[0])][1]
    raise fail(
        at,
        f"the default is not a value of {found}",
        f"choose one of {', '.join(scope.enums[found.name])}"
        if isinstance(found, Enum)
        else "write yes or no, or a number of the range",
    )


__all__ = [
    "NOWHERE",
    "Tree",
    "add_map",
    "deck",
    "moving_sides",
    "option",
    "order",
    "read_type",
    "seats",
    "sides",
    "tags_of",
    "typed",
]
