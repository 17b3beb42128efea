"""What concrete play notices of a change, without a solver.

Each step of real matches of the unchanged game is taken again under the changed rules. A step that fails, a claim that no longer holds
after it, or a position without a move is what the prover would refute as well, since the position before the step keeps every invariant.
"""

from __future__ import annotations

from dataclasses import dataclass

from kirtis.language.game import Game
from kirtis.mutate.shown import Unchanged, otherwise
from kirtis.mutate.steps import ERRORS, Taken, whose
from kirtis.mutate.touch import Touch
from kirtis.mutate.watcher import Noticed, NoticeError, Watcher
from kirtis.play.position import Position
from kirtis.play.step import start
from kirtis.prove.sample import Met

NEW_MOVES = 3
"""Of the moves that a change allows, so many are tried in one position."""

AFTERWARDS, ENOUGH = 16, 60
"""Play goes on after so many steps that came out otherwise, and so many are looked at; who has not noticed then will hardly do so."""


@dataclass
class Watched:
    """What came of watching: who noticed, whether anything was otherwise at all, and the first kept step that shows it."""

    noticed: Noticed | None = None
    differs: bool = False
    shown: str = ""
    times: int = 0

    def show(self, one: Taken) -> None:
        """A kept step comes out otherwise."""
        self.differs = True
        self.shown = self.shown or one.name
        self.times += 1


def watch(unchanged: Unchanged, new: Game, touched: Touch) -> Watched:
    """Take the kept steps of the unchanged game again."""
    out, watcher = Watched(), Watcher(new, touched)
    try:
        _first(unchanged.game, new, watcher, out)
        for n in range(len(unchanged.steps)):
            _again(unchanged, watcher, n, out)
            if out.times >= ENOUGH:
                break
        if touched.claims:
            for n in range(len(unchanged.steps)):
                _afterwards(unchanged, watcher, n)
    except NoticeError as error:
        out.noticed = error.noticed
        out.differs = True
    return out


def _first(old: Game, new: Game, watcher: Watcher, out: Watched) -> None:
    """The position at the start of a match."""
    if not watcher.touched.first:
        return
    options = {o.name: o.default for o in old.options.values()}
    try:
        first = start(new, options)
    except ERRORS:
        raise NoticeError(Noticed("start: the first values exist", "derived")) from None
    if first != start(old, options):
        out.differs, out.shown = True, "start"
        watcher.look(Met(first, options), all_=True)
        for seed in range(3):
            watcher.go_on(Met(first, options), seed, 60)


def _again(unchanged: Unchanged, watcher: Watcher, n: int, out: Watched) -> None:
    new, touched, one = watcher.game, watcher.touched, unchanged.steps[n]
    phase, met = one.phase, one.before
    guard = any((phase, a) in touched.guards for a in (None, *(a.name for a in new.phases[phase].actions)))
    body = (phase, one.action) in touched.bodies
    if not (guard or body or touched.claims):
        return
    if touched.claims:
        if watcher.broken(met):
            # Nothing may be said of a position that the changed rules may never come to; that they differ there, may.
            out.differs = True
            if (guard or body) and otherwise(unchanged, new, n):
                out.show(one)
            return
        watcher.look(met, all_=False)
    if touched.tables and n < 400:
        watcher.rows(met)
    still = not guard or new.phases[phase].kind != "by" or _guards(unchanged, watcher, n, out)
    if body and still:
        after = watcher.taken(met, one.action, dict(one.env), one.luck)
        if after != one.after:
            out.show(one)
            _otherwise(watcher, met, one.action, after, n, out)
            return
    if touched.claims and still:
        watcher.look_step(met, one.action, one.after, all_=False)


def _afterwards(unchanged: Unchanged, watcher: Watcher, n: int) -> None:
    """The position after a step that is taken as before from one that keeps the invariants: it has to keep them too.

    No step is kept that begins where a match ends, so all that is claimed of an end is looked at here.
    """
    one = unchanged.steps[n]
    met = Met(one.after, one.before.options)
    over = watcher.game.phases[one.after.phase].kind == "end"
    if not over and not watcher.broken(met):
        return
    if watcher.broken(one.before) or otherwise(unchanged, watcher.game, n):
        return
    watcher.look(met, all_=False)


def _guards(unchanged: Unchanged, watcher: Watcher, n: int, out: Watched) -> bool:
    """Whose turn it is, and what is allowed: more than before is tried, nothing at all is noticed. Whether the kept step is still allowed."""
    one = unchanged.steps[n]
    met, phase = one.before, one.phase
    turns = (phase, None) in watcher.touched.guards and watcher.turn(met) != whose(unchanged.game, met)
    known = unchanged.moves(n)
    now = watcher.moves(met, known)
    if turns or now != known:
        out.show(one)
    for name, env in sorted(now - known, key=str)[:NEW_MOVES]:
        after = watcher.taken(met, name, dict(env), one.luck)
        _otherwise(watcher, met, name, after, n, out)
    return not turns and (one.action, one.env) in now


def _otherwise(watcher: Watcher, met: Met, action: str | None, after: Position, n: int, out: Watched) -> None:
    """A step that came out otherwise than before, and some play after it."""
    watcher.look_step(met, action, after, all_=True)
    watcher.look(Met(after, met.options), all_=True)
    if out.times <= AFTERWARDS:
        watcher.go_on(Met(after, met.options), n)
