"""Sets as Python source: a set is a mask, and what its members have to satisfy is a mask from a table where that can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kirtis.language.nodes import Expr
from kirtis.language.nodes.logic import And, If, Implies, Member, Narrow, Not, Or
from kirtis.language.nodes.quantifiers import Sum
from kirtis.language.nodes.values import Const, Var, Whole
from kirtis.language.types import NOTHING, Enum, SetOf, Type
from kirtis.play.compile.facts import Facts

if TYPE_CHECKING:
    from kirtis.language.game import Game
    from kirtis.play.compile.unit import Unit


class SetCoder:
    """The part of the coder that writes sets; ``value`` and ``test`` come from the whole of it."""

    unit: Unit
    game: Game
    names: dict[str, str]
    locals: dict[int, str]
    facts: Facts
    tabulate: bool

    def value(self, node: Expr, wanted: Type = NOTHING) -> str:
        """Source for a value."""
        raise NotImplementedError

    def test(self, node: Expr) -> str:
        """Source for a condition."""
        raise NotImplementedError

    def certain(self, test: Expr) -> bool:
        """Whether a test can only hold."""
        raise NotImplementedError

    # -- sets ------------------------------------------------------------------------------------------------------------

    def filtered(self, var: str, among: Expr, where: Expr) -> str:
        """Source for the members of a set that satisfy a condition."""
        whole = isinstance(among, Whole)
        if isinstance(where, Const):
            if where.value:
                return self.value(among)
            return "0" if self.facts.total(among) else f"({self.value(among)} & 0)"
        assert isinstance(among.type, SetOf)
        count = len(self.game.enums[among.type.of.name])
        if whole and count <= 8:
            each = (self.unit.fold(where, {var: Const(n, among.type.of)}) for n in range(count))
            return "(" + " | ".join(f"({1 << n} if {self.test(one)} else 0)" for n, one in enumerate(each)) + ")"
        mask = self.mask(var, among.type.of, where)
        if mask is not None:
            # Joined with & in any case: where a table has no answer, that raises.
            return f"({self.value(among)} & {mask})"
        with self.bound(var) as name:
            return self.loop("where", name, name, self.value(among), self.test(where))

    def mask(self, var: str, kind: Enum, where: Expr) -> str | None:
        """Source for the set of all values that satisfy a condition, if tables can give it."""
        everything = (1 << len(self.game.enums[kind.name])) - 1
        if isinstance(where, Const):
            return str(everything if where.value else 0)
        if var not in self.unit.free(where):
            return f"({everything} if {self.test(where)} else 0)"
        if self.tabulate and (found := self.unit.tables.mask(self, var, kind, where)):
            return found
        match where:
            case Member(Var(name), among) if name == var and var not in self.unit.free(among):
                return self.value(among)
            case Not(of):
                inner = self.mask(var, kind, of)
                return None if inner is None else f"({everything} & ~{inner})"
            case And(items) | Or(items):
                return self.masks(var, kind, items, isinstance(where, And))
            case Implies(left, right):
                return self.masks(var, kind, (self.unit.one(Not(left)), right), False)
            case If(test, then, other) if var not in self.unit.free(test):
                if self.certain(test):
                    return self.mask(var, kind, then)
                head = self.test(test)
                with self.facts.given(test):
                    a = self.mask(var, kind, then)
                with self.facts.given(test, False):
                    b = self.mask(var, kind, other)
                return None if a is None or b is None else f"({a} if {head} else {b})"
        return None

    def masks(self, var: str, kind: Enum, items: tuple[Expr, ...], both: bool) -> str | None:
        """The set for conditions joined by and, or by or."""
        first = items[0]
        if len(items) == 1:
            return self.mask(var, kind, first)
        everything = (1 << len(self.game.enums[kind.name])) - 1
        if var not in self.unit.free(first):
            head = self.test(first)
            with self.facts.given(first, both):
                rest = self.masks(var, kind, items[1:], both)
            if rest is None:
                return None
            return f"({rest} if {head} else 0)" if both else f"({everything} if {head} else {rest})"
        a, b = self.mask(var, kind, first), self.masks(var, kind, items[1:], both)
        if a is None or b is None:
            return None
        # What follows is not looked at where the first settles it for every value.
        name = self.unit.fresh()
        return f"(({name} := {a}) and {name} & {b})" if both else f"({name} if ({name} := {a}) == {everything} else {name} | {b})"

    def narrow(self, node: Narrow) -> str:
        """Duties in one expression: each set is named, so that the next may fall back on it."""
        now = self.unit.fresh()
        parts = [f"{now} := {self.value(node.among)}"]
        for when, meets in node.steps:
            head = None if isinstance(when, Const) and when.value else self.test(when)
            if isinstance(when, Const) and not when.value:
                continue
            with self.facts.given(when):
                kept = self.kept(node, now, meets)
            name = self.unit.fresh()
            parts.append(f"{name} := ({kept} or {now})" + (f" if {head} else {now}" if head else ""))
            now = name
        return "[" + ", ".join(f"({p})" for p in parts) + "][-1]"

    def kept(self, node: Narrow, now: str, meets: Expr) -> str:
        """Source for the members of the set named ``now`` that meet a duty."""
        assert isinstance(node.type, SetOf)
        mask = self.mask(node.var, node.type.of, meets)
        if mask is not None:
            return f"({now} & {mask})"
        with self.bound(node.var) as name:
            return self.loop("where", name, name, now, self.test(meets))

    def sum(self, node: Sum) -> str:
        """A sum: by tables over the set where the terms depend on little else."""
        found = self.unit.tables.sum(self, node) if self.tabulate else None
        if found is not None:
            return found
        chosen = self.filtered(node.var, node.among, node.where)
        with self.bound(node.var) as name:
            return self.loop("sum", self.value(node.value), name, chosen, None)

    # -- helpers ---------------------------------------------------------------------------------------------------------

    def bound(self, var: str) -> _Bound:
        """A Python name for a quantifier's variable, for a while."""
        return _Bound(self, var)

    def loop(self, function: str, item: str, name: str, among: str, condition: str | None) -> str:
        """``function(item for name in among if condition)``; a set that names its parts must come from outside."""
        tail = f" if {condition}" if condition is not None else ""
        if ":=" in among:
            return f"(lambda m: {function}({item} for {name} in bits(m){tail}))({among})"
        return f"{function}({item} for {name} in bits({among}){tail})"


class _Bound:
    """Gives a quantifier's variable a name while its body is written."""

    def __init__(self, coder: SetCoder, var: str) -> None:
        self.coder, self.var = coder, var
        self.old: str | None = None

    def __enter__(self) -> str:
        self.old = self.coder.names.get(self.var)
        name = self.coder.names[self.var] = self.coder.unit.fresh("q")
        return name

    def __exit__(self, *_: object) -> None:
        if self.old is None:
            del self.coder.names[self.var]
        else:
            self.coder.names[self.var] = self.old
