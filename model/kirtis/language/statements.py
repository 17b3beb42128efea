"""The statements of an action or a phase: what it writes, moves, leaves to chance, and where it goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kirtis.language import unknown
from kirtis.language.errors import SpecError, fail
from kirtis.language.expressions import Env, Typer, sure_of
from kirtis.language.game import Zone
from kirtis.language.nodes import (
    Assign,
    Cell,
    Draw,
    Expr,
    Fill,
    Go,
    Let,
    Move,
    MoveAll,
    Reset,
    Statement,
    When,
    ZoneRef,
)  # fmt: skip
from kirtis.language.operators import minus, plus
from kirtis.language.places import Place
from kirtis.language.scope import Scope
from kirtis.language.trees import Tree
from kirtis.language.types import CARD, CARDS, Bool, Enum, Maybe, Num, definite, said

MOST_STATEMENTS = 200
"""The most statements of one body, and the most conditions of one action."""


class Statements:
    """Types the statements of one action or phase; ``groups`` are the groups of variables that may be reset."""

    def __init__(self, scope: Scope, typer: Typer, groups: frozenset[str]) -> None:
        self.scope, self.typer, self.groups = scope, typer, groups

    def body(self, trees: Sequence[Tree], env: Env) -> tuple[Statement, ...]:
        """A block: its statements are simultaneous; a let counts to its end."""
        out: list[Statement] = []
        if len(trees) > MOST_STATEMENTS:
            what = f"{len(trees):,} statements stand in one body; at most {MOST_STATEMENTS} are allowed"
            raise fail(self.typer.place(trees[0]), what, "split it over several phases")
        for tree in trees:
            if tree.kind == "if_":
                out.append(self._when(tree, env))
            elif tree.kind == "each":
                out.append(self._each(tree, env))
            elif tree.tree(0).kind != "stay":
                statement = self._simple(tree.tree(0), env, self.typer.place(tree))
                if isinstance(statement, Let):
                    env = self.typer.bind(statement.name, statement.value.type, env, statement.at)
                out.append(statement)
        return tuple(out)

    def _when(self, tree: Tree, env: Env) -> When:
        """Tests and blocks in turn; the last block may stand without a test."""
        branches: list[tuple[Expr | None, tuple[Statement, ...]]] = []
        test: Expr | None = None
        for part in tree.trees():
            if part.kind not in ("inline", "indented"):
                test = self.typer.truth(part, env)
                continue
            trees = part.trees() if part.kind == "indented" else (Tree("line", part.parts, part.start, part.end, part.tags),)
            branches.append((test, self.body(trees, env)))
            test = None
        return When(tuple(branches), self.typer.place(tree))

    def _each(self, tree: Tree, env: Env) -> Statement:
        name, at = tree.word(0), self.typer.place(tree)
        enum = self.scope.type_named(tree.word(1), at)
        inner = self._simple(tree.tree(2), self.typer.bind(name, enum, env, at), at) if tree.tree(2).kind != "stay" else None
        if not isinstance(inner, Assign):
            raise fail(at, "for … in … gives a value to each of several variables", "as in: for x in side: goal[x] := 0")
        return Assign(inner.name, inner.index, inner.value, (name, enum), at)

    def _simple(self, tree: Tree, env: Env, at: Place) -> Statement:
        return _SIMPLE[tree.kind](self, tree, env, at)

    def let(self, tree: Tree, env: Env, at: Place) -> Statement:
        self.typer.bind(tree.word(0), CARD, env, at)
        return Let(tree.word(0), self.typer.typed(tree.tree(1), env), at)

    def assign(self, tree: Tree, env: Env, at: Place) -> Statement:
        name, index, kind = self._cell(tree.tree(0), env, at)
        return Assign(name, index, self.typer.as_type(tree.tree(1), kind, env), None, at)

    def add(self, tree: Tree, env: Env, at: Place) -> Statement:
        name, index, kind = self._cell(tree.tree(0), env, at)
        if not isinstance(kind, Num):
            raise fail(at, f"{name} is {said(kind)}; only a number can grow or shrink", "use :=")
        value, by = self.typer.number(tree.tree(1), env)
        old = Cell(name, index, kind, at)
        changed = plus(old, value, kind, by, at) if tree.kind == "add" else minus(old, value, kind, by, at)
        return Assign(name, index, self.typer.coerce(changed, kind), None, at)

    def move(self, tree: Tree, env: Env, at: Place) -> Statement:
        what = self.typer.typed(tree.tree(0), env)
        if what.type not in (CARD, CARDS):
            raise fail(at, f"move takes a card or cards, found {said(what.type)}", sure_of(what.type))
        return Move(what, self._zone(tree.tree(1), env, at), self._zone(tree.tree(2), env, at), at)

    def move_all(self, tree: Tree, env: Env, at: Place) -> Statement:
        source = tree.tree(0)
        name, target = source.word(0), self._zone(tree.tree(1), env, at)
        whole_family = self._known(name, at).index and not source.trees()
        return MoveAll(name, None if whole_family else self._zone(source, env, at).index, target, at)

    def gather(self, tree: Tree, env: Env, at: Place) -> Statement:
        return MoveAll(None, None, self._zone(tree.tree(0), env, at), at)

    def fill(self, tree: Tree, env: Env, at: Place) -> Statement:
        size, var, kind, packet = int(tree.word(1)), tree.maybe_word(3), tree.maybe_word(4), tree.maybe_word(5)
        each: tuple[str, Enum] | None = None
        inner = env
        if var is not None and kind is not None:
            each = (var, self.scope.type_named(kind, at))
            inner = self.typer.bind(var, each[1], env, at)
        goal, by = self._zone(tree.tree(0), inner, at), None if packet is None else int(packet)
        if by is not None and (by < 1 or size % by):
            raise fail(at, f"{size} cards cannot be dealt {by} at a time", "choose a number that divides them")
        cards = len(self.scope.enums["card"])
        times = len(self.scope.enums[each[1].name]) if each else 1
        if size * times > cards:
            raise fail(at, f"{times} times {size} cards are needed here, and there are {cards}", "fill to fewer")
        if self.scope.zones[goal.zone].kind == "one" and size > 1:
            raise fail(at, f"{goal.zone} has room for one card only", "fill to 1")
        return Fill(goal, size, self._zone(tree.tree(2), env, at), each, by, at)

    def draw(self, tree: Tree, env: Env, at: Place) -> Statement:
        name, index, kind = self._cell(tree.tree(0), env, at)
        among, members = self.typer.domain(tree.tree(1), env)
        if definite(kind) != members.of:
            raise fail(
                at, f"{name} is {said(kind)} and cannot be drawn from {said(members)}", "draw it from a set of its own type"
            )
        return Draw(name, index, among, at)

    def reset(self, tree: Tree, env: Env, at: Place) -> Statement:
        group = tree.word(0)
        if group not in self.groups:
            there = f"there are {', '.join(sorted(self.groups))}" if self.groups else "there is none"
            raise fail(at, f"there is no group of variables “{group}”", self.scope.nearest(group, self.groups) or there)
        return Reset(group, at)

    def go(self, tree: Tree, env: Env, at: Place) -> Statement:
        return Go(phase_named(self.scope, tree.word(0), at), at)

    def _cell(self, tree: Tree, env: Env, at: Place) -> tuple[str, tuple[Expr, ...], Bool | Num | Enum | Maybe]:
        name = tree.word(0)
        v = self.scope.variables.get(name)
        if v is None:
            raise SpecError(unknown.variable(self.scope, name, at))
        return name, self.typer.index(name, v.index, tree.trees(), env, at), v.type

    def _known(self, name: str, at: Place) -> Zone:
        zone = self.scope.zones.get(name)
        if zone is None:
            raise SpecError(unknown.zone(self.scope, name, at))
        return zone

    def _zone(self, tree: Tree, env: Env, at: Place) -> ZoneRef:
        name = tree.word(0)
        return ZoneRef(name, self.typer.index(name, self._known(name, at).index, tree.trees(), env, at))


def phase_named(scope: Scope, name: str, at: Place) -> str:
    """The name of a phase that there is."""
    if name not in scope.enums["phase"]:
        raise SpecError(unknown.phase(scope, name, at))
    return name


_SIMPLE: dict[str, Callable[[Statements, Tree, Env, Place], Statement]] = {
    "let": Statements.let, "assign": Statements.assign, "add": Statements.add, "take": Statements.add, "move": Statements.move, "move_all": Statements.move_all,
    "gather": Statements.gather, "fill": Statements.fill, "draw": Statements.draw, "reset": Statements.reset, "go": Statements.go,
}  # fmt: skip
