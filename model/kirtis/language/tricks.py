"""The round of a trick: who leads, who is next, who sits out, who takes it."""

from __future__ import annotations

from kirtis.language.errors import fail
from kirtis.language.game import Definition, Round
from kirtis.language.items import Item
from kirtis.language.nodes import NO, Best, Call, Cards, Cell, Compare, Const, Expr, If, Lookup, Not, Sure, Var, Whole
from kirtis.language.places import Place
from kirtis.language.scope import Scope
from kirtis.language.trees import Tree
from kirtis.language.types import BOOL, CARD, NOTHING, SEAT, Maybe, Num, SetOf, Type
from kirtis.language.zones import typer_of

_CARD_OR_NONE = Maybe(CARD)
_WORDS: dict[str, tuple[tuple[tuple[str, Type], ...], Type]] = {
    "led": ((), _CARD_OR_NONE),
    "plays": ((("s", SEAT),), BOOL),
    "next": ((("s", SEAT),), SEAT),
    "taker": ((), SEAT),
}
"""What a round gives: the card led, who plays, who is next, who takes the trick."""


def round_signature(scope: Scope, item: Item) -> None:
    """Declare the words of the round."""
    won = any(line.kind == "round_won" for line in item.tree.trees())
    for word, kind in _WORDS.items():
        if word != "taker" or won:
            scope.claim(word, "a word of the round", item.at)
            scope.signatures[word] = kind


def finish_round(scope: Scope, item: Item) -> Round:
    """Read a round: the zones, the variables for leader and turn, who sits out, what decides the trick."""
    typer = typer_of(scope, item)
    name, on = item.tree.word(0), item.tree.word(1)
    zone = scope.zones.get(on)
    if zone is None or zone.kind != "one" or zone.index != (SEAT,):
        way_out = f"declare it: {on}[s: seat]: one seen by all"
        raise fail(item.at, f"a round needs a zone with one card for each seat, and “{on}” is not one", way_out)
    said: dict[str, Tree] = {}
    for line in item.tree.trees():
        if line.kind in said:
            raise fail(typer.place(line), "this line of the round appears twice", "leave one out")
        said[line.kind] = line
    leader, turn = (_seat(scope, item, said, key) for key in ("leader", "turn"))
    out: Expr = NO
    who = "s"
    if "round_without" in said:
        line = said["round_without"]
        who = line.word(0)
        out = typer.truth(line.tree(1), typer.bind(who, SEAT, {}, typer.place(line)))
    strength = said["round_won"].word(0) if "round_won" in said else None
    if strength is not None:
        params, result = scope.signatures.get(strength, ((), NOTHING))
        if [t for _, t in params] != [CARD] or not isinstance(result, Num):
            raise fail(
                typer.place(said["round_won"]),
                f"“{strength}” is no definition that gives a card a number",
                "as in: def strength(c: card): 0..12 = …",
            )
    _define_words(scope, on, leader, who, out, strength, item.at)
    return Round(name, on, leader, turn, strength, item.at)


def _seat(scope: Scope, item: Item, said: dict[str, Tree], key: str) -> str:
    """The variable that holds the leader, or whose turn it is."""
    line = said.get(f"round_{key}")
    if line is None:
        raise fail(item.at, f"the round {item.name} does not say which variable holds the {key}", f"add a line: {key} …")
    word = line.word(0)
    v = scope.variables.get(word)
    if v is None or v.index or v.type not in (SEAT, Maybe(SEAT)):
        way_out = "" if v is not None else scope.nearest(word, scope.variables)
        raise fail(
            typer_of(scope, item).place(line), f"“{word}” is not a variable for a seat", way_out or f"declare it: {word}: seat?"
        )
    return word


def _define_words(scope: Scope, on: str, leader: str, who: str, out: Expr, strength: str | None, at: Place) -> None:
    none, s = Const(None, NOTHING, at), Var("s", SEAT, at)

    def define(word: str, body: Expr, name: str = "s") -> None:
        params, result = _WORDS[word]
        params = tuple((name, t) for _, t in params)
        scope.definitions[word] = Definition(word, params, result, body, at, made="round")

    first = Cell(leader, (), scope.variables[leader].type, at)
    if first.type == SEAT:
        led: Expr = Cards(on, (first,), _CARD_OR_NONE, at)
    else:
        there = Cards(on, (Sure(first, SEAT, at),), _CARD_OR_NONE, at)
        led = If(Compare("=", first, none, BOOL, at), none, there, _CARD_OR_NONE, at)
    define("led", led)
    define("plays", Not(out, BOOL, at), who)
    # The first on the left who plays; one who plays alone comes round to himself.
    steps: list[Expr] = []
    for _ in scope.enums["seat"]:
        steps.append(Lookup("left", steps[-1] if steps else s, SEAT, at))
    body: Expr = steps[-1]
    for one in reversed(steps[:-1]):
        body = If(Call("plays", (one,), BOOL, at), one, body, SEAT, at)
    define("next", body)
    if strength is not None:
        card = Cards(on, (s,), _CARD_OR_NONE, at)
        key = Call(strength, (Sure(card, CARD, at),), scope.signatures[strength][1], at)
        define("taker", Best("s", Whole(SetOf(SEAT), at), key, Compare("!=", card, none, BOOL, at), SEAT, at))
