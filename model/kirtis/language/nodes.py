"""The typed tree of a game: expressions and statements, small and frozen.

Made by the loader from the formal text, or built directly from Python. Every reader (interpreter, solver, export,
book) walks this tree and nothing else. Values: a truth value, a number, the index of a value of an enumeration, a
set of indices, or none.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kirtis.language.places import NOWHERE, Place
from kirtis.language.types import BOOL, CARD, CARDS, PHASE, Bool, Enum, Maybe, Num, SetOf, Type


def _place() -> Place:
    return NOWHERE


@dataclass(frozen=True, slots=True)
class Const:
    """A literal: ``yes``, ``12``, ``clubs`` (its index), ``none`` (None)."""

    value: int | bool | None
    type: Type
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Var:
    """A bound name: a parameter, a ``let``, or the variable of a quantifier."""

    name: str
    type: Type
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class PhaseNow:
    """The phase that the position is in."""

    type: Enum = PHASE
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class OptionValue:
    """The value of an option: constant through a match, unknown to the solver."""

    name: str
    type: Type
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Cell:
    """A state variable, with an index for each of its dimensions."""

    name: str
    index: tuple[Expr, ...]
    type: Type
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Cards:
    """What lies in one zone: ``card?`` for a zone for one card, else a set of cards."""

    zone: str
    index: tuple[Expr, ...]
    type: Maybe | SetOf
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Family:
    """All cards in all zones of a family: ``table`` for every ``table[s]``."""

    zone: str
    type: SetOf = CARDS
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Top:
    """The uppermost card of a pile, or none."""

    zone: str
    index: tuple[Expr, ...]
    type: Maybe = field(default_factory=lambda: Maybe(CARD))
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Whole:
    """Every value of an enumeration, as a set."""

    type: SetOf
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A definition, or an output column of a table, at some arguments."""

    name: str
    args: tuple[Expr, ...]
    type: Type
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Lookup:
    """A fixed map of the game (``left``, ``suit``, an order …) at a value; none gives none."""

    map: str
    arg: Expr
    type: Type
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Sure:
    """``e!``: the value of ``e``, which must not be none."""

    of: Expr
    type: Type
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Fit:
    """A number that must lie in a narrower range than its type says."""

    of: Expr
    type: Num | Maybe
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """``= != < <= > >=``; none equals only none."""

    op: str
    left: Expr
    right: Expr
    type: Bool = BOOL
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Member:
    """``e in S``; none is in no set."""

    of: Expr
    among: Expr
    type: Bool = BOOL
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """All of these, tested in order; what follows a false one is not looked at."""

    items: tuple[Expr, ...]
    type: Bool = BOOL
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Or:
    """One of these, tested in order; what follows a true one is not looked at."""

    items: tuple[Expr, ...]
    type: Bool = BOOL
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """The contrary."""

    of: Expr
    type: Bool = BOOL
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Implies:
    """``right`` wherever ``left``; ``right`` is looked at only there."""

    left: Expr
    right: Expr
    type: Bool = BOOL
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """``then`` where ``test`` holds, else ``other``."""

    test: Expr
    then: Expr
    other: Expr
    type: Type
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Arith:
    """``+ - * min max`` of two numbers; a factor of ``*`` is a literal."""

    op: str
    left: Expr
    right: Expr
    type: Num
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class SetJoin:
    """``+`` union, ``-`` difference of two sets."""

    op: str
    left: Expr
    right: Expr
    type: SetOf
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class SetLiteral:
    """``{a, b}``."""

    items: tuple[Expr, ...]
    type: SetOf
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Every:
    """``all v in S: body``."""

    var: str
    among: Expr
    body: Expr
    type: Bool = BOOL
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Some:
    """``some v in S: body``."""

    var: str
    among: Expr
    body: Expr
    type: Bool = BOOL
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Count:
    """How many members of ``among`` satisfy ``where``."""

    var: str
    among: Expr
    where: Expr
    type: Num
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of ``value`` over the members of ``among`` that satisfy ``where``."""

    var: str
    among: Expr
    value: Expr
    where: Expr
    type: Num
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Filter:
    """``{v in S where …}``."""

    var: str
    among: Expr
    where: Expr
    type: SetOf
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class The:
    """The one member that satisfies ``where``; there must be just one."""

    var: str
    among: Expr
    where: Expr
    type: Enum
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Best:
    """The member with the highest ``key`` among those that satisfy ``where``; it must exist and be the only one."""

    var: str
    among: Expr
    key: Expr
    where: Expr
    type: Enum
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class FirstOf:
    """The first of these sets that is not empty, else the last."""

    items: tuple[Expr, ...]
    type: SetOf
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Narrow:
    """Duties in their order: each that applies (``when``) keeps the members that meet it, if there are any.

    ``steps`` are pairs (when, meets); ``when`` does not mention ``var``, ``meets`` may.
    """

    var: str
    among: Expr
    steps: tuple[tuple[Expr, Expr], ...]
    type: SetOf
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Stuck:
    """The end of a table: reached only where no row fits, which must not happen."""

    table: str
    type: Type
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Was:
    """The value before the step; only in statements about steps."""

    of: Expr
    type: Type
    at: Place = field(default_factory=_place, compare=False)


Expr = (
    Const | Var | PhaseNow | OptionValue | Cell | Cards | Family | Top | Whole | Call | Lookup | Sure | Fit | Compare | Member
    | And | Or | Not | Implies | If | Arith | SetJoin | SetLiteral | Every | Some | Count | Sum | Filter | The | Best | FirstOf
    | Narrow | Stuck | Was
)  # fmt: skip

YES = Const(True, BOOL)
NO = Const(False, BOOL)


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """One zone, as source or goal of a move."""

    zone: str
    index: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Let:
    """A name for a value of the old position, to the end of its block."""

    name: str
    value: Expr
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Assign:
    """``cell := value``; with ``each`` = (name, enumeration) once for every value of the enumeration."""

    name: str
    index: tuple[Expr, ...]
    value: Expr
    each: tuple[str, Enum] | None = None
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    """A card, or a set of cards, from one zone (where it must lie) to another."""

    what: Expr
    source: ZoneRef
    target: ZoneRef
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class MoveAll:
    """Everything in a zone (``index``), in a family (index None), or everywhere (zone None) to one zone."""

    zone: str | None
    index: tuple[Expr, ...] | None
    target: ZoneRef
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Fill:
    """Cards by chance from ``source`` until the target holds ``size``; ``each`` deals to every zone of a family.

    ``packet`` is how many are dealt at a time: for the book, since the order of an unseen pack makes no difference.
    """

    target: ZoneRef
    size: int
    source: ZoneRef
    each: tuple[str, Enum] | None = None
    packet: int | None = None
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Draw:
    """A variable takes a member of a set, or a value of an enumeration, by chance."""

    name: str
    index: tuple[Expr, ...]
    among: Expr
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Reset:
    """A group of variables returns to its initial values; other writes of the same step win."""

    group: str
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class Go:
    """The next phase."""

    phase: str
    at: Place = field(default_factory=_place, compare=False)


@dataclass(frozen=True, slots=True)
class When:
    """``if … elif … else``: the first branch whose test holds; a test of None always does."""

    branches: tuple[tuple[Expr | None, tuple[Statement, ...]], ...]
    at: Place = field(default_factory=_place, compare=False)


Statement = Let | Assign | Move | MoveAll | Fill | Draw | Reset | Go | When
