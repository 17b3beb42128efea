"""Quantifiers: what is said of all, some, no, how many, the sum, the one, the best member of a set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kirtis.language.nodes import YES, Best, Count, Every, Expr, Filter, Not, Some, Sum, The
from kirtis.language.operators import bounded
from kirtis.language.places import Place
from kirtis.language.trees import Tree
from kirtis.language.types import BOOL, Num, SetOf

if TYPE_CHECKING:
    from kirtis.language.expressions import Env, Handler, Typer


def _inside(typer: Typer, tree: Tree, name: int, env: Env, at: Place) -> tuple[str, Expr, SetOf, Env]:
    """The variable (the part of that number), the set (the part after it), its type, and the names inside."""
    word = tree.word(name)
    among, kind = typer.domain(tree.tree(name + 1), env)
    return word, among, kind, typer.bind(word, kind.of, env, at)


def _where(typer: Typer, tree: Tree | None, env: Env) -> Expr:
    return YES if tree is None else typer.truth(tree, env)


def _all(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    name, among, _, inner = _inside(typer, tree, 0, env, at)
    return Every(name, among, typer.truth(tree.tree(2), inner), BOOL, at)


def _some(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    name, among, _, inner = _inside(typer, tree, 0, env, at)
    return Some(name, among, typer.truth(tree.tree(2), inner), BOOL, at)


def _none_of(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    return Not(_some(typer, tree, env, at), BOOL, at)


def _count(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    name, among, kind, inner = _inside(typer, tree, 0, env, at)
    return Count(name, among, _where(typer, tree.maybe_tree(2), inner), Num(0, len(typer.scope.enums[kind.of.name])), at)


def _sum(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    name, among, kind, inner = _inside(typer, tree, 1, env, at)
    value, each = typer.number(tree.tree(0), inner)
    most = len(typer.scope.enums[kind.of.name])
    result = bounded(min(0, most * each.low), None if each.high is None else max(0, most * each.high), at)
    return Sum(name, among, value, _where(typer, tree.maybe_tree(3), inner), result, at)


def _setof_where(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    name, among, kind, inner = _inside(typer, tree, 0, env, at)
    return Filter(name, among, typer.truth(tree.tree(2), inner), kind, at)


def _the(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    name, among, kind, inner = _inside(typer, tree, 0, env, at)
    return The(name, among, typer.truth(tree.tree(2), inner), kind.of, at)


def _best(typer: Typer, tree: Tree, env: Env, at: Place) -> Expr:
    name, among, kind, inner = _inside(typer, tree, 0, env, at)
    key, _ = typer.number(tree.tree(2), inner)
    return Best(name, among, key, _where(typer, tree.maybe_tree(3), inner), kind.of, at)


HANDLERS: dict[str, Handler] = {
    "all": _all, "some": _some, "none_of": _none_of, "count": _count, "sum": _sum, "setof_where": _setof_where, "the": _the, "best": _best,
}  # fmt: skip
"""How each quantifier is typed."""
