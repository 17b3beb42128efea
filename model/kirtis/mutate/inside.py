"""The places inside an expression, and what stands there instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from kirtis.language.game import Game
from kirtis.language.items import Item
from kirtis.language.trees import Tree
from kirtis.language.types import Bool, Enum, Type
from kirtis.mutate.places import Found, Text, alone

OTHER = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_QUANTIFIERS = {"all": "some", "some": "all", "none_of": "some"}
_WORDS = {"all": "all", "some": "some", "none_of": "no"}


class Expressions(Text):
    """Every edit of the expressions of a declaration."""

    def __init__(self, game: Game, item: Item) -> None:
        super().__init__(game, item)
        self.literals = {
            word: name for name, values in game.enums.items() if name not in ("phase", "card", "face") for word in values
        }
        self.values: dict[str, Type] = {v.name: v.type for v in game.variables.values() if not v.index}
        definitions = alone(game).definitions.values()
        self.values |= {d.name: d.type for d in definitions if not d.params}
        self.values |= {o.name: o.type for o in game.options.values()}
        self.functions: dict[str, tuple[object, ...]] = {m.name: (m.domain, m.type) for m in game.maps.values()}
        self.functions |= {d.name: (*(t for _, t in d.params), d.type) for d in definitions if d.params}

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
        found = self.between("comparison", tree, tree.tree(0), tree.tree(2), op, OTHER[op])
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
    "int": Expressions.number, "yes": Expressions.yes, "no": Expressions.yes, "name": Expressions.name, "call": Expressions.call, "cmp": Expressions.compared, "in_": Expressions.member,
    "not_in": Expressions.member, "and_": Expressions.joined, "or_": Expressions.joined, "not_": Expressions.not_, "implies": Expressions.implied, "ifelse": Expressions.choice,
    "arith": Expressions.sum_of, "all": Expressions.quantified, "some": Expressions.quantified, "none_of": Expressions.quantified, "count": Expressions.where, "sum": Expressions.where,
    "cardof": Expressions.card,
}  # fmt: skip
"""How each kind of expression is changed."""
