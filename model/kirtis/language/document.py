"""The literate file: clauses, findings, remarks and words, with the formal blocks inside them.

What stands in a formal block is kept as text with its line, for the parser. Nothing is interpreted here but the structure.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from kirtis.language.errors import Fault, SpecError, fail, in_order
from kirtis.language.markdown import FORMAL, fences
from kirtis.language.places import Place
from kirtis.language.source import contents, plain
from kirtis.language.units import FIELDS, LANGUAGES, check_fields, fields_of, rows, sentences

UNITS = ("game", "clause", "finding", "remark", "theorem", "words")
"""The kinds of blocks at the top of a file."""


@lru_cache(maxsize=1024)
def _starts(text: str) -> tuple[int, ...]:
    return (0, *(m.end() for m in re.finditer("\n", text)))


@dataclass(frozen=True, slots=True)
class Block:
    """A formal block: its kind (``rule``, ``claim``, ``example``), its text, and the place of its first line."""

    kind: str
    text: str
    at: Place

    def line(self, position: int) -> int:
        """The line of the file in which a sign of the text stands."""
        return self.at.line + bisect_right(_starts(self.text), position) - 1


@dataclass(frozen=True, slots=True)
class Unit:
    """A clause, finding, remark, theorem, the heading of a game or a list of words.

    ``titles`` and ``texts`` are (Lithuanian, English); ``rows`` are those of a list of words: (name, lt, en).
    """

    kind: str
    id: str
    titles: tuple[str, str]
    texts: tuple[str, str]
    fields: dict[str, str]
    sources: tuple[str, ...]
    blocks: tuple[Block, ...]
    rows: tuple[tuple[str, str, str], ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Document:
    """One file, read: its units in order; ``short`` where it is a house rule that leaves to defaults what it can."""

    path: str
    units: tuple[Unit, ...]
    text: str = field(repr=False)
    short: bool = False

    def of(self, kind: str) -> Iterator[Unit]:
        """The units of one kind, in the order of the file."""
        return (u for u in self.units if u.kind == kind)


def content_hash(documents: Iterable[Document]) -> str:
    """SHA-256 of the formal text of the rules, block by block: the same hash, the same rules. Prose does not count."""
    one = sha256()
    for document in documents:
        for block in (b for unit in document.units for b in unit.blocks if b.kind == "rule"):
            one.update(block.text.replace("\r\n", "\n").strip().encode() + b"\0")
    return one.hexdigest()


def read_document(path: Path | str, text: str | None = None, *, house: bool = False) -> Document:
    """Read a literate file; ``text`` gives its contents where it is not on disk. The same text is read only once.

    ``house``: the text is part of a house rule; its author is told of the shorter form where something is missing, as that of any variant is.

    Raises:
        SpecError: with every fault of structure: a file too large or not UTF-8, a fence that does not end, a field or a
            text that is missing, an id that occurs twice.
    """
    shown = str(path)
    return _read(shown, contents(Path(path), Place(shown, 0)) if text is None else text, house)


@lru_cache(maxsize=32)
def _read(shown: str, text: str, house: bool) -> Document:
    text = plain(text, shown)
    faults: list[Fault] = []
    missing: list[Fault] = []
    units: list[Unit] = []
    seen: dict[str, Place] = {}
    for fence in fences(text, shown, 0, UNITS, faults):
        try:
            unit = _unit(shown, fence.kind, fence.argument, fence.text, fence.line, faults, missing)
        except SpecError as error:
            faults += error.faults
            continue
        if unit.id in seen and unit.kind != "words":
            faults.append(
                Fault(
                    unit.at,
                    f"{unit.id} appears here a second time; it first appears in line {seen[unit.id].line}",
                    "give every clause, finding and theorem an id of its own; ids are never used again",
                )
            )
        seen.setdefault(unit.id, unit.at)
        units.append(unit)
    if missing and (house or re.search(r"^:variant-of:", text, re.MULTILINE)):
        way_out = (
            f"{missing[0].way_out}; a house rule of your own needs none of this without the fences ::::{{game}} and ::::{{clause}}: "
            "see the guide to house rules"
        )
        missing[0] = replace(missing[0], way_out=way_out)
    if faults or missing:
        raise SpecError(*in_order([*faults, *missing]))
    return Document(shown, tuple(units), text)


def _unit(file: str, kind: str, argument: str, content: str, line: int, faults: list[Fault], missing: list[Fault]) -> Unit:
    at = Place(file, line, (argument,) if kind in ("clause", "finding", "theorem") and argument else ())
    if not argument and kind != "words":
        raise fail(at, f"this {kind} has no {'name' if kind == 'game' else 'id'}", f"write {{{kind}}} {_EXAMPLES[kind]}")
    fields, rest, skipped = fields_of(content)
    check_fields(kind, fields, at, faults)
    if kind == "words":
        listed = tuple(rows(file, rest, line + skipped, faults))
        return Unit(kind, argument, ("", ""), ("", ""), fields, (), (), listed, at)
    texts: dict[str, str] = {}
    blocks: list[Block] = []
    for fence in fences(rest, file, line + skipped, (*LANGUAGES, *FORMAL), faults):
        if fence.kind in LANGUAGES:
            if fence.kind in texts:
                faults.append(Fault(Place(file, fence.line), f"a second {{{fence.kind}}} text in {argument}", "join the two"))
            texts[fence.kind] = fence.text.strip()
        elif kind in ("game", "remark"):
            faults.append(
                Fault(
                    Place(file, fence.line),
                    f"a formal block stands in a {{{kind}}}, which is no rule",
                    "put it into a {clause}, {finding} or {theorem}",
                )
            )
        else:
            place = Place(file, fence.line + 1, (*at.clauses, *fence.argument.split()))
            blocks.append(Block(fence.kind, fence.text, place))
    missing += _missing(kind, argument, fields, texts, at)
    return Unit(
        kind,
        argument,
        (fields.get("lt", ""), fields.get("en", "")),
        (texts.get("lt", ""), texts.get("en", "")),
        fields,
        sentences(fields.get("source", ""), at),
        tuple(blocks),
        (),
        at,
    )


_EXAMPLES = {
    "game": "and its name, as in {game} kiksas",
    "clause": "and its id, as in {clause} KIK-1",
    "finding": "and its id, as in {finding} KI-1",
    "remark": "and its id, as in {remark} KIK-R1",
    "theorem": "and its id, as in {theorem} KIK-T1",
}
_SPOKEN = {"lt": "Lithuanian", "en": "English"}


def _missing(kind: str, argument: str, fields: dict[str, str], texts: dict[str, str], at: Place) -> Iterator[Fault]:
    for language in LANGUAGES:
        if not fields.get(language):
            yield Fault(at, f"{kind} {argument} has no {_SPOKEN[language]} title", f"add a line :{language}: with the title")
        if not texts.get(language) and kind != "remark":
            yield Fault(
                at,
                f"{kind} {argument} has no {_SPOKEN[language]} text",
                f"add a block :::{{{language}}} … ::: ; every rule is said in both languages",
            )


__all__ = ["FIELDS", "FORMAL", "UNITS", "Block", "Document", "Unit", "content_hash", "read_document", "sentences"]
