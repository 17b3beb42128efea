"""A match as a tree: decisions of one seat at a time, and chance card by card.

A node never changes; what follows it is a new one. Before a decision a node holds the state; where something is left to chance it holds the
last state, the action, and the outcomes so far, and the step is carried out again from there with one outcome more: what a step does before its
question is never seen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kirtis.conform import steps
from kirtis.conform.asking import Asking, askings
from kirtis.conform.match import Asked, Told
from kirtis.conform.numbers import Numbers
from kirtis.conform.payoff import Payoff
from kirtis.conform.question import Question
from kirtis.language.types import SEAT
from kirtis.play.action import Action
from kirtis.play.chance import Outcome
from kirtis.play.game import Game, OptionWord, load
from kirtis.play.state import State

LONGEST = 10_000
"""A match is broken off after so many decisions, if nobody says otherwise: some rules let it go on for ever."""


class Tree:
    """All matches of a game: ``root`` is where each begins."""

    def __init__(self, game: Game, *, count: str = "", longest: int = LONGEST) -> None:
        self.game, self.longest = game, longest
        self.numbers = Numbers(game.rules)
        self.payoff = Payoff(game, count)
        self.told = Told()
        self.passed: list[list[int]] = []
        game.engine.watch(self.passed)
        self.key: tuple[Any, ...] | None = None
        self.outcomes = max(len(values) for values in game.rules.enums.values())
        self.root = self._after(None, None, ())

    def _after(self, last: Node | None, action: Action | None, outcomes: tuple[Outcome, ...]) -> Node:
        """The node that an action leads to from the last decision, with these outcomes of chance; none at the start of a match."""
        game = self.game
        before = None if last is None else last.state
        while True:
            self.told.outcomes, self.told.at = list(outcomes), 0
            self.passed.clear()
            doubts, state, question = game.careful.asked, None, None
            try:
                state = game.start(chance=self.told) if before is None or action is None else before.play(action)
            except Asked as asked:
                question = Question(asked.question)
                if question.outcome is not None:
                    outcomes = (*outcomes, question.outcome)
                    continue
            passed = (*self.passed, state._numbers) if state is not None else tuple(self.passed)
            if game.careful.asked > doubts:  # the compiled rules have left it to the evaluator, which notes nothing
                passed = tuple(steps.plainly(game, before, action, outcomes))
            return Node(self, last, action, outcomes, passed, question, state)


class Node:
    """A decision or the end (``state`` is there), or something left to chance (``question`` is).

    ``passed`` are the positions that were passed since the last decision, one after each step, by their numbers; the last is that of the node.
    """

    __slots__ = ("_askings", "action", "decisions", "last", "memory", "outcomes", "passed", "question", "state", "tree", "waited")

    def __init__(
        self,
        tree: Tree,
        last: Node | None,
        action: Action | None,
        outcomes: tuple[Outcome, ...],
        passed: tuple[list[int], ...],
        question: Question | None = None,
        state: State | None = None,
        waited: int = 0,
    ) -> None:
        self.tree, self.last, self.action, self.outcomes = tree, last, action, outcomes
        self.passed, self.question, self.state, self.waited = passed, question, state, waited
        self.decisions: int = 0 if last is None else last.decisions + 1
        self._askings: tuple[Asking, ...] | None = None
        self.memory: dict[str, Any] = {}

    # -- what stands there -------------------------------------------------------------------------------------------------

    @property
    def asking(self) -> Asking | None:
        """Who has to decide, and what he may do; None at the end and where chance decides."""
        if self.state is None or self.over:
            return None
        if self._askings is None:
            self._askings = askings(self.state)
        return self._askings[self.waited]

    @property
    def over(self) -> bool:
        """Whether the match has ended, or has been broken off."""
        return self.state is not None and (self.state.over or self.decisions >= self.tree.longest)

    def legal(self) -> list[int]:
        """The numbers of what may be done here, or may come out, from the lowest."""
        if self.question is not None:
            return sorted(self._word_number(word) for word in self.question.values)
        asking = self.asking
        if asking is None:
            return []
        numbers = self.tree.numbers
        out = sorted(numbers.number(action) for action in asking.actions)
        if asking.may_wait:
            assert numbers.wait is not None
            out.append(numbers.wait)
        return out

    def _words(self) -> tuple[str, ...]:
        """The words that the numbers of what may come out stand for: the cards, or the values of the variable drawn."""
        assert self.question is not None
        enums = self.tree.game.rules.enums
        if self.question.cell is not None:
            return enums["card"]
        drawn = set(self.question.values)
        return next(values for values in (enums["card"], enums[SEAT.name], *enums.values()) if drawn <= set(values))

    def _word_number(self, word: str) -> int:
        return self._words().index(word)

    def words(self, number: int) -> str:
        """What a number stands for here."""
        if self.question is None:
            return self.tree.numbers.words(number)
        word = self._words()[number]
        return word if self.question.cell is None else f"{word} to {self.question.cell}"

    def payoff(self) -> list[float]:
        """What the match is worth to each seat: 0 before its end, and where it is broken off."""
        if self.state is None or not self.state.over:
            return [0.0] * len(self.tree.game.seats)
        return self.tree.payoff.of(self.state.plain)

    # -- how it goes on ----------------------------------------------------------------------------------------------------

    def child(self, number: int) -> Node:
        """The node after a decision or an outcome. Raises ActionError for what may not be done, ChanceError for what cannot come out."""
        if self.question is not None:
            question = self.question.answered(self._words()[number])
            if question.outcome is None:
                return self._same(question)
            return self.tree._after(self.last, self.action, (*self.outcomes, question.outcome))
        asking = self.asking
        assert asking is not None
        action = self.tree.numbers.action(asking.seat, number)
        if action is None and asking.may_wait:
            return Node(self.tree, self, None, (), self.passed[-1:], state=self.state, waited=self.waited + 1)
        if action is None:
            raise IndexError("a seat whose turn it is cannot wait")
        return self.tree._after(self, action, ())

    def _same(self, question: Question) -> Node:
        return Node(self.tree, self.last, self.action, self.outcomes, self.passed, question)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the position here; where chance is asked, of the one that the step that asks stands before."""
        return self.passed[-1]

    # -- as a value --------------------------------------------------------------------------------------------------------

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        assert self.tree.key is not None, "only nodes of trees made by `tree` can be pickled"
        return again, (self.tree.key, tuple(self._events()))

    def _events(self) -> list[tuple[Any, ...]]:
        """What has to be done to come here from the start, for each decision: its number and the outcomes that follow; at last what is half dealt."""
        out: list[tuple[Any, ...]] = []
        node: Node | None = self
        while node is not None:
            done = None if node.last is None else node._number()
            out.append((done, node.outcomes, node.question.dealt if node.question is not None else ()))
            node = node.last
        return out[::-1]

    def _number(self) -> int | None:
        numbers = self.tree.numbers
        return numbers.wait if self.action is None else numbers.number(self.action)


@lru_cache(maxsize=64)
def tree(
    name: str, seats: int | None = None, options: tuple[tuple[str, OptionWord], ...] = (), count: str = "", longest: int = LONGEST
) -> Tree:
    """The tree of a game, made once for the same name, seats and options."""
    made = Tree(load(name, options=dict(options), seats=seats), count=count, longest=longest)
    made.key = (name, seats, options, count, longest)
    return made


def again(key: tuple[Any, ...], events: tuple[tuple[Any, ...], ...]) -> Node:
    """The node that events lead to, as ``Node.__reduce__`` gives them."""
    made = tree(*key)
    node = made.root
    for done, outcomes, dealt in events:
        if done is None:
            last, action = None, None
        else:
            asking = node.asking
            assert asking is not None
            last, action = node, made.numbers.action(asking.seat, done)
        if done is not None and action is None:
            node = node.child(done)
            continue
        node = made._after(last, action, outcomes)
        if dealt:
            assert node.question is not None
            node = node._same(Question(node.question.asked, dealt))
    return node
