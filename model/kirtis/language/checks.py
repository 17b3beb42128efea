"""What must be right of a game as a whole before anything is proved: no recursion, no endless automatic play, no dead parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kirtis.language.errors import Fault
from kirtis.language.game import Game, Phase
from kirtis.language.nodes import Call, Draw, Fill, Go, OptionValue, Statement, When
from kirtis.language.places import NOWHERE
from kirtis.language.types import Enum, Maybe
from kirtis.language.walk import Node, walk


def check(game: Game) -> list[Fault]:
    """Every fault of the game as a whole."""
    return [*_recursion(game), *_phases(game), *_reachable(game), *_initial(game), *_options(game)]


def roots(game: Game) -> Iterator[Node]:
    """Every tree of the rules: bodies, conditions, who sees what, claims."""
    for z in (*game.zones.values(), *game.variables.values()):
        yield z.sight.when
    for v in game.variables.values():
        if v.initial is not None:
            yield v.initial
    for d in game.definitions.values():
        yield d.body
    for p in game.phases.values():
        if p.by is not None:
            yield p.by
        yield from p.body
        for a in p.actions:
            yield from (n.condition for n in a.needs)
            yield from a.body
    for c in game.claims.values():
        yield c.body
        if c.given is not None:
            yield c.given


def _cycle(graph: Mapping[str, Iterable[str]]) -> list[str] | None:
    """A way round in a graph, if there is one."""
    done: set[str] = set()
    for start in graph:
        path: list[str] = []
        stack: list[tuple[str, Iterator[str]]] = [(start, iter(graph[start]))] if start not in done else []
        if stack:
            path.append(start)
        while stack:
            node, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                done.add(node)
                stack.pop()
                path.pop()
            elif following in path:
                return [*path[path.index(following) :], following]
            elif following in graph and following not in done:
                path.append(following)
                stack.append((following, iter(graph[following])))
    return None


def _recursion(game: Game) -> Iterator[Fault]:
    calls = {d.name: sorted({n.name for n in walk(d.body) if isinstance(n, Call)}) for d in game.definitions.values()}
    way = _cycle(calls)
    if way:
        yield Fault(
            game.definitions[way[0]].at, f"{' → '.join(way)}: a definition that needs itself has no value", "break the circle"
        )


def goes(body: Iterable[Statement]) -> Iterator[str]:
    """The phases that a block may go on to."""
    for one in body:
        if isinstance(one, Go):
            yield one.phase
        elif isinstance(one, When):
            for _, inner in one.branches:
                yield from goes(inner)


def always_goes(body: Iterable[Statement]) -> bool:
    """Whether a block goes on to another phase on every path."""
    for one in body:
        if isinstance(one, Go):
            return True
        if isinstance(one, When) and one.branches[-1][0] is None and all(always_goes(b) for _, b in one.branches):
            return True
    return False


def _twice(body: Iterable[Statement]) -> bool:
    """Whether some path of a block goes on twice."""
    seen = False
    for one in body:
        here = isinstance(one, Go) or (isinstance(one, When) and any(True for _, b in one.branches for _ in goes(b)))
        if (here and seen) or (isinstance(one, When) and any(_twice(b) for _, b in one.branches)):
            return True
        seen = seen or here
    return False


def _statements(body: Iterable[Statement]) -> Iterator[Statement]:
    for one in body:
        yield one
        if isinstance(one, When):
            for _, inner in one.branches:
                yield from _statements(inner)


def _phases(game: Game) -> Iterator[Fault]:
    automatic: dict[str, list[str]] = {}
    for p in game.phases.values():
        if p.kind in ("auto", "chance"):
            automatic[p.name] = sorted(set(goes(p.body)))
            yield from _automatic(p)
        if p.kind == "by" and not p.actions:
            yield Fault(p.at, f"phase {p.name} has no action", "add an act")
        for a in p.actions:
            if _twice(a.body):
                yield Fault(a.at, f"the action {a.name} may go on to two phases at once", "let each path go to one")
            for one in _statements(a.body):
                if isinstance(one, Draw | Fill):
                    yield Fault(
                        one.at,
                        f"the action {a.name} leaves something to chance",
                        "let it go to a chance phase: an action must have one outcome",
                    )
    way = _cycle(automatic)
    if way:
        yield Fault(
            game.phases[way[0]].at,
            f"{' → '.join(way)}: automatic phases that go round for ever",
            "let a player act somewhere on the way",
        )


def _automatic(p: Phase) -> Iterator[Fault]:
    if not always_goes(p.body):
        yield Fault(
            p.at, f"phase {p.name} does not go on to another phase on every path", "end every path with go …; an if needs an else"
        )
    if _twice(p.body):
        yield Fault(p.at, f"phase {p.name} may go on to two phases at once", "let each path go to one")
    for one in _statements(p.body):
        if p.kind == "auto" and isinstance(one, Draw | Fill):
            yield Fault(one.at, f"phase {p.name} is auto, but this is left to chance", f"write: phase {p.name} chance")


def _reachable(game: Game) -> Iterator[Fault]:
    seen, work = {game.start}, [game.start]
    while work:
        p = game.phases[work.pop()]
        for body in (p.body, *(a.body for a in p.actions)):
            for name in set(goes(body)) - seen:
                seen.add(name)
                work.append(name)
    for p in game.phases.values():
        if p.name not in seen:
            yield Fault(p.at, f"no way leads to phase {p.name}", "go to it somewhere, or drop it")


def _initial(game: Game) -> Iterator[Fault]:
    """A variable without initial value starts anywhere; only one that cannot be none may, and not in a group that is reset."""
    reset = {
        s.group
        for p in game.phases.values()
        for b in (p.body, *(a.body for a in p.actions))
        for s in _statements(b)
        if hasattr(s, "group")
    }
    for v in game.variables.values():
        if v.initial is None and v.group in reset:
            yield Fault(
                v.at,
                f"{v.name} is reset with its group {v.group}, but has no initial value",
                f"write {v.name}: {v.type} = …, or {v.type}?",
            )
        if v.initial is None and not isinstance(v.type, Enum | Maybe):
            yield Fault(v.at, f"{v.name} has no initial value", f"write {v.name}: {v.type} = …")


def _options(game: Game) -> Iterator[Fault]:
    used = {n.name for root in roots(game) for n in walk(root) if isinstance(n, OptionValue)}
    for o in game.options.values():
        if o.name not in used:
            yield Fault(o.at, f"the option {o.name} changes nothing", "use it in a rule, or drop it")


__all__ = ["NOWHERE", "always_goes", "check", "goes", "roots"]
