"""What is said of a match on a page, in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from kirtis.language import load
from kirtis.play import Game, State
from kirtis.play.position import Position
from kirtis.rulebook.cards import PLAIN
from kirtis.rulebook.nodes import Bits, bits, both, inline
from kirtis.rulebook.shelf import Shelf

MATCH = "match"
"""The group of the variables that last a match."""


def playable(shelf: Shelf, name: str) -> Game:
    """A game of the shelf with what is claimed of it, ready to be played."""
    return _game(Path(shelf.games[name].documents[-1].path), shelf.digest)


@cache
def _game(path: Path, digest: str) -> Game:
    """A game; the digest is that of all texts, so that a change is seen."""
    return Game(load(path))


class Words:
    """What is said of a match, in both languages, with cards as signs."""

    def __init__(self, game: Game) -> None:
        self.game, self.words, self.cards = game, game.rules.words, frozenset(game.rules.enums["card"])

    def say(self, *names: str) -> Bits:
        """Words and cards one after the other, in both languages."""
        return both(*self.pair(*names))

    def pair(self, *names: str) -> tuple[str, str]:
        """Words and cards one after the other, in each language."""
        found = [self._sign(n) if n in self.cards else self.words.get(n, (n, n)) for n in names]
        return " ".join(lt for lt, _ in found), " ".join(en for _, en in found)

    def phase(self, name: str) -> tuple[str, str]:
        """A phase: its own words, where it shares its name with something else."""
        return self.words.get(f"phase {name}") or self.pair(name)

    def _sign(self, card: str) -> tuple[str, str]:
        lt, en = self.words[f"sign of {card}"]
        return lt[:1] + PLAIN + lt[1:], en[:1] + PLAIN + en[1:]

    def hands(self, position: Position) -> Bits:
        """What each seat holds; nothing where no seat holds anything."""
        game, out = self.game.rules, Bits()
        for seat, word in enumerate(game.enums["seat"]):
            for zone in game.zones.values():
                there = position.cards.get((zone.name, (seat,)), ())
                if [e.name for e in zone.index] == ["seat"] and zone.kind == "set" and there:
                    cards = self.say(*(game.enums["card"][c] for c in there))
                    out += bits("; " if out else "", inline("k-who", word), " ", *cards)
        return out

    def account(self, state: State) -> Bits:
        """The numbers that one deal leaves to the next; nothing where all of them are zero."""
        variables: Any = state.position()["variables"]
        lasting = [v.name for v in self.game.rules.variables.values() if v.group == MATCH]
        found = {name: said for name in lasting if (said := list(_counts(variables[name])))}

        def line(n: int) -> str:
            def words(names: Iterable[str]) -> str:
                return " ".join(self.words.get(name, (name, name))[n] for name in names)

            return " · ".join(f"{words([name])}: {', '.join(map(words, said))}" for name, said in found.items())

        return both(f"Iki tol – {line(0)}", f"So far – {line(1)}") if found else []


def _counts(value: Any, *path: str) -> Iterator[tuple[str, ...]]:
    """The numbers in the cells of a variable that are not zero, each after the words of its cell."""
    if isinstance(value, dict):
        for word, inner in value.items():
            yield from _counts(inner, *path, word)
    elif value and type(value) is int:
        yield (*path, str(value))
