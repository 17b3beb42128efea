"""Asking a port what the vectors say, one after the other, and judging its answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from kirtis.conform.checks import Checks
from kirtis.conform.port import Channel, PortFault
from kirtis.conform.talk import ANSWER_IN, FIRST_IN, Talk
from kirtis.conform.telling import Vector
from kirtis.conform.verdict import Outcome, Said, SkipError, Verdict, WrongError


class Runner:
    """Talks to one port about one game; ``only`` is the one vector to ask, if not all are asked."""

    def __init__(
        self, channel: Channel, game: str, vectors: list[Vector], *, answer_in: float = ANSWER_IN, first_in: float = FIRST_IN,
        only: str = "", stop_early: bool = False, done: Callable[[int], object] = lambda n: None,
    ) -> None:  # fmt: skip
        self.talk = Talk(channel, game, answer_in, first_in)
        self.checks = Checks(self.talk)
        self.vectors, self.only, self.stop_early, self.done = vectors, only, stop_early, done
        self.outcome = Outcome(game)

    def run(self) -> Outcome:
        """Ask everything; the port is ended in any case."""
        out, begun = self.outcome, time.perf_counter()
        try:
            out.port = self.talk.hello()
            for vector, check in self._order():
                if self.only not in ("", vector["id"]):
                    continue
                out.during = vector["id"]
                out.verdicts.append(self._judge(vector, check))
                self.done(1)
                if self.stop_early and out.verdicts[-1].outcome == "failed":
                    break
            out.during, self.talk.asked = "", {}
            self.talk.channel.close()
        except PortFault as fault:
            out.fault = fault
            if fault.kind != "unasked":
                out.asked = self.talk.asked
        finally:
            self.talk.channel.kill()
            out.stderr = getattr(self.talk.channel, "said", "")
            out.seconds = time.perf_counter() - begun
        if not self.stop_early:
            met = {v.id for v in out.verdicts}
            left = (v for v in self.vectors if v["id"] not in met and self.only in ("", v["id"]))
            out.verdicts += [Verdict(v["id"], v["kind"], tuple(v["clauses"]), "skipped", Said("skip_fault")) for v in left]
        return out

    def _order(self) -> Iterator[tuple[Vector, Callable[[Vector], None]]]:
        """The vectors with what checks them: from their positions, or along the matches where the port takes no positions."""
        checks = self.checks.of
        if self.talk.positions:
            yield from ((v, checks[v["kind"]]) for v in self.vectors)
            return
        along: dict[str, list[Vector]] = {}
        for vector in self.vectors:
            if "match" in vector:
                along.setdefault(vector["match"], []).append(vector)
        for vector in self.vectors:
            if vector["kind"] in ("setup", "row"):
                yield vector, checks[vector["kind"]]
            elif vector["kind"] == "match":
                yield vector, checks["match"]
                for inner in sorted(along.get(vector["id"], []), key=lambda v: v["at"]):
                    yield inner, self._along(vector, checks[inner["kind"]])

    def _along(self, match: Vector, check: Callable[[Vector], None]) -> Callable[[Vector], None]:
        def run(vector: Vector) -> None:
            self.talk.last = self.talk.new(vector)
            self.talk.play(match["events"][: vector["at"]])
            check(vector)

        return run

    def _judge(self, vector: Vector, check: Callable[[Vector], None]) -> Verdict:
        begun = time.perf_counter()
        key = (vector["id"], vector["kind"], tuple(vector["clauses"]))
        try:
            if vector["seats"] not in self.talk.seats:
                raise SkipError("skip_seats", vector["seats"])
            check(vector)
        except WrongError as wrong:
            blamed = tuple(c for c in wrong.clauses if c in vector["clauses"])
            return Verdict(*key, "failed", wrong.said, blamed, time.perf_counter() - begun)
        except SkipError as skip:
            return Verdict(*key, "skipped", skip.said)
        return Verdict(*key, "passed", seconds=time.perf_counter() - begun)


__all__ = ["Runner"]
