"""The list of the changes of a game and what became of them: readable, in the order of the rules, one to a line.

A list may hold only some of the changes; then its head says ``of`` how many.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from kirtis import files
from kirtis.language.game import Game
from kirtis.mutate.edits import Edit
from kirtis.mutate.judge import OUTCOMES, UNASKED, Result
from kirtis.prove import fingerprint

NOTICED = ("killed", "weaker")
"""What became of a change that a claim or a check noticed."""

WHO = ("statement", "example", "check", "match")
"""Who may notice a change."""


def path_of(game: str) -> Path:
    """The list of a game of ours."""
    return files.proofs_folder() / "mutants" / f"{game}.json"


def who(game: Game, result: Result) -> str:
    """Who noticed a change: a ``statement``, an ``example``, a ``check`` that any rules have to pass, or no more than a kept ``match``."""
    if result.outcome == "shown":
        return "match"
    if result.outcome not in NOTICED:
        return ""
    claim = game.claims.get(result.by)
    return "check" if claim is None else "example" if claim.kind in ("example", "possible") else "statement"


def written(game: Game, results: Iterable[Result], edits: Sequence[Edit]) -> str:
    """A list as text."""
    order = {e.id: n for n, e in enumerate(edits)}
    found = sorted(results, key=lambda r: order[r.id])
    counts, noticed = Counter(r.outcome for r in found), Counter(who(game, r) for r in found)
    head = {
        "game": game.name, "version": game.version, "seats": len(game.seats), "fingerprint": fingerprint.of_game(game),
        "counts": {o: counts[o] for o in OUTCOMES if counts[o]}, "noticed": {w: noticed[w] for w in WHO if noticed[w]},
    }  # fmt: skip
    if len(found) < len(edits):
        head["of"] = len(edits)
    head["said"] = list(game.claims)
    lines = ",\n".join("  " + json.dumps(r.listed(), ensure_ascii=False) for r in found)
    return json.dumps(head, ensure_ascii=False)[:-1] + f', "mutants": [\n{lines}\n]}}\n'


def read(path: Path) -> dict[str, Result]:
    """A list, by id; nothing where there is none."""
    if not path.is_file():
        return {}
    return {
        one["id"]: Result(one["id"], one["outcome"], one.get("by", ""), one.get("note", ""))
        for one in json.loads(path.read_text("utf-8"))["mutants"]
    }


def together(game: Game, path: Path, results: Sequence[Result], edits: Sequence[Edit]) -> list[Result]:
    """What a list holds once these results are in it: what it says of other changes stays.

    So does what it says of these where the prover was asked, and now was not: as long as rules and claims are what they were; where claims
    were added, what another claim noticed.
    """
    old = read(path)
    head: dict[str, Any] = json.loads(path.read_text("utf-8")) if old else {}
    mark, said = head.get("fingerprint", ""), head.get("said", ())
    same = mark == fingerprint.of_game(game)
    more = not same and fingerprint.added(game, said, mark) is not None

    def stays(one: Result) -> bool:
        return not unproved(one) and (same or (more and one.outcome in NOTICED))

    ids = {e.id for e in edits}
    found = {r.id: r for r in old.values() if r.id in ids}
    found |= {r.id: r for r in results if not (r.id in found and unproved(r) and stays(found[r.id]))}
    return list(found.values())


def unproved(result: Result) -> bool:
    """Whether the prover was not asked, and might find somebody who notices."""
    return result.note == UNASKED


def sampled(edits: Sequence[Edit], n: int, seed: int) -> list[Edit]:
    """Some of the changes, the same for the same seed, in the order of the rules."""
    chosen = set(random.Random(seed).sample(range(len(edits)), min(n, len(edits))))
    return [e for k, e in enumerate(edits) if k in chosen]
