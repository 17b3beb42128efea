"""Every rulebook on one shelf, with all that links one unit to another.

The book takes the structure of a text from ``kirtis.language.document`` and asks nobody else; what is here only tells what a unit is, what
belongs to it, and what a name means and where.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kirtis.language.document import Block, Document, Unit
from kirtis.language.errors import Fault
from kirtis.language.game import Game, Option
from kirtis.language.words import COMMON
from kirtis.rulebook import formal
from kirtis.rulebook.examples import Witness
from kirtis.rulebook.results import Changes, Reaching, Results, Tally
from kirtis.rulebook.titles import Title


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a thing stands in the book, and the unit that it belongs to."""

    docname: str
    id: str
    unit: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A unit on its page, with the name of its game."""

    unit: Unit
    game: str
    docname: str

    @property
    def anchor(self) -> Anchor:
        """Where the unit stands."""
        return Anchor(self.docname, self.unit.id, self.unit.id)


@dataclass
class Links:
    """What points at a unit: findings, lines that formalize it elsewhere, texts that name it, clauses that it needs."""

    findings: list[str] = field(default_factory=list)
    formal_in: list[str] = field(default_factory=list)
    named_in: list[str] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    used_by: list[str] = field(default_factory=list)


@dataclass
class Shelf:
    """All rulebooks and what is claimed of them, the results, and every fault found on the way."""

    documents: dict[str, Document] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    games: dict[str, Game] = field(default_factory=dict)
    parents: dict[str, str] = field(default_factory=dict)
    results: Results = field(default_factory=Results)
    witnesses: dict[str, Mapping[str, Witness]] = field(default_factory=dict)
    partings: dict[str, Mapping[str, Witness]] = field(default_factory=dict)
    titles: dict[str, Mapping[str, Title]] = field(default_factory=dict)
    apart: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    changes: dict[str, Changes] = field(default_factory=dict)
    tested: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    reached: dict[str, dict[int, Reaching]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    claimed: dict[str, dict[str, str]] = field(default_factory=dict)
    digest: str = ""
    _names: dict[str, dict[str, Anchor]] = field(default_factory=lambda: defaultdict(dict))
    _locals: dict[str, dict[str, Anchor]] = field(default_factory=lambda: defaultdict(dict))
    _sites: dict[tuple[str, int, int], str] = field(default_factory=dict)
    _links: dict[str, Links] = field(default_factory=lambda: defaultdict(Links))

    def of(self, *kinds: str, game: str | None = None) -> Iterator[Entry]:
        """The units of some kinds, in the order of the texts."""
        return (e for e in self.entries.values() if e.unit.kind in kinds and game in (None, e.game))

    def line(self, game: str) -> list[str]:
        """A game and those that it varies, the nearest first."""
        return [game, *(self.line(self.parents[game]) if game in self.parents else ())]

    def name(self, game: str, name: str, *, local: bool = False) -> Anchor | None:
        """Where a name of a game is declared, in the game itself or in those that it varies."""
        for one in self.line(game):
            found = self._names[one].get(name) or (self._locals[one].get(name) if local else None)
            if found:
                return found
        return None

    def site(self, block: Block, start: int) -> str | None:
        """The id of what is declared at this place of a block, if the book links to it."""
        return self._sites.get((block.at.file, block.at.line, start))

    def links(self, unit: str) -> Links:
        """What points at a unit."""
        return self._links[unit]

    def declared(self, unit: Unit, *, claims: bool = False) -> list[str]:
        """The names that the blocks of a unit declare, or only its claims; none where a text is at fault."""
        blocks = () if self.faults else unit.blocks
        return [d.name for b in blocks for d in formal.declared(b) if d.claim or not claims]

    def state(self, entry: Entry) -> Tally | None:
        """What became of a theorem: of its statements, or of what the program makes of every game; None where it is only told."""
        if claims := self.declared(entry.unit, claims=True):
            return self.results.of_claims(entry.game, claims)
        kinds = [kind.strip() for kind in entry.unit.fields.get("kinds", "").split(",")]
        return self.results.of_kinds(kinds) if any(kinds) else None

    def options_of(self, finding: str) -> Iterator[tuple[Game, Option]]:
        """The options that a finding gives rise to, each with its game; a variant has some of its parent's."""
        return ((game, o) for game in self.games.values() for o in game.options.values() if o.finding == finding)

    def theorems_needing(self, clause: str) -> list[str]:
        """The theorems whose proofs do not stand without the content of a clause."""
        asked = ((t, self.declared(t.unit, claims=True)) for t in self.of("theorem"))
        return [t.unit.id for t, claims in asked if clause in self.results.needed_by(t.game, claims)]

    def words(self, game: str) -> Mapping[str, tuple[str, str]]:
        """The words of a game, or the common ones where it has none."""
        return self.games[game].words if game in self.games else COMMON
