"""``kirtis games``: which games there are."""

from __future__ import annotations

import click

from kirtis.cli.common import Speaker, language_option
from kirtis.cli.texts import say
from kirtis.cli.usage import command


@command("help_games")
@language_option
def games(lang: str) -> None:
    """List the games with their titles, numbers of players and options."""
    from kirtis import files
    from kirtis.language import load
    from kirtis.play.game import option_choices, option_word

    for n, path in enumerate(files.spec_files()):
        rules = load(path.stem, proofs=False)
        speaker = Speaker(rules, lang)
        counts = rules.seat_counts or (len(rules.seats),)
        players = str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
        titles = " / ".join(dict.fromkeys(rules.titles))
        click.echo(("" if n == 0 else "\n") + f"{rules.name}: {titles}, {say('players', lang)}: {players}")
        for option in rules.options.values():
            choices = " | ".join(map(_word, option_choices(rules, option)))
            default = _word(option_word(rules, option.name, option.default))
            click.echo(f"  --set {option.name}={choices}  [{say('default', lang)}: {default}]")
            click.echo(f"      {speaker.word(option.name)}")


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
