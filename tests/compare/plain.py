"""The naive Kiksas beside the plain evaluator, which stops at every phase: positions, and what the naive rules make of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from kirtis.language.types import SEAT
from kirtis.play import step
from kirtis.play.game import option_values
from kirtis.play.position import Place, Position
from kirtis.play.words import from_word
from naive.kiksas import SEATS, Kiksas
from naive.walk import draw

from .adapter import Said, formal_options, rules
from .lockstep import Player


class Watched(Kiksas):
    """The naive Kiksas, noting what it has forgotten again once the next deal has begun."""

    taker: str | None = None
    after: dict[str, Any] | None = None

    def act(self, action: Said) -> None:
        self.taker = self.after = None
        super().act(action)

    def after_usual_trick(self, taker: str, cards: list[str]) -> None:
        self.taker, self.taken = taker, dict(self.tricks)
        super().after_usual_trick(taker, cards)

    def after_akis_trick(self, taker: str) -> None:
        self.taker, self.taken = taker, dict(self.tricks)
        super().after_akis_trick(taker)

    def finish_deal(self, dealer: str, part: str, recorders: str | None, first: bool) -> None:
        self.after = {"marks": deepcopy(self.marks), "dealer": dealer, "part": part, "recorders": recorders, "opening": first}
        if part == "answer":
            self.after["goal"] = dict(self.goal)
        super().finish_deal(dealer, part, recorders, first)


@dataclass(frozen=True)
class Met:
    """A position, the options of its match, and what the naive rules say of it."""

    position: Position
    options: Mapping[str, int | bool]
    answer: Any
    about: str


class Dice:
    """Chance in indices for the evaluator and in words for the naive Kiksas."""

    def __init__(self, naive: Kiksas, rng: Random) -> None:
        self.naive, self.rng = naive, rng
        self.cards = rules().enums["card"]

    def draw(self, target: Place, values: tuple[int, ...]) -> int:
        value = self.rng.choice(values)
        self.naive.settle(SEATS[value] if target[0] == "dealer" else self.cards[value])
        return value

    def deal(self, pool: tuple[int, ...], counts: Mapping[Place, int]) -> Mapping[Place, tuple[int, ...]]:
        chance = self.naive.chance()
        assert chance is not None and chance[1] == {SEATS[index[0]]: count for (_, index), count in counts.items()}
        outcome = draw(chance, self.rng, 0.3)
        self.naive.settle(outcome)
        return {place: tuple(self.cards.index(card) for card in outcome[SEATS[place[1][0]]]) for place in counts}


def walk(seed: int, options: Mapping[str, object], weights: Mapping[str, float] | None = None) -> Iterator[Met]:
    """The positions of one match, with the answers of the naive rules."""
    game, rng = rules(), Random(seed)
    values = option_values(game, formal_options(options))
    naive = Watched(dict(options))
    dice, player = Dice(naive, rng), Player(rng, weights)
    position = step.start(game, values)
    while game.phases[position.phase].kind != "end":
        phase = game.phases[position.phase]
        about = f"seed {seed}, options {dict(options)}, deal {naive.deals + 1}, {position.phase}"
        if phase.kind == "by":
            actions = naive.actions()
            yield Met(position, values, set(actions), about)
            said = player.choose(naive, actions)
            action = next(one for one in phase.actions if one.name == said[1])
            env: dict[str, Any] = {n: from_word(game, t, word) for (n, t), word in zip(action.params, said[2:], strict=True)}
            if action.actor is not None:
                env[action.actor] = from_word(game, SEAT, said[0])
            position = step.act(game, values, position, action, env, dice)
            naive.act(said)
        else:
            answer = answered(naive, position.phase)
            if answer is not None:
                yield Met(position, values, answer, about)
            if position.phase == "next_deal":
                player.new_deal()
            position = step.automatic(game, values, position, phase, dice)
    assert naive.over()


def answered(naive: Watched, phase: str) -> Any:
    """What the naive rules have made of the position that an automatic phase stands before."""
    ended = naive.after is not None
    last = naive.last or {}
    match phase:
        case "take":
            return {"last": naive.taker, "tricks": naive.taken}
        case "reckon":
            return {"ahead": last["ahead"] if ended else naive.ahead, "ended": ended}
        case "announce":
            return {"said": last["said"] if ended else naive.said}
        case "score":
            assert naive.after is not None
            return {**naive.after, **({"points": last["points"]} if last["soloist"] is None else {})}
        case "next_deal":
            return {"over": naive.over()}
    return None
