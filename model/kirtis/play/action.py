"""What a seat does, in words."""

from __future__ import annotations

from typing import Any
from weakref import WeakValueDictionary

_KNOWN: WeakValueDictionary[tuple[str, str, tuple[str, ...]], Action] = WeakValueDictionary()


class Action:
    """A seat, the name of what it does, and with what: ``A play queen of clubs``.

    Equal actions are one object, so that comparing them costs nothing; an action never changes.
    """

    __slots__ = ("__weakref__", "args", "name", "seat")
    seat: str
    name: str
    args: tuple[str, ...]

    def __new__(cls, seat: str, name: str, args: tuple[str, ...] | list[str] = ()) -> Action:
        key = (seat, name, tuple(args))
        known = _KNOWN.get(key)
        if known is None:
            known = super().__new__(cls)
            for slot, value in zip(("seat", "name", "args"), key, strict=True):
                object.__setattr__(known, slot, value)
            _KNOWN[key] = known
        return known

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("an action does not change")

    def __reduce__(self) -> tuple[type[Action], tuple[str, str, tuple[str, ...]]]:
        return Action, (self.seat, self.name, self.args)

    def __repr__(self) -> str:
        return " ".join((self.seat, self.name, *self.args))


__all__ = ["Action"]
