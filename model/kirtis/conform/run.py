"""Asking a port what the vectors say, and comparing."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kirtis.conform import protocol
from kirtis.conform.port import Channel, PortFault
from kirtis.conform.protocol import Message
from kirtis.conform.vectors import Vector

ANSWER_IN, FIRST_IN = 10.0, 30.0
"""Seconds for an answer, and for the first."""

TEXTS: dict[str, tuple[str, str]] = {
    "error": ("atsako klaida {0}", "answers with the error {0}"),
    "differs": ("{0}: turi būti {1}, o atsako {2}", "{0}: {1} is right, and the answer is {2}"),
    "missing": ("neleidžia to, kas galima: {0}", "does not allow what may be done: {0}"),
    "extra": ("leidžia tai, ko negalima: {0}", "allows what may not be done: {0}"),
    "twice": ("tas pats veiksmas išvardytas du kartus", "lists an action twice"),
    "allowed": ("neatsisako atlikti {0}", "does not refuse {0}"),
    "shape": ("atsakyme trūksta lauko {0}", "the answer lacks the field {0}"),
    "skip_request": ("programa neatsako į {0}", "the port does not answer {0}"),
    "skip_seats": ("programa nežaidžia šio žaidimo {0} žaidėjams", "the port does not play this game for {0}"),
    "skip_fault": ("iki to neprieita", "was not come to"),
}
"""What a verdict says, in Lithuanian and English."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text of ``TEXTS`` with its values."""

    key: str
    values: tuple[str, ...] = ()

    def text(self, n: int) -> str:
        """In Lithuanian (0) or English (1)."""
        return TEXTS[self.key][n].format(*self.values)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a vector: ``passed``, ``failed`` or ``skipped``, the reason, and the clauses that are in doubt where it failed."""

    id: str
    kind: str
    clauses: tuple[str, ...]
    outcome: str
    reason: Said | None = None
    blamed: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(slots=True)
class Outcome:
    """What became of all vectors of a game; ``fault`` where the port had to be given up."""

    game: str
    port: dict[str, Any] = field(default_factory=dict)
    verdicts: list[Verdict] = field(default_factory=list)
    fault: PortFault | None = None
    during: str = ""
    stderr: str = ""
    seconds: float = 0.0

    def count(self, outcome: str) -> int:
        """How many vectors passed, failed or were skipped."""
        return sum(v.outcome == outcome for v in self.verdicts)

    def by_clause(self) -> dict[str, dict[str, int]]:
        """For every clause how many of its vectors passed, failed and were skipped."""
        out: dict[str, dict[str, int]] = {}
        for verdict in self.verdicts:
            for clause in verdict.clauses:
                there = out.setdefault(clause, {"passed": 0, "failed": 0, "skipped": 0})
                if verdict.outcome != "failed" or clause in (verdict.blamed or verdict.clauses):
                    there[verdict.outcome] += 1
        return out

    @property
    def code(self) -> int:
        """The exit code: 0 all passed, 1 something failed or the port was given up, 2 something could not be asked."""
        return 1 if self.fault is not None or self.count("failed") else 2 if self.count("skipped") else 0


class _WrongError(Exception):
    def __init__(self, key: str, *values: object, clauses: Iterable[str] = ()) -> None:
        self.said = Said(key, tuple(v if isinstance(v, str) else short(v) for v in values))
        self.clauses = tuple(clauses)
        super().__init__(self.said.text(1))


class _SkipError(Exception):
    def __init__(self, key: str, *values: object) -> None:
        self.said = Said(key, tuple(map(str, values)))
        super().__init__(key)


def short(value: object) -> str:
    """A value as JSON, cut off where it is long."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 200 else text[:200] + "…"


def same(a: object, b: object) -> bool:
    """Whether two values of JSON are equal; true is not 1."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


class Runner:
    """Talks to one port about one game."""

    def __init__(
        self, channel: Channel, game: str, vectors: list[Vector], *, answer_in: float = ANSWER_IN, first_in: float = FIRST_IN,
        stop_early: bool = False, done: Callable[[int], object] = lambda n: None,
    ) -> None:  # fmt: skip
        self.channel, self.game, self.vectors = channel, game, vectors
        self.answer_in, self.first_in, self.stop_early, self.done = answer_in, first_in, stop_early, done
        self.outcome = Outcome(game)
        self.number = 0
        self.requests: frozenset[str] = frozenset()
        self.positions = False
        self.seats: tuple[int, ...] = ()
        self.last: Message = {}

    def run(self) -> Outcome:
        """Ask everything; the port is ended in any case."""
        out, begun = self.outcome, time.perf_counter()
        try:
            self._hello()
            for vector, check in self._order():
                out.during = vector["id"]
                out.verdicts.append(self._judge(vector, check))
                self.done(1)
                if self.stop_early and out.verdicts[-1].outcome == "failed":
                    break
            out.during = ""
            self.channel.close()
        except PortFault as fault:
            out.fault = fault
        finally:
            self.channel.kill()
            out.stderr = getattr(self.channel, "said", "")
            out.seconds = time.perf_counter() - begun
        if not self.stop_early:
            met = {v.id for v in out.verdicts}
            left = (v for v in self.vectors if v["id"] not in met)
            out.verdicts += [Verdict(v["id"], v["kind"], tuple(v["clauses"]), "skipped", Said("skip_fault")) for v in left]
        return out

    # -- talking -----------------------------------------------------------------------------------------------------------

    def ask(self, do: str, seconds: float | None = None, **fields: Any) -> Message:
        """An answer; an error too."""
        self.number += 1
        return self.channel.ask({"id": self.number, "do": do, **fields}, self.answer_in if seconds is None else seconds)

    def want(self, do: str, **fields: Any) -> Message:
        """An answer that is no error."""
        if do not in self.requests:
            raise _SkipError("skip_request", do)
        answer = self.ask(do, **fields)
        if "error" in answer:
            error = answer["error"]
            code = str(error.get("code"))[:40] if isinstance(error, dict) else short(error)
            if code == "unsupported":
                raise _SkipError("skip_request", do)
            raise _WrongError("error", f"{do}: {code}")
        return answer

    def _hello(self) -> None:
        answer = self.ask("hello", self.first_in, protocol=protocol.VERSION)
        games, requests = answer.get("games"), answer.get("requests")
        if answer.get("protocol") != protocol.VERSION or not isinstance(games, dict) or not isinstance(requests, list):
            raise PortFault("hello", short(answer))
        missing = [r for r in protocol.NEEDED if r not in requests]
        if missing:
            raise PortFault("hello", f"it does not answer {', '.join(missing)}")
        if self.game not in games or not isinstance(games[self.game], list):
            raise PortFault("hello", f"it does not play {self.game}")
        self.requests = frozenset(map(str, requests))
        self.positions = answer.get("positions") is True
        self.seats = tuple(games[self.game])
        self.outcome.port = {key: str(answer.get(key))[:200] for key in ("name", "version")} | {"positions": self.positions}

    # -- order -------------------------------------------------------------------------------------------------------------

    def _order(self) -> Iterator[tuple[Vector, Callable[[Vector], None]]]:
        """The vectors with what checks them: from their positions, or along the matches where the port takes no positions."""
        checks: dict[str, Callable[[Vector], None]] = {
            "setup": self._setup, "match": self._match, "position": self._position, "step": self._step, "row": self._row,
            "count": self._count,
        }  # fmt: skip
        if self.positions:
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
            self.last = self._new(vector)
            self._play(match["events"][: vector["at"]])
            check(vector)

        return run

    def _judge(self, vector: Vector, check: Callable[[Vector], None]) -> Verdict:
        begun = time.perf_counter()
        key = (vector["id"], vector["kind"], tuple(vector["clauses"]))
        try:
            if vector["seats"] not in self.seats:
                raise _SkipError("skip_seats", vector["seats"])
            check(vector)
        except _WrongError as wrong:
            blamed = tuple(c for c in wrong.clauses if c in vector["clauses"])
            return Verdict(*key, "failed", wrong.said, blamed, time.perf_counter() - begun)
        except _SkipError as skip:
            return Verdict(*key, "skipped", skip.said)
        return Verdict(*key, "passed", seconds=time.perf_counter() - begun)

    # -- checks ------------------------------------------------------------------------------------------------------------

    def _new(self, vector: Vector, **more: Any) -> Message:
        return self.want("new", game=self.game, seats=vector["seats"], options=vector["options"], **more)

    def _begin(self, vector: Vector, **more: Any) -> None:
        """Stand in the position of a vector; without positions the match has been played up to it."""
        if self.positions:
            self._new(vector, position=vector["position"], **more)

    def _stands(self, answer: Message, standing: Mapping[str, Any], clauses: Iterable[str] = ()) -> None:
        for key, wanted in (*standing.items(), ("chance", None)):
            if key not in answer:
                raise _WrongError("shape", key)
            if not same(answer[key], wanted):
                raise _WrongError("differs", key, short(wanted), short(answer[key]), clauses=clauses)

    def _decide(self, event: Mapping[str, Any], answer: Message) -> Message:
        """Give an outcome of chance, if it is what was asked for."""
        asked = answer.get("chance")
        if not isinstance(asked, dict):
            raise _WrongError("differs", "chance", short(event), short(asked))
        if "draw" in event:
            if not isinstance(asked.get("draw"), list) or event["draw"] not in asked["draw"]:
                raise _WrongError("differs", "chance", short(event), short(asked))
        else:
            deal = asked.get("deal")
            wanted = {name: len(cards) for name, cards in event["deal"].items()}
            if not isinstance(deal, dict) or not same(deal.get("to"), wanted) or not isinstance(deal.get("from"), list):
                raise _WrongError("differs", "chance", short(wanted), short(asked))
            missing = [c for cards in event["deal"].values() for c in cards if c not in deal["from"]]
            if missing:
                raise _WrongError("differs", "chance", short(missing), short(deal["from"]))
        return self.want("chance", **event)

    def _play(self, events: list[dict[str, Any]], answer: Message | None = None, legal: list[int] | None = None) -> Message:
        """Play events from where the match stands; ``legal`` are the numbers of actions there have to be."""
        answer = answer if answer is not None else self.last
        decision = 0
        for event in events:
            if "act" in event:
                if legal is not None:
                    actions = self.want("actions").get("actions")
                    if not isinstance(actions, list) or len(actions) != legal[decision]:
                        found = len(actions) if isinstance(actions, list) else actions
                        raise _WrongError("differs", "actions", short(legal[decision]), short(found))
                    decision += 1
                answer = self.want("act", action=event["act"])
            else:
                answer = self._decide(event, answer)
            self.last = answer
        return answer

    def _setup(self, vector: Vector) -> None:
        answer = self._play(vector["events"], self._new(vector))
        self._stands(answer, vector["standing"])
        self._seen(vector["views"])
        self._same("position", vector["position"])

    def _match(self, vector: Vector) -> None:
        answer = self._play(vector["events"], self._new(vector), vector["legal"])
        self._stands(answer, vector["standing"])
        self._result(vector)
        if "value" in self.requests:
            for one in vector["values"]:
                found = self.want("value", name=one["name"], args=one["args"])
                if "value" not in found or not same(found["value"], one["value"]):
                    said = " ".join((one["name"], *one["args"]))
                    raise _WrongError("differs", said, short(one["value"]), short(found.get("value")))

    def _result(self, vector: Vector) -> None:
        if "result" in self.requests:
            answer = self.want("result")
            for key, wanted in (("over", vector["standing"]["over"]), ("winner", vector["winner"])):
                if not same(answer.get(key), wanted):
                    raise _WrongError("differs", key, short(wanted), short(answer.get(key)))

    def _position(self, vector: Vector) -> None:
        self._begin(vector)
        found = self.want("actions").get("actions")
        if not isinstance(found, list) or not all(isinstance(a, list) and all(isinstance(w, str) for w in a) for a in found):
            raise _WrongError("shape", "actions")
        given, wanted = {tuple(a) for a in found}, {tuple(a) for a in vector["actions"]}
        refused = {tuple(r["action"]): r for r in vector["refused"]}
        if extra := sorted(given - wanted):
            clauses = [c for a in extra if a in refused for c in refused[a]["clauses"]]
            raise _WrongError("extra", " ".join(extra[0]), clauses=clauses)
        if missing := sorted(wanted - given):
            raise _WrongError("missing", " ".join(missing[0]))
        if len(given) != len(found):
            raise _WrongError("twice")
        for refusal in vector["refused"]:
            answer = self.ask("act", action=refusal["action"])
            error = answer.get("error")
            if not isinstance(error, dict) or error.get("code") != "illegal":
                raise _WrongError("allowed", " ".join(refusal["action"]), clauses=refusal["clauses"])
        self._why(vector)
        self._seen(vector["views"])

    def _why(self, vector: Vector) -> None:
        if "why_not" not in self.requests:
            return
        for refusal in vector["refused"]:
            wanted = {key: refusal[key] for key in ("reason", "condition", "clauses")}
            found = self.want("why_not", action=refusal["action"]).get("refusal")
            if not same(found, wanted):
                raise _WrongError(
                    "differs", f"why_not {' '.join(refusal['action'])}", short(wanted), short(found), clauses=refusal["clauses"]
                )
        for action in vector["actions"][:1]:
            found = self.want("why_not", action=action).get("refusal")
            if found is not None:
                raise _WrongError("differs", f"why_not {' '.join(action)}", "null", short(found))

    def _seen(self, views: Mapping[str, Any]) -> None:
        if "view" not in self.requests:
            return
        for seat, wanted in views.items():
            found = self.want("view", seat=seat).get("view")
            if not same(found, wanted):
                raise _WrongError(
                    "differs", f"view {seat}{_where(wanted, found)}", short(_at(wanted, found)), short(_at(found, wanted))
                )

    def _same(self, what: str, wanted: Mapping[str, Any]) -> None:
        if "position" not in self.requests:
            return
        found = self.want("position").get("position")
        if not same(found, wanted):
            raise _WrongError("differs", f"{what}{_where(wanted, found)}", short(_at(wanted, found)), short(_at(found, wanted)))

    def _step(self, vector: Vector) -> None:
        self._begin(vector)
        answer = self._play([{"act": vector["action"]}, *vector["outcomes"]])
        self._stands(answer, vector["standing"])
        self._same("position", vector["after"])
        self._result(vector)

    def _row(self, vector: Vector) -> None:
        if not self.positions:
            raise _SkipError("skip_request", "new position")
        if "value" not in self.requests:
            raise _SkipError("skip_request", "value")
        self._new(vector, position=vector["position"], settle=False)
        for column, wanted in vector["values"].items():
            answer = self.want("value", name=column, args=vector["args"])
            if "value" not in answer or not same(answer["value"], wanted):
                raise _WrongError("differs", column, short(wanted), short(answer.get("value")), clauses=vector["clauses"])

    def _count(self, vector: Vector) -> None:
        if "count" not in self.requests:
            raise _SkipError("skip_request", "count")
        self._begin(vector)
        found = self.want("count", depth=len(vector["counts"])).get("counts")
        if not same(found, vector["counts"]):
            raise _WrongError("differs", "counts", short(vector["counts"]), short(found))


def _where(a: Any, b: Any) -> str:
    """The way to the first difference of two values."""
    path = ""
    while isinstance(a, dict) and isinstance(b, dict):
        key = next((k for k in a if k not in b or not same(a[k], b[k])), None)
        key = key if key is not None else next((k for k in b if k not in a), None)
        if key is None:
            break
        path += f" {key}"
        a, b = a.get(key), b.get(key)
    return path


def _at(a: Any, b: Any) -> Any:
    """The value at the first difference from another."""
    while isinstance(a, dict) and isinstance(b, dict):
        key = next((k for k in a if k not in b or not same(a[k], b[k])), None)
        if key is None:
            return a
        a, b = a[key], b.get(key)
    return a


__all__ = ["ANSWER_IN", "FIRST_IN", "TEXTS", "Outcome", "Runner", "Said", "Verdict"]
