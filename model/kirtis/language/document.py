"""The literate file: clauses, findings, remarks and words, with the formal blocks inside them.

markdown-it-py finds the colon fences and the code fences; what stands in a formal block is kept as text with its
line, for the parser. Nothing is interpreted here but the structure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin

from kirtis.language.errors import Fault, SpecError, fail
from kirtis.language.places import Place

MOST_BYTES = 400_000
"""A file larger than this is refused: the longest rulebook has about a tenth of it."""

UNITS = ("game", "clause", "finding", "remark", "theorem", "words")
FORMAL = ("rule", "claim", "example")
_FIELD = re.compile(r"^:([a-z][a-z-]*):[ \t]*(.*)$")
_RUN = re.compile(r"^([A-Z]+\d*\.)(\d+)(?:-(\d+))?$")


@dataclass(frozen=True, slots=True)
class Block:
    """A formal block: its kind (``rule``, ``claim``, ``example``), its text, and the place of its first line."""

    kind: str
    text: str
    at: Place


@dataclass(frozen=True, slots=True)
class Unit:
    """A clause, finding, remark, theorem, the heading of a game or a list of words."""

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
    """One file, read: its units in order."""

    path: str
    units: tuple[Unit, ...]
    text: str = field(repr=False)

    def of(self, kind: str) -> Iterator[Unit]:
        """The units of one kind, in the order of the file."""
        return (u for u in self.units if u.kind == kind)


def sentences(text: str, at: Place) -> tuple[str, ...]:
    """``K7.1-3, K9.1`` as single sentence ids. Raises SpecError on anything else."""
    out: list[str] = []
    for part in filter(None, (p.strip() for p in re.split(r"[,\s]+", text))):
        m = _RUN.match(part)
        last = int(m[3] or m[2]) if m else 0
        if not m or last < int(m[2]) or last - int(m[2]) > 99:
            raise fail(at, f"“{part}” is not the number of a sentence", "write K7.1, or K7.1-4 for several of one paragraph")
        out += [f"{m[1]}{n}" for n in range(int(m[2]), last + 1)]
    return tuple(out)


def read_document(path: Path | str, text: str | None = None) -> Document:
    """Read a literate file; ``text`` gives its contents where it is not on disk.

    Raises SpecError with every fault of structure: a file too large or not UTF-8, a fence that does not end, a field or
    a text that is missing, an id that occurs twice.
    """
    shown = str(path)
    start = Place(shown, 1)
    if text is None:
        text = _contents(Path(path), start)
    if len(text) > MOST_BYTES:
        raise fail(
            start,
            f"the file is too large ({len(text):,} characters; at most {MOST_BYTES:,} are read)",
            "split it, or check that it is a rulebook",
        )
    if "\x00" in text:
        raise fail(start, "the file holds a NUL character and is no text", "save it as UTF-8 text")
    faults: list[Fault] = []
    units: list[Unit] = []
    seen: dict[str, Place] = {}
    for kind, argument, content, line in _fences(text, shown, 0, UNITS, faults):
        try:
            unit = _unit(shown, kind, argument, content, line, faults)
        except SpecError as error:
            faults += error.faults
            continue
        if unit.id in seen and kind != "words":
            faults.append(
                Fault(
                    unit.at,
                    f"{unit.id} stands here a second time; it first stands in line {seen[unit.id].line}",
                    "give every clause, finding and theorem an id of its own; ids are never used again",
                )
            )
        seen.setdefault(unit.id, unit.at)
        units.append(unit)
    if faults:
        raise SpecError(*sorted(faults, key=lambda f: f.at.line))
    return Document(shown, tuple(units), text)


def _contents(path: Path, start: Place) -> str:
    try:
        if path.stat().st_size > 4 * MOST_BYTES:
            raise fail(start, f"the file is too large ({path.stat().st_size:,} bytes)", "check that it is a rulebook")
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise fail(start, "there is no such file", "check the name, or use the name of a game: kirtis games lists them") from None
    except UnicodeDecodeError as error:
        raise fail(start, f"the file is not UTF-8 text (byte {error.start})", "save it as UTF-8") from None
    except OSError as error:
        raise fail(start, f"the file cannot be read: {error.strerror}", "check that it is a file that you may read") from None


def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark").use(colon_fence_plugin)


def _fences(
    text: str, file: str, offset: int, known: tuple[str, ...], faults: list[Fault]
) -> Iterator[tuple[str, str, str, int]]:
    """The directives of a text as (kind, argument, content, number of the line before its content)."""
    lines = text.splitlines()
    for token in _markdown().parse(text):
        if token.type not in ("colon_fence", "fence") or token.map is None:
            continue
        line = offset + token.map[0] + 1
        info = re.fullmatch(r"\{?([a-z]+)\}?\s*(.*)", token.info.strip())
        if not info or info[1] not in known:
            if token.info.strip().startswith("{") or token.type == "colon_fence":
                faults.append(
                    Fault(
                        Place(file, line),
                        f"“{token.info.strip()}” is not a block of a rulebook here",
                        f"there are {', '.join(known)}",
                    )
                )
            continue
        if not _ends(lines, token):
            faults.append(
                Fault(
                    Place(file, line),
                    f"the block {{{info[1]}}} that begins here does not end",
                    f"close it with a line of {token.markup}",
                )
            )
            continue
        yield info[1], info[2].strip(), token.content, line


def _ends(lines: list[str], token: Token) -> bool:
    last = lines[token.map[1] - 1].strip() if token.map else ""
    return (
        token.map is not None
        and token.map[1] - 1 > token.map[0]
        and last.startswith(token.markup)
        and not last.strip(token.markup[0])
    )


def _unit(file: str, kind: str, argument: str, content: str, line: int, faults: list[Fault]) -> Unit:
    at = Place(file, line, (argument,) if kind in ("clause", "finding", "theorem") else ())
    if not argument and kind != "words":
        raise fail(at, f"this {kind} has no id", f"write {{{kind}}} and its id, as in {{clause}} KIK-1")
    fields, rest, skipped = _fields(content)
    inner: dict[str, str] = {}
    blocks: list[Block] = []
    nested = ("lt", "en", *FORMAL)
    for name, clauses, body, first in _fences(rest, file, line + skipped, nested, faults) if kind != "words" else ():
        if name in FORMAL:
            blocks.append(Block(name, body, Place(file, first + 1, (*at.clauses, *clauses.split()))))
        elif name in inner:
            faults.append(Fault(Place(file, first), f"a second {{{name}}} text in {argument}", "join the two"))
        else:
            inner[name] = body.strip()
    titles = (fields.get("lt", ""), fields.get("en", ""))
    for name, title in zip(("lt", "en"), titles, strict=True):
        if not title and kind != "words":
            faults.append(
                Fault(
                    at,
                    f"{kind} {argument} has no {'Lithuanian' if name == 'lt' else 'English'} title",
                    f"add a line :{name}: with the title",
                )
            )
        if not inner.get(name) and kind not in ("words", "remark"):
            faults.append(
                Fault(
                    at,
                    f"{kind} {argument} has no {'Lithuanian' if name == 'lt' else 'English'} text",
                    f"add a block :::{{{name}}} … ::: ; every rule is said in both languages",
                )
            )
    return Unit(
        kind, argument, titles, (inner.get("lt", ""), inner.get("en", "")), fields, sentences(fields.get("source", ""), at), tuple(blocks),
        tuple(_rows(file, rest, line + skipped, faults)) if kind == "words" else (), at,
    )  # fmt: skip


def _fields(content: str) -> tuple[dict[str, str], str, int]:
    """The leading ``:name: value`` lines, what follows them, and how many lines they were."""
    lines = content.splitlines()
    fields: dict[str, str] = {}
    last = ""
    n = 0
    for n, text in enumerate([*lines, "END"]):
        m = _FIELD.match(text)
        if m:
            last = m[1]
            fields[last] = m[2].strip()
        elif last and text[:1] in " \t" and text.strip():
            fields[last] += " " + text.strip()
        else:
            break
    return fields, "\n".join(lines[n:]), n


def _rows(file: str, text: str, line: int, faults: list[Fault]) -> Iterator[tuple[str, str, str]]:
    """The rows ``| name | lt | en |`` of a list of words, without its head."""
    for n, row in enumerate(text.splitlines(), line + 1):
        cells = [c.strip() for c in row.strip().strip("|").split("|")]
        if not row.strip() or set(row.strip()) <= set("|-: ") or cells == ["name", "lt", "en"]:
            continue
        if len(cells) != 3 or not all(cells):
            faults.append(
                Fault(
                    Place(file, n),
                    "a row of words needs a name, a Lithuanian and an English word",
                    "write | name | lietuviškai | in English |",
                )
            )
        else:
            yield cells[0], cells[1], cells[2]
