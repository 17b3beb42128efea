"""The second question, asked where the first leaves a way out: every size and every sum is just what its cards make.

It is true of any position, but costs the solver much; so it is assumed only where it is needed, and only then does an answer refute.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from kirtis.prove import ghosts
from kirtis.prove.model import Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.symbolic import Assumption, State


def exactly(model: Model, o: Obligation) -> Obligation:
    """The same obligation with the size of every zone, and every sum over it, tied to its cards."""
    if o.state is None or o.phase is None:
        return o
    states = (model.at[o.phase], *([o.other] if o.other is not None else []))
    return replace(o, assumptions=(*o.assumptions, *(a for state in states for a in counted(model, state))))


def counted(model: Model, state: State) -> list[Assumption]:
    """That every size and sum in a position is just what its cards make."""
    return ghosts.exact(model.game, state, partial(model.reader.weight_of_card, state=state), len(model.weights))
