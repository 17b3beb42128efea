"""What is asked of a port for each kind of vector, and what has to come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kirtis.conform.talk import Talk
from kirtis.conform.telling import Vector
from kirtis.conform.verdict import SkipError, WrongError, expect


class Checks:
    """``of[kind]`` checks a vector: it raises WrongError where the port is wrong, SkipError where it cannot be asked."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.of: dict[str, Callable[[Vector], None]] = {
            "setup": self._setup, "match": self._match, "position": self._position, "step": self._step, "row": self._row,
            "count": self._count,
        }  # fmt: skip

    def _setup(self, vector: Vector) -> None:
        answer = self.talk.play(vector["events"], self.talk.new(vector))
        self.talk.stands(answer, vector["standing"])
        self._seen(vector["views"])
        self._stood(vector["position"])

    def _match(self, vector: Vector) -> None:
        answer = self.talk.play(vector["events"], self.talk.new(vector), vector["legal"])
        self.talk.stands(answer, vector["standing"])
        self._result(vector)
        if "value" in self.talk.requests:
            for one in vector["values"]:
                found = self.talk.want("value", name=one["name"], args=one["args"])
                expect(found, "value", one["value"], called=" ".join((one["name"], *one["args"])))

    def _result(self, vector: Vector) -> None:
        if "result" in self.talk.requests:
            answer = self.talk.want("result")
            for key, wanted in (("over", vector["standing"]["over"]), ("winner", vector["winner"])):
                expect(answer, key, wanted)

    def _position(self, vector: Vector) -> None:
        self.talk.begin(vector)
        found = self.talk.actions()
        given, wanted = {tuple(a) for a in found}, {tuple(a) for a in vector["actions"]}
        refused = {tuple(r["action"]): r for r in vector["refused"]}
        if extra := sorted(given - wanted):
            clauses = [c for a in extra if a in refused for c in refused[a]["clauses"]]
            raise WrongError("extra", " ".join(extra[0]), clauses=clauses)
        if missing := sorted(wanted - given):
            raise WrongError("missing", " ".join(missing[0]))
        if len(given) != len(found):
            raise WrongError("twice")
        for refusal in vector["refused"]:
            answer = self.talk.ask("act", action=refusal["action"])
            if "error" not in answer:
                raise WrongError("allowed", " ".join(refusal["action"]), clauses=refusal["clauses"])
            if not isinstance(answer["error"], dict) or answer["error"].get("code") != "illegal":
                raise self.talk.refused("act", answer["error"])
        self._why(vector)
        self._seen(vector["views"])

    def _why(self, vector: Vector) -> None:
        if "why_not" not in self.talk.requests:
            return
        for refusal in vector["refused"]:
            wanted = {key: refusal[key] for key in ("reason", "condition", "clauses")}
            found = self.talk.want("why_not", action=refusal["action"])
            expect(found, "refusal", wanted, called=f"why_not {' '.join(refusal['action'])}", clauses=refusal["clauses"])
        for action in vector["actions"][:1]:
            expect(self.talk.want("why_not", action=action), "refusal", None, called=f"why_not {' '.join(action)}")

    def _seen(self, views: Mapping[str, Any]) -> None:
        if "view" not in self.talk.requests:
            return
        for seat, wanted in views.items():
            expect(self.talk.want("view", seat=seat), "view", wanted, called=f"view {seat}")

    def _stood(self, wanted: Mapping[str, Any]) -> None:
        if "position" in self.talk.requests:
            expect(self.talk.want("position"), "position", wanted)

    def _step(self, vector: Vector) -> None:
        self.talk.begin(vector)
        answer = self.talk.play([{"act": vector["action"]}, *vector["outcomes"]])
        self.talk.stands(answer, vector["standing"])
        self._stood(vector["after"])
        self._result(vector)

    def _row(self, vector: Vector) -> None:
        if not self.talk.positions:
            raise SkipError("skip_request", "new position")
        if "value" not in self.talk.requests:
            raise SkipError("skip_request", "value")
        self.talk.new(vector, position=vector["position"], settle=False)
        for column, wanted in vector["values"].items():
            answer = self.talk.want("value", name=column, args=vector["args"])
            expect(answer, "value", wanted, called=" ".join((column, *vector["args"])), clauses=vector["clauses"])

    def _count(self, vector: Vector) -> None:
        if "count" not in self.talk.requests:
            raise SkipError("skip_request", "count")
        self.talk.begin(vector)
        expect(self.talk.want("count", depth=len(vector["counts"])), "counts", vector["counts"])


__all__ = ["Checks"]
