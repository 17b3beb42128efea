"""Looking for the deals in which examples come about: in random matches, which are then made plain.

``python -m kirtis.rulebook.finding FILE`` looks for what is missing in a file of them, and for what the rules have outgrown.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from kirtis import files
from kirtis.language import load
from kirtis.language.game import Claim
from kirtis.language.game import Game as Rules
from kirtis.language.nodes import And
from kirtis.play import Action, Game, State
from kirtis.play.chance import Kept, Seeded
from kirtis.play.compile.conditions import Condition, Conditions
from kirtis.play.moments import moments
from kirtis.play.plainer import Match, Plainer
from kirtis.play.taste import Taste
from kirtis.rulebook.examples import Witness, holds, read_witnesses, replay, shown, witnessed
from kirtis.rulebook.outcomes import Written, number, written

DEAL = "deal"

MATCHES, LONGEST = 400, 600

SHORT, TIMES = 30, 3
"""An example is looked for again until its match has so few choices, or until it was met so often."""


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
        taste, left = Taste(Random(seed)), set(wanted)
        chance, done = Kept(Seeded(seed)), list[Action]()

        def choose(state: State) -> Action | None:
            possible = state.actions()
            if not possible or not left or len(done) == LONGEST:
                return None
            done.append(
                taste.choose({name: [a for a in possible if a.name == name] for name in sorted({a.name for a in possible})})
            )
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
