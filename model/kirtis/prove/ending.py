"""That a deal ends: numbers that never grow within a deal and of which one falls with every step that could be repeated.

The numbers tried are the cards in each family of zones, flags and empty variables, and the measures that the authors give. Steps that make one
fall are set aside, and the rest is looked at again; in the end what is left goes from phase to phase without return.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kirtis.language.game import Game
from kirtis.language.nodes import YES, Cards, Cell, Compare, Const, Count, Expr, Family, If
from kirtis.language.types import CARDS, NOTHING, Bool, Maybe, Num
from kirtis.prove.evaluate import Defined
from kirtis.prove.obligations import Model, Obligation
from kirtis.prove.terms import FALSE, TRUE, Term, and_, at_most, implies, not_, or_
from kirtis.prove.transitions import Step
from kirtis.prove.values import as_int

Edge = tuple[str, int, str]
"""A step by its phase and number, and the phase that it goes to."""


@dataclass(frozen=True)
class Component:
    """A number that never grows on the steps left to it, and the steps on which it falls."""

    name: str
    expr: Expr
    left: tuple[Edge, ...]
    falls: frozenset[Edge]


def ends(model: Model, holds: Callable[[Obligation], bool]) -> tuple[list[Component], list[Edge]]:
    """Numbers that show that a deal ends, and the steps that still go round: none, if the deal is shown to end.

    ``holds`` asks whether an obligation is provable; the answer is a proposal, its obligations are proved like any other.
    """
    left = _returning(list(edges(model)))
    found: list[Component] = []
    trial = dict(_numbers(model.game))
    while left:
        for name, expr in list(trial.items()):
            falls = set()
            for edge in left:
                if not holds(obligation(model, name, expr, edge, strict=False)):
                    break
                if holds(obligation(model, name, expr, edge, strict=True)):
                    falls.add(edge)
            else:
                if falls:
                    found.append(Component(name, expr, tuple(left), frozenset(falls)))
                    left = _returning([e for e in left if e not in falls])
                    del trial[name]
                    break
        else:
            return found, left
    return found, []


def obligations(model: Model, found: list[Component]) -> Iterator[Obligation]:
    """What shows that each number does what is said of it."""
    for c in found:
        for edge in c.left:
            one = obligation(model, c.name, c.expr, edge, strict=edge in c.falls)
            if one.goal is not TRUE:
                yield one


def edges(model: Model) -> Iterator[Edge]:
    """Every step within a deal with each phase that it may go to."""
    phases = list(model.game.phases.values())
    for phase in phases:
        for n, step in enumerate(model.steps(phase.name)):
            for target in step.after.phase:
                there = phases[int(target or 0)]
                if there.kind != "end" and _goes_on(model.game, step, int(target or 0)) is not FALSE:
                    yield phase.name, n, there.name


def _goes_on(game: Game, step: Step, target: int) -> Term:
    """That a step goes to a phase and the deal is not over; resetting the variables of a deal ends it, where it happens."""
    groups = {v.group for v in game.variables.values()}
    over = or_(*(c for c, group in step.resets if group == "deal" or "deal" not in groups))
    return and_(step.after.phase.get(target, FALSE), not_(over))


def obligation(model: Model, name: str, expr: Expr, edge: Edge, *, strict: bool) -> Obligation:
    """That a number falls (``strict``), or does not grow, when a step goes to a phase."""
    phase, n, target = edge
    step: Step = model.steps(phase)[n]
    number = list(model.game.phases).index(target)
    defined: list[Defined] = []
    before = as_int(model.reader.read(expr, model.at[phase], {}, TRUE, defined))
    after = as_int(model.reader.read(expr, step.after.at(number), {}, TRUE, defined))
    goal: Term = not_(at_most(before, after)) if strict else at_most(after, before)
    # A number without a value has no lower bound.
    goal = implies(_goes_on(model.game, step, number), and_(goal, *(d.term for d in defined)))
    known = (*model.base(phase), *model.taken(step), *model.after(step)) if goal is not TRUE else ()
    what = f"{name} {'falls' if strict else 'does not grow'} when {step.name} goes to {target}"
    return Obligation(
        f"{step.name} to {target}: {name} {'falls' if strict else 'does not grow'}",
        "measure",
        goal,
        known,
        step.at,
        name if name in model.game.claims else None,
        phase,
        step.name,
        what=what,
        state=model.state,
    )


def _numbers(game: Game) -> Iterator[tuple[str, Expr]]:
    n = len(game.enums["card"])
    for z in game.zones.values():
        if z.kind != "one" or z.index:
            among: Expr = Family(z.name) if z.index else Cards(z.name, (), CARDS)
            yield f"cards in {z.name}", Count("it", among, YES, Num(0, n))
    for c in game.claims.values():
        if c.kind == "measure":
            yield c.name, c.body
    for v in game.variables.values():
        if v.index:
            continue
        cell = Cell(v.name, (), v.type)
        one, zero, flag = Const(1, Num(1, 1)), Const(0, Num(0, 0)), Num(0, 1)
        if isinstance(v.type, Bool):
            yield f"{v.name} not yet", If(cell, zero, one, flag)
        elif isinstance(v.type, Maybe):
            yield f"{v.name} not yet", If(Compare("=", cell, Const(None, NOTHING)), one, zero, flag)


def _returning(left: list[Edge]) -> list[Edge]:
    """The steps that lie on a way round."""
    after: dict[str, set[str]] = {}
    for phase, _, target in left:
        after.setdefault(phase, set()).add(target)

    def reaches(start: str, goal: str) -> bool:
        seen, work = {start}, [start]
        while work:
            here = work.pop()
            if here == goal:
                return True
            for following in after.get(here, ()):
                if following not in seen:
                    seen.add(following)
                    work.append(following)
        return False

    return [e for e in left if reaches(e[2], e[0])]
