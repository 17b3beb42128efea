"""A match record: every outcome of chance and every action, in words; made while a match is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kirtis.play.action import Action
from kirtis.play.chance import Chance, Kept, Outcome, Seeded, Steady
from kirtis.play.faults import PlayError, RuleError
from kirtis.play.game import Game, OptionWord
from kirtis.play.state import State
from kirtis.play.words import Json

if TYPE_CHECKING:
    from kirtis.play.why import Refusal

Event = Action | Outcome


class RecordError(PlayError):
    """A record that cannot be read, or does not follow the rules (then it is ``illegal``): ``line`` (from 1), and what is wrong.

    Where an action of it may not be done, ``refusal`` says why.
    """

    def __init__(self, line: int, what: str, *, illegal: bool = False, refusal: Refusal | None = None) -> None:
        self.line, self.what, self.illegal, self.refusal = line, what, illegal, refusal
        super().__init__(f"line {line}: {what}")


@dataclass(frozen=True, slots=True)
class Record:
    """A match: what it was played by, what happened (with the first line of ``events`` being line 2), how it ended.

    ``end`` says whether it was ``over``, the ``phase``, the number of ``actions`` and the last value of the ``variables``.
    """

    game: str
    version: str
    rules: str
    seats: tuple[str, ...]
    options: dict[str, OptionWord]
    seed: int | str | None
    events: tuple[Event, ...]
    end: dict[str, Json]


class Recorder:
    """Plays a match and keeps all that happens: ``state`` is where it stands, ``record()`` what has happened so far.

    Chance is that of a seed; without a seed, ``chance``.
    """

    def __init__(self, game: Game, seed: int | str | None, chance: Chance | None = None) -> None:
        if (seed is None) == (chance is None):
            raise TypeError("a record takes a seed or a chance")
        self.game, self.seed = game, seed
        self.events: list[Event] = []
        self.chance = Kept(chance if chance is not None else Seeded(seed if seed is not None else 0))
        self.state = game.begin(Steady(game.engine.layout, self.chance))
        self.actions = 0
        self._take()

    def _take(self) -> None:
        self.events += self.chance.outcomes
        self.chance.outcomes.clear()

    def play(self, action: Action) -> State:
        """Play an action, and keep it; raises as ``State.play`` does, and keeps nothing then."""
        self.state = self.state.play(action)
        self.actions += 1
        self.events.append(action)
        self._take()
        return self.state

    def fail(self, action: Action) -> None:
        """Keep an action, as the last, to which the rules have no answer, with what chance gave until then."""
        try:
            self.play(action)
        except RuleError:
            self.events.append(action)
            self._take()

    def record(self) -> Record:
        """The match so far."""
        game = self.game
        end = end_of(self.state, self.actions)
        return Record(
            game.name, game.rules.version, game.content_hash(), game.seats, game.options, self.seed, tuple(self.events), end
        )


def end_of(state: State, actions: int) -> dict[str, Json]:
    """The last line of a record: how the match stands when it is left."""
    return {"over": state.over, "phase": state.phase, "actions": actions, "variables": state.position()["variables"]}
