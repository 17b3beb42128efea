"""What a rulebook declares: maps, options, zones, variables, definitions, tables, duties, rounds, phases, statements about them."""

from __future__ import annotations

from dataclasses import dataclass

from kirtis.language.nodes import Expr, Statement
from kirtis.language.places import Place
from kirtis.language.types import Bool, Enum, Maybe, Num, Type


@dataclass(frozen=True, slots=True)
class Map:
    """A fixed function on an enumeration: ``values[i]`` belongs to its i-th value; None is none.

    ``left``, ``right``, ``partner``, ``side`` and ``other`` of seats and sides, ``suit``, ``rank`` and ``face`` of cards, ``queen of``
    a suit, and every ``order`` (a number: the lowest card named counts 1, one not named 0).
    """

    name: str
    domain: Enum
    type: Type
    values: tuple[int | None, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Option:
    """A choice between readings, fixed for a match; ``finding`` is the id of the finding that it belongs to."""

    name: str
    type: Bool | Num | Enum
    default: int | bool
    finding: str | None
    at: Place


@dataclass(frozen=True, slots=True)
class Sight:
    """Who sees a thing: the seat ``viewer`` sees it where ``when`` holds (``names`` are those of its indices)."""

    viewer: str
    names: tuple[str, ...]
    when: Expr


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards, or a family of places: one for each value of its index enumerations."""

    name: str
    index: tuple[Enum, ...]
    kind: str  # "set", "one", "pile"
    sight: Sight
    at: Place


@dataclass(frozen=True, slots=True)
class Variable:
    """A state variable, or a family of them; ``initial`` None: no value until it is drawn or written."""

    name: str
    group: str
    index: tuple[Enum, ...]
    type: Bool | Num | Enum | Maybe
    initial: Expr | None
    sight: Sight
    at: Place


@dataclass(frozen=True, slots=True)
class Definition:
    """A named expression; ``table`` names the table whose output column it is, ``made`` the construct that made it."""

    name: str
    params: tuple[tuple[str, Type], ...]
    type: Type
    body: Expr
    at: Place
    table: str | None = None
    made: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: where it fits, and the value of each output column."""

    fits: Expr
    outputs: tuple[Expr, ...]
    at: Place
    text: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A decision table: exactly one row fits wherever it is asked."""

    name: str
    params: tuple[tuple[str, Type], ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Duty:
    """Where ``when`` holds, the card ``var`` of the list of duties must meet ``meets``, as far as the hand can."""

    name: str
    when: Expr
    meets: Expr
    at: Place
    text: str = ""


@dataclass(frozen=True, slots=True)
class Duties:
    """An ordered list of duties; the definition of the same name gives the set of cards that meet them."""

    name: str
    params: tuple[tuple[str, Type], ...]
    var: str
    among: Expr
    duties: tuple[Duty, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Round:
    """The trick: the family of zones that its cards lie on, the variables for leader and turn, who sits out, who takes it."""

    name: str
    zone: str
    leader: str
    turn: str
    strength: str | None
    at: Place


@dataclass(frozen=True, slots=True)
class Need:
    """One condition of an action."""

    name: str | None
    condition: Expr
    at: Place
    text: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat may do in a phase: ``actor`` is a name bound to whoever does it out of turn, None for the phase's own seat."""

    name: str
    params: tuple[tuple[str, Type], ...]
    actor: str | None
    needs: tuple[Need, ...]
    body: tuple[Statement, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Phase:
    """A stage of the game: ``by`` a seat with actions, or ``auto``, ``chance`` or ``end``."""

    name: str
    kind: str  # "by", "auto", "chance", "end"
    by: Expr | None
    actions: tuple[Action, ...]
    body: tuple[Statement, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Claim:
    """Something said of the rules, to be proved or found.

    ``kind``: ``fact`` and ``theorem`` hold in every reachable position (of ``phases``, if named); ``invariant`` too, and helps to
    prove the others; ``step`` holds of every step (of the actions or phases ``on``); ``possible`` is some reachable position;
    ``example`` is both: ``given`` is possible, and ``body`` holds wherever it is; ``measure`` is a number that only falls in a deal.
    """

    kind: str
    name: str
    body: Expr
    at: Place
    phases: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    given: Expr | None = None
    text: str = ""
