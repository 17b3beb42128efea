"""The protocol between a port and whoever checks it: bounds, names and lines. docs/reference/protocol.md says what they mean."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from kirtis.conform.form import Forms
from kirtis.jsonline import read_object

VERSION = 1

MOST_REQUEST = 65_536
"""A request has at most so many bytes, its line feed included."""

MOST_ANSWER = 1_048_576
"""An answer has at most so many bytes, its line feed included."""

REQUESTS = (
    "hello", "new", "chance", "actions", "act", "why_not", "view", "position", "value", "result", "count",
)  # fmt: skip
NEEDED = ("hello", "new", "chance", "actions", "act")
"""Requests that every port answers."""

CODES = (
    "bad_json", "too_long", "bad_request", "unsupported", "unknown_game", "bad_seats", "bad_options", "bad_position", "no_match",
    "chance_open", "no_chance", "bad_outcome", "illegal", "unknown_name", "rule_error", "too_much", "internal",
)  # fmt: skip

Message = dict[str, Any]


class Problem(Exception):  # noqa: N818 (no error of the program)
    """A request that cannot be answered: a code of the protocol, and a sentence for people."""

    def __init__(self, code: str, message: str, **more: Any) -> None:
        self.code, self.message, self.more = code, message, more
        super().__init__(f"{code}: {message}")


def line(message: Message) -> bytes:
    """A message as a line; signs outside ASCII are escaped, so that no terminal's encoding matters."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def read(raw: bytes) -> Message:
    """The object that a line holds. Raises Problem where it holds none."""
    try:
        return read_object(raw)
    except ValueError as error:
        raise Problem("bad_json", str(error)) from None


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of requests: ``$defs`` has one for each."""
    found: dict[str, Any] = json.loads(files("kirtis.conform").joinpath("request.schema.json").read_text("utf-8"))
    return found


@cache
def _forms() -> Forms:
    return Forms(schema())


def check(request: Message) -> str:
    """The kind of a request that has the right form. Raises Problem where it has not."""
    kind = request.get("do")
    if not isinstance(kind, str):
        raise Problem("bad_request", "a request says in “do” what is asked")
    if kind not in REQUESTS:
        raise Problem("unsupported", f"there is no request “{kind[:60]}”; there are {', '.join(REQUESTS)}")
    if wrong := _forms().fault(kind, request):
        raise Problem("bad_request", f"{kind}: {wrong}")
    return kind


__all__ = [
    "CODES",
    "MOST_ANSWER",
    "MOST_REQUEST",
    "NEEDED",
    "REQUESTS",
    "VERSION",
    "Message",
    "Problem",
    "check",
    "line",
    "read",
    "schema",
]
