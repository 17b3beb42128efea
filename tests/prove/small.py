"""The small game and Kiksas, changed by replacing text, and what the prover says of the change."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest import mock

from kirtis import files
from kirtis.language.build import build
from kirtis.language.document import read_document
from kirtis.language.game import Game
from kirtis.language.load import from_text
from kirtis.prove.candidates import candidates
from kirtis.prove.infer import infer
from kirtis.prove.ledger import Ledger
from kirtis.prove.obligations import Fact, Model, Obligation, obligations
from kirtis.prove.report import Report
from kirtis.prove.sample import met

check = importlib.import_module("kirtis.prove.check")
TEXT = (Path(__file__).parent / "small.md").read_text("utf-8")
PROVED = Ledger(None)
"""What was decided of the small game and its changes, by the text of the question."""

Change = tuple[str, str]


def changed(text: str, changes: tuple[Change, ...]) -> str:
    for old, new in changes:
        assert text.count(old) == 1, f"“{old}” stands {text.count(old)} times"
        text = text.replace(old, new)
    return text


@cache
def small(changes: tuple[Change, ...] = ()) -> Game:
    return from_text(changed(TEXT, changes), "small.md")


@cache
def proposals() -> tuple[Fact, ...]:
    """What might hold, from play of the unchanged game: a changed one may not even be playable."""
    return tuple(candidates(small(), met(small(), 12, 80)))


def report(game: Game, ledger: Ledger | None = None, facts: list[Fact] | None = None) -> Report:
    """A whole check, without looking for examples or explaining what is refuted."""
    if facts is None:
        facts = infer(game, list(proposals()))
    with mock.patch.object(check, "search", return_value=[]), mock.patch.object(check, "MOST_EXPLAINED", 0):
        found = check.check(game, ledger=PROVED if ledger is None else ledger, proposed=facts)
    assert isinstance(found, Report)
    return found


def refuted(found: Report) -> list[str]:
    return [v.name for v in found.verdicts if v.state == "refuted"]


# -- Kiksas ----------------------------------------------------------------------------------------------------------------


def kiksas(changes: tuple[Change, ...] = ()) -> Game:
    """Kiksas with changes of its rules or of what is claimed of it."""
    texts = {p: p.read_text("utf-8") for p in (_file(files.spec_files()), _file(files.proof_files()))}
    for old, new in changes:
        hit = [p for p, text in texts.items() if text.count(old) == 1]
        assert len(hit) == 1, f"“{old}” stands {[text.count(old) for text in texts.values()]} times"
        texts[hit[0]] = texts[hit[0]].replace(old, new)
    documents = [read_document(path, text) for path, text in texts.items()]
    return build(documents, next(iter(documents[0].of("game"))))


def _file(paths: list[Path]) -> Path:
    return next(p for p in paths if p.stem == "kiksas")


@cache
def kiksas_facts() -> tuple[Fact, ...]:
    game = kiksas()
    return tuple(infer(game, candidates(game, met(game))))


@dataclass
class Asked:
    """Some obligations of a game."""

    model: Model
    found: list[Obligation]


def asked(game: Game, facts: list[Fact], named: str) -> Asked:
    """The obligations whose name begins so, or that belong to the claim of that name."""
    model = Model(game, facts)
    return Asked(model, list(_named(obligations(model), named)))


def _named(every: Iterator[Obligation], named: str) -> Iterator[Obligation]:
    return (o for o in every if o.name.startswith(named) or o.claim == named)
