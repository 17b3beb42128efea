"""Where the rules and what must hold of them lie: beside the package in a checkout, inside it once installed; and how files are written."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parents[1]
SCHEMAS = {
    "rules": PACKAGE / "conform" / "rules.schema.json",
    "vectors": PACKAGE / "conform" / "vectors.schema.json",
    "request": PACKAGE / "conform" / "request.schema.json",
    "record": PACKAGE / "play" / "record.schema.json",
}
"""The JSON Schemas of what goes out and comes in."""


def _folder(name: str) -> Path:
    # Only an installed package has a data folder; a checkout keeps these texts at its top, where people look.
    carried = PACKAGE / "data" / name
    return carried if carried.is_dir() else CHECKOUT / name


def spec_folder() -> Path:
    """The folder of the rules."""
    return _folder("spec")


def proofs_folder() -> Path:
    """The folder of what must hold of the rules, and of the ledger of results."""
    return _folder("proofs")


def spec_files() -> list[Path]:
    """The rules, one file a game, in the order of their names."""
    return sorted(spec_folder().glob("*.md"))


def proof_files() -> list[Path]:
    """What must hold of the rules, in the order of the files' names."""
    return sorted(proofs_folder().glob("*.md"))


def spec_file(game: str) -> Path:
    """The rules of one game, by the name of its file: ``spec_file("kiksas")``.

    Raises:
        LookupError: there are no rules of that name; the message lists those there are.
    """
    return _named(game, spec_files(), "rules")


def proof_file(game: str) -> Path:
    """What must hold of one game, by the name of its file; ``common`` holds of every game.

    Raises:
        LookupError: there is no such file; the message lists those there are.
    """
    return _named(game, proof_files(), "proofs")


def _named(name: str, files: list[Path], kind: str) -> Path:
    # Compared with the names found, never joined to a path: a name from a stranger cannot leave the folder.
    for file in files:
        if file.stem == name:
            return file
    raise LookupError(f"no {kind} named {name!r}; there are: {', '.join(file.stem for file in files) or 'none'}")


def plain_name(name: str) -> str:
    """A name that every file system takes."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9.]+", "-", plain.lower()).strip("-")[:80]


def write_whole(path: Path, lines: Iterable[str]) -> None:
    """Write a text to a file, whole or not at all. Raises OSError where the file cannot be written."""
    # What is no file, as the terminal, cannot be put in the place of another.
    part = path if path.exists() and not path.is_file() else path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as out:
            out.writelines(lines)
            out.flush()
            if part != path:
                os.fsync(out.fileno())
        if part != path:
            part.replace(path)
    except BaseException:
        if part != path:
            part.unlink(missing_ok=True)
        raise
