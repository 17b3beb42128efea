"""Decision tables: exactly one row fits, and gives each output column its value."""

from __future__ import annotations

from kirtis.language.definitions import MOST_CASES, params_of
from kirtis.language.errors import fail
from kirtis.language.expressions import Env, Typer
from kirtis.language.game import Definition, Row, Table
from kirtis.language.items import Item
from kirtis.language.nodes import And, Const, Expr, If, Not, Or, Stuck
from kirtis.language.operators import compared
from kirtis.language.options import read_type
from kirtis.language.places import Place
from kirtis.language.scope import Scope
from kirtis.language.trees import Tree
from kirtis.language.types import BOOL, Bool, Enum
from kirtis.language.zones import text_of, typer_of


def _head(item: Item) -> tuple[tuple[Tree, ...], tuple[Tree, ...]]:
    """The conditions and the output columns of a table."""
    head = next(t for t in item.tree.trees() if t.kind == "head")
    return tuple(t for t in head.trees() if t.kind != "column"), tuple(t for t in head.trees() if t.kind == "column")


def table_signature(scope: Scope, item: Item) -> None:
    """Declare the output columns of a table as definitions."""
    name, params = item.tree.word(0), params_of(scope, item.tree.maybe_tree(1), item.at)
    columns = _head(item)[1]
    if name not in [c.word(0) for c in columns]:
        scope.claim(name, "a table", item.at)
        scope.tables[name] = tuple(c.word(0) for c in columns), tuple(n for n, _ in params)
    for column in columns:
        scope.claim(column.word(0), "a column of a table", item.at)
        scope.signatures[column.word(0)] = (params, read_type(scope, column.tree(1), item.at))


def finish_table(scope: Scope, item: Item) -> Table:
    """Read the rows; each output column becomes a definition that ends where no row fits."""
    typer, name = typer_of(scope, item), item.tree.word(0)
    inputs, outputs = _head(item)
    columns = tuple(c.word(0) for c in outputs)
    params = scope.signatures[columns[0]][0]
    env = dict(params)
    heads = tuple(typer.typed(h, env) for h in inputs)
    lines = [t for t in item.tree.trees() if t.kind == "row"]
    if len(lines) > MOST_CASES:
        raise fail(item.at, f"the table {name} has {len(lines):,} rows; at most {MOST_CASES} are allowed", "split it")
    rows: list[Row] = []
    for line in lines:
        at = typer.place(line)
        tests = tuple(t for t in line.trees() if t.kind.endswith("_cell"))
        values = line.trees()[len(tests) :]
        if len(tests) != len(heads) or len(values) != len(columns):
            raise fail(
                at,
                f"this row has {len(tests)} + {len(values)} cells, the head of {name} has {len(heads)} + {len(columns)}",
                "give every column a cell; - fits anything",
            )
        cells = [_cell(typer, h, t, env, at) for h, t in zip(heads, tests, strict=True)]
        fits = tuple(c for c in cells if c is not None)
        out = tuple(typer.as_type(v, scope.signatures[c][1], env) for v, c in zip(values, columns, strict=True))
        row = Row(fits[0] if len(fits) == 1 else And(fits, BOOL, at), out, at, text_of(item, line))
        same = next((r for r in rows if r.fits == row.fits), None)
        if same:
            raise fail(at, f"this row fits just where that in line {same.at.line} does", "leave one out, or change a cell")
        rows.append(row)
    for n, word in enumerate(columns):
        result = scope.signatures[word][1]
        body: Expr = Stuck(name, result, item.at)
        for one in reversed(rows):
            body = If(one.fits, one.outputs[n], body, result, one.at)
        scope.definitions[word] = Definition(word, params, result, body, item.at, table=name)
    return Table(name, params, columns, tuple(rows), item.at)


def _cell(typer: Typer, head: Expr, tree: Tree, env: Env, at: Place) -> Expr | None:
    """What a cell asks of the condition at its head; None where it fits anything."""
    if tree.kind == "any_cell":
        return None
    if tree.kind == "cmp_cell":
        return compared(tree.word(0), head, typer.typed(tree.tree(1), env), at)
    values = [typer.typed(t, env) for t in tree.trees()]
    double = next((t for n, t in enumerate(tree.trees()) if values[n] in values[:n]), None)
    if double:
        raise fail(at, "a value appears twice in one cell", "leave one out")
    fixed = {v.value for v in values if isinstance(v, Const)}
    if tree.kind == "not_cell" and len(fixed) == len(values) == _count(typer, head):
        raise fail(at, "this row can never fit: a cell leaves out every value", "leave out the row, or fewer values")
    equal = tuple(_equal(head, v, at) for v in values)
    either = equal[0] if len(equal) == 1 else Or(equal, BOOL, at)
    return Not(either, BOOL, at) if tree.kind == "not_cell" else either


def _count(typer: Typer, head: Expr) -> int | None:
    """How many values a condition at the head may have, if they can be listed."""
    match head.type:
        case Bool():
            return 2
        case Enum(name):
            return len(typer.scope.enums[name])
    return None


def _equal(head: Expr, value: Expr, at: Place) -> Expr:
    if head.type == BOOL and isinstance(value, Const) and value.type == BOOL:
        return head if value.value else Not(head, BOOL, at)
    return compared("=", head, value, at)
