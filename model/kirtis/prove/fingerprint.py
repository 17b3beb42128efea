"""What a result rests on, as a short hash: the formal rules without their places, and the prover itself."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

from kirtis.language.game import Game
from kirtis.language.places import Place

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


def of_text(text: str) -> str:
    """A hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


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
