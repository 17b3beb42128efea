"""One implementation in the words of the other: options, actions and views of the naive games and of the interpreter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from kirtis import language
from kirtis.play import Action, Game
from naive.kiksas import SEATS

Said = tuple[str, ...]
"""An action as the naive games have it: the seat, the name, the arguments."""

# Where the two call one thing by different names; everything else has the same name in both.
VALUES = {
    "swept_recorders": {"usual": "as_usual", "egg": "egg_written"},
    "first_egg": {"holder": "holder_deals", "decree": "by_decree", "stay": "recorders_stay"},
    "call_by": {"either": "either_partner", "leader": "only_leader"},
}
GAMES = {"usual": "usual", "akis_trump": "own_trump", "akis_high": "high", "akis_low": "low"}


@cache
def rules(name: str = "kiksas") -> language.Game:
    """The formal text of a game, read once."""
    return language.load(name, proofs=False)


def formal_options(options: Mapping[str, object]) -> dict[str, bool | int | str]:
    """Options of a naive game as the interpreter takes them."""
    formal: dict[str, bool | int | str] = {}
    for name, value in options.items():
        value = VALUES.get(name, {}).get(str(value), value)
        assert isinstance(value, bool | int | str)
        formal[name] = value
    return formal


@cache
def _game(name: str, options: tuple[tuple[str, object], ...]) -> Game:
    return Game(rules(name), formal_options(dict(options)))


def formal_game(options: Mapping[str, object], name: str = "kiksas") -> Game:
    """The interpreter's game for options of the naive one; one for the same options."""
    return _game(name, tuple(sorted(options.items())))


def said(action: Action) -> Said:
    return (action.seat, action.name, *action.args)


def formal_action(action: Said) -> Action:
    return Action(action[0], action[1], action[2:])


def offered(actions: Iterable[Action]) -> set[Said]:
    """What the interpreter offers, as the naive games say it; nothing is offered twice."""
    found = [said(action) for action in actions]
    assert len(found) == len(set(found)), f"offered twice: {found}"
    return set(found)


def seen(view: Mapping[str, Any]) -> dict[str, Any]:
    """What a view of the interpreter says about all that a view of the naive Kiksas says."""
    variables, zones = view["variables"], view["zones"]
    hands = zones["hand"]
    return {
        "phase": view["phase"],
        "dealer": variables["dealer"],
        "part": variables["part"],
        "recorders": variables["recorders"],
        "trump": variables["trump"],
        "game": GAMES[variables["game"]],
        "soloist": variables["soloist"],
        "turn": view["actor"],
        "leader": variables["leader"],
        "table": {seat: next(iter(zones["table"][seat]), None) for seat in SEATS},
        "hands": {seat: None if hands[seat] is None else sorted(hands[seat]) for seat in SEATS},
        "sizes": view["sizes"]["hand"],
        "peeked": variables.get("peeked"),
        "tricks": variables["tricks"],
        "goal": variables["goal"],
        "marks": variables["marks"],
        "said": variables["said"],
        "two": variables["two"],
        "ahead": variables["ahead"],
    }
