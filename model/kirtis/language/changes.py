"""What a variant changes of its parent, declaration by declaration, as its author wrote it."""

from __future__ import annotations

from dataclasses import dataclass

from kirtis.language.build import build
from kirtis.language.document import Document
from kirtis.language.errors import Fault
from kirtis.language.game import Game
from kirtis.language.items import Item, items_of
from kirtis.language.places import Place
from kirtis.language.trees import text_in

REPLACED, ADDED, REMOVED, SAME = "replaced", "added", "removed", "same"


@dataclass(frozen=True, slots=True)
class Change:
    """One declaration: its kind and name, what became of it, and where it stands now and where it stood.

    ``same``: it was replaced by one that says the same.
    """

    kind: str
    name: str
    how: str
    now: Place | None
    then: Place | None


@dataclass(frozen=True, slots=True)
class Changes:
    """All that a variant changes, and ``gone``: the names that its parent has and it has not, each with its clause."""

    made: tuple[Change, ...]
    gone: dict[str, Place]


def above(game: Game) -> tuple[Document, ...]:
    """The documents of the parents of a variant, their statements included: all that stands before its own heading, the last."""
    own = max(n for n, d in enumerate(game.documents) if any(d.of("game")))
    return tuple(game.documents[:own])


def set_aside_above(game: Game) -> frozenset[str]:
    """The statements that the parent of a variant, where it is a variant itself, had set aside already."""
    documents = above(game)
    heading = next(u for d in documents for u in d.of("game") if u.id == game.parent)
    if "variant-of" not in heading.fields:
        return frozenset()
    older = documents[: next(n for n, d in enumerate(documents) if heading in d.units)]
    # The fewest players, where there may be several: what has no meaning for some of them has none for the others.
    return frozenset(build(documents, heading, above=older).aside)


def changes(game: Game) -> Changes:
    """What a variant changes."""
    if game.parent is None:
        return Changes((), {})
    faults: list[Fault] = []
    parents, dropped = above(game), dict[str, Place]()
    old = _by_name(items_of(parents, faults, {}))
    new = _by_name(items_of(game.documents, faults, dropped))
    made = []
    for key, item in new.items():
        was = old.get(key)
        if was is None:
            made.append(Change(item.kind, _shown(item), ADDED, item.at, None))
        elif was.at != item.at:
            how = SAME if text_in(was.block, was.tree) == text_in(item.block, item.tree) else REPLACED
            made.append(Change(item.kind, _shown(item), how, item.at, was.at))
    for key, item in old.items():
        idle = item.kind == "option" and item.name not in game.options
        if key not in new or idle:
            made.append(Change(item.kind, _shown(item), REMOVED, dropped.get(item.name), item.at))
    # A phase is replaced with its actions: those that stay as they were need not be told of.
    made = [c for c in made if not (c.kind == "act" and c.how == SAME)]
    kept = {name for _, name, _ in new} | {v for values in game.enums.values() for v in values}
    gone = {c.name.rpartition(".")[2]: c.then for c in made if c.how == REMOVED and c.then and c.kind != "claim"}
    return Changes(tuple(made), {name: at for name, at in gone.items() if name not in kept or name not in game.places})


def _by_name(items: list[Item]) -> dict[tuple[str, str, str], Item]:
    """The rules among these declarations, and the statements; a phase that is continued counts where it first stands."""
    out: dict[tuple[str, str, str], Item] = {}
    for item in items:
        if item.kind in ("def", "table") and item.block.kind == "claim":
            continue
        out.setdefault((item.kind, item.name, item.owner if item.kind == "act" else ""), item)
    return out


def _shown(item: Item) -> str:
    return f"{item.owner}.{item.name}" if item.kind == "act" else item.name


__all__ = ["ADDED", "REMOVED", "REPLACED", "SAME", "Change", "Changes", "above", "changes", "set_aside_above"]
