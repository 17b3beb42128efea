"""``{what-rests}``: for every game, how many clauses the proofs of its statements need, and on which nothing rests."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from kirtis.rulebook.lists import Listing
from kirtis.rulebook.nodes import bits, both, cell, inline, scroller, table

COLUMNS = (
    ("Žaidimas", "Game"),
    ("Abejota punktais", "Clauses doubted"),
    ("Teiginiai", "Statements"),
    ("Punktai, kurių reikia įrodymams", "Clauses that proofs need"),
    ("Įrodymai, kuriems neužteko biudžeto", "Proofs left out by the budget"),
    ("Punktai, kuriais niekas nesiremia", "Clauses on which nothing rests"),
)
TOGETHER, ONE_BY_ONE = ("visais kartu", "all together"), ("po vieną", "one at a time")
LABEL = "Kuo remiasi įrodymai / What proofs rest on"


class WhatRests(Listing):
    """What stands in ``rests.json`` of each game; a game of which nothing stands there is named as well."""

    def run(self) -> list[nodes.Node]:
        head = [cell(both(*words), head="col") for words in COLUMNS]
        rows = []
        for game in self.shelf.games:
            unit, needs = self.heading(game), self.shelf.results.needs.get(game)
            if unit is None:
                continue
            name = cell(both(*unit.titles), head="row")
            if needs is None:
                rows.append([name, *(cell(inline("k-count", "–")) for _ in COLUMNS[1:])])
                continue
            needed = {clause for clauses in needs.values() for clause in clauses}
            idle = [self.link(clause) for clause in self.shelf.results.idle[game] if clause in self.shelf.entries]
            counts = (cell(inline("k-count", str(n))) for n in (len(needs), len(needed), self.shelf.results.left[game]))
            way = cell(both(*(ONE_BY_ONE if game in self.shelf.results.apart else TOGETHER)))
            rows.append([name, way, *counts, cell([b for link in idle for b in bits(link, " ")] or both("nėra", "none"))])
        box = scroller("", label=LABEL, classes=["k-scroll", "k-wide"])
        box += table(head, rows, "k-list")
        return [box]


def setup(app: Sphinx) -> None:
    """The table as a directive."""
    app.add_directive("what-rests", WhatRests)
