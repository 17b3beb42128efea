"""Lines of Python source: what is needed more than once is worked out once, in a local name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kirtis.language.nodes import (  # fmt: skip
    And,
    Best,
    Cards,
    Cell,
    Const,
    Expr,
    If,
    Implies,
    Narrow,
    Or,
    PhaseNow,
    Sure,
    Var,
    Whole,
)
from kirtis.language.types import SetOf
from kirtis.language.walk import children
from kirtis.play.compile.code import Coder

if TYPE_CHECKING:
    from kirtis.play.compile.unit import Unit


class Writer:
    """Lines of source with their indent, and a coder that remembers what they have worked out."""

    def __init__(self, unit: Unit, coder: Coder) -> None:
        self.unit, self.coder = unit, coder
        self.lines: list[str] = []
        self.depth = 1
        self.uses: Counter[int] = Counter()

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def count(self, roots: Iterable[Expr]) -> None:
        """Note what occurs how often, so that what occurs twice is worked out once."""
        stack: list[Expr] = list(roots)
        while stack:
            node = stack.pop()
            self.uses[id(node)] += 1
            if self.uses[id(node)] == 1:
                stack.extend(c for c in children(node) if isinstance(c, Expr))

    @contextmanager
    def block(self, head: str | None = None) -> Iterator[None]:
        """An indented block; what is worked out in it is forgotten after it."""
        if head is not None:
            self.put(head)
        known, sure = dict(self.coder.locals), set(self.coder.facts.sure)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.put("pass")
        self.depth -= 1
        self.coder.locals, self.coder.facts.sure = known, sure

    def ready(self, node: Expr) -> None:
        """Work out what a tree needs in any case and more than once, or what takes several statements."""
        coder = self.coder
        if id(node) in coder.locals or isinstance(node, Const | Var | Whole):
            return
        if isinstance(node, Narrow):
            self.narrow(node)
            return
        if isinstance(node, Best) and isinstance(node.among, Whole):
            self.best(node)
            return
        needed = self.unit.tables.needed(coder, node)
        if needed is None:
            for child in _always(node):
                self.ready(child)
        else:
            self.shared(node)
            for child in self.unit.tables.needed(coder, node) or ():
                self.ready(child)
        if self.uses[id(node)] > 1 and not _cheap(node):
            self.keep(node, coder.value(node))

    def shared(self, node: Expr) -> None:
        """Look up first what is looked up elsewhere too, inside something that could be looked up as a whole."""
        for child in _always(node):
            if self.uses[id(child)] > 1 and self.unit.tables.needed(self.coder, child):
                self.ready(child)
            else:
                self.shared(child)

    def keep(self, node: Expr, source: str) -> str:
        """Give a value a name."""
        name = self.unit.fresh()
        self.put(f"{name} = {source}")
        self.coder.locals[id(node)] = name
        if isinstance(node, Sure):
            self.coder.facts.sure.add(id(node.of))
        return name

    def narrow(self, node: Narrow) -> None:
        """Duties, one after the other."""
        coder = self.coder
        self.ready(node.among)
        now = self.keep(node, coder.value(node.among))
        for when, meets in node.steps:
            if isinstance(when, Const) and not when.value:
                continue
            del coder.locals[id(node)]
            if isinstance(when, Const):
                self.put(f"{now} = {coder.kept(node, now, meets)} or {now}")
            else:
                self.ready(when)
                head = coder.test(when)
                with coder.facts.given(when), self.block(f"if {head}:"):
                    self.put(f"{now} = {coder.kept(node, now, meets)} or {now}")
            coder.locals[id(node)] = now

    def best(self, node: Best) -> None:
        """The highest of a few values, compared one by one."""
        coder, unit = self.coder, self.unit
        assert isinstance(node.among.type, SetOf)
        kind = node.among.type.of
        found = self.keep(node, "-1")
        del coder.locals[id(node)]
        top, tie, key = unit.fresh(), unit.fresh(), unit.fresh()
        self.put(f"{top} = {tie} = -1")
        each = []
        for n in range(len(unit.game.enums[kind.name])):
            env: dict[str, Expr] = {node.var: Const(n, kind)}
            test, term = unit.fold(node.where, env), unit.fold(node.key, env)
            if isinstance(test, Const) and not test.value:
                continue
            with coder.facts.given(test):
                each.append((n, coder.test(test), coder.value(term)))
        prefix = _shared([value for _, _, value in each])
        if prefix:
            name = unit.fresh()
            self.put(f"{name} = {prefix}")
            each = [(n, where, name + value[len(prefix) :]) for n, where, value in each]
        for n, where, value in each:
            with self.block(f"if {where}:"):
                self.put(f"{key} = {value}")
                self.put(f"if {found} < 0 or {key} > {top}: {top}, {found}, {tie} = {key}, {n}, -1")
                self.put(f"elif {key} == {top}: {tie} = 1")
        self.put(f"if {found} < 0 or {tie} > 0: doubt()")
        coder.locals[id(node)] = found


def _always(node: Expr) -> Iterator[Expr]:
    """The children that are looked at whenever the node is."""
    match node:
        case And(items) | Or(items):
            yield items[0]
        case Implies(left, _):
            yield left
        case If(test, _, _):
            yield test
        case _ if hasattr(node, "var"):
            yield node.among  # type: ignore[union-attr]
        case _:
            yield from (c for c in children(node) if isinstance(c, Expr))


def _cheap(node: Expr) -> bool:
    if isinstance(node, Cell | Cards):
        return all(isinstance(i, Const) for i in node.index)
    return isinstance(node, PhaseNow | Const | Var | Whole)


def _shared(sources: list[str]) -> str:
    """The longest common beginning that is a whole lookup: ``K3[a][b]`` of ``K3[a][b][c]``."""
    first, last = min(sources, default=""), max(sources, default="")
    same = first[: next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))]
    cut = same.rfind("][") + 1
    head = same[:cut]
    return head if len(sources) > 1 and head.startswith("K") and head.count("[") == head.count("]") else ""
