"""The meaning of expressions, written as plainly as it can be said.

A tree is walked, and every read goes to one :class:`~kirtis.play.position.Position`. The compiled code must agree
with this; whoever wants to know what a node means reads it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from kirtis.language.game import Game
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
from kirtis.language.types import Maybe, Num, SetOf
from kirtis.play.faults import RuleError
from kirtis.play.position import Position, Scalar, Value

Env = Mapping[str, Value]
NOTHING_BOUND: Env = {}

_ORDER: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
_ARITH: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "min": min, "max": max,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Reads expressions in one position; ``before`` is the position that ``was`` refers to, in statements about steps."""

    game: Game
    options: Mapping[str, int | bool]
    position: Position
    before: Position | None = None
    known: dict[tuple[str, tuple[Value, ...]], Value] = field(default_factory=dict, compare=False, repr=False)
    """What definitions have been found to be in this position, by their arguments."""

    def value(self, node: Expr, env: Env = NOTHING_BOUND) -> Value:
        """The value of an expression; raises RuleError where the rules give none."""
        match node:
            # What rules are full of stands first.
            case Var(name):
                return env[name]
            case Const(constant):
                return constant
            case Cell(name, index):
                return self.position.values[name, self.index(index, env)]
            case Call(name, args):
                return self.defined(name, tuple([self.value(a, env) for a in args]))
            case Sure(of):
                value = self.value(of, env)
                if value is None:
                    raise RuleError("this is none here", node.at)
                return value
            case Lookup(name, arg):
                at = self.scalar(arg, env)
                return None if at is None else self.game.maps[name].values[at]
            case PhaseNow():
                return self.game.enums["phase"].index(self.position.phase)
            case OptionValue(name):
                return self.options[name]
            case Cards(zone, index):
                there = self.position.cards[zone, self.index(index, env)]
                if self.game.zones[zone].kind == "one":
                    return there[0] if there else None
                return frozenset(there)
            case Family(zone):
                return self.position.family(zone)
            case Top(zone, index):
                there = self.position.cards[zone, self.index(index, env)]
                return there[-1] if there else None
            case Whole(type_):
                return frozenset(range(len(self.game.enums[type_.of.name])))
            case Fit(of, wanted):
                return self._fit(node, self.scalar(of, env), wanted)
            case Was(of):
                if self.before is None:
                    raise RuleError("there was no step before", node.at)
                # Inside was, a second was says nothing more: was tricks[was answerers].
                return Evaluator(self.game, self.options, self.before, self.before).value(of, env)
            case Compare() | Member() | And() | Or() | Not() | Implies() | Every() | Some():
                return self.truth(node, env)
            case If(test, then, other):
                return self.value(then if self.truth(test, env) else other, env)
            case Arith(op, left, right):
                return _ARITH[op](self.number(left, env), self.number(right, env))
            case SetJoin(op, left, right):
                a, b = self.set(left, env), self.set(right, env)
                return a | b if op == "+" else a - b
            case SetLiteral(items):
                return frozenset(self.number(i, env) for i in items)
            case Count(var, among, where):
                return len(list(self.members(var, among, where, env)))
            case Sum(var, among, term, where):
                return sum(self.number(term, inner) for _, inner in self.members(var, among, where, env))
            case Filter(var, among, where):
                return frozenset(one for one, _ in self.members(var, among, where, env))
            case The(var, among, where):
                found = [one for one, _ in self.members(var, among, where, env)]
                if len(found) != 1:
                    raise RuleError(f"just one must satisfy this, and {len(found) or 'none'} does", node.at)
                return found[0]
            case Best(var, among, key, where):
                keys = {one: self.number(key, inner) for one, inner in self.members(var, among, where, env)}
                best = [one for one, k in keys.items() if k == max(keys.values())]
                if len(best) != 1:
                    raise RuleError(f"just one must be the highest, and {len(best) or 'none'} is", node.at)
                return best[0]
            case FirstOf(items):
                for item in items[:-1]:
                    if found_ := self.set(item, env):
                        return found_
                return self.set(items[-1], env)
            case Narrow(var, among, steps):
                now = self.set(among, env)
                for when, meets in steps:
                    if self.truth(when, env):
                        now = frozenset(c for c in sorted(now) if self.truth(meets, {**env, var: c})) or now
                return now
            case Stuck(table):
                raise RuleError(f"no row of the table {table} fits", node.at)
            case _:
                assert_never(node)

    def truth(self, node: Expr, env: Env = NOTHING_BOUND) -> bool:
        """The value of a condition."""
        match node:
            case Call():
                return self.value(node, env) is True
            case Compare(op, left, right):
                if op in _ORDER:
                    return _ORDER[op](self.number(left, env), self.number(right, env))
                return (self.value(left, env) == self.value(right, env)) is (op == "=")
            case Member(of, among):
                return self.value(of, env) in self.set(among, env)
            case And(items):
                for item in items:  # noqa: SIM110 – a generator for each would cost more than most items
                    if not self.truth(item, env):
                        return False
                return True
            case Or(items):
                for item in items:  # noqa: SIM110
                    if self.truth(item, env):
                        return True
                return False
            case Not(of):
                return not self.truth(of, env)
            case Implies(left, right):
                return not self.truth(left, env) or self.truth(right, env)
            case Every(var, among, body):
                return all(self.truth(body, {**env, var: one}) for one in sorted(self.set(among, env)))
            case Some(var, among, body):
                return any(self.truth(body, {**env, var: one}) for one in sorted(self.set(among, env)))
        return self.value(node, env) is True

    def defined(self, name: str, given: tuple[Value, ...]) -> Value:
        """What a definition is for these arguments; worked out once."""
        key = name, given
        if key in self.known:
            return self.known[key]
        definition = self.game.definitions[name]
        names = (n for n, _ in definition.params)
        value = self.known[key] = self.value(definition.body, dict(zip(names, given, strict=True)))
        return value

    def members(self, var: str, among: Expr, where: Expr, env: Env) -> Iterator[tuple[int, Env]]:
        """The members of a set that satisfy a condition, the lowest first, each with the names bound there."""
        for one in sorted(self.set(among, env)):
            inner = {**env, var: one}
            if self.truth(where, inner):
                yield one, inner

    def index(self, index: tuple[Expr, ...], env: Env) -> tuple[int, ...]:
        """The cell that an index points to."""
        return tuple([self.number(i, env) for i in index]) if index else ()

    def scalar(self, node: Expr, env: Env = NOTHING_BOUND) -> Scalar:
        """The value of an expression that is no set."""
        value = self.value(node, env)
        assert not isinstance(value, frozenset)
        return value

    def number(self, node: Expr, env: Env = NOTHING_BOUND) -> int:
        """The value of an expression that is a number or an index, and not none."""
        value = self.scalar(node, env)
        if value is None:
            raise RuleError("this has no value yet", node.at)
        return value

    def set(self, node: Expr, env: Env = NOTHING_BOUND) -> frozenset[int]:
        """The value of an expression that is a set."""
        value = self.value(node, env)
        assert isinstance(value, frozenset) and isinstance(node.type, SetOf)
        return value

    def _fit(self, node: Fit, value: Scalar, wanted: Num | Maybe) -> Scalar:
        bounds = wanted.of if isinstance(wanted, Maybe) else wanted
        if value is not None and isinstance(bounds, Num):
            if value < bounds.low or (bounds.high is not None and value > bounds.high):
                raise RuleError(f"{value} is not in {bounds}", node.at)
        elif value is None and not isinstance(wanted, Maybe):
            raise RuleError("this is none here", node.at)
        return value
