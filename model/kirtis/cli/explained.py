"""``kirtis check --explain``: an obligation with what it assumes, in words, and then as the solver reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from kirtis.cli.languages import LT, speaker
from kirtis.cli.proofs import Prover
from kirtis.language.game import Game
from kirtis.prove.obligation import Obligation
from kirtis.prove.symbolic import Assumption

SAID = {
    "expected": ("laukiamas atsakymas: {answer}", "expected: {answer}"),
    "not so": ("{step}: taip niekada nebūna – {what}", "{step}: never so: {what}"),
    "assumes": ("  laikoma tiesa ({kind}): {what}", "  assumes ({kind}) {what}"),
}
KINDS = {
    "type": "reikšmės tipas", "option": "pasirinkimas", "place": "kortų vietos", "ghost": "kiekiai ir sumos", "invariant": "invariantas",
    "inferred": "rastas invariantas", "guard": "sąlyga", "effect": "poveikis", "chance": "atsitiktinumas", "after": "po žingsnio",
    "alike": "matoma vienodai",
}  # fmt: skip
"""The kinds of assumption in Lithuanian; in English they have their own names."""

say = speaker(SAID)


def explained(games: Iterable[Game], name: str, lang: str) -> bool:
    """Print every obligation of that name, or of that claim; tell whether there is one."""
    from kirtis.prove.check import plan

    found = False
    for game in games:
        words = Prover(game, lang)
        for o in plan(game).obligations:
            if name in o.name or name == o.claim:
                found = True
                # All but the text itself are comments of it.
                for line in "\n".join(_heading(o, words)).splitlines():
                    click.echo(f"; {line}")
                click.echo(o.text() + "(check-sat)\n")
    return found


def _heading(o: Obligation, words: Prover) -> Iterator[str]:
    yield words.named(o.name)
    yield words.said(o.what)
    yield say(words.lang, "expected", answer=o.expect)
    yield str(o.at)
    for a in o.assumptions:
        yield say(words.lang, "assumes", kind=KINDS[a.kind] if words.lang == LT else a.kind, what=_assumed(a, words))


def _assumed(a: Assumption, words: Prover) -> str:
    """What is assumed; an invariant by its name, what is true after a step as it is before it, of an effect that nothing is wrong with it."""
    if a.kind == "effect":
        step, _, wrong = a.what.partition(": ")
        return say(words.lang, "not so", step=words.step(step), what=words.said(wrong))
    if words.lang != LT:
        return a.what
    if a.kind in ("invariant", "inferred"):
        return words.named(a.what)
    return words.said(a.what.removeprefix("after: "))
