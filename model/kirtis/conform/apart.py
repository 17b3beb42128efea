"""Decisions at which the value of an option decides, looked for where no match so far has come to one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kirtis.conform.deciding import Deciding
from kirtis.conform.look import Looked, look, outcomes
from kirtis.conform.marks import Marks
from kirtis.conform.optionsets import against, small
from kirtis.conform.wander import Decision, Wanderer
from kirtis.language import Game as Rules
from kirtis.language.game import Option
from kirtis.play.chance import Again, Forced
from kirtis.play.faults import PlayError
from kirtis.play.game import Game, OptionWord, option_word
from kirtis.play.state import State

MOST = 3
"""So many decisions are looked for, for each value."""


def apart(marks: Marks, deciding: Deciding, found: list[Looked], plays: int) -> list[Looked]:
    """For every value of an option at which none of the decisions found would come otherwise: some that would, if there are any."""
    rules, more = marks.game, list[Looked]()
    wanderer = Wanderer(rules, "options")
    # What the search has compiled need not be compiled again.
    wanderer.games |= {tuple(game.option_values.values()): game for game in {one.decision.match.game for one in found}}
    in_vain: set[frozenset[str]] = set()
    for option in small(rules):
        # Other values first: a match that shows one of these mostly shows the default too, when it is played again as usual.
        for value, other in sorted(against(rules, option), key=lambda pair: pair[0] == option.default):
            mark, turned = (f"option {option.name}={rules.word(option.type, v)}" for v in (value, other))
            asked = any(not {mark, turned}.isdisjoint(one.offer | one.step) for one in found)
            if not asked or any(deciding.touches(one, mark) for one in found):
                continue
            near = [
                one.decision
                for one in (*more, *found)
                if deciding.touches(one, turned) and one.decision.match.game.option_values[option.name] == other
            ]
            looked = (look(marks, one) for one in _again(wanderer, near, option, value))
            new = [one for one in looked if deciding.touches(one, mark)]
            # Where one of two values decided nowhere, the other would be held against it in vain.
            pair = frozenset((mark, turned))
            if not new and pair not in in_vain:
                here, there = (_with({}, rules, option, v) for v in (value, other))
                new = [look(marks, one) for one in wanderer.wanted(here, parts(wanderer.game(there)), plays, MOST)]
                if not new:
                    in_vain.add(pair)
            more += new
    return more


def _again(wanderer: Wanderer, near: list[Decision], option: Option, value: int | bool) -> list[Decision]:
    """Some decisions that come otherwise when matches are played again with another value of an option; first those with the fewest options."""
    kept = list[Decision]()
    for one in sorted(near, key=lambda one: len(one.match.options))[:MOST]:
        options = one.match.options
        kept += wanderer.once_more(_with(options, wanderer.rules, option, value), [one], parts(wanderer.game(options)))
    return kept[: 2 * MOST]


def parts(other: Game) -> Callable[[Decision], bool]:
    """Whether a decision offers or comes to something else in another game: the same, with other options."""

    def otherwise(one: Decision) -> bool:
        chance = Forced(other.engine.layout, Again(outcomes(one)))
        there = State(other, one.state._numbers, chance)
        try:
            if set(there.actions()) != set(one.state.actions()):
                return True
            return there.play(one.action)._numbers[:-1] != one.after._numbers[:-1]  # the last number tells of chance
        except (PlayError, StopIteration):
            return True

    return otherwise


def _with(options: Mapping[str, OptionWord], rules: Rules, option: Option, value: int | bool) -> dict[str, OptionWord]:
    """The options with one value more; what is as usual need not be said."""
    others = {name: word for name, word in options.items() if name != option.name}
    return others if value == option.default else {**others, option.name: option_word(rules, option.name, int(value))}


__all__ = ["apart", "parts"]
