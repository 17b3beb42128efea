"""Vectors as a file: JSON Lines, the first of them a header."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from kirtis.conform.form import Forms
from kirtis.conform.telling import Vector
from kirtis.jsonline import read_object
from kirtis.language import load
from kirtis.play.game import Game

FORMAT = 1

MOST_BYTES, MOST_LINES = 4_194_304, 100_000
"""A line of a file that is read has at most so many bytes, and the file so many lines."""


def lines(name: str, vectors: list[Vector]) -> Iterator[str]:
    """The lines of the file of a game, without their ends."""
    rules = load(name, proofs=False)
    header = {
        "kirtis": "vectors", "format": FORMAT, "game": name, "version": rules.version,
        "rules": Game(rules).content_hash(), "count": len(vectors),
    }  # fmt: skip
    yield _line(header)
    yield from map(_line, vectors)


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class VectorError(Exception):
    """A file of vectors that cannot be read; the message says which line, and what is wrong."""


def read(path: Path) -> tuple[dict[str, Any], list[Vector]]:
    """The header and the vectors of a file. Raises VectorError, or OSError where there is no such file."""
    out: list[dict[str, Any]] = []
    with path.open("rb") as source:
        for n, raw in enumerate(iter(lambda: source.readline(MOST_BYTES + 1), b""), 1):
            if len(raw) > MOST_BYTES:
                raise VectorError(f"{path}:{n}: a line has at most {MOST_BYTES} bytes")
            if n > MOST_LINES:
                raise VectorError(f"{path}:{n}: a file has at most {MOST_LINES} lines")
            try:
                value = read_object(raw)
            except ValueError as error:
                raise VectorError(f"{path}:{n}: {error}") from None
            kind = "header" if n == 1 else value.get("kind")
            if kind not in schema()["$defs"]:
                raise VectorError(f"{path}:{n}: this is no vector")
            if wrong := _forms().fault(str(kind), value):
                raise VectorError(f"{path}:{n}: {wrong}")
            out.append(value)
    if not out:
        raise VectorError(f"{path}: the file is empty")
    if len(out) - 1 != out[0]["count"]:
        raise VectorError(f"{path}: {out[0]['count']} vectors are announced, and {len(out) - 1} are there")
    return out[0], out[1:]


@cache
def _forms() -> Forms:
    return Forms(schema())


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of a line of a file of vectors."""
    found: dict[str, Any] = json.loads(files("kirtis.conform").joinpath("vectors.schema.json").read_text("utf-8"))
    return found


__all__ = ["FORMAT", "VectorError", "lines", "read", "schema"]
