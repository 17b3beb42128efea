"""Commands that a text shows with what they print: read out of the text, run, and compared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_BLOCK = re.compile(r"^(`{3,})console\n(.*?)^\1$", re.DOTALL | re.MULTILINE)


def sessions(text: str) -> list[tuple[str, str]]:
    """The commands in the console blocks of a text, each with what it is shown to print."""
    out: list[tuple[str, str]] = []
    for _, body in _BLOCK.findall(text):
        parts = re.split(r"^\$ (.*)\n", body, flags=re.MULTILINE)[1:]
        out += zip(parts[::2], parts[1::2], strict=True)
    return out


def check(command: str, shown: str, folder: Path) -> None:
    """Run a command in a folder, and compare what it prints: blanks count as one, “…” as anything."""
    environment = {
        **os.environ,
        "PATH": str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"],
        "PYTHONPATH": str(ROOT / "model"),
        "COLUMNS": "100",
        "LANG": "C.UTF-8",
        "KIRTIS_LEDGER": str(folder / "ledger"),
    }
    command = command.replace("python3 run.py", f"{sys.executable} {ROOT / 'run.py'}")
    command = re.sub(r"(^|\| )kirtis ", rf"\1{sys.executable} -m kirtis ", command)
    words = [re.escape(word) for word in re.split(r" ?… ?", " ".join(shown.split()))]

    done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)

    assert re.fullmatch(".*?".join(words), " ".join(done.stdout.split()), re.DOTALL), done.stdout + done.stderr
