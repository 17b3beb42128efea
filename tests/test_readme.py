"""What the README shows is what happens: its commands are run and what they print is compared, “…” standing for anything."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^(`{3,})(\w+)\n(.*?)^\1$", TEXT, re.DOTALL | re.MULTILINE)
CONSOLE = [body for _, kind, body in BLOCKS if kind == "console"]
PYTHON = [body for _, kind, body in BLOCKS if kind == "python"]
RULES = next(body for _, kind, body in BLOCKS if kind == "markdown")


def sessions(body: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", body, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def same(shown: str, printed: str) -> bool:
    """Whether what is shown matches what was printed: blanks count as one, “…” as anything."""
    words = [re.escape(word) for word in re.split(r" ?… ?", " ".join(shown.split()))]
    return re.fullmatch(".*?".join(words), " ".join(printed.split()), re.DOTALL) is not None


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), [one for body in CONSOLE for one in sessions(body)])
def test_a_command_prints_what_is_shown(command: str, shown: str, tmp_path: Path) -> None:
    """Run from a folder that holds the house rule of the README."""
    (tmp_path / "my-rules.md").write_text(RULES, "utf-8")
    scripts = str(Path(sys.executable).parent)
    environment = {
        **os.environ,
        "PATH": scripts + os.pathsep + os.environ["PATH"],
        "COLUMNS": "100",
        "LANG": "C.UTF-8",
        "KIRTIS_LEDGER": str(tmp_path),
    }
    command = command.replace("python3 run.py", f"{sys.executable} {ROOT / 'run.py'}")

    done = subprocess.run(command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert same(shown, done.stdout), done.stdout + done.stderr


def test_the_python_of_the_readme_runs() -> None:
    """The first steps of a porter."""
    for body in PYTHON:
        exec(compile(body, "README.md", "exec"), {})
