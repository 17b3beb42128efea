"""Zones, variables, definitions, tables, duties and the round of a trick: signatures first, then bodies."""

from __future__ import annotations

from kirtis.language.errors import fail
from kirtis.language.expressions import Env, Typer
from kirtis.language.game import Definition, Duties, Duty, Round, Row, Sight, Table, Variable, Zone
from kirtis.language.basics import read_type
from kirtis.language.items import Item, Node, place_in, untagged
from kirtis.language.nodes import (
    NO, YES, And, Best, Call, Cards, Cell, Compare, Const, Every, Expr, If, Implies, Lookup, Narrow, Not, Or, Stuck, Sure, Var, Whole,
)  # fmt: skip
from kirtis.language.places import Place
from kirtis.language.scope import MOST_VALUES, Scope, nearest
from kirtis.language.types import BOOL, CARD, CARDS, NOTHING, SEAT, SIDE, Enum, Maybe, Nothing, Num, SetOf, Type

EVERYBODY = Sight("v", (), YES)
NOBODY = Sight("v", (), NO)


def text_of(item: Item, tree: Node) -> str:
    """The formal text of a tree, as written, on one line."""
    start, end = tree.meta.start_pos, tree.meta.end_pos
    return " ".join(item.block.text[start:end].split())


def typer_of(scope: Scope, item: Item, two_states: bool = False) -> Typer:
    """The typer for the block of an item."""
    return Typer(scope, place_in(item.block), two_states)


# -- zones and variables ---------------------------------------------------------------------------------------------------


def _dims(scope: Scope, tree: Node | None, at: Place) -> tuple[tuple[str, ...], tuple[Enum, ...]]:
    if tree is None:
        return (), ()
    names, enums = [], []
    for dim in tree.children:
        first, second = dim.children  # type: ignore[union-attr]
        names.append(str(first) if second is not None else "")
        enums.append(scope.type_named(str(second if second is not None else first), at))
    n = 1
    for one in enums:
        n *= len(scope.enums[one.name])
    if n > MOST_VALUES:
        raise fail(at, f"this family has {n} members; at most {MOST_VALUES} are allowed", "index it by fewer or smaller types")
    return tuple(names), tuple(enums)


def zone(scope: Scope, item: Item) -> None:
    """Declare a zone or a family of zones; who sees it is read later."""
    name, index, kind = untagged(item.tree)[:3]
    scope.claim(str(name), "zone", item.at)
    _, enums = _dims(scope, index, item.at)
    scope.zones[str(name)] = Zone(str(name), enums, str(kind) if kind is not None else "set", EVERYBODY, item.at)


def variable(scope: Scope, item: Item) -> None:
    """Declare a state variable; its initial value is read later."""
    name, index, kind = untagged(item.tree)[:3]
    scope.claim(str(name), "state variable", item.at)
    _, enums = _dims(scope, index, item.at)
    found = read_type(scope, kind, item.at)
    if isinstance(found, SetOf | Nothing):
        raise fail(item.at, f"a state variable cannot hold a {found}", "keep sets of cards in zones")
    scope.variables[str(name)] = Variable(str(name), item.owner, enums, found, None, EVERYBODY, item.at)


def sight_of(scope: Scope, item: Item, index: Node | None, tree: Node | None) -> Sight:
    """Who sees a zone or variable; everybody where nothing is said."""
    names, enums = _dims(scope, index, item.at)
    if tree is None or tree.data == "sight_all":
        return Sight("v", names, YES)
    if tree.data == "sight_nobody":
        return Sight("v", names, NO)
    viewer = str(tree.children[0])
    env: dict[str, Type] = {n: e for n, e in zip(names, enums, strict=True) if n}
    env[viewer] = SEAT
    return Sight(viewer, names, typer_of(scope, item).truth(tree.children[1], env))  # type: ignore[arg-type]


def finish_zone(scope: Scope, item: Item) -> None:
    """Read who sees a zone."""
    name, index, _, sight = untagged(item.tree)
    z = scope.zones[str(name)]
    scope.zones[str(name)] = Zone(z.name, z.index, z.kind, sight_of(scope, item, index, sight), z.at)


def finish_variable(scope: Scope, item: Item) -> None:
    """Read the initial value of a variable and who sees it."""
    name, index, _, initial, sight = untagged(item.tree)
    v = scope.variables[str(name)]
    value = None if initial is None else typer_of(scope, item).as_type(initial, v.type, {})
    if value is None and isinstance(v.type, Maybe):
        value = Const(None, NOTHING, item.at)
    scope.variables[str(name)] = Variable(v.name, v.group, v.index, v.type, value, sight_of(scope, item, index, sight), v.at)


# -- definitions -----------------------------------------------------------------------------------------------------------


def params_of(scope: Scope, tree: Node | None, at: Place) -> tuple[tuple[str, Type], ...]:
    """The parameters of a definition, table or action."""
    out: list[tuple[str, Type]] = []
    for one in tree.children if tree is not None else ():
        name, kind = one.children  # type: ignore[union-attr]
        if str(name) in scope.places or str(name) in dict(out):
            raise fail(at, f"the parameter “{name}” has a meaning already", "use another letter")
        out.append((str(name), read_type(scope, kind, at)))  # type: ignore[arg-type]
    return tuple(out)


def signature(scope: Scope, item: Item) -> None:
    """Declare a definition by its parameters and result, so that others may use it before it is read."""
    name, params, result = untagged(item.tree)[:3]
    scope.claim(str(name), "definition", item.at)
    scope.signatures[str(name)] = (params_of(scope, params, item.at), read_type(scope, result, item.at))


def finish_definition(scope: Scope, item: Item) -> None:
    """Read the body of a definition: an expression, or cases of which the last says otherwise."""
    name, _, _, *rest = untagged(item.tree)
    params, result = scope.signatures[str(name)]
    typer, env = typer_of(scope, item), dict(params)
    if item.tree.data == "def_line":
        body = typer.as_type(rest[0], result, env)
    else:
        last = rest[-1]
        if last.data != "case_otherwise":
            raise fail(
                typer.place(last),
                f"the last case of {name} says when it holds, so some positions have no value",
                "end with a line: … otherwise",
            )
        body = typer.as_type(last.children[0], result, env)  # type: ignore[arg-type]
        for case in reversed(rest[:-1]):
            if case.data == "case_otherwise":
                raise fail(typer.place(case), "otherwise stands before the last case", "put it at the end")
            value, test, *_ = case.children
            body = If(typer.truth(test, env), typer.as_type(value, result, env), body, result, typer.place(case))  # type: ignore[arg-type]
    scope.definitions[str(name)] = Definition(str(name), params, result, body, item.at)


# -- tables ----------------------------------------------------------------------------------------------------------------


def _head(item: Item) -> tuple[list[Node], list[Node]]:
    head = next(c for c in untagged(item.tree) if getattr(c, "data", "") == "head")
    cells = untagged(head)
    return [c for c in cells if c.data != "column"], [c for c in cells if c.data == "column"]


def table_signature(scope: Scope, item: Item) -> None:
    """Declare the output columns of a table as definitions."""
    params = params_of(scope, untagged(item.tree)[1], item.at)
    name = untagged(item.tree)[0]
    columns = _head(item)[1]
    if [str(c.children[0]) for c in columns] != [str(name)]:
        scope.claim(str(name), "table", item.at)
    for column in columns:
        word, kind = str(column.children[0]), column.children[1]
        scope.claim(word, "column of a table", item.at)
        scope.signatures[word] = (params, read_type(scope, kind, item.at))  # type: ignore[arg-type]


def finish_table(scope: Scope, item: Item) -> Table:
    """Read the rows; each output column becomes a definition that ends where no row fits."""
    typer = typer_of(scope, item)
    name, params = str(untagged(item.tree)[0]), params_of_known(scope, item)
    env = dict(params)
    inputs, outputs = _head(item)
    heads = [typer.typed(h, env) for h in inputs]
    columns = tuple(str(c.children[0]) for c in outputs)
    rows = []
    for row in (c for c in untagged(item.tree) if getattr(c, "data", "") == "row"):
        cells = untagged(row)
        tests = [c for c in cells if c.data.endswith("_cell")]
        values = cells[len(tests) :]
        at = typer.place(row)
        if len(tests) != len(heads) or len(values) != len(columns):
            raise fail(
                at,
                f"this row has {len(tests)} + {len(values)} cells, the head of {name} has {len(heads)} + {len(columns)}",
                "give every column a cell; - fits anything",
            )
        fits = tuple(t for t in (_cell(typer, h, c, env) for h, c in zip(heads, tests, strict=True)) if t is not None)
        out = tuple(typer.as_type(v, scope.signatures[c][1], env) for v, c in zip(values, columns, strict=True))
        rows.append(Row(And(fits, BOOL, at) if len(fits) != 1 else fits[0], out, at, text_of(item, row)))
    for n, word in enumerate(columns):
        result = scope.signatures[word][1]
        body: Expr = Stuck(name, result, item.at)
        for one in reversed(rows):
            body = If(one.fits, one.outputs[n], body, result, one.at)
        scope.definitions[word] = Definition(word, params, result, body, item.at, table=name)
    return Table(name, params, columns, tuple(rows), item.at)


def params_of_known(scope: Scope, item: Item) -> tuple[tuple[str, Type], ...]:
    """The parameters of a table whose columns are declared."""
    return scope.signatures[str(_head(item)[1][0].children[0])][0]


def _cell(typer: Typer, head: Expr, tree: Node, env: Env) -> Expr | None:
    at = typer.place(tree) if tree.children else head.at
    if tree.data == "any_cell":
        return None
    if tree.data == "cmp_cell":
        return typer.compared(str(tree.children[0]), head, typer.typed(tree.children[1], env), at)  # type: ignore[arg-type]
    values = [typer.typed(v, env) for v in tree.children]  # type: ignore[arg-type]
    equal = tuple(_equal(typer, head, v, at) for v in values)
    either = equal[0] if len(equal) == 1 else Or(equal, BOOL, at)
    return Not(either, BOOL, at) if tree.data == "not_cell" else either


def _equal(typer: Typer, head: Expr, value: Expr, at: Place) -> Expr:
    if head.type == BOOL and isinstance(value, Const) and value.type == BOOL:
        return head if value.value else Not(head, BOOL, at)
    return typer.compared("=", head, value, at)


# -- duties ----------------------------------------------------------------------------------------------------------------


def duties_signature(scope: Scope, item: Item) -> None:
    """Declare a list of duties as a definition that gives the cards that meet them."""
    name, params = untagged(item.tree)[:2]
    scope.claim(str(name), "list of duties", item.at)
    scope.signatures[str(name)] = (params_of(scope, params, item.at), CARDS)


def finish_duties(scope: Scope, item: Item) -> Duties:
    """Read the duties in their order."""
    typer = typer_of(scope, item)
    name, _, var, among, *lines = untagged(item.tree)
    params = scope.signatures[str(name)][0]
    env = dict(params)
    source = typer.domain(among, env)
    if source.type != CARDS:
        raise fail(source.at, f"duties bind cards, found {source.type}")
    inner = typer.bind(str(var), source, env, item.at)
    duties: list[Duty] = []
    for line in lines:
        word, meets, when, *_ = line.children
        at = typer.place(line)
        if any(d.name == str(word) for d in duties):
            raise fail(at, f"the duty “{word}” stands twice in {name}", "give each its own name")
        test = YES if when is None else typer.truth(when, env)  # type: ignore[arg-type]
        duties.append(Duty(str(word), test, typer.truth(meets, inner), at, text_of(item, line)))  # type: ignore[arg-type]
    body = Narrow(str(var), source, tuple((d.when, d.meets) for d in duties), CARDS, item.at)
    scope.definitions[str(name)] = Definition(str(name), params, CARDS, body, item.at, made="duties")
    return Duties(str(name), params, str(var), source, tuple(duties), item.at)


# -- the round of a trick --------------------------------------------------------------------------------------------------

ROUND_WORDS = ("led", "plays", "next", "taker")


def round_signature(scope: Scope, item: Item) -> None:
    """Declare what a round gives: the card led, who plays, who is next, who takes the trick."""
    lines = {one.data: one for one in untagged(item.tree)[2:]}
    results: dict[str, tuple[tuple[tuple[str, Type], ...], Type]] = {
        "led": ((), Maybe(CARD)), "plays": ((("s", SEAT),), BOOL), "next": ((("s", SEAT),), SEAT), "taker": ((), SEAT),
    }  # fmt: skip
    for word, kind in results.items():
        if word != "taker" or "round_won" in lines:
            scope.claim(word, "word of the round", item.at)
            scope.signatures[word] = kind


def finish_round(scope: Scope, item: Item) -> Round:
    """Read a round: the zones, the variables for leader and turn, who sits out, what decides the trick."""
    typer = typer_of(scope, item)
    name, on, *lines = untagged(item.tree)
    table = scope.zones.get(str(on))
    if table is None or table.kind != "one" or table.index != (SEAT,):
        raise fail(
            item.at, f"a round needs a zone for one card a seat, and {on} is none", f"declare it: {on}[s: seat]: one seen by all"
        )
    said: dict[str, Node] = {}
    for line in lines:
        if line.data in said:
            raise fail(typer.place(line), "this line of the round stands twice")
        said[line.data] = line
    seats = {}
    for key in ("leader", "turn"):
        if f"round_{key}" not in said:
            raise fail(item.at, f"the round {name} does not say which variable holds the {key}", f"add a line: {key} …")
        word = str(said[f"round_{key}"].children[0])
        v = scope.variables.get(word)
        if v is None or v.index or v.type not in (SEAT, Maybe(SEAT)):
            raise fail(
                typer.place(said[f"round_{key}"]),
                f"“{word}” is not a variable for a seat",
                nearest(word, scope.variables) or "declare it: seat?",
            )
        seats[key] = word
    s = Var("s", SEAT, item.at)
    out: Expr = NO
    if "round_without" in said:
        bound, test, *_ = said["round_without"].children
        out = _rename(typer.truth(test, {str(bound): SEAT}), str(bound))  # type: ignore[arg-type]
    strength = str(said["round_won"].children[0]) if "round_won" in said else None
    if strength is not None:
        params, result = scope.signatures.get(strength, ((), NOTHING))
        if [t for _, t in params] != [CARD] or not isinstance(result, Num):
            raise fail(
                typer.place(said["round_won"]),
                f"“{strength}” is no definition that gives a card a number",
                "as in: def strength(c: card): 0..12 = …",
            )
    _round_words(scope, str(on), seats["leader"], out, s, strength, item.at)
    return Round(str(name), str(on), seats["leader"], seats["turn"], strength, item.at)


def _rename(node: Expr, old: str) -> Expr:
    from kirtis.language.rewrite import rename

    return rename(node, {old: "s"})


def _round_words(scope: Scope, on: str, leader: str, out: Expr, s: Var, strength: str | None, at: Place) -> None:
    def define(word: str, params: tuple[tuple[str, Type], ...], result: Type, body: Expr) -> None:
        scope.definitions[word] = Definition(word, params, result, body, at, made="round")

    first = Cell(leader, (), scope.variables[leader].type, at)
    if first.type == SEAT:
        led: Expr = Cards(on, (first,), Maybe(CARD), at)
    else:
        there = Cards(on, (Sure(first, SEAT, at),), Maybe(CARD), at)
        led = If(Compare("=", first, Const(None, NOTHING, at), BOOL, at), Const(None, NOTHING, at), there, Maybe(CARD), at)
    define("led", (), Maybe(CARD), led)
    define("plays", (("s", SEAT),), BOOL, Not(out, BOOL, at))
    step: Expr = s
    steps = []
    for _ in scope.enums["seat"]:
        step = Lookup("left", step, SEAT, at)
        steps.append(step)
    body: Expr = steps[-1]
    for one in reversed(steps[:-1]):
        body = If(Call("plays", (one,), BOOL, at), one, body, SEAT, at)
    define("next", (("s", SEAT),), SEAT, body)
    if strength is not None:
        card = Cards(on, (s,), Maybe(CARD), at)
        key = Call(strength, (Sure(card, CARD, at),), scope.signatures[strength][1], at)
        there = Compare("!=", card, Const(None, NOTHING, at), BOOL, at)
        define("taker", (), SEAT, Best("s", Whole(SetOf(SEAT), at), key, there, SEAT, at))


def moving_side(scope: Scope, item: Item) -> None:
    """The definition of ``side`` where sides change from deal to deal."""
    *_, bound, body = untagged(item.tree)
    params = ((str(bound), SEAT),)
    node = typer_of(scope, item).as_type(body, SIDE, dict(params))
    scope.definitions["side"] = Definition("side", params, SIDE, node, item.at)


__all__ = ["Every", "Implies"]
