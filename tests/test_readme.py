"""What the README shows is what happens: its commands are run and what they print is compared, “…” standing for anything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from console import ROOT, check, sessions

TEXT = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^(`{3,})(\w+)\n(.*?)^\1$", TEXT, re.DOTALL | re.MULTILINE)
PYTHON = [body for _, kind, body in BLOCKS if kind == "python"]
RULES = next(body for _, kind, body in BLOCKS if kind == "markdown")


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), sessions(TEXT))
def test_a_command_prints_what_is_shown(command: str, shown: str, tmp_path: Path) -> None:
    """Run from a folder that holds the house rule of the README."""
    (tmp_path / "my-rules.md").write_text(RULES, "utf-8")

    check(command, shown, tmp_path)


def test_the_python_of_the_readme_runs() -> None:
    """The first steps of a porter."""
    for body in PYTHON:
        exec(compile(body, "README.md", "exec"), {})
