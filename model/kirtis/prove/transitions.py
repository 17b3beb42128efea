"""What a phase or an action does to a symbolic position.

The new position is written in terms of the old one; only what is left to chance, and a weight whose meaning changes, is new and unknown. What
must hold for the step to be possible at all goes to ``defined``, and nothing of the new position is ever assumed there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kirtis.language.game import Action, Game, Phase
from kirtis.language.nodes import Assign, Draw, Expr, Fill, Go, Let, Move, MoveAll, Reset, Statement, When, ZoneRef
from kirtis.language.places import Place
from kirtis.language.types import SEAT, Enum, Num, SetOf, Type
from kirtis.prove.evaluate import Defined, Env, Reader, condition, members
from kirtis.prove.symbolic import Assumption, Cell, State, kind_of, shown, unknown
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
from kirtis.prove.values import Pick, Value, choose, just, kept
from kirtis.prove.weights import Weight


@dataclass
class Step:
    """One way to go on from a phase: an action, or what an automatic phase does."""

    name: str
    phase: Phase
    action: Action | None
    env: dict[str, Value]
    params: list[Assumption]
    allowed: Term
    allowed_defined: list[Defined]
    after: State
    defined: list[Defined]
    chance: list[Assumption]
    fresh_weights: set[int]
    at: Place
    resets: tuple[tuple[Term, str], ...] = ()
    """Which groups of variables are reset, each with the condition under which it is."""


@dataclass
class _New:
    """A position while a body is carried out."""

    state: State
    written: dict[Cell, list[tuple[Term, Place]]] = field(default_factory=dict)
    defined: list[Defined] = field(default_factory=list)
    chance: list[Assumption] = field(default_factory=list)
    goes: list[tuple[Term, str]] = field(default_factory=list)
    resets: list[tuple[Term, str]] = field(default_factory=list)
    drawn: int = 0


def steps(game: Game, reader: Reader, state: State, phase: Phase, weights: list[Weight]) -> Iterator[Step]:
    """Every way to go on from a position in this phase."""
    number_of = list(game.phases).index(phase.name)
    here = state.at(number_of)
    if phase.kind == "by":
        for action in phase.actions:
            yield _acted(game, reader, here, phase, action, weights)
    elif phase.kind != "end":
        new = carry_out(game, reader, here, phase.body, {}, f"{phase.name}", number_of)
        after, fresh = finish(game, reader, here, new, weights, phase.name)
        yield Step(phase.name, phase, None, {}, [], TRUE, [], after, new.defined, new.chance, fresh, phase.at, tuple(new.resets))


def parameters(game: Game, action: Action, prefix: str) -> tuple[dict[str, Value], list[Assumption]]:
    """An unknown value for each parameter of an action, and for whoever acts."""
    given: list[Assumption] = []
    env: dict[str, Value] = {}
    for name, kind in (*action.params, *(((action.actor, SEAT),) if action.actor else ())):
        env[name] = _finite(game, kind, f"{prefix}.{name}", given)
    return env, given


def _finite(game: Game, kind: Type, name: str, given: list[Assumption]) -> Value:
    if isinstance(kind, Num) and kind.high is not None:
        pick = Pick({v: variable(f"{name} = {v}") for v in range(kind.low, kind.high + 1)})
        given.append(Assumption("type", f"{name}: {kind}", exactly_one(list(pick.values()))))
        return pick
    return unknown(game, kind, name, given)


def _acted(game: Game, reader: Reader, here: State, phase: Phase, action: Action, weights: list[Weight]) -> Step:
    name = f"{phase.name}.{action.name}"
    env, given = parameters(game, action, name)
    asked: list[Defined] = []
    allowed = TRUE
    for need in action.needs:
        allowed = and_(allowed, reader.holds(need.condition, here, env, allowed, asked))
    new = carry_out(game, reader, here, action.body, env, name, list(game.phases).index(phase.name))
    after, fresh = finish(game, reader, here, new, weights, name)
    return Step(
        name, phase, action, env, given, allowed, asked, after, new.defined, new.chance, fresh, action.at, tuple(new.resets)
    )


def carry_out(game: Game, reader: Reader, old: State, body: tuple[Statement, ...], env: Env, name: str, phase: int) -> _New:
    """A body as one step: reads see the old position, writes make the new one."""
    new = _New(
        State(
            old.phase,
            dict(old.variables),
            {k: list(v) for k, v in old.zones.items()},
            dict(old.sizes),
            dict(old.weights),
            dict(old.tops),
        )
    )
    run = _Run(game, reader, old, new, name)
    run.resets(body, env, TRUE)
    run.block(body, dict(env), TRUE)
    went = or_(*(c for c, _ in new.goes))
    picked: dict[int | None, Term] = {}
    for c, target in new.goes:
        k = list(game.phases).index(target)
        picked[k] = or_(picked.get(k, FALSE), c)
    if not_(went) is not FALSE:
        picked[phase] = or_(picked.get(phase, FALSE), not_(went))
    new.state.phase = Pick({k: c for k, c in picked.items() if c is not FALSE})
    return new


class _Run:
    def __init__(self, game: Game, reader: Reader, old: State, new: _New, name: str) -> None:
        self.game, self.reader, self.old, self.new, self.name = game, reader, old, new, name

    def read(self, e: Expr, env: Env, reached: Term) -> Value:
        return self.reader.read(e, self.old, env, reached, self.new.defined)

    def need(self, reached: Term, term: Term, what: str, at: Place) -> None:
        if (must := implies(reached, term)) is not TRUE:
            self.new.defined.append(Defined(must, what, at))

    # -- statements ----------------------------------------------------------------------------------------------------

    def resets(self, body: tuple[Statement, ...], env: Env, reached: Term) -> None:
        """Resets come first, so that other writes win; their conditions are those of the old position."""
        env = dict(env)
        for one in body:
            if isinstance(one, Let):
                env[one.name] = self.reader.read(one.value, self.old, env, reached)
            elif isinstance(one, Reset):
                self.new.resets.append((reached, one.group))
                for v in self.game.variables.values():
                    if v.group == one.group and v.initial is not None:
                        value = self.read(v.initial, {}, reached)
                        for i in range(self.game.size(v.index)):
                            self.put((v.name, i), reached, self.fitted(value, v.type))
            elif isinstance(one, When):
                rest = reached
                for test, inner in one.branches:
                    here = TRUE if test is None else condition(self.reader.read(test, self.old, env, rest))
                    self.resets(inner, env, and_(rest, here))
                    rest = and_(rest, not_(here))

    def block(self, body: tuple[Statement, ...], env: dict[str, Value], reached: Term) -> None:
        if reached is FALSE:
            return
        for one in body:
            match one:
                case Let():
                    env[one.name] = self.read(one.value, env, reached)
                case Assign():
                    self.assign(one, env, reached)
                case Move():
                    self.move(one, env, reached)
                case MoveAll():
                    self.move_all(one, env, reached)
                case Fill():
                    self.fill(one, env, reached)
                case Draw():
                    self.draw(one, env, reached)
                case Go():
                    self.new.goes.append((reached, one.phase))
                case When():
                    rest = reached
                    for test, inner in one.branches:
                        here = TRUE if test is None else condition(self.read(test, env, rest))
                        self.block(inner, dict(env), and_(rest, here))
                        rest = and_(rest, not_(here))

    def fitted(self, value: Value, t: Type) -> Value:
        """A value in the form that a variable of this type is kept in."""
        return kept(value, kind_of(t))

    def put(self, cell: Cell, where: Term, value: Value) -> None:
        self.new.state.variables[cell] = choose(where, value, self.new.state.variables[cell])

    def targets(self, index: tuple[Enum, ...], values: list[Value], reached: Term) -> Iterator[tuple[int, Term]]:
        """The cells that possibly unknown indices may mean, each with its condition."""
        options = [
            [(v, c) for v, c in value.items() if v is not None and c is not FALSE] for value in values if isinstance(value, Pick)
        ]
        for combination in itertools.product(*options):
            cell, where = 0, reached
            for (v, c), kind in zip(combination, index, strict=True):
                cell, where = cell * len(self.game.enums[kind.name]) + v, and_(where, c)
            if where is not FALSE:
                yield cell, where

    def assign(self, one: Assign, env: Env, reached: Term) -> None:
        v = self.game.variables[one.name]
        each: list[dict[str, Value]] = [{}]
        if one.each is not None:
            each = [{one.each[0]: just(k)} for k in range(len(self.game.enums[one.each[1].name]))]
        for extra in each:
            inner = {**env, **extra}
            value = self.fitted(self.read(one.value, inner, reached), v.type)
            for cell, where in self.targets(v.index, [self.read(i, inner, reached) for i in one.index], reached):
                self.write((one.name, cell), where, value, one.at)

    def write(self, cell: Cell, where: Term, value: Value, at: Place) -> None:
        for other, first in self.new.written.get(cell, ()):
            both = and_(where, other)
            if both is not FALSE:
                self.new.defined.append(
                    Defined(
                        not_(both), f"{shown(self.game, *cell)} may be written twice in one step (also in line {first.line})", at
                    )
                )
        self.new.written.setdefault(cell, []).append((where, at))
        self.put(cell, where, value)

    # -- cards ---------------------------------------------------------------------------------------------------------

    def zone(self, ref: ZoneRef, env: Env, reached: Term) -> list[tuple[Cell, Term]]:
        index = [self.read(i, env, reached) for i in ref.index]
        return [((ref.zone, cell), where) for cell, where in self.targets(self.game.zones[ref.zone].index, index, reached)]

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

    # -- chance --------------------------------------------------------------------------------------------------------

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
        if any(cell in n.tops for cell in places):
            self.need(reached, FALSE, "cards may not be dealt from or to a pile", one.at)

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


def _uppermost(cards: list[tuple[int, Term]]) -> Pick:
    """Of cards laid onto a pile together the last in the order of the pack lies uppermost."""
    return Pick({card: and_(c, *(not_(d) for other, d in cards if other > card)) for card, c in cards})


def _negative(a: Term) -> Term:
    return scale(-1, a)


def finish(game: Game, reader: Reader, old: State, new: _New, weights: list[Weight], name: str) -> tuple[State, set[int]]:
    """The new position; a weight that depends on a variable now written is unknown in it, but for what is true by definition."""
    after = new.state
    fresh: set[int] = set()
    changed = {cell[0] for cell, value in after.variables.items() if value is not old.variables[cell]}
    for w, weight in enumerate(weights):
        if weight.reads & changed:
            fresh.add(w)
            for cell in after.zones:
                after.weights[w, *cell] = (
                    number(0)
                    if all(b is FALSE for b in after.zones[cell])
                    else variable(f"{name}.weight{w}'({shown(game, *cell)})", "Int")
                )
    return after, fresh
