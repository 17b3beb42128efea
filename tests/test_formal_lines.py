"""Formal text is at most 60 columns wide, in the rules, in the proofs and wherever the book shows some; only tables are wider."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from console import ROOT
from kirtis import files
from kirtis.language.markdown import FORMAL

WIDEST = 60
FENCES = {f"{{{kind}}}" for kind in FORMAL}
PAGE = ROOT / "docs" / "language.md"
"""Its formal text stands in fences without a name."""
TEXTS = (*files.spec_files(), *files.proof_files(), *sorted((ROOT / "docs").rglob("*.md")))


def formal_lines(text: str, kinds: set[str], before: int = 0) -> Iterator[tuple[int, str]]:
    """Number and text of every formal line, those of a rulebook shown within the text too."""
    for token in MarkdownIt().parse(text):
        if token.type != "fence" or token.map is None:
            continue
        first = before + token.map[0] + 2
        if token.info.strip() == "markdown":
            yield from formal_lines(token.content, kinds, first - 1)
        elif token.info.strip() in kinds:
            yield from enumerate(token.content.splitlines(), first)


def too_wide(path: Path) -> list[str]:
    kinds = FENCES | {""} if path == PAGE else FENCES
    return [
        f"{path}:{n}: {len(line)} columns: {line}"
        for n, line in formal_lines(path.read_text("utf-8"), kinds)
        if len(line) > WIDEST and not line.lstrip().startswith("|")
    ]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_formal_line_is_too_wide(path: Path) -> None:
    assert too_wide(path) == [], "break it where a joining word begins the next line"


def test_a_line_that_is_too_wide_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    rule = f"# {'wide ' * 20}\n| {'table ' * 20}|\nseats A B\n"
    path.write_text(
        f"{'text ' * 20}\n\n```{{rule}}\n{rule}```\n\n````markdown\n```{{claim}}\n{'-' * 61}\n{'-' * 60}\n```\n````\n"
    )

    assert [line.split(" ")[0] for line in too_wide(path)] == [f"{path}:4:", f"{path}:11:"]
