"""The tree of a formal block: small, our own, and independent of the parser that made it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kirtis.language.document import Block
from kirtis.language.places import Place


@dataclass(frozen=True, slots=True)
class Tree:
    """A construct: its kind, its parts in reading order, where it stands in its block, and the clauses that its line names.

    A part is another tree, a word of the text, or None where something that may be left out is left out. ``start`` and
    ``end`` count characters of the block.
    """

    kind: str
    parts: tuple[Tree | str | None, ...]
    start: int
    end: int
    tags: tuple[str, ...] = ()

    def tree(self, n: int) -> Tree:
        """The n-th part, which the grammar makes a tree."""
        part = self.parts[n]
        assert isinstance(part, Tree), (self.kind, n, part)
        return part

    def word(self, n: int) -> str:
        """The n-th part, which the grammar makes a word."""
        part = self.parts[n]
        assert isinstance(part, str), (self.kind, n, part)
        return part

    def maybe_tree(self, n: int) -> Tree | None:
        """The n-th part, a tree that may be left out."""
        return None if self.parts[n] is None else self.tree(n)

    def maybe_word(self, n: int) -> str | None:
        """The n-th part, a word that may be left out."""
        return None if self.parts[n] is None else self.word(n)

    def trees(self, first: int = 0) -> tuple[Tree, ...]:
        """Every part from the n-th that is a tree."""
        return tuple(p for p in self.parts[first:] if isinstance(p, Tree))

    def words(self, first: int = 0) -> tuple[str, ...]:
        """Every part from the n-th that is a word."""
        return tuple(p for p in self.parts[first:] if isinstance(p, str))


def place_in(block: Block) -> Callable[[Tree], Place]:
    """The place of a tree of this block: its line, and the clauses of the block and of the line's own tag."""

    def place(tree: Tree) -> Place:
        return Place(block.at.file, block.line(tree.start), (*block.at.clauses, *tree.tags))

    return place


def text_in(block: Block, tree: Tree) -> str:
    """The formal text of a tree as written, on one line."""
    return " ".join(block.text[tree.start : tree.end].split())
