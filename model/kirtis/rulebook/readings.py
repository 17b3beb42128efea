"""How two readings part, said in words: what each of them allows, or what a step comes to under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from docutils import nodes

from kirtis.language.game import Game as Rules
from kirtis.language.game import Option
from kirtis.play import Action, Game
from kirtis.play.position import Place, Position
from kirtis.play.words import to_word
from kirtis.rulebook.apart import Parted, parted
from kirtis.rulebook.examples import Witness, settled
from kirtis.rulebook.faces import plural
from kirtis.rulebook.nodes import Bits, bits, both, inline, label
from kirtis.rulebook.saying import Words, playable
from kirtis.rulebook.shelf import Shelf

Pair = tuple[str, str]

MOST = 4
"""So many things are told of each reading."""

MOST_CARDS = 8
"""Of a zone with more cards only their number is told."""

PLAIN_WORDS = {"None": "none", "True": "yes", "False": "no"}
"""The words of the rules for what Python calls otherwise."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An option with a value, and what comes of it where the readings part."""

    value: Pair
    usual: bool
    outcome: Pair

    def said(self) -> Bits:
        """The reading in a line."""
        head = inline("k-choice k-default" if self.usual else "k-choice", label(*self.value))
        usual = bits(" – ", *label("įprastai", "by default")) if self.usual else []
        return bits(head, usual, ": ", both(*self.outcome))


def choice(rules: Rules, option: Option, value: int | bool | None) -> nodes.inline:
    """A value of an option, marked where it is the usual one."""
    word = rules.word(option.type, value)
    usual = value == option.default
    chip = inline("k-choice k-default" if usual else "k-choice", label(*rules.words.get(word, (word, word))))
    chip += bits(" – ", *label("įprastai", "by default")) if usual else []
    return chip


def told(shelf: Shelf, game: str, witness: Witness) -> list[Reading]:
    """Both readings of a kept match, the one that it is played with first; nothing where it no longer tells them apart."""
    return _told(playable(shelf, game), witness)


@cache
def _told(game: Game, witness: Witness) -> list[Reading]:
    found = parted(game, witness)
    if found is None:
        return []
    words, rules = Words(settled(game, witness)), game.rules
    ((name, other),) = witness.other.items()
    usual = rules.word(rules.options[name].type, rules.options[name].default)
    values = zip((usual, other), outcomes(words, found), strict=True)
    return [Reading(words.pair(value), value == usual, outcome) for value, outcome in values]


def outcomes(words: Words, found: Parted) -> tuple[Pair, Pair]:
    """What comes of a step under each of two readings."""
    if found.won_here != found.won_there:
        return _won(words, found.won_here), _won(words, found.won_there)
    if found.here == found.there:
        return _allowed(words, found.only_here), _allowed(words, found.only_there)
    return _result(words, found, found.here), _result(words, found, found.there)


def _allowed(words: Words, actions: Sequence[Action]) -> Pair:
    if not actions:
        return "neleidžiama", "not allowed"
    done: dict[tuple[str, str], list[Action]] = {}
    for action in actions[:MOST]:
        done.setdefault((action.seat, action.name), []).append(action)
    lt, en = _more([_doing(words, *of) for of in done.values()], len(actions) - MOST)
    return f"leidžiama: {lt}", f"allowed: {en}"


def _doing(words: Words, *actions: Action) -> Pair:
    """What one seat may do, by one word: cards after it, anything else in brackets, since a word of the rules has one case only."""
    (lt, en), seat = words.pair(actions[0].name), actions[0].seat
    if not any(a.args for a in actions):
        return f"{seat} – {lt}", f"{seat} – {en}"
    with_lt, with_en = (", ".join(words.pair(*a.args)[n] for a in actions) for n in (0, 1))
    if all(word in words.cards for a in actions for word in a.args):
        return f"{seat} – {lt} {with_lt}", f"{seat} – {en} {with_en}"
    return f"{seat} – {lt} ({with_lt})", f"{seat} – {en} ({with_en})"


def _won(words: Words, sides: Sequence[str]) -> Pair:
    lt, en = (", ".join(words.pair(side)[n] for side in sides) for n in (0, 1))
    return (f"laimi {lt}", f"won by {en}") if sides else ("niekas nelaimi", "won by nobody")


def _result(words: Words, found: Parted, position: Position) -> Pair:
    """What is otherwise after a step: what follows, else what is written, else who holds what."""
    if found.here.phase != found.there.phase:
        lt, en = words.phase(position.phase)
        return f"toliau – {lt}", f"next: {en}"
    if places := found.values():
        return _listed([_said(words, place, position) for place in places])
    return _listed([_held(words, place, position) for place in found.cards()])


def _said(words: Words, place: Place, position: Position) -> Pair:
    """A variable with its value."""
    word = to_word(words.game.rules, words.game.rules.variables[place[0]].type, position.values[place])
    shown = [PLAIN_WORDS.get(str(one), str(one)) for one in (word if isinstance(word, list) else [word])]
    return _cell(words, place, *(shown or ["none"]))


def _held(words: Words, place: Place, position: Position) -> Pair:
    """A zone with its cards, or with how many they are."""
    cards, there = words.game.rules.enums["card"], position.cards[place]
    if (count := len(there)) > MOST_CARDS:
        (lt, en) = _named(words, place)
        return f"{lt}: {count} {plural(count, 'korta', 'kortos', 'kortų')}", f"{en}: {count} cards"
    return _cell(words, place, *([cards[c] for c in there] or ["none"]))


def _cell(words: Words, place: Place, *names: str) -> Pair:
    (cell_lt, cell_en), (lt, en) = _named(words, place), words.pair(*names)
    return f"{cell_lt}: {lt}", f"{cell_en}: {en}"


def _named(words: Words, place: Place) -> Pair:
    """What a cell is called: its family, with its indices in brackets."""
    path = next(path for one, path in words.game.paths[place[0]] if one == place)
    lt, en = (", ".join(words.pair(word)[n] for word in path) for n in (0, 1))
    family_lt, family_en = words.pair(place[0])
    return (f"{family_lt} ({lt})", f"{family_en} ({en})") if path else (family_lt, family_en)


def _listed(found: Sequence[Pair]) -> Pair:
    return _more(found[:MOST], len(found) - MOST)


def _more(found: Sequence[Pair], more: int) -> Pair:
    """Several things, and how many more there are."""
    lt, en = ("; ".join(pair[n] for pair in found) for n in (0, 1))
    return (f"{lt}; ir dar {more}", f"{en}; and {more} more") if more > 0 else (lt, en)
