"""What a request says in another way than the protocol has it, though one may guess what is meant: a part left out, ``"yes"`` for ``true``.

Whoever reads only the page on the protocol would not take it, so the reference takes it no more than others do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kirtis.conform.verdict import same, short


def strays(given: object, exact: object, what: str) -> str | None:
    """Where something is first given otherwise than it has to be, as a sentence; None where it is not."""
    if same(given, exact):
        return None
    if not isinstance(given, Mapping) or not isinstance(exact, Mapping):
        return f"{what} is written {short(exact)}, not {short(given)}"
    if lacking := next((key for key in exact if key not in given), None):
        return f"{what} has to say what {lacking} is"
    inner: dict[str, Any] = {key: given[key] for key in exact}
    found = (strays(inner[key], exact[key], f"{what} {key}") for key in exact)
    return next((one for one in found if one), None) or f"{what} says something twice"
