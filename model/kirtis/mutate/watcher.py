"""Looking at positions and steps of a game: a claim that does not hold, or something that any rules have to pass, is noticed.

What is noticed is raised, so that nobody looks on.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from kirtis.language.game import Claim, Game
from kirtis.language.nodes import Expr
from kirtis.mutate.luck import Luck
from kirtis.mutate.steps import ERRORS, Move, StuckError, allowed, follow, step, tastes, whose
from kirtis.mutate.touch import Touch, reaches, timeless
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import Position
from kirtis.prove.sample import Met

FOLLOWED = 14
"""Steps that play goes on after one that came out otherwise."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """Who notices: a claim by its name or a derived check, and where."""

    by: str
    what: str


class NoticeError(Exception):
    """Raised where something notices."""

    def __init__(self, noticed: Noticed) -> None:
        self.noticed = noticed
        super().__init__(noticed.by)


@dataclass
class Watcher:
    """A game whose claims are looked at in positions and steps."""

    game: Game
    touched: Touch
    claims: Mapping[str, list[Claim]] = field(init=False)
    steps: list[Claim] = field(init=False)
    timeless: set[str] = field(init=False)
    held: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        held = [c for c in self.game.claims.values() if c.kind in ("invariant", "fact", "theorem", "example")]
        held.sort(key=lambda c: c.kind != "invariant")
        self.claims = {p: [c for c in held if not c.phases or p in c.phases] for p in self.game.phases}
        self.steps = [c for c in self.game.claims.values() if c.kind == "step"]
        # What reads nothing of a position, such as the order of the pack, holds in all or in none.
        self.timeless = {c.name for c in held if c.given is None and timeless(self.game, c.body)}

    def broken(self, met: Met) -> str:
        """The first of the invariants that now read otherwise that does not hold in a position of the unchanged game; nothing if all do."""
        read = Evaluator(self.game, met.options, met.position)
        mine = (
            c
            for c in self.claims[met.position.phase]
            if c.kind == "invariant" and c.name in self.touched.claims and c.name not in self.held
        )
        return next((c.name for c in mine if not _true(read, c.body)), "")

    def look(self, met: Met, *, all_: bool) -> None:
        """Whether what is claimed of positions holds in one: all of it, or only what reads otherwise."""
        read = Evaluator(self.game, met.options, met.position)
        for c in self.claims[met.position.phase]:
            if c.name in self.held or (not all_ and c.name not in self.touched.claims):
                continue
            if c.given is not None and not _true(read, c.given):
                continue
            if not _true(read, c.body):
                raise NoticeError(Noticed(c.name, c.kind))
            if c.name in self.timeless:
                self.held.add(c.name)

    def look_step(self, before: Met, action: str | None, after: Position, *, all_: bool) -> None:
        """Whether what is claimed of steps holds of one."""
        phase = before.position.phase
        read = Evaluator(self.game, before.options, after, before.position)
        for c in self.steps:
            if not all_ and c.name not in self.touched.claims:
                continue
            if c.on and phase not in c.on and (action is None or f"{phase}.{action}" not in c.on):
                continue
            if not _true(read, c.body):
                raise NoticeError(Noticed(c.name, "step"))

    def taken(self, met: Met, action: str | None, env: Mapping[str, int | bool], luck: Luck) -> Position:
        """A step, taken; whoever cannot take it notices."""
        name = met.position.phase if action is None else f"{met.position.phase}.{action}"
        try:
            after = step(self.game, met, action, env, luck)
        except RuleError as fault:
            raise NoticeError(Noticed(f"{name}: {_derived(fault)}", "derived")) from None
        except ERRORS:
            raise NoticeError(Noticed(f"{name}: every value exists", "derived")) from None
        cards = sorted(c for there in after.cards.values() for c in there)
        if cards != list(range(len(self.game.enums["card"]))):
            raise NoticeError(Noticed(f"{name}: every card in one place", "derived"))
        for place, there in after.cards.items():
            if self.game.zones[place[0]].kind == "one" and len(there) > 1:
                raise NoticeError(Noticed(f"{name}: every card in one place", "derived"))
        return after

    def turn(self, met: Met) -> int | None:
        """Whose turn it is; that nobody knows is noticed."""
        phase = met.position.phase
        try:
            who = whose(self.game, met)
        except ERRORS:
            who = None
        if who is None:
            raise NoticeError(Noticed(f"{phase}: it is known who acts", "derived"))
        return who

    def moves(self, met: Met, known: set[Move]) -> set[Move]:
        """Every move in a position, with what was known of actions that read as before; that there is none, or that a guard has no value, is noticed."""
        phase = met.position.phase
        changed = {a for p, a in self.touched.guards if p == phase and a is not None}
        try:
            found = {one for one in known if one[0] not in changed} | allowed(self.game, met, changed)
        except ERRORS:
            raise NoticeError(Noticed(f"{phase}: every condition has a value", "derived")) from None
        if not found:
            raise NoticeError(Noticed(f"{phase}: somebody has a move", "derived"))
        return found

    def rows(self, met: Met) -> None:
        """That no two rows of a table fit where the phase asks it."""
        phase = self.game.phases[met.position.phase]
        read = Evaluator(self.game, met.options, met.position)
        for name in sorted(self.touched.tables):
            table = self.game.tables[name]
            if not reaches(self.game, phase, frozenset(table.columns)):
                continue
            for values in product(*(self.game.values(t) for _, t in table.params)):
                env = {n: v for (n, _), v in zip(table.params, values, strict=True)}
                if sum(_true(read, row.fits, env) for row in table.rows) > 1:
                    raise NoticeError(Noticed(f"table {name}: no two rows fit at once", "derived"))

    def go_on(self, met: Met, seed: int, steps: int = FOLLOWED) -> None:
        """Random play from a position, everything looked at."""
        rng = random.Random(seed)
        try:
            for one in follow(self.game, met, rng, tastes(self.game, rng), steps):
                self.look_step(one.before, one.action, one.after, all_=True)
                self.look(Met(one.after, met.options), all_=True)
                met = Met(one.after, met.options)
        except StuckError as stuck:
            raise NoticeError(Noticed(f"{stuck.phase}: somebody has a move", "derived")) from None
        except RuleError as fault:
            raise NoticeError(Noticed(f"{met.position.phase}: {_derived(fault)}", "derived")) from None
        except ERRORS:
            raise NoticeError(Noticed(f"{met.position.phase}: every value exists", "derived")) from None


def _true(read: Evaluator, e: Expr, env: Mapping[str, int | bool | None] | None = None) -> bool:
    """Whether a condition holds; one without a value does not."""
    try:
        return read.truth(e, env or {})
    except ERRORS:
        return False


def _derived(fault: RuleError) -> str:
    """Which derived check a fault of the interpreter belongs to."""
    what = fault.what
    if "no row" in what:
        return "some row fits"
    if "highest" in what:
        return "one card takes the trick"
    if " is not in " in what:
        return "every number in its range"
    if "at once" in what or "twice" in what:
        return "nothing is written twice"
    if "lie" in what or "card" in what:
        return "cards are where they are taken from"
    return "every value exists"
