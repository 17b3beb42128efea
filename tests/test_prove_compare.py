"""Two games compared: a position where they differ, replayed by both, or a proof that there is none."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kirtis.cli import main
from kirtis.language.settle import settled
from kirtis.play.game import Game as Playable
from kirtis.play.record import parse, replay
from kirtis.prove import spotted
from kirtis.prove.compare import Comparison, compare
from kirtis.prove.meet import ELSEWHERE, FIGURE
from kirtis.prove.sample import met
from prove.small import TEXT, Change, changed, small


@cache
def against(*changes: Change) -> Comparison:
    return compare(small(), small(changes), matches=9)


def test_a_game_is_like_itself() -> None:
    """Nothing differs, and nothing was left open; not even under another order of its lines."""
    row = "  | ace    | -              || 4 |\n  | king   | -              || 3 |\n"
    turned = "  | king   | -              || 3 |\n  | ace    | -              || 4 |\n"

    found = against((row, turned), ("needs allowed: c in legal(turn!)", "needs allowed: not (c not in legal(turn!))"))

    assert (found.outcome, found.spots, found.unknown) == (0, [], [])
    assert len(found.alike) > 20


def test_what_only_one_allows() -> None:
    """A guard that is stricter: an action of the first, refused by the second; and nothing else."""
    found = against(("needs first_won: tricks[side(s)] = 1", "needs first_won: tricks[side(s)] = 1 and s != dealer"))

    assert [s.key for s in found.spots] == [("play", "dare", "allowed 0")]
    (spot,) = found.spots
    assert spot.which == 0
    assert spot.doing[0] == "dare"


def test_where_it_goes_on_otherwise() -> None:
    """Another value of a variable, told by name with both values."""
    found = against(("leader := taker\n  turn   := taker", "leader := taker\n  turn   := left(taker)"))

    (spot,) = found.spots
    assert spot.key == ("collect", "collect", ELSEWHERE)
    assert [name for name, _, _ in spot.differs] == ["turn"]


def test_it_is_shown_in_a_plain_match() -> None:
    """A whole match that leads there, by the rules of the game that it is of, with the cards dealt in their order as far as can be."""
    found = against(("leader := taker\n  turn   := taker", "leader := taker\n  turn   := left(taker)"))

    (spot,) = found.spots
    assert spot.met is not None
    record = parse([line.encode() for line in spot.match])
    ready = Playable(found.pair.games[spot.met[0]])
    states = [state for _, state in replay(record, ready)]
    assert len(states) == spot.met[2] + 1 == 9
    assert sorted(card for place, cards in spot.at[0].cards.items() if place[0] == "table" for card in cards) == [0, 1, 4]
    assert states[-1].plain.cards["taken", (1,)] == (0, 1, 4)


def test_a_look_at_nothing_leaves_it_as_it_was_met(monkeypatch: pytest.MonkeyPatch) -> None:
    """The effort is bounded; what is not found with it is shown where random play came upon it."""
    monkeypatch.setattr(spotted, "FIND", 0)
    found = compare(
        small(), small((("leader := taker\n  turn   := taker", "leader := taker\n  turn   := left(taker)"),)), matches=9
    )

    (spot,) = found.spots
    assert (spot.match, spot.met is None) == ((), False)


def test_another_figure_in_a_table() -> None:
    """The table by itself, and where its figure goes."""
    found = against(("| 2            | yes  | -            || 2          | pair |", "| 2 | yes | - || 3 | pair |"))

    assert ("reckon", "cost", FIGURE) in [s.key for s in found.spots]
    assert ("reckon", "reckon", ELSEWHERE) in [s.key for s in found.spots]


def test_what_can_never_happen_makes_no_difference() -> None:
    """A change that only positions out of reach would show is proved to be none, from invariants of both."""
    found = against(("if done = 1: go reckon", "if done >= 1 and done <= 3: go reckon"))

    assert found.outcome == 0


def test_what_little_effort_leaves_open() -> None:
    """It is neither found nor excluded, and the answer says in how many positions it was looked for."""
    changes = (("if done = 1: go reckon", "if done >= 1 and done <= 3: go reckon"),)
    found = compare(small(), small(changes), matches=9, effort=1)

    assert (found.outcome, found.spots) == (2, [])
    assert ("collect", "collect", ELSEWHERE) in found.unknown
    phases = {phase for phase, _, _ in found.unknown}
    assert found.looked == sum(one.position.phase in phases for g in (small(), small(changes)) for one in met(g, 9))


def test_one_game_under_two_values() -> None:
    """Only what the option decides differs."""
    found = compare(settled(small(), {"late": False}), settled(small(), {"late": True}), matches=9)

    assert [s.key for s in found.spots] == [("calling", "shout", "allowed 1")]


def test_games_with_other_seats_have_nothing_in_common() -> None:
    """That is said, and nothing is asked."""
    found = compare(small(), small((("seats A B C", "seats A B D"), ("pair = B C", "pair = B D"))))

    assert found.outcome == 1
    assert not found.pair.comparable


def run(folder: Path, other: str, *words: str) -> Result:
    (folder / "a.md").write_text(TEXT, "utf-8")
    (folder / "b.md").write_text(other, "utf-8")
    return CliRunner().invoke(main, ["diff", str(folder / "a.md"), str(folder / "b.md"), *words])


@pytest.mark.parametrize("lang", ["lt", "en"])
def test_the_command_shows_cards(lang: str, tmp_path: Path) -> None:
    """In either language; exit code 1."""
    other = changed(
        TEXT, (("else: turn := next(turn!)", "else: turn := left(turn!)"), ("marks[against] += cost", "marks[against] += 1"))
    )

    result = run(tmp_path, other, "--lang", lang)

    assert result.exit_code == 1, result.output
    assert {"lt": "toliau einama kitaip", "en": "play goes on differently"}[lang] in result.output
    assert "♣" in result.output or "♥" in result.output


def test_the_command_as_data_and_its_codes(tmp_path: Path) -> None:
    """0 where nothing differs; JSON says the same as the code."""
    same = run(tmp_path, TEXT, "--json")

    assert same.exit_code == 0
    told = json.loads(same.stdout)
    assert (told["outcome"], told["differences"], told["unknown"]) == ("same", [], [])
    assert run(tmp_path, TEXT, "--set", "nothing=yes").exit_code == 3
