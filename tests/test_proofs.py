"""Everything that is claimed of the published games is proved, and the book shows just that."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest

from kirtis import files
from kirtis.cli.check import statuses
from kirtis.language import Game, load
from kirtis.prove import check, fingerprint
from kirtis.prove.check import plan
from kirtis.prove.choices import mentions
from kirtis.prove.resting import resting, summed

GAMES = [path.stem for path in files.spec_files()]
LARGE = 100
STATUS = json.loads((files.proofs_folder() / "status.json").read_text("utf-8"))
RESTS = json.loads((files.proofs_folder() / "rests.json").read_text("utf-8"))
OPTIONS = files.proofs_folder() / "options"


def numbers(game: str) -> list[Game]:
    """The game for each number of players that it allows."""
    first = load(game)
    return [load(game, seats=n) for n in first.seat_counts]


@pytest.mark.parametrize("game", GAMES)
def test_the_status_is_that_of_these_rules(game: str) -> None:
    """After a change of formal text: kirtis check --status proofs/status.json."""
    assert STATUS[game]["fingerprint"] == " ".join(fingerprint.of_game(one) for one in numbers(game))


@pytest.mark.parametrize("game", RESTS)
def test_what_proofs_rest_on_is_that_of_these_rules(game: str) -> None:
    """After a change of formal text: kirtis rests --write proofs/rests.json."""
    assert RESTS[game]["fingerprint"] == fingerprint.of_game(load(game))


def test_some_of_what_proofs_rest_on_is_found_again() -> None:
    """From nothing, for a few statements of the quickest game: they need the clauses and the facts that the file names."""
    claims = RESTS["ozka"]["claims"]
    some = Random(0).sample(sorted(claims), 4)
    made = plan(load("ozka"))
    found = summed(made, resting(made, claims=some))

    assert found.open == ()
    assert {name: list(found.claims[name]) for name in some} == {name: claims[name]["clauses"] for name in some}
    assert {name: list(found.facts[name]) for name in some} == {name: claims[name]["facts"] for name in some}


@pytest.mark.parametrize("game", GAMES)
def test_the_report_on_options_names_what_the_rules_name(game: str) -> None:
    """After a change of formal text: kirtis options GAME --json > proofs/options/GAME.json."""
    report = json.loads((OPTIONS / f"{game}.json").read_text("utf-8"))
    told = {o["name"]: (tuple(o["clauses"]), tuple(o["claims"])) for o in report["options"]}
    assert told == {m.option.name: (m.clauses, m.claims) for m in mentions(load(game))}


def test_statements_tell_the_values_of_every_option_apart() -> None:
    """Of one, nobody can say it of positions: which of two partners spoke leaves no trace in them."""
    reports = {game: json.loads((OPTIONS / f"{game}.json").read_text("utf-8")) for game in GAMES}
    untold = {(game, o["name"]) for game, report in reports.items() for o in report["options"] if not o["apart"]}

    assert untold == {("kiksas", "call_by")}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_all_is_proved(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From nothing: nothing refuted, nothing unknown, every example found; and the status says the same.

    With two whole packs and more, where each number of players takes minutes, the fewest players stand for all of them here.
    """
    monkeypatch.setenv("KIRTIS_LEDGER", str(tmp_path))
    wanted = numbers(game)
    large = len(wanted[0].enums["card"]) > LARGE
    reports = [check(one, jobs=os.cpu_count() or 1) for one in (wanted[:1] if large else wanted)]

    for report in reports:
        assert [v.name for v in report.verdicts if v.state != "proved"] == []
        assert set(report.claims().values()) == {"proved"}
        assert (report.goes_round, [f.claim for f in report.found if f.seed is None]) == ((), [])
    found = json.loads(json.dumps(statuses(reports)))[game]
    assert found["theorem"] == STATUS[game]["theorem"]
    assert large or found == STATUS[game]
