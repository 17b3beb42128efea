"""What depends on an option: the clauses in which it decides, and the statements that name it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kirtis.language import load
from kirtis.language.checks import placed
from kirtis.language.errors import SpecError
from kirtis.language.nodes import OptionValue
from kirtis.language.settle import beside, spoken_of
from kirtis.language.walk import walk
from kirtis.rulebook.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Named:
    """Where an option is named: clauses that it decides in, and statements about the rules."""

    clauses: tuple[str, ...]
    claims: tuple[str, ...]


def named(shelf: Shelf, game: str) -> dict[str, Named]:
    """For each option of a game, where it is named; nothing where the game cannot be read with what is claimed of it."""
    return _named(shelf.documents[f"spec/{game}"].path, shelf.digest)


@lru_cache(maxsize=64)
def _named(path: str, digest: str) -> dict[str, Named]:
    """The same of a file; the digest is that of all texts, so that a change is seen."""
    try:
        game = load(Path(path))
    except SpecError:
        return {}  # the shelf has said what is wrong
    own = {c.at for c in game.claims.values()} | {game.definitions[name].at for name in beside(game)}
    clauses: dict[str, dict[str, None]] = defaultdict(dict)
    for at, root in placed(game):
        if at not in own:
            for option in sorted({n.name for n in walk(root) if isinstance(n, OptionValue)}):
                clauses[option].update(dict.fromkeys(at.clauses))
    said = {c.name: spoken_of(game, c) for c in game.claims.values()}
    return {o: Named(tuple(clauses[o]), tuple(c for c, of in said.items() if o in of)) for o in game.options}


def claimed_in(shelf: Shelf, game: str) -> dict[str, str]:
    """For each statement about a game, or about those that it varies, the unit that makes it; read once for a shelf."""
    if game not in shelf.claimed:
        entries = [e for g in reversed(shelf.line(game)) for e in shelf.of("clause", "finding", "theorem", game=g)]
        shelf.claimed[game] = {name: e.unit.id for e in entries for name in shelf.declared(e.unit, claims=True)}
    return shelf.claimed[game]


def dependent(shelf: Shelf, game: str, option: str) -> list[str]:
    """The clauses and theorems that depend on an option, in the order of the book."""
    where = named(shelf, game).get(option, Named((), ()))
    units = claimed_in(shelf, game)
    found = {*where.clauses, *(units[c] for c in where.claims if c in units)}
    return [e.unit.id for e in shelf.of("clause", "theorem") if e.unit.id in found]
