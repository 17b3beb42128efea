"""From the solver's model back to a position that people can read and the interpreter can replay."""

from __future__ import annotations

from collections.abc import Mapping

from kirtis.language.game import Game
from kirtis.prove.symbolic import State, shown
from kirtis.prove.terms import Term
from kirtis.prove.values import MaybeNumber, Pick, Value

Model = Mapping[str, str]
Scalar = int | bool | None


def concrete(term: Term, model: Model, known: dict[int, int | bool] | None = None) -> int | bool:
    """The value of a term under a model; unknowns that the model leaves open count as false or nought."""
    known = {} if known is None else known
    if term.id in known:
        return known[term.id]
    args = [concrete(a, model, known) for a in term.args if isinstance(a, Term)]
    out: int | bool
    match term.op:
        case "true" | "false":
            out = term.op == "true"
        case "number":
            out = int(str(term.args[0]))
        case "variable":
            out = _read(model.get(str(term.args[0])), term.sort)
        case "not":
            out = not args[0]
        case "and":
            out = all(args)
        case "or":
            out = any(args)
        case "=":
            out = args[0] == args[1]
        case "<=":
            out = args[0] <= args[1]
        case "ite":
            out = args[1] if args[0] else args[2]
        case "+":
            out = sum(int(a) for a in args)
        case "*":
            out = int(args[0]) * int(args[1])
        case _:
            raise ValueError(term.op)
    known[term.id] = out
    return out


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


def described(game: Game, state: State, model: Model) -> list[tuple[str, str]]:
    """A position under a model, cell by cell, in the words of the rules."""
    out = []
    for (name, i), value in variables(game, state, model).items():
        out.append((shown(game, name, i), game.word(game.variables[name].type, value)))
    for (name, i), there in cards(game, state, model).items():
        out.append((shown(game, name, i), " ".join(game.words[f"sign of {game.enums['card'][c]}"][1] for c in there) or "–"))
    return out
