"""The naive implementations behind the protocol: ``python naive_port.py kiksas``. They know no positions and no reasons; they play."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from compare.adapter import VALUES
from naive.karavas import Karavas
from naive.karavas_mainai import KaravasWithExchange
from naive.kiksas import Kiksas
from naive.ozka import Ozka
from naive.sesiasdesimt_sesi import Sixtysix
from naive.trikiksis import Trikiksis

GAMES: dict[str, tuple[Callable[..., Any], list[int]]] = {
    "karavas": (Karavas, [4]),
    "karavas-mainai": (KaravasWithExchange, [4]),
    "kiksas": (Kiksas, [4]),
    "ozka": (Ozka, [4]),
    "sesiasdesimt-sesi": (Sixtysix, [2, 3]),
    "trikiksis": (Trikiksis, [3]),
}
REQUESTS = ["hello", "new", "chance", "actions", "act"]


def options_of(formal: dict[str, Any]) -> dict[str, Any]:
    """Options in the words of the naive games."""
    back = {name: {formal: naive for naive, formal in values.items()} for name, values in VALUES.items()}
    return {name: back.get(name, {}).get(str(value), value) for name, value in formal.items()}


class Port:
    """One match of one game."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.make, self.seats = GAMES[name]
        self.game: Any = None

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        match request["do"]:
            case "hello":
                return {
                    "protocol": 1, "name": f"naive {self.name}", "version": "0", "games": {self.name: self.seats},
                    "requests": REQUESTS, "positions": False,
                }  # fmt: skip
            case "new":
                number = (request["seats"],) if len(self.seats) > 1 else ()
                self.game = self.make(options_of(request["options"]), *number)
                return self.standing()
            case "chance":
                deal = request.get("deal")
                self.game.settle(request["draw"] if deal is None else {name[5:-1]: cards for name, cards in deal.items()})
                return self.standing()
            case "actions":
                return {"actions": [list(a) for a in self.game.actions()]}
            case "act":
                action = tuple(request["action"])
                if action not in self.game.actions():
                    return {"error": {"code": "illegal", "message": "no"}}
                self.game.act(action)
                return self.standing()
        return {"error": {"code": "unsupported", "message": request["do"]}}

    def standing(self) -> dict[str, Any]:
        chance = self.game.chance()
        asked: dict[str, Any] | None = None
        if chance is not None:
            asked = {"draw": chance[1]}
            if chance[0] == "deal":
                asked = {"deal": {"from": list(chance[2]), "to": {f"hand[{seat}]": n for seat, n in chance[1].items()}}}
        over = self.game.over()
        return {"phase": self.game.phase, "actor": None if over or asked else self.game.turn, "over": over, "chance": asked}


def main() -> None:
    port = Port(sys.argv[1])
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], **port.answer(request)}), flush=True)


if __name__ == "__main__":
    main()
