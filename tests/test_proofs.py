"""Everything that is claimed of the published games is proved, and the book shows just that."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from kirtis import files
from kirtis.cli.check import statuses
from kirtis.language import load
from kirtis.prove import check, fingerprint

GAMES = [path.stem for path in files.spec_files()]
STATUS = json.loads((files.proofs_folder() / "status.json").read_text("utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_the_status_is_that_of_these_rules(game: str) -> None:
    """After a change of formal text: kirtis check --status proofs/status.json."""
    assert STATUS[game]["fingerprint"] == fingerprint.of_game(load(game))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_all_is_proved(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From nothing: nothing refuted, nothing unknown, every example found; and the status says the same."""
    monkeypatch.setenv("KIRTIS_LEDGER", str(tmp_path))
    report = check(load(game), jobs=os.cpu_count() or 1)

    assert [v.name for v in report.verdicts if v.state != "proved"] == []
    assert set(report.claims().values()) == {"proved"}
    assert (report.goes_round, [f.claim for f in report.found if f.seed is None]) == ((), [])
    assert json.loads(json.dumps(statuses([report])))[game] == STATUS[game]
