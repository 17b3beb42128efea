"""What each option changes: who names it, and which statements tell its values apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from kirtis.language.checks import placed
from kirtis.language.game import Claim, Game, Option
from kirtis.language.nodes import Call, OptionValue
from kirtis.language.settle import beside, changed, put, readings, spoken_of
from kirtis.language.walk import walk
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import Position
from kirtis.prove.asking import Say, quiet
from kirtis.prove.candidates import candidates
from kirtis.prove.claimed import in_positions, in_steps
from kirtis.prove.exactly import exactly
from kirtis.prove.infer import infer
from kirtis.prove.model import Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.sample import Met, met
from kirtis.prove.solve import BUDGET, decide
from kirtis.prove.symbolic import Assumption, kind_of
from kirtis.prove.terms import TRUE
from kirtis.prove.values import Value, from_word, same

T = TypeVar("T")

MOST_VALUES = 4
"""Of an option with more values each is only laid beside the default."""


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
    ``seats`` is the number of players, where it is not the fewest.
    """

    option: str
    claim: str
    true_for: str
    false_for: str
    met: tuple[int, int] | None
    seats: int | None = None


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
        Mention(o, tuple(sorted(clauses[o.name], key=by_number)), tuple(c for c, names in said.items() if o.name in names))
        for o in game.options.values()
    ]


def by_number(clause: str) -> tuple[str, int]:
    """What puts clauses in the order of their numbers."""
    head, _, n = clause.rpartition("-")
    return head, int("".join(filter(str.isdigit, n)) or 0)


def apart(
    game: Game, say: Say = quiet, budget: int = BUDGET, matches: int = 45, options: Collection[str] | None = None
) -> Iterator[Apart]:
    """The statements that name an option, or one of some, and, stated without it for one value, are not true under another."""
    named = [o for o in game.options.values() if options is None or o.name in options]
    asked = [(o, c) for o in named for c in game.claims.values() if o.name in spoken_of(game, c)]
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
            under = [Assumption("option", f"{o.name} = {game.word(o.type, w)}", same(model.options[o.name], value_of(o, w)))]
            if any(_fails(model, one, under, budget) for one in _questions(model, without)):
                where = _met(without, seen, o, w, without.claims[c.name])
                yield Apart(o.name, c.name, game.word(o.type, v), game.word(o.type, w), where)


def _pairs(game: Game, o: Option) -> list[tuple[int | bool, int | bool]]:
    values = [v for v in game.values(o.type) if v is not None]
    every = [(v, w) for v in values for w in values if v != w]
    return every if len(values) <= MOST_VALUES else [(v, w) for v, w in every if o.default in (v, w)]


def value_of(o: Option, value: int | bool) -> Value:
    """A value of an option, as the solver has it."""
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


__all__ = ["Apart", "Mention", "apart", "by_number", "mentions", "value_of"]
