"""What is known of a place in the rules: which values cannot be none there, which parts cannot fail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kirtis.language.game import Game
from kirtis.language.nodes import Expr
from kirtis.language.nodes.logic import And, Compare, If, Implies, Member, Not, Or, SetLiteral
from kirtis.language.nodes.quantifiers import Best, The
from kirtis.language.nodes.values import Call, Cards, Cell, Const, Fit, Lookup, Stuck, Sure, Top, Var
from kirtis.language.types import Enum, Maybe, Nothing
from kirtis.language.walk import children


def _is_none(node: Expr) -> bool:
    return isinstance(node, Const) and node.value is None


class Facts:
    """Expressions known not to be none, by identity; they grow while a test is known to hold."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sure: set[int] = set()
        self.unsure_names: set[str] = set()

    @contextmanager
    def given(self, test: Expr, holds: bool = True) -> Iterator[None]:
        """What follows from a test, as long as the context lasts."""
        more = set(self.follow(test, holds)) - self.sure
        self.sure |= more
        try:
            yield
        finally:
            self.sure -= more

    def learn(self, test: Expr, holds: bool = True) -> None:
        """What follows from a test, from here on."""
        self.sure |= set(self.follow(test, holds))

    def follow(self, test: Expr, holds: bool) -> Iterator[int]:
        """The expressions that cannot be none where a test holds, or does not."""
        match test:
            case Not(of):
                yield from self.follow(of, not holds)
            case And(items) if holds:
                for one in items:
                    yield from self.follow(one, True)
            case Or(items) if not holds:
                for one in items:
                    yield from self.follow(one, False)
            case Compare("=" | "!=" as op, left, right) if _is_none(left) or _is_none(right):
                if (op == "!=") is holds:
                    yield from self.some(left if _is_none(right) else right)
            case Compare("=", left, right) if holds:
                if not self.maybe(right):
                    yield from self.some(left)
                elif not self.maybe(left):
                    yield from self.some(right)
            case Member(of, _) if holds:
                yield from self.some(of)

    def some(self, node: Expr) -> Iterator[int]:
        """A node that is not none, and what else cannot be none then."""
        yield id(node)
        match node:
            case Lookup(_, arg):
                yield from self.some(arg)
            case If(test, then, other) if _is_none(then):
                yield from self.follow(test, False)
                yield from self.some(other)
            case If(test, then, other) if _is_none(other):
                yield from self.follow(test, True)
                yield from self.some(then)

    def maybe(self, node: Expr) -> bool:
        """Whether a value may be none, or not yet written."""
        if id(node) in self.sure:
            return False
        match node:
            case Const(value):
                return value is None
            case Cell(name):
                return isinstance(node.type, Maybe) or self.game.variables[name].initial is None
            case Lookup(name, arg):
                return None in self.game.maps[name].values or self.maybe(arg)
            case If(_, then, other):
                return self.maybe(then) or self.maybe(other)
            case Var(name):
                return isinstance(node.type, Maybe | Nothing) or name in self.unsure_names
            case Call():
                return isinstance(node.type, Maybe | Enum)
        return isinstance(node.type, Maybe | Nothing)

    def total(self, node: Expr) -> bool:
        """Whether a part can be evaluated here whatever the position, without fail."""
        match node:
            case Const() | Var():
                return True
            case Sure(of):
                return not self.maybe(of) and self.total(of)
            case Fit() | The() | Best() | Stuck() | Call():
                return False
            case Cell(_, index) | Cards(_, index) | Top(_, index):
                return all(self.total(i) and not self.maybe(i) for i in index)
            case SetLiteral(items):
                return all(self.total(i) and not self.maybe(i) for i in items)
            case And(items) | Or(items):
                return self._all_total(items, isinstance(node, And))
            case Implies(left, right):
                return self._all_total((left, right), True)
            case If(test, then, other):
                if not self.total(test):
                    return False
                with self.given(test):
                    if not self.total(then):
                        return False
                with self.given(test, False):
                    return self.total(other)
        return all(self.total(one) for one in children(node))  # type: ignore[arg-type]

    def _all_total(self, items: tuple[Expr, ...], holds: bool) -> bool:
        if not items:
            return True
        if not self.total(items[0]):
            return False
        with self.given(items[0], holds):
            return self._all_total(items[1:], holds)
