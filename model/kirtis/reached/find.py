"""Few and short matches in which together everything comes about that can: looked for in random matches, and chosen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from kirtis.conform.apart import apart
from kirtis.conform.choose import choose
from kirtis.conform.look import Looked, look
from kirtis.conform.marks import Marks
from kirtis.conform.search import FULL, Effort, search
from kirtis.conform.vectors import SEED
from kirtis.conform.wander import Match
from kirtis.language import load
from kirtis.play.faults import PlayError
from kirtis.reached.again import Touching, recorded
from kirtis.reached.kept import Kept, Place, Reached
from kirtis.reached.never import never

MORE = ("2", "3")
"""Seeds of further searches, for what the first has not met."""

WHOLE = 20
"""So many events weigh as much as it does that a match is one more."""

Say = Callable[[str], object]


@dataclass(frozen=True, eq=False, slots=True)
class _Prefix:
    """A match up to the end of one of its decisions, and all that comes about in it."""

    match: Match
    until: int
    touches: frozenset[str]


def find(name: str, seats: int, effort: Effort = FULL, known: Reached | None = None, say: Say = lambda what: None) -> Reached:
    """The matches of a game for a number of players; of what is ``known`` matches are looked at too, and reasons kept of what is still not met."""
    rules = load(name, seats=seats, proofs=False)
    touching = Touching(Marks(rules))
    marks = touching.marks
    why = {mark: one for mark, one in known.unmet.items() if all(one)} if known is not None else {}
    touched = _still(touching, known.matches if known is not None else ())
    cannot: list[str] | None = None
    for seed in (SEED, *MORE):
        say("search")
        found = search(rules, seed, effort)[1]
        if seed == SEED:
            found += apart(marks, touching.deciding, found, effort.plays)
        touched |= {one: touching.at(one) for one in found}
        missing = marks.all.keys() - frozenset().union(*touched.values())
        if cannot is None:
            say("never")
            cannot = list(never(load(name, seats=seats), rules, missing))
        if missing <= {*cannot, *why}:
            break
    say("choose")
    matches, _ = _chosen(touched)
    # Whatever else comes about in these makes some of them needless. Where options decide is asked anew, for it is not asked often.
    matches, met = _chosen(_still(Touching(marks), matches))
    left = [mark for mark in marks.all if mark not in met]
    unmet = {mark: why.get(mark, ("", "")) for mark in left if mark not in (cannot or ())}
    return Reached(
        matches, {mark: met[mark] for mark in marks.all if mark in met}, tuple(m for m in left if m not in unmet), unmet
    )


def _still(touching: Touching, matches: Iterable[Kept]) -> dict[Looked, frozenset[str]]:
    """What comes about in matches that are kept, as far as they still follow the rules."""
    touched: dict[Looked, frozenset[str]] = {}
    for one in matches:
        with suppress(PlayError, ValueError):
            for _, decision in recorded(touching.game(one), one):
                if decision is not None:
                    looked = look(touching.marks, decision)
                    touched[looked] = touching.at(looked)
    return touched


def _chosen(touched: Mapping[Looked, frozenset[str]]) -> tuple[tuple[Kept, ...], dict[str, Place]]:
    """The matches, and where in them each mark comes about: as early as can be."""
    until: dict[Match, int] = {}
    for prefix, _ in choose(list(_prefixes(touched)), lambda p: p.touches, lambda p: WHOLE + p.until):
        until[prefix.match] = max(prefix.until, until.get(prefix.match, 0))
    numbers = {match: n for n, match in enumerate(until)}
    there = [one for one in touched if one.decision.until <= until.get(one.decision.match, 0)]
    met: dict[str, Place] = {}
    for one in sorted(there, key=lambda one: (one.decision.at, numbers[one.decision.match])):
        for mark in touched[one]:
            met.setdefault(mark, (numbers[one.decision.match], one.decision.at))
    return tuple(Kept.of(match, n) for match, n in until.items()), met


def _prefixes(touched: Mapping[Looked, frozenset[str]]) -> Iterator[_Prefix]:
    """Every match that something was found in, up to each decision that was found."""
    of: defaultdict[Match, list[Looked]] = defaultdict(list)
    for one in touched:
        of[one.decision.match].append(one)
    for match, found in of.items():
        so_far = frozenset[str]()
        for one in sorted(found, key=lambda one: one.decision.at):
            so_far |= touched[one]
            yield _Prefix(match, one.decision.until, so_far)
