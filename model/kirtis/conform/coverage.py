"""What the vectors of a game cover, clause by clause."""

from __future__ import annotations

from typing import Any

from kirtis.conform.vectors import Made


def coverage(made: Made) -> dict[str, Any]:
    """Which vectors exercise each clause; the clauses that none can, with the reason; the marks that none touches."""
    rules = made.rules
    tagged = {c for mark in made.marks.all.values() for c in mark.clauses}
    clauses: dict[str, dict[str, Any]] = {}
    for unit in (u for d in rules.documents for u in d.units if u.kind == "clause"):
        found = made.by_clause.get(unit.id, [])
        if found:
            clauses[unit.id] = {"state": "exercised", "vectors": found}
        elif unit.id in tagged:
            clauses[unit.id] = {"state": "missed", "why": "no position was found that exercises it"}
        elif unit.blocks and rules.parent is not None:
            clauses[unit.id] = {"state": "replaced", "why": f"{rules.name} says otherwise"}
        elif unit.blocks:
            clauses[unit.id] = {"state": "missed", "why": "nothing of it decides in a position"}
        else:
            clauses[unit.id] = {"state": "prose", "why": "it has no formal text"}
    untouched = sorted(m for m in made.marks.all if m not in made.touched)
    return {
        "game": rules.name,
        "seats": len(rules.seats),
        "vectors": len(made.vectors),
        "marks": len(made.marks.all),
        "touched": len(made.marks.all) - len(untouched),
        "clauses": clauses,
        "untouched": untouched,
    }


__all__ = ["coverage"]
