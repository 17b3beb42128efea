"""Obligations as files that any solver of the SMT-LIB standard reads, and a person too."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from kirtis.files import plain_name
from kirtis.language.game import Game
from kirtis.prove.asking import Asking
from kirtis.prove.check import plan
from kirtis.prove.exactly import exactly
from kirtis.prove.obligation import Obligation
from kirtis.prove.second import LOGIC

WIDTH = 120


def asked(game: Game, ask: Asking, only: str = "") -> list[Obligation]:
    """The obligations of a game whose name has ``only`` in it, each in the form in which it is decided.

    They are decided on the way (the ledger knows them after a check): only so it is known which need their sizes counted.
    """
    made = plan(game, ask.say)
    wanted = [o for o in made.obligations if only in o.name or only == o.claim]
    answers = ask.answers(wanted)
    return [o if answers[o.name].said == o.expect or o.expect == "sat" else exactly(made.model, o) for o in wanted]


def scripts(game: Game, wanted: list[Obligation]) -> Iterator[tuple[str, str]]:
    """A file name and its text for each obligation, in the order of the list."""
    digits = len(str(len(wanted)))
    for n, o in enumerate(wanted, 1):
        yield f"{n:0{digits}}-{plain_name(o.name)}.smt2", script(game, o)


def script(game: Game, o: Obligation) -> str:
    """One obligation as a whole SMT-LIB 2 file: who says what, by which clauses, what is assumed, and the answer that is expected."""
    titles = {u.id: u.titles for d in game.documents for u in d.units}
    head = [f"{game.titles[1]} ({game.name}, version {game.version}, {len(game.seats)} players)", f"obligation: {o.name}"]
    head += _statement(game, o)
    head += [f"clause {c}: {titles[c][1]}" for c in o.at.clauses if c in titles]
    head.append(f"stands in {Path(o.at.file).name}, line {o.at.line}")
    kinds = sorted({a.kind for a in o.assumptions})
    head.append(f"assumed, each under a comment that says what it is: {', '.join(kinds) or 'nothing'}")
    if o.expect == "unsat":
        head.append("expected: unsat – no position breaks it, so it is proved")
    else:
        head.append("expected: sat – there is a position of this kind")
    lines = [f"; {line}" for part in head for line in textwrap.wrap(part, WIDTH)]
    return "\n".join([*lines, f"(set-info :status {o.expect})", f"(set-logic {LOGIC})", o.text() + "(check-sat)", "(exit)", ""])


def _statement(game: Game, o: Obligation) -> Iterator[str]:
    claim = game.claims.get(o.claim) if o.claim else None
    if claim is not None:
        yield f"claim {claim.name}: {' '.join(claim.text.split())}"
    yield f"to be shown: {o.what}" if o.expect == "unsat" else f"to be possible: {o.what}"
