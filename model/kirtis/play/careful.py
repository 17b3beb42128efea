"""Playing by the plain evaluator: slower, and able to say what is wrong with the rules."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING

from kirtis.language.game import Action as Act
from kirtis.play import step
from kirtis.play.action import Action
from kirtis.play.evaluate import Env, Evaluator
from kirtis.play.layout import Layout, members
from kirtis.play.position import Place, Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kirtis.play.compile.engine import Fortune, Numbers
    from kirtis.play.game import Game
    from kirtis.play.state import State


class PlainChance:
    """Chance as the plain evaluator asks for it, answered by whoever answers the compiled code."""

    def __init__(self, layout: Layout, fortune: Fortune, tape: int) -> None:
        self.layout, self.fortune, self.tape = layout, fortune, tape

    def draw(self, target: Place, values: tuple[int, ...]) -> int:
        """One of these values."""
        mask = sum(1 << v for v in values)
        value, self.tape = self.fortune.one(mask, self.tape, self.layout.places[target])
        return value

    def deal(self, pool: tuple[int, ...], counts: Mapping[Place, int]) -> dict[Place, tuple[int, ...]]:
        """Cards for each zone, the lowest first."""
        cells = tuple(self.layout.places[p] for p in counts)
        mask = sum(1 << c for c in pool)
        hands, self.tape = self.fortune.hands(mask, list(counts.values()), self.tape, cells)
        return {p: members(hand) for p, hand in zip(counts, hands, strict=True)}


class _Lowest:
    """Chance that gives the lowest of everything: where it does not matter what comes out."""

    def draw(self, target: Place, values: tuple[int, ...]) -> int:
        return values[0]

    def deal(self, pool: tuple[int, ...], counts: Mapping[Place, int]) -> dict[Place, tuple[int, ...]]:
        cards = iter(pool)
        return {place: tuple(next(cards) for _ in range(n)) for place, n in counts.items()}


class Careful:
    """The actions and steps of a game as the evaluator sees them; ``asked`` counts how often it had to be."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules, self.options = game, game.rules, game.option_values
        self.asked = 0

    def evaluator(self, position: Position) -> Evaluator:
        """The evaluator for a position."""
        return Evaluator(self.rules, self.options, position)

    def actor(self, position: Position) -> int | None:
        """The seat whose turn it is, by its index."""
        by = self.rules.phases[position.phase].by
        return None if by is None else self.evaluator(position).number(by)

    def possible(self, position: Position) -> Iterator[tuple[Act, int, Env, Action]]:
        """Every action that may be done: as the rules have it, the seat, the names bound, and in words."""
        read, seat = self.evaluator(position), self.actor(position)
        if seat is None:
            return
        for act in self.rules.phases[position.phase].actions:
            seats = range(len(self.rules.seats)) if act.actor is not None else (seat,)
            for who in seats:
                for values in product(*(self.rules.values(t) for _, t in act.params)):
                    env: Env = dict(zip((n for n, _ in act.params), values, strict=True))
                    if act.actor is not None:
                        env = {**env, act.actor: who}
                    if all(read.truth(need.condition, env) for need in act.needs):
                        words = tuple(self.rules.word(t, v) for (_, t), v in zip(act.params, values, strict=True))
                        yield act, who, env, Action(self.rules.seats[who], act.name, words)

    def meant(self, position: Position, action: Action) -> tuple[Act, Env]:
        """An action that may be done here as the rules have it, and the names that it binds."""
        return next((act, env) for act, _, env, one in self.possible(position) if one is action)

    def actions(self, state: State) -> tuple[Action, ...]:
        """What ``State.actions`` gives."""
        self.asked += 1
        return tuple(action for _, _, _, action in self.possible(state.plain))

    def play(self, state: State, action: Action) -> Numbers:
        """The numbers of the state after an action."""
        self.asked += 1
        position = state.plain
        act, env = self.meant(position, action)
        layout = self.game.engine.layout
        chance = PlainChance(layout, state._fortune, state._numbers[-1])
        after = step.act(self.rules, self.options, position, act, env, chance)
        after = step.settle(self.rules, self.options, after, chance)
        return self.numbers(after, chance.tape)

    def just_after(self, state: State, action: Action) -> Position:
        """The position right after an action, before anything automatic; where it leaves something to chance, the lowest."""
        act, env = self.meant(state.plain, action)
        return step.act(self.rules, self.options, state.plain, act, env, _Lowest())

    def settle(self, position: Position, fortune: Fortune, tape: int) -> Numbers:
        """The numbers once every automatic phase has run."""
        self.asked += 1
        chance = PlainChance(self.game.engine.layout, fortune, tape)
        return self.numbers(step.settle(self.rules, self.options, position, chance), chance.tape)

    def numbers(self, position: Position, tape: int) -> Numbers:
        """The numbers of a position."""
        numbers = self.game.engine.layout.pack(position)
        numbers[-1] = tape
        return numbers
