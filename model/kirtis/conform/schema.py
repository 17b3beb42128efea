"""The JSON Schema of exported rules, made from the same dataclasses as the export itself.

``python -m kirtis.conform.schema`` writes it anew where the classes have changed.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from jsonschema import Draft202012Validator

from kirtis.conform.rules import FORMAT, NODES, TYPES, Json, Rules, plain, usual
from kirtis.language.nodes import Expr, Statement
from kirtis.language.places import Place

FILE = "rules.schema.json"

EXPRESSIONS = frozenset(get_args(Expr))
STATEMENTS = frozenset(get_args(Statement))

CHOICES: dict[tuple[str, str], tuple[str, ...]] = {
    ("Zone", "kind"): ("set", "one", "pile"),
    ("Phase", "kind"): ("by", "auto", "chance", "end"),
    ("Compare", "op"): ("=", "!=", "<", "<=", ">", ">="),
    ("Arith", "op"): ("+", "-", "*", "min", "max"),
    ("SetJoin", "op"): ("+", "-"),
}
"""The words that a field may hold, where its type says only that it is a word."""

_NAME = "[a-z][a-z0-9_]*"
_WORD = rf"^(none|set of {_NAME}|(bool|-?[0-9]+\.\.(-?[0-9]+)?|{_NAME})\??)$"
_SIMPLE: dict[type, dict[str, Json]] = {
    NoneType: {"type": "null"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
}


def schema() -> dict[str, Json]:
    """The schema, as the file beside this module holds it."""
    writer = _Writer()
    top = writer.record(Rules)
    chosen: dict[str, Json] = {}
    for name, kinds in (("Expr", EXPRESSIONS), ("Statement", STATEMENTS)):
        chosen[name] = writer.any_of(sorted(kinds, key=lambda kind: kind.__name__))
    chosen["Type"] = {"description": "A type in one word.", "type": "string", "pattern": _WORD}
    defs: dict[str, Json] = {**chosen, **{name: writer.done[name] for name in sorted(writer.done)}}
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://kirtis.invalid/schemas/rules-{FORMAT}.json",
        "title": "Kirtis rules",
    }
    return {**head, **top, "$defs": defs}


def as_text() -> str:
    """The schema as a file."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


@cache
def validator() -> Draft202012Validator:
    """What checks exported rules, by the file that the package carries."""
    return Draft202012Validator(json.loads(files("kirtis.conform").joinpath(FILE).read_text("utf-8")))


class _Writer:
    """Puts dataclasses into words of JSON Schema, each once; ``done`` holds them by name."""

    def __init__(self) -> None:
        self.done: dict[str, Json] = {}

    def record(self, of: type) -> dict[str, Json]:
        """An object with the fields of a dataclass."""
        properties: dict[str, Json] = {}
        required: list[Json] = []
        if of in NODES:
            properties["node"] = {"const": of.__name__}
            required.append("node")
        hints = get_type_hints(of, localns={"Expr": Expr, "Statement": Statement})
        for field in fields(of):
            if hints[field.name] is Place:
                properties["clauses"] = {"type": "array", "items": {"type": "string"}, "minItems": 1}
                continue
            allowed = CHOICES.get((of.__name__, field.name))
            one: dict[str, Json] = {"enum": list(allowed)} if allowed else self.hint(hints[field.name])
            if field.default is MISSING and field.default_factory is MISSING:
                required.append(field.name)
            else:
                one = {**one, "default": plain(usual(field))}
            properties[field.name] = one
        return {
            "description": inspect.cleandoc(of.__doc__ or ""),
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

    def any_of(self, kinds: list[type]) -> dict[str, Json]:
        """One of some nodes. Its ``node`` is looked at first, or every wrong kind would be tried to the bottom."""
        names: list[Json] = [kind.__name__ for kind in kinds]
        for kind in kinds:
            self.reference(kind)
        by_name: list[Json] = [
            {"if": {"properties": {"node": {"const": name}}}, "then": {"$ref": f"#/$defs/{name}"}} for name in names
        ]
        return {"type": "object", "properties": {"node": {"enum": names}}, "required": ["node"], "allOf": by_name}

    def reference(self, of: type) -> dict[str, Json]:
        """A dataclass by its name."""
        if of.__name__ not in self.done:
            self.done[of.__name__] = {}  # it may hold itself
            self.done[of.__name__] = self.record(of)
        return {"$ref": f"#/$defs/{of.__name__}"}

    def hint(self, hint: Any) -> dict[str, Json]:
        """What a type hint allows."""
        inner = get_args(hint)
        if hint in _SIMPLE:
            return dict(_SIMPLE[hint])
        if hint in TYPES:
            return {"$ref": "#/$defs/Type"}
        if get_origin(hint) is Literal:
            return {"enum": list(inner)}
        if get_origin(hint) is tuple:
            if inner[-1] is Ellipsis:
                return {"type": "array", "items": self.hint(inner[0])}
            return {"type": "array", "prefixItems": [self.hint(one) for one in inner], "items": False, "minItems": len(inner)}
        if get_origin(hint) is Mapping:
            return {"type": "object", "additionalProperties": self.hint(inner[1])}
        if get_origin(hint) in (Union, UnionType):
            return self.union(set(inner))
        if is_dataclass(hint) and isinstance(hint, type):
            return self.reference(hint)
        raise TypeError(f"{hint} has no schema")

    def union(self, of: set[Any]) -> dict[str, Json]:
        """One of several."""
        parts: list[Json] = []
        for name, whole in (("Expr", EXPRESSIONS), ("Statement", STATEMENTS)):
            if whole <= of:
                parts.append({"$ref": f"#/$defs/{name}"})
                of = of - whole
        if of & set(TYPES):
            parts.append({"$ref": "#/$defs/Type"})
            of = of - set(TYPES)
        # In one order, whatever order a set has.
        parts += [self.hint(one) for one in sorted(of, key=lambda one: one.__name__)]
        if len(parts) == 1 and isinstance(parts[0], dict):
            return parts[0]
        return {"anyOf": parts}


if __name__ == "__main__":
    Path(__file__).with_name(FILE).write_text(as_text(), "utf-8", newline="\n")
