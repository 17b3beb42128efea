"""The declarations of a text, one by one, and how a variant changes those of its parent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kirtis.language.document import Block, Document
from kirtis.language.errors import Fault, SpecError, fail
from kirtis.language.names import nearest
from kirtis.language.parse import tree_of
from kirtis.language.places import Place
from kirtis.language.trees import Tree, place_in

MOST_ITEMS = 1500
"""The most declarations that a game may have: zones, variables, definitions, actions and so on."""

_REPLACED = ("def", "table", "duties", "phase", "option", "round", "order", "type")
"""What a variant replaces by writing its word and its name."""

_KINDS = {
    "fixed_sides": "sides",
    "moving_sides": "sides",
    "type_": "type",
    "def_line": "def",
    "def_cases": "def",
    "phase_by": "phase",
    "phase_auto": "phase",
    "phase_chance": "phase",
    "phase_end": "phase",
    "start_": "start",
    "claim_in": "claim",
    "claim_step": "claim",
    "claim_example": "claim",
    "claim_measure": "claim",
}


@dataclass(frozen=True, slots=True)
class Item:
    """One declaration: its kind and name, its tree, the block that it stands in; ``owner`` is its group or its phase."""

    kind: str
    name: str
    tree: Tree
    block: Block
    owner: str = ""

    @property
    def at(self) -> Place:
        """Where it stands."""
        return place_in(self.block)(self.tree)


def items_of(documents: Iterable[Document], faults: list[Fault], dropped: dict[str, Place]) -> list[Item]:
    """Every declaration of these documents, those of parents first.

    From the first variant on a document may replace and drop what stands before it; what is dropped, and where, goes to ``dropped``.
    What is wrong goes to ``faults``.
    """
    table: list[Item] = []
    changes = False
    for document in documents:
        changes = changes or any("variant-of" in heading.fields for heading in document.of("game"))
        replaced: dict[tuple[str, str], Place] = {}
        for block in (b for u in document.units for b in u.blocks):
            for tree in _trees(block, faults):
                at = place_in(block)(tree)
                try:
                    _kept_apart(tree, block)
                    _once(tree, block, replaced)
                    _change(table, tree, block, changes)
                except SpecError as error:
                    faults += error.faults
                    continue
                if tree.kind == "drop":
                    dropped[tree.word(1)] = at
                if len(table) > MOST_ITEMS:
                    faults.append(
                        Fault(at, f"the rules have more than {MOST_ITEMS:,} declarations", "check that this is a rulebook")
                    )
                    return table
    return table


def _trees(block: Block, faults: list[Fault]) -> list[Tree]:
    """The declarations of a block; none where it cannot be read."""
    try:
        return list(tree_of(block).trees())
    except SpecError as error:
        faults += error.faults
        return []


def _once(tree: Tree, block: Block, replaced: dict[tuple[str, str], Place]) -> None:
    """A document replaces nothing twice: of two answers to one question neither would be the rule."""
    if tree.kind == "drop" or tree.maybe_word(0) is None:
        return
    for item in _flat(tree.tree(1), block):
        if item.kind == "act":
            continue
        first = replaced.setdefault((item.kind, item.name), item.at)
        if first != item.at:
            raise fail(
                item.at,
                f"{item.kind} “{item.name}” is replaced twice",
                f"leave one of the two out; the other is in line {first.line}",
            )


def _kept_apart(tree: Tree, block: Block) -> None:
    """Rules, statements about them and examples stand in blocks of their own."""
    if tree.kind == "drop" and block.kind == "claim":
        return  # what it drops is no rule: that is looked at where it is taken out
    declared = tree.tree(1) if tree.kind == "item" else tree
    at = place_in(block)(declared)
    if declared.kind == "claim_example":
        if block.kind != "example":
            raise fail(at, f"an example stands in a {{{block.kind}}} block", "put it into a block of its own: ```{example}")
    elif block.kind == "example":
        raise fail(at, "only examples stand in an {example} block", "put this into a ```{rule} or a ```{claim} block")
    elif _KINDS.get(declared.kind) == "claim":
        if block.kind != "claim":
            raise fail(at, "a statement about the rules stands among the rules", "put it into a block of its own: ```{claim}")
    elif block.kind == "claim" and declared.kind not in ("def_line", "def_cases", "table"):
        what = _KINDS.get(declared.kind, declared.kind)
        raise fail(
            at,
            f"{what} is a rule and stands in a {{claim}} block",
            "put it into a ```{rule} block; only def and table may help a statement",
        )


def _change(table: list[Item], tree: Tree, block: Block, changes: bool) -> None:
    at = place_in(block)(tree)
    if tree.kind == "drop":
        if not changes:
            raise fail(at, "drop stands only in a variant", "leave it out, or name the parent: :variant-of: in the {game} block")
        _remove(table, tree.word(0), tree.word(1), at, block)
        return
    declared = tree.tree(1)
    new = list(_flat(declared, block))
    if tree.maybe_word(0) is None:
        table += new
        return
    if not changes:
        raise fail(at, "replace stands only in a variant", "leave it out, or name the parent: :variant-of: in the {game} block")
    # The actions of a phase go with it, and come with it.
    first = min(_remove(table, item.kind, item.name, item.at, block) for item in new if item.kind != "act")
    table[first:first] = new


def _remove(table: list[Item], kind: str, name: str, at: Place, block: Block) -> int:
    """Take a declaration out, a phase with its actions; returns where it was."""
    found = [n for n, i in enumerate(table) if i.kind == kind and i.name == name]
    if not found:
        other = next((i.kind for i in table if i.name == name), None)
        if other is not None:
            drop = f"write: drop {other} {name}"
            way_out = f"{drop}, or: replace {other} {name} …" if other in _REPLACED else drop
            raise fail(at, f"“{name}” is no {kind} but a {other}", way_out)
        home = next((i for i in table if i.kind == "table" and name in _columns(i.tree)), None)
        if home is not None:
            raise fail(
                at,
                f"“{name}” is no {kind} but a column of the table {home.name}",
                f"write the whole table: replace table {home.name} …",
            )
        known = [i.name for i in table if i.kind == kind]
        there = f"the parent has {', '.join(dict.fromkeys(known))}" if known else f"the parent has no {kind} at all"
        raise fail(at, f"there is no {kind} “{name}” to replace or drop", nearest(name, known) or there)
    first = found[0]
    if block.kind == "claim" and table[first].block.kind == "rule":
        raise fail(
            at,
            f"{kind} “{name}” is a rule, and is changed in a {{claim}} block",
            "do it in a ```{rule} block; a claim changes no rule",
        )
    acts = kind == "phase"
    table[:] = [i for i in table if (i.kind, i.name) != (kind, name) and not (acts and i.kind == "act" and i.owner == name)]
    return min(first, len(table))


def _columns(tree: Tree) -> list[str]:
    """The names of what a table gives."""
    return [c.word(0) for head in tree.trees() if head.kind == "head" for c in head.trees() if c.kind == "column"]


def _flat(tree: Tree, block: Block) -> Iterator[Item]:
    kind = _KINDS.get(tree.kind, tree.kind)
    if kind == "zones":
        for zone in tree.trees():
            yield Item("zone", zone.word(0), zone, block)
    elif kind == "state":
        for variable in tree.trees(1):
            yield Item("variable", variable.word(0), variable, block, tree.word(0))
    elif tree.kind == "phase_by":
        yield Item("phase", tree.word(0), tree, block)
        for act in tree.trees(2):
            yield Item("act", act.word(0), act, block, tree.word(0))
    elif kind == "claim":
        yield Item("claim", tree.word(1 if tree.kind == "claim_in" else 0), tree, block)
    elif kind in ("seats", "sides", "deck", "start"):
        yield Item(kind, kind, tree, block)
    else:
        yield Item(kind, tree.word(0), tree, block)
