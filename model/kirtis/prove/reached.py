"""Whether a claim is broken in real play: random matches looked through for a deal that people can believe."""

from __future__ import annotations

from dataclasses import dataclass

from kirtis.language.game import Game
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.prove.obligation import Obligation
from kirtis.prove.sample import Met, moves, play

TRIES, STEPS = 24, 250
"""Matches played, and steps of each, in search of a real deal that breaks a claim."""


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a random match breaks a claim: its seed, how far on, the position, and the one before where the claim is about a step."""

    seed: int
    step: int
    at: Met
    before: Met | None = None
    fault: str = ""

    def __str__(self) -> str:
        return f"seed {self.seed}, step {self.step}"


def reached(game: Game, o: Obligation) -> Reached | None:
    """The first position of random play that breaks what the obligation is about."""
    for seed in range(TRIES):
        before: Met | None = None
        last = Reached(seed, 0, Met(next(play(game, seed, 1)).position, {}))
        try:
            for n, one in enumerate(play(game, seed, STEPS)):
                last = Reached(seed, n, one)
                if _breaks(game, o, one, before):
                    return Reached(seed, n, one, before if _of_step(game, o, before) else None)
                before = one
        except RuleError as fault:
            if o.kind in ("defined", "guard defined") and last.at.position.phase == o.phase:
                return Reached(seed, last.step, last.at, None, str(fault))
        except IndexError:
            continue
    return None


def _of_step(game: Game, o: Obligation, before: Met | None) -> bool:
    """Whether the step that led here belongs to what is shown: it broke a claim about steps, or an invariant that held before it."""
    if o.claim is None or before is None:
        return False
    return game.claims[o.claim].kind == "step" or (o.kind == "keeps" and before.position.phase == o.phase)


def _breaks(game: Game, o: Obligation, one: Met, before: Met | None) -> bool:
    phase = game.phases[one.position.phase]
    if o.kind == "move":
        return phase.name == o.phase and not any(True for _ in moves(game, one.options, one.position, phase))
    if o.claim is None:
        return False
    claim = game.claims[o.claim]
    if claim.kind == "step":
        if before is None or before.position.phase != o.phase:
            return False
        return not Evaluator(game, one.options, one.position, before.position).truth(claim.body, {})
    if claim.phases and phase.name not in claim.phases:
        return False
    read = Evaluator(game, one.options, one.position)
    if claim.given is not None and not read.truth(claim.given, {}):
        return False
    return not read.truth(claim.body, {})
