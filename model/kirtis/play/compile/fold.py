"""Rules made special: options and the phase put in as constants, definitions written out, small quantifiers unrolled.

The outcome is a tree of the same kind, with less in it. Equal trees become one object, so that whoever goes on from
here may compare by identity. A tree may lose a fault only with a part that is never looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from kirtis.language.game import Game
from kirtis.language.nodes import NO, YES, Expr
from kirtis.language.nodes.logic import And, Arith, Compare, If, Implies, Member, Narrow, Not, Or, SetLiteral
from kirtis.language.nodes.quantifiers import Best, Count, Every, Filter, Some, Sum, The
from kirtis.language.nodes.values import (
    Call,
    Cards,
    Cell,
    Const,
    Fit,
    Lookup,
    OptionValue,
    PhaseNow,
    Stuck,
    Sure,
    Top,
    Var,
    Whole,
)
from kirtis.language.rewrite import map_children
from kirtis.language.types import BOOL, NOTHING, PHASE, Enum, Maybe, Num, SetOf
from kirtis.language.walk import children, walk
from kirtis.play.compile.trees import Trees, larger

MOST_UNROLLED = 8
"""The largest enumeration over which a quantifier is written out."""

MOST_NODES = 120
"""A definition that is larger than this, once special, stays a function."""

Binder = Every | Some | Count | Sum | Filter | The | Best | Narrow
_FAULTS = (Sure, Fit, The, Best, Stuck, Call)


class Folder:
    """Makes the expressions of one game special to some options and, where it is known, to a phase."""

    def __init__(
        self, game: Game, options: Mapping[str, int | bool], phase: int | None = None, trees: Trees | None = None
    ) -> None:
        self.game, self.options, self.phase = game, options, phase
        self.trees = trees or Trees()
        self.calls: dict[object, Expr] = {}

    def __call__(self, node: Expr, env: Mapping[str, Expr] | None = None) -> Expr:
        """The special tree; ``env`` says what to put in for free names."""
        return self.trees.one(self.fold(node, env or {}))

    def fold(self, node: Expr, env: Mapping[str, Expr]) -> Expr:
        match node:
            case Var(name):
                return env.get(name, node)
            case Const():
                return node
            case PhaseNow():
                return node if self.phase is None else Const(self.phase, PHASE, node.at)
            case OptionValue(name, type_):
                return Const(self.options[name], type_, node.at)
            case Call():
                return self.call(node, env)
            case And(items):
                return self.junction(node, items, env, stop=False)
            case Or(items):
                return self.junction(node, items, env, stop=True)
            case Implies(left, right):
                return self.junction(Or((), BOOL, node.at), (Not(left, BOOL, node.at), right), env, stop=True)
            case If(test, then, other):
                sure = self.fold(test, env)
                if isinstance(sure, Const):
                    return self.fold(then if sure.value else other, env)
                return replace(node, test=sure, then=self.fold(then, env), other=self.fold(other, env))
        if isinstance(node, Binder):
            return self.binder(node, env)
        return simplest(self.game, map_children(node, lambda child: self.fold(child, env)))

    def call(self, node: Call, env: Mapping[str, Expr]) -> Expr:
        """A definition written out; with constants and names for arguments once only."""
        args = tuple(self.fold(a, env) for a in node.args)
        if not all(isinstance(a, Const | Var) for a in args):
            return self.written_out(node, args)
        key = (node.name, *((a.type, a.value if isinstance(a, Const) else a.name) for a in args if isinstance(a, Const | Var)))
        found = self.calls.get(key)
        if found is None:
            found = self.calls[key] = self.written_out(node, args)
        return found

    def written_out(self, node: Call, args: tuple[Expr, ...]) -> Expr:
        definition = self.game.definitions[node.name]
        names = {n: a for (n, _), a in zip(definition.params, args, strict=True)}
        body = self.fold(definition.body, names)
        if larger(body, MOST_NODES):
            return replace(node, args=args)
        # An argument that may fail does so even where the definition does not look at it.
        lazy = (a for (n, _), a in zip(definition.params, args, strict=True) if not safe(a) and not always(definition.body, n))
        guards = tuple(Compare("=", a, a, BOOL, node.at) for a in lazy)
        if not guards:
            return body
        test = guards[0] if len(guards) == 1 else And(guards, BOOL, node.at)
        return If(test, body, Stuck(node.name, node.type, node.at), node.type, node.at)

    def junction(self, node: And | Or, items: Iterable[Expr], env: Mapping[str, Expr], stop: bool) -> Expr:
        """``and`` (which stops at no) and ``or`` (which stops at yes): constants left out, the rest made flat."""
        out: list[Expr] = []
        for item in items:
            one = self.fold(item, env)
            if isinstance(one, Const):
                if bool(one.value) is stop:
                    if all(map(safe, out)):
                        return YES if stop else NO
                    out.append(one)
                    break
            elif type(one) is type(node):
                out.extend(one.items)
            else:
                out.append(one)
        if not out:
            return NO if stop else YES
        return out[0] if len(out) == 1 else replace(node, items=tuple(out))

    def binder(self, node: Binder, env: Mapping[str, Expr]) -> Expr:
        among = self.fold(node.among, env)
        taken: frozenset[str] = frozenset().union(*(self.trees.free(e) for n, e in env.items() if n != node.var))
        var = node.var
        while var in taken:
            var += "_"
        kind = among.type
        assert isinstance(kind, SetOf)
        inner = {**env, node.var: Var(var, kind.of, node.at)}
        body = map_children(node, lambda child: child if child is node.among else self.fold(child, inner))
        assert isinstance(body, Binder)
        body = replace(body, var=var, among=among)
        if isinstance(body, Narrow):
            steps = tuple(s for s in body.steps if not isinstance(s[0], Const) or s[0].value)
            return replace(body, steps=steps) if steps else among
        if isinstance(among, Whole) and isinstance(body, Every | Some | Count | Sum):
            count = len(self.game.enums[kind.of.name])
            if count <= MOST_UNROLLED and not larger(body, 4 * MOST_NODES // count):
                return self.unrolled(body, kind.of, count)
        return body

    def unrolled(self, node: Every | Some | Count | Sum, kind: Enum, count: int) -> Expr:
        """The quantifier over a small enumeration, value by value."""
        each = [{node.var: Const(n, kind, node.at)} for n in range(count)]
        match node:
            case Every(_, _, body):
                return self.junction(And((), BOOL, node.at), (self.fold(body, e) for e in each), {}, stop=False)
            case Some(_, _, body):
                return self.junction(Or((), BOOL, node.at), (self.fold(body, e) for e in each), {}, stop=True)
        one: Expr = Const(1, Num(1, 1), node.at)
        value, where = (node.value, node.where) if isinstance(node, Sum) else (one, node.where)
        zero = Const(0, Num(0, 0), node.at)
        total: Expr = zero
        for e in each:
            term = self.fold(If(where, value, zero, node.type, node.at), e)
            total = term if total is zero else simplest(self.game, Arith("+", total, term, node.type, node.at))
        return total


def always(node: Expr, name: str) -> bool:
    """Whether an expression looks at a name whatever else it finds."""
    match node:
        case Var(own):
            return own == name
        case And(items) | Or(items):
            return always(items[0], name)
        case Implies(left, _):
            return always(left, name)
        case If(test, _, _):
            return always(test, name)
        case _ if isinstance(node, Binder):
            return always(node.among, name)
    return any(always(child, name) for child in children(node) if isinstance(child, Expr))


def safe(node: Expr) -> bool:
    """Whether evaluating an expression can never fail, whatever the position."""
    return not any(isinstance(one, _FAULTS) or not _plain(one) for one in walk(node))


def _plain(node: object) -> bool:
    """Whether no part of a node has to be there and may not be, as an index that was never written."""
    if isinstance(node, Cell | Cards | Top):
        return all(isinstance(i, Const | Var) for i in node.index)
    return not isinstance(node, SetLiteral) or all(isinstance(i, Const | Var) for i in node.items)


def simplest(game: Game, node: Expr) -> Expr:
    """The same with constants worked out, as far as that takes no more than looking at its children."""
    match node:
        case Not(Const(value)):
            return NO if value else YES
        case Not(Not(of)):
            return of
        case Lookup(name, Const(value), type_):
            found = None if value is None else game.maps[name].values[int(value)]
            return Const(found, NOTHING if found is None else type_, node.at)
        case Sure(Const(value), type_) if value is not None:
            return Const(value, type_, node.at)
        case Fit(Const(value), wanted) if value is not None:
            bounds = wanted.of if isinstance(wanted, Maybe) else wanted
            if isinstance(bounds, Num) and bounds.low <= value and (bounds.high is None or value <= bounds.high):
                return Const(value, bounds, node.at)
        case Compare(op, Const(a), Const(b)):
            if op in ("=", "!="):
                return YES if (a == b) is (op == "=") else NO
            if a is not None and b is not None:
                return YES if {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op] else NO
        case Arith(op, Const(a), Const(b), type_) if a is not None and b is not None:
            return Const({"+": a + b, "-": a - b, "*": a * b, "min": min(a, b), "max": max(a, b)}[op], type_, node.at)
        case Arith("+", Const(0), other) | Arith("+", other, Const(0)):
            return other
        case Member(Const(None), among) if safe(among):
            return NO
        case Member(_, SetLiteral(())):
            return NO
    return node
