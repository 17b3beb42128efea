"""A declaration as text and tree: what a place of it reads, and how it is changed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from kirtis import files
from kirtis.language.game import Game
from kirtis.language.items import Item
from kirtis.language.trees import Tree

Found = tuple[str, str, str, tuple[tuple[int, int, str], ...]]
"""Kind, what stands there, what takes its place, and the changes of the text."""


def alone(game: Game) -> Game:
    """A game without what is claimed of it: the rules cannot name a definition that stands among the statements."""
    own = {n: d for n, d in game.definitions.items() if Path(d.at.file).parent != files.proofs_folder()}
    return replace(game, claims={}, definitions=own)


class Text:
    """The text of one declaration of a game."""

    def __init__(self, game: Game, item: Item) -> None:
        self.game, self.item, self.source = game, item, item.block.text

    def words(self, tree: Tree) -> str:
        return self.span(tree.start, tree.end)

    def span(self, start: int, end: int) -> str:
        """The text between two places, on one line, without what is said aside."""
        return " ".join(" ".join(line.split("#")[0] for line in self.source[start:end].split("\n")).split())

    def instead(self, kind: str, tree: Tree, new: str) -> Found:
        return kind, self.words(tree), new, ((tree.start, tree.end, new),)

    def between(self, kind: str, whole: Tree, left: Tree, right: Tree, old: str, new: str) -> Found | None:
        """A sign between two trees changed; the whole is what is shown."""
        text = self.source[left.end : right.start]
        found = re.search(re.escape(old) if not old[0].isalpha() else rf"\b{old}\b", text)
        if found is None:
            return None
        start = left.end + found.start()
        end = start + len(found[0])
        shown = f"{self.span(whole.start, start)} {new} {self.span(end, whole.end)}"
        return kind, self.words(whole), " ".join(shown.split()), ((start, end, new),)

    def contrary(self, tree: Tree) -> Found:
        return self.instead("condition", tree, f"not ({self.words(tree)})")

    def dropped(self, kind: str, tree: Tree) -> Found:
        """Whole lines left out."""
        start, end = self.lines(tree)
        return kind, self.span(start, end), "left out", ((start, end, ""),)

    def lines(self, tree: Tree) -> tuple[int, int]:
        """From the beginning of the first line of a tree to the end of its last, tags and all."""
        last = tree.end
        while last > tree.start and self.source[last - 1] in " \n":
            last -= 1
        start = self.source.rfind("\n", 0, tree.start) + 1
        end = self.source.find("\n", last)
        return start, len(self.source) if end < 0 else end + 1

    def reach(self, tree: Tree) -> tuple[int, int]:
        """A tree with the brackets around it: those that stand right before and after it in pairs."""
        start, end = tree.start, tree.end
        while True:
            before = len(self.source[:start].rstrip())
            after = end + len(self.source[end:]) - len(self.source[end:].lstrip())
            if (
                before
                and after < len(self.source)
                and self.source[before - 1] == "("
                and self.source[after] == ")"
                and not self.called(before - 1)
            ):
                start, end = before - 1, after + 1
            else:
                return start, end

    def called(self, bracket: int) -> bool:
        """Whether a bracket belongs to a call: a name that is no word of the language stands right before it."""
        before = re.search(r"[A-Za-z_0-9]+$", self.source[:bracket])
        return before is not None and before[0] not in ("not", "and", "or", "implies", "if", "else", "when", "in")
