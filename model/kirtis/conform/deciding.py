"""Where an order or an option decides: were it otherwise, something else might be done, or something else would come of it.

Cards are compared in many places where it does not matter which is the higher: partners take the last trick, whichever of them. An
option is asked for in many places where all its values say the same. Whoever has the order wrong or does not know the option gives the
right answer there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from kirtis.conform import steps
from kirtis.conform.look import Looked, called, formed, once, outcomes, said_at_the_end
from kirtis.conform.marks import Marks
from kirtis.conform.optionsets import against
from kirtis.language import Game as Rules
from kirtis.language.game import Action as Act
from kirtis.language.game import Phase
from kirtis.language.named import Named
from kirtis.play.action import Action
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import PlayError
from kirtis.play.position import Value

ENOUGH = 6
"""Once something decides what may be done in so many positions, or what comes of so many steps, no more are asked: it takes long."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What is otherwise: the rules, with two places of an order exchanged, or the values of some options."""

    rules: Rules
    options: Mapping[str, int | bool]
    order: str = ""
    asking: dict[str, tuple[Act, ...]] = field(default_factory=dict, compare=False)
    """The actions of each phase whose needs, or whose turn, ask for what is otherwise."""

    def offers(self, one: Looked) -> bool:
        """Whether something else may be done in a position."""
        state = one.decision.state
        legal, phase = set(state.actions()), self.rules.phases[state.phase]
        read = Evaluator(self.rules, self._chosen(one), state.plain)
        try:
            turn = read.number(phase.by) if phase.by is not None else -1
            for act in self._asking(phase):
                needs = [once(read, need, one.marks.spoken[id(need)]) for need in act.needs]
                for action, env in formed(state, act, turn):
                    if all(met(env) for met in needs) is not (action in legal):
                        return True
        except PlayError:
            return True
        return False

    def comes(self, one: Looked) -> bool:
        """Whether a step comes to something else, or something else is said of the end that it comes to."""
        decision, chosen = one.decision, self._chosen(one)
        game = decision.match.game
        try:
            *_, last = steps.plainly(game, decision.state, decision.action, outcomes(decision), self.rules, chosen)
            if last[:-1] != decision.after._numbers[:-1]:  # the last number tells of chance
                return True
            if not decision.after.over:
                return False
            plain = decision.after.plain
            return list(_said(Evaluator(self.rules, chosen, plain))) != list(
                _said(Evaluator(game.rules, game.option_values, plain))
            )
        except PlayError:
            return True

    def begins(self, one: Looked) -> bool:
        """Whether a match comes to something else at its first decision."""
        decision = one.decision
        chance = [event for event in decision.match.events[: decision.at] if not isinstance(event, Action)]
        try:
            *_, first = steps.plainly(decision.match.game, None, None, chance, self.rules, self._chosen(one))
        except PlayError:
            return True
        return first[:-1] != decision.state._numbers[:-1]

    def _asking(self, phase: Phase) -> tuple[Act, ...]:
        if phase.name not in self.asking:
            whose = [] if phase.by is None else [phase.by]
            otherwise = Named(maps=frozenset({self.order}), options=frozenset(self.options))
            self.asking[phase.name] = tuple(
                act for act in phase.actions if otherwise.reached_by(self.rules, *whose, *(need.condition for need in act.needs))
            )
        return self.asking[phase.name]

    def _chosen(self, one: Looked) -> dict[str, int | bool]:
        return {**one.decision.match.game.option_values, **self.options}


class Deciding:
    """What decisions touch; orders and options only where they decide."""

    def __init__(self, marks: Marks) -> None:
        self.rules = rules = marks.game
        self.met: Counter[str] = Counter()
        self.came: Counter[str] = Counter()
        self.known: dict[tuple[Looked, str, bool], bool] = {}
        self.otherwise = {
            f"order {name} {high} over {low}": Otherwise(_turned(rules, name, high, low), {}, name)
            for name, below in marks.orders.items()
            for high, low in below.items()
        } | {
            f"option {option.name}={rules.word(option.type, value)}": Otherwise(rules, {option.name: other})
            for option in rules.options.values()
            for value, other in against(rules, option)
        }

    def offer(self, one: Looked) -> frozenset[str]:
        """What a decision touches as a position."""
        return frozenset(name for name in one.offer if self._offered(one, name))

    def step(self, one: Looked) -> frozenset[str]:
        """What a decision touches as a step."""
        return frozenset(name for name in one.step if self._comes(one, name))

    def setup(self, one: Looked) -> frozenset[str]:
        """The values of options that the beginning of a match touches."""
        chosen = one.decision.match.game.option_values
        marks = (f"option {name}={self.rules.word(o.type, chosen[name])}" for name, o in self.rules.options.items())
        return frozenset(mark for mark in marks if self.otherwise[mark].begins(one))

    def touches(self, one: Looked, name: str) -> bool:
        """Whether a decision touches one mark, as a position or as a step."""
        return (name in one.step and self._comes(one, name)) or (name in one.offer and self._offered(one, name))

    def _offered(self, one: Looked, name: str) -> bool:
        return self._decides(one, name, Otherwise.offers, self.met)

    def _comes(self, one: Looked, name: str) -> bool:
        return self._decides(one, name, Otherwise.comes, self.came)

    def _decides(self, one: Looked, name: str, how: Callable[[Otherwise, Looked], bool], so_far: Counter[str]) -> bool:
        """Whether what is otherwise decides there; what is not an order or an option always does."""
        if name not in self.otherwise:
            return True
        key = one, name, how is Otherwise.offers
        if key not in self.known:
            self.known[key] = so_far[name] < ENOUGH and how(self.otherwise[name], one)
            so_far[name] += self.known[key]
        return self.known[key]


def _turned(rules: Rules, name: str, high: int, low: int) -> Rules:
    """The rules with two places of an order exchanged."""
    order = rules.maps[name]
    values = tuple({high: low, low: high}.get(v, v) if v is not None else None for v in order.values)
    return replace(rules, maps={**rules.maps, name: replace(order, values=values)})


def _said(read: Evaluator) -> Iterator[Value]:
    """What is said of the end of a match."""
    for definition, given in said_at_the_end(read.game):
        yield read.value(called(definition, given))


__all__ = ["Deciding", "Otherwise"]
