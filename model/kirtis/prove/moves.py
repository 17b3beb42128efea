"""That nobody is ever left without a move, and that it is known whose move it is."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from kirtis.language.game import Phase
from kirtis.language.types import SEAT, Bool
from kirtis.prove import slices
from kirtis.prove.acting import acting
from kirtis.prove.evaluate import Defined
from kirtis.prove.model import Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.symbolic import State
from kirtis.prove.terms import FALSE, TRUE, Term, and_, implies, not_, or_, truth
from kirtis.prove.values import Pick, just


def moves(model: Model, phase: Phase) -> Iterator[Obligation]:
    """That the seat that acts is known, and that some action is allowed."""
    base, state = model.base(phase.name), model.at[phase.name]
    assert phase.by is not None
    known: list[Defined] = []
    by = model.reader.read(phase.by, state, {}, TRUE, known)
    assert isinstance(by, Pick)
    yield Obligation(
        f"{phase.name}: it is known who acts",
        "move",
        and_(*(d.term for d in known)),
        base,
        phase.at,
        None,
        phase.name,
        what="the seat that acts is known",
        state=model.state,
    )
    # Seat by seat, and if it were nobody's turn.
    nobody = not_(or_(*by.values()))
    seats = {v: acting(phase, state, v) for v in by if v is not None}
    pieces = [implies(and_(by[v], *_told(model, phase, there)), _some(model, phase, there)) for v, there in seats.items()]
    if nobody is not FALSE:
        pieces.append(implies(nobody, _some(model, phase, state)))
    yield Obligation(
        f"{phase.name}: somebody has a move",
        "move",
        and_(*pieces),
        base,
        phase.at,
        None,
        phase.name,
        what="some action is allowed",
        state=model.state,
        pieces=tuple(pieces),
        around=tuple(by[v] for v in seats),
    )


def _told(model: Model, phase: Phase, there: State) -> list[Term]:
    """What is believed of the position, as it reads where it is known who acts, if it reads otherwise there; said where very much is known.

    So that no seat is spoken of but by itself, and what is shown of one can be turned to the next.
    """
    base = model.base(phase.name)
    known = {a.term.id for a in base}
    return [a.term for a in model.believed(phase.name, there) if a.term.id not in known] if slices.large(base) else []


def _some(model: Model, phase: Phase, state: State) -> Term:
    """That some action is allowed in a position, with some arguments."""
    can = []
    for action in phase.actions:
        kinds = [*(t for _, t in action.params), *((SEAT,) if action.actor else ())]
        words = [*(p for p, _ in action.params), *((action.actor,) if action.actor else ())]
        for combination in itertools.product(*(model.game.values(t) for t in kinds)):
            env = {
                w: truth(bool(v)) if isinstance(t, Bool) else just(None if v is None else int(v))
                for w, v, t in zip(words, combination, kinds, strict=True)
            }
            asked: list[Defined] = []
            allowed = model.reader.allowed(action.needs, state, env, asked)
            can.append(and_(allowed, *(d.term for d in asked)))
    return or_(*can)
