"""``kirtis conform``: a port against the vectors of a game."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kirtis.cli.common import language_option, writable
from kirtis.cli.faults import told
from kirtis.cli.languages import LT, counted
from kirtis.cli.texts import say
from kirtis.cli.usage import command, option

if TYPE_CHECKING:
    from kirtis.conform.vectors import Vector
    from kirtis.conform.verdict import Outcome, Verdict

MOST_SHOWN = 3
"""So many failures of each kind are told of in the terminal."""

MOST_CLAUSES = 8
"""And so many clauses of each."""

_OUT = click.Path(dir_okay=False, path_type=Path)


@command("help_conform")
@click.argument("game")
@click.argument("port", metavar="-- COMMAND...", nargs=-1, required=True, type=click.UNPROCESSED)
@option("--vectors", "source", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="opt_conform_vectors")
@option("--time", "answer_in", type=click.FloatRange(0.01, 600), default=10.0, show_default=True, help="opt_conform_time")
@option("--first-time", "first_in", type=click.FloatRange(0.01, 600), default=30.0, show_default=True, help="opt_conform_first")
@option("--only", metavar="ID", default="", help="opt_conform_only")
@option("--json", "json_file", type=_OUT, help="opt_conform_json")
@option("--junit", "junit_file", type=_OUT, help="opt_conform_junit")
@option("--html", "html_file", type=_OUT, help="opt_conform_html")
@language_option
def conform(
    game: str, port: tuple[str, ...], source: Path | None, answer_in: float, first_in: float, only: str,
    json_file: Path | None, junit_file: Path | None, html_file: Path | None, lang: str,
) -> int:  # fmt: skip
    """Start a port, ask it everything, and report; the exit code is that of the outcome."""
    from rich.console import Console
    from rich.progress import Progress

    from kirtis import files
    from kirtis.conform import report
    from kirtis.conform.heard import Heard
    from kirtis.conform.port import Channel, PortFault, Process
    from kirtis.conform.run import Runner
    from kirtis.conform.verdict import Outcome
    from kirtis.language import load

    known = [path.stem for path in files.spec_files()]
    if game not in known:
        raise click.BadParameter(say("no_game", lang, game, ", ".join(known)), param_hint="GAME")
    for file in (json_file, junit_file, html_file):
        writable(file)
    rules = load(game, proofs=False)
    vectors = _vectors(game, source, lang)
    if only and all(v["id"] != only for v in vectors):
        raise click.BadParameter(say("no_vector", lang, only), param_hint="--only")
    try:
        channel: Channel = Process(port)
    except PortFault as fault:
        outcome = Outcome(game, fault=fault)
    else:
        if only:
            channel = Heard(channel, lambda line: click.echo(report.printable(line)))
        with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
            task = progress.add_task(say("asking", lang), total=len(vectors))
            done = lambda n: progress.advance(task, n)  # noqa: E731
            outcome = Runner(channel, game, vectors, answer_in=answer_in, first_in=first_in, only=only, done=done).run()
    titles = {u.id: u.titles for d in rules.documents for u in d.units}
    if json_file:
        json_file.write_text(json.dumps(report.as_json(outcome), ensure_ascii=False, indent=1) + "\n", "utf-8")
    if junit_file:
        junit_file.write_bytes(report.as_junit(outcome))
    if html_file:
        html_file.write_text(report.as_page(outcome, titles, rules.titles), "utf-8")
    _print(outcome, titles, lang)
    return outcome.code


def _vectors(game: str, source: Path | None, lang: str) -> list[Vector]:
    from kirtis.conform.vectorfile import VectorError, read
    from kirtis.conform.vectors import make_all

    if source is None:
        click.echo(say("making_vectors", lang), err=True)
        return [v for one in make_all(game) for v in one.vectors]
    try:
        header, vectors = read(source)
    except VectorError as error:
        raise click.BadParameter(told(error, lang), param_hint="--vectors") from None
    if header["game"] != game:
        raise click.BadParameter(say("other_game", lang, header["game"]), param_hint="--vectors")
    return vectors


def _first(outcome: Outcome) -> list[Verdict]:
    """The failures to begin with: of each kind those with the fewest clauses, the kinds that say most about one mistake first."""
    failed = [v for v in outcome.verdicts if v.outcome == "failed"]
    return [
        v
        for kind in ("setup", "row", "position", "step", "match", "count")
        for v in sorted((v for v in failed if v.kind == kind), key=lambda v: len(v.blamed or v.clauses))[:MOST_SHOWN]
    ]


def _few(clauses: tuple[str, ...]) -> str:
    """Clauses, the first of them where there are many."""
    return ", ".join(clauses[:MOST_CLAUSES]) + (" …" if len(clauses) > MOST_CLAUSES else "")


def _print(outcome: Outcome, titles: dict[str, tuple[str, str]], lang: str) -> None:
    from kirtis.conform import protocol
    from kirtis.conform.report import fault_text, printable

    n = 0 if lang == LT else 1
    if outcome.port:
        click.echo(printable(f"{outcome.port['name']} {outcome.port['version']}"))
    wrong = _first(outcome)
    for clause, found in outcome.by_clause().items():
        if found["failed"]:
            title = titles.get(clause, ("", ""))[n]
            click.echo(f"  {clause} {title}: " + say("clause_counts", lang, found["passed"], found["failed"]))
    for v in wrong:
        assert v.reason is not None
        click.echo(f"  {v.id} ({_few(v.blamed or v.clauses)}): {printable(v.reason.text(n))}")
    if more := outcome.count("failed") - len(wrong):
        click.echo("  " + say("and_more", lang, more))
    if outcome.fault is not None:
        click.echo(say("port_fault", lang, fault_text(outcome, n)))
        if outcome.asked:
            click.echo("  " + say("port_asked", lang, protocol.line(outcome.asked).decode().strip()))
        if outcome.stderr:
            click.echo("".join(f"  | {line}\n" for line in printable(outcome.stderr)[-1500:].splitlines()), nl=False)
    why: dict[str, int] = {}
    for v in outcome.verdicts:
        if v.outcome == "skipped" and v.reason is not None and v.reason.key != "skip_fault":
            why[v.reason.text(n)] = why.get(v.reason.text(n), 0) + 1
    for text, count in why.items():
        click.echo("  " + say("not_asked_why", lang, counted(count, "vector", lang), text))
    click.echo(say("conform_counts", lang, *(outcome.count(key) for key in ("passed", "failed", "skipped"))))
