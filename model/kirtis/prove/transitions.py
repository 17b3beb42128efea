"""What a phase or an action does to a symbolic position.

The new position is written in terms of the old one; only what is left to chance, and a weight whose meaning changes, is new and unknown. What
must hold for the step to be possible at all goes to ``defined``, and nothing of the new position is ever assumed there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kirtis.language.game import Action, Game, Phase
from kirtis.language.nodes import Statement
from kirtis.language.places import Place
from kirtis.language.types import SEAT, Num, Type
from kirtis.prove.chance import Chance
from kirtis.prove.effects import New
from kirtis.prove.evaluate import Defined, Env, Reader
from kirtis.prove.moving import Moving
from kirtis.prove.symbolic import Assumption, State, shown, unknown
from kirtis.prove.terms import FALSE, TRUE, Term, exactly_one, not_, number, or_, variable
from kirtis.prove.values import Pick, Value
from kirtis.prove.weights import Weight

FEW = 12
"""A parameter with no more values than this may be looked at value by value."""


class Run(Moving, Chance):
    """Carries out a whole body."""


@dataclass
class Step:
    """One way to go on from a phase: an action, or what an automatic phase does."""

    name: str
    phase: Phase
    action: Action | None
    env: dict[str, Value]
    params: list[Assumption]
    allowed: Term
    allowed_defined: list[Defined]
    after: State
    defined: list[Defined]
    chance: list[Assumption]
    fresh_weights: set[int]
    at: Place
    resets: tuple[tuple[Term, str], ...] = ()
    """Which groups of variables are reset, each with the condition under which it is."""

    @property
    def cases(self) -> tuple[Term, ...]:
        """The values of the parameter with most, of those that have few: what the step does is simpler in each case."""
        few = [tuple(v.values()) for v in self.env.values() if isinstance(v, Pick) and 1 < len(v) <= FEW]
        return max(few, key=len, default=())


def steps(game: Game, reader: Reader, state: State, phase: Phase, weights: list[Weight]) -> Iterator[Step]:
    """Every way to go on from a position in this phase."""
    number_of = list(game.phases).index(phase.name)
    here = state.at(number_of)
    if phase.kind == "by":
        for action in phase.actions:
            yield _acted(game, reader, here, phase, action, weights)
    elif phase.kind != "end":
        new = carry_out(game, reader, here, phase.body, {}, f"{phase.name}", number_of)
        after, fresh = finish(game, reader, here, new, weights, phase.name)
        yield Step(phase.name, phase, None, {}, [], TRUE, [], after, new.defined, new.chance, fresh, phase.at, tuple(new.resets))


def parameters(game: Game, action: Action, prefix: str) -> tuple[dict[str, Value], list[Assumption]]:
    """An unknown value for each parameter of an action, and for whoever acts."""
    given: list[Assumption] = []
    env: dict[str, Value] = {}
    for name, kind in (*action.params, *(((action.actor, SEAT),) if action.actor else ())):
        env[name] = _finite(game, kind, f"{prefix}.{name}", given)
    return env, given


def _finite(game: Game, kind: Type, name: str, given: list[Assumption]) -> Value:
    if isinstance(kind, Num) and kind.high is not None:
        pick = Pick({v: variable(f"{name} = {v}") for v in range(kind.low, kind.high + 1)})
        given.append(Assumption("type", f"{name}: {kind}", exactly_one(list(pick.values()))))
        return pick
    return unknown(game, kind, name, given)


def _acted(game: Game, reader: Reader, here: State, phase: Phase, action: Action, weights: list[Weight]) -> Step:
    name = f"{phase.name}.{action.name}"
    env, given = parameters(game, action, name)
    asked: list[Defined] = []
    allowed = reader.allowed(action.needs, here, env, asked)
    new = carry_out(game, reader, here, action.body, env, name, list(game.phases).index(phase.name))
    after, fresh = finish(game, reader, here, new, weights, name)
    return Step(
        name, phase, action, env, given, allowed, asked, after, new.defined, new.chance, fresh, action.at, tuple(new.resets)
    )


def carry_out(game: Game, reader: Reader, old: State, body: tuple[Statement, ...], env: Env, name: str, phase: int) -> New:
    """A body as one step: reads see the old position, writes make the new one."""
    new = New(
        State(
            old.phase,
            dict(old.variables),
            {k: list(v) for k, v in old.zones.items()},
            dict(old.sizes),
            dict(old.weights),
            dict(old.tops),
        )
    )
    run = Run(game, reader, old, new, name)
    run.resets(body, env, TRUE)
    run.block(body, dict(env), TRUE)
    went = or_(*(c for c, _ in new.goes))
    picked: dict[int | None, Term] = {}
    for c, target in new.goes:
        k = list(game.phases).index(target)
        picked[k] = or_(picked.get(k, FALSE), c)
    if not_(went) is not FALSE:
        picked[phase] = or_(picked.get(phase, FALSE), not_(went))
    new.state.phase = Pick({k: c for k, c in picked.items() if c is not FALSE})
    return new


def finish(game: Game, reader: Reader, old: State, new: New, weights: list[Weight], name: str) -> tuple[State, set[int]]:
    """The new position; a weight that depends on a variable now written is unknown in it, but for what is true by definition."""
    after = new.state
    fresh: set[int] = set()
    changed = {cell[0] for cell, value in after.variables.items() if value is not old.variables[cell]}
    for w, weight in enumerate(weights):
        if weight.reads & changed:
            fresh.add(w)
            for cell in after.zones:
                after.weights[w, *cell] = (
                    number(0)
                    if all(b is FALSE for b in after.zones[cell])
                    else variable(f"{name}.weight{w}'({shown(game, *cell)})", "Int")
                )
    return after, fresh
