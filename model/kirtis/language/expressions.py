"""Typing of expressions: a tree and its names become a typed node, or a fault that says what does not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kirtis.language import operators, quantifiers, references
from kirtis.language.errors import fail
from kirtis.language.nodes import Expr, Fit, Whole
from kirtis.language.places import Place
from kirtis.language.scope import Scope
from kirtis.language.trees import Tree
from kirtis.language.types import NOTHING, Bool, Enum, Maybe, Nothing, Num, SetOf, Type, definite, overlap, said  # fmt: skip

Env = Mapping[str, Type]
"""The names bound around an expression, and their types."""
Handler = Callable[["Typer", Tree, Env, Place], Expr]

_HANDLERS: dict[str, Handler] = {**references.HANDLERS, **operators.HANDLERS, **quantifiers.HANDLERS}


class Typer:
    """Types the expressions of one block; ``place`` says where a tree stands. Every method raises SpecError with one fault."""

    def __init__(self, scope: Scope, place: Callable[[Tree], Place], two_states: bool = False) -> None:
        self.scope = scope
        self.place = place
        self.two_states = two_states

    def typed(self, tree: Tree, env: Env) -> Expr:
        """The typed node of any expression."""
        return _HANDLERS[tree.kind](self, tree, env, self.place(tree))

    def truth(self, tree: Tree, env: Env) -> Expr:
        """A condition."""
        node = self.typed(tree, env)
        if not isinstance(node.type, Bool):
            raise fail(node.at, f"a condition is needed here, found {said(node.type)}", "compare it with something, as in x = 3")
        return node

    def number(self, tree: Tree, env: Env) -> tuple[Expr, Num]:
        """A number, and its range."""
        node = self.typed(tree, env)
        if not isinstance(node.type, Num):
            raise fail(node.at, f"a number is needed here, found {said(node.type)}", sure_of(node.type))
        return node, node.type

    def as_type(self, tree: Tree, wanted: Type, env: Env) -> Expr:
        """An expression of the wanted type, narrowed by an obligation where its range is wider."""
        return self.coerce(self.typed(tree, env), wanted)

    def coerce(self, node: Expr, wanted: Type) -> Expr:
        """The node as a value of the wanted type; where it can never be one, that is a fault."""
        have = node.type
        if have == wanted or (isinstance(wanted, Maybe) and have in (NOTHING, wanted.of)):
            return node
        if isinstance(have, Maybe | Nothing) and not isinstance(wanted, Maybe):
            raise fail(
                node.at,
                f"{said(wanted)} is needed here and this may be none",
                "test it for none first, or write ! after it where it cannot be none",
            )
        a, b = definite(have), definite(wanted)
        if isinstance(a, Num) and isinstance(b, Num) and isinstance(wanted, Num | Maybe):
            if not overlap(a, b):
                raise fail(node.at, f"{said(a)} can never be in {b}", "check the number or the declared range")
            inside = b.low <= a.low and (b.high is None or (a.high is not None and a.high <= b.high))
            return node if inside else Fit(node, wanted, node.at)
        raise fail(
            node.at, f"{said(wanted)} is needed here, found {said(have)}", "check what is declared, and what is written here"
        )

    def domain(self, tree: Tree, env: Env) -> tuple[Expr, SetOf]:
        """What a quantifier ranges over, a set or all values of an enumeration by its name; and its type."""
        if tree.kind == "name":
            word = tree.word(0)
            if word in self.scope.enums and word not in env and word not in self.scope.zones:
                kind = SetOf(Enum(word))
                return Whole(kind, self.place(tree)), kind
        node = self.typed(tree, env)
        if not isinstance(node.type, SetOf):
            raise fail(
                node.at,
                f"a set, or the name of a type, is needed here, found {said(node.type)}",
                "as in: all s in seat, some c in hand[s]",
            )
        return node, node.type

    def index(self, word: str, wanted: tuple[Enum, ...], trees: tuple[Tree, ...], env: Env, at: Place) -> tuple[Expr, ...]:
        """The indices of a variable or zone, each of its enumeration."""
        if len(trees) != len(wanted):
            what = "no index" if not wanted else "one index" if len(wanted) == 1 else f"{len(wanted)} indices"
            way_out = f"write {word}[{', '.join(map(str, wanted))}]" if wanted else f"write {word}"
            raise fail(at, f"{word} takes {what}, found {len(trees)}", way_out)
        return tuple(self.as_type(t, w, env) for t, w in zip(trees, wanted, strict=True))

    def bind(self, name: str, kind: Type, env: Env, at: Place) -> dict[str, Type]:
        """The names inside a quantifier or after a ``let``."""
        if name in self.scope.places or name in env:
            raise fail(at, f"“{name}” has a meaning already and cannot be a name here", "use another letter")
        return {**env, name: kind}


def sure_of(kind: Type) -> str:
    """The way out where a value may be none and must not."""
    return (
        "write ! after it where it cannot be none"
        if isinstance(kind, Maybe)
        else "check what is declared, and what is written here"
    )
