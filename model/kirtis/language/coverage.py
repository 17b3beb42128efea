"""That text and formal text belong together: every clause formal or excused, every sentence covered, every word in both languages."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from kirtis.language.document import Unit, sentences
from kirtis.language.errors import Fault
from kirtis.language.flow import statements
from kirtis.language.game import Game
from kirtis.language.places import NOWHERE, Place

_ID = re.compile(r"^[A-Z]{2,4}-[A-Z]?\d+$")


def check(game: Game, inherited: Container[str] = ()) -> list[Fault]:
    """Every fault of text, sources and words; a clause of an ``inherited`` file may have lost its formal text to a variant."""
    return [*_ids(game), *_formal(game, inherited), *_tags(game), *_sentences(game), *_findings(game), *_words(game)]


def _units(game: Game, *kinds: str) -> Iterator[Unit]:
    return (u for d in game.documents for u in d.units if u.kind in kinds)


def _ids(game: Game) -> Iterator[Fault]:
    first: dict[str, Place] = {}
    for u in _units(game, "clause", "finding", "remark", "theorem"):
        if not _ID.match(u.id):
            yield Fault(u.at, f"“{u.id}” is not an id", "write two to four capitals, a hyphen and a number, as in KIK-7")
        elif u.id in first:
            yield Fault(
                u.at,
                f"{u.id} is used a second time; it first appears in {first[u.id].file}:{first[u.id].line}",
                "ids are for ever: give this one a new number",
            )
        first.setdefault(u.id, u.at)


def _formal(game: Game, inherited: Container[str]) -> Iterator[Fault]:
    tagged = {c for place in _places(game) for c in place.clauses}
    for u in _units(game, "clause", "theorem"):
        if u.at.file in inherited:
            continue
        excused = u.fields.get("prose-lt") and u.fields.get("prose-en")
        retired = "retired" in u.fields
        if not u.blocks and u.id not in tagged and not excused and not retired:
            yield Fault(
                u.at,
                f"{u.kind} {u.id} has no formal text and does not say why",
                f"add a formal block, a tag §{u.id} on the line that formalizes it, or :prose-lt: and :prose-en:",
            )
        if retired and (u.blocks or u.id in tagged):
            yield Fault(
                u.at, f"{u.kind} {u.id} is retired and has formal text", "leave out the formal text, or the field :retired:"
            )
        if u.blocks and excused:
            yield Fault(u.at, f"{u.kind} {u.id} has formal text and says that it has none", "leave out :prose-lt: and :prose-en:")


def _places(game: Game) -> Iterator[Place]:
    for group in (
        game.options,
        game.zones,
        game.variables,
        game.definitions,
        game.tables,
        game.duties,
        game.rounds,
        game.phases,
        game.claims,
        game.maps,
    ):
        for one in group.values():
            yield one.at
    for t in game.tables.values():
        yield from (r.at for r in t.rows)
    for d in game.duties.values():
        yield from (x.at for x in d.duties)
    for p in game.phases.values():
        for a in p.actions:
            yield a.at
            yield from (n.at for n in a.needs)
            yield from (s.at for s in statements(a.body))
        yield from (s.at for s in statements(p.body))


def _tags(game: Game) -> Iterator[Fault]:
    known = {u.id for u in _units(game, "clause", "finding", "theorem", "game", "remark")}
    for place in _places(game):
        for c in place.clauses:
            if c not in known:
                yield Fault(Place(place.file, place.line), f"there is no clause {c}", "correct the tag, or write the clause")


def _sentences(game: Game) -> Iterator[Fault]:
    for document in game.documents:
        heading = next(document.of("game"), None)
        if heading is None or "sentences" not in heading.fields:
            continue
        wanted = sentences(heading.fields["sentences"], heading.at)
        covered = {s for u in document.units for s in u.sources}
        missing = [s for s in wanted if s not in covered]
        if missing:
            yield Fault(
                heading.at,
                f"no clause covers {'sentence' if len(missing) == 1 else 'sentences'} {', '.join(missing)} of the source",
                "name it in :source: of a clause, or of a {remark} that says why it is no rule",
            )
        for u in document.units:
            for s in u.sources:
                if s not in wanted:
                    yield Fault(
                        u.at,
                        f"{u.id} covers {s}, which the source does not have",
                        "correct :source:, or add the sentence to :sentences: of the {game} block",
                    )


def _findings(game: Game) -> Iterator[Fault]:
    clauses = {u.id for u in _units(game, "clause")}
    for u in _units(game, "finding"):
        for c in filter(None, re.split(r"[,\s]+", u.fields.get("clauses", ""))):
            if c not in clauses:
                yield Fault(u.at, f"{u.id} names clause {c}, which does not exist", "correct :clauses:")


def _words(game: Game) -> Iterator[Fault]:
    wanted: dict[str, Place] = {}
    fixed = {"seat", "side", "card", "face", "phase"}
    for name, values in game.enums.items():
        if name not in fixed:
            wanted.update({v: game.places.get(v, NOWHERE) for v in values})
    for group in (game.options, game.zones, game.variables):
        wanted.update({name: one.at for name, one in group.items()})
    for p in game.phases.values():
        wanted[p.name if f"phase {p.name}" not in game.words else f"phase {p.name}"] = p.at
        for a in p.actions:
            wanted[a.name] = a.at
            wanted.update({n.name: n.at for n in a.needs if n.name})
    for d in game.duties.values():
        wanted.update({x.name: x.at for x in d.duties})
    short = {d.path for d in game.documents if d.short}
    for name, at in wanted.items():
        if name not in game.words and at.file not in short:
            yield Fault(
                at, f"“{name}” has no word in Lithuanian and in English", f"add a row to a {{words}} block: | {name} | … | … |"
            )
