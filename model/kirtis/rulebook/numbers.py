"""``{number}`6 <KIK-9>```: a number in a text, held to the clause that it comes from, and a link to it."""

from __future__ import annotations

import re
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import ReferenceRole

from kirtis.rulebook import formal
from kirtis.rulebook.domain import shelf_of
from kirtis.rulebook.nodes import refer
from kirtis.rulebook.shelf import Shelf

_NUMBER = re.compile(r"\d+")


def numbers_of(shelf: Shelf, clause: str) -> frozenset[str]:
    """Every number that a clause says: in its formal text, in the lines elsewhere that belong to it, and in both its texts alike."""
    unit = shelf.entries[clause].unit
    lt, en = (set(_NUMBER.findall(re.sub(r"\{\w+\}`[^`]*`", "", text))) for text in unit.texts)
    found = (lt & en) | {p for b in unit.blocks for p in _formal(b.text)}
    for other in shelf.links(clause).formal_in:
        for block in shelf.entries[other].unit.blocks:
            if clause in formal.tags(block):
                found |= {p for line in block.text.splitlines() if clause in re.split(r"[§,]", line) for p in _formal(line)}
    return frozenset(found)


def _formal(text: str) -> list[str]:
    return re.findall(r"\b\d+\b", re.sub(r"(#|§).*", "", text))


class NumberRole(ReferenceRole):
    """A number and the clause that it comes from; one that the clause does not say is an error."""

    styles: ClassVar[str] = "k-of"

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        shelf = shelf_of(self.env)
        if not shelf.faults:
            said = numbers_of(shelf, self.target) if self.target in shelf.entries else None
            if said is None or self.title not in said:
                there = f"it says {', '.join(sorted(said, key=int)) or 'none'}" if said is not None else "there is no such clause"
                message = self.inliner.reporter.error(f"{self.target} does not say {self.title}: {there}", line=self.lineno)
                return [nodes.problematic(self.rawtext, self.rawtext)], [message]
        return [refer("unit", self.target, self.env.current_document.docname, self.title, classes=self.styles)], []


def setup(app: Sphinx) -> None:
    """The role."""
    app.add_role("number", NumberRole())
