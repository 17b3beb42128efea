"""Looking for deals in which the readings part: in random matches under the usual reading, which are then made plain.

``python -m kirtis.rulebook.parting FILE`` looks for what is missing in a file of them, and for what the rules have outgrown; with names
after the file, in these games only.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from kirtis import files
from kirtis.language import load
from kirtis.language.game import Game as Rules
from kirtis.play import Action, Game, PlayError, State
from kirtis.play.chance import Kept
from kirtis.play.fate import Fate
from kirtis.play.moments import Moment
from kirtis.play.plainer import Loose, Match, Plainer
from kirtis.play.taste import Taste
from kirtis.rulebook.apart import first_step, otherwise, parted, parts, turns, wanted
from kirtis.rulebook.examples import Witness, read_witnesses, replay
from kirtis.rulebook.finding import DEAL, settings
from kirtis.rulebook.outcomes import number, written

LIMITS = {60: 200, 200: 100, 600: 100}
"""So many matches are played, left after so many choices: short ones first, for they are plainer and sooner made so."""

FEWER = 10
"""So many times fewer are played with each other option otherwise."""

SURE = 0.1
"""So often one hand is dealt what should take all tricks."""


class Parting(Plainer):
    """Makes a match plainer that leads to where two readings part."""

    def __init__(self, game: Game, other: Game) -> None:
        super().__init__(game, [], lambda moment: False)
        self.other = other

    def stations(self, chance: Loose, choose: Callable[[State], Action | None]) -> Iterator[tuple[Moment, bool]]:
        """Where the turns of a match lead, and whether the readings part there."""
        for turn in turns(self.ready, Kept(chance), choose):
            yield Moment(turn.state._numbers), parts(self.other, turn)


def met(game: Game, others: Mapping[str, Game], seed: int, longest: int) -> Iterator[tuple[str, Match]]:
    """Where one random match parts from the same under other readings, each with the match so far."""
    random, left = Random(seed), dict(others)
    taste, chance = Taste(random), Kept(Fate(random, len(game.rules.enums["rank"]), SURE))
    done = list[Action]()

    def choose(state: State) -> Action | None:
        possible = state.actions()
        if not possible or not left or len(done) == longest:
            return None
        done.append(taste.choose({n: [a for a in possible if a.name == n] for n in sorted({a.name for a in possible})}))
        return done[-1]

    try:
        for turn in turns(game, chance, choose):
            for name in [n for n, other in left.items() if parts(other, turn)]:
                del left[name]
                yield name, Match(tuple(chance.outcomes), tuple(done))
    except PlayError:
        return


def plain(game: Game, other: Game, match: Match) -> Witness:
    """A match made as plain as can be, with the step at which the readings part, and where the deal of that begins."""
    led = Parting(game, other).plainest(match)
    assert led is not None
    left = iter(led.match.actions)
    played = turns(game, Kept(Loose(led.match.outcomes)), lambda state: next(left, None))
    moves = [number(turn.before.actions().index(turn.action)) for turn in played if turn.before and turn.action]
    whole = Witness(written(led.match.outcomes, led.match.pools), ".".join(moves), 0, 0)
    *before, last = replay(game, whole)
    deals = [n for n, turn in enumerate(before) if n and any(DEAL in reset for _, reset in turn.positions())]
    return Witness(whole.chance, whole.moves, max(deals, default=0), first_step(last, otherwise(other, last)))


def find(rules: Rules, options: Mapping[str, str], names: Iterable[str]) -> Iterator[tuple[str, Witness]]:
    """The first match met, under these options, in which each of the readings parts from the usual one."""
    game, asked = Game(rules, options), {n: wanted(rules)[n] for n in names}
    others = {n: Game(rules, {**options, option: word}) for n, (option, word) in asked.items() if option not in options}
    for longest, matches in LIMITS.items():
        for seed in range(matches // FEWER if options else matches):
            for name, match in list(met(game, others, seed, longest)) if others else ():
                yield name, replace(plain(game, others.pop(name), match), options=options, other=dict([asked[name]]))


def sought(rules: Rules, names: Iterable[str]) -> Iterator[tuple[str, Witness]]:
    """The matches in which these readings part: as usual in everything else, and where none is met so, with one thing otherwise."""
    left = list(names)
    for options in settings(rules):
        for name, witness in find(rules, options, left):
            left.remove(name)
            yield name, witness


def renew(file: Path, games: Sequence[str] = ()) -> Iterator[str]:
    """Keep the matches that still part, look for others, and write each as it is found; the names of what was not met."""
    known = {name: dict(of) for name, of in read_witnesses(file).items()}
    for path in files.spec_files():
        if games and path.stem not in games:
            continue
        usual = load(path.stem)
        names, playable = list(wanted(usual)), Game(usual)
        good = {n: w for n, w in known.get(usual.name, {}).items() if n in names and parted(playable, w) is not None}
        for count in usual.seat_counts or (0,):
            rules = load(path.stem, seats=count) if count and count != len(usual.seats) else usual
            for name, witness in sought(rules, [n for n in names if n not in good]):
                good[name] = replace(witness, seats=0 if rules is usual else count)
                known[usual.name] = {n: good[n] for n in names if n in good}
                _write(file, known)
        yield from (f"{usual.name}: {n}" for n in names if n not in good)


def _write(file: Path, known: Mapping[str, Mapping[str, Witness]]) -> None:
    """Write the matches down, in the order of games."""
    order = [path.stem for path in files.spec_files() if path.stem in known]
    told = {game: {name: w.as_json() for name, w in known[game].items()} for game in order}
    file.write_text(json.dumps(told, indent=1) + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    for name in renew(Path(sys.argv[1]), sys.argv[2:]):
        sys.stderr.write(f"not met: {name}\n")
