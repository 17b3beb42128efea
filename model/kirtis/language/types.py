"""Types of the rule language: few, finite, and readable aloud.

``bool``; ``low..high`` and ``tally`` (a count without upper bound); an enumeration by name (``seat``, ``card``,
``part``); ``T?`` (a T or none); a set over an enumeration (``cards`` is the set over ``card``).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bool:
    """Yes or no."""

    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class Num:
    """A whole number from ``low`` to ``high``; ``high`` is None for a tally."""

    low: int
    high: int | None

    def __str__(self) -> str:
        if self.high is None:
            return "tally" if self.low == 0 else f"{self.low}.."
        return f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Enum:
    """One of the values of the enumeration ``name``; a value is its index."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Nothing:
    """The type of the literal ``none``."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class Maybe:
    """A value of type ``of``, or none."""

    of: Bool | Num | Enum

    def __str__(self) -> str:
        return f"{self.of}?"


@dataclass(frozen=True, slots=True)
class SetOf:
    """A set of values of one enumeration."""

    of: Enum

    def __str__(self) -> str:
        return "cards" if self.of.name == "card" else f"set of {self.of}"


Type = Bool | Num | Enum | Nothing | Maybe | SetOf

BOOL = Bool()
NOTHING = Nothing()
TALLY = Num(0, None)
CARD = Enum("card")
SEAT = Enum("seat")
SIDE = Enum("side")
SUIT = Enum("suit")
RANK = Enum("rank")
PHASE = Enum("phase")
CARDS = SetOf(CARD)


def definite(t: Type) -> Type:
    """``T`` for ``T?``, any other type unchanged."""
    return t.of if isinstance(t, Maybe) else t


def join(a: Type, b: Type) -> Type | None:
    """The least type that holds the values of both, or None where there is none."""
    if a == b:
        return a
    if isinstance(a, Nothing) or isinstance(b, Nothing):
        other = b if isinstance(a, Nothing) else a
        if isinstance(other, Maybe | Nothing):
            return other
        return None if isinstance(other, SetOf) else Maybe(other)
    if isinstance(a, Maybe) or isinstance(b, Maybe):
        inner = join(definite(a), definite(b))
        return Maybe(inner) if isinstance(inner, Bool | Num | Enum) else None
    if isinstance(a, Num) and isinstance(b, Num):
        high = None if a.high is None or b.high is None else max(a.high, b.high)
        return Num(min(a.low, b.low), high)
    return None


def overlap(a: Num, b: Num) -> bool:
    """Whether two ranges share a number."""
    return (b.high is None or a.low <= b.high) and (a.high is None or b.low <= a.high)


def said(t: Type) -> str:
    """A type as a message says it: “a card or none”, “a number 0..3”, “yes or no”."""
    match t:
        case Bool():
            return "yes or no"
        case Num(low, high):
            return "a tally" if high is None else f"the number {low}" if low == high else f"a number {low}..{high}"
        case Enum(name):
            return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
        case Maybe(of):
            return f"{said(of)} or none"
        case SetOf(of):
            return f"a set of {of}s"
    return "none"
