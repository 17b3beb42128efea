"""Units on a page: a clause, a finding, a theorem, a remark.

MyST finds the block and calls its directive; what is in it comes from the shelf, so the format is read in one place only.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from kirtis.language.document import Document, Unit
from kirtis.rulebook.about import About
from kirtis.rulebook.blocks import Printer
from kirtis.rulebook.choices import Choices
from kirtis.rulebook.domain import shelf_of
from kirtis.rulebook.nodes import Bits, both, inline, refer
from kirtis.rulebook.shelf import Entry, Shelf


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
        unit, docname = entry.unit, self.env.current_document.docname
        about = About(self.shelf, entry, docname)
        out: list[nodes.Node] = []
        if line := about.line():
            out.append(nodes.paragraph("", "", *line, classes=["k-about"]))
        if any(unit.texts):
            out.append(self.prose(document, unit))
        if unit.fields.get("prose-lt"):
            excuse = both(unit.fields["prose-lt"], unit.fields["prose-en"], " ")
            out.append(nodes.paragraph("", "", *excuse, classes=["k-excuse"]))
        printer = Printer(self.shelf, entry, docname, anchors=anchors)
        out += [printer.block(b) for b in unit.blocks]
        if unit.kind == "finding":
            out += Choices(self.shelf, entry, docname).all()
        if unit.kind == "clause" and (links := about.links()):
            out.append(links)
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


def setup(app: Sphinx) -> None:
    """The blocks of a rulebook as directives."""
    for kind in ("clause", "finding", "remark", "theorem"):
        app.add_directive(kind, UnitDirective)
    app.add_directive("sample", Sample)
