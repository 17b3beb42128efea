"""What a result rests on, as a short hash: the formal rules without their places, and the prover itself."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from pathlib import Path

from kirtis.language.game import Game
from kirtis.language.places import Place
from kirtis.language.settle import saying
from kirtis.prove.terms import Term

_LEFT_OUT = {"documents", "words", "titles", "version", "notes", "text", "at", "finding", "settled", "aside"}


def _pieces(value: object) -> Iterator[str]:
    if isinstance(value, Place):
        return
    if is_dataclass(value):
        yield type(value).__name__
        for f in fields(value):
            if f.name not in _LEFT_OUT:
                yield from _pieces(getattr(value, f.name))
        yield "."
    elif isinstance(value, Mapping):
        yield "{"
        for key, one in value.items():
            yield repr(key)
            yield from _pieces(one)
        yield "}"
    elif isinstance(value, tuple | list):
        yield "("
        for one in value:
            yield from _pieces(one)
        yield ")"
    else:
        yield repr(value)


def of_game(game: Game) -> str:
    """A hash of everything formal in a game: two games with the same hash have the same rules and claims."""
    return hashlib.sha256("\0".join(_pieces(game)).encode()).hexdigest()


def added(game: Game, said: Collection[str], mark: str) -> frozenset[str] | None:
    """The statements that a game has besides these, where with these alone its hash is ``mark``; None where something else was changed too."""
    if not said or of_game(saying(game, said)) != mark:
        return None
    return frozenset(game.claims).difference(said)


def of_text(text: str) -> str:
    """A hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


_MARKS: dict[int, bytes] = {}


def of_terms(terms: Iterable[Term]) -> str:
    """A hash of formulas: of what each is built of once, whatever else it stands in."""
    terms = list(terms)
    found = {one for one in terms if one.id not in _MARKS}
    stack = list(found)
    while stack:
        new = [a for a in stack.pop().inner if a.id not in _MARKS and a not in found]
        found.update(new)
        stack += new
    for one in sorted(found, key=attrgetter("id")):
        inner = b"".join([_MARKS[a.id] for a in one.inner]) or repr(one.args).encode()
        _MARKS[one.id] = hashlib.blake2b(f"{one.op} {one.sort} ".encode() + inner, digest_size=16).digest()
    return hashlib.sha256(b"".join([_MARKS[one.id] for one in terms])).hexdigest()


def forget() -> None:
    """Begin anew, as a new model does."""
    _MARKS.clear()


@cache
def of_prover() -> str:
    """A hash of the code that makes and decides obligations, of the one that plays for them, and of the solver's version."""
    import z3

    folder = Path(__file__).resolve().parent
    digest = hashlib.sha256(z3.get_version_string().encode())
    beside = [path for name in ("language", "play") for path in (folder.parent / name).rglob("*.py")]
    for path in sorted([*folder.glob("*.py"), *beside]):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
