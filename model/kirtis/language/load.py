"""From literate files to a checked game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kirtis import files
from kirtis.language import basics, checks, claims, coverage, rules
from kirtis.language.actions import action, phase
from kirtis.language.document import Document, Unit, read_document
from kirtis.language.errors import Fault, SpecError, fail
from kirtis.language.game import Duties, Game, Phase, Round, Table
from kirtis.language.items import Item, items_of, untagged
from kirtis.language.places import NOWHERE, Place
from kirtis.language.scope import MOST_VALUES, Scope
from kirtis.language.types import BOOL, PHASE, SEAT, SIDE
from kirtis.language.words import words_of


def load(game: str | Path, *, seats: int | None = None, proofs: bool = True) -> Game:
    """The game of that name, or of a file.

    ``seats`` is the number of players, for a game that allows several; ``proofs`` reads what is claimed of the game as well.
    Raises SpecError with every fault found.
    """
    path = _spec(game) if isinstance(game, str) and not _is_path(game) else Path(game)
    if path is None:
        names = ", ".join(p.stem for p in files.spec_files())
        raise fail(
            Place(str(game), 0),
            f"there is no game “{game}”",
            f"there are {names}; a file of your own needs its ending, as in my-rules.md",
        )
    documents = [read_document(path)]
    heading = next(documents[0].of("game"), None)
    if heading is None:
        raise fail(Place(str(path), 1), "the file has no {game} block", "begin with ::::{game} name, its titles and its version")
    parent = heading.fields.get("variant-of")
    if parent:
        above = _spec(parent)
        if above is None:
            raise fail(
                heading.at, f"there is no game “{parent}” to vary", f"there are {', '.join(p.stem for p in files.spec_files())}"
            )
        documents.insert(0, read_document(above))
        if "variant-of" in next(documents[0].of("game")).fields:
            raise fail(
                heading.at,
                f"{parent} is itself a variant; a variant of a variant is not read",
                "name the first game as the parent",
            )
    if proofs:
        documents += [
            read_document(p)
            for name in filter(None, (parent, heading.id))
            if (p := _proofs(name)) is not None and (path.parent == files.spec_folder() or name == parent)
        ]
    return build(documents, heading, seats=seats)


def _spec(name: str) -> Path | None:
    return next((p for p in files.spec_files() if p.stem == name), None)


def _proofs(name: str) -> Path | None:
    return next((p for p in files.proof_files() if p.stem == name), None)


def _is_path(game: str) -> bool:
    return game.endswith(".md") or "/" in game or "\\" in game


def from_text(text: str, name: str = "rules.md", *, seats: int | None = None) -> Game:
    """A game from the text of one file. Raises SpecError as ``load`` does."""
    document = read_document(name, text)
    heading = next(document.of("game"), None)
    if heading is None:
        raise fail(Place(name, 1), "the file has no {game} block", "begin with ::::{game} name, its titles and its version")
    documents = [document]
    parent = heading.fields.get("variant-of")
    if parent and (above := _spec(parent)) is not None:
        documents.insert(0, read_document(above))
    return build(documents, heading, seats=seats)


def build(documents: list[Document], heading: Unit, *, seats: int | None = None) -> Game:
    """Check and type the declarations of these documents. Raises SpecError with every fault found."""
    scope = Scope()
    items = items_of(documents, scope.faults)
    of: dict[str, list[Item]] = {}
    for item in items:
        of.setdefault(item.kind, []).append(item)
    if scope.faults:
        raise SpecError(*scope.faults)
    counts = _basics(scope, of, documents, heading, seats)
    tables, duties, rounds = _rules(scope, of)
    phases = _phases(scope, of)
    _stop(scope)
    read = {}
    for item in of.get("claim", ()):
        with scope.gather():
            if item.name in read:
                raise fail(
                    item.at,
                    f"the claim “{item.name}” is made a second time; it first stands in line {read[item.name].at.line}",
                    "give it another name",
                )
            read[item.name] = claims.claim(scope, item, phases)
    start, pack = _start(scope, of, phases, heading)
    _stop(scope)
    game = Game(
        heading.id, heading.titles, heading.fields.get("version", "0"), tuple(documents), scope.enums, scope.maps, scope.options, scope.zones, scope.variables,
        scope.definitions, tables, duties, rounds, phases, read, start, pack, words_of(documents, scope), counts, heading.fields.get("variant-of"),
    )  # fmt: skip
    faults = [*checks.check(game), *coverage.check(game)]
    if faults:
        raise SpecError(*_ordered(faults))
    return game


def _ordered(faults: list[Fault]) -> list[Fault]:
    return sorted(dict.fromkeys(faults), key=lambda f: (f.at.file, f.at.line))


def _stop(scope: Scope) -> None:
    if scope.faults:
        raise SpecError(*_ordered(scope.faults))


def _each(scope: Scope, items: list[Item] | None, read: Callable[[Scope, Item], object]) -> list[object]:
    out = []
    for item in items or ():
        with scope.gather():
            out.append(read(scope, item))
    return out


def _single(scope: Scope, of: dict[str, list[Item]], kind: str, heading: Unit) -> Item:
    found = of.get(kind, [])
    if len(found) > 1:
        raise fail(found[1].at, f"{kind} is declared a second time; it first stands in line {found[0].at.line}", "a game has one")
    if not found:
        raise fail(
            heading.at,
            f"the game has no {kind}",
            {
                "seats": "add a line: seats A B C D",
                "deck": "add a deck with suits and ranks",
                "start": "add a line: start phase with zone",
            }[kind],
        )
    return found[0]


def _basics(
    scope: Scope, of: dict[str, list[Item]], documents: list[Document], heading: Unit, seats: int | None
) -> tuple[int, ...]:
    counts = basics.seats(scope, _single(scope, of, "seats", heading), seats)
    with scope.gather():
        basics.deck(scope, _single(scope, of, "deck", heading))
    for item in of.get("sides", ())[:1]:
        with scope.gather():
            if item.tree.data == "fixed_sides":
                basics.sides(scope, item)
            else:
                basics.moving_sides(scope, item)
                scope.claim("side", "definition", item.at)
                scope.signatures["side"] = (((str(untagged(item.tree)[-2]), SEAT),), SIDE)
    _stop(scope)
    _each(scope, of.get("type"), basics.typed)
    names: dict[str, Item] = {}
    for item in of.get("phase", ()):
        first = names.setdefault(item.name, item)
        if first is not item and (item.tree.data != "phase_by" or first.tree.data != "phase_by"):
            scope.faults.append(
                Fault(
                    item.at,
                    f"the phase “{item.name}” is declared a second time; it first stands in line {first.at.line}",
                    "only a phase by a seat may be continued in another clause",
                )
            )
    with scope.gather():
        scope.enum(PHASE.name, names, NOWHERE)
    _each(scope, of.get("order"), basics.order)
    findings = {u.id for d in documents for u in d.of("finding")}
    for item in of.get("option", ()):
        with scope.gather():
            basics.option(scope, item, next((c for c in item.at.clauses if c in findings), None))
    _stop(scope)
    return counts


def _rules(scope: Scope, of: dict[str, list[Item]]) -> tuple[dict[str, Table], dict[str, Duties], dict[str, Round]]:
    _each(scope, of.get("zone"), rules.zone)
    _each(scope, of.get("variable"), rules.variable)
    cells = sum(_cells(scope, v.index) for v in scope.variables.values()) + sum(
        _cells(scope, z.index) for z in scope.zones.values()
    )
    if cells > 4 * MOST_VALUES:
        scope.faults.append(
            Fault(
                NOWHERE, f"the position has {cells} cells; at most {4 * MOST_VALUES} are allowed", "use fewer or smaller families"
            )
        )
    _each(scope, of.get("def"), rules.signature)
    _each(scope, of.get("table"), rules.table_signature)
    _each(scope, of.get("duties"), rules.duties_signature)
    for item in of.get("round", ())[1:]:
        scope.faults.append(Fault(item.at, "a second round is declared", "a game has one kind of trick"))
    _each(scope, of.get("round", [])[:1], rules.round_signature)
    _stop(scope)
    _each(scope, of.get("zone"), rules.finish_zone)
    _each(scope, of.get("variable"), rules.finish_variable)
    _each(scope, of.get("def"), rules.finish_definition)
    for item in of.get("sides", ()):
        if item.tree.data == "moving_sides":
            with scope.gather():
                rules.moving_side(scope, item)
    tables = _each(scope, of.get("table"), rules.finish_table)
    duties = _each(scope, of.get("duties"), rules.finish_duties)
    rounds = _each(scope, of.get("round", [])[:1], rules.finish_round)
    _stop(scope)
    return {t.name: t for t in tables}, {d.name: d for d in duties}, {r.name: r for r in rounds}  # type: ignore[attr-defined]


def _cells(scope: Scope, index: tuple[object, ...]) -> int:
    n = 1
    for one in index:
        n *= len(scope.enums[str(one)])
    return n


def _phases(scope: Scope, of: dict[str, list[Item]]) -> dict[str, Phase]:
    groups = frozenset(v.group for v in scope.variables.values())
    acts: dict[str, list[object]] = {}
    for item in of.get("act", ()):
        with scope.gather():
            mine = acts.setdefault(item.owner, [])
            if any(a.name == item.name for a in mine):  # type: ignore[attr-defined]
                raise fail(item.at, f"the action “{item.name}” stands twice in phase {item.owner}", "give each its own name")
            mine.append(action(scope, item, groups))
    phases: dict[str, Phase] = {}
    for item in of.get("phase", ()):
        with scope.gather():
            new = phase(scope, item, acts.get(item.name, []), groups)  # type: ignore[arg-type]
            old = phases.get(item.name)
            if old is not None and old.by != new.by:
                raise fail(item.at, f"phase {item.name} is continued here by another seat", f"write it as in line {old.at.line}")
            phases.setdefault(item.name, new)
    return phases


def _start(scope: Scope, of: dict[str, list[Item]], phases: dict[str, Phase], heading: Unit) -> tuple[str, str]:
    item = _single(scope, of, "start", heading)
    first, pack = (str(c) for c in untagged(item.tree))
    if first not in phases:
        raise fail(item.at, f"there is no phase “{first}” to start with", f"there are {', '.join(phases)}")
    z = scope.zones.get(pack)
    if z is None or z.index or z.kind != "set":
        raise fail(item.at, f"“{pack}” is not a zone that can hold the whole pack", "declare one: stock seen by nobody")
    return first, pack


__all__ = ["BOOL", "build", "from_text", "load"]
