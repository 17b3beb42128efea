"""The list of the changes of a game and what became of them: readable, in the order of the rules, one to a line."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from kirtis import files
from kirtis.mutate.edits import Edit
from kirtis.mutate.judge import OUTCOMES, Result


def path_of(game: str) -> Path:
    """The list of a game of ours."""
    return files.proofs_folder() / "mutants" / f"{game}.json"


def written(game: str, version: str, results: Iterable[Result], edits: Sequence[Edit]) -> str:
    """A list as text."""
    order = {e.id: n for n, e in enumerate(edits)}
    found = sorted(results, key=lambda r: order[r.id])
    counts = Counter(r.outcome for r in found)
    head = {"game": game, "version": version, "counts": {o: counts[o] for o in OUTCOMES if counts[o]}}
    lines = ",\n".join("  " + json.dumps(r.listed(), ensure_ascii=False) for r in found)
    return json.dumps(head, ensure_ascii=False)[:-1] + f', "mutants": [\n{lines}\n]}}\n'


def read(path: Path) -> dict[str, Result]:
    """A list, by id; nothing where there is none."""
    if not path.is_file():
        return {}
    return {
        one["id"]: Result(one["id"], one.get("kind", ""), one["outcome"], one.get("by", ""), one.get("note", ""))
        for one in json.loads(path.read_text("utf-8"))["mutants"]
    }


def sampled(edits: Sequence[Edit], n: int, seed: int) -> list[Edit]:
    """Some of the changes, the same for the same seed, in the order of the rules."""
    chosen = set(random.Random(seed).sample(range(len(edits)), min(n, len(edits))))
    return [e for k, e in enumerate(edits) if k in chosen]
