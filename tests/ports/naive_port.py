"""The naive implementations behind the protocol: ``python naive_port.py kiksas``. They know no positions and no reasons; they play."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from compare.adapter import VALUES
from naive.astuonkojis import CARDS_IN_HAND, JOKERS, LEGS, Astuonkojis
from naive.karavas import Karavas
from naive.karavas_mainai import KaravasWithExchange
from naive.kiksas import Kiksas
from naive.ozka import Ozka
from naive.sesiasdesimt_sesi import Sixtysix
from naive.trikiksis import Trikiksis

GAMES: dict[str, tuple[Callable[..., Any], list[int]]] = {
    "astuonkojis": (Astuonkojis, [2, 3, 4, 5, 6]),
    "karavas": (Karavas, [4]),
    "karavas-mainai": (KaravasWithExchange, [4]),
    "kiksas": (Kiksas, [4]),
    "ozka": (Ozka, [4]),
    "sesiasdesimt-sesi": (Sixtysix, [2, 3]),
    "trikiksis": (Trikiksis, [3]),
}
REQUESTS = ["hello", "new", "chance", "actions", "act"]


def options_of(game: str, formal: dict[str, Any]) -> dict[str, Any]:
    """Options in the words of the naive games."""
    if game != "kiksas":
        return formal
    back = {name: {formal: naive for naive, formal in values.items()} for name, values in VALUES.items()}
    return {name: back.get(name, {}).get(str(value), value) for name, value in formal.items()}


class Port:
    """One match of one game."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.make, self.seats = GAMES[name]
        self.game: Any = None
        self.stages: list[dict[str, int]] = []
        self.given: dict[str, list[str]] = {}

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        match request["do"]:
            case "hello":
                return {
                    "protocol": 1, "name": f"naive {self.name}", "version": "0", "games": {self.name: self.seats},
                    "requests": REQUESTS, "positions": False,
                }  # fmt: skip
            case "new":
                number = (request["seats"],) if len(self.seats) > 1 else ()
                self.stages, self.given = [], {}
                self.game = self.make(options_of(self.name, request["options"]), *number)
                return self.standing()
            case "chance":
                self.settle(request)
                return self.standing()
            case "actions":
                return {"actions": [list(a) for a in self.game.actions()]}
            case "act":
                action = tuple(request["action"])
                if action not in self.game.actions():
                    return {"error": {"code": "illegal", "message": "no"}}
                self.act(action)
                return self.standing()
        return {"error": {"code": "unsupported", "message": request["do"]}}

    def act(self, action: tuple[str, ...]) -> None:
        self.game.act(action)

    def packets(self) -> list[tuple[str, int]]:
        """The deals that the naive game asks for one by one, and the rules all at once: to whom, how many."""
        game = self.game
        if (game.chance() or ("",))[0] != "deal":
            return []
        if isinstance(game, Karavas):
            return [(seat, 2) for seat in game.waiting]
        if isinstance(game, Sixtysix):
            together = len(game.waiting) > len(game.players()) == len(game.seats)
            return [one for one in game.waiting if one[0] != "turned"] if together else game.waiting[:1]
        return []

    def settle(self, request: dict[str, Any]) -> None:
        if "draw" in request:
            self.game.settle(request["draw"])
            return
        cards = {plain(cell): list(found) for cell, found in request["deal"].items()}
        if isinstance(self.game, Trikiksis):
            for who, found in cards.items():
                self.given.setdefault(who, []).extend(found)
            self.stages = self.stages[1:]
            if self.stages:
                return
            cards, self.given = self.given, {}
        packets = self.packets()
        if not packets:
            self.game.settle(cards)
        for who, many in packets:
            self.game.settle({who: cards[who][:many]})
            del cards[who][:many]

    def standing(self) -> dict[str, Any]:
        asked = self.asked()
        over = self.game.over() and asked is None  # what chance decides last comes before the end
        return {"phase": self.game.phase, "actor": None if over or asked else self.game.turn, "over": over, "chance": asked}

    def asked(self) -> dict[str, Any] | None:
        """What chance is asked, as the rules ask it."""
        chance = self.game.chance()
        asked: dict[str, Any] | None = None
        if chance is not None:
            asked = {"draw": chance[1]}
            if chance[0] == "deal":
                counts: dict[str, int] = {} if self.packets() else dict(chance[1])
                for who, many in self.packets():
                    counts[who] = counts.get(who, 0) + many
                if isinstance(self.game, Trikiksis):
                    self.stages = self.stages or stages(self.game, counts)
                    counts = self.stages[0]
                asked = {"deal": {"from": list(chance[2]), "to": {cell(who): n for who, n in counts.items()}}}
        return asked


class AstuonkojisPort(Port):
    """The rules draw single cards, lay out fewer than eight legs one by one, and take a stock that is too small without asking.

    They also ask for the cards of a player who needs none.
    """

    needs_none = ""

    def act(self, action: tuple[str, ...]) -> None:
        if action[1] == "done" and len(self.game.hands[action[0]]) == CARDS_IN_HAND:
            self.needs_none = action[0]
        self.game.act(action)
        chance = self.game.chance()
        if chance is not None and action[1] == "done" and list(chance[1]) == [action[0]]:
            short = CARDS_IN_HAND - len(self.game.hands[action[0]])
            if len(chance[2]) < short:
                self.game.settle({action[0]: list(chance[2])})

    def settle(self, request: dict[str, Any]) -> None:
        kind, *about = self.game.chance() or ("",)
        if self.needs_none:
            self.needs_none = ""
        elif kind == "lots":
            self.game.settle(request["draw"])
        elif "draw" in request:
            self.game.settle({who: [request["draw"]] for who in about[0]})
        else:
            self.given |= {name.partition("[")[2].removesuffix("]"): list(cards) for name, cards in request["deal"].items()}
            if set(self.given) == set(about[0]):
                cards, self.given = self.given, {}
                self.game.settle(cards)

    def asked(self) -> dict[str, Any] | None:
        game, chance = self.game, self.game.chance()
        if self.needs_none:
            return {"deal": {"from": list(game.down), "to": {cell(self.needs_none): 0}}}
        if chance is None or chance[0] == "lots":
            return None if chance is None else {"draw": chance[1]}
        taken = [card for cards in self.given.values() for card in cards]
        counts, pool = chance[1], [card for card in chance[2] if card not in taken]
        if "turned" in counts:
            # A joker that goes back is no outcome.
            goes_back = game.options["joker_turned"] == "another"
            return {"draw": [card for card in pool if not (goes_back and card in JOKERS)]}
        if not set(counts) <= set(LEGS):
            return {"deal": {"from": pool, "to": {cell(who): many for who, many in counts.items()}}}
        if set(counts) <= set(game.legs):
            return {"draw": pool}
        left = [leg for leg in counts if leg not in self.given]
        return {"deal": {"from": pool, "to": dict.fromkeys((f"legs[{leg}]" for leg in left[: 8 if len(left) == 8 else 1]), 1)}}


def stages(game: Trikiksis, missing: dict[str, int]) -> list[dict[str, int]]:
    """What the rules deal one after the other, and the naive game at once: six to each first, then the last two."""
    six = {seat: 6 - len(game.hands[seat]) for seat in missing if seat != "aside"}
    if "aside" not in missing:
        return [six, dict.fromkeys(six, 2)]
    assert game.dealer is not None
    second = next(seat for seat in six if seat not in (game.eldest(), game.dealer))
    return [six, {"aside": 2}, {second: 2}, {game.dealer: 2}]


CELLS = {"turned": "turned", "aside": "last_two"}


def cell(who: str) -> str:
    return CELLS.get(who, f"hand[{who}]")


def plain(name: str) -> str:
    return {formal: naive for naive, formal in CELLS.items()}.get(name, name.removeprefix("hand[").removesuffix("]"))


def main() -> None:
    port = (AstuonkojisPort if sys.argv[1] == "astuonkojis" else Port)(sys.argv[1])
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], **port.answer(request)}), flush=True)


if __name__ == "__main__":
    main()
