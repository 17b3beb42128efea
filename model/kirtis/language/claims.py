"""Statements about the rules: facts, theorems, invariants, steps, examples, possibilities, measures."""

from __future__ import annotations

from kirtis.language.errors import fail
from kirtis.language.game import Claim, Phase
from kirtis.language.items import Item
from kirtis.language.places import Place
from kirtis.language.scope import Scope
from kirtis.language.statements import phase_named
from kirtis.language.trees import Tree
from kirtis.language.zones import text_of, typer_of


def claim(scope: Scope, item: Item, phases: dict[str, Phase]) -> Claim:
    """Read one statement; the phases and actions that it names must exist."""
    tree, at, name = item.tree, item.at, item.name
    typer = typer_of(scope, item, two_states=tree.kind == "claim_step")
    last = tree.trees()[-1]
    if tree.kind == "claim_measure":
        return Claim("measure", name, typer.number(last, {})[0], at, text=text_of(item, last))
    if tree.kind == "claim_step":
        on = tuple(_qualified(scope, one, phases, at) for one in tree.trees()[:-1])
        return Claim("step", name, typer.truth(last, {}), at, on=on, text=text_of(item, last))
    if tree.kind == "claim_example":
        named = tuple(phase_named(scope, word, at) for word in tree.words(1))
        first = tree.trees()[-2]
        text = f"{text_of(item, first)} ⇒ {text_of(item, last)}"
        return Claim("example", name, typer.truth(last, {}), at, named, given=typer.truth(first, {}), text=text)
    named = tuple(phase_named(scope, word, at) for word in tree.words(2))
    return Claim(tree.word(0), name, typer.truth(last, {}), at, named, text=text_of(item, last))


def _qualified(scope: Scope, tree: Tree, phases: dict[str, Phase], at: Place) -> str:
    """``phase`` or ``phase.action``."""
    name, act = phase_named(scope, tree.word(0), at), tree.maybe_word(1)
    known = [a.name for a in phases[name].actions] if name in phases else []
    if act is not None and act not in known:
        way_out = scope.nearest(act, known) or f"it has {', '.join(known) or 'none'}"
        raise fail(at, f"phase {name} has no action “{act}”", way_out)
    if name in phases and phases[name].kind == "end":
        raise fail(at, f"no step goes on from phase {name}, which is the end", "name a phase from which play goes on")
    return name if act is None else f"{name}.{act}"
