"""Questions about large packs asked in small pieces first.

What follows from some of what is known follows from all of it. So a piece of the goal is first asked with only those assumptions that
have to do with it; where that is not enough, the whole question is asked. Nothing rests on how well the pieces are chosen.

The text of such a question says once what is known, and then of each piece which of that it is asked with: many questions about one
step know the same, which is written down once and read by a solver once.
"""

from __future__ import annotations

from collections.abc import Iterable

from kirtis.prove.pieces import CASE, PART, PIECE
from kirtis.prove.smtlib import script
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import TRUE, Term, not_, or_

LARGE = 1000
"""With fewer unknowns a question is asked whole."""

NEAR = 24
"""An assumption with no more unknowns than this is taken where it shares one with the piece."""

MOST_KEPT = 64
"""The texts of so many lists of assumptions are kept."""

_UNKNOWNS: dict[int, int] = {}
_KNOWN: dict[tuple[int, ...], str] = {}


def unknowns(term: Term) -> int:
    """The unknowns in a term, as a set of bits."""
    found = _UNKNOWNS.get(term.id)
    if found is None:
        stack = [term]
        while stack:
            one = stack[-1]
            inner = [a for a in one.args if isinstance(a, Term)]
            open_ = [a for a in inner if a.id not in _UNKNOWNS]
            if open_:
                stack += open_
                continue
            stack.pop()
            _UNKNOWNS[one.id] = _bit(one) if one.op == "variable" else _all(_UNKNOWNS[a.id] for a in inner)
        found = _UNKNOWNS[term.id]
    return found


_BITS: dict[int, int] = {}


def _bit(unknown: Term) -> int:
    return 1 << _BITS.setdefault(unknown.id, len(_BITS))


def _all(sets: Iterable[int]) -> int:
    out = 0
    for one in sets:
        out |= one
    return out


def large(assumptions: Iterable[Assumption]) -> bool:
    """Whether so much is known that a question is better asked in pieces first."""
    return _all(unknowns(a.term) for a in assumptions).bit_count() > LARGE


def asked(pieces: Iterable[Term], assumptions: tuple[Assumption, ...], small: bool = False, cases: tuple[Term, ...] = ()) -> str:
    """A goal as text: what is known, each piece with the numbers of what is near to it, and the cases, with that of none of them."""
    useful = [a for a in assumptions if a.term is not TRUE]
    numbers = {id(a): n for n, a in enumerate(useful)}
    out = [PART, _known(useful)]
    for one in pieces:
        if one is not TRUE:
            mine = (numbers[id(a)] for a in near(one, useful, small))
            out.append(f"{PIECE} {' '.join(map(str, mine))}\n{script([('the contrary of a piece', not_(one))], 'p')}")
    if cases:
        out += [CASE + script([("", case)], "c") for case in (*cases, not_(or_(*cases)))]
    return "".join(out)


def _known(assumptions: list[Assumption]) -> str:
    key = tuple(a.term.id for a in assumptions)
    if key not in _KNOWN:
        if len(_KNOWN) >= MOST_KEPT:
            _KNOWN.clear()
        _KNOWN[key] = script([(a.what, a.term) for a in assumptions])
    return _KNOWN[key]


def near(piece: Term, assumptions: Iterable[Assumption], small: bool) -> list[Assumption]:
    """The assumptions that have to do with a piece of a goal; with a small piece only those of which it has most unknowns."""
    mine = unknowns(piece)
    if small:
        return [a for a in assumptions if _belongs(a, mine)]
    of = [(a, unknowns(a.term)) for a in assumptions]
    around = mine | _all(u for _, u in of if u & mine and u.bit_count() <= NEAR)
    return [a for a, u in of if (u & around and (_counts(a) or u.bit_count() <= NEAR)) or _all_but_some(u, mine)]


def _all_but_some(u: int, mine: int) -> bool:
    """Few unknowns, if any, are not those of a piece."""
    return (u & ~mine).bit_count() <= (NEAR if u & mine else 0)


def _belongs(a: Assumption, mine: int) -> bool:
    """Most unknowns of an assumption are those of a piece; what chance does is said of one card at a time, but tells where it came from."""
    u = unknowns(a.term)
    size, shared = u.bit_count(), (u & mine).bit_count()
    return size <= 1 or 2 * shared >= size or (a.kind == "chance" and shared >= 3 and size <= max(2 * NEAR, mine.bit_count()))


def _counts(a: Assumption) -> bool:
    """An assumption about how many cards lie somewhere, or about the step that is taken, is never far."""
    return a.kind in ("type", "ghost", "after", "guard", "effect")
