"""A glance at a decision: what it looks like, roughly, so that of many that look alike only a few are looked at closely."""

from __future__ import annotations

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
        telling, counting = set(), []
        self.brims: dict[int, int] = {}
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
                        self.brims[n] = kind.high
            elif rules.zones[name].kind == "one":
                self.single.append(n)
        self.names[0] = self.names[-1] = "phase"
        self.telling, self.counting = frozenset(telling), tuple(counting)

    def at(self, state: State, action: Action, after: State, trace: Trace, actions: tuple[Action, ...]) -> Decided:
        """What this decision looks like, roughly: what it changes and by which branches, what is offered, how things stand."""
        old, new = state._numbers, after._numbers
        names, telling = self.names, self.telling
        changed = frozenset(
            [
                (names[n], b if n in telling else min(max(b, -1), 1))
                for n, (a, b) in enumerate(zip(old[:-1], new[:-1], strict=True))
                if a != b
            ]
        )
        offer = frozenset((a.seat == state.actor, a.name) for a in actions)
        stands = (
            any(old[n] >= 0 for n in self.single),
            *(old[n] if n in telling else min(max(old[n], -1), 1) for n in self.counting),
        )
        return (
            (0, old[0], action.name, new[0], changed, tuple(trace.rows), frozenset(trace.ways)),
            (1, old[0], offer, min(len(actions), 3)),
            (2, old[0], action.name, stands),
            (3, old[0], tuple((names[n], n, old[n]) for n, most in self.brims.items() if old[n] >= most - 2)),
        )
