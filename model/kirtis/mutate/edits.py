"""Every single place in which the rules of a game can be changed, and what stands there instead.

An edit replaces a few signs of one formal block, as a writer might by mistake. The places come from the tree of the block and the
words from the game, so that an edit is read, typed and checked like any rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kirtis.language.document import Block, Document
from kirtis.language.game import Game
from kirtis.language.items import items_of
from kirtis.language.trees import Tree
from kirtis.mutate.inside import OTHER, Expressions
from kirtis.mutate.places import Found

KINDS = (
    "value",
    "order",
    "guard",
    "condition",
    "comparison",
    "operation",
    "name",
    "cell",
    "row",
    "target",
    "sight",
    "duty",
    "effect",
    "default",
)
"""What an edit changes."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of one block: ``changes`` are (start, end, what stands there instead), from the front to the back."""

    id: str
    clause: str
    where: str
    kind: str
    old: str
    new: str
    block: Block
    changes: tuple[tuple[int, int, str], ...]
    line: int

    def text(self) -> str:
        """The text of the block with the change made."""
        out, at = [], 0
        for start, end, new in self.changes:
            out += [self.block.text[at:start], new]
            at = end
        return "".join([*out, self.block.text[at:]])


def edits(game: Game, documents: Sequence[Document], above: Sequence[Document]) -> list[Edit]:
    """Every edit of the rules in these documents, in the order of the text, each under an id of its own.

    ``above`` are those of the parent of a variant; they are not changed, and neither is what is claimed.
    """
    own = {b for d in documents if not any(d is one for one in above) for u in d.units for b in u.blocks if b.kind == "rule"}
    seen: dict[str, int] = {}
    out: list[Edit] = []
    for item in items_of(documents, [], {}):
        if item.block not in own:
            continue
        for kind, old, new, changes in Declaration(game, item).all():
            clause = item.block.at.clauses[0] if item.block.at.clauses else ""
            where = f"{item.owner}.{item.name}" if item.kind == "act" else item.name
            name = f"{clause} {where}: {kind}: {old} → {new}"
            seen[name] = n = seen.get(name, 0) + 1
            line = item.block.line(changes[0][0])
            out.append(Edit(name if n == 1 else f"{name} ({n})", clause, where, kind, old, new, item.block, changes, line))
    return out


class Declaration(Expressions):
    """The places of one declaration."""

    def all(self) -> Iterator[Found]:
        tree, kind = self.item.tree, self.item.kind
        if kind == "order":
            yield from self.order(tree)
        elif kind == "option":
            yield from self.default(tree)
        elif kind in ("zone", "variable"):
            yield from self.declared(tree)
        elif kind == "def":
            yield from self.definition(tree)
        elif kind == "table":
            yield from self.table(tree)
        elif kind == "duties":
            yield from self.duties(tree)
        elif kind == "round":
            for line in tree.trees():
                if line.kind == "round_without":
                    yield self.dropped("condition", line)
                    yield from self.expression(line.tree(1))
        elif kind == "phase":
            for part in tree.trees():
                if part.kind == "body":
                    yield from self.body(part.trees(), False)
                elif part.kind != "act":
                    yield from self.expression(part)
        elif kind == "act":
            yield from self.action(tree)
        elif kind == "sides" and tree.kind == "moving_sides":
            yield from self.expression(tree.trees()[-1])

    def order(self, tree: Tree) -> Iterator[Found]:
        """Two cards that stand next to each other change places."""
        cards = [t for t in tree.trees() if t.kind == "ordered"]
        for a, b in pairwise(cards):
            old = f"{self.words(a)} > {self.words(b)}"
            new = f"{self.words(b)} > {self.words(a)}"
            yield "order", old, new, ((a.start, a.end, self.words(b)), (b.start, b.end, self.words(a)))

    def default(self, tree: Tree) -> Iterator[Found]:
        option, last = self.game.options[tree.word(0)], tree.trees()[-1]
        for value in self.game.values(option.type):
            if value != option.default:
                yield self.instead("default", last, self.game.word(option.type, value))

    def declared(self, tree: Tree) -> Iterator[Found]:
        """Who sees a zone or a variable, and the first value of a variable."""
        parts = tree.trees()
        sight = next((t for t in parts if t.kind.startswith("sight_")), None)
        first = next((t for t in parts if t.kind not in ("index", "named", "range", "setof") and t is not sight), None)
        if sight is None:
            last = parts[-1] if parts else tree
            yield "sight", f"{self.span(tree.start, last.end)}", "seen by nobody", ((last.end, last.end, " seen by nobody"),)
        else:
            for kind, new in (("sight_all", "all"), ("sight_nobody", "nobody")):
                if sight.kind != kind:
                    yield "sight", f"seen by {self.words(sight)}", f"seen by {new}", ((sight.start, sight.end, new),)
            if sight.kind == "sight_if":
                for _, old, new, changes in self.expression(sight.tree(1)):
                    yield "sight", old, new, changes
        if first is not None:
            yield from self.expression(first)

    def definition(self, tree: Tree) -> Iterator[Found]:
        if tree.kind == "def_line":
            yield from self.expression(tree.trees()[-1])
            return
        for case in (t for t in tree.trees() if t.kind in ("case_if", "case_otherwise")):
            yield from self.expression(case.tree(0))
            if case.kind == "case_if":
                yield self.dropped("row", case)
                yield self.contrary(case.tree(1))
                yield from self.expression(case.tree(1))

    def table(self, tree: Tree) -> Iterator[Found]:
        head = next(t for t in tree.trees() if t.kind == "head")
        for one in head.trees():
            if one.kind != "column":
                yield from self.expression(one)
        for row in (t for t in tree.trees() if t.kind == "row"):
            shown = self.words(row)
            yield self.dropped("row", row)
            for cell in row.trees():
                if cell.kind in ("one_cell", "not_cell", "cmp_cell"):
                    found = [self.instead("cell", cell, "-"), *self.cell(cell)]
                else:
                    found = [] if cell.kind == "any_cell" else list(self.expression(cell))
                for _, old, new, changes in found:
                    yield "cell", f"{old} in {shown}", new, changes

    def cell(self, cell: Tree) -> Iterator[Found]:
        for value in cell.trees():
            yield from self.expression(value)
        if cell.kind == "cmp_cell":
            op = cell.word(0)
            start = self.source.index(op, cell.start)
            yield "cell", self.words(cell), f"{OTHER[op]} {self.words(cell.tree(1))}", ((start, start + len(op), OTHER[op]),)

    def duties(self, tree: Tree) -> Iterator[Found]:
        lines = [t for t in tree.trees(4) if t.kind == "duty"]
        for a, b in pairwise(lines):
            old, new = f"{a.word(0)}, {b.word(0)}", f"{b.word(0)}, {a.word(0)}"
            (s, e), (t, f) = self.lines(a), self.lines(b)
            yield "duty", old, new, ((s, e, self.source[t:f]), (t, f, self.source[s:e]))
        for line in lines:
            if len(lines) > 1:
                yield self.dropped("duty", line)
            yield from self.expression(line.tree(1))
            when = line.maybe_tree(2)
            if when is not None:
                start = line.tree(1).end
                yield "duty", self.span(line.start, when.end), self.span(line.start, start), ((start, when.end, ""),)
                yield from self.expression(when)

    def action(self, tree: Tree) -> Iterator[Found]:
        for part in tree.trees():
            if part.kind == "need":
                yield self.dropped("guard", part)
                yield from self.expression(part.trees()[-1])
        yield from self.body([t for t in tree.trees() if t.kind in ("line", "if_", "each")], True)

    # -- statements ----------------------------------------------------------------------------------------------------

    def body(self, trees: Iterable[Tree], chosen: bool) -> Iterator[Found]:
        """The statements of a body; ``chosen``: of an action, which need not go on to another phase."""
        for tree in trees:
            if tree.kind == "if_":
                for part in tree.trees():
                    if part.kind == "inline":
                        yield from self.simple(part.tree(0), chosen)
                    elif part.kind == "indented":
                        yield from self.body(part.trees(), chosen)
                    else:
                        yield self.contrary(part)
                        yield from self.expression(part)
            elif tree.kind == "each":
                inner = tree.tree(2)
                whole = ((tree.start, inner.end, "stay"),)
                yield "effect", self.span(tree.start, inner.end), "stay", whole
                yield from self.simple(inner, chosen, True)
            else:
                yield from self.simple(tree.tree(0), chosen)

    def simple(self, tree: Tree, chosen: bool, inner: bool = False) -> Iterator[Found]:
        if tree.kind == "go":
            phases = list(self.game.phases)
            here = phases.index(tree.word(0))
            for n in dict.fromkeys((here + 1, here - 1)):
                other = phases[n % len(phases)]
                if other != tree.word(0):
                    yield "target", self.words(tree), f"go {other}", ((tree.start, tree.end, f"go {other}"),)
            if chosen:
                yield self.instead("effect", tree, "stay")
            return
        if tree.kind in ("stay", "reset"):
            if tree.kind == "reset":
                yield self.instead("effect", tree, "stay")
            return
        if tree.kind != "let" and not inner:
            yield self.instead("effect", tree, "stay")
        if tree.kind in ("add", "take"):
            old, new = ("+=", "-=") if tree.kind == "add" else ("-=", "+=")
            found = self.between("operation", tree, tree.tree(0), tree.tree(1), old, new)
            if found:
                yield found
        if tree.kind == "fill":
            size, packet = int(tree.word(1)), int(tree.maybe_word(5) or 1)
            start = self.source.index(tree.word(1), tree.tree(0).end)
            for cards in (size - packet, size + packet):
                if cards > 0:
                    yield "value", self.words(tree), f"to {cards}", ((start, start + len(tree.word(1)), str(cards)),)
        for part in tree.trees():
            if part.kind == "lval":
                for index in part.trees():
                    yield from self.expression(index)
            else:
                yield from self.expression(part)
