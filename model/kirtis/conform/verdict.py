"""What became of the vectors that a port was asked: passed, failed or skipped, why, and which clauses that throws doubt on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kirtis.conform.port import PortFault

TEXTS: dict[str, tuple[str, str]] = {
    "at": ("ties {0} įvykiu ({1}): {2}", "at event {0} ({1}): {2}"),
    "error": ("į {0} atsako klaida {1}", "answers {0} with the error {1}"),
    "differs": ("{0}: turi būti {1}, o atsako {2}", "{0}: {1} is right, and the answer is {2}"),
    "lacks": ("{0}: turi būti {1}, o atsakyme to nėra", "{0}: {1} is right, and the answer does not have it"),
    "excess": ("{0}: atsakyme yra {1}, o to būti neturi", "{0}: the answer has {1}, which should not be there"),
    "number": ("veiksmų turi būti {0}, o išvardyta {1}", "the number of actions is {0}, and the answer lists {1}"),
    "missing": ("neleidžia to, kas galima: {0}", "does not allow what may be done: {0}"),
    "extra": ("leidžia tai, ko negalima: {0}", "allows what may not be done: {0}"),
    "twice": ("tas pats veiksmas išvardytas du kartus", "lists an action twice"),
    "allowed": ("neatsisako atlikti {0}", "does not refuse {0}"),
    "shape": ("{0}: ne tokio pavidalo: {1}", "{0} has the wrong form: {1}"),
    "skip_request": ("programa neatsako į {0}", "the port does not answer {0}"),
    "skip_seats": ("programa nežaidžia šio žaidimo {0} žaidėjams", "the port does not play this game for {0}"),
    "skip_options": ("programa nežaidžia su tokiais pasirinkimais", "the port does not play with these options"),
    "skip_fault": ("iki to neprieita", "was not reached"),
}
"""What a verdict says, in Lithuanian and English."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text of ``TEXTS`` with its values, which may be such texts themselves."""

    key: str
    values: tuple[str | Said, ...] = ()

    def text(self, n: int) -> str:
        """In Lithuanian (0) or English (1)."""
        return TEXTS[self.key][n].format(*(v.text(n) if isinstance(v, Said) else v for v in self.values))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a vector: ``passed``, ``failed`` or ``skipped``, the reason, and the clauses that are in doubt where it failed."""

    id: str
    kind: str
    clauses: tuple[str, ...]
    outcome: str
    reason: Said | None = None
    blamed: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(slots=True)
class Outcome:
    """What became of all vectors of a game; ``fault`` where the port had to be given up, when asked ``asked`` of the vector ``during``."""

    game: str
    port: dict[str, Any] = field(default_factory=dict)
    verdicts: list[Verdict] = field(default_factory=list)
    fault: PortFault | None = None
    during: str = ""
    asked: dict[str, Any] = field(default_factory=dict)
    stderr: str = ""
    seconds: float = 0.0

    def count(self, outcome: str) -> int:
        """How many vectors passed, failed or were skipped."""
        return sum(v.outcome == outcome for v in self.verdicts)

    def by_clause(self) -> dict[str, dict[str, int]]:
        """For every clause how many of its vectors passed, failed and were skipped."""
        out: dict[str, dict[str, int]] = {}
        for verdict in self.verdicts:
            for clause in verdict.clauses:
                there = out.setdefault(clause, {"passed": 0, "failed": 0, "skipped": 0})
                if verdict.outcome != "failed" or clause in (verdict.blamed or verdict.clauses):
                    there[verdict.outcome] += 1
        return out

    @property
    def code(self) -> int:
        """The exit code: 0 all passed, 1 something failed or the port was given up, 2 something could not be asked."""
        return 1 if self.fault is not None or self.count("failed") else 2 if self.count("skipped") else 0


class WrongError(Exception):
    """An answer is wrong: how, and the clauses that say otherwise, where that is known."""

    def __init__(self, key: str, *values: object, clauses: Iterable[str] = ()) -> None:
        self.said = Said(key, tuple(v if isinstance(v, str) else short(v) for v in values))
        self.clauses = tuple(clauses)
        super().__init__(self.said.text(1))

    def at(self, number: int, event: str) -> WrongError:
        """The same, come about at that event of a match."""
        self.said = Said("at", (str(number), event, self.said))
        return self


class SkipError(Exception):
    """Something cannot be asked of this port."""

    def __init__(self, key: str, *values: object) -> None:
        self.said = Said(key, tuple(map(str, values)))
        super().__init__(key)


def short(value: object) -> str:
    """A value as JSON, cut off where it is long."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 200 else text[:200] + "…"


def expect(answer: Mapping[str, Any], key: str, wanted: object, *, called: str = "", clauses: Iterable[str] = ()) -> None:
    """See that a field of an answer is what it has to be; ``called`` names it where its key alone would not.

    Raises WrongError, which tells the way to where the two first differ.
    """
    what = called or key
    if key not in answer:
        raise WrongError("lacks", what, short(wanted), clauses=clauses)
    found = answer[key]
    if same(found, wanted):
        return
    while isinstance(wanted, dict) and isinstance(found, dict):
        key = next(k for k in (*wanted, *found) if k not in wanted or k not in found or not same(wanted[k], found[k]))
        what = f"{what} {key}"
        if key not in found:
            raise WrongError("lacks", what, short(wanted[key]), clauses=clauses)
        if key not in wanted:
            raise WrongError("excess", what, short(found[key]), clauses=clauses)
        wanted, found = wanted[key], found[key]
    raise WrongError("differs", what, short(wanted), short(found), clauses=clauses)


def same(a: object, b: object) -> bool:
    """Whether two values of JSON are equal; true is not 1."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


__all__ = ["TEXTS", "Outcome", "Said", "SkipError", "Verdict", "WrongError", "expect", "same", "short"]
