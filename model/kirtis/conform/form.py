"""Whether a message or a line has the form that a schema gives its kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Forms:
    """The kinds of a schema, by the names of its ``$defs``; each is made ready when it is first asked for."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.kinds: Mapping[str, Any] = schema["$defs"]
        self._ready: dict[str, Any] = {}

    def fault(self, kind: str, value: object) -> str:
        """What is wrong with a value of a kind, and where; nothing if it has the right form."""
        if kind not in self._ready:
            from jsonschema import Draft202012Validator

            self._ready[kind] = Draft202012Validator(self._written_out(self.kinds[kind]))
        error = next(self._ready[kind].iter_errors(value), None)
        if error is None:
            return ""
        where = ".".join(map(str, error.absolute_path))
        return f"{where}: {error.message[:200]}" if where else error.message[:200]

    def _written_out(self, part: Any) -> Any:
        """A part of the schema with all that it refers to in its place: to look that up for every word takes most of the time."""
        if isinstance(part, dict):
            if set(part) == {"$ref"}:
                return self._written_out(self.kinds[part["$ref"].removeprefix("#/$defs/")])
            return {key: self._written_out(one) for key, one in part.items()}
        return [self._written_out(one) for one in part] if isinstance(part, list) else part


__all__ = ["Forms"]
