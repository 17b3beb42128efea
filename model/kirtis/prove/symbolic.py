"""A position with unknowns: every variable, every card's place, and for each zone how many cards and how much of each weight lie in it.

The counts and weights are *ghosts*: numbers that are true of a position by definition, kept up to date by every move, so that the solver
never has to count cards. What is known of them by definition is in ``links``.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from kirtis.language.game import Game
from kirtis.language.types import Bool, Enum, Maybe, Num, Type
from kirtis.prove.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    at_most,
    at_most_one,
    equal,
    exactly_one,
    iff,
    implies,
    not_,
    number,
    or_,
    variable,
)
from kirtis.prove.values import MaybeNumber, Pick, Value, just

Cell = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Assumption:
    """Something taken as given: its kind, what it says to people, and the formula."""

    kind: str  # type, place, ghost, option, invariant, inferred, guard, effect, chance, phase
    what: str
    term: Term


@dataclass
class State:
    """A position, wholly or partly unknown."""

    phase: Pick
    variables: dict[Cell, Value]
    zones: dict[Cell, list[Term]]
    sizes: dict[Cell, Term]
    weights: dict[tuple[int, str, int], Term] = field(default_factory=dict)
    tops: dict[Cell, Pick] = field(default_factory=dict)
    cache: dict[object, object] = field(default_factory=dict)
    """What was read of this position, where that may depend on the phase or on the position before."""
    lasting: dict[object, object] = field(default_factory=dict)
    """What was read of this position in any phase."""
    like: State | None = None
    """A position that differs from this one in nothing but the variables and zones named in ``unlike``."""
    unlike: frozenset[str] = frozenset()

    def at(self, phase: int) -> State:
        """The same position, known to be in a phase."""
        return self.anew(just(phase))

    def unread(self) -> State:
        """The same position with nothing read in it yet: by other rules a definition may be something else."""
        return State(self.phase, self.variables, self.zones, self.sizes, self.weights, self.tops)

    def anew(self, phase: Pick | None = None) -> State:
        """The same position, maybe in another phase, or read beside another one before it."""
        phase = self.phase if phase is None else phase
        return State(
            phase, self.variables, self.zones, self.sizes, self.weights, self.tops, {}, self.lasting, self.like, self.unlike
        )


def cells(game: Game) -> tuple[list[Cell], list[Cell]]:
    """Every variable cell and every zone cell."""
    return (
        [(v.name, i) for v in game.variables.values() for i in range(game.size(v.index))],
        [(z.name, i) for z in game.zones.values() for i in range(game.size(z.index))],
    )


def shown(game: Game, name: str, cell: int) -> str:
    """A cell as it is written: ``goal[AC]``, ``hand[A]``."""
    index = game.variables[name].index if name in game.variables else game.zones[name].index
    words = []
    for one in reversed(index):
        n = len(game.enums[one.name])
        words.append(game.enums[one.name][cell % n])
        cell //= n
    return f"{name}[{', '.join(reversed(words))}]" if words else name


def kind_of(t: Type) -> str:
    """Which kind of symbolic value a type has."""
    match t:
        case Bool():
            return "bool"
        case Num():
            return "number"
        case Maybe(Num()):
            return "maybe"
    return "pick"


def unknown(game: Game, t: Type, name: str, given: list[Assumption]) -> Value:
    """A value of a type about which only its type is known; what the type says is added to ``given``."""
    match t:
        case Bool():
            return variable(name)
        case Num(low, high):
            x = variable(name, "Int")
            given.append(Assumption("type", f"{name}: {t}", _range(x, low, high)))
            return x
        case Maybe(Num(low, high)):
            x, none = variable(name, "Int"), variable(f"{name} = none")
            given.append(Assumption("type", f"{name}: {t}", _range(x, low, high)))
            return MaybeNumber(none, x)
        case Enum() | Maybe():
            pick = Pick({v: variable(f"{name} = {game.word(t, v)}") for v in game.values(t)})
            given.append(Assumption("type", f"{name}: {t}", exactly_one(list(pick.values()))))
            return pick
    raise TypeError(f"no unknown of type {t}")


def _range(x: Term, low: int, high: int | None) -> Term:
    return and_(at_most(number(low), x), at_most(x, number(high)) if high is not None else TRUE)


def options(game: Game, given: list[Assumption]) -> dict[str, Value]:
    """Every option as an unknown."""
    out: dict[str, Value] = {}
    for o in game.options.values():
        mine: list[Assumption] = []
        out[o.name] = unknown(game, o.type, f"option {o.name}", mine)
        given += [Assumption("option", a.what, a.term) for a in mine]
    return out


def position(
    game: Game,
    name: str,
    given: list[Assumption],
    phase: int | None = None,
    like: State | None = None,
    open_: Container[Cell] = (),
) -> State:
    """An unknown position: what its types say and that each card lies in one place are added to ``given``.

    The cells of ``open_``, and every size, are those of the position ``like``.
    """  # fmt: skip
    variables, zones = cells(game)
    state = State(Pick(), {}, {}, {}, like=like, unlike=frozenset(cell[0] for cell in (*variables, *zones) if cell not in open_))
    if phase is None:
        picked = unknown(game, Enum("phase"), f"{name}.phase", given)
        assert isinstance(picked, Pick)
        state.phase = picked
    else:
        state.phase = just(phase)
    for cell in variables:
        if like is not None and cell in open_:
            state.variables[cell] = like.variables[cell]
        else:
            state.variables[cell] = unknown(game, game.variables[cell[0]].type, f"{name}.{shown(game, *cell)}", given)
    for cell in zones:
        if like is not None and cell in open_:
            state.zones[cell] = like.zones[cell]
        else:
            state.zones[cell] = [variable(f"{name}.{shown(game, *cell)}:{card}") for card in game.enums["card"]]
        state.sizes[cell] = variable(f"{name}.size({shown(game, *cell)})", "Int") if like is None else like.sizes[cell]
        if game.zones[cell[0]].kind == "pile":
            if like is not None and cell in open_:
                state.tops[cell] = like.tops[cell]
                continue
            pick = unknown(game, Maybe(Enum("card")), f"{name}.top({shown(game, *cell)})", given)
            assert isinstance(pick, Pick)
            state.tops[cell] = pick
            given.append(Assumption("place", f"top({shown(game, *cell)}) lies there", top_lies(state, cell)))
    for c, card in enumerate(game.enums["card"]):
        given.append(Assumption("place", f"{card} lies in one place", in_one_place(state, c)))
    for cell in zones:
        if game.zones[cell[0]].kind == "one":
            given.append(Assumption("place", f"{shown(game, *cell)} holds one card at most", at_most_one(state.zones[cell])))
    given += links(game, state)
    return state


def top_lies(state: State, cell: Cell) -> Term:
    """The top of a pile is one of its cards, and none just where it is empty."""
    bits, top = state.zones[cell], state.tops[cell]
    return and_(iff(top.get(None, FALSE), not_(or_(*bits))), *(implies(c, bits[v]) for v, c in top.items() if v is not None))


def in_one_place(state: State, card: int) -> Term:
    """A card lies in just one zone cell."""
    return exactly_one([bits[card] for bits in state.zones.values()])


def links(game: Game, state: State) -> list[Assumption]:
    """What is true of the sizes of any position by definition."""
    out = []
    n = len(game.enums["card"])
    for cell, size in state.sizes.items():
        if size.op == "number":
            continue
        most = 1 if game.zones[cell[0]].kind == "one" else n
        empty = not_(or_(*state.zones[cell]))
        name = shown(game, *cell)
        out.append(
            Assumption(
                "ghost",
                f"size({name}): 0..{most}, nought just where it is empty",
                and_(_range(size, 0, most), iff(equal(size, number(0)), empty)),
            )
        )
    out.append(Assumption("ghost", f"all sizes together are {n}", equal(add(*state.sizes.values()), number(n))))
    return [a for a in out if a.term is not TRUE]
