"""The rules of a game as JSON: all that is needed to play it, for programs in any language.

Nothing here knows a single kind of node: what is written is what the dataclasses of the rules hold, in their order.

* An expression or statement is an object that names its class in ``node``; a declaration is an object without it.
* A field that has its usual value is left out.
* A type is written as in the rules: ``seat``, ``card?``, ``0..12``, ``0..`` without end, ``set of card``, ``bool``, ``none``.
* ``clauses`` stands where the clauses are others than those of what a thing stands in. Lines and files are left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from typing import Any, Literal, cast, get_args

from kirtis.language.document import content_hash
from kirtis.language.game import Definition, Duties, Game, Map, Option, Phase, Round, Table, Variable, Zone
from kirtis.language.nodes import Expr, Statement
from kirtis.language.places import NOWHERE, Place
from kirtis.language.types import Maybe, Num, SetOf, Type

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

NODES: tuple[type, ...] = (*get_args(Expr), *get_args(Statement))
"""What says in ``node`` which kind it is of."""

TYPES: tuple[type, ...] = get_args(Type)
"""What is written as a word."""

FORMAT = 1
"""The version of the format; it grows with every change that a reader has to know of."""


@dataclass(frozen=True, slots=True)
class Values:
    """An enumeration: its values in order. A value is its index in ``values``."""

    name: str
    values: tuple[str, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause or finding that formal text belongs to, with its Lithuanian and English title; a retired one only keeps its id."""

    id: str
    kind: Literal["clause", "finding"]
    titles: tuple[str, str]
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game for one number of players.

    ``hash`` is that of the formal text, ``parent`` the game that a variant varies, ``seat_counts`` the numbers of players there are
    rules for, ``start`` the first phase, ``pack`` the zone that all cards lie in at the start. ``words`` gives the Lithuanian and
    English word for the names of the rules: ``queen of clubs``, ``sign of queen of clubs``, the name of a need.
    """

    kirtis: Literal["rules"]
    format: Literal[1]
    game: str
    version: str
    hash: str
    parent: str | None
    titles: tuple[str, str]
    seat_counts: tuple[int, ...]
    start: str
    pack: str
    enums: tuple[Values, ...]
    maps: tuple[Map, ...]
    options: tuple[Option, ...]
    zones: tuple[Zone, ...]
    variables: tuple[Variable, ...]
    definitions: tuple[Definition, ...]
    tables: tuple[Table, ...]
    duties: tuple[Duties, ...]
    rounds: tuple[Round, ...]
    phases: tuple[Phase, ...]
    words: Mapping[str, tuple[str, str]]
    clauses: tuple[Clause, ...]


def of_game(game: Game) -> Rules:
    """What is written of a game."""
    units = [u for document in game.documents for u in document.units if u.kind in ("clause", "finding")]
    return Rules(
        kirtis="rules",
        format=1,
        game=game.name,
        version=game.version,
        hash=content_hash(game.documents),
        parent=game.parent,
        titles=game.titles,
        seat_counts=game.seat_counts or (len(game.seats),),
        start=game.start,
        pack=game.pack,
        enums=tuple(Values(name, values, game.places.get(name, NOWHERE)) for name, values in game.enums.items()),
        maps=tuple(game.maps.values()),
        options=tuple(game.options.values()),
        zones=tuple(game.zones.values()),
        variables=tuple(game.variables.values()),
        definitions=tuple(game.definitions.values()),
        tables=tuple(game.tables.values()),
        duties=tuple(game.duties.values()),
        rounds=tuple(game.rounds.values()),
        phases=tuple(game.phases.values()),
        words=game.words,
        clauses=tuple(
            Clause(u.id, "clause" if u.kind == "clause" else "finding", u.titles, retired="retired" in u.fields) for u in units
        ),
    )


def as_text(game: Game) -> str:
    """The file: one declaration to a line, so that two of them can be compared."""
    whole = plain(of_game(game))
    assert isinstance(whole, dict)
    parts = []
    for name, value in whole.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            text = "[\n" + ",\n".join(map(_line, value)) + "\n]"
        elif isinstance(value, dict):
            text = "{\n" + ",\n".join(f"{_line(k)}: {_line(v)}" for k, v in value.items()) + "\n}"
        else:
            text = _line(value)
        parts.append(f"{_line(name)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def plain(value: Any, around: tuple[str, ...] = ()) -> Json:
    """A part of the rules as JSON; ``around`` are the clauses of what it stands in."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, TYPES):
        return word_of(cast("Type", value))
    if isinstance(value, tuple):
        return [plain(one, around) for one in value]
    if isinstance(value, Mapping):
        return {name: plain(one, around) for name, one in value.items()}
    if not is_dataclass(value):
        raise TypeError(f"{type(value).__name__} is no part of the rules")
    out: dict[str, Json] = {}
    if isinstance(value, NODES):
        out["node"] = type(value).__name__
    parts = []
    for field in fields(value):
        one = getattr(value, field.name)
        if isinstance(one, Place):
            # What a construct made has no place, and belongs to the clauses of what it stands in.
            if one.clauses and one.clauses != around:
                around = one.clauses
                out["clauses"] = list(around)
        elif (field.default is MISSING and field.default_factory is MISSING) or one != usual(field):
            parts.append((field.name, one))
    out.update((name, plain(one, around)) for name, one in parts)
    return out


def usual(field: Field[Any]) -> Any:
    """The value that a field has where it is left out."""
    return field.default_factory() if field.default_factory is not MISSING else field.default


def word_of(of: Type) -> str:
    """A type in one word, with two of the short forms of the rules written out."""
    match of:
        case Num(low, None):
            return f"{low}.."
        case SetOf(inner):
            return f"set of {inner.name}"
        case Maybe(inner):
            return f"{word_of(inner)}?"
    return str(of)
