"""Every error has its Lithuanian: what the package can say, what it does say, and nothing in the table that it never says."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import kirtis
from faults.cases import ALL, Fault
from faults.sentences import ENGLISH, GAP, sentences
from faults.test_messages import message
from kirtis.cli import faults

PACKAGE = Path(kirtis.__file__).parent
# Who raises what the command line shows.
MODULES = [
    *sorted(p for p in (PACKAGE / "language").glob("*.py") if p.name != "words.py"),
    *(
        PACKAGE / name
        for name in (
            "jsonline.py",
            "play/record/file.py",
            "play/record/again.py",
            "play/chance.py",
            "play/game.py",
            "play/simulate.py",
            "play/step.py",
            "play/evaluate.py",
        )
    ),
    *(PACKAGE / name for name in ("conform/vectorfile.py", "prove/executors.py")),
]
# Texts of two words that nobody is told.
SILENT = re.compile(
    r"[a-z]+( [a-z]+){20,}|\{\} of( \{\}| a suit)?|(phase|index|sees|lark|set of|Change) \{\}\n?|\(\\b.*|<\{\} for .*|"
    r"line \{\}: \{\}|a set has no single word|\{\} has no list of values|.* takes a seed or a chance(, not both)?|a let belongs to its block|the next phase is \{\} and \{\} at once"
)


def said() -> dict[str, str]:
    """What the package can say, with gaps, and where it stands."""
    found = {text: f"{path.name}:{line}" for path in MODULES for text, line in sentences(path).items()}
    return {
        part.strip(): at for text, at in found.items() if not SILENT.fullmatch(text) for part in text.split("\n") if part.strip()
    }


def row(text: str) -> faults.Row | None:
    """The row that a template is told by, with a word in each gap or a number; a gap must not swallow what nobody has put into Lithuanian."""
    return next(filter(None, (_whole(text.replace(GAP, word)) for word in ("gap", "7"))), None)


def _whole(text: str) -> faults.Row | None:
    fits = faults.row(text)
    found = fits and fits.pattern.fullmatch(text)
    known = found and all(not re.search("[a-z] [a-z]", part) or _whole(part) for part in found.groups())
    return fits if known else None


@pytest.mark.parametrize("text", said())
def test_every_sentence_has_its_lithuanian(text: str) -> None:
    assert row(text), said()[text]


def test_every_row_is_a_sentence_of_the_package() -> None:
    rows = tomllib.loads(files("kirtis.cli").joinpath("faults.toml").read_text("utf-8"))["sentences"]
    told = {found.english for text in said() if (found := row(text))}

    assert rows.keys() - told == set()


@pytest.mark.parametrize("fault", ALL, ids=lambda f: f.name)
def test_message_in_lithuanian(fault: Fault, snapshot: SnapshotAssertion) -> None:
    told = faults.lithuanian(message(fault.text()))

    assert told == snapshot
    assert not ENGLISH.search(told)
