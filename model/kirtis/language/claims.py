"""Facts, theorems, invariants, steps, examples, possibilities, measures."""

from __future__ import annotations

from kirtis.language.errors import fail
from kirtis.language.game import Claim, Phase
from kirtis.language.items import Item, Node
from kirtis.language.places import Place
from kirtis.language.rules import text_of, typer_of
from kirtis.language.scope import Scope, nearest

_KIND = {"claim_step": "step", "claim_example": "example", "claim_measure": "measure"}


def claim(scope: Scope, item: Item, phases: dict[str, Phase]) -> Claim:
    """Read one claim; the phases and actions that it names must exist."""
    tree, at = item.tree, item.at
    children = [c for c in tree.children if getattr(c, "data", "") != "tags"]
    kind = _KIND.get(tree.data) or str(children.pop(0))
    typer = typer_of(scope, item, two_states=kind == "step")
    name = str(children.pop(0))
    if kind == "measure":
        return Claim(kind, name, typer.number(children[0], {}), at, text=text_of(item, children[0]))  # type: ignore[arg-type]
    if kind == "step":
        on = tuple(_qualified(c, phases, at) for c in children[:-1] if c is not None)  # type: ignore[arg-type]
        return Claim(kind, name, typer.truth(children[-1], {}), at, on=on, text=text_of(item, children[-1]))  # type: ignore[arg-type]
    bodies = children[-2:] if kind == "example" else children[-1:]
    named = tuple(str(c) for c in children[: -len(bodies)] if c is not None)
    for word in named:
        if word not in phases:
            raise fail(at, f"there is no phase “{word}”", nearest(word, phases) or f"there are {', '.join(phases)}")
    body = typer.truth(bodies[-1], {})  # type: ignore[arg-type]
    given = typer.truth(bodies[0], {}) if kind == "example" else None  # type: ignore[arg-type]
    text = text_of(item, bodies[0]) + " ⇒ " + text_of(item, bodies[1]) if kind == "example" else text_of(item, bodies[0])  # type: ignore[arg-type]
    return Claim(kind, name, body, at, phases=named, given=given, text=text)


def _qualified(tree: Node, phases: dict[str, Phase], at: Place) -> str:
    phase, act = str(tree.children[0]), tree.children[1]
    if phase not in phases:
        raise fail(at, f"there is no phase “{phase}”", nearest(phase, phases) or f"there are {', '.join(phases)}")
    if act is None:
        return phase
    known = [a.name for a in phases[phase].actions]
    if str(act) not in known:
        raise fail(at, f"phase {phase} has no action “{act}”", nearest(str(act), known) or f"it has {', '.join(known) or 'none'}")
    return f"{phase}.{act}"
