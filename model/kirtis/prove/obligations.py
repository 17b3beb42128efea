"""What has to be proved of a game: a pure function from its rules and claims to a list of obligations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kirtis.language.game import Phase
from kirtis.language.places import Place
from kirtis.prove import symbolic
from kirtis.prove.claimed import in_positions, in_steps
from kirtis.prove.evaluate import Defined
from kirtis.prove.firsts import read_unwritten
from kirtis.prove.known import known
from kirtis.prove.model import Fact, Model
from kirtis.prove.moves import moves
from kirtis.prove.obligation import Obligation
from kirtis.prove.structure import duties, orders, tables
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import TRUE, Term, and_, at_most_one, implies, truth
from kirtis.prove.transitions import Step


def obligations(model: Model) -> Iterator[Obligation]:
    """Everything to be proved of a game, in a fixed order, each under a name of its own."""
    seen: dict[str, int] = {}
    for one in _obligations(model):
        seen[one.name] = n = seen.get(one.name, 0) + 1
        yield one if n == 1 else replace(one, name=f"{one.name} ({n})")


def _obligations(model: Model) -> Iterator[Obligation]:
    yield from _start(model)
    for phase in model.game.phases.values():
        for step in model.steps(phase.name):
            yield from _defined(model, phase, step)
            yield from _keeps(model, phase, step)
        if phase.kind == "by":
            yield from moves(model, phase)
        if phase.kind == "end":
            yield _can_end(model, phase)
    yield from in_positions(model)
    yield from in_steps(model)
    yield from tables(model)
    yield from orders(model)
    yield from duties(model)
    yield from known(model)


def _start(model: Model) -> Iterator[Obligation]:
    state, given = model.initial()
    start = model.game.start
    for at, terms, what in _by_place(model.initial_defined()):
        name = f"start: the first value in line {at.line} exists"
        yield Obligation(name, "start", and_(*terms), tuple(model.option_given), at, None, start, what=what)
    for v, phase, read in read_unwritten(model.game):
        name = f"start: {v.name} is written before {phase.name} reads it"
        yield Obligation(
            name, "start", truth(not read), (), phase.at, None, phase.name, what=f"{v.name} has no value yet in {phase.name}"
        )
    for f in model.facts:
        if f.phase == start:
            goal = model.holds(f.expr, state)
            yield Obligation(
                f"start: {f.name}",
                "start",
                goal,
                (*model.option_given, *given),
                _place(f, model),
                _claim(f),
                start,
                what=f"{f.name} at the start of a match",
                shows=(f.name,),
            )


def _place(f: Fact, model: Model) -> Place:
    return f.claim.at if f.claim is not None else model.game.phases[f.phase].at


def _claim(f: Fact) -> str | None:
    return f.claim.name if f.claim is not None else None


def _defined(model: Model, phase: Phase, step: Step) -> Iterator[Obligation]:
    base = model.base(phase.name)
    params = tuple(step.params)
    for at, terms, what in _by_place(step.allowed_defined):
        yield Obligation(
            f"{step.name}: condition in line {at.line} has a value",
            "guard defined",
            and_(*terms),
            (*base, *params),
            at,
            None,
            phase.name,
            step.name,
            what=what,
            state=model.state,
        )
    guard = (*params, Assumption("guard", f"{step.name} is allowed", and_(step.allowed, *(d.term for d in step.allowed_defined))))
    guard = tuple(a for a in guard if a.term is not TRUE)
    for at, terms, what in _by_place(step.defined):
        yield Obligation(
            f"{step.name}: line {at.line} has a value",
            "defined",
            and_(*terms),
            (*base, *guard),
            at,
            None,
            phase.name,
            step.name,
            what=what,
            state=model.state,
        )
    taken = model.taken(step)
    places = [symbolic.in_one_place(step.after, c) for c in range(len(model.game.enums["card"]))]
    single = [at_most_one(step.after.zones[cell]) for cell in step.after.zones if model.game.zones[cell[0]].kind == "one"]
    tops = [symbolic.top_lies(step.after, cell) for cell in step.after.tops]
    if any(step.after.zones[c] != model.state.zones[c] for c in step.after.zones):
        yield Obligation(
            f"{step.name}: every card in one place",
            "place",
            and_(*places, *single, *tops),
            (*base, *taken),
            step.at,
            None,
            phase.name,
            step.name,
            what="every card lies in one place afterwards",
            state=model.state,
            pieces=(*places, *single, *tops),
        )
    yield Obligation(
        f"{step.name}: can happen",
        "taken",
        TRUE,
        (*base, *taken, *model.after(step)),
        step.at,
        None,
        phase.name,
        step.name,
        expect="sat",
        what="the step is not excluded by what is assumed",
    )


def _by_place(defined: list[Defined]) -> Iterator[tuple[Place, list[Term], str]]:
    groups: dict[Place, list[Defined]] = {}
    for d in defined:
        groups.setdefault(d.at, []).append(d)
    for at, group in groups.items():
        whats = list(dict.fromkeys(d.what for d in group))
        yield at, [d.term for d in group], "; ".join(whats[:3])


def _keeps(model: Model, phase: Phase, step: Step) -> Iterator[Obligation]:
    names = list(model.game.phases)
    known = (*model.base(phase.name), *model.taken(step), *model.after(step))
    for target, condition in step.after.phase.items():
        there = step.after.at(int(target or 0))
        bundle: list[Term] = []
        shown: list[str] = []
        for f in model.facts:
            if f.phase != names[int(target or 0)]:
                continue
            goal = implies(condition, model.holds(f.expr, there))
            if f.kind == "inferred":
                bundle.append(goal)
                shown.append(f.name)
            else:
                yield Obligation(
                    f"{step.name}: keeps {f.name}",
                    "keeps",
                    goal,
                    known,
                    _place(f, model),
                    _claim(f),
                    phase.name,
                    step.name,
                    what=f"{f.name} after {step.name}",
                    state=model.state,
                    shows=(f.name,),
                    cases=step.cases,
                )
        rest = and_(*bundle)
        if bundle:
            to = names[int(target or 0)]
            yield Obligation(
                f"{step.name}: keeps what is inferred of {to}",
                "keeps",
                rest,
                known,
                step.at,
                None,
                phase.name,
                step.name,
                what=f"the inferred invariants of {to} after {step.name}",
                state=model.state,
                shows=tuple(shown),
                cases=step.cases,
            )


def _can_end(model: Model, phase: Phase) -> Obligation:
    """That what is claimed of an end is not claimed of nothing: some position there agrees with all that is assumed."""
    return Obligation(
        f"{phase.name}: can be reached",
        "taken",
        TRUE,
        model.base(phase.name),
        phase.at,
        None,
        phase.name,
        expect="sat",
        what="the end is not excluded by what is assumed",
    )
