"""Typing of expressions: a parsed tree and its names become a typed node, or a fault that says what does not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lark import Token, Tree

from kirtis.language.errors import SpecError, fail
from kirtis.language.nodes import (
    NO, YES, And, Arith, Best, Call, Cards, Cell, Compare, Const, Count, Every, Expr, Family, Filter, FirstOf, Fit, If, Implies, Lookup, Member, Not,
    OptionValue, Or, PhaseNow, SetJoin, SetLiteral, Some, Sum, Sure, The, Top, Var, Was, Whole,
)  # fmt: skip
from kirtis.language.places import Place
from kirtis.language.scope import Scope, nearest
from kirtis.language.types import (
    BOOL, CARD, CARDS, NOTHING, PHASE, SUIT, Bool, Enum, Maybe, Nothing, Num, SetOf, Type, definite, join,
)  # fmt: skip

Node = Tree[Token]
Env = Mapping[str, Type]


def overlap(a: Num, b: Num) -> bool:
    """Whether two ranges share a number."""
    return (b.high is None or a.low <= b.high) and (a.high is None or b.low <= a.high)


class Typer:
    """Types the expressions of one block; ``place`` says where a tree stands."""

    def __init__(self, scope: Scope, place: Callable[[Node], Place], two_states: bool = False) -> None:
        self.scope = scope
        self.place = place
        self.two_states = two_states

    # -- what is wanted ------------------------------------------------------------------------------------------------

    def truth(self, tree: Node, env: Env) -> Expr:
        """A condition."""
        node = self.typed(tree, env)
        if not isinstance(node.type, Bool):
            raise fail(node.at, f"a condition is needed here, found {node.type}", "compare it with something, as in x = 3")
        return node

    def as_type(self, tree: Node, wanted: Type, env: Env) -> Expr:
        """An expression of the wanted type, narrowed by an obligation where its range is wider."""
        return self.coerce(self.typed(tree, env), wanted)

    def coerce(self, node: Expr, wanted: Type) -> Expr:
        """The node as a value of the wanted type. Raises SpecError where it can never be one."""
        have = node.type
        if have == wanted or (isinstance(wanted, Maybe) and have in (NOTHING, wanted.of)):
            return node
        if isinstance(have, Maybe | Nothing) and not isinstance(wanted, Maybe):
            raise fail(
                node.at,
                f"{wanted} is needed here and this may be none",
                "test it for none first, or write ! after it where it cannot be none",
            )
        a, b = definite(have), definite(wanted)
        if isinstance(a, Num) and isinstance(b, Num) and isinstance(wanted, Num | Maybe):
            if not overlap(a, b):
                raise fail(node.at, f"{a} can never be in {b}", "check the number or the declared range")
            inside = b.low <= a.low and (b.high is None or (a.high is not None and a.high <= b.high))
            return node if inside else Fit(node, wanted, node.at)
        raise fail(node.at, f"{wanted} is needed here, found {have}")

    def domain(self, tree: Node, env: Env) -> Expr:
        """What a quantifier ranges over: a set, or all values of an enumeration by its name."""
        if tree.data == "name":
            word = str(tree.children[0])
            if word in self.scope.enums and word not in env and word not in self.scope.zones:
                return Whole(SetOf(Enum(word)), self.place(tree))
        node = self.typed(tree, env)
        if not isinstance(node.type, SetOf):
            raise fail(
                node.at,
                f"a set, or the name of a type, is needed after in, found {node.type}",
                "as in: all s in seat, some c in hand[s]",
            )
        return node

    # -- expressions ---------------------------------------------------------------------------------------------------

    def typed(self, tree: Node, env: Env) -> Expr:
        """The typed node of any expression."""
        at = self.place(tree)
        handler = getattr(self, f"_{tree.data}", None)
        if handler is None:
            raise fail(at, f"this cannot stand in an expression ({tree.data})")
        node: Expr = handler(tree.children, env, at)
        return node

    def _int(self, c: list[Token], env: Env, at: Place) -> Expr:
        if len(c[0]) > 9:
            raise fail(at, f"the number {c[0][:12]}… is too large", "at most nine digits")
        return Const(int(c[0]), Num(int(c[0]), int(c[0])), at)

    def _yes(self, c: list[Token], env: Env, at: Place) -> Expr:
        return Const(True, BOOL, at)

    def _no(self, c: list[Token], env: Env, at: Place) -> Expr:
        return Const(False, BOOL, at)

    def _none(self, c: list[Token], env: Env, at: Place) -> Expr:
        return Const(None, NOTHING, at)

    def _name(self, c: list[Token], env: Env, at: Place) -> Expr:
        word, scope = str(c[0]), self.scope
        if word in env:
            return Var(word, env[word], at)
        if word == "phase":
            return PhaseNow(PHASE, at)
        if word in scope.variables:
            v = scope.variables[word]
            if v.index:
                raise fail(at, f"{word} needs an index: {word}[{', '.join(map(str, v.index))}]")
            return Cell(word, (), v.type, at)
        if word in scope.zones:
            z = scope.zones[word]
            return Family(word, CARDS, at) if z.index else Cards(word, (), Maybe(CARD) if z.kind == "one" else CARDS, at)
        if word in scope.signatures:
            params, result = scope.signatures[word]
            if params:
                raise fail(at, f"{word} needs {_arguments(params)}", f"as in: {word}({', '.join(n for n, _ in params)})")
            return Call(word, (), result, at)
        if word in scope.options:
            return OptionValue(word, scope.options[word].type, at)
        if word in scope.literals:
            enum, n = scope.literals[word]
            return Const(n, Enum(enum), at)
        raise fail(
            at, f"“{word}” is not known here", nearest(word, [*env, *scope.known()]) or "declare it, or check its spelling"
        )

    def _indexed(self, c: list[Node], env: Env, at: Place) -> Expr:
        word = str(c[0])
        known = self.scope.variables.get(word) or self.scope.zones.get(word)
        if known is None:
            raise fail(
                at, f"“{word}” is not a state variable or a zone", nearest(word, [*self.scope.variables, *self.scope.zones])
            )
        index = self.index(word, known.index, [x for x in c[1:]], env, at)
        if word in self.scope.variables:
            return Cell(word, index, self.scope.variables[word].type, at)
        return Cards(word, index, Maybe(CARD) if self.scope.zones[word].kind == "one" else CARDS, at)

    def index(self, word: str, wanted: tuple[Enum, ...], trees: list[Node], env: Env, at: Place) -> tuple[Expr, ...]:
        """The indices of a variable or zone, each of its enumeration."""
        if len(trees) != len(wanted):
            raise fail(
                at,
                f"{word} takes {len(wanted)} index(es), found {len(trees)}",
                f"write {word}[{', '.join(map(str, wanted))}]" if wanted else f"write {word}",
            )
        return tuple(self.as_type(t, w, env) for t, w in zip(trees, wanted, strict=True))

    def _call(self, c: list[Node], env: Env, at: Place) -> Expr:
        word, args = str(c[0]), c[1:]
        if word in ("min", "max"):
            return self._extreme(word, args, env, at)
        if word in ("size", "empty"):
            return self._size(word, args, env, at)
        if word == "top":
            return self._top(args, env, at)
        if word in self.scope.maps:
            if len(args) != 1:
                raise fail(at, f"{word} takes one value, found {len(args)}")
            return self._mapped(word, self.typed(args[0], env), at)
        if word not in self.scope.signatures:
            known = [*self.scope.signatures, *self.scope.maps, "min", "max", "size", "empty", "top"]
            raise fail(at, f"there is no definition “{word}”", nearest(word, known) or "declare it with def")
        params, result = self.scope.signatures[word]
        if len(args) != len(params):
            raise fail(at, f"{word} takes {_arguments(params)}, found {len(args)}")
        return Call(word, tuple(self.as_type(a, t, env) for a, (_, t) in zip(args, params, strict=True)), result, at)

    def _extreme(self, word: str, args: list[Node], env: Env, at: Place) -> Expr:
        nodes = [self.number(a, env) for a in args]
        if len(nodes) < 2:
            raise fail(at, f"{word} takes two numbers or more")
        out = nodes[0]
        for node in nodes[1:]:
            a, b = out.type, node.type
            assert isinstance(a, Num) and isinstance(b, Num)
            if word == "min":
                high = min((h for h in (a.high, b.high) if h is not None), default=None)
                out = Arith("min", out, node, Num(min(a.low, b.low), high), at)
            else:
                high = None if a.high is None or b.high is None else max(a.high, b.high)
                out = Arith("max", out, node, Num(max(a.low, b.low), high), at)
        return out

    def _size(self, word: str, args: list[Node], env: Env, at: Place) -> Expr:
        if len(args) != 1:
            raise fail(at, f"{word} takes one set of cards")
        among = self.domain(args[0], env)
        assert isinstance(among.type, SetOf)
        count = Count("it", among, YES, Num(0, len(self.scope.enums[among.type.of.name])), at)
        return count if word == "size" else Compare("=", count, Const(0, Num(0, 0), at), BOOL, at)

    def _top(self, args: list[Node], env: Env, at: Place) -> Expr:
        pile = self.typed(args[0], env) if len(args) == 1 else None
        if not isinstance(pile, Cards) or self.scope.zones[pile.zone].kind != "pile":
            raise fail(at, "top takes a zone that is a pile", "as in: top(leg[l]), where leg is declared: pile")
        return Top(pile.zone, pile.index, Maybe(CARD), at)

    def _mapped(self, word: str, arg: Expr, at: Place) -> Expr:
        m = self.scope.maps[word]
        if definite(arg.type) != m.domain:
            raise fail(at, f"{word} takes a {m.domain}, found {arg.type}")
        result = m.type if not isinstance(arg.type, Maybe) or isinstance(m.type, Maybe) else Maybe(m.type)  # type: ignore[arg-type]
        return Lookup(word, arg, result, at)

    def _field(self, c: list[Node], env: Env, at: Place) -> Expr:
        arg, word = self.typed(c[0], env), str(c[1])
        if definite(arg.type) != CARD or word not in ("suit", "rank", "face"):
            raise fail(at, f"{arg.type} has no {word}", "a card has suit, rank and face")
        return self._mapped(word, arg, at)

    def _cardof(self, c: list[Node], env: Env, at: Place) -> Expr:
        rank = str(c[0])
        known = self.scope.literals.get(rank)
        if not known or known[0] != "rank":
            raise fail(at, f"“{rank}” is not a rank", nearest(rank, self.scope.enums.get("rank", ())) or "as in: queen of clubs")
        arg = self.typed(c[1], env)
        if definite(arg.type) != SUIT:
            raise fail(at, f"a suit is needed after of, found {arg.type}", "as in: queen of clubs, queen of trump!")
        return self._mapped(f"{rank} of", arg, at)

    def _sure(self, c: list[Node], env: Env, at: Place) -> Expr:
        node = self.typed(c[0], env)
        if not isinstance(node.type, Maybe):
            raise fail(at, f"! stands after {node.type}, which is never none", "leave out the !")
        return Sure(node, node.type.of, at)

    def _was(self, c: list[Node], env: Env, at: Place) -> Expr:
        if not self.two_states:
            raise fail(at, "was stands only in a statement about steps", "write: step name: …")
        node = self.typed(c[0], env)
        return Was(node, node.type, at)

    def number(self, tree: Node, env: Env) -> Expr:
        """A number."""
        node = self.typed(tree, env)
        if not isinstance(node.type, Num):
            way = "write ! after it where it cannot be none" if isinstance(node.type, Maybe) else ""
            raise fail(node.at, f"a number is needed here, found {node.type}", way)
        return node

    def _cmp(self, c: list[Node], env: Env, at: Place) -> Expr:
        return self.compared(str(c[1]), self.typed(c[0], env), self.typed(c[2], env), at)

    def compared(self, op: str, left: Expr, right: Expr, at: Place) -> Expr:
        """A comparison, if it can be true and can be false for its types."""
        a, b = left.type, right.type
        if op not in ("=", "!="):
            for node in (left, right):
                if not isinstance(node.type, Num):
                    raise fail(
                        node.at,
                        f"{op} compares numbers, found {node.type}",
                        "write ! after it where it cannot be none" if isinstance(node.type, Maybe) else "",
                    )
            return Compare(op, left, right, BOOL, at)
        if NOTHING in (a, b):
            other = b if a == NOTHING else a
            if not isinstance(other, Maybe):
                raise fail(at, f"{other} is never none", "leave the test out, or declare it with ?")
            return Compare(op, left, right, BOOL, at)
        a, b = definite(a), definite(b)
        if isinstance(a, Num) and isinstance(b, Num):
            if not overlap(a, b):
                raise fail(at, f"{a} and {b} can never be equal", "check the number or the declared range")
        elif a != b or isinstance(a, SetOf):
            raise fail(
                at,
                f"{left.type} cannot be compared with {right.type}",
                "for sets use in, size(…) or empty(…)" if isinstance(a, SetOf) else "",
            )
        return Compare(op, left, right, BOOL, at)

    def _in_(self, c: list[Node], env: Env, at: Place) -> Expr:
        node, among = self.typed(c[0], env), self.domain(c[1], env)
        assert isinstance(among.type, SetOf)
        if definite(node.type) != among.type.of:
            raise fail(at, f"{node.type} cannot be in a {among.type}")
        return Member(node, among, BOOL, at)

    def _not_in(self, c: list[Node], env: Env, at: Place) -> Expr:
        return Not(self._in_(c, env, at), BOOL, at)

    def _and_(self, c: list[Node], env: Env, at: Place) -> Expr:
        return And(tuple(self.truth(x, env) for x in c), BOOL, at)

    def _or_(self, c: list[Node], env: Env, at: Place) -> Expr:
        return Or(tuple(self.truth(x, env) for x in c), BOOL, at)

    def _not_(self, c: list[Node], env: Env, at: Place) -> Expr:
        return Not(self.truth(c[0], env), BOOL, at)

    def _implies(self, c: list[Node], env: Env, at: Place) -> Expr:
        return Implies(self.truth(c[0], env), self.truth(c[1], env), BOOL, at)

    def _ifelse(self, c: list[Node], env: Env, at: Place) -> Expr:
        return self.choice(self.truth(c[1], env), self.typed(c[0], env), self.typed(c[2], env), at)

    def choice(self, test: Expr, then: Expr, other: Expr, at: Place) -> Expr:
        """``then if test else other``, of the least type that holds both."""
        both = join(then.type, other.type)
        if both is None:
            raise fail(at, f"{then.type} and {other.type} stand in one place", "both branches must be of one type")
        return If(test, then, other, both, at)

    def _arith(self, c: list[Node], env: Env, at: Place) -> Expr:
        left, right, op = self.typed(c[0], env), self.typed(c[2], env), str(c[1])
        a, b = left.type, right.type
        if isinstance(a, SetOf) and a == b:
            return SetJoin(op, left, right, a, at)
        if not isinstance(a, Num) or not isinstance(b, Num):
            bad = left if not isinstance(a, Num) else right
            way = "write ! after it where it cannot be none" if isinstance(bad.type, Maybe) else ""
            raise fail(at, f"{op} joins two numbers or two sets, found {a} and {b}", way)
        if op == "+":
            high = None if a.high is None or b.high is None else a.high + b.high
            return Arith("+", left, right, Num(a.low + b.low, high), at)
        if b.high is None:
            raise fail(at, "a tally cannot be taken away", "compare them instead")
        return Arith("-", left, right, Num(a.low - b.high, None if a.high is None else a.high - b.low), at)

    def _times(self, c: list[Node], env: Env, at: Place) -> Expr:
        left, right = self.number(c[0], env), self.number(c[1], env)
        if not isinstance(left, Const):
            left, right = right, left
        if not isinstance(left, Const):
            raise fail(at, "one side of * must be a fixed number", "write a table, or add it up")
        k, t = int(left.value or 0), right.type
        assert isinstance(t, Num)
        return Arith("*", left, right, Num(k * t.low, None if t.high is None else k * t.high), at)

    def _setlit(self, c: list[Node], env: Env, at: Place) -> Expr:
        nodes = [self.typed(x, env) for x in c]
        if not isinstance(nodes[0].type, Enum) or any(n.type != nodes[0].type for n in nodes):
            raise fail(at, f"a set holds values of one type, found {', '.join(str(n.type) for n in nodes)}")
        return SetLiteral(tuple(nodes), SetOf(nodes[0].type), at)

    def _firstof(self, c: list[Node], env: Env, at: Place) -> Expr:
        nodes = tuple(self.domain(x, env) for x in c)
        first = nodes[0].type
        assert isinstance(first, SetOf)
        if any(n.type != first for n in nodes):
            raise fail(at, "first of takes sets of one type")
        return FirstOf(nodes, first, at)

    # -- quantifiers ---------------------------------------------------------------------------------------------------

    def bind(self, name: str, among: Expr, env: Env, at: Place) -> dict[str, Type]:
        """The names inside a quantifier."""
        if name in self.scope.places or name in env:
            raise fail(at, f"“{name}” has a meaning already and cannot be the variable here", "use another letter")
        assert isinstance(among.type, SetOf)
        return {**env, name: among.type.of}

    def _all(self, c: list[Node], env: Env, at: Place) -> Expr:
        among = self.domain(c[1], env)
        return Every(str(c[0]), among, self.truth(c[2], self.bind(str(c[0]), among, env, at)), BOOL, at)

    def _some(self, c: list[Node], env: Env, at: Place) -> Expr:
        among = self.domain(c[1], env)
        return Some(str(c[0]), among, self.truth(c[2], self.bind(str(c[0]), among, env, at)), BOOL, at)

    def _none_of(self, c: list[Node], env: Env, at: Place) -> Expr:
        return Not(self._some(c, env, at), BOOL, at)

    def _where(self, tree: Node | None, env: Env) -> Expr:
        return YES if tree is None else self.truth(tree, env)

    def _count(self, c: list[Node], env: Env, at: Place) -> Expr:
        among = self.domain(c[1], env)
        where = self._where(c[2], self.bind(str(c[0]), among, env, at))
        return Count(str(c[0]), among, where, Num(0, self._most(among)), at)

    def _most(self, among: Expr) -> int:
        assert isinstance(among.type, SetOf)
        return len(self.scope.enums[among.type.of.name])

    def _sum(self, c: list[Node], env: Env, at: Place) -> Expr:
        among = self.domain(c[2], env)
        inner = self.bind(str(c[1]), among, env, at)
        value, n = self.number(c[0], inner), self._most(among)
        t = value.type
        assert isinstance(t, Num)
        result = Num(min(0, n * t.low), None if t.high is None else max(0, n * t.high))
        return Sum(str(c[1]), among, value, self._where(c[3], inner), result, at)

    def _setof_where(self, c: list[Node], env: Env, at: Place) -> Expr:
        among = self.domain(c[1], env)
        assert isinstance(among.type, SetOf)
        return Filter(str(c[0]), among, self.truth(c[2], self.bind(str(c[0]), among, env, at)), among.type, at)

    def _the(self, c: list[Node], env: Env, at: Place) -> Expr:
        among = self.domain(c[1], env)
        assert isinstance(among.type, SetOf)
        return The(str(c[0]), among, self.truth(c[2], self.bind(str(c[0]), among, env, at)), among.type.of, at)

    def _best(self, c: list[Node], env: Env, at: Place) -> Expr:
        among = self.domain(c[1], env)
        assert isinstance(among.type, SetOf)
        inner = self.bind(str(c[0]), among, env, at)
        where = self._where(c[3], inner)
        return Best(str(c[0]), among, self.number(c[2], inner), where, among.type.of, at)


def _arguments(params: tuple[tuple[str, Type], ...]) -> str:
    return f"{len(params)} argument{'s' if len(params) != 1 else ''} ({', '.join(f'{n}: {t}' for n, t in params)})"


__all__ = ["NO", "Env", "SpecError", "Typer", "overlap"]
