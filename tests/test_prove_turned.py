"""What is shown of one case or piece is shown of all only where they are truly one another turned."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from kirtis.language.game import Game
from kirtis.language.load import from_text
from kirtis.prove import slices, together
from kirtis.prove.check import check
from kirtis.prove.model import Model
from kirtis.prove.obligations import obligations
from kirtis.prove.slices import asked_once
from kirtis.prove.solve import decide
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import Term, add, and_, at_most, exactly_one, implies, ite, not_, number, or_, scale, variable
from kirtis.prove.turned import Turn, alike
from test_prove_slices import HEAPS

LEGS = ("I", "II", "III", "IV")


class Legs:
    """Unknowns of each leg, and what is known of them."""

    def __init__(self) -> None:
        self.on = tuple(variable(f"put.on = {leg}") for leg in LEGS)
        self.open = [variable(f"open({leg})") for leg in LEGS]
        self.high = [variable(f"high({leg})") for leg in LEGS]
        self.size = [variable(f"size({leg})", "Int") for leg in LEGS]
        self.one = Assumption("type", "one leg", exactly_one(list(self.on)))
        both = list(zip(LEGS, self.on, self.open, strict=True))
        self.each = [Assumption("guard", f"on {leg}", implies(on, there)) for leg, on, there in both]
        self.some = or_(*(and_(on, there) for _, on, there in both))


@pytest.fixture
def legs() -> Legs:
    """Made for each test: what was made before another model is forgotten."""
    return Legs()


def said(text: str) -> str:
    return decide(text).said


def test_one_case_stands_for_all(legs: Legs) -> None:
    text = asked_once((legs.some,), (legs.one, *legs.each), legs.on, ())

    assert said(text) == "unsat"
    assert text.count("; a case:") == 1


@pytest.mark.parametrize("lost", range(4))
def test_a_case_of_which_less_is_known_is_not_taken_for_another(lost: int, legs: Legs) -> None:
    known = (legs.one, *legs.each[:lost], *legs.each[lost + 1 :])

    assert said(asked_once((legs.some,), known, legs.on, ())) == "unknown"


@pytest.mark.parametrize("other", range(4))
def test_a_case_of_which_something_else_is_known_is_not_taken_for_another(other: int, legs: Legs) -> None:
    turned_round = Assumption("guard", "the other way round", implies(legs.open[other], legs.on[other]))

    assert (
        said(asked_once((legs.some,), (legs.one, *legs.each[:other], turned_round, *legs.each[other + 1 :]), legs.on, ()))
        == "unknown"
    )


def test_what_is_known_of_one_case_alone_is_left_out(legs: Legs) -> None:
    first = Assumption("invariant", "the first is open", legs.open[0])

    kept = alike(legs.on, (legs.some,), (legs.one, first, *legs.each))

    assert kept == [legs.one, *legs.each]
    assert said(asked_once((legs.some,), (legs.one, first), legs.on, ())) == "unknown"


def test_cases_must_be_all_there_are(legs: Legs) -> None:
    for known in ((), (Assumption("type", "one or none", exactly_one([*legs.on, variable("put.on = none")])),)):
        assert alike(legs.on, (legs.some,), (*known, *legs.each)) is None


def test_a_goal_that_is_another_when_turned_is_asked_case_by_case(legs: Legs) -> None:
    assert alike(legs.on, (or_(legs.some, legs.high[0]),), (legs.one, *legs.each)) is None
    assert alike(legs.on, (legs.open[0],), (legs.one, *legs.each)) is None


def test_pieces_of_which_one_is_otherwise_are_asked_one_by_one(legs: Legs) -> None:
    pieces = [implies(on, there) for on, there in zip(legs.on, legs.open, strict=True)]
    assert Turn(legs.on).firsts(pieces) == pieces[:1]
    assert said(asked_once(tuple(pieces), tuple(legs.each), (), legs.on)) == "unsat"

    for n in range(4):
        other = [*pieces[:n], implies(legs.on[n], legs.high[n]), *pieces[n + 1 :]]
        assert Turn(legs.on).firsts(other) is None
        assert asked_once(tuple(other), tuple(legs.each), (), legs.on) == ""
        assert said(asked_once(tuple(pieces), (*legs.each[:n], *legs.each[n + 1 :]), (), legs.on)) == "unknown"


def test_what_a_formula_becomes_is_what_it_says_of_the_next(legs: Legs) -> None:
    """Sums and alternatives stand in the order in which they were made; the turn finds them all the same."""
    turn = Turn(legs.on)
    twice = add(*(scale(2, x) for x in legs.size))
    makes: list[Callable[[Term, Term, Term], Term]] = [
        lambda a, b, x: ite(a, x, number(3)),
        lambda a, b, x: at_most(add(x, twice), number(9)),
        lambda a, b, x: or_(and_(a, not_(b)), at_most(x, number(2))),
    ]
    for make in makes:
        made = [make(a, b, x) for a, b, x in zip(legs.open, legs.high, legs.size, strict=True)]
        assert all(turn.of(a) is b for a, b in pairwise((*made, made[0])))
    order = ite(legs.open[0], number(1), ite(legs.open[1], number(2), number(3)))
    assert turn.of(order) is None
    assert turn.of(variable("open(V)")) is variable("open(V)")


def test_unknowns_that_are_not_alike_do_not_turn(legs: Legs) -> None:
    assert not Turn(()).possible
    assert not Turn((legs.on[0], not_(legs.on[1]))).possible
    assert not Turn((legs.on[0], variable("take.on = II"))).possible
    assert not Turn((variable("x = A"), variable("x = A"))).possible


PUT = "    move c from stock to heaps[on]\n"
FULLER = ("theorem apart", "step fuller on looking.put: size(heaps) = was size(heaps) + 1\ntheorem apart")


def heaps(*changes: tuple[str, str]) -> Game:
    text = HEAPS
    for old, new in (FULLER, *changes):
        assert text.count(old) == 1
        text = text.replace(old, new)
    return from_text(text, "heaps.md")


@pytest.mark.parametrize(
    ("changes", "turns"),
    [
        ((), True),
        (((PUT, PUT.replace("heaps[on]", "heaps[left_one]")),), False),
        ((("c in stock\n", "c in stock and (on = left_one or up(on) != none)\n"),), False),
    ],
)
def test_rules_that_treat_one_heap_otherwise_do_not_turn(
    changes: tuple[tuple[str, str], ...], turns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "LARGE", 20)
    keeps = {o.name: o for o in obligations(Model(heaps(*changes)))}["looking.put: keeps open in looking"]

    heap = tuple(variable(f"looking.put.on = {one}") for one in ("left_one", "right_one"))
    kept = alike(heap, (keeps.goal,), keeps.assumptions)
    assert any(a.kind == "guard" for a in kept or ()) == turns


@pytest.mark.parametrize("heap", ["left_one", "right_one"])
def test_a_fault_of_one_case_alone_is_found(heap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "LARGE", 20)
    monkeypatch.setattr(together, "FEW", 1)
    report = check(heaps((PUT, f"    if on = {heap}: go turning\n    else: move c from stock to heaps[on]\n")), jobs=1)

    assert {v.claim: v.state for v in report.verdicts if v.kind == "step"}["fuller"] == "refuted"
    assert {v.claim: v.state for v in check(heaps(), jobs=1).verdicts if v.kind == "step"}["fuller"] == "proved"
