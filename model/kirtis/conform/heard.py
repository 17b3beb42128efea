"""A talk with a port that somebody listens to."""

from __future__ import annotations

import json
from collections.abc import Callable

from kirtis.conform.port import Channel
from kirtis.conform.protocol import Message


class Heard:
    """A channel that is listened to: ``say`` gets every line, with a sign of who speaks."""

    def __init__(self, channel: Channel, say: Callable[[str], object]) -> None:
        self.channel, self.say = channel, say

    @property
    def said(self) -> str:
        """What the port said on its standard error."""
        return str(getattr(self.channel, "said", ""))

    def ask(self, request: Message, seconds: float) -> Message:
        """The answer to a request."""
        self.say(f"> {json.dumps(request, ensure_ascii=False)}")
        answer = self.channel.ask(request, seconds)
        self.say(f"< {json.dumps(answer, ensure_ascii=False)}")
        return answer

    def close(self) -> None:
        """End the talk."""
        self.channel.close()

    def kill(self) -> None:
        """End the port at once."""
        self.channel.kill()


__all__ = ["Heard"]
