"""A port as a process: a line goes in, a line comes out, and whatever else it may do it can neither hang nor flood us."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Protocol

from kirtis.conform import protocol
from kirtis.conform.protocol import Message, Problem

MOST_SAID = 65_536
"""So much of what a port says on its standard error is kept, the last of it."""

LOOKS_EVERY = 0.5
"""After so many seconds without a sign it is looked whether the port still runs."""

STOPS_IN = 5.0
"""A port has so many seconds to stop once its input has ended."""


class PortFault(Exception):  # noqa: N818 (no error of the program)
    """A port that cannot be talked to any more.

    ``kind``: ``slow``, ``crashed``, ``rubbish`` (what comes is no answer), ``flood``, ``unasked`` (it speaks without having been asked), ``lingers`` (it does
    not stop), ``missing`` (it cannot be started), ``hello`` (it does not say who it is). ``detail`` is in English, ``detail_lt`` the same in Lithuanian.
    """

    def __init__(self, kind: str, detail: str = "", detail_lt: str = "") -> None:
        self.kind, self.detail, self.detail_lt = kind, detail, detail_lt or detail
        super().__init__(f"{kind}: {detail}")


class Channel(Protocol):
    """Whatever answers requests."""

    def ask(self, request: Message, seconds: float) -> Message:
        """The answer to a request. Raises PortFault where there is none."""

    def close(self) -> None:
        """End the talk. Raises PortFault where the port does not end as it should."""

    def kill(self) -> None:
        """End the port at once."""


def answer_of(raw: bytes, request: Message) -> Message:
    """The message on a line, if it answers a request."""
    if not raw.strip():
        raise PortFault("rubbish", "an empty line", "tuščia eilutė")
    try:
        answer = protocol.read(raw)
    except Problem as problem:
        shown = raw[:80].decode("utf-8", "backslashreplace").strip()
        raise PortFault("rubbish", f"{problem.message}: {shown}", f"eilutė – ne vienas JSON objektas: {shown}") from None
    if type(answer.get("id")) is not int or answer["id"] != request["id"]:
        given, asked = json.dumps(answer.get("id"))[:40], request["id"]
        raise PortFault("rubbish", f"the answer has id {given}, not {asked}", f"atsakymo id yra {given}, o turi būti {asked}")
    return answer


def _unstarted(command: str, error: Exception) -> tuple[str, str]:
    """Why a command could not be started, in English and Lithuanian."""
    if isinstance(error, FileNotFoundError):
        return f"there is no command “{command}”", f"nėra komandos „{command}“"
    if isinstance(error, PermissionError):
        return f"“{command}” must not be run", f"„{command}“ vykdyti neleidžiama"
    if isinstance(error, OSError) and error.errno == errno.ENOEXEC:
        return (
            f"“{command}” is no program by itself: name what runs it first",
            f"„{command}“ – ne programa: pirma nurodykite, kas ją vykdo",
        )
    return str(error), str(error)


def _ended(code: int) -> tuple[str, str]:
    """How a process has ended, in English and Lithuanian."""
    return (f"by signal {-code}", f"dėl signalo {-code}") if code < 0 else (f"exit code {code}", f"baigties kodas {code}")


class Process:
    """A port started from a command, in a process group of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self.process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise PortFault("missing", *_unstarted(command[0], error)) from None
        self._heard = bytearray()
        self._said = bytearray()
        self._ended = False
        self._answered = False
        self._news = threading.Condition()
        self._to_write: SimpleQueue[bytes | None] = SimpleQueue()
        for work, pipe in (
            (self._hear, self.process.stdout),
            (self._keep, self.process.stderr),
            (self._write, self.process.stdin),
        ):
            assert pipe is not None
            threading.Thread(target=work, args=(pipe,), daemon=True).start()

    # -- threads -----------------------------------------------------------------------------------------------------------

    def _hear(self, pipe: IO[bytes]) -> None:
        while True:
            try:
                data = os.read(pipe.fileno(), 65_536)
            except (OSError, ValueError):
                data = b""
            with self._news:
                self._heard += data
                self._ended = self._ended or not data
                self._news.notify()
                # What is over the bound is read no further: the port waits until it is ended.
                if not data or len(self._heard) > protocol.MOST_ANSWER + 65_536:
                    return

    def _keep(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while data := os.read(pipe.fileno(), 65_536):
                self._said += data
                del self._said[:-MOST_SAID]

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while (data := self._to_write.get()) is not None:
                # A pipe may take a part only.
                while data:
                    data = data[pipe.write(data) or 0 :]
        with suppress(OSError, ValueError):
            pipe.close()

    # -- talking -----------------------------------------------------------------------------------------------------------

    @property
    def said(self) -> str:
        """The last that the port said on its standard error."""
        return bytes(self._said).decode("utf-8", "replace")

    def ask(self, request: Message, seconds: float) -> Message:
        """The answer to a request. Raises PortFault where there is none in time."""
        end = time.monotonic() + seconds
        with self._news:
            if self._heard:
                raise PortFault("unasked", bytes(self._heard[:80]).decode("utf-8", "backslashreplace").strip())
            self._to_write.put(protocol.line(request))
            while True:
                at = self._heard.find(b"\n", 0, protocol.MOST_ANSWER)
                if at >= 0:
                    raw = bytes(self._heard[: at + 1])
                    del self._heard[: at + 1]
                    self._answered = True
                    break
                if len(self._heard) >= protocol.MOST_ANSWER:
                    most = protocol.MOST_ANSWER
                    raise PortFault("flood", f"more than {most} bytes", f"daugiau kaip {most} baitai")
                if self._ended:
                    raise PortFault("crashed", *self._code())
                left = end - time.monotonic()
                if left <= 0:
                    raise PortFault("slow", *self._not_yet(seconds))
                if not self._news.wait(min(left, LOOKS_EVERY)) and self.process.poll() is not None:
                    # Its output may be held open by what it has started.
                    raise PortFault("crashed", *self._code())
        return answer_of(raw, request)

    def _not_yet(self, seconds: float) -> tuple[str, str]:
        """How long has been waited, and what has come, in English and Lithuanian."""
        if self._heard:
            shown = bytes(self._heard[:80]).decode("utf-8", "backslashreplace")
            return f"{seconds:g} s; no line feed after: {shown}", f"{seconds:g} s; eilutė nebaigta: {shown}"
        if self._answered:
            return f"{seconds:g} s", f"{seconds:g} s"
        return f"{seconds:g} s; is an answer sent at once?", f"{seconds:g} s; ar atsakymas išsiunčiamas iškart?"

    def _code(self) -> tuple[str, str]:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        code = self.process.returncode
        return ("its output has ended", "jos išvestis baigėsi") if code is None else _ended(code)

    def close(self) -> None:
        """End the input, and see that the port stops by itself."""
        self._to_write.put(None)
        try:
            code = self.process.wait(STOPS_IN)
        except subprocess.TimeoutExpired:
            raise PortFault("lingers", f"{STOPS_IN:g} s") from None
        finally:
            self.kill()
        if code != 0:
            raise PortFault("crashed", *_ended(code))

    def kill(self) -> None:
        """End the port and all that it has started."""
        self._to_write.put(None)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                # The group outlives its leader, so this is right also where the port itself has ended.
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(STOPS_IN)
