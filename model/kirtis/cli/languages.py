"""The languages of the command line: which one is asked for, and its plurals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

LT, EN = "lt", "en"
LANGUAGES = (LT, EN)

_PLURALS: dict[str, tuple[tuple[str, str, str], tuple[str, str]]] = {
    "match": (("partija", "partijos", "partijų"), ("match", "matches")),
    "action": (("veiksmas", "veiksmai", "veiksmų"), ("action", "actions")),
    "decision": (("sprendimas", "sprendimai", "sprendimų"), ("decision", "decisions")),
    "file": (("failas", "failai", "failų"), ("file", "files")),
    "vector": (("vektorius", "vektoriai", "vektorių"), ("vector", "vectors")),
    "card": (("korta", "kortos", "kortų"), ("card", "cards")),
}


def default_language() -> str:
    """The language of the environment: Lithuanian where its locale is, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return LT if value.lower().startswith("lt") else EN
    return EN


_chosen: ContextVar[str | None] = ContextVar("language", default=None)


def chosen_language() -> str:
    """The language that the call names, else that of the environment."""
    return _chosen.get() or default_language()


@contextmanager
def speaking(args: Sequence[str]) -> Iterator[None]:
    """Speak the language that some arguments name, wherever it stands among them, so that help and errors are in it too."""
    pairs = zip(args, (*args[1:], ""), strict=False)
    named = [two if one == "--lang" else one[7:] for one, two in pairs if one == "--lang" or one.startswith("--lang=")]
    known = [lang for lang in named if lang in LANGUAGES]
    token = _chosen.set(known[-1] if known else None)
    try:
        yield
    finally:
        _chosen.reset(token)


def speaker(texts: Mapping[str, tuple[str, str]]) -> Callable[..., str]:
    """What tells the texts of one command: ``say(lang, key, name=value, …)``."""

    def say(lang: str, key: str, **words: object) -> str:
        return texts[key][0 if lang == LT else 1].format(**words)

    return say


def counted(n: int, key: str, lang: str) -> str:
    """A number with its noun: ``21 partija``, ``2 partijos``, ``11 partijų``; ``1 match``, ``2 matches``."""
    lt, en = _PLURALS[key]
    shown = f"{n:,}".replace(",", " ")
    if lang != LT:
        return f"{shown} {en[0] if n == 1 else en[1]}"
    tens, ones = n % 100, n % 10
    form = 2 if ones == 0 or 11 <= tens <= 19 else 0 if ones == 1 else 1
    return f"{shown} {lt[form]}"
