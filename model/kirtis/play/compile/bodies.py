"""Statements as Python source: all that a block reads is the position before it, all that it writes the one after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kirtis.language.nodes import Assign, Const, Draw, Expr, Fill, Go, Let, Move, MoveAll, Reset, Statement, When, ZoneRef
from kirtis.language.walk import children
from kirtis.play.compile.code import Coder
from kirtis.play.compile.moves import Mover
from kirtis.play.compile.writer import Writer
from kirtis.play.layout import PHASE, none_of

if TYPE_CHECKING:
    from kirtis.play.compile.fold import Folder
    from kirtis.play.compile.unit import Unit


def special(fold: Folder, body: Iterable[Statement]) -> tuple[Statement, ...]:
    """The statements with every expression made special, ``for`` written out and dead branches gone."""
    out: list[Statement] = []
    for one in body:
        match one:
            case Let(name, value):
                out.append(replace(one, value=fold(value)))
            case Assign(name, index, value, each):
                for n in range(len(fold.game.enums[each[1].name])) if each else (0,):
                    env: dict[str, Expr] = {each[0]: Const(n, each[1])} if each else {}
                    cell = tuple(fold(i, env) for i in index)
                    out.append(Assign(name, cell, fold(value, env), None, one.at))
            case Move(what, source, target):
                out.append(replace(one, what=fold(what), source=_ref(fold, source), target=_ref(fold, target)))
            case MoveAll(_, index, target):
                at = None if index is None else tuple(map(fold, index))
                out.append(replace(one, index=at, target=_ref(fold, target)))
            case Fill(target, _, source, each):
                out.append(replace(one, target=target if each else _ref(fold, target), source=_ref(fold, source)))
            case Draw(name, index, among):
                out.append(replace(one, index=tuple(map(fold, index)), among=fold(among)))
            case When(branches):
                kept: list[tuple[Expr | None, tuple[Statement, ...]]] = []
                for test, inner in branches:
                    sure = None if test is None else fold(test)
                    if isinstance(sure, Const):
                        if not sure.value:
                            continue
                        sure = None
                    kept.append((sure, special(fold, inner)))
                    if sure is None:
                        break
                if kept and kept[0][0] is None and not any(isinstance(s, Let) for s in kept[0][1]):
                    out.extend(kept[0][1])
                elif kept:
                    out.append(When(tuple(kept), one.at))
            case _:
                out.append(one)
    return tuple(out)


def _ref(fold: Folder, ref: ZoneRef) -> ZoneRef:
    return replace(ref, index=tuple(map(fold, ref.index)))


def expressions(body: Iterable[Statement]) -> Iterator[Expr]:
    """Every expression that stands in a block, at any depth of its branches."""
    for one in body:
        for child in children(one):
            if isinstance(child, Expr):
                yield child
            elif isinstance(child, ZoneRef):
                yield from child.index
            else:
                yield from expressions((child,))


class BodyCoder(Writer):
    """Writes one block as the inside of a function from ``S`` (the position before) to the position after."""

    def __init__(self, unit: Unit, coder: Coder, fold: Folder, new: str) -> None:
        super().__init__(unit, coder)
        self.fold = fold
        self.new = new
        self.mover = Mover(self)
        self.written: set[str] = set()
        self.late = False
        self.wandering = False
        self.granted: set[tuple[str, int]] = set()
        self.twice: set[str] = set()
        self.traced = False

    def body(self, body: tuple[Statement, ...]) -> None:
        """The whole of a body, up to its return."""
        self.count(expressions(body))
        self.twice = {name for name, n in _most(body).items() if n > 1}
        for name in sorted(self.twice):
            self.put(f"w_{name} = 0")
        if not self.statements(body, tail=True):
            # A phase of a seat that goes nowhere stays, and there is nothing to settle.
            self.put(f"return settle({self.new}, X)" if self.wandering else f"return {self.new}")
        self.late = self.late or bool(self.coder.read & self.written)

    def statements(self, body: tuple[Statement, ...], tail: bool = False) -> bool:
        """Statements in order, resets first; says whether every path has returned."""
        order = sorted(body, key=lambda s: (not isinstance(s, Reset), tail and isinstance(s, Go)))
        if any(isinstance(s, Reset) for s in body) and any(isinstance(s, Let) for s in body):
            order = list(body)
        for n, one in enumerate(order):
            last = tail and n == len(order) - 1
            if self.statement(one, last):
                return True
        return False

    def reading(self, *nodes: Expr) -> None:
        for node in nodes:
            self.ready(node)

    def statement(self, one: Statement, last: bool) -> bool:
        """One statement; says whether it has returned on every path."""
        coder, game = self.coder, self.unit.game
        match one:
            case Let(name, value):
                self.reading(value)
                source = coder.value(value)
                coder.names[name] = f"v_{name}"
                if coder.facts.maybe(value):
                    coder.facts.unsure_names.add(name)
                self.put(f"v_{name} = {source}")
            case Assign(name, index, value):
                self.reading(*index, value)
                self.write(name, index, coder.value(value, game.variables[name].type))
            case Draw(name, index, among):
                self.reading(*index, among)
                v = game.variables[name]
                cell = coder.offset(self.unit.layout.first[name], v.index, index)
                self.write(name, index, f"draw({self.new}, {coder.value(among)}, X, {cell})")
            case Move():
                self.mover.move(one)
            case MoveAll():
                self.mover.move_all(one)
            case Fill():
                self.mover.fill(one)
            case Reset(group):
                self.reset(group)
            case Go(phase):
                k = game.enums["phase"].index(phase)
                self.put(f"{self.new}[{PHASE}] = {k}")
                self.wrote("phase")
                if last:
                    automatic = game.phases[phase].kind in ("auto", "chance")
                    self.put(f"return p_{phase}({self.new}, X)" if automatic else f"return {self.new}")
                    return True
                self.wandering = True
            case When(branches):
                return self.when(branches, last)
        return False

    def when(self, branches: tuple[tuple[Expr | None, tuple[Statement, ...]], ...], last: bool) -> bool:
        """Branches; what is worked out in one is unknown in the next."""
        coder = self.coder
        returned, final = [], False
        sure = set(coder.facts.sure)
        for n, (test, body) in enumerate(branches):
            if test is None:
                final = True
                with self.block("else:" if n else "if True:"):
                    self.way(body)
                    returned.append(self.statements(body, last))
                break
            if n == 0:
                self.ready(test)
            head = coder.test(test)
            with coder.facts.given(test), self.block(f"{'elif' if n else 'if'} {head}:"):
                self.way(body)
                returned.append(self.statements(body, last))
            coder.facts.learn(test, False)
        coder.facts.sure = sure
        return final and all(returned)

    def way(self, body: tuple[Statement, ...]) -> None:
        """Note that a branch was taken, if that is to be traced."""
        if self.traced and body:
            self.put(f"way({body[0].at.line})")

    def wrote(self, name: str) -> None:
        """Note a write; a later read of the same thing must then go to a copy of the old position."""
        self.late = self.late or bool(self.coder.read & self.written)
        self.coder.read.clear()
        self.written.add(name)

    def write(self, name: str, index: tuple[Expr, ...], source: str) -> None:
        """Write a value to a cell; where a path may do so twice, look whether it did."""
        v, first = self.unit.game.variables[name], self.unit.layout.first[name]
        if name in self.twice:
            cell = self.coder.offset(0, v.index, index)
            i = self.unit.fresh()
            self.put(f"{i} = {cell}")
            self.put(f"if w_{name} >> {i} & 1: doubt()")
            self.put(f"w_{name} |= 1 << {i}")
            self.put(f"{self.new}[{first} + {i}] = {source}")
        else:
            self.put(f"{self.new}[{self.coder.offset(first, v.index, index)}] = {source}")
        self.wrote(name)

    def reset(self, group: str) -> None:
        """A group back to its first values; a slice at once where they are fixed."""
        layout, game = self.unit.layout, self.unit.game
        members = [v for v in game.variables.values() if v.group == group and v.initial is not None]
        if any(v.name in self.written for v in members):
            self.put("doubt()")
            return
        first = [self.unit.fold(v.initial) for v in members if v.initial is not None]
        if all(isinstance(f, Const) for f in first):
            values: list[int] = []
            for v, f in zip(members, first, strict=True):
                assert isinstance(f, Const)
                values += [none_of(v.type) if f.value is None else int(f.value)] * game.size(v.index)
            at = [layout.places[p] for p in layout.places if p[0] in {v.name for v in members}]
            if at == list(range(at[0], at[0] + len(at))):
                name = self.unit.constant(tuple(values))
                self.put(f"{self.new}[{at[0]}:{at[0] + len(at)}] = {name}")
                for v in members:
                    self.wrote(v.name)
                return
        for v, f in zip(members, first, strict=True):
            source = self.coder.value(f, v.type)
            start = layout.first[v.name]
            for n in range(game.size(v.index)):
                self.put(f"{self.new}[{start + n}] = {source}")
            self.wrote(v.name)


def _most(body: Iterable[Statement]) -> Counter[str]:
    """How often a path may write to each variable at most, where fixed indices do not keep the writes apart."""
    found: Counter[str] = Counter()
    fixed: dict[str, set[tuple[object, ...]]] = {}
    for one in body:
        match one:
            case Assign(name, index) | Draw(name, index):
                cell = tuple(i.value if isinstance(i, Const) else None for i in index)
                seen = fixed.setdefault(name, set())
                if None in cell or cell in seen or any(None in c for c in seen) or found[name] == 0:
                    found[name] += 1
                seen.add(cell)
            case When(branches):
                inner = [_most(b) for _, b in branches]
                for name in {n for c in inner for n in c}:
                    found[name] += max(c[name] for c in inner)
                    fixed.setdefault(name, set()).add((None,))
    return found
