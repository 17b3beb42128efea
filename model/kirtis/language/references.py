"""Names and literals in an expression, and what is asked of them: an index, arguments, a suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kirtis.language import unknown
from kirtis.language.declarations import Definition
from kirtis.language.errors import SpecError, fail
from kirtis.language.nodes import (
    YES,
    Call,
    Cards,
    Cell,
    Compare,
    Const,
    Count,
    Expr,
    Family,
    Lookup,
    OptionValue,
    PhaseNow,
    Sure,
    Top,
    Var,
    Was,
)  # fmt: skip
from kirtis.language.operators import extreme
from kirtis.language.places import Place
from kirtis.language.trees import Tree
from kirtis.language.types import (  # fmt: skip
    BOOL,
    CARD,
    CARDS,
    NOTHING,
    PHASE,
    SEAT,
    SUIT,
    Bool,
    Enum,
    Maybe,
    Num,
    Type,
    definite,
    said,
)

if TYPE_CHECKING:
    from kirtis.language.expressions import Env, Handler, Typer


def _int(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    value = int(tree.word(0))
    return Const(value, Num(value, value), at)


def _yes(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    return Const(True, BOOL, at)


def _no(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    return Const(False, BOOL, at)


def _none(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    return Const(None, NOTHING, at)


def _name(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    word, scope = tree.word(0), typer.scope
    if word in env:
        return Var(word, env[word], at)
    if word == "phase":
        return PhaseNow(PHASE, at)
    if word in scope.variables:
        v = scope.variables[word]
        if v.index:
            raise fail(at, f"{word} needs an index", f"write {word}[{', '.join(map(str, v.index))}]")
        return Cell(word, (), v.type, at)
    if word in scope.zones:
        z = scope.zones[word]
        return Family(word, CARDS, at) if z.index else Cards(word, (), Maybe(CARD) if z.kind == "one" else CARDS, at)
    if word in scope.signatures:
        params, result = scope.signatures[word]
        if params:
            raise fail(at, f"{word} needs {_arguments(params)}", f"as in: {_example(word, params)}")
        return Call(word, (), result, at)
    if word in scope.options:
        return OptionValue(word, scope.options[word].type, at)
    if word in scope.literals:
        enum, n = scope.literals[word]
        if enum == CARD.name:
            _single(typer, word, at)
        return Const(n, Enum(enum), at)
    if word in scope.maps:
        raise fail(at, f"{word} needs {said(scope.maps[word].domain)}", f"as in: {word}(x)")
    if word in scope.enums:
        raise fail(at, f"“{word}” is a type, not a value", f"name one of its values, or go through them: some x in {word}: …")
    raise SpecError(unknown.value(scope, word, env, at))


def _indexed(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    word, scope = tree.word(0), typer.scope
    if word in scope.variables:
        v = scope.variables[word]
        return Cell(word, typer.index(word, v.index, tree.trees(), env, at), v.type, at)
    if word in scope.zones:
        z = scope.zones[word]
        kind = Maybe(CARD) if z.kind == "one" else CARDS
        return Cards(word, typer.index(word, z.index, tree.trees(), env, at), kind, at)
    if word in scope.signatures or word in scope.maps:
        raise fail(at, f"“{word}” is no state variable or zone", f"write round brackets: {word}(…)")
    raise SpecError(unknown.cell(scope, word, at))


def _call(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    word, args, scope = tree.word(0), tree.trees(), typer.scope
    if word in _BUILT_IN:
        return _BUILT_IN[word](typer, tree, env, at)
    if word in scope.maps:
        if len(args) != 1:
            raise fail(at, f"{word} takes one value, found {len(args)}", f"as in: {word}(x)")
        return mapped(typer, word, typer.typed(args[0], env), at)
    if word not in scope.signatures:
        if word in scope.variables or word in scope.zones:
            raise fail(at, f"“{word}” is no definition", f"write square brackets: {word}[…]")
        raise SpecError(unknown.definition(scope, word, at))
    params, result = scope.signatures[word]
    if len(args) != len(params):
        raise fail(at, f"{word} takes {_arguments(params)}, found {len(args)}", f"as in: {_example(word, params)}")
    return Call(word, tuple(typer.as_type(a, t, env) for a, (_, t) in zip(args, params, strict=True)), result, at)


def _size(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    args = tree.trees()
    if len(args) != 1:
        raise fail(at, f"{tree.word(0)} takes one set, found {len(args)}", "as in: size(hand[s])")
    among, kind = typer.domain(args[0], env)
    return Count("it", among, YES, Num(0, len(typer.scope.enums[kind.of.name])), at)


def _empty(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    return Compare("=", _size(typer, tree, env, at), Const(0, Num(0, 0), at), BOOL, at)


def _top(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    args = tree.trees()
    pile = typer.typed(args[0], env) if len(args) == 1 else None
    if not isinstance(pile, Cards) or typer.scope.zones[pile.zone].kind != "pile":
        raise fail(at, "top takes a zone that is a pile", "as in: top(leg[l]), where leg is declared: pile")
    return Top(pile.zone, pile.index, Maybe(CARD), at)


def _sees(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    """Whether a seat sees a zone or a variable: its declaration, as a definition of the game."""
    args, scope = tree.trees(), typer.scope
    if len(args) != 2:
        raise fail(at, f"sees takes a seat and what it looks at, found {len(args)}", "as in: sees(v, hand[s])")
    seat, looked = typer.as_type(args[0], SEAT, env), args[1]
    word = looked.word(0) if looked.kind in ("name", "indexed") else ""
    one = scope.zones.get(word) or scope.variables.get(word)
    if one is None or word in env:
        raise fail(at, "sees needs a zone or a state variable after the seat", "as in: sees(v, hand[s])")
    index = typer.index(word, one.index, looked.trees() if looked.kind == "indexed" else (), env, at)
    if scope.sights_open:
        raise fail(at, "sees cannot stand where it is said who sees what", "say who sees it by the position itself")
    name = f"sees {word}"
    if name not in scope.definitions:
        names = (*one.sight.names, *("" for _ in one.index))
        params = tuple((names[n] or f"index {n}", kind) for n, kind in enumerate(one.index))
        scope.definitions[name] = Definition(
            name, ((one.sight.viewer, SEAT), *params), BOOL, one.sight.when, one.at, made="sight"
        )
    return Call(name, (seat, *index), BOOL, at)


def mapped(typer: Typer, word: str, arg: Expr, at: Place) -> Expr:
    """A fixed map at a value; none gives none."""
    m = typer.scope.maps[word]
    if definite(arg.type) != m.domain:
        raise fail(at, f"{word} takes {said(m.domain)}, found {said(arg.type)}", f"as in: {word}(x), where x is {said(m.domain)}")
    result = m.type
    if isinstance(arg.type, Maybe) and isinstance(result, Bool | Num | Enum):
        result = Maybe(result)
    return Lookup(word, arg, result, at)


def _field(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    named, word = tree.tree(0), tree.word(1)
    # Copies agree in suit, rank and face, so that a name shared by several cards is as good as one card here.
    joker = typer.scope.literals.get(named.word(0), ("", 0)) if named.kind == "name" else ("", 0)
    if joker[0] == CARD.name and named.word(0) not in env:
        arg: Expr = Const(joker[1], CARD, at)
    elif named.kind == "cardof":
        arg = _kind(typer, named, env, at)
    else:
        arg = typer.typed(named, env)
    if definite(arg.type) != CARD or word not in ("suit", "rank", "face"):
        asked = word in typer.scope.maps or word in typer.scope.signatures
        way_out = f"write round brackets: {word}(…)" if asked else "a card has suit, rank and face"
        raise fail(at, f"{said(arg.type)} has no {word}", way_out)
    return mapped(typer, word, arg, at)


def _cardof(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    card = _kind(typer, tree, env, at)
    _single(typer, f"{tree.word(0)} of a suit", at)
    return card


def _kind(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    """A card by rank and suit, or the first of its copies."""
    rank, scope = tree.word(0), typer.scope
    if scope.literals.get(rank, ("", 0))[0] != "rank" or f"{rank} of" not in scope.maps:
        way_out = scope.nearest(rank, scope.enums["rank"])
        raise fail(at, f"“{rank}” is not a rank", way_out or f"there are {', '.join(scope.enums['rank'])}")
    arg = typer.typed(tree.tree(1), env)
    if definite(arg.type) != SUIT:
        raise fail(at, f"a suit is needed after of, found {said(arg.type)}", "as in: queen of clubs, queen of trump!")
    return mapped(typer, f"{rank} of", arg, at)


def _single(typer: Typer, name: str, at: Place) -> None:
    """Where the pack holds several of each card, a name such as ``queen of clubs`` would mean only the first of them."""
    if len(typer.scope.enums["face"]) < len(typer.scope.enums["card"]):
        way_out = "ask for suit and rank: c.suit = clubs and c.rank = queen; for two of a kind: c.face = d.face"
        raise fail(at, f"“{name}” is more than one card in this pack", way_out)


def _sure(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    node = typer.typed(tree.tree(0), env)
    if not isinstance(node.type, Maybe):
        raise fail(at, f"“!” stands after {said(node.type)}, which is never none", "leave out the “!”")
    return Sure(node, node.type.of, at)


def _was(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    if not typer.two_states:
        raise fail(at, "was stands only in a statement about steps", "write: step name: …")
    node = typer.typed(tree.tree(0), env)
    return Was(node, node.type, at)


def _example(word: str, params: tuple[tuple[str, Type], ...]) -> str:
    return f"{word}({', '.join(n for n, _ in params)})" if params else word


def _arguments(params: tuple[tuple[str, Type], ...]) -> str:
    listed = ", ".join(f"{n}: {t}" for n, t in params)
    return "no argument" if not params else f"{len(params)} argument{'s' if len(params) != 1 else ''} ({listed})"


_BUILT_IN: dict[str, Handler] = {"min": extreme, "max": extreme, "size": _size, "empty": _empty, "top": _top, "sees": _sees}

HANDLERS: dict[str, Handler] = {
    "int": _int, "yes": _yes, "no": _no, "none": _none, "name": _name, "indexed": _indexed, "call": _call, "field": _field, "cardof": _cardof, "sure": _sure, "was": _was,
}  # fmt: skip
"""How each kind of reference is typed."""
