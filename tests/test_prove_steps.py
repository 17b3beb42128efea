"""What the prover makes of a step is what the interpreter does: the same position and no other, the same faults, the same chances."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from kirtis.language import nodes as n
from kirtis.language.game import Action, Game, Phase
from kirtis.language.places import NOWHERE
from kirtis.language.types import BOOL, CARD, CARDS, SEAT, SIDE, SUIT, Enum, Maybe, Num, SetOf
from kirtis.play.position import Place, Position
from kirtis.play.step import act, automatic
from kirtis.prove.sample import Dice
from kirtis.prove.solve import decide
from kirtis.prove.symbolic import State
from kirtis.prove.terms import FALSE, TRUE, Term, add, and_, equal, ite, not_, number, or_, script
from kirtis.prove.transitions import Step, carry_out, finish, steps
from prove.grow import NONE, Grower, rolled
from prove.lift import (
    Options,
    RuleError,
    Strict,
    Unknown,
    brief,
    is_value,
    number_of,
    position_is,
    reader_of,
    some_options,
    some_position,
    state_of,
    told,
    weights_of,
    zoo,
)  # fmt: skip
from test_prove_expressions import kiksas, played

Named = list[tuple[str, Term]]


# -- every chance that the interpreter may take ----------------------------------------------------------------------------


class AskedError(Exception):
    """Chance was asked for more than was decided beforehand."""

    def __init__(self, ways: list[object]) -> None:
        self.ways = ways


@dataclass
class Decided:
    """Chance that does what was decided, and asks when nothing is left."""

    answers: list[object]
    at: int = field(default=0)

    def _next(self, ways: Iterator[object]) -> object:
        if self.at == len(self.answers):
            raise AskedError(list(itertools.islice(ways, 3000)))
        self.at += 1
        return self.answers[self.at - 1]

    def draw(self, target: Place, values: tuple[int, ...]) -> int:
        return self._next(iter(values))  # type: ignore[return-value]

    def deal(self, pool: tuple[int, ...], counts: Mapping[Place, int]) -> Mapping[Place, tuple[int, ...]]:
        return self._next(_deals(pool, list(counts.items())))  # type: ignore[return-value]


def _deals(pool: tuple[int, ...], counts: list[tuple[Place, int]]) -> Iterator[object]:
    if not counts:
        yield {}
        return
    (place, k), *rest = counts
    for hand in itertools.combinations(pool, k):
        for more in _deals(tuple(c for c in pool if c not in hand), rest):
            yield {place: hand, **more}  # type: ignore[dict-item]


def outcomes(
    game: Game, options: Options, before: Position, phase: Phase, action: Action | None, env: dict[str, int | bool | None]
) -> tuple[list[Position], bool]:
    """Every position that may follow, and whether some chance ends in a fault."""
    found: dict[str, Position] = {}
    faulty = False
    work: list[list[object]] = [[]]
    while work:
        answers = work.pop()
        try:
            after = run(game, options, before, phase, action, env, Decided(answers))
            found[repr(after)] = after
        except AskedError as more:
            work += [[*answers, way] for way in more.ways]
        except RuleError:
            faulty = True
    return list(found.values()), faulty


def run(game: Game, options: Options, before: Position, phase: Phase, action: Action | None, env: dict[str, int | bool | None], chance: Decided) -> Position:  # fmt: skip
    if action is None:
        return automatic(game, options, before, phase, chance)
    return act(game, options, before, action, env, chance)


# -- the comparison --------------------------------------------------------------------------------------------------------


def strictly(game: Game, options: Options, body: tuple[n.Statement, ...], before: Position, env: dict[str, object]) -> bool:
    """Whether every expression on the path has a value when all of each quantifier is looked at, as the prover demands."""
    read = Strict(game, options, before)
    env = dict(env)

    def exprs(one: n.Statement, env: dict[str, object]) -> Iterator[tuple[n.Expr, dict[str, object]]]:
        each = getattr(one, "each", None)
        for inner in [env] if each is None else [{**env, each[0]: k} for k in range(len(game.enums[each[1].name]))]:
            match one:
                case n.Assign():
                    yield from ((e, inner) for e in (*one.index, one.value))
                case n.Move():
                    yield from ((e, inner) for e in (one.what, *one.source.index, *one.target.index))
                case n.MoveAll():
                    yield from ((e, inner) for e in (*(one.index or ()), *one.target.index))
                case n.Fill():
                    yield from ((e, inner) for e in one.target.index)
                    yield from ((e, env) for e in one.source.index)
                case n.Draw():
                    yield from ((e, inner) for e in (*one.index, one.among))

    try:
        for one in body:
            if isinstance(one, n.Let):
                env[one.name] = read.value(one.value, env)  # type: ignore[arg-type]
            elif isinstance(one, n.Reset):
                for v in game.variables.values():
                    if v.group == one.group and v.initial is not None:
                        read.value(v.initial)
            elif isinstance(one, n.When):
                for test, inner in one.branches:
                    if test is None or read.truth(test, env):  # type: ignore[arg-type]
                        if not strictly(game, options, inner, before, env):
                            return False
                        break
            else:
                for e, inside in exprs(one, env):
                    read.value(e, inside)  # type: ignore[arg-type]
    except RuleError:
        return False
    return True


def counts(game: Game, state: State, after: Position) -> Named:
    """That each zone holds as many cards as it does in a position: what the prover leaves open after a deal."""
    one, zero = number(1), number(0)
    return [
        (f"number in {cell}", equal(add(*(ite(bit, one, zero) for bit in state.zones[cell])), number(len(there))))
        for cell, there in ((number_of(game, place), there) for place, there in after.cards.items())
    ]


def has_chance(body: tuple[n.Statement, ...]) -> bool:
    return any(isinstance(s, n.Fill | n.Draw) or (isinstance(s, n.When) and any(has_chance(b) for _, b in s.branches)) for s in body)  # fmt: skip


def fails(known: Named, *terms: tuple[str, Term]) -> list[str]:
    """Which of these do not follow."""
    if decided(known, not_(and_(*(t for _, t in terms)))) == "unsat":
        return []
    return [what for what, t in terms if decided(known, not_(t)) != "unsat"] or ["all together"]


def decided(known: Named, term: Term) -> str:
    if term is FALSE:
        return "unsat"
    if term is TRUE and not known:
        return "sat"
    return decide(script([*known, ("", term)])).said


SEEN: Counter[str] = Counter()
"""How many steps were compared, with a fault and without."""


def check_step(
    game: Game,
    options: Options,
    before: Position,
    phase: Phase,
    action: Action | None,
    env: dict[str, int | bool | None],
    known: Named,
    step: Step,
    where: str,
) -> None:
    """A step from a position that ``known`` fixes has just the outcomes of the interpreter, and its faults."""
    body = action.body if action is not None else phase.body
    reached, faulty = outcomes(game, options, before, phase, action, env)
    faulty = faulty or not strictly(game, options, body, before, dict(env))
    fine = and_(*(d.term for d in step.defined))
    broken = decided(known, not_(fine))
    assert (broken == "sat") is faulty, f"{'a fault' if faulty else 'no fault'}, but {[d.what for d in step.defined]}: {where}"
    SEEN["with a fault" if faulty else "with chance" if has_chance(body) else "without"] += 1
    # Chance may end in a fault or not: the prover asks for more, and nothing else is compared.
    if faulty:
        return
    assert reached, where
    chance: Named = [(a.what, a.term) for a in step.chance if a.term is not TRUE]
    for after in reached[:: max(1, len(reached) // 12)]:
        is_there = position_is(game, options, step.after, after)
        said = decided([*known, *chance, ("", fine)], and_(*(t for _, t in is_there)))
        assert said == "sat", f"the prover excludes {told(game, options, after)}: {where}"
        if not has_chance(body):
            wrong = fails(known, *((what, t) for what, t in is_there if not loose(what, step)))
            assert not wrong, f"{wrong} may be otherwise than in {told(game, options, after)}: {where}"
    # Nothing but these, if each zone holds as many cards as the prover's own sizes say.
    one_of = or_(*(and_(*(t for _, t in position_is(game, options, step.after, after, ghosts=False))) for after in reached))
    said = decided([*known, *chance, ("", fine), *counts(game, step.after, reached[0])], not_(one_of))
    assert said == "unsat", f"the prover allows another outcome than {len(reached)}: {where}"
    sizes = [(f"size of {place}", equal(step.after.sizes[number_of(game, place)], number(len(c)))) for place, c in reached[0].cards.items()]  # fmt: skip
    assert not fails([*known, *chance], *sizes), where


def loose(what: str, step: Step) -> bool:
    """A weight whose meaning changes in the step is left open."""
    return any(f" {w} in " in what for w in step.fresh_weights)


# -- the zoo ---------------------------------------------------------------------------------------------------------------


class Grown(Grower):
    """Blocks of statements."""

    def block(self, depth: int, env: dict[str, object], chance: bool) -> tuple[n.Statement, ...]:
        out: list[n.Statement] = []
        types = dict(env)
        for _ in range(1 + self.choose(4)):
            kind = self.choose(14 if chance else 12)
            d = 1 + self.choose(2)
            if kind == 0:
                value = self.of(self.one_of([SEAT, CARD, BOOL, Num(0, 9), Maybe(CARD), CARDS]), types, d)  # type: ignore[arg-type]
                name = f"l{len(types)}"
                types[name] = value.type
                out.append(n.Let(name, value, self.at()))
            elif kind <= 4:
                out.append(self.assign(types, d))
            elif kind <= 6:
                out.append(self.move(types, d))
            elif kind == 7:
                zone = self.one_of([None, "hand", "spot", "stock", "heap"])
                kinds = self.game.zones[zone].index if zone else ()
                index = None if zone is None or (kinds and self.choose(2)) else self.index(kinds, types, d)  # type: ignore[arg-type]
                out.append(n.MoveAll(zone, index, self.zone(types, d), self.at()))
            elif kind == 8:
                out.append(n.Reset(self.one_of(["deal", "match"]), self.at()))
            elif kind <= 10 and depth > 0:
                tests: list[tuple[n.Expr | None, tuple[n.Statement, ...]]] = []
                for _ in range(1 + self.choose(2)):
                    tests.append((self.truth(types, d), self.block(depth - 1, types, False)))  # type: ignore[arg-type]
                if self.choose(2):
                    tests.append((None, self.block(depth - 1, types, False)))
                out.append(n.When(tuple(tests), self.at()))
            elif kind == 12:
                each = ("z", SEAT) if self.choose(2) else None
                inner = {**types, "z": SEAT} if each else types
                target = self.one_of(["hand", "hand", "spot"])
                index = (n.Var("z", SEAT),) if each and self.choose(5) else self.index((SEAT,), inner, d)  # type: ignore[arg-type]
                size = 1 if target == "spot" else self.choose(3)
                source = n.ZoneRef("stock", ()) if self.choose(3) else n.ZoneRef("hand", self.index((SEAT,), types, d))  # type: ignore[arg-type]
                out.append(n.Fill(n.ZoneRef(target, index), size, source, each, None, self.at()))
                chance = False
            elif kind == 13:
                name, among = self.one_of([("dealer", SEAT), ("best_card", CARD), ("trump", SUIT)])
                out.append(n.Draw(name, (), self.set(among.name, types, d), self.at()))  # type: ignore[arg-type]
                chance = False
        if depth and self.choose(3):
            phases = list(self.game.phases)
            test = self.truth(types, 1)  # type: ignore[arg-type]
            out.append(n.When(((test, (n.Go(self.one_of(phases), self.at()),)), (None, (n.Go(self.one_of(phases)),))), self.at()))
        return tuple(out)

    def assign(self, types: dict[str, object], d: int) -> n.Statement:
        v = self.one_of(list(self.game.variables.values()))
        each = ("y", v.index[0]) if v.index and self.choose(2) else None
        env = {**types, "y": v.index[0]} if each else types
        index = list(self.index(v.index, env, d))  # type: ignore[arg-type]
        if each and self.choose(6):
            index[0] = n.Var("y", v.index[0])
        if isinstance(v.type, Num) and self.choose(3) == 0:
            old = n.Cell(v.name, tuple(index), v.type)
            more = n.Arith("+", old, n.Const(1, Num(1, 1)), Num(v.type.low + 1, None if v.type.high is None else v.type.high + 1))
            return n.Assign(v.name, tuple(index), self.within(more, v.type), each, self.at())
        value = NONE if isinstance(v.type, Maybe) and self.choose(5) == 0 else self.valued(v.type, env, d)
        return n.Assign(v.name, tuple(index), value, each, self.at())

    def valued(self, t: object, env: dict[str, object], d: int) -> n.Expr:
        value = self.of(t, env, d)  # type: ignore[arg-type]
        have = value.type
        if isinstance(t, Maybe) and isinstance(t.of, Num) and isinstance(have, Maybe) and have != t:
            return n.Fit(value, t, self.at())
        return value

    def zone(self, types: dict[str, object], d: int) -> n.ZoneRef:
        z = self.game.zones[self.one_of(["stock", "hand", "hand", "spot", "spot", "single"])]
        return n.ZoneRef(z.name, self.index(z.index, types, d))  # type: ignore[arg-type]

    def move(self, types: dict[str, object], d: int) -> n.Statement:
        source, target = self.zone(types, d), self.zone(types, d)
        if source.zone in ("spot", "single") and self.choose(4):
            what: n.Expr = n.Sure(n.Cards(source.zone, source.index, Maybe(CARD)), CARD, self.at())
        elif self.choose(3):
            there = n.Cards(source.zone, source.index, CARDS) if source.zone in ("stock", "hand") else n.Cards("stock", (), CARDS)
            if self.choose(2):
                what = n.Best("w", there, n.Lookup("plain", n.Lookup("rank", n.Var("w", CARD), Enum("rank")), Num(0, 3)), n.YES, CARD, self.at())  # fmt: skip
            else:
                what = n.Filter("w", there, n.Call("red_card", (n.Var("w", CARD),), BOOL), CARDS, self.at())
        else:
            what = self.of(self.one_of([CARD, CARDS]), types, d)  # type: ignore[arg-type]
        return n.Move(what, source, target, self.at())


def stepped(unknown: Unknown, phase: Phase) -> Step:
    """The step that a block makes from an unknown position in a phase."""
    game, k = unknown.game, list(unknown.game.phases).index(phase.name)
    here = unknown.state.at(k)
    new = carry_out(game, unknown.reader, here, phase.body, {}, phase.name, k)
    after, fresh = finish(game, unknown.reader, here, new, unknown.weights, phase.name)
    return Step(phase.name, phase, None, {}, [], TRUE, [], after, new.defined, new.chance, fresh, NOWHERE, tuple(new.resets))


def on_constants(game: Game, options: Options, before: Position, phase: Phase) -> Step:
    """The same from constants."""
    there = Unknown.__new__(Unknown)
    there.game, there.weights = game, weights_of(game)
    there.reader = reader_of(game, options)
    there.state = state_of(game, options, before)
    return stepped(there, phase)


def compare_body(game: Game, body: tuple[n.Statement, ...], options: Options, before: Position, both: bool = True) -> None:
    phase = Phase(before.phase, "chance", None, (), body, NOWHERE)
    where = f"\n  {chr(10).join('  ' + brief(s) for s in body)}\n  in {told(game, options, before)}"
    check_step(game, options, before, phase, None, {}, [], on_constants(game, options, before, phase), where)
    if both:
        unknown = Unknown(game)
        known = [*unknown.known(), *unknown.equals(options, before)]
        check_step(game, options, before, phase, None, {}, known, stepped(unknown, phase), where)


@pytest.mark.parametrize("seed", range(12))
def test_blocks(seed: int) -> None:
    """Statements of every kind at random, without chance."""
    game, rng = zoo(), random.Random(seed)
    for _ in range(10):
        body = Grown(game, rolled(rng)).block(1, {}, False)
        for k in range(2):
            compare_body(game, body, some_options(game, rng), some_position(game, rng), k == 0)


@pytest.mark.parametrize("seed", range(8))
def test_blocks_with_chance(seed: int) -> None:
    game, rng = zoo(), random.Random(500 + seed)
    for _ in range(5):
        body = Grown(game, rolled(rng)).block(1, {}, True)
        compare_body(game, body, some_options(game, rng), some_position(game, rng), seed % 2 == 0)


# -- each statement by itself ----------------------------------------------------------------------------------------------

LEADER, DEALER = n.Cell("leader", (), Maybe(SEAT)), n.Cell("dealer", (), SEAT)
FLAG = n.Cell("flag", (), BOOL)
STOCK = n.ZoneRef("stock", ())
A, B = n.Const(0, SEAT), n.Const(1, SEAT)
LONE = n.Const(0, SIDE)
Z = n.Var("z", SEAT)
EACH = ("z", SEAT)
RED = n.Filter("w", n.Cards("stock", (), CARDS), n.Call("red_card", (n.Var("w", CARD),), BOOL), CARDS)
LED = n.Sure(LEADER, SEAT)


def hand(e: n.Expr) -> n.ZoneRef:
    return n.ZoneRef("hand", (e,))


def spot(e: n.Expr) -> n.ZoneRef:
    return n.ZoneRef("spot", (e,))


def cell(name: str, value: n.Expr, *index: n.Expr, each: tuple[str, Enum] | None = None) -> n.Assign:
    return n.Assign(name, index, value, each)


def when(*body: n.Statement, test: n.Expr = FLAG, other: tuple[n.Statement, ...] = ()) -> n.When:
    return n.When(((test, body), *(((None, other),) if other else ())))


def plus_one(name: str, *index: n.Expr, most: int = 30) -> n.Expr:
    return n.Fit(n.Arith("+", n.Cell(name, index, Num(0, most)), n.Const(1, Num(1, 1)), Num(1, most + 1)), Num(0, most))


CARD_ON_SPOT = n.Sure(n.Cards("spot", (LED,), Maybe(CARD)), CARD)
BODIES: dict[str, tuple[n.Statement, ...]] = {
    "fill each": (n.Fill(hand(Z), 1, STOCK, EACH),),
    "fill each to two": (n.Fill(hand(Z), 2, STOCK, EACH, 1),),
    "fill places for one card": (n.Fill(spot(Z), 1, STOCK, EACH),),
    "fill one place": (n.Fill(n.ZoneRef("single", ()), 1, STOCK),),
    "fill an unknown hand": (n.Fill(hand(DEALER), 2, STOCK),),
    "fill from an unknown hand": (n.Fill(n.ZoneRef("single", ()), 1, hand(DEALER)),),
    "fill hands from an unknown hand": (n.Fill(hand(DEALER), 2, hand(LED)),),
    "fill where the flag is up": (when(n.Fill(hand(A), 2, STOCK), other=(n.Fill(hand(B), 1, STOCK),)), n.Go("work")),
    "fill one hand twice": (n.Fill(hand(DEALER), 1, STOCK, EACH),),
    "fill after a move": (n.MoveAll("hand", None, STOCK), n.Fill(hand(Z), 1, STOCK, EACH)),
    "fill, then move what was there": (n.Fill(hand(A), 1, STOCK), when(n.MoveAll("spot", None, hand(B)))),
    "fill from the spots": (n.Fill(hand(A), 1, spot(LED)),),
    "draw a seat": (n.Draw("dealer", (), n.Whole(SetOf(SEAT))), n.Go("rest")),
    "draw a card": (n.Draw("best_card", (), n.Cards("hand", (DEALER,), CARDS)),),
    "draw from what may be empty": (when(n.Draw("best_card", (), RED), other=(n.Draw("turn", (), n.Whole(SetOf(SEAT))),)),),
    "draw and reset": (n.Reset("deal"), n.Draw("trump", (), n.Whole(SetOf(SUIT)))),
    "draw twice": (n.Draw("dealer", (), n.Whole(SetOf(SEAT))), n.Draw("turn", (), n.Whole(SetOf(SEAT)))),
    "move a card to a spot": (
        n.Move(
            n.Best("w", n.Cards("hand", (LED,), CARDS), n.Call("value", (n.Var("w", CARD),), Num(0, 9)), n.YES, CARD),
            hand(LED),
            spot(LED),
        ),
    ),
    "move from a spot": (n.Move(CARD_ON_SPOT, spot(LED), hand(DEALER)),),
    "move to where it lies": (n.Move(CARD_ON_SPOT, spot(LED), spot(LED)),),
    "move a set": (n.Move(RED, STOCK, hand(DEALER)),),
    "move a set to a spot": (n.Move(RED, STOCK, spot(DEALER)),),
    "move a set onto a heap": (n.Move(RED, STOCK, n.ZoneRef("heap", (LONE,))),),
    "move a card onto a heap": (n.Move(CARD_ON_SPOT, spot(LED), n.ZoneRef("heap", (n.Lookup("side", DEALER, SIDE),))),),
    "move a card twice": (n.Move(CARD_ON_SPOT, spot(LED), hand(DEALER)), n.Move(CARD_ON_SPOT, hand(DEALER), STOCK)),
    "move from another place": (n.Move(n.Sure(n.Cell("best_card", (), Maybe(CARD)), CARD), hand(DEALER), hand(LED)),),
    "move all of a hand": (n.MoveAll("hand", (DEALER,), hand(LED)),),
    "move all hands": (n.MoveAll("hand", None, hand(LED)), n.MoveAll("spot", None, hand(LED))),
    "move all to a spot": (n.MoveAll("hand", (DEALER,), spot(LED)),),
    "move all spots to one": (n.MoveAll("spot", None, spot(LED)),),
    "gather": (n.MoveAll(None, None, STOCK), n.Reset("deal"), n.Go("work")),
    "gather in an unknown hand": (n.MoveAll(None, None, hand(DEALER)),),
    "gather a heap": (n.MoveAll("heap", None, hand(A)),),
    "reset, and write": (n.Reset("deal"), cell("mode", n.Const(2, Enum("colour"))), cell("flag", n.YES)),
    "reset at times": (when(n.Reset("deal")), cell("turn", LEADER)),
    "reset here, write there": (when(n.Reset("deal"), other=(cell("leader", DEALER),)), cell("flag", n.NO), n.Go("over")),
    "reset both": (n.Reset("deal"), n.Reset("match"), cell("score", plus_one("score", LONE), LONE)),
    "write twice": (cell("out", n.YES, DEALER), cell("out", n.NO, LED)),
    "write twice at times": (when(cell("turn", LEADER)), when(cell("turn", DEALER), test=n.Cell("out", (DEALER,), BOOL))),
    "write once in each branch": (when(cell("turn", LEADER), other=(cell("turn", DEALER),)),),
    "write each": (cell("out", n.Compare("=", n.Var("z", SEAT), LEADER), Z, each=EACH),),
    "write each by the left": (cell("said", n.Cell("said", (Z,), Maybe(Num(0, 3))), n.Lookup("left", Z, SEAT), each=EACH),),
    "write each to one": (cell("out", n.YES, DEALER, each=EACH),),
    "count up": (cell("score", plus_one("score", n.Lookup("side", DEALER, SIDE)), n.Lookup("side", DEALER, SIDE)),),
    "count two at once": (
        cell(
            "grid", plus_one("grid", LONE, n.Cell("mode", (), Enum("colour")), most=4), LONE, n.Cell("mode", (), Enum("colour"))
        ),
        cell("far", n.Arith("+", n.Cell("far", (), Num(0, None)), n.Const(2, Num(2, 2)), Num(2, None))),
    ),
    "swap": (cell("leader", n.Cell("turn", (), Maybe(SEAT))), cell("turn", LEADER)),
    "new trumps": (cell("trump", n.If(FLAG, n.Const(1, SUIT), NONE, Maybe(SUIT))), n.MoveAll("hand", None, STOCK)),
    "a name for a value": (n.Let("q", LED), when(n.Let("r", n.Var("q", SEAT)), cell("turn", n.Var("r", SEAT)), n.Go("rest"))),
    "go one way or another": (when(n.Go("rest"), other=(when(n.Go("over"), test=n.Cell("out", (DEALER,), BOOL)),)),),
    "a truth or none": (cell("bit", FLAG), cell("flag", n.Compare("=", n.Cell("bit", (), Maybe(BOOL)), n.YES))),
    "a number or none": (cell("sign", n.If(FLAG, n.Cell("pace", (), Num(0, 3)), NONE, Maybe(Num(0, 3)))),),
}


def friendly(game: Game, rng: random.Random, k: int) -> Position:
    """A position in which more goes right than in most: few cards away from the stock, leader and dealer known."""
    position = some_position(game, rng, "work")
    if k % 3 == 2:
        return position
    cards = {place: () if place != ("stock", ()) else tuple(range(6)) for place in position.cards}
    for place in rng.sample([p for p in cards if p != ("stock", ())], rng.choice([1, 2, 3]) if k else 0):
        card = rng.choice(cards["stock", ()])
        cards["stock", ()] = tuple(c for c in cards["stock", ()] if c != card)
        cards[place] = (card,)
    if k % 3 == 1:
        # Some hand holds a few.
        place, some = ("hand", (rng.randrange(3),)), rng.sample(cards["stock", ()], 2)
        cards["stock", ()] = tuple(c for c in cards["stock", ()] if c not in some)
        cards[place] = tuple(sorted({*cards[place], *some}))
    values = {**position.values, ("score", (0,)): 3, ("score", (1,)): 0, ("pace", ()): rng.randrange(4)}
    values["leader", ()] = rng.randrange(3)
    held = [(zone, i[0]) for (zone, i), there in cards.items() if zone in ("spot", "hand") and there]
    if held and rng.random() < 0.8:
        values["leader", ()] = rng.choice(held)[1]
    hands = [(i, there) for (zone, i), there in cards.items() if zone == "hand" and there]
    if hands and rng.random() < 0.8:
        (i, there) = rng.choice(hands)
        values["dealer", ()], values["best_card", ()] = i[0], there[0]
    if k % 4 == 3:
        values["dealer", ()] = (int(values["leader", ()] or 0) + 1) % 3
    return Position("work", values, cards)


@pytest.mark.parametrize("name", BODIES)
def test_statement(name: str) -> None:
    game, rng = zoo(), random.Random(name)
    before = SEEN.copy()
    for k in range(9):
        compare_body(game, BODIES[name], some_options(game, rng), friendly(game, rng, k), k < 4)
    assert SEEN["without"] + SEEN["with chance"] > before["without"] + before["with chance"] or name in ALWAYS_WRONG, "only faults were met"  # fmt: skip


ALWAYS_WRONG = {"fill one hand twice", "write each to one"}


# -- Kiksas ----------------------------------------------------------------------------------------------------------------


def allowed(
    game: Game, options: Options, before: Position, action: Action, env: dict[str, int | bool | None]
) -> tuple[bool, bool]:
    """Whether the conditions of an action have a value, and whether they hold."""
    read = Strict(game, options, before)
    try:
        for need in action.needs:
            if not read.truth(need.condition, env):
                return True, False
    except RuleError:
        return False, False
    return True, True


def asked(game: Game, action: Action, rng: random.Random, most: int) -> list[dict[str, int | bool | None]]:
    params = [*action.params, *([(action.actor, SEAT)] if action.actor else [])]
    every = [dict(zip((p for p, _ in params), v, strict=True)) for v in itertools.product(*(game.values(t) for _, t in params))]
    return every if len(every) <= most else rng.sample(every, most)


def compare_phase(game: Game, unknown: Unknown, options: Options, before: Position, rng: random.Random) -> None:
    """Every step of a phase: whether it is allowed, and where it leads; dealing only as far as it can be listed."""
    phase = game.phases[before.phase]
    if phase.kind == "end":
        return
    known = [*unknown.known(), *unknown.equals(options, before)]
    for step in steps(game, unknown.reader, unknown.state, phase, unknown.weights):
        for env in asked(game, step.action, rng, 5) if step.action else [{}]:
            pins = [(k, is_value(step.env[k], v)) for k, v in env.items()]
            where = f"{step.name} with {env} in {told(game, options, before)}"
            if step.action is not None:
                exists, holds = allowed(game, options, before, step.action, env)
                fine = and_(*(d.term for d in step.allowed_defined))
                wrong = fails([*known, *pins], ("has a value", fine if exists else not_(fine)))
                if exists:
                    wrong += fails([*known, *pins], ("is allowed", step.allowed if holds else not_(step.allowed)))
                assert not wrong, f"{wrong}: {where}"
                if not (exists and holds):
                    continue
            if any(isinstance(s, n.Fill) for s in phase.body):
                compare_deals(game, options, before, phase, [*known, *pins], step, rng, where)
            else:
                check_step(game, options, before, phase, step.action, env, [*known, *pins], step, where)


def compare_deals(
    game: Game, options: Options, before: Position, phase: Phase, known: Named, step: Step, rng: random.Random, where: str
) -> None:
    """Some of the many deals: each must be possible to the prover."""
    fine = and_(*(d.term for d in step.defined))
    chance = [(a.what, a.term) for a in step.chance]
    for _ in range(2):
        try:
            after = automatic(game, options, before, phase, Dice(rng))
        except RuleError:
            assert fails(known, ("fine", fine)), where
            return
        assert not fails(known, ("fine", fine)), where
        there = position_is(game, options, step.after, after)
        said = decided([*known, *chance, ("", fine)], and_(*(t for _, t in there)))
        assert said == "sat", f"the prover excludes {told(game, options, after)}: {where}"
        sizes = [(what, t) for what, t in there if what.startswith("size(")]
        assert not fails([*known, *chance], *sizes), where


@pytest.mark.slow
def test_steps_of_kiksas() -> None:
    game, rng = kiksas(), random.Random(8)
    unknown = Unknown(game)
    for options, position in played(game, rng, 2 * len(game.phases)):
        compare_phase(game, unknown, options, position, rng)


def test_some_steps_of_kiksas() -> None:
    game, rng = kiksas(), random.Random(9)
    unknown = Unknown(game)
    for options, position in played(game, rng, len(game.phases))[::2]:
        compare_phase(game, unknown, options, position, rng)
