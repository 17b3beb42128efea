"""Units on a page: a clause, a finding, a theorem, a remark, the heading of a game, a list of words.

MyST finds the block and calls its directive; what is in it comes from the shelf, so the format is read in one place only.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from kirtis.language.document import Document, Unit
from kirtis.language.game import Game, Option
from kirtis.rulebook.apart import wanted
from kirtis.rulebook.blocks import Printer
from kirtis.rulebook.depends import dependent
from kirtis.rulebook.domain import shelf_of
from kirtis.rulebook.nodes import (
    Bits,
    badge,
    bits,
    both,
    cell,
    folded,
    folded_title,
    in_language,
    inline,
    of_clause,
    refer,
    scroller,
    table,
)
from kirtis.rulebook.paper.order import links
from kirtis.rulebook.paper.volumes import ALONE, pocket
from kirtis.rulebook.readings import choice, told
from kirtis.rulebook.shelf import Entry, Shelf
from kirtis.rulebook.vocabulary import CERTAINTIES, KINDS, STEPWISE

NOT_FOUND = (
    "padalijimo, kuriame nuo to kas nors pasikeistų, ieškota ir nerasta",
    "a deal in which this makes a difference was looked for and not found",
)


class Whole(SphinxDirective):
    """A directive whose content is left to the shelf; without a list of options MyST leaves it alone, too."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[Any] = None

    @property
    def shelf(self) -> Shelf:
        """The shelf of this build."""
        return shelf_of(self.env)

    @property
    def document(self) -> Document | None:
        """The rulebook that this page prints."""
        return self.shelf.documents.get(self.env.current_document.docname)

    def prose(self, document: Document, unit: Unit) -> nodes.container:
        """The two texts of a unit, side by side."""
        pair = nodes.container(classes=["k-pair"])
        for language, text in zip(("lt", "en"), unit.texts, strict=True):
            box = nodes.container(classes=[f"k-{language}", f"language-{language}"])
            if text:
                self.markdown(document, unit, text, box)
                pair += box
        return pair

    def markdown(self, document: Document, unit: Unit, text: str, node: nodes.Element) -> None:
        """Parse a text of a unit as it stands in its file, so that a warning names the right line."""
        start = len("\n".join(document.text.split("\n")[: unit.at.line]))
        found = document.text.find(text, start)
        line = document.text.count("\n", 0, found) if found >= 0 else unit.at.line
        self.state.nested_parse(StringList(text.splitlines(), source=document.path), line - self.lineno, node)

    def title(self, unit: Unit) -> Bits:
        """The title in both languages."""
        lt, en = (self.parse_inline(t)[0] for t in unit.titles)
        return both(lt, en)


class UnitDirective(Whole):
    """A clause, a finding, a theorem or a remark, as a section of its page."""

    def run(self) -> list[nodes.Node]:
        entry = self.shelf.entries.get(self.arguments[0])
        if entry is None or self.document is None:
            return []  # the shelf has said what is wrong
        unit = entry.unit
        section = nodes.section(ids=[unit.id], names=[nodes.fully_normalize_name(unit.id)], classes=["k-unit", f"k-{unit.kind}"])
        section += nodes.title(unit.id, "", inline("k-id", unit.id), nodes.Text(" "), *self.title(unit))
        self.state.document.note_explicit_target(section)
        section += self.body(self.document, entry)
        return [section]

    def body(self, document: Document, entry: Entry, *, anchors: bool = True) -> list[nodes.Node]:
        """What stands below the title."""
        unit = entry.unit
        out: list[nodes.Node] = []
        if about := self.about(entry):
            out.append(nodes.paragraph("", "", *about, classes=["k-about"]))
        if any(unit.texts):
            out.append(self.prose(document, unit))
        if unit.fields.get("prose-lt"):
            excuse = both(unit.fields["prose-lt"], unit.fields["prose-en"], " ")
            out.append(nodes.paragraph("", "", *excuse, classes=["k-excuse"]))
        printer = Printer(self.shelf, entry, self.env.current_document.docname, anchors=anchors)
        out += [printer.block(b) for b in unit.blocks]
        if unit.kind == "finding":
            out += self.readings(entry)
        if unit.kind == "clause" and (links := self.links(entry)):
            out.append(links)
        return out

    def about(self, entry: Entry) -> Bits:
        """The line below the title: state, source, and what belongs to the unit."""
        unit, shelf = entry.unit, self.shelf
        parts: list[Bits] = []
        tally = shelf.state(entry) if unit.kind == "theorem" else None
        if tally is not None:
            parts.append([badge(tally)])
        elif unit.kind in ("clause", "theorem") and unit.fields.get("prose-lt"):
            parts.append([inline("k-badge k-prose", both("tik tekstas", "prose only"))])
        elif unit.kind == "clause":
            parts.append([of_clause(shelf.results, entry.game, unit.id)])
        if unit.kind == "finding":
            kind, certainty = unit.fields.get("kind", ""), unit.fields.get("certainty", "")
            parts.append([inline(f"k-badge k-kind-{kind}", both(*KINDS.get(kind, (kind, kind))))])
            parts.append(both(*CERTAINTIES.get(certainty, (certainty, certainty))))
        if unit.sources:
            sources = [b for s in unit.sources for b in bits(" ", refer("sentence", s, self.env.current_document.docname))]
            parts.append([*both("Šaltinis", "Source"), *sources])
        kept = [unit.id] if unit.id in shelf.witnesses.get(entry.game, {}) else []
        for name in [*kept, *unit.fields.get("examples", "").split()]:
            docname, title = self.env.current_document.docname, shelf.titles.get(entry.game, {}).get(name, STEPWISE)
            parts.append([refer("example", f"{entry.game} {name}", docname, *both(*title), classes="k-stepwise")])
        clauses = list(filter(None, re.split(r"[,\s]+", unit.fields.get("clauses", ""))))
        parts += self.row(("Punktai", "Clauses"), clauses)
        parts += self.row(("Pastebėjimai", "Findings"), shelf.links(unit.id).findings)
        if unit.kind == "finding":
            depend = [i for game, option in shelf.options_of(unit.id) for i in dependent(shelf, game.name, option.name)]
            row = self.row(("Nuo to priklauso", "What depends on it"), [i for i in dict.fromkeys(depend) if i not in clauses])
            # So many links would make a tenth of the page of their titles.
            for link in (one for part in row for bit in part for one in bit.findall(addnodes.pending_xref)):
                link["untitled"] = True
            parts += row
        if unit.kind == "theorem":
            needed = shelf.results.needed_by(entry.game, shelf.declared(unit, claims=True))
            parts += self.row(("Įrodymui reikia punktų", "The proof needs clauses"), [c for c in needed if c in shelf.entries])
        return [inline("k-fact", part) for part in parts] if parts else []

    def row(self, title: tuple[str, str], ids: list[str]) -> list[Bits]:
        """A title and links, or nothing."""
        links = [b for i in ids for b in bits(" ", refer("unit", i, self.env.current_document.docname))]
        return [[*both(*title), *links]] if ids else []

    def links(self, entry: Entry) -> nodes.Node | None:
        """What else there is about a clause, folded away."""
        unit = entry.unit.id
        found = self.shelf.links(unit)
        rows = [
            *self.row(("Formalios eilutės kituose punktuose:", "Formal lines in other clauses:"), found.formal_in),
            *self.row(("Remiasi punktais:", "Rests on:"), found.uses),
            *self.row(("Juo remiasi:", "Used by:"), found.used_by),
            *self.row(("Jo reikia įrodymams:", "Proofs that need it:"), self.shelf.theorems_needing(unit)),
            *self.row(("Minimas:", "Named in:"), [i for i in found.named_in if i not in found.findings]),
            *self.noticed(entry),
        ]
        if not rows:
            return None
        out = folded("", folded_title("", "", *both("Ryšiai", "Links")), classes=["k-links"])
        out += [nodes.paragraph("", "", *row) for row in rows]
        # So many links would make half a page of their titles.
        for link in out.findall(addnodes.pending_xref):
            link["untitled"] = True
        return out

    def noticed(self, entry: Entry) -> list[Bits]:
        """How many changes of the formal text of a clause are noticed, out of how many."""
        changes = self.shelf.changes.get(entry.game)
        if changes is None or entry.unit.id not in changes.clauses:
            return []
        noticed, tried = changes.clauses[entry.unit.id]
        # No link: so many alike would weigh more than all else that is said of a clause here.
        return [[*both("Pastebėti pakeitimai:", "Changes noticed:"), *bits(f" {noticed}/{tried}")]]

    def readings(self, entry: Entry) -> list[nodes.Node]:
        """The readings that a finding lets one choose from, in words, and where they part."""
        out: list[nodes.Node] = []
        for game, option in self.shelf.options_of(entry.unit.id):
            out += [self.values(game, option)] if game.name == entry.game else []
            out += self.partings(game, option, entry)
        return out

    def values(self, game: Game, option: Option) -> nodes.paragraph:
        """An option with its values."""
        name = both(*game.words.get(option.name, (option.name, option.name)))
        line = nodes.paragraph("", "", inline("k-option", *name), classes=["k-options"])
        for value in game.values(option.type):
            line += bits(" ", choice(game, option, value))
        return line

    def partings(self, game: Game, option: Option, entry: Entry) -> list[nodes.Node]:
        """For each other value of an option the deal in which it parts from the usual one; in the game itself also what comes of both."""
        out: list[nodes.Node] = []
        docname, kept = self.env.current_document.docname, self.shelf.partings.get(game.name, {})
        steps = both(*STEPWISE)
        for name, word in ((n, word) for n, (one, word) in wanted(game).items() if one == option.name):
            parts: Bits = []
            if name in kept:
                parts.append(refer("example", f"{game.name} {name}", docname, *steps, classes="k-stepwise"))
            if game.name != entry.game:
                parts = (
                    bits(*both(*next(self.shelf.documents[f"spec/{game.name}"].of("game")).titles), ": ", parts) if parts else []
                )
            elif name in kept:
                parts += [inline("k-fact", r.said()) for r in told(self.shelf, game.name, kept[name])]
            else:
                parts = bits(inline("k-choice", both(*game.words.get(word, (word, word)))), ": ", both(*NOT_FOUND))
            if parts:
                out.append(nodes.paragraph("", "", *parts, classes=["k-about"]))
        return out


class Sample(UnitDirective):
    """``{sample} KIK-5``: a unit shown a second time, to explain how one is read; it has no anchors."""

    has_content = False

    def run(self) -> list[nodes.Node]:
        entry = self.shelf.entries.get(self.arguments[0])
        if entry is None:
            raise self.error(f"there is no {self.arguments[0]} to show")
        unit = entry.unit
        box = nodes.container(classes=["k-sample", "k-unit", f"k-{unit.kind}"])
        title = refer("unit", unit.id, self.env.current_document.docname, unit.id, classes="k-id")
        box += nodes.paragraph("", "", title, nodes.Text(" "), *self.title(unit), classes=["k-title"])
        box += self.body(self.shelf.documents[entry.docname], entry, anchors=False)
        return [box]


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
                go = "k-go" if page.startswith("play/") else ""
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
    """The blocks of a rulebook as directives."""
    for kind in ("clause", "finding", "remark", "theorem"):
        app.add_directive(kind, UnitDirective)
    app.add_directive("sample", Sample)
    app.add_directive("game", Heading)
    app.add_directive("words", Words)
