"""From documents to a checked game: names first, then what they mean, then the whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from kirtis.language import (
    aside,
    cards,
    checks,
    claims,
    coverage,
    definitions,
    duties,
    options,
    seats,
    tables,
    tricks,
    unknown,
    zones,
)  # fmt: skip
from kirtis.language.actions import action, phase
from kirtis.language.document import Document, Unit
from kirtis.language.errors import Fault, SpecError, fail, in_order
from kirtis.language.game import Action, Claim, Duties, Game, Phase, Round, Table
from kirtis.language.items import Item, items_of
from kirtis.language.scope import MOST_VALUES, Scope
from kirtis.language.statements import phase_named
from kirtis.language.types import PHASE
from kirtis.language.words import words_of

MOST_CELLS = 4 * MOST_VALUES
"""The most state variables and zones, members of families counted one by one."""

T = TypeVar("T")
Items = dict[str, list[Item]]


def build(documents: Sequence[Document], heading: Unit, *, above: Sequence[Document] = (), players: int | None = None) -> Game:
    """Check and type the declarations of these documents.

    Args:
        documents: the rules (those of parents first, the oldest at the head) and what is claimed of them.
        heading: the ``{game}`` block of the game.
        above: those of them that belong to the parents, which the others vary.
        players: the number of players, for a game that allows several.

    Raises:
        SpecError: with every fault found; those of a later stage are looked for only where an earlier one has none.
    """
    scope = Scope()
    scope.own = heading.at.file
    scope.inherited = frozenset(d.path for d in above)
    of: Items = defaultdict(list)
    for item in items_of(documents, scope.faults, scope.dropped):
        of[item.kind].append(item)
    _stop(scope)
    counts = _fixed(scope, of, documents, heading, players)
    trees = _rules(scope, of)
    phases = _phases(scope, of)
    _stop(scope, of)
    read = aside.without(scope, _claims(scope, of, phases))
    start, pack = "", ""
    with scope.gather():
        start, pack = _start(scope, of, heading)
    _stop(scope, of)
    game = Game(
        name=heading.id,
        titles=heading.titles,
        version=heading.fields.get("version", "0"),
        documents=tuple(documents),
        enums=scope.enums,
        maps=scope.maps,
        options=scope.options,
        zones=scope.zones,
        variables=scope.variables,
        definitions=scope.definitions,
        tables=trees[0],
        duties=trees[1],
        rounds=trees[2],
        phases=phases,
        claims=read,
        start=start,
        pack=pack,
        words=words_of(documents, scope),
        seat_counts=counts,
        parent=heading.fields.get("variant-of"),
        places={name: at for name, (_, at) in scope.places.items()},
        aside={c.name: scope.aside["claim"][c.name] for c in of["claim"] if c.name in scope.aside["claim"]},
    )
    if any(d.short for d in documents):
        game = replace(game, options={o.name: o for o in game.options.values() if o not in checks.idle_options(game)})
    faults = [*checks.check(game), *coverage.check(game, scope.inherited)]
    if faults:
        raise SpecError(*in_order(faults, scope.own))
    return game


def _stop(scope: Scope, of: Items | None = None) -> None:
    """Tell what is wrong so far; once all names are known (``of``), with every name that nobody declares, wherever it stands."""
    if scope.faults:
        if of is not None:
            said = (item for items in of.values() for item in items if not aside.may_go(scope, item))
            scope.faults += unknown.names(scope, said)
        raise SpecError(*in_order(scope.faults, scope.own))


def _each(scope: Scope, items: Sequence[Item], read: Callable[[Scope, Item], T]) -> list[T]:
    """What is read of each item; what is wrong with one does not keep the others from being read."""
    out = []
    for item in items:
        if aside.may_go(scope, item):
            out += aside.read(scope, item, read)
            continue
        with scope.gather():
            out.append(read(scope, item))
    return out


_MISSING = {
    "seats": "add a line: seats A B C D",
    "deck": "add a deck with suits and ranks",
    "start": "add a line: start phase with zone",
}


def _single(of: Items, kind: str, heading: Unit) -> Item:
    found = of[kind]
    if len(found) > 1:
        raise fail(found[1].at, f"{kind} is declared a second time; it first appears in {found[0].at}", "a game has one")
    if not found:
        raise fail(heading.at, f"the game has no {kind}", _MISSING[kind])
    return found[0]


def _fixed(scope: Scope, of: Items, documents: Sequence[Document], heading: Unit, players: int | None) -> tuple[int, ...]:
    """What is fixed before the first deal; returns the numbers of players."""
    counts = seats.seats(scope, _single(of, "seats", heading), players)
    with scope.gather():
        cards.deck(scope, _single(of, "deck", heading))
    if of["sides"]:
        with scope.gather():
            item = _single(of, "sides", heading)
            (seats.sides if item.tree.kind == "fixed_sides" else seats.moving_sides)(scope, item)
    _stop(scope)
    _each(scope, of["type"], options.typed)
    first: dict[str, Item] = {}
    for item in of["phase"]:
        before = first.setdefault(item.name, item)
        if before is not item and not item.tree.kind == before.tree.kind == "phase_by":
            what = f"the phase “{item.name}” is declared a second time; it first appears in {before.at}"
            scope.faults.append(Fault(item.at, what, "only a phase by a seat may be continued in another clause"))
    for n, item in enumerate(first.values()):
        with scope.gather():
            scope.claim(item.name, "a phase", item.at)
            scope.literals[item.name] = (PHASE.name, n)
    scope.enums[PHASE.name] = tuple(first)
    _each(scope, of["order"], cards.order)
    findings = {u.id for d in documents for u in d.of("finding")}
    for item in of["option"]:
        with scope.gather():
            options.option(scope, item, next((c for c in item.at.clauses if c in findings), None))
    _stop(scope)
    return counts


def _rules(scope: Scope, of: Items) -> tuple[dict[str, Table], dict[str, Duties], dict[str, Round]]:
    """Zones, variables, definitions, tables, duties, the round: all names first, then what each means."""
    _each(scope, of["zone"], zones.zone)
    _each(scope, of["variable"], zones.variable)
    families = [v.index for v in scope.variables.values()] + [z.index for z in scope.zones.values()]
    count = sum(zones.cells(scope, index) for index in families)
    if count > MOST_CELLS:
        at = (of["variable"] or of["zone"])[-1].at
        what = f"a position has {count:,} variables and zones; at most {MOST_CELLS:,} are allowed"
        scope.faults.append(Fault(at, what, "use fewer or smaller families"))
    _each(scope, of["def"], definitions.signature)
    _each(scope, of["table"], tables.table_signature)
    _each(scope, of["duties"], duties.duties_signature)
    for item in of["round"][1:]:
        scope.faults.append(Fault(item.at, "a second round is declared", "a game has one kind of trick"))
    _each(scope, of["round"][:1], tricks.round_signature)
    _stop(scope)
    _each(scope, of["zone"], zones.finish_zone)
    _each(scope, of["variable"], zones.finish_variable)
    scope.sights_open = False
    _each(scope, of["def"], definitions.finish_definition)
    _each(scope, [i for i in of["sides"] if i.tree.kind == "moving_sides"], definitions.moving_side)
    read = (
        _each(scope, of["table"], tables.finish_table),
        _each(scope, of["duties"], duties.finish_duties),
        _each(scope, of["round"][:1], tricks.finish_round),
    )
    _stop(scope, of)
    return {t.name: t for t in read[0]}, {d.name: d for d in read[1]}, {r.name: r for r in read[2]}


def _phases(scope: Scope, of: Items) -> dict[str, Phase]:
    groups = frozenset(v.group for v in scope.variables.values())
    acts: dict[str, dict[str, Action]] = defaultdict(dict)
    for item in of["act"]:
        with scope.gather():
            first = acts[item.owner].get(item.name)
            if first is not None:
                what = f"the action “{item.name}” appears twice in phase {item.owner}, first in {first.at}"
                raise fail(item.at, what, "give each its own name; a variant first drops the old one: drop act …")
            acts[item.owner][item.name] = action(scope, item, groups)
    phases: dict[str, Phase] = {}
    for item in of["phase"]:
        with scope.gather():
            new = phase(scope, item, list(acts[item.name].values()), groups)
            old = phases.setdefault(item.name, new)
            if old.by != new.by:
                raise fail(item.at, f"phase {item.name} is continued here by another seat", f"write it as in {old.at}")
    return phases


def _claims(scope: Scope, of: Items, phases: dict[str, Phase]) -> dict[str, Claim]:
    read: dict[str, Claim] = {}

    def one(scope: Scope, item: Item) -> Claim:
        if item.name in read:
            what = f"the statement “{item.name}” is made a second time; it first appears in {read[item.name].at}"
            raise fail(item.at, what, "give it another name, or say replace in a variant")
        if item.name in scope.aside["claim"]:
            why = scope.aside["claim"][item.name].what
            what = f"the parent makes a statement “{item.name}” as well, which has no meaning here: {why}"
            raise fail(item.at, what, "say replace before it, or give it another name")
        read[item.name] = claims.claim(scope, item, phases)
        return read[item.name]

    _each(scope, of["claim"], one)
    return read


def _start(scope: Scope, of: Items, heading: Unit) -> tuple[str, str]:
    item = _single(of, "start", heading)
    first, pack = phase_named(scope, item.tree.word(0), item.at), item.tree.word(1)
    zone = scope.zones.get(pack)
    if zone is None or zone.index or zone.kind != "set":
        raise fail(item.at, f"“{pack}” is not a zone that can hold the whole pack", "declare one: stock seen by nobody")
    return first, pack
