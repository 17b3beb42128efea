"""What the solver makes of one position: the rules as it reads them, with everything in the position fixed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import z3

from kirtis.language.types import SEAT, Maybe, Num
from kirtis.play.words import from_word as index_of
from kirtis.prove.model import Model
from kirtis.prove.smtlib import reachable, script, text_of
from kirtis.prove.symbolic import kind_of
from kirtis.prove.terms import FALSE, TRUE, Term, add, and_, equal, iff, ite, not_, number, or_, variable
from kirtis.prove.values import Value, from_word, just, same

from .adapter import Said, rules
from .plain import Met


class Questions:
    """One solver for each phase: all that is known of any position in it, and the questions that are put to it."""

    def __init__(self) -> None:
        self.game = rules()
        self.model = Model(self.game)
        self.solvers: dict[str, z3.Solver] = {}
        self.declared: dict[str, set[Term]] = {}
        self.asked: dict[str, dict[object, Value]] = {}

    # -- what is asked -----------------------------------------------------------------------------------------------------

    def offered(self, phase: str) -> Iterator[tuple[Said, Term]]:
        """For everything that a seat might do when this condition holds: it may be done."""
        game, reader, here = self.game, self.model.reader, self.model.at[phase]
        by = game.phases[phase].by
        assert by is not None
        acts = reader.read(by, here)
        assert isinstance(acts, dict)
        for action in game.phases[phase].actions:
            names = [*(name for name, _ in action.params), action.actor or "who acts"]
            types = [*(type_ for _, type_ in action.params), SEAT]
            for values in itertools.product(*(game.values(type_) for type_ in types)):
                env = {name: just(int(value or 0)) for name, value in zip(names, values, strict=True)}
                seat = int(values[-1] or 0)
                allowed = TRUE if action.actor else acts.get(seat, FALSE)
                for need in action.needs:
                    allowed = and_(allowed, reader.holds(need.condition, here, env, allowed))
                words = [game.word(type_, value) for type_, value in zip(types[:-1], values[:-1], strict=True)]
                yield (game.seats[seat], action.name, *words), allowed

    def questions(self, phase: str) -> dict[object, Value]:
        """What is asked in a phase, by the names that ``expected`` gives to the answers."""
        game, model = self.game, self.model
        if game.phases[phase].kind == "by":
            return dict(self.offered(phase))
        (step,) = model.steps(phase)
        after, names = step.after, list(game.phases)
        if phase == "next_deal":
            return {"over": after.phase.get(names.index("over"), FALSE)}
        cells = {"take": ["last", "tricks"], "reckon": ["ahead"], "announce": ["said"]}
        wanted = cells.get(phase, ["marks", "goal", "dealer", "part", "recorders", "opening"])
        found: dict[object, Value] = {cell: value for cell, value in after.variables.items() if cell[0] in wanted}
        if phase == "reckon":
            found["ended"] = after.phase.get(names.index("score"), FALSE)
        if phase == "score":
            points = game.definitions["points"]
            for side in range(len(game.enums["side"])):
                found["points", side] = model.reader.read(points.body, model.at[phase], {points.params[0][0]: just(side)})
        return found

    def expected(self, met: Met) -> dict[object, Term]:
        """For each question, the formula that its answer is what the naive rules say."""
        game, asked = self.game, self.asked[met.position.phase]
        if isinstance(met.answer, set):
            assert met.answer <= set(asked), met.about
            return {said: term if said in met.answer else not_(term) for said, term in asked.items() if isinstance(term, Term)}
        out: dict[object, Term] = {}
        for name, answer in met.answer.items():
            if name in ("over", "ended"):
                term = asked[name]
                assert isinstance(term, Term)
                out[name] = term if answer else not_(term)
                continue
            type_ = Num(0, 300) if name == "points" else game.variables[name].type
            for cell, word in enumerate(flat(answer)):
                value = from_word(
                    index_of(game, type_, word), kind_of(type_) if word is not None or isinstance(type_, Maybe) else "pick"
                )
                out[name, cell] = same(asked[name, cell], value)
        return out

    # -- asking ------------------------------------------------------------------------------------------------------------

    def solver(self, phase: str) -> z3.Solver:
        """All that is known of positions in a phase, with the sizes and sums as they are by definition."""
        if phase not in self.solvers:
            model, state = self.model, self.model.state
            one, zero = number(1), number(0)
            known = [a.term for a in model.base(phase)]
            for cell, bits in state.zones.items():
                known.append(equal(state.sizes[cell], add(*(ite(bit, one, zero) for bit in bits))))
                for w in range(len(model.weights)):
                    weights = (model.reader.weight_of_card(w, card, state) for card in range(len(bits)))
                    total = add(*(ite(bit, weight, zero) for bit, weight in zip(bits, weights, strict=True)))
                    known.append(equal(state.weights[w, *cell], total))
            self.asked[phase] = self.questions(phase)
            for n, (question, value) in enumerate(self.asked[phase].items()):
                # A name for each answer, so that it is parsed once.
                if isinstance(value, Term):
                    name = variable(f"answer {n}", value.sort)
                    known.append(iff(name, value) if value.sort == "Bool" else equal(name, value))
                    self.asked[phase][question] = name
                elif isinstance(value, dict):
                    picked = {v: variable(f"answer {n} = {v}") for v in value}
                    known += [iff(picked[v], term) for v, term in value.items()]
                    self.asked[phase][question] = type(value)(picked)
            solver = z3.SimpleSolver(ctx=z3.Context())
            solver.from_string(script([("", term) for term in known]))
            self.solvers[phase] = solver
            self.declared[phase] = unknowns(known)
        return self.solvers[phase]

    def fixed(self, met: Met) -> list[Term]:
        """That the position is this one."""
        game, model, state = self.game, self.model, self.model.state
        out = [
            same(model.options[name], from_word(value, kind_of(game.options[name].type))) for name, value in met.options.items()
        ]
        cells: dict[str, int] = {}
        for (name, _), value in met.position.values.items():
            cell = cells[name] = cells.get(name, -1) + 1
            if value is not None or isinstance(game.variables[name].type, Maybe):
                out.append(same(state.variables[name, cell], from_word(value, kind_of(game.variables[name].type))))
        cells.clear()
        for (name, _), cards in met.position.cards.items():
            cell = cells[name] = cells.get(name, -1) + 1
            out += [bit if card in cards else not_(bit) for card, bit in enumerate(state.zones[name, cell])]
        return out

    def agrees(self, met: Met) -> None:
        """The position is possible, and no other answer than that of the naive rules is."""
        phase = met.position.phase
        solver, fixed = self.solver(phase), self.fixed(met)
        expected = self.expected(met)
        for new in unknowns(fixed) - self.declared[phase]:  # not every rule depends on everything
            solver.from_string(f"(declare-const |{new.args[0]}| {new.sort})")
            self.declared[phase].add(new)
        solver.push()
        try:
            solver.from_string("".join(f"(assert {text_of(term)})" for term in fixed))
            if solver.check() != z3.sat:
                raise AssertionError(f"the solver holds this position to be impossible: {met.about}\n{met.position}")
            solver.push()
            solver.from_string(f"(assert {text_of(or_(*(not_(term) for term in expected.values())))})")
            if solver.check() != z3.unsat:
                found = {d.name(): solver.model()[d] for d in solver.model().decls() if d.name().startswith("answer")}
                names = {f"answer {n}": question for n, question in enumerate(self.asked[phase])}
                raise AssertionError(f"{met.about}\n  naive:  {met.answer}\n  solver: {found}\n  of {names}\n{met.position}")
        finally:
            solver.pop(solver.num_scopes())


def unknowns(terms: list[Term]) -> set[Term]:
    """The unknowns in some terms."""
    return {term for term in reachable(terms) if term.op == "variable"}


def flat(answer: Any) -> list[Any]:
    """The cells of a family in their order."""
    if isinstance(answer, dict):
        return [cell for inner in answer.values() for cell in flat(inner)]
    return [answer]
