"""A game as the solver sees it: one unknown position for each phase, what is known of it, and every step from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kirtis.language.game import Claim, Game
from kirtis.language.nodes import Expr
from kirtis.prove import fingerprint, ghosts, slices, symbolic
from kirtis.prove.evaluate import Defined, Reader
from kirtis.prove.loose import Loose
from kirtis.prove.symbolic import Assumption, State
from kirtis.prove.terms import FALSE, TRUE, Term, and_, forget, number, truth, variable
from kirtis.prove.transitions import Step, steps
from kirtis.prove.values import just, kept
from kirtis.prove.weights import Weight, reads, weights

COUNTED = 60
"""The cards of a larger pack the solver had better not count one by one to see that there are some."""


@dataclass(frozen=True)
class Fact:
    """An invariant in one phase: its name, and the formula for a position in that phase."""

    name: str
    phase: str
    kind: str  # invariant or inferred
    claim: Claim | None
    expr: Expr


class Model:
    """A game as the solver sees it: one unknown position, and every step from it.

    A model ``beside`` another shares its unknowns: what has one name in both is one thing, so that two games can be asked about one position.
    """

    def __init__(
        self, game: Game, inferred: Iterable[Fact] = (), loose: Loose | None = None, beside: Model | None = None
    ) -> None:
        if beside is None:
            forget()
            slices.forget()
            fingerprint.forget()
        self.game = game
        self.weights: list[Weight] = weights(game)
        self.beside = beside
        self.option_given: list[Assumption] = []
        self.options = symbolic.options(game, self.option_given)
        self.loose = loose
        self.reader = Reader(game, self.options, self.weights, None, loose)
        self.given: list[Assumption] = []
        self.state = symbolic.position(game, "s", self.given, phase=0)
        self.weigh(self.state, "s", self.given)
        self.facts: list[Fact] = [*self.written(), *inferred]
        self.at = {name: self.state.at(n) for n, name in enumerate(game.phases)}
        self._steps: dict[str, list[Step]] = {}
        self._base: dict[str, tuple[Assumption, ...]] = {}

    def weigh(self, state: State, name: str, given: list[Assumption]) -> None:
        """Give a position its weights, with what is true of them by definition; those that it has stay."""
        for w, weight in enumerate(self.weights):
            label = self.label(w, state)
            for cell in state.zones:
                if (w, *cell) not in state.weights:
                    state.weights[w, *cell] = variable(f"{name}.{label}({symbolic.shown(self.game, *cell)})", "Int")
            given += ghosts.weight_links(self.game, state, w, weight.most, self.reader.weight_of_all(w, state), weight.what)
            if len(self.game.enums["card"]) > COUNTED:
                worth = [self.reader.weight_of_card(w, card, state) for card in range(len(self.game.enums["card"]))]
                given += ghosts.nought(self.game, state, w, worth, weight.what)

    def label(self, w: int, state: State) -> str:
        """What the unknown sums of a weight are called: as in the model beside this one just where every card weighs the same in both."""
        own, other = f"{self.weights[w].what} {w}", self.beside
        if other is None:
            return own
        cards = range(len(self.game.enums["card"]))
        mine = [self.reader.weight_of_card(w, c, state) for c in cards]
        for v in range(len(other.weights)):
            if all(other.reader.weight_of_card(v, c, other.state) is term for c, term in zip(cards, mine, strict=True)):
                return other.label(v, other.state)
        return f"{own} beside"

    def written(self) -> Iterator[Fact]:
        """The invariants that the authors wrote, one for each of their phases."""
        for c in self.game.claims.values():
            if c.kind == "invariant":
                for phase in c.phases or tuple(self.game.phases):
                    yield Fact(f"{c.name} in {phase}", phase, "invariant", c, c.body)

    def holds(self, e: Expr, state: State) -> Term:
        """A claim in a position: true, and defined."""
        defined: list[Defined] = []
        held = self.reader.holds(e, state, {}, TRUE, defined)
        return and_(held, *(d.term for d in defined))

    def propose(self, facts: Iterable[Fact]) -> None:
        """Take these for invariants as well."""
        self.facts += facts
        self._base.clear()

    def base(self, phase: str) -> tuple[Assumption, ...]:
        """All that is known of a position in a phase: types, places, ghosts, options, invariants."""
        if phase not in self._base:
            self._base[phase] = (*self.option_given, *self.given, *self.believed(phase, self.at[phase]))
        return self._base[phase]

    def believed(self, phase: str, state: State) -> tuple[Assumption, ...]:
        """The invariants of a phase, in a position."""
        facts = (Assumption(f.kind, f.name, self.holds(f.expr, state)) for f in self.facts if f.phase == phase)
        return tuple(a for a in facts if a.term is not TRUE)

    def steps(self, phase: str) -> list[Step]:
        """Every way to go on from a phase."""
        if phase not in self._steps:
            self._steps[phase] = list(steps(self.game, self.reader, self.state, self.game.phases[phase], self.weights))
        return self._steps[phase]

    def after(self, step: Step) -> tuple[Assumption, ...]:
        """What is true of the position after a step by definition, once the step is known to be well defined."""
        old, out = self.state, []
        for a in symbolic.links(self.game, step.after):
            out.append(Assumption("after", f"after: {a.what}", a.term))
        changed = {cell for cell in old.zones if step.after.sizes[cell] is not old.sizes[cell]}
        for w, weight in enumerate(self.weights):
            if w in step.fresh_weights or changed:
                links = ghosts.weight_links(
                    self.game, step.after, w, weight.most, self.reader.weight_of_all(w, step.after), weight.what
                )
                out += [Assumption("after", f"after: {a.what}", a.term) for a in links]
        known = {a.term.id for a in self.given}
        return tuple(a for a in out if a.term.id not in known and a.term is not TRUE)

    def taken(self, step: Step) -> tuple[Assumption, ...]:
        """That a step is taken: its guard holds and is defined, its effect is defined, chance has decided."""
        guard = [Assumption("type", p.what, p.term) for p in step.params]
        guard += [Assumption("guard", f"{step.name} is allowed", and_(step.allowed, *(d.term for d in step.allowed_defined)))]
        effect = [Assumption("effect", f"{step.name}: {d.what}", d.term) for d in step.defined]
        chance = [a for a in step.chance if a.term is not TRUE]
        return tuple(a for a in (*guard, *effect, *chance) if a.term is not TRUE)

    def initial(self) -> tuple[State, list[Assumption]]:
        """The position at the start of a match."""
        state, given, _ = self._initial()
        return state, given

    def initial_defined(self) -> list[Defined]:
        """What the first values of the variables need to exist."""
        return self._initial()[2]

    def _initial(self) -> tuple[State, list[Assumption], list[Defined]]:
        given: list[Assumption] = []
        defined: list[Defined] = []
        game = self.game
        variable_cells, zone_cells = symbolic.cells(game)
        state = State(just(list(game.phases).index(game.start)), {}, {}, {})
        n = len(game.enums["card"])
        for cell in zone_cells:
            whole = cell[0] == game.pack
            state.zones[cell] = [truth(whole)] * n
            state.sizes[cell] = number(n if whole else 0)
            if game.zones[cell[0]].kind == "pile":
                state.tops[cell] = just(None)
        for cell in variable_cells:
            v = game.variables[cell[0]]
            if v.initial is None:
                state.variables[cell] = symbolic.unknown(game, v.type, f"start.{symbolic.shown(game, *cell)}", given)
            elif reads(game, v.initial).variables:
                # No variable has a value yet; what is made of none is not what the type promises.
                state.variables[cell] = symbolic.unknown(game, v.type, f"start.{symbolic.shown(game, *cell)}", given)
                defined.append(Defined(FALSE, f"the first value of {v.name} is made of variables that have none yet", v.at))
            else:
                first = State(state.phase, {}, state.zones, state.sizes, {}, state.tops)
                value = Reader(game, self.options, []).read(v.initial, first, {}, TRUE, defined)
                state.variables[cell] = kept(value, symbolic.kind_of(v.type))
        for w in range(len(self.weights)):
            for cell in zone_cells:
                state.weights[w, *cell] = self.reader.weight_of_all(w, state) if cell[0] == game.pack else number(0)
        return state, given, defined
