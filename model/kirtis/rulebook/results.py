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
    """The results of one run of the prover; ``there`` tells whether there was one.

    ``left`` is of how many proofs it could not be told what they need, ``apart`` the games whose clauses were doubted one at a time.
    """

    there: bool = False
    clauses: Mapping[str, Mapping[str, Tally]] = field(default_factory=dict)
    claims: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    needs: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    idle: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left: Mapping[str, int] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()
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
    left: dict[str, int] = {}
    apart: frozenset[str] = frozenset()
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
            left = {game: len(of["open"]) for game, of in fresh.items()}
            apart = frozenset(game for game, of in fresh.items() if of.get("apart", False))
    except (AttributeError, KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"not a status file: {error!r}") from None
    return Results(True, clauses, claims, needs, idle, left, apart, kinds)


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


NOTICED, LEFT = ("killed", "weaker", "shown"), ("survived", "open")
"""What comes of a change of the rules that is one: somebody notices it, or nobody does."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of the rules of a game: how many there are, who notices them and how many are not judged yet; for each clause, of how many, how many are noticed."""

    counts: Mapping[str, int]
    clauses: Mapping[str, tuple[int, int]]


def read_changes(path: Path) -> Changes | None:
    """What stands in the list of changes of a game; nothing where there is none. Raises ValueError where the file is something else."""
    if not path.is_file():
        return None
    try:
        data: Any = json.loads(path.read_text("utf-8"))
        left = sum(data["counts"].get(one, 0) for one in LEFT)
        listed = len(data["mutants"])
        every = data.get("of", listed)
        counts = {**data["counts"], **data["noticed"], "all": every, "left": left, "unjudged": every - listed}
        clauses: dict[str, tuple[int, int]] = {}
        for change in data["mutants"]:
            if change["outcome"] in NOTICED + LEFT:
                clause = change["id"].partition(" ")[0]
                noticed, tried = clauses.get(clause, (0, 0))
                clauses[clause] = noticed + (change["outcome"] in NOTICED), tried + 1
        return Changes({name: int(n) for name, n in counts.items()}, clauses)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"not a list of changes: {error!r}") from None


@dataclass(frozen=True, slots=True)
class Reaching:
    """How many places the rules have for a number of players, how many come about in how many kept matches, how many never do; the others with the reason."""

    all: int
    met: int
    matches: int
    never: int
    unmet: Mapping[str, tuple[str, str]]


def read_reached(path: Path, rules: str) -> dict[int, Reaching]:
    """What is kept of these very rules, by the number of players, from ``proofs/reached``; nothing where there is none, or of other rules.

    Raises ValueError where the file is something else.
    """
    if not path.is_file():
        return {}
    try:
        data: Any = json.loads(path.read_text("utf-8"))
        if data["rules"] != rules:
            return {}
        out = {}
        for seats, of in data["players"].items():
            parts = (of["met"], of["never"], of["unmet"])
            unmet = {mark: (str(lt), str(en)) for mark, (lt, en) in of["unmet"].items()}
            out[int(seats)] = Reaching(sum(map(len, parts)), len(of["met"]), len(of["matches"]), len(of["never"]), unmet)
        return out
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"not a file of kept matches: {error!r}") from None


def read_tested(path: Path, rules: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """For each game how many test vectors exercise each clause; ``rules`` names the rules of each game, and what is kept of others is left out.

    Nothing where there is no file; raises ValueError where it is something else.
    """
    if not path.is_file():
        return {}
    try:
        data: Any = json.loads(path.read_text("utf-8"))
        fresh = {game: of["clauses"] for game, of in data.items() if of["rules"] == rules.get(game)}
        return {game: {clause: int(n) for clause, n in of.items()} for game, of in fresh.items()}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"not the counts of vectors: {error!r}") from None
