"""What belongs to a unit: the line below its title, and the links of a clause, folded away."""

from __future__ import annotations

import re

from docutils import nodes

from kirtis.rulebook.depends import dependent
from kirtis.rulebook.nodes import Bits, badge, bits, both, folded, folded_title, inline, label, of_clause, refer
from kirtis.rulebook.shelf import Entry, Shelf
from kirtis.rulebook.vocabulary import CERTAINTIES, KINDS, STEPWISE

VECTORS, CHANGES = "reference/vectors", "theorems#noticed"
"""Where it is told what test vectors are, and what becomes of changed rules."""


class About:
    """Says on a page what else there is about a unit."""

    def __init__(self, shelf: Shelf, entry: Entry, docname: str) -> None:
        self.shelf, self.entry, self.docname = shelf, entry, docname

    def line(self) -> Bits:
        """The line below the title: state, source, and what belongs to the unit."""
        unit, shelf = self.entry.unit, self.shelf
        parts = self.states()
        if unit.sources:
            sources = [b for s in unit.sources for b in bits(" ", refer("sentence", s, self.docname))]
            parts.append([*label("Šaltinis", "Source"), *sources])
        kept = [unit.id] if unit.id in shelf.witnesses.get(self.entry.game, {}) else []
        for name in [*kept, *unit.fields.get("examples", "").split()]:
            title = shelf.titles.get(self.entry.game, {}).get(name, STEPWISE)
            parts.append([refer("example", f"{self.entry.game} {name}", self.docname, *both(*title), classes="k-stepwise")])
        clauses = list(filter(None, re.split(r"[,\s]+", unit.fields.get("clauses", ""))))
        parts += self.row(("Punktai", "Clauses"), clauses)
        parts += self.row(("Pastebėjimai", "Findings"), shelf.links(unit.id).findings)
        if unit.kind == "finding":
            depend = [i for game, option in shelf.options_of(unit.id) for i in dependent(shelf, game.name, option.name)]
            others = [i for i in dict.fromkeys(depend) if i not in clauses]
            parts += self.row(("Nuo to priklauso", "What depends on it"), others, titled=False)
        if unit.kind == "theorem":
            needed = shelf.results.needed_by(self.entry.game, shelf.declared(unit, claims=True))
            parts += self.row(("Įrodymui reikia punktų", "The proof needs clauses"), [c for c in needed if c in shelf.entries])
        return [inline("k-fact", part) for part in parts]

    def states(self) -> list[Bits]:
        """What became of a clause or a theorem; of what kind a finding is, and how certain."""
        unit, shelf = self.entry.unit, self.shelf
        if unit.kind == "finding":
            kind, certainty = unit.fields.get("kind", ""), unit.fields.get("certainty", "")
            sort = inline(f"k-badge k-kind-{kind}", label(*KINDS.get(kind, (kind, kind))))
            return [[sort], label(*CERTAINTIES.get(certainty, (certainty, certainty)))]
        tally = shelf.state(self.entry) if unit.kind == "theorem" else None
        if tally is not None:
            return [[badge(tally)]]
        if unit.kind in ("clause", "theorem") and unit.fields.get("prose-lt"):
            return [[inline("k-badge k-prose", label("tik tekstas", "prose only"))]]
        return [[of_clause(shelf.results, self.entry.game, unit.id)]] if unit.kind == "clause" else []

    def row(self, title: tuple[str, str], ids: list[str], *, titled: bool = True) -> list[Bits]:
        """A title and links, or nothing; many links are not ``titled``, for they would make a tenth of a page of their titles."""
        links = [refer("unit", i, self.docname) if titled else refer("unit", i, self.docname, classes="") for i in ids]
        for link in links:
            link["untitled"] = not titled
        return [[*label(*title), *(b for link in links for b in bits(" ", link))]] if ids else []

    def links(self) -> nodes.Node | None:
        """What else there is about a clause, folded away."""
        unit = self.entry.unit.id
        found, needing = self.shelf.links(unit), self.shelf.theorems_needing(unit)
        # A theorem whose proof needs the clause is named once.
        used_by = [i for i in found.used_by if i not in needing]
        named_in = [i for i in found.named_in if i not in found.findings]
        rows = [
            *self.row(("Formalios eilutės kituose punktuose:", "Formal lines in other clauses:"), found.formal_in, titled=False),
            *self.row(("Remiasi punktais:", "Rests on:"), found.uses, titled=False),
            *self.row(("Jo reikia įrodymams:", "Proofs that need it:"), needing, titled=False),
            *self.row(("Dar juo remiasi:", "Also used by:") if needing else ("Juo remiasi:", "Used by:"), used_by, titled=False),
            *self.row(("Minimas:", "Named in:"), named_in, titled=False),
            *self.tested(),
        ]
        if not rows:
            return None
        out = folded("", folded_title("", "", *label("Ryšiai", "Links")), classes=["k-links"])
        out += [nodes.paragraph("", "", *row) for row in rows]
        return out

    def tested(self) -> list[Bits]:
        """How many test vectors exercise a clause; how many changes of its formal text are noticed, out of how many."""
        unit, game = self.entry.unit.id, self.entry.game
        out: list[Bits] = []
        if count := self.shelf.tested.get(game, {}).get(unit):
            out.append(self.count(("Bandymų vektoriai:", "Test vectors:"), str(count), VECTORS))
        if (changes := self.shelf.changes.get(game)) and unit in changes.clauses:
            noticed, tried = changes.clauses[unit]
            out.append(self.count(("Pastebėti pakeitimai:", "Changes noticed:"), f"{noticed}/{tried}", CHANGES))
        return out

    def count(self, title: tuple[str, str], number: str, page: str) -> Bits:
        """A number that leads to the page which tells what is counted."""
        return [*label(*title), *bits(" ", refer("page", page, self.docname, number, classes=""))]
