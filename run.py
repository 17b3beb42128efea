#!/usr/bin/env python3
"""Set Kirtis up and run it, with nothing but Python: ``python3 run.py COMMAND [ARGUMENT…]``.

check    check the rules and what must hold of them (``kirtis check``)
test     linters, types, import contracts and tests; arguments go to pytest
docs     build the book and its guides into build/site; arguments go to sphinx-build
pdf      build the book with every volume of it as PDF in build/site/pdf; takes minutes
bench    measure Kirtis beside other engines
fix      let the linter repair and format what it can

Everything is installed into .venv, from requirement files with hashes, and only again when those change.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "installed.sha256"

# From the smallest to the largest: each file holds all that the one before it holds.
CHECK, FULL, BENCH = FILES = ("requirements-check.txt", "requirements.txt", "requirements-bench.txt")

# A command needs a requirement file, and is one or more steps; what is typed after it goes to the last.
COMMANDS: dict[str, tuple[str, list[list[str]]]] = {
    "check": (CHECK, [["kirtis", "check"]]),
    "test": (
        FULL,
        [
            ["ruff", "check"],
            ["ruff", "format", "--check"],
            ["mypy"],
            ["lint-imports", "--no-logo"],
            ["pytest", "-n", "auto", "--dist", "worksteal"],
        ],
    ),
    "docs": (FULL, [["sphinx-build", "-W", "--keep-going", "-b", "html", "docs", "build/site"]]),
    "pdf": (FULL, [["sphinx-build", "-W", "--keep-going", "-b", "html", "-D", "kirtis_pdf=lt en both", "docs", "build/site"]]),
    "bench": (BENCH, [["python", "-m", "bench"]]),
    "fix": (FULL, [["ruff", "check", "--fix"], ["ruff", "format"]]),
}


def say(message: str) -> None:
    """Tell the person in one line what happens next."""
    print(f"run.py: {message}", file=sys.stderr, flush=True)


def digest(requirements: str) -> str:
    """Name the content of a requirement file together with that of pyproject.toml."""
    content = hashlib.sha256()
    for name in ("pyproject.toml", requirements):
        content.update(name.encode() + (ROOT / name).read_bytes())
    return content.hexdigest()


def set_up(requirements: str) -> None:
    """Make .venv hold what the requirement file lists, and Kirtis itself as it stands in this tree."""
    enough = {digest(name) for name in FILES[FILES.index(requirements) :]}
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text() in enough:
        return
    if not PYTHON.exists():
        try:
            import ensurepip  # noqa: F401  (Debian ships venv without it, and fails late and unclearly)
            import venv
        except ImportError:
            sys.exit("run.py: this Python lacks venv; on Debian or Ubuntu: apt install python3-venv")
        say(f"creating {VENV}")
        venv.create(VENV, clear=True, with_pip=True)
    say(f"installing {requirements} into {VENV}")
    STAMP.unlink(missing_ok=True)
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--require-hashes", "-r", str(ROOT / requirements)], check=True)
    # The build backend is pinned in the requirement file, so nothing unpinned is fetched for this either.
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)], check=True)
    STAMP.write_text(digest(requirements))


def run(steps: list[list[str]], arguments: list[str], here: Path) -> int:
    """Run every step even if one fails, since each tells something of its own; the last one closes the output."""
    failed = {}
    for step in steps:
        rest = arguments if step is steps[-1] else []
        say(" ".join([*step, *rest]))
        if code := subprocess.run([str(SCRIPTS / step[0]), *step[1:], *rest], cwd=here).returncode:
            failed[" ".join(step)] = code
    if failed:
        say("failed: " + ", ".join(failed))
    return next(iter(failed.values()), 0)


def main(arguments: list[str]) -> int:
    """Set up what the command needs, then run it."""
    if not arguments or arguments[0] not in COMMANDS:
        print(__doc__)
        return 0 if arguments in ([], ["-h"], ["--help"], ["help"]) else 2
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        sys.exit(f"run.py: Kirtis needs Python 3.11, 3.12 or 3.13; this is {sys.version.split()[0]}")
    command, *rest = arguments
    requirements, steps = COMMANDS[command]
    try:
        set_up(requirements)
        # Files named to `check` are meant from where the person stands; all else is about this tree.
        return run(steps, rest, Path.cwd() if command == "check" else ROOT)
    except subprocess.CalledProcessError as error:
        sys.exit(f"run.py: setting up failed ({error.returncode}); the reason stands above; removing .venv gives a fresh start")
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
