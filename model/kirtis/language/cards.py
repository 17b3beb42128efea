"""The deck and the orders of its cards."""

from __future__ import annotations

from kirtis.language.errors import fail
from kirtis.language.game import Map
from kirtis.language.items import Item
from kirtis.language.places import Place
from kirtis.language.scope import MOST_VALUES, Scope
from kirtis.language.seats import add_map
from kirtis.language.trees import Tree, place_in
from kirtis.language.types import CARD, RANK, SUIT, Enum, Num, said

MOST_COPIES = 4

_FACE = Enum("face")


def deck(scope: Scope, item: Item) -> None:
    """Suits, ranks, jokers, copies: the cards, each with suit, rank and face; a joker has no suit."""
    at = item.at
    lines = _lines(item)
    suits, ranks = lines["suits"].words(), lines["ranks"].words()
    jokers = lines["jokers"].words() if "jokers" in lines else ()
    copies = int(lines["copies"].word(0)) if "copies" in lines else 1
    faces = (
        [(f"{r} of {s}", i, j) for i, s in enumerate(suits) for j, r in enumerate(ranks)]
        if len(suits) * len(ranks) <= MOST_VALUES
        else []
    )
    count = len(suits) * len(ranks) + len(jokers)
    if not 1 <= copies <= MOST_COPIES or count * copies > MOST_VALUES:
        raise fail(
            at,
            f"a deck of {copies} times {count:,} cards is not possible",
            f"at most {MOST_COPIES} copies and {MOST_VALUES} cards",
        )
    every: list[tuple[str, int | None, int]] = [*faces, *((j, None, len(ranks)) for j in jokers)]
    scope.claim("card", "a type", at)
    scope.enum("suit", suits, at)
    scope.enum("rank", [*ranks, *(["joker"] if jokers else [])], at)
    scope.enum("card", [_copy(f[0], n, copies) for f in every for n in range(copies)], at, literal=False)
    scope.enum("face", [f[0] for f in every], at, literal=False)
    one_by_one = [(n, suit, rank) for n, (_, suit, rank) in enumerate(every) for _ in range(copies)]
    add_map(scope, "suit", CARD, SUIT, [suit for _, suit, _ in one_by_one], at)
    add_map(scope, "rank", CARD, RANK, [rank for _, _, rank in one_by_one], at)
    add_map(scope, "face", CARD, _FACE, [n for n, _, _ in one_by_one], at)
    for j, joker in enumerate(jokers):
        if joker == "joker":
            raise fail(at, "“joker” is the rank of every joker and cannot name one", "as in: jokers red black")
        scope.claim(joker, "a joker", at)
        scope.literals[joker] = ("card", (len(faces) + j) * copies)
    for j, rank in enumerate(ranks):
        first = tuple((i * len(ranks) + j) * copies for i in range(len(suits)))
        scope.maps[f"{rank} of"] = Map(f"{rank} of", SUIT, CARD, first, at)


def _copy(face: str, n: int, copies: int) -> str:
    return face if copies == 1 else f"{face} {n + 1}"


def _lines(item: Item) -> dict[str, Tree]:
    place, lines = place_in(item.block), {}
    for one in item.tree.trees():
        if one.kind in lines:
            raise fail(place(one), f"{one.kind} appears twice in this deck", "write one line of each")
        lines[one.kind] = one
    for needed in ("suits", "ranks"):
        if needed not in lines:
            raise fail(item.at, f"the deck has no {needed}", f"add a line: {needed} …")
    return lines


def order(scope: Scope, item: Item) -> None:
    """An order of ranks, cards or values of another enumeration; its name gives the place, counted from below."""
    name, of, listed = item.tree.word(0), item.tree.maybe_word(1), item.tree.trees()
    domain = scope.type_named(of, item.at) if of is not None else RANK
    values = scope.enums[domain.name]
    places: list[int | None] = [0] * len(values)
    for n, one in enumerate(listed):
        index = _ordered(scope, name, domain, one, item.at)
        if places[index]:
            word = values[index].removesuffix(" 1")
            raise fail(item.at, f"“{word}” appears twice in the order {name}", "leave one out")
        for i in range(len(values)):
            # Copies of a card are equal in every order.
            equal = domain == CARD and scope.maps["face"].values[i] == scope.maps["face"].values[index]
            if i == index or equal:
                places[i] = len(listed) - n
    add_map(scope, name, domain, Num(0, len(listed)), places, item.at)


def _ordered(scope: Scope, name: str, domain: Enum, tree: Tree, at: Place) -> int:
    word, suit = tree.word(0), tree.maybe_word(1)
    if suit is not None:
        if domain != CARD:
            way_out = f"write: order {name} of card = …"
            raise fail(at, f"“{word} of {suit}” is a card, but {name} is an order of {domain}", way_out)
        return scope.cards_named(word, suit, at)
    enum, index = scope.literals.get(word, ("", -1))
    if enum != domain.name:
        there = f"there are {', '.join(scope.enums[domain.name])}" if domain != CARD else "write rank and suit: ace of clubs"
        way_out = scope.nearest(word, scope.enums[domain.name]) or there
        raise fail(at, f"“{word}” is not {said(domain)}", way_out)
    return index
