"""Decisions of usual matches at which an option matters: by another value, others would be allowed, or they would come out otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from kirtis.conform.look import outcomes
from kirtis.conform.nearly import MOST_VALUES
from kirtis.conform.wander import Decision, Match
from kirtis.language.game import Game as Rules
from kirtis.mutate.steps import ERRORS
from kirtis.play.action import Action
from kirtis.play.chance import Again, Forced
from kirtis.play.game import Game, option_word
from kirtis.play.state import State

Answer = tuple[tuple[Action, ...], list[int] | None]
"""What is allowed, and the numbers of the position that follows, where the rules give one."""


def matters(rules: Rules, matches: Iterable[Match]) -> Iterator[Decision]:
    """For each other value of each option the first decision at which it matters, if there is one."""
    known = [(one, _answer(one.match.game, one)) for match in matches if not match.options for one in _decisions(match)]
    for name, option in rules.options.items():
        values = rules.values(option.type)
        for value in values if len(values) <= MOST_VALUES else ():
            if value is not None and value != option.default:
                game = Game(rules, {name: option_word(rules, name, int(value))})
                found = next((one for one, said in known if _answer(game, one) != said), None)
                if found is not None:
                    yield found


def _decisions(match: Match) -> Iterator[Decision]:
    """Every decision of a match but the last, after which it may have been left."""
    game = match.game
    states = [State(game, numbers, Forced(game.engine.layout, Again([]))) for _, numbers in match.stood]
    for nth, ((at, _), (until, _)) in enumerate(pairwise(match.stood)):
        action = match.events[at]
        assert isinstance(action, Action)
        yield Decision(match, at, nth, until, states[nth], action, states[nth + 1])


def _answer(game: Game, decision: Decision) -> Answer:
    """What the rules say at a decision, chance giving what it gave."""
    chance = Forced(game.engine.layout, Again(outcomes(decision)))
    state = State(game, decision.state._numbers, chance)
    try:
        allowed = state.actions()
        return allowed, state.play(decision.action)._numbers
    except ERRORS:
        return (), None  # chance is asked for something that it did not give
