"""``kirtis games``: which games there are."""

from __future__ import annotations

import click
from rich.console import Console
from rich.table import Table

from kirtis.cli.common import Speaker, language_option
from kirtis.cli.texts import say


@click.command(help=say("help_games"))
@language_option
def games(lang: str) -> None:
    """List the games with their titles, numbers of players and options."""
    from kirtis import files
    from kirtis.language import load
    from kirtis.play.game import option_choices, option_word

    table = Table(
        *(say(key, lang) for key in ("game", "title", "players", "options", "default")),
        box=None,
        pad_edge=False,
        header_style="bold",
    )
    for path in files.spec_files():
        rules = load(path.stem, proofs=False)
        speaker = Speaker(rules, lang)
        counts = rules.seat_counts or (len(rules.seats),)
        players = str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
        first = [rules.name, " / ".join(dict.fromkeys(rules.titles)), players]
        for option in rules.options.values():
            choices = option_choices(rules, option)
            shown = " | ".join(_word(c) for c in choices)
            table.add_row(*first, f"{option.name} = {shown}", _word(option_word(rules, option.name, option.default)))
            table.add_row("", "", "", f"  [dim]{speaker.word(option.name)}[/dim]", "")
            first = ["", "", ""]
        if not rules.options:
            table.add_row(*first, "", "")
    Console(soft_wrap=True).print(table)


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
