"""A position in which it is known who acts: what follows for one seat is read there, where little is left open."""

from __future__ import annotations

from dataclasses import replace

from kirtis.language.game import Phase
from kirtis.language.nodes import Cell, Sure
from kirtis.prove.symbolic import State
from kirtis.prove.values import just


def acting(phase: Phase, state: State, seat: int) -> State:
    """A position that is the same wherever this seat acts in it.

    Where a variable says whose turn it is, it is this seat; a phase that says it otherwise leaves the position as it was.
    """
    by = phase.by.of if isinstance(phase.by, Sure) else phase.by
    if not isinstance(by, Cell) or by.index:
        return state
    variables = {**state.variables, (by.name, 0): just(seat)}
    return replace(state, variables=variables, cache={}, lasting={}, like=state, unlike=frozenset({by.name}))
