"""What the guides show is what happens: their commands are run and what they print is compared, “…” standing for anything."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from console import ROOT, check, sessions

GUIDES = ROOT / "docs" / "guides"


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), sessions((GUIDES / "house-rules.md").read_text("utf-8")))
def test_a_command_of_the_guide_prints_what_is_shown(command: str, shown: str, tmp_path: Path) -> None:
    """Run where the house rules lie. What proves a whole variant of Kiksas, or compares with one, takes minutes: KIRTIS_LONG=1."""
    if "kiksas" in command and not os.environ.get("KIRTIS_LONG"):
        pytest.skip("takes minutes; set KIRTIS_LONG=1 to run it")
    folder = shutil.copytree(GUIDES / "house-rules", tmp_path / "rules")

    check(command, shown, folder)


def test_every_file_that_a_guide_shows_is_there() -> None:
    """And every house rule that is there is shown."""
    text = (GUIDES / "house-rules.md").read_text("utf-8")

    shown = set(re.findall(r"\{literalinclude\} house-rules/(\S+)", text))

    assert shown == {p.name for p in (GUIDES / "house-rules").glob("*.md")}


@pytest.mark.slow
def test_the_commands_of_the_guide_for_porters_print_what_is_shown(tmp_path: Path) -> None:
    """One after the other, for each needs what those before it have written."""
    folder = shutil.copytree(GUIDES / "port", tmp_path / "port")

    for command, shown in sessions((GUIDES / "port.md").read_text("utf-8")):
        check(command, shown, folder)
    assert (folder / "report.xml").exists()


def test_the_guide_for_porters_says_how_long_its_engine_is() -> None:
    lines = len((GUIDES / "port" / "engine.py").read_text("utf-8").splitlines())

    assert f"`engine.py` is {round(lines, -1)} lines" in (GUIDES / "port.md").read_text("utf-8")


@pytest.mark.slow
def test_the_commands_of_the_guide_to_a_new_game_print_what_is_shown(tmp_path: Path) -> None:
    """In their order, for one uses what another wrote."""
    shutil.copy(GUIDES / "new-game" / "agram.md", tmp_path)

    for command, shown in sessions((GUIDES / "new-game.md").read_text("utf-8")):
        check(command, shown, tmp_path)
