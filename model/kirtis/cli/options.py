"""``kirtis options``: what each option of a game changes, and a match under the values one wants."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace

import click
from rich.console import Console

from kirtis.cli.common import Speaker, language_option
from kirtis.cli.languages import LT, speaker
from kirtis.cli.progress import progress
from kirtis.cli.settling import set_option, values_of, written
from kirtis.cli.usage import command, option
from kirtis.language import load
from kirtis.language.document import content_hash
from kirtis.language.game import Game
from kirtis.play.game import option_choices
from kirtis.prove.choices import Apart, Mention, apart, mentions
from kirtis.prove.witness import Clash, Match, witness

SAID = {
    "play": ("žaidžiama ir stebima", "playing and watching"),
    "infer": ("ieškoma invariantų", "looking for invariants"),
    "apart": ("lyginamos reikšmės", "comparing values"),
    "head": ("{game}: pasirinkimai – {n}, jų reikšmių derinių – {m}.", "{game}: {n} options, {m} combinations of their values."),
    "no options": ("{game}: pasirinkimų nėra.", "{game} has no options."),
    "all": (
        "Kas įrodoma be --set, įrodoma reikšmių nežinant, taigi galioja visiems deriniams iš karto; vienai reikšmei – kirtis check {name} --set pasirinkimas=reikšmė.",
        "What is proved without --set is proved with the values unknown, and so holds for all combinations at once; for one value: kirtis check {name} --set option=value.",
    ),
    "option": ("{name}: {values}  [numatyta: {default}]  {finding}", "{name}: {values}  [default: {default}]  {finding}"),
    "asked": ("    lemia punktuose: {clauses}", "    decides in clauses: {clauses}"),
    "nowhere": ("    taisyklėse neminimas", "    no rule names it"),
    "said": ("    teiginiai, kurie jį mini: {claims}", "    statements that name it: {claims}"),
    "silent": ("    nė vienas teiginys jo nemini: kas įrodyta, galioja su bet kuria reikšme", "    no statement names it: what is proved holds whatever its value"),
    "tells": ("    reikšmes skiria {claim}: be pasirinkimo galioja, kai {yes}, o kai {no} – ne{where}", "    its values are told apart by {claim}: without the option it holds for {yes}, not for {no}{where}"),
    "tells none": ("    nė vienas jų reikšmių neskiria: tiesa ir be pasirinkimo", "    none of them tells its values apart: they hold without the option as well"),
    "met": (" (sėkla {seed}, žingsnis {step})", " (seed {seed}, step {step})"),
    "more": (", kai žaidėjų {n}", ", with {n} players"),
    "not met": (" (sprendiklio padėtis, žaidžiant nesutikta)", " (a position found by the solver, not met in play)"),
    "set": ("Su reikšmėmis {what}:", "With {what}:"),
    "plain": ("Su numatytomis reikšmėmis:", "With the default values:"),
    "match": ("  partija yra ir baigiasi: sėkla {seed}, sprendimų {n}, pabaiga – {end}", "  there is a match, and it ends: seed {seed}, {n} decisions, ending in {end}"),
    "clash": ("  partijos nėra: fazėje „{phase}“ niekas nieko negali daryti (sėkla {seed})", "  there is no match: in the phase “{phase}” nobody can do anything (seed {seed})"),
    "always": ("  kad ir kokia padėtis, tarpusavyje nesutaria: {what}", "  whatever the position, these clash: {what}"),
    "here": ("  toje padėtyje tarpusavyje nesutaria: {what}", "  in that position these clash: {what}"),
    "fewest": ("  nė vieno jų atmesti negalima: be bet kurio kas nors galėtų eiti toliau", "  none can be left out: without any one of them somebody could go on"),
    "open": ("  per {n} partijų nė viena nesibaigė; ar gali, nežinoma", "  none of {n} matches ended; whether one can is not known"),
}  # fmt: skip

say = speaker(SAID)


@command("long_help_options")
@click.argument("game")
@option("--seats", type=click.IntRange(1, 40), help="opt_seats")
@set_option
@option("--quick", is_flag=True, help="opt_quick")
@option("--json", "as_json", is_flag=True, help="opt_json")
@language_option
def options(game: str, seats: int | None, values: tuple[str, ...], quick: bool, as_json: bool, lang: str) -> None:
    """Tell what each option of a game changes."""
    rules = load(game, seats=seats)
    chosen = values_of(rules, values, lang)
    found = [] if quick or values else _apart(game, rules, seats, lang)
    play = witness(rules, chosen)
    named = mentions(rules)
    if values:
        named = [m for m in named if m.option.name in chosen]
    if as_json:
        click.echo(json.dumps(_plain(rules, named, found, play), ensure_ascii=False, indent=1))
    else:
        for line in _told(game, rules, named, found, None if quick or values else True, chosen, play, lang):
            click.echo(line)
    sys.exit({Match: 0, Clash: 1}.get(type(play), 2))


def _apart(name: str, rules: Game, seats: int | None, lang: str) -> list[Apart]:
    """What tells values apart; where nothing does with the fewest players, and none were named, with more of them."""
    with progress(Console(stderr=True), False) as told:

        def tell(what: str, done: int, of: int) -> None:
            told(say(lang, what), done, of if of > 1 else None)

        found = list(apart(rules, tell))
        for n in rules.seat_counts[1:] if seats is None else ():
            left = rules.options.keys() - {a.option for a in found}
            found += [replace(a, seats=n) for a in apart(load(name, seats=n), tell, options=left)]
    return found


def _told(
    typed: str, rules: Game, named: list[Mention], found: list[Apart], asked: bool | None, chosen: Mapping[str, int | bool],
    play: Match | Clash | None, lang: str,
) -> Iterator[str]:  # fmt: skip
    speaker = Speaker(rules, lang)
    title = rules.titles[0 if lang == LT else 1]
    if not rules.options:
        yield say(lang, "no options", game=title)
    else:
        count = math.prod(len(option_choices(rules, o)) for o in rules.options.values())
        yield say(lang, "head", game=title, n=len(rules.options), m=f"{count:,}".replace(",", " "))
        yield say(lang, "all", name=typed)
    for m in named:
        yield ""
        yield from _option(rules, m, [a for a in found if a.option == m.option.name], asked, speaker)
    yield ""
    what = ", ".join(f"{k} = {rules.word(rules.options[k].type, v)}" for k, v in chosen.items())
    yield say(lang, "set", what=what) if chosen else say(lang, "plain")
    match play:
        case Match(seed, decisions, end):
            yield say(lang, "match", seed=seed, n=decisions, end=speaker.phase(end))
        case Clash():
            yield say(lang, "clash", phase=speaker.phase(play.phase), seed=play.seed)
            both = [*play.clauses, *(f"{k} = {v}" for k, v in play.options)]
            if both:
                yield say(lang, "always" if play.always else "here", what=", ".join(both))
                yield say(lang, "fewest")
        case None:
            yield say(lang, "open", n=20)


def _option(rules: Game, m: Mention, found: list[Apart], asked: bool | None, speaker: Speaker) -> Iterator[str]:
    lang, o = speaker.lang, m.option
    values = " | ".join(written(c) for c in option_choices(rules, o))
    yield say(lang, "option", name=o.name, values=values, default=rules.word(o.type, o.default), finding=o.finding or "").rstrip()
    yield f"    {speaker.word(o.name)}"
    yield say(lang, "asked", clauses=", ".join(m.clauses)) if m.clauses else say(lang, "nowhere")
    yield say(lang, "said", claims=", ".join(m.claims)) if m.claims else say(lang, "silent")
    for a in found:
        where = "" if a.seats is None else say(lang, "more", n=a.seats)
        where += say(lang, "not met") if a.met is None else say(lang, "met", seed=a.met[0], step=a.met[1])
        yield say(lang, "tells", claim=a.claim, yes=a.true_for, no=a.false_for, where=where)
    if asked and m.claims and not found:
        yield say(lang, "tells none")


def _plain(rules: Game, named: list[Mention], found: list[Apart], play: Match | Clash | None) -> dict[str, object]:
    return {
        "game": rules.name,
        "rules": content_hash(rules.documents),
        "options": [
            {
                "name": m.option.name,
                "values": [written(c) for c in option_choices(rules, m.option)],
                "default": rules.word(m.option.type, m.option.default),
                "finding": m.option.finding,
                "clauses": list(m.clauses),
                "claims": list(m.claims),
                "apart": [asdict(a) for a in found if a.option == m.option.name],
            }
            for m in named
        ],
        "match": asdict(play) if isinstance(play, Match) else None,
        "clash": {"phase": play.phase, "clauses": list(play.clauses), "options": dict(play.options), "always": play.always}
        if isinstance(play, Clash)
        else None,
    }
