"""A game with some of its options settled: the same rules, with a value wherever one of these options stood."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from kirtis.language.checks import calls
from kirtis.language.game import Claim, Game, Settled
from kirtis.language.nodes import Call, Const, Expr, OptionValue
from kirtis.language.places import Place
from kirtis.language.walk import walk

T = TypeVar("T")


def settled(game: Game, values: Mapping[str, int | bool]) -> Game:
    """The game in which these options have these values for good; whoever reads it needs to know nothing of them."""
    if not values:
        return game
    words = {name: game.word(game.options[name].type, value) for name, value in values.items()}
    touched = frozenset(c.name for c in game.claims.values() if spoken_of(game, c) & values.keys())
    parts: dict[str, Any] = {
        f.name: {k: put(v, values) for k, v in getattr(game, f.name).items()}
        for f in fields(game)
        if f.name in ("zones", "variables", "definitions", "tables", "duties", "phases", "claims")
    }
    options = {name: o for name, o in game.options.items() if name not in values}
    return replace(game, options=options, settled=Settled(tuple(words.items()), touched), **parts)


def put(value: T, values: Mapping[str, int | bool]) -> T:
    """A tree with a literal for each of these options."""

    def change(one: object) -> object:
        known = isinstance(one, OptionValue) and one.name in values
        return Const(values[one.name], one.type, one.at) if known else one  # type: ignore[attr-defined]

    return changed(value, change)


def changed(value: T, change: Callable[[object], object]) -> T:
    """A tree with every node changed, the lowest first; where nothing is, it stays the same object."""
    if isinstance(value, tuple):
        new = tuple(changed(v, change) for v in value)
        return value if all(a is b for a, b in zip(new, value, strict=True)) else new  # type: ignore[return-value]
    if is_dataclass(value) and not isinstance(value, type | Place):
        parts = {f.name: new for f in fields(value) if (new := changed(old := getattr(value, f.name), change)) is not old}
        return change(replace(value, **parts) if parts else value)  # type: ignore[return-value]
    return value


def readings(game: Game) -> Mapping[str, frozenset[str]]:
    """The options that each definition depends on, through those it uses."""
    inner = calls(game)
    known: dict[str, frozenset[str]] = {}

    def of(name: str) -> frozenset[str]:
        if name not in known:
            mine = {n.name for n in walk(game.definitions[name].body) if isinstance(n, OptionValue)}
            known[name] = frozenset(mine).union(*map(of, inner[name]))
        return known[name]

    return {name: of(name) for name in game.definitions}


def trees(claim: Claim) -> Iterator[Expr]:
    """What a statement is made of."""
    yield claim.body
    if claim.given is not None:
        yield claim.given


def spoken_of(game: Game, claim: Claim) -> frozenset[str]:
    """The options that a statement names, itself or in a definition that stands beside it among the statements."""
    here = {n.name for e in trees(claim) for n in walk(e) if isinstance(n, OptionValue)}
    deps, helping = readings(game), beside(game)
    known = {n.name for e in trees(claim) for n in walk(e) if isinstance(n, Call) and n.name in helping}
    return frozenset(here).union(*(deps[name] for name in known))


def beside(game: Game) -> frozenset[str]:
    """The definitions that stand among the statements and only help to say them."""
    return frozenset(name for name, d in game.definitions.items() if _among_claims(game, d.at))


def saying(game: Game, claims: Collection[str]) -> Game:
    """The game with these statements alone, and of the definitions beside statements those that help to say them."""
    left = {name: c for name, c in game.claims.items() if name in claims}
    inner = calls(game)
    used: set[str] = set()
    new = {n.name for c in left.values() for e in trees(c) for n in walk(e) if isinstance(n, Call)}
    while new:
        used |= new
        new = {name for one in new for name in inner.get(one, ())} - used
    spare = beside(game) - used
    definitions = {n: d for n, d in game.definitions.items() if n not in spare}
    places = {n: at for n, at in game.places.items() if n not in spare}
    return replace(game, claims=left, definitions=definitions, places=places)


def _among_claims(game: Game, at: Place) -> bool:
    """Whether a place lies in a block of statements."""
    for d in game.documents:
        if d.path == at.file:
            for block in (b for u in d.units for b in u.blocks if b.kind == "claim"):
                if block.at.line <= at.line <= block.line(len(block.text)):
                    return True
    return False


__all__ = ["beside", "changed", "put", "readings", "saying", "settled", "spoken_of", "trees"]
