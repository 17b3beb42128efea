"""What a change reaches: the parts of a game that read otherwise than before, directly or through what they name."""

from __future__ import annotations

from dataclasses import dataclass

from kirtis.language.game import Claim, Game, Phase
from kirtis.language.nodes import Call, Cards, Cell, Family, Lookup, OptionValue, PhaseNow, Reset, Top, Was
from kirtis.language.walk import Node, walk, walk_through


@dataclass(frozen=True)
class Touch:
    """The definitions, phases, actions and claims whose meaning may differ; ``guards`` and ``bodies`` are (phase, action or None)."""

    definitions: frozenset[str]
    maps: frozenset[str]
    guards: frozenset[tuple[str, str | None]]
    bodies: frozenset[tuple[str, str | None]]
    claims: frozenset[str]
    tables: frozenset[str]
    first: bool
    sights: frozenset[str]
    defaults: bool

    @property
    def in_play(self) -> bool:
        """Whether anything that is played or claimed may differ."""
        return bool(self.definitions or self.maps or self.guards or self.bodies or self.claims or self.first)


def touch(old: Game, new: Game) -> Touch:
    """What differs between a game and a changed one of the same shape."""
    maps = frozenset(n for n, m in new.maps.items() if old.maps[n].values != m.values)
    definitions = {n for n, d in new.definitions.items() if n not in old.definitions or old.definitions[n].body != d.body}
    while True:
        more = {n for n, d in new.definitions.items() if n not in definitions and _reads(d.body, definitions, maps)}
        if not more:
            break
        definitions |= more
    named = frozenset(definitions)
    variables = {
        n
        for n, v in new.variables.items()
        if v.initial != old.variables[n].initial or (v.initial is not None and _reads(v.initial, named, maps))
    }
    groups = {new.variables[n].group for n in variables}
    guards: set[tuple[str, str | None]] = set()
    bodies: set[tuple[str, str | None]] = set()
    for p in new.phases.values():
        before = old.phases[p.name]
        if p.by is not None and (p.by != before.by or _reads(p.by, named, maps)):
            guards.add((p.name, None))
        if _differ(before.body, p.body, named, maps, groups):
            bodies.add((p.name, None))
        for a in p.actions:
            was = next((x for x in before.actions if x.name == a.name), None)
            if (
                was is None
                or tuple(n.condition for n in was.needs) != tuple(n.condition for n in a.needs)
                or any(_reads(n.condition, named, maps) for n in a.needs)
            ):
                guards.add((p.name, a.name))
            if was is None or _differ(was.body, a.body, named, maps, groups):
                bodies.add((p.name, a.name))
    sights = {
        n
        for group, other in ((new.zones, old.zones), (new.variables, old.variables))
        for n, one in group.items()
        if _sight(one, other[n], named, maps)
    }
    claims = frozenset(n for n, c in new.claims.items() if n not in old.claims or _claims(old.claims[n], c, named, maps))
    tables = frozenset(t.name for t in new.tables.values() if any(c in named for c in t.columns))
    defaults = any(o.default != old.options[n].default for n, o in new.options.items())
    return Touch(named, maps, frozenset(guards), frozenset(bodies), claims, tables, bool(variables), frozenset(sights), defaults)


def _reads(node: Node, definitions: set[str] | frozenset[str], maps: frozenset[str]) -> bool:
    return any((isinstance(n, Call) and n.name in definitions) or (isinstance(n, Lookup) and n.map in maps) for n in walk(node))


def _differ(
    old: tuple[Node, ...], new: tuple[Node, ...], definitions: frozenset[str], maps: frozenset[str], groups: set[str]
) -> bool:
    if old != new:
        return True
    return any(_reads(s, definitions, maps) or any(isinstance(n, Reset) and n.group in groups for n in walk(s)) for s in new)


def _sight(new: object, old: object, definitions: frozenset[str], maps: frozenset[str]) -> bool:
    a, b = new.sight, old.sight  # type: ignore[attr-defined]
    return a != b or _reads(a.when, definitions, maps)


def _claims(old: Claim, new: Claim, definitions: frozenset[str], maps: frozenset[str]) -> bool:
    return (
        old.body != new.body
        or old.given != new.given
        or _reads(new.body, definitions, maps)
        or (new.given is not None and _reads(new.given, definitions, maps))
    )


OF_A_POSITION = (Cards, Cell, Family, OptionValue, PhaseNow, Top, Was)
"""What is read of a position, of the one before, or of the options."""


def timeless(game: Game, node: Node) -> bool:
    """Whether an expression reads nothing of a position, directly or through definitions."""
    return not any(isinstance(one, OF_A_POSITION) for one in walk_through(game, node))


def read_in(phase: Phase) -> list[Node]:
    """What a phase is made of: whose turn it is, its lines, and the lines and needs of its actions."""
    by = [] if phase.by is None else [phase.by]
    return [*by, *phase.body, *(node for a in phase.actions for node in (*a.body, *(n.condition for n in a.needs)))]


def reaches(game: Game, phase: Phase, names: frozenset[str]) -> bool:
    """Whether a phase reads one of these definitions, directly or through others."""
    return any(isinstance(one, Call) and one.name in names for one in walk_through(game, *read_in(phase)))
