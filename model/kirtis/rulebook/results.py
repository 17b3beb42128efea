"""What was proved, as the book shows it: words that are never mixed, and nothing where nothing is known."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kirtis.states import STATES


@dataclass(frozen=True, slots=True)
class Tally:
    """How many obligations have each result."""

    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def state(self) -> str:
        """The worst of the results; ``not run`` where there is none."""
        return next((s for s in STATES if self.counts.get(s)), "not run")

    @property
    def total(self) -> int:
        """How many obligations there are."""
        return sum(self.counts.values())


def added(tallies: Iterable[Tally]) -> Tally:
    """Several tallies as one."""
    counts: dict[str, int] = {}
    for tally in tallies:
        for state, n in tally.counts.items():
            counts[state] = counts.get(state, 0) + n
    return Tally(counts)


@dataclass(frozen=True, slots=True)
class Results:
    """The results of one run of the prover; ``there`` tells whether there was one."""

    there: bool = False
    clauses: Mapping[str, Mapping[str, Tally]] = field(default_factory=dict)
    claims: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    needs: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    idle: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: Mapping[str, Tally] = field(default_factory=dict)

    def of_clause(self, game: str, clause: str) -> Tally:
        """The results for a clause; an empty tally where it has none."""
        return self.clauses.get(game, {}).get(clause, Tally())

    def of_claim(self, game: str, claim: str) -> str:
        """The result for a fact, theorem or example, by its name."""
        return self.claims.get(game, {}).get(claim, "not run")

    def of_claims(self, game: str, claims: Iterable[str]) -> Tally:
        """The results for several."""
        counts: dict[str, int] = {}
        for claim in claims:
            state = self.of_claim(game, claim)
            counts[state] = counts.get(state, 0) + 1
        return Tally(counts)

    def of_kinds(self, kinds: Iterable[str]) -> Tally:
        """The results of some kinds of obligations, those of every game together."""
        return added(self.kinds[kind] for kind in dict.fromkeys(kinds) if kind in self.kinds)

    def needed_by(self, game: str, claims: Iterable[str]) -> tuple[str, ...]:
        """The clauses without which the proofs of these claims do not stand."""
        known = self.needs.get(game, {})
        return tuple(dict.fromkeys(clause for claim in claims for clause in known.get(claim, ())))


def read_results(path: Path) -> Results:
    """The results in a status file, and what they rest on from ``rests.json`` beside it, of the same rules; none where there is no file.

    Raises ValueError where the file says anything but these words.
    """
    if not path.is_file():
        return Results()
    needs: dict[str, dict[str, tuple[str, ...]]] = {}
    idle: dict[str, tuple[str, ...]] = {}
    beside = path.with_name("rests.json")
    try:
        data: Any = json.loads(path.read_text("utf-8"))
        clauses = {game: {c: _tally(n) for c, n in of["clause"].items()} for game, of in data.items()}
        claims = {game: {c: _state(s) for c, s in of["theorem"].items()} for game, of in data.items()}
        found = [(kind, _tally(n)) for of in data.values() for kind, n in of.get("kind", {}).items()]
        kinds = {kind: added(tally for k, tally in found if k == kind) for kind, _ in found}
        if beside.is_file():
            resting: Any = json.loads(beside.read_text("utf-8"))
            # A status names the rules for each number of players; what they rest on was asked for the fewest.
            fresh = {game: of for game, of in resting.items() if of["fingerprint"] in data[game]["fingerprint"].split()}
            needs = {game: {c: tuple(map(str, r["clauses"])) for c, r in of["claims"].items()} for game, of in fresh.items()}
            idle = {game: tuple(map(str, of["idle"])) for game, of in fresh.items()}
    except (AttributeError, KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"not a status file: {error!r}") from None
    return Results(True, clauses, claims, needs, idle, kinds)


def _state(word: str) -> str:
    if word not in STATES:
        raise ValueError(f"“{word}” is no result; there are {', '.join(STATES)}")
    return word


def _tally(counts: Mapping[str, int]) -> Tally:
    return Tally({_state(word): int(n) for word, n in counts.items()})


def read_apart(path: Path, rules: str) -> dict[str, tuple[str, ...]]:
    """For each option the statements that tell its values apart, from what ``kirtis options GAME --json`` wrote of these very rules.

    Nothing where there is none, or one of other rules; raises ValueError where the file is something else.
    """
    if not path.is_file():
        return {}
    try:
        data: Any = json.loads(path.read_text("utf-8"))
        if data["rules"] != rules:
            return {}
        return {o["name"]: tuple(dict.fromkeys(a["claim"] for a in o["apart"])) for o in data["options"]}
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"not a report on options: {error!r}") from None


def read_noticed(path: Path) -> dict[str, int]:
    """How many changes of the rules of a game there are, who notices them and how many are not judged yet, from the head of its list.

    Nothing where there is none.

    Raises ValueError where the file is something else.
    """
    if not path.is_file():
        return {}
    try:
        data: Any = json.loads(path.read_text("utf-8"))
        counts = {**data["counts"], **data["noticed"]}
        left = sum(data["counts"].get(one, 0) for one in ("survived", "open"))
        listed = len(data["mutants"])
        every = data.get("of", listed)
        return {name: int(n) for name, n in {**counts, "all": every, "left": left, "unjudged": every - listed}.items()}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"not a list of changes: {error!r}") from None
