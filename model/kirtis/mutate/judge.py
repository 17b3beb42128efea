"""What becomes of each change: the cheapest question first, until somebody notices."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from kirtis.language.errors import SpecError
from kirtis.language.game import Game
from kirtis.mutate.edits import Edit
from kirtis.mutate.proofs import Prover
from kirtis.mutate.same import equivalent
from kirtis.mutate.shown import Unchanged, shown
from kirtis.mutate.sought import sought
from kirtis.mutate.source import Source
from kirtis.mutate.steps import gathered
from kirtis.mutate.touch import Touch, touch
from kirtis.mutate.watch import Watched, watch
from kirtis.prove import fingerprint
from kirtis.prove.candidates import candidates
from kirtis.prove.executors import executor
from kirtis.prove.infer import infer
from kirtis.prove.ledger import Ledger
from kirtis.prove.model import Fact
from kirtis.prove.sample import met
from kirtis.prove.search import search

OUTCOMES = ("no game", "killed", "weaker", "shown", "equivalent", "survived", "open")
"""``no game``: the loader refuses it; ``killed``: something is refuted, in play or by the solver; ``weaker``: something is proved no more, or an
example no longer found; ``shown``: no more than a kept match comes out otherwise, and no statement rests on it; ``equivalent``: a solver
confirms that it changes nothing; ``survived``: nobody notices; ``open``: not all was decided."""

UNASKED = "no proof was tried"
IN_PLAY = "play"
"""Said of what was noticed in play, which is quickly seen again."""

SAME = "the same moves, positions and sights wherever the invariants hold"
DEFAULTS = "what is claimed holds for every value of an option, so no statement rests on its default"

SOON, LOOKED_THROUGH = 30, 300
"""An example that the unchanged game shows in so many random matches is missed in so many of a changed one."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one change: by whom it was noticed, and what there is to say of it."""

    id: str
    outcome: str
    by: str = ""
    note: str = ""
    seconds: float = 0.0

    def listed(self) -> dict[str, str]:
        """What is kept of it in a list."""
        kept = {"id": self.id, "outcome": self.outcome, "by": self.by, "note": self.note}
        return {k: v for k, v in kept.items() if v}


class Judge:
    """A game, and all that is needed to judge its changes; each part is made when it is first needed."""

    def __init__(self, source: Source, quick: bool = False) -> None:
        self.source = source
        self.quick = quick
        self.game = source.game

    @cached_property
    def unchanged(self) -> Unchanged:
        """The unchanged game, with steps of its play."""
        return Unchanged(self.game, [*gathered(self.game), *sought(self.game).steps])

    @property
    def so_many(self) -> str:
        """For how many players something is the case, where a game is played by more and by fewer."""
        return f", for {len(self.game.seats)} players" if len(self.game.seat_counts or ()) > 1 else ""

    @cached_property
    def facts(self) -> list[Fact]:
        """The invariants of the unchanged game that its proofs rest on."""
        return infer(self.game, candidates(self.game, met(self.game)))

    @cached_property
    def prover(self) -> Prover:
        """The unchanged game, proved."""
        return Prover(self.game, self.facts)

    @cached_property
    def found(self) -> frozenset[str]:
        """The examples that play of the unchanged game finds soon: their absence says something."""
        return frozenset(f.claim for f in search(self.game, SOON) if f.seed is not None)

    def lost(self, new: Game) -> str | None:
        """An example that play of a changed game does not find any more, if there is one."""
        claims = {name: c for name, c in new.claims.items() if name in self.found}
        if not claims:
            return None
        return next((f.claim for f in search(replace(new, claims=claims), LOOKED_THROUGH) if f.seed is None), None)

    def judge(self, edit: Edit) -> Result:
        """What becomes of one change."""
        began = time.perf_counter()
        outcome, by, note = self._judged(edit)
        return Result(edit.id, outcome, by, note, round(time.perf_counter() - began, 2))

    def _judged(self, edit: Edit) -> tuple[str, str, str]:
        try:
            new = self.source.changed(edit)
        except SpecError as error:
            return "no game", re.sub(r"(in|to) line \d+|[\w.-]+\.md:\d+", "elsewhere", error.faults[0].what), ""
        touched = touch(self.game, new)
        seen = watch(self.unchanged, new, touched) if touched.in_play else Watched()
        if seen.noticed is not None:
            return "killed", seen.noticed.by, IN_PLAY
        where = seen.shown or shown(self.unchanged, new, touched)
        if not seen.differs and not where:
            same, asked = equivalent(self.game, new, touched, self.facts)
            if same:
                return "equivalent", "", f"{SAME}{self.so_many}; solver questions: {asked}"
        if self.quick:
            return ("shown" if where else "open"), where, UNASKED
        outcome, by, note = self._proved(new, touched)
        return ("shown", where, note) if where and outcome in ("survived", "open") else (outcome, by, note)

    def _proved(self, new: Game, touched: Touch) -> tuple[str, str, str]:
        if touched.in_play or touched.sights:
            decided = self.prover.notices(new)
            if decided.refuted:
                return (
                    ("weaker", decided.refuted, "not proved any more") if decided.weaker else ("killed", decided.refuted, "proof")
                )
            if decided.open:
                return "open", "", f"not decided: {decided.open[0]}"
        if touched.in_play or touched.defaults:
            lost = self.lost(new)
            if lost is not None:
                return "weaker", lost, "not found in play any more"
        return "survived", "", DEFAULTS if touched.defaults else "nothing was refuted"


@lru_cache(maxsize=2)
def judge_of(name: str, seats: int | None, quick: bool) -> Judge:
    """The judge of a game, made once in each process; a quick one proves no claims."""
    return Judge(Source.of(name, seats), quick)


def _judged(name: str, seats: int | None, quick: bool, id_: str) -> Result:
    judge = judge_of(name, seats, quick)
    return judge.judge(next(e for e in judge.source.edits if e.id == id_))


def fingerprint_of(source: Source) -> str:
    """All that a result rests on but the change itself: the rules, what is claimed, and the code."""
    digest = hashlib.sha256((fingerprint.of_game(source.game) + fingerprint.of_prover()).encode())
    here = Path(__file__).parent
    for path in sorted([*here.glob("*.py"), *(here.parent / "conform").glob("*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def judged(
    name: str, seats: int | None, source: Source, wanted: Sequence[Edit], jobs: int, ledger: Ledger, quick: bool = False
) -> Iterator[Result]:
    """What becomes of these changes, as it is known; what the ledger knows comes first. A change whose worker dies is tried once more."""
    mark, left = fingerprint_of(source) + " quick" * quick, []
    for edit in wanted:
        kept = ledger.get(f"{mark} {edit.id}")
        if kept is None:
            left.append(edit.id)
            continue
        yield Result(**kept)  # type: ignore[arg-type]
    for done, result in enumerate(_through(name, seats, quick, left, jobs), 1):
        if quick or result.outcome != "open":
            ledger.put(f"{mark} {result.id}", asdict(result))
        if done % 10 == 0:
            ledger.save()
        yield result


def _through(name: str, seats: int | None, quick: bool, left: list[str], jobs: int) -> Iterator[Result]:
    if jobs <= 1:
        yield from (_judged(name, seats, quick, one) for one in left)
        return
    tries = dict.fromkeys(left, 0)
    while tries:
        running: dict[Future[Result], str] = {}
        try:
            with executor(jobs) as pool:
                waiting = list(tries)
                while waiting or running:
                    while waiting and len(running) < 2 * jobs:
                        one = waiting.pop(0)
                        running[pool.submit(_judged, name, seats, quick, one)] = one
                    for future in wait(running, return_when=FIRST_COMPLETED)[0]:
                        result = future.result()
                        del tries[running.pop(future)]
                        yield result
        except BrokenProcessPool:
            for one in running.values():
                tries[one] += 1
                if tries[one] > 1:
                    del tries[one]
                    yield Result(one, "open", "", "the process died twice")
