"""The positions that an action and what is automatic after it pass, step by step, by the plain evaluator."""

from __future__ import annotations

from collections.abc import Iterator

from kirtis.conform.match import Asked, Told, meant
from kirtis.play import step
from kirtis.play.action import Action
from kirtis.play.careful import PlainChance
from kirtis.play.chance import Forced, Outcome
from kirtis.play.game import Game
from kirtis.play.state import State


def passed(game: Game, last: State | None, action: Action | None, outcomes: tuple[Outcome, ...]) -> Iterator[list[int]]:
    """The numbers of each, as far as chance has decided; without a state, those from the start of a match."""
    rules, options, layout = game.rules, game.option_values, game.engine.layout
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
