"""What ``kirtis reached --show`` tells: where in the kept matches a place of the rules comes about."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kirtis.cli.common import Speaker
from kirtis.cli.languages import speaker

if TYPE_CHECKING:
    from kirtis.conform.marks import Marks
    from kirtis.conform.wander import Decision
    from kirtis.language import Game
    from kirtis.reached.kept import Place, Reached

SAID = {
    "no mark": ("„{what}“: tokio punkto ar tokios vietos taisyklėse nėra", "“{what}”: there is no such clause or place of the rules"),
    "is met": ("{mark}  ({clauses}) – {n} partija, po {at} įvykių", "{mark}  ({clauses}): match {n}, after {at} events"),
    "is never": ("{mark}  ({clauses}) – niekada nenutinka: tai patvirtino sprendiklis", "{mark}  ({clauses}): never, which a solver confirms"),
    "is unmet": ("{mark}  ({clauses}) – nesutikta: {why}", "{mark}  ({clauses}): not met: {why}"),
    "options": ("Pasirinkimai: {options}", "Options: {options}"),
    "here": ("Čia:", "Here:"),
    "not done": ("{action} – negalima. {why}", "{action}: not allowed. {why}"),
    "no reason": ("priežastis nenurodyta", "no reason is given"),
    "written": ("Įrašyta: {path}", "Written: {path}"),
}  # fmt: skip

say = speaker(SAID)


def show(rules: Game, one: Reached, what: str, record: Path | None, lang: str) -> int:
    """Show where a mark comes about; or, of a clause, each of its marks and where that is. The exit code: 2 where it does not."""
    from kirtis.conform.marks import Marks

    marks = Marks(rules)
    if what in marks.all:
        _line(marks, one, what, lang)
        if what not in one.met:
            return 2
        _match(marks, one, what, one.met[what], record, Speaker(rules, lang))
        return 0
    found = [mark.name for mark in marks.all.values() if what in mark.clauses]
    if not found:
        raise click.BadParameter(say(lang, "no mark", what=what), param_hint="--show")
    for mark in found:
        _line(marks, one, mark, lang)
    return 0


def _line(marks: Marks, one: Reached, mark: str, lang: str) -> None:
    """One mark, and where it comes about or why it does not."""
    clauses = ", ".join(marks.all[mark].clauses)
    if mark in one.met:
        n, at = one.met[mark]
        click.echo(say(lang, "is met", mark=mark, clauses=clauses, n=n + 1, at=at))
    elif mark in one.never:
        click.echo(say(lang, "is never", mark=mark, clauses=clauses))
    else:
        click.echo(say(lang, "is unmet", mark=mark, clauses=clauses, why=reason(one, mark, lang)))


def reason(one: Reached, mark: str, lang: str) -> str:
    """Why a mark was not met."""
    return one.unmet.get(mark, ("", ""))[0 if lang == "lt" else 1] or say(lang, "no reason")


def _match(marks: Marks, one: Reached, mark: str, place: Place, record: Path | None, speaker: Speaker) -> None:
    """The match up to where a mark comes about, and write it as a record."""
    from kirtis.cli.way import told
    from kirtis.play.game import Game as Playable
    from kirtis.play.record import write
    from kirtis.reached.again import recorded

    shown, at = one.matches[place[0]], place[1]
    game = Playable(marks.game, shown.options)
    if shown.options:
        chosen = (f"{speaker.cell(f'option {name}')} – {speaker.value(word)}" for name, word in shown.options.items())
        click.echo(say(speaker.lang, "options", options="; ".join(chosen)))
    _echo(told(shown.events[:at], speaker))
    for recorder, decision in recorded(game, shown):
        if decision is not None and decision.at >= at:
            click.echo(say(speaker.lang, "here"))
            _refused(marks, decision, mark, speaker)
            _echo(told(shown.events[at : decision.until], speaker))
            if record is not None:
                write(recorder.record(), record)
                click.echo(say(speaker.lang, "written", path=record))
            return


def _refused(marks: Marks, decision: Decision, mark: str, speaker: Speaker) -> None:
    """What may not be done there, where a mark is about that."""
    from kirtis.conform.look import look

    refusal = look(marks, decision).refusals.get(mark)
    if refusal is not None:
        action = f"{refusal.action.seat}: {speaker.action(refusal.action)}"
        click.echo(say(speaker.lang, "not done", action=action, why=refusal.message[speaker.n]))


def _echo(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(f"  {line}")
