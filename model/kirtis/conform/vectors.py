"""Test vectors of a game: made from random matches, chosen so that together they exercise every clause."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kirtis.conform.apart import apart
from kirtis.conform.choose import choose
from kirtis.conform.deciding import Deciding
from kirtis.conform.look import Asked, Looked, begin
from kirtis.conform.marks import Marks
from kirtis.conform.search import FULL, Effort, search
from kirtis.conform.telling import Teller, Vector, winner
from kirtis.conform.wander import Decision, Match
from kirtis.language import Game as Rules
from kirtis.language import load
from kirtis.play.action import Action

SEED = "1"
TIMES = 2
"""Every mark is touched so many times, where that is possible."""


@dataclass
class Made:
    """The vectors of a game for one number of seats: ``marks`` are all of its marks, ``touched`` those that some vector touches."""

    rules: Rules
    marks: Marks
    vectors: list[Vector]
    touched: set[str]
    by_clause: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, slots=True)
class _Item:
    """A decision as a position or as a step."""

    kind: str
    looked: Looked
    touches: frozenset[str]


def make(rules: Rules, effort: Effort = FULL, done: Callable[[float], object] = lambda part: None) -> Made:
    """The vectors of a game: the same for the same rules."""
    marks, found = search(rules, SEED, effort, done)
    return _Maker(rules, marks, found, effort).make()


def make_all(name: str, effort: Effort = FULL) -> list[Made]:
    """The vectors of a game for every number of seats; the effort is shared among these."""
    rules = all_rules(name)
    return [make(one, effort.shared(len(rules))) for one in rules]


class _Maker:
    def __init__(self, rules: Rules, marks: Marks, found: list[Looked], effort: Effort) -> None:
        self.rules, self.marks, self.found, self.effort = rules, marks, found, effort
        self.tell = Teller(rules, marks)
        self.touched = self.tell.touched
        self.until: dict[Match, int] = {}

    def make(self) -> Made:
        deciding = Deciding(self.marks)
        self.found += apart(self.marks, deciding, self.found, self.effort.plays)
        items = [_Item("position", one, deciding.offer(one)) for one in self.found]
        items += [_Item("step", one, deciding.step(one)) for one in self.found]
        chosen = list(self.within(choose(items, lambda i: i.touches, self.cost, TIMES)))
        seen = self.sights([i.looked for i, _ in chosen if i.kind == "position"])
        rows = self.rows()
        for one, _ in rows:
            self.need(one.decision, one.decision.until)
        counts = self.counts([i.looked for i, _ in chosen])
        self.ends()
        firsts = self.firsts()
        self.touched.update(*(deciding.setup(one) for one in firsts))
        setups = [self.tell.setup(one) for one in firsts]
        matches = {match: self.tell.match(match, until) for match, until in self.until.items()}
        vectors = [*setups, *matches.values()]
        for item, picked in chosen:
            at = {"match": matches[item.looked.decision.match]["id"], "at": item.looked.decision.at}
            self.touched |= item.touches
            make = self.tell.position if item.kind == "position" else self.tell.step
            vectors.append(make(item.looked, picked, at, seen.get(item.looked, ())))
        vectors += [self.tell.row(*one) for one in rows]
        for one in counts:
            vectors.append(self.tell.count(one, {"match": matches[one.decision.match]["id"], "at": one.decision.at}))
        unique = {v["id"]: v for v in vectors}
        made = Made(self.rules, self.marks, list(unique.values()), self.touched)
        for vector in made.vectors:
            for clause in vector["clauses"]:
                made.by_clause.setdefault(clause, []).append(vector["id"])
        return made

    def within(self, chosen: Sequence[tuple[_Item, list[str]]]) -> Iterator[tuple[_Item, list[str]]]:
        """What there is room for: the best stand first, and once the room is used up only what touches a mark for the first time is taken."""
        used, touched = 0, set[str]()
        for item, picked in chosen:
            if used < self.effort.room or not item.touches <= touched:
                used += self.cost(item)
                touched |= item.touches
                self.need(item.looked.decision, item.looked.decision.until)
                yield item, picked

    def cost(self, item: _Item) -> int:
        """Roughly the bytes that a vector takes, and those of the part of its match that no other takes already."""
        decision = item.looked.decision
        more = max(0, decision.until - self.until.get(decision.match, 0))
        return 2500 + 64 * more

    def need(self, decision: Decision, until: int) -> None:
        self.until[decision.match] = max(until, self.until.get(decision.match, 0))

    # -- what else is chosen -----------------------------------------------------------------------------------------------

    def sights(self, positions: list[Looked]) -> dict[Looked, tuple[str, ...]]:
        """For some of the positions the seats whose views are told."""
        views: list[tuple[Looked, str]] = [(one, seat) for one in positions for seat in self.rules.seats]
        taken = choose(
            views, lambda v: frozenset((*v[0].views[v[1]], f"phase {v[0].decision.state.phase}", f"seat {v[1]}")), lambda v: 1, 3
        )
        out: dict[Looked, tuple[str, ...]] = {}
        for (one, seat), _ in taken:
            out[one] = (*out.get(one, ()), seat)
            self.touched |= one.views[seat]
        return out

    def rows(self) -> list[tuple[Looked, Asked]]:
        """For every row of a table two occasions on which it decided, if there were so many."""
        taken: dict[tuple[str, int], list[tuple[Looked, Asked]]] = {}
        for one in self.found:
            for asked in one.rows:
                there = taken.setdefault((asked.row.table, asked.row.number), [])
                if len(there) < 2 and all(a.position != asked.position for _, a in there):
                    there.append((one, asked))
                    self.touched.add(f"row {asked.row.table} {asked.row.number + 1}")
        return [found for key in sorted(taken) for found in taken[key]]

    def counts(self, looked: list[Looked]) -> list[Looked]:
        """Two positions of every phase from which sequences are counted."""
        taken: dict[str, list[Looked]] = {}
        for one in looked:
            there = taken.setdefault(one.decision.state.phase, [])
            if len(there) < 2 and all(one.decision.state != t.decision.state for t in there):
                there.append(one)
        return [one for there in taken.values() for one in there]

    def ends(self) -> None:
        """Whole matches: short ones, each ended in another way."""
        ended: dict[object, Decision] = {}
        for one in self.found:
            after = one.decision.after
            if after.over and one.decision.until == len(one.decision.match.events):
                key = (winner(after), bool(one.decision.match.options))
                known = ended.get(key)
                if known is None or one.decision.until < known.until:
                    ended[key] = one.decision
        for decision in ended.values():
            self.need(decision, decision.until)

    def firsts(self) -> list[Looked]:
        """The first decision under every set of options that matches were played with."""
        first: dict[str, Looked] = {}
        for one in self.found:
            if one.decision.nth == 0:
                key = json.dumps(one.decision.match.options, sort_keys=True)
                first.setdefault(key, one)
        wanted = {
            f"option {o.name}={self.rules.word(o.type, v)}"
            for o in self.rules.options.values()
            for v in self.rules.values(o.type)
        }
        taken: list[Looked] = []
        for one in first.values():
            match = one.decision.match
            touched = begin(self.marks, match.game, [e for e in match.events[: one.decision.at] if not isinstance(e, Action)])
            if not taken or touched & wanted:
                taken.append(one)
            wanted -= touched
        return taken


def counts(name: str) -> tuple[int, ...]:
    """The numbers of seats of a game."""
    rules = load(name, proofs=False)
    return rules.seat_counts or (len(rules.seats),)


def all_rules(name: str) -> list[Rules]:
    """The rules of a game, once for each number of seats."""
    return [load(name, seats=n, proofs=False) for n in counts(name)]


__all__ = ["Made", "Vector", "all_rules", "counts", "make", "make_all"]
