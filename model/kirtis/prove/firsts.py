"""Variables without a first value: each must be written before anything reads it.

The solver takes such a variable to have some value of its type from the start; that is true only once it has been written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kirtis.language.flow import always_goes, goes
from kirtis.language.game import Game, Phase, Variable
from kirtis.language.nodes import Assign, Draw, Statement, Var, When
from kirtis.language.walk import Node
from kirtis.prove.weights import reads

Body = tuple[Statement, ...]


def read_unwritten(game: Game) -> Iterator[tuple[Variable, Phase, bool]]:
    """Each variable without a first value, each phase in which it may still have none, and whether the rules read it there."""
    for v in game.variables.values():
        if v.initial is None:
            for name in _unwritten(game, v):
                phase = game.phases[name]
                yield v, phase, any(v.name in reads(game, node).variables for node in _rules(phase))


def _unwritten(game: Game, v: Variable) -> list[str]:
    """The phases that can be reached without the variable being written."""
    found, work = [game.start], [game.start]
    while work:
        phase = game.phases[work.pop()]
        for body in [phase.body] if phase.kind != "by" else [a.body for a in phase.actions]:
            if not _writes(game, v, body):
                here = [] if phase.kind != "by" or always_goes(body) else [phase.name]
                new = [p for p in dict.fromkeys([*goes(body), *here]) if p not in found]
                found += new
                work += new
    return found


def _writes(game: Game, v: Variable, body: Iterable[Statement]) -> bool:
    """Whether a block gives a value to every cell of a variable, whatever its branches."""
    for one in body:
        if isinstance(one, When):
            if one.branches[-1][0] is None and all(_writes(game, v, inner) for _, inner in one.branches):
                return True
        elif isinstance(one, Assign | Draw) and one.name == v.name:
            each = one.each if isinstance(one, Assign) else None
            if not v.index or (each is not None and len(v.index) == 1 and one.index == (Var(each[0], each[1]),)):
                return True
    return False


def _rules(phase: Phase) -> Iterator[Node]:
    if phase.by is not None:
        yield phase.by
    yield from phase.body
    for action in phase.actions:
        yield from (need.condition for need in action.needs)
        yield from action.body
