"""A closer look at a decision: which marks the position touches, which the step, which each seat's view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from kirtis.conform import steps
from kirtis.conform.marks import Marks
from kirtis.conform.match import meant
from kirtis.conform.wander import Decision
from kirtis.conform.watch import Row, Watcher
from kirtis.language.game import Action as Act
from kirtis.language.game import Definition, Need
from kirtis.language.game import Game as Rules
from kirtis.language.nodes import Call, Const
from kirtis.language.types import Enum
from kirtis.language.walk import walk
from kirtis.play.action import Action
from kirtis.play.chance import Outcome
from kirtis.play.evaluate import Env, Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.game import Game
from kirtis.play.position import Position, Value
from kirtis.play.state import State
from kirtis.play.why import Refusal, Whys


@dataclass(frozen=True, slots=True)
class Asked:
    """A row that decided in a position that an automatic phase or an action stood before."""

    row: Row
    position: Position


@dataclass(eq=False)
class Looked:
    """What a decision touches: as a position (``offer``, with one refusal of each kind), as a step, as a view from each seat."""

    marks: Marks
    decision: Decision
    offer: set[str] = field(default_factory=set)
    step: set[str] = field(default_factory=set)
    refusals: dict[str, Refusal] = field(default_factory=dict)
    rows: list[Asked] = field(default_factory=list)

    @cached_property
    def views(self) -> dict[str, set[str]]:
        """Of most decisions nobody asks for this, and it takes long."""
        game, plain = self.decision.match.game, self.decision.state.plain
        out: dict[str, set[str]] = {}
        for n, seat in enumerate(game.seats):
            watcher = Watcher(self.marks, game.option_values, plain)
            watcher.look(n)
            out[seat] = watcher.seen
        return out


def formed(state: State, act: Act, turn: int) -> Iterator[tuple[Action, Env]]:
    """Every way to mean an action, legal or not, with the names that it binds; of a phase's own action only what its seat may mean."""
    rules = state.game.rules
    names = [n for n, _ in act.params]
    worded = [[(v, rules.word(t, v)) for v in rules.values(t)] for _, t in act.params]
    for seat in range(len(rules.seats)) if act.actor is not None else (turn,):
        for chosen in product(*worded):
            words = tuple([word for _, word in chosen])
            env: dict[str, Value] = dict(zip(names, [value for value, _ in chosen], strict=True))
            if act.actor is not None:
                env[act.actor] = seat
            yield Action(rules.seats[seat], act.name, words), env


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
    out = Looked(marks, decision)
    _offer(out)
    _step(out)
    return out


def _offer(out: Looked) -> None:
    marks, state = out.marks, out.decision.state
    game, plain = state.game, state.plain
    rules = game.rules
    legal = set(state.actions())
    watcher = Watcher(marks, game.option_values, plain)
    phase = rules.phases[state.phase]
    turn = watcher.number(phase.by) if phase.by is not None else -1
    whys = Whys(state)
    told: set[tuple[str, int]] = set()
    for act in phase.actions:
        first = None
        holds = [once(watcher, need, marks.spoken[id(need)]) for need in act.needs]
        for action, env in formed(state, act, turn):
            first = first or action
            if action in legal:
                out.offer.add(f"may {state.phase}.{action.name}")
            failed = next((need for need, met in zip(act.needs, holds, strict=True) if not met(env)), None)
            if failed is not None:
                unmet = whys.unmet(failed, env) if id(failed) in marks.dutiful else failed
                if (act.name, id(unmet)) not in told:
                    told.add((act.name, id(unmet)))
                    refusal = whys.of(action)
                    out.refusals.setdefault(kind_of(state, refusal), refusal)
        if act.actor is None and first is not None and len(rules.seats) > 1:
            # Somebody else wants to do what is not his to do.
            other = Action(rules.seats[(turn + 1) % len(rules.seats)], first.name, first.args)
            out.refusals[f"refuse {state.phase}.{act.name} turn"] = whys.of(other)
    out.offer |= watcher.seen | out.refusals.keys()
    out.rows += [Asked(row, plain) for row in watcher.rows]


def once(read: Evaluator, need: Need, names: Sequence[str]) -> Callable[[Env], bool]:
    """Whether a need is met, asked once for the same values of the names that it speaks of: asking again shows nothing new."""
    known: dict[tuple[Value, ...], bool] = {}

    def met(env: Env) -> bool:
        key = tuple([env[name] for name in names if name in env])
        if key not in known:
            known[key] = read.truth(need.condition, env)
        return known[key]

    return met


def called(definition: Definition, given: Sequence[int | bool | None]) -> Call:
    """What asks for a definition with these arguments."""
    args = tuple(Const(value, type_) for value, (_, type_) in zip(given, definition.params, strict=True))
    return Call(definition.name, args, definition.type)


def said_at_the_end(rules: Rules) -> Iterator[tuple[Definition, tuple[int | bool | None, ...]]]:
    """Definitions that nothing in the rules asks for: who has won, how many figures a side has; with every choice of arguments."""
    asked: set[str] = set()
    for definition in rules.definitions.values():
        asked |= {one.name for one in walk(definition.body) if isinstance(one, Call)}
    for phase in rules.phases.values():
        bodies = [phase.body, *(act.body for act in phase.actions)]
        conditions = [need.condition for act in phase.actions for need in act.needs]
        if phase.by is not None:
            conditions.append(phase.by)
        for node in (*(one for body in bodies for one in body), *conditions):
            asked |= {one.name for one in walk(node) if isinstance(one, Call)}
    for definition in rules.definitions.values():
        if (
            definition.name in asked
            or definition.table is not None
            or definition.made is not None
            or definition.name in rules.duties
        ):
            continue
        if all(isinstance(t, Enum) and len(rules.enums[t.name]) <= 8 for _, t in definition.params):
            yield from ((definition, values) for values in product(*(rules.values(t) for _, t in definition.params)))


def outcomes(decision: Decision) -> list[Outcome]:
    """What chance gave after the action."""
    found = decision.match.events[decision.at + 1 : decision.until]
    return [one for one in found if not isinstance(one, Action)]


def _automatic(marks: Marks, game: Game, passed: list[list[int]]) -> Iterator[Watcher]:
    """What every automatic phase comes by, in the positions that a step passes but the last."""
    for numbers in passed[:-1]:
        position = game.engine.layout.unpack(numbers)
        watcher = Watcher(marks, game.option_values, position)
        watcher.follow(game.rules.phases[position.phase].body, {})
        yield watcher


def _step(out: Looked) -> None:
    marks, decision = out.marks, out.decision
    state, game = decision.state, decision.match.game
    act, env = meant(game.rules, state.phase, decision.action)
    plain = state.plain
    watcher = Watcher(marks, game.option_values, plain)
    try:
        watcher.follow(act.body, env)
        out.step |= watcher.seen
        out.rows += [Asked(row, plain) for row in watcher.rows]
        for found in _automatic(marks, game, steps.after(game, state, decision.action, outcomes(decision))):
            out.step |= found.seen
            out.rows += [Asked(row, found.position) for row in found.rows]
    except RuleError:
        return
    if decision.after.over:
        last = Watcher(marks, game.option_values, decision.after.plain)
        for definition, values in said_at_the_end(game.rules):
            last.value(called(definition, values))
        out.step |= last.seen


def begin(marks: Marks, game: Game, events: list[Outcome]) -> set[str]:
    """The marks that the beginning of a match touches: its options, and the phases up to the first decision."""
    seen = {
        f"option {name}={game.rules.word(option.type, game.option_values[name])}" for name, option in game.rules.options.items()
    }
    for watcher in _automatic(marks, game, steps.after(game, None, None, events)):
        seen |= watcher.seen
    return seen
