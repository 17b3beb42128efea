"""Which sums over cards a game speaks of: each becomes a ghost number for every zone."""

from __future__ import annotations

from dataclasses import dataclass

from kirtis.language.checks import roots
from kirtis.language.game import Game
from kirtis.language.nodes import YES, Call, Cards, Cell, Const, Count, Expr, Family, PhaseNow, Sum, Top, Var, Was
from kirtis.language.rewrite import rename
from kirtis.language.types import CARDS, Num
from kirtis.language.walk import Node, walk

IT = "the card"
"""The name of the card that is weighed; nobody can write it, so that it never means anything else."""


@dataclass(frozen=True, slots=True)
class Weight:
    """A number for each card: ``value`` where ``where``; ``reads`` are the variables that it depends on."""

    value: Expr
    where: Expr
    most: int
    reads: frozenset[str]
    what: str


@dataclass(frozen=True, slots=True)
class Reads:
    """What an expression depends on, through its definitions; ``elsewhere``: on the phase, or on the position before."""

    variables: frozenset[str]
    zones: frozenset[str]
    elsewhere: bool = False


def reads(game: Game, node: Node, known: dict[str, Reads] | None = None) -> Reads:
    """The variables and zones that an expression depends on."""
    known = {} if known is None else known
    variables: set[str] = set()
    zones: set[str] = set()
    elsewhere = False
    for one in walk(node):
        if isinstance(one, PhaseNow | Was):
            elsewhere = True
        elif isinstance(one, Cell):
            variables.add(one.name)
        elif isinstance(one, Cards | Family | Top):
            zones.add(one.zone)
        elif isinstance(one, Call):
            if one.name not in known:
                known[one.name] = reads(game, game.definitions[one.name].body, known)
            variables |= known[one.name].variables
            zones |= known[one.name].zones
            elsewhere |= known[one.name].elsewhere
    return Reads(frozenset(variables), frozenset(zones), elsewhere)


def parts(node: Sum | Count) -> tuple[Expr, Expr]:
    """What is summed and where, with the bound name made standard."""
    value = node.value if isinstance(node, Sum) else Const(1, Num(1, 1))
    return rename(value, {node.var: IT}), rename(node.where, {node.var: IT})


def weights(game: Game) -> list[Weight]:
    """The weights that the rules and claims of a game sum over zones, each once."""
    found: dict[tuple[Expr, Expr], Weight] = {}
    for root in roots(game):
        for node in walk(root):
            if not isinstance(node, Sum | Count) or node.among.type != CARDS or not isinstance(node.among, Cards | Family):
                continue
            value, where = parts(node)
            if (isinstance(node, Count) and where == YES) or (value, where) in found:
                continue
            inner = [n for e in (value, where) for n in walk(e)]
            if any(isinstance(n, Var) and n.name != IT for n in inner) or any(getattr(n, "var", None) is not None for n in inner):
                continue
            mine, also = reads(game, value), reads(game, where)
            if mine.zones or also.zones or mine.elsewhere or also.elsewhere:
                continue
            if not isinstance(value.type, Num) or value.type.low < 0 or value.type.high is None:
                continue
            found[value, where] = Weight(value, where, value.type.high, mine.variables | also.variables, _named(value, where))
    return list(found.values())


def _named(value: Expr, where: Expr) -> str:
    calls = [n.name for e in (value, where) for n in walk(e) if isinstance(n, Call)]
    return " ".join(dict.fromkeys(calls)) or "cards"
