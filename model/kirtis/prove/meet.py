"""Differences between two games that are met in random play of either: real positions, looked at by both interpreters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from kirtis.language.game import Action, Game, Phase
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import Position
from kirtis.play.step import act, automatic, start
from kirtis.prove.beside import Options, Pair
from kirtis.prove.sample import Dice, Met, moves, played

LOOKED_AT = 600
"""Positions of each phase that are looked at, of each game."""

MORE, STEPS = range(60, 150, 3), 160
"""More matches, with options at their defaults, and steps of each, for a plainer position."""

SEED = 7

ALLOWED, ELSEWHERE, ACTOR, FIGURE, SEEN = "allowed", "elsewhere", "actor", "figure", "seen"

Key = tuple[str, str, str]
"""A phase, what is done there, and how it differs."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where two games differ: the positions and options as each has them, and what is done there, an action with its arguments as words.

    ``which`` is the game that allows it, where only one does; ``differs`` what is not the same afterwards; ``met`` the game in whose
    random play it was met, with the seed and how many steps on, as against a position that the solver made. ``match`` are the lines of the
    record of a whole match that leads there, as plain as could be found: then ``met`` tells how many decisions on.
    """

    key: Key
    at: tuple[Position, Position]
    options: tuple[Options, Options]
    doing: tuple[str, ...] = ()
    who: str = ""
    which: int | None = None
    differs: tuple[tuple[str, object, object], ...] = ()
    after: tuple[Position, Position] | None = None
    met: tuple[int, int, int] | None = None
    match: tuple[str, ...] = ()


def met_differences(pair: Pair, met: tuple[list[Met], list[Met]], wanted: set[Key]) -> dict[Key, Spot]:
    """The plainest position of random play for each of the ``wanted`` ways in which the games may differ, where one was met."""
    found: dict[Key, Spot] = {}
    for phase in dict.fromkeys(key[0] for key in wanted):
        for which in (0, 1):
            every = [one for one in met[which] if one.position.phase == phase]
            for one in every[:: max(1, len(every) // LOOKED_AT)]:
                for spot in (s for s in spots_at(pair, which, one) if s.key in wanted):
                    old = found.get(spot.key)
                    if old is None or _plain(pair, spot) < _plain(pair, old):
                        found[spot.key] = spot
    return {key: _plainer(pair, spot) for key, spot in found.items()}


def _plainer(pair: Pair, spot: Spot) -> Spot:
    """The same difference with no option off its default, if some more matches have it."""
    if not _plain(pair, spot)[0]:
        return spot
    for seed in MORE:
        for which in (0, 1):
            for one in played(pair.games[which], seed, STEPS):
                if one.position.phase == spot.key[0]:
                    again = next((s for s in spots_at(pair, which, one) if s.key == spot.key), None)
                    if again is not None and not _plain(pair, again)[0]:
                        return again
    return spot


def spots_at(pair: Pair, which: int, one: Met) -> Iterator[Spot]:
    """Every way in which the games differ at a position that one of them came to."""
    options = pair.options_there(which, one.options)
    if options is None:
        return
    there = pair.position_there(which, one.position, options)
    if there is None:
        return
    positions = (one.position, there) if which == 0 else (there, one.position)
    both = (one.options, options) if which == 0 else (options, one.options)
    yield from looked_at(pair, positions, both, (which, one.seed, one.step))


def looked_at(
    pair: Pair, at: tuple[Position, Position], options: tuple[Options, Options], met: tuple[int, int, int] | None
) -> Iterator[Spot]:
    """Every way in which the games differ at one position, by their interpreters."""
    phases = tuple(g.phases[p.phase] for g, p in zip(pair.games, at, strict=True))
    try:
        if phases[0].kind == "by":
            yield from _acted(pair, at, options, (phases[0], phases[1]), met)
        elif phases[0].kind != "end":
            after = tuple(
                automatic(g, o, p, ph, Dice(Random(SEED))) for g, o, p, ph in zip(pair.games, options, at, phases, strict=True)
            )
            yield from _afterwards(pair, at, options, (after[0], after[1]), (phases[0].name, phases[0].name), (), "", met)
    except RuleError:
        return


def _acted(
    pair: Pair,
    at: tuple[Position, Position],
    options: tuple[Options, Options],
    phases: tuple[Phase, Phase],
    met: tuple[int, int, int] | None,
) -> Iterator[Spot]:
    menus = [
        {_named(g, a, env): (a, env) for a, env in moves(g, o, p, ph)}
        for g, o, p, ph in zip(pair.games, options, at, phases, strict=True)
    ]
    seats = [_seat(g, o, p, ph) for g, o, p, ph in zip(pair.games, options, at, phases, strict=True)]
    if seats[0] != seats[1]:
        yield Spot((at[0].phase, "", ACTOR), at, options, (), "", None, (("actor", seats[0], seats[1]),), None, met)
    for which in (0, 1):
        for words, (action, _) in menus[which].items():
            other = next((a for a in phases[1 - which].actions if a.name == action.name), None)
            if words not in menus[1 - which] and (other is None or pair.asked_alike(action, other)):
                key = (at[0].phase, action.name, f"{ALLOWED} {which}")
                yield Spot(key, at, options, words, seats[which], which, (), None, met)
    for words in menus[0].keys() & menus[1].keys():
        after = tuple(
            act(g, o, p, menu[words][0], menu[words][1], Dice(Random(SEED)))
            for g, o, p, menu in zip(pair.games, options, at, menus, strict=True)
        )
        yield from _afterwards(pair, at, options, (after[0], after[1]), (at[0].phase, words[0]), words, seats[0], met)


def _afterwards(
    pair: Pair, at: tuple[Position, Position], options: tuple[Options, Options], after: tuple[Position, Position],
    step: tuple[str, str], doing: tuple[str, ...], who: str, met: tuple[int, int, int] | None,
) -> Iterator[Spot]:  # fmt: skip
    differs = differing(pair, after)
    if differs:
        yield Spot((*step, ELSEWHERE), at, options, doing, who, None, differs, after, met)


def differing(pair: Pair, after: tuple[Position, Position]) -> tuple[tuple[str, object, object], ...]:
    """What both games have, and have otherwise: the phase, variables, cards."""
    first, second = (pair.shown(n, p) for n, p in enumerate(after))
    return tuple((_cell(pair.games[0], key), first[key], second[key]) for key in first if first[key] != second[key])


def _cell(game: Game, key: tuple[str, tuple[int, ...]]) -> str:
    name, index = key
    if not index:
        return name
    kinds = game.variables[name].index if name in game.variables else game.zones[name].index
    return f"{name}[{', '.join(game.enums[k.name][i] for k, i in zip(kinds, index, strict=True))}]"


def _named(game: Game, action: Action, env: dict[str, int | bool]) -> tuple[str, ...]:
    words = [game.word(t, env[p]) for p, t in action.params]
    actor = [game.seats[int(env[action.actor])]] if action.actor else []
    return (action.name, *words, *actor)


def _seat(game: Game, options: Options, position: Position, phase: Phase) -> str:
    assert phase.by is not None
    seat = Evaluator(game, options, position).scalar(phase.by)
    return "" if seat is None else game.seats[int(seat)]


def _plain(pair: Pair, spot: Spot) -> tuple[int, int]:
    """How far a position is from a plain one: options off their defaults, then variables off their first values."""
    unusual = sum(v != g.options[k].default for g, o in zip(pair.games, spot.options, strict=True) for k, v in o.items())
    first = start(pair.games[0], spot.options[0])
    return unusual, sum(v != first.values[k] for k, v in spot.at[0].values.items())


__all__ = [
    "ACTOR",
    "ALLOWED",
    "ELSEWHERE",
    "FIGURE",
    "SEEN",
    "Key",
    "Spot",
    "differing",
    "looked_at",
    "met_differences",
    "spots_at",
]
