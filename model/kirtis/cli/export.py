"""``kirtis export``: the rules, or what is to be proved of them, as files for other programs."""

from __future__ import annotations

import os
from pathlib import Path

import click

from kirtis.cli.common import language_option
from kirtis.cli.texts import counted, say
from kirtis.cli.usage import command, option


@command("help_export")
@click.argument("game")
@option("--smt2", "folder", type=click.Path(file_okay=False, path_type=Path), required=True, help="opt_smt2")
@option("--only", metavar="NAME", default="", help="opt_named")
@option("--seats", type=click.IntRange(1, 40), help="opt_seats")
@option("--jobs", "-j", type=click.IntRange(1, 256), default=None, help="opt_jobs")
@language_option
def export(game: str, folder: Path, only: str, seats: int | None, jobs: int | None, lang: str) -> None:
    """Write every obligation of a game as an SMT-LIB 2 file."""
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
