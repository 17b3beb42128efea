"""Positions that examples and possibilities ask for, looked for in random play."""

from __future__ import annotations

from collections.abc import Iterator

from kirtis.language.game import Claim, Game
from kirtis.language.nodes import And, Not
from kirtis.language.types import Num, definite
from kirtis.play.compile.conditions import Condition
from kirtis.play.position import Position, cells
from kirtis.prove.report import Found
from kirtis.prove.symbolic import shown
from kirtis.prove.watched import look

MATCHES = 1000
"""Matches looked through, at most."""


def search(game: Game, matches: int = MATCHES, only: str | None = None) -> Iterator[Found]:
    """For each example and possibility (or those that ``only`` is a part or a clause of) the first position met in which what it asks for holds, and what it says."""
    asked = {
        c.name: c
        for c in game.claims.values()
        if c.kind in ("example", "possible") and (only is None or only in c.name or only in c.at.clauses)
    }
    for one in look(game, [condition(game, c) for c in asked.values()], matches):
        c = asked.pop(one.name)
        yield Found(c.name, c.at.clauses, one.seed, one.step, tuple(written(game, one.position())))
    for c in asked.values():
        yield Found(c.name, c.at.clauses, None, None)


def condition(game: Game, claim: Claim, *, broken: bool = False) -> Condition:
    """That a claim of single positions holds, where it speaks of them at all; or that it is broken there."""
    body = Not(claim.body) if broken else claim.body
    return Condition(claim.name, body if claim.given is None else And((claim.given, body)), claim.phases or tuple(game.phases))


def written(game: Game, position: Position) -> Iterator[tuple[str, str]]:
    """A position cell by cell, in the words of the rules; what is none, no or nought is left out."""
    yield "phase", position.phase
    for v in game.variables.values():
        for n, i in enumerate(cells(game, v.index)):
            value = position.values[v.name, i]
            nought = isinstance(definite(v.type), Num) and value == 0
            if value is not None and value is not False and not nought:
                yield shown(game, v.name, n), game.word(v.type, value)
    for z in game.zones.values():
        for n, i in enumerate(cells(game, z.index)):
            there = position.cards[z.name, i]
            if there:
                yield shown(game, z.name, n), " ".join(game.enums["card"][c].replace(" of ", "_") for c in there)
