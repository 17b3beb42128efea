"""What options change: who names them, what tells their values apart, and matches under given values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kirtis.cli import main
from kirtis.prove.choices import apart, mentions
from kirtis.prove.witness import Clash, Match, witness
from prove.small import TEXT, Change, changed, small

VOICES = "def voices: 0..1 = 1 if late else 0\ninvariant first_voice in calling: late or speaker = left(dealer)\ntheorem passed in calling: speaker = left(dealer) or voices = 1\ntheorem cheap: dear or loud_cost = 2\ntheorem idle: dear or done <= 4\ntheorem shared"
CLAIMS: tuple[Change, ...] = (
    ("theorem shared", VOICES),
    ("if speaker = dealer: go beginning", "if speaker = dealer or not late: go beginning"),
)
SECOND = "::::{clause} SML-2\n:lt: Antra\n:en: Second\n:prose-lt: žodžiais\n:prose-en: in words\n:::{lt}\nTaip.\n:::\n:::{en}\nYes.\n:::\n::::\n\n::::{words}"
BLOCKED: tuple[Change, ...] = (
    ("    needs allowed: c in legal(turn!)\n", "    needs allowed: c in legal(turn!)\n    needs never: not late  §SML-2\n"),
    ("    needs not_yet: not bold\n", "    needs not_yet: not bold\n    needs never: not late  §SML-2\n"),
    ("| allowed |", "| never | žodis | word |\n| allowed |"),
    ("::::{words}", SECOND.replace(":prose-lt: žodžiais\n:prose-en: in words\n", "")),
)


def test_who_names_an_option() -> None:
    """Clauses of the rules apart from statements; a definition that only helps to say one counts for it."""
    named = {m.option.name: m for m in mentions(small(CLAIMS))}

    assert named["late"].clauses == ("SML-1",)
    assert named["late"].claims == ("first_voice", "passed")
    assert named["dear"].claims == ("cheap", "idle")


def test_what_tells_values_apart() -> None:
    """A statement that fails once the option is out of it, with a match in which it does; one that is true anyway does not."""
    found = {(a.option, a.claim): a for a in apart(small(CLAIMS), matches=12)}

    assert set(found) == {("late", "first_voice"), ("late", "passed"), ("dear", "cheap")}
    assert (found["dear", "cheap"].true_for, found["dear", "cheap"].false_for) == ("no", "yes")
    assert found["late", "passed"].met is not None


def test_a_match_that_ends() -> None:
    """Its seed gives it again."""
    found = witness(small(), {"late": True})

    assert isinstance(found, Match)
    assert found == witness(small(), {"late": True})
    assert found.end == "over"


def test_the_fewest_clauses_that_clash() -> None:
    """In no position of the phase can anybody act: one clause and one value do it, and no more are named."""
    found = witness(small(BLOCKED), {"late": True, "dear": False})

    assert isinstance(found, Clash)
    assert (found.phase, found.clauses, found.options, found.always) == ("play", ("SML-2",), (("late", "yes"),), True)
    assert isinstance(witness(small(BLOCKED), {"late": False}), Match)


@pytest.mark.parametrize(("value", "code"), [("no", 0), ("yes", 1)])
def test_the_command(value: str, code: int, tmp_path: Path) -> None:
    """Both languages say the same; the exit code tells whether there is a match."""
    path = tmp_path / "small.md"
    path.write_text(changed(TEXT, BLOCKED), "utf-8")
    words = ["options", str(path), "--set", f"late={value}"]

    lt, en, data = (CliRunner().invoke(main, [*words, *more]) for more in (["--lang", "lt"], ["--lang", "en"], ["--json"]))

    assert (lt.exit_code, en.exit_code, data.exit_code) == (code, code, code)
    told = json.loads(data.stdout)
    assert (told["match"] is None) == (code == 1)
    if code:
        assert "tarpusavyje nesutaria: SML-2, late = yes" in lt.output
        assert "these clash: SML-2, late = yes" in en.output
