"""What only a kept match shows of a change of the rules, the naive games confirm: they agree with the true rules in it, not with the changed ones."""

from __future__ import annotations

import re
from functools import cache

import pytest

from compare.kept import Matches
from kirtis import files
from kirtis.language import load
from kirtis.mutate import listing
from kirtis.mutate.source import Source

LISTED = [path.stem for path in files.spec_files() if listing.path_of(path.stem).is_file()]
SAMPLE, SEED = 8, 6

HIDDEN = {
    "KAR-11 refusing.refuse: effect: reset deal → stay":
        "between the refusal and the new deal only whose turn it was is left over, and the deal says anew whose it is",
    "KAR-18 dry: comparison: eyes(x) <= 30 → eyes(x) < 30": "10 points win the game just as 14 do",
    "KAR-18 dry: value: 30 → 29": "the same deal",
    "OZK-4 trumps: order: ace of diamonds > ten of diamonds → ten of diamonds > ace of diamonds":
        "both lie in the last trick, from partners: it goes to the same pair, and nobody leads after it",
    "OZK-4 trumps: order: king of diamonds > nine of diamonds → nine of diamonds > king of diamonds": "the same",
    "OZK-17 running: value: 0 → 1": "it is read only where a pair loses again, and by then it has been written",
    "OZ-5 ties_break: default: no → yes": "only the count of losses is broken off, and it counts with saw_after = fourth_running alone",
    "OZ-26 used_jonai: default: no → yes": "it is remembered who lost with Jonai, but the same pair does not lose so in its next deal",
}  # fmt: skip
"""Changes of which nothing comes out up to the end of their match, and why: positions differ, but nobody may do or sees anything else."""


@cache
def source(game: str) -> Source:
    return Source.of(game)


@cache
def matches(game: str) -> Matches:
    return Matches(source(game).game)


def numbers(game: str) -> list[int]:
    """The matches that the list of a game names."""
    shown = [r.by for r in listing.read(listing.path_of(game)).values() if r.outcome == "shown"]
    return sorted({int(re.findall(r"\d+", by)[0]) for by in shown if by != "start"})


@pytest.mark.parametrize("game", LISTED)
def test_the_naive_game_agrees_in_a_kept_match(game: str) -> None:
    matches(game).play(numbers(game)[0])


@pytest.mark.slow
@pytest.mark.parametrize("game", LISTED)
def test_the_naive_game_agrees_in_every_kept_match(game: str) -> None:
    for number in numbers(game):
        matches(game).play(number)


@pytest.mark.slow
@pytest.mark.parametrize("game", LISTED)
def test_what_a_kept_match_shows_the_naive_game_notices(game: str) -> None:
    listed = listing.read(listing.path_of(game))
    shown = [e for e in source(game).edits if e.id in listed and listed[e.id].outcome == "shown" and e.id not in HIDDEN]
    for e in listing.sampled(shown, SAMPLE, SEED):
        assert matches(game).against(source(game).changed(e), listed[e.id].by), e.id


def test_rules_that_are_as_they_were_are_not_noticed() -> None:
    """So what is noticed elsewhere is the change."""
    true = load("trikiksis")
    assert matches("trikiksis").against(true, "match 0, step 20") == ""
