"""One thing to be proved, with all that it assumes.

What may be assumed for what is fixed in ``ALLOWED``: that a step is well defined is shown without anything about the position after it; only then
may the step be used.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kirtis.language.places import Place
from kirtis.prove import slices
from kirtis.prove.smtlib import script
from kirtis.prove.symbolic import Assumption, State
from kirtis.prove.terms import Term, not_

POSITION = frozenset({"type", "place", "ghost", "option", "invariant", "inferred"})
ALLOWED: dict[str, frozenset[str]] = {
    "start": frozenset({"type", "option", "ghost"}),
    "guard defined": POSITION,
    "defined": POSITION | {"guard"},
    "place": POSITION | {"guard", "effect", "chance"},
    "keeps": POSITION | {"guard", "effect", "chance", "after"},
    "step": POSITION | {"guard", "effect", "chance", "after"},
    "holds": POSITION,
    "move": POSITION,
    "table": POSITION,
    "row": POSITION,
    "order": frozenset({"type", "place", "ghost", "option"}),
    "duty": POSITION,
    "measure": POSITION | {"guard", "effect", "chance", "after"},
    "taken": POSITION | {"guard", "effect", "chance", "after"},
    "known": POSITION | {"alike"},
}
"""For each kind of obligation, the kinds of assumption that it may use."""


@dataclass(frozen=True)
class Obligation:
    """Something to decide: ``goal`` follows from ``assumptions`` (or, for ``expect`` sat, is possible with them).

    ``state`` is the position it speaks of, ``other`` the one laid beside it, where two are compared that look the same to ``seat``.
    """

    name: str
    kind: str
    goal: Term
    assumptions: tuple[Assumption, ...]
    at: Place
    claim: str | None = None
    phase: str | None = None
    step: str | None = None
    expect: str = "unsat"
    what: str = ""
    state: State | None = field(default=None, compare=False, repr=False)
    other: State | None = field(default=None, compare=False, repr=False)
    seat: str | None = None
    shows: tuple[str, ...] = ()
    pieces: tuple[Term, ...] = field(default=(), compare=False, repr=False)
    """What the goal says bit by bit, where it says much."""
    cases: tuple[Term, ...] = field(default=(), compare=False, repr=False)
    """Cases by which it may be shown; that there are no others is shown as well."""
    around: tuple[Term, ...] = field(default=(), compare=False, repr=False)
    """Unknowns, as whose turn it is, along which its pieces may be one another turned."""

    def __post_init__(self) -> None:
        for a in self.assumptions:
            if a.kind not in ALLOWED[self.kind]:
                raise ValueError(f"{self.name}: a {self.kind} obligation may not assume “{a.what}” ({a.kind})")

    @property
    def asked(self) -> tuple[str, Term]:
        """What a solver is asked with all that is assumed, under its comment."""
        if self.expect == "unsat":
            return "the contrary of what is to be shown", not_(self.goal)
        return "what is to be possible", self.goal

    def text(self) -> str:
        """SMT-LIB 2 text that is unsatisfiable just where the obligation holds (satisfiable, for ``expect`` sat)."""
        return script([*((a.what, a.term) for a in self.assumptions), self.asked])

    @property
    def large(self) -> bool:
        """Whether so much is known that it is not asked whole before it is asked in other ways."""
        return slices.large(self.assumptions)

    @property
    def in_pieces(self) -> bool:
        """Whether it is better asked in pieces first."""
        return self.expect == "unsat" and self.large

    def in_turn(self) -> str:
        """As ``in_part``, but of cases or pieces that are one another turned the first alone; nothing where they are not."""
        return slices.asked_once(self.pieces or (self.goal,), self.assumptions, self.cases, self.around)

    def in_part(self) -> str:
        """Text that, where all of it is unsatisfiable, shows that the obligation holds; where not, nothing is said."""
        return slices.asked(self.pieces or (self.goal,), self.assumptions, self.kind == "place", self.cases)

    @property
    def rests_on(self) -> frozenset[str]:
        """The invariants that it assumes, by name."""
        return frozenset(a.what for a in self.assumptions if a.kind in ("invariant", "inferred"))
