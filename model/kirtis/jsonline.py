"""One line of JSON, read strictly: what two readers could understand differently is no line at all."""

from __future__ import annotations

import json
from typing import Any


def read_object(raw: bytes) -> dict[str, Any]:
    """The object that a line holds. Raises ValueError, with a sentence for people, where it holds none."""
    try:
        value = json.loads(raw.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("this is no line of JSON: it is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"this is no line of JSON: {_what(error)}") from None
    if not isinstance(value, dict):
        raise ValueError("a line is a JSON object")
    return value


def _what(error: ValueError) -> str:
    match error:
        case UnicodeDecodeError():
            return "it is not UTF-8"
        case json.JSONDecodeError():
            return f"{error.msg} (column {error.colno})"
    # Python reads no number of more than 4300 digits, and says so at length.
    return "a number has too many digits" if "max_str_digits" in str(error) else str(error)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) < len(pairs):
        raise ValueError("a name appears twice in one object")
    return out


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no value of JSON")
