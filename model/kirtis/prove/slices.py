"""Questions about large packs asked in small pieces first.

What follows from some of what is known follows from all of it. So a piece of the goal is first asked with only those assumptions that
have to do with it; where that is not enough, the whole question is asked. Nothing rests on how well the pieces are chosen.
"""

from __future__ import annotations

from collections.abc import Iterable

from kirtis.prove.smtlib import script, symbols
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import TRUE, Term, not_

AND = "; and\n"
"""Between scripts that must all be refuted."""

PART = "; in part\n"
"""Before text that shows what it should where it is refuted, and nothing where not."""

LARGE = 1000
"""With fewer unknowns a question is asked whole."""

NEAR = 24
"""An assumption with no more unknowns than this is taken where it shares one with the piece."""

_UNKNOWNS: dict[int, frozenset[int]] = {}


def unknowns(term: Term) -> frozenset[int]:
    """The unknowns in a term, by number."""
    if term.id not in _UNKNOWNS:
        _UNKNOWNS[term.id] = frozenset(t.id for t in symbols([term]))
    return _UNKNOWNS[term.id]


def large(assumptions: Iterable[Assumption]) -> bool:
    """Whether so much is known that a question is better asked in pieces first."""
    return len(frozenset().union(*(unknowns(a.term) for a in assumptions))) > LARGE


def asked(pieces: Iterable[Term], assumptions: tuple[Assumption, ...], small: bool = False) -> str:
    """A goal as text: each piece of it with what is near to it."""
    scripts = [
        script([*((a.what, a.term) for a in near(one, assumptions, small)), ("the contrary of a piece", not_(one))])
        for one in pieces
        if one is not TRUE
    ]
    return PART + AND.join(scripts)


def near(piece: Term, assumptions: tuple[Assumption, ...], small: bool) -> list[Assumption]:
    """The assumptions that have to do with a piece of a goal; with a small piece only those of which it has most unknowns."""
    mine = unknowns(piece)
    if small:
        return [a for a in assumptions if _belongs(a, mine)]
    around = mine.union(*(u for a in assumptions if len(u := unknowns(a.term)) <= NEAR and u & mine))
    return [a for a in assumptions if (u := unknowns(a.term)) <= mine or (u & around and (len(u) <= NEAR or _counts(a)))]


def _belongs(a: Assumption, mine: frozenset[int]) -> bool:
    """Most unknowns of an assumption are those of a piece; what chance does is said of one card at a time, but tells where it came from."""
    u = unknowns(a.term)
    shared = len(u & mine)
    return len(u) <= 1 or 2 * shared >= len(u) or (a.kind == "chance" and shared >= 3 and len(u) <= max(2 * NEAR, len(mine)))


def _counts(a: Assumption) -> bool:
    """An assumption about how many cards lie somewhere, or about the step that is taken, is never far."""
    return a.kind in ("type", "ghost", "after", "guard", "effect")


def scripts(text: str) -> tuple[list[str], bool]:
    """The scripts of a text, all of which must be refuted, and whether it is asked in part."""
    return text.removeprefix(PART).split(AND), text.startswith(PART)
