"""What each option changes: who names it, which statements tell its values apart; and a match under given values, or why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from kirtis.language.checks import placed
from kirtis.language.game import Claim, Game, Option
from kirtis.language.nodes import Call, OptionValue
from kirtis.language.settle import beside, changed, put, readings, spoken_of
from kirtis.language.walk import walk
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import PlayError, RuleError
from kirtis.play.game import Game as Playable
from kirtis.play.position import Position, cells
from kirtis.prove.asking import Say, quiet
from kirtis.prove.candidates import candidates
from kirtis.prove.claimed import in_positions, in_steps
from kirtis.prove.exactly import exactly
from kirtis.prove.infer import infer
from kirtis.prove.model import Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.sample import Met, met
from kirtis.prove.smtlib import script
from kirtis.prove.solve import BUDGET, decide
from kirtis.prove.symbolic import Assumption, kind_of
from kirtis.prove.terms import FALSE, TRUE, Term, and_, not_, or_
from kirtis.prove.values import MaybeNumber, Pick, Value, from_word, same

T = TypeVar("T")

MOST_VALUES = 4
"""Of an option with more values each is only laid beside the default."""

SEEDS, MOST_STEPS = 20, 20_000
"""Matches tried for a witness, and actions after which one is given up."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Where an option is named: clauses of the rules, and statements about them."""

    option: Option
    clauses: tuple[str, ...]
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Apart:
    """A statement that is true for one value of an option and not for another, once the option is taken out of its words.

    ``met`` is the seed and step of a random match in which it fails; None where only the solver knows such a position.
    """

    option: str
    claim: str
    true_for: str
    false_for: str
    met: tuple[int, int] | None


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


def mentions(game: Game) -> list[Mention]:
    """For each option the clauses and statements that name it."""
    own = {c.at for c in game.claims.values()} | {game.definitions[name].at for name in beside(game)}
    clauses: dict[str, dict[str, None]] = {name: {} for name in game.options}
    for at, root in placed(game):
        if at not in own:
            for name in {n.name for n in walk(root) if isinstance(n, OptionValue)}:
                clauses[name].update(dict.fromkeys(at.clauses))
    said = {c.name: spoken_of(game, c) for c in game.claims.values()}
    return [
        Mention(o, tuple(sorted(clauses[o.name], key=_order)), tuple(c for c, names in said.items() if o.name in names))
        for o in game.options.values()
    ]


def _order(clause: str) -> tuple[str, int]:
    head, _, n = clause.rpartition("-")
    return head, int("".join(filter(str.isdigit, n)) or 0)


# -- which statements tell values apart --------------------------------------------------------------------------------------


def apart(game: Game, say: Say = quiet, budget: int = BUDGET, matches: int = 45) -> Iterator[Apart]:
    """The statements that name an option and, stated without it for one value, are not true under another."""
    asked = [(o, c) for o in game.options.values() for c in game.claims.values() if o.name in spoken_of(game, c)]
    if not asked:
        return
    say("play", 0, 1)
    seen = met(game, matches)
    say("infer", 0, 1)
    model = Model(game, infer(game, candidates(game, seen)))
    for n, (o, c) in enumerate(asked):
        say("apart", n, len(asked))
        for v, w in _pairs(game, o):
            if c.kind in ("possible", "measure"):
                continue
            without = _without(game, c, o, v)
            under = [Assumption("option", f"{o.name} = {game.word(o.type, w)}", same(model.options[o.name], _value(o, w)))]
            if any(_fails(model, one, under, budget) for one in _questions(model, without)):
                where = _met(without, seen, o, w, without.claims[c.name])
                yield Apart(o.name, c.name, game.word(o.type, v), game.word(o.type, w), where)


def _pairs(game: Game, o: Option) -> list[tuple[int | bool, int | bool]]:
    values = [v for v in game.values(o.type) if v is not None]
    every = [(v, w) for v in values for w in values if v != w]
    return every if len(values) <= MOST_VALUES else [(v, w) for v, w in every if o.default in (v, w)]


def _value(o: Option, value: int | bool) -> Value:
    return from_word(value, kind_of(o.type))


def _without(game: Game, c: Claim, o: Option, value: int | bool) -> Game:
    """The game with this statement alone, which says the value where it named the option; so do copies of what helps to say it."""
    values: Mapping[str, int | bool] = {o.name: value}
    helping = beside(game)
    copies = {name: f"{name} for {value}" for name, names in readings(game).items() if o.name in names and name in helping}

    def said(tree: T) -> T:
        return changed(
            put(tree, values), lambda n: replace(n, name=copies[n.name]) if isinstance(n, Call) and n.name in copies else n
        )

    helpers = {new: replace(said(game.definitions[old]), name=new) for old, new in copies.items()}
    kind = "theorem" if c.kind == "invariant" else c.kind
    return replace(game, definitions={**game.definitions, **helpers}, claims={c.name: replace(said(c), kind=kind)})


def _questions(model: Model, without: Game) -> list[Obligation]:
    whole = model.game
    model.game = model.reader.game = without
    try:
        return [*in_positions(model), *in_steps(model)]
    finally:
        model.game = model.reader.game = whole


def _fails(model: Model, o: Obligation, under: list[Assumption], budget: int) -> bool:
    more = replace(o, assumptions=(*o.assumptions, *under))
    if o.goal is TRUE or decide(more.text(), budget).said != "sat":
        return False
    return decide(exactly(model, more).text(), budget).said == "sat"


def _met(game: Game, seen: list[Met], o: Option, value: int | bool, c: Claim) -> tuple[int, int] | None:
    """A position of random play under a value in which a statement fails."""
    if c.kind == "step":
        before: Met | None = None
        for one in (m for m in seen if m.options[o.name] == value):
            follows = before is not None and (before.seed, before.step) == (one.seed, one.step - 1)
            if follows and before is not None and _on(game, c, before) and _false(game, one, c, before.position):
                return one.seed, one.step
            before = one
        return None
    for one in seen:
        if one.options[o.name] == value and (not c.phases or one.position.phase in c.phases) and _false(game, one, c, None):
            return one.seed, one.step
    return None


def _on(game: Game, c: Claim, before: Met) -> bool:
    """Whether a step from here is certainly one that the statement speaks of: it names the phase, or all its actions."""
    phase = game.phases[before.position.phase]
    steps = [f"{phase.name}.{a.name}" for a in phase.actions]
    return not c.on or phase.name in c.on or (bool(steps) and all(s in c.on for s in steps))


def _false(game: Game, one: Met, c: Claim, before: Position | None) -> bool:
    read = Evaluator(game, one.options, one.position, before)
    try:
        return (c.given is None or read.truth(c.given, {})) and not read.truth(c.body, {})
    except RuleError:
        return False


# -- a match under given values ----------------------------------------------------------------------------------------------


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
    return sorted({_clause(n.at.clauses) for n in needs}, key=_order)


def _clause(clauses: tuple[str, ...]) -> str:
    return clauses[-1] if clauses else "?"


def _nothing(model: Model, phase: str, values: Mapping[str, int | bool], ground: list[Term], kept: set[str]) -> bool:
    """Whether these clauses leave no action in a phase, under those of the options that are kept."""
    state = model.at[phase]
    options = [same(model.options[name], _value(model.game.options[name], v)) for name, v in values.items() if name in kept]
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


__all__ = ["Apart", "Clash", "Match", "Mention", "apart", "clash", "mentions", "witness"]
