"""A record played again: the rules decide whether it is a match."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kirtis import language
from kirtis.language.document import content_hash
from kirtis.language.errors import SpecError
from kirtis.play.action import Action
from kirtis.play.chance import Steady
from kirtis.play.faults import ActionError, ChanceError, OptionError, RuleError
from kirtis.play.game import Game
from kirtis.play.record.match import Event, Record, RecordError, end_of
from kirtis.play.state import State


class _Told:
    """Chance as the record tells it."""

    def __init__(self, record: Record) -> None:
        self.events, self.at = record.events, 0

    def next(self, kind: type, wanted: str) -> Any:
        event = self.events[self.at] if self.at < len(self.events) else None
        if not isinstance(event, kind):
            found = "the record ends" if event is None else f"there stands {_shown(event)}"
            raise RecordError(self.at + 2, f"{wanted} is missing here: {found}", illegal=True)
        self.at += 1
        return event

    def draw(self, values: Sequence[str]) -> str:
        """The outcome that the record gives next."""
        word: str = self.next(str, f"an outcome of chance ({', '.join(values[:4])}{'…' if len(values) > 4 else ''})")
        return word

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        """The deal that the record gives next."""
        dealt: Mapping[str, Sequence[str]] = self.next(dict, f"a deal to {', '.join(counts)}")
        return dealt


def _shown(event: Event) -> str:
    return f"the action {event}" if isinstance(event, Action) else f"the outcome {event}" if isinstance(event, str) else "a deal"


def game_of(record: Record, rules: Path | None = None) -> Game:
    """The game that a record was played by; ``rules`` is the file of its rules, where they are not among those of the package.

    Raises RecordError where it is not known, or its rules are not those of the record.
    """
    name = record.game if rules is None else rules
    try:
        known = language.load(name, seats=len(record.seats), proofs=False)
    except SpecError as error:
        more = "" if rules is not None else "\n    the file of its rules can be named with --rules"
        raise RecordError(1, f"{error}{more}") from None
    if content_hash(known.documents) != record.rules:
        raise RecordError(
            1,
            f"the rules of {name} are not those that the match was played by "
            f"({record.game} {record.version} then, {known.name} {known.version} now)\n    name the file of those with --rules",
        )
    try:
        game = Game(known, record.options)
    except OptionError as error:
        raise RecordError(1, str(error)) from None
    if game.seats != record.seats:
        raise RecordError(1, f"the seats of {record.game} are {', '.join(game.seats)}")
    return game


def replay(record: Record, game: Game | None = None) -> Iterator[tuple[Action | None, State]]:
    """Play a record again: the first state, then each action with the state after it.

    Raises RecordError at the line that does not follow the rules, with the clause where there is one; ``game`` saves loading it.
    """
    game = game_of(record) if game is None else game
    told = _Told(record)
    state = _step(told, lambda: game.begin(Steady(game.engine.layout, told)))
    yield None, state
    actions = 0
    while told.at < len(record.events):
        event = record.events[told.at]
        line = told.at + 2
        if not isinstance(event, Action):
            raise RecordError(line, f"nothing is left to chance here, but there stands {_shown(event)}", illegal=True)
        told.at += 1
        before = state
        try:
            state = _step(told, lambda: before.play(event))  # noqa: B023 (called at once)
        except ActionError as error:
            raise RecordError(line, str(error), illegal=True, refusal=error.refusal) from None
        actions += 1
        yield event, state
    if record.end != end_of(state, actions):
        raise RecordError(len(record.events) + 2, "the end is not what the match comes to by the rules", illegal=True)


def _step(told: _Told, step: Any) -> State:
    try:
        state: State = step()
    except ChanceError as error:
        raise RecordError(told.at + 1, str(error), illegal=True) from None
    except RuleError as error:
        raise RecordError(told.at + 1, f"the rules do not say how to go on: {error}", illegal=True) from None
    return state


def final(record: Record, game: Game | None = None) -> State:
    """The last state of a record, the whole of it checked."""
    ((_, state),) = deque(replay(record, game), maxlen=1)
    return state
