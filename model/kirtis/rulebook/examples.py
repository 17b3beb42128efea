"""Deals in which examples come about: found once in random matches, kept beside the pages, and gone through step by step there.

A match is its seed and its choices: each as a number, which of the possible actions it was, in the order of the rules. So little is enough
for every program that plays by the rules. ``python -m kirtis.rulebook.examples FILE`` looks for what is missing in a file, and for what
the rules have outgrown.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from kirtis import files
from kirtis.language import load
from kirtis.language.game import Claim
from kirtis.language.game import Game as Rules
from kirtis.play import Action, Game, PlayError, RuleError, State
from kirtis.play.careful import PlainChance
from kirtis.play.chance import Again, Forced, Kept, Outcome, Seeded
from kirtis.play.position import Position
from kirtis.play.step import carry_out

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
DEAL = "deal"
LAST = -1
"""The step after which a seat has to act."""

MATCHES, LONGEST, SHORT, RARELY = 400, 600, 60, 4


@dataclass(frozen=True, slots=True)
class Witness:
    """A match in which an example comes about.

    ``options`` are the values of options that are not the usual ones, ``deal`` is how many choices were made before its deal, ``choice`` and ``step`` where it comes about: after how many choices, and
    after how many automatic phases that followed the last of them (``LAST``: when all of them are done).
    """

    seed: int
    moves: str
    deal: int
    choice: int
    step: int
    options: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """As it is kept."""
        kept = {"seed": self.seed, "moves": self.moves, "deal": self.deal, "choice": self.choice, "step": self.step}
        return kept | ({"options": dict(self.options)} if self.options else {})


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


def number(n: int) -> str:
    """A number in digits and letters, as JavaScript writes it."""
    return DIGITS[n] if n < len(DIGITS) else number(n // len(DIGITS)) + DIGITS[n % len(DIGITS)]


# -- going through a match ---------------------------------------------------------------------------------------------------


def positions(before: State, action: Action, outcomes: Iterable[Outcome]) -> Iterator[tuple[Position, frozenset[str]]]:
    """Every position after an action, with the groups that were reset on the way to it: right after it, and after each automatic phase."""
    game, rules = before.game, before.game.rules
    told = PlainChance(game.engine.layout, Forced(game.engine.layout, Again(outcomes)), 0)
    act, env = game.careful.meant(before.plain, action)
    position, reset = carry_out(rules, game.option_values, before.plain, act.body, env, told)
    yield position, reset
    while (phase := rules.phases[position.phase]).kind in ("auto", "chance"):
        position, reset = carry_out(rules, game.option_values, position, phase.body, {}, told)
        yield position, reset


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


def find(
    game: Game, claims: Iterable[Claim], seeds: Iterable[int] = range(MATCHES), *, after: bool = False
) -> dict[str, Witness]:
    """The shortest match in which each example comes about; those that were not met are left out.

    What a deal leaves to the next one comes about once it is over: ``after`` looks there, too.
    """
    asked = {c.name: c for c in claims}
    found: dict[str, Witness] = {}
    for seed in seeds:
        try:
            for name, one in _match(game, seed, dict(asked), after):
                if name not in found or len(one.moves) < len(found[name].moves):
                    found[name] = one
        except PlayError:
            continue
        # Short enough to be read; more luck is not worth the time.
        for name in [n for n in asked if n in found and found[n].moves.count(".") < SHORT]:
            del asked[name]
        if not asked:
            break
    return found


def _match(game: Game, seed: int, wanted: dict[str, Claim], after: bool) -> Iterator[tuple[str, Witness]]:
    """What one random match shows, each until the end of its deal; what is shown is wanted no more."""
    random, taste = Random(seed), dict[str, float]()
    chance = Kept(Seeded(seed))
    state = game.start(chance=chance)
    moves: list[int] = []
    waiting: list[tuple[str, int, int]] = []
    deal = 0

    def look(position: Position, step: int) -> None:
        for name in [n for n, c in wanted.items() if holds(game, position, c)]:
            waiting.append((name, len(moves), step))
            del wanted[name]

    while (wanted or waiting) and len(moves) < LONGEST:
        possible = state.actions() if not state.over else ()
        if not possible:
            break
        names = sorted({a.name for a in possible})
        weights = [taste.setdefault(name, random.random() ** RARELY) for name in names]
        chosen = random.choices(names, weights)[0]
        action = random.choice([a for a in possible if a.name == chosen])
        moves.append(possible.index(action))
        known = len(chance.outcomes)
        following = state.play(action)
        over = False
        if following.phase != state.phase or following.over:
            for n, (position, reset) in enumerate(positions(state, action, chance.outcomes[known:])):
                over = over or DEAL in reset
                if after or not over:
                    look(position, n)
        elif any(following.phase in c.phases for c in wanted.values()):
            look(following.plain, LAST)
        state = following
        if over or state.over:
            yield from ((name, _witness(seed, moves, deal, at, step)) for name, at, step in waiting)
            waiting, deal = [], len(moves)


def _witness(seed: int, moves: list[int], deal: int, choice: int, step: int) -> Witness:
    return Witness(seed, ".".join(map(number, moves)), deal, choice, step)


# -- the file ----------------------------------------------------------------------------------------------------------------


def renew(file: Path, matches: int = MATCHES) -> list[str]:
    """Keep the witnesses that still hold, look for others, and write them; the names of what was not met."""
    known, lost = read_witnesses(file), []
    out: dict[str, dict[str, dict[str, Any]]] = {}
    for path in files.spec_files():
        game = Game(load(path.stem))
        claims = list(shown(game.rules))
        kept = known.get(game.name, {})
        good = {c.name: kept[c.name] for c in claims if c.name in kept and witnessed(game, kept[c.name], c)}
        for options, after in settings(game.rules):
            wanted = [c for c in claims if c.name not in good]
            found = find(Game(game.rules, options), wanted, range(matches), after=after) if wanted else {}
            good |= {name: replace(one, options=options) for name, one in found.items()}
        lost += [f"{game.name}: {c.name}" for c in claims if c.name not in good]
        out[game.name] = {c.name: good[c.name].as_json() for c in claims if c.name in good}
    file.write_text(json.dumps(out, indent=1) + "\n", "utf-8", newline="\n")
    return lost


def settings(rules: Rules) -> Iterator[tuple[dict[str, str], bool]]:
    """Where examples are looked for, plain matches first: options, and whether also after the end of a deal."""
    yield {}, False
    yield {}, True
    for option in rules.options.values():
        for value in rules.values(option.type):
            if value != option.default:
                yield {option.name: rules.word(option.type, value)}, True


def settled(game: Game, witness: Witness) -> Game:
    """The game with the options that a match is played with."""
    return Game(game.rules, witness.options) if witness.options else game


def replay(game: Game, witness: Witness) -> Iterator[tuple[State, Action, list[Outcome]]]:
    """The choices of a match, each with the state before it and what chance gave after it. Raises IndexError where one is not possible."""
    chance = Kept(Seeded(witness.seed))
    state = settled(game, witness).start(chance=chance)
    for move in witness.moves.split("."):
        known = len(chance.outcomes)
        action = state.actions()[int(move, len(DIGITS))]
        following = state.play(action)
        yield state, action, chance.outcomes[known:]
        state = following


def witnessed(game: Game, witness: Witness, claim: Claim) -> bool:
    """Whether a match shows what it is kept for."""
    try:
        for n, (state, action, outcomes) in enumerate(replay(game, witness), 1):
            if n == witness.choice:
                position, _ = list(positions(state, action, outcomes))[witness.step]
                return holds(settled(game, witness), position, claim)
    except (PlayError, IndexError):
        return False
    return False


if __name__ == "__main__":
    for name in renew(Path(sys.argv[1])):
        sys.stderr.write(f"not met: {name}\n")
