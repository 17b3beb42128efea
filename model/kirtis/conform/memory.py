"""All that a seat has come to know in a match: every action as it heard it, and every change of what it saw.

Not only the positions before decisions count: a trick may be played out and taken away before anybody has to decide again, so every step
in between is looked at. Which automatic phases were passed is not told, for which they are may hang on cards that nobody sees. Two nodes at
which a seat has come to know the same cannot be told apart by it.
"""

from __future__ import annotations

from dataclasses import dataclass

from kirtis.conform.numbers import WAIT
from kirtis.conform.observe import HEADS, PRIVATE, PUBLIC, SEAT, Observer, chosen
from kirtis.conform.sights import Seeing
from kirtis.conform.tree import Node


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
        lines = [[] for _ in self.seats] if node.last is None else self._heard(node, what)
        phases = self.observer.game.phase_names
        for numbers in node.passed:
            now = self.observer.cells(numbers, what)
            if self.rules.phases[phases[numbers[0]]].kind in ("auto", "chance"):
                now = [_as_before(one, old) for one, old in zip(now, cells, strict=True)]
            for seat, (new, old) in enumerate(zip(now, cells, strict=True)):
                changed = [f"{name}: {value}" for name, value in new.items() if old.get(name) != value]
                changed += [f"{name}: ?" for name in old if name not in new]
                if changed:
                    lines[seat].append("; ".join(changed))
            cells = now
        return _Known(cells, ["\n".join(each) for each in lines])

    def _heard(self, node: Node, what: str) -> list[list[str]]:
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
        layout = self.observer.game.engine.layout
        for numbers in (node.last.numbers, node.passed[0]) if named else ():
            seeing = Seeing(self.observer.sights, numbers)
            for place in self.observer.sights.places:
                found = {cards[c] for c in layout.cards(place, numbers)} & named if place[0] in self.rules.zones else set()
                if found:
                    seen = seeing.seen(place)
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
