"""Whether a claim is broken in real play: random matches looked through for a deal that people can believe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kirtis.language.game import Game
from kirtis.play.compile.conditions import Condition
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.record import Record
from kirtis.prove.obligation import Obligation
from kirtis.prove.sample import Met, moves, play
from kirtis.prove.search import condition
from kirtis.prove.watched import Sighting, look

MATCHES = 400
"""Whole matches looked through, by the compiled rules, for a position that breaks a claim."""

TRIES, STEPS = 24, 250
"""Matches played by the plain interpreter, and steps of each, where what is to be broken is about more than one position."""


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a random match breaks a claim: its seed, how far on, the position, and the one before where the claim is about a step.

    ``record`` is the match, made plainer, up to there.
    """

    seed: int
    step: int
    at: Met
    before: Met | None = None
    fault: str = ""
    record: Record | None = None

    def __str__(self) -> str:
        return f"seed {self.seed}, step {self.step}"


def reached(game: Game, refuted: Sequence[Obligation]) -> Mapping[str, Reached]:
    """For each obligation, by its name, the first position of random play that breaks what it is about, if one was met."""
    broken = {o.name: _broken(game, o) for o in refuted if _of_one_position(game, o)}
    named = {o.name: o for o in refuted}
    out: dict[str, Reached] = {}
    for one in look(game, list(broken.values()), MATCHES):
        out[one.name] = _plainest(one, broken[one.name], named[one.name])
    rest = [o for o in refuted if o.name not in broken]
    matches = [list(_played(game, seed)) for seed in range(TRIES)] if rest else []
    for o in rest:
        if (found := _first(game, o, matches)) is not None:
            out[o.name] = found
    return out


def _plainest(one: Sighting, condition: Condition, o: Obligation) -> Reached:
    """The position, or one like it in a plainer match."""
    found = one.by.plainest(one.seed, condition)
    at, before, record = one.position, one.before, None
    if found is not None:
        plainer, led = found
        record = plainer.record(led)
        at = one.by.layout.unpack(led.numbers)
        before = None if led.before is None else one.by.layout.unpack(led.before)
    if before is not None and (o.kind != "keeps" or before.phase != o.phase):
        before = None  # the claim is about a step from another phase, or about none
    return Reached(
        one.seed,
        one.step,
        Met(at, one.options, one.seed, one.step),
        None if before is None else Met(before, one.options, one.seed, one.step - 1),
        record=record,
    )


def _of_one_position(game: Game, o: Obligation) -> bool:
    """Whether the obligation says of single positions that a claim holds there."""
    return o.claim is not None and game.claims[o.claim].kind != "step" and o.kind in ("start", "holds", "keeps")


def _broken(game: Game, o: Obligation) -> Condition:
    """That the claim of an obligation does not hold, where it should."""
    assert o.claim is not None
    whole = replace(condition(game, game.claims[o.claim], broken=True), name=o.name)
    return replace(whole, phases=(o.phase,)) if o.kind == "holds" and o.phase in whole.phases else whole


def _played(game: Game, seed: int) -> Iterator[tuple[Met | None, str]]:
    """A match position by position; None, and why, where the rules give no answer."""
    try:
        yield from ((one, "") for one in play(game, seed, STEPS))
    except RuleError as fault:
        yield None, str(fault)
    except IndexError:
        return


def _first(game: Game, o: Obligation, matches: Sequence[Sequence[tuple[Met | None, str]]]) -> Reached | None:
    """The first position of these matches that breaks an obligation."""
    for match in matches:
        before: Met | None = None
        for one, fault in match:
            if one is None:
                if before is not None and o.kind in ("defined", "guard defined") and before.position.phase == o.phase:
                    return Reached(before.seed, before.step, before, None, fault)
                break
            if _breaks(game, o, one, before):
                of_step = o.claim is not None and game.claims[o.claim].kind == "step"
                return Reached(one.seed, one.step, one, before if of_step else None)
            before = one
    return None


def _breaks(game: Game, o: Obligation, one: Met, before: Met | None) -> bool:
    phase = game.phases[one.position.phase]
    try:
        if o.kind == "move":
            return phase.name == o.phase and not any(True for _ in moves(game, one.options, one.position, phase))
        if o.claim is None or game.claims[o.claim].kind != "step" or before is None or before.position.phase != o.phase:
            return False
        return not Evaluator(game, one.options, one.position, before.position).truth(game.claims[o.claim].body, {})
    except RuleError:
        return False
