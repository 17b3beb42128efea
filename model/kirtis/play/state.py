"""Where a match stands, and how it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kirtis.play import position as _position
from kirtis.play.action import Action
from kirtis.play.faults import ActionError, PlayError

if TYPE_CHECKING:
    from kirtis.play.compile.engine import Fortune, Numbers
    from kirtis.play.game import Game
    from kirtis.play.show import Cards
    from kirtis.play.why import Refusal
    from kirtis.play.words import Json

_new = object.__new__


class State:
    """A position of a match; it never changes: ``play`` gives the next one.

    States of one game with equal positions are equal, whatever led to them and whatever chance has in store.
    """

    __slots__ = ("_actions", "_fortune", "_game", "_numbers")
    _game: Game
    _fortune: Fortune
    _numbers: Numbers
    _actions: tuple[Action, ...] | None

    def __init__(self, game: Game, numbers: Numbers, fortune: Fortune) -> None:
        self._game, self._numbers, self._fortune, self._actions = game, numbers, fortune, None

    # -- where it stands ---------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played, with its options."""
        return self._game

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return self._game.phase_names[self._numbers[0]]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._game.ends[self._numbers[0]]

    @property
    def actor(self) -> str | None:
        """The seat whose turn it is; None once the match is over. Others may have something to say out of turn."""
        return self._game.actor(self)

    # -- how it goes on ----------------------------------------------------------------------------------------------------

    def actions(self) -> tuple[Action, ...]:
        """Everything that a seat may do now, in the order of the rules; nothing once the match is over.

        Raises RuleError where the rules give no answer.
        """
        actions = self._actions
        if actions is None:
            numbers = self._numbers
            try:
                actions = self._game.menus[numbers[0]](numbers)
            except Exception:
                actions = self._game.careful.actions(self)
            self._actions = actions
        return actions

    def play(self, action: Action) -> State:
        """The state after an action and everything automatic that follows it.

        Raises ActionError, with the reason, for an action that may not be done; RuleError where the rules give no answer.
        """
        actions = self._actions
        if actions is None:
            actions = self.actions()
        if action not in actions:
            refusal = self.why_not(action)
            assert refusal is not None
            raise ActionError(refusal)
        numbers = self._numbers
        state = _new(State)
        state._game = game = self._game
        state._fortune = fortune = self._fortune
        state._actions = None
        try:
            do, values = game.moves[numbers[0]][action]
            state._numbers = do(numbers, fortune, values)
        except PlayError:
            raise
        except Exception:
            state._numbers = game.careful.play(self, action)
        return state

    def why_not(self, action: Action) -> Refusal | None:
        """Why an action may not be done here; None where it may."""
        from kirtis.play.why import refusal

        return None if action in self.actions() else refusal(self, action)

    # -- what it says ------------------------------------------------------------------------------------------------------

    def view(self, seat: str) -> dict[str, Json]:
        """What a seat may see, in words; see :func:`kirtis.play.sight.view`."""
        from kirtis.play.sight import view

        return view(self, seat)

    def public(self) -> dict[str, Json]:
        """What every seat may see, in words."""
        from kirtis.play.sight import public

        return public(self)

    def position(self) -> dict[str, Json]:
        """The whole position in words, as ``Game.from_position`` takes it."""
        from kirtis.play.words import position_in_words

        return position_in_words(self._game.rules, self._game.paths, self.plain)

    def get(self, name: str, *index: str) -> Json:
        """The value of a variable, the cards of a zone, or a definition: ``state.get("goal", "AC")``.

        Raises LookupError for a name or an index that the game does not have.
        """
        from kirtis.play.words import read

        return read(self, name, index)

    call = get

    def cards(self, zone: str, *index: str, language: str = "en") -> Cards:
        """The cards of a zone, or of every cell of a family, to be looked at: ``state.cards("hand", "A")``, ``state.cards("table")``.

        Raises LookupError for a zone, index or language that there is not.
        """
        from kirtis.play.show import cards

        return cards(self, zone, index, language)

    def look(self, seat: str, language: str = "en") -> Cards:
        """All cards as a seat sees them. Raises LookupError for a seat or language that there is not."""
        from kirtis.play.show import look

        return look(self, seat, language)

    @property
    def plain(self) -> _position.Position:
        """The position as the plain evaluator reads it."""
        return self._game.engine.layout.unpack(self._numbers)

    # -- as a value --------------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._game.same(other._game) and self._numbers[:-1] == other._numbers[:-1]

    def __hash__(self) -> int:
        return hash(tuple(self._numbers[:-1]))

    def __repr__(self) -> str:
        actor = self.actor if not self.over else None
        return f"<{self._game.name}: {self.phase}{f', {actor} to act' if actor else ''}>"
