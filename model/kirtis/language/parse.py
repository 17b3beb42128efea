"""Formal text to a tree, with errors that a card player can act on.

The grammar is LALR(1) and strict; nothing of the text is ever run.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import ClassVar

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from kirtis.language.document import Block
from kirtis.language.errors import SpecError, fail
from kirtis.language.places import Place

MOST_DEPTH = 40
"""How deep brackets and indents may be nested."""

Node = Tree[Token]


class _Indents(Indenter):
    NL_type = "_NL"  # type: ignore[assignment]
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB", "LBRACE"]  # type: ignore[assignment]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB", "RBRACE"]  # type: ignore[assignment]
    INDENT_type = "_INDENT"  # type: ignore[assignment]
    DEDENT_type = "_DEDENT"  # type: ignore[assignment]
    tab_len = 8  # type: ignore[assignment]


@cache
def _parser(start: str) -> Lark:
    grammar = resources.files("kirtis.language").joinpath("grammar.lark").read_text("utf-8")
    return Lark(
        grammar, parser="lalr", start=start, postlex=_Indents(), propagate_positions=True, maybe_placeholders=True, strict=True
    )


_OPENS = re.compile(r"\s*(and|or|implies|when|seen|then|given|where|else(?!\s*:)|[+*]|-(?!\s*\|))(?![\w])")
_LEAVES_OPEN = re.compile(r"(\b(and|or|implies|not|where|then|given|seen by|otherwise if)|[-+*,])$")
_CLAIM = re.compile(r"\s*(fact|theorem|invariant|possible|step|example|measure)\b.*:$")


def joined(text: str) -> str:
    """The text with broken lines joined, every sign in its old place.

    A line goes on in the next where that begins with a joining word (``and``, ``or``, ``implies``, ``+``, ``when`` …) or it ends with one.
    """
    lines = text.rstrip().split("\n")
    bare = [line.split("#")[0].rstrip() for line in lines]
    out = []
    for n, line in enumerate(lines):
        following = next((b for b in bare[n + 1 :] if b), "")
        row = bare[n].lstrip().startswith("|")
        goes_on = not row and following and (_OPENS.match(following) or _LEAVES_OPEN.search(bare[n]) or _CLAIM.match(bare[n]))
        if goes_on or (out and not bare[n] and out[-1].endswith(" ")):
            out.append(bare[n].ljust(len(line)) + " ")
        else:
            out.append(line + "\n")
    return "".join(out)


def line_of(block: Block, position: int) -> int:
    """The line of the file in which a sign of a block stands."""
    return block.at.line + block.text.count("\n", 0, position)


def parse(block: Block) -> Node:
    """The tree of a formal block. Raises SpecError with one fault."""
    _nesting(block)
    try:
        return _parser("start").parse(joined(block.text))
    except UnexpectedInput as error:
        raise _explain(error, block) from None
    except DedentError:
        raise fail(
            block.at, "the indents of this block do not match", "indent the lines that belong together alike, by spaces"
        ) from None


def _nesting(block: Block) -> None:
    depth = 0
    for n, line in enumerate(block.text.splitlines()):
        at = Place(block.at.file, block.at.line + n, block.at.clauses)
        if "\t" in line:
            raise fail(at, "this line holds a tab", "indent by spaces")
        if len(line) - len(line.lstrip(" ")) > 2 * MOST_DEPTH:
            raise fail(at, "this line is indented too far", f"at most {MOST_DEPTH} levels of two spaces")
        for char in line.split("#")[0]:
            depth += (char in "([{") - (char in ")]}")
            if depth > MOST_DEPTH:
                raise fail(at, f"brackets are nested more than {MOST_DEPTH} deep here", "give the inner part a name with def")


# What a terminal is called when it is missed, most telling first.
_SAID = {
    "COLON": "“:”", "ASSIGN": "“:=”", "__ANON_0": "“..”", "EQUAL": "“=”", "RPAR": "“)”", "RSQB": "“]”", "RBRACE": "“}”", "FROM": "“from”", "TO": "“to”", "SEEN": "“seen by”",
    "BY": "“by”", "IN": "“in”", "OF": "“of”", "WHERE": "“where”", "IF": "“if”", "ELSE": "“else”", "OTHERWISE": "“otherwise”", "NAME": "a name", "INT": "a number", "VBAR": "“|”",
    "_NL": "the end of the line", "_INDENT": "an indented block", "_DEDENT": "the end of the block",
}  # fmt: skip

_HABITS = {
    "==": ("“==” is not used", "write one “=” to compare"),
    "&&": ("“&&” is not used", "write “and”"),
    "||": ("“||” only stands in tables", "write “or”"),
    "&": ("“&” is not used", "write “and”"),
    "<>": ("“<>” is not used", "write “!=”"),
    "!": ("“!” stands only after a value that may be none", "write “not” to deny, “!=” for unequal"),
    "->": ("“->” is not used", "write “implies”"),
    "=>": ("“=>” is not used", "write “implies”, or “>=” for at least"),
    "/": ("there is no division", "only + - and * with a fixed number"),
    "%": ("there is no remainder", "only + - and * with a fixed number"),
    "'": ("quotation marks are not used", "write the name as it is"),
    '"': ("quotation marks are not used", "write the name as it is"),
    ";": ("“;” is not used", "begin a new line"),
    ".": ("a single “.” asks for the suit, rank or face of a card", "write c.suit, or 0..6 for a range"),
}
_OPENERS = (
    "seats",
    "sides",
    "deck",
    "order",
    "type",
    "option",
    "zones",
    "state",
    "def",
    "table",
    "duties",
    "round",
    "phase",
    "start",
    "fact",
    "theorem",
    "invariant",
    "possible",
    "step",
    "example",
    "measure",
)


def _explain(error: UnexpectedInput, block: Block) -> SpecError:
    lines = block.text.rstrip().split("\n")
    token = getattr(error, "token", None)
    position = token.start_pos if token is not None and token.type != "$END" else getattr(error, "pos_in_stream", None)
    if token is not None and (token.type in ("$END", "_DEDENT") or token.start_pos is None):
        position = len(block.text.rstrip())
    before_it = block.text[: position or 0]
    line, column = before_it.count("\n") + 1, len(before_it) - (before_it.rfind("\n") + 1)
    line = min(line, len(lines))
    at = Place(block.at.file, block.at.line + line - 1, block.at.clauses)
    text = lines[line - 1]
    rest = text[column:].strip()
    before = text[:column].strip()
    for sign, (what, way_out) in _HABITS.items():
        if rest.startswith(sign) and not (sign == "||" and text.lstrip().startswith("|")):
            return fail(at, what, way_out)
    first = before.split(" ")[0] if before else rest.split(" ")[0]
    found = _found(error, rest)
    if not before and isinstance(error, UnexpectedToken) and error.token.type == "_INDENT":
        return fail(at, "this line is indented, but nothing above it opens a block", "begin it at the margin of the line before")
    hint = _hint(first, text, before, rest)
    if hint:
        return fail(at, f"{found} is not expected here: {text.strip()}", hint)
    wanted = _wanted(error)
    after = f" after “{before[-30:]}”" if before else ""
    return fail(
        at, f"{found} is not expected{after}", f"expected {wanted} here" if wanted else "see the reference of the language"
    )


def _found(error: UnexpectedInput, rest: str) -> str:
    if isinstance(error, UnexpectedToken) and error.token.type in ("_NL", "$END", "_DEDENT", "_INDENT"):
        return "the end of the line" if error.token.type != "_INDENT" else "an indented line"
    word = rest.split(" ")[0] if rest else ""
    return f"“{word[:40]}”" if word else "the end of the line"


def _wanted(error: UnexpectedInput) -> str:
    names = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", None) or ())
    said = [words for name, words in _SAID.items() if name in names]
    return " or ".join(said[:3])


def _hint(first: str, text: str, before: str, rest: str) -> str:
    """What to do about the mistakes that people make in each construct."""
    if "=" in rest[:2] and before and " " not in before.split("[")[0] and not rest.startswith("=="):
        return "write “:=” to give a variable a value"
    if first not in _OPENERS and not before and text[:1] not in (" ", ""):
        return f"a declaration begins with one of: {', '.join(_OPENERS)}"
    if first == "if" and ":" not in text:
        return "a condition ends with “:”, as in: if done = 6: go score"
    if first == "move" and " from " not in text and " all " not in text:
        return "say where the card comes from: move c from hand[turn!] to table[turn!]"
    if first == "act" and rest.startswith("needs"):
        return "write each condition on a line of its own under the act: needs …"
    if first == "option":
        return "write option name: bool = yes, or option name: this | that = this"
    if first == "phase":
        return "write phase name by seat, phase name auto, phase name chance or phase name end"
    if text.lstrip().startswith("|"):
        return "a row of a table is | condition | condition || result | result |"
    return ""
