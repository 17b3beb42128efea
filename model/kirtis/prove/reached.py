"""Whether a claim is broken in real play: random matches looked through for a deal that people can believe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kirtis.language.game import Game
from kirtis.play.action import Action
from kirtis.play.position import Position
from kirtis.play.record import Record
from kirtis.prove.broken import broken, unknown
from kirtis.prove.obligation import Obligation
from kirtis.prove.watched import FEW, Happening, Sighting, Wanted, look

MATCHES = 400
"""Whole matches looked through, by the compiled rules, for a moment that breaks a claim."""


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a random match breaks a claim: its seed, how far on, the options, and the position.

    ``before`` is the position before, and ``done`` what was done there, where the claim is about a step; ``fault`` what goes wrong
    where the rules give no answer. ``other`` looks the same to the seat that the claim is about. ``record`` is the match, made plainer, up to there.
    """

    seed: int
    step: int
    options: Mapping[str, int | bool]
    at: Position
    before: Position | None = None
    done: Action | None = None
    fault: str = ""
    other: Position | None = None
    record: Record | None = None

    def __str__(self) -> str:
        return f"seed {self.seed}, step {self.step}"


def reached(game: Game, refuted: Sequence[Obligation]) -> Mapping[str, Reached]:
    """For each obligation, by its name, a moment of random play that breaks what it is about, if one was met."""
    named = {o.name: o for o in refuted}
    wanted = {o.name: w for o in refuted if (w := broken(game, o)) is not None}
    return {one.name: _plainest(one, wanted[one.name], named[one.name]) for one in look(game, list(wanted.values()), MATCHES)}


def _plainest(one: Sighting, wanted: Wanted, o: Obligation) -> Reached:
    """The moment, or one like it in a plainer match."""
    found = one.by.plainest(one.seed, wanted)
    moment, record = one.moment, None
    if found is not None:
        plainer, led = found
        moment, record = led.moment, plainer.record(led)
    layout, phases = one.by.layout, one.by.game.enums["phase"]
    # A claim about one position may have held in any position before it; only of a step both are shown.
    of_step = o.kind in ("step", "keeps") and moment.before is not None and phases[moment.before[0]] == o.phase
    other = unknown(one.by.ready, o, moment) if o.other is not None else None
    return Reached(
        one.seed,
        one.step,
        one.options,
        layout.unpack(moment.numbers),
        layout.unpack(moment.before) if of_step and moment.before is not None else None,
        moment.done,
        str(moment.fault or ""),
        None if other is None else layout.unpack(other),
        record,
    )


def plain_position(game: Game, phase: str | None) -> Position | None:
    """A plain position of play in a phase; None where play was not seen to come there."""
    there = Happening("there", lambda ready, moment: moment.fault is None and ready.phase_names[moment.numbers[0]] == phase)
    for one in look(game, [there], FEW):
        if (found := one.by.plainest(one.seed, there)) is not None:
            return one.by.layout.unpack(found[1].moment.numbers)
    return None
