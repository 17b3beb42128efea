"""Positions met in random matches by the compiled rules: hints for inference, never evidence."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kirtis.language.game import Game
from kirtis.play.game import OptionWord, option_choices
from kirtis.prove.sample import Met
from kirtis.prove.watched import Watched

SETS = 4
"""So many sets of options are played besides that of the default values: compiling each takes longer than playing it."""

ENOUGH, MATCHES = 8000, 40
"""With each set matches are played until so many positions were met, or so many matches played."""

EACH = 600
"""Of so many positions of a phase it is asked what they have in common."""


def seen(game: Game) -> list[Met]:
    """Positions of every phase that random matches reach, with several sets of options."""
    met: dict[int, list[tuple[Watched, int, int, list[int]]]] = {}
    for options in (dict[str, OptionWord](), *_sets(game)):
        watched = Watched(game, options, [])
        many = 0
        for seed in range(MATCHES):
            for step, numbers in enumerate(watched.positions(seed)):
                met.setdefault(numbers[0], []).append((watched, seed, step, numbers))
                many += 1
            if many >= ENOUGH:
                break
    return [
        Met(watched.layout.unpack(numbers), watched.ready.option_values, seed, step)
        for phase in sorted(met)
        for watched, seed, step, numbers in met[phase][:: len(met[phase]) // EACH + 1]
    ]


def _sets(game: Game) -> Iterator[dict[str, OptionWord]]:
    """Sets of options in which each takes its values in turn, so that all occur, and not always beside the same ones."""
    rng = Random(1)
    turns: dict[str, list[OptionWord]] = {name: [] for name in game.options}
    for _ in range(SETS if game.options else 0):
        for name, option in game.options.items():
            if not turns[name]:
                turns[name] = list(option_choices(game, option))
                rng.shuffle(turns[name])
        yield {name: values.pop() for name, values in turns.items()}
