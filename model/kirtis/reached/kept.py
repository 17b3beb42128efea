"""The kept matches of a game and what comes about in them, as a file: ``proofs/reached/GAME.json``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kirtis import files
from kirtis.conform.wander import Match
from kirtis.language import Game
from kirtis.language.document import content_hash
from kirtis.play.action import Action
from kirtis.play.game import OptionWord
from kirtis.play.record import Event


@dataclass(frozen=True, slots=True)
class Kept:
    """A match from its beginning, as far as it is kept: the options that are not as usual, what chance gave, and what was done."""

    options: Mapping[str, OptionWord]
    events: tuple[Event, ...]

    @classmethod
    def of(cls, match: Match, until: int) -> Kept:
        """A match up to an event."""
        return cls(dict(match.options), tuple(match.events[:until]))


Place = tuple[int, int]
"""A kept match by its number, and how many of its events come before the decision at which, or by which, something comes about."""

Why = tuple[str, str]
"""A reason in Lithuanian and in English."""


@dataclass(frozen=True, slots=True)
class Reached:
    """For one number of players: the matches, where in them each mark comes about, which marks a solver confirms never to, and why others were not met."""

    matches: tuple[Kept, ...]
    met: Mapping[str, Place]
    never: tuple[str, ...] = ()
    unmet: Mapping[str, Why] = field(default_factory=dict)

    def __contains__(self, mark: str) -> bool:
        return mark in self.met or mark in self.never or mark in self.unmet

    @property
    def left(self) -> list[str]:
        """The marks that were not met, without a reason."""
        return [mark for mark, why in self.unmet.items() if not all(why)]


def path_of(game: str) -> Path:
    """The kept matches of a game of ours."""
    return files.proofs_folder() / "reached" / f"{game}.json"


def read(path: Path) -> dict[int, Reached]:
    """What is kept, by the number of players; nothing where there is no such file."""
    if not path.is_file():
        return {}
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return {int(n): _reached(one) for n, one in kept["players"].items()}


def _reached(one: Mapping[str, Any]) -> Reached:
    matches = tuple(Kept(m["options"], tuple(map(_event, m["events"]))) for m in one["matches"])
    met = {mark: (place[0], place[1]) for mark, place in one["met"].items()}
    return Reached(matches, met, tuple(one["never"]), {mark: (why[0], why[1]) for mark, why in one["unmet"].items()})


def _event(said: Any) -> Event:
    if isinstance(said, str):
        seat, name, *args = said.split(" ", 2)
        return Action(seat, name, tuple(args[0].split(", ")) if args else ())
    return str(said[0]) if isinstance(said, list) else {place: tuple(cards) for place, cards in said.items()}


def _said(event: Event) -> object:
    """An action as ``A play queen of clubs``, what was drawn as a list, a deal by its cells."""
    if isinstance(event, Action):
        return " ".join((event.seat, event.name, *([", ".join(event.args)] if event.args else ())))
    return [event] if isinstance(event, str) else event


def written(game: Game, found: Mapping[int, Reached]) -> Iterator[str]:
    """The lines of the file: a match to a line, a mark to a line."""
    head = {"game": game.name, "version": game.version, "rules": content_hash(game.documents)}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "players": {\n'
    for k, n in enumerate(sorted(found)):
        one = found[n]
        matches = [json.dumps({"options": m.options, "events": [*map(_said, m.events)]}, ensure_ascii=False) for m in one.matches]
        yield f' "{n}": {{\n  "matches": [\n' + _lines(matches) + "  ],\n"
        yield '  "met": {\n' + _lines(_pairs(one.met)) + "  },\n"
        yield '  "never": [\n' + _lines(json.dumps(mark) for mark in one.never) + "  ],\n"
        yield '  "unmet": {\n' + _lines(_pairs(one.unmet)) + "  }\n"
        yield " }" + ("," if k + 1 < len(found) else "") + "\n"
    yield "}}\n"


def _pairs(of: Mapping[str, object]) -> Iterator[str]:
    return (f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in of.items())


def _lines(said: Iterable[str]) -> str:
    found = ",\n".join(f"   {one}" for one in said)
    return f"{found}\n" if found else ""
