"""Decisions at which an option matters to whoever leaves it as it is: by another value, others would be allowed, or they would come out otherwise.

What matters in none of the usual matches may do so where something else is chosen too, and then decide no more than who has won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from kirtis.conform.apart import parts
from kirtis.conform.look import said_at_the_end
from kirtis.conform.optionsets import small
from kirtis.conform.wander import Decision, Match, Wanderer
from kirtis.language.game import Game as Rules
from kirtis.mutate.shown import told_at_the_end
from kirtis.play.action import Action
from kirtis.play.chance import Again, Forced
from kirtis.play.game import Game, OptionWord, option_word
from kirtis.play.state import State

PLAYS, MORE = 100_000, 300_000
"""So many decisions of more matches are played for a value that matters in none of those that are known, and so many more where that was in vain."""

SETS, SHARE = 6, 8_000
"""In between, matches are played in which something else is chosen too: so many choices, so many decisions of each."""


Wanted = Callable[[Decision], bool]
"""Whether a decision is of the kind that is looked for."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another value of an option than the default, by its word."""

    option: str
    word: OptionWord

    def beside(self, options: Mapping[str, OptionWord]) -> dict[str, OptionWord]:
        """Some options, and this value."""
        return {**options, self.option: self.word}


def matters(rules: Rules, found: Sequence[Decision], plays: int = PLAYS, more: int = MORE) -> Iterator[Decision]:
    """For each other value of each option the first decision at which it matters, if there is one; those that were hard to find come last."""
    matches = list(dict.fromkeys(one.match for one in found))
    known = [one for match in matches if not match.options for one in _decisions(match)]
    rare: list[tuple[Other, Wanted]] = []
    for other in _others(rules):
        otherwise = parts(Game(rules, other.beside({})))
        first = next((one for one in known if otherwise(one)), None)
        if first is None:
            rare.append((other, otherwise))
        else:
            yield first
    wanderer, missing = Wanderer(rules, "defaults"), list[tuple[Other, Wanted]]()
    for other, otherwise in rare:
        seen = wanderer.wanted({}, otherwise, plays, 1)
        yield from seen
        if not seen:
            missing.append((other, otherwise))
    wanderer = Wanderer(rules, "seldom")
    for other, otherwise in missing:
        yield from _with_others(wanderer, matches, other) or wanderer.wanted({}, otherwise, more, 1)


def _with_others(wanderer: Wanderer, matches: Iterable[Match], other: Other) -> list[Decision]:
    """A decision at which a value matters in a match in which something else is chosen, if one is found."""

    def matters_there(one: Decision) -> bool:
        game = wanderer.game(other.beside(one.match.options))
        return parts(game)(one) or (one.after.over and _ended(game, one) != _ended(one.match.game, one))

    chosen = [{n: word for n, word in match.options.items() if n != other.option} for match in matches]
    different = {tuple(one.items()): one for one in chosen if one}
    for options in islice(different.values(), SETS):
        seen = wanderer.wanted(options, matters_there, SHARE, 1)
        if seen:
            return seen[:1]
    return []


def _others(rules: Rules) -> Iterator[Other]:
    for option in small(rules):
        for value in rules.values(option.type):
            if value is not None and value != option.default:
                yield Other(option.name, option_word(rules, option.name, int(value)))


def _decisions(match: Match) -> Iterator[Decision]:
    """Every decision of a match but the last, after which it may have been left."""
    game = match.game
    states = [State(game, numbers, Forced(game.engine.layout, Again([]))) for _, numbers in match.stood]
    for nth, ((at, _), (until, _)) in enumerate(pairwise(match.stood)):
        action = match.events[at]
        assert isinstance(action, Action)
        yield Decision(match, at, nth, until, states[nth], action, states[nth + 1])


def _ended(game: Game, one: Decision) -> list[object]:
    """What is said of the end of a match by the rules with the options of a game."""
    return told_at_the_end(game.rules, list(said_at_the_end(game.rules)), one.after.plain, game.option_values)
