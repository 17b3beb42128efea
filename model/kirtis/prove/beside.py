"""Two games over one position: what both have, by name, and how a position of one is read as a position of the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kirtis.language.game import Action, Game, Table
from kirtis.language.types import Enum, Maybe, Num, Type
from kirtis.play.position import Place, Position, Scalar, cells
from kirtis.play.step import start
from kirtis.prove.symbolic import kind_of

Options = Mapping[str, int | bool]


@dataclass(frozen=True, slots=True)
class Only:
    """Something that one of the games has and the other has not: ``which`` is 0 or 1, ``kind`` what it is."""

    which: int
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Something that both have under one name, but which is not the same kind of thing in both."""

    kind: str
    name: str
    first: str
    second: str


class Pair:
    """Two games and what they share."""

    def __init__(self, first: Game, second: Game) -> None:
        self.games = (first, second)
        self.only = tuple(self._only())
        self.otherwise = tuple(self._otherwise())
        differing = {(o.kind, o.name) for o in self.otherwise}
        self.comparable = not {("seats", "seats"), ("deck", "deck")} & differing
        self.variables = [n for n in first.variables if n in second.variables and ("variable", n) not in differing]
        self.zones = [n for n in first.zones if n in second.zones and ("zone", n) not in differing]
        self.phases = [n for n in first.phases if n in second.phases and ("phase", n) not in differing]
        self.options = [n for n in first.options if n in second.options and ("option", n) not in differing]

    def _only(self) -> Iterator[Only]:
        for which in (0, 1):
            one, other = self.games[which], self.games[1 - which]
            for kind, names, there in (
                ("option", one.options, other.options),
                ("zone", one.zones, other.zones),
                ("variable", one.variables, other.variables),
                ("table", one.tables, other.tables),
                ("phase", one.phases, other.phases),
            ):
                yield from (Only(which, kind, name) for name in names if name not in there)
            for phase in one.phases.values():
                if phase.name in other.phases:
                    there_too = {a.name for a in other.phases[phase.name].actions}
                    yield from (Only(which, "act", f"{phase.name}.{a.name}") for a in phase.actions if a.name not in there_too)

    def _otherwise(self) -> Iterator[Otherwise]:
        first, second = self.games
        if first.seats != second.seats:
            yield Otherwise("seats", "seats", " ".join(first.seats), " ".join(second.seats))
        if first.enums["card"] != second.enums["card"]:
            yield Otherwise("deck", "deck", str(len(first.enums["card"])), str(len(second.enums["card"])))
        for name in (n for n in first.variables if n in second.variables):
            a, b = first.variables[name], second.variables[name]
            if not (self.alike(a.type, b.type) and self.same_index(a.index, b.index)):
                yield Otherwise("variable", name, str(a.type), str(b.type))
        for name in (n for n in first.zones if n in second.zones):
            one, other = first.zones[name], second.zones[name]
            if one.kind != other.kind or not self.same_index(one.index, other.index):
                yield Otherwise("zone", name, one.kind, other.kind)
        for name in (n for n in first.phases if n in second.phases):
            kinds = first.phases[name].kind, second.phases[name].kind
            if kinds[0] != kinds[1]:
                yield Otherwise("phase", name, *kinds)
        for name in (n for n in first.options if n in second.options):
            types = first.options[name].type, second.options[name].type
            if not self.alike(*types):
                yield Otherwise("option", name, *map(str, types))

    def alike(self, a: Type, b: Type) -> bool:
        """Whether values of these types can be compared: numbers with numbers, words with words."""
        inner = [t.of if isinstance(t, Maybe) else t for t in (a, b)]
        kinds = {kind_of(t) for t in inner}
        if kinds == {"pick"}:
            names = [t.name for t in inner if isinstance(t, Enum)]
            return names[0] == names[1] or bool(set(self.games[0].enums[names[0]]) & set(self.games[1].enums[names[1]]))
        return len(kinds) == 1

    def same_index(self, a: Iterable[Enum], b: Iterable[Enum]) -> bool:
        """Whether two families have the same members, in the same order."""
        words = [[g.enums[e.name] for e in index] for g, index in zip(self.games, (a, b), strict=True)]
        return words[0] == words[1]

    def actions(self, phase: str) -> Iterator[tuple[Action, Action]]:
        """The actions of a phase that both have."""
        first, second = (g.phases[phase].actions for g in self.games)
        for a in first:
            for b in second:
                if a.name == b.name:
                    yield a, b

    def asked_alike(self, a: Action, b: Action) -> bool:
        """Whether two actions leave the same to be chosen."""
        same = len(a.params) == len(b.params) and bool(a.actor) == bool(b.actor)
        return same and all(p == q and self.alike(s, t) for (p, s), (q, t) in zip(a.params, b.params, strict=True))

    def tables(self) -> Iterator[tuple[Table, Table]]:
        """The tables that both have, of the same form."""
        first, second = self.games
        for t in first.tables.values():
            u = second.tables.get(t.name)
            same = u is not None and [p for p, _ in t.params] == [p for p, _ in u.params]
            if u is not None and same and all(self.alike(x, y) for (_, x), (_, y) in zip(t.params, u.params, strict=True)):
                yield t, u

    # -- from one to the other -----------------------------------------------------------------------------------------

    def word(self, which: int, t: Type, value: Scalar) -> Scalar | str:
        """A value so that it can be compared: words for enumerations."""
        inner = t.of if isinstance(t, Maybe) else t
        return self.games[which].word(t, value) if isinstance(inner, Enum) else value

    def options_there(self, which: int, options: Options) -> Options | None:
        """The options of the other game that say the same as these; None where it has no such value."""
        here, there = self.games[which], self.games[1 - which]
        out = {o.name: o.default for o in there.options.values()}
        for name in self.options:
            value = self._value(which, here.options[name].type, there.options[name].type, options[name])
            if value is None:
                return None
            out[name] = value
        return out

    def _value(self, which: int, here: Type, there: Type, value: Scalar) -> Scalar:
        word = self.word(which, here, value)
        return next((v for v in self.games[1 - which].values(there) if self.word(1 - which, there, v) == word), None)

    def position_there(self, which: int, position: Position, options: Options) -> Position | None:
        """A position of one game as one of the other; None where the other has no such position. ``options`` are those of the other."""
        here, there = self.games[which], self.games[1 - which]
        if position.phase not in self.phases:
            return None
        first = start(there, options)
        values: dict[Place, Scalar] = dict(first.values)
        for name in self.variables:
            a, b = here.variables[name], there.variables[name]
            for i in cells(here, a.index):
                value = position.values[name, i]
                found = self._value(which, a.type, b.type, value) if _listed(b.type) else _within(b.type, value)
                if found is None and (value is not None or not isinstance(b.type, Maybe)):
                    return None
                values[name, i] = found
        lying: dict[Place, tuple[int, ...]] = dict.fromkeys(first.cards, ())
        for place, cards in position.cards.items():
            if place[0] in self.zones:
                lying[place] = cards
            elif cards:
                return None
        return Position(position.phase, values, lying)

    def shown(self, which: int, position: Position) -> dict[tuple[str, tuple[int, ...]], object]:
        """What both games say of a position, so that it can be compared."""
        game = self.games[which]
        out: dict[tuple[str, tuple[int, ...]], object] = {("phase", ()): position.phase}
        for name in self.variables:
            v = game.variables[name]
            for i in cells(game, v.index):
                out[name, i] = self.word(which, v.type, position.values[name, i])
        for name in self.zones:
            z = game.zones[name]
            for i in cells(game, z.index):
                cards = position.cards[name, i]
                out[name, i] = cards if z.kind == "pile" else tuple(sorted(cards))
        return out


def _listed(t: Type) -> bool:
    inner = t.of if isinstance(t, Maybe) else t
    return kind_of(inner) != "number"


def _within(t: Type, value: Scalar) -> Scalar:
    inner = t.of if isinstance(t, Maybe) else t
    assert isinstance(inner, Num)
    inside = value is not None and inner.low <= value and (inner.high is None or value <= inner.high)
    return value if inside else None


__all__ = ["Only", "Options", "Otherwise", "Pair"]
