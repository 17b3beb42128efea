"""What cannot come about: a solver confirms that no position that keeps the proved invariants comes by it, in any phase."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from kirtis.conform.look import said_at_the_end
from kirtis.conform.marks import Marks, seen_things
from kirtis.language.game import Action, Game, Phase
from kirtis.language.nodes import Call, Const
from kirtis.play.position import cells
from kirtis.prove.candidates import candidates
from kirtis.prove.exactly import counted
from kirtis.prove.infer import inductive
from kirtis.prove.model import Model
from kirtis.prove.seen import seen
from kirtis.prove.smtlib import script
from kirtis.prove.solve import decide
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import FALSE, TRUE, Term, and_, not_
from kirtis.prove.transitions import parameters
from kirtis.reached.asked import AskedReader

BUDGET = 20_000_000
"""Steps of the solver for each question."""


def never(game: Game, rules: Game, wanted: Collection[str], say: Callable[[str], object] = lambda phase: None) -> Iterator[str]:
    """Those of the marks that cannot come about; ``game`` are the rules with what is claimed of them, ``rules`` without.

    What is not among them may come about, or is not known; of some kinds of marks nothing is asked.
    """
    model = Model(game)
    model.propose(inductive(model, candidates(game, seen(game))))
    marks = Marks(game)
    open_ = [mark for mark in wanted if _is_asked(mark)]
    for phase in game.phases.values():
        say(phase.name)
        reader = AskedReader(model, phase.name, marks)
        given = _come_by(model, rules, reader, phase)
        open_ = [mark for mark in open_ if _cannot(model, phase, given, reader.asked.when(mark))]
    yield from open_


def _is_asked(mark: str) -> bool:
    """Whether a mark can be told of by formulas: not which duty refuses a card, nor what two cards an order decides between."""
    return not (mark.startswith("order ") or (mark.startswith("refuse ") and mark.split()[2] != "need"))


def _cannot(model: Model, phase: Phase, given: list[Assumption], where: Term) -> bool:
    """Whether a solver confirms that nothing in a phase is so."""
    if where is FALSE:
        return True
    known = [*model.base(phase.name), *given]
    more = counted(model, model.at[phase.name])
    for assumptions in (known, [*known, *more]):
        said = decide(script([*((a.what, a.term) for a in assumptions), ("come by", where)]), BUDGET).said
        if said != "sat":
            return said == "unsat"
    return False


def _come_by(model: Model, rules: Game, reader: AskedReader, phase: Phase) -> list[Assumption]:
    """Read everything that is looked at in a phase; what the types of the parameters of its actions say."""
    given: list[Assumption] = []
    if phase.by is not None:
        reader.read(phase.by, reader.here)
    for act in phase.actions:
        given += _act(model, reader, phase, act)
    reader.follow(phase.body, {}, TRUE)
    if phase.kind == "end":
        for definition, values in said_at_the_end(rules):
            args = tuple(Const(value, type_) for value, (_, type_) in zip(values, definition.params, strict=True))
            reader.read(Call(definition.name, args, definition.type), reader.here)
    for one in seen_things(model.game) if phase.kind in ("by", "end") else ():
        for index in cells(model.game, one.index):
            for seat in range(len(model.game.seats)):
                shown = reader.sees(one.sight, index, seat, reader.here)
                reader.asked.note(f"shown {one.name}", shown)
                reader.asked.note(f"hidden {one.name}", not_(shown))
    return given


def _act(model: Model, reader: AskedReader, phase: Phase, act: Action) -> list[Assumption]:
    name = f"{phase.name}.{act.name}"
    env, given = parameters(model.game, act, name)
    allowed = TRUE
    for k, need in enumerate(act.needs):
        met = reader.holds(need.condition, reader.here, env, allowed)
        reader.asked.note(f"refuse {name} need {need.name or k + 1}", and_(allowed, not_(met)))
        allowed = and_(allowed, met)
    reader.asked.note(f"may {name}", allowed)
    reader.follow(act.body, env, allowed)
    return given
