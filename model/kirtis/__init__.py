"""Kirtis: the rules of traditional Lithuanian card games, written once and read by people, solvers, players and ports.

>>> import kirtis
>>> game = kirtis.load("kiksas", options={"queen_led": False})
>>> state = game.start(seed=7)
>>> state = state.play(state.actions()[0])

``kirtis.play`` has what a program needs to play (Game, State, Action, Chance, records and errors), ``kirtis.language`` the rules as data,
``kirtis.prove`` the prover.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from kirtis.play import Game

__version__ = "0.1.0"
__all__ = ["__version__", "load"]


def load(game: str | Path, *, options: Mapping[str, bool | int | str] | None = None, seats: int | None = None) -> Game:
    """A game ready to be played: by its name, or a file of rules of your own.

    ``options`` settles readings by name (see ``kirtis games``), ``seats`` the number of players where a game allows several. Raises SpecError
    for rules that cannot be read, OptionError for an option or a value that does not exist.
    """
    # Imported when it is asked for, so that the command line need not read every rule to say its version.
    from kirtis.play import load as ready

    return ready(game, options=options, seats=seats)
