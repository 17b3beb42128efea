"""The parser of the rule language: LALR(1) tables made from ``grammar.lark`` beforehand, so that no run has to make them.

The tables lie beside the grammar as plain JSON, with the digest of the grammar that they belong to. Where they do not fit
(a grammar just edited, another Lark), the parser is made from the grammar: slower by a third of a second, and the same.
``write_tables()`` writes them anew; a test says so when that is due, and makes the parser with
``strict=True``, which refuses every grammar that leaves a choice between two readings.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import lark
from lark import Lark, Token
from lark.exceptions import LarkError
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = Path(__file__).with_name("grammar.json")


class Indents(Indenter):
    """Indented blocks as in Python; lines inside brackets count as one."""

    NL_type: ClassVar[str] = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB", "LBRACE"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB", "RBRACE"]
    INDENT_type: ClassVar[str] = "_INDENT"
    DEDENT_type: ClassVar[str] = "_DEDENT"
    tab_len: ClassVar[int] = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The words with their indents; raises GluedError where one begins in the middle of another."""
        indented: Callable[[Iterator[Token]], Iterator[Token]] = super().process
        return indented(_apart(stream))


class GluedError(LarkError):
    """Two words without anything between them: ``define`` is no ``def``, ``2x`` is nothing at all."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


def _apart(stream: Iterable[Token]) -> Iterator[Token]:
    # The lexer looks only for words that may follow, so it would read the word def in “define” and go on from there.
    end, letter, start = -1, False, 0
    for token in stream:
        word = token[:1].isalnum() or token[:1] == "_"
        if word and letter and token.start_pos == end:
            raise GluedError(start)
        end, letter, start = token.end_pos or -1, token[-1:].isalnum() or token[-1:] == "_", token.start_pos or 0
        yield token


@cache
def parser() -> Lark:
    """The parser, from the tables if they fit."""
    return from_tables(TABLES) or from_grammar()


def from_grammar(*, strict: bool = False) -> Lark:
    """The parser made from the grammar; ``strict`` refuses any choice between two readings (lark.exceptions.GrammarError)."""
    return Lark(
        GRAMMAR.read_text("utf-8"), parser="lalr", postlex=Indents(), propagate_positions=True, maybe_placeholders=True, strict=strict
    )  # fmt: skip


def digest() -> str:
    """What the tables are made from: the grammar, and the line of releases of Lark."""
    release = ".".join(lark.__version__.split(".")[:2])
    return hashlib.sha256(f"lark {release}\n".encode() + GRAMMAR.read_bytes()).hexdigest()


def tables() -> str:
    """The tables of the grammar, as the text of ``grammar.json``."""
    made = from_grammar()
    data, memo = made.memo_serialize([TerminalDef, Rule])
    # The one option that is an object; it is given again when the tables are read.
    data["options"] = {name: value for name, value in data["options"].items() if name != "postlex"}
    whole = {"digest": digest(), "data": data, "memo": memo}
    return json.dumps(whole, default=sorted, separators=(",", ":"), ensure_ascii=False) + "\n"


def from_tables(path: Path) -> Lark | None:
    """The parser from a file of tables, or None where they are missing or belong to another grammar."""
    try:
        whole: dict[str, Any] = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    if whole.get("digest") != digest():
        return None
    # JSON has only words for keys; Lark wants the numbers back.
    table = whole["data"]["parser"]["parser"]
    table["tokens"] = {int(n): word for n, word in table["tokens"].items()}
    table["states"] = {int(n): {int(token): act for token, act in state.items()} for n, state in table["states"].items()}
    saved = {"data": whole["data"], "memo": {int(n): part for n, part in whole["memo"].items()}}
    made: Lark = Lark.__new__(Lark)._load(saved, postlex=Indents())
    return made


def write_tables() -> None:
    """Write ``grammar.json``; to be done after every change of ``grammar.lark``."""
    TABLES.write_text(tables(), "utf-8")
