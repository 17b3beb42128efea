"""A talk with a port about one game: what it says it can do, requests, and matches played event by event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kirtis.conform import protocol
from kirtis.conform.port import Channel, PortFault
from kirtis.conform.protocol import Message
from kirtis.conform.telling import Vector
from kirtis.conform.verdict import SkipError, WrongError, same, short

ANSWER_IN, FIRST_IN = 10.0, 30.0
"""Seconds for an answer, and for the first."""


class Talk:
    """Asks one port about one game; after ``hello`` it is known what it can do."""

    def __init__(self, channel: Channel, game: str, answer_in: float = ANSWER_IN, first_in: float = FIRST_IN) -> None:
        self.channel, self.game = channel, game
        self.answer_in, self.first_in = answer_in, first_in
        self.number = 0
        self.requests: frozenset[str] = frozenset()
        self.positions = False
        self.seats: tuple[int, ...] = ()
        self.last: Message = {}

    def ask(self, do: str, seconds: float | None = None, **fields: Any) -> Message:
        """An answer; an error too."""
        self.number += 1
        return self.channel.ask({"id": self.number, "do": do, **fields}, self.answer_in if seconds is None else seconds)

    def want(self, do: str, **fields: Any) -> Message:
        """An answer that is no error."""
        if do not in self.requests:
            raise SkipError("skip_request", do)
        answer = self.ask(do, **fields)
        if "error" in answer:
            error = answer["error"]
            code = str(error.get("code"))[:40] if isinstance(error, dict) else short(error)
            if code == "unsupported":
                raise SkipError("skip_request", do)
            if code == "bad_options":
                raise SkipError("skip_options")
            raise WrongError("error", f"{do}: {code}")
        return answer

    def hello(self) -> dict[str, Any]:
        """Have the port say who it is and what it can do. Raises PortFault where it does not."""
        answer = self.ask("hello", self.first_in, protocol=protocol.VERSION)
        games, requests = answer.get("games"), answer.get("requests")
        if answer.get("protocol") != protocol.VERSION or not isinstance(games, dict) or not isinstance(requests, list):
            raise PortFault("hello", short(answer))
        missing = [r for r in protocol.NEEDED if r not in requests]
        if missing:
            needed = ", ".join(missing)
            raise PortFault("hello", f"it does not answer {needed}", f"neatsako į {needed}")
        if self.game not in games or not isinstance(games[self.game], list):
            raise PortFault("hello", f"it does not play {self.game}", f"nežaidžia {self.game}")
        self.requests = frozenset(map(str, requests))
        self.positions = answer.get("positions") is True
        self.seats = tuple(games[self.game])
        return {key: str(answer.get(key))[:200] for key in ("name", "version")} | {"positions": self.positions}

    def new(self, vector: Vector, **more: Any) -> Message:
        """Begin a match as a vector has it."""
        return self.want("new", game=self.game, seats=vector["seats"], options=vector["options"], **more)

    def begin(self, vector: Vector, **more: Any) -> None:
        """Stand in the position of a vector; without positions the match has been played up to it."""
        if self.positions:
            self.new(vector, position=vector["position"], **more)

    def stands(self, answer: Message, standing: Mapping[str, Any], clauses: Iterable[str] = ()) -> None:
        """See that an answer says where the match stands, and that chance is not asked."""
        for key, wanted in (*standing.items(), ("chance", None)):
            if key not in answer:
                raise WrongError("shape", key)
            if not same(answer[key], wanted):
                raise WrongError("differs", key, short(wanted), short(answer[key]), clauses=clauses)

    def _decide(self, event: Mapping[str, Any], answer: Message) -> Message:
        """Give an outcome of chance, if it is what was asked for."""
        asked = answer.get("chance")
        if not isinstance(asked, dict):
            raise WrongError("differs", "chance", short(event), short(asked))
        if "draw" in event:
            if not isinstance(asked.get("draw"), list) or event["draw"] not in asked["draw"]:
                raise WrongError("differs", "chance", short(event), short(asked))
        else:
            deal = asked.get("deal")
            wanted = {name: len(cards) for name, cards in event["deal"].items()}
            if not isinstance(deal, dict) or not same(deal.get("to"), wanted) or not isinstance(deal.get("from"), list):
                raise WrongError("differs", "chance", short(wanted), short(asked))
            missing = [c for cards in event["deal"].values() for c in cards if c not in deal["from"]]
            if missing:
                raise WrongError("differs", "chance", short(missing), short(deal["from"]))
        return self.want("chance", **event)

    def play(self, events: list[dict[str, Any]], answer: Message | None = None, legal: list[int] | None = None) -> Message:
        """Play events from where the match stands; ``legal`` are the numbers of actions there have to be."""
        answer = answer if answer is not None else self.last
        decision = 0
        for event in events:
            if "act" in event:
                if legal is not None:
                    actions = self.want("actions").get("actions")
                    if not isinstance(actions, list) or len(actions) != legal[decision]:
                        found = len(actions) if isinstance(actions, list) else actions
                        raise WrongError("differs", "actions", short(legal[decision]), short(found))
                    decision += 1
                answer = self.want("act", action=event["act"])
            else:
                answer = self._decide(event, answer)
            self.last = answer
        return answer


__all__ = ["ANSWER_IN", "FIRST_IN", "Talk"]
