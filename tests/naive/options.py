"""The options of a match, checked; the usual value of an option is the first of its list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def chosen(known: Mapping[str, Sequence[object]], given: Mapping[str, object]) -> dict[str, object]:
    """A value for every option. Raises ValueError for an unknown name, and for a value that an option cannot have."""
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"no such option: {name}")
        if not any(type(value) is type(one) and value == one for one in known[name]):
            raise ValueError(f"option {name} cannot be {value!r}")
    return {name: given.get(name, values[0]) for name, values in known.items()}
