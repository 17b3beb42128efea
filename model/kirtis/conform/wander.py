"""Random matches under all options, and the decisions in them that look unlike those already kept.

Matches are quick and looking closely is slow; so a decision is first told by a rough signature, and only a few of each are kept.
All is drawn from one seed, so the same rules give the same matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import le
from random import Random

from kirtis.conform.glance import Decided, Glance
from kirtis.conform.optionsets import choices
from kirtis.conform.recalled import Recalled
from kirtis.language import Game as Rules
from kirtis.play.action import Action
from kirtis.play.chance import Forced, Kept, Outcome
from kirtis.play.fate import Fate
from kirtis.play.game import Game, OptionWord, option_values
from kirtis.play.state import State

SURE = 0.1
"""So often one hand is dealt what should take all tricks."""

MOST_EVENTS = 3000
"""A match is left once so much has happened in it."""

LUCKY = 0.01
"""So many decisions are kept whatever they look like."""

MOST_BRANCH = 150
"""A match that goes on otherwise is left once so much more has happened."""

BACK = (0, 0, 1, 2, 4, 8, 16, 32)
"""It goes on otherwise from so many decisions before a known one."""


@dataclass(frozen=True, eq=False)
class Match:
    """A match: the options that are not as usual, what happened, how many actions were legal at each decision, and how things stood there.

    ``stood`` has how many events had happened, and the numbers of the position. ``first`` is true of the first match with these options.
    """

    number: int
    game: Game
    options: Mapping[str, OptionWord]
    events: list[Action | Outcome] = field(default_factory=list)
    legal: list[int] = field(default_factory=list)
    stood: list[tuple[int, list[int]]] = field(default_factory=list)
    first: bool = False

    def branch(self, number: int, nth: int) -> Match:
        """A match that is the same up to a decision."""
        return Match(number, self.game, self.options, self.events[: self.stood[nth][0]], self.legal[:nth], self.stood[:nth])


@dataclass(frozen=True, eq=False, slots=True)
class Decision:
    """A decision in a match: ``at`` events have happened before it, ``nth`` decisions; then ``action``, up to event ``until``."""

    match: Match
    at: int
    nth: int
    until: int
    state: State
    action: Action
    after: State


FULL = 4
"""So much more does it weigh that something is nearly full: a side has nearly all tricks."""

USUAL = 2
"""Matches under the usual options are played so many times as often as under others."""


class Wanderer:
    """Plays matches and keeps the decisions that are worth a closer look."""

    def __init__(
        self, rules: Rules, seed: str, *, keep: tuple[int, int, int, int] = (3, 3, 1, 3), effort: int = 40_000, sets: int = 12
    ) -> None:
        self.rules, self.keep, self.effort, self.sets = rules, keep, effort, sets
        self.looks: dict[Decision, Decided] = {}
        self.lucky: set[Decision] = set()
        self.firsts: set[Decision] = set()
        self.random = Random(f"{rules.name}/{len(rules.seats)}/{seed}")
        self.met: Counter[object] = Counter()
        self.games: dict[tuple[int | bool, ...], Game] = {}
        self.matches: list[Match] = []
        ranks = rules.enums.get("rank", ())
        self.ranks = len(ranks) or 1
        self.glance = Glance(rules)
        self.cards = {c: n for n, c in enumerate(rules.enums["card"])}

    def begin(self) -> list[Decision]:
        """The decisions kept of matches from their beginning, under all options; the usual ones more often than others."""
        sets = list(choices(self.rules, self.random, self.sets))
        share = self.effort // (len(sets) + USUAL - 1)
        return [one for options in sets for one in self.under(options, share if options else share * USUAL)]

    def under(self, options: Mapping[str, OptionWord], effort: int) -> list[Decision]:
        """The decisions kept of matches under some options."""
        return self._new_ones(self.game(options), options, effort)

    def otherwise(
        self, options: Mapping[str, OptionWord], again: Iterable[Decision], effort: int
    ) -> tuple[list[Decision], list[Decision]]:
        """The decisions kept when matches are played again under other options, as far as these let them be, and then go on; and those of new matches.

        The new ones are kept as if none had been met before.
        """
        game = self.game(options)
        old: list[Decision] = []
        for one in again:
            self._match(Match(len(self.matches), game, options), None, old, one.match.events[: one.until])
        met, self.met = self.met, Counter()
        new = self._new_ones(game, options, effort)
        self.met = met
        return old, new

    def once_more(
        self, options: Mapping[str, OptionWord], again: Iterable[Decision], wanted: Callable[[Decision], bool] | None = None
    ) -> list[Decision]:
        """These decisions under other options, where these let them come about, whatever they look like; and those kept on the way and after.

        With ``wanted`` those of that kind and no others.
        """
        kept: list[Decision] = []
        for one in again:
            match = Match(len(self.matches), self.game(options), options)
            self._match(match, None, kept, one.match.events[: one.until], led=True, wanted=wanted)
        return kept

    def wanted(
        self, options: Mapping[str, OptionWord], wanted: Callable[[Decision], bool], effort: int, most: int
    ) -> list[Decision]:
        """The decisions of a kind that new matches under some options come to: not many more than ``most``."""
        kept: list[Decision] = []
        while effort > 0 and len(kept) < most:
            effort -= self._match(Match(len(self.matches), self.game(options), options), None, kept, wanted=wanted)
        return kept

    def game(self, options: Mapping[str, OptionWord]) -> Game:
        """The game with these options; rules are compiled once for each choice."""
        key = tuple(option_values(self.rules, options).values())
        if key not in self.games:
            self.games[key] = Game(self.rules, options, trace=True)
        return self.games[key]

    def _new_ones(self, game: Game, options: Mapping[str, OptionWord], effort: int, *, ends: bool = False) -> list[Decision]:
        kept: list[Decision] = []
        first = True
        while effort > 0:
            effort -= self._match(Match(len(self.matches), game, options, first=first), None, kept, ends=ends)
            first = False
        return kept

    def go_on(self, weight: Mapping[Decision, float], effort: int) -> list[Decision]:
        """The decisions kept when matches go on otherwise from decisions already known, the rather the more these weigh."""
        kept: list[Decision] = []
        known = list(weight)
        heavy = list(accumulate(weight.values()))
        while effort > 0:
            begin = self.random.choices(known, cum_weights=heavy)[0]
            # What is rare at the end of a deal is often decided long before.
            nth = max(0, begin.nth - self.random.choice(BACK))
            effort -= self._match(begin.match.branch(len(self.matches), nth), begin.match.stood[nth][1], kept)
        return kept

    def to_the_end(self, effort: int) -> list[Decision]:
        """The decisions kept of more matches as usual, from their beginning, and every one that ends a match."""
        return self._new_ones(self.game({}), {}, effort, ends=True)

    def rare(self, decision: Decision) -> tuple[bool, bool, bool, int]:
        """How seldom the like of a decision was met: first those that begin a match with new options, then those kept by luck, then those that do or offer something new."""
        looks = self.looks[decision]
        return (
            decision not in self.firsts,
            decision not in self.lucky,
            min(self.met[one] for one in looks[:2]) > self.keep[0],
            min(self.met[one] for one in looks),
        )

    def strange(self, decision: Decision) -> float:
        """How seldom the like of a decision was met, in all respects together; above all where something is nearly full."""
        *looks, brim = self.looks[decision]
        weights = [(1, one) for one in looks] + [(FULL if brim[-1] else 1, brim)]
        return sum(weight / self.met[one] for weight, one in weights if self.met[one])

    def _match(
        self,
        match: Match,
        begin: list[int] | None,
        kept: list[Decision],
        lead: Sequence[Action | Outcome] = (),
        *,
        ends: bool = False,
        led: bool = False,
        wanted: Callable[[Decision], bool] | None = None,
    ) -> int:
        """Play a match, from its beginning or from where a decision stood; it is kept where something in it is. How many decisions it had.

        ``lead`` is what should happen first, as far as it can; with ``led`` the decision that it leads to is kept whatever that looks like, with
        ``ends`` the one that ends the match, with ``wanted`` no other than those of that kind.
        """
        random, game = self.random, match.game
        chance = Kept(Recalled([e for e in lead if not isinstance(e, Action)], Fate(random, self.ranks, SURE)))
        leading = [e for e in reversed(lead) if isinstance(e, Action)]
        if begin is None:
            state = game.start(chance=chance)
            match.events.extend(chance.outcomes)
            chance.outcomes.clear()
        else:
            state = State(game, begin, Forced(game.engine.layout, chance))
        known = len(match.legal)
        trace = game.engine.trace
        assert trace is not None
        found: list[Decision] = []
        bold = random.random()
        moods = self._moods()
        most = MOST_EVENTS if begin is None and not lead else len(match.events) + len(lead) + MOST_BRANCH
        while not state.over and len(match.events) < most:
            actions = state.actions()
            there = False
            if leading and leading[-1] in actions:
                action = leading.pop()
                there = not leading
            else:
                leading = []
                action = self._choose(actions, moods, bold)
            at = len(match.events)
            match.stood.append((at, state._numbers))
            trace.rows.clear()
            trace.ways.clear()
            after = state.play(action)
            match.events.append(action)
            match.events.extend(chance.outcomes)
            chance.outcomes.clear()
            if wanted is None:
                looks = self.glance.at(state, action, after, trace, actions)
                met = self._meet(looks)
                lucky = (not leading and random.random() < LUCKY) or (ends and after.over) or (led and there)
                first = match.first and not match.legal
                if lucky or first or any(map(le, met, self.keep)):
                    one = Decision(match, at, len(match.legal), len(match.events), state, action, after)
                    found.append(one)
                    self.looks[one] = looks
                    if first:
                        self.firsts.add(one)
                    if lucky:
                        self.lucky.add(one)
            elif wanted(one := Decision(match, at, len(match.legal), len(match.events), state, action, after)):
                found.append(one)
            match.legal.append(len(actions))
            if after.phase != state.phase and random.random() < 0.3:
                moods = self._moods()
            state = after
        if found:
            self.matches.append(match)
            kept += found
        return len(match.legal) - known + 1

    def _meet(self, looks: Decided) -> list[int]:
        """How often the like was met, this time too, in each respect."""
        met, counts = self.met, list[int]()
        for one in looks:
            met[one] = count = met[one] + 1
            counts.append(count)
        return counts

    def _moods(self) -> dict[str, str]:
        """How each seat plays its cards: the highest, the lowest, any; now and then one takes what it can and all others shun it."""
        random, seats = self.random, self.rules.seats
        if random.random() < 0.3:
            return dict.fromkeys(seats, "l") | {random.choice(seats): "h"}
        return {seat: random.choice("hlrr") for seat in seats}

    def _choose(self, actions: tuple[Action, ...], moods: Mapping[str, str], bold: float) -> Action:
        """One of the actions: now by name first, so that what can seldom be done is done; now by the height of the card."""
        random = self.random
        if len(actions) == 1:
            return actions[0]
        if random.random() < bold:
            names = list(dict.fromkeys([(a.seat, a.name) for a in actions]))
            chosen = random.choice(names)
            if len(names) > 1:
                actions = tuple([a for a in actions if (a.seat, a.name) == chosen])
        mood = moods[actions[0].seat]
        if mood != "r" and all(a.name == actions[0].name and a.args and a.args[0] in self.cards for a in actions):
            height = lambda a: self.cards[a.args[0]] % self.ranks  # noqa: E731
            return min(actions, key=height) if mood == "h" else max(actions, key=height)
        return random.choice(actions)
