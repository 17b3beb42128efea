"""Names that nobody declares: how each is told, and how all of them are found at once.

Reading a declaration ends with its first fault, and later ones are read only where earlier ones are sound. Whoever writes a house
rule with several misspelt names would learn of them one by one; so where anything is wrong, every tree is looked through for names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kirtis.language.errors import Fault
from kirtis.language.items import Item
from kirtis.language.places import Place
from kirtis.language.scope import Scope
from kirtis.language.trees import Tree, place_in

BUILT_IN = ("min", "max", "size", "empty", "top", "sees")
"""The functions of the language itself."""

_BINDS = {
    "all": 0, "some": 0, "none_of": 0, "count": 0, "the": 0, "best": 0, "sum": 1, "setof_where": 0, "let": 0, "each": 0, "fill": 3,
    "param": 0, "act": 2, "duties": 2, "sight_if": 0, "round_without": 0, "dim": 0,
}  # fmt: skip
"""Which part of a construct is the name that it binds."""

_OF_VARIABLES = ("assign", "add", "take", "draw")
"""Statements whose first part is a state variable; every other place is a zone."""


def value(scope: Scope, word: str, bound: Iterable[str], at: Place) -> Fault:
    """A word that stands for no value."""
    if word in scope.tables:
        return _table(scope, word, at)
    way_out = scope.nearest(word, [*bound, *scope.known()])
    return Fault(at, f"“{word}” is not known here", way_out or "declare it, or check its spelling")


def definition(scope: Scope, word: str, at: Place) -> Fault:
    """A word that is asked for a value with arguments and gives none."""
    if word in scope.tables:
        return _table(scope, word, at)
    way_out = scope.nearest(word, [*scope.signatures, *scope.maps, *BUILT_IN])
    return Fault(at, f"there is no definition “{word}”", way_out or "declare it with def")


def _table(scope: Scope, word: str, at: Place) -> Fault:
    columns, params = scope.tables[word]
    shown = [f"{column}({', '.join(params)})" if params else column for column in columns]
    return Fault(at, f"“{word}” is a table and has no value of its own", f"ask for what it gives: {' or '.join(shown)}")


def cell(scope: Scope, word: str, at: Place) -> Fault:
    """A word with an index that is neither a state variable nor a zone."""
    way_out = scope.nearest(word, [*scope.variables, *scope.zones])
    return Fault(at, f"“{word}” is no state variable or zone", way_out or "declare it, or check its spelling")


def variable(scope: Scope, word: str, at: Place) -> Fault:
    """A word that is given a value and is no state variable."""
    way_out = "cards change place by move" if word in scope.zones else scope.nearest(word, scope.variables)
    return Fault(at, f"“{word}” is not a state variable", way_out or "declare it under state")


def zone(scope: Scope, word: str, at: Place) -> Fault:
    """A word that is no zone, where cards are to lie."""
    way_out = "a variable takes a value by :=" if word in scope.variables else scope.nearest(word, scope.zones)
    return Fault(at, f"“{word}” is not a zone", way_out or f"there are {', '.join(scope.zones)}")


def phase(scope: Scope, word: str, at: Place) -> Fault:
    """A word that is no phase."""
    known = scope.enums["phase"]
    return Fault(at, f"there is no phase “{word}”", scope.nearest(word, known) or f"there are {', '.join(known) or 'none'}")


def names(scope: Scope, items: Iterable[Item]) -> Iterator[Fault]:
    """Every name in these declarations that nobody declares, once a line, beyond the faults that are known."""
    told = {(f.at.file, f.at.line, f.what) for f in scope.faults}
    for item in items:
        for fault in _in_item(scope, item):
            key = fault.at.file, fault.at.line, fault.what
            if key not in told:
                told.add(key)
                yield fault


def _in_item(scope: Scope, item: Item) -> Iterator[Fault]:
    place, bound = place_in(item.block), set(_bound(item.tree))

    def unknown(word: str) -> bool:
        known = (bound, scope.places, scope.signatures, scope.literals, scope.maps, scope.enums)
        return word != "phase" and not any(word in one for one in known)

    def look(tree: Tree, at: Place, parent: str, first: bool) -> Iterator[Fault]:
        word = tree.parts[0] if tree.parts and isinstance(tree.parts[0], str) else ""
        here = place(tree)
        if tree.kind == "name" and unknown(word):
            yield value(scope, word, sorted(bound), here)
        elif tree.kind == "indexed" and unknown(word):
            yield cell(scope, word, here)
        elif tree.kind == "call" and unknown(word) and word not in BUILT_IN:
            yield definition(scope, word, here)
        elif tree.kind == "lval" and unknown(word):
            yield (variable if parent in _OF_VARIABLES and first else zone)(scope, word, at)
        elif tree.kind == "go" and word not in scope.enums["phase"]:
            yield phase(scope, word, at)
        # A statement stands where its line does, whose tags are not its own.
        inner = here if tree.kind in ("line", "inline", "each") else at
        for n, part in enumerate(tree.parts):
            if isinstance(part, Tree):
                yield from look(part, inner, tree.kind, n == 0)

    yield from look(item.tree, item.at, "", True)


def _bound(tree: Tree) -> Iterator[str]:
    """Every name that a tree binds somewhere; whoever uses it elsewhere is told when the rest is sound."""
    if tree.kind == "moving_sides":
        yield from tree.words()
    part = _BINDS.get(tree.kind)
    if part is not None and part < len(tree.parts) and isinstance(tree.parts[part], str):
        yield tree.word(part)
    for inner in tree.trees():
        yield from _bound(inner)
