"""Operators: comparisons, conditions, choices, numbers and sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kirtis.language.errors import fail
from kirtis.language.nodes import (
    And,
    Arith,
    Compare,
    Const,
    Expr,
    FirstOf,
    If,
    Implies,
    Member,
    Not,
    Or,
    SetJoin,
    SetLiteral,
)  # fmt: skip
from kirtis.language.places import Place
from kirtis.language.trees import Tree
from kirtis.language.types import BOOL, NOTHING, Enum, Maybe, Num, SetOf, definite, join, overlap, said

if TYPE_CHECKING:
    from kirtis.language.expressions import Env, Handler, Typer

LARGEST = 10**12
"""The largest number that any expression may reach, so that every reader of the rules can hold it exactly."""


def bounded(low: int, high: int | None, at: Place) -> Num:
    """The range of a result."""
    if low < -LARGEST or (high is not None and high > LARGEST):
        raise fail(at, f"numbers here may grow beyond {LARGEST:,}", "use smaller ranges")
    return Num(low, high)


# -- comparisons ---------------------------------------------------------------------------------------------------------


def _cmp(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    return compared(tree.word(1), typer.typed(tree.tree(0), env), typer.typed(tree.tree(2), env), at)


def compared(op: str, left: Expr, right: Expr, at: Place) -> Expr:
    """A comparison, if values of these types can be compared and it can be true."""
    a, b = left.type, right.type
    if op not in ("=", "!="):
        return _ordered(op, left, right, at)
    if NOTHING in (a, b):
        other = b if a == NOTHING else a
        if not isinstance(other, Maybe):
            raise fail(at, f"{said(other)} is never none", "leave the test out, or declare it with ?")
        return Compare(op, left, right, BOOL, at)
    a, b = definite(a), definite(b)
    if isinstance(a, Num) and isinstance(b, Num):
        if not overlap(a, b):
            raise fail(at, f"{said(a)} and {said(b)} can never be equal", "check the number or the declared range")
    elif a != b or isinstance(a, SetOf):
        way_out = "for sets use in, size(…) or empty(…)" if isinstance(a, SetOf) else "compare it with a value of its own type"
        raise fail(at, f"{said(left.type)} cannot be compared with {said(right.type)}", way_out)
    return Compare(op, left, right, BOOL, at)


def _ordered(op: str, left: Expr, right: Expr, at: Place) -> Expr:
    for node in (left, right):
        if not isinstance(node.type, Num):
            maybe = isinstance(node.type, Maybe) and isinstance(node.type.of, Num)
            way_out = (
                "write ! after it where it cannot be none" if maybe else "an order gives a number: plain(c.rank) > plain(d.rank)"
            )
            raise fail(node.at, f"“{op}” compares numbers, found {said(node.type)}", way_out)
    a, b = left.type, right.type
    assert isinstance(a, Num) and isinstance(b, Num)
    if op in (">", ">="):
        a, b = b, a
    # Now a op b asks whether a is the smaller.
    never = b.high is not None and (a.low > b.high or (op in ("<", ">") and a.low == b.high))
    if never:
        raise fail(at, f"{said(left.type)} can never be {op} {said(right.type)}", "check the number or the declared range")
    return Compare(op, left, right, BOOL, at)


def _in_(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    node, (among, kind) = typer.typed(tree.tree(0), env), typer.domain(tree.tree(1), env)
    if definite(node.type) != kind.of:
        raise fail(at, f"{said(node.type)} cannot be in {said(kind)}", "as in: c in hand[s], s in seat")
    return Member(node, among, BOOL, at)


def _not_in(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    return Not(_in_(typer, tree, env, at), BOOL, at)


# -- conditions ----------------------------------------------------------------------------------------------------------


def _and_(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    return And(tuple(typer.truth(t, env) for t in tree.trees()), BOOL, at)


def _or_(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    return Or(tuple(typer.truth(t, env) for t in tree.trees()), BOOL, at)


def _not_(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    return Not(typer.truth(tree.tree(0), env), BOOL, at)


def _implies(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    return Implies(typer.truth(tree.tree(0), env), typer.truth(tree.tree(1), env), BOOL, at)


def _ifelse(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    test, then, other = typer.truth(tree.tree(1), env), typer.typed(tree.tree(0), env), typer.typed(tree.tree(2), env)
    both = join(then.type, other.type)
    if both is None:
        raise fail(at, f"one branch gives {said(then.type)}, the other {said(other.type)}", "both branches must be of one type")
    return If(test, then, other, both, at)


# -- numbers -------------------------------------------------------------------------------------------------------------


def _arith(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    left, right, op = typer.typed(tree.tree(0), env), typer.typed(tree.tree(2), env), tree.word(1)
    a, b = left.type, right.type
    if isinstance(a, SetOf) and a == b:
        return SetJoin(op, left, right, a, at)
    if not isinstance(a, Num) or not isinstance(b, Num):
        bad = b if isinstance(a, Num) else a
        way_out = "write ! after it where it cannot be none" if isinstance(bad, Maybe) else "check what is declared"
        raise fail(at, f"“{op}” joins two numbers or two sets, found {said(a)} and {said(b)}", way_out)
    return plus(left, right, a, b, at) if op == "+" else minus(left, right, a, b, at)


def plus(left: Expr, right: Expr, a: Num, b: Num, at: Place) -> Arith:
    """The sum of two numbers of these ranges."""
    high = None if a.high is None or b.high is None else a.high + b.high
    return Arith("+", left, right, bounded(a.low + b.low, high, at), at)


def minus(left: Expr, right: Expr, a: Num, b: Num, at: Place) -> Arith:
    """The difference of two numbers of these ranges; a tally has no upper bound and cannot be taken away."""
    if b.high is None:
        raise fail(at, "a tally cannot be taken away", "compare them instead")
    return Arith("-", left, right, bounded(a.low - b.high, None if a.high is None else a.high - b.low, at), at)


def _times(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    (left, a), (right, b) = typer.number(tree.tree(0), env), typer.number(tree.tree(1), env)
    if not isinstance(left, Const):
        left, right, b = right, left, a
    if not isinstance(left, Const) or left.value is None:
        raise fail(at, "one side of * must be a fixed number", "write a table, or add it up")
    k = int(left.value)
    # A fixed number has no sign, so the ends keep their order.
    return Arith("*", left, right, bounded(k * b.low, None if b.high is None else k * b.high, at), at)


def extreme(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    """``min`` or ``max`` of two numbers or more."""
    word, args = tree.word(0), tree.trees()
    if len(args) < 2:
        raise fail(at, f"{word} takes two numbers or more, found {len(args)}", f"as in: {word}(12, tricks[x])")
    out, a = typer.number(args[0], env)
    for tree_ in args[1:]:
        node, b = typer.number(tree_, env)
        highs = [h for h in (a.high, b.high) if h is not None]
        if word == "min":
            a = Num(min(a.low, b.low), min(highs, default=None))
        else:
            a = Num(max(a.low, b.low), max(highs) if len(highs) == 2 else None)
        out = Arith(word, out, node, a, at)
    return out


# -- sets ----------------------------------------------------------------------------------------------------------------


def _setlit(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    nodes = [typer.typed(t, env) for t in tree.trees()]
    kind = nodes[0].type
    if not isinstance(kind, Enum) or any(n.type != kind for n in nodes):
        raise fail(
            at, f"a set holds values of one enumeration, found {', '.join(said(n.type) for n in nodes)}", "as in: {king, queen}"
        )
    return SetLiteral(tuple(nodes), SetOf(kind), at)


def _firstof(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    both = [typer.domain(t, env) for t in tree.trees()]
    kind = both[0][1]
    other = next((k for _, k in both if k != kind), None)
    if other is not None:
        raise fail(
            at,
            f"first of takes sets of one type, found {said(kind)} and {said(other)}",
            "as in: first of ({c in hand[s] where c.suit = trump}, hand[s])",
        )
    return FirstOf(tuple(node for node, _ in both), kind, at)


HANDLERS: dict[str, Handler] = {
    "cmp": _cmp, "in_": _in_, "not_in": _not_in, "and_": _and_, "or_": _or_, "not_": _not_, "implies": _implies, "ifelse": _ifelse, "arith": _arith, "times": _times,
    "setlit": _setlit, "firstof": _firstof,
}  # fmt: skip
"""How each operator is typed."""
