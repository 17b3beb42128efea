"""A match that leads to a moment of some kind, made as plain as can be: fewest deals and decisions, cards in their order.

Whatever is left out or changed, the match is played again by the rules, and kept only if it still leads there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from kirtis.play.action import Action
from kirtis.play.chance import Outcome, fits, served
from kirtis.play.compile.engine import Numbers
from kirtis.play.faults import PlayError, RuleError
from kirtis.play.game import Game as Playable
from kirtis.play.moments import Moment, moments
from kirtis.play.record import Record, Recorder
from kirtis.play.state import State

TRIES = 1000
"""A match is played so many times again, at most, to make it plainer."""

Holds = Callable[[Moment], bool]


@dataclass(frozen=True, slots=True)
class Match:
    """What chance gave and what the seats did, in turn; None for the first thing that may be done.

    ``at`` tells of each outcome how many actions came before it, and ``pools`` out of what it came, as far as the match has been played.
    """

    outcomes: tuple[Outcome, ...]
    actions: tuple[Action | None, ...]
    at: tuple[int, ...] = ()
    pools: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Led:
    """Where a match has led: itself as it was played, the moment, and how plain it is (less is plainer)."""

    match: Match
    moment: Moment
    plain: tuple[int, int, int]


class Loose:
    """Chance as it was, where that fits what is asked; else the first value, and the cards as they lie in the pack."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self.left, self.given, self.moved = list(reversed(outcomes)), list[Outcome](), 0
        self.pools: list[tuple[str, ...]] = []

    def draw(self, values: Sequence[str]) -> str:
        """A value."""
        kept = self.left.pop() if self.left else None
        word = kept if isinstance(kept, str) and kept in values else values[0]
        self.moved += values.index(word)
        self.given.append(word)
        self.pools.append(tuple(values))
        return word

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        """A deal."""
        kept = self.left.pop() if self.left else None
        plain = served(pool, counts)
        dealt = kept if isinstance(kept, dict) and fits(kept, pool, counts) else plain
        self.moved += sum(card not in plain[name] for name, cards in dealt.items() for card in cards)
        self.given.append({name: tuple(dealt[name]) for name in counts})
        self.pools.append(tuple(pool))
        return dealt


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

    def record(self, led: Led) -> Record | None:
        """The match, up to where it led; None where it does not even begin."""
        try:
            recorder = Recorder(self.ready, None, Loose(led.match.outcomes))
        except RuleError:
            return None
        for action in led.match.actions:
            assert action is not None
            (recorder.play if led.moment.fault is None else recorder.fail)(action)
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
        """Play a match until it leads to such a moment; what may not be done is passed over. None where it never does."""
        self.tries += 1
        chance = Loose(match.outcomes)
        waiting = list(reversed(match.actions))
        done: list[Action] = []
        first = 0

        def choose(state: State) -> Action | None:
            nonlocal first
            lawful = state.actions()
            if not (lawful and waiting):
                return None
            action = waiting.pop()
            done.append(action if action is not None and action in lawful else lawful[0])
            first += lawful.index(done[-1])
            return done[-1]

        at: list[int] = []
        try:
            for moment, there in self.stations(chance, choose):
                at += [len(done)] * (len(chance.given) - len(at))
                if there:
                    played = Match(tuple(chance.given), tuple(done), tuple(at), tuple(chance.pools))
                    return Led(played, moment, (len(done), chance.moved, first))
        except PlayError:  # a deal that cannot be
            return None
        return None

    def stations(self, chance: Loose, choose: Callable[[State], Action | None]) -> Iterator[tuple[Moment, bool]]:
        """The moments of a match, and whether each is such a one."""
        for moment in moments(self.ready, self.passed, chance, choose):
            yield moment, self.holds(moment)

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
        """With the first value drawn; with a deal in the order of the pack, or a little nearer to it."""
        for n, (outcome, pool) in enumerate(zip(match.outcomes, match.pools, strict=True)):
            for plainer in [pool[0]] if isinstance(outcome, str) else _nearer(outcome, pool):
                yield replace(match, outcomes=(*match.outcomes[:n], plainer, *match.outcomes[n + 1 :]))

    def _plainer_actions(self, match: Match) -> Iterator[Match]:
        """With the first thing that may be done in place of another."""
        for n in range(len(match.actions)):
            yield replace(match, actions=(*match.actions[:n], None, *match.actions[n + 1 :]))


def _cell(name: str, other: Mapping[str, str]) -> str:
    """The cell of another seat: ``hand[A]``, ``hand[B]``."""
    family, bracket, index = name.rstrip("]").partition("[")
    return f"{family}[{', '.join(other.get(i, i) for i in index.split(', '))}]" if bracket else name


def _nearer(dealt: Mapping[str, tuple[str, ...]], pool: Sequence[str]) -> Iterator[dict[str, tuple[str, ...]]]:
    """The cards as they lie in the pool; then with one card more where it would lie so, changed for one that does not."""
    plain = served(pool, {name: len(hand) for name, hand in dealt.items()})
    yield plain
    home = {card: name for name, hand in plain.items() for card in hand}
    lies = {card: name for name, hand in dealt.items() for card in hand}
    for card, name in home.items():
        if lies.get(card) != name:
            other = next(c for c in dealt[name] if home.get(c) != name)
            changed = {card: other, other: card}
            yield {n: tuple(sorted((changed.get(c, c) for c in hand), key=pool.index)) for n, hand in dealt.items()}
