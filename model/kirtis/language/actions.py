"""Phases, actions and their statements."""

from __future__ import annotations

from lark import Token, Tree

from kirtis.language.errors import fail
from kirtis.language.expressions import Env, Typer
from kirtis.language.game import Action, Need, Phase
from kirtis.language.items import Item, Node, untagged
from kirtis.language.nodes import (
    Arith, Assign, Cell, Draw, Expr, Fill, Go, Let, Move, MoveAll, Reset, Statement, When, ZoneRef,
)  # fmt: skip
from kirtis.language.places import Place
from kirtis.language.rules import params_of, text_of, typer_of
from kirtis.language.scope import Scope, nearest
from kirtis.language.types import CARD, CARDS, SEAT, Bool, Enum, Maybe, Num, SetOf, Type, definite


class Statements:
    """Types the statements of one action or phase."""

    def __init__(self, scope: Scope, typer: Typer, groups: frozenset[str]) -> None:
        self.scope, self.typer, self.groups = scope, typer, groups

    def body(self, trees: list[Node], env: Env) -> tuple[Statement, ...]:
        """A block: simultaneous, a let counts to its end."""
        out: list[Statement] = []
        env = dict(env)
        for tree in trees:
            if not isinstance(tree, Tree) or tree.data == "tags":
                continue
            if tree.data == "if_":
                out.append(self._when(tree, env))
            elif tree.data == "each":
                out.append(self._each(tree, env))
            else:
                statement = self._simple(tree.children[0], env, self.typer.place(tree))  # type: ignore[arg-type]
                if isinstance(statement, Let):
                    env[statement.name] = statement.value.type
                if statement is not None:
                    out.append(statement)
        return tuple(out)

    def _when(self, tree: Node, env: Env) -> When:
        parts, branches = list(tree.children), []
        while parts:
            first = parts.pop(0)
            if first is None:
                continue
            if isinstance(first, Tree) and first.data in ("inline", "indented"):
                branches.append((None, self._block(first, env)))
            else:
                test = self.typer.truth(first, env)  # type: ignore[arg-type]
                branches.append((test, self._block(parts.pop(0), env)))  # type: ignore[arg-type]
        return When(tuple(branches), self.typer.place(tree))

    def _block(self, tree: Node, env: Env) -> tuple[Statement, ...]:
        if tree.data == "inline":
            return self.body([Tree("line", list(tree.children), tree.meta)], env)
        return self.body(untagged(tree), env)

    def _each(self, tree: Node, env: Env) -> Statement:
        name, kind, simple = untagged(tree)
        at = self.typer.place(tree)
        enum = self.scope.type_named(str(kind), at)
        if str(name) in self.scope.places or str(name) in env:
            raise fail(at, f"“{name}” has a meaning already and cannot be the variable here", "use another letter")
        inner = self._simple(simple, {**env, str(name): enum}, at)
        if not isinstance(inner, Assign):
            raise fail(at, "for … in … gives a value to each of several variables", "as in: for x in side: goal[x] := 0")
        return Assign(inner.name, inner.index, inner.value, (str(name), enum), at)

    def _simple(self, tree: Node, env: Env, at: Place) -> Statement | None:
        c, typer = tree.children, self.typer
        match tree.data:
            case "let":
                if str(c[0]) in self.scope.places or str(c[0]) in env:
                    raise fail(at, f"“{c[0]}” has a meaning already", "choose another name")
                return Let(str(c[0]), typer.typed(c[1], env), at)  # type: ignore[arg-type]
            case "assign":
                name, index, kind = self._cell(c[0], env, at)
                return Assign(name, index, typer.as_type(c[1], kind, env), None, at)  # type: ignore[arg-type]
            case "add" | "take":
                name, index, kind = self._cell(c[0], env, at)
                old, by = Cell(name, index, kind, at), typer.number(c[1], env)  # type: ignore[arg-type]
                if not isinstance(kind, Num) or not isinstance(by.type, Num):
                    raise fail(at, f"{name} is of type {kind}; only a number can grow or shrink", "use :=")
                return Assign(name, index, typer.coerce(_sum(tree.data == "add", old, by, kind, by.type, at), kind), None, at)
            case "move":
                what = typer.typed(c[0], env)  # type: ignore[arg-type]
                if what.type not in (CARD, CARDS):
                    way = "write ! after it where it cannot be none" if definite(what.type) == CARD else ""
                    raise fail(at, f"move takes a card or cards, found {what.type}", way)
                return Move(what, self._zone(c[1], env, at), self._zone(c[2], env, at), at)
            case "move_all":
                name, index = str(c[0].children[0]), [x for x in c[0].children[1:] if x is not None]  # type: ignore[union-attr]
                target = self._zone(c[1], env, at)
                if self._known(name, at).index and not index:
                    return MoveAll(name, None, target, at)
                return MoveAll(name, self._zone(c[0], env, at).index, target, at)
            case "gather":
                return MoveAll(None, None, self._zone(c[0], env, at), at)
            case "fill":
                return self._fill(list(c), env, at)
            case "draw":
                name, index, kind = self._cell(c[0], env, at)
                among = typer.domain(c[1], env)  # type: ignore[arg-type]
                assert isinstance(among.type, SetOf)
                if definite(kind) != among.type.of:
                    raise fail(at, f"{name} is of type {kind} and cannot be drawn from a {among.type}")
                return Draw(name, index, among, at)
            case "reset":
                if str(c[0]) not in self.groups:
                    raise fail(
                        at,
                        f"there is no group of variables “{c[0]}”",
                        nearest(str(c[0]), self.groups) or f"there are {', '.join(sorted(self.groups))}",
                    )
                return Reset(str(c[0]), at)
            case "go":
                if str(c[0]) not in self.scope.enums["phase"]:
                    raise fail(
                        at,
                        f"there is no phase “{c[0]}”",
                        nearest(str(c[0]), self.scope.enums["phase"]) or f"there are {', '.join(self.scope.enums['phase'])}",
                    )
                return Go(str(c[0]), at)
        return None

    def _fill(self, c: list[Token | Node | None], env: Env, at: Place) -> Fill:
        target, size, source, var, kind, packet = c
        n, each = int(str(size)), None
        if var is not None:
            enum = self.scope.type_named(str(kind), at)
            each, env = (str(var), enum), {**env, str(var): enum}
        goal = self._zone(target, env, at)
        if packet is not None and (int(str(packet)) < 1 or n % int(str(packet))):
            raise fail(at, f"{n} cards cannot be dealt {packet} at a time", "choose a packet that divides them")
        if n > len(self.scope.enums["card"]):
            raise fail(at, f"there are only {len(self.scope.enums['card'])} cards", "fill to fewer")
        return Fill(goal, n, self._zone(source, env, at), each, None if packet is None else int(str(packet)), at)

    def _cell(self, tree: Node, env: Env, at: Place) -> tuple[str, tuple[Expr, ...], Bool | Num | Enum | Maybe]:  # type: ignore[override]
        name = str(tree.children[0])
        v = self.scope.variables.get(name)
        if v is None:
            way = "cards change place by move" if name in self.scope.zones else nearest(name, self.scope.variables)
            raise fail(at, f"“{name}” is not a state variable", way)
        index = self.typer.index(name, v.index, [x for x in tree.children[1:] if x is not None], env, at)  # type: ignore[misc]
        return name, index, v.type

    def _known(self, name: str, at: Place) -> ZoneRef | object:
        z = self.scope.zones.get(name)
        if z is None:
            way = "a variable takes a value by :=" if name in self.scope.variables else nearest(name, self.scope.zones)
            raise fail(at, f"“{name}” is not a zone", way or f"there are {', '.join(self.scope.zones)}")
        return z

    def _zone(self, tree: Token | Node | None, env: Env, at: Place) -> ZoneRef:
        assert isinstance(tree, Tree)
        name = str(tree.children[0])
        self._known(name, at)
        trees = [x for x in tree.children[1:] if x is not None]
        return ZoneRef(name, self.typer.index(name, self.scope.zones[name].index, trees, env, at))  # type: ignore[arg-type]


def _sum(up: bool, old: Expr, by: Expr, a: Num, b: Num, at: Place) -> Arith:
    if up:
        return Arith("+", old, by, Num(a.low + b.low, None if None in (a.high, b.high) else a.high + b.high), at)  # type: ignore[operator]
    if b.high is None:
        raise fail(at, "a tally cannot be taken away")
    return Arith("-", old, by, Num(a.low - b.high, None if a.high is None else a.high - b.low), at)


def action(scope: Scope, item: Item, groups: frozenset[str]) -> Action:
    """Read one action of a phase."""
    typer = typer_of(scope, item)
    name, params_tree, actor, *rest = untagged(item.tree)
    params = params_of(scope, params_tree, item.at)
    env: dict[str, Type] = dict(params)
    for word, kind in params:
        if isinstance(kind, SetOf | Maybe) or (isinstance(kind, Num) and (kind.high is None or kind.high - kind.low > 400)):
            raise fail(
                item.at,
                f"the parameter {word} cannot be of type {kind}",
                "an action takes a value of a type with few values, as card, suit or 1..8",
            )
    if actor is not None:
        if str(actor) in scope.places or str(actor) in env:
            raise fail(item.at, f"“{actor}” has a meaning already", "use another letter for whoever acts")
        env[str(actor)] = SEAT
    needs = []
    for one in rest:
        if one.data == "need":
            word, condition = one.children[0], one.children[1]
            needs.append(
                Need(None if word is None else str(word), typer.truth(condition, env), typer.place(one), text_of(item, condition))
            )  # type: ignore[arg-type]
    body = Statements(scope, typer, groups).body([r for r in rest if r.data != "need"], env)
    return Action(str(name), params, None if actor is None else str(actor), tuple(needs), body, item.at)


def phase(scope: Scope, item: Item, acts: list[Action], groups: frozenset[str]) -> Phase:
    """Read a phase; the actions of one ``by`` a seat are read before."""
    kind = item.tree.data.removeprefix("phase_")
    typer = typer_of(scope, item)
    if kind == "by":
        by = typer.as_type(untagged(item.tree)[1], SEAT, {})
        return Phase(item.name, kind, by, tuple(acts), (), item.at)
    body: tuple[Statement, ...] = ()
    if kind != "end":
        body = Statements(scope, typer, groups).body(list(untagged(item.tree)[1].children), {})  # type: ignore[arg-type]
    return Phase(item.name, kind, None, (), body, item.at)
