"""What came of the obligations of a game: verdicts, and what each claim rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

COUNTED = ("proved", "refuted", "disputed", "unconfirmed", "unknown", "not run")
"""``disputed``: the second solver says the contrary; ``unconfirmed``: it was asked and has no answer."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One obligation, decided or not. ``steps`` are the solver's own, so that they do not depend on the machine.

    ``memory`` is how many megabytes the solver held when it answered, 0 where that is not known.
    """

    name: str
    kind: str
    state: str
    claim: str | None
    clauses: tuple[str, ...]
    file: str
    line: int
    what: str
    phase: str | None
    step: str | None
    shows: tuple[str, ...]
    rests_on: tuple[str, ...]
    steps: int = 0
    seconds: float = 0.0
    reason: str = ""
    second: str = ""
    memory: float = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """A position asked for by an example or a possibility, met in random play: the seed of the match and how far on, or not found."""

    claim: str
    clauses: tuple[str, ...]
    seed: int | None
    at_step: int | None
    shown: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A position that breaks an obligation, cell by cell; ``reached`` tells how random play came to break the claim, if it did.

    ``other`` is the position laid beside it, where the obligation compares two. ``match`` is a whole match that leads there, as plain as
    could be found: the lines of its record.
    """

    obligation: str
    before: tuple[tuple[str, str], ...]
    doing: str
    after: tuple[tuple[str, str], ...]
    replayed: bool
    reached: str
    other: tuple[tuple[str, str], ...] = ()
    match: tuple[str, ...] = ()


@dataclass
class Report:
    """Everything that came of checking one game.

    ``settled`` are the options that had one value only; ``spared`` the rows, steps and examples that belong to other values; ``kept`` how many
    of the verdicts came from a ledger.
    """

    game: str
    version: str
    fingerprint: str
    verdicts: list[Verdict]
    inferred: int
    found: list[Found] = field(default_factory=list)
    counterexamples: list[Counterexample] = field(default_factory=list)
    ends: tuple[str, ...] = ()
    goes_round: tuple[str, ...] = ()
    asked: frozenset[str] | None = None
    settled: tuple[tuple[str, str], ...] = ()
    spared: tuple[str, ...] = ()
    kept: int = 0

    def count(self, state: str) -> int:
        """How many obligations came out so."""
        return sum(v.state == state for v in self.verdicts)

    def sound(self, *, hoping: bool = False) -> set[str]:
        """The names of the obligations that are proved with all that they rest on; ``hoping`` takes what was not run for proved."""
        proved = {v.name: v for v in self.verdicts if v.state == "proved" or (hoping and v.state == "not run")}
        shows: dict[str, list[str]] = {}
        defined: dict[str, list[str]] = {}
        everywhere = [v.name for v in self.verdicts if v.kind == "place"]
        for v in self.verdicts:
            for fact in v.shows:
                shows.setdefault(fact, []).append(v.name)
            if v.kind in ("guard defined", "defined") and v.step:
                defined.setdefault(v.step, []).append(v.name)
        known: dict[str, bool] = {}
        good = set(proved)
        while True:
            known = {fact: all(n in good for n in names) for fact, names in shows.items()}
            fine = {step: all(n in good for n in names) for step, names in defined.items()}
            places = all(n in good for n in everywhere)
            left = {n for n in good if self._stands(proved[n], known, fine, places)}
            if left == good:
                return good
            good = left

    @staticmethod
    def _stands(v: Verdict, known: dict[str, bool], fine: dict[str, bool], places: bool) -> bool:
        if not all(known.get(fact, True) for fact in v.rests_on):
            return False
        if v.kind in ("keeps", "step", "measure", "place") and v.step and not fine.get(v.step, True):
            return False
        return places or v.kind in ("place", "guard defined", "defined", "start")

    def claims(self) -> dict[str, str]:
        """The state of each claim: proved only with all that it rests on; ``if`` it is, should what was not run hold; else ``resting``."""
        good, hoped = self.sound(), self.sound(hoping=True)
        out: dict[str, str] = {}
        for name in dict.fromkeys(v.claim for v in self.verdicts if v.claim):
            mine = [v for v in self.verdicts if v.claim == name]
            states = {v.state for v in mine}
            state = next((s for s in ("disputed", "refuted", "unconfirmed", "unknown", "not run") if s in states), "proved")
            if state == "proved" and any(v.name not in good for v in mine):
                state = "if" if all(v.name in hoped for v in mine) else "resting"
            out[str(name)] = state
        for f in self.found:
            if f.seed is None and out.get(f.claim, "proved") == "proved":
                out[f.claim] = "not found"
            out.setdefault(f.claim, "proved")
        return out

    def clauses(self) -> dict[str, dict[str, int]]:
        """For each clause, how many obligations that name it came out how."""
        out: dict[str, dict[str, int]] = {}
        for v in self.verdicts:
            for c in v.clauses:
                out.setdefault(c, dict.fromkeys(COUNTED, 0))[v.state] += 1
        return out

    def as_json(self) -> dict[str, object]:
        """The report as plain data."""
        return {
            "game": self.game, "version": self.version, "fingerprint": self.fingerprint, "inferred": self.inferred, "ends": list(self.ends), "goes_round": list(self.goes_round),
            "settled": dict(self.settled), "spared": list(self.spared),
            "claims": self.claims(), "clauses": self.clauses(), "found": [asdict(f) for f in self.found], "counterexamples": [asdict(c) for c in self.counterexamples],
            "obligations": [asdict(v) for v in self.verdicts],
        }  # fmt: skip


def outcome(reports: Iterable[Report]) -> int:
    """The exit code: 0 all proved, 1 something refuted or disputed, 2 something unknown, unconfirmed or not found."""
    code = 0
    for r in reports:
        if r.count("refuted") or r.count("disputed") or r.goes_round:
            return 1
        if r.count("unknown") or r.count("unconfirmed") or any(f.seed is None for f in r.found):
            code = 2
    return code


def restored(kept: Mapping[str, object]) -> Report | None:
    """A report from what ``as_json`` made of it; None where that cannot be read."""
    try:
        one: dict[str, Any] = dict(kept)
        report = Report(one["game"], one["version"], one["fingerprint"], [], int(one["inferred"]))
        report.verdicts = [Verdict(**_tuples(v)) for v in one["obligations"]]
        report.found = [Found(**_tuples(f)) for f in one["found"]]
        report.counterexamples = [Counterexample(**_tuples(c)) for c in one["counterexamples"]]
        report.ends, report.goes_round = tuple(one["ends"]), tuple(one["goes_round"])
        report.settled, report.spared = tuple(one["settled"].items()), tuple(one["spared"])
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return report


def _tuples(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Lists as the tuples that they were, one within another."""
    return {k: _tuple(v) if isinstance(v, list) else v for k, v in fields.items()}


def _tuple(items: list[Any]) -> tuple[Any, ...]:
    return tuple(_tuple(v) if isinstance(v, list) else v for v in items)
