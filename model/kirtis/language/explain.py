"""What a person is told where the formal text cannot be read: in the words of the language, never in those of the parser."""

from __future__ import annotations

import re

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr

from kirtis.language.document import Block
from kirtis.language.errors import SpecError, fail
from kirtis.language.names import nearest
from kirtis.language.parser import parser
from kirtis.language.places import Place

OPENERS = tuple(
    "seats sides deck order type option zones state def table duties round phase start fact theorem invariant possible step "
    "example measure replace drop".split()
)
"""The words with which a declaration begins."""

# Signs that people bring along from elsewhere.
_HABITS = {
    "==": ("“==” is not used", "write one “=” to compare"),
    "&&": ("“&&” is not used", "write “and”"),
    "||": ("“||” only stands in tables", "write “or”"),
    "&": ("“&” is not used", "write “and”"),
    "<>": ("“<>” is not used", "write “!=”"),
    "=<": ("“=<” is not used", "write “<=”"),
    "=>": ("“=>” is not used", "write “implies”, or “>=” for at least"),
    "->": ("“->” is not used", "write “implies”"),
    "!": ("“!” stands only after a value that may be none", "write “not” to deny, “!=” for unequal"),
    "/": ("there is no division", "only + - and * with a fixed number"),
    "%": ("there is no remainder", "only + - and * with a fixed number"),
    "'": ("quotation marks are not used", "write the name as it is"),
    '"': ("quotation marks are not used", "write the name as it is"),
    "“": ("quotation marks are not used", "write the name as it is"),
    "„": ("quotation marks are not used", "write the name as it is"),
    ";": ("“;” is not used", "begin a new line"),
    ".": ("a single “.” asks for the suit, rank or face of a card", "write c.suit, or 0..6 for a range"),
    "?": ("“?” stands only after a type", "write card? for a card or none; to test for none, write = none"),
    "§": ("a tag stands only at the end of a line, and names a clause", "as in: go take   §KIK-25"),
    "≠": ("“≠” is not used", "write “!=”"),
    "≤": ("“≤” is not used", "write “<=”"),
    "≥": ("“≥” is not used", "write “>=”"),
}  # fmt: skip

# What is said of the classes of words; every other terminal is a fixed sign or word and is quoted as it is.
_CLASSES = {
    "NAME": "a name", "INT": "a number", "CMP": "a comparison", "SIGN": "“+” or “-”", "MAYBE": "“?”", "DASH": "“-”", "TAG": "a tag", "ZONEKIND": "“one” or “pile”", "WORD": "a kind of declaration",
    "CLAIM": "a claim", "REPLACE": "“replace”", "_NL": "the end of the line", "$END": "the end of the block", "_INDENT": "an indented block", "_DEDENT": "the end of the indented block",
}  # fmt: skip
_FIRST = ("NAME", "INT", "_INDENT", "_NL")
_MOST_WANTED = 3
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def explain(error: UnexpectedInput, block: Block) -> SpecError:
    """The fault for what the parser stumbled over."""
    lines = block.text.rstrip().split("\n")
    number, column = _where(error, block, lines)
    at = Place(block.at.file, block.at.line + number, block.at.clauses)
    text = lines[number].split("#")[0]
    before, rest = text[:column].strip(), text[column:].strip()
    wanted = _wanted(error)
    for what, way_out in _known_mistake(text, before, rest, wanted):
        return fail(at, what, way_out)
    if isinstance(error, UnexpectedToken) and error.token.type == "_INDENT":
        return fail(at, "this line is indented, but nothing above it opens a block", "begin it where the line above begins")
    found = _found(error, rest)
    after = f" after “{before[-30:].strip()}”" if before else ""
    hint = _hint(text, before, rest)
    if hint:
        return fail(at, f"{found} is not expected{after}", hint)
    expected = " or ".join(_spoken(wanted)[:_MOST_WANTED])
    return fail(
        at, f"{found} is not expected{after}", f"expected {expected} here" if expected else "see the reference of the language"
    )


def _where(error: UnexpectedInput, block: Block, lines: list[str]) -> tuple[int, int]:
    """Line (from 0) and column of what was not expected; the end of the line before where a block or line ended too soon."""
    end = len(block.text.rstrip())
    token = error.token if isinstance(error, UnexpectedToken) else None
    position = error.pos_in_stream if token is None else token.start_pos
    if position is None or (token is not None and token.type in ("$END", "_DEDENT") and position == 0):
        position = end
    if token is not None and token.type == "_INDENT" and token.end_pos is not None:
        # An indent is found with the end of the line before; what is meant is the line itself.
        position = token.end_pos
        while position < end and block.text[position] in " \n":
            position += 1
    position = min(position, end)
    if token is not None and token.type in ("_NL", "_DEDENT", "$END"):
        while position > 0 and block.text[position - 1] in " \n":
            position -= 1
    number = min(block.text.count("\n", 0, position), len(lines) - 1)
    return number, position - (block.text.rfind("\n", 0, position) + 1)


def _wanted(error: UnexpectedInput) -> set[str]:
    """The classes of words that could have stood there."""
    if isinstance(error, UnexpectedToken):
        return set(error.accepts or error.expected or ())
    if isinstance(error, UnexpectedCharacters):
        return set(error.allowed or ())
    return set()


def _fixed() -> dict[str, str]:
    """What a terminal for one fixed sign or word is, by its name."""
    return {t.name: t.pattern.value for t in parser().terminals if isinstance(t.pattern, PatternStr)}


def _spoken(wanted: set[str]) -> list[str]:
    fixed = _fixed()
    names = sorted(wanted, key=lambda name: (name not in _FIRST, name in ("_NL", "_DEDENT", "$END"), fixed.get(name, name)))
    said = [_CLASSES.get(name) or (f"“{fixed[name]}”" if name in fixed else "") for name in names]
    return [s for s in dict.fromkeys(said) if s]


def _found(error: UnexpectedInput, rest: str) -> str:
    if isinstance(error, UnexpectedToken) and error.token.type in ("_NL", "$END", "_DEDENT"):
        return "the end of the line"
    word = rest.split(" ")[0] if rest else ""
    name = _WORD.match(word)
    return f"“{(name[0] if name else word)[:40]}”" if word else "the end of the line"


def _known_mistake(text: str, before: str, rest: str, wanted: set[str]) -> list[tuple[str, str]]:
    """What is wrong and a way out, for mistakes that can be told from the text."""
    for sign, what_and_way_out in _HABITS.items():
        if rest.startswith(sign) and not (sign == "||" and text.lstrip().startswith("|")):
            return [what_and_way_out]
    if rest[:1] and ord(rest[0]) > 127:
        return [(f"“{rest[0]}” cannot stand in formal text", "names are made of the letters a–z, digits and _")]
    word = _WORD.match(rest)
    if word and "NAME" in wanted and word[0] in _fixed().values():
        return [(f"“{word[0]}” is a word of the language and cannot be a name", "choose another name")]
    if not before and word and text[:1] != " " and word[0] not in OPENERS:
        there = f"a declaration begins with one of: {', '.join(OPENERS)}"
        return [(f"“{word[0]}” does not begin a declaration", nearest(word[0], OPENERS) or there)]
    return []


def _hint(text: str, before: str, rest: str) -> str:
    """What to do about the mistakes that people make in each construct."""
    first = text.split()[0] if text.split() else ""
    indented = text[:1] == " "
    if rest.startswith("=") and indented and re.fullmatch(r"[a-z_A-Z0-9]+(\[.*\])?", before):
        return "write “:=” to give a variable a value"
    if first in ("if", "elif") and ":" not in text:
        return "a condition ends with “:”, as in: if done = 6: go score"
    if first == "move" and " from " not in text and " all " not in text:
        return "say where the card comes from: move c from hand[turn!] to table[turn!]"
    if first == "act" and rest.startswith("needs"):
        return "write each condition on a line of its own under the act: needs …"
    if first == "option":
        return "write option name: bool = yes, or option name: this | that = this"
    if first == "phase":
        return "write phase name by seat, phase name auto, phase name chance or phase name end"
    if first.startswith("|"):
        return "a row of a table is | condition | condition || result | result |"
    if indented and rest.startswith("needs"):
        return "the conditions of an act stand before what it does"
    return ""
