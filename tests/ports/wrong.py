"""Wrong rules: each a simple slip in what one clause says, as a writer of a port might make it, and a port that plays by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kirtis.conform import protocol
from kirtis.conform.port import answer_of
from kirtis.conform.protocol import Message
from kirtis.conform.server import Server, Shelf
from kirtis.language import Game
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

        def with_phase(new: Any, name: str = phase.name) -> Game:
            return replace(game, phases={**game.phases, name: new})

        for body, owner, wrap in (
            (phase.body, phase.at, lambda b, p=phase: replace(p, body=b)),
            *(
                (a.body, a.at, lambda b, p=phase, a=a: replace(p, actions=tuple(replace(x, body=b) if x is a else x for x in p.actions)))
                for a in phase.actions
            ),
        ):
            for n, one in enumerate(statements(body)):
                clauses = one.at.clauses or owner.clauses
                if isinstance(one, When) and one.branches[0][0] is not None:
                    test = one.branches[0][0]
                    turned = replace(one, branches=((Not(test), one.branches[0][1]), *one.branches[1:]))
                    yield Slip(clauses, f"{phase.name} {n + 1}: if turned round", lambda b=body, o=one, t=turned, w=wrap, g=with_phase: g(w(without(b, o, t))))
                elif not isinstance(one, Go | Let | When):
                    yield Slip(clauses, f"{phase.name} {n + 1}: left out", lambda b=body, o=one, w=wrap, g=with_phase: g(w(without(b, o, None))))
        for act in phase.actions:
            for need in act.needs:
                fewer = replace(act, needs=tuple(x for x in act.needs if x is not need))
                new = replace(phase, actions=tuple(fewer if x is act else x for x in phase.actions))
                yield Slip(need.at.clauses, f"{phase.name}.{act.name}: without {need.name or 'a need'}", lambda p=new, g=with_phase: g(p))
    for definition in game.definitions.values():

        def with_body(body: Expr, d: Any = definition) -> Game:
            return replace(game, definitions={**game.definitions, d.name: replace(d, body=body)})

        body = definition.body
        if definition.table is not None:
            yield from _cells(game, definition, with_body)
            continue
        for node in walk(body):
            if isinstance(node, Narrow):
                duties = game.duties.get(definition.name)
                for n in range(len(node.steps)):
                    fewer = replace(node, steps=node.steps[:n] + node.steps[n + 1 :])
                    at = duties.duties[n].at if duties is not None else definition.at
                    yield Slip(at.clauses, f"{definition.name}: without duty {n + 1}", lambda b=put(body, node, fewer), g=with_body: g(b))
            elif isinstance(node, If):
                turned = replace(node, then=node.other, other=node.then) if node.then.type == node.other.type else replace(node, test=Not(node.test))
                yield Slip(definition.at.clauses, f"{definition.name}: cases changed", lambda b=put(body, node, turned), g=with_body: g(b))
        if isinstance(definition.type, Bool):
            yield Slip(definition.at.clauses, f"{definition.name}: the contrary", lambda b=body, g=with_body: g(Not(b)))
    used = {one.map for d in game.definitions.values() for one in walk(d.body) if isinstance(one, Lookup)}
    for map_ in game.maps.values():
        if map_.name in used and len({v for v in map_.values if v is not None}) > 1 and map_.at.clauses:
            a = next(n for n in range(len(map_.values) - 1) if map_.values[n] != map_.values[n + 1])
            values = list(map_.values)
            values[a], values[a + 1] = values[a + 1], values[a]
            yield Slip(
                map_.at.clauses, f"{map_.name}: two values changed",
                lambda m=replace(map_, values=tuple(values)): replace(game, maps={**game.maps, m.name: m}),
            )  # fmt: skip
    for kind in ("variables", "zones"):
        for one in getattr(game, kind).values():
            if isinstance(one.sight.when, Const):
                other = replace(one, sight=replace(one.sight, when=replace(one.sight.when, value=not one.sight.when.value)))
            else:
                other = replace(one, sight=replace(one.sight, when=Not(one.sight.when)))
            yield Slip(one.at.clauses, f"{one.name}: seen by others", lambda k=kind, o=other: replace(game, **{k: {**getattr(game, k), o.name: o}}))


def _cells(game: Game, column: Any, with_body: Callable[[Expr], Game]) -> Iterator[Slip]:
    """Each cell of a column changed for the next one that is different."""
    chain, node = [], column.body
    while isinstance(node, If):
        chain.append(node)
        node = node.other
    rows = game.tables[column.table].rows
    for n, one in enumerate(chain):
        other = next((x.then for x in (*chain[n + 1 :], *chain[:n]) if x.then != one.then), None)
        if other is not None and n < len(rows):
            yield Slip(
                rows[n].at.clauses, f"{column.name} row {n + 1}: another value",
                lambda b=put(column.body, one, replace(one, then=other)): with_body(b),
            )  # fmt: skip
