"""Cards that show themselves: as signs in a terminal, as small cards in a notebook, in Lithuanian or English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING

from kirtis.language.game import Game
from kirtis.language.words import LANGUAGES
from kirtis.play.position import Place
from kirtis.play.sight import sees

if TYPE_CHECKING:
    from rich.text import Text

    from kirtis.play.state import State

RED = frozenset("♥♦")
BACK = "▒"
"""A card that is not seen."""

_CARD = "display:inline-block;min-width:1.6em;margin:.1em;padding:.1em .25em;border:1px solid #8886;border-radius:.3em;text-align:center;"
_FACE = {True: _CARD + "background:#fff;color:#b3122a", False: _CARD + "background:#fff;color:#111"}
_BACK = _CARD + "background:#14603a;color:#14603a"


@dataclass(frozen=True, slots=True)
class Row:
    """A zone: its name with the words of its index, and its cards, or, where they are not seen, only how many there are."""

    zone: str
    index: tuple[str, ...]
    cards: tuple[str, ...]
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Cards:
    """Zones and their cards, ready to be looked at.

    ``str`` and ``repr`` give signs, a notebook draws cards, rich prints the red ones red. Going through it gives the cards by their formal names.
    ``lt`` and ``en`` are the same in the other language.
    """

    game: Game = field(compare=False)
    rows: tuple[Row, ...]
    language: str = "en"

    @property
    def lt(self) -> Cards:
        """The same in Lithuanian."""
        return replace(self, language="lt")

    @property
    def en(self) -> Cards:
        """The same in English."""
        return replace(self, language="en")

    def __iter__(self) -> Iterator[str]:
        return (card for row in self.rows for card in row.cards)

    def __len__(self) -> int:
        return sum(len(row.cards) for row in self.rows)

    # -- words -------------------------------------------------------------------------------------------------------------

    def word(self, name: str) -> str:
        """A word of the rules in the language."""
        return self.game.words.get(name, (name, name))[LANGUAGES.index(self.language)]

    def sign(self, card: str) -> str:
        """A card as a sign: ``♣D`` in Lithuanian, ``♣Q`` in English."""
        return self.word(f"sign of {card}")

    def label(self, row: Row) -> str:
        """What a row is called: the zone too, where there are several; of a family that stands alone, the index is enough."""
        alone = len({row.zone for row in self.rows}) == 1
        index = " ".join(map(self.word, row.index))
        if len(self.rows) == 1:
            return ""
        return index if alone and index else f"{self.word(row.zone)} {index}".strip()

    # -- pictures ----------------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        lines = []
        for row in self.rows:
            cards = BACK * row.hidden if row.hidden else " ".join(map(self.sign, row.cards)) or "–"
            label = self.label(row)
            lines.append(f"{label}: {cards}" if label else cards)
        return "\n".join(lines)

    __repr__ = __str__

    def __rich__(self) -> Text:
        from rich.text import Text

        text = Text(str(self))
        text.highlight_regex("[♥♦](10|[^\\s])", "red")
        return text

    def _repr_html_(self) -> str:
        rows = "".join(self._html(row) for row in self.rows)
        return f'<div lang="{self.language}">{rows}</div>'

    def _html(self, row: Row) -> str:
        label = escape(self.label(row))
        head = f'<span style="display:inline-block;min-width:6em">{label}</span>' if label else ""
        back = f'<span style="{_BACK}" aria-hidden="true">{BACK}</span>'
        cards = "".join(
            f'<span style="{_FACE[self.sign(card)[0] in RED]}" title="{escape(self.word(card))}">{escape(self.sign(card))}</span>'
            for card in row.cards
        )
        return f"<div>{head}{cards or back * row.hidden or '–'}</div>"


def cards(state: State, zone: str, index: Sequence[str] = (), language: str = "en") -> Cards:
    """The cards of a zone, or of all cells of a family whose indices begin with these words.

    Raises LookupError for a zone or an index that there is not.
    """
    game = state.game.rules
    if zone not in game.zones:
        raise LookupError(f"{game.name} has no zone “{zone}”; there are {', '.join(game.zones)}")
    found = [(place, path) for place, path in state.game.paths[zone] if path[: len(index)] == tuple(index)]
    if not found:
        there = ", ".join(" ".join(path) for _, path in state.game.paths[zone])
        raise LookupError(f"{zone} has no cell “{' '.join(index)}”; there are {there}")
    plain = state.plain
    return Cards(game, tuple(_row(game, zone, path, plain.cards[place]) for place, path in found), _known(language))


def look(state: State, seat: str, language: str = "en") -> Cards:
    """All cards as a seat sees them: its own hand, what lies open, and how many there are of the others; empty zones are left out.

    Raises LookupError for a seat that there is not.
    """
    game, plain = state.game.rules, state.plain
    if seat not in game.seats:
        raise LookupError(f"there is no seat “{seat}”; there are {', '.join(game.seats)}")
    read = state.game.careful.evaluator(plain)

    def row(place: Place, path: tuple[str, ...]) -> Row:
        seen = sees(read, game.zones[place[0]].sight, game.seats.index(seat), place[1])
        there = plain.cards[place]
        return _row(game, place[0], path, there) if seen else Row(place[0], path, (), len(there))

    rows = (row(place, path) for zone in game.zones for place, path in state.game.paths[zone] if plain.cards[place])
    return Cards(game, tuple(rows), _known(language))


def _row(game: Game, zone: str, path: tuple[str, ...], there: tuple[int, ...]) -> Row:
    return Row(zone, path, tuple(game.enums["card"][c] for c in there))


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise LookupError(f"there is no language “{language}” here; there are {', '.join(LANGUAGES)}")
    return language
