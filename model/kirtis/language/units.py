"""What the parts of a literate file are made of: fields, sentences of the source, rows of words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kirtis.language.errors import Fault, fail
from kirtis.language.names import nearest
from kirtis.language.places import Place

LANGUAGES = ("lt", "en")
"""The languages in which everything is said, in this order."""

FIELDS: dict[str, tuple[str, ...]] = {
    "game": ("lt", "en", "version", "ids", "sentences", "source", "variant-of"),
    "clause": ("lt", "en", "source", "prose-lt", "prose-en", "retired"),
    "finding": ("lt", "en", "kind", "certainty", "source", "clauses", "examples", "retired"),
    "remark": ("lt", "en", "source"),
    "theorem": ("lt", "en", "source", "clauses", "kinds", "prose-lt", "prose-en", "retired"),
    "words": (),
}
"""The fields that each kind of block may have."""

_CHOICES = {"kind": ("error", "gap", "ambiguous"), "certainty": ("certain", "strong", "relative", "choice")}
_FIELD = re.compile(r"^:([a-z][a-z-]*):[ \t]*(.*)$")
_RUN = re.compile(r"^([A-Z]+\d{0,4}\.)(\d{1,4})(?:-(\d{1,4}))?$")
_MOST_IN_RUN = 100


def sentences(text: str, at: Place) -> tuple[str, ...]:
    """``K7.1-3, K9.1`` as single sentence ids.

    Raises:
        SpecError: something in it is not the number of a sentence.
    """
    out: list[str] = []
    for part in filter(None, re.split(r"[,\s]+", text)):
        m = _RUN.match(part)
        last = int(m[3] or m[2]) if m else 0
        if not m or last < int(m[2]) or last - int(m[2]) >= _MOST_IN_RUN:
            raise fail(at, f"“{part[:40]}” is not the number of a sentence", "write K7.1, or K7.1-4 for several of one paragraph")
        out += [f"{m[1]}{n}" for n in range(int(m[2]), last + 1)]
    return tuple(out)


def fields_of(content: str) -> tuple[dict[str, str], str, int]:
    """The leading ``:name: value`` lines, what follows them, and how many lines they were."""
    lines = content.split("\n")
    fields: dict[str, str] = {}
    last = ""
    n = 0
    for text in lines:
        m = _FIELD.match(text)
        if m:
            last = m[1]
            fields[last] = m[2].strip()
        elif last and text[:1] in (" ", "\t") and text.strip():
            fields[last] += " " + text.strip()
        else:
            break
        n += 1
    return fields, "\n".join(lines[n:]), n


def check_fields(kind: str, fields: dict[str, str], at: Place, faults: list[Fault]) -> None:
    """Every field must be one that this kind of block has, and those with few values must have one of these."""
    known = FIELDS[kind]
    for name, value in fields.items():
        if name not in known:
            there = f"there are {', '.join(known)}" if known else "it has none"
            faults.append(Fault(at, f"a {kind} has no field “{name}”", nearest(name, known) or there))
        elif name in _CHOICES and value not in _CHOICES[name]:
            there = f"choose one of {', '.join(_CHOICES[name])}"
            faults.append(Fault(at, f"“{value[:40]}” is no {name} of a {kind}", nearest(value, _CHOICES[name]) or there))


def rows(file: str, text: str, before: int, faults: list[Fault]) -> Iterator[tuple[str, str, str]]:
    """The rows ``| name | lt | en |`` of a list of words, without its head; ``before`` counts the lines before the text."""
    first: dict[str, int] = {}
    for n, row in enumerate(text.split("\n"), before + 1):
        cells = [c.strip() for c in row.strip().removeprefix("|").removesuffix("|").split("|")]
        if not row.strip() or set(row.strip()) <= set("|-: ") or cells == ["name", "lt", "en"]:
            continue
        if len(cells) != 3 or not all(cells):
            faults.append(
                Fault(
                    Place(file, n),
                    f"a row of words needs a name, a Lithuanian and an English word: {row.strip()[:60]}",
                    "write | name | lietuviškai | in English |",
                )
            )
            continue
        name, lt, en = cells
        if name in first:
            faults.append(Fault(Place(file, n), f"“{name}” has words already, in line {first[name]}", "leave one row out"))
        first.setdefault(name, n)
        yield name, lt, en
