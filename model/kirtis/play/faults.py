"""What can go wrong while a game is played, each with its own error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kirtis.language.places import NOWHERE, Place

if TYPE_CHECKING:
    from kirtis.play.why import Refusal


class PlayError(Exception):
    """The common ancestor of every error that playing raises."""


class RuleError(PlayError):
    """The rules gave no answer where they should: what happened, and the line and clause where it did.

    It never happens in a position that can be reached, if what is to be proved of the game is proved.
    """

    def __init__(self, what: str, at: Place = NOWHERE) -> None:
        self.what = what
        self.at = at
        super().__init__(f"{at}: {what}" if at.file else what)


class ActionError(PlayError):
    """An action that may not be done here; ``refusal`` says why, with its clause."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))


class PositionError(PlayError):
    """A position in words that is not one of the game: each message names the word that is wrong."""

    def __init__(self, *messages: str) -> None:
        self.messages = messages
        super().__init__("; ".join(messages))


class OptionError(PlayError):
    """An option that the game does not have, or a value that the option does not have."""


class ChanceError(PlayError):
    """A forced outcome that chance could not have: a card not in the pack, a wrong number of cards."""
