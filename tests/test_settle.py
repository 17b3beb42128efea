"""Options settled: the rules without them, what is proved of them, and what is said of values that there are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kirtis.cli import main
from kirtis.language.nodes import OptionValue
from kirtis.language.settle import settled, spoken_of
from kirtis.language.walk import walk
from kirtis.play.game import Game as Playable
from prove.small import TEXT, changed, proposals, refuted, report, small

DARE = "theorem late_only in calling: late or speaker = left(dealer)\ntheorem shared"
LATE = ("theorem shared", DARE)


def test_a_settled_option_is_gone_everywhere() -> None:
    """Nothing reads it any more, whoever reads the rules; other options stay."""
    game = settled(small(), {"late": True})

    assert list(game.options) == ["dear"]
    trees = [need.condition for p in game.phases.values() for a in p.actions for need in a.needs]
    assert not any(isinstance(n, OptionValue) and n.name == "late" for t in trees for n in walk(t))
    assert settled(small(), {}) is small()
    state = Playable(game, {"dear": True}).start(seed=3)
    while not state.over:
        state = state.play(state.actions()[0])


def test_a_claim_is_proved_for_the_value_for_which_it_holds() -> None:
    """Early callers only: so it is with one value, and not with the other."""
    text = "invariant first_voice in calling: (some s in seat: s = speaker) implies speaker = left(dealer)\ntheorem shared"
    passing = ("if speaker = dealer: go beginning", "if speaker = dealer or not late: go beginning")
    game = small((("theorem shared", text), passing))

    assert any("first_voice" in name for name in refuted(report(settled(game, {"late": True}), facts=list(proposals()))))
    found = report(settled(game, {"late": False}))
    assert not any("first_voice" in name for name in refuted(found))
    assert found.settled == (("late", "no"),)


def test_rows_of_another_value_are_no_fault() -> None:
    """A row that fits only with the other value is told apart from a dead one."""
    rows = ("| 0            | no   | -            || 1", "| 0 | no | no || 1 | lone |\n  | 0 | no | yes || 2")
    loud = ("act shout\n    needs early: late or", "act shout\n    needs allowed_at_all: late\n    needs early: late or")
    words = ("| early |", "| allowed_at_all | žodis | word |\n| early |")
    game = small((rows, loud, words))

    quiet = report(settled(game, {"late": False}))

    assert not any(v.kind in ("row", "taken") for v in quiet.verdicts if v.state == "refuted")
    assert any("calling.shout" in name for name in quiet.spared)
    assert not report(settled(game, {"late": True})).spared


def test_which_claims_speak_of_an_option() -> None:
    """Those that name it."""
    game = small((LATE,))

    assert spoken_of(game, game.claims["late_only"]) == {"late"}
    assert spoken_of(game, game.claims["one_done"]) == frozenset()


def run(folder: Path, *words: str) -> Result:
    path = folder / "small.md"
    path.write_text(changed(TEXT, ()), "utf-8")
    return CliRunner().invoke(main, ["check", str(path), "--jobs", "1", "--fresh", *words])


@pytest.mark.parametrize(
    ("word", "lt", "en"),
    [
        ("late=maybe", "reikšmė negali būti „maybe“; gali būti no, yes", "cannot be “maybe”; it may be no, yes"),
        ("latte=yes", "gal turėta galvoje late?", "did you mean late?"),
        ("late", "rašykite pasirinkimas=reikšmė", "write option=value"),
    ],
)
def test_one_clear_message(word: str, lt: str, en: str, tmp_path: Path) -> None:
    """In the language asked for, and exit code 3."""
    for lang, said in (("lt", lt), ("en", en)):
        result = run(tmp_path, "--set", word, "--lang", lang)
        assert result.exit_code == 3
        assert said in result.output
        assert len(result.output.strip().splitlines()) == 1


def test_the_report_says_which_values(tmp_path: Path) -> None:
    """At its head, in either language."""
    result = run(tmp_path, "--set", "late=yes", "--lang", "lt", "--only", "one_done")

    assert "Tikrinta su šiomis reikšmėmis: late = yes." in result.output
