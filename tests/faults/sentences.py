"""Sentences for people: every English one that stands in a module, as a template (``“{}” is not known here``)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

GAP = "{}"
# Two words, or one beside a gap: what people read. A lone word is a name far more often than a sentence.
_READ = re.compile(r"[A-Za-z]{2,}[”,;:]? [A-Za-z“{:]|[}”…]:? [a-z]{2,}")

# What no Lithuanian sentence has; some of these words are also words of the rules, beside the signs of the rules.
ENGLISH = re.compile(
    r"“[^”]*”|(?<![|=] )\b(the|is|are|needed|found|here|this|that|there|cannot|must|write|leave|give|choose|one|an)\b(?! ?[=:(|]| seen| that =)"
)


def sentences(path: Path) -> dict[str, int]:
    """The templates in a module with their lines, documentation left out."""
    tree = ast.parse(path.read_text("utf-8"))
    silent = {n.value for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    inner = {part for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for part in ast.walk(n) if part is not n}
    found: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and node not in silent | inner:
            found |= {text: node.lineno for text in _templates(node) if _READ.search(text)}
    return found


def _templates(node: ast.expr) -> Iterator[str]:
    """A string with gaps for what is put in; a choice between two fixed words gives two."""
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.JoinedStr(parts):
            yield from map("".join, product(*(list(_templates(p)) for p in parts)))
        case ast.FormattedValue(ast.IfExp(_, ast.Constant(str(one)), ast.Constant(str(other)))):
            yield from (one, other)
        case ast.FormattedValue():
            yield GAP
