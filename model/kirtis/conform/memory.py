"""All that a seat has come to know in a match: every action as it heard it, and every change of what it saw.

Not only the positions before decisions count: a trick may be played out and taken away before anybody has to decide again, so every step
in between is looked at. Which automatic phases were passed is not told, for which they are may hang on cards that nobody sees. Two nodes at
which a seat has come to know the same cannot be told apart by it.
"""

from __future__ import annotations

from dataclasses import dataclass

from kirtis.conform.numbers import WAIT
from kirtis.conform.observe import HEADS, PRIVATE, PUBLIC, SEAT, Observer, chosen
from kirtis.conform.tree import Node
from kirtis.play.position import Position


@dataclass(frozen=True, slots=True)
class _Known:
    """For each seat what it saw last, and what it was told since the last decision."""

    cells: list[dict[str, str]]
    told: list[str]


class Memory:
    """What seats have come to know; nodes keep what was once put together."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.rules = observer.game.rules
        self.seats = range(len(observer.game.seats))

    def text(self, node: Node, seat: int, what: str = SEAT) -> str:
        """Everything that a seat has come to know up to a node, one line an event."""
        path: list[Node] = []
        one: Node | None = node
        while one is not None:
            path.append(one)
            one = one.last
        cells: list[dict[str, str]] = [{} for _ in self.seats]
        told: list[str] = []
        for one in reversed(path):
            known = one.memory.get(what)
            if known is None:
                known = one.memory[what] = self._since(one, cells, what)
            cells = known.cells
            if known.told[seat]:
                told.append(known.told[seat])
        return "\n".join(told)

    def _since(self, node: Node, cells: list[dict[str, str]], what: str) -> _Known:
        """What is told at a node beyond what was known at the decision before it."""
        positions = list(node.passed())
        lines = [[] for _ in self.seats] if node.last is None else self._heard(node, positions, what)
        for position in positions:
            now = self.observer.cells(position, what)
            if self.rules.phases[position.phase].kind in ("auto", "chance"):
                now = [_as_before(one, old) for one, old in zip(now, cells, strict=True)]
            for seat, (new, old) in enumerate(zip(now, cells, strict=True)):
                changed = [f"{name}: {value}" for name, value in new.items() if old.get(name) != value]
                changed += [f"{name}: ?" for name in old if name not in new]
                if changed:
                    lines[seat].append("; ".join(changed))
            cells = now
        return _Known(cells, ["\n".join(each) for each in lines])

    def _heard(self, node: Node, positions: list[Position], what: str) -> list[list[str]]:
        """The action as each seat heard it: a card that it does not see, before or just after, is not named. Only he who waits knows of it."""
        assert node.last is not None and node.last.state is not None and node.last.asking is not None
        action = node.action
        if action is None:
            return [[WAIT] if seat == node.last.asking.seat and what != PUBLIC else [] for seat in self.seats]
        if what == PRIVATE:
            return [[] for _ in self.seats]
        cards = self.rules.enums["card"]
        named = {word for word in action.args if word in cards}
        shown: list[set[str]] = [set() for _ in self.seats]
        for position in (node.last.state.plain, positions[0]) if named else ():
            read = self.observer.game.careful.evaluator(position)
            for place, there in position.cards.items():
                found = {cards[c] for c in there} & named
                if found:
                    seen = self.observer.sights.seen(read, place)
                    for seat in self.seats:
                        shown[seat] |= found if chosen(seen, seat, what) else set()
        return [
            [" ".join((action.seat, action.name, *("?" if word in named - shown[seat] else word for word in action.args)))]
            for seat in self.seats
        ]


def _as_before(cells: dict[str, str], old: dict[str, str]) -> dict[str, str]:
    """What is seen, with the phase and the turn that there were."""
    kept = {name: old[name] for name in HEADS if name in old}
    return {**kept, **{name: value for name, value in cells.items() if name not in HEADS}}
