"""Definitions: a name for an expression, with its parameters and its type."""

from __future__ import annotations

from kirtis.language.errors import fail
from kirtis.language.game import Definition
from kirtis.language.items import Item
from kirtis.language.nodes import If
from kirtis.language.options import read_type
from kirtis.language.places import Place
from kirtis.language.scope import Scope
from kirtis.language.trees import Tree
from kirtis.language.types import SIDE, Type
from kirtis.language.zones import typer_of

MOST_CASES = 100
"""The most cases of a definition, and the most rows of a table."""


def params_of(scope: Scope, tree: Tree | None, at: Place) -> tuple[tuple[str, Type], ...]:
    """The parameters of a definition, table or action."""
    out: dict[str, Type] = {}
    for one in tree.trees() if tree is not None else ():
        name = one.word(0)
        if name in scope.places or name in out:
            raise fail(at, f"the parameter “{name}” has a meaning already", "use another letter")
        out[name] = read_type(scope, one.tree(1), at)
    return tuple(out.items())


def signature(scope: Scope, item: Item) -> None:
    """Declare a definition by its parameters and result, so that others may use it before it is read."""
    name, params, result = item.tree.word(0), item.tree.maybe_tree(1), item.tree.tree(2)
    scope.claim(name, "a definition", item.at)
    scope.signatures[name] = (params_of(scope, params, item.at), read_type(scope, result, item.at))


def finish_definition(scope: Scope, item: Item) -> None:
    """Read the body of a definition: an expression, or cases of which the last says otherwise."""
    name, cases = item.tree.word(0), item.tree.trees(3)
    params, result = scope.signatures[name]
    typer, env = typer_of(scope, item), dict(params)
    if item.tree.kind == "def_line":
        scope.definitions[name] = Definition(name, params, result, typer.as_type(cases[0], result, env), item.at)
        return
    *before, last = cases
    if last.kind != "case_otherwise":
        raise fail(
            typer.place(last),
            f"the last case of {name} says when it holds, so some positions have no value",
            "end with a line: … otherwise",
        )
    if len(cases) > MOST_CASES:
        raise fail(item.at, f"{name} has {len(cases)} cases; at most {MOST_CASES} are allowed", "split it, or write a table")
    body = typer.as_type(last.tree(0), result, env)
    for case in reversed(before):
        if case.kind == "case_otherwise":
            raise fail(typer.place(case), "otherwise stands before the last case", "put it at the end")
        test = typer.truth(case.tree(1), env)
        body = If(test, typer.as_type(case.tree(0), result, env), body, result, typer.place(case))
    scope.definitions[name] = Definition(name, params, result, body, item.at)


def moving_side(scope: Scope, item: Item) -> None:
    """The definition of ``side`` where sides change from deal to deal."""
    params, _ = scope.signatures["side"]
    node = typer_of(scope, item).as_type(item.tree.trees()[-1], SIDE, dict(params))
    scope.definitions["side"] = Definition("side", params, SIDE, node, item.at)
