"""The compiled code against the plain evaluator: on matches, on arbitrary positions, on generated rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kirtis
from kirtis.language.nodes import Expr, Statement
from kirtis.language.nodes.logic import And, Arith, Compare, FirstOf, If, Implies, Member, Narrow, Not, Or, SetJoin, SetLiteral
from kirtis.language.nodes.quantifiers import Best, Count, Every, Filter, Some, Sum, The
from kirtis.language.nodes.statements import Assign, Draw, Fill, Go, Let, Move, MoveAll, Reset, When, ZoneRef
from kirtis.language.nodes.values import Call, Cards, Cell, Const, Family, Fit, Lookup, Sure, Var, Whole
from kirtis.language.types import (  # fmt: skip
    BOOL,
    CARD,
    CARDS,
    NOTHING,
    RANK,
    SEAT,
    SIDE,
    SUIT,
    Bool,
    Enum,
    Maybe,
    Num,
    SetOf,
    Type,
    definite,
)
from kirtis.play import Action, Game, RuleError, State
from kirtis.play import step as steps
from kirtis.play.careful import PlainChance
from kirtis.play.chance import Tape
from kirtis.play.compile.code import Coder
from kirtis.play.compile.engine import Engine
from kirtis.play.evaluate import Evaluator
from kirtis.play.game import option_choices
from kirtis.play.layout import none_of
from kirtis.play.position import Position, Scalar, Value, cells

GAME = kirtis.load("kiksas")
RULES = GAME.rules


def careful_step(state: State, action: Action) -> State:
    """The same step by the evaluator."""
    return State(state.game, state.game.careful.play(state, action), state._fortune)


def test_matches_agree_under_every_choice_of_options() -> None:
    random = Random(11)
    for trial in range(8):
        game = Game(RULES, {o.name: random.choice(option_choices(RULES, o)) for o in RULES.options.values()})
        state = game.start(seed=trial)
        for n in range(60):
            if state.over:
                break
            actions = state.actions()
            if n % 3 == 0:
                assert game.careful.actions(state) == actions
            # Akis ends a deal early; passing more often reaches what lies behind it.
            quiet = [a for a in actions if a.name in ("pass", "play")] or actions
            action = random.choice(quiet if random.random() < 0.8 else actions)
            after = state.play(action)
            if n % 3 == 1:
                assert careful_step(state, action)._numbers == after._numbers
            state = after


def test_nothing_that_can_be_reached_is_in_doubt() -> None:
    game = kirtis.load("kiksas", options={"overtrump": True, "cut_short": False})
    random = Random(3)
    for seed in range(25):
        state = game.start(seed=seed)
        while not state.over:
            state = state.play(random.choice(state.actions()))
    assert game.careful.asked == 0


# -- positions that need not be reachable ------------------------------------------------------------------------------------


def any_position(random: Random) -> Position:
    """Every variable anything of its type, every card anywhere."""
    values: dict[tuple[str, tuple[int, ...]], Scalar] = {}
    for v in RULES.variables.values():
        for i in cells(RULES, v.index):
            choices = list(RULES.values(v.type))
            values[v.name, i] = random.choice([*choices, None] if v.initial is None else choices)
    places = [(z.name, i) for z in RULES.zones.values() for i in cells(RULES, z.index)]
    cards: dict[tuple[str, tuple[int, ...]], tuple[int, ...]] = dict.fromkeys(places, ())
    for card in range(len(RULES.enums["card"])):
        place = random.choice(places)
        if RULES.zones[place[0]].kind == "one" and cards[place]:
            place = (RULES.pack, ())
        cards[place] = (*cards[place], card)
    phase = random.choice([p.name for p in RULES.phases.values()])
    return Position(phase, values, cards)


def outcome(run: object) -> object:
    """What comes out, or that nothing does."""
    try:
        return run()  # type: ignore[operator]
    except RuleError:
        return RuleError


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_menus_and_steps_agree_on_arbitrary_positions(seed: int) -> None:
    random = Random(seed)
    position = any_position(random)
    numbers = GAME.engine.layout.pack(position)
    by = [p for p in RULES.phases.values() if p.kind == "by"]
    for phase in by:
        numbers[0] = RULES.enums["phase"].index(phase.name)
        state = State(GAME, numbers[:], Tape(1))
        plain = outcome(lambda: GAME.careful.actions(state))  # noqa: B023
        assert outcome(state.actions) == plain
        if not isinstance(plain, tuple):
            continue
        for action in plain[:3]:
            expected = outcome(lambda: careful_step(state, action)._numbers)  # noqa: B023
            assert outcome(lambda: state.play(action)._numbers) == expected  # noqa: B023


# -- generated expressions ---------------------------------------------------------------------------------------------------


class Maker:
    """Makes well-typed expressions and statements of any shape."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.count = 0

    def pick(self, *makers: object) -> Expr:
        made: Expr = self.random.choice(makers)()  # type: ignore[operator]
        return made

    def name(self) -> str:
        self.count += 1
        return f"b{self.count}"

    def of(self, type_: Type, depth: int, env: dict[str, Type]) -> Expr:
        known = [Var(n, t) for n, t in env.items() if t == type_]
        if known and self.random.random() < 0.3:
            return self.random.choice(known)
        match type_:
            case Bool():
                return self.truth(depth, env)
            case Num():
                return self.number(type_, depth, env)
            case SetOf(of):
                return self.set(of, depth, env)
            case Maybe(of):
                return self.maybe(of, depth, env)
            case Enum():
                return self.index(type_, depth, env)
        raise AssertionError(type_)

    def cell(self, type_: Type, depth: int, env: dict[str, Type]) -> Expr | None:
        found = [v for v in RULES.variables.values() if v.type == type_]
        if not found:
            return None
        v = self.random.choice(found)
        return Cell(v.name, tuple(self.of(e, depth - 1, env) for e in v.index), v.type)

    def const(self, type_: Type) -> Const:
        value = self.random.choice(RULES.values(type_))
        return Const(value, NOTHING if value is None else definite(type_))

    def index(self, type_: Enum, depth: int, env: dict[str, Type]) -> Expr:
        if depth <= 0:
            return self.cell(type_, 0, env) or self.const(type_) if self.random.random() < 0.5 else self.const(type_)
        var = self.name()
        whole = Whole(SetOf(type_))
        inner = {**env, var: type_}
        return self.pick(
            lambda: self.const(type_),
            lambda: self.cell(type_, depth, env) or self.const(type_),
            lambda: Sure(self.of(Maybe(type_), depth - 1, env), type_),
            lambda: If(self.truth(depth - 1, env), self.of(type_, depth - 1, env), self.of(type_, depth - 1, env), type_),
            lambda: self.lookup(type_, depth, env),
            lambda: The(var, whole, self.truth(depth - 1, inner), type_),
            lambda: Best(var, whole, self.number(Num(0, 12), depth - 1, inner), self.truth(depth - 1, inner), type_),
        )

    def lookup(self, type_: Enum, depth: int, env: dict[str, Type]) -> Expr:
        found = [m for m in RULES.maps.values() if m.type == type_ and m.name != "face"]
        if not found:
            return self.const(type_)
        m = self.random.choice(found)
        return Lookup(m.name, self.of(m.domain, depth - 1, env), type_)

    def maybe(self, of: Type, depth: int, env: dict[str, Type]) -> Expr:
        assert isinstance(of, Bool | Num | Enum)
        type_ = Maybe(of)
        choices: list[object] = [lambda: Const(None, NOTHING), lambda: self.cell(type_, depth, env) or Const(None, NOTHING)]
        if depth > 0:
            choices.append(
                lambda: If(self.truth(depth - 1, env), self.maybe(of, depth - 1, env), self.of(of, depth - 1, env), type_)
            )
            choices.append(lambda: If(self.truth(depth - 1, env), Const(None, NOTHING), self.maybe(of, depth - 1, env), type_))
        if of == CARD and depth > 0:
            choices += [
                lambda: Cards("table", (self.of(SEAT, depth - 1, env),), Maybe(CARD)),
                lambda: Call("led", (), Maybe(CARD)),
            ] * 2
        if isinstance(of, Enum) and depth > 0:
            for m in RULES.maps.values():
                if m.type == of and m.name != "face":
                    choices.append(lambda m=m: Lookup(m.name, self.maybe(m.domain, depth - 1, env), type_))
        return self.pick(*choices)

    def number(self, wanted: Num, depth: int, env: dict[str, Type]) -> Expr:
        small = Num(0, 20)
        if depth <= 0:
            return self.pick(
                lambda: Const(self.random.randrange(13), Num(0, 12)), lambda: Cell("tricks", (self.const(SIDE),), Num(0, 6))
            )
        var = self.name()
        among = self.set(CARD, depth - 1, env) if self.random.random() < 0.6 else Whole(SetOf(SEAT))
        kind = among.type.of  # type: ignore[union-attr]
        inner: dict[str, Type] = {**env, var: kind}
        return self.pick(
            lambda: Cell("goal", (self.of(SIDE, depth - 1, env),), Num(0, 138)),
            lambda: Lookup("trumps", self.of(RANK, depth - 1, env), Num(0, 6)),
            lambda: Arith(
                self.random.choice(("+", "-", "min", "max")),
                self.number(small, depth - 1, env),
                self.number(small, depth - 1, env),
                Num(-99, 300),
            ),
            lambda: Arith("*", Const(3, Num(3, 3)), self.number(small, depth - 1, env), Num(-99, 300)),
            lambda: Count(var, among, self.truth(depth - 1, inner), Num(0, 24)),
            lambda: Sum(var, among, self.number(small, depth - 1, inner), self.truth(depth - 1, inner), Num(-999, 999)),
            lambda: If(
                self.truth(depth - 1, env), self.number(small, depth - 1, env), self.number(small, depth - 1, env), Num(-99, 300)
            ),
            lambda: Fit(self.number(small, depth - 1, env), Num(0, 10)),
            lambda: Sure(self.maybe(Num(0, 6), depth - 1, env), Num(0, 6)),
            lambda: Call("points", (self.of(SIDE, depth - 1, env),), Num(0, 300)),
            lambda: Call("worth", (self.of(CARD, depth - 1, env),), Num(0, 11)),
        )

    def set(self, of: Enum, depth: int, env: dict[str, Type]) -> Expr:
        type_ = SetOf(of)
        if depth <= 0:
            if of == CARD and self.random.random() < 0.7:
                return self.pick(
                    lambda: Family("table"), lambda: Cards("hand", (self.const(SEAT),), CARDS), lambda: Cards("stock", (), CARDS)
                )
            return Whole(type_)
        var = self.name()
        inner: dict[str, Type] = {**env, var: of}

        def below() -> Expr:
            return self.set(of, depth - 1, env)

        choices: list[object] = [
            lambda: SetJoin(self.random.choice("+-"), below(), below(), type_),
            lambda: SetLiteral(tuple(self.of(of, depth - 1, env) for _ in range(2)), type_),
            lambda: Filter(var, below(), self.truth(depth - 1, inner), type_),
            lambda: FirstOf((below(), below()), type_),
            lambda: Narrow(
                var, below(), tuple((self.truth(depth - 1, env), self.truth(depth - 1, inner)) for _ in range(2)), type_
            ),
            lambda: If(self.truth(depth - 1, env), below(), below(), type_),
        ]
        if of == CARD:
            choices += [
                lambda: Cards("hand", (self.of(SEAT, depth - 1, env),), CARDS),
                lambda: Call("legal", (self.of(SEAT, depth - 1, env),), CARDS),
            ]
        return self.pick(*choices)

    def truth(self, depth: int, env: dict[str, Type]) -> Expr:
        if depth <= 0:
            known = [n for n, t in env.items() if t == CARD]
            if known and self.random.random() < 0.7:
                return Compare("=", Lookup("suit", Var(self.random.choice(known), CARD), SUIT), Cell("trump", (), Maybe(SUIT)))
            return self.pick(lambda: Cell("opening", (), BOOL), lambda: Const(self.random.random() < 0.5, BOOL))

        def below() -> Expr:
            return self.truth(depth - 1, env)

        kind = self.random.choice((SEAT, SIDE, SUIT, CARD, RANK))
        var, over = self.name(), self.random.choice((SEAT, CARD, SUIT))
        inner: dict[str, Type] = {**env, var: over}
        return self.pick(
            lambda: And((below(), below(), below())),
            lambda: Or((below(), below())),
            lambda: Not(below()),
            lambda: Implies(below(), below()),
            lambda: Compare(self.random.choice(("=", "!=")), self.maybe(kind, depth - 1, env), self.of(kind, depth - 1, env)),
            lambda: Compare(self.random.choice(("=", "!=")), self.maybe(kind, depth - 1, env), Const(None, NOTHING)),
            lambda: Compare(
                self.random.choice(("<", "<=", ">", ">=", "=")),
                self.number(Num(0, 9), depth - 1, env),
                self.number(Num(0, 9), depth - 1, env),
            ),
            lambda: Compare("=", self.maybe(Num(0, 6), depth - 1, env), self.number(Num(0, 9), depth - 1, env)),
            lambda: Member(self.maybe(over, depth - 1, env), self.set(over, depth - 1, env)),
            lambda: Every(var, self.set(over, depth - 1, env), self.truth(depth - 1, inner)),
            lambda: Some(var, self.set(over, depth - 1, env), self.truth(depth - 1, inner)),
            lambda: If(below(), below(), below(), BOOL),
        )


def coded(value: Value, type_: Type) -> object:
    """A value as the compiled code would have it."""
    if isinstance(value, frozenset):
        return sum(1 << n for n in value)
    return none_of(type_) if value is None else int(value)


@given(st.integers(0, 2**32))
@settings(max_examples=250)
def test_generated_expressions_agree(seed: int) -> None:
    random = Random(seed)
    type_ = random.choice((BOOL, Num(0, 20), CARDS, SEAT, Maybe(CARD), Maybe(Num(0, 6)), Maybe(SIDE)))
    expression = Maker(random).of(type_, random.choice((1, 2, 3)), {})
    unit = GAME.engine.unit
    unit.source.clear()
    folded = unit.fold(expression)
    source = Coder(unit).value(folded, type_)
    unit.load()
    compiled = eval(f"lambda S: {source}", unit.space)
    for _ in range(6):
        position = any_position(random)
        expected = outcome(lambda: coded(Evaluator(RULES, GAME.option_values, position).value(expression), type_))  # noqa: B023
        try:
            got = compiled(GAME.engine.layout.pack(position))
        except Exception:
            continue  # then the evaluator decides; what must not be is another answer
        assert got == expected, source


def test_compiled_expressions_are_seldom_in_doubt_without_a_fault() -> None:
    random = Random(5)
    unit = GAME.engine.unit
    doubts = total = 0
    for _ in range(150):
        expression = Maker(random).of(BOOL, 2, {})
        unit.source.clear()
        source = Coder(unit).value(unit.fold(expression), BOOL)
        unit.load()
        compiled = eval(f"lambda S: {source}", unit.space)
        for _ in range(4):
            position = any_position(random)
            if outcome(lambda: Evaluator(RULES, GAME.option_values, position).value(expression)) is RuleError:  # noqa: B023
                continue
            total += 1
            try:
                compiled(GAME.engine.layout.pack(position))
            except Exception:
                doubts += 1
    assert total > 300
    assert doubts < total / 20


# -- generated statements ----------------------------------------------------------------------------------------------------


class Bodies(Maker):
    """Makes blocks of statements."""

    def block(self, depth: int, env: dict[str, Type]) -> tuple[Statement, ...]:
        out: list[Statement] = []
        env = dict(env)
        for _ in range(self.random.choice((1, 2, 2, 3))):
            one = self.statement(depth, env)
            if isinstance(one, Let):
                env[one.name] = one.value.type
            out.append(one)
        return tuple(out)

    def ref(self, env: dict[str, Type]) -> ZoneRef:
        zone = self.random.choice(list(RULES.zones.values()))
        return ZoneRef(zone.name, tuple(self.of(e, 1, env) for e in zone.index))

    def statement(self, depth: int, env: dict[str, Type]) -> Statement:
        choice = self.random.randrange(11)
        if choice <= 2 or (choice >= 9 and depth <= 0):
            return self.assign(env)
        match choice:
            case 3:
                return Let(self.name(), self.of(self.random.choice((SEAT, CARDS, Num(0, 9), Maybe(CARD))), 1, env))
            case 4:
                return Move(self.of(self.random.choice((CARD, CARDS)), 1, env), self.ref(env), self.ref(env))
            case 5:
                zone = self.random.choice(list(RULES.zones.values()))
                index = None if zone.index and self.random.random() < 0.5 else tuple(self.of(e, 1, env) for e in zone.index)
                return MoveAll(None if self.random.random() < 0.2 else zone.name, index, self.ref(env))
            case 6:
                return Reset(self.random.choice(("match", "deal")))
            case 7:
                if self.random.random() < 0.5:
                    return Fill(
                        ZoneRef("hand", (Var("s", SEAT),)), self.random.randrange(2, 9), ZoneRef("stock", ()), ("s", SEAT)
                    )
                return Fill(ZoneRef("hand", (self.of(SEAT, 1, env),)), self.random.randrange(2, 9), self.ref(env))
            case 8:
                return self.random.choice(
                    (Draw("dealer", (), self.set(SEAT, 1, env)), Draw("peeked", (), self.set(CARD, 1, env)))
                )
        branches: list[tuple[Expr | None, tuple[Statement, ...]]] = [
            (self.truth(2, env), self.block(depth - 1, env)) for _ in range(self.random.choice((1, 2)))
        ]
        if self.random.random() < 0.5:
            branches.append((None, self.block(depth - 1, env)))
        return When(tuple(branches))

    def assign(self, env: dict[str, Type]) -> Assign:
        v = self.random.choice(list(RULES.variables.values()))
        each = None
        if v.index and self.random.random() < 0.4:
            each = (self.name(), v.index[0])
            env = {**env, each[0]: each[1]}
            index = (Var(each[0], each[1]), *(self.of(e, 1, env) for e in v.index[1:]))
        else:
            index = tuple(self.of(e, 1, env) for e in v.index)
        kind = definite(v.type)
        if isinstance(kind, Num):
            return Assign(v.name, index, Fit(self.number(kind, 1, env), kind), each)
        return Assign(v.name, index, self.of(v.type, 1, env), each)


@given(st.integers(0, 2**32))
@settings(max_examples=200)
def test_generated_statements_agree(seed: int) -> None:
    random = Random(seed)
    body = (*Bodies(random).block(2, {}), Go("over"))
    engine: Engine = GAME.engine
    engine.unit.source.clear()
    engine._body("generated(S, X)", body, 0, {}, None, set())
    engine.unit.load()
    run = engine.unit.space["generated"]
    for n in range(5):
        position = any_position(random)
        numbers = engine.layout.pack(position)
        chance = PlainChance(engine.layout, Tape(n), 0)

        def expected() -> list[int]:
            evaluator = Evaluator(RULES, GAME.option_values, position)  # noqa: B023
            after = steps._Step(evaluator, chance).run(body, {})  # noqa: B023
            return GAME.careful.numbers(after, chance.tape)  # noqa: B023

        wanted = outcome(expected)
        try:
            got = run(numbers[:], Tape(n))  # type: ignore[operator]
        except Exception:
            continue
        assert got == wanted, "\n".join(engine.unit.source)


def test_a_fault_names_its_line() -> None:
    state = GAME.from_position({"phase": "play", "variables": {"turn": None}})
    with pytest.raises(RuleError, match="none here") as caught:
        state.actions()
    assert caught.value.at.clauses
