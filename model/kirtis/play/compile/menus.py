"""What a seat may do, as Python source: for each phase a function from the position to a tuple of actions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kirtis.language.game import Action, Phase
from kirtis.language.nodes import YES, And, Const, Expr, Var
from kirtis.language.types import SEAT, Bool, Enum, Num, Type
from kirtis.play.compile.code import Coder
from kirtis.play.compile.writer import Writer

if TYPE_CHECKING:
    from kirtis.play.compile.fold import Folder
    from kirtis.play.compile.unit import Unit


MOST_PIECES = 6
"""Sets of actions are put together from so many pieces of eight at most; larger ones are remembered whole."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An action of a phase, as the compiled code knows it: its number and the values of each parameter."""

    number: int
    phase: int
    action: Action
    domains: tuple[tuple[int, ...], ...]


class Menu(Writer):
    """Writes the function of one phase; ``m`` names what turns numbers into actions."""

    def __init__(self, unit: Unit, fold: Folder, phase: Phase, choices: list[Choice]) -> None:
        super().__init__(unit, Coder(unit))
        self.fold, self.phase, self.choices = fold, phase, choices

    def write(self) -> None:
        """The functions for whose turn it is and for what may be done."""
        assert self.phase.by is not None
        by = self.fold(self.phase.by)
        needs = {c.number: self.needs(c) for c in self.choices}
        self.count([by, by, *(n for all_ in needs.values() for n in all_)])
        self.lines.append(f"def b_{self.phase.name}(S):")
        self.put(f"return {Coder(self.unit).sure(by)}")
        self.lines.append(f"def a_{self.phase.name}(S):")
        self.ready(by)
        self.put(f"s = {self.coder.sure(by)}")
        self.put("r = ()")
        for choice in self.choices:
            if choice.action.actor is None:
                self.offer(choice, needs[choice.number], "s")
            else:
                self.anyone(choice, needs[choice.number])
        self.put("return r")

    def needs(self, choice: Choice, env: dict[str, Expr] | None = None) -> list[Expr]:
        """The conditions of an action, made special; conjunctions taken apart."""
        names: dict[str, Expr] = {n: Var(n, t) for n, t in choice.action.params}
        out: list[Expr] = []
        for need in choice.action.needs:
            one = self.fold(need.condition, names | (env or {}))
            out.extend(one.items if isinstance(one, And) else [one])
        return [n for n in out if n != YES]

    def anyone(self, choice: Choice, needs: list[Expr]) -> None:
        """An action out of turn: what holds for all seats first, then each seat."""
        actor = choice.action.actor
        assert actor is not None
        common = []
        for one in needs:
            if actor in self.unit.free(one) or {n for n, _ in choice.action.params} & self.unit.free(one):
                break
            common.append(one)
        with self.guarded(common):
            for seat in range(len(self.unit.game.seats)):
                mine = self.needs(choice, {actor: Const(seat, SEAT)})
                self.offer(choice, mine[len(common) :] if mine[: len(common)] == common else mine, str(seat))

    @contextmanager
    def guarded(self, tests: list[Expr]) -> Iterator[None]:
        """A block that is entered where all of some conditions hold; no block where there are none."""
        if not tests:
            yield
            return
        self.ready(tests[0])
        head = self.coder.junction(tuple(tests), " and ", True)
        with self.block(f"if {head}:"):
            for one in tests:
                self.coder.facts.learn(one)
            yield

    def offer(self, choice: Choice, needs: list[Expr], seat: str) -> None:
        """Add what one seat may do to the answer."""
        params = choice.action.params
        if any(isinstance(n, Const) and not n.value for n in needs):
            return
        plain = [n for n in needs if not self.unit.free(n)]
        rest = [n for n in needs if self.unit.free(n)]
        if not params:
            with self.guarded(plain):
                self.put(f"r += m{choice.number}[{seat}]")
            return
        with self.guarded(plain):
            self.level(choice, 0, rest, seat, [])

    def level(self, choice: Choice, n: int, needs: list[Expr], seat: str, chosen: list[str]) -> None:
        """One parameter after the other; the last as a mask of all its values at once."""
        name, type_ = choice.action.params[n]
        bound = {p for p, _ in choice.action.params[n + 1 :]}
        mine = [x for x in needs if not self.unit.free(x) & bound]
        later = [x for x in needs if self.unit.free(x) & bound]
        mask = self.mask(name, type_, choice.domains[n], mine)
        if n == len(choice.action.params) - 1:
            table = f"m{choice.number}[{seat}]{''.join(f'[{c}]' for c in chosen)}"
            self.put(f"r += {self.picked(table, mask, len(choice.domains[n]))}")
            return
        position = self.unit.fresh("q")
        low = choice.domains[n][0]
        with self.block(f"for {position} in bits({mask}):"):
            self.coder.names[name] = position if low == 0 else f"({position} + {low})"
            self.level(choice, n + 1, later, seat, [*chosen, position])

    def picked(self, table: str, mask: str, count: int) -> str:
        """Source for the actions of a set, eight members at a time where there are not too many."""
        if count <= 8 or count > MOST_PIECES * 8:
            return f"{table}[{mask}]"
        k, m = self.unit.fresh(), mask
        if not mask.isidentifier():
            m = self.unit.fresh()
            mask = f"({m} := {mask})"
        first = f"({k} := {table})[0][{mask} & 255]"
        return " + ".join([first, *(f"{k}[{n}][{m} >> {8 * n} & 255]" for n in range(1, -(-count // 8)))])

    def mask(self, name: str, type_: Type, domain: tuple[int, ...], needs: list[Expr]) -> str:
        """Source for the set of values, by their place in the domain, that satisfy some conditions."""
        coder = self.coder
        if isinstance(type_, Enum):
            from kirtis.language.nodes import Member

            for one in needs:
                if (
                    isinstance(one, Member)
                    and isinstance(one.of, Var)
                    and one.of.name == name
                    and name not in self.unit.free(one.among)
                ):
                    self.ready(one.among)
            whole = self.unit.one(And(tuple(needs))) if len(needs) > 1 else needs[0] if needs else YES
            found = coder.mask(name, type_, whole)
            if found is not None:
                return found
        parts = []
        kind = type_ if isinstance(type_, Enum | Num | Bool) else None
        assert kind is not None
        for place, value in enumerate(domain):
            const = Const(bool(value) if isinstance(kind, Bool) else value, kind)
            tests = tuple(self.fold(one, {name: const}) for one in needs)
            if any(isinstance(t, Const) and not t.value for t in tests):
                continue
            tests = tuple(t for t in tests if not isinstance(t, Const))
            parts.append(f"({1 << place} if {coder.junction(tests, ' and ', True)} else 0)" if tests else str(1 << place))
        return "(" + " | ".join(parts) + ")" if parts else "0"
