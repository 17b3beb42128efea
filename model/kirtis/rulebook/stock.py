"""Filling the shelf: every rulebook, and what programs found out about it, read once; whatever is wrong is gathered there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kirtis.language import load
from kirtis.language.document import Document, content_hash, read_document
from kirtis.language.errors import Fault, SpecError
from kirtis.language.game import Game
from kirtis.language.places import Place
from kirtis.rulebook.examples import read_witnesses
from kirtis.rulebook.joining import join
from kirtis.rulebook.results import read_apart, read_changes, read_reached, read_results, read_tested
from kirtis.rulebook.shelf import Entry, Shelf
from kirtis.rulebook.titles import amiss, read_titles, titled

LINKED = ("clause", "finding", "remark", "theorem")


def read_shelf(spec: Iterable[Path], proofs: Iterable[Path], status: Path, examples: Path | None = None) -> Shelf:
    """Read every file; faults are gathered, so that a writer sees them all."""
    shelf = Shelf()
    volumes = [*(("spec", p) for p in spec), *(("proofs", p) for p in proofs)]
    for kind, path in volumes:
        _add_volume(shelf, kind, path)
    reports = (status, status.with_name("rests.json"), status.with_name("vectors.json"))
    listed = sorted(one for folder in ("options", "mutants", "reached") for one in status.parent.glob(f"{folder}/*.json"))
    beside = [] if examples is None else [examples, *map(examples.with_name, ("matches.json", "readings.json", "titles.toml"))]
    shelf.digest = _digest([*(path for _, path in volumes), *reports, *listed, *beside])
    _add_results(shelf, status)
    if beside:
        _add_examples(shelf, *beside)
    for game in shelf.games.values():
        _add_reports(shelf, game, status.parent)
    if not shelf.faults:
        join(shelf)
    shelf.faults = list(dict.fromkeys(shelf.faults))
    return shelf


def _digest(files: Iterable[Path]) -> str:
    """What all that is read comes to: another digest, another book."""
    digest = hashlib.sha256()
    for file in files:
        if file.is_file():
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _add_volume(shelf: Shelf, kind: str, path: Path) -> None:
    """A rulebook, or what is claimed of one."""
    try:
        _place(shelf, read_document(path), f"{kind}/{path.stem}", path.stem)
        if kind == "spec":
            shelf.games[path.stem] = load(path, proofs=False)
    except SpecError as error:
        shelf.faults += error.faults


def _add_results(shelf: Shelf, status: Path) -> None:
    """What became of every proof, and how many test vectors exercise each clause."""
    with _made_anew(shelf, status):
        shelf.results = read_results(status)
    counts = status.with_name("vectors.json")
    with _made_anew(shelf, counts):
        shelf.tested = read_tested(counts, {game.name: content_hash(game.documents) for game in shelf.games.values()})


def _add_examples(shelf: Shelf, examples: Path, matches: Path, readings: Path, titles: Path) -> None:
    """What the rules claim to come about was looked for; whole matches that a source tells of are kept beside."""
    for file in (examples, matches):
        if file.is_file():
            with _made_anew(shelf, file):
                for name, of in read_witnesses(file).items():
                    shelf.witnesses[name] = {**shelf.witnesses.get(name, {}), **of}
    if readings.is_file():
        with _made_anew(shelf, readings):
            shelf.partings = dict(read_witnesses(readings))
    if titles.is_file():
        _give_titles(shelf, titles)


def _add_reports(shelf: Shelf, game: Game, proofs: Path) -> None:
    """What was found out about the options of a game, about changes of its rules, and about what comes about in play."""
    rules = content_hash(game.documents)
    report = proofs / "options" / f"{game.name}.json"
    with _made_anew(shelf, report):
        shelf.apart[game.name] = read_apart(report, rules)
    changes = proofs / "mutants" / f"{game.name}.json"
    with _made_anew(shelf, changes):
        if found := read_changes(changes):
            shelf.changes[game.name] = found
    matches = proofs / "reached" / f"{game.name}.json"
    with _made_anew(shelf, matches):
        if there := read_reached(matches, rules):
            shelf.reached[game.name] = there


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
