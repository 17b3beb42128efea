"""Expressions as Python source over a flat list of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, assert_never

from kirtis.language.nodes import Expr
from kirtis.language.nodes.logic import And, Arith, Compare, FirstOf, If, Implies, Member, Narrow, Not, Or, SetJoin, SetLiteral
from kirtis.language.nodes.quantifiers import Best, Count, Every, Filter, Some, Sum, The
from kirtis.language.nodes.values import (
    Call,
    Cards,
    Cell,
    Const,
    Family,
    Fit,
    Lookup,
    OptionValue,
    PhaseNow,
    Stuck,
    Sure,
    Top,
    Var,
    Was,
    Whole,
)
from kirtis.language.types import NOTHING, Enum, Maybe, Num, Type, definite
from kirtis.play.compile.facts import Facts
from kirtis.play.compile.sets import SetCoder
from kirtis.play.layout import none_of

if TYPE_CHECKING:
    from kirtis.play.compile.unit import Unit

_PROPER = (Compare, Not, Every, Some)


class Coder(SetCoder):
    """Writes expressions; ``names`` are the Python names of bound ones, ``locals`` what is worked out already."""

    def __init__(self, unit: Unit, names: Mapping[str, str] | None = None, *, tabulate: bool = True, state: str = "S") -> None:
        self.unit, self.game, self.layout = unit, unit.game, unit.layout
        self.names = dict(names or {})
        self.locals: dict[int, str] = {}
        self.facts = Facts(unit.game)
        self.tabulate = tabulate
        self.state = state
        self.read: set[str] = set()

    # -- values ----------------------------------------------------------------------------------------------------------

    def value(self, node: Expr, wanted: Type = NOTHING) -> str:
        """Source for the very value: a truth value is True, False, 1 or 0; ``wanted`` says how none is to be written."""
        if id(node) in self.locals:
            return self.locals[id(node)]
        if isinstance(node, Const):
            if node.value is None:
                return str(none_of(wanted if node.type == NOTHING else node.type))
            return str(int(node.value))
        if self.tabulate and (found := self.unit.tables.lookup(self, node)):
            return found
        match node:
            case And() | Or() | Implies() | Member():
                source = self.test(node)
                proper = isinstance(node, And | Or) and all(isinstance(i, _PROPER) for i in node.items)
                return source if proper else f"(True if {source} else False)"
            case If(test, then, other, type_):
                type_ = wanted if type_ == NOTHING else type_
                if self.certain(test):
                    return self.value(then, type_)
                head = self.test(test)
                with self.facts.given(test):
                    a = self.value(then, type_)
                with self.facts.given(test, False):
                    b = self.value(other, type_)
                return f"({a} if {head} else {b})"
        return self.plain(node)

    def plain(self, node: Expr) -> str:
        """Source for a node that is neither a constant nor split into cases."""
        match node:
            case Var(name):
                return self.names[name]
            case PhaseNow():
                return f"{self.state}[0]"
            case Cell(name, index):
                return f"{self.state}[{self.at(name, index)}]"
            case Cards(zone, index):
                return f"{self.state}[{self.at(zone, index)}]"
            case Top(zone, index):
                self.read.add(zone)
                return f"{self.state}[{self.offset(self.layout.tops[zone], self.game.zones[zone].index, index)}]"
            case Family(zone):
                return self.family(zone)
            case Whole(type_):
                return str((1 << len(self.game.enums[type_.of.name])) - 1)
            case Call(name, args):
                return self.unit.call(self, name, args)
            case Lookup(name, arg):
                return f"{self.unit.map(name)}[{self.value(arg)}]"
            case Sure(of):
                return self.sure(of)
            case Fit(of, wanted):
                return self.fit(of, wanted)
            case Arith(op, left, right):
                a, b = self.value(left), self.value(right)
                return f"{op}({a}, {b})" if op in ("min", "max") else f"({a} {op} {b})"
            case SetJoin(op, left, right):
                return f"({self.value(left)} {'|' if op == '+' else '& ~'}{self.value(right)})"
            case SetLiteral(items):
                return "(" + " | ".join(f"BIT[{self.sure(i)}]" for i in items) + ")" if items else "0"
            case FirstOf(items):
                return "(" + " or ".join(self.value(i) for i in items) + ")"
            case Compare() | Not() | Every() | Some() | And() | Or() | Implies() | Member():
                return self.test(node)
            case Count(var, among, where):
                return f"({self.filtered(var, among, where)}).bit_count()"
            case Filter(var, among, where):
                return self.filtered(var, among, where)
            case The(var, among, where):
                return f"only({self.filtered(var, among, where)})"
            case Sum():
                return self.sum(node)
            case Best(var, among, key, where):
                chosen = self.filtered(var, among, where)
                with self.bound(var) as name:
                    return self.loop("best", f"({self.value(key)}, {name})", name, chosen, None)
            case Narrow():
                return self.narrow(node)
            case Stuck():
                return "doubt()"
            case Const() | If():
                return self.value(node)
            case OptionValue() | Was():
                raise AssertionError(f"{node} should not be here")
            case _:
                assert_never(node)

    def at(self, name: str, index: tuple[Expr, ...]) -> str:
        """Source for the number of a cell."""
        self.read.add(name)
        known = self.game.variables.get(name) or self.game.zones[name]
        return self.offset(self.layout.first[name], known.index, index)

    def offset(self, first: int, dims: tuple[Enum, ...], index: tuple[Expr, ...]) -> str:
        """Source for the place of a cell in its family, counted from ``first``."""
        fixed, terms, step = first, [], 1
        for dim, one in reversed(list(zip(dims, index, strict=True))):
            if isinstance(one, Const) and one.value is not None:
                fixed += step * int(one.value)
            else:
                source = self.sure(one)
                terms.append(source if step == 1 else f"{step} * {source}")
            step *= len(self.game.enums[dim.name])
        return " + ".join([*([str(fixed)] if fixed or not terms else []), *reversed(terms)])

    def family(self, zone: str) -> str:
        """Source for the union of a family of zones."""
        self.read.add(zone)
        z = self.game.zones[zone]
        first = self.layout.first[zone]
        cells = [f"{self.state}[{first + n}]" for n in range(self.game.size(z.index))]
        return "(" + " | ".join(f"BIT[{c}]" if z.kind == "one" else c for c in cells) + ")"

    def sure(self, node: Expr) -> str:
        """Source for a value that must not be none; doubt where it is."""
        source = self.value(node)
        if not self.facts.maybe(node):
            return source
        test = ">= 0" if none_of(node.type) == -1 else f"!= {none_of(node.type)}"
        if source.isidentifier():
            return f"({source} if {source} {test} else doubt())"
        name = self.unit.fresh()
        return f"({name} if ({name} := {source}) {test} else doubt())"

    def fit(self, of: Expr, wanted: Num | Maybe) -> str:
        """Source for a number that must lie in a range; doubt where it does not."""
        bounds, name = definite(wanted), self.unit.fresh()
        source = self.value(of, wanted) if isinstance(wanted, Maybe) else self.sure(of)
        if not isinstance(bounds, Num):
            return source
        have = definite(of.type)
        tests = [f"{name} == {none_of(wanted)}"] if isinstance(wanted, Maybe) and self.facts.maybe(of) else []
        low = not isinstance(have, Num) or have.low < bounds.low
        high = bounds.high is not None and (not isinstance(have, Num) or have.high is None or have.high > bounds.high)
        if low and high:
            tests.append(f"{bounds.low} <= {name} <= {bounds.high}")
        elif low or high:
            tests.append(f"{name} >= {bounds.low}" if low else f"{name} <= {bounds.high}")
        else:
            return source
        tests[0] = tests[0].replace(name, f"({name} := {source})", 1)
        return f"({name} if {' or '.join(tests)} else doubt())"

    # -- conditions ------------------------------------------------------------------------------------------------------

    def test(self, node: Expr) -> str:
        """Source that is true where the condition holds; it need not be a truth value."""
        if id(node) in self.locals:
            return self.locals[id(node)]
        if self.tabulate and (found := self.unit.tables.lookup(self, node)):
            return found
        match node:
            case And(items):
                return self.junction(items, " and ", True)
            case Or(items):
                return self.junction(items, " or ", False)
            case Implies(left, right):
                head = self.test(left)
                with self.facts.given(left):
                    return f"(not {head} or {self.test(right)})"
            case Not(of):
                return f"(not {self.test(of)})"
            case Compare():
                return self.compare(node)
            case Member(of, among):
                return f"({self.value(among)} & BIT[{self.value(of)}])"
            case Some(var, among, body):
                return f"({self.filtered(var, among, body)} != 0)"
            case Every(var, among, body):
                return f"({self.filtered(var, among, self.unit.one(Not(body)))} == 0)"
            case If(test, then, other):
                if self.certain(test):
                    return self.test(then)
                head = self.test(test)
                with self.facts.given(test):
                    a = self.test(then)
                with self.facts.given(test, False):
                    return f"({a} if {head} else {self.test(other)})"
        return self.value(node)

    def junction(self, items: tuple[Expr, ...], word: str, holds: bool) -> str:
        """Conditions tested in order, each knowing how those before it came out."""
        if len(items) == 1:
            return self.test(items[0])
        head = self.test(items[0])
        with self.facts.given(items[0], holds):
            rest = self.junction(items[1:], word, holds)
        return f"({head}{word}{rest})"

    def certain(self, test: Expr) -> bool:
        """Whether a test only asks whether something can be said, and it can."""
        if isinstance(test, And):
            return all(map(self.certain, test.items))
        return isinstance(test, Compare) and test.op == "=" and test.left is test.right and self.facts.total(test.left)

    def compare(self, node: Compare) -> str:
        """A comparison; a test for none is one against nought."""
        left, right = node.left, node.right
        if isinstance(left, Const) and left.value is None:
            left, right = right, left
        op = "==" if node.op == "=" else node.op
        if isinstance(right, Const) and right.value is None:
            none = none_of(left.type)
            if none == -1:
                return f"({self.value(left)} {'<' if op == '==' else '>='} 0)"
            return f"({self.value(left)} {op} {none})"
        return f"({self.value(left, right.type)} {op} {self.value(right, left.type)})"
