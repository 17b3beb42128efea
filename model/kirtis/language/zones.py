"""Zones and state variables, and who sees them: declared first, so that expressions may use them, and read later."""

from __future__ import annotations

from dataclasses import replace

from kirtis.language.errors import fail
from kirtis.language.expressions import Typer
from kirtis.language.game import Sight, Variable, Zone
from kirtis.language.items import Item
from kirtis.language.nodes import NO, YES, Const
from kirtis.language.options import read_type
from kirtis.language.places import Place
from kirtis.language.scope import MOST_VALUES, Scope
from kirtis.language.trees import Tree, place_in, text_in
from kirtis.language.types import NOTHING, SEAT, Enum, Maybe, Nothing, SetOf, Type, said

EVERYBODY = Sight("v", (), YES)


def text_of(item: Item, tree: Tree) -> str:
    """The formal text of a tree, as written, on one line."""
    return text_in(item.block, tree)


def typer_of(scope: Scope, item: Item, two_states: bool = False) -> Typer:
    """The typer for the block of an item."""
    return Typer(scope, place_in(item.block), two_states)


def cells(scope: Scope, index: tuple[Enum, ...]) -> int:
    """How many members a family with these indices has."""
    n = 1
    for one in index:
        n *= len(scope.enums[one.name])
    return n


def _index(scope: Scope, tree: Tree | None, at: Place) -> tuple[tuple[str, ...], tuple[Enum, ...]]:
    """The names (empty where not given) and the enumerations of an index."""
    names, enums = [], []
    for dim in tree.trees() if tree is not None else ():
        first, second = dim.word(0), dim.maybe_word(1)
        if second is not None and first in scope.places:
            raise fail(at, f"“{first}” has a meaning already and cannot name an index", "use another letter")
        names.append(first if second is not None else "")
        enums.append(scope.type_named(second if second is not None else first, at))
    double = next((n for n in names if n and names.count(n) > 1), None)
    if double:
        raise fail(at, f"two indices are called “{double}”", "use another letter for one")
    n = cells(scope, tuple(enums))
    if n > MOST_VALUES:
        raise fail(at, f"this family has {n:,} members; at most {MOST_VALUES} are allowed", "index it by fewer or smaller types")
    return tuple(names), tuple(enums)


def zone(scope: Scope, item: Item) -> None:
    """Declare a zone or a family of zones."""
    name = item.tree.word(0)
    scope.claim(name, "a zone", item.at)
    _, enums = _index(scope, item.tree.maybe_tree(1), item.at)
    scope.zones[name] = Zone(name, enums, item.tree.maybe_word(2) or "set", EVERYBODY, item.at)


def variable(scope: Scope, item: Item) -> None:
    """Declare a state variable or a family of them."""
    name = item.tree.word(0)
    scope.claim(name, "a state variable", item.at)
    _, enums = _index(scope, item.tree.maybe_tree(1), item.at)
    found = read_type(scope, item.tree.tree(2), item.at)
    if isinstance(found, SetOf | Nothing):
        raise fail(
            item.at,
            f"a state variable cannot hold {said(found)}",
            "keep cards in zones, and other sets as one bool each: seen[seat]: bool = no",
        )
    scope.variables[name] = Variable(name, item.owner, enums, found, None, EVERYBODY, item.at)


def _sight(scope: Scope, item: Item, index: Tree | None, tree: Tree | None) -> Sight:
    """Who sees it; everybody where nothing is said."""
    names, enums = _index(scope, index, item.at)
    if tree is None or tree.kind == "sight_all":
        return Sight("v", names, YES)
    if tree.kind == "sight_nobody":
        return Sight("v", names, NO)
    typer, viewer = typer_of(scope, item), tree.word(0)
    env: dict[str, Type] = {n: e for n, e in zip(names, enums, strict=True) if n}
    return Sight(viewer, names, typer.truth(tree.tree(1), typer.bind(viewer, SEAT, env, item.at)))


def finish_zone(scope: Scope, item: Item) -> None:
    """Read who sees a zone."""
    name = item.tree.word(0)
    sight = _sight(scope, item, item.tree.maybe_tree(1), item.tree.tree(3))
    scope.zones[name] = replace(scope.zones[name], sight=sight)


def finish_variable(scope: Scope, item: Item) -> None:
    """Read the initial value of a variable and who sees it."""
    name, initial = item.tree.word(0), item.tree.maybe_tree(3)
    v = scope.variables[name]
    value = None if initial is None else typer_of(scope, item).as_type(initial, v.type, {})
    if value is None and isinstance(v.type, Maybe):
        value = Const(None, NOTHING, item.at)
    sight = _sight(scope, item, item.tree.maybe_tree(1), item.tree.maybe_tree(4))
    scope.variables[name] = replace(v, initial=value, sight=sight)
