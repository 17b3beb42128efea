"""What the prover reads in a position is what the interpreter computes there, for every kind of expression."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kirtis.language import load
from kirtis.language import nodes as n
from kirtis.language.game import Game
from kirtis.language.types import BOOL, CARD, CARDS, SEAT, Maybe, Num, Type
from kirtis.language.walk import walk
from kirtis.play.position import Position
from kirtis.prove.evaluate import Defined
from kirtis.prove.sample import met
from kirtis.prove.solve import decide
from kirtis.prove.terms import FALSE, TRUE, Term, and_, not_, script
from kirtis.prove.values import Value as Symbolic
from kirtis.prove.weights import weights
from prove.grow import Grower, drawn, expression, rolled
from prove.lift import (
    Evaluator,
    Options,
    RuleError,
    Strict,
    Unknown,
    brief,
    constant,
    is_value,
    reader_of,
    some_options,
    some_position,
    state_of,
    told,
    zoo,
)  # fmt: skip

Env = dict[str, int | bool | None]
Asked = list[tuple[n.Expr, Env, dict[str, Type]]]


def wanted(game: Game, e: n.Expr, options: Options, position: Position, before: Position | None, env: Env) -> tuple[bool, object]:
    """Whether the interpreter finds a value, and which; where it looks only as far as it must, it never says otherwise."""
    try:
        value = Strict(game, options, position, before).value(e, env)
    except RuleError:
        return False, None
    assert Evaluator(game, options, position, before).value(e, env) == value
    return True, value


def symbols(game: Game, types: dict[str, Type], env: Env) -> dict[str, Symbolic]:
    return {k: constant(game, types[k], v) for k, v in env.items()}


def compare(game: Game, e: n.Expr, options: Options, position: Position, before: Position | None = None) -> None:
    """The reader on constants folds to what the interpreter computes, and its conditions to whether there is a value."""
    compare_each(game, [(e, {}, {})], options, position, before)


def compare_each(game: Game, es: Asked, options: Options, position: Position, before: Position | None = None) -> None:
    reader = reader_of(game, options, state_of(game, options, before) if before is not None else None)
    state = state_of(game, options, position)
    place = told(game, options, position) + (f" after {told(game, options, before)}" if before else "")
    for e, env, types in es:
        exists, value = wanted(game, e, options, position, before, env)
        defined: list[Defined] = []
        found = reader.read(e, state, symbols(game, types, env), TRUE, defined)
        fine = and_(*(d.term for d in defined))
        where = f"{brief(e)} with {env} in {place}"
        assert fine in (TRUE, FALSE), f"not worked out: {where}"
        assert (fine is TRUE) is exists, f"{'a value' if exists else 'no value'}, but {[d.what for d in defined]}: {where}"
        if exists:
            assert is_value(found, value) is TRUE, f"{value}, but {found}: {where}"  # type: ignore[arg-type]


def compare_all(game: Game, es: Asked, options: Options, position: Position, before: Position | None = None, unknown: Unknown | None = None) -> None:  # fmt: skip
    """The same with an unknown position that must equal this one: the solver finds no other value and no other condition."""
    there = unknown or Unknown(game)
    earlier = Unknown(game, "b", there.options) if before is not None else None
    reader = there.reader
    if earlier is not None:
        reader = type(reader)(game, there.options, there.weights, earlier.state)
    known = [*there.known(), *there.equals(options, position)]
    if earlier is not None and before is not None:
        known += [*earlier.known(), *earlier.equals(options, before)]
    asked: list[tuple[n.Expr, Env, Term]] = []
    for e, env, types in es:
        exists, value = wanted(game, e, options, position, before, env)
        defined: list[Defined] = []
        found = reader.read(e, there.state, symbols(game, types, env), TRUE, defined)
        fine = and_(*(d.term for d in defined))
        asked.append((e, env, and_(fine, is_value(found, value)) if exists else not_(fine)))  # type: ignore[arg-type]
    assert decide(script(known)).said == "sat", f"what is known of any position excludes {told(game, options, position)}"
    if decide(script([*known, ("", not_(and_(*(t for _, _, t in asked))))])).said == "unsat":
        return
    for e, env, term in asked:
        said = decide(script([*known, ("", not_(term))])).said
        assert said == "unsat", (
            f"{said}: {brief(e)} with {env} in {told(game, options, position)}: {wanted(game, e, options, position, before, env)}"
        )
    raise AssertionError("together they differ, one by one they agree")


# -- the zoo ---------------------------------------------------------------------------------------------------------------


@settings(max_examples=250)
@given(st.data())
def test_constants(data: st.DataObject) -> None:
    game = zoo()
    rng = random.Random(data.draw(st.integers(0, 10**6)))
    options, position = some_options(game, rng), some_position(game, rng)
    compare(game, expression(Grower(game, drawn(data))), options, position)


@pytest.mark.parametrize("seed", range(20))
def test_constants_by_seed(seed: int) -> None:
    """Many expressions each, some of them about two positions."""
    game, rng = zoo(), random.Random(seed)
    for _ in range(40):
        grower = Grower(game, rolled(rng), steps=seed % 2 == 1)
        options, position = some_options(game, rng), some_position(game, rng)
        compare(game, expression(grower, 2 + seed % 3), options, position, some_position(game, rng) if seed % 2 else None)


@pytest.mark.parametrize("seed", range(8))
def test_unknowns_by_seed(seed: int) -> None:
    game, rng = zoo(), random.Random(1000 + seed)
    grower = Grower(game, rolled(rng), steps=seed % 2 == 1)
    es: Asked = [(expression(grower, 2 + seed % 2), {}, {}) for _ in range(25)]
    unknown = Unknown(game)
    for _ in range(3):
        options, position = some_options(game, rng), some_position(game, rng)
        compare_all(game, es, options, position, some_position(game, rng) if seed % 2 else None, unknown)


def test_every_kind_of_node_is_grown() -> None:
    game, rng = zoo(), random.Random(5)
    seen: set[type] = set()
    for _ in range(1500):
        seen |= {type(one) for one in walk(expression(Grower(game, rolled(rng), steps=True), 3))}
    of_definitions = {type(one) for d in game.definitions.values() for one in walk(d.body)}
    assert set(get_args(n.Expr)) <= seen | of_definitions
    assert set(get_args(n.Expr)) - seen <= {n.Stuck}, "only a table is stuck, and tables are called"


# -- what once was wrong ---------------------------------------------------------------------------------------------------

NUMBER, NONE = n.Cell("far", (), Num(0, None)), n.Const(None, Maybe(Num(0, 3)))


def here(e: n.Expr, **changes: int | bool | None) -> None:
    """An expression in some positions in which these variables have these values."""
    game = zoo()
    unknown = Unknown(game)
    for seed in range(6):
        rng = random.Random(seed)
        options, position = some_options(game, rng), some_position(game, rng)
        position = replace(position, values={k: changes.get(k[0], v) for k, v in position.values.items()})
        compare(game, e, options, position)
        compare_all(game, [(e, {}, {})], options, position, None, unknown)


def test_a_number_or_none_keeps_its_none() -> None:
    chosen = n.If(n.Cell("flag", (), BOOL), NUMBER, n.Const(None, Maybe(Num(0, 3))), Maybe(Num(0, None)))
    here(n.Compare("=", chosen, n.Const(0, Num(0, 0))))
    here(n.Sure(chosen, Num(0, None)))
    here(n.Compare("=", n.Call("maybe_step", (n.Cell("flag", (), BOOL),), Maybe(Num(0, 5))), NONE))


def test_truth_or_none() -> None:
    bit = n.Cell("bit", (), Maybe(BOOL))
    here(n.Sure(bit, BOOL))
    here(n.Compare("=", bit, n.Const(True, BOOL)))
    here(n.Call("doubtful", (n.If(n.Cell("flag", (), BOOL), bit, n.Const(True, BOOL), Maybe(BOOL)),), BOOL))


def test_a_sum_asks_for_the_value_of_each_card() -> None:
    """The sum over a zone is kept as a number; a card without a value there is a fault all the same."""
    c = n.Var("c", CARD)
    for f, top in (("keen", 3), ("tight", 4)):
        for among in (n.Family("hand", CARDS), n.Cards("stock", (), CARDS)):
            here(n.Sum("c", among, n.Call(f, (c,), Num(0, top)), n.YES, Num(0, 24)), trump=None)
            here(n.Sum("c", among, n.Call(f, (c,), Num(0, top)), n.YES, Num(0, 24)), trump=0)


def test_weights_mean_one_thing_only() -> None:
    """A sum that reads the phase is no weight, and a name outside a sum is not the card in it."""
    game = zoo()
    assert not any("by_phase" in w.what for w in weights(game))
    mine = n.Compare("=", n.Cell("dealer", (), SEAT), n.Var("it", SEAT))
    value = n.If(mine, n.Const(1, Num(1, 1)), n.Const(0, Num(0, 0)), Num(0, 1))
    inside = n.Sum("c", n.Cards("hand", (n.Var("it", SEAT),), CARDS), value, n.YES, Num(0, 6))
    here(n.Every("it", n.Whole(type(CARDS)(SEAT)), n.Compare("<=", inside, n.Const(2, Num(2, 2)))))


def test_sets_and_tallies_as_arguments() -> None:
    here(n.Call("trumps_of", (n.Cards("hand", (n.Cell("dealer", (), SEAT),), CARDS),), Num(0, 6)))
    here(n.Call("far_enough", (NUMBER,), BOOL))


# -- kiksas ----------------------------------------------------------------------------------------------------------------


@cache
def kiksas() -> Game:
    return load("kiksas")


def arguments(game: Game, params: tuple[tuple[str, Type], ...], rng: random.Random, most: int) -> Iterator[Env]:
    """Some values of parameters, all if they are few."""
    every = list(itertools.product(*(game.values(t) for _, t in params)))
    for values in every if len(every) <= most else rng.sample(every, most):
        yield {name: v for (name, _), v in zip(params, values, strict=True)}


def said(game: Game, rng: random.Random, most: int) -> Asked:
    """Every definition, condition, row, duty and claim about one position, at some arguments."""
    out: Asked = []

    def add(e: n.Expr, params: tuple[tuple[str, Type], ...]) -> None:
        out.extend((e, env, dict(params)) for env in arguments(game, params, rng, most))

    for d in game.definitions.values():
        add(n.Call(d.name, tuple(n.Var(p, t) for p, t in d.params), d.type), d.params)
        add(d.body, d.params)
    for t in game.tables.values():
        for row in t.rows:
            add(row.fits, t.params)
    for duties in game.duties.values():
        for duty in duties.duties:
            add(duty.when, duties.params)
            add(duty.meets, (*duties.params, (duties.var, CARD)))
    for phase in game.phases.values():
        for action in phase.actions:
            params = (*action.params, *(((action.actor, SEAT),) if action.actor else ()))
            for need in action.needs:
                add(need.condition, params)
    for c in game.claims.values():
        if c.kind != "step":
            add(c.body, ())
            if c.given is not None:
                add(c.given, ())
    for z in game.zones.values():
        params = ((z.sight.viewer, SEAT), *((k, t) for k, t in zip(z.sight.names, z.index, strict=True) if k))
        add(z.sight.when, params)
    return out


def drawn_before(game: Game, position: Position) -> Position:
    """A variable without a first value has any, to the prover, until something is written to it; the interpreter shows none."""
    values = {k: 0 if v is None and not isinstance(game.variables[k[0]].type, Maybe) else v for k, v in position.values.items()}
    return replace(position, values=values)


def played(game: Game, rng: random.Random, many: int) -> list[tuple[Options, Position]]:
    """Positions of random play, of every phase, and as many that are only well-formed."""
    found = met(game, 6, 150)
    by_phase = {p: [one for one in found if one.position.phase == p] for p in game.phases}
    out: list[tuple[Options, Position]] = []
    for k in range(many):
        some = by_phase[list(by_phase)[k % len(by_phase)]] or found
        one = rng.choice(some)
        out.append((one.options, drawn_before(game, one.position)))
        out.append((some_options(game, rng), some_position(game, rng)))
    return out


def test_kiksas_on_constants() -> None:
    game, rng = kiksas(), random.Random(3)
    for options, position in played(game, rng, 7):
        compare_each(game, said(game, rng, 3), options, position)


@pytest.mark.slow
def test_kiksas_on_unknowns() -> None:
    game, rng = kiksas(), random.Random(4)
    unknown = Unknown(game)
    es = said(game, rng, 4)
    for options, position in played(game, rng, 6):
        compare_all(game, es, options, position, None, unknown)


@pytest.mark.slow
def test_kiksas_steps_read_two_positions() -> None:
    game, rng = kiksas(), random.Random(6)
    claims: Asked = [(c.body, {}, {}) for c in game.claims.values() if c.kind == "step"]
    unknown = Unknown(game)
    positions = played(game, rng, 4)
    for (options, position), (_, before) in itertools.pairwise(positions):
        compare_each(game, claims, options, position, before)
        compare_all(game, claims, options, position, before, unknown)
