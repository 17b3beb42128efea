"""From the solver's model back to a position that people can read and the interpreter can replay."""

from __future__ import annotations

from collections.abc import Mapping

from kirtis.language.game import Game
from kirtis.prove.smtlib import reachable
from kirtis.prove.symbolic import State
from kirtis.prove.terms import Term
from kirtis.prove.values import MaybeNumber, Pick, Value

Model = Mapping[str, str]
Scalar = int | bool | None


def concrete(term: Term, model: Model, known: dict[int, int | bool] | None = None) -> int | bool:
    """The value of a term under a model; unknowns that the model leaves open count as false or nought."""
    known = {} if known is None else known
    for node in reachable([term]):
        if node.id not in known:
            known[node.id] = _value(node, [known[a.id] for a in node.inner], model)
    return known[term.id]


def _value(node: Term, args: list[int | bool], model: Model) -> int | bool:
    match node.op:
        case "true" | "false":
            return node.op == "true"
        case "number":
            return int(str(node.args[0]))
        case "variable":
            return _read(model.get(str(node.args[0])), node.sort)
        case "not":
            return not args[0]
        case "and":
            return all(args)
        case "or":
            return any(args)
        case "=":
            return args[0] == args[1]
        case "<=":
            return args[0] <= args[1]
        case "ite":
            return args[1] if args[0] else args[2]
        case "+":
            return sum(int(a) for a in args)
        case "*":
            return int(args[0]) * int(args[1])
    raise ValueError(node.op)


def _read(word: str | None, sort: str) -> int | bool:
    if sort == "Bool":
        return word in ("true", "True")
    return int((word or "0").strip("()").replace(" ", ""))


def scalar(value: Value, model: Model, known: dict[int, int | bool]) -> Scalar:
    """The value of a symbolic value under a model."""
    if isinstance(value, Pick):
        return next((v for v, c in value.items() if concrete(c, model, known)), None)
    if isinstance(value, MaybeNumber):
        return None if concrete(value.none, model, known) else concrete(value.value, model, known)
    assert isinstance(value, Term)
    return concrete(value, model, known)


def variables(game: Game, state: State, model: Model) -> dict[tuple[str, int], Scalar]:
    """Every variable of a position under a model."""
    known: dict[int, int | bool] = {}
    return {cell: scalar(value, model, known) for cell, value in state.variables.items()}


def cards(game: Game, state: State, model: Model) -> dict[tuple[str, int], tuple[int, ...]]:
    """The cards of every zone of a position under a model."""
    known: dict[int, int | bool] = {}
    return {cell: tuple(c for c, bit in enumerate(bits) if concrete(bit, model, known)) for cell, bits in state.zones.items()}
