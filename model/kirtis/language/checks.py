"""What must be right of a game as a whole before anything is proved: no recursion, no endless play, no dead parts, no excess."""

from __future__ import annotations

from collections.abc import Iterator

from kirtis.language import budget, flow
from kirtis.language.errors import Fault
from kirtis.language.flow import always_goes, goes
from kirtis.language.game import Game, Option
from kirtis.language.nodes import Call, OptionValue, Reset
from kirtis.language.places import Place
from kirtis.language.types import Enum, Maybe
from kirtis.language.walk import Node, walk


def check(game: Game) -> list[Fault]:
    """Every fault of the game as a whole."""
    faults = [*_recursion(game)]
    if not faults:
        faults += budget.check(game, placed(game))
    return [*faults, *flow.check(game), *_initial(game), *_options(game)]


def roots(game: Game) -> Iterator[Node]:
    """Every tree of the rules: bodies, conditions, who sees what, claims."""
    return (root for _, root in placed(game))


def placed(game: Game) -> Iterator[tuple[Place, Node]]:
    """Every tree of the rules, and where it stands."""
    for z in game.zones.values():
        yield z.at, z.sight.when
    for v in game.variables.values():
        yield v.at, v.sight.when
        if v.initial is not None:
            yield v.at, v.initial
    for d in game.definitions.values():
        yield d.at, d.body
    for p in game.phases.values():
        if p.by is not None:
            yield p.at, p.by
        yield from ((s.at, s) for s in p.body)
        for a in p.actions:
            yield from ((n.at, n.condition) for n in a.needs)
            yield from ((s.at, s) for s in a.body)
    for c in game.claims.values():
        yield c.at, c.body
        if c.given is not None:
            yield c.at, c.given


def calls(game: Game) -> dict[str, list[str]]:
    """Which definitions each definition uses."""
    return {d.name: sorted({n.name for n in walk(d.body) if isinstance(n, Call)}) for d in game.definitions.values()}


def _recursion(game: Game) -> Iterator[Fault]:
    way = flow.cycle(calls(game))
    if way:
        yield Fault(
            game.definitions[way[0]].at, f"{' → '.join(way)}: a definition that needs itself has no value", "break the circle"
        )


def _initial(game: Game) -> Iterator[Fault]:
    """A variable without initial value starts anywhere; only one that cannot be none may, and not in a group that is reset."""
    bodies = (b for p in game.phases.values() for b in (p.body, *(a.body for a in p.actions)))
    reset = {s.group for b in bodies for s in flow.statements(b) if isinstance(s, Reset)}
    for v in game.variables.values():
        if v.initial is not None:
            continue
        if v.group in reset:
            yield Fault(
                v.at,
                f"{v.name} is reset with its group {v.group}, but has no initial value",
                f"write {v.name}: {v.type} = …, or {v.name}: {v.type}?",
            )
        elif not isinstance(v.type, Enum | Maybe):
            yield Fault(v.at, f"{v.name} has no initial value", f"write {v.name}: {v.type} = …")


def idle_options(game: Game) -> list[Option]:
    """The options that nothing depends on."""
    used = {n.name for root in roots(game) for n in walk(root) if isinstance(n, OptionValue)}
    return [o for o in game.options.values() if o.name not in used]


def _options(game: Game) -> Iterator[Fault]:
    for o in idle_options(game):
        yield Fault(
            o.at,
            f"the option {o.name} changes nothing",
            f"use it in a rule, or leave it out (in a variant: drop option {o.name})",
        )


__all__ = ["always_goes", "calls", "check", "goes", "idle_options", "placed", "roots"]
