"""A kept match played again by the rules, and looked at where something is said to come about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from kirtis.conform.deciding import Deciding
from kirtis.conform.look import Looked, begin, look
from kirtis.conform.marks import Marks
from kirtis.conform.wander import Decision, Match
from kirtis.play.action import Action
from kirtis.play.chance import Again
from kirtis.play.game import Game
from kirtis.play.record import Recorder
from kirtis.reached.kept import Kept, Place, Reached


def recorded(game: Game, kept: Kept) -> Iterator[tuple[Recorder, Decision | None]]:
    """A match from its beginning, then after each of its decisions.

    Raises PlayError where something may not be done, ValueError where chance is asked otherwise than the match says.
    """
    events = list(kept.events)
    match = Match(0, game, kept.options, events)
    try:
        recorder = Recorder(game, None, Again(event for event in events if not isinstance(event, Action)))
        yield recorder, None
        for nth, action in enumerate(event for event in events if isinstance(event, Action)):
            at, before = len(recorder.events), recorder.state
            after = recorder.play(action)
            yield recorder, Decision(match, at, nth, len(recorder.events), before, action, after)
    except StopIteration:
        raise ValueError(f"the match ends after {len(events)} events, where something is left to chance") from None
    if recorder.events != events:
        raise ValueError("chance is not asked where the match says")


class Touching:
    """Tells which marks decisions come by: orders and options only where they decide."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.deciding = Deciding(marks)
        self.games: dict[str, Game] = {}

    def at(self, looked: Looked) -> frozenset[str]:
        """What a decision comes by: as a position, as a step, in what seats see there, and before it if it is the first."""
        found = self.deciding.offer(looked) | self.deciding.step(looked) | self.seen(looked)
        return found | self.first(looked) if looked.decision.nth == 0 else found

    def touches(self, looked: Looked, mark: str) -> bool:
        """Whether a decision comes by one mark."""
        if mark in self.deciding.otherwise:
            return self.deciding.touches(looked, mark) or (looked.decision.nth == 0 and mark in self.first(looked))
        if mark in looked.offer or mark in looked.step:
            return True
        return (looked.decision.nth == 0 and mark in self.first(looked)) or mark in self.seen(looked)

    def first(self, looked: Looked) -> frozenset[str]:
        """What a match comes by before its first decision."""
        decision = looked.decision
        chance = [event for event in decision.match.events[: decision.at] if not isinstance(event, Action)]
        met = {mark for mark in begin(self.marks, decision.match.game, chance) if not mark.startswith("option ")}
        return self.deciding.setup(looked).union(met)

    def seen(self, looked: Looked) -> frozenset[str]:
        """What seats see and do not see at a decision, and what that is asked of."""
        return frozenset().union(*looked.views.values()) - self.deciding.otherwise.keys()

    def game(self, kept: Kept) -> Game:
        """The game of a match, compiled once for each choice of options."""
        key = repr(sorted(kept.options.items()))
        if key not in self.games:
            self.games[key] = Game(self.marks.game, kept.options)
        return self.games[key]

    def again(self, one: Reached) -> Iterator[tuple[str, bool]]:
        """Every mark that is said to come about, and whether it does; each match is played whole. Raises as ``recorded`` does."""
        there: defaultdict[Place, list[str]] = defaultdict(list)
        for mark, place in one.met.items():
            there[place].append(mark)
        for n, kept in enumerate(one.matches):
            for _, decision in recorded(self.game(kept), kept):
                if decision is None or (n, decision.at) not in there:
                    continue
                looked = look(self.marks, decision)
                yield from ((mark, self.touches(looked, mark)) for mark in there.pop((n, decision.at)))
        yield from ((mark, False) for said in there.values() for mark in said)
