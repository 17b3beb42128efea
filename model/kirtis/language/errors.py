"""What is wrong with a text, where, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kirtis.language.places import Place

MOST_SHOWN = 40
"""The most faults that one message lists; it says how many more there are."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: where it stands, what it is, and a way out (may be empty)."""

    at: Place
    what: str
    way_out: str = ""

    def __str__(self) -> str:
        return f"{self.at}: {self.what}" + (f"\n    {self.way_out}" if self.way_out else "")


class SpecError(Exception):
    """A text that cannot be read as rules; ``faults`` lists everything found wrong, in the order of the text.

    As a message it lists the first 40 of them.
    """

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        shown = [str(fault) for fault in faults[:MOST_SHOWN]]
        if len(faults) > MOST_SHOWN:
            shown.append(f"… and {len(faults) - MOST_SHOWN:,} more")
        super().__init__("\n".join(shown))


def fail(at: Place, what: str, way_out: str = "") -> SpecError:
    """An error with one fault, to be raised by the caller."""
    return SpecError(Fault(at, what, way_out))


def in_order(faults: Iterable[Fault], own: str = "") -> list[Fault]:
    """The faults by file and line, each once; those of a writer's own file before what they bring about in its parent."""
    return sorted(dict.fromkeys(faults), key=lambda f: (f.at.file != own, f.at.file, f.at.line))
