"""How the phases follow each other: every automatic one goes on, none goes round for ever, every phase can be reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kirtis.language.errors import Fault
from kirtis.language.game import Game, Phase
from kirtis.language.nodes import Assign, Draw, Fill, Go, Statement, When


def statements(body: Iterable[Statement]) -> Iterator[Statement]:
    """Every statement of a block, those inside ``if`` included."""
    for one in body:
        yield one
        if isinstance(one, When):
            for _, inner in one.branches:
                yield from statements(inner)


def goes(body: Iterable[Statement]) -> Iterator[str]:
    """The phases that a block may go on to."""
    return (one.phase for one in statements(body) if isinstance(one, Go))


def always_goes(body: Iterable[Statement]) -> bool:
    """Whether a block goes on to another phase on every path."""
    for one in body:
        if isinstance(one, Go):
            return True
        if isinstance(one, When) and one.branches[-1][0] is None and all(always_goes(b) for _, b in one.branches):
            return True
    return False


def cycle(graph: Mapping[str, Iterable[str]]) -> list[str] | None:
    """A way round in a graph, if there is one: its nodes in order, the first again at the end."""
    done: set[str] = set()
    for start in graph:
        if start in done:
            continue
        path, stack = [start], [iter(graph[start])]
        while stack:
            following = next(stack[-1], None)
            if following is None:
                done.add(path.pop())
                stack.pop()
            elif following in path:
                return [*path[path.index(following) :], following]
            elif following in graph and following not in done:
                path.append(following)
                stack.append(iter(graph[following]))
    return None


def check(game: Game) -> Iterator[Fault]:
    """Every fault in the order of play."""
    automatic: dict[str, list[str]] = {}
    for p in game.phases.values():
        yield from _written_twice(p)
        if p.kind in ("auto", "chance"):
            automatic[p.name] = sorted(set(goes(p.body)))
            yield from _automatic(p)
        if p.kind == "by" and not p.actions:
            yield Fault(p.at, f"phase {p.name} has no action", "add an act")
        for a in p.actions:
            if _twice(a.body):
                yield Fault(a.at, f"the action {a.name} may go on to two phases at once", "let each path go to one")
            for one in statements(a.body):
                if isinstance(one, Draw | Fill):
                    yield Fault(
                        one.at,
                        f"the action {a.name} leaves something to chance",
                        "let it go to a chance phase: an action must have one outcome",
                    )
    way = cycle(automatic)
    if way:
        yield Fault(
            game.phases[way[0]].at,
            f"{' → '.join(way)}: automatic phases that go round for ever",
            "let a player act somewhere on the way",
        )
    yield from _reachable(game)


def _automatic(p: Phase) -> Iterator[Fault]:
    if not always_goes(p.body):
        yield Fault(
            p.at, f"phase {p.name} does not go on to another phase on every path", "end every path with go …; an if needs an else"
        )
    if _twice(p.body):
        yield Fault(p.at, f"phase {p.name} may go on to two phases at once", "let each path go to one")
    for one in statements(p.body):
        if p.kind == "auto" and isinstance(one, Draw | Fill):
            yield Fault(one.at, f"phase {p.name} is auto, but this is left to chance", f"write: phase {p.name} chance")


def _twice(body: Iterable[Statement]) -> bool:
    """Whether some path of a block goes on twice."""
    seen = False
    for one in body:
        here = any(True for _ in goes((one,)))
        if (here and seen) or (isinstance(one, When) and any(_twice(b) for _, b in one.branches)):
            return True
        seen = seen or here
    return False


def _written_twice(p: Phase) -> Iterator[Fault]:
    """Values that one path gives to a variable twice: all of a body happens at once, so neither could be the last."""
    for body in (p.body, *(a.body for a in p.actions)):
        for first, second in _double(body, ()):
            yield Fault(
                second.at,
                f"{second.name} is given a value here and in line {first.at.line} as well",
                "all that stands in one body happens at once: give it one value",
            )


def _double(body: Iterable[Statement], before: tuple[Assign, ...]) -> Iterator[tuple[Assign, Assign]]:
    for one in body:
        if isinstance(one, Assign) and one.each is None:
            same = next((a for a in before if (a.name, a.index) == (one.name, one.index)), None)
            if same is not None:
                yield same, one
            before = (*before, one)
        elif isinstance(one, When):
            for _, inner in one.branches:
                yield from _double(inner, before)


def _reachable(game: Game) -> Iterator[Fault]:
    ways = {p.name: {to for body in (p.body, *(a.body for a in p.actions)) for to in goes(body)} for p in game.phases.values()}
    lost = [p for p in game.phases.values() if p.name not in _from(game.start, ways)]
    # What a lost phase leads to is lost because of it; where they go round, none of them comes first.
    first = [p for p in lost if not any(p.name in ways[other.name] for other in lost if other is not p)]
    way_out = "go to it somewhere (a phase that is replaced may have led to it), or drop it"
    for p in first or lost:
        yield Fault(p.at, f"nothing leads to phase {p.name}", way_out if game.parent else "go to it somewhere, or drop it")


def _from(start: str, ways: Mapping[str, Iterable[str]]) -> set[str]:
    """What can be reached."""
    seen, work = {start}, [start]
    while work:
        new = set(ways[work.pop()]) - seen
        seen |= new
        work += new
    return seen
