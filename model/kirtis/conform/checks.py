"""What is asked of a port for each kind of vector, and what has to come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kirtis.conform.talk import Talk
from kirtis.conform.telling import Vector
from kirtis.conform.verdict import SkipError, WrongError, same, short


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
        self._same("position", vector["position"])

    def _match(self, vector: Vector) -> None:
        answer = self.talk.play(vector["events"], self.talk.new(vector), vector["legal"])
        self.talk.stands(answer, vector["standing"])
        self._result(vector)
        if "value" in self.talk.requests:
            for one in vector["values"]:
                found = self.talk.want("value", name=one["name"], args=one["args"])
                if "value" not in found or not same(found["value"], one["value"]):
                    said = " ".join((one["name"], *one["args"]))
                    raise WrongError("differs", said, short(one["value"]), short(found.get("value")))

    def _result(self, vector: Vector) -> None:
        if "result" in self.talk.requests:
            answer = self.talk.want("result")
            for key, wanted in (("over", vector["standing"]["over"]), ("winner", vector["winner"])):
                if not same(answer.get(key), wanted):
                    raise WrongError("differs", key, short(wanted), short(answer.get(key)))

    def _position(self, vector: Vector) -> None:
        self.talk.begin(vector)
        found = self.talk.want("actions").get("actions")
        if not isinstance(found, list) or not all(isinstance(a, list) and all(isinstance(w, str) for w in a) for a in found):
            raise WrongError("shape", "actions")
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
            error = answer.get("error")
            if not isinstance(error, dict) or error.get("code") != "illegal":
                raise WrongError("allowed", " ".join(refusal["action"]), clauses=refusal["clauses"])
        self._why(vector)
        self._seen(vector["views"])

    def _why(self, vector: Vector) -> None:
        if "why_not" not in self.talk.requests:
            return
        for refusal in vector["refused"]:
            wanted = {key: refusal[key] for key in ("reason", "condition", "clauses")}
            found = self.talk.want("why_not", action=refusal["action"]).get("refusal")
            if not same(found, wanted):
                raise WrongError(
                    "differs", f"why_not {' '.join(refusal['action'])}", short(wanted), short(found), clauses=refusal["clauses"]
                )
        for action in vector["actions"][:1]:
            found = self.talk.want("why_not", action=action).get("refusal")
            if found is not None:
                raise WrongError("differs", f"why_not {' '.join(action)}", "null", short(found))

    def _seen(self, views: Mapping[str, Any]) -> None:
        if "view" not in self.talk.requests:
            return
        for seat, wanted in views.items():
            found = self.talk.want("view", seat=seat).get("view")
            if not same(found, wanted):
                raise WrongError(
                    "differs", f"view {seat}{_where(wanted, found)}", short(_at(wanted, found)), short(_at(found, wanted))
                )

    def _same(self, what: str, wanted: Mapping[str, Any]) -> None:
        if "position" not in self.talk.requests:
            return
        found = self.talk.want("position").get("position")
        if not same(found, wanted):
            raise WrongError("differs", f"{what}{_where(wanted, found)}", short(_at(wanted, found)), short(_at(found, wanted)))

    def _step(self, vector: Vector) -> None:
        self.talk.begin(vector)
        answer = self.talk.play([{"act": vector["action"]}, *vector["outcomes"]])
        self.talk.stands(answer, vector["standing"])
        self._same("position", vector["after"])
        self._result(vector)

    def _row(self, vector: Vector) -> None:
        if not self.talk.positions:
            raise SkipError("skip_request", "new position")
        if "value" not in self.talk.requests:
            raise SkipError("skip_request", "value")
        self.talk.new(vector, position=vector["position"], settle=False)
        for column, wanted in vector["values"].items():
            answer = self.talk.want("value", name=column, args=vector["args"])
            if "value" not in answer or not same(answer["value"], wanted):
                raise WrongError("differs", column, short(wanted), short(answer.get("value")), clauses=vector["clauses"])

    def _count(self, vector: Vector) -> None:
        if "count" not in self.talk.requests:
            raise SkipError("skip_request", "count")
        self.talk.begin(vector)
        found = self.talk.want("count", depth=len(vector["counts"])).get("counts")
        if not same(found, vector["counts"]):
            raise WrongError("differs", "counts", short(vector["counts"]), short(found))


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


__all__ = ["Checks"]
