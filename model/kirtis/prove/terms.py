"""Formulas as shared, simplified terms, and their SMT-LIB 2 text.

A term is made once and kept: equal terms are one object, children are older than parents. Only booleans and whole numbers occur,
with linear arithmetic, so that every solver can read the text. The order of arguments is that in which the terms were first made,
so each model begins with nothing kept: what is asked must not depend on what was asked of another game before.
"""

from __future__ import annotations

from itertools import count
from typing import Literal

Sort = Literal["Bool", "Int"]

LEAVES = frozenset({"true", "false", "number", "variable"})
"""What is built of nothing."""


class Term:
    """A formula (Bool) or a whole number (Int); ``args`` are terms, or the name or number of a leaf; ``inner`` are those that are terms."""

    __slots__ = ("args", "id", "inner", "op", "sort")

    def __init__(self, op: str, args: tuple[object, ...], sort: Sort, number: int) -> None:
        self.op, self.args, self.sort, self.id = op, args, sort, number
        self.inner: tuple[Term, ...] = () if op in LEAVES else args  # type: ignore[assignment]

    def __repr__(self) -> str:
        from kirtis.prove.smtlib import text_of

        return text_of(self)


_KEPT: dict[tuple[object, ...], Term] = {}
_AGES = count()


def _make(op: str, args: tuple[object, ...], sort: Sort) -> Term:
    key = (op, *(a.id if isinstance(a, Term) else a for a in args), sort) if args else (op, sort)
    found = _KEPT.get(key)
    if found is None:
        found = _KEPT[key] = Term(op, args, sort, next(_AGES))
    return found


TRUE = _make("true", (), "Bool")
FALSE = _make("false", (), "Bool")
_CONSTANTS = dict(_KEPT)


def forget() -> None:
    """Begin anew. Terms made before stay right, but are other objects than equal ones made later."""
    _KEPT.clear()
    _KEPT.update(_CONSTANTS)


def truth(value: bool) -> Term:
    """The constant for a truth value."""
    return TRUE if value else FALSE


def number(value: int) -> Term:
    """The constant for a whole number."""
    return _make("number", (value,), "Int")


def variable(name: str, sort: Sort = "Bool") -> Term:
    """An unknown."""
    return _make("variable", (name,), sort)


def not_(a: Term) -> Term:
    """The contrary."""
    if a is TRUE:
        return FALSE
    if a is FALSE:
        return TRUE
    if a.op == "not":
        return a.args[0]  # type: ignore[return-value]
    return _make("not", (a,), "Bool")


def _joined(op: str, items: tuple[Term, ...], unit: Term, zero: Term) -> Term:
    if len(items) == 2:  # so it is most often, and mostly one of the two settles it
        a, b = items
        if a is unit or b is zero or a is b:
            return b
        if b is unit or a is zero:
            return a
        if a.op != op != b.op:
            found = _KEPT.get((op, a.id, b.id) if a.id < b.id else (op, b.id, a.id))
            if found is not None:
                return found
    seen: dict[int, Term] = {}
    for item in items:
        if item.op == op:  # what is joined already has neither constants in it nor another of its kind
            for one in item.args:
                seen[one.id] = one  # type: ignore[attr-defined, assignment]
        elif item is zero:
            return zero
        elif item is not unit:
            seen[item.id] = item
    if len(seen) < 2:
        return next(iter(seen.values()), unit)
    for one in seen.values():
        if one.op == "not" and one.args[0].id in seen:  # type: ignore[attr-defined]
            return zero
    ages = sorted(seen)
    key = (op, *ages)
    found = _KEPT.get(key)
    if found is None:
        found = _KEPT[key] = Term(op, tuple([seen[age] for age in ages]), "Bool", next(_AGES))
    return found


def and_(*items: Term) -> Term:
    """All of these."""
    return _joined("and", items, TRUE, FALSE)


def or_(*items: Term) -> Term:
    """One of these, or more."""
    return _joined("or", items, FALSE, TRUE)


def implies(a: Term, b: Term) -> Term:
    """``b`` wherever ``a``."""
    if a.op == "and" and any(one is b for one in a.args):
        return TRUE
    return or_(not_(a), b)


def iff(a: Term, b: Term) -> Term:
    """Both or neither."""
    if a is b:
        return TRUE
    if a is TRUE or b is TRUE:
        return b if a is TRUE else a
    if a is FALSE or b is FALSE:
        return not_(b if a is FALSE else a)
    if not_(a) is b:
        return FALSE
    return _make("=", (a, b) if a.id < b.id else (b, a), "Bool")


def ite(test: Term, a: Term, b: Term) -> Term:
    """``a`` where ``test`` holds, else ``b``; of booleans or of numbers."""
    if test is TRUE or a is b:
        return a
    if test is FALSE:
        return b
    if test.op == "not":
        return ite(test.args[0], b, a)  # type: ignore[arg-type]
    if a.sort == "Bool":
        if a is TRUE:
            return or_(test, b)
        if a is FALSE:
            return and_(not_(test), b)
        if b is TRUE:
            return or_(not_(test), a)
        if b is FALSE:
            return and_(test, a)
    return _make("ite", (test, a, b), a.sort)


def add(*items: Term) -> Term:
    """The sum of numbers."""
    constant, rest = 0, []
    for item in items:
        for one in item.args if item.op == "+" else (item,):
            assert isinstance(one, Term)
            if one.op == "number":
                constant += one.args[0]  # type: ignore[operator]
            else:
                rest.append(one)
    gathered: dict[int, tuple[Term, int]] = {}
    for one in rest:
        base, k = _multiple(one)
        gathered[base.id] = (base, gathered.get(base.id, (base, 0))[1] + k)
    parts = [scale(k, base) for _, (base, k) in sorted(gathered.items()) if k]
    if constant or not parts:
        parts.append(number(constant))
    return parts[0] if len(parts) == 1 else _make("+", tuple(parts), "Int")


def _multiple(a: Term) -> tuple[Term, int]:
    """A number as a multiple of one that is none."""
    if a.op == "*":
        k, base = a.args
        assert isinstance(k, Term) and isinstance(base, Term)
        return base, int(str(k.args[0]))
    return a, 1


def scale(k: int, a: Term) -> Term:
    """A fixed multiple of a number."""
    if k == 0:
        return number(0)
    if k == 1:
        return a
    if a.op == "number":
        return number(k * a.args[0])  # type: ignore[operator]
    if a.op == "*":
        return scale(k * a.args[0].args[0], a.args[1])  # type: ignore[attr-defined, arg-type]
    if a.op == "+":
        return add(*(scale(k, x) for x in a.args))  # type: ignore[arg-type]
    return _make("*", (number(k), a), "Int")


def subtract(a: Term, b: Term) -> Term:
    """The difference of two numbers."""
    return add(a, scale(-1, b))


def at_most(a: Term, b: Term) -> Term:
    """``a <= b``."""
    if a is b:
        return TRUE
    if a.op == "number" and b.op == "number":
        return truth(a.args[0] <= b.args[0])  # type: ignore[operator]
    return _make("<=", (a, b), "Bool")


def equal(a: Term, b: Term) -> Term:
    """Equality of two numbers."""
    if a is b:
        return TRUE
    if a.op == "number" and b.op == "number":
        return FALSE
    if b.op == "ite" or (a.op == "number" and b.op != "number"):
        a, b = b, a
    if b.op == "number" and a.op == "ite" and a.args[1].op == "number" and a.args[2].op == "number":  # type: ignore[attr-defined]
        return ite(a.args[0], truth(a.args[1] is b), truth(a.args[2] is b))  # type: ignore[arg-type]
    return _make("=", (a, b) if a.id < b.id else (b, a), "Bool")


def exactly_one(items: list[Term]) -> Term:
    """Just one of these: one at least, no two."""
    if any(one is TRUE for one in items):
        rest = [one for one in items if one is not TRUE]
        return and_(*(not_(one) for one in rest)) if len(rest) == len(items) - 1 else FALSE
    return and_(or_(*items), at_most_one(items))


PAIRS = 8
"""Of so many, no two are said pair by pair; more are halved."""


def at_most_one(items: list[Term]) -> Term:
    """No two of these."""
    items = [one for one in items if one is not FALSE]
    if len(items) > PAIRS:
        # Not in both halves, and in each half no two: the pairs of a pack of a hundred cards would be thousands.
        low, high = items[: len(items) // 2], items[len(items) // 2 :]
        return and_(at_most_one(low), at_most_one(high), or_(not_(or_(*low)), not_(or_(*high))))
    return and_(*(or_(not_(a), not_(b)) for n, a in enumerate(items) for b in items[n + 1 :]))


def made(op: str, args: list[Term], sort: Sort) -> Term | None:
    """The term that these make, in whatever order where that says nothing, if there is one already."""
    if op in ("and", "or"):
        return _KEPT.get((op, *sorted(a.id for a in args)))
    if op == "=":
        args = sorted(args, key=lambda a: a.id)
    elif op == "+":
        # The constant last; the others by what they are multiples of.
        args = sorted(args, key=lambda a: (a.op == "number", _multiple(a)[0].id))
    return _KEPT.get((op, *(a.id for a in args), sort))


def unknown(name: str, sort: Sort) -> Term | None:
    """The unknown of this name, if there is one already."""
    return _KEPT.get(("variable", name, sort))
