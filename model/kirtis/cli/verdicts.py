"""The report of a check for people: each claim with its state, what breaks, and how it comes about."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from kirtis.cli import settling
from kirtis.cli.languages import speaker
from kirtis.cli.proofs import SHOWN, Prover
from kirtis.cli.variant import Variant
from kirtis.cli.way import match_of, shown, where
from kirtis.language.game import Game
from kirtis.prove import second as solver
from kirtis.prove.report import COUNTED, Counterexample, Report, outcome
from kirtis.states import STATES

SAID = {
    **STATES,
    **SHOWN,
    "agreed": ("antras sprendiklis ({solver}) visur atsakė tą patį: {n}", "a second solver ({solver}) gave the same answer to all {n}"),
    "obligations": ("įrodytini teiginiai: {n}", "obligations: {n}"),
    "inferred": ("rasti invariantai: {n}", "invariants inferred: {n}"),
    "ends": ("padalijimas baigiasi: šie skaičiai nedidėja, o kiekvienas žingsnis, galintis kartotis, kurį nors sumažina: {what}", "a deal ends: none of these numbers grows, and each step that could recur makes one fall: {what}"),
    "round": ("NEĮRODYTA, kad padalijimas baigiasi; gali būti sukamasi ratu: {what}", "NOT shown that a deal ends; this may go round for ever: {what}"),
    "breaks": ("Paneigta: {what}", "Refuted: {what}"),
    "where": ("vieta: {where}", "at {where}"),
    "all": ("Viskas įrodyta.", "Everything is proved."),
    "asked": ("paklausta: {n}; iš jų įrodyta: {m}", "asked about {n} of them; {m} are proved"),
    "nothing": ("Čia nėra ko įrodinėti.", "There is nothing to prove here."),
}  # fmt: skip

say = speaker(SAID)


def show(report: Report, game: Game, lang: str, console: Console) -> None:
    """The report for people: each claim with its state, then what breaks, with the position."""
    words = Prover(game, lang)
    which = words.n
    counts = ", ".join(f"{say(lang, s)} {n}" for s in COUNTED if (n := report.count(s)))
    console.print(
        f"[bold]{game.titles[which]}[/] {game.version} · {say(lang, 'obligations', n=len(report.verdicts))} ({counts}) · {say(lang, 'inferred', n=report.inferred)}"
    )
    for line in settling.told(report, lang):
        console.print(escape(line), highlight=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for key in ("claim", "clause", "state"):
        table.add_column(say(lang, key))
    claims = report.claims()
    homes = {c.name: " ".join(c.at.clauses) for c in game.claims.values()}
    inherits = Variant.of(game, report, lang)
    for name in [n for n in homes if n in claims and not (inherits and inherits.tells(n))]:
        if claims[name] != "not run":
            style = {"proved": "green", "refuted": "bold red"}.get(claims[name], "yellow")
            table.add_row(name, homes[name], f"[{style}]{say(lang, claims[name])}[/]")
    if table.row_count:
        console.print(table)
    if inherits:
        inherits.print(console)
    if agreed := sum(bool(v.second) and v.state in ("proved", "refuted") for v in report.verdicts):
        console.print(say(lang, "agreed", solver=solver.NAME, n=agreed))
    if report.asked is not None:
        proved = sum(v.state == "proved" for v in report.verdicts if v.name in report.asked)
        console.print(say(lang, "asked", n=len(report.asked), m=proved) if report.asked else say(lang, "nothing"))
    if report.ends and not report.goes_round and not report.count("not run"):
        console.print(say(lang, "ends", what=", ".join(map(words.number, report.ends))))
    if report.goes_round:
        console.print(f"[bold red]{say(lang, 'round', what='; '.join(map(words.way, report.goes_round)))}[/]")
    for v in inherits.once(report.verdicts) if inherits else report.verdicts:
        if v.state not in ("proved", "not run"):
            told = escape(f"{words.named(v.name)}: {words.said(v.what)}" + (f" ({words.said(v.reason)})" if v.reason else ""))
            console.print(f"[bold red]{say(lang, v.state)}[/] {told}", highlight=False, soft_wrap=True)
            console.print(
                f"  {say(lang, 'where', where=f'{_near(v.file)}:{v.line}')} {' '.join(v.clauses)}",
                highlight=False,
                soft_wrap=True,
            )
    for c in report.counterexamples:
        _show_broken(c, words, console)
    if not outcome([report]) and not report.count("not run"):
        console.print(f"[green]{say(lang, 'all')}[/]")


def _show_broken(c: Counterexample, words: Prover, console: Console) -> None:
    lang = words.lang
    console.print(f"\n[bold]{say(lang, 'breaks', what=escape(words.named(c.obligation)))}[/]", highlight=False)
    console.print(where(c, words), highlight=False, soft_wrap=True)
    _cells(c.before, words, console)
    if c.doing:
        key, what = words.doing(c.doing)
        console.print(say(lang, key, what=escape(what)), highlight=False, soft_wrap=True)
    if c.after:
        console.print(say(lang, "after"))
        _cells([cell for cell in c.after if cell not in c.before], words, console)
    if c.other:
        console.print(say(lang, "other"))
        _cells([cell for cell in c.other if cell not in c.before], words, console)
    if record := match_of(c):
        console.print(say(lang, "way"))
        for line in shown(record, words):
            console.print(Padding(escape(line), (0, 0, 0, 4)), highlight=False)
    elif not c.reached:
        if not c.other:
            console.print(say(lang, "replayed" if c.replayed else "not replayed"), soft_wrap=True)
        console.print(say(lang, "not reached"), soft_wrap=True)


def _cells(cells: Iterable[tuple[str, str]], words: Prover, console: Console) -> None:
    """Cells in the words of the game; beside them, for whoever goes on to the rules, as they stand there."""
    table = Table(box=None, show_header=False, padding=(0, 2))
    table.add_column()
    table.add_column()
    table.add_column(style="dim")
    for name, value in cells:
        formal = name if name.partition("[")[0] in words.rules.zones else f"{name} = {value}"
        table.add_row(escape(words.cell(name)), escape(words.held(name, value)), escape(formal))
    console.print(table, highlight=False)


def _near(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file
