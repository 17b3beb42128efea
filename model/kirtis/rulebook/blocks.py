"""Formal blocks on a page: every name that is declared somewhere links there, tables are tables."""

from __future__ import annotations

import re

from docutils import nodes

from kirtis.language.document import Block
from kirtis.rulebook import formal
from kirtis.rulebook.nodes import (
    Bits,
    badge,
    bits,
    both,
    cell,
    formal_text,
    grid_cell,
    inline,
    keyword,
    label,
    refer,
    scroller,
    table,
)
from kirtis.rulebook.shelf import Entry, Shelf
from kirtis.rulebook.vocabulary import STEPWISE

KINDS = {"rule": ("Formaliai", "Formally"), "claim": ("Teiginys", "The claim"), "example": ("Pavyzdys", "An example")}
LABEL = "Formalus tekstas / Formal text"
TABLE = "Lentelė / Table"


class Printer:
    """Prints the blocks of one unit; ``anchors`` is false for a sample of a unit that stands elsewhere."""

    def __init__(self, shelf: Shelf, entry: Entry, docname: str, *, anchors: bool = True) -> None:
        self.shelf, self.entry, self.docname, self.anchors = shelf, entry, docname, anchors

    def block(self, block: Block) -> nodes.container:
        """A formal block with its heading, and the results for what is claimed in it."""
        out = nodes.container(classes=["k-formal", f"k-{block.kind}"])
        if self.shelf.faults:  # the shelf has said what is wrong
            out += nodes.literal_block(block.text, block.text)
            return out
        head = nodes.paragraph("", "", inline("k-kind", label(*KINDS[block.kind])), classes=["k-formal-head"])
        for claim in (d.name for d in formal.declared(block) if d.claim):
            result = self.shelf.results.of_claims(self.entry.game, [claim])
            named = bits(nodes.literal("", claim), " ", badge(result, counted=False))
            if claim in self.shelf.witnesses.get(self.entry.game, {}):
                title = both(*self.shelf.titles.get(self.entry.game, {}).get(claim, STEPWISE))
                named += bits(" ", refer("example", f"{self.entry.game} {claim}", self.docname, *title, classes="k-stepwise"))
            head += bits(" ", inline("k-claim-name", named))
        out += head
        for part in formal.parts(block):
            out += self._grid(block, part) if isinstance(part, formal.Grid) else self._text(block, part)
        return out

    def _text(self, block: Block, pieces: tuple[formal.Piece, ...]) -> formal_text:
        out = formal_text("", "", label=LABEL, classes=["language-en"])
        out["xml:space"] = "preserve"
        for n, piece in enumerate(pieces):
            after = pieces[n + 1].kind if n + 1 < len(pieces) else "end"
            # Space that only lines up tags and comments may go where the screen is narrow.
            if piece.kind == "gap" and len(piece.text) > 2 and after in ("tag", "comment"):
                out += inline("k-gap", piece.text)
            else:
                out += self._piece(block, piece)
        return out

    def _piece(self, block: Block, piece: formal.Piece) -> Bits:
        match piece.kind:
            case "word":
                node = keyword("", piece.text)
                if self.anchors and (id_ := self.shelf.site(block, piece.start)):
                    node["ids"].append(id_)
                return [node]
            case "number" | "comment":
                return [inline(f"k-{piece.kind}", piece.text)]
            case "tag":
                return self._tag(piece)
            case "name":
                return [self._name(block, piece)]
        return [nodes.Text(piece.text)]

    def _tag(self, piece: formal.Piece) -> Bits:
        out: Bits = [nodes.Text("§")]
        for n, one in enumerate(piece.text.lstrip("§").split(",")):
            out += [nodes.Text(",")] if n else []
            out.append(refer("unit", one, self.docname, classes="") if one in self.shelf.entries else nodes.Text(one))
        return [inline("k-tags", out)]

    def _name(self, block: Block, piece: formal.Piece) -> nodes.Node:
        if id_ := self.shelf.site(block, piece.start):
            node = inline("k-defined", piece.text)
            if self.anchors:
                node["ids"].append(id_)
            return node
        if any(d.start == piece.start and d.local for d in formal.declared(block)):
            return inline("k-defined", piece.text)
        if self.shelf.name(self.entry.game, piece.text) is None:
            return nodes.Text(piece.text)
        return refer("name", f"{self.entry.game} {piece.text}", self.docname, piece.text, classes="")

    def _grid(self, block: Block, part: formal.Grid) -> scroller:
        def fill(pieces: tuple[formal.Piece, ...]) -> Bits:
            # A long cell may go on in the next line after a bracket.
            return [
                n
                for p in pieces
                for n in (*self._piece(block, p), *([nodes.raw("", "<wbr>", format="html")] if p.text in "([" else []))
            ]

        def value(pieces: tuple[formal.Piece, ...], classes: str) -> grid_cell:
            anything = "".join(p.text for p in pieces) == "-"
            return cell(inline("k-any", "–") if anything else fill(pieces), classes=classes)

        many = len(part.inputs)
        tagged = any(tag for _, tag in part.rows)
        head = [cell(fill(h), head="col") for h in part.inputs]
        head += [cell(fill(h), head="col", classes="k-out k-first" if n == 0 else "k-out") for n, h in enumerate(part.outputs)]
        head += [cell(inline("k-hidden", both("Punktas", "Clause")), head="col", classes="k-tagged")] if tagged else []
        rows = []
        for values, tag in part.rows:
            row = [value(v, "" if n < many else "k-out k-first" if n == many else "k-out") for n, v in enumerate(values)]
            rows.append([*row, cell(fill(tag), classes="k-tagged")] if tagged else row)
        name = re.sub(r"\s+", " ", "".join(p.text for p in part.caption)).strip()
        caption = [p for p in part.caption if p.kind != "end"]
        out = scroller("", label=f"{TABLE}: {name}", classes=["k-scroll", "language-en"])
        out += table(head, rows, "k-grid", caption=fill(tuple(caption)))
        return out
