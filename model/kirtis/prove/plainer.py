"""A match that leads to a position of some kind, made as plain as can be: fewest deals and decisions, cards in their order.

Whatever is left out or changed, the match is played again by the rules, and kept only if it still leads there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from kirtis.play.action import Action
from kirtis.play.chance import Outcome, served
from kirtis.play.compile.engine import Numbers
from kirtis.play.faults import PlayError
from kirtis.play.game import Game as Playable
from kirtis.play.record import Record, Recorder

TRIES = 1000
"""A match is played so many times again, at most, to make it plainer."""

Holds = Callable[[Numbers], bool]


@dataclass(frozen=True, slots=True)
class Match:
    """What chance gave and what the seats did, in turn; None for the first thing that may be done.

    ``at`` tells of each outcome how many actions came before it, as far as the match has been played.
    """

    outcomes: tuple[Outcome, ...]
    actions: tuple[Action | None, ...]
    at: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Led:
    """Where a match has led: itself as it was played, the position and the one before it, and how plain it is (less is plainer)."""

    match: Match
    numbers: Numbers
    before: Numbers | None
    plain: tuple[int, int, int]


class Loose:
    """Chance as it was, where that fits what is asked; else the first value, and the cards as they lie in the pack."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self.left, self.given, self.moved = list(reversed(outcomes)), list[Outcome](), 0

    def draw(self, values: Sequence[str]) -> str:
        """A value."""
        kept = self.left.pop() if self.left else None
        word = kept if isinstance(kept, str) and kept in values else values[0]
        self.moved += values.index(word)
        self.given.append(word)
        return word

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        """A deal."""
        kept = self.left.pop() if self.left else None
        plain = served(pool, counts)
        dealt = kept if isinstance(kept, dict) and _fits(kept, pool, counts) else plain
        self.moved += sum(card not in plain[name] for name, cards in dealt.items() for card in cards)
        self.given.append({name: tuple(dealt[name]) for name in counts})
        return dealt


def _fits(dealt: Mapping[str, Sequence[str]], pool: Sequence[str], counts: Mapping[str, int]) -> bool:
    cards = [card for hand in dealt.values() for card in hand]
    return {name: len(hand) for name, hand in dealt.items()} == dict(counts) and set(cards) <= set(pool)


class Plainer:
    """Makes matches of one game, its options settled, plainer; ``passed`` receives the positions between two decisions."""

    def __init__(self, ready: Playable, passed: list[Numbers], holds: Holds) -> None:
        self.ready, self.passed, self.holds = ready, passed, holds
        self.tries = 0

    def plainest(self, match: Match) -> Led | None:
        """The plainest match found that leads where this one does; None where this one does not."""
        self.tries = 0
        best = self.led(match)
        while best is not None:
            last = best
            for way in (self._fewer_deals, self._fewer_actions, self._plainer_deals, self._plainer_actions):
                best = self._tried(best, way)
            if best is last:
                return best
        return None

    def record(self, led: Led) -> Record:
        """The match, up to where it led."""
        recorder = Recorder(self.ready, None, Loose(led.match.outcomes))
        for action in led.match.actions:
            assert action is not None
            recorder.play(action)
        self.passed.clear()
        return recorder.record()

    def _tried(self, best: Led, way: Callable[[Match], Iterator[Match]]) -> Led:
        """Take every step of a way that keeps what matters and makes the match plainer; after each the way goes on where it was."""
        done = 0
        steps = way(best.match)
        while self.tries < TRIES and (match := next(steps, None)) is not None:
            found = self.led(match)
            if found is not None and found.plain < best.plain:
                best = found
                steps = islice(way(best.match), done, None)
            else:
                done += 1
        return best

    def led(self, match: Match) -> Led | None:
        """Play a match until it leads to such a position; what may not be done is passed over. None where it never does."""
        self.tries += 1
        self.passed.clear()
        chance = Loose(match.outcomes)
        waiting = list(reversed(match.actions))
        done: list[Action] = []
        at: list[int] = []
        first = 0
        before: Numbers | None = None
        try:
            state = self.ready.start(chance=chance)
            while True:
                at += [len(done)] * (len(chance.given) - len(at))
                for numbers in (*self.passed, state._numbers):
                    if self.holds(numbers):
                        played = Match(tuple(chance.given), tuple(done), tuple(at))
                        return Led(played, list(numbers), before, (len(done), chance.moved, first))
                    before = list(numbers)
                self.passed.clear()
                if state.over or not waiting:
                    return None
                lawful = state.actions()
                action = _next(waiting, lawful)
                first += lawful.index(action)
                done.append(action)
                state = state.play(action)
        except (PlayError, IndexError):
            return None

    def _fewer_deals(self, match: Match) -> Iterator[Match]:
        """Without the first deals, or one in between: what follows is dealt to whatever seats deal then."""
        deals = [n for n, outcome in enumerate(match.outcomes) if isinstance(outcome, dict)]
        cuts = [(deals[0], n) for n in reversed(deals[1:])] + list(pairwise(deals))[1:] if deals else []
        for start, end in cuts:
            rest = Match(match.outcomes[end:], match.actions[match.at[end] :])
            for turn in range(len(self.ready.seats)):
                later = self._turned(rest, turn)
                yield Match(match.outcomes[:start] + later.outcomes, match.actions[: match.at[start]] + later.actions)

    def _turned(self, match: Match, turn: int) -> Match:
        """The same match with every seat's part played by another, so many places on."""
        seats = self.ready.seats
        other = {s: seats[(n + turn) % len(seats)] for n, s in enumerate(seats)}
        outcomes = tuple(
            o if isinstance(o, str) else {_cell(name, other): cards for name, cards in o.items()} for o in match.outcomes
        )
        actions = (a and Action(other[a.seat], a.name, tuple(other.get(w, w) for w in a.args)) for a in match.actions)
        return Match(outcomes, tuple(actions))

    def _fewer_actions(self, match: Match) -> Iterator[Match]:
        """Without some of the decisions that follow one another, many at first."""
        size = len(match.actions) // 2
        while size:
            for n in range(len(match.actions) - size, -1, -size):
                yield replace(match, actions=(*match.actions[:n], *match.actions[n + size :]))
            size //= 2

    def _plainer_deals(self, match: Match) -> Iterator[Match]:
        """With a deal in the order of the pack, or a little nearer to it."""
        for n, outcome in enumerate(match.outcomes):
            if isinstance(outcome, dict):
                for dealt in _nearer(outcome, self.ready.rules.enums["card"]):
                    yield replace(match, outcomes=(*match.outcomes[:n], dealt, *match.outcomes[n + 1 :]))

    def _plainer_actions(self, match: Match) -> Iterator[Match]:
        """With the first thing that may be done in place of another."""
        for n in range(len(match.actions)):
            yield replace(match, actions=(*match.actions[:n], None, *match.actions[n + 1 :]))


def _next(waiting: list[Action | None], lawful: Sequence[Action]) -> Action:
    """The action at the end of ``waiting``, which is taken from there; the first that may be done where that one may not. Raises IndexError where nothing may."""
    action = waiting.pop()
    return action if action is not None and action in lawful else lawful[0]


def _cell(name: str, other: Mapping[str, str]) -> str:
    """The cell of another seat: ``hand[A]``, ``hand[B]``."""
    family, bracket, index = name.rstrip("]").partition("[")
    return f"{family}[{', '.join(other.get(i, i) for i in index.split(', '))}]" if bracket else name


def _nearer(dealt: Mapping[str, tuple[str, ...]], pack: Sequence[str]) -> Iterator[dict[str, tuple[str, ...]]]:
    """The deal in order; then with one card more where it would lie in order, changed for one that does not lie so."""
    cards = sorted((card for hand in dealt.values() for card in hand), key=pack.index)
    plain = served(cards, {name: len(hand) for name, hand in dealt.items()})
    yield plain
    home = {card: name for name, hand in plain.items() for card in hand}
    lies = {card: name for name, hand in dealt.items() for card in hand}
    for card in cards:
        if lies[card] != home[card]:
            for other in dealt[home[card]]:
                if home[other] != home[card]:
                    changed = {card: other, other: card}
                    yield {name: tuple(sorted((changed.get(c, c) for c in hand), key=pack.index)) for name, hand in dealt.items()}
                    break
