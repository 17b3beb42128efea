"""A record as lines of JSON, and back: every line is bounded and checked against the schema before anything is done with it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kirtis.files import write_whole
from kirtis.jsonline import read_object
from kirtis.play.action import Action
from kirtis.play.record.match import Event, Record, RecordError

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

FORMAT = 1
MOST_LINES = 100_000
"""A record with more lines is refused."""

MOST_BYTES = 20_000
"""A line with more bytes is refused."""


def lines(record: Record) -> Iterator[str]:
    """The lines of a record, without their ends."""
    header = {
        "kirtis": "record", "format": FORMAT, "game": record.game, "version": record.version, "rules": record.rules,
        "seats": list(record.seats), "options": record.options, "seed": record.seed,
    }  # fmt: skip
    yield _line(header)
    for event in record.events:
        if isinstance(event, Action):
            yield _line({"act": [event.seat, event.name, *event.args]})
        else:
            yield _line({"draw": event} if isinstance(event, str) else {"deal": {k: list(v) for k, v in event.items()}})
    yield _line({"end": record.end})


def _line(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def write(record: Record, path: str | Path) -> None:
    """Write a record to a file, whole or not at all. Raises OSError where the file cannot be written."""
    write_whole(Path(path), (line + "\n" for line in lines(record)))


def read(path: str | Path) -> Record:
    """Read a record from a file; the rules are not looked at yet. Raises RecordError, or OSError where there is no such file."""
    with Path(path).open("rb") as source:
        return parse(_bounded(source))


def _bounded(source: Any) -> Iterator[bytes]:
    while line := source.readline(MOST_BYTES + 1):
        yield line


def parse(source: Iterator[bytes] | Sequence[bytes]) -> Record:
    """A record from its lines, as bytes. Raises RecordError at the first line that is not as it should be."""
    header: dict[str, Any] | None = None
    end: dict[str, Any] | None = None
    events: list[Event] = []
    number = 0
    for number, raw in enumerate(source, 1):
        if number > MOST_LINES:
            raise RecordError(number, f"a record has at most {MOST_LINES:,} lines")
        if end is not None:
            raise RecordError(number, "something follows the last line of the record")
        value = _value(number, raw)
        if header is None:
            if value.get("kirtis") != "record":
                raise RecordError(number, "this is no match record of Kirtis: a record begins with its header")
            header = _checked(number, value, "header")
            continue
        kind = next((k for k in ("act", "draw", "deal", "end") if k in value), None)
        if kind is None:
            raise RecordError(number, "this is neither an action (act), nor an outcome of chance (draw, deal), nor the end")
        inner = _checked(number, value, kind)[kind]
        match kind:
            case "act":
                events.append(Action(inner[0], inner[1], inner[2:]))
            case "draw":
                events.append(inner)
            case "deal":
                events.append({name: tuple(cards) for name, cards in inner.items()})
            case "end":
                end = inner
    if header is None:
        raise RecordError(1, "the record is empty")
    if end is None:
        raise RecordError(number + 1, "the record is cut off: its last line, the end, is missing")
    return Record(
        header["game"],
        header["version"],
        header["rules"],
        tuple(header["seats"]),
        header["options"],
        header["seed"],
        tuple(events),
        end,
    )


def _value(number: int, raw: bytes) -> dict[str, Any]:
    if len(raw) > MOST_BYTES:
        raise RecordError(number, f"a line has at most {MOST_BYTES:,} bytes")
    try:
        return read_object(raw)
    except ValueError as error:
        wanted = "\n    a match record is wanted here, as kirtis play --record writes one" if number == 1 else ""
        raise RecordError(number, f"{error}{wanted}") from None


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of a line of a record."""
    found: dict[str, Any] = json.loads(files("kirtis.play").joinpath("record.schema.json").read_text("utf-8"))
    return found


@cache
def _validator(kind: str) -> Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema()["$defs"]})


def _checked(number: int, value: dict[str, Any], kind: str) -> dict[str, Any]:
    from jsonschema.exceptions import best_match

    error = best_match(_validator(kind).iter_errors(value))
    if error is not None:
        where = ".".join(map(str, error.absolute_path))
        what = error.message if len(error.message) <= 200 else error.message[:200] + "…"
        raise RecordError(number, f"this is no {kind} line of a record: {f'{where}: ' if where else ''}{what}")
    return value
