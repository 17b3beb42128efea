"""One fixed numbering of everything that can be done in a game, for frameworks in which an action is a number.

Numbers go by the formal text: phase by phase, action by action, and for each action through the values of its parameters, the
last one quickest. What has the same name and the same arguments has one number, whatever the phase, the seat and the options are. A
game in which something may be done out of turn has one number more, the last: to wait, that is to let the others go on.

The numbering is a function of the formal text alone: the same ``content_hash``, the same numbers.
"""

from __future__ import annotations

from itertools import product

from kirtis.language.game import Game as Rules
from kirtis.play.action import Action

WAIT = "wait"
"""How waiting is called. It is no action of the rules."""


class Numbers:
    """The numbering of a game: ``count`` numbers from 0, of which ``wait`` is the last, or None where there is none."""

    def __init__(self, rules: Rules) -> None:
        said: dict[tuple[str, tuple[str, ...]], None] = {}
        for phase in rules.phases.values():
            for act in phase.actions:
                for values in product(*(rules.values(t) for _, t in act.params)):
                    words = tuple(rules.word(t, v) for (_, t), v in zip(act.params, values, strict=True))
                    said[act.name, words] = None
        waits = any(act.actor is not None for phase in rules.phases.values() for act in phase.actions)
        self.seats = rules.seats
        self.names = tuple(said)
        self.wait = len(self.names) if waits else None
        self.count = len(self.names) + waits
        # Kept, for the numbers are looked up by the identity of actions: one that nobody held would be made anew each time.
        self._actions = tuple(tuple(Action(seat, name, words) for name, words in self.names) for seat in rules.seats)
        self._numbers = {action: n for of_seat in self._actions for n, action in enumerate(of_seat)}

    def number(self, action: Action) -> int:
        """The number of an action. Raises KeyError for one that the game does not have."""
        return self._numbers[action]

    def action(self, seat: int, number: int) -> Action | None:
        """What a seat does by a number; None where it waits. Raises IndexError for a number that there is not."""
        if number == self.wait:
            return None
        if not 0 <= number < len(self.names):
            raise IndexError(f"there is no action {number}; they go from 0 to {self.count - 1}")
        return self._actions[seat][number]

    def words(self, number: int) -> str:
        """A number in words, without the seat: ``play queen of clubs``."""
        if number == self.wait:
            return WAIT
        name, args = self.names[number]
        return " ".join((name, *args))
