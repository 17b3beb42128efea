"""Deals in which examples come about: found in random matches, made plain, kept beside the pages, and gone through step by step there.

A match is what chance gave and what was chosen: each choice as a number, which of the possible actions it was, in the order of the rules.
So little is enough for every program that plays by the rules. ``python -m kirtis.rulebook.examples FILE`` looks for what is missing in a file,
and for what the rules have outgrown.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from kirtis import files
from kirtis.language import load
from kirtis.language.game import Claim
from kirtis.language.game import Game as Rules
from kirtis.language.nodes import And
from kirtis.play import Action, Game, PlayError, RuleError, State
from kirtis.play.careful import PlainChance
from kirtis.play.chance import Again, Forced, Kept, Outcome, Seeded
from kirtis.play.compile.conditions import Condition, Conditions
from kirtis.play.moments import moments
from kirtis.play.plainer import Match, Plainer
from kirtis.play.position import Position
from kirtis.play.step import carry_out
from kirtis.rulebook.outcomes import DIGITS, Written, number, written

DEAL = "deal"

MATCHES, LONGEST, RARELY = 400, 600, 4

SHORT, TIMES = 30, 3
"""An example is looked for again until its match has so few choices, or until it was met so often."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A match in which an example comes about, up to there.

    ``chance`` is what chance gave. ``deal`` is how many choices were made before its deal; the example comes about after all of them, and
    after ``step`` steps of the last (the first is the action itself; where nothing was chosen, the first automatic phase of the match).
    ``options`` are those that are not as usual.
    """

    chance: str
    moves: str
    deal: int
    step: int
    options: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """As it is kept."""
        kept = {"chance": self.chance, "moves": self.moves, "deal": self.deal, "step": self.step}
        return kept | ({"options": dict(self.options)} if self.options else {})

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
        raise ValueError(f"{file} holds no matches ({error}); make it anew with python -m kirtis.rulebook.examples") from None


def shown(rules: Rules) -> Iterator[Claim]:
    """What asks for a position: examples of the source first, then what is possible."""
    for kind in ("example", "possible"):
        yield from (c for c in rules.claims.values() if c.kind == kind)


# -- going through a match ---------------------------------------------------------------------------------------------------


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
    """The game with the options that a match is played with."""
    return Game(game.rules, witness.options) if witness.options else game


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
        return holds(last.state.game, list(last.positions())[witness.step][0], claim)
    except (PlayError, IndexError):
        return False


def holds(game: Game, position: Position, claim: Claim) -> bool:
    """Whether an example comes about in a position."""
    if claim.phases and position.phase not in claim.phases:
        return False
    read = game.careful.evaluator(position)
    try:
        return (claim.given is None or read.truth(claim.given, {})) and read.truth(claim.body, {})
    except RuleError:
        return False


# -- looking for witnesses ---------------------------------------------------------------------------------------------------


class Finder:
    """Looks for examples of a game in random matches."""

    def __init__(self, game: Game, claims: Sequence[Claim], passed: list[list[int]]) -> None:
        self.game, self.passed = game, passed
        self.claims = {c.name: c for c in claims}
        phases = tuple(game.rules.phases)
        asked = [Condition(c.name, And((c.given, c.body)) if c.given else c.body, c.phases or phases) for c in claims]
        self.of = Conditions(game.rules, game.option_values, asked).of

    def met(self, name: str, numbers: list[int]) -> bool:
        """Whether an example comes about; where compiled code is in doubt the evaluator decides."""
        compiled = self.of[numbers[0]].get(name)
        try:
            return compiled is not None and bool(compiled(numbers))
        except Exception:
            return holds(self.game, self.game.engine.layout.unpack(numbers), self.claims[name])

    def match(self, seed: int, wanted: Iterable[str]) -> Iterator[tuple[str, Match]]:
        """What one random match shows, each with the match so far."""
        random, taste, left = Random(seed), dict[str, float](), set(wanted)
        chance, done = Kept(Seeded(seed)), list[Action]()

        def choose(state: State) -> Action | None:
            possible = state.actions()
            if not possible or not left or len(done) == LONGEST:
                return None
            names = sorted({a.name for a in possible})
            weights = [taste.setdefault(name, random.random() ** RARELY) for name in names]
            chosen = random.choices(names, weights)[0]
            done.append(random.choice([a for a in possible if a.name == chosen]))
            return done[-1]

        for moment in moments(self.game, self.passed, chance, choose):
            for name in sorted(n for n in left & self.of[moment.numbers[0]].keys() if self.met(n, moment.numbers)):
                left.remove(name)
                yield name, Match(tuple(chance.outcomes), tuple(done))

    def plain(self, name: str, match: Match) -> Witness:
        """The match made as plain as can be."""
        led = Plainer(self.game, self.passed, lambda moment: self.met(name, moment.numbers)).plainest(match)
        assert led is not None
        text = written(led.match.outcomes, led.match.pools)
        moves, state = list[str](), self.game.start(chance=Written(text))
        for action in led.match.actions:
            assert action is not None
            moves.append(number(state.actions().index(action)))
            state = state.play(action)
        whole = Witness(text, ".".join(moves), 0, 0)
        return _placed(self.game, whole, self.claims[name])


def _placed(game: Game, whole: Witness, claim: Claim) -> Witness:
    """A match with the place where its example comes about, and where the deal of that begins."""
    deal = 0
    *before, last = replay(game, whole)
    for n, turn in enumerate(before):
        if n and any(DEAL in reset for _, reset in turn.positions()):
            deal = n
    step = next(n for n, (position, _) in enumerate(last.positions()) if holds(game, position, claim))
    return Witness(whole.chance, whole.moves, deal, step)


def find(game: Game, claims: Iterable[Claim], seeds: Iterable[int] = range(MATCHES)) -> dict[str, Witness]:
    """The shortest match in which each example comes about; those that were not met are left out."""
    asked = list(claims)
    found: dict[str, Witness] = {}
    times = {c.name: 0 for c in asked}
    with game.engine.watched() as passed:
        finder = Finder(game, asked, passed)
        for seed in seeds:
            for name, match in list(finder.match(seed, [n for n, met in times.items() if met < TIMES])):
                one = finder.plain(name, match)
                if name not in found or len(one.choices) < len(found[name].choices):
                    found[name] = one
                times[name] = TIMES if len(one.choices) <= SHORT else times[name] + 1
            if min(times.values(), default=TIMES) >= TIMES:
                break
    return found


# -- the file ----------------------------------------------------------------------------------------------------------------


def renew(file: Path, matches: int = MATCHES) -> Iterator[str]:
    """Keep the witnesses that still hold, look for others, and write them, game by game; the names of what was not met."""
    known = {name: {n: w.as_json() for n, w in of.items()} for name, of in read_witnesses(file).items()}
    for path in files.spec_files():
        game = Game(load(path.stem))
        claims = {c.name: c for c in shown(game.rules)}
        kept = {n: Witness(**w) for n, w in known.get(game.name, {}).items() if n in claims}
        good = {n: w for n, w in kept.items() if witnessed(game, w, claims[n])}
        for options in settings(game.rules):
            if wanted := [c for n, c in claims.items() if n not in good]:
                found = find(Game(game.rules, options), wanted, range(matches))
                good |= {n: replace(w, options=options) for n, w in found.items()}
        known[game.name] = {n: good[n].as_json() for n in claims if n in good}
        file.write_text(json.dumps(known, indent=1) + "\n", "utf-8", newline="\n")
        yield from (f"{game.name}: {n}" for n in claims if n not in good)


def settings(rules: Rules) -> Iterator[dict[str, str]]:
    """The options with which examples are looked for: as usual first, then one by one otherwise."""
    yield {}
    for option in rules.options.values():
        for value in rules.values(option.type):
            if value != option.default:
                yield {option.name: rules.word(option.type, value)}


if __name__ == "__main__":
    for name in renew(Path(sys.argv[1])):
        sys.stderr.write(f"not met: {name}\n")
