"""Kept matches, by which changes of the rules are shown, played again beside the naive games: these have to agree with the true rules.

Played by changed rules beside the naive game, such a match comes out otherwise; so the change is noticed by rules that were
written a second time from the prose, and not only by those that were changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kirtis import language
from kirtis.conform.wander import Match
from kirtis.language.types import SEAT
from kirtis.mutate.luck import Heard, chance_of
from kirtis.mutate.sought import sought
from kirtis.mutate.steps import ALONE, MATCHES, STEPS, Taken, match, named, taken, whose
from kirtis.play.action import Action
from kirtis.play.faults import PlayError
from kirtis.play.position import Place
from kirtis.play.words import to_word
from naive.karavas_mainai import KaravasWithExchange

from .adapter import VALUES, Said
from .adapter import said as as_said
from .astuonkojis import AstuonkojisLockstep
from .both import Both, Kept, Once
from .karavas import KaravasLockstep
from .lockstep import Lockstep
from .ozka import OzkaLockstep
from .sesiasdesimt_sesi import SixtysixLockstep
from .trikiksis import TrikiksisLockstep

MORE = 40
"""Steps after those that are kept, so that the last of these is followed by a decision."""


@dataclass(frozen=True)
class Told:
    """A kept match in words: the options that are not as usual, the actions with the number of their step, and what chance gave."""

    options: dict[str, Any]
    actions: list[tuple[int, Said]]
    outcomes: list[Any]


def said(game: language.Game, one: Taken) -> Said:
    """What was done in a kept step."""
    assert one.action is not None
    action, env = named(game, one.phase, one.action), dict(one.env)
    seat = env[action.actor] if action.actor is not None else whose(game, one.before)
    return (game.word(SEAT, seat), action.name, *(game.word(t, env[name]) for name, t in action.params))


def given(game: language.Game, one: Taken) -> Iterator[Any]:
    """What chance gave in a kept step."""
    chance = Heard(chance_of(game, one.luck))
    assert taken(game, one.before, one.action, dict(one.env), chance) == one.after
    targets = iter(chance.drawn)
    for outcome in chance.given:
        if isinstance(outcome, int):
            yield to_word(game, game.variables[next(targets)[0]].type, outcome)
        else:
            pack = game.enums["card"]
            yield {called(game, place): [pack[c] for c in cards] for place, cards in outcome.items()}


def called(game: language.Game, place: Place) -> str:
    """A cell as the interpreter calls it: ``hand[A]``."""
    name, index = place
    words = [game.word(t, v) for t, v in zip(game.zones[name].index, index, strict=True)]
    return name + (f"[{', '.join(words)}]" if words else "")


def random_one(game: language.Game, number: int) -> Told:
    """One of the random matches."""
    steps = list(match(game, number, STEPS + MORE))
    first = steps[0].before.options
    options = {n: to_word(game, o.type, first[n]) for n, o in game.options.items() if first[n] != o.default}
    actions = [(n, said(game, one)) for n, one in enumerate(steps) if one.action is not None]
    if game.phases[steps[-1].after.phase].kind != "end":
        actions.pop()  # what comes of the last decision is not known to its end
    return Told(options, actions, [outcome for one in steps for outcome in given(game, one)])


def sought_one(one: Match) -> Told:
    """One of the matches that were looked for; its steps are its decisions."""
    actions = [as_said(event) for event in one.events if isinstance(event, Action)]
    outcomes = [event for event in one.events if not isinstance(event, Action)]
    return Told(dict(one.options), list(enumerate(actions)), outcomes)


class Matches:
    """The kept matches of a game by their numbers, each made once."""

    def __init__(self, game: language.Game) -> None:
        self.game = game
        self.known: dict[int, Told] = {}

    def told(self, number: int) -> Told:
        """A match in words."""
        if number not in self.known and number >= MATCHES + ALONE:
            self.known |= {n: sought_one(one) for n, one in sought(self.game).matches.items()}
        if number not in self.known:
            self.known[number] = random_one(self.game, number)
        return self.known[number]

    def play(self, number: int, rules: language.Game | None = None, since: int = 0) -> Both:
        """Play a match on both, by the true rules or by changed ones; from a step on it is looked at all that everybody may do and see."""
        told = self.told(number)
        both = beside(self.game, told, rules or self.game)
        for step, action in told.actions:
            if step >= since:
                both.same_actions()
                both.same_views(self.game.seats)
            both.act(action)
        if both.either.over():
            both.same_result()
        else:
            both.same_actions()
            both.same_views(self.game.seats)
        return both

    def against(self, rules: language.Game, place: str) -> str:
        """What the naive game says against changed rules in a kept step or later in its match; nothing if it has nothing to say."""
        number, step = map(int, re.findall(r"\d+", place)) if place != "start" else (0, 1)
        try:
            self.play(number, rules, step - 3)
        except (AssertionError, PlayError, LookupError) as said:
            return str(said) or type(said).__name__
        return ""


def beside(game: language.Game, told: Told, rules: language.Game) -> Both:
    """A kept match of a game of ours at its beginning, by some rules, beside the naive game."""
    # Only the naive Kiksas has words of its own for the values of some options.
    named_otherwise = VALUES if game.name == "kiksas" else {}
    other = {name: {theirs: mine for mine, theirs in words.items()} for name, words in named_otherwise.items()}
    options: dict[str, object] = {n: other.get(n, {}).get(str(word), word) for n, word in told.options.items()}
    kept, seats = Kept(rules, told.options, Once(told.outcomes)), len(game.seats)
    match game.name:
        case "kiksas":
            return Lockstep(0, options, kept=kept)
        case "karavas":
            return KaravasLockstep(0, options, kept=kept)
        case "karavas-mainai":
            return KaravasLockstep(0, options, KaravasWithExchange, kept=kept)
        case "ozka":
            return OzkaLockstep(0, options, kept=kept)
        case "sesiasdesimt-sesi":
            return SixtysixLockstep(0, options, seats, kept=kept)
        case "trikiksis":
            return TrikiksisLockstep(0, options, kept=kept)
        case "astuonkojis":
            return AstuonkojisLockstep(0, options, seats, kept=kept)
    raise LookupError(game.name)
