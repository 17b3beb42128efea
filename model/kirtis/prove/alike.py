"""A position beside one of a match: to a seat it looks the same, and yet the seat is asked or allowed something else there."""

from __future__ import annotations

from collections.abc import Iterator

from kirtis.play.chance import Tape
from kirtis.play.compile.engine import Numbers
from kirtis.play.game import Game
from kirtis.play.layout import members
from kirtis.play.sight import sees, view
from kirtis.play.state import State

NO_CHANCE = Tape(0)
"""Nothing is played on from these positions."""


def alike(ready: Game, numbers: Numbers, seat: str, action: str | None) -> Numbers | None:
    """Two cards that the seat does not see in each other's place, so that the action, or whose turn it is, is another matter; None if that changes nothing.

    Raises RuleError where the rules give no answer.
    """
    here = State(ready, numbers, NO_CHANCE)
    told = _told(here, seat, action)
    for changed in _changed(ready, numbers, seat) if told is not None else ():
        there = State(ready, changed, NO_CHANCE)
        if _told(there, seat, action) not in (told, None) and view(there, seat) == view(here, seat):
            return changed
    return None


def _told(state: State, seat: str, action: str | None) -> object:
    """Whose turn it is, or what the seat may do of an action; None where it is not for the seat to do."""
    if action is None:
        return state.actor
    act = next(a for a in state.game.rules.phases[state.phase].actions if a.name == action)
    if act.actor is None and state.actor != seat:
        return None
    return tuple(a for a in state.actions() if a.name == action and a.seat == seat)


def _changed(ready: Game, numbers: Numbers, seat: str) -> Iterator[Numbers]:
    """The position with a card that the seat does not see changed for the next of the pack that lies elsewhere unseen."""
    layout, rules = ready.engine.layout, ready.rules
    read, viewer = ready.careful.evaluator(layout.unpack(numbers)), ready.seats.index(seat)
    lies = {
        card: at
        for (name, index), at in layout.places.items()
        if name in rules.zones and rules.zones[name].kind == "set" and not sees(read, rules.zones[name].sight, viewer, index)
        for card in members(numbers[at])
    }
    cards = sorted(lies)
    for n, card in enumerate(cards):
        other = next((c for c in (*cards[n + 1 :], *cards[:n]) if lies[c] != lies[card]), None)
        if other is not None:
            there = numbers[:]
            for at in (lies[card], lies[other]):
                there[at] ^= 1 << card | 1 << other
            yield there
