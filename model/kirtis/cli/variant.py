"""What ``kirtis check`` says of a variant: what it changes, and what became of the parent's theorems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape

from kirtis.cli.languages import LT, speaker
from kirtis.language.changes import ADDED, REMOVED, REPLACED, SAME, Change
from kirtis.language.game import Game
from kirtis.prove.report import Report, Verdict
from kirtis.prove.variant import Inherited, inherited
from kirtis.states import STATES

SAID = {
    **STATES,
    "changes": ("Kuo skiriasi nuo „{parent}“:", "What differs from {parent}:"),
    REPLACED: ("pakeista", "replaced"),
    ADDED: ("pridėta", "added"),
    REMOVED: ("nebėra", "removed"),
    SAME: ("perrašyta taip pat", "rewritten, but the same"),
    "nothing": ("  niekuo", "  nothing"),
    "theorems": ("Ką „{parent}“ taisyklės žada:", "What the rules of {parent} promise:"),
    "hold": ("  tebegalioja {n}", "  {n} still hold"),
    "hold all": ("  tebegalioja visi {n}", "  all {n} still hold"),
    "fail": ("  nebegalioja {n}: {names}", "  {n} no longer hold: {names}"),
    "lost": ("  nebetaikoma {n}:", "  {n} no longer apply:"),
    "gone": ("    {claim}: „{name}“ nebėra ({clause})", "    {claim}: “{name}” is gone ({clause})"),
    "why": ("    {claim}: {why}", "    {claim}: {why}"),
    "dropped": ("  autorius išbraukė {n}: {names}", "  its author dropped {n}: {names}"),
    "other": ("  {state}: {names}", "  {state}: {names}"),
    "seats": ("vietos", "seats"), "sides": ("pusės", "sides"), "deck": ("kaladė", "deck"), "start": ("pradžia", "start"),
    "type": ("rūšis", "type"), "order": ("vyresnumas", "order"), "option": ("pasirinkimas", "option"), "zone": ("kortų vieta", "zone"),
    "variable": ("kintamasis", "variable"), "def": ("apibrėžtis", "definition"), "table": ("lentelė", "table"), "duties": ("pareigos", "duties"),
    "round": ("ratas", "round"), "phase": ("fazė", "phase"), "act": ("veiksmas", "action"), "claim": ("teiginys", "statement"),
}  # fmt: skip

say = speaker(SAID)

EACH = 20
"""Up to so many changes are told one by one; of more, the names."""


@dataclass(frozen=True)
class Variant:
    """A variant with what came of its check."""

    game: Game
    found: Inherited
    lang: str

    @classmethod
    def of(cls, game: Game, report: Report, lang: str) -> Variant | None:
        """What is to be told of a variant; None for a game that varies no other."""
        return None if game.parent is None else cls(game, inherited(game, report), lang)

    def tells(self, claim: str) -> bool:
        """Whether a statement is the parent's, so that it is told of here."""
        return claim in self.found.hold or claim in dict(self.found.fail) or claim in dict(self.found.other)

    def once(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        """Of each of the parent's statements that fails, one place only: how it fails is shown below."""
        told: set[str] = set()
        for v in verdicts:
            if v.state != "refuted" or v.claim is None or not self.tells(v.claim) or v.claim not in told:
                yield v
            if v.state == "refuted" and v.claim is not None:
                told.add(v.claim)

    def print(self, console: Console) -> None:
        """Print both parts."""
        for line in (*self.changed(), *self.promises()):
            console.print(escape(line), highlight=False, soft_wrap=True)

    def parent(self) -> str:
        """The title of the parent."""
        heading = next(u for d in self.game.documents for u in d.of("game") if u.id == self.game.parent)
        return heading.titles[0 if self.lang == LT else 1]

    def changed(self) -> list[str]:
        """What the variant changes, clause by clause."""
        made = [c for c in self.found.changes.made if c.kind != "claim" or c.how != REMOVED]
        groups: dict[str, list[Change]] = {}
        for c in made:
            groups.setdefault(" ".join(c.now.clauses if c.now else ()), []).append(c)
        out = [say(self.lang, "changes", parent=self.parent())]
        if len(made) > EACH:
            return out + [self.in_short(clause, group) for clause, group in groups.items()]
        for clause, group in groups.items():
            for c in group:
                was = " ".join(c.then.clauses) if c.then and c.then.clauses else ""
                told = f"{say(self.lang, c.how)}: {self.thing(c)}" + (f" ({was})" if was else "")
                out.append(f"  {clause or '–'}  {told}")
        return out if made else [*out, say(self.lang, "nothing")]

    def thing(self, c: Change) -> str:
        """What is changed: its kind and its name; of what a game has one only, the kind."""
        return say(self.lang, c.kind) + ("" if c.name == c.kind else f" {c.name}")

    def in_short(self, clause: str, group: list[Change]) -> str:
        """A line for a clause that changes much: the names, by what became of them."""
        names: dict[str, list[str]] = {}
        for c in group:
            names.setdefault(c.how, []).append(c.name)
        return f"  {clause or '–'}  " + "; ".join(f"{say(self.lang, how)}: {', '.join(n)}" for how, n in names.items())

    def promises(self) -> list[str]:
        """What became of the parent's statements."""
        f, lang = self.found, self.lang
        out = [say(lang, "theorems", parent=self.parent())]
        every = not (f.fail or f.other or f.lost or f.dropped)
        out.append(say(lang, "hold all" if every else "hold", n=len(f.hold)))
        if f.fail:
            out.append(say(lang, "fail", n=len(f.fail), names=", ".join(map(self.named, dict(f.fail)))))
        if f.lost:
            out.append(say(lang, "lost", n=len(f.lost)))
            for one in f.lost:
                clause = " ".join(f.changes.gone[one.gone].clauses) if one.gone else ""
                key = "gone" if one.gone else "why"
                out.append(say(lang, key, claim=one.claim, name=one.gone, clause=clause, why=one.why))
        if f.dropped:
            out.append(say(lang, "dropped", n=len(f.dropped), names=", ".join(f.dropped)))
        states = dict.fromkeys(state for _, state in f.other if state != "not run")
        for state in states:
            names = ", ".join(self.named(name) for name, s in f.other if s == state)
            out.append(say(lang, "other", state=say(lang, state), names=names))
        return out

    def named(self, claim: str) -> str:
        """A statement with the theorem that it belongs to."""
        clauses = " ".join(self.game.claims[claim].at.clauses)
        return f"{claim} ({clauses})" if clauses else claim


def whole_json(report: Report, game: Game) -> dict[str, object]:
    """A report as plain data, with what became of a parent's statements."""
    more = {} if game.parent is None else {"variant": inherited(game, report).as_json()}
    return {**report.as_json(), **more}
