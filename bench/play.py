"""Whole random matches through the loop that the documentation shows, beside others who do the same.

* Kirtis: ``state.actions()`` and ``state.play(action)``, deals included.
* the naive Kiksas of ``tests/naive``: lists, dicts and strings, changed in place, deals included.
* OpenSpiel's euchre (C++, 24 cards), where ``pyspiel`` is installed: the loop of its documentation, chance nodes drawn by
  their weights.

All of them run in turn in one process, several rounds; every figure is a median, in decisions of players per second of
processor time. A chance node is no decision, and what it costs is counted against whoever needs it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median

Match = Callable[[int], tuple[int, int]]
"""Plays a match of a seed; returns the decisions of players, and these with the outcomes of chance."""


def kirtis_match() -> Match:
    """A whole match of Kiksas by the public interface."""
    import kirtis

    game = kirtis.load("kiksas")

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


def naive_match() -> Match:
    """A whole match of the naive implementation."""
    from naive.kiksas import Kiksas

    def match(seed: int) -> tuple[int, int]:
        rng = Random(seed)
        random = rng.random
        game = Kiksas()
        decisions = moves = 0
        while not game.over():
            moves += 1
            chance = game.chance()
            if chance is None:
                actions = game.actions()
                game.act(actions[int(random() * len(actions))])
                decisions += 1
            elif chance[0] == "deal":
                pack = list(chance[2])
                rng.shuffle(pack)
                hands = {}
                for seat, lacking in chance[1].items():
                    hands[seat], pack = pack[:lacking], pack[lacking:]
                game.settle(hands)
            else:
                game.settle(chance[1][int(random() * len(chance[1]))])
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
        for seed in range(first + matches, first + matches + 5):
            d, m = match(seed)
            decisions, moves = decisions + d, moves + m
        matches += 5
    return decisions / spent, moves / spent, matches / spent


def loading() -> float:
    """Seconds of processor time to read, check and compile Kiksas once more."""
    import kirtis

    begun = time.process_time()
    kirtis.load("kiksas")
    return time.process_time() - begun


def main(seconds: float, rounds: int) -> None:
    """Measure, and print."""
    whom: dict[str, Match] = {"kirtis": kirtis_match(), "naive": naive_match()}
    other = openspiel_match()
    if other is not None:
        whom["openspiel euchre"] = other
    for match in whom.values():
        measured(match, min(0.3, seconds), 10**6)
    figures: dict[str, list[tuple[float, float, float]]] = {name: [] for name in whom}
    loads = []
    for round_ in range(rounds):
        for name, match in whom.items():
            figures[name].append(measured(match, seconds, 1000 * round_))
        loads.append(loading())
    print(f"play: whole random matches, median of {rounds} rounds of {seconds:g} s of processor time, interleaved")
    print(f"  {'':18}{'decisions/s':>13}{'with chance/s':>15}{'matches/s':>11}{'kirtis is':>12}")
    ours = [f[0] for f in figures["kirtis"]]
    for name, found in figures.items():
        ratio = median(a / f[0] for a, f in zip(ours, found, strict=True))
        shown = "" if name == "kirtis" else f"{ratio:.2f} ×"
        with_chance = "" if name == "kirtis" else f"{median(f[1] for f in found):,.0f}"
        print(f"  {name:18}{median(f[0] for f in found):13,.0f}{with_chance:>15}{median(f[2] for f in found):11,.0f}{shown:>12}")
    if other is None:
        print("  OpenSpiel is not installed (pip install -r requirements-bench.txt)")
    print(f"  loading Kiksas (read, check, compile): {median(loads):.3f} s")
