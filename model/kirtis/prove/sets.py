"""Sets, quantifiers and sums over a symbolic position."""

from __future__ import annotations

from collections.abc import Callable

from kirtis.language import nodes as n
from kirtis.language.types import Maybe
from kirtis.prove.reading import Env, Reading, members
from kirtis.prove.symbolic import Cell
from kirtis.prove.terms import FALSE, Term, add, and_, exactly_one, implies, ite, not_, or_
from kirtis.prove.values import Pick, Set, Value, as_number, just, no_more, total  # fmt: skip
from kirtis.prove.weights import parts


class Sets(Reading):
    """Reads sets and what is said of all their members."""

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
