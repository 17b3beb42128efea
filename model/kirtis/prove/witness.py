"""A match under given values of options, or why there is none: the clauses and values that together leave nobody anything to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from kirtis.language.game import Game
from kirtis.play.faults import PlayError
from kirtis.play.game import Game as Playable
from kirtis.play.position import Position, cells
from kirtis.prove.choices import by_number, value_of
from kirtis.prove.model import Model
from kirtis.prove.smtlib import script
from kirtis.prove.solve import decide
from kirtis.prove.terms import FALSE, TRUE, Term, and_, not_, or_
from kirtis.prove.values import MaybeNumber, Pick, Value, from_word, same

SEEDS, MOST_STEPS = 20, 20_000
"""Matches tried for a witness, and actions after which one is given up."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match that ends: its seed, how many decisions it took, and the phase in which it ended."""

    seed: int
    decisions: int
    end: str


@dataclass(frozen=True, slots=True)
class Clash:
    """Why nobody can go on: the phase, the clauses and the settled options that together leave nothing, none of which could be left out.

    ``always``: in no position of that phase; otherwise in the one that was met.
    """

    phase: str
    clauses: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    always: bool
    position: Position | None
    seed: int


def witness(game: Game, values: Mapping[str, int | bool], seeds: Iterable[int] = range(SEEDS)) -> Match | Clash | None:
    """A match under these values that ends; where none does because nobody can go on, why; None where it stays open."""
    words = {k: _word(game, k, v) for k, v in values.items()}
    ready = Playable(game, words)
    stuck: tuple[int, Position] | None = None
    for seed in seeds:
        rng = Random(f"{seed}/choices")
        try:
            state = ready.start(seed=seed)
            for n in range(MOST_STEPS):
                if state.over:
                    return Match(seed, n, state.phase)
                possible = state.actions()
                if not possible:
                    stuck = stuck or (seed, state.plain)
                    break
                state = state.play(possible[int(rng.random() * len(possible))])
        except PlayError:
            continue
    return None if stuck is None else clash(game, values, *stuck)


def _word(game: Game, name: str, value: int | bool) -> bool | int | str:
    word = game.word(game.options[name].type, value)
    return value if isinstance(value, bool) else word


def clash(game: Game, values: Mapping[str, int | bool], seed: int, position: Position) -> Clash:
    """The fewest clauses and settled options that leave nobody anything to do: none of them can be left out."""
    model = Model(game)
    fixed = {**{k: o.default for k, o in game.options.items()}, **values}
    for here in (None, position):
        # First in whatever position, then in the one that was met, with every other option as it was there.
        ground = [] if here is None else list(_fixed(model, here))
        free = values if here is None else fixed
        elements = [*_clauses(game, position.phase), *free]
        if not _nothing(model, position.phase, free, ground, set(elements)):
            continue
        left = set(elements)
        for one in reversed(elements):
            if _nothing(model, position.phase, free, ground, left - {one}):
                left.discard(one)
        return Clash(
            position.phase,
            tuple(e for e in elements if e in left and e not in free),
            tuple((k, game.word(game.options[k].type, v)) for k, v in free.items() if k in left),
            here is None,
            here,
            seed,
        )
    return Clash(position.phase, (), (), False, position, seed)


def _clauses(game: Game, phase: str) -> list[str]:
    needs = [n for a in game.phases[phase].actions for n in a.needs]
    return sorted({_clause(n.at.clauses) for n in needs}, key=by_number)


def _clause(clauses: tuple[str, ...]) -> str:
    return clauses[-1] if clauses else "?"


def _nothing(model: Model, phase: str, values: Mapping[str, int | bool], ground: list[Term], kept: set[str]) -> bool:
    """Whether these clauses leave no action in a phase, under those of the options that are kept."""
    state = model.at[phase]
    options = [same(model.options[name], value_of(model.game.options[name], v)) for name, v in values.items() if name in kept]
    may = []
    for step in model.steps(phase):
        assert step.action is not None
        needs = [n for n in step.action.needs if _clause(n.at.clauses) in kept]
        may.append(and_(model.reader.allowed(needs, state, step.env), *(p.term for p in step.params)))
    some = or_(*may)
    if some is FALSE:
        return True
    known = [(a.what, a.term) for a in (*model.option_given, *model.given)]
    return decide(script([*known, *(("", t) for t in (*options, *ground)), ("somebody may act", some)])).said == "unsat"


def _fixed(model: Model, position: Position) -> Iterator[Term]:
    """That the unknown position is this one."""
    game = model.game
    for v in game.variables.values():
        for n, i in enumerate(cells(game, v.index)):
            yield _equals(model.state.variables[v.name, n], position.values[v.name, i])
    for z in game.zones.values():
        for n, i in enumerate(cells(game, z.index)):
            there = position.cards[z.name, i]
            for card, bit in enumerate(model.state.zones[z.name, n]):
                yield bit if card in there else not_(bit)


def _equals(value: Value, known: int | bool | None) -> Term:
    if isinstance(value, Term) and value.sort == "Bool":
        return value if known else not_(value)
    if isinstance(value, Pick):
        return value.get(known, FALSE)
    if isinstance(value, MaybeNumber) and known is None:
        return value.none
    return TRUE if known is None else same(value, from_word(int(known), "number"))
