"""Formal text to a tree, with errors that a card player can act on. Nothing of the text is ever run."""

from __future__ import annotations

import re
import threading
from functools import lru_cache

import lark
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from kirtis.language.document import Block
from kirtis.language.errors import fail
from kirtis.language.explain import explain, explain_glued
from kirtis.language.parser import GluedError, parser
from kirtis.language.places import Place
from kirtis.language.trees import Tree

MOST_BRACKETS = 30
"""How deep brackets may be nested."""
MOST_DEPTH = 120
"""How deep a tree may be: a sum of a hundred terms is a tree of depth a hundred."""
MOST_INDENT = 60
"""The most spaces at the beginning of a line that is no continuation."""
LONGEST_NAME = 60
LONGEST_NUMBER = 9

_OPENS = re.compile(r"\s*(and|or|implies|when|seen|then|given|where|else(?!\s*:)|[+*]|[<>!]?=|[<>]|-(?!\s*\|))(?!\w)")
_LEAVES_OPEN = re.compile(r"(\b(and|or|implies|not|where|then|given|seen by)|[-+*,=<>])$")
_LIST = re.compile(r"\s*(suits|ranks|jokers)\b")
# The “=” with which a definition begins; its cases stand on lines of their own.
_BLOCK_OPENS = re.compile(r"\s*(replace\s+)?def\b[^=]*=$")
_IF = re.compile(r"\s*(if|elif|else)\b")
_LONG = re.compile(rf"[A-Za-z_][A-Za-z_0-9]{{{LONGEST_NAME},}}|[0-9]{{{LONGEST_NUMBER + 1},}}")
# The parser keeps the indents of the text that it is at.
_ONE_AT_A_TIME = threading.Lock()
_CLOSES = {")": "(", "]": "[", "}": "{"}


@lru_cache(maxsize=1024)
def tree_of(block: Block) -> Tree:
    """The tree of a formal block; the same block is read only once.

    Raises:
        SpecError: with one fault, the first that stops the reading.
    """
    return _converted(parse(block), 0, block)


def parse(block: Block) -> lark.Tree[lark.Token]:
    """The tree of a formal block as the parser makes it, with every sign and its place: for whoever prints it.

    Raises:
        SpecError: with one fault, the first that stops the reading.
    """
    _check_lines(block)
    try:
        with _ONE_AT_A_TIME:
            return parser().parse(joined(block.text))
    except UnexpectedInput as error:
        raise explain(error, block, _uneven(block)) from None
    except GluedError as error:
        raise explain_glued(error.position, block) from None
    except DedentError:
        where = _uneven(block) or block.at
        raise fail(
            where, "this line is indented like none above it", "begin it where the lines that it belongs with begin"
        ) from None


def joined(text: str) -> str:
    """The text with broken lines joined, every sign in its old place.

    A line goes on in the next where that begins with a joining word (``and``, ``or``, ``implies``, ``+``, ``when`` …), where
    it ends with one itself or with a sign that joins, and after a colon that is not that of an ``if``. So does a list of
    suits, ranks or jokers in a line that is indented more deeply.
    """
    lines = text.rstrip().split("\n")
    bare = [line.split("#")[0].rstrip() for line in lines]
    following = [""] * len(lines)
    for n in range(len(lines) - 2, -1, -1):
        following[n] = bare[n + 1] or following[n + 1]
    out: list[str] = []
    first, goes_on = "", False
    for n, line in enumerate(lines):
        if bare[n]:
            first = first if goes_on else bare[n]
            goes_on = bool(following[n]) and _goes_on(bare[n], first, following[n])
        out.append(bare[n].ljust(len(line)) + " " if goes_on else line + "\n")
    return "".join(out)


def _goes_on(line: str, first: str, following: str) -> bool:
    """Whether a line goes on in the following one; ``first`` is the line with which it began."""
    if line.lstrip().startswith("|"):
        return False
    if _OPENS.match(following):
        return True
    if following[0] != " ":
        # Whatever is missing here, the next declaration is not it.
        return False
    if _LIST.match(first) and _indent(following) > _indent(first):
        return True
    if line.endswith(":"):
        return not _IF.match(first)
    return bool(_LEAVES_OPEN.search(line) and not _BLOCK_OPENS.match(line))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _check_lines(block: Block) -> None:
    """Tabs, brackets and lengths, before anything else looks at the text."""
    opened: list[tuple[str, Place]] = []
    for n, line in enumerate(block.text.split("\n")):
        at = Place(block.at.file, block.at.line + n, block.at.clauses)
        if "\t" in line:
            raise fail(at, "this line holds a tab", "indent by spaces")
        code = line.split("#")[0]
        long = _LONG.search(code)
        if long:
            number = long[0][0].isdigit()
            what = "number" if number else "name"
            most = f"{LONGEST_NUMBER} digits" if number else f"{LONGEST_NAME} letters"
            raise fail(at, f"the {what} {long[0][:12]}… is too long", f"at most {most}")
        if code.strip() and not opened and len(code) - len(code.lstrip(" ")) > MOST_INDENT:
            raise fail(at, "this line is indented too far", f"at most {MOST_INDENT} spaces")
        if opened and code[:1].strip() and code[0] not in ")]}|":
            sign, where = opened[-1]
            raise fail(where, f"the “{sign}” in this line is never closed", f"write the matching bracket before line {at.line}")
        for char in code:
            if char in "([{":
                opened.append((char, at))
                if len(opened) > MOST_BRACKETS:
                    raise fail(
                        at, f"brackets are nested more than {MOST_BRACKETS} deep here", "give the inner part a name with def"
                    )
            elif char in _CLOSES:
                if not opened or opened[-1][0] != _CLOSES[char]:
                    raise fail(at, f"this “{char}” closes nothing", "leave it out, or write the bracket that it closes")
                opened.pop()
    if opened:
        sign, where = opened[-1]
        raise fail(where, f"the “{sign}” in this line is never closed", "write the matching bracket")


def _uneven(block: Block) -> Place | None:
    """The first line that is indented like none of those it could belong with."""
    levels, opened = [0], 0
    text = joined(block.text)
    position = 0
    for line in text.split("\n"):
        n = block.text.count("\n", 0, position)
        position += len(line) + 1
        code = line.split("#")[0].rstrip()
        if code and not opened:
            indent = len(code) - len(code.lstrip(" "))
            if indent > levels[-1]:
                levels.append(indent)
            while levels[-1] > indent:
                levels.pop()
            if levels[-1] < indent:
                return Place(block.at.file, block.at.line + n, block.at.clauses)
        opened += sum((c in "([{") - (c in ")]}") for c in code)
    return None


def _converted(made: lark.Tree[lark.Token], depth: int, block: Block) -> Tree:
    """Our own tree for that of the parser; a tag becomes the tag of the line that it ends."""
    start: int = getattr(made.meta, "start_pos", 0)
    if depth > MOST_DEPTH:
        place = Place(block.at.file, block.line(start), block.at.clauses)
        raise fail(place, "this is nested too deep to follow", "give an inner part a name with def")
    parts: list[Tree | str | None] = []
    tags: tuple[str, ...] = ()
    for child in made.children:
        if child is None:
            parts.append(None)
        elif isinstance(child, lark.Token):
            parts.append(str(child))
        elif child.data == "tags":
            if child.children and child.children[0] is not None:
                tags = tuple(str(child.children[0]).lstrip("§").split(","))
        else:
            parts.append(_converted(child, depth + 1, block))
    return Tree(str(made.data), tuple(parts), start, getattr(made.meta, "end_pos", start), tags)
