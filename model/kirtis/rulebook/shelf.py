"""Every rulebook on one shelf: read once, with all that links one unit to another.

The book takes the structure of a text from ``kirtis.language.document`` and asks nobody else; this module only turns it round:
which clause a finding belongs to, what a name means and where, which lines elsewhere formalize a clause.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from kirtis.language import load
from kirtis.language.document import Block, Document, Unit, content_hash, read_document
from kirtis.language.errors import Fault, SpecError
from kirtis.language.game import Game, Option
from kirtis.language.places import Place
from kirtis.language.words import COMMON
from kirtis.rulebook import formal
from kirtis.rulebook.examples import Witness, read_witnesses
from kirtis.rulebook.results import Changes, Reaching, Results, Tally, read_apart, read_changes, read_reached, read_results
from kirtis.rulebook.titles import Title, amiss, read_titles, titled

LINKED = ("clause", "finding", "remark", "theorem")
_ROLE = re.compile(r"\{(?:clause|finding|theorem)\}`(?:[^`<]*<)?([A-Z0-9-]+)>?`")


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a thing stands in the book, and the unit that it belongs to."""

    docname: str
    id: str
    unit: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A unit on its page, with the name of its game."""

    unit: Unit
    game: str
    docname: str

    @property
    def anchor(self) -> Anchor:
        """Where the unit stands."""
        return Anchor(self.docname, self.unit.id, self.unit.id)


@dataclass
class Links:
    """What points at a unit: findings, lines that formalize it elsewhere, texts that name it, clauses that it needs."""

    findings: list[str] = field(default_factory=list)
    formal_in: list[str] = field(default_factory=list)
    named_in: list[str] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    used_by: list[str] = field(default_factory=list)


@dataclass
class Shelf:
    """All rulebooks and what is claimed of them, the results, and every fault found on the way."""

    documents: dict[str, Document] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    games: dict[str, Game] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)
    results: Results = field(default_factory=Results)
    witnesses: dict[str, Mapping[str, Witness]] = field(default_factory=dict)
    partings: dict[str, Mapping[str, Witness]] = field(default_factory=dict)
    titles: dict[str, Mapping[str, Title]] = field(default_factory=dict)
    apart: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    changes: dict[str, Changes] = field(default_factory=dict)
    reached: dict[str, dict[int, Reaching]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    claimed: dict[str, dict[str, str]] = field(default_factory=dict)
    digest: str = ""
    _names: dict[str, dict[str, Anchor]] = field(default_factory=lambda: defaultdict(dict))
    _locals: dict[str, dict[str, Anchor]] = field(default_factory=lambda: defaultdict(dict))
    _sites: dict[tuple[str, int, int], str] = field(default_factory=dict)
    _links: dict[str, Links] = field(default_factory=lambda: defaultdict(Links))

    def of(self, *kinds: str, game: str | None = None) -> Iterator[Entry]:
        """The units of some kinds, in the order of the texts."""
        return (e for e in self.entries.values() if e.unit.kind in kinds and game in (None, e.game))

    def line(self, game: str) -> list[str]:
        """A game and those that it varies, the nearest first."""
        return [game, *(self.line(self.parents[game]) if game in self.parents else ())]

    def name(self, game: str, name: str, *, local: bool = False) -> Anchor | None:
        """Where a name of a game is declared, in the game itself or in those that it varies."""
        for one in self.line(game):
            found = self._names[one].get(name) or (self._locals[one].get(name) if local else None)
            if found:
                return found
        return None

    def site(self, block: Block, start: int) -> str | None:
        """The id of what is declared at this place of a block, if the book links to it."""
        return self._sites.get((block.at.file, block.at.line, start))

    def links(self, unit: str) -> Links:
        """What points at a unit."""
        return self._links[unit]

    def declared(self, unit: Unit, *, claims: bool = False) -> list[str]:
        """The names that the blocks of a unit declare, or only its claims; none where a text is at fault."""
        blocks = () if self.faults else unit.blocks
        return [d.name for b in blocks for d in formal.declared(b) if d.claim or not claims]

    def state(self, entry: Entry) -> Tally | None:
        """What became of a theorem: of its statements, or of what the program makes of every game; None where it is only told."""
        if claims := self.declared(entry.unit, claims=True):
            return self.results.of_claims(entry.game, claims)
        kinds = [kind.strip() for kind in entry.unit.fields.get("kinds", "").split(",")]
        return self.results.of_kinds(kinds) if any(kinds) else None

    def options_of(self, finding: str) -> Iterator[tuple[Game, Option]]:
        """The options that a finding gives rise to, each with its game; a variant has some of its parent's."""
        return ((game, o) for game in self.games.values() for o in game.options.values() if o.finding == finding)

    def theorems_needing(self, clause: str) -> list[str]:
        """The theorems whose proofs do not stand without the content of a clause."""
        asked = ((t, self.declared(t.unit, claims=True)) for t in self.of("theorem"))
        return [t.unit.id for t, claims in asked if clause in self.results.needed_by(t.game, claims)]

    def words(self, game: str) -> Mapping[str, tuple[str, str]]:
        """The words of a game, or the common ones where it has none."""
        return self.games[game].words if game in self.games else COMMON


def read_shelf(spec: Iterable[Path], proofs: Iterable[Path], status: Path, examples: Path | None = None) -> Shelf:
    """Read every file; faults are gathered, so that a writer sees them all."""
    shelf = Shelf()
    digest = hashlib.sha256()
    volumes = [*(("spec", p) for p in spec), *(("proofs", p) for p in proofs)]
    for kind, path in volumes:
        digest.update(path.read_bytes())
        try:
            document = read_document(path)
        except SpecError as error:
            shelf.faults += error.faults
            continue
        _place(shelf, document, f"{kind}/{path.stem}", path.stem)
        if kind == "spec":
            try:
                shelf.games[path.stem] = load(path, proofs=False)
            except SpecError as error:
                shelf.faults += error.faults
    shelf.digest = digest.hexdigest()
    if status.is_file():
        digest.update(status.read_bytes())
        if (rests := status.with_name("rests.json")).is_file():
            digest.update(rests.read_bytes())
        for report in sorted(
            one for folder in ("options", "mutants", "reached") for one in status.parent.glob(f"{folder}/*.json")
        ):
            digest.update(report.read_bytes())
        shelf.digest = digest.hexdigest()
        with _made_anew(shelf, status):
            shelf.results = read_results(status)
    # What the rules claim to come about was looked for; whole matches that a source tells of are kept beside.
    for file in (examples, examples.with_name("matches.json")) if examples is not None else ():
        if file.is_file():
            digest.update(file.read_bytes())
            shelf.digest = digest.hexdigest()
            with _made_anew(shelf, file):
                for name, of in read_witnesses(file).items():
                    shelf.witnesses[name] = {**shelf.witnesses.get(name, {}), **of}
    if examples is not None and (file := examples.with_name("readings.json")).is_file():
        digest.update(file.read_bytes())
        shelf.digest = digest.hexdigest()
        with _made_anew(shelf, file):
            shelf.partings = dict(read_witnesses(file))
    if examples is not None and (file := examples.with_name("titles.toml")).is_file():
        digest.update(file.read_bytes())
        shelf.digest = digest.hexdigest()
        _give_titles(shelf, file)
    for game in shelf.games.values():
        report = status.parent / "options" / f"{game.name}.json"
        with _made_anew(shelf, report):
            shelf.apart[game.name] = read_apart(report, content_hash(game.documents))
        changes = status.parent / "mutants" / f"{game.name}.json"
        with _made_anew(shelf, changes):
            if found := read_changes(changes):
                shelf.changes[game.name] = found
        matches = status.parent / "reached" / f"{game.name}.json"
        with _made_anew(shelf, matches):
            if there := read_reached(matches, content_hash(game.documents)):
                shelf.reached[game.name] = there
    if not shelf.faults:
        for docname in shelf.documents:
            _declare(shelf, docname)
    if not shelf.faults:
        for game in shelf.games.values():
            _quiet_names(shelf, game)
        _join(shelf)
    shelf.faults = list(dict.fromkeys(shelf.faults))
    return shelf


@contextmanager
def _made_anew(shelf: Shelf, file: Path) -> Iterator[None]:
    """What is wrong with a file that a program writes is a fault of the shelf; the way out is always to write it again."""
    try:
        yield
    except ValueError as error:
        shelf.faults.append(Fault(Place(str(file), 1), str(error), "make it anew"))


def _give_titles(shelf: Shelf, file: Path) -> None:
    """Give every example of a game on the shelf its title."""
    try:
        titles = read_titles(file)
    except ValueError as error:
        shelf.faults.append(Fault(Place(str(file), 1), str(error), "correct it there"))
        return
    for game in shelf.games:
        names = [n for n in shelf.witnesses.get(game, ()) if n not in shelf.entries]
        shelf.titles[game] = titled(titles, shelf.line(game), names)
        shelf.faults += [Fault(Place(str(file), 1), one, "correct it there") for one in amiss(titles, shelf.line(game), names)]


def _place(shelf: Shelf, document: Document, docname: str, game: str) -> None:
    shelf.documents[docname] = document
    for unit in document.units:
        if unit.kind == "game" and "variant-of" in unit.fields:
            shelf.parents[game] = unit.fields["variant-of"]
        if unit.kind not in LINKED:
            continue
        first = shelf.entries.setdefault(unit.id, Entry(unit, game, docname))
        if first.unit is not unit:
            shelf.faults.append(
                Fault(unit.at, f"{unit.id} stands in {first.unit.at} already", "give it another id; ids are never used again")
            )


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


def _join(shelf: Shelf) -> None:
    """Turn every pointer round."""
    for id_, entry in shelf.entries.items():
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
