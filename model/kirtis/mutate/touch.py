"""What a change reaches: the parts of a game that read otherwise than before, directly or through what they name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kirtis.language.game import Claim, Game, Phase
from kirtis.language.named import Named
from kirtis.language.nodes import Cards, Cell, Family, OptionValue, PhaseNow, Reset, Top, Was
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


def other_defaults(old: Game, new: Game) -> dict[str, int | bool]:
    """The options whose default is another, with the new one."""
    return {name: o.default for name, o in new.options.items() if o.default != old.options[name].default}


def touch(old: Game, new: Game, options: Iterable[str] = ()) -> Touch:
    """What differs between a game and a changed one of the same shape; these options are taken to have other values as well."""
    changed = Named(
        frozenset(n for n, d in new.definitions.items() if n not in old.definitions or old.definitions[n].body != d.body),
        frozenset(n for n, m in new.maps.items() if old.maps[n].values != m.values),
        frozenset(options),
    )
    while True:
        more = frozenset(n for n, d in new.definitions.items() if changed.read_by(d.body)) - changed.definitions
        if not more:
            break
        changed = replace(changed, definitions=changed.definitions | more)
    named = changed.definitions
    variables = {
        n
        for n, v in new.variables.items()
        if v.initial != old.variables[n].initial or (v.initial is not None and changed.read_by(v.initial))
    }
    groups = {new.variables[n].group for n in variables}
    guards: set[tuple[str, str | None]] = set()
    bodies: set[tuple[str, str | None]] = set()
    for p in new.phases.values():
        before = old.phases[p.name]
        if p.by is not None and (p.by != before.by or changed.read_by(p.by)):
            guards.add((p.name, None))
        if _differ(before.body, p.body, changed, groups):
            bodies.add((p.name, None))
        for a in p.actions:
            was = next((x for x in before.actions if x.name == a.name), None)
            if (
                was is None
                or tuple(n.condition for n in was.needs) != tuple(n.condition for n in a.needs)
                or any(changed.read_by(n.condition) for n in a.needs)
            ):
                guards.add((p.name, a.name))
            if was is None or _differ(was.body, a.body, changed, groups):
                bodies.add((p.name, a.name))
    sights = {
        n
        for group, other in ((new.zones, old.zones), (new.variables, old.variables))
        for n, one in group.items()
        if _sight(one, other[n], changed)
    }
    claims = frozenset(n for n, c in new.claims.items() if n not in old.claims or _claims(old.claims[n], c, changed))
    tables = frozenset(t.name for t in new.tables.values() if any(c in named for c in t.columns))
    return Touch(
        named,
        changed.maps,
        frozenset(guards),
        frozenset(bodies),
        claims,
        tables,
        bool(variables),
        frozenset(sights),
        bool(other_defaults(old, new)),
    )


def _differ(old: tuple[Node, ...], new: tuple[Node, ...], changed: Named, groups: set[str]) -> bool:
    if old != new:
        return True
    return any(changed.read_by(s) or any(isinstance(n, Reset) and n.group in groups for n in walk(s)) for s in new)


def _sight(new: object, old: object, changed: Named) -> bool:
    a, b = new.sight, old.sight  # type: ignore[attr-defined]
    return a != b or changed.read_by(a.when)


def _claims(old: Claim, new: Claim, changed: Named) -> bool:
    return (
        old.body != new.body
        or old.given != new.given
        or changed.read_by(new.body)
        or (new.given is not None and changed.read_by(new.given))
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
    return Named(names).reached_by(game, *read_in(phase))
