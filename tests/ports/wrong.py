"""Wrong rules: each a simple slip in what one clause says, as a writer of a port might make it, and a port that plays by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from kirtis.conform import protocol
from kirtis.conform.port import answer_of
from kirtis.conform.protocol import Message
from kirtis.conform.server import Server, Shelf
from kirtis.language import Game
from kirtis.language.declarations import Action, Definition, Phase, Sight
from kirtis.language.flow import statements
from kirtis.language.nodes import Const, Expr, Go, If, Let, Lookup, Narrow, Not, Statement, When
from kirtis.language.rewrite import map_children
from kirtis.language.types import Bool
from kirtis.language.walk import walk


@dataclass(frozen=True, eq=False)
class Slip:
    """A slip: the clauses whose text it gets wrong, what it is, and the rules with it."""

    clauses: tuple[str, ...]
    name: str
    make: Callable[[], Game]


class Wrong:
    """A port that plays by rules of its own, asked without a process."""

    def __init__(self, change: Callable[[Game], Game] = lambda rules: rules) -> None:
        self.server = Server(Shelf(change))

    def ask(self, request: Message, seconds: float) -> Message:
        return answer_of(self.server.answer(protocol.line(request)), request)

    def close(self) -> None:
        pass

    def kill(self) -> None:
        pass


class Ignoring(Wrong):
    """A port that plays every match with the default of one option."""

    def __init__(self, option: str) -> None:
        super().__init__()
        self.option = option

    def ask(self, request: Message, seconds: float) -> Message:
        options = request.get("options")
        if isinstance(options, dict) and self.option in options:
            request = {**request, "options": {name: word for name, word in options.items() if name != self.option}}
        return super().ask(request, seconds)


def put(node: Expr, old: Expr, new: Expr) -> Expr:
    """A tree with one node, found by identity, replaced."""
    return new if node is old else map_children(node, lambda child: put(child, old, new))


def without(body: tuple[Statement, ...], old: Statement, new: Statement | None) -> tuple[Statement, ...]:
    """A block with one statement replaced or left out."""
    out: list[Statement] = []
    for one in body:
        if one is old:
            out += [] if new is None else [new]
        elif isinstance(one, When):
            out.append(replace(one, branches=tuple((test, without(inner, old, new)) for test, inner in one.branches)))
        else:
            out.append(one)
    return tuple(out)


def slips(game: Game) -> Iterator[Slip]:
    """Slips of every kind, in the order of the rules."""
    for phase in game.phases.values():
        yield from _of_body(game, phase, None)
        for act in phase.actions:
            yield from _of_body(game, phase, act)
            for need in act.needs:
                fewer = replace(act, needs=tuple(x for x in act.needs if x is not need))
                said = f"{phase.name}.{act.name}: without {need.name or 'a need'}"
                yield Slip(need.at.clauses, said, partial(with_phase, game, with_act(phase, act, fewer)))
    for definition in game.definitions.values():
        yield from _of_definition(game, definition) if definition.table is None else _of_column(game, definition)
    used = {one.map for d in game.definitions.values() for one in walk(d.body) if isinstance(one, Lookup)}
    for map_ in game.maps.values():
        if map_.name in used and map_.at.clauses and len({v for v in map_.values if v is not None}) > 1:
            n = next(n for n in range(len(map_.values) - 1) if map_.values[n] != map_.values[n + 1])
            values = (*map_.values[:n], map_.values[n + 1], map_.values[n], *map_.values[n + 2 :])
            other = {**game.maps, map_.name: replace(map_, values=values)}
            yield Slip(map_.at.clauses, f"{map_.name}: two values changed", partial(replace, game, maps=other))
    for variable in game.variables.values():
        new = {**game.variables, variable.name: replace(variable, sight=contrary(variable.sight))}
        yield Slip(variable.at.clauses, f"{variable.name}: seen by others", partial(replace, game, variables=new))
    for zone in game.zones.values():
        changed = {**game.zones, zone.name: replace(zone, sight=contrary(zone.sight))}
        yield Slip(zone.at.clauses, f"{zone.name}: seen by others", partial(replace, game, zones=changed))


def contrary(sight: Sight) -> Sight:
    when = sight.when
    return replace(sight, when=replace(when, value=not when.value) if isinstance(when, Const) else Not(when))


def with_act(phase: Phase, old: Action, new: Action) -> Phase:
    return replace(phase, actions=tuple(new if a is old else a for a in phase.actions))


def with_phase(game: Game, phase: Phase) -> Game:
    return replace(game, phases={**game.phases, phase.name: phase})


def with_body(game: Game, definition: Definition, body: Expr) -> Game:
    return replace(game, definitions={**game.definitions, definition.name: replace(definition, body=body)})


def _of_body(game: Game, phase: Phase, act: Action | None) -> Iterator[Slip]:
    """A statement left out, an ``if`` turned round."""
    body, owner = (phase.body, phase.at) if act is None else (act.body, act.at)
    where = phase.name if act is None else f"{phase.name}.{act.name}"
    for n, one in enumerate(statements(body), 1):
        new: Statement | None = None
        said = "left out"
        if isinstance(one, When):
            test = one.branches[0][0]
            assert test is not None
            new, said = replace(one, branches=((Not(test), one.branches[0][1]), *one.branches[1:])), "if turned round"
        elif isinstance(one, Go | Let):
            continue
        other = without(body, one, new)
        changed = replace(phase, body=other) if act is None else with_act(phase, act, replace(act, body=other))
        yield Slip(one.at.clauses or owner.clauses, f"{where} {n}: {said}", partial(with_phase, game, changed))


def _of_definition(game: Game, definition: Definition) -> Iterator[Slip]:
    """A duty left out, cases that change places, the contrary."""
    body, clauses = definition.body, definition.at.clauses
    change = partial(with_body, game, definition)
    for node in walk(body):
        if isinstance(node, Narrow):
            duties = game.duties.get(definition.name)
            for n in range(len(node.steps)):
                fewer = replace(node, steps=node.steps[:n] + node.steps[n + 1 :])
                mine = clauses if duties is None else duties.duties[n].at.clauses
                yield Slip(mine, f"{definition.name}: without duty {n + 1}", partial(change, put(body, node, fewer)))
        elif isinstance(node, If):
            alike = node.then.type == node.other.type
            turned = replace(node, then=node.other, other=node.then) if alike else replace(node, test=Not(node.test))
            yield Slip(clauses, f"{definition.name}: cases changed", partial(change, put(body, node, turned)))
    if isinstance(definition.type, Bool):
        yield Slip(clauses, f"{definition.name}: the contrary", partial(change, Not(body)))


def _of_column(game: Game, column: Definition) -> Iterator[Slip]:
    """A cell changed for the next one of its column that is different."""
    chain: list[If] = []
    node = column.body
    while isinstance(node, If):
        chain.append(node)
        node = node.other
    for n, (one, row) in enumerate(zip(chain, game.tables[str(column.table)].rows, strict=False)):
        other = next((x.then for x in (*chain[n + 1 :], *chain[:n]) if x.then != one.then), None)
        if other is not None:
            said = f"{column.name} row {n + 1}: another value"
            changed = put(column.body, one, replace(one, then=other))
            yield Slip(row.at.clauses, said, partial(with_body, game, column, changed))
