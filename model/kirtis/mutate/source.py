"""The rules of a game as text and tree, and the game that an edit makes of them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from kirtis.language import load
from kirtis.language.build import build
from kirtis.language.changes import above
from kirtis.language.document import Block, Document, Unit
from kirtis.language.game import Game
from kirtis.language.places import Place
from kirtis.mutate.edits import Edit, edits


class Source:
    """A game with the documents that it was read from, so that it can be read again with a change."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.documents = game.documents
        self.heading = self._heading()
        self.above = self._above()
        self.edits = edits(game, self.documents, self.above)

    @classmethod
    def of(cls, name: str | Path, seats: int | None = None) -> Source:
        """The rules of that name or file, for so many players."""
        return cls(load(name, seats=seats))

    def _heading(self) -> Unit:
        return next(u for d in self.documents for u in d.of("game") if u.id == self.game.name)

    def _above(self) -> tuple[Document, ...]:
        """The documents of the parents of a variant: those that come before the one with the heading."""
        return () if self.game.parent is None else above(self.game)

    def changed(self, edit: Edit) -> Game:
        """The game with a change made. Raises SpecError where that is no lawful game."""
        block = self._block(edit)
        documents, older = [], []
        for d in self.documents:
            new = d
            if any(edit.block in u.blocks for u in d.units):
                units = tuple(replace(u, blocks=tuple(block if b == edit.block else b for b in u.blocks)) for u in d.units)
                new = Document(d.path, units, d.text)
            documents.append(new)
            if any(d is one for one in self.above):
                older.append(new)
        return build(documents, self.heading, above=older, players=len(self.game.seats) if self.game.seat_counts else None)

    def _block(self, edit: Edit) -> Block:
        """The block with the change; it keeps the tags of lines left out, so that no clause loses its formal text for that."""
        at, text = edit.block.at, edit.text()
        lost = [t for t in re.findall(r"§([A-Z0-9,-]+)", edit.block.text) if f"§{t}" not in text]
        tags = tuple(c for one in lost for c in one.split(","))
        return Block(edit.block.kind, text, Place(at.file, at.line, (*at.clauses, *tags)))
