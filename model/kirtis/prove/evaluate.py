"""Expressions over a symbolic position.

Everything that is known is worked out at once; definitions are evaluated for known arguments and kept. Each place where an expression
might have no value (``!``, a range, ``the``, ``best``, a table) adds a condition to ``defined``: it must hold wherever it is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kirtis.language import nodes as n
from kirtis.language.game import Game
from kirtis.language.places import Place
from kirtis.language.types import TALLY, Bool, Enum, Maybe, Num, SetOf, Type, definite
from kirtis.prove.symbolic import Cell, State, kind_of
from kirtis.prove.terms import FALSE, TRUE, Term, add, and_, at_most, equal, exactly_one, implies, ite, not_, number, or_, scale
from kirtis.prove.values import (
    MaybeNumber,
    Pick,
    Set,
    Value,
    as_int,
    as_number,
    choose,
    from_word,
    just,
    mapped,
    maybe_number,
    no_more,
    over,
    plus,
    same,
    total,
)  # fmt: skip
from kirtis.prove.weights import IT, Weight, parts

Env = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Defined:
    """A condition for a value to exist, and what it says."""

    term: Term
    what: str
    at: Place


class Reader:
    """Reads expressions in one position; ``before`` is the position that ``was`` looks at."""

    def __init__(self, game: Game, options: Mapping[str, Value], weights: list[Weight], before: State | None = None) -> None:
        self.game, self.options, self.before = game, options, before
        self.weights = {(w.value, w.where): i for i, w in enumerate(weights)}
        self.weight_list = weights

    @property
    def weight_count(self) -> int:
        """How many weights the game has."""
        return len(self.weight_list)

    def weight_of_card(self, weight: int, card: int, state: State) -> Term:
        """One weight of one card in a position, as a number; nought where it has no value, or one out of its range."""
        term, defined = self._weighed(weight, card, state)
        del defined
        return term

    def weight_defined(self, weight: int, card: int, state: State) -> list[Defined]:
        """What one weight of one card needs to exist."""
        return self._weighed(weight, card, state)[1]

    def _weighed(self, weight: int, card: int, state: State) -> tuple[Term, list[Defined]]:
        key = ("weight", weight, card)
        if key not in state.cache:
            w = self.weight_list[weight]
            env: Env = {IT: just(card)}
            defined: list[Defined] = []
            counts = self.holds(w.where, state, env, TRUE, defined)
            value = self.read(w.value, state, env, counts, defined)
            fits = and_(counts, *(d.term for d in defined), no_more(just(0), value), no_more(value, just(w.most)))
            state.cache[key] = (ite(fits, as_int(value), number(0)), defined)
        return state.cache[key]  # type: ignore[return-value]

    def weight_of_all(self, weight: int, state: State) -> Term:
        """One weight of all cards together: a constant for each value of what the weight depends on."""
        w = self.weight_list[weight]
        n = len(self.game.enums["card"])
        read = sorted(w.reads)
        cells = [(name, 0) for name in read]
        if len(read) == 1 and cells[0] in state.variables and isinstance(state.variables[cells[0]], Pick):

            def known(v: int | None, _: Term) -> Value:
                there = State(
                    state.phase, {**state.variables, cells[0]: just(v)}, state.zones, state.sizes, state.weights, state.tops, {}
                )
                return add(*(self.weight_of_card(weight, c, there) for c in range(n)))

            found = over(state.variables[cells[0]], known)
            if found is not None:
                return as_int(found)
        return add(*(self.weight_of_card(weight, c, state) for c in range(n)))

    def read(
        self, e: n.Expr, state: State, env: Env | None = None, reached: Term = TRUE, defined: list[Defined] | None = None
    ) -> Value:
        """The value of an expression where ``reached`` holds; what it needs to exist is added to ``defined``."""
        return _Walk(self, state, [] if defined is None else defined).value(e, env or {}, reached)

    def holds(
        self, e: n.Expr, state: State, env: Env | None = None, reached: Term = TRUE, defined: list[Defined] | None = None
    ) -> Term:
        """A condition as a formula."""
        value = self.read(e, state, env, reached, defined)
        assert isinstance(value, Term)
        return value


def condition(value: Value) -> Term:
    """A truth value."""
    assert isinstance(value, Term)
    return value


def members(value: Value) -> Set:
    """A set."""
    assert isinstance(value, list)
    return value


class _Walk:
    def __init__(self, reader: Reader, state: State, defined: list[Defined]) -> None:
        self.r, self.s, self.defined, self.game = reader, state, defined, reader.game

    def need(self, reached: Term, term: Term, what: str, at: Place) -> None:
        must = implies(reached, term)
        if must is not TRUE:
            self.defined.append(Defined(must, what, at))

    def value(self, e: n.Expr, env: Env, reached: Term) -> Value:
        return _HANDLERS[type(e)](self, e, env, reached)

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
        if key not in self.s.cache:
            bits = self.s.zones[cell]
            single = Pick({c: b for c, b in enumerate(bits) if b is not FALSE})
            single[None] = not_(or_(*bits))
            self.s.cache[key] = single
        found = self.s.cache[key]
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

        return go(0, (), reached)

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
        """A definition at known arguments: evaluated once a position; its conditions hold only where it is reached."""
        key = (name, known)
        if key not in self.s.cache:
            d = self.game.definitions[name]
            inner = _Walk(self.r, self.s, [])
            env = {p: from_word(v, "pick" if v is None else kind_of(t)) for (p, t), v in zip(d.params, known, strict=True)}
            value = inner.value(d.body, env, TRUE)
            self.s.cache[key] = (value, inner.defined)
        kept: tuple[Value, list[Defined]] = self.s.cache[key]  # type: ignore[assignment]
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
        return mapped(self.value(e.arg, env, reached), lambda v: values[v])

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
        return Pick({v: c for v, c in value.items() if v is not None})

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

    # -- logic and numbers ---------------------------------------------------------------------------------------------

    def compare(self, e: n.Compare, env: Env, reached: Term) -> Value:
        a, b = self.value(e.left, env, reached), self.value(e.right, env, reached)
        match e.op:
            case "=":
                return same(a, b)
            case "!=":
                return not_(same(a, b))
            case "<=":
                return no_more(a, b)
            case ">=":
                return no_more(b, a)
            case "<":
                return not_(no_more(b, a))
        return not_(no_more(a, b))

    def member(self, e: n.Member, env: Env, reached: Term) -> Value:
        value, among = self.value(e.of, env, reached), members(self.value(e.among, env, reached))
        assert isinstance(value, Pick)
        return or_(*(and_(c, among[v]) for v, c in value.items() if v is not None))

    def and_(self, e: n.And, env: Env, reached: Term) -> Value:
        out = TRUE
        for item in e.items:
            if out is FALSE:
                return FALSE
            out = and_(out, self.truth(item, env, and_(reached, out)))
        return out

    def or_(self, e: n.Or, env: Env, reached: Term) -> Value:
        out = FALSE
        for item in e.items:
            if out is TRUE:
                return TRUE
            out = or_(out, self.truth(item, env, and_(reached, not_(out))))
        return out

    def not_(self, e: n.Not, env: Env, reached: Term) -> Value:
        return not_(self.truth(e.of, env, reached))

    def implies(self, e: n.Implies, env: Env, reached: Term) -> Value:
        left = self.truth(e.left, env, reached)
        return TRUE if left is FALSE else implies(left, self.truth(e.right, env, and_(reached, left)))

    def if_(self, e: n.If, env: Env, reached: Term) -> Value:
        test = self.truth(e.test, env, reached)
        if test is TRUE:
            return self.value(e.then, env, reached)
        if test is FALSE:
            return self.value(e.other, env, reached)
        return choose(test, self.value(e.then, env, and_(reached, test)), self.value(e.other, env, and_(reached, not_(test))))

    def arith(self, e: n.Arith, env: Env, reached: Term) -> Value:
        a, b = self.value(e.left, env, reached), self.value(e.right, env, reached)
        match e.op:
            case "+":
                return plus(a, b)
            case "-":
                return plus(a, b, -1)
            case "min":
                return choose(no_more(a, b), a, b)
            case "max":
                return choose(no_more(a, b), b, a)
        assert isinstance(e.left, n.Const)
        k = int(e.left.value or 0)
        if isinstance(b, Pick):
            out: dict[int | None, Term] = {}
            for v, c in b.items():
                out[k * int(v or 0)] = or_(out.get(k * int(v or 0), FALSE), c)
            return Pick(out)
        return as_number(scale(k, as_int(b)))

    # -- sets and quantifiers ------------------------------------------------------------------------------------------

    def join(self, e: n.SetJoin, env: Env, reached: Term) -> Value:
        a, b = members(self.value(e.left, env, reached)), members(self.value(e.right, env, reached))
        return [or_(x, y) if e.op == "+" else and_(x, not_(y)) for x, y in zip(a, b, strict=True)]

    def literal(self, e: n.SetLiteral, env: Env, reached: Term) -> Value:
        picks = [self.value(i, env, reached) for i in e.items]
        size = len(self.game.enums[e.type.of.name])
        return [or_(*(p.get(v, FALSE) for p in picks if isinstance(p, Pick))) for v in range(size)]

    def each(self, var: str, among: n.Expr, body: n.Expr, env: Env, reached: Term) -> list[tuple[int, Term, Term]]:
        """For every possible member: the member, whether it is one, and the body."""
        out = []
        for v, c in enumerate(members(self.value(among, env, reached))):
            if c is not FALSE:
                out.append((v, c, self.truth(body, {**env, var: just(v)}, and_(reached, c))))
        return out

    def every(self, e: n.Every, env: Env, reached: Term) -> Value:
        return and_(*(implies(c, b) for _, c, b in self.each(e.var, e.among, e.body, env, reached)))

    def some(self, e: n.Some, env: Env, reached: Term) -> Value:
        return or_(*(and_(c, b) for _, c, b in self.each(e.var, e.among, e.body, env, reached)))

    def filter(self, e: n.Filter, env: Env, reached: Term) -> Value:
        out = [FALSE] * len(self.game.enums[e.type.of.name])
        for v, c, b in self.each(e.var, e.among, e.where, env, reached):
            out[v] = and_(c, b)
        return out

    def ghost(self, e: n.Sum | n.Count, env: Env, reached: Term) -> Value | None:
        """A sum over a zone whose number is kept with the position."""
        if not isinstance(e.among, n.Cards | n.Family) or isinstance(e.among.type, Maybe):
            return None
        value, where = parts(e)
        if isinstance(e, n.Count) and where == n.YES:
            known: Callable[[Cell], Term] = lambda cell: self.s.sizes[cell]  # noqa: E731
        elif (value, where) in self.r.weights:
            w = self.r.weights[value, where]
            known = lambda cell: self.s.weights[w, *cell]  # noqa: E731
        else:
            return None
        zone = e.among.zone
        if (value, where) in self.r.weights:
            self.weighable(self.r.weights[value, where], members(self.value(e.among, env, reached)), reached)
        if isinstance(e.among, n.Family):
            return as_number(add(*(known(cell) for cell in self.s.zones if cell[0] == zone)))
        index = [self.value(i, env, reached) for i in e.among.index]
        return as_number(self.at_index(self.game.zones[zone].index, index, lambda c: known((zone, c))))

    def weighable(self, weight: int, cards: Set, reached: Term) -> None:
        """Each card that is summed must have a weight."""
        for card, there in enumerate(cards):
            for one in self.r.weight_defined(weight, card, self.s):
                self.need(and_(reached, there), one.term, one.what, one.at)

    def count(self, e: n.Count, env: Env, reached: Term) -> Value:
        found = self.ghost(e, env, reached)
        if found is not None:
            return found
        return total([(and_(c, b), just(1)) for _, c, b in self.each(e.var, e.among, e.where, env, reached)])

    def sum(self, e: n.Sum, env: Env, reached: Term) -> Value:
        found = self.ghost(e, env, reached)
        if found is not None:
            return found
        items = []
        for v, c, b in self.each(e.var, e.among, e.where, env, reached):
            here = and_(c, b)
            if here is not FALSE:
                items.append((here, self.value(e.value, {**env, e.var: just(v)}, and_(reached, here))))
        return total(items)

    def the(self, e: n.The, env: Env, reached: Term) -> Value:
        found = Pick(
            {v: both for v, c, b in self.each(e.var, e.among, e.where, env, reached) if (both := and_(c, b)) is not FALSE}
        )
        self.need(reached, exactly_one(list(found.values())) if found else FALSE, "there may be none, or more than one", e.at)
        return found or self.default(e.type)

    def best(self, e: n.Best, env: Env, reached: Term) -> Value:
        items: list[tuple[int, Term, Value]] = []
        for v, c, b in self.each(e.var, e.among, e.where, env, reached):
            here = and_(c, b)
            if here is not FALSE:
                items.append((v, here, self.value(e.key, {**env, e.var: just(v)}, and_(reached, here))))
        out = Pick()
        for v, here, key in items:
            beats = and_(here, *(implies(other, not_(no_more(key, k))) for w, other, k in items if w != v))
            if beats is not FALSE:
                out[v] = beats
        self.need(reached, or_(*out.values()), "there may be nobody, or two may be equal", e.at)
        return out or self.default(e.type)

    def first_of(self, e: n.FirstOf, env: Env, reached: Term) -> Value:
        sets = [members(self.value(i, env, reached)) for i in e.items]
        out = sets[-1]
        for one in reversed(sets[:-1]):
            some = or_(*one)
            out = [ite(some, a, b) for a, b in zip(one, out, strict=True)]
        return out

    def narrow(self, e: n.Narrow, env: Env, reached: Term) -> Value:
        kept = list(members(self.value(e.among, env, reached)))
        for when, meets in e.steps:
            due = self.truth(when, env, reached)
            if due is FALSE:
                continue
            here = and_(reached, due)
            ok = [FALSE if c is FALSE else self.truth(meets, {**env, e.var: just(v)}, and_(here, c)) for v, c in enumerate(kept)]
            binds = and_(due, or_(*(and_(c, m) for c, m in zip(kept, ok, strict=True))))
            kept = [and_(c, or_(not_(binds), m)) for c, m in zip(kept, ok, strict=True)]
        return kept

    def stuck(self, e: n.Stuck, env: Env, reached: Term) -> Value:
        self.need(reached, FALSE, f"no row of the table {e.table} may fit", e.at)
        return self.default(e.type)

    def was(self, e: n.Was, env: Env, reached: Term) -> Value:
        assert self.r.before is not None
        return _Walk(self.r, self.r.before, self.defined).value(e.of, env, reached)


_HANDLERS: dict[type, Callable[[_Walk, Any, Env, Term], Value]] = {
    n.Const: _Walk.const, n.Var: _Walk.var, n.PhaseNow: _Walk.phase, n.OptionValue: _Walk.option, n.Cell: _Walk.cell, n.Cards: _Walk.cards, n.Family: _Walk.family,
    n.Top: _Walk.top, n.Whole: _Walk.whole, n.Call: _Walk.call, n.Lookup: _Walk.lookup, n.Sure: _Walk.sure, n.Fit: _Walk.fit, n.Compare: _Walk.compare, n.Member: _Walk.member,
    n.And: _Walk.and_, n.Or: _Walk.or_, n.Not: _Walk.not_, n.Implies: _Walk.implies, n.If: _Walk.if_, n.Arith: _Walk.arith, n.SetJoin: _Walk.join, n.SetLiteral: _Walk.literal,
    n.Every: _Walk.every, n.Some: _Walk.some, n.Count: _Walk.count, n.Sum: _Walk.sum, n.Filter: _Walk.filter, n.The: _Walk.the, n.Best: _Walk.best, n.FirstOf: _Walk.first_of,
    n.Narrow: _Walk.narrow, n.Stuck: _Walk.stuck, n.Was: _Walk.was,
}  # fmt: skip
