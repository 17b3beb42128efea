"""``kirtis simulate``: many random matches."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from kirtis.cli.common import Speaker, game_options, language_option
from kirtis.cli.languages import counted
from kirtis.cli.texts import say
from kirtis.cli.usage import command, option

if TYPE_CHECKING:
    from rich.table import Table

    from kirtis.language import Game
    from kirtis.play.simulate import Tally


@command("help_simulate")
@game_options
@option("--matches", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="opt_matches")
@option("--seed", default="1", show_default=True, help="opt_seed")
@option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="opt_jobs")
@language_option
def simulate(game: str, options: dict[str, str], seats: int | None, matches: int, seed: str, jobs: int, lang: str) -> None:
    """Play many random matches and print what happened in them."""
    from rich.console import Console
    from rich.progress import Progress

    from kirtis.play.game import load
    from kirtis.play.simulate import simulate_many

    rules = load(game, options=options, seats=seats).rules
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task(say("simulating", lang), total=matches)
        tally = simulate_many((game, options, seats), matches, seed, jobs, lambda n: progress.advance(task, n))
    Report(rules, tally, lang).print()


class Report:
    """The summary of a simulation."""

    def __init__(self, rules: Game, tally: Tally, lang: str) -> None:
        self.rules, self.tally, self.lang = rules, tally, lang
        self.speaker = Speaker(rules, lang)

    def print(self) -> None:
        """Print everything: totals, results, actions, rows that decided."""
        from rich.console import Console

        console = Console(width=None if sys.stdout.isatty() else 160)
        for part in (self.totals(), self.results(), self.actions(), self.rows()):
            if part.row_count:
                console.print(part)
                console.print()

    def table(self, title: str, *columns: str) -> Table:
        from rich.table import Table

        table = Table(
            title=title,
            title_justify="left",
            box=None,
            pad_edge=False,
            show_header=bool(columns),
            header_style="bold",
            title_style="bold",
        )
        for n, column in enumerate(columns or ("", "")):
            table.add_column(column, justify="right" if n == len(columns or "xx") - 1 else "left")
        return table

    def totals(self) -> Table:
        tally, lang = self.tally, self.lang
        table = self.table(self.rules.titles[self.speaker.n])
        rate = tally.decisions / tally.seconds if tally.seconds else 0.0
        for key, value in (
            ("matches", f"{tally.matches:,}"), ("decisions", f"{tally.decisions:,}"), ("seconds", f"{tally.seconds:.2f}"),
            ("per_second", f"{rate:,.0f}"),
        ):  # fmt: skip
            table.add_row(say(key, lang), value.replace(",", " "))
        return table

    def results(self) -> Table:
        table = self.table(say("results", self.lang))
        for word, n in self.tally.results.most_common():
            table.add_row(self.speaker.word(word), counted(n, "match", self.lang))
        return table

    def actions(self) -> Table:
        lang, word = self.lang, self.speaker.word
        table = self.table(say("actions", lang), say("phase", lang), say("action", lang), say("count", lang))
        for phase in self.rules.phases.values():
            for action in phase.actions:
                table.add_row(
                    self.speaker.phase(phase.name), word(action.name), self.times(self.tally.actions[phase.name, action.name])
                )
        return table

    def rows(self) -> Table:
        lang = self.lang
        columns = (say(key, lang) for key in ("table", "row", "clause", "count"))
        table = self.table(say("rows", lang), *columns)
        for one in self.rules.tables.values():
            if one.params or not any(name == one.name for name, _ in self.tally.rows):
                continue
            for n, row in enumerate(one.rows):
                table.add_row(
                    one.name, f"{n + 1}: {row.text}", " ".join(row.at.clauses), self.times(self.tally.rows[one.name, n])
                )
        return table

    def times(self, n: int) -> str:
        return f"{n:,}".replace(",", " ") if n else say("never", self.lang)
