"""What any game needs to be played on both implementations at once: chance settled once, decisions made twice, answers compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from kirtis import language
from kirtis.play import Game, State
from naive.walk import draw

from .adapter import Said, formal_action, offered


class Naive(Protocol):
    """A naive implementation of any game."""

    def chance(self) -> tuple[Any, ...] | None: ...
    def settle(self, outcome: Any) -> None: ...
    def actions(self) -> list[Said]: ...
    def act(self, action: Said) -> None: ...
    def over(self) -> bool: ...
    def view(self, seat: str) -> dict[str, Any]: ...


class Fate:
    """Chance: first what was prepared, then one generator, now and then stacked; keeps what was asked and what came out."""

    def __init__(self, rng: Random, stacked: float, prepared: Sequence[Any] = ()) -> None:
        self.rng, self.stacked, self.prepared = rng, stacked, list(prepared)
        self.given: list[tuple[tuple[Any, ...], Any]] = []

    def draw(self, values: Sequence[str]) -> str:
        word: str = self.prepared.pop(0) if self.prepared else self.rng.choice(list(values))
        self.given.append(((set(values),), word))
        return word

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        short = {name: name.removeprefix("hand[").removesuffix("]") for name in counts}
        missing = {short[name]: count for name, count in counts.items()}
        cards: dict[str, list[str]]
        cards = self.prepared.pop(0) if self.prepared else draw(("deal", missing, pool), self.rng, self.stacked)
        self.given.append(((missing, set(pool)), cards))
        return {name: cards[short[name]] for name in counts}


class Once(Fate):
    """Chance as it once came out."""

    # What the fates of some games have beside; nothing of it is needed where all is known.
    trump: str | None = None
    eldest: str | None = None
    last_two: Mapping[str, list[str]] = {}

    def __init__(self, outcomes: Sequence[Any]) -> None:
        super().__init__(Random(0), 0.0, outcomes)

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        cards: Mapping[str, Sequence[str]] = self.prepared.pop(0)
        short = {name: name.partition("[")[2].removesuffix("]") or name for name in counts}
        missing = {short[name]: count for name, count in counts.items()}
        self.given.append(((missing, set(pool)), {short[name]: list(cards[name]) for name in counts}))
        return {name: cards[name] for name in counts}


@dataclass(frozen=True)
class Kept:
    """A match to be played again: by which rules, which may be changed ones, with which options, and what chance gave."""

    rules: language.Game
    options: Mapping[str, bool | int | str]
    fate: Once


def asked(chance: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
    """What a naive implementation asks of chance, as ``Fate`` keeps it."""
    if chance is None:
        return None
    return (chance[1], set(chance[2])) if chance[0] == "deal" else (set(chance[1]),)


class Both:
    """One match on both implementations; a game says what it is made of, what a view means and how to tell the story."""

    fate: Fate
    state: State

    @property
    def either(self) -> Naive:
        """The naive implementation."""
        raise NotImplementedError

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    def story(self) -> str:
        raise NotImplementedError

    def begin(self, game: Game, kept: Kept | None) -> None:
        """Start a match; a kept one with the chance that it had, and by the rules that are asked of it."""
        if kept is not None:
            self.fate, game = kept.fate, Game(kept.rules, kept.options)
        self.state = game.start(chance=self.fate)
        self.settle()

    def given(self, question: tuple[Any, ...], outcome: Any) -> None:
        """Chance has settled this on both."""

    def settle(self) -> None:
        """Give the naive implementation what chance gave the interpreter."""
        for question, outcome in self.fate.given:
            self.same("chance", asked(self.either.chance()), question)
            self.either.settle(outcome)
            self.given(question, outcome)
        self.fate.given.clear()
        self.same("chance", asked(self.either.chance()), None)

    def act(self, action: Said) -> None:
        """Do it on both, and look at what is to be looked at in a game."""
        self.do(action)

    def do(self, action: Said) -> None:
        """Do it on both."""
        self.state = self.state.play(formal_action(action))
        self.either.act(action)
        self.settle()

    def same_actions(self) -> list[Said]:
        """What both offer."""
        actions = self.either.actions()
        found = offered(self.state.actions())
        if set(actions) != found:
            self.same("actions", sorted(actions), sorted(found))
        return actions

    def same_views(self, seats: Sequence[str]) -> None:
        for seat in seats:
            mine, theirs = self.either.view(seat), self.seen(self.state.view(seat))
            for key in mine:
                self.same(f"{key} as {seat} sees it", mine[key], theirs[key])

    def same_result(self) -> None:
        """Once the match is over: nobody has anything to do."""
        self.same("over", self.either.over(), self.state.over)
        self.same("actions", self.either.actions(), list(self.state.actions()))

    def same(self, what: str, naive: object, formal: object) -> None:
        if naive != formal:
            raise AssertionError(f"{what}\n  naive:  {naive}\n  formal: {formal}\n{self.story()}")
