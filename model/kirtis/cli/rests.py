"""``kirtis rests``: which clauses each theorem needs, and which clauses nothing rests on."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kirtis.cli.common import language_option, writable
from kirtis.cli.texts import say
from kirtis.cli.usage import command, option

if TYPE_CHECKING:
    from kirtis.language import Game
    from kirtis.prove.resting import Summary


@command("help_rests")
@click.argument("names", metavar="[GAME ...]", nargs=-1)
@option("--write", "file", type=click.Path(dir_okay=False, path_type=Path), help="opt_rests_write")
@option("--fresh", is_flag=True, help="opt_fresh")
@option("--apart", is_flag=True, help="opt_apart")
@language_option
def rests(names: tuple[str, ...], file: Path | None, fresh: bool, apart: bool, lang: str) -> None:
    """Prove each statement again with as few clauses as can be, and say which; what the file knows is not proved again, if at most statements were added."""
    from rich.console import Console
    from rich.progress import Progress

    from kirtis import files
    from kirtis.language import load
    from kirtis.prove import fingerprint
    from kirtis.prove.check import plan
    from kirtis.prove.resting import ENOUGH, resting, summed
    from kirtis.prove.solve import BUDGET
    from kirtis.tidying import untidied

    writable(file)
    console = Console(width=None if sys.stdout.isatty() else 160)
    kept: dict[str, Any] = json.loads(file.read_text("utf-8")) if file is not None and file.exists() else {}
    for name in names or tuple(p.stem for p in files.spec_files()):
        game = load(name)
        mark = fingerprint.of_game(game)
        before = {} if fresh else kept.get(game.name, {})
        if before.get("fingerprint") != mark:
            # The statements that were added since, where nothing else was changed: no other is asked again.
            added = fingerprint.added(game, before.get("said", ()), before.get("fingerprint", ""))
            with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress, untidied():
                task = progress.add_task(game.titles[0 if lang == "lt" else 1], total=None)
                made = plan(game)
                told = partial(progress.update, task)
                alone = apart or before.get("apart", False)
                each = resting(made, BUDGET if alone else ENOUGH, lambda n, of: told(completed=n, total=of), added, alone)  # noqa: B023
                found = summed(made, each, alone)
            kept[game.name] = _one(game, mark, found, {} if added is None else before)
            if file is not None:
                file.write_text(json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")
        show(game, _kept(kept[game.name]), lang, console)


def _one(game: Game, mark: str, found: Summary, before: dict[str, Any]) -> dict[str, Any]:
    """What was found, as it is kept, with what was known before of other statements: that stays so, whatever is said besides."""
    claims = {c: {"clauses": list(found.claims[c]), "facts": list(found.facts[c])} for c in found.claims}
    return {
        "fingerprint": mark,
        "said": list(game.claims),
        "claims": before.get("claims", {}) | claims,
        "idle": [c for c in found.idle if c in before.get("idle", found.idle)],
        "open": [*before.get("open", ()), *found.open],
        **({"apart": True} if found.apart else {}),
    }


def _kept(one: dict[str, Any]) -> Summary:
    from kirtis.prove.resting import Summary

    claims: dict[str, Any] = one["claims"]
    return Summary(
        {name: tuple(of["clauses"]) for name, of in claims.items()},
        {name: tuple(of["facts"]) for name, of in claims.items()},
        tuple(one["idle"]),
        tuple(one["open"]),
        one.get("apart", False),
    )


def show(game: Game, found: Summary, lang: str, console: Any) -> None:
    """Each claim with its clauses, then what nothing rests on."""
    from rich.table import Table

    table = Table(
        title=game.titles[0 if lang == "lt" else 1], title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="bold"
    )  # fmt: skip
    for title in ("claim", "clauses_needed", "facts_needed"):
        table.add_column(say(title, lang))
    for claim, clauses in found.claims.items():
        table.add_row(claim, " ".join(clauses) or "–", ", ".join(f for f in found.facts[claim] if f in game.claims) or "–")
    console.print(table)
    console.print(say("idle", lang, " ".join(found.idle)) if found.idle else say("none_idle", lang))
    if found.open:
        console.print(say("rests_open", lang, len(found.open)))
    if found.apart:
        console.print(say("rests_apart", lang))
