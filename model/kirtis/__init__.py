"""Kirtis: the rules of traditional Lithuanian card games, written once and read by people, solvers, players and ports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kirtis.play import load

__version__ = "0.1.0"
__all__ = ["__version__", "load"]


def __getattr__(name: str) -> Any:
    # Imported when it is asked for, so that the command line need not read every rule to say its version.
    if name == "load":
        from kirtis.play import load

        return load
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
