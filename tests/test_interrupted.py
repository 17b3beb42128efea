"""One Ctrl-C is enough: what Python drops while an object is cleared away comes again."""

from __future__ import annotations

import signal
import sys
import time

import pytest

from kirtis.cli.interrupted import interruptible


class Interrupted:
    """Is interrupted while it is cleared away."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def dropped_and_waited(seconds: float) -> None:
    """An interruption that cannot be raised, and then something that can be interrupted."""
    Interrupted()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the interpreter itself does with what cannot be raised, and not what the tests make of it."""
    monkeypatch.setattr(sys, "unraisablehook", sys.__unraisablehook__)


def test_it_comes_again_where_it_was_dropped() -> None:
    with interruptible(), pytest.raises(KeyboardInterrupt):
        dropped_and_waited(30)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_python_by_itself_drops_it() -> None:
    dropped_and_waited(0.3)


def test_another_fault_is_told_as_ever(capsys: pytest.CaptureFixture[str]) -> None:
    class Faulty:
        def __del__(self) -> None:
            raise ValueError("as ever")

    with interruptible():
        Faulty()
    assert "ValueError: as ever" in capsys.readouterr().err
    assert sys.unraisablehook is sys.__unraisablehook__
