"""What the tables of the book are made of: one script of many modules, and matches that show what examples say."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kirtis import files
from kirtis.language import load
from kirtis.play import Game
from kirtis.rulebook.bundle import BundleError, bundle
from kirtis.rulebook.examples import Witness, find, number, read_witnesses, settings, shown, witnessed
from kirtis.rulebook.player import condition, program

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "examples" / "examples.json"
NODE = shutil.which("node")
# Random matches have not shown these so far.
# Both keep silent while one takes all twelve tricks: a deal that chance does not bring about in many thousands of matches.
NOT_MET = {"sesiasdesimt-sesi": {"two_unsaid_worth_three"}}


@cache
def game(name: str) -> Game:
    return Game(load(name))


# -- one script --------------------------------------------------------------------------------------------------------------


def write(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, "utf-8")
    return folder / "start.js"


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_modules_become_one_script_that_keeps_their_names_apart(tmp_path: Path) -> None:
    start = write(
        tmp_path,
        a="const n = 1;\n/** One. */\nexport const one = () => n;\nexport class Kept {}\n",
        b='import { one } from "./a.js";\n\nconst n = 2;\nexport function two() {\n  return one() + n;\n}\n',
        start='import { two as both } from "./b.js";\nimport { one } from "./a.js";\nimport { given } from "./made.js";\nconsole.log(both(), one(), given);\n',
    )
    text = bundle(start, {"made.js": 'export const given = "made";\n'})
    done = subprocess.run([str(NODE), "-e", text], capture_output=True, text=True, check=True)

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
    moved = Witness(kept.seed, kept.moves, kept.deal, kept.choice + 1, kept.step)
    spoiled = Witness(kept.seed, f"z.{kept.moves}", kept.deal, kept.choice, kept.step)

    assert not witnessed(game("kiksas"), kept, claims["four_alone"])
    assert not witnessed(game("kiksas"), moved, claims["four_and_five"])
    assert not witnessed(game("kiksas"), spoiled, claims["four_and_five"])


def test_a_match_is_found_again() -> None:
    claims = [game("ozka").rules.claims["two_jonai"]]
    found = find(game("ozka"), claims, range(40))

    assert witnessed(game("ozka"), found["two_jonai"], claims[0])


def test_what_a_deal_leaves_to_the_next_is_found_when_one_looks_there() -> None:
    claim = game("kiksas").rules.claims["recorded_43_and_95"]
    found = find(game("kiksas"), [claim], range(3, 4), after=True)

    assert find(game("kiksas"), [claim], range(3, 4)) == {}
    assert witnessed(game("kiksas"), found[claim.name], claim)


def test_a_match_is_played_with_the_options_it_names() -> None:
    kept = read_witnesses(EXAMPLES)["karavas"]["penalty_for_winners"]
    claim = game("karavas").rules.claims["penalty_for_winners"]

    assert kept.options == {"overbid": "penalty"}
    assert witnessed(game("karavas"), kept, claim)
    assert not witnessed(game("karavas"), replace(kept, options={}), claim)
    assert ({"overbid": "penalty"}, True) in list(settings(game("karavas").rules))


def test_a_number_is_written_as_javascript_reads_it() -> None:
    assert [number(n) for n in (0, 9, 10, 35, 36, 1295)] == ["0", "9", "a", "z", "10", "zz"]
    assert all(int(number(n), 36) == n for n in range(2000))


def test_a_file_that_holds_no_matches_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "examples.json"
    assert read_witnesses(file) == {}
    file.write_text(json.dumps({"kiksas": {"four_alone": {"seed": 1}}}), "utf-8")

    with pytest.raises(ValueError, match=r"examples\.json holds no matches"):
        read_witnesses(file)
