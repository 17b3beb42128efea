"""Positions and values in words, ready for JSON, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from kirtis.language.game import Game, Variable, Zone
from kirtis.language.types import Bool, Enum, Maybe, Num, SetOf, Type
from kirtis.play.faults import PositionError
from kirtis.play.layout import cell_name
from kirtis.play.position import Place, Position, Scalar, Value, cells

if TYPE_CHECKING:
    from kirtis.play.state import State

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

_CELL = re.compile(r"^([^\[\]]+)\[([^\[\]]*)\]$")


def to_word(game: Game, type_: Type, value: Value) -> Json:
    """A value in words: none as None, truth and numbers as they are, a set as a list in the order of its enumeration."""
    match type_:
        case SetOf(of):
            assert isinstance(value, frozenset)
            return [game.enums[of.name][n] for n in sorted(value)]
        case Maybe(of):
            return to_word(game, of, value)
    if value is None or isinstance(value, frozenset):
        return None
    if isinstance(type_, Enum):
        return game.enums[type_.name][value]
    return bool(value) if isinstance(type_, Bool) else int(value)


def from_word(game: Game, type_: Type, word: Json) -> Scalar:
    """The value that a word stands for. Raises ValueError, with what would be right, where it stands for none."""
    match type_:
        case Maybe(of):
            return None if word is None or word == "none" else from_word(game, of, word)
        case Enum(name):
            values = game.enums[name]
            if isinstance(word, str) and word in values:
                return values.index(word)
            raise ValueError(f"{_shown(word)} is no {name}; there are {', '.join(values)}")
        case Bool():
            if isinstance(word, bool):
                return word
            if word in ("yes", "no"):
                return word == "yes"
            raise ValueError(f"{_shown(word)} is neither yes nor no")
        case Num(low, high):
            number = int(word) if isinstance(word, str) and re.fullmatch(r"-?[0-9]{1,9}", word) else word
            if isinstance(number, int) and not isinstance(number, bool) and number >= low and (high is None or number <= high):
                return number
            raise ValueError(f"{_shown(word)} is no number of {type_}")
    raise ValueError(f"{_shown(word)} cannot stand for a {type_}")


def _shown(word: object) -> str:
    text = str(word)
    return f"“{text if len(text) <= 60 else text[:60] + '…'}”"


Paths = Mapping[str, list[tuple[Place, tuple[str, ...]]]]
"""For every variable and zone its cells, each with the words of its index."""


def paths_of(game: Game) -> Paths:
    """The cells of every family, to be made once for a game."""
    families: list[Variable | Zone] = [*game.variables.values(), *game.zones.values()]
    return {
        one.name: [
            ((one.name, i), tuple(game.enums[e.name][n] for e, n in zip(one.index, i, strict=True)))
            for i in cells(game, one.index)
        ]
        for one in families
    }


def family(paths: Paths, name: str, values: Mapping[Place, Json]) -> Json:
    """The cells of a family as dictionaries in dictionaries, by the words of its indices; cells without value left out."""
    out: dict[str, Json] = {}
    for place, path in paths[name]:
        if not path:
            return values.get(place)
        if place not in values:
            continue
        inner = out
        for word in path[:-1]:
            below = inner.setdefault(word, {})
            assert isinstance(below, dict)
            inner = below
        inner[path[-1]] = values[place]
    return out


def cards_in_words(game: Game, cards: tuple[int, ...]) -> Json:
    """Cards by name, in the order in which they are listed."""
    return [game.enums["card"][c] for c in cards]


def position_in_words(game: Game, paths: Paths, position: Position) -> dict[str, Json]:
    """The whole position: ``phase``, ``variables`` and ``zones``."""
    values: dict[Place, Json] = {p: to_word(game, game.variables[p[0]].type, v) for p, v in position.values.items()}
    there: dict[Place, Json] = {p: cards_in_words(game, c) for p, c in position.cards.items()}
    return {
        "phase": position.phase,
        "variables": {name: family(paths, name, values) for name in game.variables},
        "zones": {name: family(paths, name, there) for name in game.zones},
    }


# -- back from words ---------------------------------------------------------------------------------------------------------


def position_from_words(game: Game, start: Position, given: Mapping[str, Json]) -> Position:
    """The position that words describe; what they leave out is as at the start. Raises PositionError with every fault."""
    faults: list[str] = []
    extra = [k for k in given if k not in ("phase", "variables", "zones")]
    faults += [f"{_shown(k)} is not part of a position; there are phase, variables and zones" for k in extra]
    phase = given.get("phase", start.phase)
    if phase not in game.phases:
        faults.append(f"{_shown(phase)} is no phase; there are {', '.join(game.phases)}")
    values = dict(start.values)
    for place, word in _given(game, game.variables, given.get("variables"), "variable", faults):
        v = game.variables[place[0]]
        try:
            values[place] = None if word is None and v.initial is None else from_word(game, v.type, word)
        except ValueError as error:
            faults.append(f"{cell_name(game, place)}: {error}")
    hold = _cards(game, start, given.get("zones"), faults)
    if faults:
        raise PositionError(*faults)
    return Position(str(phase), values, hold)


def _given(
    game: Game, known: Mapping[str, Variable] | Mapping[str, Zone], given: Json, what: str, faults: list[str]
) -> Iterator[tuple[Place, Json]]:
    """Each cell that is given a value; ``hand[A]`` is as good as ``A`` under ``hand``."""
    if given is None:
        return
    if not isinstance(given, dict):
        faults.append(f"{what}s are given by name, not as {_shown(given)}")
        return
    for key, value in given.items():
        match = _CELL.match(key)
        name = match[1].strip() if match else key
        one = known.get(name)
        if one is None:
            faults.append(f"{_shown(key)} is no {what}; there are {', '.join(known)}")
        elif match:
            yield from _cell(game, one, [w.strip() for w in match[2].split(",")], value, faults)
        else:
            yield from _nested(game, one, (), value, faults)


def _nested(
    game: Game, one: Variable | Zone, path: tuple[str, ...], value: Json, faults: list[str]
) -> Iterator[tuple[Place, Json]]:
    if len(path) == len(one.index):
        yield from _cell(game, one, list(path), value, faults)
    elif not isinstance(value, dict):
        faults.append(f"{one.name} is given for each {one.index[len(path)]}, not as {_shown(value)}")
    else:
        for word, inner in value.items():
            yield from _nested(game, one, (*path, word), inner, faults)


def _cell(game: Game, one: Variable | Zone, words: list[str], value: Json, faults: list[str]) -> Iterator[tuple[Place, Json]]:
    if len(words) != len(one.index):
        faults.append(f"{one.name} takes {len(one.index)} index(es), not {len(words)}")
        return
    index = []
    for kind, word in zip(one.index, words, strict=True):
        if word not in game.enums[kind.name]:
            faults.append(f"{one.name}: {_shown(word)} is no {kind}; there are {', '.join(game.enums[kind.name])}")
            return
        index.append(game.enums[kind.name].index(word))
    yield (one.name, tuple(index)), value


def _cards(game: Game, start: Position, given: Json, faults: list[str]) -> dict[Place, tuple[int, ...]]:
    names = game.enums["card"]
    hold: dict[Place, tuple[int, ...]] = dict.fromkeys(start.cards, ())
    seen: dict[int, Place] = {}
    pack, told = (game.pack, ()), set()
    for place, words in _given(game, game.zones, given, "zone", faults):
        told.add(place)
        words = [] if words is None else [words] if isinstance(words, str) else words
        if not isinstance(words, list):
            faults.append(f"{cell_name(game, place)} takes a list of cards, not {_shown(words)}")
            continue
        found = []
        for word in words:
            if word not in names:
                faults.append(f"{cell_name(game, place)}: {_shown(word)} is no card of this pack")
                continue
            card = names.index(str(word))
            if card in seen:
                faults.append(f"{word} lies both in {cell_name(game, seen[card])} and in {cell_name(game, place)}")
            seen[card] = place
            found.append(card)
        kind = game.zones[place[0]].kind
        if kind == "one" and len(found) > 1:
            faults.append(f"{cell_name(game, place)} has room for one card only")
        hold[place] = tuple(found) if kind == "pile" else tuple(sorted(found))
    left = [c for c in range(len(names)) if c not in seen]
    if left and pack in told:
        faults.append(f"no zone holds {', '.join(names[c] for c in left)}")
    hold[pack] = tuple(sorted((*hold[pack], *left)))
    return hold


# -- single values -----------------------------------------------------------------------------------------------------------


def read(state: State, name: str, words: tuple[str | int | bool, ...]) -> Json:
    """A variable, zone, definition or option by name, with the words of its indices or arguments."""
    game, plain = state.game.rules, state.plain
    one = game.variables.get(name) or game.zones.get(name)
    if one is not None:
        faults: list[str] = []
        place = next((p for p, _ in _cell(game, one, [str(w) for w in words], None, faults)), None)
        if place is None:
            raise LookupError(faults[0])
        if isinstance(one, Variable):
            return to_word(game, one.type, plain.values[place])
        cards = cards_in_words(game, plain.cards[place])
        assert isinstance(cards, list)
        return (cards[0] if cards else None) if one.kind == "one" else cards
    if name in game.options and not words:
        return state.game.options[name]
    definition = game.definitions.get(name)
    if definition is None:
        raise LookupError(f"{game.name} has no variable, zone, definition or option “{name}”")
    if len(words) != len(definition.params):
        raise LookupError(f"{name} takes {len(definition.params)} argument(s), not {len(words)}")
    try:
        env = {n: from_word(game, t, w) for (n, t), w in zip(definition.params, words, strict=True)}
    except ValueError as error:
        raise LookupError(f"{name}: {error}") from None
    return to_word(game, definition.type, state.game.careful.evaluator(plain).value(definition.body, env))
