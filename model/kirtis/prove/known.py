"""Nobody needs to know what he may not see.

Two positions that look alike to a seat are laid side by side: whose turn it is, and everything that the seat may do, must be the same
in both. Were it not so, the rules would ask a player to know another's hand, or tell him of it by what they allow him.

What the seat sees for certain is one and the same term in both positions, so that little is left for the solver to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kirtis.language.game import Action, Phase, Variable, Zone
from kirtis.play.position import cells
from kirtis.prove import symbolic
from kirtis.prove.acting import acting
from kirtis.prove.model import Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.symbolic import Assumption, Cell, State
from kirtis.prove.terms import FALSE, TRUE, Term, and_, iff, implies
from kirtis.prove.transitions import parameters
from kirtis.prove.values import Value, just, same


def known(model: Model) -> Iterator[Obligation]:
    """That every seat can tell whose turn it is, and for each action that whoever may do it can tell that he may."""
    for phase in model.game.phases.values():
        if phase.kind == "by":
            pairs = [_pair(model, phase.name, seat) for seat in range(len(model.game.seats))]
            yield from _turn(model, phase, pairs)
            for action in phase.actions:
                yield from _action(model, phase, action, pairs)


@dataclass
class Pair:
    """A position and another that looks like it to a seat."""

    seat: str
    here: State
    there: State
    given: tuple[Assumption, ...]


def _turn(model: Model, phase: Phase, pairs: list[Pair]) -> Iterator[Obligation]:
    by = phase.by
    assert by is not None
    goals = [same(model.reader.read(by, p.here), model.reader.read(by, p.there)) for p in pairs]
    name = f"{phase.name}: {{seat}} can tell whose turn it is"
    whole = Obligation(
        name, "known", TRUE, model.base(phase.name), phase.at, None, phase.name,
        what="whose turn it is follows from what {seat} sees", state=model.state,
    )  # fmt: skip
    return _for_each(model, whole, pairs, goals)


def _action(model: Model, phase: Phase, action: Action, pairs: list[Pair]) -> Iterator[Obligation]:
    name = f"{phase.name}.{action.name}"
    env, params = parameters(model.game, action, name)
    goals = []
    for n, pair in enumerate(pairs):
        mine: dict[str, Value] = {**env, action.actor: just(n)} if action.actor else env
        acts, may = TRUE, []
        for state in (pair.here, pair.there):
            turn = state if action.actor else acting(phase, state, n)
            may.append(model.reader.allowed(action.needs, turn, mine))
            if not action.actor:
                assert phase.by is not None
                acts = and_(acts, same(model.reader.read(phase.by, state), just(n)))
        goals.append(implies(acts, iff(*may)))
    whole = Obligation(
        f"{name}: {{seat}} can tell whether he may", "known", TRUE, (*model.base(phase.name), *params), action.at, None, phase.name, name,
        what="whether the action is allowed follows from what {seat} sees", state=model.state,
    )  # fmt: skip
    return _for_each(model, whole, pairs, goals)


def _for_each(model: Model, whole: Obligation, pairs: list[Pair], goals: list[Term]) -> Iterator[Obligation]:
    """The obligation for every seat that has a question of its own; for all seats at once where nothing is left to ask."""
    asked = [(p, goal) for p, goal in zip(pairs, goals, strict=True) if goal is not TRUE]
    if not asked:
        yield replace(whole, name=whole.name.format(seat="everybody"), what=whole.what.format(seat="every seat"))
    for pair, goal in asked:
        assert whole.phase is not None
        given = (*whole.assumptions, *pair.given, *model.believed(whole.phase, pair.there))
        yield replace(
            whole, name=whole.name.format(seat=pair.seat), what=whole.what.format(seat=pair.seat),
            goal=goal, assumptions=given, other=pair.there, seat=pair.seat,
        )  # fmt: skip


def _pair(model: Model, phase: str, seat: int) -> Pair:
    """A position in a phase, and one that looks alike to a seat: the same cells are open to it, with the same in them."""
    game, here = model.game, model.at[phase]
    families: dict[str, Variable | Zone] = {**game.variables, **game.zones}

    def seen(cell: Cell, state: State) -> Term:
        one = families[cell[0]]
        return model.reader.sees(one.sight, list(cells(game, one.index))[cell[1]], seat, state)

    sees = {cell: seen(cell, here) for cell in (*here.variables, *here.zones)}
    shared = {cell for cell, when in sees.items() if when is TRUE}
    given: list[Assumption] = []
    there = symbolic.position(game, f"to {game.seats[seat]}", given, list(game.phases).index(phase), here, shared)
    fixed = {cell[0] for cell in here.variables} - {cell[0] for cell in here.variables if cell not in shared}
    for w, weight in enumerate(model.weights):
        if weight.reads <= fixed:
            there.weights.update({(w, *cell): here.weights[w, *cell] for cell in here.zones if cell in shared})
    model.weigh(there, f"to {game.seats[seat]}", given)
    alike = []
    for cell, when in sees.items():
        if when not in (TRUE, FALSE):
            alike += [iff(when, seen(cell, there)), implies(when, _agree(cell, here, there))]
    given.append(Assumption("alike", f"{game.seats[seat]} sees no difference", and_(*alike)))
    return Pair(game.seats[seat], here, there, tuple(given))


def _agree(cell: Cell, here: State, there: State) -> Term:
    """That a cell holds the same in both positions."""
    if cell in here.variables:
        return same(here.variables[cell], there.variables[cell])
    pairs = zip(here.zones[cell], there.zones[cell], strict=True)
    tops = same(here.tops[cell], there.tops[cell]) if cell in here.tops else TRUE
    return and_(tops, *(iff(x, y) for x, y in pairs))
