"""``kirtis vectors``: test vectors for whoever writes a game in another language."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kirtis.cli.common import language_option
from kirtis.cli.texts import counted, say
from kirtis.cli.usage import command, option

if TYPE_CHECKING:
    from kirtis.conform.vectors import Vector


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
    from kirtis.conform.vectors import schema as published

    if schema:
        click.echo(json.dumps(published(), indent=2))
        return 0
    names = games or tuple(path.stem for path in files.spec_files())
    known = {path.stem for path in files.spec_files()}
    for name in names:
        if name not in known:
            raise click.BadParameter(say("no_game", lang, name, ", ".join(sorted(known))), param_hint="GAME")
    folder.mkdir(parents=True, exist_ok=True)
    code = 0
    if jobs == 1 or len(names) == 1:
        results = map(write, names, [folder] * len(names))
        code = max((_tell(name, report, lang) for name, report in zip(names, results, strict=True)), default=0)
    else:
        with ProcessPoolExecutor(min(jobs, len(names)), mp_context=get_context("spawn")) as pool:
            for name, report in zip(names, pool.map(write, names, [folder] * len(names)), strict=True):
                code = max(code, _tell(name, report, lang))
    return code


def made(name: str) -> tuple[list[str], list[dict[str, Any]], list[Vector]]:
    """The lines of the file of a game, what they cover for each number of seats, and the vectors."""
    from kirtis.conform.vectors import all_rules, coverage, lines, make

    found = [make(rules) for rules in all_rules(name)]
    return list(lines(name, found)), [coverage(one) for one in found], [v for one in found for v in one.vectors]


def write(name: str, folder: Path) -> dict[str, Any]:
    """Write the files of a game; how much that was, and what it covers."""
    lines, covered, _ = made(name)
    text = "".join(line + "\n" for line in lines)
    (folder / f"{name}.jsonl").write_text(text, "utf-8", newline="\n")
    (folder / f"{name}.coverage.json").write_text(json.dumps(covered, ensure_ascii=False, indent=1) + "\n", "utf-8", newline="\n")
    return {"bytes": len(text.encode()), "vectors": len(lines) - 1, "covered": covered}


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
