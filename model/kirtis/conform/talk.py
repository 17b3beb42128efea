"""A talk with a port about one game: what it says it can do, requests, and matches played event by event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kirtis.conform import protocol
from kirtis.conform.port import Channel, PortFault
from kirtis.conform.protocol import Message
from kirtis.conform.telling import Vector
from kirtis.conform.verdict import SkipError, WrongError, expect, same, short

ANSWER_IN, FIRST_IN = 10.0, 30.0
"""Seconds for an answer, and for the first."""


class Talk:
    """Asks one port about one game; after ``hello`` it is known what it can do."""

    def __init__(self, channel: Channel, game: str, answer_in: float = ANSWER_IN, first_in: float = FIRST_IN) -> None:
        self.channel, self.game = channel, game
        self.answer_in, self.first_in = answer_in, first_in
        self.number = 0
        self.asked: Message = {}
        self.requests: frozenset[str] = frozenset()
        self.positions = False
        self.seats: tuple[int, ...] = ()
        self.last: Message = {}

    def ask(self, do: str, seconds: float | None = None, **fields: Any) -> Message:
        """An answer; an error too."""
        self.number += 1
        self.asked = {"id": self.number, "do": do, **fields}
        return self.channel.ask(self.asked, self.answer_in if seconds is None else seconds)

    def want(self, do: str, **fields: Any) -> Message:
        """An answer that is no error."""
        if do not in self.requests:
            raise SkipError("skip_request", do)
        answer = self.ask(do, **fields)
        if "error" in answer:
            code = answer["error"].get("code") if isinstance(answer["error"], dict) else None
            if code == "unsupported":
                raise SkipError("skip_request", do)
            if code == "bad_options":
                raise SkipError("skip_options")
            raise self.refused(do, answer["error"])
        return answer

    @staticmethod
    def refused(do: str, error: object) -> WrongError:
        """An error where none is expected, or another one: its code and what the port says of it."""
        if not isinstance(error, dict) or not isinstance(error.get("code"), str):
            return WrongError("shape", "error", short(error))
        code, message = (" ".join(str(error.get(key, "")).split()) for key in ("code", "message"))
        return WrongError("error", do, f"{code[:40]}: {message[:200]}" if message else code[:40])

    def actions(self) -> list[list[str]]:
        """What the port says may be done."""
        answer = self.want("actions")
        found = answer.get("actions")
        if not isinstance(found, list) or not all(isinstance(a, list) and all(isinstance(w, str) for w in a) for a in found):
            raise WrongError("shape", "actions", short(answer))
        return found

    def hello(self) -> dict[str, Any]:
        """Have the port say who it is and what it can do. Raises PortFault where it does not."""
        answer = self.ask("hello", self.first_in, protocol=protocol.VERSION)
        if "error" in answer:
            raise PortFault("hello", f"error: {short(answer['error'])}")
        games, requests = answer.get("games"), answer.get("requests")
        for key, right in (
            ("protocol", same(answer.get("protocol"), protocol.VERSION)), ("games", _are_games(games)), ("requests", _are_words(requests)),
        ):  # fmt: skip
            if not right:
                raise PortFault("hello", f"{key}: {short(answer.get(key))}")
        assert isinstance(games, dict) and isinstance(requests, list)
        if missing := ", ".join(one for one in protocol.NEEDED if one not in requests):
            raise PortFault("hello", f"it does not answer {missing}", f"neatsako į {missing}")
        if self.game not in games:
            names = ", ".join(games)[:200] or "–"
            raise PortFault(
                "hello", f"it does not play {self.game} (its games: {names})", f"nežaidžia {self.game} (jos žaidimai: {names})"
            )
        self.requests = frozenset(requests)
        self.positions = answer.get("positions") is True
        self.seats = tuple(games[self.game])
        return {key: str(answer.get(key, "?"))[:200] for key in ("name", "version")} | {"positions": self.positions}

    def new(self, vector: Vector, **more: Any) -> Message:
        """Begin a match as a vector has it."""
        return self.want("new", game=self.game, seats=vector["seats"], options=vector["options"], **more)

    def begin(self, vector: Vector) -> None:
        """Stand in the position of a vector; without positions the match has been played up to it."""
        if self.positions:
            self.last = self.new(vector, position=vector["position"])
        expect(self.last, "phase", vector["position"]["phase"])
        expect(self.last, "chance", None)

    def stands(self, answer: Message, standing: Mapping[str, Any]) -> None:
        """See that an answer says where the match stands, and that chance is not asked."""
        for key, wanted in (*standing.items(), ("chance", None)):
            expect(answer, key, wanted)

    def _decide(self, event: Mapping[str, Any], answer: Message) -> Message:
        """Give an outcome of chance, if it is what was asked for."""
        asked = answer.get("chance")
        kind, outcome = next(iter(event.items()))
        if not isinstance(asked, dict) or kind not in asked:
            raise WrongError("differs", "chance", short({kind: "…"}), short(asked))
        expect(answer, "actor", None)
        expect(answer, "over", False)
        asked = asked[kind]
        if kind == "draw":
            self._among("chance draw", [outcome], asked)
        else:
            deal = asked if isinstance(asked, dict) else {}
            expect(deal, "to", {cell: len(cards) for cell, cards in outcome.items()}, called="chance deal to")
            self._among("chance deal from", [card for cards in outcome.values() for card in cards], deal.get("from"))
        return self.want("chance", **event)

    @staticmethod
    def _among(what: str, wanted: list[str], found: object) -> None:
        """See that what is to come out is among what may come out."""
        if not isinstance(found, list):
            raise WrongError("shape", what, short(found))
        if missing := [one for one in wanted if one not in found]:
            raise WrongError("lacks", what, short(missing))

    def play(self, events: list[dict[str, Any]], answer: Message | None = None, legal: list[int] | None = None) -> Message:
        """Play events from where the match stands; ``legal`` are the numbers of actions there have to be."""
        answer = answer if answer is not None else self.last
        numbers = iter(legal or ())
        for number, event in enumerate(events, 1):
            try:
                if "act" in event:
                    if (wanted := next(numbers, None)) is not None and len(found := self.actions()) != wanted:
                        raise WrongError("number", wanted, len(found))
                    answer = self.want("act", action=event["act"])
                else:
                    answer = self._decide(event, answer)
            except WrongError as wrong:
                raise wrong.at(number, " ".join(event["act"]) if "act" in event else next(iter(event))) from None
            self.last = answer
        return answer


def _are_words(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(one, str) for one in found)


def _are_games(found: object) -> bool:
    """Whether games are given as they should be: each with its numbers of seats."""
    return isinstance(found, dict) and all(
        isinstance(seats, list) and all(type(n) is int for n in seats) for seats in found.values()
    )


__all__ = ["ANSWER_IN", "FIRST_IN", "Talk"]
