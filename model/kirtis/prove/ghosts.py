"""What is true by definition of the sums that are kept for each zone: how much of each weight lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kirtis.language.game import Game
from kirtis.prove.symbolic import Assumption, State, shown
from kirtis.prove.terms import TRUE, Term, add, and_, at_most, equal, ite, not_, number, or_, scale


def weight_links(game: Game, state: State, weight: int, most: int, all_of_it: Term, what: str) -> list[Assumption]:
    """What is true of one weight in any position by definition."""
    out = []
    mine = {cell: state.weights[weight, *cell] for cell in state.zones}
    for cell, w in mine.items():
        if w.op == "number":
            continue
        size, name = state.sizes[cell], shown(game, *cell)
        bound = and_(at_most(number(0), w), at_most(w, scale(most, size)))
        out.append(Assumption("ghost", f"sum of {what} in {name}: nought or more, {most} a card at most", bound))
    out.append(Assumption("ghost", f"sum of {what} over all places", equal(add(*mine.values()), all_of_it)))
    return [a for a in out if a.term is not TRUE]


def nought(game: Game, state: State, weight: int, worth: list[Term], what: str) -> Iterator[Assumption]:
    """That a weight is nought where no card that has any lies: true by definition, and told where cards are too many to be counted."""
    some = [not_(at_most(one, number(0))) for one in worth]
    for cell, bits in state.zones.items():
        there = or_(*(and_(bit, counts) for bit, counts in zip(bits, some, strict=True)))
        none = at_most(state.weights[weight, *cell], number(0))
        yield Assumption("ghost", f"sum of {what} in {shown(game, *cell)}: nought where there is none", or_(none, there))


def exact(game: Game, state: State, worth: Callable[[int, int], Term], weights: int) -> list[Assumption]:
    """That every size and weight is just what its cards make: true of any position, and needed only where a position is to be shown.

    ``worth(w, card)`` is one weight of one card.
    """
    out = []
    zero, one = number(0), number(1)
    for cell, bits in state.zones.items():
        name = shown(game, *cell)
        out.append(
            Assumption(
                "ghost", f"size({name}) counts its cards", equal(state.sizes[cell], add(*(ite(b, one, zero) for b in bits)))
            )
        )
        for w in range(weights):
            total = add(*(ite(b, worth(w, card), zero) for card, b in enumerate(bits)))
            out.append(Assumption("ghost", f"sum {w} in {name} is that of its cards", equal(state.weights[w, *cell], total)))
    return [a for a in out if a.term is not TRUE]
