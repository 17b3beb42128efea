"""Questions about large packs asked in small pieces first.

What follows from some of what is known follows from all of it. So a piece of the goal is first asked with only those assumptions that
have to do with it; where that is not enough, the whole question is asked. Nothing rests on how well the pieces are chosen.

The text of such a question says once what is known, and then of each piece which of that it is asked with: many questions about one
step know the same, which is written down once and read by a solver once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kirtis.prove.pieces import CASE, PART, PIECE
from kirtis.prove.smtlib import script, shape
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import TRUE, Term, not_, or_
from kirtis.prove.turned import Turn, alike

LARGE = 1000
"""With fewer unknowns a question is asked whole."""

NEAR = 24
"""An assumption with no more unknowns than this is taken where it shares one with the piece."""

COMMON = 60
"""What chance does to a card has to do with a piece where they share an unknown that does not occur in so many assumptions."""

MOST_KEPT = 64
"""The texts of so many lists of assumptions are kept."""

_UNKNOWNS: dict[int, int] = {}
_BITS: dict[int, int] = {}
_KNOWN: dict[tuple[int, ...], str] = {}


def forget() -> None:
    """Begin anew, as a new model does: what was kept speaks of terms that are no longer made."""
    for kept in (_UNKNOWNS, _KNOWN, _BITS):
        kept.clear()


def unknowns(term: Term) -> int:
    """The unknowns in a term, as a set of bits."""
    found = _UNKNOWNS.get(term.id)
    if found is None:
        stack = [term]
        while stack:
            one = stack[-1]
            open_ = [a for a in one.inner if a.id not in _UNKNOWNS]
            if open_:
                stack += open_
                continue
            stack.pop()
            _UNKNOWNS[one.id] = _bit(one) if one.op == "variable" else _all(_UNKNOWNS[a.id] for a in one.inner)
        found = _UNKNOWNS[term.id]
    return found


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


def useful(assumptions: Iterable[Assumption]) -> list[Assumption]:
    """The assumptions that say something."""
    return [a for a in assumptions if a.term is not TRUE]


def asked(pieces: Iterable[Term], assumptions: tuple[Assumption, ...], small: bool = False, cases: tuple[Term, ...] = ()) -> str:
    """A goal as text: what is known, each piece with the numbers of what is near to it, and the cases, with that of none of them."""
    given = useful(assumptions)
    if small:
        return "".join([PART, *(f"{PIECE}\n{one}" for one in _apart(pieces, given))])
    return _written(pieces, given, [*cases, not_(or_(*cases))] if cases else [])


def asked_once(
    pieces: tuple[Term, ...], assumptions: tuple[Assumption, ...], cases: tuple[Term, ...], around: tuple[Term, ...]
) -> str:
    """The same where the cases, or else the pieces, are one another turned: of those the first; nothing where they are not."""
    given = useful(assumptions)
    if cases:
        turning = alike(cases, pieces, given)
        return "" if turning is None else _written(pieces, turning, cases[:1])
    turn = Turn(around)
    firsts = turn.firsts(pieces) if turn.possible else None
    return "" if firsts is None or len(firsts) == len(pieces) else _written(firsts, turn.kept(given), ())


def _written(pieces: Iterable[Term], given: list[Assumption], cases: Sequence[Term]) -> str:
    numbers = {id(a): n for n, a in enumerate(given)}
    out = [PART, known(given)]
    for one in pieces:
        if one is not TRUE:
            mine = (numbers[id(a)] for a in near(one, given))
            out.append(f"{PIECE} {' '.join(map(str, mine))}\n{script([('the contrary of a piece', not_(one))], 'p')}")
    out += [CASE + script([("", case)], "c") for case in cases]
    return "".join(out)


def _apart(pieces: Iterable[Term], assumptions: list[Assumption]) -> Iterator[str]:
    """Each piece as a script of its own, with all that it is asked with; of those that say the same of other unknowns, one."""
    belonging = Belonging(assumptions)
    seen: set[tuple[object, ...]] = set()
    for one in pieces:
        if one is TRUE:
            continue
        asked = [*belonging.to(one), Assumption("goal", "the contrary of a piece", not_(one))]
        form = shape(a.term for a in asked)
        if form not in seen:
            seen.add(form)
            yield script([(a.what, a.term) for a in asked])


class Belonging:
    """Assumptions by their unknowns, so that those of a small piece are found without looking at all."""

    def __init__(self, assumptions: list[Assumption]) -> None:
        self.of = [(a, unknowns(a.term)) for a in assumptions]
        self.by: dict[int, list[int]] = {}
        self.always: list[int] = []
        for n, (_, u) in enumerate(self.of):
            if u.bit_count() <= 1:
                self.always.append(n)
            for bit in _bits(u):
                self.by.setdefault(bit, []).append(n)
        self.common = _all(bit for bit, where in self.by.items() if len(where) > COMMON)

    def to(self, piece: Term) -> list[Assumption]:
        """The assumptions that belong to a piece."""
        mine = unknowns(piece)
        near = sorted({*self.always, *(n for bit in _bits(mine) for n in self.by.get(bit, ()))})
        return [a for a, u in map(self.of.__getitem__, near) if _belongs(a, u, mine, mine & ~self.common)]


def _bits(u: int) -> Iterator[int]:
    while u:
        yield (low := u & -u)
        u ^= low


def known(assumptions: Iterable[Assumption]) -> str:
    """A list of what is known as a script, written once however often it is asked for."""
    assumptions = useful(assumptions)
    key = tuple(a.term.id for a in assumptions)
    if key not in _KNOWN:
        if len(_KNOWN) >= MOST_KEPT:
            _KNOWN.clear()
        _KNOWN[key] = script([(a.what, a.term) for a in assumptions])
    return _KNOWN[key]


def near(piece: Term, assumptions: Iterable[Assumption]) -> list[Assumption]:
    """The assumptions that have to do with a piece of a goal."""
    mine = unknowns(piece)
    of = [(a, unknowns(a.term)) for a in assumptions]
    around = mine | _all(u for _, u in of if u & mine and u.bit_count() <= NEAR)
    return [a for a, u in of if (u & around and (_counts(a) or u.bit_count() <= NEAR)) or _all_but_some(u, mine)]


def _all_but_some(u: int, mine: int) -> bool:
    """Few unknowns, if any, are not those of a piece."""
    return (u & ~mine).bit_count() <= (NEAR if u & mine else 0)


def _belongs(a: Assumption, u: int, mine: int, own: int) -> bool:
    """Most unknowns of an assumption are those of a piece; what chance does is said of one card at a time, but tells where it came from."""
    size, shared = u.bit_count(), (u & mine).bit_count()
    if a.kind == "chance":
        return bool(u & own) and (2 * shared >= size or (shared >= 3 and size <= max(2 * NEAR, mine.bit_count())))
    return size <= 1 or 2 * shared >= size


def _counts(a: Assumption) -> bool:
    """An assumption about how many cards lie somewhere, or about the step that is taken, is never far."""
    return a.kind in ("type", "ghost", "after", "guard", "effect")
