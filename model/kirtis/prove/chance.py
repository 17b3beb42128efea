"""What is left to chance on a symbolic position: any outcome that the rules allow, and nothing known of which."""

from __future__ import annotations

from kirtis.language.nodes import Draw, Fill
from kirtis.language.places import Place
from kirtis.language.types import SetOf
from kirtis.prove.effects import Effects
from kirtis.prove.evaluate import Env, members
from kirtis.prove.symbolic import Assumption, Cell, shown
from kirtis.prove.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    at_most,
    at_most_one,
    equal,
    exactly_one,
    implies,
    ite,
    not_,
    number,
    or_,
    scale,
    variable,
)
from kirtis.prove.values import Pick, choose, just


class Chance(Effects):
    """Deals and draws."""

    def fill(self, one: Fill, env: Env, reached: Term) -> None:
        n = self.new.state
        targets: list[tuple[Cell, Term]] = []
        if one.each is None:
            targets = self.zone(one.target, env, reached)
        else:
            for k in range(len(self.game.enums[one.each[1].name])):
                targets += self.zone(one.target, {**env, one.each[0]: just(k)}, reached)
        sources = self.zone(one.source, env, reached)
        self.dealt_apart(targets, sources, one.at)
        self.new.drawn += 1
        label, zero, wanted = f"{self.name}.fill{self.new.drawn}", number(0), number(one.size)
        pool = [
            or_(*(and_(where, n.zones[cell][card]) for cell, where in sources)) for card in range(len(self.game.enums["card"]))
        ]
        pool_size = add(*(ite(where, n.sizes[cell], zero) for cell, where in sources))
        needed = number(0)
        got: list[list[Term]] = [[] for _ in pool]
        for cell, where in targets:
            self.need(
                where,
                at_most(n.sizes[cell], wanted),
                f"{shown(self.game, *cell)} may hold more than {one.size} cards already",
                one.at,
            )
            needed = add(needed, ite(where, add(wanted, _negative(n.sizes[cell])), zero))
            bits = []
            for card, old in enumerate(n.zones[cell]):
                if old is TRUE:
                    bits.append(old)
                    continue
                dealt = variable(f"{label}.{shown(self.game, *cell)}:{self.game.enums['card'][card]}")
                self.new.chance.append(
                    Assumption(
                        "chance",
                        f"a card dealt to {shown(self.game, *cell)} comes from the pack",
                        implies(dealt, and_(where, not_(old), pool[card])),
                    )
                )
                got[card].append(dealt)
                bits.append(or_(old, dealt))
            if cell in n.tops:
                dealt_here = [and_(b, not_(o)) for b, o in zip(bits, n.zones[cell], strict=True)]
                full = at_most(wanted, n.sizes[cell])
                told = implies(where, or_(full, *dealt_here))
                self.new.chance.append(Assumption("chance", "a pile that lacks cards is dealt some", told))
                n.tops[cell] = self.new_top(cell, where, dealt_here, label)
            n.zones[cell] = bits
            n.sizes[cell] = ite(where, wanted, n.sizes[cell])
            if self.game.zones[cell[0]].kind == "one":
                what = f"{shown(self.game, *cell)} gets one card"
                self.new.chance.append(Assumption("chance", what, implies(where, exactly_one(bits))))
        self.need(reached, at_most(needed, pool_size), "there may not be enough cards", one.at)
        for dealt_to in got:
            self.new.chance.append(Assumption("chance", "a card is dealt once", at_most_one(dealt_to)))
        for source, where in sources:
            # A card is dealt only where this is reached, so that a single source needs no condition.
            taken = [or_(*dealt_to) if len(sources) == 1 else and_(where, or_(*dealt_to)) for dealt_to in got]
            n.zones[source] = [and_(bit, not_(gone)) for bit, gone in zip(n.zones[source], taken, strict=True)]
            n.sizes[source] = add(n.sizes[source], _negative(needed if len(sources) == 1 else ite(where, needed, zero)))
        places = list(dict.fromkeys(cell for cell, _ in (*sources, *targets)))
        for w in range(self.reader.weight_count):
            together = add(*(n.weights[w, *cell] for cell in places))
            for cell in places:
                n.weights[w, *cell] = variable(f"{label}.weight{w}({shown(self.game, *cell)})", "Int")
            after = add(*(n.weights[w, *cell] for cell in places))
            self.new.chance.append(Assumption("chance", "dealing keeps the sum of the cards", equal(after, together)))
        if any(cell in n.tops for cell, _ in sources):
            self.need(reached, FALSE, "cards may not be dealt from a pile", one.at)

    def new_top(self, cell: Cell, where: Term, dealt: list[Term], label: str) -> Pick:
        """The top of a pile once cards are dealt to it: one of those, or what it was if there is none."""
        words, old, new = self.game.enums["card"], self.new.state.tops[cell], or_(*dealt)
        top = Pick(
            {c: variable(f"{label}.top({shown(self.game, *cell)}) = {words[c]}") for c, d in enumerate(dealt) if d is not FALSE}
        )
        self.new.chance.append(
            Assumption("chance", "one of the cards dealt to a pile is its top", implies(new, exactly_one(list(top.values()))))
        )
        for c, t in top.items():
            assert c is not None
            self.new.chance.append(Assumption("chance", "the new top of a pile was dealt to it", implies(t, dealt[c])))
        chosen = choose(and_(where, new), top, old)
        assert isinstance(chosen, Pick)
        return chosen

    def dealt_apart(self, targets: list[tuple[Cell, Term]], sources: list[tuple[Cell, Term]], at: Place) -> None:
        """No zone may be dealt to twice, or from itself."""
        for k, (cell, where) in enumerate(targets):
            for other, there in (*targets[:k], *sources):
                if other == cell:
                    self.need(and_(where, there), FALSE, f"{shown(self.game, *cell)} may be dealt to twice, or from itself", at)

    def draw(self, one: Draw, env: Env, reached: Term) -> None:
        among = self.read(one.among, env, reached)
        v = self.game.variables[one.name]
        assert isinstance(one.among.type, SetOf)
        self.new.drawn += 1
        label = f"{self.name}.draw{self.new.drawn}"
        choices = [(k, c) for k, c in enumerate(members(among)) if c is not FALSE]
        self.need(reached, or_(*(c for _, c in choices)), "there may be nothing to draw from", one.at)
        pick = Pick({k: variable(f"{label} = {self.game.enums[one.among.type.of.name][k]}") for k, _ in choices})
        # Only where this is reached: elsewhere there may be nothing to draw from.
        drawn = implies(reached, exactly_one(list(pick.values())))
        self.new.chance.append(Assumption("chance", "one of them is drawn", drawn))
        for k, c in choices:
            self.new.chance.append(Assumption("chance", "what is drawn is there", implies(and_(reached, pick[k]), c)))
        for cell, where in self.targets(v.index, [self.read(i, env, reached) for i in one.index], reached):
            self.write((one.name, cell), where, pick, one.at)


def _negative(a: Term) -> Term:
    return scale(-1, a)
