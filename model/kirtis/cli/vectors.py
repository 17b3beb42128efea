"""``kirtis vectors``: test vectors for whoever writes a game in another language."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kirtis.cli.common import language_option
from kirtis.cli.languages import LT, counted
from kirtis.cli.texts import say
from kirtis.cli.usage import command, option

if TYPE_CHECKING:
    from kirtis.conform.vectors import Vector

Part = tuple[list["Vector"], dict[str, Any]]
"""The vectors of a game for one number of players, and what they cover."""


@command("help_vectors")
@click.argument("games", metavar="GAME...", nargs=-1)
@option(
    "--out", "folder", type=click.Path(file_okay=False, path_type=Path), default=Path(), show_default=True, help="opt_vectors_out"
)
@option("--jobs", "-j", type=click.IntRange(1, 64), default=1, show_default=True, help="opt_jobs")
@option("--schema", is_flag=True, help="opt_vectors_schema")
@language_option
def vectors(games: tuple[str, ...], folder: Path, jobs: int, schema: bool, lang: str) -> int:
    """Write GAME.jsonl and GAME.coverage.json for every game named, or for all; code 2 where a clause is left out."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from kirtis import files
    from kirtis.conform.vectorfile import schema as published
    from kirtis.conform.vectors import counts

    if schema:
        click.echo(json.dumps(published(), indent=2))
        return 0
    names = list(games) or [path.stem for path in files.spec_files()]
    known = {path.stem for path in files.spec_files()}
    for name in names:
        if name not in known:
            raise click.BadParameter(say("no_game", lang, name, ", ".join(sorted(known))), param_hint="GAME")
    folder.mkdir(parents=True, exist_ok=True)
    # Each number of players is a task of its own. A game for one number is the longest; those of many numbers are many and short, and the fewest
    # of these come last, so that no core waits long for another.
    names = sorted(names, key=lambda name: (len(counts(name)) > 1, -len(counts(name))))
    tasks = [(name, n) for name in names for n in counts(name)]
    code = 0
    if jobs == 1 or len(tasks) == 1:
        parts = map(_part, tasks)
        code = _write(names, parts, folder, lang)
    else:
        with ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=get_context("spawn")) as pool:
            code = _write(names, pool.map(_part, tasks), folder, lang)
    return code


def _part(task: tuple[str, int]) -> Part:
    from kirtis.conform.coverage import coverage
    from kirtis.conform.search import FULL
    from kirtis.conform.vectors import counts, make
    from kirtis.language import load
    from kirtis.tidying import untidied

    name, seats = task
    with untidied():  # what is found is kept to the end
        made = make(load(name, seats=seats, proofs=False), FULL.shared(len(counts(name))))
        return made.vectors, coverage(made)


def _write(names: Sequence[str], parts: Iterable[Part], folder: Path, lang: str) -> int:
    """Write the files of each game as soon as all its parts are there; the exit code."""
    from kirtis.conform.vectorfile import lines
    from kirtis.conform.vectors import counts

    code, coming = 0, iter(parts)
    for name in names:
        found = list(islice(coming, len(counts(name))))
        text = "".join(line + "\n" for line in lines(name, [v for vectors, _ in found for v in vectors]))
        covered = [one for _, one in found]
        (folder / f"{name}.jsonl").write_text(text, "utf-8", newline="\n")
        shown = json.dumps(covered, ensure_ascii=False, indent=1) + "\n"
        (folder / f"{name}.coverage.json").write_text(shown, "utf-8", newline="\n")
        report = {"bytes": len(text.encode()), "vectors": text.count("\n") - 1, "covered": covered}
        code = max(code, _tell(name, report, lang))
    return code


def _tell(name: str, report: dict[str, Any], lang: str) -> int:
    clauses: dict[str, str] = {}
    # A clause is exercised if it is with any number of seats.
    for one in report["covered"]:
        for clause, found in one["clauses"].items():
            if clauses.get(clause) != "exercised":
                clauses[clause] = found["state"]
    states = list(clauses.values())
    marks, touched = (sum(one[key] for one in report["covered"]) for key in ("marks", "touched"))
    size = f"{report['bytes'] / 1e6:.2f}"
    size = size.replace(".", ",") if lang == LT else size
    click.echo(
        say(
            "vectors_made",
            lang,
            name,
            counted(report["vectors"], "vector", lang),
            size,
            states.count("exercised"),
            touched,
            marks,
        )
    )
    missed = [clause for clause, state in clauses.items() if state == "missed"]
    if missed:
        click.echo("  " + say("vectors_missed", lang, ", ".join(missed)))
    sys.stdout.flush()
    return 2 if missed else 0
