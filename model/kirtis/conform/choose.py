"""Choosing few things that together touch everything: the greedy way, by what is new in a thing for its size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from heapq import heapify, heappop, heappush
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


def choose(
    items: Sequence[Item], touches: Callable[[Item], frozenset[str]], cost: Callable[[Item], int], times: int = 1
) -> list[tuple[Item, list[str]]]:
    """Items that touch everything that any of them touches, ``times`` times where possible, each with what it was taken for.

    ``cost`` may fall as items are taken. The same items in the same order give the same choice.
    """
    counts: Counter[str] = Counter()

    def worth(item: Item) -> float:
        return sum(1.0 if not counts[t] else 0.25 for t in touches(item) if counts[t] < times) / cost(item)

    heap = [(-worth(item), n) for n, item in enumerate(items)]
    heapify(heap)
    taken: list[tuple[Item, list[str]]] = []
    while heap:
        _, n = heappop(heap)
        item = items[n]
        now = worth(item)
        if now == 0:
            continue
        if heap and now < -heap[0][0]:
            heappush(heap, (-now, n))
            continue
        taken.append((item, sorted(t for t in touches(item) if counts[t] < times)))
        counts.update(touches(item))
    return taken
