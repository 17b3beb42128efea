"""The command line: one thin module a command, loaded when it is called.

Exit codes: 0 all is well; 1 something is refuted, or a record breaks the rules; 2 something is unknown; 3 the input is bad
(a command, option, file or rulebook that cannot be read); 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from kirtis.cli.interrupted import interruptible
from kirtis.cli.languages import LANGUAGES, speaking
from kirtis.cli.texts import say
from kirtis.cli.usage import Context, fault, option, paragraph

OK, REFUTED, UNKNOWN, BAD_INPUT, STOPPED = 0, 1, 2, 3, 130

COMMANDS = {
    "check": "kirtis.cli.check:check",
    "conform": "kirtis.cli.conform:conform",
    "diff": "kirtis.cli.diff:diff",
    "export": "kirtis.cli.export:export",
    "games": "kirtis.cli.games:games",
    "mutate": "kirtis.cli.mutate:mutate",
    "options": "kirtis.cli.options:options",
    "play": "kirtis.cli.play:play",
    "reached": "kirtis.cli.reached:reached",
    "replay": "kirtis.cli.replay:replay",
    "rests": "kirtis.cli.rests:rests",
    "serve": "kirtis.cli.serve:serve",
    "simulate": "kirtis.cli.simulate:simulate",
    "vectors": "kirtis.cli.vectors:vectors",
}


class Commands(click.Group):
    """A group whose commands are imported when they are called, and whose errors are sentences."""

    context_class = Context

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        paragraph("help", formatter)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        try:
            command = getattr(import_module(module), name)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            return None
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        # Said here and not read from the commands, so that help need not import them.
        with formatter.section(say("commands")):
            formatter.write_dl([(name, say(f"help_{name}")) for name in self.list_commands(ctx)])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        with speaking(sys.argv[1:] if args is None else args), interruptible():
            if not standalone_mode:
                return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            sys.exit(self._code(args, prog_name, complete_var, **extra))

    def _code(self, args: Sequence[str] | None, prog_name: str | None, complete_var: str | None, **extra: Any) -> int:
        """The exit code of a call, after every error has been told in a sentence."""
        for stream in (sys.stdout, sys.stderr):
            # Suits and Lithuanian letters go out whatever the terminal is set to.
            if isinstance(stream, TextIOWrapper) and stream.encoding.lower().replace("-", "") != "utf8":
                stream.reconfigure(encoding="utf-8", errors="replace")
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.UsageError as error:
            # Called with nothing to do, as people do to see what there is.
            click.echo(error.ctx.get_help() if error.ctx and error.message == "Missing command." else fault(error), err=True)
            return BAD_INPUT
        except click.ClickException as error:
            click.echo(fault(error), err=True)
            return BAD_INPUT
        except (click.Abort, KeyboardInterrupt):
            click.echo(err=True)
            return STOPPED
        except BrokenPipeError:
            return OK
        except Exception as error:
            _tell(error)
            return BAD_INPUT
        return code if isinstance(code, int) else OK


def _tell(error: Exception) -> None:
    """Print an error of files, rules, options or records; anything else is a fault of the program, and is raised again."""
    from kirtis.cli.faults import told
    from kirtis.language.errors import SpecError
    from kirtis.play.faults import PlayError

    if not isinstance(error, OSError | SpecError | PlayError):
        raise error
    click.echo(told(error), err=True)


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from kirtis import __version__

        click.echo(f"kirtis {__version__}")
        ctx.exit()


@click.group(cls=Commands, help="help", no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]})
@option("--lang", type=click.Choice(LANGUAGES), expose_value=False, help="opt_lang")
@option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="help_version")
def main() -> None:
    """Read the arguments and call a command."""


__all__ = ["BAD_INPUT", "OK", "REFUTED", "STOPPED", "UNKNOWN", "main"]
