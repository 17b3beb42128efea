"""What a check found as one page that stands by itself: the states of all statements, and each position that breaks one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from kirtis.cli.languages import speaker
from kirtis.cli.proofs import SHOWN, Prover
from kirtis.cli.variant import Variant
from kirtis.cli.way import match_of, told, where
from kirtis.language.game import Game
from kirtis.prove.report import COUNTED, Counterexample, Report
from kirtis.states import STATES

SAID = {
    **STATES,
    **SHOWN,
    "title": ("Taisyklių patikrinimas", "A check of rules"),
    "obligations": ("Įrodytini teiginiai", "Obligations"),
    "broken": ("Kas negalioja", "What does not hold"),
}  # fmt: skip

say = speaker(SAID)

_STYLE = """
:root{color-scheme:light dark;--line:#8884;--good:#14603a;--bad:#a1121f;--doubt:#7a4a00;--red:#b3121d}
@media(prefers-color-scheme:dark){:root{--good:#6fd3a0;--bad:#ff9aa2;--doubt:#f0b969;--red:#ff8f94}}
body{font:17px/1.5 Georgia,"Noto Serif","Liberation Serif",serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem}table{border-collapse:collapse;width:100%;margin:.6rem 0 1rem}
th,td{text-align:left;vertical-align:top;padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line);font-weight:normal}
thead th{font-weight:bold}td{overflow-wrap:anywhere}.scroll{overflow-x:auto}pre{white-space:pre-wrap;font:inherit}
.proved{color:var(--good)}.refuted,.disputed{color:var(--bad);font-weight:bold}.unknown,.unconfirmed,.not-found,.resting{color:var(--doubt)}
article{border:1px solid var(--line);border-radius:.5rem;padding:.2rem 1rem;margin:1rem 0}
.card{white-space:nowrap;font-variant-emoji:text}.red{color:var(--red)}
"""


def as_page(reports: Iterable[Report], games: Iterable[Game], lang: str) -> str:
    """The page, in one language; it asks nothing of any other file or site."""
    title = escape(say(lang, "title"))
    parts = [
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{_STYLE}</style></head><body><main><h1>{title}</h1>",
    ]
    for report, game in zip(reports, games, strict=True):
        parts += _game(report, Prover(game, lang))
    parts.append("</main></body></html>\n")
    return "\n".join(parts)


def _game(report: Report, words: Prover) -> Iterator[str]:
    game, lang = words.rules, words.lang
    seats = f" ({len(game.seats)})" if len(game.seat_counts) > 1 else ""
    yield f"<section><h2>{escape(game.titles[words.n])}{seats} {escape(game.version)}</h2>"
    counts = ", ".join(f"{escape(say(lang, s))} {n}" for s in COUNTED if (n := report.count(s)))
    yield f"<p>{escape(say(lang, 'obligations'))}: {len(report.verdicts)} ({counts})</p>"
    if (variant := Variant.of(game, report, lang)) is not None:
        yield f"<pre>{escape(chr(10).join((*variant.changed(), *variant.promises())))}</pre>"
    yield '<div class="scroll"><table><thead><tr>'
    yield (
        "".join(f'<th scope="col">{escape(say(lang, key))}</th>' for key in ("claim", "clause", "state")) + "</tr></thead><tbody>"
    )
    states = report.claims()
    for c in game.claims.values():
        if (state := states.get(c.name, "not run")) != "not run":
            shown = f'<td class="{state.replace(" ", "-")}">{escape(say(lang, state))}</td>'
            yield f'<tr><th scope="row">{escape(c.name)}</th><td>{escape(" ".join(c.at.clauses))}</td>{shown}</tr>'
    yield "</tbody></table></div>"
    if report.counterexamples:
        yield f"<h3>{escape(say(lang, 'broken'))}</h3>"
        for one in report.counterexamples:
            yield from _broken(one, words, {v.name: v.what for v in report.verdicts}.get(one.obligation, ""))
    yield "</section>"


def _broken(c: Counterexample, words: Prover, what: str) -> Iterator[str]:
    lang = words.lang
    yield f"<article><h4>{escape(words.named(c.obligation))}</h4><p>{_signs(words.said(what))}</p>"
    yield f"<p>{escape(where(c, words))}</p>"
    yield _cells(c.before, words)
    if c.doing:
        key, done = words.doing(c.doing)
        yield f"<p>{_signs(say(lang, key, what=done))}</p>"
    for key, cells in (("after", c.after), ("other", c.other)):
        if cells:
            yield f"<p>{escape(say(lang, key))}</p>" + _cells([cell for cell in cells if cell not in c.before], words)
    if record := match_of(c):
        yield f"<p>{escape(say(lang, 'way'))}</p><ol>"
        yield from (f"<li>{_signs(line)}</li>" for line in told(record.events, words))
        yield "</ol>"
    elif not c.reached:
        replayed = "" if c.other else say(lang, "replayed" if c.replayed else "not replayed") + " "
        yield f"<p>{escape(replayed + say(lang, 'not reached'))}</p>"
    yield "</article>"


def _cells(cells: Iterable[tuple[str, str]], words: Prover) -> str:
    rows = (
        f'<tr><th scope="row">{escape(words.cell(name))}</th><td>{_signs(words.held(name, value))}</td></tr>'
        for name, value in cells
    )
    return f"<table><tbody>{''.join(rows)}</tbody></table>"


def _signs(text: str) -> str:
    """A text with its cards kept whole, and the red ones red."""

    def shown(found: re.Match[str]) -> str:
        return f'<span class="card{" red" if found[1] in "♥♦" else ""}">{found[0]}</span>'

    return re.sub(r"([♣♠♥♦])\ufe0e?\w+", shown, escape(text))
