"""Whole random matches of every game through the loop that the documentation shows, beside others who do the same.

* Kirtis: ``state.actions()`` and ``state.play(action)``, deals included.
* the naive second implementation of the same game in ``tests/naive``: lists, dicts and strings, changed in place, deals included.
* beside Kiksas also OpenSpiel's euchre (C++, 24 cards), where ``pyspiel`` is installed: the loop of its documentation, chance
  nodes drawn by their weights.

All of them run in turn in one process, several rounds; every figure is a median, in decisions of players per second of
processor time. A chance node is no decision, and what it costs is counted against whoever needs it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

Match = Callable[[int], tuple[int, int]]
"""Plays a match of a seed; returns the decisions of players, and these with the outcomes of chance."""

NAIVE: dict[str, tuple[str, tuple[int, ...]]] = {
    "kiksas": ("naive.kiksas:Kiksas", ()),
    "trikiksis": ("naive.trikiksis:Trikiksis", ()),
    "ozka": ("naive.ozka:Ozka", ()),
    "karavas": ("naive.karavas:Karavas", ()),
    "karavas-mainai": ("naive.karavas_mainai:KaravasWithExchange", ()),
    "sesiasdesimt-sesi": ("naive.sesiasdesimt_sesi:Sixtysix", (2, 3)),
    "astuonkojis": ("naive.astuonkojis:Astuonkojis", (2, 4, 6)),
}
"""The naive implementation of each game, and the numbers of players that are measured where there are several."""


def kirtis_match(name: str, seats: int | None = None) -> Match:
    """A whole match by the public interface."""
    import kirtis

    game = kirtis.load(name, seats=seats)

    def match(seed: int) -> tuple[int, int]:
        random = Random(seed).random
        state = game.start(seed=seed)
        decisions = 0
        while not state.over:
            actions = state.actions()
            state = state.play(actions[int(random() * len(actions))])
            decisions += 1
        return decisions, decisions

    return match


def naive_match(name: str, seats: int | None = None) -> Match:
    """A whole match of the naive implementation."""
    from naive.walk import draw

    module, _, cls = NAIVE[name][0].partition(":")
    make: Callable[..., Any] = getattr(import_module(module), cls)

    def match(seed: int) -> tuple[int, int]:
        rng = Random(seed)
        random = rng.random
        game = make() if seats is None else make(number=seats)
        decisions = moves = 0
        while not game.over():
            moves += 1
            chance = game.chance()
            if chance is None:
                actions = game.actions()
                game.act(actions[int(random() * len(actions))])
                decisions += 1
            else:
                game.settle(draw(chance, rng, 0.0))
        return decisions, moves

    return match


def openspiel_match() -> Match | None:
    """A whole game of OpenSpiel's euchre, as its documentation plays one; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("euchre")

    def match(seed: int) -> tuple[int, int]:
        rng = Random(seed)
        state = game.new_initial_state()
        decisions = moves = 0
        while not state.is_terminal():
            moves += 1
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                decisions += 1
        return decisions, moves

    return match


def measured(match: Match, seconds: float, first: int) -> tuple[float, float, float]:
    """Decisions, moves and matches per second of processor time, over whole matches."""
    decisions = moves = matches = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        d, m = match(first + matches)
        decisions, moves, matches = decisions + d, moves + m, matches + 1
    return decisions / spent, moves / spent, matches / spent


def loading(name: str) -> float:
    """Seconds of processor time to read, check and compile a game once more."""
    import kirtis

    begun = time.process_time()
    kirtis.load(name)
    return time.process_time() - begun


def rivals(name: str, seats: int | None) -> dict[str, Match]:
    """Who plays a game: Kirtis first."""
    whom: dict[str, Match] = {"kirtis": kirtis_match(name, seats), "naive": naive_match(name, seats)}
    other = openspiel_match() if name == "kiksas" else None
    return whom if other is None else {**whom, "openspiel euchre": other}


def compare(name: str, seats: int | None, seconds: float, rounds: int) -> None:
    """Measure one game, and print a line for each who plays it."""
    whom = rivals(name, seats)
    for match in whom.values():
        measured(match, min(0.3, seconds), 10**6)
    figures: dict[str, list[tuple[float, float, float]]] = {who: [] for who in whom}
    for round_ in range(rounds):
        for who, match in whom.items():
            figures[who].append(measured(match, seconds, 1000 * round_))
    ours = [f[0] for f in figures["kirtis"]]
    title = name if seats is None else f"{name} ({seats})"
    for who, found in figures.items():
        ratio = median(a / f[0] for a, f in zip(ours, found, strict=True))
        shown = "" if who == "kirtis" else f"{ratio:.2f} ×"
        with_chance = "" if who == "kirtis" else f"{median(f[1] for f in found):,.0f}"
        each = f"{median(f[0] for f in found):13,.0f}{with_chance:>15}{median(f[2] for f in found):11,.1f}{shown:>12}"
        print(f"  {title:22}{who:18}{each}", flush=True)
        title = ""
    print(f"  {'':22}loading: {median(loading(name) for _ in range(rounds)):.2f} s", flush=True)


def main(seconds: float, rounds: int, games: tuple[str, ...] = ()) -> None:
    """Measure, and print."""
    print(f"play: whole random matches, median of {rounds} rounds of {seconds:g} s of processor time, interleaved")
    print(f"  {'':22}{'':18}{'decisions/s':>13}{'with chance/s':>15}{'matches/s':>11}{'kirtis is':>12}")
    for name in games or tuple(NAIVE):
        for seats in NAIVE[name][1] or (None,):
            compare(name, seats, seconds, rounds)
    if openspiel_match() is None:
        print("  OpenSpiel is not installed (pip install -r requirements-bench.txt)")
