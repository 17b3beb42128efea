"""``kirtis reached``: whether everything in the rules comes about, in matches that are kept."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kirtis.cli.coming import SAID as SHOWN
from kirtis.cli.coming import reason, show
from kirtis.cli.common import language_option
from kirtis.cli.languages import counted, speaker
from kirtis.cli.usage import command, option

if TYPE_CHECKING:
    from kirtis.language import Game
    from kirtis.reached.kept import Reached

SAID = {
    "search": ("{game}: žaidžiama ir ieškoma", "{game}: playing and looking"),
    "never": ("{game}: sprendiklio klausiama, ko nebūna", "{game}: asking a solver what never comes about"),
    "choose": ("{game}: renkamos partijos", "{game}: choosing matches"),
    "head": (
        "{game}, žaidėjų {n}: taisyklių vietų – {all}; nutinka įrašytose partijose – {met} ({kept}), niekada nenutinka – {never}, nesutikta – {unmet}.",
        "{game}, {n} players: {all} places of the rules; {met} come about in kept matches ({kept}), {never} never do, {unmet} were not met.",
    ),
    "not so": ("  nenutinka ten, kur įrašyta: {mark}", "  does not come about where the file says: {mark}"),
    "broken": ("  įrašytos partijos neatitinka taisyklių: {fault}", "  the kept matches do not follow the rules: {fault}"),
    "unknown": ("  nieko nepasakyta: {mark}", "  nothing is said of it: {mark}"),
    "why": ("  nesutikta: {mark}\n    {why}", "  not met: {mark}\n    {why}"),
    "nothing kept": (
        "{game}, žaidėjų {n}: nieko neįrašyta; ieško ir įrašo: kirtis reached {game} --write APLANKAS",
        "{game}, {n} players: nothing is kept; this looks for matches: kirtis reached {game} --write FOLDER",
    ),
    "no game": ("kad būtų rodoma, nurodykite vieną žaidimą", "to show something, name one game"),
}  # fmt: skip

say = speaker({**SHOWN, **SAID})


@command("help_reached")
@click.argument("games", metavar="[GAME ...]", nargs=-1)
@option("--seats", type=click.IntRange(1, 40), help="opt_seats")
@option("--show", "what", metavar="NAME", help="opt_reached_show")
@option("--record", type=click.Path(dir_okay=False, path_type=Path), help="opt_reached_record")
@option("--write", "folder", type=click.Path(file_okay=False, path_type=Path), help="opt_reached_write")
@language_option
def reached(
    games: tuple[str, ...], seats: int | None, what: str | None, record: Path | None, folder: Path | None, lang: str
) -> int:
    """Play the kept matches again; or show one; or look for them anew. Code 1 where something does not come about, 2 where no reason is given."""
    from kirtis import files
    from kirtis.conform.vectors import counts
    from kirtis.language import load

    if seats is not None:
        for name in games:
            load(name, seats=seats, proofs=False)  # it says so where a game is not for so many
    names = list(games) or [path.stem for path in files.spec_files()]
    if what is not None:
        if len(games) != 1:
            raise click.UsageError(say(lang, "no game"))
        n = seats or counts(names[0])[0]
        one = _kept(names[0], n, lang)
        return 2 if one is None else show(load(names[0], seats=n, proofs=False), one, what, record, lang)
    code = 0
    for name in names:
        wanted = [n for n in counts(name) if seats in (None, n)]
        if folder is not None:
            _write(name, wanted, folder, lang)
        else:
            code = max([code, *(_again(name, n, lang) for n in wanted)], key=_grave)
    return code


def _grave(code: int) -> int:
    """What is wrong weighs more than what is not known."""
    return (0, 2, 1)[code]


def _write(name: str, wanted: Sequence[int], folder: Path, lang: str) -> None:
    from kirtis.conform.search import FULL
    from kirtis.conform.vectors import counts
    from kirtis.files import write_whole
    from kirtis.language import load
    from kirtis.reached import kept
    from kirtis.reached.find import find
    from kirtis.tidying import untidied

    folder.mkdir(parents=True, exist_ok=True)
    path, rules, every = folder / f"{name}.json", load(name, proofs=False), counts(name)
    found = {n: one for n, one in kept.read(path).items() if n in every}
    for n in wanted:
        with untidied():  # what is found is kept to the end
            found[n] = find(
                name, n, FULL.shared(len(every)), found.get(n), lambda step: click.echo(say(lang, step, game=name), err=True)
            )
        _head(rules, n, found[n], lang)
    write_whole(path, kept.written(rules, found))
    click.echo(say(lang, "written", path=path))


def _head(rules: Game, n: int, one: Reached, lang: str) -> None:
    parts = {"met": len(one.met), "never": len(one.never), "unmet": len(one.unmet)}
    kept = counted(len(one.matches), "match", lang)
    title = rules.titles[0 if lang == "lt" else 1]
    click.echo(say(lang, "head", game=title, n=n, all=sum(parts.values()), kept=kept, **parts))


def _kept(name: str, n: int, lang: str) -> Reached | None:
    """What is kept of a game for a number of players; where nothing is, that is said."""
    from kirtis.reached import kept

    one = kept.read(kept.path_of(name)).get(n)
    if one is None:
        click.echo(say(lang, "nothing kept", game=name, n=n))
    return one


def _again(name: str, n: int, lang: str) -> int:
    """Play the kept matches of a game for a number of players again; the exit code."""
    from kirtis.cli.faults import told
    from kirtis.conform.marks import Marks
    from kirtis.language import load
    from kirtis.play.faults import PlayError
    from kirtis.reached.again import Touching

    one = _kept(name, n, lang)
    if one is None:
        return 2
    rules = load(name, seats=n, proofs=False)
    touching = Touching(Marks(rules))
    _head(rules, n, one, lang)
    code = 0
    try:
        for mark, so in touching.again(one):
            if not so:
                click.echo(say(lang, "not so", mark=mark))
                code = 1
    except (PlayError, ValueError) as error:
        click.echo(say(lang, "broken", fault=told(error, lang) if isinstance(error, PlayError) else error))
        return 1
    for mark in one.unmet:
        click.echo(say(lang, "why", mark=mark, why=reason(one, mark, lang)))
    unknown = [mark for mark in touching.marks.all if mark not in one]
    for mark in unknown:
        click.echo(say(lang, "unknown", mark=mark))
    sys.stdout.flush()
    return code or (2 if unknown or one.left else 0)
