"""The respects in which two games may differ: two models over one position, what is asked of them, and a spot where they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kirtis.language.game import Game
from kirtis.language.types import SEAT, Enum, Maybe, Type
from kirtis.prove import symbolic
from kirtis.prove.beside import Pair
from kirtis.prove.counterexample import scalar
from kirtis.prove.evaluate import Defined
from kirtis.prove.exactly import counted
from kirtis.prove.explain import like_play, options_of, position_of
from kirtis.prove.meet import ACTOR, ALLOWED, ELSEWHERE, FIGURE, SEEN, Key, Spot, differing, looked_at
from kirtis.prove.model import Model
from kirtis.prove.smtlib import script
from kirtis.prove.solve import decide, plainest
from kirtis.prove.structure import askers
from kirtis.prove.symbolic import Assumption, State
from kirtis.prove.terms import FALSE, TRUE, Term, and_, iff, not_, or_
from kirtis.prove.transitions import Step
from kirtis.prove.values import MaybeNumber, Pick, Value, same


@dataclass(frozen=True, slots=True)
class Question:
    """Whether the games differ in one respect: ``differ`` says that they do; ``given`` is what is known besides of the position."""

    key: Key
    differ: Term
    given: tuple[Assumption, ...] = ()
    step: tuple[Step, Step] | None = None


class Beside:
    """Two models over one position."""

    def __init__(self, pair: Pair, first: Model, second: Model) -> None:
        self.pair, self.models = pair, (first, second)
        self._wishes: dict[str, list[Term]] = {}
        self.empty = tuple(
            Assumption("place", f"{symbolic.shown(m.game, *cell)} is empty, which the other game has not", not_(or_(*bits)))
            for m in self.models
            for cell, bits in m.state.zones.items()
            if cell[0] not in pair.zones
        )

    def known(self, phase: str) -> tuple[Assumption, ...]:
        """What is known of a position in a phase that both games have."""
        return (*self.models[0].base(phase), *self.models[1].base(phase), *self.empty)

    # -- what is asked -------------------------------------------------------------------------------------------------

    def questions(self) -> Iterator[Question]:
        """Every respect in which the games might differ."""
        for phase in self.pair.phases:
            steps = [{s.name: s for s in m.steps(phase)} for m in self.models]
            if self.pair.games[0].phases[phase].kind == "by":
                yield self._actor(phase)
                yield from self._allowed(phase, steps)
            for name in steps[0]:
                other = steps[1].get(name)
                if other is not None and self._comparable(steps[0][name], other):
                    yield self._after(phase, steps[0][name], other)
        yield from self._tables()
        yield from self._sights()

    def _comparable(self, a: Step, b: Step) -> bool:
        return a.action is None or b.action is None or self.pair.asked_alike(a.action, b.action)

    def _actor(self, phase: str) -> Question:
        values = []
        for m in self.models:
            by = m.game.phases[phase].by
            assert by is not None
            values.append(m.reader.read(by, m.at[phase]))
        first, second = (self._worded(n, SEAT, value) for n, value in enumerate(values))
        assert isinstance(first, Pick)
        assert isinstance(second, Pick)
        # Where it is nobody's turn in either, it is not another's.
        same_seat = (iff(first.get(s, FALSE), second.get(s, FALSE)) for s in first | second)
        return Question((phase, "", ACTOR), not_(and_(*same_seat)))

    def _allowed(self, phase: str, steps: list[dict[str, Step]]) -> Iterator[Question]:
        for which in (0, 1):
            for name, step in steps[which].items():
                other = steps[1 - which].get(name)
                if other is not None and not self._comparable(step, other):
                    continue
                may = _may(step)
                differ = may if other is None else and_(may, not_(_may(other)))
                given = (*step.params, *(other.params if other is not None else ()))
                pair = None if other is None else ((step, other) if which == 0 else (other, step))
                key = (phase, name.partition(".")[2], f"{ALLOWED} {which}")
                yield Question(key, differ, given, pair or (step, step))

    def _after(self, phase: str, a: Step, b: Step) -> Question:
        given = [*self.models[0].taken(a), *self.models[1].taken(b)]
        differs = [not_(self._same_phase(a.after, b.after))]
        for name in self.pair.variables:
            types = [m.game.variables[name].type for m in self.models]
            for cell in (c for c in a.after.variables if c[0] == name):
                differs.append(not_(self.alike(types[0], types[1], a.after.variables[cell], b.after.variables[cell])))
        for cell, bits in a.after.zones.items():
            if cell[0] in self.pair.zones:
                differs += [not_(iff(x, y)) for x, y in zip(bits, b.after.zones[cell], strict=True)]
                if cell in a.after.tops:
                    differs.append(not_(same(a.after.tops[cell], b.after.tops[cell])))
        step = a.name.partition(".")[2] or a.name
        return Question((phase, step, ELSEWHERE), or_(*differs), tuple(given), (a, b))

    def _same_phase(self, a: State, b: State) -> Term:
        names = [list(m.game.phases) for m in self.models]
        first = {names[0][k or 0]: c for k, c in a.phase.items()}
        second = {names[1][k or 0]: c for k, c in b.phase.items()}
        return or_(*(and_(c, second[name]) for name, c in first.items() if name in second))

    def alike(self, s: Type, t: Type, a: Value, b: Value) -> Term:
        """Whether a value of one game is that of the other: words are compared by what they say."""
        return same(self._worded(0, s, a), self._worded(1, t, b))

    def _worded(self, which: int, t: Type, value: Value) -> Value:
        inner = t.of if isinstance(t, Maybe) else t
        if not isinstance(inner, Enum) or not isinstance(value, Pick):
            return value
        words = self.models[which].game.enums[inner.name]
        other = self.models[1 - which].game.enums.get(inner.name, ())
        every = [*dict.fromkeys((*self.models[0].game.enums.get(inner.name, ()), *other, *words))]
        return Pick({None if v is None else every.index(words[v]): c for v, c in value.items()})

    def _tables(self) -> Iterator[Question]:
        for t, u in self.pair.tables():
            given: list[Assumption] = []
            envs = []
            for m, table in zip(self.models, (t, u), strict=True):
                envs.append({p: symbolic.unknown(m.game, kind, f"{t.name}.{p}", given) for p, kind in table.params})
            for column in (c for c in t.columns if c in u.columns):
                types = [m.game.definitions[column].type for m in self.models]
                for phase in self.pair.phases:
                    if any(phase not in askers(m, {column}) for m in self.models):
                        continue
                    values, defined = [], list[Defined]()
                    for m, env in zip(self.models, envs, strict=True):
                        values.append(m.reader.read(m.game.definitions[column].body, m.at[phase], env, TRUE, defined))
                    if any(isinstance(v, list) for v in values):
                        continue
                    differ = and_(*(d.term for d in defined), not_(self.alike(types[0], types[1], values[0], values[1])))
                    yield Question((phase, column, FIGURE), differ, tuple(given))

    def _sights(self) -> Iterator[Question]:
        for kind in ("zones", "variables"):
            for name in getattr(self.pair, kind):
                things = [getattr(m.game, kind)[name] for m in self.models]
                for phase in self.pair.phases:
                    seen, given = [], list[Assumption]()
                    for m, thing in zip(self.models, things, strict=True):
                        env = {thing.sight.viewer: symbolic.unknown(m.game, SEAT, f"who sees {name}", given)}
                        for k, (word, index) in enumerate(zip(thing.sight.names, thing.index, strict=False)):
                            env[word] = symbolic.unknown(m.game, index, f"{name} {k}", given)
                        seen.append(m.reader.holds(thing.sight.when, m.at[phase], env))
                    yield Question((phase, name, SEEN), not_(iff(seen[0], seen[1])), tuple(given))

    def start(self) -> Iterator[tuple[str, str, str]]:
        """Whether the games begin otherwise: what is not the same there, as each has it."""
        states = [m.initial()[0] for m in self.models]
        games = self.pair.games
        if games[0].start != games[1].start:
            yield "phase", games[0].start, games[1].start
        if games[0].pack != games[1].pack:
            yield "stock", games[0].pack, games[1].pack
        for name in self.pair.variables:
            types = [g.variables[name].type for g in games]
            for cell in (c for c in states[0].variables if c[0] == name):
                a, b = (s.variables[cell] for s in states)
                term = self.alike(types[0], types[1], a, b)
                given = [(x.what, x.term) for m in self.models for x in (*m.option_given, *m.initial()[1])]
                if term is FALSE or (term is not TRUE and decide(script([*given, ("", not_(term))])).said != "unsat"):
                    yield symbolic.shown(games[0], *cell), _word(games[0], types[0], a), _word(games[1], types[1], b)

    # -- asking --------------------------------------------------------------------------------------------------------

    def told(self, q: Question, budget: int) -> str:
        """What the solver says of a question, with what is known of its phase: ``unsat`` where they do not differ."""
        return decide(script(self._differing(q)), budget).said

    def _differing(self, q: Question, more: Iterable[Assumption] = ()) -> list[tuple[str, Term]]:
        """All that is known of a position in the phase of a question, and that they differ there."""
        return [*((a.what, a.term) for a in (*self.known(q.key[0]), *q.given, *more)), ("they differ", q.differ)]

    def ask(self, q: Question, budget: int) -> Spot | str:
        """``unsat``: no position tells them apart; a spot where they differ; ``unknown``."""
        if (said := self.told(q, budget)) != "sat":
            return said
        if q.key[0] not in self._wishes:
            self._wishes[q.key[0]] = [wish for m in reversed(self.models) for wish in like_play(m, m.state, q.key[0])]
        # Sizes and sums tied to their cards cost much; the interpreters tell whether it can be done without.
        for more in ((), self._exact(q.key[0])):
            said, values = plainest(self._differing(q, more), self._wishes[q.key[0]], budget)
            if said != "sat":
                return said
            spot = self._spot(q, values, certain=bool(more))
            if spot is not None:
                return spot
        return "unknown"

    def _exact(self, phase: str) -> list[Assumption]:
        return [a for m in self.models for a in counted(m, m.at[phase])]

    def _spot(self, q: Question, values: dict[str, str], *, certain: bool) -> Spot | None:
        """What the interpreters make of a position of the solver's; ``certain``: it is one, whatever luck they have in it."""
        at = tuple(position_of(m.game, m.state, values, q.key[0]) for m in self.models)
        options = tuple(options_of(m, values) for m in self.models)
        places, both = (at[0], at[1]), (options[0], options[1])
        for spot in looked_at(self.pair, places, both, None):
            if spot.key == q.key:
                return spot
        if not certain:
            return None
        if q.key[2] in (FIGURE, SEEN):
            return Spot(q.key, places, both)
        if q.step is None or q.key[2] != ELSEWHERE:
            return None
        steps = zip(self.models, q.step, strict=True)
        after = tuple(position_of(m.game, s.after, values, self._went(m, s, values)) for m, s in steps)
        differs = differing(self.pair, (after[0], after[1]))
        return Spot(q.key, places, both, (), "", None, differs, (after[0], after[1])) if differs else None

    @staticmethod
    def _went(m: Model, s: Step, values: dict[str, str]) -> str:
        return list(m.game.phases)[int(scalar(s.after.phase, values, {}) or 0)]


def _may(step: Step) -> Term:
    return and_(step.allowed, *(d.term for d in step.allowed_defined))


def _word(game: Game, t: Type, value: Value) -> str:
    if isinstance(value, Pick) and len(value) == 1:
        return game.word(t, next(iter(value)))
    if isinstance(value, Term) and value.op in ("true", "false"):
        return "yes" if value is TRUE else "no"
    if isinstance(value, Term) and value.op == "number":
        return str(value.args[0])
    return "–" if isinstance(value, MaybeNumber) else "?"
