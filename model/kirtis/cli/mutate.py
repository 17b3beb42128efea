"""``kirtis mutate``: change the rules in one place at a time, and tell who notices."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kirtis.cli.common import language_option, writable
from kirtis.cli.languages import speaker
from kirtis.cli.usage import command, option

if TYPE_CHECKING:
    from rich.console import Console

    from kirtis.mutate.judge import Result

SAID = {
    "judging": ("tikrinami pakeitimai", "judging changes"),
    "no game": ("taip pakeistų taisyklių programa nepriima", "not accepted as rules"),
    "killed": ("pastebėta: kas nors paneigta", "noticed: something is refuted"),
    "weaker": ("pastebėta silpniau: nebeįrodoma arba pavyzdžio neberandama", "noticed less firmly: no longer proved, or an example no longer found"),
    "shown": ("parodo tik pagal tikrąsias taisykles žaistos partijos", "shown only by matches played by the true rules"),
    "equivalent": ("nieko nekeičia: tai patvirtino sprendiklis", "changes nothing: a solver confirms it"),
    "survived": ("niekas nepastebėjo", "nobody noticed"),
    "open": ("neišspręsta", "not decided"),
    "outcome": ("Kas įvyko", "Outcome"),
    "count": ("Kiek", "Count"),
    "who": ("Kas pastebėjo", "Who noticed"),
    "survivors": ("Niekas nepastebėjo šių pakeitimų; jais nesiremia joks teiginys:", "Nobody noticed these changes; no statement rests on them:"),
    "matches": ("Šiuos pakeitimus parodo tik pagal tikrąsias taisykles žaistos partijos; nė vienas teiginys nepaneigtas:", "Only matches played by the true rules show these changes; no statement is refuted:"),
    "time": ("pakeitimai: {n}; vidutiniškai po {each:.1f} s", "changes: {n}; {each:.1f} s each on average"),
    "differs": ("Kitaip, negu įrašyta sąraše {path}:", "Not as in the list {path}:"),
    "was": ("  {id}\n    buvo: {old}; dabar: {new}", "  {id}\n    was: {old}; now: {new}"),
    "agrees": ("Viskas taip, kaip įrašyta sąraše {path}.", "Everything is as in the list {path}."),
    "unlisted": ("sąraše nėra", "not listed"),
    "nothing": ("„{what}“: tokio punkto ar deklaracijos taisyklėse nėra", "“{what}”: there is no such clause or declaration"),
    "stopped": ("Sustabdyta. Rezultatai išsaugoti: ta pati komanda tęs toliau.", "Stopped. The results are kept: the same command will go on from there."),
    "written": ("Įrašyta: {path}", "Written: {path}"),
}  # fmt: skip

say = speaker(SAID)


@command("long_help_mutate")
@click.argument("game")
@option("--seats", type=click.IntRange(1, 40), help="opt_seats")
@option("--sample", type=click.IntRange(1), help="opt_mutate_sample")
@option("--seed", type=int, default=1, show_default=True, help="opt_mutate_seed")
@option("--only", metavar="NAME", help="opt_mutate_only")
@option("--jobs", "-j", type=click.IntRange(1, 256), default=None, help="opt_workers")
@option("--json", "as_json", is_flag=True, help="opt_mutate_json")
@option("--quick", is_flag=True, help="opt_mutate_quick")
@option("--fresh", is_flag=True, help="opt_mutate_fresh")
@option("--write", type=click.Path(dir_okay=False, path_type=Path), help="opt_mutate_write")
@language_option
def mutate(
    game: str, seats: int | None, sample: int | None, seed: int, only: str | None, jobs: int | None, as_json: bool, quick: bool, fresh: bool, write: Path | None, lang: str
) -> None:  # fmt: skip
    """Change the rules in one place at a time, and tell who notices."""
    from rich.console import Console

    from kirtis.cli.progress import progress
    from kirtis.mutate import listing
    from kirtis.mutate.judge import judged
    from kirtis.mutate.source import Source
    from kirtis.prove.ledger import Ledger, place

    writable(write)
    console = Console(stderr=as_json, width=None if sys.stdout.isatty() else 160)
    source = Source.of(game, seats)
    path = listing.path_of(source.game.name)
    listed = listing.read(path)
    outcomes = {e.id: listed[e.id].outcome if e.id in listed else "" for e in source.edits}
    edits = [
        e for e in source.edits if only is None or only in (e.clause, e.where, e.where.split(".")[0], e.kind, outcomes[e.id])
    ]
    if not edits:
        raise click.UsageError(say(lang, "nothing", what=only))
    wanted = listing.sampled(edits, sample, seed) if sample else edits
    ledger = Ledger(None if fresh else place() / f"mutants-{source.game.name}-{len(source.game.seats)}.jsonl")
    results: list[Result] = []
    try:
        with progress(Console(stderr=True), quiet=False) as told:
            for one in judged(game, seats, source, wanted, jobs or os.cpu_count() or 1, ledger, quick):
                results.append(one)
                told(say(lang, "judging"), len(results), len(wanted))
    except KeyboardInterrupt:
        console.print(say(lang, "stopped"))
        raise SystemExit(130) from None
    finally:
        ledger.save()
    order = {e.id: n for n, e in enumerate(source.edits)}
    results.sort(key=lambda r: order[r.id])
    if as_json:
        click.echo(json.dumps([{**r.listed(), "seconds": r.seconds} for r in results], ensure_ascii=False, indent=1))
    else:
        show(results, lang, console)
    if write is not None:
        write.parent.mkdir(parents=True, exist_ok=True)
        kept = listing.together(source.game, write, results, source.edits)
        write.write_text(listing.written(source.game, kept, source.edits), "utf-8")
        console.print(say(lang, "written", path=write), markup=False)
        raise SystemExit(2 if any(r.outcome == "open" for r in results) else 0)
    raise SystemExit(_compared(results, listed, path, lang, console))


def show(results: list[Result], lang: str, console: Console) -> None:
    """The counts, who noticed, and each change that nobody noticed."""
    from rich.table import Table

    from kirtis.mutate.judge import OUTCOMES

    counts = Counter(r.outcome for r in results)
    table = Table(say(lang, "outcome"), say(lang, "count"), box=None, pad_edge=False)
    for outcome in OUTCOMES:
        if counts[outcome]:
            table.add_row(say(lang, outcome), str(counts[outcome]))
    console.print(table)
    console.print()
    who = Counter(r.by for r in results if r.outcome in ("killed", "weaker"))
    if who:
        table = Table(say(lang, "who"), say(lang, "count"), box=None, pad_edge=False)
        for by, n in who.most_common():
            table.add_row(by, str(n))
        console.print(table)
        console.print()
    for title, outcomes in (("matches", ("shown",)), ("survivors", ("survived", "open"))):
        left = [r for r in results if r.outcome in outcomes]
        if left:
            console.print(say(lang, title))
            for r in left:
                note = "; ".join(part for part in (r.by, r.note) if part)
                console.print(f"  {r.id}" + (f"\n    {note}" if note else ""), markup=False, highlight=False)
            console.print()
    console.print(say(lang, "time", n=len(results), each=sum(r.seconds for r in results) / max(1, len(results))))


def _compared(results: list[Result], listed: dict[str, Result], path: Path, lang: str, console: Console) -> int:
    """The exit code; what is otherwise than listed is told."""
    if any(r.outcome == "open" for r in results):
        return 2
    if not listed:
        return 1 if any(r.outcome == "survived" for r in results) else 0
    other = [r for r in results if r.id not in listed or listed[r.id].outcome != r.outcome]
    if not other:
        console.print(say(lang, "agrees", path=path.name), markup=False)
        return 0
    console.print(say(lang, "differs", path=path.name), markup=False)
    for r in other:
        old = say(lang, listed[r.id].outcome if r.id in listed else "unlisted")
        console.print(say(lang, "was", id=r.id, old=old, new=say(lang, r.outcome)), markup=False, highlight=False)
    return 1
