"""Well-typed expressions and blocks of statements, grown at random over the zoo."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from kirtis.language import nodes as n
from kirtis.language.game import Game
from kirtis.language.places import Place
from kirtis.language.types import (
    BOOL,
    CARD,
    CARDS,
    NOTHING,
    SEAT,
    SUIT,
    TALLY,
    Bool,
    Enum,
    Maybe,
    Num,
    SetOf,
    Type,
    definite,
    join,
)  # fmt: skip

Choose = Callable[[int], int]
Env = Mapping[str, Type]
NONE = n.Const(None, NOTHING)


def drawn(data: st.DataObject) -> Choose:
    """Choices by Hypothesis, so that what fails shrinks."""
    return lambda k: data.draw(st.integers(0, k - 1)) if k > 1 else 0


def rolled(rng: random.Random) -> Choose:
    """Choices by a seed."""
    return rng.randrange


class Grower:
    """Grows expressions of a wanted type; ``steps`` allows ``was``."""

    def __init__(self, game: Game, choose: Choose, steps: bool = False) -> None:
        self.game, self.choose, self.steps = game, choose, steps
        self.lines = 0

    def at(self) -> Place:
        self.lines += 1
        return Place("grown.md", self.lines)

    def one_of(self, items: list[Any]) -> Any:
        return items[self.choose(len(items))]

    def of(self, t: Type, env: Env, d: int) -> n.Expr:
        """An expression whose type is this, or narrower."""
        match t:
            case Bool():
                return self.truth(env, d)
            case Num():
                return self.within(self.number(env, d), t)
            case Enum(name):
                return self.enum(name, env, d)
            case Maybe(of):
                return self.maybe(of, env, d)
            case SetOf(of):
                return self.set(of.name, env, d)
        raise TypeError(str(t))

    def within(self, e: n.Expr, t: Num) -> n.Expr:
        a = e.type
        assert isinstance(a, Num)
        inside = t.low <= a.low and (t.high is None or (a.high is not None and a.high <= t.high))
        return e if inside else n.Fit(e, t, self.at())

    def fresh(self, env: Env) -> str:
        return f"x{len(env)}"

    def vars(self, t: Type, env: Env) -> list[n.Expr]:
        return [n.Var(name, kind) for name, kind in env.items() if kind == t]

    def index(self, kinds: tuple[Enum, ...], env: Env, d: int) -> tuple[n.Expr, ...]:
        return tuple(self.enum(k.name, env, d - 1) for k in kinds)

    def cell(self, t: Callable[[Type], bool], env: Env, d: int) -> list[Callable[[], n.Expr]]:
        return [
            lambda v=v: n.Cell(v.name, self.index(v.index, env, d), v.type, self.at())  # type: ignore[misc]
            for v in self.game.variables.values()
            if t(v.type)
        ]

    def calls(self, t: Callable[[Type], bool], env: Env, d: int) -> list[Callable[[], n.Expr]]:
        return [
            lambda f=f: n.Call(f.name, tuple(self.of(p, env, d - 1) for _, p in f.params), f.type, self.at())  # type: ignore[misc]
            for f in self.game.definitions.values()
            if t(f.type)
        ]

    def lookups(self, t: Callable[[Type], bool], env: Env, d: int) -> list[Callable[[], n.Expr]]:
        return [
            lambda m=m: n.Lookup(m.name, self.enum(m.domain.name, env, d - 1), m.type, self.at())  # type: ignore[misc]
            for m in self.game.maps.values()
            if t(m.type)
        ]

    def was(self, e: Callable[[], n.Expr]) -> list[Callable[[], n.Expr]]:
        if not self.steps:
            return []

        def inside() -> n.Expr:
            found = e()
            return n.Was(found, found.type, self.at())

        return [inside]

    def bound(self, env: Env, d: int) -> tuple[str, n.Expr, Env]:
        """A name, a set that it goes through, and the names inside."""
        kind = self.one_of(["seat", "side", "card", "card", "suit", "colour"])
        among = self.set(kind, env, d - 1)
        name = self.fresh(env)
        return name, among, {**env, name: Enum(kind)}

    # -- by type -------------------------------------------------------------------------------------------------------

    def truth(self, env: Env, d: int) -> n.Expr:
        leaves: list[Callable[[], n.Expr]] = [lambda: n.Const(bool(self.choose(2)), BOOL), lambda: n.OptionValue("wild", BOOL)]
        leaves += [lambda v=v: v for v in self.vars(BOOL, env)]  # type: ignore[misc]
        leaves += self.cell(lambda t: t == BOOL, env, d)
        if d <= 0:
            return self.one_of(leaves)()  # type: ignore[no-any-return]
        kinds = [*leaves, self.compared(env, d), self.compared(env, d), self.compared(env, d)]
        kinds += [lambda: n.And(tuple(self.truth(env, d - 1) for _ in range(2 + self.choose(2))), BOOL, self.at())]
        kinds += [lambda: n.Or(tuple(self.truth(env, d - 1) for _ in range(2 + self.choose(2))), BOOL, self.at())]
        kinds += [lambda: n.Not(self.truth(env, d - 1), BOOL, self.at())]
        kinds += [lambda: n.Implies(self.truth(env, d - 1), self.truth(env, d - 1), BOOL, self.at())]
        kinds += [lambda: n.If(self.truth(env, d - 1), self.truth(env, d - 1), self.truth(env, d - 1), BOOL, self.at())]
        kinds += [lambda: self.quantified(n.Every, env, d), lambda: self.quantified(n.Some, env, d)]
        kinds += [lambda: n.Sure(self.maybe(BOOL, env, d - 1), BOOL, self.at())]
        kinds += self.calls(lambda t: t == BOOL, env, d)
        kinds += self.was(lambda: self.truth(env, d - 1))

        def member() -> n.Expr:
            kind = self.one_of(["seat", "card", "card", "suit", "colour"])
            of = self.maybe(Enum(kind), env, d - 1) if self.choose(2) else self.enum(kind, env, d - 1)
            return n.Member(of, self.set(kind, env, d - 1), BOOL, self.at())

        kinds += [member]
        return self.one_of(kinds)()  # type: ignore[no-any-return]

    def quantified(self, kind: type[n.Every] | type[n.Some], env: Env, d: int) -> n.Expr:
        name, among, inner = self.bound(env, d)
        return kind(name, among, self.truth(inner, d - 1), BOOL, self.at())

    def compared(self, env: Env, d: int) -> Callable[[], n.Expr]:
        def go() -> n.Expr:
            op = self.one_of(["=", "!=", "<", "<=", ">", ">="])
            if op not in ("=", "!="):
                return n.Compare(op, self.number(env, d - 1), self.number(env, d - 1), BOOL, self.at())
            what = self.one_of([BOOL, Num(0, 5), SEAT, CARD, SUIT, Enum("colour"), Enum("phase"), Enum("rank")])
            if isinstance(what, Num):
                sides = [self.maybe(what, env, d - 1) if self.choose(2) else self.number(env, d - 1) for _ in range(2)]
            else:
                sides = [self.maybe(what, env, d - 1) if self.choose(2) else self.of(what, env, d - 1) for _ in range(2)]
            if self.choose(4) == 0 and isinstance(sides[0].type, Maybe):
                sides[1] = NONE
            return n.Compare(op, sides[0], sides[1], BOOL, self.at())

        return go

    def number(self, env: Env, d: int) -> n.Expr:
        def const() -> n.Expr:
            k = self.choose(7)
            return n.Const(k, Num(k, k))

        leaves: list[Callable[[], n.Expr]] = [const, lambda: n.OptionValue("size_of_it", Num(1, 3))]
        leaves += [lambda name=name, kind=kind: n.Var(name, kind) for name, kind in env.items() if isinstance(kind, Num)]  # type: ignore[misc]
        leaves += self.cell(lambda t: isinstance(t, Num), env, d)
        if d <= 0:
            return self.one_of(leaves)()  # type: ignore[no-any-return]
        kinds = [*leaves, *self.calls(lambda t: isinstance(t, Num), env, d), *self.lookups(lambda t: isinstance(t, Num), env, d)]
        kinds += [lambda: self.arith(env, d), lambda: self.arith(env, d), lambda: self.counted(env, d), lambda: self.summed(env, d), lambda: self.kept(env, d), lambda: self.kept(env, d)]  # fmt: skip

        def chosen() -> n.Expr:
            a, b = self.number(env, d - 1), self.number(env, d - 1)
            both = join(a.type, b.type)
            assert both is not None
            return n.If(self.truth(env, d - 1), a, b, both, self.at())

        def sure() -> n.Expr:
            e = self.maybe(Num(0, 3), env, d - 1)
            of = definite(e.type)
            if not isinstance(e.type, Maybe) or not isinstance(of, Num):
                e = n.Cell("sign", (), Maybe(Num(0, 3)), self.at())
                of = Num(0, 3)
            return n.Sure(e, of, self.at())

        def fit() -> n.Expr:
            low = self.choose(3)
            return n.Fit(self.number(env, d - 1), Num(low, low + self.choose(6)), self.at())

        kinds += [chosen, sure, fit, *self.was(lambda: self.number(env, d - 1))]
        return self.one_of(kinds)()  # type: ignore[no-any-return]

    def arith(self, env: Env, d: int) -> n.Expr:
        op = self.one_of(["+", "-", "*", "min", "max"])
        a, b = self.number(env, d - 1), self.number(env, d - 1)
        x, y = a.type, b.type
        assert isinstance(x, Num) and isinstance(y, Num)
        if op == "*":
            k = self.choose(4)
            return n.Arith("*", n.Const(k, Num(k, k)), b, Num(k * y.low, None if y.high is None else k * y.high), self.at())
        if op == "-" and y.high is None:
            op = "+"
        highs = [x.high, y.high]
        both = None if None in highs else (x.high or 0) + (y.high or 0)
        kind = {
            "+": Num(x.low + y.low, both),
            "-": Num(x.low - (y.high or 0), None if x.high is None else x.high - y.low),
            "min": Num(min(x.low, y.low), min((h for h in highs if h is not None), default=None)),
            "max": Num(max(x.low, y.low), None if None in highs else max(h for h in highs if h is not None)),
        }[op]
        return n.Arith(op, a, b, kind, self.at())

    def counted(self, env: Env, d: int) -> n.Expr:
        name, among, inner = self.bound(env, d)
        where = n.YES if self.choose(2) else self.truth(inner, d - 1)
        return n.Count(name, among, where, Num(0, 6), self.at())

    def summed(self, env: Env, d: int) -> n.Expr:
        name, among, inner = self.bound(env, d)
        where = n.YES if self.choose(2) else self.truth(inner, d - 1)
        value = self.number(inner, d - 1)
        low, high = value.type.low, value.type.high  # type: ignore[union-attr]
        return n.Sum(name, among, value, where, Num(min(0, 6 * low), None if high is None else max(0, 6 * high)), self.at())

    def kept(self, env: Env, d: int) -> n.Expr:
        """A sum or count of the kind that is kept with the position."""
        zone = self.game.zones[self.one_of([z for z in self.game.zones if z != "single"])]
        if zone.kind == "one" or (zone.index and self.choose(3) == 0):
            among: n.Expr = n.Family(zone.name, CARDS, self.at())
        else:
            among = n.Cards(zone.name, self.index(zone.index, env, d), CARDS, self.at())
        # The name may be one that means something else outside.
        name = self.one_of(["it", "c", self.fresh(env)])
        c = n.Var(name, CARD)
        trump = n.Compare("=", n.Lookup("suit", c, SUIT), n.Cell("trump", (), Maybe(SUIT)))
        kind = self.choose(8)
        if kind == 0:
            return n.Count(name, among, n.YES, Num(0, 6), self.at())
        if kind == 1:
            return n.Count(name, among, n.Call("red_card", (c,), BOOL), Num(0, 6), self.at())
        if kind == 2:
            value: n.Expr = n.Lookup("plain", n.Lookup("rank", c, Enum("rank")), Num(0, 3))
            return n.Sum(name, among, value, trump, Num(0, 18), self.at())
        f = self.one_of([f for f in ("value", "tight", "keen", "by_mode", "by_phase") if f in self.game.definitions])
        of = self.game.definitions[f].type
        assert isinstance(of, Num) and of.high is not None
        return n.Sum(name, among, n.Call(f, (c,), of), n.YES, Num(0, 6 * of.high), self.at())

    def enum(self, name: str, env: Env, d: int) -> n.Expr:
        t = Enum(name)
        leaves: list[Callable[[], n.Expr]] = [lambda: n.Const(self.choose(len(self.game.enums[name])), t)]
        leaves += [lambda v=v: v for v in self.vars(t, env) * 3]  # type: ignore[misc]
        leaves += self.cell(lambda k: k == t, env, d)
        if name == "phase":
            leaves.append(lambda: n.PhaseNow(t, self.at()))
        if name == "style":
            leaves.append(lambda: n.OptionValue("style", t))
        if d <= 0:
            return self.one_of(leaves)()  # type: ignore[no-any-return]
        kinds = [*leaves, *self.calls(lambda k: k == t, env, d), *self.lookups(lambda k: k == t, env, d)]
        kinds += [lambda: n.Sure(self.maybe(t, env, d - 1), t, self.at())] * 2
        kinds += [lambda: n.If(self.truth(env, d - 1), self.enum(name, env, d - 1), self.enum(name, env, d - 1), t, self.at())]
        kinds += self.was(lambda: self.enum(name, env, d - 1))
        var = self.fresh(env)
        inner = {**env, var: t}
        kinds += [lambda: n.The(var, self.set(name, env, d - 1), self.truth(inner, d - 1), t, self.at())]
        kinds += [lambda: n.Best(var, self.set(name, env, d - 1), self.number(inner, d - 1), self.truth(inner, d - 1) if self.choose(2) else n.YES, t, self.at())]  # fmt: skip
        return self.one_of(kinds)()  # type: ignore[no-any-return]

    def maybe(self, of: Type, env: Env, d: int) -> n.Expr:
        """Something that is of this type or none; for numbers of any range."""

        def fits(t: Type) -> bool:
            return isinstance(t, Maybe) and (t.of == of or (isinstance(of, Num) and isinstance(t.of, Num)))

        leaves: list[Callable[[], n.Expr]] = self.cell(fits, env, d)
        leaves += [lambda v=v: v for v in [n.Var(k, t) for k, t in env.items() if fits(t)]]  # type: ignore[misc]
        if of == CARD:
            leaves.append(lambda: n.Cards("single", (), Maybe(CARD), self.at()))
            leaves.append(lambda: n.Cards("spot", self.index((SEAT,), env, d), Maybe(CARD), self.at()))
            leaves.append(lambda: n.Top("heap", self.index((Enum("side"),), env, d), Maybe(CARD), self.at()))
        if d <= 0:
            return self.one_of([*leaves, lambda: self.typed_none(of)])()  # type: ignore[no-any-return]

        def chosen() -> n.Expr:
            a = self.number(env, d - 1) if isinstance(of, Num) else self.of(of, env, d - 1)
            b = self.one_of([lambda: NONE, lambda: self.maybe(of, env, d - 1)])()
            a, b = (a, b) if self.choose(2) else (b, a)
            both = join(a.type, b.type)
            assert both is not None
            return n.If(self.truth(env, d - 1), a, b, both, self.at())

        kinds = [*leaves, *self.calls(fits, env, d), chosen, chosen]
        for m in self.game.maps.values():
            if m.type == of or (isinstance(of, Num) and isinstance(m.type, Num)):
                result = m.type
                assert isinstance(result, Bool | Num | Enum)
                kinds.append(lambda m=m, r=result: n.Lookup(m.name, self.maybe(m.domain, env, d - 1), Maybe(r), self.at()))  # type: ignore[misc]
        kinds += self.was(lambda: self.maybe(of, env, d - 1))
        if isinstance(of, Num):
            kinds.append(lambda: n.Fit(self.maybe(of, env, d - 1), Maybe(Num(0, 2 + self.choose(3))), self.at()))
        found: n.Expr = self.one_of(kinds)()
        if not isinstance(found.type, Maybe) and found.type != NOTHING:
            # A value where one or none is wanted: declared as such, as the result of a definition would be.
            return n.If(n.YES, found, NONE, Maybe(found.type), self.at())  # type: ignore[arg-type]
        return found

    def typed_none(self, of: Type) -> n.Expr:
        return n.If(n.NO, self.of(of, {}, 0), NONE, Maybe(of), self.at())  # type: ignore[arg-type]

    def set(self, name: str, env: Env, d: int) -> n.Expr:
        t = SetOf(Enum(name))
        leaves: list[Callable[[], n.Expr]] = [lambda: n.Whole(t, self.at())]
        if name == "card":
            leaves = [lambda: n.Cards("stock", (), CARDS, self.at()), lambda: n.Cards("hand", self.index((SEAT,), env, d), CARDS, self.at()), lambda: n.Cards("heap", self.index((Enum("side"),), env, d), CARDS, self.at())]  # fmt: skip
            leaves += [lambda z=z: n.Family(z, CARDS, self.at()) for z in ("hand", "spot", "heap")]  # type: ignore[misc]
        if d <= 0:
            return self.one_of(leaves)()  # type: ignore[no-any-return]
        var = self.fresh(env)
        inner = {**env, var: Enum(name)}
        kinds = [*leaves, *self.calls(lambda k: k == t, env, d)]
        kinds += [lambda: n.Filter(var, self.set(name, env, d - 1), self.truth(inner, d - 1), t, self.at())]
        kinds += [
            lambda: n.SetJoin(self.one_of(["+", "-"]), self.set(name, env, d - 1), self.set(name, env, d - 1), t, self.at())
        ]
        kinds += [lambda: n.SetLiteral(tuple(self.enum(name, env, d - 1) for _ in range(1 + self.choose(3))), t, self.at())]
        kinds += [lambda: n.FirstOf(tuple(self.set(name, env, d - 1) for _ in range(2 + self.choose(2))), t, self.at())]
        kinds += [lambda: n.If(self.truth(env, d - 1), self.set(name, env, d - 1), self.set(name, env, d - 1), t, self.at())]
        kinds += self.was(lambda: self.set(name, env, d - 1))

        def narrow() -> n.Expr:
            steps = tuple((self.truth(env, d - 1), self.truth(inner, d - 1)) for _ in range(1 + self.choose(3)))
            return n.Narrow(var, self.set(name, env, d - 1), steps, t, self.at())

        return self.one_of([*kinds, narrow])()  # type: ignore[no-any-return]


WANTED: tuple[Type, ...] = (
    BOOL, BOOL, BOOL, Num(0, 50), TALLY, SEAT, CARD, Enum("colour"), Maybe(SEAT), Maybe(CARD), Maybe(Num(0, 3)), Maybe(BOOL), CARDS, SetOf(SEAT), SetOf(SUIT),
)  # fmt: skip


def expression(grower: Grower, depth: int = 3) -> n.Expr:
    """Some expression of some type."""
    t = grower.one_of(list(WANTED))
    if isinstance(t, Num):
        return grower.number({}, depth)
    return grower.of(t, {}, depth)
