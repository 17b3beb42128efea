"""Concrete positions as symbolic ones: written out as constants, or as what an unknown position must equal."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

from kirtis.language.game import Game
from kirtis.language.load import from_text
from kirtis.language.nodes import Every, Expr, FirstOf, Some, Was
from kirtis.language.types import Bool, Maybe, Num, Type
from kirtis.play.evaluate import Env, Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import Position, Scalar, Value, cells
from kirtis.prove import ghosts, symbolic
from kirtis.prove.evaluate import Reader
from kirtis.prove.search import written
from kirtis.prove.symbolic import Assumption, State, kind_of
from kirtis.prove.terms import FALSE, TRUE, Term, and_, equal, iff, not_, number, truth, variable
from kirtis.prove.values import MaybeNumber, Pick, from_word, just, kept, same
from kirtis.prove.values import Value as Symbolic
from kirtis.prove.weights import IT, Weight, weights

HERE = Path(__file__).parent
Options = Mapping[str, int | bool]


@cache
def zoo() -> Game:
    """The game that has one of everything."""
    return from_text((HERE / "zoo.md").read_text("utf-8"), "zoo.md")


class Strict(Evaluator):
    """The interpreter, but it looks at every member of a quantifier and every set of ``first of``, as the prover demands."""

    __slots__ = ()

    def value(self, node: Expr, env: Env = {}) -> Value:  # noqa: B006
        match node:
            case Was(of) if self.before is not None:
                return Strict(self.game, self.options, self.before, self.before).value(of, env)
            case FirstOf(items):
                sets = [self.set(i, env) for i in items]
                return next((s for s in sets[:-1] if s), sets[-1])
        return super().value(node, env)

    def truth(self, node: Expr, env: Env = {}) -> bool:  # noqa: B006
        match node:
            case Every(var, among, body):
                every = [self.truth(body, {**env, var: one}) for one in sorted(self.set(among, env))]
                return all(every)
            case Some(var, among, body):
                each = [self.truth(body, {**env, var: one}) for one in sorted(self.set(among, env))]
                return any(each)
        return super().truth(node, env)


def brief(node: object) -> str:
    """An expression without places and types."""
    if isinstance(node, tuple):
        return f"({', '.join(map(brief, node))})"
    if not is_dataclass(node):
        return str(node)
    inner = [brief(getattr(node, f.name)) for f in fields(node) if f.name not in ("at", "type")]
    return f"{type(node).__name__}({', '.join(inner)})"


def told(game: Game, options: Options, position: Position) -> str:
    """A position that people can read, for messages."""
    chosen = ", ".join(f"{k}={game.word(game.options[k].type, v)}" for k, v in options.items())
    return "; ".join([f"[{chosen}]", *(f"{k} = {v}" for k, v in written(game, position))])


# -- positions -------------------------------------------------------------------------------------------------------------


def some_options(game: Game, rng: random.Random) -> dict[str, int | bool]:
    return {o.name: rng.choice([v for v in game.values(o.type) if v is not None]) for o in game.options.values()}


def some_value(game: Game, t: Type, rng: random.Random) -> Scalar:
    match t:
        case Num(low, high) if high is None or high - low > 12:
            top = 12 if high is None else high
            return rng.choice([low, low + 1, low + 2, top, rng.randint(low, top)])
        case Maybe(of):
            return None if rng.random() < 0.35 else some_value(game, of, rng)
    return rng.choice(game.values(t))


def some_position(game: Game, rng: random.Random, phase: str | None = None) -> Position:
    """Any well-formed position: values of the right types, every card in one place."""
    values = {(v.name, i): some_value(game, v.type, rng) for v in game.variables.values() for i in cells(game, v.index)}
    places = [(z.name, i) for z in game.zones.values() for i in cells(game, z.index)]
    cards: dict[tuple[str, tuple[int, ...]], list[int]] = {place: [] for place in places}
    pack = list(range(len(game.enums["card"])))
    rng.shuffle(pack)
    # Now and then some places stay empty, and many cards lie together.
    favoured = rng.sample(places, rng.randint(1, len(places)))
    for card in pack:
        free = [p for p in favoured if game.zones[p[0]].kind != "one" or not cards[p]]
        cards[rng.choice(free) if free else (game.pack, ())].append(card)
    placed = {p: tuple(there) if game.zones[p[0]].kind == "pile" else tuple(sorted(there)) for p, there in cards.items()}
    return Position(phase or rng.choice(game.enums["phase"]), values, placed)


def true_weight(game: Game, options: Options, position: Position, weight: Weight, card: int) -> int:
    """What a card weighs in a position; nought where the rules give it no value."""
    read = Strict(game, options, position)
    try:
        return read.number(weight.value, {IT: card}) if read.truth(weight.where, {IT: card}) else 0
    except RuleError:
        return 0


def number_of(game: Game, place: tuple[str, tuple[int, ...]]) -> tuple[str, int]:
    """A cell as the prover counts it."""
    name, index = place
    kinds = game.variables[name].index if name in game.variables else game.zones[name].index
    cell = 0
    for i, kind in zip(index, kinds, strict=True):
        cell = cell * len(game.enums[kind.name]) + i
    return name, cell


_WEIGHTS: dict[int, tuple[Game, list[Weight]]] = {}


def weights_of(game: Game) -> list[Weight]:
    """The weights of a game, looked for once."""
    return _WEIGHTS.setdefault(id(game), (game, weights(game)))[1]


# -- constants -------------------------------------------------------------------------------------------------------------


def constant(game: Game, t: Type, value: Scalar) -> Symbolic:
    return kept(from_word(value, "pick" if isinstance(t, Maybe) and isinstance(t.of, Bool) else kind_of(t)), kind_of(t))


def constants(game: Game, options: Options) -> dict[str, Symbolic]:
    return {o.name: constant(game, o.type, options[o.name]) for o in game.options.values()}


def state_of(game: Game, options: Options, position: Position) -> State:
    """A position in which nothing is unknown."""
    state = State(just(game.enums["phase"].index(position.phase)), {}, {}, {})
    n = len(game.enums["card"])
    for place, value in position.values.items():
        state.variables[number_of(game, place)] = constant(game, game.variables[place[0]].type, value)
    for place, there in position.cards.items():
        cell = number_of(game, place)
        state.zones[cell] = [truth(c in there) for c in range(n)]
        state.sizes[cell] = number(len(there))
        if game.zones[place[0]].kind == "pile":
            state.tops[cell] = just(there[-1] if there else None)
        for w, weight in enumerate(weights_of(game)):
            state.weights[w, *cell] = number(sum(true_weight(game, options, position, weight, c) for c in there))
    return state


def reader_of(game: Game, options: Options, before: State | None = None) -> Reader:
    return Reader(game, constants(game, options), weights_of(game), before)


# -- unknowns --------------------------------------------------------------------------------------------------------------


class Unknown:
    """An unknown position with unknown options, and all that is taken as known of any position."""

    def __init__(self, game: Game, name: str = "s", options: dict[str, Symbolic] | None = None) -> None:
        self.game, self.given = game, list[Assumption]()
        self.weights = weights_of(game)
        self.options = symbolic.options(game, self.given) if options is None else options
        self.state = symbolic.position(game, name, self.given)
        self.reader = Reader(game, self.options, self.weights)
        for w, weight in enumerate(self.weights):
            for cell in self.state.zones:
                self.state.weights[w, *cell] = variable(f"{name}.{weight.what} {w}({symbolic.shown(game, *cell)})", "Int")
        for w, weight in enumerate(self.weights):
            whole = self.reader.weight_of_all(w, self.state)
            self.given += ghosts.weight_links(game, self.state, w, weight.most, whole, weight.what)

    def known(self) -> list[tuple[str, Term]]:
        return [(a.what, a.term) for a in self.given]

    def exact(self) -> list[tuple[str, Term]]:
        """That sizes and sums are those of the cards, as it is assumed where a position is to be shown."""
        worth = lambda w, card: self.reader.weight_of_card(w, card, self.state)  # noqa: E731
        return [(a.what, a.term) for a in ghosts.exact(self.game, self.state, worth, len(self.weights))]

    def equals(self, options: Options, position: Position) -> list[tuple[str, Term]]:
        """That this is that position, ghosts included."""
        out = [(f"option {k}", is_value(v, options[k])) for k, v in self.options.items()]
        return [*out, *position_is(self.game, options, self.state, position)]


def is_value(value: Symbolic, wanted: Value) -> Term:
    """That a symbolic value is a known one, and no other at the same time."""
    if isinstance(wanted, frozenset):
        assert isinstance(value, list)
        return and_(*(iff(bit, truth(k in wanted)) for k, bit in enumerate(value)))
    if isinstance(value, Pick):
        return and_(value.get(wanted, FALSE), *(not_(c) for v, c in value.items() if v != wanted))
    if isinstance(value, MaybeNumber):
        return value.none if wanted is None else and_(not_(value.none), equal(value.value, number(int(wanted))))
    assert isinstance(value, Term)
    if wanted is None:
        return FALSE
    return iff(value, truth(bool(wanted))) if value.sort == "Bool" else equal(value, number(int(wanted)))


def position_is(
    game: Game, options: Options, state: State, position: Position, ghosts: bool = True, meaning: Position | None = None
) -> list[tuple[str, Term]]:
    """That a symbolic position is a known one: a formula for each cell, named. ``meaning``: where weights are read, if elsewhere."""
    out = [("phase", is_value(state.phase, game.enums["phase"].index(position.phase)))]
    for place, value in position.values.items():
        cell = number_of(game, place)
        t = game.variables[place[0]].type
        out.append((symbolic.shown(game, *cell), same(state.variables[cell], constant(game, t, value))))
    for place, there in position.cards.items():
        cell = number_of(game, place)
        name = symbolic.shown(game, *cell)
        out.append((name, and_(*(iff(bit, truth(c in there)) for c, bit in enumerate(state.zones[cell])))))
        if cell in state.tops:
            out.append((f"top({name})", is_value(state.tops[cell], there[-1] if there else None)))
        if ghosts:
            out.append((f"size({name})", equal(state.sizes[cell], number(len(there)))))
            for w, weight in enumerate(weights_of(game)):
                amount = sum(true_weight(game, options, meaning or position, weight, c) for c in there)
                out.append((f"{weight.what} {w} in {name}", equal(state.weights[w, *cell], number(amount))))
    return out


__all__ = ["FALSE", "TRUE", "Evaluator", "RuleError", "Strict", "Unknown", "brief", "constant", "constants", "is_value", "position_is", "reader_of", "some_options", "some_position", "state_of", "told", "zoo"]  # fmt: skip
