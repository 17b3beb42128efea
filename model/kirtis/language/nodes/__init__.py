"""The typed tree of a game: expressions and statements, small and frozen.

Made by the loader from the formal text, or built directly from Python. Every reader (interpreter, solver, export,
book) walks this tree and nothing else. Values: a truth value, a number, the index of a value of an enumeration, a
set of indices, or none. Two nodes are equal where they say the same, wherever they stand.
"""

from __future__ import annotations

from kirtis.language.nodes.logic import And, Arith, Compare, FirstOf, If, Implies, Member, Narrow, Not, Or, SetJoin, SetLiteral
from kirtis.language.nodes.quantifiers import Best, Count, Every, Filter, Some, Sum, The
from kirtis.language.nodes.statements import Assign, Draw, Fill, Go, Let, Move, MoveAll, Reset, When, ZoneRef
from kirtis.language.nodes.values import (
    Call,
    Cards,
    Cell,
    Const,
    Family,
    Fit,
    Lookup,
    OptionValue,
    PhaseNow,
    Stuck,
    Sure,
    Top,
    Var,
    Was,
    Whole,
)
from kirtis.language.types import BOOL

Expr = (
    Const | Var | PhaseNow | OptionValue | Cell | Cards | Family | Top | Whole | Call | Lookup | Sure | Fit | Compare | Member
    | And | Or | Not | Implies | If | Arith | SetJoin | SetLiteral | Every | Some | Count | Sum | Filter | The | Best | FirstOf
    | Narrow | Stuck | Was
)  # fmt: skip

Statement = Let | Assign | Move | MoveAll | Fill | Draw | Reset | Go | When

YES = Const(True, BOOL)
NO = Const(False, BOOL)

__all__ = [
    "NO",
    "YES",
    "And",
    "Arith",
    "Assign",
    "Best",
    "Call",
    "Cards",
    "Cell",
    "Compare",
    "Const",
    "Count",
    "Draw",
    "Every",
    "Expr",
    "Family",
    "Fill",
    "Filter",
    "FirstOf",
    "Fit",
    "Go",
    "If",
    "Implies",
    "Let",
    "Lookup",
    "Member",
    "Move",
    "MoveAll",
    "Narrow",
    "Not",
    "OptionValue",
    "Or",
    "PhaseNow",
    "Reset",
    "SetJoin",
    "SetLiteral",
    "Some",
    "Statement",
    "Stuck",
    "Sum",
    "Sure",
    "The",
    "Top",
    "Var",
    "Was",
    "When",
    "Whole",
    "ZoneRef",
]
