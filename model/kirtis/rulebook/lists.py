"""Lists over all rulebooks: games, clauses, findings, and which sentence of a source became what."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from kirtis.language.document import Unit
from kirtis.language.game import Game, Option
from kirtis.rulebook.apart import wanted
from kirtis.rulebook.domain import shelf_of
from kirtis.rulebook.faces import plural
from kirtis.rulebook.nodes import Bits, badge, bits, both, cell, grid_cell, inline, of_clause, refer, scroller, table
from kirtis.rulebook.results import Tally
from kirtis.rulebook.shelf import Entry, Shelf
from kirtis.rulebook.vocabulary import CERTAINTIES, KINDS, MEANINGS, STEPWISE


class Listing(SphinxDirective):
    """A list over the shelf, one part a game."""

    @property
    def shelf(self) -> Shelf:
        """The shelf of this build."""
        return shelf_of(self.env)

    @property
    def docname(self) -> str:
        """The page that the list stands on."""
        return self.env.current_document.docname

    def heading(self, game: str) -> Unit | None:
        """The heading of a game."""
        document = self.shelf.documents.get(f"spec/{game}")
        return next(document.of("game"), None) if document else None

    def link(self, id_: str) -> nodes.Node:
        """A link to a unit."""
        return refer("unit", id_, self.docname)

    def row(self, entry: Entry, *cells: grid_cell) -> list[grid_cell]:
        """Number, title, and what else there is."""
        return [
            cell(self.link(entry.unit.id), head="row", classes="k-number"),
            cell(*both(*entry.unit.titles, between=" · "), classes="k-title"),
            *cells,
        ]

    def table(self, kinds: str, heads: list[tuple[str, str]], label: str) -> list[nodes.Node]:
        """One table a game."""
        out: list[nodes.Node] = []
        for game in dict.fromkeys(e.game for e in self.shelf.of(kinds)):
            head = [cell(both(*h), head="col") for h in (("Nr.", "No."), ("Pavadinimas", "Title"), *heads)]
            rows = [self.cells(e) for e in self.shelf.of(kinds, game=game)]
            unit = self.heading(game)
            box = scroller("", label=label, classes=["k-scroll", "k-wide"])
            box += table(head, rows, "k-list", caption=both(*unit.titles) if unit else None)
            out.append(box)
        return out or [nodes.paragraph("", "", *both("Dar nieko nėra.", "There is nothing yet."))]

    def cells(self, entry: Entry) -> list[grid_cell]:
        """The row of one unit."""
        raise NotImplementedError

    def stepwise(self, game: Game, option: Option) -> Bits:
        """Links to the deals in which the readings of an option part."""
        kept = self.shelf.partings.get(game.name, {})
        steps = both(*STEPWISE)
        deals = [name for name, (one, _) in wanted(game).items() if one == option.name and name in kept]
        return [
            b for n in deals for b in bits(" ", refer("example", f"{game.name} {n}", self.docname, *steps, classes="k-stepwise"))
        ]

    def links(self, ids: Iterable[str]) -> Bits:
        """Links to units, or a dash."""
        found = [b for n, i in enumerate(ids) for b in bits(" " if n else "", self.link(i))]
        return found or [inline("k-any", "–")]


class Clauses(Listing):
    """``{clause-list}``."""

    def run(self) -> list[nodes.Node]:
        return self.table("clause", [("Būsena", "State"), ("Pastebėjimai", "Findings")], "Punktai / Clauses")

    def cells(self, entry: Entry) -> list[grid_cell]:
        if entry.unit.fields.get("prose-lt"):
            state: nodes.Node = inline("k-badge k-prose", both("tik tekstas", "prose only"))
        else:
            state = of_clause(self.shelf.results, entry.game, entry.unit.id)
        return self.row(entry, cell(state), cell(self.links(self.shelf.links(entry.unit.id).findings)))


class Findings(Listing):
    """``{finding-list}``."""

    def run(self) -> list[nodes.Node]:
        heads = [("Rūšis", "Kind"), ("Skaitymas", "The reading"), ("Punktai", "Clauses"), ("Pasirinkimas", "Option")]
        return self.table("finding", heads, "Pastebėjimai / Findings")

    def cells(self, entry: Entry) -> list[grid_cell]:
        unit = entry.unit
        kind, certainty = unit.fields.get("kind", ""), unit.fields.get("certainty", "")
        mine = [(game, o) for game, o in self.shelf.options_of(unit.id) if game.name == entry.game]
        options = [bits(nodes.literal("", o.name), self.stepwise(game, o)) for game, o in mine]
        clauses = filter(None, re.split(r"[,\s]+", unit.fields.get("clauses", "")))
        return self.row(
            entry,
            cell(inline(f"k-badge k-kind-{kind}", both(*KINDS.get(kind, (kind, kind))))),
            cell(both(*CERTAINTIES.get(certainty, (certainty, certainty)), between=" / ")),
            cell(self.links(clauses)),
            cell([b for n, o in enumerate(options) for b in bits(" " if n else "", *o)] or [inline("k-any", "–")]),
        )


class Sentences(Listing):
    """``{sentence-list}``: every sentence of a source, and what it became."""

    def run(self) -> list[nodes.Node]:
        out: list[nodes.Node] = []
        for docname, document in self.shelf.documents.items():
            unit = next(document.of("game"), None)
            if unit is None or "sentences" not in unit.fields or not docname.startswith("spec/"):
                continue
            where: dict[str, list[str]] = defaultdict(list)
            for entry in self.shelf.of("clause", "finding", "remark", game=docname.rpartition("/")[2]):
                for sentence in entry.unit.sources:
                    where[sentence].append(entry.unit.id)
            items = nodes.bullet_list(classes=["k-sentences"])
            for sentence in sorted(where, key=_numbers):
                found = [b for i in where[sentence] for b in bits(" ", self.link(i))]
                items += nodes.list_item("", nodes.paragraph("", "", nodes.literal("", sentence), *found), ids=[sentence])
            out += [nodes.rubric("", "", *both(*unit.titles)), items]
        return out


def _numbers(sentence: str) -> list[tuple[int, str]]:
    return [(int(part or 0), letters) for letters, part in re.findall(r"([A-Z.]+)(\d+)", sentence)]


class Games(Listing):
    """``{game-list}``: a card for each game, with how far it has come."""

    def run(self) -> list[nodes.Node]:
        items = nodes.bullet_list(classes=["k-games"])
        for docname in self.shelf.documents:
            game = docname.rpartition("/")[2]
            unit = self.heading(game)
            if unit is None or not docname.startswith("spec/"):
                continue
            counts = {k: len(list(self.shelf.of(k, game=game))) for k in ("clause", "finding", "theorem")}
            link = refer("page", docname, self.docname, *both(*unit.titles), classes="k-title")
            options = len(self.shelf.games[game].options) if game in self.shelf.games else 0
            facts = [
                (counts["clause"], ("punktas", "punktai", "punktų"), "clause"),
                (counts["finding"], ("pastebėjimas", "pastebėjimai", "pastebėjimų"), "finding"),
                (options, ("pasirinkimas", "pasirinkimai", "pasirinkimų"), "option"),
                (counts["theorem"], ("teorema", "teoremos", "teoremų"), "theorem"),
            ]
            line = [
                inline("k-fact", inline("k-count", str(n)), " ", both(plural(n, *lt), en if n == 1 else f"{en}s"))
                for n, lt, en in facts
                if n
            ]
            item = nodes.list_item("", nodes.paragraph("", "", link), nodes.paragraph("", "", *line, classes=["k-about"]))
            ways = [
                inline("k-fact", refer("page", page, self.docname, *both(*words), classes=go))
                for page, words, go in (
                    (f"quick/{game}", ("Per penkias minutes", "In five minutes"), "k-ref"),
                    (f"play/{game}", ("Žaisti", "Play"), "k-go"),
                )
                if page in self.env.found_docs
            ]
            if ways:
                item += nodes.paragraph("", "", *ways, classes=["k-about", "k-ways"])
            items += item
        return [items]


class States(Listing):
    """``{states}``: the words for a result, and what each means."""

    def run(self) -> list[nodes.Node]:
        items = nodes.definition_list(classes=["k-states"])
        for state in ("proved", "refuted", "unknown", "resting", "not found", "not run"):
            term = nodes.term("", "", badge(Tally({state: 1})))
            items += nodes.definition_list_item(
                "", term, nodes.definition("", nodes.paragraph("", "", *both(*MEANINGS[state], between=" ")))
            )
        return [items]


def setup(app: Sphinx) -> None:
    """The lists as directives."""
    for name, directive in {
        "clause-list": Clauses, "finding-list": Findings, "sentence-list": Sentences, "game-list": Games, "states": States,
    }.items():  # fmt: skip
        app.add_directive(name, directive)
