"""Every single place in which the rules of a game can be changed, and what stands there instead.

An edit replaces a few signs of one formal block, as a writer might by mistake. The places come from the tree of the block and the
words from the game, so that an edit is read, typed and checked like any rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kirtis.language.document import Block, Document
from kirtis.language.game import Game
from kirtis.language.items import Item, items_of
from kirtis.language.trees import Tree
from kirtis.language.types import Bool, Enum, Type

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

_OTHER = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_QUANTIFIERS = {"all": "some", "some": "all", "none_of": "some"}
_WORDS = {"all": "all", "some": "some", "none_of": "no"}


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
    for item in items_of(documents, [], above, {}):
        if item.block not in own:
            continue
        for kind, old, new, changes in _Places(game, item).all():
            clause = item.block.at.clauses[0] if item.block.at.clauses else ""
            where = f"{item.owner}.{item.name}" if item.kind == "act" else item.name
            name = f"{clause} {where}: {kind}: {old} → {new}"
            seen[name] = n = seen.get(name, 0) + 1
            line = item.block.line(changes[0][0])
            out.append(Edit(name if n == 1 else f"{name} ({n})", clause, where, kind, old, new, item.block, changes, line))
    return out


Found = tuple[str, str, str, tuple[tuple[int, int, str], ...]]
"""Kind, what stands there, what takes its place, and the changes of the text."""


class _Places:
    """The places of one declaration."""

    def __init__(self, game: Game, item: Item) -> None:
        self.game, self.item, self.source = game, item, item.block.text
        self.literals = {
            word: name for name, values in game.enums.items() if name not in ("phase", "card", "face") for word in values
        }
        self.values: dict[str, Type] = {v.name: v.type for v in game.variables.values() if not v.index}
        self.values |= {d.name: d.type for d in game.definitions.values() if not d.params}
        self.values |= {o.name: o.type for o in game.options.values()}
        self.functions: dict[str, tuple[object, ...]] = {m.name: (m.domain, m.type) for m in game.maps.values()}
        self.functions |= {d.name: (*(t for _, t in d.params), d.type) for d in game.definitions.values() if d.params}

    def words(self, tree: Tree) -> str:
        return self.span(tree.start, tree.end)

    def span(self, start: int, end: int) -> str:
        """The text between two places, on one line, without what is said aside."""
        return " ".join(" ".join(line.split("#")[0] for line in self.source[start:end].split("\n")).split())

    def instead(self, kind: str, tree: Tree, new: str) -> Found:
        return kind, self.words(tree), new, ((tree.start, tree.end, new),)

    def between(self, kind: str, whole: Tree, left: Tree, right: Tree, old: str, new: str) -> Found | None:
        """A sign between two trees changed; the whole is what is shown."""
        text = self.source[left.end : right.start]
        found = re.search(re.escape(old) if not old[0].isalpha() else rf"\b{old}\b", text)
        if found is None:
            return None
        start = left.end + found.start()
        end = start + len(found[0])
        shown = f"{self.span(whole.start, start)} {new} {self.span(end, whole.end)}"
        return kind, self.words(whole), " ".join(shown.split()), ((start, end, new),)

    # -- declarations --------------------------------------------------------------------------------------------------

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
            yield "cell", self.words(cell), f"{_OTHER[op]} {self.words(cell.tree(1))}", ((start, start + len(op), _OTHER[op]),)

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

    def dropped(self, kind: str, tree: Tree) -> Found:
        """Whole lines left out."""
        start, end = self.lines(tree)
        return kind, self.span(start, end), "left out", ((start, end, ""),)

    def lines(self, tree: Tree) -> tuple[int, int]:
        """From the beginning of the first line of a tree to the end of its last, tags and all."""
        last = tree.end
        while last > tree.start and self.source[last - 1] in " \n":
            last -= 1
        start = self.source.rfind("\n", 0, tree.start) + 1
        end = self.source.find("\n", last)
        return start, len(self.source) if end < 0 else end + 1

    # -- expressions ---------------------------------------------------------------------------------------------------

    def contrary(self, tree: Tree) -> Found:
        return self.instead("condition", tree, f"not ({self.words(tree)})")

    def expression(self, tree: Tree) -> Iterator[Found]:
        """Every edit of an expression and of what it is made of."""
        handler = _EXPRESSIONS.get(tree.kind)
        if handler is not None:
            yield from handler(self, tree)
        if tree.kind != "name":
            for part in tree.trees():
                yield from self.expression(part)

    def number(self, tree: Tree) -> Iterator[Found]:
        n = int(tree.word(0))
        yield self.instead("value", tree, str(n + 1))
        if n > 0:
            yield self.instead("value", tree, str(n - 1))

    def yes(self, tree: Tree) -> Iterator[Found]:
        yield self.instead("value", tree, "no" if tree.kind == "yes" else "yes")

    def name(self, tree: Tree) -> Iterator[Found]:
        word = tree.word(0)
        if word in self.literals and word not in self.values:
            values = self.game.enums[self.literals[word]]
            yield self.instead("value", tree, values[(values.index(word) + 1) % len(values)])
        elif word in self.values:
            kind = self.values[word]
            if isinstance(kind, Bool):
                yield self.instead("condition", tree, f"(not {word})")
                return
            if isinstance(kind, Enum) or not isinstance(kind, Bool):
                same = [name for name, other in self.values.items() if other == kind]
                if len(same) > 1:
                    yield self.instead("name", tree, same[(same.index(word) + 1) % len(same)])

    def call(self, tree: Tree) -> Iterator[Found]:
        word = tree.word(0)
        other: str
        if word in ("min", "max"):
            other = "max" if word == "min" else "min"
        else:
            kind = self.functions.get(word)
            if kind is None:
                return
            if isinstance(kind[-1], Bool):
                yield self.instead("condition", tree, f"(not {self.words(tree)})")
            same = [name for name, k in self.functions.items() if k == kind]
            other = same[(same.index(word) + 1) % len(same)]
        if other != word:
            new = other + self.words(tree)[len(word) :]
            yield "name", self.words(tree), new, ((tree.start, tree.start + len(word), other),)

    def compared(self, tree: Tree) -> Iterator[Found]:
        op = tree.word(1)
        found = self.between("comparison", tree, tree.tree(0), tree.tree(2), op, _OTHER[op])
        if found:
            yield found

    def member(self, tree: Tree) -> Iterator[Found]:
        old, new = ("in", "not in") if tree.kind == "in_" else ("not in", "in")
        found = self.between("comparison", tree, tree.tree(0), tree.tree(1), old, new)
        if found:
            yield found

    def joined(self, tree: Tree) -> Iterator[Found]:
        """One of several conditions left out, and ``and`` for ``or``."""
        items = tree.trees()
        old, new = ("and", "or") if tree.kind == "and_" else ("or", "and")
        ends = [self.reach(one) for one in items]
        for n, one in enumerate(items):
            start, end = (ends[n][0], ends[1][0]) if n == 0 else (ends[n - 1][1], ends[n][1])
            rest = f" {old} ".join(
                self.words(i) if i.kind not in ("or_", "implies", "and_") else f"({self.words(i)})" for i in items if i is not one
            )
            yield "condition", self.words(tree), rest, ((start, end, ""),)
        changes = []
        for (_, a), (b, _) in pairwise(ends):
            found = re.search(rf"\b{old}\b", self.source[a:b])
            if found:
                changes.append((a + found.start(), a + found.end(), new))
        yield "condition", self.words(tree), f"the same with {new}", tuple(changes)

    def reach(self, tree: Tree) -> tuple[int, int]:
        """A tree with the brackets around it: those that stand right before and after it in pairs."""
        start, end = tree.start, tree.end
        while True:
            before = len(self.source[:start].rstrip())
            after = end + len(self.source[end:]) - len(self.source[end:].lstrip())
            if (
                before
                and after < len(self.source)
                and self.source[before - 1] == "("
                and self.source[after] == ")"
                and not self.called(before - 1)
            ):
                start, end = before - 1, after + 1
            else:
                return start, end

    def called(self, bracket: int) -> bool:
        """Whether a bracket belongs to a call: a name that is no word of the language stands right before it."""
        before = re.search(r"[A-Za-z_0-9]+$", self.source[:bracket])
        return before is not None and before[0] not in ("not", "and", "or", "implies", "if", "else", "when", "in")

    def not_(self, tree: Tree) -> Iterator[Found]:
        yield self.instead("condition", tree, f"({self.words(tree.tree(0))})")

    def implied(self, tree: Tree) -> Iterator[Found]:
        right = self.reach(tree.tree(1))
        start = self.reach(tree.tree(0))[0]
        yield "condition", self.words(tree), self.words(tree.tree(1)), ((start, right[0], ""),)

    def choice(self, tree: Tree) -> Iterator[Found]:
        yield self.contrary(tree.tree(1))

    def sum_of(self, tree: Tree) -> Iterator[Found]:
        sign = tree.word(1)
        found = self.between("operation", tree, tree.tree(0), tree.tree(2), sign, "-" if sign == "+" else "+")
        if found:
            yield found

    def quantified(self, tree: Tree) -> Iterator[Found]:
        old, new = _WORDS[tree.kind], _QUANTIFIERS[tree.kind]
        yield "condition", self.words(tree), new + self.words(tree)[len(old) :], ((tree.start, tree.start + len(old), new),)

    def where(self, tree: Tree) -> Iterator[Found]:
        """What is counted or summed only where a condition holds, counted everywhere."""
        full = 4 if tree.kind == "sum" else 3
        if len(tree.parts) == full and tree.parts[-1] is not None:
            last, before = tree.trees()[-1], tree.trees()[-2]
            start, end = self.reach(before)[1], self.reach(last)[1]
            yield "condition", self.words(tree), self.span(tree.start, start), ((start, end, ""),)

    def card(self, tree: Tree) -> Iterator[Found]:
        rank = tree.word(0)
        ranks = self.game.enums.get("rank", ())
        if rank in ranks:
            other = ranks[(ranks.index(rank) + 1) % len(ranks)]
            yield "value", self.words(tree), other + self.words(tree)[len(rank) :], ((tree.start, tree.start + len(rank), other),)


_EXPRESSIONS = {
    "int": _Places.number, "yes": _Places.yes, "no": _Places.yes, "name": _Places.name, "call": _Places.call, "cmp": _Places.compared, "in_": _Places.member,
    "not_in": _Places.member, "and_": _Places.joined, "or_": _Places.joined, "not_": _Places.not_, "implies": _Places.implied, "ifelse": _Places.choice,
    "arith": _Places.sum_of, "all": _Places.quantified, "some": _Places.quantified, "none_of": _Places.quantified, "count": _Places.where, "sum": _Places.where,
    "cardof": _Places.card,
}  # fmt: skip
"""How each kind of expression is changed."""
