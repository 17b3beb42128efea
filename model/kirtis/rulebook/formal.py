"""Formal text as a reader sees it: words, names, numbers, tags, and tables as tables.

The parser of the language says which words are names and where a declaration begins; nothing is parsed a second time here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from lark import Token, Tree

from kirtis.language.document import Block
from kirtis.language.parse import parse

Node = Tree[Token]

_SCAN = re.compile(
    r"(?P<comment>#[^\n]*)|(?P<tag>§[A-Z0-9,-]+)|(?P<word>[A-Za-z_]\w*)|(?P<number>\d+)|(?P<gap>[ ]+)|(?P<sign>:=|\.\.|[<>!]=|\|\||\S)|(?P<end>\n)"
)

FIRST = frozenset(
    "side order option zone variable def_line def_cases table column duties round phase_by phase_auto phase_chance phase_end "
    "claim_in claim_step claim_example claim_measure act duty need".split()
)
"""Rules of the grammar whose first name is declared there."""

EVERY = frozenset("seats suits ranks jokers choices type_".split())
"""Rules of the grammar that declare every name in them."""

LOCAL = frozenset("act duty need claim_in claim_step claim_example claim_measure".split())
"""Declarations whose names have a meaning only inside their phase or list, or outside the rules."""

KEYWORDS = frozenset("seats fixed_sides moving_sides deck round".split())
"""Declarations that make names which stand nowhere in the text: ``left``, ``partner``, ``card``, ``led``."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A bit of formal text: its kind, and its place in the block."""

    kind: str  # "word", "name", "number", "comment", "tag", "sign", "gap", "end"
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Declared:
    """A name that a block declares; ``word`` tells that only the keyword stands there."""

    name: str
    start: int
    line: int
    local: bool = False
    word: bool = False
    claim: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A decision table: what it is called, its heads (inputs, outputs), its rows, each with its tag."""

    caption: tuple[Piece, ...]
    inputs: tuple[tuple[Piece, ...], ...]
    outputs: tuple[tuple[Piece, ...], ...]
    rows: tuple[tuple[tuple[tuple[Piece, ...], ...], tuple[Piece, ...]], ...]


@cache
def _tree(block: Block) -> Node:
    return parse(block)


def declared(block: Block) -> Iterator[Declared]:
    """Every name that the block declares, in the order of the text. Raises SpecError as the parser does."""
    found: list[Declared] = []
    for tree in _tree(block).iter_subtrees():
        rule = str(tree.data)
        own = [c for c in tree.children if isinstance(c, Token) and c.type == "NAME"]
        if rule in KEYWORDS:
            start = tree.meta.start_pos
            word = _SCAN.match(block.text, start)
            found.append(Declared(word[0] if word else rule, start, block.line(start), word=True))
        names = own if rule in EVERY else own[:-1] if rule == "moving_sides" else own[:1] if rule in FIRST else []
        for token in names:
            start = token.start_pos or 0
            found.append(Declared(str(token), start, block.line(start), local=rule in LOCAL, claim=rule.startswith("claim_")))
    yield from sorted(found, key=lambda d: d.start)


def tags(block: Block) -> set[str]:
    """The clauses that lines of the block name by a tag."""
    return {one for p in _pieces(block) if p.kind == "tag" for one in p.text.lstrip("§").split(",")}


def parts(block: Block) -> Iterator[tuple[Piece, ...] | Grid]:
    """The block in order: runs of text, and tables. Raises SpecError as the parser does."""
    pieces = _pieces(block)
    at = 0
    for table in sorted(_tree(block).find_data("table"), key=lambda t: t.meta.start_pos):
        start, end = table.meta.start_pos, _line_end(block.text, table.meta.end_pos)
        if before := _trimmed(p for p in pieces if at <= p.start < start):
            yield before
        yield _grid(table, pieces, block.text)
        at = end
    if rest := _trimmed(p for p in pieces if at <= p.start):
        yield rest


def _line_end(text: str, position: int) -> int:
    # The end of a table includes the line break after it, and what its last row had behind the bar.
    found = text.find("\n", max(position - 1, 0))
    return len(text) if found < 0 else found


def _pieces(block: Block) -> tuple[Piece, ...]:
    names = {t.start_pos for t in _tree(block).scan_values(lambda t: isinstance(t, Token)) if t.type == "NAME"}
    return tuple(
        Piece("name" if m.start() in names else m.lastgroup or "sign", m[0], m.start()) for m in _SCAN.finditer(block.text)
    )


def _trimmed(pieces: Iterator[Piece]) -> tuple[Piece, ...]:
    run = list(pieces)
    while run and run[-1].kind in ("end", "gap"):
        run.pop()
    while run and run[0].kind == "end":
        run.pop(0)
    return tuple(run)


def _grid(table: Node, pieces: tuple[Piece, ...], text: str) -> Grid:
    def span(start: int, end: int) -> tuple[Piece, ...]:
        return _trimmed(p for p in pieces if start <= p.start < end)

    def cell(tree: Node) -> tuple[Piece, ...]:
        # A bracketed cell is an inlined rule: its own brackets are outside the tree, in its container.
        start: int = getattr(tree.meta, "container_start_pos", tree.meta.start_pos)
        end: int = getattr(tree.meta, "container_end_pos", tree.meta.end_pos)
        return span(start, end)

    def cells(tree: Node) -> list[Node]:
        return [c for c in tree.children if isinstance(c, Tree) and c.data != "tags"]

    head, *rows = (c for c in table.children if isinstance(c, Tree) and c.data in ("head", "row"))
    columns = [c for c in cells(head) if c.data == "column"]
    body = []
    for row in rows:
        start = row.meta.start_pos
        tag = tuple(p for p in pieces if start <= p.start < _line_end(text, start + 1) and p.kind == "tag")
        body.append((tuple(cell(c) for c in cells(row)), tag))
    return Grid(
        span(table.meta.start_pos, head.meta.start_pos),
        tuple(cell(c) for c in cells(head) if c.data != "column"),
        tuple(cell(c) for c in columns),
        tuple(body),
    )
