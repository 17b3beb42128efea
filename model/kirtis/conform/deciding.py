"""Where an order decides: were two neighbours in it to change places, something else might be done, or something else would come of it.

Cards are compared in many places where it does not matter which is the higher: partners take the last trick, whichever of them. Whoever
has the order wrong gives the right answer there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from kirtis.conform import steps
from kirtis.conform.look import Looked, formed, once, outcomes
from kirtis.conform.marks import Marks
from kirtis.language import Game as Rules
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import PlayError

ENOUGH = 12
"""Once an order decides what may be done in so many positions, no more are asked: where a card may go to many places, it takes long."""


class Deciding:
    """What decisions touch; orders only where they decide."""

    def __init__(self, marks: Marks) -> None:
        self.met: Counter[str] = Counter()
        self.turned = {
            f"order {name} {high} over {low}": _turned(marks.game, name, high, low)
            for name, below in marks.orders.items()
            for high, low in below.items()
        }

    def offer(self, one: Looked) -> frozenset[str]:
        """What a decision touches as a position."""
        return frozenset(name for name in one.offer if name not in self.turned or self._offered(one, name))

    def step(self, one: Looked) -> frozenset[str]:
        """What a decision touches as a step."""
        return frozenset(name for name in one.step if name not in self.turned or _comes_otherwise(one, self.turned[name]))

    def _offered(self, one: Looked, name: str) -> bool:
        decides = self.met[name] < ENOUGH and _offered_otherwise(one, self.turned[name])
        self.met[name] += decides
        return decides


def _turned(rules: Rules, name: str, high: int, low: int) -> Rules:
    """The rules with two places of an order exchanged."""
    order = rules.maps[name]
    values = tuple({high: low, low: high}.get(v, v) if v is not None else None for v in order.values)
    return replace(rules, maps={**rules.maps, name: replace(order, values=values)})


def _offered_otherwise(one: Looked, rules: Rules) -> bool:
    """Whether something else may be done under other rules."""
    state = one.decision.state
    legal, phase = set(state.actions()), rules.phases[state.phase]
    read = Evaluator(rules, state.game.option_values, state.plain)
    try:
        turn = read.number(phase.by) if phase.by is not None else -1
        for act in phase.actions:
            needs = [once(read, need.condition) for need in act.needs]
            for action, env in formed(state, act, turn):
                if all(met(env) for met in needs) is not (action in legal):
                    return True
    except PlayError:
        return True
    return False


def _comes_otherwise(one: Looked, rules: Rules) -> bool:
    """Whether a step comes to something else under other rules."""
    decision = one.decision
    try:
        *_, last = steps.plainly(decision.match.game, decision.state, decision.action, outcomes(decision), rules)
    except PlayError:
        return True
    return last[:-1] != decision.after._numbers[:-1]  # the last number tells of chance


__all__ = ["Deciding"]
