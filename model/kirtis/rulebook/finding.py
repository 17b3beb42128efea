"""Looking for the deals in which examples come about: in random matches, which are then made plain.

``python -m kirtis.rulebook.finding FILE`` looks for what is missing in a file of them, and for what the rules have outgrown; with names
after the file, in these games only.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from kirtis import files
from kirtis.language import load
from kirtis.language.game import Claim
from kirtis.language.game import Game as Rules
from kirtis.play import Action, Game, State
from kirtis.play.chance import Kept, Seeded
from kirtis.play.compile.conditions import Condition, Conditions
from kirtis.play.moments import moments
from kirtis.play.plainer import Match, Plainer
from kirtis.play.taste import Taste
from kirtis.rulebook.examples import Witness, asked, holds, read_witnesses, replay, shown, witnessed
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
        conditions = [Condition(c.name, asked(game.rules, c), c.phases or phases) for c in claims]
        self.of = Conditions(game.rules, game.option_values, conditions).of

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
    wanted = list(claims)
    found: dict[str, Witness] = {}
    times = {c.name: 0 for c in wanted}
    with game.engine.watched() as passed:
        finder = Finder(game, wanted, passed)
        for seed in seeds:
            for name, match in list(finder.match(seed, [n for n, met in times.items() if met < TIMES])):
                one = finder.plain(name, match)
                if name not in found or len(one.choices) < len(found[name].choices):
                    found[name] = one
                times[name] = TIMES if len(one.choices) <= SHORT else times[name] + 1
            if min(times.values(), default=TIMES) >= TIMES:
                break
    return found


def renew(file: Path, matches: int = MATCHES, games: Sequence[str] = ()) -> Iterator[str]:
    """Keep the witnesses that still hold, look for others, and write them, game by game; the names of what was not met."""
    known = {name: dict(of) for name, of in read_witnesses(file).items()}
    for path in files.spec_files():
        if games and path.stem not in games:
            continue
        usual = load(path.stem)
        claims, playable = {c.name: c for c in shown(usual)}, Game(usual)
        good = {n: w for n, w in known.get(usual.name, {}).items() if n in claims and witnessed(playable, w, claims[n])}
        for count in usual.seat_counts or (len(usual.seats),):
            rules = usual if count == len(usual.seats) else load(path.stem, seats=count)
            good |= {n: replace(w, seats=0 if rules is usual else count) for n, w in sought(rules, claims.keys() - good, matches)}
        known[usual.name] = {n: good[n] for n in claims if n in good}
        told = {name: {n: w.as_json() for n, w in of.items()} for name, of in known.items()}
        file.write_text(json.dumps(told, indent=1) + "\n", "utf-8", newline="\n")
        yield from (f"{usual.name}: {n}" for n in claims if n not in good)


def sought(rules: Rules, names: Collection[str], matches: int) -> Iterator[tuple[str, Witness]]:
    """Matches that show these examples, for this number of players: as usual in everything, and where none is met so, with one thing otherwise."""
    left = set(names)
    for options in settings(rules):
        if wanted := [c for c in shown(rules) if c.name in left]:
            for name, witness in find(Game(rules, options), wanted, range(matches)).items():
                left.remove(name)
                yield name, replace(witness, options=options)


def settings(rules: Rules) -> Iterator[dict[str, str]]:
    """The options with which examples are looked for: as usual first, then one by one otherwise."""
    yield {}
    for option in rules.options.values():
        for value in rules.values(option.type):
            if value != option.default:
                yield {option.name: rules.word(option.type, value)}


if __name__ == "__main__":
    for name in renew(Path(sys.argv[1]), games=sys.argv[2:]):
        sys.stderr.write(f"not met: {name}\n")
