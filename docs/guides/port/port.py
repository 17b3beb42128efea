"""The engine behind the protocol: a line with a question comes in, a line with the answer goes out."""

from __future__ import annotations

import json
import sys
from typing import Any

from engine import Match

GAME = "sesiasdesimt-sesi"
USUAL = {"must_head": False, "last_ten": False, "exchange_nine": False, "closing": False, "claim_by": "anyone"} | {
    "automatic": False, "wrong_claim": "by_points", "three_play": "better",
}  # fmt: skip
CELLS = {"A": "hand[A]", "B": "hand[B]", "up": "turned"}


class Port:
    """One match, and where it stands in the words of the rules."""

    def __init__(self, engine: type[Match]) -> None:
        self.engine = engine
        self.match: Match | None = None

    def answer(self, ask: dict[str, Any]) -> dict[str, Any]:
        if ask["do"] == "hello":
            requests = ["hello", "new", "chance", "actions", "act", "result"]
            about = {"name": "sixty-six in an afternoon", "version": "1", "games": {GAME: [2]}}
            return {"protocol": 1, **about, "requests": requests, "positions": False}
        if ask["do"] == "new":
            self.match = self.engine(**USUAL | ask["options"])
            return self.standing()
        if self.match is None:
            return error("no_match", "nothing has begun")
        match ask["do"]:
            case "chance" if "draw" in ask:
                self.match.deal(ask["draw"])
            case "chance":
                self.match.give({who: ask["deal"][cell] for who, cell in CELLS.items() if cell in ask["deal"]})
            case "actions":
                return {"actions": self.match.actions()}
            case "act":
                if tuple(ask["action"]) not in self.match.actions():
                    return error("illegal", "not now")
                self.match.act(*ask["action"])
            case "result":
                return {"over": self.match.over, "phase": self.phase(), "winner": self.winner()}
            case other:
                return error("unsupported", other)
        return self.standing()

    def standing(self) -> dict[str, Any]:
        match = self.match
        assert match is not None
        chance: dict[str, Any] | None = None
        if not match.dealer:
            chance = {"draw": ["A", "B"]}
        elif match.waiting:
            to = {CELLS[who]: number for who, number in match.waiting[0].items()}
            chance = {"deal": {"from": match.stock, "to": to}}
        actor = None if chance or match.over else match.turn
        return {"phase": self.phase(), "actor": actor, "over": match.over, "chance": chance}

    def phase(self) -> str:
        match = self.match
        assert match is not None
        if match.over or not match.dealer:
            return "over" if match.over else "lots"
        return ("drawing" if match.upcard else "dealing") if match.waiting else "play"

    def winner(self) -> str | None:
        assert self.match is not None
        return max("AB", key=self.match.score.__getitem__) if self.match.over else None


def error(code: str, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}


def serve(engine: type[Match]) -> None:
    port = Port(engine)
    for line in sys.stdin:
        ask = json.loads(line)
        print(json.dumps({"id": ask["id"], **port.answer(ask)}), flush=True)


if __name__ == "__main__":
    serve(Match)
