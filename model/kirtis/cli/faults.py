"""Errors of rules, options and records in the language of the call.

The package speaks English, for errors are part of its Python interface. For Lithuanian its sentences are put into other words
here, by the table in ``faults.toml`` and, where the rules give no answer, by that of the prover. What the tables do not know
stays as it is. Names and formal text always do.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kirtis.cli.languages import LT, chosen_language
from kirtis.cli.proofs import SENTENCES

# The gaps of a row: a word that stays as it is, a number, a phrase that is a row itself.
_GAP = re.compile(r"\{([wnp])\}")
_FITS = {"w": "(.+?)", "n": r"(-?[\d,]+)", "p": "(.+?)"}
# What a line of an error begins with: the indent of a way out, or where it stands (file, line and clauses).
_BEGINNING = re.compile(r"( +|line \d+: |.*?:\d+(?: \([^()]*\))?: )?(.*)")
_GROUPED = re.compile(r"\d{1,3}(,\d{3})+")


def told(error: Exception, lang: str | None = None) -> str:
    """An error in a language, else in the chosen one."""
    from kirtis.play.faults import ActionError
    from kirtis.play.record import RecordError
    from kirtis.play.why import Refusal

    say = lithuanian if (lang or chosen_language()) == LT else str
    match error:
        case OSError(filename=str(name), strerror=str(what)):
            return f"{name}: {say(what)}"
        case RecordError(line=line, refusal=Refusal() as why) if say is lithuanian:
            return f"{line} eilutė: {why.text(0)}"
        case ActionError(refusal=why) if say is lithuanian:
            return why.text(0)
    return say(str(error))


def lithuanian(text: str) -> str:
    """The text of an error in Lithuanian, line by line."""
    return "\n".join(map(_line, text.split("\n")))


def _line(line: str) -> str:
    found = _BEGINNING.fullmatch(line)
    assert found is not None
    return re.sub(r"^line (\d+): ", r"\1 eilutė: ", found[1] or "") + _said(found[2])


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: an English sentence as a pattern, the kinds of its gaps, and the Lithuanian."""

    english: str
    pattern: re.Pattern[str]
    gaps: str
    said: str


def row(text: str) -> Row | None:
    """The row that a sentence, or a part of one, is told by; None where the table does not know it."""
    return next((row for row in _table() if row.pattern.fullmatch(text)), None)


def _said(text: str) -> str:
    fits = row(text)
    found = fits and fits.pattern.fullmatch(text)
    if fits is None or not found:
        return text
    words = [_said(word) if gap == "p" else _word(word) for gap, word in zip(fits.gaps, found.groups(), strict=True)]
    return re.sub(r"\{(\d)\}", lambda gap: words[int(gap[1])], fits.said)


def _word(text: str) -> str:
    """A word as it stands; in a number the thousands are set apart as in Lithuanian."""
    return text.replace(",", "\N{NO-BREAK SPACE}") if _GROUPED.fullmatch(text) else text


@cache
def _table() -> tuple[Row, ...]:
    """The rows, those first that say most by themselves and leave least to their gaps."""
    read = tomllib.loads(files("kirtis.cli").joinpath("faults.toml").read_text("utf-8"))
    proved = {re.sub(r"\{[a-z]\}", "{w}", english): said for english, said in SENTENCES}
    rows = {**proved, **read["sentences"], **read["phrases"]}
    ordered = sorted(rows.items(), key=lambda row: -len(_GAP.sub("", row[0])))
    return tuple(Row(english, _pattern(english), "".join(_GAP.findall(english)), said) for english, said in ordered)


def _pattern(english: str) -> re.Pattern[str]:
    """A row as a pattern in which each gap takes as little as it can."""
    parts = _GAP.split(english)
    return re.compile("".join(_FITS[part] if n % 2 else re.escape(part) for n, part in enumerate(parts)), re.DOTALL)
