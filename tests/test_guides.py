"""What the guides show is what happens: their commands are run and what they print is compared, “…” standing for anything."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GUIDES = ROOT / "docs" / "guides"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def sessions(guide: Path) -> list[tuple[str, str]]:
    """The commands of a guide, each with what it prints."""
    out: list[tuple[str, str]] = []
    for body in BLOCK.findall(guide.read_text("utf-8")):
        parts = re.split(r"^\$ (.*)\n", body, flags=re.MULTILINE)[1:]
        out += zip(parts[::2], parts[1::2], strict=True)
    return out


def same(shown: str, printed: str) -> bool:
    """Whether what is shown matches what was printed: blanks count as one, “…” as anything."""
    words = [re.escape(word) for word in re.split(r" ?… ?", " ".join(shown.split()))]
    return re.fullmatch(".*?".join(words), " ".join(printed.split()), re.DOTALL) is not None


def run(command: str, folder: Path, ledger: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of a guide in a folder."""
    environment = {
        **os.environ,
        "PATH": str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"],
        "PYTHONPATH": str(ROOT / "model"),
        "COLUMNS": "100",
        "LANG": "C.UTF-8",
        "KIRTIS_LEDGER": str(ledger),
    }
    command = command.replace("kirtis", f"{sys.executable} -m kirtis", 1) if command.startswith("kirtis") else command
    return subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), sessions(GUIDES / "house-rules.md"))
def test_a_command_of_the_guide_prints_what_is_shown(command: str, shown: str, tmp_path: Path) -> None:
    """Run where the house rules lie. What proves a whole variant of Kiksas, or compares with one, takes minutes: KIRTIS_LONG=1."""
    if "kiksas" in command and not os.environ.get("KIRTIS_LONG"):
        pytest.skip("takes minutes; set KIRTIS_LONG=1 to run it")
    folder = shutil.copytree(GUIDES / "house-rules", tmp_path / "rules")

    done = run(command, folder, tmp_path / "ledger")

    assert same(shown, done.stdout), done.stdout + done.stderr


def test_every_file_that_a_guide_shows_is_there() -> None:
    """And every house rule that is there is shown."""
    text = (GUIDES / "house-rules.md").read_text("utf-8")

    shown = set(re.findall(r"\{literalinclude\} house-rules/(\S+)", text))

    assert shown == {p.name for p in (GUIDES / "house-rules").glob("*.md")}


@pytest.mark.slow
def test_the_commands_of_the_guide_for_porters_print_what_is_shown(tmp_path: Path) -> None:
    """One after the other, for each needs what those before it have written."""
    folder = shutil.copytree(GUIDES / "port", tmp_path / "port")

    for command, shown in sessions(GUIDES / "port.md"):
        done = run(command, folder, tmp_path / "ledger")

        assert same(shown, done.stdout), f"{command}\n{done.stdout}{done.stderr}"
    assert (folder / "report.xml").exists()


def test_the_guide_for_porters_says_how_long_its_engine_is() -> None:
    lines = len((GUIDES / "port" / "engine.py").read_text("utf-8").splitlines())

    assert f"`engine.py` is {round(lines, -1)} lines" in (GUIDES / "port.md").read_text("utf-8")
