"""What several commands share: their options, and words of a game in a language."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import click

from kirtis.cli.languages import LANGUAGES, LT, chosen_language
from kirtis.cli.texts import say
from kirtis.cli.usage import option

Command = Callable[..., Any]


def _language(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    return value or chosen_language()


def _options(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    out = {}
    for value in values:
        name, equals, word = value.partition("=")
        if not equals or not name.strip() or not word.strip():
            raise click.BadParameter(say("bad_set", None, value))
        out[name.strip()] = word.strip()
    return out


def language_option(command: Command) -> Command:
    """``--lang lt|en``; a call may as well name it before the command."""
    add = option("--lang", type=click.Choice(LANGUAGES), callback=_language, help="opt_lang")
    return cast("Command", add(command))


def game_options(command: Command) -> Command:
    """``GAME``, ``--seats N`` and ``--set option=value``."""
    for add in (
        option("--set", "options", multiple=True, metavar="OPTION=VALUE", callback=_options, help="opt_set"),
        option("--seats", type=click.IntRange(1, 40), help="opt_seats"),
        click.argument("game"),
    ):
        command = add(command)
    return command


def writable(file: Path | None) -> None:
    """Make sure at the start that a file can be written at the end. Raises OSError that names it."""
    if file is None:
        return
    folder = file.resolve().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise OSError(
            errno.EACCES if folder.is_dir() else errno.ENOENT,
            os.strerror(errno.EACCES if folder.is_dir() else errno.ENOENT),
            str(file),
        )


class Speaker:
    """Words of one game in one language."""

    def __init__(self, rules: Any, lang: str) -> None:
        self.rules, self.lang = rules, lang
        self.n = 0 if lang == LT else 1
        self.cards = frozenset(rules.enums["card"])

    def word(self, name: str) -> str:
        """A word of the rules for people; the formal word where there is none."""
        found: tuple[str, str] | None = self.rules.words.get(name)
        return found[self.n] if found else name

    def card(self, name: str) -> str:
        """A card as a sign."""
        return self.word(f"sign of {name}")

    def phase(self, name: str) -> str:
        """A phase in words: its own, where it shares its name with an action."""
        return self.word(f"phase {name}" if f"phase {name}" in self.rules.words else name)

    def cell(self, name: str) -> str:
        """A cell as the rules write it (``hand[A]``), a phase or an option, in words."""
        if name == "phase":
            return self.say("phase")
        family, _, index = name.removeprefix("option ").rstrip("]").partition("[")
        return " ".join((self.word(family), *map(self.word, index.split(", ") if index else ())))

    def argument(self, word: str) -> str:
        """An argument of an action: a card as a sign, anything else as a word."""
        return self.card(word) if word in self.cards else self.word(word)

    def action(self, action: Any) -> str:
        """An action without its seat."""
        return " ".join((self.word(action.name), *map(self.argument, action.args)))

    def value(self, value: Any) -> str:
        """A value in words."""
        if value is None:
            return self.word("none")
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if isinstance(value, list):
            return " ".join(map(self.argument, value)) or "–"
        return self.argument(value) if isinstance(value, str) else str(value)

    def result(self, state: Any) -> str:
        """How a finished match ended."""
        if "winner" in self.rules.definitions and not self.rules.definitions["winner"].params:
            winner = state.get("winner")
            return self.value(winner) if winner is not None else self.say("no_sole_winner")
        return self.phase(state.phase)

    def say(self, key: str, *values: object) -> str:
        """A text of the command line."""
        return say(key, self.lang, *values)
