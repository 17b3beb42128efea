"""Random matches on the naive implementation.

`play` picks the name of an action first and its arguments afterwards, so that rare names are as likely as
their weight says and not as rare as their cards are few.  `python3 -m naive.walk` in tests/ measures the speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

# What `steer` may set: a weight for the name of every action, and "stacked", which is no action but the
# chance that a deal gives one player the best or the worst cards (otherwise sweeps and Akis hardly succeed).
WEIGHTS: dict[str, float] = {
    "look": 2.0,
    "waive": 1.0,
    "keep": 1.0,
    "recut": 1.0,
    "name": 1.0,
    "own_trump": 1.0,
    "high": 1.0,
    "low": 1.0,
    "pass": 15.0,
    "play": 1.0,
    "su_dviem": 0.5,
    "stop": 0.5,
    "stacked": 0.2,
}

STRENGTH = {"ace": 6, "ten": 5, "king": 4, "queen": 3, "jack": 2, "nine": 1}


def draw(chance: tuple[Any, ...], rng: Random, stacked: float) -> Any:
    """An outcome for what `Kiksas.chance` asks."""
    if chance[0] == "deal":
        missing: dict[str, int] = chance[1]
        pack: list[str] = list(chance[2])
        rng.shuffle(pack)
        seats = list(missing)
        if stacked and rng.random() < stacked:
            rng.shuffle(seats)
            stack(pack, rng)
        cards: dict[str, list[str]] = {}
        for seat in seats:
            cards[seat] = pack[: missing[seat]]
            del pack[: missing[seat]]
        return cards
    choices: list[str] = chance[1]
    return rng.choice(choices)


def stack(pack: list[str], rng: Random) -> None:
    """Put a long strong suit, or high cards, or low cards, on the top of the pack."""
    kind = rng.choice(["suit", "high", "low"])
    suit = rng.choice(["clubs", "spades", "hearts", "diamonds"])

    def place(card: str) -> float:
        rank, _, its_suit = card.partition(" of ")
        if kind == "suit":
            return (0 if its_suit == suit else 10) + 7 * rng.random()
        if kind == "high":
            return -STRENGTH[rank] + 2 * rng.random()
        return STRENGTH[rank] + 2 * rng.random()

    pack.sort(key=place)


def choose(actions: list[tuple[str, ...]], rng: Random, weights: dict[str, float]) -> tuple[str, ...]:
    """One of the actions: its name first, by weight, then one of those that have this name."""
    names: list[str] = []
    for action in actions:
        if action[1] not in names:
            names.append(action[1])
    if len(names) == 1:
        return rng.choice(actions)
    name = rng.choices(names, [weights[name] for name in names])[0]
    return rng.choice([action for action in actions if action[1] == name])


def steps(game: Any, rng: Random, steer: dict[str, float] | None = None) -> Iterator[tuple[str, Any]]:
    """Play a match, giving ("settle", outcome) or ("act", action) after every step made."""
    weights = dict(WEIGHTS)
    for name, weight in (steer or {}).items():
        if name not in weights:
            raise ValueError(f"nothing of this name to steer: {name}")
        weights[name] = weight
    while not game.over():
        chance = game.chance()
        if chance is not None:
            outcome = draw(chance, rng, weights["stacked"])
            game.settle(outcome)
            yield ("settle", outcome)
        else:
            action = choose(game.actions(), rng, weights)
            game.act(action)
            yield ("act", action)


def play(game: Any, rng: Random, steer: dict[str, float] | None = None) -> list[tuple[str, Any]]:
    """Play a whole random match; what happened is returned and can be replayed."""
    return list(steps(game, rng, steer))


def replay(game: Any, happened: list[tuple[str, Any]]) -> None:
    """Do once more what `play` returned, on another game of the same options."""
    for kind, what in happened:
        if kind == "settle":
            game.settle(what)
        else:
            game.act(what)


def measure(matches: int) -> str:
    """How many matches and decisions a second this implementation does."""
    import time

    from .kiksas import Kiksas

    rng = Random(1)
    begun = time.perf_counter()
    happened = [play(Kiksas(), rng, {"stacked": 0.0}) for _ in range(matches)]
    driven = time.perf_counter() - begun
    games = [Kiksas() for _ in range(matches)]
    begun = time.perf_counter()
    for game, history in zip(games, happened, strict=True):
        replay(game, history)
    bare = time.perf_counter() - begun
    decisions = sum(1 for history in happened for kind, _ in history if kind == "act")
    return (
        f"{matches} matches, {sum(game.deals for game in games)} deals, {decisions} decisions: "
        f"{decisions / driven:.0f} decisions/s and {matches / driven:.0f} matches/s with the random driver, "
        f"{decisions / bare:.0f} decisions/s replayed"
    )


if __name__ == "__main__":
    print(measure(500))
