"""What a person is told where the formal text cannot be read: in the words of the language, never in those of the parser."""

from __future__ import annotations

import re

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr

from kirtis.language.document import Block
from kirtis.language.errors import SpecError, fail
from kirtis.language.names import nearest
from kirtis.language.parser import parser
from kirtis.language.places import Place
from kirtis.language.scope import RESERVED

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

# Where words belong that begin a line in the wrong place.
_BELONGS = {
    "given": "an example reads: given … then …",
    "then": "an example reads: given … then …",
    "else": "else: follows the block of an if, indented like it",
    "elif": "elif …: follows the block of an if, indented like it",
    "needs": "needs stands under an act, before what it does",
    "when": "when follows a duty; as a name, choose another word",
    "where": "where follows a set, as in: count c in stock where …; as a name, choose another word",
    "otherwise": "otherwise ends the last case of a def",
    "seen": "seen by follows a zone or a variable",
}

# What is said of the classes of words; every other terminal is a fixed sign or word and is quoted as it is.
_CLASSES = {
    "NAME": "a name", "INT": "a number", "CMP": "a comparison", "SIGN": "“+” or “-”", "MAYBE": "“?”", "DASH": "“-”", "TAG": "a tag", "ZONEKIND": "“one” or “pile”", "WORD": "a kind of declaration",
    "CLAIM": "a claim", "REPLACE": "“replace”", "_NL": "the end of the line", "$END": "the end of the block", "_INDENT": "an indented block", "_DEDENT": "the end of the indented block",
}  # fmt: skip
# What a line of a phase or an action begins with, if it gives no variable a value.
_STEPS = ("needs", "let", "move", "gather", "fill", "draw", "reset", "go", "stay", "if", "elif", "else", "for")
_QUANTIFIERS = ("all", "some", "no", "count", "sum", "the", "best")
_FIRST = ("NAME", "INT", "_INDENT", "_NL")
_MOST_WANTED = 3
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def explain_glued(position: int, block: Block) -> SpecError:
    """The fault for a word that begins like another and goes on."""
    return _glued(block.text[position:], Place(block.at.file, block.line(position), block.at.clauses))


def _glued(rest: str, at: Place) -> SpecError:
    word = re.match(r"\w+", rest)
    found = word[0][:40] if word else ""
    if found[:1].isdigit():
        return fail(at, f"“{found}” is neither a number nor a name", "a name begins with a letter; after a number comes a space")
    there = f"a declaration begins with one of: {', '.join(OPENERS)}"
    return fail(at, f"“{found}” is not a word of the language", nearest(found, OPENERS) or there)


def explain(error: UnexpectedInput, block: Block, uneven: Place | None) -> SpecError:
    """The fault for what the parser stumbled over; ``uneven`` is a line whose indent fits no other, if there is one."""
    lines = block.text.rstrip().split("\n")
    number, column = _where(error, block, lines)
    at = Place(block.at.file, block.at.line + number, block.at.clauses)
    text = lines[number].split("#")[0]
    before, rest = text[:column].strip(), text[column:].strip()
    wanted = _wanted(error)
    if isinstance(error, UnexpectedToken) and error.token.type in ("_INDENT", "_DEDENT") and uneven is not None:
        return fail(uneven, "this line is indented like none above it", "begin it where the lines that it belongs with begin")
    if isinstance(error, UnexpectedToken) and error.token.type == "_INDENT":
        return fail(at, "this line is indented, but nothing above it opens a block", "begin it where the line above begins")
    if re.match(r"[A-Za-z0-9_]{2}", text[max(column - 1, 0) :]) and column:
        start = len(text[:column]) - len(re.split(r"[^A-Za-z0-9_]", text[:column])[-1])
        return _glued(text[start:], at)
    for what, way_out in _known_mistake(text, column):
        return fail(at, what, way_out)
    found = _found(error, rest)
    unexpected = f"{found} is not expected after “{_tail(before)}”" if before else f"{found} is not expected"
    hint = _hint(text, before, rest, wanted)
    if hint:
        return fail(at, unexpected, hint)
    missed = _keyword_taken_for_name(error)
    if missed:
        if missed in _QUANTIFIERS:
            return fail(at, f"“{missed} …” stands here without brackets", f"put brackets around it: ({missed} …)")
        return fail(at, f"“{missed}” is a word of the language and cannot be a name", f"is something missing before “{missed}”?")
    expected = " or ".join(_spoken(wanted)[:_MOST_WANTED])
    return fail(at, unexpected, f"expected {expected} here" if expected else "see the reference of the language")


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


def _tail(text: str) -> str:
    """The last words of a text, to say after what something stands."""
    words = text.split()
    out = words[-1][-40:]
    for word in reversed(words[:-1]):
        if len(out) + len(word) > 40:
            return out
        out = f"{word} {out}"
    return out


def _keyword_taken_for_name(error: UnexpectedInput) -> str:
    """The word just before, where it is one of the language and was read as a name for want of anything better."""
    stack = (
        error.interactive_parser.parser_state.value_stack
        if isinstance(error, UnexpectedToken) and error.interactive_parser
        else []
    )
    last = stack[-1] if stack else None
    while isinstance(last, Tree) and len(last.children) == 1:
        last = last.children[0]
    return str(last) if isinstance(last, Token) and last.type == "NAME" and last in RESERVED else ""


def _known_mistake(text: str, column: int) -> list[tuple[str, str]]:
    """What is wrong and a way out, for mistakes that can be told from the text."""
    before, rest = text[:column].strip(), text[column:].strip()
    for sign, what_and_way_out in _HABITS.items():
        # The first half of a double sign may have been a sign of its own.
        here = rest.startswith(sign) or (len(sign) == 2 and text[max(column - 1, 0) :].startswith(sign))
        if here and not (sign == "||" and text.lstrip().startswith("|")):
            return [what_and_way_out]
    if rest[:1] and ord(rest[0]) > 127:
        return [(f"“{rest[0]}” cannot stand in formal text", "names are made of the letters a–z, digits and _")]
    word = _WORD.match(rest)
    if not before and word and text[:1] == " " and word[0] in ("replace", "drop"):
        way_out = "begin it there; for one action of a phase: drop act name, and after it the phase with the new action alone"
        return [(f"“{word[0]}” stands only at the margin", way_out)]
    if not before and word and word[0] in RESERVED and word[0] not in OPENERS:
        belongs = _BELONGS.get(word[0], "as a name, choose another")
        return [(f"“{word[0]}” is a word of the language and does not fit here", belongs)]
    if not before and word and text[:1] != " " and word[0] not in OPENERS:
        there = f"a declaration begins with one of: {', '.join(OPENERS)}"
        return [(f"“{word[0]}” does not begin a declaration", nearest(word[0], OPENERS) or there)]
    return []


def _hint(text: str, before: str, rest: str, wanted: set[str]) -> str:
    """What to do about the mistakes that people make in each construct."""
    first = text.split()[0] if text.split() else ""
    signs = {_fixed().get(name, name) for name in wanted}
    indented = text[:1] == " "
    if "seen" in signs:
        return "say who sees it: seen by all, seen by nobody, or seen by v if v = s"
    if indented and ":" in signs and ":=" not in signs and rest.startswith("="):
        return f"say of which type it is, as in: {before}: 0..6 = 0"
    if first == "needs" and ":=" in signs:
        return "the conditions of an act stand before what it does"
    if rest.startswith("=") and indented and re.fullmatch(r"[a-z_A-Z0-9]+(\[.*\])?", before):
        return "write “:=” to give a variable a value"
    if indented and ":=" in signs and before == first:
        return nearest(first, _STEPS) or f"a line here gives a variable a value (:=) or begins with one of: {', '.join(_STEPS)}"
    if indented and re.search(r"[:+-]=", before):
        if rest.startswith("for "):
            return "for stands first, as in: for s in seat: marks[s] += 1"
        if rest.startswith(("if ", "when ", "where ")):
            return "a condition stands first, as in: if done = 6: turn := none"
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
    return ""
