"""Truth, comparison and arithmetic over a symbolic position."""

from __future__ import annotations

from kirtis.language import nodes as n
from kirtis.prove.reading import Env, Reading, members
from kirtis.prove.terms import FALSE, TRUE, Term, and_, implies, not_, or_, scale
from kirtis.prove.values import Pick, Value, as_int, as_number, choose, no_more, plus, same  # fmt: skip


class Logic(Reading):
    """Reads what is true or a number."""

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
