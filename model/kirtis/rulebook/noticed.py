"""``{who-notices}``: for every game, how many of the changes of its rules somebody notices, and who."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from kirtis.rulebook.lists import Listing
from kirtis.rulebook.nodes import both, cell, inline, refer, scroller, table

COLUMNS = {
    "all": ("Pakeitimų", "Changes"),
    "no game": ("Nepriimta kaip taisyklės", "Not accepted as rules"),
    "statement": ("Paneigtas teiginys", "A statement is refuted"),
    "example": ("Neberastas pavyzdys", "An example is not found"),
    "check": ("Neatlaikyta patikra", "A check is not passed"),
    "match": ("Parodo tik partija", "Only a match shows it"),
    "equivalent": ("Nieko nekeičia", "It changes nothing"),
    "left": ("Nepastebėta", "Not noticed"),
    "unjudged": ("Dar netikrinta", "Not judged yet"),
}
"""What the columns are called; ``left`` are those that nobody noticed or that are not decided, ``unjudged`` those that are not in the list."""


class WhoNotices(Listing):
    """The counts that stand in the lists of changes."""

    def run(self) -> list[nodes.Node]:
        head = [cell(both(*words), head="col") for words in (("Žaidimas", "Game"), *COLUMNS.values())]
        rows = []
        for game, changes in self.shelf.changes.items():
            unit = self.heading(game)
            if unit is None:
                continue
            name = refer("page", f"spec/{game}", self.docname, *both(*unit.titles))
            rows.append([cell(name, head="row"), *(cell(inline("k-count", str(changes.counts.get(c, 0)))) for c in COLUMNS)])
        if not rows:
            return [nodes.paragraph("", "", *both("Dar nieko nėra.", "There is nothing yet."))]
        box = scroller("", label="Kas pastebi pakeitimą / Who notices a change", classes=["k-scroll", "k-wide"])
        box += table(head, rows, "k-list")
        return [box]


def setup(app: Sphinx) -> None:
    """The table as a directive."""
    app.add_directive("who-notices", WhoNotices)
