"""``kirtis check``: prove the rules, or show the deal that breaks them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from kirtis import files
from kirtis.cli import faults, settling
from kirtis.cli.common import language_option, writable
from kirtis.cli.explained import explained
from kirtis.cli.languages import speaker
from kirtis.cli.page import as_page
from kirtis.cli.progress import Told, progress
from kirtis.cli.usage import command, option
from kirtis.cli.variant import whole_json
from kirtis.cli.verdicts import show
from kirtis.cli.way import write_deals
from kirtis.language import SpecError, load
from kirtis.language.game import Game
from kirtis.prove import second as solver
from kirtis.prove.abreast import Asked, abreast
from kirtis.prove.asking import Say
from kirtis.prove.executors import NoExecutorError
from kirtis.prove.ledger import Ledger, place
from kirtis.prove.report import Report, outcome
from kirtis.prove.solve import BUDGET
from kirtis.prove.variant import proved
from kirtis.states import STATES

SAID = {
    "play": ("žaidžiama ir stebima", "playing and watching"),
    "infer": ("ieškoma invariantų", "looking for invariants"),
    "list": ("surašomi įrodytini teiginiai", "listing what is to be proved"),
    "prove": ("įrodinėjama", "proving"),
    "search": ("ieškoma pavyzdžių", "looking for examples"),
    "second": ("tikrina antras sprendiklis", "asking a second solver"),
    "no second": ("Antras sprendiklis neįdiegtas: pip install 'kirtis[second]'", "The second solver is not installed: pip install 'kirtis[second]'"),
    "written": ("Partija įrašyta: {file}", "A match is written to {file}"),
    "stopped": ("Sustabdyta. Kas įrodyta, išsaugota: ta pati komanda tęs toliau.", "Stopped. What was proved is kept: the same command will go on from there."),
    "ledger": ("Iš anksčiau žinoma atsakymų: {n} iš {m}. Jie laikomi aplanke {where}", "Answers known from before: {n} of {m}; they are kept in {where}"),
    "no ledger": ("Viskas įrodyta iš naujo, į ankstesnius atsakymus nežiūrint.", "Everything was proved anew; no earlier answer was used."),
    "none": ("„{what}“ nieko neatitinka; gal turėta galvoje: {known}", "nothing matches “{what}”; did you mean {known}"),
    "names": ("„{what}“ nieko neatitinka; tinka teiginio, punkto ar žingsnio pavadinimas, pavyzdžiui: {known}", "nothing matches “{what}”; it may be a statement, a clause or a step, such as {known}"),
}  # fmt: skip

say = speaker(SAID)


@command("long_help_check")
@click.argument("games", nargs=-1, metavar="[GAME or FILE.md ...]")
@option("--jobs", "-j", type=click.IntRange(1, 256), default=None, help="opt_workers")
@option("--only", metavar="NAME", help="opt_only")
@option("--explain", metavar="NAME", help="opt_explain")
@option("--json", "as_json", is_flag=True, help="opt_json")
@option("--fresh", "--no-ledger", "fresh", is_flag=True, help="opt_fresh")
@settling.set_option
@option("--second", is_flag=True, help="opt_second")
@option("--executor", "at", metavar="dask://HOST:PORT", help="opt_executor")
@option("--quiet", "-q", is_flag=True, help="opt_quiet")
@option("--budget", type=click.IntRange(1000), default=BUDGET, show_default=True, help="opt_budget")
@option("--html", "page", type=click.Path(dir_okay=False, path_type=Path), help="opt_html")
@option("--deals", type=click.Path(file_okay=False, path_type=Path), help="opt_deals")
@option("--status", type=click.Path(dir_okay=False, path_type=Path), help="opt_status")
@language_option
def check(
    games: tuple[str, ...], jobs: int | None, only: str | None, explain: str | None, as_json: bool, fresh: bool, values: tuple[str, ...], second: bool, at: str | None, quiet: bool, budget: int, page: Path | None, deals: Path | None, status: Path | None, lang: str
) -> None:  # fmt: skip
    """Prove what is claimed of each game, and tell what came of it."""
    console = Console(stderr=as_json)
    for file in (page, deals, status):
        writable(file)
    if second and not solver.installed():
        console.print(say(lang, "no second"), markup=False)
        raise SystemExit(3)
    loaded = _load(games or tuple(p.stem for p in files.spec_files()), console)
    loaded = [settling.settle(game, values, lang) for game in loaded]
    if only is not None:
        only = _name(loaded, only, lang, console)
    if explain is not None:
        if not explained(loaded, explain, lang):
            click.echo(say(lang, "none", what=explain, known=", ".join(c for g in loaded for c in g.claims)), err=True)
            raise SystemExit(3)
        return
    reports = []
    from kirtis.prove.check import check as whole

    jobs = jobs or os.cpu_count() or 1
    prove = partial(whole, jobs=jobs, only=only, budget=budget, second=second, at=at)
    try:
        if jobs > 1 and len(loaded) > 1 and at is None:
            found = _abreast(loaded, jobs, Asked(only, budget, second), fresh, lang, console, quiet)
        else:
            found = (_checked(game, prove, fresh, lang, console, quiet) for game in loaded)
        for game, report in zip(loaded, found, strict=True):
            reports.append(report)
            if not as_json:
                show(report, game, lang, console)
            # Game by game: of many some may take long, and whoever stops has what is known by then.
            if page is not None:
                files.write_whole(page, [as_page(reports, loaded[: len(reports)], lang)])
            for written in () if deals is None else write_deals(report, game, deals):
                click.echo(say(lang, "written", file=written), err=True)
    except NoExecutorError as error:
        console.print(faults.told(error, lang), markup=False, highlight=False, soft_wrap=True)
        raise SystemExit(3) from None
    except KeyboardInterrupt:
        console.print(say(lang, "stopped"))
        raise SystemExit(130) from None
    if not quiet:
        answers, known = sum(len(r.verdicts) for r in reports), sum(r.kept for r in reports)
        click.echo(say(lang, "no ledger") if fresh else say(lang, "ledger", n=known, m=answers, where=place()), err=True)
    if as_json:
        click.echo(json.dumps([whole_json(r, g) for r, g in zip(reports, loaded, strict=True)], ensure_ascii=False, indent=1))
    if status is not None:
        status.write_text(json.dumps(statuses(reports), ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")
    raise SystemExit(outcome(reports))


def _load(games: Iterable[str], console: Console) -> list[Game]:
    out = []
    failed = False
    for name in games:
        try:
            first = load(name)
            out += [first if n == len(first.seats) else load(name, seats=n) for n in first.seat_counts] or [first]
        except SpecError as error:
            failed = True
            console.print(faults.told(error), markup=False, highlight=False, soft_wrap=True)
    if failed:
        raise SystemExit(3)
    return out


def _name(games: list[Game], only: str, lang: str, console: Console) -> str:
    """The name that is meant, before any work is done: of a claim, clause, phase or step; in whatever case it is written."""
    known: dict[str, str] = {}
    for game in games:
        steps = [f"{p.name}.{a.name}" for p in game.phases.values() for a in p.actions]
        units = [u.id for d in game.documents for u in d.units if u.kind in ("clause", "theorem", "finding")]
        known.update({name.lower(): name for name in (*game.claims, *units, *game.phases, *steps, *game.tables, *game.duties)})
    if only.lower() in known:
        return known[only.lower()]
    if any(only.lower() in name for name in known):
        return only
    close = [known[c] for c in get_close_matches(only.lower(), known, 3, 0.5)]
    several = (*games[0].claims, *games[0].phases)[:1], units[:1], steps[:1]
    meant = ", ".join(close or [name for names in several for name in names])
    console.print(escape(say(lang, "none" if close else "names", what=only, known=meant)), soft_wrap=True)
    raise SystemExit(3)


def _checked(game: Game, prove: Callable[..., Report], fresh: bool, lang: str, console: Console, quiet: bool) -> Report:
    with progress(console, quiet) as told:
        return proved(game, partial(prove, ledger=Ledger(_kept(game, fresh)), say=_saying(game, told, lang)))


def _abreast(
    games: list[Game], jobs: int, asked: Asked, fresh: bool, lang: str, console: Console, quiet: bool
) -> Iterator[Report]:
    """The reports in the order of the games, while these are checked side by side."""
    with progress(console, quiet) as told:
        says = [_saying(game, told, lang) for game in games]
        yield from abreast(games, [_kept(game, fresh) for game in games], jobs, asked, says)


def _kept(game: Game, fresh: bool) -> Path | None:
    """The file of what was answered before, unless everything is to be proved anew."""
    return None if fresh else place() / f"{game.name}-{len(game.seats)}.jsonl"


def _saying(game: Game, told: Told, lang: str) -> Say:
    title = game.titles[0 if lang == "lt" else 1]
    counted = ("prove", "second")
    return lambda what, done, of: told(f"{title}: {say(lang, what)}", done, of if what in counted else None)


def statuses(reports: Iterable[Report]) -> dict[str, object]:
    """The states of clauses, claims and kinds of obligations, for the book; a game for several numbers of players is as good as the worst of them."""
    games: dict[str, list[Report]] = {}
    for r in reports:
        games.setdefault(r.game, []).append(r)
    return {name: _status(group) for name, group in games.items()}


def _status(group: list[Report]) -> dict[str, object]:
    clauses: dict[str, dict[str, int]] = {}
    claims: dict[str, str] = {}
    kinds: dict[str, dict[str, int]] = {}
    for r in group:
        for v in r.verdicts:
            of = kinds.setdefault(v.kind, {})
            of[v.state] = of.get(v.state, 0) + 1
        for clause, counts in r.clauses().items():
            mine = clauses.setdefault(clause, dict.fromkeys(counts, 0))
            for state, n in counts.items():
                mine[state] += n
        for claim, state in r.claims().items():
            claims[claim] = min(claims.get(claim, "proved"), state, key=list(STATES).index)
    return {
        "version": group[0].version,
        "fingerprint": " ".join(r.fingerprint for r in group),
        "clause": clauses,
        "kind": kinds,
        "theorem": claims,
    }
