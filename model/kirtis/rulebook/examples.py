"""Deals in which examples come about: kept beside the pages, and gone through step by step there.

A match is what chance gave and what was chosen: each choice as a number, which of the possible actions it was, in the order of the rules.
So little is enough for every program that plays by the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kirtis.language import load
from kirtis.language.game import Claim
from kirtis.language.game import Game as Rules
from kirtis.language.nodes import And, Cards, Cell, Expr, Family, Not, Or, Top
from kirtis.language.walk import walk_through
from kirtis.play import Action, Game, PlayError, RuleError, State
from kirtis.play.careful import PlainChance
from kirtis.play.chance import Again, Forced, Kept, Outcome
from kirtis.play.position import Position
from kirtis.play.step import carry_out
from kirtis.rulebook.outcomes import DIGITS, Written


@dataclass(frozen=True, slots=True)
class Witness:
    """A match in which an example comes about, up to there.

    ``chance`` is what chance gave. ``deal`` is how many choices were made before its deal; the example comes about after all of them, and
    after ``step`` steps of the last (the first is the action itself; where nothing was chosen, the first automatic phase of the match).
    ``options`` are those that are not as usual. ``other`` is the option under whose value the match would go on otherwise from there.
    ``seats`` are how many play, where that is not the usual number.
    """

    chance: str
    moves: str
    deal: int
    step: int
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    other: Mapping[str, str] = field(default_factory=dict, hash=False)
    seats: int = 0

    def as_json(self) -> dict[str, Any]:
        """As it is kept."""
        kept: dict[str, Any] = {"chance": self.chance, "moves": self.moves, "deal": self.deal, "step": self.step}
        kept |= {name: dict(chosen) for name in ("options", "other") if (chosen := getattr(self, name))}
        return kept | ({"seats": self.seats} if self.seats else {})

    @property
    def choices(self) -> list[int]:
        """The choices, one by one."""
        return [int(move, len(DIGITS)) for move in self.moves.split(".")] if self.moves else []


Witnesses = Mapping[str, Mapping[str, Witness]]
"""The witnesses of each game, by the names of what they show."""


def read_witnesses(file: Path) -> Witnesses:
    """The witnesses of a file; none where there is no file. Raises ValueError for anything else."""
    if not file.is_file():
        return {}
    try:
        return {
            game: {name: Witness(**one) for name, one in of.items()} for game, of in json.loads(file.read_text("utf-8")).items()
        }
    except (TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{file} holds no matches ({error}); make it anew with python -m kirtis.rulebook.finding") from None


def shown(rules: Rules) -> Iterator[Claim]:
    """What asks for a position: examples of the source first, then what is possible."""
    for kind in ("example", "possible"):
        yield from (c for c in rules.claims.values() if c.kind == kind)


def asked(rules: Rules, claim: Claim) -> Expr:
    """What has to be so in a position that shows an example.

    Where the number of players or an option alone makes an alternative true, there is nothing to see, so none of those may be true.
    """
    alternatives = claim.body.items if isinstance(claim.body, Or) else ()
    settled_before = (one for one in alternatives if not _looks(rules, one))
    given = (claim.given,) if claim.given else ()
    return And((*given, *(Not(one) for one in settled_before), claim.body))


def _looks(rules: Rules, node: Expr) -> bool:
    """Whether something depends on the position, through all definitions."""
    return any(isinstance(one, Cards | Cell | Family | Top) for one in walk_through(rules, node))


@dataclass(frozen=True, slots=True)
class Turn:
    """A choice of a match with the state that it led to and what chance gave on the way; the first turn is the beginning, when nothing was chosen."""

    before: State | None
    action: Action | None
    state: State
    outcomes: tuple[Outcome, ...]

    def positions(self) -> Iterator[tuple[Position, frozenset[str]]]:
        """Every position on the way, with the groups that were reset: right after the action, and after each automatic phase."""
        game, rules = self.state.game, self.state.game.rules
        told = PlainChance(game.engine.layout, Forced(game.engine.layout, Again(self.outcomes)), 0)
        position = game.first
        if self.before is not None and self.action is not None:
            act, env = game.careful.meant(self.before.plain, self.action)
            position, reset = carry_out(rules, game.option_values, self.before.plain, act.body, env, told)
            yield position, reset
        while (phase := rules.phases[position.phase]).kind in ("auto", "chance"):
            position, reset = carry_out(rules, game.option_values, position, phase.body, {}, told)
            yield position, reset


def settled(game: Game, witness: Witness) -> Game:
    """The game with the options that a match is played with, for so many players."""
    rules = game.rules
    if witness.seats and witness.seats != len(rules.seats):
        path = [document.path for document in rules.documents if any(document.of("game"))][-1]
        rules = load(Path(path), seats=witness.seats)
    return Game(rules, witness.options) if witness.options or rules is not game.rules else game


def replay(game: Game, witness: Witness) -> Iterator[Turn]:
    """The turns of a match. Raises IndexError where a choice is not possible, ChanceError where a deal is not."""
    game, chance = settled(game, witness), Kept(Written(witness.chance))
    state = game.start(chance=chance)
    yield Turn(None, None, state, tuple(chance.outcomes))
    for move in witness.choices:
        chance.outcomes.clear()
        before, action = state, state.actions()[move]
        state = before.play(action)
        yield Turn(before, action, state, tuple(chance.outcomes))


def witnessed(game: Game, witness: Witness, claim: Claim) -> bool:
    """Whether a match shows what it is kept for."""
    try:
        *_, last = replay(game, witness)
        played = last.state.game
        return holds(played, list(last.positions())[witness.step][0], played.rules.claims[claim.name])
    except (PlayError, IndexError):
        return False


def holds(game: Game, position: Position, claim: Claim) -> bool:
    """Whether an example comes about in a position."""
    if claim.phases and position.phase not in claim.phases:
        return False
    try:
        return game.careful.evaluator(position).truth(asked(game.rules, claim), {})
    except RuleError:
        return False
