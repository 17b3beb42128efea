"""Match records: every outcome of chance and every action, in words, one to a line, and back into states.

A record is read from strangers: every line is bounded and checked against the schema in ``record.schema.json`` before
anything is done with it, and the rules decide the rest. Whatever is wrong is one :class:`RecordError` with its line.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kirtis import language
from kirtis.jsonline import read_object
from kirtis.language.document import content_hash
from kirtis.language.errors import SpecError
from kirtis.play.action import Action
from kirtis.play.chance import Chance, Kept, Outcome, Seeded, Steady
from kirtis.play.faults import ActionError, ChanceError, OptionError, PlayError, RuleError
from kirtis.play.game import Game, OptionWord
from kirtis.play.state import State
from kirtis.play.words import Json

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

    from kirtis.play.why import Refusal

FORMAT = 1
MOST_LINES = 100_000
"""A record with more lines is refused."""

MOST_BYTES = 20_000
"""A line with more bytes is refused."""

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
        end = _end(self.state, self.actions)
        return Record(
            game.name, game.rules.version, game.content_hash(), game.seats, game.options, self.seed, tuple(self.events), end
        )


def _end(state: State, actions: int) -> dict[str, Json]:
    return {"over": state.over, "phase": state.phase, "actions": actions, "variables": state.position()["variables"]}


# -- to and from lines -------------------------------------------------------------------------------------------------------


def lines(record: Record) -> Iterator[str]:
    """The lines of a record, without their ends."""
    header = {
        "kirtis": "record", "format": FORMAT, "game": record.game, "version": record.version, "rules": record.rules,
        "seats": list(record.seats), "options": record.options, "seed": record.seed,
    }  # fmt: skip
    yield _line(header)
    for event in record.events:
        if isinstance(event, Action):
            yield _line({"act": [event.seat, event.name, *event.args]})
        else:
            yield _line({"draw": event} if isinstance(event, str) else {"deal": {k: list(v) for k, v in event.items()}})
    yield _line({"end": record.end})


def _line(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def write(record: Record, path: str | Path) -> None:
    """Write a record to a file, whole or not at all. Raises OSError where the file cannot be written."""
    path = Path(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            out.writelines(line + "\n" for line in lines(record))
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: str | Path) -> Record:
    """Read a record from a file; the rules are not looked at yet. Raises RecordError, or OSError where there is no such file."""
    with Path(path).open("rb") as source:
        return parse(_bounded(source))


def _bounded(source: Any) -> Iterator[bytes]:
    while line := source.readline(MOST_BYTES + 1):
        yield line


def parse(source: Iterator[bytes] | Sequence[bytes]) -> Record:
    """A record from its lines, as bytes. Raises RecordError at the first line that is not as it should be."""
    header: dict[str, Any] | None = None
    end: dict[str, Any] | None = None
    events: list[Event] = []
    number = 0
    for number, raw in enumerate(source, 1):
        if number > MOST_LINES:
            raise RecordError(number, f"a record has at most {MOST_LINES:,} lines")
        if end is not None:
            raise RecordError(number, "something follows the last line of the record")
        value = _value(number, raw)
        if header is None:
            if value.get("kirtis") != "record":
                raise RecordError(number, "this is no match record of Kirtis: a record begins with its header")
            header = _checked(number, value, "header")
            continue
        kind = next((k for k in ("act", "draw", "deal", "end") if k in value), None)
        if kind is None:
            raise RecordError(number, "this is neither an action (act), nor an outcome of chance (draw, deal), nor the end")
        inner = _checked(number, value, kind)[kind]
        match kind:
            case "act":
                events.append(Action(inner[0], inner[1], inner[2:]))
            case "draw":
                events.append(inner)
            case "deal":
                events.append({name: tuple(cards) for name, cards in inner.items()})
            case "end":
                end = inner
    if header is None:
        raise RecordError(1, "the record is empty")
    if end is None:
        raise RecordError(number + 1, "the record is cut off: its last line, the end, is missing")
    return Record(
        header["game"],
        header["version"],
        header["rules"],
        tuple(header["seats"]),
        header["options"],
        header["seed"],
        tuple(events),
        end,
    )


def _value(number: int, raw: bytes) -> dict[str, Any]:
    if len(raw) > MOST_BYTES:
        raise RecordError(number, f"a line has at most {MOST_BYTES:,} bytes")
    try:
        return read_object(raw)
    except ValueError as error:
        wanted = "\n    a match record is wanted here, as kirtis play --record writes one" if number == 1 else ""
        raise RecordError(number, f"{error}{wanted}") from None


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of a line of a record."""
    found: dict[str, Any] = json.loads(files("kirtis.play").joinpath("record.schema.json").read_text("utf-8"))
    return found


@cache
def _validator(kind: str) -> Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema()["$defs"]})


def _checked(number: int, value: dict[str, Any], kind: str) -> dict[str, Any]:
    from jsonschema.exceptions import best_match

    error = best_match(_validator(kind).iter_errors(value))
    if error is not None:
        where = ".".join(map(str, error.absolute_path))
        what = error.message if len(error.message) <= 200 else error.message[:200] + "…"
        raise RecordError(number, f"this is no {kind} line of a record: {f'{where}: ' if where else ''}{what}")
    return value


# -- back into states --------------------------------------------------------------------------------------------------------


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
    if record.end != _end(state, actions):
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
