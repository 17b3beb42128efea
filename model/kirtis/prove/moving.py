"""Cards moved on a symbolic position, with the sizes and sums of the zones they leave and reach."""

from __future__ import annotations

from collections.abc import Mapping

from kirtis.language.nodes import Move, MoveAll, ZoneRef
from kirtis.language.places import Place
from kirtis.prove.effects import Effects
from kirtis.prove.evaluate import Env, members
from kirtis.prove.symbolic import Cell, shown
from kirtis.prove.terms import FALSE, Term, add, and_, at_most, ite, not_, number, or_, scale
from kirtis.prove.values import Pick, choose, just


class Moving(Effects):
    """Moves cards."""

    def weight_of(self, w: int, card: int) -> Term:
        """One weight of one card in the old position."""
        return self.reader.weight_of_card(w, card, self.old)

    def weigh(self, cards: list[tuple[int, Term]], w: int) -> Term:
        zero = number(0)
        return add(*(ite(c, self.weight_of(w, card), zero) for card, c in cards))

    def move(self, one: Move, env: Env, reached: Term) -> None:
        n = self.new.state
        value = self.read(one.what, env, reached)
        single = isinstance(value, Pick)
        cards = (
            [(v, and_(reached, c)) for v, c in value.items() if v is not None]
            if isinstance(value, Pick)
            else [(v, and_(reached, c)) for v, c in enumerate(members(value))]
        )
        cards = [(v, c) for v, c in cards if c is not FALSE]
        sources, targets = self.zone(one.source, env, reached), self.zone(one.target, env, reached)
        for card, moved in cards:
            there = or_(*(and_(where, n.zones[cell][card]) for cell, where in sources))
            self.need(moved, there, f"{self.game.enums['card'][card]} may not lie where it is taken from", one.at)
        zero, unit = number(0), number(1)
        some = or_(*(c for _, c in cards))
        count = ite(some, unit, zero) if single else add(*(ite(c, unit, zero) for _, c in cards))
        amounts = {w: self.weigh(cards, w) for w in range(self.reader.weight_count)}
        for cell, where in sources:
            self.shift(cell, where, count, amounts, -1)
            for card, moved in cards:
                n.zones[cell][card] = and_(n.zones[cell][card], not_(and_(moved, where)))
        for cell, where in targets:
            self.room(cell, and_(where, some), count if not single else unit, one.at)
            self.shift(cell, where, count, amounts, 1)
            for card, moved in cards:
                n.zones[cell][card] = or_(n.zones[cell][card], and_(moved, where))
            if cell in n.tops:
                top = choose(and_(where, some), value if isinstance(value, Pick) else _uppermost(cards), n.tops[cell])
                assert isinstance(top, Pick)
                n.tops[cell] = top
        for cell, where in sources:
            if cell in n.tops:
                self.need(and_(where, some), FALSE, "a single card may not be taken from a pile", one.at)

    def room(self, cell: Cell, where: Term, count: Term, at: Place) -> None:
        """A place for one card must be free, and take one card only."""
        if self.game.zones[cell[0]].kind == "one":
            self.need(where, not_(or_(*self.new.state.zones[cell])), f"{shown(self.game, *cell)} may hold a card already", at)
            self.need(where, at_most(count, number(1)), f"{shown(self.game, *cell)} may get more than one card", at)

    def shift(self, cell: Cell, where: Term, count: Term, amounts: Mapping[int, Term], sign: int) -> None:
        n, zero = self.new.state, number(0)
        n.sizes[cell] = add(n.sizes[cell], scale(sign, ite(where, count, zero)))
        for w, amount in amounts.items():
            n.weights[w, *cell] = add(n.weights[w, *cell], scale(sign, ite(where, amount, zero)))

    def move_all(self, one: MoveAll, env: Env, reached: Term) -> None:
        n = self.new.state
        chosen = self.zone(one.target, env, reached)
        if one.zone is None:
            sources = [(cell, reached) for cell in n.zones]
        elif one.index is None:
            sources = [(cell, reached) for cell in n.zones if cell[0] == one.zone]
        else:
            sources = self.zone(ZoneRef(one.zone, one.index), env, reached)
        before = {
            cell: (list(n.zones[cell]), n.sizes[cell], {w: n.weights[w, *cell] for w in range(self.reader.weight_count)})
            for cell, _ in sources
        }
        for goal, where in chosen:
            if goal in n.tops:
                self.need(where, FALSE, "cards may not be moved all at once onto a pile", one.at)
            for cell, taken in sources:
                if cell == goal:
                    continue
                both = and_(taken, where)
                bits, size, weights = before[cell]
                self.room(goal, and_(both, or_(*bits)), size, one.at)
                self.shift(goal, both, size, weights, 1)
                n.zones[goal] = [or_(a, and_(b, both)) for a, b in zip(n.zones[goal], bits, strict=True)]
        for cell, taken in sources:
            away = and_(taken, *(not_(where) for goal, where in chosen if goal == cell))
            bits, size, weights = before[cell]
            self.shift(cell, away, size, weights, -1)
            n.zones[cell] = [and_(a, not_(away)) if b is not FALSE else a for a, b in zip(n.zones[cell], bits, strict=True)]
            if cell in n.tops:
                top = choose(away, just(None), n.tops[cell])
                assert isinstance(top, Pick)
                n.tops[cell] = top


def _uppermost(cards: list[tuple[int, Term]]) -> Pick:
    """Of cards laid onto a pile together the last in the order of the pack lies uppermost."""
    return Pick({card: and_(c, *(not_(d) for other, d in cards if other > card)) for card, c in cards})
