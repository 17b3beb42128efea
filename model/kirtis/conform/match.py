"""A match whose chance is asked of somebody: it stops at every question and goes on once it has the answer.

A step that asks is carried out again from its beginning, with the answers so far: what a step does before its question is never
seen. Only such steps are left to the plain evaluator; all others run as compiled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kirtis.conform.protocol import Problem
from kirtis.language.game import Action as Act
from kirtis.language.game import Game as Rules
from kirtis.play import step
from kirtis.play.action import Action
from kirtis.play.careful import PlainChance
from kirtis.play.chance import Forced, Outcome
from kirtis.play.evaluate import Env
from kirtis.play.faults import ActionError, ChanceError, PlayError
from kirtis.play.game import Game
from kirtis.play.position import Position, Value
from kirtis.play.state import State
from kirtis.play.words import from_word

MOST_SEQUENCES = 1_000_000
"""Counting stops, as too much, once so many sequences have been found."""


class Asked(PlayError):  # noqa: N818 (no error: a question)
    """Something is left to chance, and nobody has said yet what comes out."""

    def __init__(self, question: dict[str, Any]) -> None:
        self.question = question
        super().__init__("left to chance")


class Told:
    """Chance that gives the outcomes it was told, and asks for more."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self.at = 0

    def _next(self, question: dict[str, Any]) -> Any:
        if self.at == len(self.outcomes):
            raise Asked(question)
        self.at += 1
        return self.outcomes[self.at - 1]

    def draw(self, values: Sequence[str]) -> str:
        """The next outcome told."""
        word = self._next({"draw": list(values)})
        return word if isinstance(word, str) else "a deal"

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        """The next outcome told."""
        dealt = self._next({"deal": {"from": list(pool), "to": dict(counts)}})
        return dealt if isinstance(dealt, dict) else {}


def meant(rules: Rules, phase: str, action: Action) -> tuple[Act, Env]:
    """An action as the rules have it, and the names that it binds."""
    act = next(a for a in rules.phases[phase].actions if a.name == action.name)
    env: dict[str, Value] = {n: from_word(rules, t, w) for (n, t), w in zip(act.params, action.args, strict=True)}
    if act.actor is not None:
        env[act.actor] = rules.seats.index(action.seat)
    return act, env


class Match:
    """Where a match stands: ``state`` before a decision or at the end, ``question`` where chance is asked."""

    def __init__(self, game: Game, position: Position | None = None, *, settle: bool = True) -> None:
        self.game = game
        self.told = Told()
        self.fortune = Forced(game.engine.layout, self.told)
        self.question: dict[str, Any] | None = None
        self.base = game.first if position is None else position
        self.doing: tuple[Act, Env] | None = None
        self.state = self._state()
        if settle:
            self._go_on()

    def _state(self) -> State:
        return State(self.game, self.game.engine.layout.pack(self.base), self.fortune)

    def _go_on(self) -> None:
        """Carry out what is to be done, step by step, to the next decision, question or end."""
        rules, options = self.game.rules, self.game.option_values
        base, doing = self.base, self.doing
        self.question = None
        while doing is not None or rules.phases[base.phase].kind in ("auto", "chance"):
            self.told.at = 0
            chance = PlainChance(self.game.engine.layout, self.fortune, 0)
            try:
                if doing is not None:
                    after = step.act(rules, options, base, *doing, chance)
                else:
                    after = step.automatic(rules, options, base, rules.phases[base.phase], chance)
            except Asked as asked:
                self.base, self.doing, self.question = base, doing, asked.question
                return
            base, doing = after, None
            self.told.outcomes.clear()
            self.told.at = 0
        self.base, self.doing = base, None
        self.state = self._state()

    @property
    def phase(self) -> str:
        """The phase, also while chance is asked."""
        return self.state.phase if self.question is None else self.base.phase

    def settled(self) -> State:
        """The state, where nothing has to be decided by chance first."""
        if self.question is not None:
            raise Problem("chance_open", "something has to be decided by chance first")
        return self.state

    def decide(self, outcome: Outcome) -> None:
        """Give the answer that was asked for. Raises Problem where it cannot come out, or nothing was asked."""
        if self.question is None:
            raise Problem("no_chance", "nothing is left to chance here")
        if ("draw" in self.question) is not isinstance(outcome, str):
            raise Problem("bad_outcome", f"a {next(iter(self.question))} is asked for")
        question, told = self.question, list(self.told.outcomes)
        self.told.outcomes.append(outcome)
        try:
            self._go_on()
        except BaseException as error:
            self.question, self.told.outcomes = question, told
            if isinstance(error, ChanceError):
                raise Problem("bad_outcome", str(error)) from None
            raise

    def act(self, action: Action) -> None:
        """Do it. Raises ActionError where it may not be done."""
        state = self.settled()
        if action not in state.actions():
            refusal = state.why_not(action)
            assert refusal is not None
            raise ActionError(refusal)
        try:
            self.state = state.play(action)
        except Asked:
            self.base, self.doing = state.plain, meant(self.game.rules, state.phase, action)
            try:
                self._go_on()
            except BaseException:
                self.doing = None
                raise

    def count(self, depth: int) -> list[int]:
        """How many sequences of one action, of two, … there are; one ends where chance is asked."""
        counts = [0] * depth
        self._count(self.settled(), 0, counts)
        return counts

    def _count(self, state: State, done: int, counts: list[int]) -> None:
        actions = state.actions()
        counts[done] += len(actions)
        if sum(counts) > MOST_SEQUENCES:
            raise Problem("too_much", f"there are more than {MOST_SEQUENCES} sequences")
        if done + 1 == len(counts):
            return
        for action in actions:
            try:
                self._count(state.play(action), done + 1, counts)
            except Asked:
                continue
