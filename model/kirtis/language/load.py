"""Finding the files of a game, and its parents' where it is a variant."""

from __future__ import annotations

from pathlib import Path

from kirtis import files
from kirtis.language.build import build
from kirtis.language.document import Document, Unit, read_document
from kirtis.language.errors import fail
from kirtis.language.game import Game
from kirtis.language.house import read_rules
from kirtis.language.names import nearest
from kirtis.language.places import Place

MOST_PARENTS = 8
"""The most games that stand above one another: a house rule, the game that it varies, the one that that varies …"""


def load(game: str | Path, *, seats: int | None = None, proofs: bool = True) -> Game:
    """The game of that name, or of a file.

    Args:
        game: a name (``"kiksas"``) or a file (``"my-rules.md"``, a Path).
        seats: the number of players, for a game that allows several; the fewest where it is left out.
        proofs: whether to read what is claimed of the game as well.

    Raises:
        SpecError: with every fault found in the files.
    """
    if isinstance(game, str) and not _is_path(game):
        path = _named(game, files.spec_files())
        if path is None:
            way_out = nearest(game, _names()) or f"there are {_games()}; a file of your own needs its ending, as in my-rules.md"
            raise fail(Place(game[:60], 0), "there is no game of that name", way_out)
    else:
        path = Path(game)
    own = path.parent.resolve() == files.spec_folder().resolve()
    return _build(read_rules(path), seats, proofs, own)


def from_text(text: str, name: str = "rules.md", *, seats: int | None = None) -> Game:
    """A game from the text of one file; ``name`` is what messages call it.

    Raises:
        SpecError: with every fault found in the text.
    """
    return _build(read_rules(name, text), seats, False, False)


def _build(document: Document, seats: int | None, proofs: bool, own: bool) -> Game:
    """The game of a document; the proofs of a game of ours lie beside it.

    Those of its parents are read with it also where it changes what they claim, though it be only to play it.
    """
    heading = _heading(document)
    changed = proofs or any(b.kind == "claim" for u in document.units for b in u.blocks)
    above = [d for parent in _parents(heading) for d in (parent, *_claimed(_heading(parent).id if changed else None))]
    documents = [*above, document, *_claimed(heading.id if proofs and own else None)]
    return build(documents, heading, above=above, players=seats)


def _claimed(name: str | None) -> list[Document]:
    """What is claimed of the game of that name."""
    path = None if name is None else _named(name, files.proof_files())
    return [] if path is None else [read_document(path)]


def _heading(document: Document) -> Unit:
    found = list(document.of("game"))
    if not found:
        raise fail(
            Place(document.path, 1),
            "the file has no {game} block",
            "begin with ::::{game} name, its titles and its version; for a house rule a line :variant-of: kiksas is enough",
        )
    if len(found) > 1:
        raise fail(
            found[1].at, f"a second {{game}} block; the first is in line {found[0].at.line}", "write one file for each game"
        )
    return found[0]


def _parents(heading: Unit) -> list[Document]:
    """The rules that a variant varies, the oldest first."""
    out: list[Document] = []
    names: list[str] = []
    while (name := heading.fields.get("variant-of")) is not None:
        path = _named(name, files.spec_files())
        if path is None:
            raise fail(heading.at, f"there is no game “{name[:60]}” to vary", nearest(name, _names()) or f"there are {_games()}")
        if name in names:
            raise fail(
                heading.at, f"{name} comes to be a variant of itself", "name a game that varies none of those that vary this one"
            )
        if len(names) == MOST_PARENTS:
            way_out = "vary one of the older games, and write into one file what changes"
            raise fail(heading.at, f"more than {MOST_PARENTS} games vary one another", way_out)
        names.append(name)
        out.append(read_document(path))
        heading = _heading(out[-1])
    return out[::-1]


def _named(name: str, among: list[Path]) -> Path | None:
    # Compared with the names found, never joined to a path: a name from a stranger cannot leave the folder.
    return next((p for p in among if p.stem == name), None)


def _names() -> list[str]:
    return [p.stem for p in files.spec_files()]


def _games() -> str:
    return ", ".join(_names()) or "none"


def _is_path(game: str) -> bool:
    return game.endswith(".md") or "/" in game or "\\" in game
