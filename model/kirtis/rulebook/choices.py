"""The readings that a finding lets one choose from, in words, and where they part."""

from __future__ import annotations

from docutils import nodes

from kirtis.language.game import Game, Option
from kirtis.rulebook.apart import wanted
from kirtis.rulebook.nodes import Bits, bits, both, inline, label, refer
from kirtis.rulebook.readings import choice, told
from kirtis.rulebook.shelf import Entry, Shelf
from kirtis.rulebook.vocabulary import STEPWISE

NOT_FOUND = (
    "padalijimo, kuriame nuo to kas nors pasikeistų, ieškota ir nerasta",
    "a deal in which this makes a difference was looked for and not found",
)


class Choices:
    """Says on a page what a finding leaves open."""

    def __init__(self, shelf: Shelf, entry: Entry, docname: str) -> None:
        self.shelf, self.entry, self.docname = shelf, entry, docname

    def all(self) -> list[nodes.Node]:
        """The readings that a finding lets one choose from, in words, and where they part."""
        out: list[nodes.Node] = []
        for game, option in self.shelf.options_of(self.entry.unit.id):
            out += [self.values(game, option)] if game.name == self.entry.game else []
            out += self.partings(game, option)
        return out

    def values(self, game: Game, option: Option) -> nodes.paragraph:
        """An option with its values."""
        name = label(*game.words.get(option.name, (option.name, option.name)))
        line = nodes.paragraph("", "", inline("k-option", *name), classes=["k-options"])
        for value in game.values(option.type):
            line += bits(" ", choice(game, option, value))
        return line

    def partings(self, game: Game, option: Option) -> list[nodes.Node]:
        """For each other value of an option the deal in which it parts from the usual one; in the game itself also what comes of both."""
        out: list[nodes.Node] = []
        kept = self.shelf.partings.get(game.name, {})
        steps = both(*STEPWISE)
        for name, word in ((n, word) for n, (one, word) in wanted(game).items() if one == option.name):
            parts: Bits = []
            if name in kept:
                parts.append(refer("example", f"{game.name} {name}", self.docname, *steps, classes="k-stepwise"))
            if game.name != self.entry.game:
                parts = (
                    bits(*both(*next(self.shelf.documents[f"spec/{game.name}"].of("game")).titles), ": ", parts) if parts else []
                )
            elif name in kept:
                parts += [inline("k-fact", r.said()) for r in told(self.shelf, game.name, kept[name])]
            else:
                parts = bits(inline("k-choice", label(*game.words.get(word, (word, word)))), ": ", both(*NOT_FOUND))
            if parts:
                out.append(nodes.paragraph("", "", *parts, classes=["k-about"]))
        return out
