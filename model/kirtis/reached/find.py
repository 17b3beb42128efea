"""Few and short matches in which together everything comes about that can: looked for in random matches, and chosen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kirtis.conform.apart import apart
from kirtis.conform.choose import choose
from kirtis.conform.look import Looked
from kirtis.conform.marks import Marks
from kirtis.conform.search import FULL, Effort, search
from kirtis.conform.vectors import SEED
from kirtis.conform.wander import Match
from kirtis.language import load
from kirtis.reached.again import Touching
from kirtis.reached.kept import Kept, Place, Reached
from kirtis.reached.never import never

MORE = ("2", "3", "4")
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
    """The matches of a game for a number of players; reasons that are ``known`` of what is still not met are kept."""
    rules = load(name, seats=seats, proofs=False)
    touching = Touching(Marks(rules))
    marks = touching.marks
    touched: dict[Looked, frozenset[str]] = {}
    cannot: list[str] | None = None
    for seed in (SEED, *MORE):
        say("search")
        found = search(rules, seed, effort)[1]
        if seed == SEED:
            found += apart(marks, touching.deciding, found, effort.plays)
        touched |= {one: touching.at(one) for one in found}
        missing = _missing(marks, touched)
        if cannot is None:
            say("never")
            cannot = list(never(load(name, seats=seats), rules, missing)) if missing else []
        if missing <= set(cannot):
            break
    say("choose")
    matches, met = _chosen(touching, touched)
    why = known.unmet if known is not None else {}
    left = [mark for mark in marks.all if mark not in met]
    unmet = {mark: why.get(mark, ("", "")) for mark in left if mark not in (cannot or ())}
    return Reached(
        matches, {mark: met[mark] for mark in marks.all if mark in met}, tuple(m for m in left if m not in unmet), unmet
    )


def _missing(marks: Marks, touched: Mapping[Looked, frozenset[str]]) -> set[str]:
    """What nothing that was found comes by; what seats see is looked at later."""
    met = frozenset().union(*touched.values())
    return {mark for mark in marks.all if mark not in met and mark.split()[0] not in ("shown", "hidden")}


def _chosen(touching: Touching, touched: Mapping[Looked, frozenset[str]]) -> tuple[tuple[Kept, ...], dict[str, Place]]:
    """The matches, and where in them each mark comes about: as early as can be."""
    prefixes = list(_prefixes(touched))
    until: dict[Match, int] = {}
    for prefix, _ in choose(prefixes, lambda p: p.touches, lambda p: WHOLE + p.until):
        until[prefix.match] = max(prefix.until, until.get(prefix.match, 0))
    met: dict[str, Place] = {}
    numbers = {match: n for n, match in enumerate(until)}
    there = [one for one in touched if one.decision.until <= until.get(one.decision.match, 0)]
    there.sort(key=lambda one: (one.decision.at, numbers[one.decision.match]))
    seen = touching.marks
    wanted = {mark for mark in seen.all if mark.split()[0] in ("shown", "hidden")}
    for one in there:
        place = numbers[one.decision.match], one.decision.at
        marks = touched[one]
        if wanted:
            views = touching.seen(one)
            marks, wanted = marks | views, wanted - views
        for mark in marks:
            met.setdefault(mark, place)
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
