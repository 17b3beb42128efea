"""One seat at a time, for frameworks in which exactly one player decides.

At the table several may have something to say at once: whose turn it is, and others who may speak out of turn. They are asked one
after the other: first those who may speak out of turn, from the left of whose turn it is, and each may wait; last the seat whose
turn it is. Whoever speaks ends the round, and all are asked anew. That someone has waited is seen by nobody but himself.
"""

from __future__ import annotations

from dataclasses import dataclass

from kirtis.play.action import Action
from kirtis.play.faults import RuleError
from kirtis.play.state import State


@dataclass(frozen=True, slots=True)
class Asking:
    """A question to a seat: what it may do, and whether it may wait."""

    seat: int
    actions: tuple[Action, ...]
    may_wait: bool


def askings(state: State) -> tuple[Asking, ...]:
    """Who is asked in a position, in order, as long as all before have waited; nobody once the match is over.

    Raises RuleError where nobody can do anything.
    """
    if state.over:
        return ()
    seats = state.game.seats
    possible = state.actions()
    if not possible:
        raise RuleError(f"in phase {state.phase} nobody can do anything", state.game.rules.phases[state.phase].at)
    first = possible[0].seat
    if all(action.seat == first for action in possible):
        return (Asking(seats.index(first), possible, False),)
    actor = state.actor
    turn = seats.index(actor) if actor is not None else len(seats) - 1
    order = [(turn + n) % len(seats) for n in range(1, len(seats) + 1)]
    mine = {s: tuple(a for a in possible if a.seat == seats[s]) for s in order}
    asked = [s for s in order if mine[s]]
    return tuple(Asking(s, mine[s], s != asked[-1]) for s in asked)
