"""The ground that expressions are read on: names, cells, zones, definitions, and the conditions under which there is a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kirtis.language import nodes as n
from kirtis.language.places import Place
from kirtis.language.types import TALLY, Bool, Enum, Maybe, Num, SetOf, Type, definite
from kirtis.prove.symbolic import Cell, State, kind_of
from kirtis.prove.terms import FALSE, TRUE, Term, and_, at_most, equal, implies, not_, number, or_
from kirtis.prove.values import (
    MaybeNumber,
    Pick,
    Set,
    Value,
    as_number,
    choose,
    from_word,
    just,
    mapped,
    maybe_number,
    over,
    present,
)  # fmt: skip

if TYPE_CHECKING:
    from kirtis.prove.evaluate import Reader

Env = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Defined:
    """A condition for a value to exist, and what it says."""

    term: Term
    what: str
    at: Place


def condition(value: Value) -> Term:
    """A truth value."""
    assert isinstance(value, Term)
    return value


def members(value: Value) -> Set:
    """A set."""
    assert isinstance(value, list)
    return value


class Reading:
    """Reads an expression where ``reached`` holds; ``defined`` gathers what it needs to have a value."""

    handlers: ClassVar[dict[type, Callable[[Any, Any, Env, Term], Value]]] = {}

    def __init__(self, reader: Reader, state: State, defined: list[Defined]) -> None:
        self.r, self.s, self.defined, self.game = reader, state, defined, reader.game

    def need(self, reached: Term, term: Term, what: str, at: Place) -> None:
        must = implies(reached, term)
        if must is not TRUE:
            self.defined.append(Defined(must, what, at))

    def value(self, e: n.Expr, env: Env, reached: Term) -> Value:
        return self.handlers[type(e)](self, e, env, reached)

    def truth(self, e: n.Expr, env: Env, reached: Term) -> Term:
        return condition(self.value(e, env, reached))

    # -- leaves --------------------------------------------------------------------------------------------------------

    def const(self, e: n.Const, env: Env, reached: Term) -> Value:
        return from_word(e.value, "pick" if e.value is None else kind_of(e.type))

    def var(self, e: n.Var, env: Env, reached: Term) -> Value:
        return env[e.name]

    def phase(self, e: n.PhaseNow, env: Env, reached: Term) -> Value:
        return self.s.phase

    def option(self, e: n.OptionValue, env: Env, reached: Term) -> Value:
        return as_number(self.r.options[e.name])

    def at_index(self, index: tuple[Enum, ...], values: list[Value], pick: Callable[[int], Value]) -> Value:
        """The value of a family at possibly unknown indices."""

        def go(k: int, cell: int) -> Value:
            if k == len(index):
                return pick(cell)
            size = len(self.game.enums[index[k].name])
            found = over(values[k], lambda v, c: go(k + 1, cell * size + int(v or 0)))
            return pick(0) if found is None else found

        return go(0, 0)

    def cell(self, e: n.Cell, env: Env, reached: Term) -> Value:
        v = self.game.variables[e.name]
        return as_number(
            self.at_index(v.index, [self.value(i, env, reached) for i in e.index], lambda c: self.s.variables[e.name, c])
        )

    def cards(self, e: n.Cards, env: Env, reached: Term) -> Value:
        z = self.game.zones[e.zone]
        index = [self.value(i, env, reached) for i in e.index]
        if z.kind == "one":
            return self.at_index(z.index, index, lambda c: self.single((e.zone, c)))
        return self.at_index(z.index, index, lambda c: self.s.zones[e.zone, c])

    def single(self, cell: Cell) -> Pick:
        """The card of a zone for one card, or none."""
        key = ("single", cell)
        if key not in self.s.lasting:
            bits = self.s.zones[cell]
            single = Pick({c: b for c, b in enumerate(bits) if b is not FALSE})
            single[None] = not_(or_(*bits))
            self.s.lasting[key] = single
        found = self.s.lasting[key]
        assert isinstance(found, Pick)
        return found

    def family(self, e: n.Family, env: Env, reached: Term) -> Value:
        mine = [bits for (zone, _), bits in self.s.zones.items() if zone == e.zone]
        return [or_(*column) for column in zip(*mine, strict=True)]

    def top(self, e: n.Top, env: Env, reached: Term) -> Value:
        z = self.game.zones[e.zone]
        return self.at_index(z.index, [self.value(i, env, reached) for i in e.index], lambda c: self.s.tops[e.zone, c])

    def whole(self, e: n.Whole, env: Env, reached: Term) -> Value:
        return [TRUE] * len(self.game.enums[e.type.of.name])

    # -- definitions and maps ------------------------------------------------------------------------------------------

    def call(self, e: n.Call, env: Env, reached: Term) -> Value:
        d = self.game.definitions[e.name]
        args = [self.value(a, env, reached) for a in e.args]
        if any(isinstance(a, list) or definite(t) == TALLY for a, (_, t) in zip(args, d.params, strict=True)):
            # Too many values to go through.
            return self.value(d.body, {p: a for (p, _), a in zip(d.params, args, strict=True)}, reached)

        def go(k: int, known: tuple[int | bool | None, ...], where: Term) -> Value:
            if k == len(args):
                return self.applied(e.name, known, where)
            arg = args[k]
            if isinstance(arg, Term) and arg.sort == "Bool":
                return choose(
                    arg, go(k + 1, (*known, True), and_(where, arg)), go(k + 1, (*known, False), and_(where, not_(arg)))
                )
            if not isinstance(arg, Pick):
                arg = self.spread(arg, d.params[k][1])
            found = over(arg, lambda v, c: go(k + 1, (*known, v), and_(where, c)))
            return self.default(e.type) if found is None else found

        sure: list[int | bool | None] = []
        for arg in args:  # most arguments are known, and then there is nothing to go through
            if not (isinstance(arg, Pick) and len(arg) == 1 and TRUE in arg.values()):
                break
            sure += arg
        return go(len(sure), tuple(sure), reached)

    def spread(self, arg: Value, t: Type) -> Pick:
        """An unknown number as a Pick over its range."""
        m = maybe_number(arg)
        inner = t.of if isinstance(t, Maybe) else t
        assert isinstance(inner, Num) and inner.high is not None
        values = Pick({v: and_(not_(m.none), equal(m.value, number(v))) for v in range(inner.low, inner.high + 1)})
        if m.none is not FALSE:
            values[None] = m.none
        return values

    def applied(self, name: str, known: tuple[int | bool | None, ...], reached: Term) -> Value:
        """A definition at known arguments: evaluated once a position (and phase, if it looks at that); its conditions hold only where it is reached."""
        key = (name, known)
        cache = self.r.kept(name, self.s)
        if key not in cache:
            d = self.game.definitions[name]
            inner = type(self)(self.r, self.s, [])
            env = {p: from_word(v, "pick" if v is None else kind_of(t)) for (p, t), v in zip(d.params, known, strict=True)}
            value = inner.value(d.body, env, TRUE)
            if self.r.loose is not None:
                value = self.r.loose.value(value, d.type, d.at)
            cache[key] = (value, inner.defined)
        kept: tuple[Value, list[Defined]] = cache[key]  # type: ignore[assignment]
        for one in kept[1]:
            self.need(reached, one.term, one.what, one.at)
        return kept[0]

    def default(self, t: Type) -> Value:
        """Some value of a type, for where there is no value."""
        match t:
            case Bool():
                return FALSE
            case Num(low, _):
                return just(low)
            case SetOf(of):
                return [FALSE] * len(self.game.enums[of.name])
            case Enum():
                return just(0)
        return just(None)

    def lookup(self, e: n.Lookup, env: Env, reached: Term) -> Value:
        values = self.game.maps[e.map].values
        arg = self.value(e.arg, env, reached)
        if self.r.loose is not None:
            return self.r.loose.mapped(arg, self.game.maps[e.map])
        return mapped(arg, lambda v: values[v])

    def sure(self, e: n.Sure, env: Env, reached: Term) -> Value:
        value = self.value(e.of, env, reached)
        if isinstance(value, MaybeNumber):
            self.need(reached, not_(value.none), "this may be none", e.at)
            return value.value
        if isinstance(value, Term):
            return value
        assert isinstance(value, Pick)
        self.need(reached, not_(value.get(None, FALSE)), "this may be none", e.at)
        if isinstance(e.type, Bool):
            return value.get(True, FALSE)
        return present(value)

    def fit(self, e: n.Fit, env: Env, reached: Term) -> Value:
        value = self.value(e.of, env, reached)
        inner = e.type.of if isinstance(e.type, Maybe) else e.type
        assert isinstance(inner, Num)
        m = maybe_number(value) if not isinstance(value, Pick) else None
        if isinstance(value, Pick):
            inside = or_(
                *(c for v, c in value.items() if v is None or (v >= inner.low and (inner.high is None or v <= inner.high)))
            )
        else:
            assert m is not None
            within = and_(
                at_most(number(inner.low), m.value), at_most(m.value, number(inner.high)) if inner.high is not None else TRUE
            )
            inside = or_(m.none, within)
        self.need(reached, inside, f"this may be outside {inner}", e.at)
        return value

    def stuck(self, e: n.Stuck, env: Env, reached: Term) -> Value:
        self.need(reached, FALSE, f"no row of the table {e.table} may fit", e.at)
        return self.default(e.type)

    def was(self, e: n.Was, env: Env, reached: Term) -> Value:
        assert self.r.before is not None
        return type(self)(self.r, self.r.before, self.defined).value(e.of, env, reached)
