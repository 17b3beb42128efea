"""Where a change lies in lines that are carried out only under a condition: if that never holds, the change is none.

Compared line by line, so that it need not be asked what the lines would do.
"""

from __future__ import annotations

from kirtis.language.game import Game
from kirtis.language.nodes import Expr, Let, Statement, When
from kirtis.mutate.touch import Touch
from kirtis.prove.evaluate import Defined
from kirtis.prove.model import Model
from kirtis.prove.terms import TRUE, Term, and_, not_, or_

Tests = tuple[Expr, ...]
Branch = tuple[Tests, Expr | None]
"""When a branch is reached: none of the first conditions holds, and the last one does."""


def never_carried_out(model: Model, new: Game, touched: Touch) -> dict[str, Term]:
    """For each phase whose own lines alone differ, and differ under conditions alone: that these never hold."""
    out: dict[str, Term] = {}
    if touched.definitions or touched.maps or touched.first or touched.defaults:
        return out
    for phase in model.game.phases.values():
        if touched.bodies != {(phase.name, None)}:
            continue
        found = _differing(phase.body, new.phases[phase.name].body)
        if found:
            out[phase.name] = and_(*(not_(_reached(model, phase.name, one)) for one in found))
    return out


def _reached(model: Model, phase: str, branch: Branch) -> Term:
    """That a branch may be carried out, or that nobody can tell."""
    earlier, test = branch
    defined: list[Defined] = []
    before = [model.reader.holds(e, model.at[phase], {}, TRUE, defined) for e in earlier]
    now = TRUE if test is None else model.reader.holds(test, model.at[phase], {}, TRUE, defined)
    return or_(and_(now, *(not_(b) for b in before)), not_(and_(*(d.term for d in defined))))


def _differing(old: tuple[Statement, ...], new: tuple[Statement, ...]) -> list[Branch] | None:
    """The branches in which two bodies differ; None where they differ elsewhere, or a condition may name what a line before it calls so."""
    if len(old) != len(new) or any(isinstance(one, Let) for one in old):
        return None
    out: list[Branch] = []
    for a, b in zip(old, new, strict=True):
        if a == b:
            continue
        if not isinstance(a, When) or not isinstance(b, When) or [t for t, _ in a.branches] != [t for t, _ in b.branches]:
            return None
        tests = [t for t, _ in a.branches]
        for n, ((test, mine), (_, other)) in enumerate(zip(a.branches, b.branches, strict=True)):
            if mine != other:
                out.append((tuple(t for t in tests[:n] if t is not None), test))
    return out
