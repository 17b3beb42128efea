"""A match moment by moment: each position with the one before it, and where the rules give no answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kirtis.play.action import Action
from kirtis.play.chance import Chance, Steady
from kirtis.play.compile.engine import Numbers
from kirtis.play.faults import RuleError
from kirtis.play.game import Game
from kirtis.play.state import State


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a match, the one before it where that is known, and the action that led from there to here; None where nobody did anything.

    With a ``fault`` the match ends in this position, for the rules do not say how it goes on; ``done`` is then what could not be carried out.
    """

    numbers: Numbers
    before: Numbers | None = None
    done: Action | None = None
    fault: RuleError | None = None


Choose = Callable[[State], Action | None]
"""What is done next; None to leave the match."""


def moments(ready: Game, passed: list[Numbers], chance: Chance, choose: Choose) -> Iterator[Moment]:
    """The moments of a match; ``passed`` is where the game's engine notes the positions between two decisions.

    Raises ChanceError where ``chance`` gives what cannot be.
    """
    passed.clear()
    last: Numbers | None = None
    done: Action | None = None
    try:
        state = ready.begin(Steady(ready.engine.layout, chance))
        while True:
            for numbers in passed:
                yield Moment(numbers, last, done)
                last, done = numbers, None
            passed.clear()
            yield Moment(state._numbers, last, done)
            last, done = state._numbers, None
            if state.over or (done := choose(state)) is None:
                return
            careful = ready.careful.asked
            state = state.play(done)
            if ready.careful.asked != careful:
                passed.clear()  # the plain evaluator had to help, and notes nothing
                last = done = None
    except RuleError as error:
        fault = error
    for numbers in passed:
        yield Moment(numbers, last, done)
        last, done = numbers, None
    if last is not None:
        yield Moment(last, None, done, fault)
