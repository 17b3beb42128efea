"""What has to be proved of a game: a pure function from its rules and claims to a list of obligations.

Each obligation carries all that it assumes. What may be assumed for what is fixed in ``ALLOWED``: that a step is well defined is shown
without anything about the position after it; only then may the step be used.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from kirtis.language.game import Claim, Game, Phase
from kirtis.language.nodes import Call, Expr
from kirtis.language.places import Place
from kirtis.language.types import SEAT, Bool
from kirtis.language.walk import walk
from kirtis.prove import symbolic
from kirtis.prove.evaluate import Defined, Reader
from kirtis.prove.symbolic import Assumption, State
from kirtis.prove.terms import FALSE, TRUE, Term, and_, at_most_one, implies, not_, number, or_, script, truth, variable
from kirtis.prove.transitions import Step, steps
from kirtis.prove.values import Pick, just, kept, no_more, same
from kirtis.prove.weights import Weight, reads, weights

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
}
"""For each kind of obligation, the kinds of assumption that it may use."""


@dataclass(frozen=True)
class Obligation:
    """Something to decide: ``goal`` follows from ``assumptions`` (or, for ``expect`` sat, is possible with them)."""

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
    shows: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for a in self.assumptions:
            if a.kind not in ALLOWED[self.kind]:
                raise ValueError(f"{self.name}: a {self.kind} obligation may not assume “{a.what}” ({a.kind})")

    def text(self) -> str:
        """SMT-LIB 2 text that is unsatisfiable just where the obligation holds (satisfiable, for ``expect`` sat)."""
        last = not_(self.goal) if self.expect == "unsat" else self.goal
        return script(
            [
                *((a.what, a.term) for a in self.assumptions),
                ("the contrary of what is to be shown" if self.expect == "unsat" else "what is to be possible", last),
            ]
        )

    @property
    def rests_on(self) -> frozenset[str]:
        """The invariants that it assumes, by name."""
        return frozenset(a.what for a in self.assumptions if a.kind in ("invariant", "inferred"))


@dataclass(frozen=True)
class Fact:
    """An invariant in one phase: its name, and the formula for a position in that phase."""

    name: str
    phase: str
    kind: str  # invariant or inferred
    claim: Claim | None
    expr: Expr


class Model:
    """A game as the solver sees it: one unknown position, and every step from it."""

    def __init__(self, game: Game, inferred: Iterable[Fact] = (), fixed: dict[str, int | bool] | None = None) -> None:
        self.game = game
        self.weights: list[Weight] = weights(game)
        self.option_given: list[Assumption] = []
        self.options = symbolic.options(game, self.option_given, fixed)
        self.reader = Reader(game, self.options, self.weights)
        self.given: list[Assumption] = []
        self.state = symbolic.position(game, "s", self.given, phase=0)
        self.weigh(self.state, "s")
        self.facts: list[Fact] = [*self.written(), *inferred]
        self.at = {name: self.state.at(n) for n, name in enumerate(game.phases)}
        self._steps: dict[str, list[Step]] = {}
        self._base: dict[str, tuple[Assumption, ...]] = {}

    def weigh(self, state: State, name: str) -> None:
        """Give a position its weights, with what is true of them by definition."""
        for w, weight in enumerate(self.weights):
            for cell in state.zones:
                state.weights[w, *cell] = variable(f"{name}.{weight.what} {w}({symbolic.shown(self.game, *cell)})", "Int")
            self.given += symbolic.weight_links(
                self.game, state, w, weight.most, self.reader.weight_of_all(w, state), weight.what
            )

    def written(self) -> Iterator[Fact]:
        """The invariants that the authors wrote, one for each of their phases."""
        for c in self.game.claims.values():
            if c.kind == "invariant":
                for phase in c.phases or tuple(self.game.phases):
                    yield Fact(f"{c.name} in {phase}", phase, "invariant", c, c.body)

    def holds(self, e: Expr, state: State) -> Term:
        """A claim in a position: true, and defined."""
        defined: list[Defined] = []
        held = self.reader.holds(e, state, {}, TRUE, defined)
        return and_(held, *(d.term for d in defined))

    def base(self, phase: str) -> tuple[Assumption, ...]:
        """All that is known of a position in a phase: types, places, ghosts, options, invariants."""
        if phase not in self._base:
            facts = [Assumption(f.kind, f.name, self.holds(f.expr, self.at[phase])) for f in self.facts if f.phase == phase]
            self._base[phase] = (*self.option_given, *self.given, *(a for a in facts if a.term is not TRUE))
        return self._base[phase]

    def steps(self, phase: str) -> list[Step]:
        """Every way to go on from a phase."""
        if phase not in self._steps:
            self._steps[phase] = list(steps(self.game, self.reader, self.state, self.game.phases[phase], self.weights))
        return self._steps[phase]

    def after(self, step: Step) -> tuple[Assumption, ...]:
        """What is true of the position after a step by definition, once the step is known to be well defined."""
        old, out = self.state, []
        for a in symbolic.links(self.game, step.after):
            out.append(Assumption("after", f"after: {a.what}", a.term))
        changed = {cell for cell in old.zones if step.after.sizes[cell] is not old.sizes[cell]}
        for w, weight in enumerate(self.weights):
            if w in step.fresh_weights or changed:
                links = symbolic.weight_links(
                    self.game, step.after, w, weight.most, self.reader.weight_of_all(w, step.after), weight.what
                )
                out += [Assumption("after", f"after: {a.what}", a.term) for a in links]
        known = {a.term.id for a in self.given}
        return tuple(a for a in out if a.term.id not in known and a.term is not TRUE)

    def taken(self, step: Step) -> tuple[Assumption, ...]:
        """That a step is taken: its guard holds and is defined, its effect is defined, chance has decided."""
        guard = [Assumption("type", p.what, p.term) for p in step.params]
        guard += [Assumption("guard", f"{step.name} is allowed", and_(step.allowed, *(d.term for d in step.allowed_defined)))]
        effect = [Assumption("effect", f"{step.name}: {d.what}", d.term) for d in step.defined]
        chance = [a for a in step.chance if a.term is not TRUE]
        return tuple(a for a in (*guard, *effect, *chance) if a.term is not TRUE)

    def initial(self) -> tuple[State, list[Assumption]]:
        """The position at the start of a match."""
        state, given, _ = self._initial()
        return state, given

    def initial_defined(self) -> list[Defined]:
        """What the first values of the variables need to exist."""
        return self._initial()[2]

    def _initial(self) -> tuple[State, list[Assumption], list[Defined]]:
        given: list[Assumption] = []
        defined: list[Defined] = []
        game = self.game
        variable_cells, zone_cells = symbolic.cells(game)
        state = State(just(list(game.phases).index(game.start)), {}, {}, {})
        n = len(game.enums["card"])
        for cell in zone_cells:
            whole = cell[0] == game.pack
            state.zones[cell] = [truth(whole)] * n
            state.sizes[cell] = number(n if whole else 0)
            if game.zones[cell[0]].kind == "pile":
                state.tops[cell] = just(None)
        for cell in variable_cells:
            v = game.variables[cell[0]]
            if v.initial is None:
                state.variables[cell] = symbolic.unknown(game, v.type, f"start.{symbolic.shown(game, *cell)}", given)
            elif reads(game, v.initial).variables:
                # No variable has a value yet; what is made of none is not what the type promises.
                state.variables[cell] = symbolic.unknown(game, v.type, f"start.{symbolic.shown(game, *cell)}", given)
                defined.append(Defined(FALSE, f"the first value of {v.name} is made of variables that have none yet", v.at))
            else:
                first = State(state.phase, {}, state.zones, state.sizes, {}, state.tops)
                value = Reader(game, self.options, []).read(v.initial, first, {}, TRUE, defined)
                state.variables[cell] = kept(value, symbolic.kind_of(v.type))
        for w in range(len(self.weights)):
            for cell in zone_cells:
                state.weights[w, *cell] = self.reader.weight_of_all(w, state) if cell[0] == game.pack else number(0)
        return state, given, defined


def obligations(model: Model) -> Iterator[Obligation]:
    """Everything to be proved of a game, in a fixed order, each under a name of its own."""
    seen: dict[str, int] = {}
    for one in _obligations(model):
        seen[one.name] = n = seen.get(one.name, 0) + 1
        yield one if n == 1 else replace(one, name=f"{one.name} ({n})")


def _obligations(model: Model) -> Iterator[Obligation]:
    yield from _start(model)
    for phase in model.game.phases.values():
        for step in model.steps(phase.name):
            yield from _defined(model, phase, step)
            yield from _keeps(model, phase, step)
        if phase.kind == "by":
            yield from _moves(model, phase)
    yield from _holds(model)
    yield from _step_claims(model)
    yield from _tables(model)
    yield from _orders(model)
    yield from _duties(model)


def _start(model: Model) -> Iterator[Obligation]:
    state, given = model.initial()
    start = model.game.start
    for at, terms, what in _by_place(model.initial_defined()):
        name = f"start: the first value in line {at.line} exists"
        yield Obligation(name, "start", and_(*terms), tuple(model.option_given), at, None, start, what=what)
    for f in model.facts:
        if f.phase == start:
            goal = model.holds(f.expr, state)
            yield Obligation(
                f"start: {f.name}",
                "start",
                goal,
                (*model.option_given, *given),
                _place(f, model),
                _claim(f),
                start,
                what=f"{f.name} at the start of a match",
                shows=(f.name,),
            )


def _place(f: Fact, model: Model) -> Place:
    return f.claim.at if f.claim is not None else model.game.phases[f.phase].at


def _claim(f: Fact) -> str | None:
    return f.claim.name if f.claim is not None else None


def _defined(model: Model, phase: Phase, step: Step) -> Iterator[Obligation]:
    base = model.base(phase.name)
    params = tuple(step.params)
    for at, terms, what in _by_place(step.allowed_defined):
        yield Obligation(
            f"{step.name}: condition in line {at.line} has a value",
            "guard defined",
            and_(*terms),
            (*base, *params),
            at,
            None,
            phase.name,
            step.name,
            what=what,
            state=model.state,
        )
    guard = (*params, Assumption("guard", f"{step.name} is allowed", and_(step.allowed, *(d.term for d in step.allowed_defined))))
    guard = tuple(a for a in guard if a.term is not TRUE)
    for at, terms, what in _by_place(step.defined):
        yield Obligation(
            f"{step.name}: line {at.line} has a value",
            "defined",
            and_(*terms),
            (*base, *guard),
            at,
            None,
            phase.name,
            step.name,
            what=what,
            state=model.state,
        )
    taken = model.taken(step)
    places = and_(*(symbolic.in_one_place(step.after, c) for c in range(len(model.game.enums["card"]))))
    single = [at_most_one(step.after.zones[cell]) for cell in step.after.zones if model.game.zones[cell[0]].kind == "one"]
    tops = [symbolic.top_lies(step.after, cell) for cell in step.after.tops]
    if any(step.after.zones[c] != model.state.zones[c] for c in step.after.zones):
        yield Obligation(
            f"{step.name}: every card in one place",
            "place",
            and_(places, *single, *tops),
            (*base, *taken),
            step.at,
            None,
            phase.name,
            step.name,
            what="every card lies in one place afterwards",
            state=model.state,
        )
    yield Obligation(
        f"{step.name}: can happen",
        "taken",
        TRUE,
        (*base, *taken, *model.after(step)),
        step.at,
        None,
        phase.name,
        step.name,
        expect="sat",
        what="the step is not excluded by what is assumed",
    )


def _by_place(defined: list[Defined]) -> Iterator[tuple[Place, list[Term], str]]:
    groups: dict[Place, list[Defined]] = {}
    for d in defined:
        groups.setdefault(d.at, []).append(d)
    for at, group in groups.items():
        whats = list(dict.fromkeys(d.what for d in group))
        yield at, [d.term for d in group], "; ".join(whats[:3])


def _keeps(model: Model, phase: Phase, step: Step) -> Iterator[Obligation]:
    names = list(model.game.phases)
    known = (*model.base(phase.name), *model.taken(step), *model.after(step))
    for target, condition in step.after.phase.items():
        there = step.after.at(int(target or 0))
        bundle: list[Term] = []
        shown: list[str] = []
        for f in model.facts:
            if f.phase != names[int(target or 0)]:
                continue
            goal = implies(condition, model.holds(f.expr, there))
            if f.kind == "inferred":
                bundle.append(goal)
                shown.append(f.name)
            else:
                yield Obligation(
                    f"{step.name}: keeps {f.name}",
                    "keeps",
                    goal,
                    known,
                    _place(f, model),
                    _claim(f),
                    phase.name,
                    step.name,
                    what=f"{f.name} after {step.name}",
                    state=model.state,
                    shows=(f.name,),
                )
        rest = and_(*bundle)
        if bundle:
            to = names[int(target or 0)]
            yield Obligation(
                f"{step.name}: keeps what is inferred of {to}",
                "keeps",
                rest,
                known,
                step.at,
                None,
                phase.name,
                step.name,
                what=f"the inferred invariants of {to} after {step.name}",
                state=model.state,
                shows=tuple(shown),
            )


def _moves(model: Model, phase: Phase) -> Iterator[Obligation]:
    base, state = model.base(phase.name), model.at[phase.name]
    assert phase.by is not None
    known: list[Defined] = []
    model.reader.read(phase.by, state, {}, TRUE, known)
    yield Obligation(
        f"{phase.name}: it is known who acts",
        "move",
        and_(*(d.term for d in known)),
        base,
        phase.at,
        None,
        phase.name,
        what="the seat that acts is known",
        state=model.state,
    )
    can = []
    for action in phase.actions:
        kinds = [*(t for _, t in action.params), *((SEAT,) if action.actor else ())]
        words = [*(p for p, _ in action.params), *((action.actor,) if action.actor else ())]
        for combination in itertools.product(*(model.game.values(t) for t in kinds)):
            env = {
                w: truth(bool(v)) if isinstance(t, Bool) else just(None if v is None else int(v))
                for w, v, t in zip(words, combination, kinds, strict=True)
            }
            allowed = TRUE
            asked: list[Defined] = []
            for need in action.needs:
                allowed = and_(allowed, model.reader.holds(need.condition, state, env, allowed, asked))
            can.append(and_(allowed, *(d.term for d in asked)))
    yield Obligation(
        f"{phase.name}: somebody has a move",
        "move",
        or_(*can),
        base,
        phase.at,
        None,
        phase.name,
        what="some action is allowed",
        state=model.state,
    )


def _holds(model: Model) -> Iterator[Obligation]:
    for c in model.game.claims.values():
        if c.kind not in ("fact", "theorem", "example"):
            continue
        for phase in c.phases or tuple(model.game.phases):
            goal = model.holds(c.body, model.at[phase])
            if c.given is not None:
                given = model.reader.holds(c.given, model.at[phase])
                goal = implies(given, goal)
            yield Obligation(
                f"{c.name} in {phase}", "holds", goal, model.base(phase), c.at, c.name, phase, what=c.text, state=model.state
            )


def _step_claims(model: Model) -> Iterator[Obligation]:
    for c in model.game.claims.values():
        if c.kind != "step":
            continue
        for phase in model.game.phases.values():
            for step in model.steps(phase.name):
                if c.on and phase.name not in c.on and step.name not in c.on:
                    continue
                reader = Reader(model.game, model.options, model.weights, before=model.at[phase.name])
                defined: list[Defined] = []
                after = State(
                    step.after.phase,
                    step.after.variables,
                    step.after.zones,
                    step.after.sizes,
                    step.after.weights,
                    step.after.tops,
                    {},
                )
                held = reader.holds(c.body, after, step.env, TRUE, defined)
                known = (*model.base(phase.name), *model.taken(step), *model.after(step))
                yield Obligation(
                    f"{c.name} on {step.name}",
                    "step",
                    and_(held, *(d.term for d in defined)),
                    known,
                    c.at,
                    c.name,
                    phase.name,
                    step.name,
                    what=c.text,
                    state=model.state,
                )


def _askers(model: Model, words: set[str]) -> list[str]:
    """The phases whose rules ask one of these definitions."""
    game = model.game
    calls = {d.name: {x.name for x in walk(d.body) if isinstance(x, Call)} for d in game.definitions.values()}
    asking = set(words)
    while True:
        more = {name for name, inner in calls.items() if inner & asking} - asking
        if not more:
            break
        asking |= more
    out = []
    for p in game.phases.values():
        trees = [
            *p.body,
            *(s for a in p.actions for s in a.body),
            *(need.condition for a in p.actions for need in a.needs),
            *([p.by] if p.by is not None else []),
        ]
        if any(isinstance(x, Call) and x.name in asking for t in trees for x in walk(t)):
            out.append(p.name)
    return out


def _tables(model: Model) -> Iterator[Obligation]:
    game = model.game
    for t in game.tables.values():
        askers = _askers(model, set(t.columns))
        given: list[Assumption] = []
        env = {p: symbolic.unknown(game, kind, f"{t.name}.{p}", given) for p, kind in t.params}
        for phase in askers:
            fits = [model.reader.holds(r.fits, model.at[phase], env) for r in t.rows]
            yield Obligation(
                f"table {t.name} in {phase}: no two rows fit",
                "table",
                at_most_one(fits),
                (*model.base(phase), *given),
                t.at,
                None,
                phase,
                what=f"no two rows of {t.name} fit at once",
                state=model.state,
            )
        for row in t.rows:
            cases = []
            known: dict[int, Assumption] = {}
            for phase in askers:
                asked: list[Defined] = []
                fit = model.reader.holds(row.fits, model.at[phase], env, TRUE, asked)
                facts = [a for a in model.base(phase) if a.kind in ("invariant", "inferred")]
                cases.append(and_(fit, *(d.term for d in asked), *(a.term for a in facts)))
                known.update({id(a): a for a in model.base(phase) if a.kind not in ("invariant", "inferred")})
            if askers:
                yield Obligation(
                    f"table {t.name}: row in line {row.at.line} can fit",
                    "row",
                    or_(*cases),
                    (*known.values(), *given),
                    row.at,
                    None,
                    askers[0],
                    expect="sat",
                    what=f"the row {row.text} is not dead",
                )


def _orders(model: Model) -> Iterator[Obligation]:
    """Of two cards that can take the trick one is the higher, whatever is trumps and whatever was led."""
    game = model.game
    for r in game.rounds.values():
        if r.strength is None:
            continue
        phase = next(iter(_askers(model, {"taker"})), game.start)
        state = model.at[phase]
        terms = []
        values = [_strength(model, state, r.strength, card) for card in range(len(game.enums["card"]))]
        for a, b in itertools.combinations(range(len(values)), 2):
            terms.append(or_(no_more(values[a], just(0)), no_more(values[b], just(0)), not_(same(values[a], values[b]))))
        base = tuple(a for a in model.base(phase) if a.kind in ALLOWED["order"])
        yield Obligation(
            f"round {r.name}: no two cards are equal",
            "order",
            and_(*terms),
            base,
            r.at,
            None,
            phase,
            what="of two cards that can take the trick one is the higher",
            state=model.state,
        )


def _strength(model: Model, state: State, name: str, card: int) -> Pick | Term:
    d = model.game.definitions[name]
    value = model.reader.read(d.body, state, {d.params[0][0]: just(card)})
    assert isinstance(value, Pick | Term)
    return value


def _duties(model: Model) -> Iterator[Obligation]:
    """The cards that may be played are never none while there are cards, and meet each duty as far as the hand can."""
    game = model.game
    for d in game.duties.values():
        for phase in _askers(model, {d.name}):
            state, base = model.at[phase], model.base(phase)
            some: list[Term] = []
            met: list[list[Term]] = [[] for _ in d.duties]
            for values in itertools.product(*(game.values(t) for _, t in d.params)):
                env = {p: just(None if v is None else int(v)) for (p, _), v in zip(d.params, values, strict=True)}
                hand = model.reader.read(d.among, state, env)
                legal = model.reader.read(game.definitions[d.name].body, state, env)
                assert isinstance(hand, list) and isinstance(legal, list)
                some.append(implies(or_(*hand), or_(*legal)))
                rest = hand
                for n, duty in enumerate(d.duties):
                    when = model.reader.holds(duty.when, state, env)
                    meets = [
                        FALSE if c is FALSE else model.reader.holds(duty.meets, state, {**env, d.var: just(k)})
                        for k, c in enumerate(rest)
                    ]
                    able = or_(*(and_(c, m) for c, m in zip(rest, meets, strict=True)))
                    met[n].append(and_(*(implies(and_(when, able, c), m) for c, m in zip(legal, meets, strict=True))))
                    rest = [and_(c, or_(not_(when), not_(able), m)) for c, m in zip(rest, meets, strict=True)]
            yield Obligation(
                f"{d.name} in {phase}: never empty",
                "duty",
                and_(*some),
                base,
                d.at,
                None,
                phase,
                what="whoever holds cards may play one",
                state=model.state,
            )
            for duty, terms in zip(d.duties, met, strict=True):
                yield Obligation(
                    f"{d.name} in {phase}: {duty.name} is kept",
                    "duty",
                    and_(*terms),
                    base,
                    duty.at,
                    None,
                    phase,
                    what=f"what may be played meets the duty {duty.name}",
                    state=model.state,
                )
