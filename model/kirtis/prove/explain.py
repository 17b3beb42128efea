"""A position that breaks an obligation: as plain as can be found, and replayed by the interpreter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kirtis.language.game import Game
from kirtis.language.nodes import Expr
from kirtis.language.types import SEAT
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import Place, Position, cells
from kirtis.play.record import lines
from kirtis.play.step import act, automatic
from kirtis.prove.counterexample import cards, scalar, variables
from kirtis.prove.model import Model
from kirtis.prove.obligation import Obligation
from kirtis.prove.reached import Reached, plain_position, reached
from kirtis.prove.report import Counterexample
from kirtis.prove.sample import moves
from kirtis.prove.search import written
from kirtis.prove.solve import plainest
from kirtis.prove.symbolic import State
from kirtis.prove.terms import Term, equal, not_, number
from kirtis.prove.transitions import Step
from kirtis.prove.values import MaybeNumber, Pick, Value, from_word, same


def counterexamples(model: Model, refuted: Sequence[Obligation], budget: int) -> list[Counterexample]:
    """For each a position in which it fails: one met in play if there is one, else the plainest that the solver knows."""
    met = reached(model.game, refuted)
    return [_counterexample(model, o, met.get(o.name), budget) for o in refuted]


def _counterexample(model: Model, o: Obligation, real: Reached | None, budget: int) -> Counterexample:
    game = model.game
    if real is not None:
        shown = (*_set(game, real.options), *written(game, real.before or real.at))
        after = tuple(written(game, real.at)) if real.before else ()
        match = tuple(lines(real.record)) if real.record is not None else ()
        other = tuple(written(game, real.other)) if real.other else ()
        return Counterexample(o.name, shown, real.fault or _done(real), after, True, str(real), other, match)
    return _by_solver(model, o, budget)


def _done(real: Reached) -> str:
    """The step that led from the position before, in words."""
    if real.before is None:
        return ""
    return real.before.phase if real.done is None else f"{real.done.seat} {real.done.name} {' '.join(real.done.args)}".strip()


def _set(game: Game, options: Mapping[str, int | bool]) -> list[tuple[str, str]]:
    """The options that are not at their defaults."""
    return [(f"option {k}", game.word(game.options[k].type, v)) for k, v in options.items() if v != game.options[k].default]


def _by_solver(model: Model, o: Obligation, budget: int) -> Counterexample:
    game = model.game
    found = _plainest(model, o, budget)
    step = _step(model, o)
    options = options_of(model, found)
    assert o.state is not None or o.kind == "start"
    state = o.state if o.state is not None else model.initial()[0]
    before = position_of(game, state, found, o.phase or game.start)
    if o.other is not None:
        other = position_of(game, o.other, found, o.phase or game.start)
        return Counterexample(
            o.name, (*_set(game, options), *written(game, before)), "", (), False, "", tuple(written(game, other))
        )
    after: Position | None = None
    doing, broken = "", ""
    try:
        after, doing = _taken(model, step, before, options, found)
    except RuleError as fault:
        broken = str(fault)
    replayed = bool(broken) or _breaks(model, o, after if after is not None else before, before, options)
    afterwards = tuple(written(game, after)) if after is not None else ()
    return Counterexample(o.name, (*_set(game, options), *written(game, before)), broken or doing, afterwards, replayed, "")


def _step(model: Model, o: Obligation) -> Step | None:
    return next((s for s in model.steps(o.phase) if s.name == o.step), None) if o.phase and o.step else None


def _plainest(model: Model, o: Obligation, budget: int) -> dict[str, str]:
    """A model of the negated obligation that differs from a plain position of play in as little as can be."""
    wishes = [] if o.state is None else list(like_play(model, o.state, o.phase))
    return plainest([*(("", a.term) for a in o.assumptions), ("", not_(o.goal))], wishes, budget)[1]


def like_play(model: Model, state: State, phase: str | None) -> Iterator[Term]:
    """Wishes, most important first: options at their defaults, and all as in a plain position of play in that phase."""
    yield from _at_defaults(model)
    yield from _like(model, state, plain_position(model.game, phase))


def _few(model: Model, state: State) -> Iterator[Term]:
    """Wishes that variables be as at the start of a match, and cards few."""
    start, _ = model.initial()
    for cell, value in state.variables.items():
        first = start.variables[cell]
        if not _unknown(first):
            yield same(value, first)
    for cell in state.zones:
        if cell[0] != model.game.pack:
            yield equal(state.sizes[cell], number(0))


def _at_defaults(model: Model) -> Iterator[Term]:
    for o in model.game.options.values():
        yield same(model.options[o.name], from_word(o.default, _kind(model.options[o.name])))


def _like(model: Model, state: State, plain: Position | None) -> Iterator[Term]:
    """Wishes that a position be as a plain one is: each variable, then the place of each card."""
    if plain is None:
        yield from _few(model, state)
        return
    game = model.game
    for v in game.variables.values():
        for n, i in enumerate(cells(game, v.index)):
            value = state.variables[v.name, n]
            yield same(value, from_word(plain.values[v.name, i], _kind(value)))
    for z in game.zones.values():
        for n, i in enumerate(cells(game, z.index)):
            yield from (state.zones[z.name, n][card] for card in plain.cards[z.name, i])


def _kind(value: Value) -> str:
    """What ``from_word`` calls a value of this sort."""
    if isinstance(value, Pick):
        return "pick"
    if isinstance(value, MaybeNumber):
        return "maybe"
    return "bool" if value.sort == "Bool" else "number"


def _unknown(value: Value) -> bool:
    terms = (
        list(value.values())
        if isinstance(value, Pick)
        else [value.none, value.value]
        if isinstance(value, MaybeNumber)
        else [value]
    )
    return any(isinstance(t, Term) and t.op not in ("true", "false", "number") for t in terms)


def options_of(model: Model, found: Mapping[str, str]) -> dict[str, int | bool]:
    """The options as the solver chose them."""
    known: dict[int, int | bool] = {}
    out: dict[str, int | bool] = {}
    for name, value in model.options.items():
        v = scalar(value, found, known)
        out[name] = model.game.options[name].default if v is None else v
    return out


def position_of(game: Game, state: State, found: Mapping[str, str], phase: str) -> Position:
    """A position as the solver chose it."""
    values, places = variables(game, state, found), cards(game, state, found)
    return Position(
        phase,
        {(v.name, i): values[v.name, n] for v in game.variables.values() for n, i in enumerate(cells(game, v.index))},
        {(z.name, i): places[z.name, n] for z in game.zones.values() for n, i in enumerate(cells(game, z.index))},
    )


class _Chosen:
    """Chance as the solver chose it: what differs between the position before and the one after."""

    def __init__(self, game: Game, step: Step, found: Mapping[str, str]) -> None:
        self.after = position_of(game, step.after, found, step.phase.name)

    def draw(self, target: Place, values: tuple[int, ...]) -> int:
        """The value that the variable has afterwards."""
        value = self.after.values[target]
        return int(value) if value is not None and int(value) in values else values[0]

    def deal(self, pool: tuple[int, ...], counts: Mapping[Place, int]) -> Mapping[Place, tuple[int, ...]]:
        """The cards of the pool that lie in each zone afterwards; the solver's count of them may be loose, so any others fill up."""
        out: dict[Place, tuple[int, ...]] = {}
        rest = list(pool)
        for place, n in counts.items():
            mine = [c for c in self.after.cards[place] if c in rest][:n]
            rest = [c for c in rest if c not in mine]
            out[place] = tuple(mine)
        for place, n in counts.items():
            while len(out[place]) < n:
                out[place] = (*out[place], rest.pop())
        return out


def _taken(
    model: Model, step: Step | None, before: Position, options: Mapping[str, int | bool], found: Mapping[str, str]
) -> tuple[Position | None, str]:
    """The position after the step, by the interpreter, and the step in words."""
    if step is None:
        return None, ""
    game, chance = model.game, _Chosen(model.game, step, found)
    if step.action is None:
        return automatic(game, options, before, step.phase, chance), step.phase.name
    known: dict[int, int | bool] = {}
    env = {name: scalar(value, found, known) for name, value in step.env.items()}
    words = [game.word(t, env[p]) for p, t in step.action.params]
    who = f"{game.word(SEAT, env[step.action.actor])} " if step.action.actor else ""
    doing = f"{who}{step.action.name} {' '.join(words)}".strip()
    read = Evaluator(game, options, before)
    for need in step.action.needs:
        read.truth(need.condition, env)
    return act(game, options, before, step.action, env, chance), doing


def _claimed(model: Model, o: Obligation) -> Expr | None:
    """What the obligation says of one position, or None where it says something else."""
    if o.claim is not None:
        c = model.game.claims[o.claim]
        return None if c.kind == "step" else c.body
    return None


def _breaks(model: Model, o: Obligation, at: Position, before: Position, options: Mapping[str, int | bool]) -> bool:
    """Whether the interpreter agrees that the position breaks the obligation."""
    game = model.game
    if o.kind == "move":
        try:
            return not any(True for _ in moves(game, options, before, game.phases[before.phase]))
        except RuleError:
            return True
    wanted = _claimed(model, o)
    if wanted is None and o.claim is None:
        return False
    body = game.claims[o.claim].body if wanted is None and o.claim else wanted
    assert body is not None
    try:
        return not Evaluator(game, options, at, before).truth(body, {})
    except RuleError:
        return True
