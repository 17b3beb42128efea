"""Faults planted in the prover: each must be noticed, by a comparison with the interpreter or by a claim known to be false or true."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import test_prove_expressions as expressions
from kirtis.language import nodes as n
from kirtis.language.game import Game
from kirtis.prove import (
    chance,
    ending,
    evaluate,
    fingerprint,
    logic,
    model,
    obligation,
    obligations,
    report,
    run,
    solve,
    symbolic,
    transitions,
    values,
)
from kirtis.prove.infer import infer
from kirtis.prove.ledger import Ledger
from kirtis.prove.report import Verdict
from kirtis.prove.solve import Answer
from kirtis.prove.symbolic import Assumption, kind_of
from kirtis.prove.terms import FALSE, TRUE, Term, add, and_, equal, not_, number, or_
from kirtis.prove.transitions import Step
from kirtis.prove.values import Pick, Value, from_word, just
from prove.grow import Grower, expression, rolled
from prove.lift import Unknown, some_options, some_position, zoo
from prove.small import Change, check, proposals, small
from prove.small import report as checked
from test_prove_expressions import compare, compare_all
from test_prove_faults_rules import SMALL
from test_prove_steps import BODIES, compare_body, friendly

Patch = pytest.MonkeyPatch


# -- what may notice -------------------------------------------------------------------------------------------------------


def reads_alike(seeds: range = range(6)) -> None:
    """Expressions on constants and on unknowns."""
    game = zoo()
    for seed in seeds:
        rng = random.Random(7000 + seed)
        for _ in range(25):
            e = expression(Grower(game, rolled(rng), steps=seed % 2 == 1))
            options, position = some_options(game, rng), some_position(game, rng)
            compare(game, e, options, position, some_position(game, rng) if seed % 2 else None)
    rng = random.Random(77)
    es: list[Any] = [(expression(Grower(game, rolled(rng))), {}, {}) for _ in range(30)]
    compare_all(game, es, some_options(game, rng), some_position(game, rng), None, Unknown(game))


def steps_alike(*names: str) -> Callable[[], None]:
    """Blocks of statements, from constants and from unknowns."""

    def go() -> None:
        game = zoo()
        for name in names:
            rng = random.Random(name)
            for k in range(6):
                compare_body(game, BODIES[name], some_options(game, rng), friendly(game, rng, k), k < 3)

    return go


def still_proved() -> None:
    """What is known to be true of the small game."""
    found = checked(small(), Ledger(None))
    assert {v.state for v in found.verdicts} == {"proved"}, [v.name for v in found.verdicts if v.state != "proved"][:5]
    assert found.goes_round == ()
    assert set(found.claims().values()) == {"proved"}


def still_refuted(*names: str) -> Callable[[], None]:
    """What is known to be false of changes of the small game."""

    def go() -> None:
        for name in names:
            fault = next(f for f in SMALL if f.name == name)
            found = checked(small(fault.changes), Ledger(None))
            mine = [v for v in found.verdicts if v.name.startswith(fault.expect) or v.claim == fault.expect]
            assert any(v.state == "refuted" for v in mine), f"{name} is not refuted"
            assert all(found.claims()[v.claim] != "proved" for v in mine if v.claim)

    return go


def false_claims(*claims: str) -> Callable[[], None]:
    """Claims that are false of the small game; each must be refuted, or at least not proved."""

    def go() -> None:
        old = "measure calls_left"
        for k, claim in enumerate(claims):
            word = claim.replace("NAME", f"false_{k}")
            found = checked(small(((old, f"{word}\n{old}"),)), Ledger(None))
            assert found.claims().get(f"false_{k}") == "refuted", f"{claim}: {found.claims().get(f'false_{k}')}"

    return go


def true_claims(*claims: str) -> Callable[[], None]:
    """Claims that are true of the small game."""

    def go() -> None:
        old = "measure calls_left"
        for k, claim in enumerate(claims):
            found = checked(small(((old, f"{claim.replace('NAME', f'true_{k}')}\n{old}"),)), Ledger(None))
            assert found.claims().get(f"true_{k}") == "proved", claim

    return go


# -- faults ----------------------------------------------------------------------------------------------------------------


def no_base_case(m: Patch) -> None:
    m.setattr(obligations, "_start", lambda model: iter(()))


def base_case_anywhere(m: Patch) -> None:
    """The match starts with what variables have later on."""
    initial = model.Model.initial
    m.setattr(model.Model, "initial", lambda self: (replace(initial(self)[0], variables=self.state.variables), initial(self)[1]))


def nothing_written(m: Patch) -> None:
    """A cell that is written keeps its old value."""
    m.setattr(transitions.Run, "put", lambda self, cell, where, value: None)


def anything_left(m: Patch) -> None:
    """A cell that is not written may have any value."""
    finish = transitions.finish

    def loose(game: Any, reader: Any, old: Any, new: Any, weights: Any, name: str) -> Any:
        for cell, value in list(new.state.variables.items()):
            if value is old.variables[cell] and cell not in new.written:
                given: list[Any] = []
                new.state.variables[cell] = symbolic.unknown(game, game.variables[cell[0]].type, f"{name}.free {cell}", given)
        return finish(game, reader, old, new, weights, name)

    m.setattr(transitions, "finish", loose)


def sees_the_new(m: Patch) -> None:
    """Reads see what was written before them in the same body."""

    def late(self: Any, e: Any, env: Any, reached: Term) -> Value:
        found: Value = self.reader.read(e, replace(self.new.state, cache={}), env, reached, self.new.defined)
        return found

    m.setattr(transitions.Run, "read", late)


def assumes_the_new(m: Patch) -> None:
    """What must hold of the position after the step is assumed while its definedness is proved."""
    defined = obligations._defined

    def vacuous(model: Any, phase: Any, step: Step) -> Iterator[obligation.Obligation]:
        for o in defined(model, phase, step):
            if o.kind == "defined":
                places = and_(*(symbolic.in_one_place(step.after, c) for c in range(len(model.game.enums["card"]))))
                after = [symbolic.Assumption("guard", "after", places)]
                after += [symbolic.Assumption("guard", a.what, a.term) for a in model.after(step)]
                o = replace(o, assumptions=(*o.assumptions, *after))
            yield o

    m.setattr(obligations, "_defined", vacuous)


def drops_a_step(m: Patch) -> None:
    steps = transitions.steps
    m.setattr(model, "steps", lambda *a: (s for s in steps(*a) if s.name != "play.put"))


def drops_a_branch(m: Patch) -> None:
    block = transitions.Run.block

    def short(self: Any, body: tuple[n.Statement, ...], env: Any, reached: Term) -> None:
        cut = tuple(n.When(s.branches[:1], s.at) if isinstance(s, n.When) and s.branches[-1][0] is None else s for s in body)
        block(self, cut, env, reached)

    m.setattr(transitions.Run, "block", short)


def every_branch_taken(m: Patch) -> None:
    """A branch is taken though an earlier one was."""
    block = transitions.Run.block

    def apart(self: Any, body: tuple[n.Statement, ...], env: Any, reached: Term) -> None:
        out: list[n.Statement] = []
        for s in body:
            if isinstance(s, n.When):
                out += [n.When((b,), s.at) for b in s.branches if b[0] is not None]
            else:
                out.append(s)
        block(self, tuple(out), env, reached)

    m.setattr(transitions.Run, "block", apart)


def guards_not_defined(m: Patch) -> None:
    """Conditions of actions are taken to have values."""
    acted = transitions._acted
    m.setattr(transitions, "_acted", lambda *a: _without(acted(*a)))


def _without(step: Step) -> Step:
    step.allowed_defined = []
    return step


def moves_without_values(m: Patch) -> None:
    """That a move is possible is read off conditions that have no value."""
    holds = evaluate.Reader.holds

    def deaf(self: Any, e: Any, state: Any, env: Any = None, reached: Term = TRUE, defined: Any = None) -> Term:
        return holds(self, e, state, env, reached, None)

    m.setattr(evaluate.Reader, "holds", deaf)


def ghost_sign(m: Patch) -> None:
    shift = transitions.Run.shift
    m.setattr(
        transitions.Run, "shift", lambda self, cell, where, count, amounts, sign: shift(self, cell, where, count, amounts, 1)
    )


def ghost_weight_sign(m: Patch) -> None:
    shift = transitions.Run.shift

    def wrong(self: Any, cell: Any, where: Term, count: Term, amounts: Mapping[int, Term], sign: int) -> None:
        shift(self, cell, where, count, {}, sign)
        shift(self, cell, where, number(0), amounts, 1)

    m.setattr(transitions.Run, "shift", wrong)


def ghost_kept(m: Patch) -> None:
    """A sum is kept though what the cards are worth has changed."""
    finish = transitions.finish
    m.setattr(transitions, "finish", lambda game, reader, old, new, weights, name: finish(game, reader, old, new, [], name))


def ghost_total(m: Patch) -> None:
    """The sum over all places is off by one."""
    whole = evaluate.Reader.weight_of_all
    m.setattr(evaluate.Reader, "weight_of_all", lambda self, w, state: values.as_int(values.plus(whole(self, w, state), just(1))))


def ghost_size_total(m: Patch) -> None:
    """All sizes together are one card short."""
    links = symbolic.links

    def short(game: Any, state: Any) -> list[symbolic.Assumption]:
        out = links(game, state)
        cards = len(game.enums["card"])
        total = equal(add(*state.sizes.values()), number(cards - 1))
        return [*(a for a in out if not a.what.startswith("all sizes")), symbolic.Assumption("ghost", "all sizes", total)]

    m.setattr(symbolic, "links", short)


def ghost_of_one_zone(m: Patch) -> None:
    """A sum over an unknown zone reads the first."""
    m.setattr(evaluate.Walk, "at_index", lambda self, index, values_, pick: pick(0))


def undefined_sums(m: Patch) -> None:
    """A sum that is kept does not ask for the value of its cards."""
    m.setattr(evaluate.Walk, "weighable", lambda self, weight, cards, reached: None)


def sound_ignores_what_it_rests_on(m: Patch) -> None:
    m.setattr(report.Report, "_stands", staticmethod(lambda v, known, fine, places: True))


def rests_on_nothing(m: Patch) -> None:
    m.setattr(obligation.Obligation, "rests_on", property(lambda self: frozenset()))


def unknown_is_proved(m: Patch) -> None:
    verdict = check._verdict
    m.setattr(check, "_verdict", lambda o, a, b: _as_proved(verdict(o, a, b)))


def _as_proved(v: Verdict) -> Verdict:
    return replace(v, state="proved") if v.state in ("unknown", "not run") else v


def expect_swapped(m: Patch) -> None:
    m.setattr(check, "_verdict", _swapped(check._verdict))


def _swapped(verdict: Callable[..., Verdict]) -> Callable[..., Verdict]:
    def other(o: obligation.Obligation, a: Answer | None, b: Answer | None) -> Verdict:
        v = verdict(o, a, b)
        return replace(v, state={"proved": "refuted", "refuted": "proved"}.get(v.state, v.state)) if o.expect == "sat" else v

    return other


def sat_is_unsat(m: Patch) -> None:
    decide = solve.decide

    def wrong(text: str, budget: int = solve.BUDGET, want_model: bool = False) -> Answer:
        a = decide(text, budget, want_model)
        return replace(a, said="unsat") if a.said == "sat" else a

    m.setitem(run.SOLVERS, run.FIRST, wrong)


def ledger_mixes_up(m: Patch) -> None:
    """The ledger gives the answer of another question."""
    m.setattr(fingerprint, "of_text", lambda text: "the same")


def ledger_says_anything(m: Patch) -> None:
    """The ledger knows an answer to everything."""
    m.setattr(Ledger, "get", lambda self, key: {"said": "unsat", "steps": 1})


def names_mixed_up(m: Patch) -> None:
    """Two obligations of one step go by one name."""
    every = obligations._obligations
    m.setattr(obligations, "obligations", every)
    m.setattr(
        check, "obligations", lambda model: (replace(o, name=o.name.split(" in ")[0].split(" on ")[0]) for o in every(model))
    )


def pick_not_exhaustive(m: Patch) -> None:
    """An unknown value is never the last of its type."""
    unknown = symbolic.unknown

    def narrow(game: Any, t: Any, name: str, given: list[symbolic.Assumption]) -> Value:
        value = unknown(game, t, name, given)
        if isinstance(value, Pick) and len(value) > 2:
            last = list(value)[-1]
            given.append(symbolic.Assumption("type", f"{name} is not the last", not_(value[last])))
        return value

    m.setattr(symbolic, "unknown", narrow)


def pick_not_exclusive(m: Patch) -> None:
    """An unknown value may be two at once."""
    m.setattr(symbolic, "exactly_one", lambda items: or_(*items))


def options_fixed(m: Patch) -> None:
    def fixed(game: Game, given: list[Assumption]) -> dict[str, Value]:
        return {o.name: from_word(o.default, kind_of(o.type)) for o in game.options.values()}

    m.setattr(symbolic, "options", fixed)


def cards_anywhere(m: Patch) -> None:
    """A card may lie in two places, or in none."""
    m.setattr(symbolic, "in_one_place", lambda state, card: TRUE)


def houdini_trusted(m: Patch) -> None:
    """What is inferred is assumed, and proved nowhere."""
    keeps = obligations._keeps
    start = obligations._start
    m.setattr(obligations, "_keeps", lambda *a: (o for o in keeps(*a) if "what is inferred" not in o.name))
    m.setattr(obligations, "_start", lambda model: (o for o in start(model) if o.claim is not None or "first value" in o.name))


def none_lost(m: Patch) -> None:
    """A number or none is read as a number."""
    m.setattr(
        values, "maybe_number", lambda v: v if isinstance(v, values.MaybeNumber) else values.MaybeNumber(FALSE, values.as_int(v))
    )


def short_circuit_lost(m: Patch) -> None:
    """What follows a false condition must have a value all the same: more is asked than must be."""
    handlers = dict(evaluate.Walk.handlers)

    def all_of(self: Any, e: n.And, env: Any, reached: Term) -> Value:
        return and_(*(self.truth(i, env, reached) for i in e.items))

    handlers[n.And] = all_of
    m.setattr(evaluate.Walk, "handlers", handlers)


def reached_lost(m: Patch) -> None:
    """Nothing has to have a value."""
    m.setattr(evaluate.Walk, "need", lambda self, reached, term, what, at: None)


def statements_need_nothing(m: Patch) -> None:
    m.setattr(transitions.Run, "need", lambda self, reached, term, what, at: None)


def double_writes(m: Patch) -> None:
    m.setattr(transitions.Run, "write", lambda self, cell, where, value, at: self.put(cell, where, value))


def resets_win(m: Patch) -> None:
    """A reset undoes the other writes of its step."""
    block = transitions.Run.block

    def late(self: Any, body: Any, env: Any, reached: Term) -> None:
        block(self, body, env, reached)
        if reached is TRUE:
            self.resets(body, env, reached)

    m.setattr(transitions.Run, "block", late)


def le_is_lt(m: Patch) -> None:
    no_more = values.no_more
    m.setattr(logic, "no_more", lambda a, b: and_(no_more(a, b), not_(values.same(a, b))))


def best_by_more_or_equal(m: Patch) -> None:
    """The best may share its place."""
    handlers = dict(evaluate.Walk.handlers)

    def best(self: Any, e: n.Best, env: Any, reached: Term) -> Value:
        items = []
        for v, c, b in self.each(e.var, e.among, e.where, env, reached):
            if (here := and_(c, b)) is not FALSE:
                items.append((v, here, self.value(e.key, {**env, e.var: just(v)}, and_(reached, here))))
        out = Pick()
        for v, here, key in items:
            beats = and_(here, *(or_(not_(o), values.no_more(k, key)) for w, o, k in items if w != v))
            out[v] = and_(beats, not_(or_(*out.values())))
        self.need(reached, or_(*out.values()), "nobody", e.at)
        return out or self.default(e.type)

    handlers[n.Best] = best
    m.setattr(evaluate.Walk, "handlers", handlers)


def duties_in_any_order(m: Patch) -> None:
    """The last duty binds first."""
    handlers = dict(evaluate.Walk.handlers)
    narrow = evaluate.Walk.narrow
    handlers[n.Narrow] = lambda self, e, env, reached: narrow(self, replace(e, steps=tuple(reversed(e.steps))), env, reached)
    m.setattr(evaluate.Walk, "handlers", handlers)


def deals_the_same_card_twice(m: Patch) -> None:
    m.setattr(chance, "at_most_one", lambda items: TRUE)


def draws_anything(m: Patch) -> None:
    """What is drawn need not be there."""
    draw = transitions.Run.draw

    def wild(self: Any, one: n.Draw, env: Any, reached: Term) -> None:
        draw(self, one, env, reached)
        self.new.chance = [a for a in self.new.chance if a.what != "what is drawn is there"]

    m.setattr(transitions.Run, "draw", wild)


def deal_ends_by_any_reset(m: Patch) -> None:
    m.setattr(ending, "_goes_on", lambda game, step, target: FALSE if step.resets else step.after.phase.get(target, FALSE))


def was_is_now(m: Patch) -> None:
    handlers = dict(evaluate.Walk.handlers)
    handlers[n.Was] = lambda self, e, env, reached: self.value(e.of, env, reached)
    m.setattr(evaluate.Walk, "handlers", handlers)


def keeps_only_first_target(m: Patch) -> None:
    """An invariant is shown only for the first phase that a step goes to."""
    keeps = obligations._keeps

    def first(model: Any, phase: Any, step: Step) -> Iterator[obligation.Obligation]:
        target = next(iter(step.after.phase))
        after = replace(step.after, phase=Pick({target: step.after.phase[target]}))
        yield from keeps(model, phase, replace(step, after=after))

    m.setattr(obligations, "_keeps", first)


def contradiction_assumed(m: Patch) -> None:
    """Something false is known of every position after a step."""
    after = model.Model.after
    m.setattr(model.Model, "after", lambda self, step: (*after(self, step), symbolic.Assumption("after", "nonsense", FALSE)))


# -- more that may notice --------------------------------------------------------------------------------------------------


def resting() -> None:
    """A claim that follows only from what is refuted is not proved."""
    wrong: Change = (
        "measure calls_left",
        "invariant wrong in play: bold\ntheorem rests in play: bold or voice = loud\nmeasure calls_left",
    )
    found = checked(small((wrong,)), Ledger(None))
    states = found.claims()
    assert states["wrong"] == "refuted"
    assert states["rests"] == "resting", states["rests"]


def exhausted() -> None:
    """With too few steps the solver gives up, and says so."""
    found = check.check(small(), budget=1000, proposed=[])
    unknown = [v for v in found.verdicts if v.state == "unknown"]
    assert unknown and all(v.reason for v in unknown)
    assert report.outcome([found]) != 0


def one_of_each() -> None:
    """Every obligation has a verdict of its own, under a name of its own."""
    found = checked(small(), Ledger(None))
    names = [v.name for v in found.verdicts]
    assert len(set(names)) == len(names)


def proposed_falsely() -> None:
    """An invariant that is proposed and false is refuted, and what rests on it is not proved."""
    game = small()
    fact = model.Fact("nobody dares in play", "play", "inferred", None, n.Not(n.Cell("bold", (), n.NO.type)))
    facts = [*infer(game, list(proposals())), fact]
    found = checked(small((("measure calls_left", "theorem rests in play: not bold\nmeasure calls_left"),)), Ledger(None), facts)
    assert found.claims()["rests"] != "proved"
    assert any(v.state == "refuted" and "nobody dares in play" in v.shows for v in found.verdicts)


def endless() -> None:
    found = checked(small((("    reset deal\n", "    if bold: reset deal\n"),)), Ledger(None))
    assert found.goes_round


PLANTED: dict[str, tuple[Callable[[Patch], None], Callable[[], None]]] = {
    "no base case": (no_base_case, still_refuted("a wrong first value")),
    "a base case that is no base case": (base_case_anywhere, still_proved),
    "a written cell not written": (nothing_written, steps_alike("write once in each branch")),
    "an unwritten cell open": (anything_left, steps_alike("count up")),
    "reads see what was written": (sees_the_new, steps_alike("swap")),
    "the new position assumed": (assumes_the_new, still_refuted("a card moved from a place where it is not")),
    "a step dropped": (drops_a_step, still_refuted("a guard that is too weak")),
    "a branch dropped": (drops_a_branch, steps_alike("write once in each branch")),
    "every branch taken": (every_branch_taken, steps_alike("go one way or another")),
    "guards taken to be defined": (guards_not_defined, still_refuted("a guard without a value")),
    "claims without values hold": (moves_without_values, still_refuted("a guard without a value")),
    "a ghost grows where it should fall": (ghost_sign, steps_alike("move all of a hand")),
    "a sum grows where it should fall": (ghost_weight_sign, steps_alike("move a set")),
    "a sum kept though it means another": (ghost_kept, steps_alike("new trumps")),
    "the whole sum off by one": (ghost_total, reads_alike),
    "one card too few": (ghost_size_total, reads_alike),
    "an unknown index is the first": (ghost_of_one_zone, reads_alike),
    "sums of what has no value": (undefined_sums, expressions.test_a_sum_asks_for_the_value_of_each_card),
    "resting on nothing that counts": (sound_ignores_what_it_rests_on, resting),
    "resting on nothing": (rests_on_nothing, resting),
    "unknown counts as proved": (unknown_is_proved, exhausted),
    "possible and impossible swapped": (expect_swapped, still_proved),
    "sat taken for unsat": (sat_is_unsat, still_refuted("a guard dropped")),
    "the ledger mixes up": (ledger_mixes_up, still_proved),
    "the ledger knows everything": (ledger_says_anything, still_refuted("a wrong sum")),
    "names mixed up": (names_mixed_up, one_of_each),
    "a value left out": (pick_not_exhaustive, reads_alike),
    "two values at once": (pick_not_exclusive, still_proved),
    "options fixed": (options_fixed, still_refuted("wrong only with an option set")),
    "a card in two places": (cards_anywhere, true_claims("theorem NAME in play: all c in hand[A]: not (c in hand[B])")),
    "inferred and never proved": (houdini_trusted, proposed_falsely),
    "none read as a number": (none_lost, expressions.test_a_number_or_none_keeps_its_none),
    "everything looked at": (short_circuit_lost, reads_alike),
    "nothing needs a value": (reached_lost, reads_alike),
    "no statement can fail": (statements_need_nothing, steps_alike("move from another place", "fill each to two")),
    "two writes are one": (double_writes, still_refuted("two writes at once")),
    "a reset wins": (resets_win, steps_alike("reset, and write")),
    "at most is less": (le_is_lt, reads_alike),
    "the best shares its place": (best_by_more_or_equal, reads_alike),
    "duties in another order": (duties_in_any_order, still_refuted("duties in the wrong order")),
    "a card dealt twice": (deals_the_same_card_twice, still_proved),
    "drawn from nowhere": (draws_anything, steps_alike("draw a card")),
    "any reset ends a deal": (deal_ends_by_any_reset, endless),
    "was is now": (was_is_now, false_claims("step NAME on reckon: all x in side: marks[x] = was marks[x]")),
    "one phase is enough": (keeps_only_first_target, still_refuted("a trick that loses itself")),
    "a contradiction assumed": (contradiction_assumed, still_proved),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTED)
def test_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, look = PLANTED[name]
    plant(monkeypatch)
    with pytest.raises(AssertionError) as noticed:
        look()
    # A comparison has failed, not the prover itself.
    assert "tests" in Path(str(noticed.traceback[-1].path)).parts


SOUND: dict[str, Callable[[], None]] = {
    "reads alike": reads_alike,
    "small": still_proved,
    "resting": resting,
    "exhausted": exhausted,
    "true": true_claims("theorem NAME in play: all c in hand[A]: not (c in hand[B])"),
    "one of each": one_of_each,
    "proposed falsely": proposed_falsely,
    "endless": endless,
    "was": false_claims("step NAME on reckon: all x in side: marks[x] = was marks[x]"),
    "refuted": still_refuted("a wrong first value", "a card moved from a place where it is not", "a wrong sum"),
}


@pytest.mark.parametrize(
    "name", [pytest.param(k, marks=() if k in ("resting", "exhausted") else pytest.mark.slow) for k in SOUND]
)
def test_nothing_noticed(name: str) -> None:
    """Where nothing is planted, nothing is noticed."""
    SOUND[name]()
