"""How a match came to where it stands, told event by event: in the terminal, on a page, and as records in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from kirtis import files
from kirtis.cli.common import Speaker
from kirtis.cli.languages import counted
from kirtis.cli.languages import speaker as speaking
from kirtis.cli.proofs import SHOWN, Prover
from kirtis.language.game import Game
from kirtis.play.action import Action
from kirtis.play.record import Event, Record, parse, write
from kirtis.prove.report import Counterexample, Report

said = speaking(SHOWN)

MANY = 60
"""Of a match with more decisions the terminal shows the last deal only."""


def outcome(event: Event, speaker: Speaker) -> str:
    """What chance gave, as one line."""
    if isinstance(event, dict):
        hands = "; ".join(f"{speaker.cell(zone)} {' '.join(map(speaker.card, cards)) or '–'}" for zone, cards in event.items())
        return speaker.say("deal_line", hands)
    return speaker.say("draw_line", speaker.argument(str(event)))


def told(events: Iterable[Event], speaker: Speaker) -> Iterator[str]:
    """A line for each outcome of chance, and one for all actions of one name that follow one another."""
    for name, group in groupby(events, lambda e: e.name if isinstance(e, Action) else None):
        if name is None:
            yield from (outcome(e, speaker) for e in group)
        else:
            acts = (" ".join((e.seat, *map(speaker.argument, e.args))) for e in group if isinstance(e, Action))
            yield f"{speaker.word(name)}: {', '.join(acts)}"


def match_of(c: Counterexample) -> Record | None:
    """The match that leads to a counterexample, if one is known."""
    return parse([line.encode() for line in c.match]) if c.match else None


def shown(record: Record, speaker: Speaker) -> Iterator[str]:
    """A match as the terminal has room for it: of a long one the last deal, and how to see the rest."""
    events = record.events
    deals = [n for n, e in enumerate(events) if isinstance(e, dict)]
    if decisions(record) > MANY and deals:
        yield said(speaker.lang, "rest")
        events = events[deals[-1] :]
    yield from told(events, speaker)


def decisions(record: Record) -> int:
    """How many actions a match has."""
    return sum(isinstance(e, Action) for e in record.events)


def where(c: Counterexample, words: Prover) -> str:
    """Where a counterexample was met."""
    if (record := match_of(c)) is not None:
        n = decisions(record)
        return said(words.lang, "plain", where=counted(n, "decision", words.lang) if n else said(words.lang, "no decisions"))
    return said(words.lang, "met", where=words.reached(c.reached)) if c.reached else said(words.lang, "before")


def write_deals(report: Report, game: Game, folder: Path) -> Iterator[Path]:
    """Write the matches that break something to a folder, a record each, named by what they break. Raises OSError that names the file."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{report.game}-{len(game.seats)}" if len(game.seat_counts) > 1 else report.game
    for c in report.counterexamples:
        if (record := match_of(c)) is not None:
            path = folder / f"{name}-{files.plain_name(c.obligation)}.jsonl"
            write(record, path)
            yield path
