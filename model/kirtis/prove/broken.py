"""What breaks an obligation, as something that happens at a moment of a match."""

from __future__ import annotations

from dataclasses import replace

from kirtis.language.game import Game
from kirtis.language.nodes import Expr
from kirtis.play.compile.engine import Numbers
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.game import Game as Playable
from kirtis.play.moments import Moment
from kirtis.prove.alike import alike
from kirtis.prove.obligation import Obligation
from kirtis.prove.search import condition
from kirtis.prove.watched import Happening, Wanted


def broken(game: Game, o: Obligation) -> Wanted | None:
    """What to look for in matches; None where a match by itself cannot show it."""
    if o.claim is None:
        if o.kind == "move":
            return Happening(o.name, lambda ready, moment: _waits(game, o, moment) and _stuck(ready, moment))
        if o.kind in ("guard defined", "defined"):
            return Happening(o.name, lambda ready, moment: _failed(game, o, moment))
        if o.kind == "known" and o.seat is not None:
            return Happening(
                o.name, lambda ready, moment: _waits(game, o, moment) and unknown(ready, o, moment) is not None, slow=True
            )
        return None
    claim = game.claims[o.claim]
    if claim.kind == "step":
        return Happening(
            o.name, lambda ready, moment: _stepped(game, o, moment) and not _true(ready, moment, claim.body), slow=True
        )
    if o.kind not in ("start", "holds", "keeps"):
        return None
    whole = replace(condition(game, claim, broken=True), name=o.name)
    return replace(whole, phases=(o.phase,)) if o.kind == "holds" and o.phase in whole.phases else whole


def unknown(ready: Playable, o: Obligation, moment: Moment) -> Numbers | None:
    """A position that looks the same to the seat of an obligation and asks or allows it something else; None where none was found."""
    assert o.seat is not None
    action = o.step.partition(".")[2] if o.step is not None else None
    return None if moment.fault else alike(ready, moment.numbers, o.seat, action)


def _waits(game: Game, o: Obligation, moment: Moment) -> bool:
    return game.enums["phase"][moment.numbers[0]] == o.phase


def _stuck(ready: Playable, moment: Moment) -> bool:
    """Whether nothing may be done in a position."""
    if moment.fault is not None:
        return moment.done is None
    menu = ready.menus[moment.numbers[0]]
    try:
        return not menu(moment.numbers)
    except Exception:
        position = ready.engine.layout.unpack(moment.numbers)
    try:
        return next(ready.careful.possible(position), None) is None
    except RuleError:
        return True


def _failed(game: Game, o: Obligation, moment: Moment) -> bool:
    """Whether the line of an obligation has no answer, in its step or in the question whether that is allowed."""
    fault = moment.fault
    if fault is None or not _waits(game, o, moment) or (fault.at.file, fault.at.line) != (o.at.file, o.at.line):
        return False
    return moment.done is None if o.kind == "guard defined" else o.step == _step(o.phase, moment)


def _stepped(game: Game, o: Obligation, moment: Moment) -> bool:
    """Whether the step of an obligation led to a moment."""
    return moment.before is not None and game.enums["phase"][moment.before[0]] == o.phase and o.step == _step(o.phase, moment)


def _step(phase: str | None, moment: Moment) -> str | None:
    return phase if moment.done is None else f"{phase}.{moment.done.name}"


def _true(ready: Playable, moment: Moment, body: Expr) -> bool:
    """Whether a statement about a step is true of the one that led to a moment."""
    layout = ready.engine.layout
    before = None if moment.before is None else layout.unpack(moment.before)
    return Evaluator(ready.rules, ready.option_values, layout.unpack(moment.numbers), before).truth(body, {})
