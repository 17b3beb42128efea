"""What became of the statements that a variant inherits: which hold, which fail, which no longer mean anything."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from kirtis.language.changes import Changes, above, changes, set_aside_above
from kirtis.language.game import Game
from kirtis.prove.report import Counterexample, Report

_WORD = re.compile(r"[a-z_][a-z_0-9]*")


@dataclass(frozen=True, slots=True)
class Lost:
    """A statement of the parent that cannot be said of the variant: its clauses, the name that is gone (if one is), and why."""

    claim: str
    clauses: tuple[str, ...]
    gone: str
    why: str


@dataclass(frozen=True, slots=True)
class Inherited:
    """The parent's statements by what became of them; ``other`` are those neither proved nor refuted, with their state."""

    changes: Changes
    hold: tuple[str, ...]
    fail: tuple[tuple[str, tuple[Counterexample, ...]], ...]
    other: tuple[tuple[str, str], ...]
    lost: tuple[Lost, ...]
    dropped: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "changes": [
                {"kind": c.kind, "name": c.name, "how": c.how, "now": str(c.now or ""), "then": str(c.then or "")}
                for c in self.changes.made
            ],
            "hold": list(self.hold),
            "fail": {name: [c.obligation for c in shown] for name, shown in self.fail},
            "other": dict(self.other),
            "lost": {one.claim: one.gone or one.why for one in self.lost},
            "dropped": list(self.dropped),
        }


def inherited(game: Game, report: Report) -> Inherited:
    """What became of each statement of the parent of this variant, as a check of the variant found it."""
    files = {d.path for d in above(game)}
    made = changes(game)
    known = set_aside_above(game)
    states = report.claims()
    mine = [c for c in game.claims.values() if c.at.file in files and c.name in states]
    shown: dict[str, list[Counterexample]] = {}
    home = {v.name: v.claim for v in report.verdicts}
    for c in report.counterexamples:
        shown.setdefault(str(home.get(c.obligation)), []).append(c)
    return Inherited(
        made,
        tuple(c.name for c in mine if states[c.name] == "proved"),
        tuple((c.name, tuple(shown.get(c.name, ()))) for c in mine if states[c.name] == "refuted"),
        tuple((c.name, states[c.name]) for c in mine if states[c.name] not in ("proved", "refuted")),
        tuple(
            Lost(name, fault.at.clauses, next((w for w in _said(game, name) if w in made.gone), ""), fault.what)
            for name, fault in game.aside.items()
            if name not in known
        ),
        tuple(c.name for c in made.made if c.kind == "claim" and c.how == "removed"),
    )


def proved(game: Game, prove: Callable[[Game], Report]) -> Report:
    """What ``prove`` makes of a game; of a variant again and again, until no invariant that failed is taken for granted."""
    report = prove(game)
    while report.asked is None and game.parent is not None and (weaker := weakened(game, report)) is not None:
        game = weaker
        report = prove(game)
    return report


def weakened(game: Game, report: Report) -> Game | None:
    """The variant with the inherited invariants that failed no longer assumed, but to be shown like any theorem; None if all stand.

    Otherwise one broken invariant would take everything with it that was proved beside it, though little of that needs it.
    """
    files, states = {d.path for d in above(game)}, report.claims()
    broken = [c for c in game.claims.values() if c.kind == "invariant" and c.at.file in files and states.get(c.name) == "refuted"]
    if not broken:
        return None
    return replace(game, claims={**game.claims, **{c.name: replace(c, kind="theorem") for c in broken}})


def _said(game: Game, claim: str) -> list[str]:
    """The words of a statement that was set aside, as its author wrote it, and the definitions that helped to say it."""
    fault = game.aside[claim]
    for d in above(game):
        for block in (b for u in d.units for b in u.blocks if b.kind in ("claim", "example")):
            if d.path == fault.at.file and block.at.line <= fault.at.line <= block.line(len(block.text)):
                lines = block.text.split("\n")
                first = fault.at.line - block.at.line
                text = [lines[first]]
                for line in lines[first + 1 :]:
                    if line[:1] != " ":
                        break
                    text.append(line)
                return _WORD.findall("\n".join(text))
    return []


__all__ = ["Inherited", "Lost", "inherited", "proved", "weakened"]
