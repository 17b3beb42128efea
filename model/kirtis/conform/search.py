"""Looking for decisions that touch every mark: matches are played, what is new is looked at, and the search goes on from what is rare."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from math import fsum

from kirtis.conform.look import Looked, look
from kirtis.conform.marks import Marks
from kirtis.conform.nearly import nearly
from kirtis.conform.optionsets import small
from kirtis.conform.together import together
from kirtis.conform.wander import Decision, Wanderer
from kirtis.language import Game as Rules
from kirtis.play.game import OptionWord, option_word


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to look: sets of options, decisions played at first and in each round, decisions looked at, and how many rounds.

    ``room`` are the bytes that positions, steps and their matches may take before only what is new is told.
    While a clause is left out there are ``more`` rounds, at most, each as long as the beginning: of matches played to their end first.
    """

    sets: int = 12
    plays: int = 40_000
    looks: int = 700
    rounds: int = 9
    round_plays: int = 12_000
    round_looks: int = 200
    more: int = 5
    room: int = 2_000_000

    def shared(self, parts: int) -> Effort:
        """The effort for one of several numbers of players."""
        plays = max(12_000, self.plays // parts)  # fewer would not see a long match to its end
        return Effort(
            max(4, self.sets // parts),
            plays,
            self.looks * plays // self.plays,  # fewer would all go to what is kept by luck
            self.rounds if parts < 3 else 3,
            self.round_plays // parts,
            self.round_looks // parts,
            self.more,
            self.room // (parts if parts < 3 else parts + 1),  # setups and counts take room for each number too
        )


FULL = Effort()
SMALL = Effort(plays=6_000, looks=120, rounds=1, round_plays=2_000, round_looks=60, more=0)
"""Enough for a trial; many clauses are left out."""


KNOWN = 0.1
"""So much does a mark weigh that has nothing missing near it; all marks near a missing one weigh 1 together."""

STRANGE = 0.02
"""And so much does it weigh that a decision looks like few others, in each respect."""

AGAIN = 16
"""So many matches are played again by one option otherwise."""

ALONE = 12
"""So many options are tried alone at a time."""


def search(
    rules: Rules, seed: str, effort: Effort = FULL, done: Callable[[float], object] = lambda part: None
) -> tuple[Marks, list[Looked]]:
    """Decisions of random matches, each looked at; the same for the same rules, seed and effort."""
    marks = Marks(rules)
    wanderer = Wanderer(rules, seed, effort=effort.plays, sets=effort.sets)
    found: list[Looked] = []
    counts: Counter[str] = Counter()
    tried: defaultdict[str, set[Decision]] = defaultdict(set)

    def see(decisions: list[Decision], most: int) -> None:
        decisions.sort(key=wanderer.rare)
        for decision in decisions[:most]:
            looked = look(marks, decision)
            counts.update(looked.offer | looked.step)
            found.append(looked)

    see(wanderer.begin(), effort.looks)
    for n in range(effort.rounds + effort.more):
        if n >= effort.rounds and not _left_out(marks, counts):
            break
        done(min(1.0, (n + 1) / (effort.rounds + 1)))
        if n == effort.rounds:
            kept = wanderer.to_the_end(effort.plays)
        else:
            heavy = _heavy(marks, counts)
            # Sets have no order of their own: summed exactly, the same rules give the same vectors.
            weight = {
                one.decision: fsum(heavy[name] for name in one.offer | one.step) + STRANGE * wanderer.strange(one.decision)
                for one in found
            }
            kept = wanderer.go_on(weight, effort.round_plays if n < effort.rounds else effort.plays)
        see(kept, effort.round_looks)
        if n % 3 == 2:
            for mark, name, options in chain(islice(_alone(marks, counts), ALONE), together(marks, counts)):
                # By one option alone or by those that lead somewhere only together, and looking at all afresh: the option may matter where nothing else is new.
                plays = 0 if mark in tried else effort.round_plays // 4
                again = [one for one in _like(marks, counts, name, found) if one not in tried[mark]]
                if again or plays:
                    old, new = wanderer.otherwise(options, again, plays)
                    see(old, AGAIN)
                    see(new, effort.round_looks // 2)
                    tried[mark].update(again)
        if n == effort.rounds - 1:
            for options, close in nearly(marks, counts, found):
                see(wanderer.once_more(options, close[:AGAIN]), AGAIN)
                if not close:
                    see(wanderer.otherwise(options, (), effort.round_plays)[1], effort.round_looks // 2)
    return marks, found


def _heavy(marks: Marks, counts: Counter[str]) -> dict[str, float]:
    """How much it weighs that a decision touches a mark: where something near it is missing, much, and the more the rarer it is."""
    missing = {_near(name) for name in marks.all if not counts[name]}
    met = Counter(_near(name) for name in counts)
    return {name: (1 / met[_near(name)] if _near(name) in missing else KNOWN) / count for name, count in counts.items()}


@cache
def _near(name: str) -> str:
    """What a mark belongs to: a phase, an action, a need, a duty, a definition, a table."""
    kind, where, *rest = name.split()
    if kind == "duty":
        return f"duty {where.split('.')[1]}"
    if kind == "refuse" and rest[0] == "duty":
        return f"duty {rest[1]}"
    if kind == "need" or (kind == "refuse" and rest[0] == "need"):
        return f"need {where} {rest[-1] if kind == 'refuse' else rest[0]}"
    return f"{kind} {where}"


def _left_out(marks: Marks, counts: Counter[str]) -> set[str]:
    """The clauses that no decision exercises so far."""
    met = {clause for name in counts if name in marks.all for clause in marks.all[name].clauses}
    return {clause for mark in marks.all.values() for clause in mark.clauses} - met


def _like(marks: Marks, counts: Counter[str], option: str, found: list[Looked]) -> list[Decision]:
    """The rarest decisions of usual matches in the places where something that an option leads to is missing, and the rarest of all."""
    near = {_near(name) for name in marks.under.get(option, ()) if not counts[name]}
    weight = {
        one.decision: fsum(1 / counts[name] for name in one.offer | one.step) for one in found if not one.decision.match.options
    }
    close = {one.decision for one in found if any(_near(name) in near for name in one.offer | one.step)}
    rarest = sorted(weight, key=weight.__getitem__, reverse=True)
    return list(dict.fromkeys([*[one for one in rarest if one in close][:AGAIN], *rarest[: AGAIN // 2]]))


def _alone(marks: Marks, counts: Counter[str]) -> Iterator[tuple[str, str, dict[str, OptionWord]]]:
    """Options that have not been seen to matter, or not everywhere that they lead to: a value's mark, the name, and it alone with that value."""
    rules = marks.game
    for option in small(rules):
        name = option.name
        missing = any(mark not in counts for mark in marks.under.get(name, ()))
        for value in rules.values(option.type):
            mark = f"option {name}={rules.word(option.type, value)}"
            unseen = mark in marks.all and mark not in counts
            if unseen or (missing and value != option.default):
                yield mark, name, {name: option_word(rules, name, int(value or 0))}
