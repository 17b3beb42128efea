"""Decisions of usual matches at which an option matters: by another value, others would be allowed, or they would come out otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from kirtis.conform.apart import parts
from kirtis.conform.optionsets import small
from kirtis.conform.wander import Decision, Match, Wanderer
from kirtis.language.game import Game as Rules
from kirtis.play.action import Action
from kirtis.play.chance import Again, Forced
from kirtis.play.game import Game, option_word
from kirtis.play.state import State

PLAYS = 100_000
"""So many decisions of more matches are played for a value that matters in none of those that are known."""


def matters(rules: Rules, matches: Iterable[Match], plays: int = PLAYS) -> Iterator[Decision]:
    """For each other value of each option the first decision at which it matters, if there is one; those that are in no known match come last."""
    known = [one for match in matches if not match.options for one in _decisions(match)]
    rare: list[Callable[[Decision], bool]] = []
    for option in small(rules):
        for value in rules.values(option.type):
            if value is not None and value != option.default:
                otherwise = parts(Game(rules, {option.name: option_word(rules, option.name, int(value))}))
                found = next((one for one in known if otherwise(one)), None)
                if found is not None:
                    yield found
                else:
                    rare.append(otherwise)
    wanderer = Wanderer(rules, "defaults")
    for otherwise in rare:
        yield from wanderer.wanted({}, otherwise, plays, 1)


def _decisions(match: Match) -> Iterator[Decision]:
    """Every decision of a match but the last, after which it may have been left."""
    game = match.game
    states = [State(game, numbers, Forced(game.engine.layout, Again([]))) for _, numbers in match.stood]
    for nth, ((at, _), (until, _)) in enumerate(pairwise(match.stood)):
        action = match.events[at]
        assert isinstance(action, Action)
        yield Decision(match, at, nth, until, states[nth], action, states[nth + 1])
