"""Phases and their actions."""

from __future__ import annotations

from kirtis.language.definitions import params_of
from kirtis.language.errors import fail
from kirtis.language.game import Action, Need, Phase
from kirtis.language.items import Item
from kirtis.language.scope import MOST_VALUES, Scope
from kirtis.language.statements import MOST_STATEMENTS, Statements
from kirtis.language.types import SEAT, Maybe, Num, SetOf, Type, said
from kirtis.language.zones import text_of, typer_of

MOST_CHOICES = 20_000
"""The most ways in which one action may be taken: the product of the values of its parameters."""


def action(scope: Scope, item: Item, groups: frozenset[str]) -> Action:
    """Read one action of a phase."""
    typer, tree = typer_of(scope, item), item.tree
    params = params_of(scope, tree.maybe_tree(1), item.at)
    env: dict[str, Type] = dict(params)
    choices = 1
    for word, kind in params:
        many = isinstance(kind, Num) and (kind.high is None or kind.high - kind.low >= MOST_VALUES)
        if isinstance(kind, SetOf | Maybe) or many:
            raise fail(
                item.at,
                f"the parameter {word} cannot be {said(kind)}",
                "an action takes a value of a type with few values, as card, suit or 1..8",
            )
        choices *= _values(scope, kind)
    if choices > MOST_CHOICES:
        raise fail(
            item.at,
            f"{item.name} can be taken in {choices:,} ways; at most {MOST_CHOICES:,} are allowed",
            "split it into two actions",
        )
    actor = tree.maybe_word(2)
    if actor is not None:
        env = typer.bind(actor, SEAT, env, item.at)
    needs = tuple(
        Need(one.maybe_word(0), typer.truth(one.tree(1), env), typer.place(one), text_of(item, one.tree(1)))
        for one in tree.trees(3)
        if one.kind == "need"
    )
    if len(needs) > MOST_STATEMENTS:
        raise fail(item.at, f"{item.name} has {len(needs):,} needs; at most {MOST_STATEMENTS} are allowed", "join some of them")
    names = [n.name for n in needs if n.name]
    double = next((n for n in names if names.count(n) > 1), None)
    if double:
        raise fail(item.at, f"two needs of {item.name} are called “{double}”", "give each its own name")
    body = Statements(scope, typer, groups).body([t for t in tree.trees(3) if t.kind != "need"], env)
    return Action(item.name, params, actor, needs, body, item.at)


def _values(scope: Scope, kind: Type) -> int:
    if isinstance(kind, Num):
        return (kind.high or 0) - kind.low + 1
    return len(scope.enums.get(str(kind), (False, True)))


def phase(scope: Scope, item: Item, acts: list[Action], groups: frozenset[str]) -> Phase:
    """Read a phase; the actions of one ``by`` a seat are read before."""
    kind, typer = item.tree.kind.removeprefix("phase_"), typer_of(scope, item)
    if kind == "by":
        return Phase(item.name, kind, typer.as_type(item.tree.tree(1), SEAT, {}), tuple(acts), (), item.at)
    body = () if kind == "end" else Statements(scope, typer, groups).body(item.tree.tree(1).trees(), {})
    return Phase(item.name, kind, None, (), body, item.at)
