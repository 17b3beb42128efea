"""Whether a change changes nothing: the same moves, the same positions after them, the same sights, wherever the invariants hold.

Both games start alike, so if every step does the same in every position that keeps the proved invariants, no match tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from kirtis.language.game import Game, Variable, Zone
from kirtis.language.nodes import Call
from kirtis.language.walk import Node, walk, walk_through
from kirtis.mutate.touch import Touch, read_in
from kirtis.play.position import cells
from kirtis.prove.evaluate import Defined, Reader
from kirtis.prove.model import Fact, Model
from kirtis.prove.smtlib import script
from kirtis.prove.solve import decide
from kirtis.prove.symbolic import Assumption, State
from kirtis.prove.terms import FALSE, TRUE, Term, and_, equal, iff, not_
from kirtis.prove.transitions import Step, steps
from kirtis.prove.values import Value, same

BUDGET = 6_000_000

Question = tuple[str, tuple[Assumption, ...], Term]
"""What is asked, what is assumed, and what must follow."""


def equivalent(old: Game, new: Game, touched: Touch, facts: list[Fact]) -> tuple[bool, int]:
    """Whether a solver confirms that a change changes nothing, and how many questions that took."""
    if touched.defaults:
        return False, 0
    model = Model(old, facts)
    if any(_calls(old, w.value, touched) or _calls(old, w.where, touched) for w in model.weights):
        return False, 0
    asked = 0
    for _, assumptions, goal in _questions(model, new, touched):
        if goal is TRUE:
            continue
        if goal is FALSE:
            return False, asked
        asked += 1
        if decide(script([*((a.what, a.term) for a in assumptions), ("a difference", not_(goal))]), BUDGET).said != "unsat":
            return False, asked
    return True, asked


def _anew(model: Model, phase: str) -> State:
    """The position of a phase, for the changed rules to read."""
    return model.state.unread().at(list(model.game.phases).index(phase))


def _calls(game: Game, node: Node, touched: Touch) -> bool:
    return any(isinstance(n, Call) and n.name in touched.definitions for n in walk(node))


def _questions(model: Model, new: Game, touched: Touch) -> Iterator[Question]:
    reader = Reader(new, model.options, model.weights)
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
                f"{phase.name}: whose turn",
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
    yield "the start", (*model.option_given, *given, *more), goal


def _step(model: Model, phase: str, a: Step, b: Step) -> Iterator[Question]:
    base, params = model.base(phase), tuple(a.params)
    yield f"{a.name}: allowed", (*base, *params), and_(iff(a.allowed, b.allowed), *(d.term for d in b.allowed_defined))
    chance, other = and_(*(c.term for c in a.chance)), and_(*(c.term for c in b.chance))
    known = model.taken(a)
    if chance is not other:
        free = tuple(k for k in known if k.kind != "chance")
        yield f"{a.name}: chance", (*base, *free), iff(chance, other)
    goal = and_(_alike(a.after, b.after), *(d.term for d in b.defined))
    yield f"{a.name}: what it does", (*base, *known), goal


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
            yield f"{name} in {phase.name}: who sees it", model.base(phase.name), and_(*goals)


def _told(model: Model, new: Game, reader: Reader, touched: Touch) -> Iterator[Question]:
    """That what no step reads, and people do, is the same: definitions without parameters, such as the winner."""
    read = _read_by_play(model.game)
    for name in sorted(touched.definitions - read):
        if model.game.definitions[name].params:
            continue
        for phase in model.game.phases.values():
            state = model.at[phase.name]
            here: list[Defined] = []
            before: list[Defined] = []
            kind = model.game.definitions[name].type
            call = Call(name, (), kind)
            a = model.reader.read(call, state, {}, TRUE, before)
            b = reader.read(call, _anew(model, phase.name), {}, TRUE, here)
            known = tuple(Assumption("type", "it has a value", d.term) for d in before)
            if not isinstance(a, list) and not isinstance(b, list):
                yield f"{name} in {phase.name}", (*model.base(phase.name), *known), and_(same(a, b), *(d.term for d in here))


def _read_by_play(game: Game) -> frozenset[str]:
    read = [node for phase in game.phases.values() for node in read_in(phase)]
    sights = [*(z.sight.when for z in game.zones.values()), *(v.sight.when for v in game.variables.values())]
    return frozenset(one.name for one in walk_through(game, *read, *sights) if isinstance(one, Call))
