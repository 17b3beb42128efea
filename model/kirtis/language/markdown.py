"""The fences of a literate file: where each begins, what it holds, and that it ends.

markdown-it-py finds the colon fences and the code fences. Nothing else of Markdown matters here, and nothing is
interpreted: a block is its kind, its argument and its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin

from kirtis.language.errors import Fault
from kirtis.language.names import nearest
from kirtis.language.places import Place

FORMAL = ("rule", "claim", "example")

_DIRECTIVE = re.compile(r"\{?([a-z]+)\}?\s*(.*)")
_LOOKS_LIKE_ONE = re.compile(r"[ \t>*+.)0-9-]*(?:`{3,}|:{3,}|~{3,})[ \t]*\{")


@dataclass(frozen=True, slots=True)
class Fence:
    """A block ``{kind} argument`` and its text; ``line`` is that of its opening fence, counted from 1."""

    kind: str
    argument: str
    text: str
    line: int


@cache
def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark").use(colon_fence_plugin)
    # Words inside a line are the book's business.
    made.core.ruler.enableOnly(["normalize", "block"])
    return made


def fences(text: str, file: str, before: int, known: tuple[str, ...], faults: list[Fault]) -> Iterator[Fence]:
    """The blocks of a text; ``before`` counts the lines of the file before it. What cannot be read goes to ``faults``."""
    lines = text.split("\n")
    inside: set[int] = set()
    # The plug-in looks one sign past the end of an open fence, so there has to be one.
    for token in _markdown().parse(text + "\n\n"):
        if token.type not in ("colon_fence", "fence") or token.map is None:
            continue
        if token.level == 0:
            inside.update(range(*token.map))
            fence = _fence(token, lines, file, before, known, faults)
            if fence is not None:
                yield fence
    for n, line in enumerate(lines):
        if n not in inside and _LOOKS_LIKE_ONE.match(line):
            faults.append(
                Fault(
                    Place(file, before + n + 1),
                    f"this block is not read, because it stands inside a list, a quotation or an indented text: {line.strip()[:40]}",
                    "begin it at the margin",
                )
            )


def _fence(token: Token, lines: list[str], file: str, before: int, known: tuple[str, ...], faults: list[Fault]) -> Fence | None:
    assert token.map is not None
    at, info = Place(file, before + token.map[0] + 1), token.info.strip()
    match = _DIRECTIVE.fullmatch(info)
    if match is None or match[1] not in known:
        if match is not None and match[1] in FORMAL:
            what = "this formal block stands outside any clause"
            way_out = "put it into a {clause}, {finding} or {theorem}; in a house rule without them begin with a line :variant-of: kiksas"
        elif info.startswith("{") or token.type == "colon_fence":
            what = f"“{info[:40]}” is not a block of a rulebook here"
            way_out = nearest(match[1] if match else info, known) or f"there are {', '.join(known)}"
        else:
            return None
        faults.append(Fault(at, what, way_out))
        return None
    if not _ends(lines, token.map[0], token.map[1], token.markup):
        faults.append(
            Fault(
                at,
                f"the block {{{match[1]}}} that begins here does not end",
                f"close it with a line of {token.markup} ; a block around others needs more signs than those inside it",
            )
        )
        return None
    return Fence(match[1], match[2].strip(), token.content, before + token.map[0] + 1)


def _ends(lines: list[str], first: int, end: int, markup: str) -> bool:
    last = lines[end - 1].strip() if end <= len(lines) else ""
    return end - 1 > first and last.startswith(markup) and not last.strip(markup[0])
