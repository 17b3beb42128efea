"""What the tables of the book are made of: one script of many modules, and matches that show what examples say."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from functools import cache
from os.path import relpath
from pathlib import Path

import pytest

from kirtis import files
from kirtis.conform.rules import of_game, plain
from kirtis.language import load
from kirtis.play import Game
from kirtis.play.chance import Outcome
from kirtis.play.words import position_in_words
from kirtis.rulebook.bundle import BundleError, bundle
from kirtis.rulebook.examples import read_witnesses, replay, shown, witnessed
from kirtis.rulebook.finding import find, renew, settings
from kirtis.rulebook.outcomes import Written, number, written
from kirtis.rulebook.player import condition, program
from kirtis.rulebook.stock import read_shelf
from kirtis.rulebook.titles import amiss, read_titles, titled
from kirtis.said import SAID

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "examples" / "examples.json"
MATCHES = EXAMPLES.with_name("matches.json")
READINGS = EXAMPLES.with_name("readings.json")
NOT_MET: dict[str, set[str]] = {}


@cache
def game(name: str) -> Game:
    return Game(load(name))


# -- one script --------------------------------------------------------------------------------------------------------------


def write(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, "utf-8")
    return folder / "start.js"


def test_modules_become_one_script_that_keeps_their_names_apart(node: str, tmp_path: Path) -> None:
    start = write(
        tmp_path,
        a="const n = 1;\n/** One. */\nexport const one = () => n;\nexport class Kept {}\n",
        b='import { one } from "./a.js";\n\nconst n = 2;\nexport function two() {\n  return one() + n;\n}\n',
        start='import { two as both } from "./b.js";\nimport { one } from "./a.js";\nimport { given } from "./made.js";\nconsole.log(both(), one(), given);\n',
    )
    text = bundle(start, {"made.js": 'export const given = "made";\n'})
    done = subprocess.run([node, "-e", text], capture_output=True, text=True, check=True)

    assert done.stdout == "3 1 made\n"
    assert "/**" not in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('import a from "./a.js";\n', "“import a from"),
        ("export default 3;\n", "“export default 3;”"),
        ('import { a } from "./nowhere.js";\n', "nowhere.js: there is no module that"),
        ('import { a } from "./start.js";\n', "the module needs itself"),
    ],
)
def test_what_the_bundle_does_not_know_it_refuses(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BundleError, match=re.escape(said)):
        bundle(write(tmp_path, start=text), {})


def test_the_program_is_the_same_each_time_and_asks_nobody() -> None:
    one = program()

    assert one == program()
    assert re.fullmatch(r"kirtis/play/play\.[0-9a-f]{12}\.js", one.name)
    assert not re.search(r"https?://|\bfetch\(|XMLHttpRequest|^(?:import|export)\b", one.text, re.MULTILINE)


def test_a_condition_for_the_others_is_read_or_refused() -> None:
    assert condition("claim points >= 66; stop done >= 5") == {"claim": ["points", 66], "stop": ["done", 5]}
    assert condition(None) == {}
    with pytest.raises(ValueError, match="“claim when sure” is no condition"):
        condition("claim when sure")


# -- examples ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [path.stem for path in files.spec_files()])
def test_every_match_that_is_kept_shows_its_example(name: str) -> None:
    kept, claims = read_witnesses(EXAMPLES)[name], game(name).rules.claims

    assert [n for n, w in kept.items() if not witnessed(game(name), w, claims[n])] == []
    assert {c.name for c in shown(game(name).rules)} - kept.keys() == NOT_MET.get(name, set())


def test_a_match_that_shows_something_else_is_no_witness() -> None:
    kept = read_witnesses(EXAMPLES)["kiksas"]["four_and_five"]
    claims = game("kiksas").rules.claims
    sooner = replace(kept, step=kept.step - 1)
    spoiled = replace(kept, moves=f"z.{kept.moves}")
    dealt_otherwise = replace(kept, chance="")

    assert not witnessed(game("kiksas"), kept, claims["four_alone"])
    for other in (sooner, spoiled, dealt_otherwise):
        assert not witnessed(game("kiksas"), other, claims["four_and_five"])


def test_what_the_number_of_players_decides_shows_nothing() -> None:
    """For two it holds in every position that somebody has 66 at once with three; only a match of three shows it."""
    claim = game("sesiasdesimt-sesi").rules.claims["at_once_with_three"]
    kept = read_witnesses(EXAMPLES)["sesiasdesimt-sesi"]["at_once_with_three"]
    dealt = replace(kept, chance="", moves="", step=2, seats=0)

    assert kept.seats == 3
    assert witnessed(game("sesiasdesimt-sesi"), kept, claim)
    assert not witnessed(game("sesiasdesimt-sesi"), dealt, claim)


def test_what_only_more_players_can_show_is_looked_for_with_so_many(tmp_path: Path) -> None:
    file = tmp_path / "examples.json"
    kept = json.loads(EXAMPLES.read_text("utf-8"))
    given = {name: one for name, one in kept["sesiasdesimt-sesi"].items() if name != "shared_victory"}
    file.write_text(json.dumps({"sesiasdesimt-sesi": given}), "utf-8")

    assert list(renew(file, 20, ["sesiasdesimt-sesi"])) == []
    assert read_witnesses(file)["sesiasdesimt-sesi"]["shared_victory"].seats == 3


def test_an_example_is_found_and_made_plain() -> None:
    """Seven cards that decide lie where they must, and of what does not matter each seat has a suit."""
    claim = game("kiksas").rules.claims["four_alone"]
    found = find(game("kiksas"), [claim], range(20))["four_alone"]

    assert witnessed(game("kiksas"), found, claim)
    assert (len(found.choices), found.deal) == (4, 0)
    hands = next(replay(game("kiksas"), found)).state.position()["zones"]["hand"]  # type: ignore[index,call-overload]
    assert any(len({card.split(" of ")[1] for card in hand}) == 1 for hand in hands.values())  # type: ignore[union-attr]


def test_the_deal_of_an_example_is_told_apart() -> None:
    """Two Jonai running take two deals, of which the second is shown."""
    rules = game("ozka").rules
    found = find(game("ozka"), [rules.claims["two_jonai"]], range(40))["two_jonai"]

    assert witnessed(game("ozka"), found, rules.claims["two_jonai"])
    assert 0 < found.deal < len(found.choices)


POOL = ("ace", "king", "queen", "jack")
OUTCOMES: list[tuple[Outcome, str]] = [
    ("ace", ""),
    ("jack", "3"),
    ({"hand[A]": ("ace",), "hand[B]": ("king",)}, ""),
    ({"hand[A]": ("jack",), "hand[B]": ("ace", "queen")}, "1-10"),
    ({"hand[A]": (), "hand[B]": ("king",)}, "-1--"),
]


def test_outcomes_of_chance_are_short_texts() -> None:
    """Read again, they give the same; past the end chance is plain."""
    text = written([o for o, _ in OUTCOMES], [POOL] * len(OUTCOMES))
    chance = Written(text)

    assert text == ".".join(piece for _, piece in OUTCOMES)
    for outcome, _ in OUTCOMES:
        counts = {} if isinstance(outcome, str) else {name: len(cards) for name, cards in outcome.items()}
        assert (chance.draw(POOL) if isinstance(outcome, str) else chance.deal(POOL, counts)) == outcome
    assert chance.draw(POOL) == "ace"
    assert written(["ace", "ace"], [POOL, POOL]) == ""


STATIONS = """
import {{ Game }} from "{ports}/game.js";
import {{ stations }} from "{script}/steps.js";
const rules = {rules};
const witnesses = {witnesses};
const told = {{}};
for (const [name, one] of Object.entries(witnesses)) {{
  const game = new Game(rules[one.seats ?? 0], one.options ?? {{}});
  const list = stations(game, one);
  told[name] = {{ at: game.inWords(list.at(-1).position), lines: list.map(({{ line }}) => line) }};
}}
console.log(JSON.stringify(told));
"""


@pytest.mark.parametrize("name", [path.stem for path in files.spec_files()])
def test_the_browser_comes_to_the_same_position(name: str, node: str, tmp_path: Path) -> None:
    """The last that can be stood at is the example; every line of the printed list is stood at, in its turn."""
    kept = {n: w for file in (EXAMPLES, MATCHES, READINGS) for n, w in read_witnesses(file).get(name, {}).items()}
    rules = {seats: plain(of_game(load(name, seats=seats or None, proofs=False))) for seats in {w.seats for w in kept.values()}}
    start = tmp_path / "start.js"
    start.write_text(
        STATIONS.format(
            ports=relpath(ROOT / "ports" / "javascript", tmp_path),
            script=relpath(ROOT / "model" / "kirtis" / "rulebook" / "script", tmp_path),
            rules=json.dumps(rules),
            witnesses=json.dumps({n: w.as_json() for n, w in kept.items()}),
        ),
        "utf-8",
    )
    shared = ROOT / "model" / "kirtis" / "rulebook" / "script" / "shared.js"
    text = bundle(start, {str(shared): f"export const SHARED = {json.dumps(SAID)};\n"})
    script = tmp_path / "whole.js"
    script.write_text(text, "utf-8")
    told = json.loads(subprocess.run([node, str(script)], capture_output=True, text=True, check=True).stdout)
    assert told.keys() == kept.keys()
    for n, witness in kept.items():
        *_, last = replay(game(name), witness)
        played = last.state.game
        layout = played.engine.layout  # of a pile it knows the uppermost card
        position = layout.unpack(layout.pack(list(last.positions())[witness.step][0]))
        assert told[n]["at"] == position_in_words(played.rules, played.paths, position)
        assert list(dict.fromkeys(told[n]["lines"])) == list(range(len(witness.choices) - witness.deal + 1))


def test_every_example_has_a_title_of_its_own_in_both_languages() -> None:
    shelf = read_shelf(files.spec_files(), [], ROOT / "none.json", EXAMPLES)

    assert [fault.what for fault in shelf.faults] == []
    for name, titles in shelf.titles.items():
        assert titles.keys() == {n for n in shelf.witnesses[name] if n not in shelf.entries}, name
        for n in (0, 1):
            shown = [title[n] for title in titles.values()]
            assert all(shown)
            assert len(set(shown)) == len(shown), name


TITLED = {"whist": {"a": ("Viena", "One"), "b": ("Dvi", "Two")}, "whist-two": {"b": ("Kita", "Another")}}


def test_a_variant_has_the_titles_of_its_game_and_its_own() -> None:
    assert titled(TITLED, ["whist-two", "whist"], ["a", "b"]) == {"a": ("Viena", "One"), "b": ("Kita", "Another")}
    assert list(amiss(TITLED, ["whist-two", "whist"], ["a", "b"])) == []


@pytest.mark.parametrize(
    ("own", "names", "said"),
    [
        ({}, ["a", "b", "c"], "the example c of whist-two has no title"),
        ({"d": ("Trys", "Three")}, ["a", "b"], "whist-two has no example d to give a title to"),
        ({"b": ("Viena", "Two")}, ["a", "b"], "2 examples of whist-two have the Lithuanian title “Viena”"),
        ({"b": ("Dvi", "One")}, ["a", "b"], "2 examples of whist-two have the English title “One”"),
    ],
)
def test_titles_that_lack_or_are_shared_are_faults(own: dict[str, tuple[str, str]], names: list[str], said: str) -> None:
    assert list(amiss({**TITLED, "whist-two": own}, ["whist-two", "whist"], names)) == [said]


@pytest.mark.parametrize("text", ["[whist]\na = 3\n", '[whist]\na = ["One"]\n', "a = 1\n", "[whist\n"])
def test_a_file_that_holds_no_titles_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "titles.toml"
    assert read_titles(file) == {}
    file.write_text(text, "utf-8")

    with pytest.raises(ValueError, match=r"titles\.toml holds no titles"):
        read_titles(file)


def test_a_match_is_played_with_the_options_it_names() -> None:
    kept = read_witnesses(EXAMPLES)["karavas"]["penalty_for_winners"]
    claim = game("karavas").rules.claims["penalty_for_winners"]

    assert kept.options == {"overbid": "penalty"}
    assert witnessed(game("karavas"), kept, claim)
    assert not witnessed(game("karavas"), replace(kept, options={}), claim)
    assert {"overbid": "penalty"} in list(settings(game("karavas").rules))


def test_a_number_is_written_as_javascript_reads_it() -> None:
    assert [number(n) for n in (0, 9, 10, 35, 36, 1295)] == ["0", "9", "a", "z", "10", "zz"]
    assert all(int(number(n), 36) == n for n in range(2000))


def test_a_file_that_holds_no_matches_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "examples.json"
    assert read_witnesses(file) == {}
    file.write_text(json.dumps({"kiksas": {"four_alone": {"seed": 1}}}), "utf-8")

    with pytest.raises(ValueError, match=r"examples\.json holds no matches"):
        read_witnesses(file)
