"""A difference between two games, in a match that is made as plain as any that shows what is refuted."""

from __future__ import annotations

from dataclasses import replace

from kirtis.play.game import Game as Playable
from kirtis.play.game import option_word
from kirtis.play.moments import Moment
from kirtis.play.record import lines
from kirtis.prove.beside import Options, Pair
from kirtis.prove.meet import Spot, spots_at
from kirtis.prove.sample import Met
from kirtis.prove.watched import FEW, Happening, Watched

FIND, LOOKS = 1000, 2000
"""Positions that both interpreters look at, at most, to find such a match for one difference by some options, and then to make it plainer."""


class Plainly:
    """Shows differences in matches of either game, which are compiled once for each set of options."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.watched: dict[tuple[int, tuple[tuple[str, int | bool], ...]], Watched] = {}

    def shown(self, spot: Spot) -> Spot:
        """The same difference in a plain match, by the default options if it is found there, else by those that it was met with; as it was met where none is found."""
        if spot.met is None:
            return spot
        which = spot.met[0]
        defaults = {o.name: o.default for o in self.pair.games[which].options.values()}
        for options in [defaults, *([spot.options[which]] if spot.options[which] != defaults else [])]:
            if (found := self._found(which, options, spot)) is not None:
                return found
        return spot

    def _found(self, which: int, options: Options, spot: Spot) -> Spot | None:
        assert spot.met is not None
        watched, seeking = self._of(which, options), _Seeking(self.pair, which, options, spot)
        wanted = Happening("the difference", seeking.holds)
        for seed in range(FEW):
            found = watched.plainest(seed, wanted) if seeking.left else None
            if found is not None:
                plainer, led = found
                if len(led.match.actions) > spot.met[2]:
                    return None  # so rare that nothing was left out of it in so many looks
                at = Met(watched.layout.unpack(led.moment.numbers), options, seed, len(led.match.actions))
                record = plainer.record(led)
                match = () if record is None else tuple(lines(record))
                return next((replace(s, match=match) for s in spots_at(self.pair, which, at) if s.key == spot.key), None)
        return None

    def _of(self, which: int, options: Options) -> Watched:
        game, key = self.pair.games[which], (which, tuple(options.items()))
        if key not in self.watched:
            self.watched[key] = Watched(game, {k: option_word(game, k, v) for k, v in options.items()}, [])
        return self.watched[key]


class _Seeking:
    """Whether a moment shows a difference; after so many looks, none does."""

    def __init__(self, pair: Pair, which: int, options: Options, spot: Spot) -> None:
        self.pair, self.which, self.options, self.spot = pair, which, options, spot
        self.left, self.met = FIND, False

    def holds(self, ready: Playable, moment: Moment) -> bool:
        """Whether both interpreters differ there as they do in the spot."""
        if moment.fault is not None or ready.phase_names[moment.numbers[0]] != self.spot.key[0] or not self.left:
            return False
        self.left -= 1
        here = Met(ready.engine.layout.unpack(moment.numbers), self.options)
        differ = any(s.key == self.spot.key for s in spots_at(self.pair, self.which, here))
        if differ and not self.met:
            self.met, self.left = True, LOOKS
        return differ
