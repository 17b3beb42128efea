"""``kirtis replay``: a match record played again, and checked against the rules."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kirtis.cli.common import Speaker, language_option
from kirtis.cli.faults import told
from kirtis.cli.languages import counted
from kirtis.cli.texts import say
from kirtis.cli.usage import command, option


@command("help_replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@option("--rules", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="opt_rules")
@option("--step", is_flag=True, help="opt_step")
@language_option
def replay(file: Path, rules: Path | None, step: bool, lang: str) -> int:
    """Print a match action by action; exit code 1 where it breaks the rules, 3 where the file cannot be read."""
    from kirtis.cli.way import outcome
    from kirtis.play import record as records
    from kirtis.play.action import Action

    try:
        record = records.read(file)
        game = records.game_of(record, rules)
        speaker = Speaker(game.rules, lang)
        at, count = 0, 0
        for action, state in records.replay(record, game):  # noqa: B007 (the last state is told of below)
            if action is not None:
                # The action stands before what chance made of it.
                click.echo(f"{action.seat}: {speaker.action(action)}")
                at, count = at + 1, count + 1
            while at < len(record.events) and not isinstance(record.events[at], Action):
                click.echo(outcome(record.events[at], speaker))
                at += 1
            if step and action is not None:
                _wait(say("press_enter", lang))
    except records.RecordError as error:
        if error.illegal and isinstance(wrong := next(iter(record.events[at:]), None), Action):
            click.echo(f"{wrong.seat}: {speaker.action(wrong)}")
        click.echo(f"{file}: {told(error, lang)}", err=True)
        return 1 if error.illegal else 3
    ended = say("finished", lang) + f" ({speaker.result(state)})" if state.over else say("unfinished", lang)
    click.echo(say("replayed", lang, counted(count, "action", lang), ended))
    return 0


def _wait(text: str) -> None:
    click.echo(f"  [{text}]", nl=False, err=True)
    sys.stdin.readline()
