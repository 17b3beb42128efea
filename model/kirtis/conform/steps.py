"""The positions that an action and what is automatic after it pass, one after each step, by their numbers.

The compiled rules note them (``Engine.watch``); where these leave a step to the plain evaluator, so does whoever wants to know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kirtis.conform.match import Asked, Told, meant
from kirtis.language import Game as Rules
from kirtis.play import step
from kirtis.play.action import Action
from kirtis.play.careful import PlainChance
from kirtis.play.chance import Again, Forced, Outcome
from kirtis.play.game import Game
from kirtis.play.state import State


def after(game: Game, last: State | None, action: Action | None, outcomes: Sequence[Outcome]) -> list[list[int]]:
    """Those after an action, to the next decision or the end; without a state, from the start of a match. Chance is asked for these outcomes, and no more."""
    doubts, chance = game.careful.asked, Again(outcomes)
    with game.engine.watched() as noted:
        if last is None or action is None:
            state = game.start(chance=chance)
        else:
            state = State(game, last._numbers, Forced(game.engine.layout, chance)).play(action)
    if game.careful.asked > doubts:
        return list(plainly(game, last, action, outcomes))
    return [*noted, state._numbers]


def plainly(
    game: Game,
    last: State | None,
    action: Action | None,
    outcomes: Sequence[Outcome],
    other: Rules | None = None,
    chosen: Mapping[str, int | bool] | None = None,
) -> Iterator[list[int]]:
    """The same by the plain evaluator, as far as chance has decided; by other rules that lie in memory alike, or other options, if given."""
    rules, options, layout = other or game.rules, chosen or game.option_values, game.engine.layout
    told = Told()
    told.outcomes = list(outcomes)
    chance = PlainChance(layout, Forced(layout, told), 0)
    position = game.first
    if last is not None and action is not None:
        position = step.act(rules, options, last.plain, *meant(rules, last.phase, action), chance)
    try:
        yield layout.pack(position)
        while (phase := rules.phases[position.phase]).kind in ("auto", "chance"):
            position = step.automatic(rules, options, position, phase, chance)
            yield layout.pack(position)
    except Asked:
        return
