"""Every pointer turned round: which clause a finding belongs to, what a name means and where, which lines elsewhere formalize a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kirtis.language.errors import Fault, SpecError
from kirtis.language.game import Game
from kirtis.rulebook import formal
from kirtis.rulebook.shelf import Anchor, Entry, Shelf

_ROLE = re.compile(r"\{(?:clause|finding|theorem)\}`(?:[^`<]*<)?([A-Z0-9-]+)>?`")


def join(shelf: Shelf) -> None:
    """Give every name its place, and turn every pointer round; what is wrong is a fault of the shelf."""
    for docname in shelf.documents:
        _declare(shelf, docname)
    if shelf.faults:
        return
    for game in shelf.games.values():
        _quiet_names(shelf, game)
    for id_, entry in shelf.entries.items():
        _turn_round(shelf, id_, entry)


def _declare(shelf: Shelf, docname: str) -> None:
    """Give an anchor to the first place where each name is declared."""
    game = docname.rpartition("/")[2]
    for unit in shelf.documents[docname].units:
        for block in unit.blocks:
            try:
                found = list(formal.declared(block))
            except SpecError as error:
                shelf.faults += error.faults
                continue
            for one in found:
                table, prefix = (shelf._locals, "local") if one.local else (shelf._names, "the" if one.word else "def")
                id_ = f"{prefix}-{one.name}"
                name = f"{one.name} declared" if one.word else one.name
                if name not in table[game]:
                    table[game][name] = Anchor(docname, id_, unit.id)
                    shelf._sites[block.at.file, block.at.line, one.start] = id_


def _quiet_names(shelf: Shelf, game: Game) -> None:
    """Names that stand nowhere in the text belong to the declaration that makes them: ``left`` to the seats."""
    names = shelf._names[game.name]
    makers = {"seat": "seats", "side": "sides", "suit": "deck", "rank": "deck", "card": "deck", "face": "deck"}
    for name in ("left", "right"):
        makers[name] = "seats"
    for name in ("partner", "other"):
        makers[name] = "sides"
    if "joker" in game.enums["rank"]:
        makers["joker"] = "deck"
    for name, one in game.definitions.items():
        if one.made == "round":
            makers[name] = "round"
    for name, word in makers.items():
        if f"{word} declared" in names:
            names.setdefault(name, names[f"{word} declared"])


def _turn_round(shelf: Shelf, id_: str, entry: Entry) -> None:
    """What a unit points at: the clauses that it names, formalizes and needs."""
    unit = entry.unit
    for clause in filter(None, re.split(r"[,\s]+", unit.fields.get("clauses", ""))):
        if clause not in shelf.entries:
            shelf.faults.append(Fault(unit.at, f"{id_} names the clause {clause}, which there is not", "correct :clauses:"))
        shelf._links[clause].findings.append(id_)
    for example in unit.fields.get("examples", "").split():
        if example not in shelf.witnesses.get(entry.game, {example: None}):
            way_out = "correct :examples:, or look for it with python -m kirtis.rulebook.finding"
            shelf.faults.append(Fault(unit.at, f"{id_} names the example {example}, of which no deal is kept", way_out))
    for named in dict.fromkeys(_ROLE.findall("\n".join(unit.texts))):
        if named != id_:
            shelf._links[named].named_in.append(id_)
    uses: set[str] = set()
    for block in unit.blocks:
        for tag in sorted(formal.tags(block)):
            if tag in shelf.entries and id_ not in shelf._links[tag].formal_in:
                shelf._links[tag].formal_in.append(id_)
        for part in formal.parts(block):
            for name in _names_in(part):
                anchor = shelf.name(entry.game, name)
                if anchor and anchor.unit in shelf.entries and anchor.unit != id_:
                    uses.add(anchor.unit)
    order = list(shelf.entries)
    shelf._links[id_].uses = sorted(uses, key=order.index)
    for other in uses:
        shelf._links[other].used_by.append(id_)


def _names_in(part: tuple[formal.Piece, ...] | formal.Grid) -> Iterator[str]:
    cells = (
        [part.caption, *part.inputs, *part.outputs, *(c for row, _ in part.rows for c in row)]
        if isinstance(part, formal.Grid)
        else [part]
    )
    return (p.text for cell in cells for p in cell if p.kind == "name")
