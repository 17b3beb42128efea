"""Looking for decisions that touch every mark: matches are played, what is new is looked at, and the search goes on from what is rare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kirtis.conform.look import Looked, look
from kirtis.conform.wander import Decision, Wanderer
from kirtis.conform.watch import Marks
from kirtis.language import Game as Rules
from kirtis.play.game import OptionWord, option_word


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to look: sets of options, decisions played at first and in each round, decisions looked at, and how many rounds.

    While a clause is left out there are ``more`` rounds, at most, each as long as the beginning.
    """

    sets: int = 12
    plays: int = 40_000
    looks: int = 700
    rounds: int = 6
    round_plays: int = 12_000
    round_looks: int = 200
    more: int = 5

    def shared(self, parts: int) -> Effort:
        """The effort for one of several numbers of players."""
        return Effort(
            max(4, self.sets // parts),
            max(12_000, self.plays // parts),  # fewer would not see a long match to its end
            self.looks // parts,
            self.rounds if parts < 3 else 3,
            self.round_plays // parts,
            self.round_looks // parts,
            self.more,
        )


FULL = Effort()
SMALL = Effort(plays=6_000, looks=120, rounds=1, round_plays=2_000, round_looks=60, more=0)
"""Enough for a trial; many clauses are left out."""


def search(
    rules: Rules, seed: str, effort: Effort = FULL, done: Callable[[float], object] = lambda part: None
) -> tuple[Marks, list[Looked]]:
    """Decisions of random matches, each looked at; the same for the same rules, seed and effort."""
    marks = Marks(rules)
    wanderer = Wanderer(rules, seed, effort=effort.plays, sets=effort.sets)
    found: list[Looked] = []
    counts: Counter[str] = Counter()

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
        weight = {
            one.decision: sum(1 / counts[mark] for mark in one.offer | one.step) + wanderer.strange(one.decision) for one in found
        }
        see(wanderer.go_on(weight, effort.round_plays if n < effort.rounds else effort.plays), effort.round_looks)
        if n % 3 == 2:
            for options in _alone(marks, counts):
                # By one option alone, and looking at all afresh: the option may matter where nothing else is new.
                see(wanderer.under(options, effort.round_plays, anew=True), effort.round_looks // 2)
    return marks, found


def _left_out(marks: Marks, counts: Counter[str]) -> set[str]:
    """The clauses that no decision exercises so far."""
    met = {clause for name in counts if name in marks.all for clause in marks.all[name].clauses}
    return {clause for mark in marks.all.values() for clause in mark.clauses} - met


def _alone(marks: Marks, counts: Counter[str]) -> Iterator[dict[str, OptionWord]]:
    """Options that have not been seen to matter, or not everywhere that they lead to."""
    rules = marks.game
    for name, option in rules.options.items():
        missing = any(mark not in counts for mark in marks.under.get(name, ()))
        for value in rules.values(option.type):
            mark = f"option {name}={rules.word(option.type, value)}"
            unseen = mark in marks.all and mark not in counts
            if (unseen or (missing and value != option.default)) and len(rules.values(option.type)) <= 4:
                yield {name: option_word(rules, name, int(value or 0))}
