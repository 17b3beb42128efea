"""Types of the game's own, written types, and options between readings."""

from __future__ import annotations

from kirtis.language.errors import fail
from kirtis.language.game import Option
from kirtis.language.items import Item
from kirtis.language.places import Place
from kirtis.language.scope import Scope
from kirtis.language.trees import Tree
from kirtis.language.types import BOOL, CARDS, TALLY, Bool, Enum, Maybe, Num, SetOf, Type, said

MOST_READINGS = 64
"""The most values that one option may have."""


def typed(scope: Scope, item: Item) -> None:
    """An enumeration of the game's own."""
    name, *values = item.tree.words()
    scope.claim(name, "a type", item.at)
    scope.enum(name, values, item.at)


def read_type(scope: Scope, tree: Tree, at: Place) -> Type:
    """A written type."""
    if tree.kind == "setof":
        return SetOf(scope.type_named(tree.word(0), at))
    if tree.kind == "range":
        low, high = int(tree.word(0)), int(tree.word(1))
        if low > high:
            raise fail(at, f"{low}..{high} is no range", "write the smaller number first")
        found: Bool | Num | Enum = Num(low, high)
    else:
        word = tree.word(0)
        if word == "cards":
            if tree.parts[-1] is not None:
                raise fail(at, "a set of cards is never none", "leave out the “?”: a set may be empty")
            return CARDS
        found = BOOL if word == "bool" else TALLY if word == "tally" else scope.type_named(word, at)
    return Maybe(found) if tree.parts[-1] is not None else found


def option(scope: Scope, item: Item, finding: str | None) -> None:
    """A choice between readings, with its default; ``finding`` is the id of the finding that gave rise to it."""
    word, kind, literal, at = item.tree.word(0), item.tree.tree(1), item.tree.tree(2), item.at
    found: Type = scope.enum(word, kind.words(), at) if kind.kind == "choices" else read_type(scope, kind, at)
    if not isinstance(found, Bool | Num | Enum) or found == TALLY:
        raise fail(at, f"an option cannot be {said(found)}", "use bool, a range, or words: this | that")
    if isinstance(found, Num) and found.high is not None and found.high - found.low >= MOST_READINGS:
        raise fail(
            at,
            f"the option {word} has {found.high - found.low + 1:,} values; at most {MOST_READINGS} are allowed",
            "use a narrower range",
        )
    scope.claim(word, "an option", at)
    scope.options[word] = Option(word, found, _default(scope, literal, found, at), finding, at)


def _default(scope: Scope, literal: Tree, found: Bool | Num | Enum, at: Place) -> int | bool:
    said = {"lit_yes": "yes", "lit_no": "no"}.get(literal.kind) or literal.word(0)
    match found:
        case Bool():
            if literal.kind in ("lit_yes", "lit_no"):
                return literal.kind == "lit_yes"
            way_out = "write yes or no"
        case Num(low, high):
            if literal.kind == "lit_int" and low <= int(said) and (high is None or int(said) <= high):
                return int(said)
            way_out = f"write a number from {low} to {high}"
        case Enum(name):
            values = scope.enums[name]
            if literal.kind == "lit_name" and said in values:
                return values.index(said)
            way_out = scope.nearest(said, values) or f"choose one of {', '.join(values)}"
    raise fail(at, f"the default “{said}” is not a value of the option", way_out)
