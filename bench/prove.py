"""Proving a game from nothing, beside the bare solver on the very same files.

The bare solver is the ``z3`` program that comes with the package, one process a file, as many at once as there are workers. Both are
measured in seconds of the wall, in turn, on the same machine; the figure that counts is their ratio.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median


def texts(game: str, folder: Path) -> list[Path]:
    """Every obligation of a game that needs a solver, as files."""
    from kirtis.language import load
    from kirtis.prove.check import plan
    from kirtis.prove.terms import TRUE

    out = []
    for n, one in enumerate(plan(load(game)).obligations):
        if one.goal is not TRUE or one.expect == "sat":
            path = folder / f"{n:04}.smt2"
            path.write_text(one.text() + "(check-sat)\n", "utf-8")
            out.append(path)
    return out


def bare(solver: str, paths: list[Path], jobs: int) -> float:
    """Seconds that the bare solver takes for all files."""
    started = time.perf_counter()
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda path: subprocess.run([solver, str(path)], capture_output=True, check=True), paths))
    return time.perf_counter() - started


def ours(game: str, jobs: int, ledger: Path, fresh: bool) -> float:
    """Seconds that ``kirtis check`` takes, as people call it."""
    command = [sys.executable, "-m", "kirtis", "check", game, "--jobs", str(jobs), *(["--fresh"] if fresh else [])]
    started = time.perf_counter()
    subprocess.run(command, capture_output=True, check=True, env={**os.environ, "KIRTIS_LEDGER": str(ledger)})
    return time.perf_counter() - started


def main(seconds: float, rounds: int) -> None:
    """Print the times of both and their ratio, and the time of a second run with nothing changed."""
    del seconds
    jobs = min(2, os.cpu_count() or 1)
    solver = str(Path(sys.executable).parent / "z3") if (Path(sys.executable).parent / "z3").exists() else shutil.which("z3")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = texts("kiksas", folder)
        mine: list[float] = []
        other: list[float] = []
        for _ in range(min(rounds, 3)):
            mine.append(ours("kiksas", jobs, folder / "ledger", True))
            if solver:
                other.append(bare(solver, paths, jobs))
        ours("kiksas", jobs, folder / "ledger", False)
        again = ours("kiksas", jobs, folder / "ledger", False)
    print(f"proving Kiksas from nothing, {jobs} workers: {median(mine):.1f} s (median of {len(mine)})")
    if other:
        print(f"the bare solver on the same {len(paths)} files: {median(other):.1f} s; ratio {median(mine) / median(other):.2f}")
    print(f"once more with nothing changed: {again:.1f} s")
