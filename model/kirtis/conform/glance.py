"""A glance at a decision: what it looks like, roughly, so that of many that look alike only a few are looked at closely."""

from __future__ import annotations

from itertools import compress
from operator import ne

from kirtis.language import Game as Rules
from kirtis.language.types import Bool, Enum, Num, definite
from kirtis.play.action import Action
from kirtis.play.compile.trace import Trace
from kirtis.play.layout import Layout
from kirtis.play.state import State

Decided = tuple[tuple[object, ...], ...]
"""What a decision looks like, in several respects."""


class Glance:
    """Which of the numbers of a position say something, and what they say of a decision."""

    def __init__(self, rules: Rules) -> None:
        layout = Layout.of(rules)
        self.names = ["cards"] * layout.size
        self.places = range(layout.size - 1)
        telling, counting = set(), []
        self.brims: list[tuple[int, int]] = []
        self.single: list[int] = []
        for (name, _), n in layout.places.items():
            if name in rules.variables:
                # Zones change with every card; that says little.
                self.names[n] = name
                kind = definite(rules.variables[name].type)
                if isinstance(kind, Bool) or (isinstance(kind, Enum) and kind.name not in ("seat", "card", "suit", "side")):
                    telling.add(n)
                    counting.append(n)
                elif isinstance(kind, Num) and kind.high is not None and kind.high <= 12:
                    counting.append(n)
                    if kind.high > 2:
                        self.brims.append((n, kind.high - 2))
            elif rules.zones[name].kind == "one":
                self.single.append(n)
        self.names[0] = self.names[-1] = "phase"
        self.telling, self.counting = frozenset(telling), tuple(counting)

    def at(self, state: State, action: Action, after: State, trace: Trace, actions: tuple[Action, ...]) -> Decided:
        """What this decision looks like, roughly: what it changes and by which branches, what is offered, how things stand."""
        old, new = state._numbers, after._numbers
        names, telling, actor = self.names, self.telling, state.actor
        # The last number tells of chance, not of the position.
        changed = compress(self.places, map(ne, old, new))
        offer = frozenset([(a.seat == actor, a.name) for a in actions])
        stands = [old[n] if n in telling else (old[n] > 0) - (old[n] < 0) for n in self.counting]
        return (
            (
                0,
                old[0],
                action.name,
                new[0],
                frozenset([(names[n], new[n] if n in telling else (new[n] > 0) - (new[n] < 0)) for n in changed]),
                tuple(trace.rows),
                frozenset(trace.ways),
            ),
            (1, old[0], offer, min(len(actions), 3)),
            (2, old[0], action.name, (any(old[n] >= 0 for n in self.single), *stands)),
            (3, old[0], tuple([(names[n], n, old[n]) for n, nearly in self.brims if old[n] >= nearly])),
        )
