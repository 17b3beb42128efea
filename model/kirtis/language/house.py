"""The short form of a variant: a file that names its parent and says what changes; everything else has a default.

A file without a ``{game}`` block that names its parent in a line ``:variant-of: kiksas`` is read so. Each formal block is a clause of its own,
its text the prose before it. Titles, numbers, the version and words of new names need not be given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from kirtis import files
from kirtis.language.document import UNITS, Block, Document, Unit, read_document
from kirtis.language.errors import Fault, SpecError, in_order
from kirtis.language.markdown import FORMAL, Fence, fences
from kirtis.language.names import nearest
from kirtis.language.places import Place
from kirtis.language.source import contents, plain
from kirtis.language.units import LANGUAGES

FIELDS = ("variant-of", "lt", "en", "version")
CLAUSE = "NT"
"""The clauses of such a file are NT-1, NT-2 … (*namų taisyklė*, house rule)."""

_FIELD = re.compile(r"^:([a-z][a-z-]*):[ \t]*(.*)$")
_GAME = re.compile(r"^[:`]{3,}[ \t]*\{game\}", re.MULTILINE)
_PARENT = re.compile(r"^:variant-of:", re.MULTILINE)


def read_rules(path: Path | str, text: str | None = None) -> Document:
    """The rules of a game in either form.

    Raises:
        SpecError: with every fault of structure.
    """
    shown = str(path)
    text = contents(Path(path), Place(shown, 0)) if text is None else text
    text_ = plain(text, shown)
    if _GAME.search(text_) or not _PARENT.search(text_):
        return read_document(shown, text)
    return _short(shown, text_)


def _short(file: str, text: str) -> Document:
    faults: list[Fault] = []
    found = list(fences(text, file, 0, (*UNITS, *FORMAL, *LANGUAGES), faults))
    prose = _prose(text, found)
    fields = _fields(file, prose, faults)
    heading = next((line[1:].strip() for line in prose.values() if line.startswith("# ")), "")
    titles = _titles(fields.get("lt"), fields.get("en"), heading, Path(file).stem)
    at = Place(file, 1)
    name = _name(Path(file).stem)
    units = [Unit("game", name, titles, titles, {"version": "1", **fields}, (), (), (), at)]
    texts: dict[str, str] = {}
    before = 1
    count = 0
    for fence in found:
        if fence.kind in LANGUAGES:
            texts[fence.kind] = fence.text.strip()
            continue
        if fence.kind in FORMAL:
            count += 1
            clause = f"{CLAUSE}-{count}"
            title, told = _said(prose, range(before, fence.line))
            both = (texts.get("lt") or texts.get("en") or told, texts.get("en") or texts.get("lt") or told)
            named = _titles(None, None, title, "") if title else (f"{count}. pakeitimas", f"Change {count}")
            block = Block(fence.kind, fence.text, Place(file, fence.line + 1, (clause, *fence.argument.split())))
            at = Place(file, fence.line, (clause,))
            units.append(Unit("clause", clause, named, both, {}, (), (block,), (), at))
        else:
            units += _whole(file, fence, text, faults)
        texts, before = {}, fence.line + fence.text.count("\n") + 2
    if not found and not faults:
        faults.append(Fault(at, "the file changes nothing", "write what changes into a block ```{rule} … ```"))
    if faults:
        raise SpecError(*in_order(faults))
    return Document(file, tuple(units), text, short=True)


def _name(stem: str) -> str:
    """The name of a game from that of its file: it begins with a letter, and records hold it."""
    plain = files.plain_name(stem).replace(".", "-")
    return plain[:60] if plain[:1].isalpha() else f"namai-{plain}".rstrip("-")[:60]


def _whole(file: str, fence: Fence, text: str, faults: list[Fault]) -> list[Unit]:
    """A clause, a finding or words in their long form, in the middle of a short file."""
    try:
        lines = text.split("\n")
        end = fence.line + fence.text.count("\n") + 1
        return list(
            read_document(file, "\n" * (fence.line - 1) + "\n".join(lines[fence.line - 1 : end]) + "\n", house=True).units
        )
    except SpecError as error:
        faults += error.faults
        return []


def _prose(text: str, found: Iterable[Fence]) -> dict[int, str]:
    """The lines outside every block, by number."""
    lines = dict(enumerate(text.split("\n"), 1))
    for fence in found:
        for n in range(fence.line, fence.line + fence.text.count("\n") + 2):
            lines.pop(n, None)
    return lines


def _fields(file: str, prose: dict[int, str], faults: list[Fault]) -> dict[str, str]:
    out: dict[str, str] = {}
    for n, line in list(prose.items()):
        match = _FIELD.match(line)
        if match is None:
            continue
        name, value = match[1], match[2].strip()
        if name not in FIELDS:
            way_out = nearest(name, FIELDS) or f"there are {', '.join(FIELDS)}"
            faults.append(Fault(Place(file, n), f"a house rule has no field “{name}”", way_out))
        elif not value:
            faults.append(Fault(Place(file, n), f"the field “{name}” is empty", "write what it is, or leave the line out"))
        elif name in out:
            faults.append(Fault(Place(file, n), f"the field “{name}” appears twice", "leave one out"))
        out.setdefault(name, value)
        del prose[n]
    return out


def _said(prose: dict[int, str], lines: range) -> tuple[str, str]:
    """The last heading of a part among these lines, and the prose that is none."""
    heading, out = "", []
    for n in lines:
        line = prose.get(n, "").strip()
        if line.startswith("##"):
            heading = line.lstrip("#").strip()
        elif line and not line.startswith("#"):
            out.append(line)
    return heading, " ".join(out)


def _titles(lt: str | None, en: str | None, heading: str, otherwise: str) -> tuple[str, str]:
    """Titles in both languages, from what there is: fields, a heading ``lietuviškai / in English``, the name of the file."""
    left, _, right = heading.partition(" / ")
    one = lt or left or en or otherwise
    return one, en or right or left or lt or otherwise


__all__ = ["CLAUSE", "read_rules"]
