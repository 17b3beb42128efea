"""Everything in the rules comes about in a kept match, or it is said why not: the matches are played again, also by the naive games."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compare.kept import Matches, sought_one
from kirtis import files
from kirtis.cli import main
from kirtis.conform.marks import Marks
from kirtis.conform.vectors import counts
from kirtis.conform.wander import Match
from kirtis.language import Game, load
from kirtis.language.document import content_hash
from kirtis.language.load import from_text
from kirtis.play import record as records
from kirtis.play.game import Game as Playable
from kirtis.reached import kept
from kirtis.reached.again import Touching, recorded
from kirtis.reached.never import never
from prove.small import small

GAMES = [(path.stem, n) for path in files.spec_files() for n in counts(path.stem)]
QUICK = ("sesiasdesimt-sesi", 2)
"""The game whose invariants are found soonest."""

LONG = pytest.mark.skipif(not os.environ.get("KIRTIS_LONG"), reason="all kept matches take minutes; set KIRTIS_LONG=1")

PLAYED = [(name, n) if n in (counts(name)[0], counts(name)[-1]) else pytest.param(name, n, marks=LONG) for name, n in GAMES]
"""In every run the fewest and the most players."""

SAMPLE = 4
"""So many matches of each game the naive one plays in every run."""

SOME = 20
"""Of so many places that come about one is asked of the solver in every run."""


@cache
def rules(name: str, n: int) -> Game:
    return load(name, seats=n, proofs=False)


@cache
def reached(name: str, n: int) -> kept.Reached:
    return kept.read(kept.path_of(name))[n]


def unsaid(game: Game, one: kept.Reached) -> list[str]:
    """The places in the rules of which nothing is said."""
    return [mark for mark in Marks(game).all if mark not in one]


@pytest.mark.parametrize(("name", "n"), GAMES)
def test_every_place_in_the_rules_comes_about_or_has_a_reason(name: str, n: int) -> None:
    one, all_ = reached(name, n), Marks(rules(name, n)).all

    assert unsaid(rules(name, n), one) == []
    assert sorted([*one.met, *one.never, *one.unmet]) == sorted(all_)
    assert one.left == []


@pytest.mark.parametrize(("name", "n"), GAMES)
def test_what_is_kept_is_kept_of_these_rules(name: str, n: int) -> None:
    """What a solver confirmed of other rules says nothing of these: kirtis reached GAME --write proofs/reached."""
    assert json.loads(kept.path_of(name).read_text("utf-8"))["rules"] == content_hash(rules(name, n).documents)


@pytest.mark.parametrize(("name", "n"), PLAYED)
def test_it_comes_about_where_the_file_says(name: str, n: int) -> None:
    """Every match is played whole by the rules, and looked at by the plain evaluator."""
    found = list(Touching(Marks(rules(name, n))).again(reached(name, n)))

    assert [mark for mark, so in found if not so] == []
    assert sorted(mark for mark, _ in found) == sorted(reached(name, n).met)


def naive(name: str, n: int, matches: range) -> None:
    """Play kept matches on the rules and on the naive game: the same moves, the same sights, the same results."""
    both = Matches(rules(name, n))
    for k in matches:
        one = reached(name, n).matches[k]
        both.known[k] = sought_one(Match(k, Playable(both.game, one.options), one.options, [*one.events]))
        both.play(k)


@pytest.mark.parametrize(("name", "n"), PLAYED)
def test_the_naive_game_plays_some_of_the_matches(name: str, n: int) -> None:
    naive(name, n, range(min(SAMPLE, len(reached(name, n).matches))))


@pytest.mark.slow
@LONG
@pytest.mark.parametrize(("name", "n"), GAMES)
def test_the_naive_game_plays_every_match(name: str, n: int) -> None:
    naive(name, n, range(len(reached(name, n).matches)))


# -- that the tests above can fail ------------------------------------------------------------------------------------------


def test_a_new_branch_is_missed() -> None:
    text = files.spec_file("kiksas").read_text("utf-8")
    line = "    if next(turn!) = leader: go take\n"
    assert text.count(line) == 1
    more = from_text(text.replace(line, f"    if led = none: turn := leader!\n{line}"), "kiksas.md")

    assert any(mark.startswith("act play.play ") for mark in unsaid(more, reached("kiksas", 4)))


def test_what_does_not_come_about_is_noticed() -> None:
    """Not everything comes about at the first place of all."""
    one, marks = reached(*QUICK), Marks(rules(*QUICK))
    place = min(one.met.values())
    found = dict(Touching(marks).again(replace(one, met=dict.fromkeys(one.met, place))))

    assert all(found[mark] for mark, there in one.met.items() if there == place)
    assert not all(found.values())


def test_a_match_that_does_not_follow_the_rules_is_noticed() -> None:
    one = reached(*QUICK).matches[0]
    game = Playable(rules(*QUICK), one.options)
    with pytest.raises(ValueError, match="the match ends after 1 events, where something is left to chance"):
        list(recorded(game, replace(one, events=one.events[:1])))
    with pytest.raises(ValueError, match="chance is not asked where the match says"):
        list(recorded(game, replace(one, events=(*one.events, "A"))))


def test_the_file_says_what_was_written(tmp_path: Path) -> None:
    name, _ = QUICK
    path = tmp_path / "some.json"
    known = kept.read(kept.path_of(name))
    path.write_text("".join(kept.written(rules(*QUICK), known)), "utf-8")

    assert kept.read(path) == known
    assert path.read_bytes() == kept.path_of(name).read_bytes()
    assert kept.read(tmp_path / "none.json") == {}


# -- what never comes about --------------------------------------------------------------------------------------------------


def test_a_solver_confirms_what_never_comes_about_and_nothing_that_does() -> None:
    one = reached(*QUICK)
    found = set(never(load(QUICK[0], seats=QUICK[1]), rules(*QUICK), [*one.never, *list(one.met)[::SOME]]))

    assert found == set(one.never)


@pytest.mark.slow
@LONG
@pytest.mark.parametrize(("name", "n"), [(name, n) for name, n in GAMES if n <= 4])
def test_nothing_that_comes_about_is_confirmed_never_to(name: str, n: int) -> None:
    one = reached(name, n)
    found = set(never(load(name, seats=n), rules(name, n), [*one.never, *one.met]))

    assert found == set(one.never)


def test_a_branch_that_cannot_be_taken_is_confirmed() -> None:
    """No more than one trick is done before the last is collected; that is an invariant, and not in the types."""
    game = small((("  if done = 1: go reckon\n", "  if done = 1: go reckon\n  elif done = 2: go next_deal\n"),))
    marks = [mark for mark in Marks(game).all if mark.startswith("phase collect ")]

    assert set(never(game, game, marks)) == {"phase collect 6 branch 2", "phase collect 8"}


# -- the command -------------------------------------------------------------------------------------------------------------


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["reached", *args], env={"LANG": "C", "LC_ALL": "", "LC_MESSAGES": ""})


def test_the_command_plays_the_matches_again() -> None:
    name, n = QUICK
    result, one = run(name, "--seats", str(n)), reached(*QUICK)

    assert result.exit_code == 0
    assert f"Sixty-six, {n} players: {len(Marks(rules(*QUICK)).all)} places of the rules" in result.output
    assert f"{len(one.met)} come about in kept matches" in result.output
    assert all(mark in result.output and why[1] in result.output for mark, why in one.unmet.items())


def test_the_command_shows_a_refusal_as_cards(tmp_path: Path) -> None:
    mark, file = "refuse play.play duty follow", tmp_path / "one.jsonl"
    result = run("kiksas", "--show", mark, "--record", str(file))
    record = records.read(file)

    assert result.exit_code == 0
    assert f"{mark}  (KIK-5)" in result.output
    assert "Dealt: " in result.output
    assert "not allowed" in result.output
    assert not records.final(record).over
    assert CliRunner().invoke(main, ["replay", str(file)]).exit_code == 0
    assert "negalima" in run("kiksas", "--show", mark, "--lang", "lt").output


def test_the_command_lists_the_places_of_a_clause() -> None:
    result = run("kiksas", "--show", "KIK-5")

    assert result.exit_code == 0
    assert "refuse play.play duty follow  (KIK-5): match " in result.output


def test_the_command_says_what_is_wrong_with_a_call() -> None:
    assert run("kiksas", "--show", "KIK-999").exit_code == 3
    assert "there is no such clause or place of the rules" in run("kiksas", "--show", "KIK-999").output
    assert "name one game" in run("--show", "KIK-5").output
    assert run("tarock").exit_code == 3
    assert run("kiksas", "--seats", "3").exit_code == 3
