"""Expressions over a symbolic position.

Everything that is known is worked out at once; definitions are evaluated for known arguments and kept. Each place where an expression
might have no value (``!``, a range, ``the``, ``best``, a table) adds a condition to ``defined``: it must hold wherever it is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from kirtis.language import nodes as n
from kirtis.language.game import Game, Need, Sight
from kirtis.language.types import BOOL
from kirtis.prove.logic import Logic
from kirtis.prove.loose import Loose
from kirtis.prove.reading import Defined, Env, Reading, condition, members
from kirtis.prove.sets import Sets
from kirtis.prove.symbolic import State
from kirtis.prove.terms import TRUE, Term, add, and_, ite, number
from kirtis.prove.values import Pick, Value, as_int, just, no_more, over  # fmt: skip
from kirtis.prove.weights import IT, Reads, Weight, reads

__all__ = ["Defined", "Env", "Reader", "condition", "members"]


class Walk(Logic, Sets):
    """Reads any expression: what is asked of each kind of node."""

    handlers: ClassVar[dict[type, Callable[[Any, Any, Env, Term], Value]]] = {
        n.Const: Reading.const, n.Var: Reading.var, n.PhaseNow: Reading.phase, n.OptionValue: Reading.option, n.Cell: Reading.cell, n.Cards: Reading.cards, n.Family: Reading.family,
        n.Top: Reading.top, n.Whole: Reading.whole, n.Call: Reading.call, n.Lookup: Reading.lookup, n.Sure: Reading.sure, n.Fit: Reading.fit, n.Compare: Logic.compare, n.Member: Logic.member,
        n.And: Logic.and_, n.Or: Logic.or_, n.Not: Logic.not_, n.Implies: Logic.implies, n.If: Logic.if_, n.Arith: Logic.arith, n.SetJoin: Sets.join, n.SetLiteral: Sets.literal,
        n.Every: Sets.every, n.Some: Sets.some, n.Count: Sets.count, n.Sum: Sets.sum, n.Filter: Sets.filter, n.The: Sets.the, n.Best: Sets.best, n.FirstOf: Sets.first_of,
        n.Narrow: Sets.narrow, n.Stuck: Reading.stuck, n.Was: Reading.was,
    }  # fmt: skip


class Reader:
    """Reads expressions in one position; ``before`` is the position that ``was`` looks at, ``loose`` lets clauses be doubted."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Value],
        weights: list[Weight],
        before: State | None = None,
        loose: Loose | None = None,
    ) -> None:
        self.game, self.options, self.before, self.loose = game, options, before, loose
        self.weights = {(w.value, w.where): i for i, w in enumerate(weights)}
        self.weight_list = weights
        self._reads: dict[str, Reads] = {}
        self._loosened: dict[int, bool] = {}

    @property
    def weight_count(self) -> int:
        """How many weights the game has."""
        return len(self.weight_list)

    def kept(self, definition: str, state: State) -> dict[object, object]:
        """Where it is kept what a definition is in a position: with every position that does not differ in what it reads.

        One that may be doubted might read anything, and be another in each position.
        """
        if self.loose is not None and self.loose.defined(definition):
            return state.cache
        if definition not in self._reads:
            self._reads[definition] = reads(self.game, self.game.definitions[definition].body, self._reads)
        found = self._reads[definition]
        if found.elsewhere:
            return state.cache
        while state.like is not None and not (state.unlike & found.variables or state.unlike & found.zones):
            state = state.like
        return state.lasting

    def weight_of_card(self, weight: int, card: int, state: State) -> Term:
        """One weight of one card in a position, as a number; nought where it has no value, or one out of its range."""
        term, defined = self._weighed(weight, card, state)
        del defined
        return term

    def weight_defined(self, weight: int, card: int, state: State) -> list[Defined]:
        """What one weight of one card needs to exist."""
        return self._weighed(weight, card, state)[1]

    def _weighed(self, weight: int, card: int, state: State) -> tuple[Term, list[Defined]]:
        key = ("weight", weight, card)
        w = self.weight_list[weight]
        kept = state.cache if self._doubted(weight) else state.lasting
        if key not in kept:
            env: Env = {IT: just(card)}
            defined: list[Defined] = []
            counts = self.holds(w.where, state, env, TRUE, defined)
            value = self.read(w.value, state, env, counts, defined)
            fits = and_(counts, *(d.term for d in defined), no_more(just(0), value), no_more(value, just(w.most)))
            kept[key] = (ite(fits, as_int(value), number(0)), defined)
        return kept[key]  # type: ignore[return-value]

    def _doubted(self, weight: int) -> bool:
        """Whether what a weight reads may be another in each position."""
        if weight not in self._loosened:
            w = self.weight_list[weight]
            self._loosened[weight] = self.loose is not None and self.loose.read(w.value, w.where)
        return self._loosened[weight]

    def weight_of_all(self, weight: int, state: State) -> Term:
        """One weight of all cards together: a constant for each value of what the weight depends on."""
        w = self.weight_list[weight]
        n = len(self.game.enums["card"])
        read = sorted(w.reads)
        cells = [(name, 0) for name in read]
        if len(read) == 1 and cells[0] in state.variables and isinstance(state.variables[cells[0]], Pick):

            def known(v: int | None, _: Term) -> Value:
                there = State(
                    state.phase, {**state.variables, cells[0]: just(v)}, state.zones, state.sizes, state.weights, state.tops, {}
                )
                return add(*(self.weight_of_card(weight, c, there) for c in range(n)))

            found = over(state.variables[cells[0]], known)
            if found is not None:
                return as_int(found)
        return add(*(self.weight_of_card(weight, c, state) for c in range(n)))

    def read(
        self, e: n.Expr, state: State, env: Env | None = None, reached: Term = TRUE, defined: list[Defined] | None = None
    ) -> Value:
        """The value of an expression where ``reached`` holds; what it needs to exist is added to ``defined``."""
        return Walk(self, state, [] if defined is None else defined).value(e, env or {}, reached)

    def holds(
        self, e: n.Expr, state: State, env: Env | None = None, reached: Term = TRUE, defined: list[Defined] | None = None
    ) -> Term:
        """A condition as a formula."""
        value = self.read(e, state, env, reached, defined)
        assert isinstance(value, Term)
        return value

    def allowed(self, needs: Iterable[Need], state: State, env: Env | None = None, defined: list[Defined] | None = None) -> Term:
        """That conditions hold, each of which is looked at only where those before it do."""
        out = TRUE
        for need in needs:
            met: Value = self.holds(need.condition, state, env, out, defined)
            if self.loose is not None:
                met = self.loose.value(met, BOOL, need.at)
            out = and_(out, condition(met))
        return out

    def sees(self, sight: Sight, index: tuple[int, ...], seat: int, state: State) -> Term:
        """Whether a seat sees a cell in a position."""
        names = {name: just(i) for name, i in zip(sight.names, index, strict=False) if name}
        return self.holds(sight.when, state, {**names, sight.viewer: just(seat)})
