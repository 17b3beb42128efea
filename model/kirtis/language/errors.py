"""What is wrong with a text, where, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass

from kirtis.language.places import Place


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: where it stands, what it is, and a way out (may be empty)."""

    at: Place
    what: str
    way_out: str = ""

    def __str__(self) -> str:
        return f"{self.at}: {self.what}" + (f"\n    {self.way_out}" if self.way_out else "")


class SpecError(Exception):
    """A text that cannot be read as rules; ``faults`` lists everything found wrong, in the order of the text."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__("\n".join(map(str, faults)))


def fail(at: Place, what: str, way_out: str = "") -> SpecError:
    """An error with one fault, to be raised by the caller."""
    return SpecError(Fault(at, what, way_out))
