"""A kept deal played again by the rules, and looked at where something is said to come about."""

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
from kirtis.reached.kept import Deal, Place, Reached


def recorded(game: Game, deal: Deal) -> Iterator[tuple[Recorder, Decision | None]]:
    """A deal from its beginning, then after each of its decisions.

    Raises PlayError where something may not be done, ValueError where chance is asked otherwise than the deal says.
    """
    events = list(deal.events)
    match = Match(0, game, deal.options, events)
    try:
        recorder = Recorder(game, None, Again(event for event in events if not isinstance(event, Action)))
        yield recorder, None
        for nth, action in enumerate(event for event in events if isinstance(event, Action)):
            at, before = len(recorder.events), recorder.state
            after = recorder.play(action)
            yield recorder, Decision(match, at, nth, len(recorder.events), before, action, after)
    except StopIteration:
        raise ValueError(f"the deal ends after {len(events)} events, where something is left to chance") from None
    if recorder.events != events:
        raise ValueError("chance is not asked where the deal says")


class Touching:
    """Tells which marks decisions come by: orders and options only where they decide."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.deciding = Deciding(marks)
        self.games: dict[str, Game] = {}

    def at(self, looked: Looked) -> frozenset[str]:
        """What a decision comes by, but for what seats see."""
        deciding = self.deciding
        touched = deciding.offer(looked) | deciding.step(looked)
        return touched | self.first(looked) if looked.decision.nth == 0 else touched

    def first(self, looked: Looked) -> frozenset[str]:
        """What a match comes by before its first decision."""
        decision = looked.decision
        chance = [event for event in decision.match.events[: decision.at] if not isinstance(event, Action)]
        met = {mark for mark in begin(self.marks, decision.match.game, chance) if not mark.startswith("option ")}
        return self.deciding.setup(looked).union(met)

    def seen(self, looked: Looked) -> frozenset[str]:
        """What seats see and do not see at a decision."""
        return frozenset().union(*looked.views.values())

    def game(self, deal: Deal) -> Game:
        """The game of a deal, compiled once for each choice of options."""
        key = repr(sorted(deal.options.items()))
        if key not in self.games:
            self.games[key] = Game(self.marks.game, deal.options)
        return self.games[key]

    def again(self, one: Reached) -> Iterator[tuple[str, bool]]:
        """Every mark that is said to come about, and whether it does; each deal is played whole. Raises as ``recorded`` does."""
        there: defaultdict[Place, list[str]] = defaultdict(list)
        for mark, place in one.met.items():
            there[place].append(mark)
        for n, deal in enumerate(one.deals):
            for _, decision in recorded(self.game(deal), deal):
                if decision is None or (n, decision.at) not in there:
                    continue
                looked = look(self.marks, decision)
                said = there.pop((n, decision.at))
                touched = self.at(looked)
                if not touched.issuperset(said):
                    touched |= self.seen(looked)
                yield from ((mark, mark in touched) for mark in said)
        yield from ((mark, False) for said in there.values() for mark in said)
