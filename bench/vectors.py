"""Writing the vectors of all games with two workers, beside playing as many decisions; and the JavaScript port on all of them, beside the reference.

The vectors come of about so many decisions a game as are played here: whatever is more than that goes into looking at them, choosing and writing.
Processor time, of all processes together, and the time of the wall. The ports are asked one game after the other.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

ROOT = Path(__file__).resolve().parents[1]
PORT = ROOT / "ports" / "javascript" / "port.js"
KIRTIS = [sys.executable, "-m", "kirtis"]
# The rules of this tree are measured, whatever is installed.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "model")}


def run(*command: str) -> None:
    """Run a command; what it prints is shown only where it fails."""
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} ends with code {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def timed(commands: Sequence[Sequence[str]]) -> tuple[float, float]:
    """Processor time and time of the wall that some commands take, one after the other."""
    before, begun = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    for command in commands:
        run(*command)
    after = getrusage(RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.perf_counter() - begun


def played(names: Sequence[str]) -> float:
    """Processor time for as many decisions of random matches as the search plays, by the public interface, for every number of players."""
    from bench.play import kirtis_match
    from kirtis.conform.search import FULL
    from kirtis.conform.vectors import counts

    spent = 0.0
    for name in names:
        seats = counts(name)
        effort = FULL.shared(len(seats))
        for n in seats:
            match, left, seed = kirtis_match(name, n), effort.plays + effort.rounds * effort.round_plays, 0
            begun = time.process_time()
            while left > 0:
                left -= match(seed)[0]
                seed += 1
            spent += time.process_time() - begun
    return spent


def main(seconds: float, rounds: int) -> None:
    """Measure once, for it takes minutes, and print."""
    del seconds, rounds
    from kirtis import files

    measure([path.stem for path in files.spec_files()])


def measure(names: Sequence[str]) -> None:
    """Measure these games."""
    from kirtis.conform.vectors import counts

    with tempfile.TemporaryDirectory() as folder:
        cpu, wall = timed([[*KIRTIS, "vectors", *names, "--out", folder, "--jobs", "2"]])
        bare = played(names)
        print(
            f"vectors of {len(names)} games, two workers: {wall:.0f} s, {cpu:.0f} s of processor time; {cpu / bare:.1f} × playing as many decisions"
        )
        node = shutil.which("node")
        if node is None:
            print("  Node is not installed")
            return
        javascript = {}
        for name in names:
            given = []
            for n in counts(name):
                given.append(f"{folder}/{name}-{n}.json")
                run(*KIRTIS, "export", name, "--seats", str(n), "--json", given[-1])
            javascript[name] = [node, str(PORT), *given]
        ask = {name: [*KIRTIS, "conform", name, "--vectors", f"{folder}/{name}.jsonl", "--"] for name in names}
        js_cpu, js_wall = timed([[*ask[name], *javascript[name]] for name in names])
        own_cpu, _ = timed([[*ask[name], *KIRTIS, "serve"] for name in names])
        print(
            f"the JavaScript port passes them all: {js_wall:.0f} s one by one, {js_cpu:.0f} s of processor time; {js_cpu / own_cpu:.2f} × the reference"
        )
