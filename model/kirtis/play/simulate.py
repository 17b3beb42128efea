"""Many random matches, and what happened in them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random

from kirtis.play.faults import PlayError
from kirtis.play.game import Game, OptionWord
from kirtis.play.words import to_word

MOST_ACTIONS = 100_000
"""A match that has not ended after so many actions is given up."""

Rows = Counter[tuple[str, int]]


@dataclass(slots=True)
class Tally:
    """What happened: ``actions`` by phase and name, ``rows`` by table and number, ``results`` by how the match ended."""

    matches: int = 0
    decisions: int = 0
    seconds: float = 0.0
    results: Counter[str] = field(default_factory=Counter)
    actions: Counter[tuple[str, str]] = field(default_factory=Counter)
    rows: Rows = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Take in what happened elsewhere; the seconds are those of processors, not of the clock."""
        self.matches += other.matches
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.results += other.results
        self.actions += other.actions
        self.rows += other.rows


def result(game: Game, numbers: list[int]) -> str:
    """How a match ended: the value of the definition ``winner``, where the rules have one, else the last phase."""
    rules = game.rules
    winner = rules.definitions.get("winner")
    position = game.engine.layout.unpack(numbers)
    if winner is None or winner.params:
        return position.phase
    word = to_word(rules, winner.type, game.careful.evaluator(position).value(winner.body))
    return "none" if word is None else str(word)


def play_out(game: Game, seed: int | str, tally: Tally) -> None:
    """One match between players who choose at random, the same for the same seed. Raises PlayError where it cannot go on."""
    random = Random(f"{seed}/choices").random
    state = game.start(seed=seed)
    phases, actions = game.phase_names, tally.actions
    count = 0
    while not state.over:
        possible = state.actions()
        if not possible:
            raise PlayError(f"seed {seed}: in phase {state.phase} nobody can do anything, after {count} actions")
        if count >= MOST_ACTIONS:
            raise PlayError(f"seed {seed}: the match has not ended after {count} actions")
        action = possible[int(random() * len(possible))]
        actions[phases[state._numbers[0]], action.name] += 1
        state = state.play(action)
        count += 1
    tally.matches += 1
    tally.decisions += count
    tally.results[result(game, state._numbers)] += 1


def simulate(game: Game, seeds: Iterable[int | str]) -> Tally:
    """One match for each seed; ``rows`` is filled if the game was made to trace them."""
    tally = Tally()
    trace = game.engine.trace
    if trace is not None:
        trace.rows.clear()
    begun = time.process_time()
    for seed in seeds:
        play_out(game, seed, tally)
    tally.seconds = time.process_time() - begun
    if trace is not None:
        tally.rows += trace.rows
    return tally


Source = tuple[str | Path, Mapping[str, OptionWord], int | None]
"""What ``kirtis.load`` needs: the name or file, the options, the number of seats."""

_LOADED: dict[str, Game] = {}


def _part(source: Source, seeds: tuple[str, ...]) -> Tally:
    from kirtis import language

    key = repr(source)
    if key not in _LOADED:
        name, options, seats = source
        _LOADED[key] = Game(language.load(name, seats=seats, proofs=False), options, trace=True)
    return simulate(_LOADED[key], seeds)


def simulate_many(
    source: Source, matches: int, seed: int | str, jobs: int, done: Callable[[int], object] = lambda n: None
) -> Tally:
    """So many matches, in so many processes; ``done`` hears how many more are finished. The same seed gives the same tally."""
    parts = list(_parts(matches, seed))
    tally = Tally()
    if jobs <= 1:
        for part in parts:
            tally.add(_part(source, part))
            done(len(part))
        return tally
    with ProcessPoolExecutor(min(jobs, len(parts) or 1), mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(_part, source, part) for part in parts]):
            tally.add(future.result())
            done(future.result().matches)
    return tally


def _parts(matches: int, seed: int | str) -> Iterator[tuple[str, ...]]:
    for first in range(0, matches, 50):
        yield tuple(f"{seed}/{n}" for n in range(first, min(first + 50, matches)))
