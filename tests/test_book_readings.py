"""Deals in which two readings part: each is kept in the repository, and parts where it says."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kirtis import files
from kirtis.language import load
from kirtis.play import Game
from kirtis.rulebook.apart import Parted, parted, wanted
from kirtis.rulebook.cards import PLAIN
from kirtis.rulebook.examples import Witness, read_witnesses
from kirtis.rulebook.parting import find, renew
from kirtis.rulebook.readings import outcomes
from kirtis.rulebook.saying import Words
from kirtis.rulebook.stock import read_shelf

READINGS = Path(__file__).resolve().parents[1] / "docs" / "examples" / "readings.json"
GAMES = [path.stem for path in files.spec_files()]
NOT_MET: dict[str, set[str]] = {
    "karavas-mainai": {"heads_swapped-yes"},
    "karavas": {"heads_swapped-yes"},
    "sesiasdesimt-sesi": {"last_ten-yes"},
    "trikiksis": {"egg_and_stroke-yes", "egg_deal-third_player"},
}
"""What a long search did not meet; the book says so at the finding."""


@cache
def game(name: str) -> Game:
    return Game(load(name))


def kept(name: str, reading: str) -> Witness:
    return read_witnesses(READINGS)[name][reading]


@pytest.mark.parametrize("name", GAMES)
def test_in_every_match_that_is_kept_two_readings_part(name: str) -> None:
    there = read_witnesses(READINGS)[name]

    assert [n for n, w in there.items() if parted(game(name), w) is None] == []
    assert [n for n, w in there.items() if wanted(game(name).rules)[n] != next(iter(w.other.items()))] == []
    assert wanted(game(name).rules).keys() - there.keys() == NOT_MET.get(name, set())


def test_readings_do_not_part_sooner_nor_elsewhere() -> None:
    one = kept("kiksas", "strokes_for_sweep-2")
    sooner = replace(one, moves=one.moves.rpartition(".")[0])
    later = replace(one, moves=f"{one.moves}.0")
    elsewhere = [replace(one, step=one.step - 1), replace(one, other={"strokes_for_sweep": "1"}), replace(one, chance="z")]

    for other in (sooner, later, *elsewhere):
        assert parted(game("kiksas"), other) is None


def test_a_card_that_one_reading_forbids() -> None:
    found = parted(game("kiksas"), kept("kiksas", "queen_led-no"))

    assert found is not None
    assert found.here == found.there
    assert not found.only_here
    assert {a.name for a in found.only_there} == {"play"}
    assert all(a.args != ("queen of clubs",) for a in found.only_there)


def test_a_card_that_chance_may_turn_under_one_reading_only() -> None:
    """Nothing that comes about as usual could show it: there no joker is ever turned up for trumps."""
    found = parted(game("astuonkojis"), kept("astuonkojis", "joker_turned-no_trumps"))

    assert found is not None
    assert [place for place, _ in found.values()] == ["shown"]
    (here, _), (there, _) = outcomes(Words(game("astuonkojis")), found)
    assert "★" in there
    assert "★" not in here


def test_both_outcomes_are_told_in_both_languages() -> None:
    def told(reading: str) -> tuple[tuple[str, str], tuple[str, str]]:
        found = parted(game("kiksas"), kept("kiksas", reading))
        assert found is not None
        return outcomes(Words(game("kiksas")), found)

    assert told("early_akis-yes") == (
        ("toliau – pirmasis ėjimas", "next: the first lead"),
        ("toliau – Akies skelbimas", "next: calling Akis"),
    )
    assert told("call_by-only_leader")[1] == ("neleidžiama", "not allowed")
    (_, one), (_, two) = told("strokes_for_sweep-2")
    assert (one[-11:], two[-11:]) == (" stroke): 1", " stroke): 2")


def test_what_one_may_do_is_told_once_with_all_that_it_may_be_done_with() -> None:
    def allowed(name: str, reading: str) -> tuple[str, str]:
        found = parted(game(name), kept(name, reading))
        assert found is not None
        here, there = outcomes(Words(game(name)), found)
        return next(one for one in (here, there) if one[1] != "not allowed")

    lt, en = (text.replace(PLAIN, "") for text in allowed("kiksas", "queen_led-no"))
    assert lt == "leidžiama: A – dėti kortą ♣T, ♣10, ♣K, ♣V; ir dar 1"
    assert en == "allowed: A – play a card ♣A, ♣10, ♣K, ♣J; and 1 more"
    assert allowed("kiksas", "named_held-yes")[0] == "leidžiama: B – paskelbti kozirius (kryžiai, širdys, būgnai)"
    assert allowed("sesiasdesimt-sesi", "closing-yes")[0] == "leidžiama: B – uždaryti fondą"


def test_one_position_may_be_won_by_either_side() -> None:
    """The figures are the same; what they are worth decides."""
    found = parted(game("karavas"), kept("karavas", "louse_in_heads-yes"))

    assert found is not None
    assert found.here == found.there
    assert {found.won_here, found.won_there} == {("AC",), ("BD",)}
    assert outcomes(Words(game("karavas")), found)[0] == (f"laimi {found.won_here[0]}", f"won by {found.won_here[0]}")


def test_much_is_told_in_short() -> None:
    """All cards lie elsewhere once they are dealt: four hands are told, and how many zones more there are."""
    first, dealt = game("kiksas").first, game("kiksas").start(1).plain
    (lt, en), _ = outcomes(Words(game("kiksas")), Parted(replace(first, phase=dealt.phase, values=dealt.values), dealt))

    assert en.startswith("pack: 24 cards; hand (A): ")
    assert lt.endswith("; ir dar 1")
    assert en.endswith("; and 1 more")


def test_a_deal_in_which_readings_part_is_found_and_made_plain() -> None:
    """Nobody need do anything: in the first deal Akis may be called, or it may not."""
    ((name, found),) = find(game("kiksas").rules, {}, ["early_akis-yes"])

    assert name == "early_akis-yes"
    assert (found.choices, found.chance, found.other) == ([], "", {"early_akis": "yes"})
    assert parted(game("kiksas"), found) is not None


def test_an_example_that_a_finding_names_has_a_deal(tmp_path: Path) -> None:
    """A name that no deal is kept for is a fault, with the way out."""
    spec, examples = tmp_path / "ozka.md", READINGS.with_name("examples.json")
    text = (files.spec_folder() / "ozka.md").read_text("utf-8")
    spec.write_text(text.replace(":examples: goat_won_back", ":examples: goat_won_bakc"), "utf-8")
    (fault,) = read_shelf([spec], [], tmp_path / "status.json", examples).faults

    assert fault.what == "OZ-11 names the example goat_won_bakc, of which no deal is kept"
    assert not read_shelf([files.spec_folder() / "ozka.md"], [], tmp_path / "status.json", examples).faults


def test_what_still_holds_is_kept_and_the_rest_is_looked_for_anew(tmp_path: Path) -> None:
    file = tmp_path / "readings.json"
    file.write_bytes(READINGS.read_bytes())
    before = read_witnesses(file)
    spoiled = file.read_text("utf-8").replace('"early_akis": "yes"', '"early_akis": "no"')
    file.write_text(spoiled, "utf-8")

    assert list(renew(file, ["kiksas"])) == []
    assert read_witnesses(file) == before


def test_numbers_of_which_there_are_many_are_laid_beside_the_first() -> None:
    names = wanted(game("ozka").rules)

    assert [n for n in names if n.startswith("agreed-")] == ["agreed-1"]
    assert [n for n in names if n.startswith("saved_at-")] == [f"saved_at-{n}" for n in (28, 29, 30, 31)]
