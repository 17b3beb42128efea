"""Match records: every outcome of chance and every action, in words, one to a line, and back into states.

A record is read from strangers: every line is bounded and checked against the schema in ``record.schema.json`` before
anything is done with it, and the rules decide the rest. Whatever is wrong is one :class:`RecordError` with its line.
"""

from kirtis.play.record.again import final, game_of, replay
from kirtis.play.record.file import FORMAT, MOST_BYTES, MOST_LINES, lines, parse, read, schema, write
from kirtis.play.record.match import Event, Record, Recorder, RecordError

__all__ = [
    "FORMAT",
    "MOST_BYTES",
    "MOST_LINES",
    "Event",
    "Record",
    "RecordError",
    "Recorder",
    "final",
    "game_of",
    "lines",
    "parse",
    "read",
    "replay",
    "schema",
    "write",
]
