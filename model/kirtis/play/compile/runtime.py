"""What compiled code calls while it runs: small, and without any knowledge of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NoReturn


class DoubtError(Exception):
    """Compiled code has met something that it cannot answer; the plain evaluator decides what it is."""


def doubt() -> NoReturn:
    """Give up, from inside an expression."""
    raise DoubtError


def bits(mask: int) -> Iterator[int]:
    """The members of a set, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def only(mask: int) -> int:
    """The one member of a set."""
    if not mask or mask & (mask - 1):
        raise DoubtError
    return mask.bit_length() - 1


def best(pairs: Iterable[tuple[int, int]]) -> int:
    """The value with the highest key; pairs are (key, value)."""
    top, found, tie = 0, -1, True
    for key, value in pairs:
        if found < 0 or key > top:
            top, found, tie = key, value, False
        elif key == top:
            tie = True
    if tie:
        raise DoubtError
    return found


def where(members: Iterable[int]) -> int:
    """The set of these members, as a mask."""
    mask = 0
    for one in members:
        mask |= 1 << one
    return mask


class Memo(dict[int, tuple[object, ...]]):
    """What a function makes of a mask, made once; forgotten all at once where it grows too large."""

    MOST = 1 << 15

    def __init__(self, make: Callable[[int], tuple[object, ...]]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, mask: int) -> tuple[object, ...]:
        if len(self) >= self.MOST:
            self.clear()
        made = self[mask] = self.make(mask)
        return made


def pieces(things: Sequence[object]) -> tuple[tuple[tuple[object, ...], ...], ...]:
    """For each eight of some things, and each set of these, the things that are in the set."""
    out = []
    for first in range(0, len(things), 8):
        found: list[tuple[object, ...]] = [()]
        for thing in things[first : first + 8]:
            found += [(*some, thing) for some in found]
        out.append(tuple(found))
    return tuple(out)


def add_tables(values: list[int]) -> tuple[tuple[int, ...], ...]:
    """Sums over sets of up to twelve bits at a time: ``t[0][mask & 4095] + t[1][mask >> 12 & 4095] + …``."""
    out = []
    for first in range(0, len(values), 12):
        sums = [0]
        for value in values[first : first + 12]:
            sums += [s + value for s in sums]
        out.append(tuple(sums))
    return tuple(out)
