"""How large a game may grow once its definitions are written out: so that no file, however it is meant, takes for ever."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import TopologicalSorter
from typing import NamedTuple

from kirtis.language.errors import Fault
from kirtis.language.game import Game
from kirtis.language.nodes import Best, Call, Count, Every, Filter, Narrow, Some, Sum, The
from kirtis.language.places import Place
from kirtis.language.types import SetOf
from kirtis.language.walk import Node, children, walk

MOST_NODES = 100_000
"""The most nodes that one expression may have with every definition written out in it."""
MOST_STEPS = 200_000_000
"""The most steps that one expression may take: each quantifier counts its inside once for every value of its type."""
MOST_DEPTH = 300
"""How deep an expression may be with every definition written out in it."""
MOST_NESTED = 8
"""The most quantifiers that may stand within each other, those of definitions included."""

_QUANTIFIERS = Every | Some | Count | Sum | Filter | The | Best | Narrow


class Cost(NamedTuple):
    """What an expression takes with its definitions written out: nodes, steps, depth, quantifiers within each other."""

    nodes: int
    steps: int
    depth: int
    nested: int


def costs(game: Game) -> dict[str, Cost]:
    """The cost of every definition; they must not be recursive. Those that others use come first, so nothing here goes deep."""
    uses = {d.name: {n.name for n in walk(d.body) if isinstance(n, Call)} for d in game.definitions.values()}
    known: dict[str, Cost] = {}
    for name in TopologicalSorter(uses).static_order():
        if name in game.definitions:
            known[name] = cost(game, game.definitions[name].body, known)
    return known


def cost(game: Game, node: Node, known: dict[str, Cost]) -> Cost:
    """The cost of one expression or statement; ``known`` are those of the definitions that it uses."""
    parts = [cost(game, child, known) for child in children(node)]
    if isinstance(node, Call) and node.name in known:
        parts.append(known[node.name])
    nodes, steps = 1 + sum(p.nodes for p in parts), 1 + sum(p.steps for p in parts)
    depth, nested = 1 + max((p.depth for p in parts), default=0), max((p.nested for p in parts), default=0)
    if isinstance(node, _QUANTIFIERS):
        kind = node.among.type
        assert isinstance(kind, SetOf)
        steps, nested = steps * len(game.enums[kind.of.name]), nested + 1
    # Beyond the bounds the exact number is no news, and it would grow to thousands of digits.
    return Cost(min(nodes, 10 * MOST_NODES), min(steps, 10 * MOST_STEPS), min(depth, 10 * MOST_DEPTH), nested)


def check(game: Game, placed: Iterator[tuple[Place, Node]]) -> Iterator[Fault]:
    """A fault for each place where a rule grows beyond the bounds; the definitions must not be recursive."""
    known = costs(game)
    for at, root in placed:
        found = cost(game, root, known)
        if found.nodes > MOST_NODES:
            yield Fault(
                at,
                f"this grows to more than {MOST_NODES:,} parts once the definitions that it uses are written out",
                "do not use a definition several times in another, and that in a third, and so on",
            )
        elif found.steps > MOST_STEPS:
            yield Fault(
                at,
                f"this may take more than {MOST_STEPS:,} steps: it goes through too many values within each other",
                "go through fewer values, or through fewer at once",
            )
        elif found.depth > MOST_DEPTH or found.nested > MOST_NESTED:
            yield Fault(
                at,
                f"this is nested too deep once the definitions that it uses are written out: {found.depth} levels, {found.nested} quantifiers",
                f"at most {MOST_DEPTH} levels and {MOST_NESTED} quantifiers within each other",
            )
