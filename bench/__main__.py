"""``python -m bench [NAME …]``: every measurement, or those named."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("pages", "play", "prove", "scale", "vectors")


def main() -> int:
    """Run the measurements that are asked for; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Kirtis.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(NAMES)}; all of them by default")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each part is measured in each round (default 1)")
    parser.add_argument("--rounds", type=int, default=5, help="how many rounds the median is taken of (default 5)")
    chosen = parser.parse_args()
    unknown = [n for n in chosen.names if n not in NAMES]
    if unknown:
        parser.error(f"there is no measurement “{unknown[0]}”; there are {', '.join(NAMES)}")
    for path in (ROOT / "tests", ROOT / "model"):
        sys.path.insert(0, str(path))
    for name in chosen.names or NAMES:
        import_module(f"bench.{name}").main(chosen.seconds, chosen.rounds)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
