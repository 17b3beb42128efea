"""The frame of the command line in both languages: options and commands with their help, and what is wrong with a call.

Help is given by the key of its text and said when it is shown. Errors of calls come from click in English; for Lithuanian they are
put into other words here, sentence by sentence, in one table. What the table does not know stays as click says it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click

from kirtis.cli.languages import LT, chosen_language
from kirtis.cli.texts import TEXTS, say

Decorated = Callable[..., Any]

_SENTENCES: tuple[tuple[str, str], ...] = (
    (r"Invalid value for (.+?): (.+)", "netinkama {0} reikšmė: {1}"),
    (r"Invalid value: (.+)", "netinkama reikšmė: {0}"),
    (r"Directory (.+) is a file\.?", "{0} yra failas, o ne aplankas."),
    (r"No such option:? '?([^\s']+?)'?\.?", "parinkties {0} nėra."),
    (r"No such option:? '?([^\s']+?)'?\.? (\(?(?:Did|Possible) .+)", "parinkties {0} nėra. {1}"),
    (r"No such command '(.+?)'\.?", "komandos „{0}“ nėra."),
    (r"No such command '(.+?)'\.? (\(?(?:Did|Possible) .+)", "komandos „{0}“ nėra. {1}"),
    (r"\(?Did you mean (?:one of: )?(.+?)\?\)?", "Gal turėta galvoje: {0}?"),
    (r"\(Possible options: (.+)\)", "Gal turėta galvoje: {0}?"),
    (r"Missing argument (.+?)\.?", "trūksta argumento {0}."),
    (r"Missing option '(.+?)'\.?", "trūksta parinkties {0}."),
    (r"Missing command\.?", "trūksta komandos."),
    (r"Option '(.+?)' requires an argument\.?", "parinkčiai {0} reikia reikšmės."),
    (r"Option '(.+?)' does not take a value\.?", "parinkčiai {0} reikšmė nerašoma."),
    (r"Got unexpected extra argument \((.+)\)", "nereikalingas argumentas: {0}."),
    (r"Got unexpected extra arguments \((.+)\)", "nereikalingi argumentai: {0}."),
    (r"(.+) is not a valid integer(?: range)?\.?", "{0} nėra sveikasis skaičius."),
    (r"(.+) is not in the range (.+?)\.?", "{0} nepatenka į rėžius {1}."),
    (r"(.+) is not one of (.+?)\.?", "{0} nėra tarp leidžiamų reikšmių; leidžiama {1}."),
    (r"(?:File|Path) (.+) does not exist\.?", "failo {0} nėra."),
    (r"(?:File|Path) (.+) is a directory\.?", "{0} yra aplankas, o ne failas."),
    (r"(?:File|Path) (.+) is not readable\.?", "failo {0} negalima skaityti."),
    (r"(?:File|Path) (.+) is not writable\.?", "į failą {0} negalima rašyti."),
)

_WORDS = {
    "OPTIONS": "PARINKTYS", "COMMAND": "KOMANDA", "ARGS": "ARGUMENTAI", "GAME": "ŽAIDIMAS", "FILE": "FAILAS", "DIRECTORY": "APLANKAS", "or": "arba",
    "INTEGER": "SKAIČIUS", "RANGE": "", "TEXT": "TEKSTAS", "OPTION": "PASIRINKIMAS", "VALUE": "REIKŠMĖ", "NAME": "PAVADINIMAS",
}  # fmt: skip


def lithuanian(message: str) -> str:
    """A message of click in Lithuanian; its parts are put into Lithuanian in the same way."""
    message = re.sub(r"^(Missing argument|Invalid value for) '?([A-Z]+)\b'?", lambda m: f"{m[1]} {_metavar(m[2])}", message)
    for pattern, said in _SENTENCES:
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found is not None:
            return said.format(*map(lithuanian, found.groups()))
    return re.sub(r"'([^']*)'", r"„\1“", message) if not message.startswith("'-") else message.replace("'", "")


def fault(error: click.ClickException) -> str:
    """What is wrong with a call, as people are told it: how it is called, where there is help, what is wrong."""
    message = error.format_message()
    lines = []
    context = getattr(error, "ctx", None)
    if isinstance(context, click.Context):
        lines.append(context.get_usage())
        lines.append(say("try_help", None, context.command_path) + "\n")
    lines.append(say("error", None, lithuanian(message) if chosen_language() == LT else message))
    return "\n".join(lines)


def _metavar(text: str) -> str:
    """Words in capitals, which stand for something else, in Lithuanian."""
    return re.sub(r"\b[A-Z]{2,}\b|\bor\b", lambda m: _WORDS.get(m[0], m[0]), text).replace(" ]", "]").strip()


class Formatter(click.HelpFormatter):
    """Usage and help in the chosen language."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The line that says how to call a command."""
        if chosen_language() == LT:
            args, prefix = _metavar(args), say("usage") + " "
        super().write_usage(prog, args, prefix)

    def write_heading(self, heading: str) -> None:
        """The name of a section."""
        super().write_heading(say("options_heading") if heading == "Options" else heading)

    def write_dl(self, rows: Any, col_max: int = 30, col_spacing: int = 2) -> None:
        """Options or commands, each with what it is."""
        if chosen_language() == LT:
            rows = [(_metavar(first), self._said(second)) for first, second in rows]
        super().write_dl(rows, col_max, col_spacing)

    @staticmethod
    def _said(text: str) -> str:
        shown = (
            text.replace("Show this message and exit.", say("help_help"))
            .replace("[default: ", "[numatyta: ")
            .replace("[required]", "[būtina]")
        )
        return re.sub(r"; default: ", "; numatyta: ", shown)


class Context(click.Context):
    """A call whose help is in the chosen language."""

    formatter_class = Formatter


class Option(click.Option):
    """An option whose help is the key of a text."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and what it is."""
        key = self.help
        self.help = say(str(key))
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = key


class Command(click.Command):
    """A command whose help is the key of a text."""

    context_class = Context

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does."""
        for key in (str(self.help), f"exit_codes_{self.name}"):
            if key in TEXTS:
                paragraph(key, formatter)


def paragraph(key: str, formatter: click.HelpFormatter) -> None:
    """The text of a key, as help has it."""
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(say(key))


def command(key: str) -> Decorated:
    """``click.command`` with the key of its help."""
    return click.command(cls=Command, help=key)


def option(*names: str, help: str, **more: Any) -> Decorated:  # noqa: A002 (as click calls it)
    """``click.option`` with the key of its help."""
    return click.option(*names, cls=Option, help=help, **more)
