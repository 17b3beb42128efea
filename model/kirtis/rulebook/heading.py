"""The heading of a game on its page, and the list of its words."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from kirtis.rulebook.nodes import both, cell, in_language, inline, refer, scroller, table
from kirtis.rulebook.paper.order import links
from kirtis.rulebook.paper.volumes import ALONE, pocket
from kirtis.rulebook.units import Whole


class Heading(Whole):
    """``{game}``: what the game is, its version, and where its other pages are."""

    def run(self) -> list[nodes.Node]:
        document = self.document
        unit = next((u for u in document.of("game")), None) if document else None
        if document is None or unit is None:
            return []
        facts = [inline("k-fact", both("Redakcija", "Version"), " ", unit.fields.get("version", "–"))]
        here = self.env.current_document.docname
        ways = {
            f"quick/{unit.id}": ("Per penkias minutes", "In five minutes"),
            f"proofs/{unit.id}": ("Kas įrodyta", "What is proved"),
            f"examples/{unit.id}": ("Pavyzdžiai", "Examples"),
            f"play/{unit.id}": ("Žaisti", "Play"),
        }
        for page, words in ways.items():
            shown = self.shelf.witnesses.get(unit.id) if page.startswith("examples/") else True
            if page in self.env.found_docs and page != here and shown:
                go = "k-go" if page.startswith("play/") else "k-ref"
                facts.append(inline("k-fact", refer("page", page, here, *both(*words), classes=go)))
        for printed in (links(self.config, here, unit.id), links(self.config, here, pocket(unit.id), ALONE, "A5")):
            if printed:
                facts.append(inline("k-fact", printed))
        return [nodes.paragraph("", "", *facts, classes=["k-about"]), self.prose(document, unit)]


class Words(Whole):
    """``{words}``: what the formal names are called at the table."""

    required_arguments = 0
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        if self.document is None:
            return []
        docname = self.env.current_document.docname
        game = docname.rpartition("/")[2]
        rows = []
        for unit in self.document.of("words"):
            for name, lt, en in unit.rows:
                known = self.shelf.name(game, name, local=True) is not None
                shown = refer("name", f"{game} {name}", docname, nodes.literal("", name)) if known else nodes.literal("", name)
                words = [cell(in_language(code, text), classes=f"k-{code}") for code, text in (("lt", lt), ("en", en))]
                rows.append([cell(shown, classes="k-term"), *words])
        head = [cell(both("Formaliai", "Formally"), head="col", classes="k-term")]
        head += [
            cell("Lietuviškai", head="col", classes="k-lt"),
            cell(in_language("en", "In English"), head="col", classes="k-en"),
        ]
        out = scroller("", label="Žodžiai / Words", classes=["k-scroll"])
        out += table(head, rows, "k-words")
        return [out]


def setup(app: Sphinx) -> None:
    """Both as directives."""
    app.add_directive("game", Heading)
    app.add_directive("words", Words)
