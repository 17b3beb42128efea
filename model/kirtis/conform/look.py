"""A closer look at a decision: which marks the position touches, which the step, which each seat's view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from kirtis.conform.wander import Decision
from kirtis.conform.watch import Marks, Row, Watcher
from kirtis.language.nodes import Call
from kirtis.play import step
from kirtis.play.action import Action
from kirtis.play.careful import PlainChance
from kirtis.play.chance import Again, Forced, Outcome
from kirtis.play.evaluate import Env
from kirtis.play.faults import RuleError
from kirtis.play.game import Game
from kirtis.play.position import Position
from kirtis.play.state import State
from kirtis.play.why import Refusal


@dataclass(frozen=True, slots=True)
class Asked:
    """A row that decided in a position that an automatic phase or an action stood before."""

    row: Row
    position: Position


@dataclass(slots=True, eq=False)
class Looked:
    """What a decision touches: as a position (``offer``, with one refusal of each kind), as a step, as a view from each seat."""

    decision: Decision
    offer: set[str] = field(default_factory=set)
    step: set[str] = field(default_factory=set)
    views: dict[str, set[str]] = field(default_factory=dict)
    refusals: dict[str, Refusal] = field(default_factory=dict)
    rows: list[Asked] = field(default_factory=list)


def formed(state: State) -> Iterator[Action]:
    """Every action of the phase that could be meant, legal or not: each seat, each value."""
    rules = state.game.rules
    for act in rules.phases[state.phase].actions:
        for seat in rules.seats:
            for values in product(*(rules.values(t) for _, t in act.params)):
                yield Action(seat, act.name, tuple(rules.word(t, v) for (_, t), v in zip(act.params, values, strict=True)))


def kind_of(state: State, refusal: Refusal) -> str:
    """The mark of a refusal."""
    action = refusal.action
    name = f"{state.phase}.{action.name}"
    if refusal.reason == "not_your_turn":
        return f"refuse {name} turn"
    condition = refusal.condition
    if condition is None:
        act = next(a for a in state.game.rules.phases[state.phase].actions if a.name == action.name)
        condition = next(str(n + 1) for n, need in enumerate(act.needs) if need.text == refusal.formal)
    return f"refuse {name} {refusal.reason} {condition}"


def look(marks: Marks, decision: Decision) -> Looked:
    """Look at a decision."""
    out = Looked(decision)
    _offer(marks, out)
    _step(marks, out)
    game = decision.match.game
    plain = decision.state.plain
    for n, seat in enumerate(game.seats):
        watcher = Watcher(marks, game.option_values, plain)
        watcher.look(n)
        out.views[seat] = watcher.seen
    return out


def _offer(marks: Marks, out: Looked) -> None:
    state = out.decision.state
    game, plain = state.game, state.plain
    rules = game.rules
    legal = set(state.actions())
    watcher = Watcher(marks, game.option_values, plain)
    phase = rules.phases[state.phase]
    turn = watcher.number(phase.by) if phase.by is not None else -1
    told: set[int] = set()
    for action in formed(state):
        act = next(a for a in phase.actions if a.name == action.name)
        if action in legal:
            out.offer.add(f"may {state.phase}.{action.name}")
        elif act.actor is None and rules.seats.index(action.seat) != turn:
            kind = f"refuse {state.phase}.{action.name} turn"
            if kind not in out.refusals:
                out.refusals[kind] = _why(state, action)
            continue
        env: Env = {n: _value(game, t, w) for (n, t), w in zip(act.params, action.args, strict=True)}
        if act.actor is not None:
            env = {**env, act.actor: rules.seats.index(action.seat)}
        failed = next((n for n, need in enumerate(act.needs) if not watcher.truth(need.condition, env)), None)
        if failed is not None and (id(act.needs[failed]) not in told or id(act.needs[failed]) in marks.dutiful):
            told.add(id(act.needs[failed]))
            refusal = _why(state, action)
            out.refusals.setdefault(kind_of(state, refusal), refusal)
    out.offer |= watcher.seen | out.refusals.keys()
    out.rows += [Asked(row, plain) for row in watcher.rows]


def _why(state: State, action: Action) -> Refusal:
    refusal = state.why_not(action)
    assert refusal is not None
    return refusal


def _value(game: Game, type_: object, word: str) -> int | bool | None:
    from kirtis.play.words import from_word

    return from_word(game.rules, type_, word)  # type: ignore[arg-type]


def outcomes(decision: Decision) -> list[Outcome]:
    """What chance gave after the action."""
    found = decision.match.events[decision.at + 1 : decision.until]
    return [one for one in found if not isinstance(one, Action)]


def settled(game: Game, marks: Marks, position: Position, chance: PlainChance) -> Iterator[tuple[Watcher, Position]]:
    """Every automatic phase from a position on: what it came by, and the position before it."""
    while (phase := game.rules.phases[position.phase]).kind in ("auto", "chance"):
        watcher = Watcher(marks, game.option_values, position)
        watcher.follow(phase.body, {})
        yield watcher, position
        position = step.automatic(game.rules, game.option_values, position, phase, chance)


def _step(marks: Marks, out: Looked) -> None:
    decision = out.decision
    state, game = decision.state, decision.match.game
    chance = PlainChance(game.engine.layout, Forced(game.engine.layout, Again(outcomes(decision))), 0)
    act, env = game.careful.meant(state.plain, decision.action)
    watcher = Watcher(marks, game.option_values, state.plain)
    try:
        watcher.follow(act.body, env)
        out.step |= watcher.seen
        out.rows += [Asked(row, state.plain) for row in watcher.rows]
        after = step.act(game.rules, game.option_values, state.plain, act, env, chance)
        for found, position in settled(game, marks, after, chance):
            out.step |= found.seen
            out.rows += [Asked(row, position) for row in found.rows]
    except RuleError:
        return
    winner = game.rules.definitions.get("winner")
    if decision.after.over and winner is not None and not winner.params:
        last = Watcher(marks, game.option_values, decision.after.plain)
        last.value(Call("winner", (), winner.type))
        out.step |= last.seen


def begin(marks: Marks, game: Game, events: list[Outcome]) -> set[str]:
    """The marks that the beginning of a match touches: its options, and the phases up to the first decision."""
    seen = {
        f"option {name}={game.rules.word(option.type, game.option_values[name])}" for name, option in game.rules.options.items()
    }
    chance = PlainChance(game.engine.layout, Forced(game.engine.layout, Again(events)), 0)
    for watcher, _ in settled(game, marks, game.first, chance):
        seen |= watcher.seen
    return seen
