"""``{what-comes-about}``: for every game, how much of its rules comes about in kept matches, and why the rest does not."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from kirtis.rulebook.lists import Listing
from kirtis.rulebook.nodes import Bits, bits, both, cell, grid_cell, inline, refer, scroller, table

COLUMNS = (
    ("Žaidimas", "Game"),
    ("Žaidėjai", "Players"),
    ("Vietos taisyklėse", "Places in the rules"),
    ("Nutinka", "Come about"),
    ("Partijos", "Matches"),
    ("Niekada nenutinka", "Never come about"),
    ("Nesutikta", "Not met"),
)
REASONS = (COLUMNS[0], COLUMNS[1], ("Vieta", "Place"), ("Kodėl nesutikta", "Why it was not met"))
LABEL = "Kas nutinka partijose / What comes about in matches"


class WhatComesAbout(Listing):
    """The counts that stand in the files of kept matches, and each place that was not met with the reason."""

    def run(self) -> list[nodes.Node]:
        rows, reasons = [], []
        for game, of in self.shelf.reached.items():
            unit = self.heading(game)
            if unit is None:
                continue
            name: Bits = bits(refer("page", f"spec/{game}", self.docname, *both(*unit.titles)))
            for seats, found in of.items():
                counts = (seats, found.all, found.met, found.matches, found.never, len(found.unmet))
                rows.append([cell(name, head="row"), *(cell(inline("k-count", str(n))) for n in counts)])
                reasons += [
                    [
                        cell(both(*unit.titles), head="row"),
                        cell(inline("k-count", str(seats))),
                        cell(nodes.literal(mark, mark)),
                        cell(both(*why)),
                    ]
                    for mark, why in found.unmet.items()
                ]
                name = both(*unit.titles)
        if not rows:
            return [nodes.paragraph("", "", *both("Dar nieko nėra.", "There is nothing yet."))]
        return [self._box(COLUMNS, rows), *([self._box(REASONS, reasons)] if reasons else [])]

    def _box(self, columns: tuple[tuple[str, str], ...], rows: list[list[grid_cell]]) -> nodes.Node:
        box = scroller("", label=LABEL, classes=["k-scroll", "k-wide"])
        box += table([cell(both(*words), head="col") for words in columns], rows, "k-list")
        return box


def setup(app: Sphinx) -> None:
    """The tables as a directive."""
    app.add_directive("what-comes-about", WhatComesAbout)
