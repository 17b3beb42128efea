"""Both implementations play one match: each decision is made on both, and whatever they then say is compared.

Chance is settled once, when the interpreter asks; the naive Kiksas must ask the same question and gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from naive.kiksas import PACK, RANK_OF, SEATS, SIDE_OF, SIDES, SUIT_OF, TRUMP_ORDER, Kiksas
from naive.walk import WEIGHTS, choose

from .adapter import Said, formal_game, seen
from .both import Both, Fate, Kept
from .rare import ACTIONS, rare


class Player:
    """Chooses for everybody: names by weight; in some deals one side plays its best cards and the other its worst."""

    def __init__(self, rng: Random, weights: Mapping[str, float] | None = None) -> None:
        self.rng = rng
        self.weights = {**WEIGHTS, **(weights or {})}
        self.strong: str | None = None

    def new_deal(self) -> None:
        self.strong = self.rng.choice([None, None, None, *SIDES])

    def choose(self, game: Kiksas, actions: list[Said]) -> Said:
        action = choose(actions, self.rng, self.weights)
        if action[1] != "play" or self.strong is None:
            return action

        def power(one: Said) -> float:
            trump = 6 if SUIT_OF[one[2]] == game.trump else 0
            return trump + TRUMP_ORDER[RANK_OF[one[2]]] + self.rng.random()

        cards = [one for one in actions if one[1] == "play"]
        return max(cards, key=power) if SIDE_OF[action[0]] == self.strong else min(cards, key=power)


class Lockstep(Both):
    """One match of Kiksas on both implementations."""

    def __init__(
        self, seed: int, options: Mapping[str, object] | None = None, stacked: float = 0.3, prepared: Sequence[Any] = (),
        kept: Kept | None = None,
    ) -> None:  # fmt: skip
        self.seed, self.options = seed, dict(options or {})
        self.rng = Random(seed)
        self.fate = Fate(self.rng, stacked, prepared)
        self.naive = Kiksas(self.options)
        self.deal: list[Said] = []
        self.dealt: dict[str, list[str]] = {}
        self.met: set[str] = set()
        self.deals = 0
        self.begin(formal_game(self.options), kept)

    def mark(self, marks: dict[str, dict[str, int]]) -> None:
        """Go on from here as if these figures had been written."""
        position: dict[str, Any] = self.state.position()
        position["variables"]["marks"] = deepcopy(marks)
        self.state = self.state.game.from_position(position, chance=self.fate)
        self.naive.marks = deepcopy(marks)

    # -- the two side by side ----------------------------------------------------------------------------------------------

    @property
    def either(self) -> Kiksas:
        return self.naive

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        return seen(view)

    def given(self, question: tuple[Any, ...], outcome: Any) -> None:
        if len(question) == 2:
            self.dealt = {seat: list(self.naive.hands[seat]) for seat in SEATS}

    def act(self, action: Said) -> None:
        """Do it on both."""
        before, first = deepcopy(self.naive.marks), self.naive.part == "record" and not self.naive.first
        self.deal.append(action)
        self.do(action)
        if action[1] in ACTIONS:
            self.met.add(action[1])
        if action[1] == "su_dviem" and self.naive.played == 4:
            self.met.add("late su_dviem")
        if action[1] == "look" and first:
            self.met.add("peek before recording")
        if self.naive.deals > self.deals:
            self.met |= rare(self.naive, before, action[1] == "stop")
            self.deals += 1
            self.deal.clear()

    def same_views(self, seats: Sequence[str] = SEATS) -> None:
        super().same_views(seats)

    def same_result(self) -> None:
        """Once the match is over; the formal text has then settled who would have dealt on."""
        self.same("over", self.naive.over(), self.state.over)
        self.same("actions", self.naive.actions(), list(self.state.actions()))
        result = self.naive.result()
        self.same("marks", result["marks"], self.marks())
        self.same("totals", result["totals"], {side: self.state.get("total", side) for side in SIDES})
        self.same("winner", result["winner"], self.state.get("winner"))

    def marks(self) -> dict[str, dict[str, Any]]:
        return {side: {mark: self.state.get("marks", side, mark) for mark in ["stroke", "egg", "cross"]} for side in SIDES}

    def story(self) -> str:
        """The deal so far."""
        game = self.naive
        lines = [f"seed {self.seed}, options {self.options or 'usual'}, deal {self.deals + 1}: {game.part}"]
        lines.append(f"dealer {game.dealer}, recorders {game.recorders}, goal {game.goal}, marks {game.marks}")
        lines.append(f"{game.phase}, {game.game} in {game.trump}, points {game.points}, tricks {game.tricks}, trick {game.trick}")
        lines += [f"{seat} was dealt {', '.join(sorted(cards, key=PACK.index))}" for seat, cards in self.dealt.items()]
        lines += [f"{seat} has {', '.join(sorted(game.hands[seat], key=PACK.index))}" for seat in SEATS]
        lines.append("; ".join(" ".join(action) for action in self.deal))
        return "\n".join(lines)

    # -- a whole match -----------------------------------------------------------------------------------------------------

    def play(self, player: Player | None = None) -> Iterator[list[Said]]:
        """Play to the end, giving before each decision what both offer."""
        player = player or Player(self.rng)
        deals = -1
        while not self.naive.over():
            if self.deals > deals:
                deals = self.deals
                player.new_deal()
            actions = self.same_actions()
            assert actions, self.story()
            yield actions
            self.act(player.choose(self.naive, actions))
        self.same_result()
