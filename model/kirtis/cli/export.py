"""``kirtis export``: the rules, or what is to be proved of them, as files for other programs."""

from __future__ import annotations

import os
from pathlib import Path

import click

from kirtis import files
from kirtis.cli.common import language_option, writable
from kirtis.cli.languages import counted
from kirtis.cli.texts import say
from kirtis.cli.usage import command, option


@command("help_export")
@click.argument("game", required=False)
@option(
    "--json",
    "file",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    is_flag=False,
    flag_value="-",
    help="opt_json_rules",
)
@option("--smt2", "folder", type=click.Path(file_okay=False, path_type=Path), help="opt_smt2")
@option("--schema", type=click.Choice(list(files.SCHEMAS)), help="opt_schema")
@option("--only", metavar="NAME", default="", help="opt_named")
@option("--seats", type=click.IntRange(1, 40), help="opt_seats")
@option("--jobs", "-j", type=click.IntRange(1, 256), default=None, help="opt_jobs")
@language_option
def export(
    game: str | None, file: Path | None, folder: Path | None, schema: str | None, only: str, seats: int | None, jobs: int | None, lang: str
) -> None:  # fmt: skip
    """Write the rules of a game as JSON, or every obligation of it as an SMT-LIB 2 file; or show a schema."""
    if schema is not None:
        click.echo(files.SCHEMAS[schema].read_text("utf-8"), nl=False)
        return
    if game is None:
        raise click.UsageError(say("which_game", lang))
    if (file is None) == (folder is None):
        raise click.UsageError(say("json_or_smt2", lang))
    if folder is not None:
        _obligations(game, folder, only, seats, jobs, lang)
    elif only or jobs is not None:
        raise click.UsageError(say("smt2_alone", lang, "--only" if only else "--jobs"))
    elif file is not None:
        _rules(game, file, seats, lang)


def _rules(game: str, file: Path, seats: int | None, lang: str) -> None:
    from kirtis.conform.rules import as_text
    from kirtis.language import load

    to_screen = str(file) == "-"
    writable(None if to_screen else file)
    text = as_text(load(game, seats=seats, proofs=False))
    if to_screen:
        click.echo(text, nl=False)
    else:
        file.write_text(text, "utf-8", newline="\n")
        click.echo(say("rules_written", lang, file))


def _obligations(game: str, folder: Path, only: str, seats: int | None, jobs: int | None, lang: str) -> None:
    from kirtis.language import load
    from kirtis.prove.asking import Asking
    from kirtis.prove.export import asked, scripts
    from kirtis.prove.ledger import Ledger, place

    if folder.exists() and any(folder.iterdir()):
        raise click.BadParameter(say("not_empty", lang, folder), param_hint="--smt2")
    rules = load(game, seats=seats)
    ask = Asking(Ledger(place() / f"{rules.name}-{len(rules.seats)}.jsonl"), jobs or os.cpu_count() or 1)
    wanted = asked(rules, ask, only)
    ask.ledger.save()
    if not wanted:
        raise click.BadParameter(say("none_named", lang, only), param_hint="--only")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in scripts(rules, wanted):
        (folder / name).write_text(text, "utf-8")
    click.echo(say("exported", lang, counted(len(wanted), "file", lang), folder))
