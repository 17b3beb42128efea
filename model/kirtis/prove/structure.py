"""What tables, the order of the cards and lists of duties promise by what they are."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from kirtis.language.nodes import Call
from kirtis.language.walk import walk
from kirtis.prove import symbolic
from kirtis.prove.evaluate import Defined
from kirtis.prove.model import Model
from kirtis.prove.obligation import ALLOWED, Obligation
from kirtis.prove.symbolic import Assumption, State
from kirtis.prove.terms import FALSE, TRUE, Term, and_, at_most_one, implies, not_, or_
from kirtis.prove.values import Pick, just, no_more, same


def askers(model: Model, words: set[str]) -> list[str]:
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


def tables(model: Model) -> Iterator[Obligation]:
    """Of no table do two rows fit at once, and each row can fit."""
    game = model.game
    for t in game.tables.values():
        asking = askers(model, set(t.columns))
        given: list[Assumption] = []
        env = {p: symbolic.unknown(game, kind, f"{t.name}.{p}", given) for p, kind in t.params}
        for phase in asking:
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
            for phase in asking:
                asked: list[Defined] = []
                fit = model.reader.holds(row.fits, model.at[phase], env, TRUE, asked)
                facts = [a for a in model.base(phase) if a.kind in ("invariant", "inferred")]
                cases.append(and_(fit, *(d.term for d in asked), *(a.term for a in facts)))
                known.update({id(a): a for a in model.base(phase) if a.kind not in ("invariant", "inferred")})
            if asking:
                yield Obligation(
                    f"table {t.name}: row in line {row.at.line} can fit",
                    "row",
                    or_(*cases),
                    (*known.values(), *given),
                    row.at,
                    None,
                    asking[0],
                    expect="sat",
                    what=f"the row {row.text} is not dead",
                )


def orders(model: Model) -> Iterator[Obligation]:
    """Of two cards that can take the trick one is the higher, whatever is trumps and whatever was led."""
    game = model.game
    for r in game.rounds.values():
        if r.strength is None:
            continue
        phase = next(iter(askers(model, {"taker"})), game.start)
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


def duties(model: Model) -> Iterator[Obligation]:
    """The cards that may be played are never none while there are cards, and meet each duty as far as the hand can."""
    game = model.game
    for d in game.duties.values():
        for phase in askers(model, {d.name}):
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
