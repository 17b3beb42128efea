"""Whether a change changes nothing: the same moves, the same positions after them, the same sights, wherever the invariants hold.

Both games start alike, so if every step does the same in every position that keeps the proved invariants, no match tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kirtis.conform.look import said_at_the_end
from kirtis.language.game import Game, Option, Variable, Zone
from kirtis.language.nodes import Call, Const
from kirtis.language.types import Bool
from kirtis.language.walk import Node, walk
from kirtis.mutate.idle import never_carried_out
from kirtis.mutate.places import alone
from kirtis.mutate.touch import Touch, other_defaults, touch
from kirtis.play.position import cells
from kirtis.prove.evaluate import Defined, Reader
from kirtis.prove.exactly import counted
from kirtis.prove.model import Fact, Model
from kirtis.prove.smtlib import script
from kirtis.prove.solve import decide
from kirtis.prove.symbolic import Assumption, State
from kirtis.prove.terms import FALSE, TRUE, Term, and_, equal, iff, not_
from kirtis.prove.transitions import Step, steps
from kirtis.prove.values import Value, from_word, same

BUDGET = 20_000_000

Question = tuple[str, tuple[Assumption, ...], Term]
"""Of which phase something is asked, what is assumed, and what must follow."""


def equivalent(old: Game, new: Game, touched: Touch, facts: list[Fact]) -> tuple[bool, int]:
    """Whether a solver confirms that a change changes nothing, and how many questions that took.

    Of another default it is asked whether it matters to those who leave the option as it is, whatever else they choose.
    """
    model = Model(old, facts)
    defaults = other_defaults(old, new)
    if defaults:
        touched = touch(old, new, defaults)
    if any(_calls(old, w.value, touched) or _calls(old, w.where, touched) for w in model.weights) or (defaults and touched.first):
        return False, 0
    usual = tuple(
        Assumption("option", f"{name} is left as it is", same(model.options[name], _value(old.options[name])))
        for name in defaults
    )
    asked, idle = 0, set()
    for phase, goal in never_carried_out(model, new, touched).items():
        asked += 1
        if _said(model.base(phase), goal) == "unsat":
            idle.add(phase)
    for phase, assumptions, goal in _questions(model, new, touched, {n: _value(new.options[n]) for n in defaults}):
        if goal is TRUE or phase in idle:
            continue
        if goal is FALSE:
            return False, asked
        asked += 1
        given = (*usual, *assumptions)
        said = _said(given, goal)
        if said == "sat" and phase in model.at:
            said = _said((*given, *counted(model, model.at[phase])), goal)
        if said != "unsat":
            return False, asked
    return True, asked


def _value(option: Option) -> Value:
    """The default of an option as the solver knows it."""
    return from_word(option.default, "bool" if isinstance(option.type, Bool) else "pick")


def _said(assumptions: tuple[Assumption, ...], goal: Term) -> str:
    """What the solver says of a difference."""
    return decide(script([*((a.what, a.term) for a in assumptions), ("a difference", not_(goal))]), BUDGET).said


def _anew(model: Model, phase: str) -> State:
    """The position of a phase, for the changed rules to read."""
    return model.state.unread().at(list(model.game.phases).index(phase))


def _calls(game: Game, node: Node, touched: Touch) -> bool:
    return any(isinstance(n, Call) and n.name in touched.definitions for n in walk(node))


def _questions(model: Model, new: Game, touched: Touch, defaults: Mapping[str, Value]) -> Iterator[Question]:
    reader = Reader(new, {**model.options, **defaults}, model.weights)
    if touched.first:
        yield from _start(model, new)
    for phase in model.game.phases.values():
        names = [None, *(a.name for a in phase.actions)]
        if (phase.name, None) in touched.guards and phase.by is not None:
            by = new.phases[phase.name].by
            assert by is not None
            defined: list[Defined] = []
            now = reader.read(by, _anew(model, phase.name), {}, TRUE, defined)
            yield (
                phase.name,
                model.base(phase.name),
                and_(same(model.reader.read(phase.by, model.at[phase.name]), now), *(d.term for d in defined)),
            )
        if any((phase.name, a) in touched.guards or (phase.name, a) in touched.bodies for a in names):
            others = list(steps(new, reader, model.state.unread(), new.phases[phase.name], model.weights))
            for a, b in zip(model.steps(phase.name), others, strict=True):
                yield from _step(model, phase.name, a, b)
    yield from _sights(model, new, reader, touched)
    yield from _told(model, new, reader, touched)


def _start(model: Model, new: Game) -> Iterator[Question]:
    first, given = model.initial()
    options, model.game = model.game, new
    try:
        other, more = model.initial()
        defined = model.initial_defined()
    finally:
        model.game = options
    goal = and_(_alike(first, other), *(d.term for d in defined))
    yield "", (*model.option_given, *given, *more), goal


def _step(model: Model, phase: str, a: Step, b: Step) -> Iterator[Question]:
    base, params = model.base(phase), tuple(a.params)
    yield phase, (*base, *params), and_(iff(a.allowed, b.allowed), *(d.term for d in b.allowed_defined))
    chance, other = and_(*(c.term for c in a.chance)), and_(*(c.term for c in b.chance))
    known = model.taken(a)
    if chance is not other:
        free = tuple(k for k in known if k.kind != "chance")
        yield phase, (*base, *free), iff(chance, other)
    goal = and_(_alike(a.after, b.after), *(d.term for d in b.defined))
    yield phase, (*base, *known), goal


def _alike(a: State, b: State) -> Term:
    """That two positions are the same, their weights aside, which follow from the cards."""
    out = [same(a.phase, b.phase)]
    out += [_same(value, b.variables[cell]) for cell, value in a.variables.items()]
    for cell, bits in a.zones.items():
        out += [iff(x, y) for x, y in zip(bits, b.zones[cell], strict=True)]
    # What is dealt by chance is known by how many cards it is; the sums over cards follow from the cards.
    out += [equal(size, b.sizes[cell]) for cell, size in a.sizes.items()]
    out += [_same(top, b.tops[cell]) for cell, top in a.tops.items()]
    return and_(*out)


def _same(a: Value, b: Value) -> Term:
    if isinstance(a, list) and isinstance(b, list):
        return and_(*(iff(x, y) for x, y in zip(a, b, strict=True)))
    return TRUE if a is b else same(a, b)


def _sights(model: Model, new: Game, reader: Reader, touched: Touch) -> Iterator[Question]:
    """That each seat sees the same cells."""
    for name in sorted(touched.sights):
        one: Zone | Variable = model.game.zones.get(name) or model.game.variables[name]
        two: Zone | Variable = new.zones.get(name) or new.variables[name]
        for phase in model.game.phases.values():
            if phase.kind not in ("by", "end"):
                continue
            goals = []
            state, again = model.at[phase.name], _anew(model, phase.name)
            for index in cells(model.game, one.index):
                for seat in range(len(model.game.seats)):
                    before = model.reader.sees(one.sight, index, seat, state)
                    goals.append(iff(before, reader.sees(two.sight, index, seat, again)))
            yield phase.name, model.base(phase.name), and_(*goals)


def _told(model: Model, new: Game, reader: Reader, touched: Touch) -> Iterator[Question]:
    """That what the rules only say once a match is over, such as who has won, is the same."""
    game = model.game
    for definition, given in said_at_the_end(alone(game)):
        if definition.name not in touched.definitions:
            continue
        constants = tuple(Const(v, t) for v, (_, t) in zip(given, definition.params, strict=True))
        call = Call(definition.name, constants, definition.type)
        for phase in game.phases.values():
            if phase.kind != "end":
                continue
            before: list[Defined] = []
            here: list[Defined] = []
            a = model.reader.read(call, model.at[phase.name], {}, TRUE, before)
            b = reader.read(call, _anew(model, phase.name), {}, TRUE, here)
            known = tuple(Assumption("type", "it has a value", d.term) for d in before)
            yield phase.name, (*model.base(phase.name), *known), and_(_same(a, b), *(d.term for d in here))
