"""What the authors claim of positions and of steps."""

from __future__ import annotations

from collections.abc import Iterator

from kirtis.prove.evaluate import Defined, Reader
from kirtis.prove.model import Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.terms import TRUE, and_, implies


def in_positions(model: Model) -> Iterator[Obligation]:
    """Facts, theorems and examples, in each phase that they speak of."""
    for c in model.game.claims.values():
        if c.kind not in ("fact", "theorem", "example"):
            continue
        for phase in c.phases or tuple(model.game.phases):
            goal = model.holds(c.body, model.at[phase])
            if c.given is not None:
                given = model.reader.holds(c.given, model.at[phase])
                goal = implies(given, goal)
            yield Obligation(
                f"{c.name} in {phase}", "holds", goal, model.base(phase), c.at, c.name, phase, what=c.text, state=model.state
            )


def in_steps(model: Model) -> Iterator[Obligation]:
    """Claims about steps, for each step that they speak of."""
    for c in model.game.claims.values():
        if c.kind != "step":
            continue
        for phase in model.game.phases.values():
            for step in model.steps(phase.name):
                if c.on and phase.name not in c.on and step.name not in c.on:
                    continue
                reader = Reader(model.game, model.options, model.weights, model.at[phase.name], model.loose)
                defined: list[Defined] = []
                after = step.after.anew()
                held = reader.holds(c.body, after, step.env, TRUE, defined)
                known = (*model.base(phase.name), *model.taken(step), *model.after(step))
                yield Obligation(
                    f"{c.name} on {step.name}",
                    "step",
                    and_(held, *(d.term for d in defined)),
                    known,
                    c.at,
                    c.name,
                    phase.name,
                    step.name,
                    what=c.text,
                    state=model.state,
                    cases=step.cases,
                )
