"""The compiled code against the plain evaluator: on matches, on arbitrary positions, on generated rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kirtis
from faults.frames import game as frame
from kirtis import language
from kirtis.language.game import Zone
from kirtis.language.nodes import Expr, Statement, ZoneRef
from kirtis.language.nodes.logic import And, Arith, Compare, FirstOf, If, Implies, Member, Narrow, Not, Or, SetJoin, SetLiteral
from kirtis.language.nodes.quantifiers import Best, Count, Every, Filter, Some, Sum, The
from kirtis.language.nodes.statements import Assign, Draw, Fill, Go, Let, Move, MoveAll, Reset, When
from kirtis.language.nodes.values import Call, Cards, Cell, Const, Family, Fit, Lookup, Sure, Top, Var, Whole
from kirtis.language.types import BOOL, CARD, CARDS, NOTHING, SEAT, Bool, Enum, Maybe, Num, SetOf, Type, definite
from kirtis.play import Action, Game, RuleError, State
from kirtis.play import step as steps
from kirtis.play.careful import PlainChance
from kirtis.play.chance import Tape
from kirtis.play.compile.code import Coder
from kirtis.play.evaluate import Evaluator
from kirtis.play.game import option_choices
from kirtis.play.layout import none_of
from kirtis.play.position import Position, Scalar, Value, cells
from test_language_games import ASTUONKOJIS, KARAVAS, OZKA, SIXTY_SIX, TRIKIKSIS

GAME = kirtis.load("kiksas")
RULES = GAME.rules


def careful_step(state: State, action: Action) -> State:
    """The same step by the evaluator."""
    return State(state.game, state.game.careful.play(state, action), state._fortune)


def test_matches_agree_under_every_choice_of_options() -> None:
    random = Random(11)
    for trial in range(6):
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

ZOO = Path(__file__).parent / "prove" / "zoo.md"


@cache
def frames() -> dict[str, Game]:
    """Games of all kinds, most of them no more than the hard parts of one: piles, jokers, copies, moving sides, tallies."""
    loaded = {"kiksas": GAME, "zoo": Game(language.load(ZOO, proofs=False), {"wild": True})}
    for name, text in (("karavas", KARAVAS), ("ozka", OZKA), ("sixty_six", SIXTY_SIX), ("trikiksis", TRIKIKSIS)):
        loaded[name] = Game(frame(text))
    loaded["astuonkojis"] = Game(frame(ASTUONKOJIS, seats=3))
    return loaded


NAMES = ("kiksas", "zoo", "karavas", "ozka", "sixty_six", "trikiksis", "astuonkojis")


def values_of(rules: language.Game, type_: Type) -> list[Scalar]:
    """Values to try for a type; of a count without end some small ones."""
    kind = definite(type_)
    if isinstance(kind, Num) and kind.high is None:
        return [kind.low, kind.low + 1, kind.low + 7, *([None] if isinstance(type_, Maybe) else [])]
    return list(rules.values(type_))


def any_position(rules: language.Game, random: Random) -> Position:
    """Every variable anything of its type, every card anywhere."""
    values: dict[tuple[str, tuple[int, ...]], Scalar] = {}
    for v in rules.variables.values():
        for i in cells(rules, v.index):
            choices = values_of(rules, v.type)
            values[v.name, i] = random.choice([*choices, None] if v.initial is None else choices)
    places = [(z.name, i) for z in rules.zones.values() for i in cells(rules, z.index)]
    cards: dict[tuple[str, tuple[int, ...]], tuple[int, ...]] = dict.fromkeys(places, ())
    some = random.sample(places, min(len(places), random.choice((3, 9, 99))))
    for card in range(len(rules.enums["card"])):
        place = random.choice(some)
        if rules.zones[place[0]].kind == "one" and cards[place]:
            place = (rules.pack, ())
        cards[place] = (*cards[place], card)
    phase = random.choice([p.name for p in rules.phases.values()])
    return Position(phase, values, cards)


def outcome(run: Callable[[], object]) -> object:
    """What comes out, or that nothing does."""
    try:
        return run()
    except RuleError:
        return RuleError


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=8)
def test_menus_and_steps_agree_on_arbitrary_positions(name: str, seed: int) -> None:
    random, game = Random(seed), frames()[name]
    rules = game.rules
    numbers = game.engine.layout.pack(any_position(rules, random))
    for phase in rules.phases.values():
        numbers[0] = rules.enums["phase"].index(phase.name)
        state = State(game, numbers[:], Tape(1))
        if phase.kind in ("auto", "chance"):
            plain = game.engine.layout.unpack(numbers)
            expected = outcome(lambda: game.careful.settle(plain, Tape(1), 0))  # noqa: B023
            assert outcome(lambda: game.settle(numbers, Tape(1))) == expected
        menu = outcome(lambda: game.careful.actions(state))  # noqa: B023
        assert outcome(state.actions) == menu
        for action in random.sample(menu, min(2, len(menu))) if isinstance(menu, tuple) else ():
            expected = outcome(lambda: careful_step(state, action)._numbers)  # noqa: B023
            assert outcome(lambda: state.play(action)._numbers) == expected  # noqa: B023


# -- generated expressions ---------------------------------------------------------------------------------------------------


class Maker:
    """Makes well-typed expressions and statements of any shape, of whatever a game declares."""

    def __init__(self, rules: language.Game, random: Random) -> None:
        self.rules, self.random = rules, random
        self.count = 0

    def pick(self, makers: Sequence[Callable[[], Expr | None]]) -> Expr:
        while True:
            made = self.random.choice(makers)()
            if made is not None:
                return made

    def name(self) -> str:
        self.count += 1
        return f"b{self.count}"

    def some_type(self) -> Type:
        """A type that something in the game has."""
        types = [v.type for v in self.rules.variables.values()] + [d.type for d in self.rules.definitions.values()]
        return self.random.choice([*types, BOOL, CARDS, Maybe(CARD), SEAT])

    def enum(self) -> Enum:
        return Enum(self.random.choice([e for e in self.rules.enums if e not in ("face", "phase")]))

    def of(self, type_: Type, depth: int, env: dict[str, Type]) -> Expr:
        known = [Var(n, t) for n, t in env.items() if t == type_]
        if known and self.random.random() < 0.4:
            return self.random.choice(known)
        choices: list[Callable[[], Expr | None]] = [lambda: self.const(type_), lambda: self.cell(type_, depth, env)]
        if depth > 0:
            choices += [lambda: self.call(type_, depth, env)] * 2
            choices += [
                lambda: If(self.truth(depth - 1, env), self.of(type_, depth - 1, env), self.of(type_, depth - 1, env), type_),
                lambda: self.special(type_, depth, env),
                lambda: self.special(type_, depth, env),
                lambda: self.special(type_, depth, env),
            ]
        return self.pick(choices)

    def special(self, type_: Type, depth: int, env: dict[str, Type]) -> Expr | None:
        match type_:
            case Bool():
                return self.truth(depth, env)
            case Num():
                return Fit(self.number(depth, env), type_)
            case SetOf(of):
                return self.set(of, depth, env)
            case Maybe(of):
                return self.maybe(of, depth, env)
            case Enum():
                return self.index(type_, depth, env)
        raise AssertionError(type_)

    def const(self, type_: Type) -> Expr | None:
        if isinstance(type_, SetOf):
            zones = [z for z in self.rules.zones.values() if type_ == CARDS and z.kind != "one"]
            if not zones or self.random.random() < 0.2:
                return Whole(type_)
            zone = self.random.choice(zones)
            return Cards(zone.name, tuple(Const(0, e) for e in zone.index), CARDS)
        value = self.random.choice(values_of(self.rules, type_))
        return Const(value, NOTHING if value is None else definite(type_))

    def cell(self, type_: Type, depth: int, env: dict[str, Type]) -> Expr | None:
        found = [v for v in self.rules.variables.values() if v.type == type_]
        if not found:
            return None
        v = self.random.choice(found)
        return Cell(v.name, tuple(self.of(e, depth - 1, env) for e in v.index), v.type)

    def call(self, type_: Type, depth: int, env: dict[str, Type]) -> Expr | None:
        found = [d for d in self.rules.definitions.values() if d.type == type_]
        if not found:
            return None
        d = self.random.choice(found)
        return Call(d.name, tuple(self.of(t, depth - 1, env) for _, t in d.params), d.type)

    def lookup(self, type_: Type, depth: int, env: dict[str, Type]) -> Expr | None:
        found = [m for m in self.rules.maps.values() if m.type == type_]
        if not found:
            return None
        m = self.random.choice(found)
        return Lookup(m.name, self.of(m.domain, depth - 1, env), m.type)

    def index(self, type_: Enum, depth: int, env: dict[str, Type]) -> Expr:
        var, whole = self.name(), Whole(SetOf(type_))
        inner = {**env, var: type_}
        return self.pick(
            [
                lambda: Sure(self.of(Maybe(type_), depth - 1, env), type_),
                lambda: self.lookup(type_, depth, env),
                lambda: The(var, whole, self.truth(depth - 1, inner), type_),
                lambda: Best(var, whole, self.number(depth - 1, inner), self.truth(depth - 1, inner), type_),
            ]
        )

    def maybe(self, of: Bool | Num | Enum, depth: int, env: dict[str, Type]) -> Expr:
        type_ = Maybe(of)
        choices: list[Callable[[], Expr | None]] = [
            lambda: Const(None, NOTHING),
            lambda: If(self.truth(depth - 1, env), self.of(type_, depth - 1, env), self.of(of, depth - 1, env), type_),
            lambda: If(self.truth(depth - 1, env), Const(None, NOTHING), self.of(type_, depth - 1, env), type_),
        ]
        if of == CARD:
            for zone in (z for z in self.rules.zones.values() if z.kind != "set"):
                kind = Cards if zone.kind == "one" else Top
                choices += [lambda z=zone, k=kind: k(z.name, tuple(self.of(e, depth - 1, env) for e in z.index), Maybe(CARD))] * 2  # type: ignore[misc]
        choices += [
            lambda m=m: Lookup(m.name, self.of(Maybe(m.domain), depth - 1, env), type_)  # type: ignore[misc]
            for m in self.rules.maps.values()
            if definite(m.type) == of
        ]
        return self.pick(choices)

    def number(self, depth: int, env: dict[str, Type]) -> Expr:
        wide = Num(-999, 9999)
        numbers = [v.type for v in self.rules.variables.values() if isinstance(v.type, Num)]
        numbers += [d.type for d in self.rules.definitions.values() if isinstance(d.type, Num)]
        numbers += [m.type for m in self.rules.maps.values() if isinstance(m.type, Num)] or [Num(0, 3)]
        if depth <= 0:
            return self.of(self.random.choice(numbers), 0, env)
        var, kind = self.name(), self.enum()
        among = self.of(SetOf(kind), depth - 1, env)
        inner: dict[str, Type] = {**env, var: kind}
        return self.pick(
            [
                lambda: self.of(self.random.choice(numbers), depth - 1, env),
                lambda: self.lookup(self.random.choice(numbers), depth, env),
                lambda: Arith(
                    self.random.choice(("+", "-", "min", "max")), self.number(depth - 1, env), self.number(depth - 1, env), wide
                ),
                lambda: Arith("*", Const(3, Num(3, 3)), self.number(depth - 1, env), wide),
                lambda: Count(var, among, self.truth(depth - 1, inner), Num(0, 400)),
                lambda: Sum(var, among, self.number(depth - 1, inner), self.truth(depth - 1, inner), wide),
                lambda: If(self.truth(depth - 1, env), self.number(depth - 1, env), self.number(depth - 1, env), wide),
                lambda: Fit(self.number(depth - 1, env), Num(0, 10)),
            ]
        )

    def set(self, of: Enum, depth: int, env: dict[str, Type]) -> Expr:
        type_, var = SetOf(of), self.name()
        inner: dict[str, Type] = {**env, var: of}

        def below() -> Expr:
            return self.of(type_, depth - 1, env)

        choices: list[Callable[[], Expr | None]] = [
            lambda: SetJoin(self.random.choice("+-"), below(), below(), type_),
            lambda: SetLiteral(tuple(self.of(of, depth - 1, env) for _ in range(2)), type_),
            lambda: Filter(var, below(), self.truth(depth - 1, inner), type_),
            lambda: FirstOf((below(), below()), type_),
            lambda: Narrow(
                var, below(), tuple((self.truth(depth - 1, env), self.truth(depth - 1, inner)) for _ in range(2)), type_
            ),
        ]
        if of == CARD:
            for zone in self.rules.zones.values():
                choices.append(
                    (lambda z=zone: Cards(z.name, tuple(self.of(e, depth - 1, env) for e in z.index), CARDS))  # type: ignore[misc]
                    if zone.kind != "one"
                    else (lambda z=zone: Family(z.name))  # type: ignore[misc]
                )
        return self.pick(choices)

    def truth(self, depth: int, env: dict[str, Type]) -> Expr:
        known = [(n, t) for n, t in env.items() if isinstance(t, Enum)]
        if known and self.random.random() < 0.3:
            name, kind = self.random.choice(known)
            found = [m for m in self.rules.maps.values() if m.domain == kind]
            if found:
                m = self.random.choice(found)
                return Compare("=", Lookup(m.name, Var(name, kind), m.type), self.of(m.type, depth - 1, env))
        if depth <= 0:
            return self.pick([lambda: self.cell(BOOL, 0, env), lambda: self.const(BOOL)])

        def below() -> Expr:
            return self.truth(depth - 1, env)

        kind, over, var = self.enum(), self.enum(), self.name()
        inner: dict[str, Type] = {**env, var: over}
        equal, other = self.random.choice(("=", "!=")), self.random.choice(("<", "<=", ">", ">=", "=", "!="))
        return self.pick(
            [
                lambda: And((below(), below(), below())),
                lambda: Or((below(), below())),
                lambda: Not(below()),
                lambda: Implies(below(), below()),
                lambda: self.call(BOOL, depth, env),
                lambda: Compare(equal, self.of(Maybe(kind), depth - 1, env), self.of(kind, depth - 1, env)),
                lambda: Compare(equal, self.of(Maybe(kind), depth - 1, env), Const(None, NOTHING)),
                lambda: Compare(equal, self.of(Maybe(kind), depth - 1, env), self.of(Maybe(kind), depth - 1, env)),
                lambda: Compare(other, self.number(depth - 1, env), self.number(depth - 1, env)),
                lambda: Compare(equal, self.of(Maybe(Num(0, 6)), depth - 1, env), self.number(depth - 1, env)),
                lambda: Member(self.of(Maybe(over), depth - 1, env), self.of(SetOf(over), depth - 1, env)),
                lambda: Every(var, self.of(SetOf(over), depth - 1, env), self.truth(depth - 1, inner)),
                lambda: Some(var, self.of(SetOf(over), depth - 1, env), self.truth(depth - 1, inner)),
                lambda: If(below(), below(), below(), BOOL),
            ]
        )


def coded(value: Value, type_: Type) -> object:
    """A value as the compiled code would have it."""
    if isinstance(value, frozenset):
        return sum(1 << n for n in value)
    return none_of(type_) if value is None else int(value)


def compare_expression(game: Game, seed: int, positions: int = 4) -> tuple[int, int]:
    """Evaluate a generated expression both ways; how often both had a value, and how often only the evaluator had."""
    random, unit = Random(seed), game.engine.unit
    maker = Maker(game.rules, random)
    type_ = maker.some_type()
    expression = maker.of(type_, random.choice((1, 2, 3)), {})
    unit.source.clear()
    source = Coder(unit).value(unit.fold(expression), type_)
    unit.load()
    compiled = eval(f"lambda S: {source}", unit.space)
    agreed = doubted = 0
    for _ in range(positions):
        position = any_position(game.rules, random)
        expected = outcome(lambda: coded(Evaluator(game.rules, game.option_values, position).value(expression), type_))  # noqa: B023
        try:
            got = compiled(game.engine.layout.pack(position))
        except Exception:
            doubted += expected is not RuleError  # then the evaluator decides; what must not be is another answer
            continue
        assert got == expected, source
        agreed += 1
    return agreed, doubted


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=40)
def test_generated_expressions_agree(name: str, seed: int) -> None:
    compare_expression(frames()[name], seed)


@pytest.mark.parametrize("name", NAMES)
def test_compiled_expressions_are_seldom_in_doubt_without_a_fault(name: str) -> None:
    found = [compare_expression(frames()[name], seed) for seed in range(80)]
    agreed, doubted = (sum(column) for column in zip(*found, strict=True))
    assert agreed > 60
    assert doubted <= agreed / 10


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

    def zone(self) -> Zone:
        return self.random.choice(list(self.rules.zones.values()))

    def ref(self, env: dict[str, Type]) -> ZoneRef:
        zone = self.zone()
        return ZoneRef(zone.name, tuple(self.of(e, 1, env) for e in zone.index))

    def statement(self, depth: int, env: dict[str, Type]) -> Statement:
        choice = self.random.randrange(11)
        if choice <= 2 or (choice >= 9 and depth <= 0):
            return self.assign(env)
        match choice:
            case 3:
                return Let(self.name(), self.of(self.some_type(), 1, env))
            case 4:
                source = self.ref(env)
                cards: Expr = self.of(self.random.choice((CARD, CARDS)), 1, env)
                if self.random.random() < 0.5:  # what surely lies there
                    kind = self.rules.zones[source.zone].kind
                    at = Cards(source.zone, source.index, Maybe(CARD) if kind == "one" else CARDS)
                    cards = Sure(at, CARD) if kind == "one" else at
                return Move(cards, source, self.ref(env))
            case 5:
                zone = self.zone()
                index = None if zone.index and self.random.random() < 0.5 else tuple(self.of(e, 1, env) for e in zone.index)
                return MoveAll(None if self.random.random() < 0.2 else zone.name, index, self.ref(env))
            case 6:
                return Reset(self.random.choice([v.group for v in self.rules.variables.values()]))
            case 7:
                zone, size = self.zone(), self.random.randrange(1, 9)
                if len(zone.index) == 1 and self.random.random() < 0.5:
                    return Fill(
                        ZoneRef(zone.name, (Var("each", zone.index[0]),)),
                        size,
                        ZoneRef(self.rules.pack, ()),
                        ("each", zone.index[0]),
                    )
                return Fill(ZoneRef(zone.name, tuple(self.of(e, 1, env) for e in zone.index)), size, self.ref(env))
            case 8:
                found = [v for v in self.rules.variables.values() if isinstance(definite(v.type), Enum)]
                v = self.random.choice(found)
                return Draw(v.name, tuple(self.of(e, 1, env) for e in v.index), self.of(SetOf(definite(v.type)), 1, env))  # type: ignore[arg-type]
        branches: list[tuple[Expr | None, tuple[Statement, ...]]] = [
            (self.truth(2, env), self.block(depth - 1, env)) for _ in range(self.random.choice((1, 2)))
        ]
        if self.random.random() < 0.5:
            branches.append((None, self.block(depth - 1, env)))
        return When(tuple(branches))

    def assign(self, env: dict[str, Type]) -> Assign:
        v = self.random.choice(list(self.rules.variables.values()))
        each = None
        index: tuple[Expr, ...]
        if v.index and self.random.random() < 0.4:
            each = (self.name(), v.index[0])
            env = {**env, each[0]: each[1]}
            index = (Var(each[0], each[1]), *(self.of(e, 1, env) for e in v.index[1:]))
        else:
            index = tuple(self.of(e, 1, env) for e in v.index)
        return Assign(v.name, index, self.of(v.type, 1, env), each)


def compare_body(game: Game, seed: int, positions: int = 4) -> int:
    """Carry out a generated block both ways; how often both could."""
    random, engine, rules = Random(seed), game.engine, game.rules
    body = (*Bodies(rules, random).block(2, {}), Go(random.choice(list(rules.phases))))
    phase = random.randrange(len(rules.phases))
    engine.unit.source.clear()
    engine._body("generated(S, X)", body, phase, {}, None, set())
    engine.unit.load()
    run: Callable[..., list[int]] = engine.unit.space["generated"]  # type: ignore[assignment]
    agreed = 0
    for n in range(positions):
        position = replace(any_position(rules, random), phase=rules.enums["phase"][phase])
        chance = PlainChance(engine.layout, Tape(n), 0)

        def expected() -> list[int]:
            after = steps._Step(Evaluator(rules, game.option_values, position), chance).run(body, {})  # noqa: B023
            after = steps.settle(rules, game.option_values, after, chance)  # noqa: B023
            return game.careful.numbers(after, chance.tape)  # noqa: B023

        wanted = outcome(expected)
        try:
            got = run(engine.layout.pack(position), Tape(n))
        except Exception:
            continue
        assert got == wanted, "\n".join(engine.unit.source)
        agreed += 1
    return agreed


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=30)
def test_generated_statements_agree(name: str, seed: int) -> None:
    compare_body(frames()[name], seed)


@pytest.mark.parametrize("name", NAMES)
def test_generated_statements_are_often_carried_out(name: str) -> None:
    assert sum(compare_body(frames()[name], seed) for seed in range(60)) > 20


def test_a_fault_names_its_line() -> None:
    state = GAME.from_position({"phase": "play", "variables": {"turn": None}})
    with pytest.raises(RuleError, match="none here") as caught:
        state.actions()
    assert caught.value.at.clauses
