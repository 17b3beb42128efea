"""Plays the rules: states, legal actions, views, records.

>>> import kirtis
>>> game = kirtis.load("kiksas")
>>> state = game.start(seed=7)
>>> while not state.over:
...     state = state.play(state.actions()[0])
"""

from kirtis.play.action import Action
from kirtis.play.chance import Chance, Kept, Seeded
from kirtis.play.faults import ActionError, ChanceError, OptionError, PlayError, PositionError, RuleError
from kirtis.play.game import Game, load
from kirtis.play.state import State

__all__ = [
    "Action",
    "ActionError",
    "Chance",
    "ChanceError",
    "Game",
    "Kept",
    "OptionError",
    "PlayError",
    "PositionError",
    "RuleError",
    "Seeded",
    "State",
    "load",
]  # fmt: skip
