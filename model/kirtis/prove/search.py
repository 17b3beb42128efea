"""Positions that examples and possibilities ask for, looked for in random play."""

from __future__ import annotations

from collections.abc import Iterator

from kirtis.language.game import Claim, Game
from kirtis.language.nodes import And, Expr
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import Position, cells
from kirtis.prove.report import Found
from kirtis.prove.sample import Met, play
from kirtis.prove.symbolic import shown

MATCHES, STEPS = 400, 400


def search(game: Game, matches: int = MATCHES) -> Iterator[Found]:
    """For each example and possibility the first position met in which what it asks for holds, and what it says."""
    asked = {c.name: c for c in game.claims.values() if c.kind in ("example", "possible")}
    for seed in range(matches):
        if not asked:
            return
        for n, one in enumerate(play(game, seed, STEPS)):
            for c in list(asked.values()):
                if (not c.phases or one.position.phase in c.phases) and _holds(game, one, c):
                    del asked[c.name]
                    yield Found(c.name, c.at.clauses, seed, n, tuple(written(game, one.position)))
            if not asked:
                return
    for c in asked.values():
        yield Found(c.name, c.at.clauses, None, None)


def _holds(game: Game, one: Met, c: Claim) -> bool:
    wanted: Expr = c.body if c.given is None else And((c.given, c.body))
    try:
        return Evaluator(game, one.options, one.position).truth(wanted, {})
    except RuleError:
        return False


def written(game: Game, position: Position) -> Iterator[tuple[str, str]]:
    """A position cell by cell, in the words of the rules; what is none, no or nought is left out."""
    yield "phase", position.phase
    for v in game.variables.values():
        for n, i in enumerate(cells(game, v.index)):
            value = position.values[v.name, i]
            if value not in (None, False) and not (value == 0 and str(v.type)[:1] == "0"):
                yield shown(game, v.name, n), game.word(v.type, value)
    for z in game.zones.values():
        for n, i in enumerate(cells(game, z.index)):
            there = position.cards[z.name, i]
            if there:
                yield shown(game, z.name, n), " ".join(game.enums["card"][c].replace(" of ", "_") for c in there)
