"""A difference between two games, in a match that is made as plain as any that shows what is refuted."""

from __future__ import annotations

from dataclasses import replace

from kirtis.play.game import Game as Playable
from kirtis.play.game import option_word
from kirtis.play.moments import Moment
from kirtis.play.record import lines
from kirtis.prove.beside import Pair
from kirtis.prove.meet import Spot, spots_at
from kirtis.prove.sample import Met
from kirtis.prove.watched import FEW, Happening, Watched

LOOKS = 2000
"""Positions that both interpreters look at, at most, to find such a match for one difference and to make it plainer."""


class Plainly:
    """Shows differences in matches of either game, which are compiled once for each set of options."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.watched: dict[tuple[int, tuple[tuple[str, int | bool], ...]], Watched] = {}

    def shown(self, spot: Spot) -> Spot:
        """The same difference in a plain match, by the same options; as it was met where none is found."""
        if spot.met is None:
            return spot
        which = spot.met[0]
        seeking = _Seeking(self.pair, which, spot)
        watched, wanted = self._of(which, spot), Happening("the difference", seeking.holds)
        for seed in range(FEW):
            found = watched.plainest(seed, wanted) if seeking.left else None
            if found is not None:
                plainer, led = found
                at = Met(watched.layout.unpack(led.moment.numbers), spot.options[which], seed, len(led.match.actions))
                record = plainer.record(led)
                match = () if record is None else tuple(lines(record))
                return next((replace(s, match=match) for s in spots_at(self.pair, which, at) if s.key == spot.key), spot)
        return spot

    def _of(self, which: int, spot: Spot) -> Watched:
        game, options = self.pair.games[which], spot.options[which]
        key = which, tuple(options.items())
        if key not in self.watched:
            self.watched[key] = Watched(game, {k: option_word(game, k, v) for k, v in options.items()}, [])
        return self.watched[key]


class _Seeking:
    """Whether a moment shows a difference; after so many looks, none does."""

    def __init__(self, pair: Pair, which: int, spot: Spot) -> None:
        self.pair, self.which, self.spot, self.left = pair, which, spot, LOOKS

    def holds(self, ready: Playable, moment: Moment) -> bool:
        """Whether both interpreters differ there as they do in the spot."""
        if moment.fault is not None or ready.phase_names[moment.numbers[0]] != self.spot.key[0] or not self.left:
            return False
        self.left -= 1
        here = Met(ready.engine.layout.unpack(moment.numbers), self.spot.options[self.which])
        return any(s.key == self.spot.key for s in spots_at(self.pair, self.which, here))
