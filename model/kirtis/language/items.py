"""The declarations of a text, one by one, and how a variant changes those of its parent."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from lark import Token, Tree

from kirtis.language.document import Block, Document
from kirtis.language.errors import Fault, SpecError, fail
from kirtis.language.parse import line_of, parse
from kirtis.language.places import Place
from kirtis.language.scope import nearest

Node = Tree[Token]

_KINDS = {
    "fixed_sides": "sides", "moving_sides": "sides", "type_": "type", "def_line": "def", "def_cases": "def", "phase_by": "phase", "phase_auto": "phase", "phase_chance": "phase",
    "phase_end": "phase", "start_": "start", "claim_in": "claim", "claim_step": "claim", "claim_example": "claim", "claim_measure": "claim",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """One declaration: its kind and name, its tree, the block that it stands in; ``owner`` is a group or a phase."""

    kind: str
    name: str
    tree: Node
    block: Block
    owner: str = ""

    @property
    def at(self) -> Place:
        """Where it stands."""
        return place_in(self.block)(self.tree)


def place_in(block: Block) -> Callable[[Node], Place]:
    """The place of a tree of this block: its line, and the clauses of the block and of the line's own tag."""

    def place(tree: Node) -> Place:
        return Place(block.at.file, line_of(block, getattr(tree.meta, "start_pos", 0)), (*block.at.clauses, *tags_of(tree)))

    return place


def tags_of(tree: Node) -> tuple[str, ...]:
    """The clauses named by the tag at the end of a line."""
    for child in tree.children:
        if isinstance(child, Tree) and child.data == "tags" and child.children and child.children[0] is not None:
            return tuple(str(child.children[0]).lstrip("§").split(","))
    return ()


def untagged(tree: Node) -> list[Node]:
    """The children of a tree without its tags."""
    return [c for c in tree.children if not (isinstance(c, Tree) and c.data == "tags")]  # type: ignore[misc]


def items_of(documents: Iterable[Document], faults: list[Fault]) -> list[Item]:
    """Every declaration of these documents; those of a later one may replace or drop those of an earlier one."""
    table: list[Item] = []
    for number, document in enumerate(documents):
        for unit in document.units:
            for block in unit.blocks:
                try:
                    tree = parse(block)
                except SpecError as error:
                    faults += error.faults
                    continue
                for one in tree.children:
                    if isinstance(one, Tree):
                        try:
                            _change(table, one, block, number)
                        except SpecError as error:
                            faults += error.faults
    return table


def _change(table: list[Item], tree: Node, block: Block, number: int) -> None:
    if tree.data == "drop":
        kind, name = str(tree.children[0]), str(tree.children[1])
        _remove(table, kind, name, place_in(block)(tree))
        return
    replace, declaration = tree.children
    assert isinstance(declaration, Tree)
    new = list(_flat(declaration, block))
    if replace is not None:
        if number == 0:
            raise fail(
                place_in(block)(tree),
                "replace stands only in a variant",
                "leave it out, or name the parent: :variant-of: in the {game} block",
            )
        for item in new:
            if item.kind != "act":
                _remove(table, item.kind, item.name, item.at)
        if any(item.kind == "phase" for item in new):
            phases = {item.name for item in new if item.kind == "phase"}
            table[:] = [i for i in table if not (i.kind == "act" and i.owner in phases)]
    table += new


def _remove(table: list[Item], kind: str, name: str, at: Place) -> None:
    left = [i for i in table if not (i.kind == kind and i.name == name)]
    if len(left) == len(table):
        known = [i.name for i in table if i.kind == kind]
        raise fail(
            at,
            f"there is no {kind} “{name}” to replace or drop",
            nearest(name, known) or f"the parent has {', '.join(known) or 'none'}",
        )
    if kind == "phase":
        left = [i for i in left if not (i.kind == "act" and i.owner == name)]
    table[:] = left


def _flat(tree: Node, block: Block) -> Iterable[Item]:
    kind = _KINDS.get(tree.data, tree.data)
    children = untagged(tree)
    if kind == "zones":
        for zone in children:
            yield Item("zone", str(zone.children[0]), zone, block)
    elif kind == "state":
        for variable in children[1:]:
            yield Item("variable", str(variable.children[0]), variable, block, str(children[0]))
    elif tree.data == "phase_by":
        yield Item("phase", str(children[0]), tree, block)
        for act in children[2:]:
            yield Item("act", str(act.children[0]), act, block, str(children[0]))
    elif kind == "claim":
        yield Item("claim", str(children[1] if tree.data == "claim_in" else children[0]), tree, block)
    elif kind in ("seats", "sides", "deck", "start"):
        yield Item(kind, kind, tree, block)
    else:
        yield Item(kind, str(children[0]), tree, block)
