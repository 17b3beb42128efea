"""``--set option=value``: options that have one value only, for the commands that prove and compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

from kirtis.cli.languages import speaker
from kirtis.cli.usage import option
from kirtis.language.game import Game
from kirtis.language.names import nearest
from kirtis.language.settle import settled
from kirtis.play.faults import OptionError
from kirtis.play.game import option_choices, option_values
from kirtis.prove.report import Report

SAID = {
    "form": ("„{what}“: rašykite pasirinkimas=reikšmė", "“{what}”: write option=value"),
    "no option": ("{game}: pasirinkimo „{name}“ nėra; {way}", "{game} has no option “{name}”; {way}"),
    "did you mean": ("gal turėta galvoje {name}?", "did you mean {name}?"),
    "there are": ("yra {names}", "there are {names}"),
    "none at all": ("pasirinkimų iš viso nėra", "it has none"),
    "no value": ("{game}: pasirinkimo {name} reikšmė negali būti „{value}“; gali būti {choices}", "{game}: the option {name} cannot be “{value}”; it may be {choices}"),
    "twice": ("pasirinkimui {name} duotos dvi reikšmės: {one} ir {other}", "the option {name} is given two values: {one} and {other}"),
    "settled": ("Tikrinta su šiomis reikšmėmis: {what}. Kitų pasirinkimų reikšmės – visos.", "Checked with these values: {what}. The other options take all of theirs."),
    "spared": ("Su jomis nebūna: {what}", "With these values there is no: {what}"),
}  # fmt: skip

say = speaker(SAID)


def bad(message: str) -> SystemExit:
    """A message about input that cannot be used, told; to be raised."""
    click.echo(message, err=True)
    return SystemExit(3)


def set_option(command: Callable[..., Any], name: str = "--set", to: str = "values") -> Callable[..., Any]:
    """``--set option=value``, as often as needed, as the parameter ``values``."""
    texts = {"values": "opt_settle", "values_a": "opt_settle_a", "values_b": "opt_settle_b"}
    made: Callable[..., Any] = option(name, to, multiple=True, metavar="OPTION=VALUE", help=texts[to])(command)
    return made


def values_of(game: Game, words: Iterable[str], lang: str) -> dict[str, int | bool]:
    """What ``option=value`` says of the options of a game; a clear message where it says nothing."""
    out: dict[str, str] = {}
    for word in words:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not (equals and name and value):
            raise bad(say(lang, "form", what=word))
        if name not in game.options:
            known = tuple(game.options)
            near = [k for k in known if k in nearest(name, known)]
            way = (
                say(lang, "did you mean", name=near[0])
                if near
                else say(lang, "there are", names=", ".join(known))
                if known
                else say(lang, "none at all")
            )
            raise bad(say(lang, "no option", game=game.name, name=name, way=way))
        if out.get(name, value) != value:
            raise bad(say(lang, "twice", name=name, one=out[name], other=value))
        out[name] = value
    try:
        known_values = option_values(game, out)
    except OptionError:
        name, value = next((k, v) for k, v in out.items() if not _may_be(game, k, v))
        choices = ", ".join(written(c) for c in option_choices(game, game.options[name]))
        raise bad(say(lang, "no value", game=game.name, name=name, value=value, choices=choices)) from None
    return {name: known_values[name] for name in out}


def _may_be(game: Game, name: str, value: str) -> bool:
    try:
        option_values(game, {name: value})
    except OptionError:
        return False
    return True


def written(value: bool | int | str) -> str:
    """A value as it is written: ``yes``, ``12``, ``by_heads``."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def settle(game: Game, words: Iterable[str], lang: str) -> Game:
    """A game with options as they are said on the command line."""
    return settled(game, values_of(game, words, lang))


def told(report: Report, lang: str) -> Iterable[str]:
    """What a report says of the options that had one value only."""
    if report.settled:
        yield say(lang, "settled", what=", ".join(f"{k} = {v}" for k, v in report.settled))
        if report.spared:
            yield say(lang, "spared", what="; ".join(report.spared))
