"""Tables for whatever depends on little: built once, when the rules are compiled, by trying every value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from kirtis.language.nodes import Call, Cards, Cell, Const, Expr, Family, If, PhaseNow, Stuck, Sum, Sure, Top, Var, Whole
from kirtis.language.rewrite import map_children
from kirtis.language.types import Bool, Enum, Maybe, Nothing, Num, SetOf, Type
from kirtis.language.walk import children
from kirtis.play.compile.code import Coder
from kirtis.play.compile.runtime import add_tables
from kirtis.play.compile.sets import SetCoder

if TYPE_CHECKING:
    from kirtis.play.compile.unit import Unit

MOST_ENTRIES = 4096
MOST_MASKS = 1024
MOST_SUMS = 64
MOST_WORK = 120_000
"""A table is built only where its entries, times what each costs, stay below this."""

_PLAIN = (Const, Var, PhaseNow, Cell, Cards, Family, Top, Whole, Call, Stuck)
_LEAVES = (Var, PhaseNow, Cell, Cards, Top)

Known = dict[object, tuple[Expr, list[Expr] | None]]
"""What trees depend on, by their identity; with the tree, so that it keeps that."""


@dataclass(frozen=True, slots=True)
class Made:
    """A table: its name, and whether some entry that may be asked for has no answer."""

    name: str
    flawed: bool


class Tables:
    """All tables of a game; equal ones are built once, whatever they are looked up by."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.made: dict[object, Made | None] = {}
        self.found: dict[object, Known] = {}
        """What is known where trees stand, and what they depend on there."""

    # -- what a part depends on --------------------------------------------------------------------------------------------

    def domain(self, coder: SetCoder, node: Expr) -> list[int] | None:
        """Every value of a part, none as -1; None where there are too many."""
        type_: Type = node.type
        maybe = coder.facts.maybe(node)
        match type_.of if isinstance(type_, Maybe) else type_:
            case Bool():
                values = [0, 1]
            case Enum(name):
                values = list(range(len(self.unit.game.enums[name])))
            case Num(low, high) if high is not None and high - low < 300 and not maybe:
                values = list(range(low, high + 1))
            case _:
                return None
        return [*values, -1] if maybe else values

    def atoms(self, coder: SetCoder, node: Expr, bound: frozenset[str], limit: int) -> list[Expr] | None:
        """The parts that a tree depends on, safe to read whatever the tree then does with them; None if too much."""
        facts = coder.facts
        # A tree is asked about, then each of its parts, then each of theirs.
        here = self.found.setdefault((frozenset(facts.sure), frozenset(facts.unsure_names), frozenset(coder.locals)), {})
        return self._atoms(coder, node, bound, limit, here)

    def _atoms(self, coder: SetCoder, node: Expr, bound: frozenset[str], limit: int, here: Known) -> list[Expr] | None:
        if isinstance(node, Const | Whole | Stuck) or (isinstance(node, Var) and node.name in bound):
            return []
        if isinstance(node, _LEAVES):
            return self.atom(coder, node, bound)
        if isinstance(node, Family | Call):
            return None
        key = id(node), bound, limit
        if key not in here:
            here[key] = node, self._below(coder, node, bound, limit, here)
        return here[key][1]

    def _below(self, coder: SetCoder, node: Expr, bound: frozenset[str], limit: int, here: Known) -> list[Expr] | None:
        inner = bound | {node.var} if hasattr(node, "var") else bound
        found: dict[int, Expr] = {}
        entries = 1
        for child in children(node):
            below = self._atoms(coder, child, inner, limit, here)  # type: ignore[arg-type]
            for one in below or ():
                if id(one) not in found:
                    found[id(one)] = one
                    entries *= len(self.domain(coder, one) or ())
            if below is None or entries > limit or (len(found) > 1 and id(node) in coder.locals):
                return self.atom(coder, node, bound)
        return list(found.values())

    def atom(self, coder: SetCoder, node: Expr, bound: frozenset[str]) -> list[Expr] | None:
        """A part read as it is: if it has few values, cannot fail, and has nothing to do with a quantifier inside."""
        if isinstance(node.type, SetOf | Nothing) or self.domain(coder, node) is None:
            return None
        if self.unit.free(node) & bound or not (id(node) in coder.locals or coder.facts.total(node)):
            return None
        return [node]

    def work(self, node: Expr, atoms: set[int]) -> int:
        """How many operations a tree costs, beyond reading what it depends on."""
        if id(node) in atoms or isinstance(node, Const | Var | Whole | Stuck):
            return 0
        cost = 0 if isinstance(node, Sure) else 3 if hasattr(node, "var") else 1
        for child in children(node):
            if isinstance(child, Expr):
                cost += self.work(child, atoms)
        return cost

    # -- what is written instead -------------------------------------------------------------------------------------------

    def plan(self, coder: SetCoder, node: Expr) -> tuple[Made, list[Expr]] | None:
        """The table for a value and what it is looked up by, where that is less work than to compute it."""
        if isinstance(node, _PLAIN) or isinstance(node.type, SetOf | Nothing):
            return None
        atoms = self.atoms(coder, node, frozenset(), MOST_ENTRIES)
        if atoms is None or (len(atoms) == 1 and atoms[0] is node):
            return None
        work = self.work(node, {id(a) for a in atoms})
        if work <= len(atoms) or self.entries(coder, atoms) * work > MOST_WORK:
            return None
        atoms = _last_cards(atoms)
        made = self.make(coder, node, atoms, lambda fn: fn, ())
        return None if made is None or (made.flawed and work <= len(atoms) + 1) else (made, atoms)

    def needed(self, coder: SetCoder, node: Expr) -> list[Expr] | None:
        """What has to be known to look a value up; None where it is not looked up."""
        plan = self.plan(coder, node)
        return None if plan is None else plan[1]

    def lookup(self, coder: SetCoder, node: Expr) -> str | None:
        """Source that looks a value up."""
        plan = self.plan(coder, node)
        if plan is None:
            return None
        source = self.indexed(coder, *plan)
        if not plan[0].flawed:
            return source
        name = self.unit.fresh()
        return f"({name} if ({name} := {source}) is not None else doubt())"

    def mask(self, coder: SetCoder, var: str, kind: Enum, where: Expr) -> str | None:
        """Source for the set of values that satisfy a condition, from a table; it may be Python's None."""
        atoms = self.atoms(coder, where, frozenset((var,)), MOST_MASKS)
        count = len(self.unit.game.enums[kind.name])
        if atoms is None or self.entries(coder, atoms) * count * self.work(where, set()) > 4 * MOST_WORK:
            return None

        def whole(fn: Callable[..., object]) -> Callable[..., object]:
            return lambda *args: sum([1 << n for n in range(count) if fn(*args, n)])

        made = self.make(coder, where, atoms, whole, (var,))
        return None if made is None else self.indexed(coder, made, atoms)

    def sum(self, coder: SetCoder, node: Sum) -> str | None:
        """Source for a sum over a set, twelve members at a time."""
        assert isinstance(node.among.type, SetOf)
        kind = node.among.type.of
        count = len(self.unit.game.enums[kind.name])
        term = self.unit.one(If(node.where, node.value, Const(0, Num(0, 0)), node.type))
        term = self.unit.fold(term)
        atoms = self.atoms(coder, term, frozenset((node.var,)), MOST_SUMS)
        if atoms is None or count <= 8 or isinstance(node.among, Whole):
            return None

        def number(value: object) -> int:
            assert isinstance(value, int)
            return value

        def chunks(fn: Callable[..., object]) -> Callable[..., object]:
            return lambda *args: add_tables([number(fn(*args, n)) for n in range(count)])

        made = self.make(coder, term, atoms, chunks, (node.var,))
        if made is None:
            return None
        table, mask = self.unit.fresh(), self.unit.fresh()
        first = f"({table} := {self.indexed(coder, made, atoms)})[0][({mask} := {coder.value(node.among)}) & 4095]"
        rest = (f"{table}[{n}][{mask} >> {12 * n} & 4095]" for n in range(1, -(-count // 12)))
        return "(" + " + ".join((first, *rest)) + ")"

    # -- how a table is made -----------------------------------------------------------------------------------------------

    def entries(self, coder: SetCoder, atoms: list[Expr]) -> int:
        return reduce(lambda n, a: n * len(self.domain(coder, a) or ()), atoms, 1)

    def indexed(self, coder: SetCoder, made: Made, atoms: list[Expr]) -> str:
        return made.name + "".join(f"[{coder.value(a)}]" for a in atoms)

    def make(
        self,
        coder: SetCoder,
        node: Expr,
        atoms: list[Expr],
        shape: Callable[[Callable[..., object]], Callable[..., object]],
        more: tuple[str, ...],
    ) -> Made | None:
        """The table of a tree over the values of its atoms; None where it cannot be written without the position."""
        domains = [self.domain(coder, a) or [] for a in atoms]
        places = {id(a): Var(f"a{n}", a.type) for n, a in enumerate(atoms)}
        general = self.unit.one(_replaced(node, places))
        key = (id(general), tuple(map(tuple, domains)), more, getattr(shape, "__qualname__", ""))
        if key not in self.made:
            inner = Coder(self.unit, {v.name: v.name for v in places.values()} | {m: m for m in more}, tabulate=False)
            for place, domain in zip(places.values(), domains, strict=True):
                if -1 in domain and not isinstance(place.type, Maybe | Num):
                    inner.facts.unsure_names.add(place.name)
                elif -1 not in domain:
                    inner.facts.sure.add(id(self.unit.one(place)))
            params = ", ".join([*(v.name for v in places.values()), *more])
            source = inner.test(general) if more and isinstance(general.type, Bool) else inner.value(general)
            fn = eval(f"lambda {params}: {source}", self.unit.space)
            flaws: list[bool] = []
            table = _nested(shape(fn), domains, [isinstance(a.type, Num) for a in atoms], (), flaws)
            name = self.unit.constant(table)
            self.made[key] = Made(name, bool(flaws))
        return self.made[key]


def _last_cards(atoms: list[Expr]) -> list[Expr]:
    """Cards on the table last, so that what comes before can be looked up once for all of them."""
    return sorted(atoms, key=lambda a: isinstance(a, Cards | Top))


def _replaced(node: Expr, places: dict[int, Var]) -> Expr:
    if id(node) in places:
        return places[id(node)]
    return map_children(node, lambda child: _replaced(child, places))


def _nested(
    fn: Callable[..., object], domains: list[list[int]], numbers: list[bool], args: tuple[int, ...], flaws: list[bool]
) -> object:
    """Tuples in tuples; the entry for a negative value stands where a negative index finds it."""
    if not domains:
        try:
            return fn(*args)
        except Exception:  # whatever it is, the evaluator will say
            flaws.append(True)
            return None
    values = domains[0]
    high = max(values)
    tail = max(0, -min(values)) if numbers[0] else 1
    row: list[object] = [None] * (high + 1 + tail)
    for v in values:
        row[v] = _nested(fn, domains[1:], numbers[1:], (*args, v), flaws)
    return tuple(row)
