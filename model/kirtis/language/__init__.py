"""The rule language: literate files to checked, typed games. Nothing here plays, proves or prints."""

from kirtis.language.errors import Fault, SpecError
from kirtis.language.game import Game
from kirtis.language.load import from_text, load
from kirtis.language.places import Place

__all__ = ["Fault", "Game", "Place", "SpecError", "from_text", "load"]
