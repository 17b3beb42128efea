"""Symbolic values: what an expression may be, and when.

A truth value is a Bool term. A value of an enumeration, or none, is a ``Pick``: each value it may have with the condition under which it
has it; the conditions exclude one another and one of them holds. A number is a Pick of numbers while it has few values, else an Int
term; a number or none is a ``MaybeNumber``. A set is a list with a condition for each member.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kirtis.prove.terms import FALSE, TRUE, Term, add, and_, at_most, equal, iff, ite, not_, number, or_, scale, truth

MOST_PICKED = 40
"""A number with more possible values than this is written as an Int term."""


class Pick(dict[int | None, Term]):
    """Possible values with their conditions; ``parts`` where very many, or what was made of very many, are one of two by a test."""

    parts: tuple[Term, Pick, Pick] | None = None


@dataclass(frozen=True, slots=True)
class MaybeNumber:
    """A number (Int term) that may be none."""

    none: Term
    value: Term


Set = list[Term]
Value = Term | Pick | MaybeNumber | Set


def just(value: int | None) -> Pick:
    """A value known for certain."""
    return Pick({value: TRUE})


def choose(test: Term, a: Value, b: Value) -> Value:
    """``a`` where ``test`` holds, else ``b``."""
    if test is TRUE or a is b:
        return a
    if test is FALSE:
        return b
    if isinstance(a, list) and isinstance(b, list):
        return [ite(test, x, y) for x, y in zip(a, b, strict=True)]
    if isinstance(a, MaybeNumber) or isinstance(b, MaybeNumber):
        a, b = maybe_number(a), maybe_number(b)
        return MaybeNumber(ite(test, a.none, b.none), ite(test, a.value, b.value))
    if isinstance(a, Pick) != isinstance(b, Pick):
        # A number against one that may be none, or a truth value against one that may be none.
        one = b if isinstance(a, Pick) else a
        if isinstance(one, Term) and one.sort == "Bool":
            a, b = as_pick(a), as_pick(b)
        elif None in (a if isinstance(a, Pick) else b):  # type: ignore[operator]
            return choose(test, maybe_number(a), maybe_number(b))
    if isinstance(a, Pick) and isinstance(b, Pick):
        other = not_(test)
        picked = {v: or_(and_(test, a.get(v, FALSE)), and_(other, b.get(v, FALSE))) for v in {**a, **b}}
        chosen = Pick({v: c for v, c in picked.items() if c is not FALSE})
        if len(chosen) > MOST_PICKED:
            chosen.parts = (test, a, b)
        return chosen
    if isinstance(a, Term) and a.sort == "Bool":
        assert isinstance(b, Term) and b.sort == "Bool"
        return ite(test, a, b)
    return ite(test, as_int(a), as_int(b))


def as_pick(value: Value) -> Pick:
    """A truth value as a Pick, as one that may be none is kept."""
    if isinstance(value, Term) and value.sort == "Bool":
        return Pick({v: c for v, c in ((False, not_(value)), (True, value)) if c is not FALSE})
    assert isinstance(value, Pick)
    return value


def kept(value: Value, kind: str) -> Value:
    """A value in the form that a variable of this kind is kept in."""
    if kind == "number":
        return as_int(value)
    if kind == "maybe":
        return maybe_number(value)
    return as_pick(value) if kind == "pick" else value


def as_int(value: Value) -> Term:
    """A number as an Int term."""
    if isinstance(value, Pick):
        items = [(v, c) for v, c in value.items() if v is not None and c is not FALSE]
        if not items:
            return number(0)
        out = number(items[-1][0])
        for v, c in reversed(items[:-1]):
            out = ite(c, number(v), out)
        return out
    assert isinstance(value, Term) and value.sort == "Int"
    return value


def as_number(value: Value) -> Value:
    """A number in its most telling form: a Pick if it is one or a constant, else an Int term."""
    if isinstance(value, Term) and value.op == "number":
        return just(value.args[0])  # type: ignore[arg-type]
    return value


def maybe_number(value: Value) -> MaybeNumber:
    """A number, or none, as a MaybeNumber."""
    if isinstance(value, MaybeNumber):
        return value
    if isinstance(value, Pick):
        return MaybeNumber(value.get(None, FALSE), as_int(value))
    assert isinstance(value, Term)
    return MaybeNumber(FALSE, value)


def same(a: Value, b: Value) -> Term:
    """Whether two values are equal; none equals only none."""
    if isinstance(a, list) or isinstance(b, list):
        raise TypeError("sets are not compared")
    if isinstance(a, MaybeNumber) or isinstance(b, MaybeNumber):
        x, y = maybe_number(a), maybe_number(b)
        return or_(and_(x.none, y.none), and_(not_(x.none), not_(y.none), equal(x.value, y.value)))
    if isinstance(a, Pick) and a.parts is not None:
        return ite(a.parts[0], same(a.parts[1], b), same(a.parts[2], b))
    if isinstance(b, Pick) and b.parts is not None:
        return same(b, a)
    if isinstance(a, Pick) and isinstance(b, Pick):
        return or_(*(and_(c, b[v]) for v, c in a.items() if v in b))
    if isinstance(a, Term) and isinstance(b, Term):
        if a.sort == "Bool":
            return iff(a, b)
        return equal(a, b)
    if isinstance(a, Pick) and isinstance(b, Term) and b.sort == "Int":
        return or_(*(and_(c, equal(b, number(v))) for v, c in a.items() if v is not None))
    if isinstance(a, Pick) and isinstance(b, Term):
        return same(a, as_pick(b))
    if isinstance(b, Pick):
        return same(b, a)
    raise TypeError(f"{a} and {b} are not compared")


def no_more(a: Value, b: Value) -> Term:
    """``a <= b`` of two numbers."""
    if isinstance(a, Pick) and a.parts is not None:
        return ite(a.parts[0], no_more(a.parts[1], b), no_more(a.parts[2], b))
    if isinstance(b, Pick) and b.parts is not None:
        return ite(b.parts[0], no_more(a, b.parts[1]), no_more(a, b.parts[2]))
    if isinstance(a, Pick) and isinstance(b, Pick) and len(a) * len(b) <= 180:
        out = []
        for v, c in a.items():
            at_least = [d for w, d in b.items() if w is not None and v is not None and w >= v]
            out.append(and_(c, or_(*at_least)))
        return or_(*out)
    return at_most(as_int(a), as_int(b))


def total(values: list[tuple[Term, Value]]) -> Value:
    """The sum of numbers, each counted where its condition holds."""
    zero = number(0)
    return as_number(add(*(ite(c, as_int(v), zero) for c, v in values if c is not FALSE)))


def plus(a: Value, b: Value, times: int = 1) -> Value:
    """``a + times * b``; stays a Pick while there are few values."""
    if isinstance(a, Pick) and isinstance(b, Pick) and len(a) * len(b) <= MOST_PICKED:
        out: dict[int | None, list[Term]] = {}
        for v, c in a.items():
            for w, d in b.items():
                if v is not None and w is not None and (both := and_(c, d)) is not FALSE:
                    out.setdefault(v + times * w, []).append(both)
        return Pick({v: or_(*cs) for v, cs in out.items()})
    return as_number(add(as_int(a), scale(times, as_int(b))))


def over(value: Value, change: Callable[[int | None, Term], Value]) -> Value | None:
    """``change`` at each possible value of a Pick, joined by its conditions; None if it has no value."""
    assert isinstance(value, Pick)
    items = [(c, change(v, c)) for v, c in value.items() if c is not FALSE]
    return joined(items) if items else None


def joined(items: list[tuple[Term, Value]]) -> Value:
    """The value whose condition holds; the conditions exclude one another."""
    first = items[0][1]
    if len(items) == 1:
        return first
    values = [v for _, v in items]
    if all(isinstance(v, Pick) for v in values):
        out: dict[int | None, list[Term]] = {}
        for c, one in items:
            assert isinstance(one, Pick)
            for v, d in one.items():
                out.setdefault(v, []).append(and_(c, d))
        return Pick({v: t for v, cs in out.items() if (t := or_(*cs)) is not FALSE})
    if isinstance(first, list):
        columns = zip(*(v for v in values if isinstance(v, list)), strict=True)
        conditions = [c for c, _ in items]
        return [or_(*(and_(c, x) for c, x in zip(conditions, column, strict=True))) for column in columns]
    if all(isinstance(v, Term) and v.sort == "Bool" for v in values):
        return or_(*(and_(c, v) for c, v in items))  # type: ignore[arg-type]
    result = values[-1]
    for c, one in reversed(items[:-1]):
        result = choose(c, one, result)
    return result


def mapped(value: Value, change: Callable[[int], int | None]) -> Pick:
    """A Pick through a fixed function; none stays none."""
    assert isinstance(value, Pick)
    if value.parts is not None:
        # So that what is said of a part stays as it was said of it before.
        test, a, b = value.parts
        chosen = choose(test, mapped(a, change), mapped(b, change))
        assert isinstance(chosen, Pick)
        chosen.parts = (test, mapped(a, change), mapped(b, change))
        return chosen
    out: dict[int | None, list[Term]] = {}
    for v, c in value.items():
        out.setdefault(None if v is None else change(v), []).append(c)
    return Pick({v: or_(*cs) for v, cs in out.items()})


def present(value: Pick) -> Pick:
    """A Pick without none, where it is known that there is a value."""
    some = Pick({v: c for v, c in value.items() if v is not None})
    if value.parts is not None:
        test, a, b = value.parts
        some.parts = (test, present(a), present(b))
    return some


def from_word(value: int | bool | None, kind: str) -> Value:
    """A known value: ``kind`` is ``bool``, ``number``, ``maybe`` (a number or none) or ``pick``."""
    if kind == "bool":
        return truth(bool(value))
    if kind == "maybe":
        return MaybeNumber(truth(value is None), number(int(value or 0)))
    if kind == "number" and value is not None:
        return just(int(value))
    return just(None if value is None else int(value))
