"""Large packs: what is said by halves and asked in pieces is what would be said and asked at once."""

from __future__ import annotations

import itertools

import pytest

from kirtis.language.load import from_text
from kirtis.prove import slices
from kirtis.prove.asking import Asking
from kirtis.prove.check import check
from kirtis.prove.counterexample import concrete
from kirtis.prove.ledger import Ledger
from kirtis.prove.model import Model
from kirtis.prove.obligations import obligations
from kirtis.prove.slices import Belonging, asked, near
from kirtis.prove.solve import decide
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import PAIRS, and_, at_most_one, implies, not_, or_, variable

HEAPS = """
::::{game} heaps
:lt: Krūvos
:en: Heaps
:version: 1.0
:ids: HEA

:::{lt}
Ant krūvų atverčiama po kortą.
:::
:::{en}
A card is turned up on each heap.
:::
::::

::::{clause} HEA-1
:lt: Krūvos
:en: Heaps

:::{lt}
Ant kiekvienos krūvos atverčiama po kortą.
:::
:::{en}
A card is turned up on each heap.
:::

```{rule}
seats A B
deck
  suits clubs spades
  ranks ace king queen
type heap = left_one | right_one
zones
  stock          seen by nobody
  heaps[h: heap]: pile seen by all
def up(h: heap): card? = top(heaps[h])
phase turning chance
  fill heaps[h] to 1 from stock for h in heap
  go looking
phase looking by A
  act put(c: card, on: heap)
    needs there: c in stock
    move c from stock to heaps[on]
  act again
    gather stock
    go turning
start turning with stock
```

```{claim}
invariant open in looking: all h in heap: up(h) != none
invariant whole in turning: size(stock) = 6
step one_each on turning: all h in heap: size(heaps[h]) = 1
theorem apart in looking: up(left_one) != up(right_one)
```
::::

::::{words}
| name | lt | en |
|---|---|---|
| heaps | krūvos | heaps |
| left_one | kairioji | left heap |
| right_one | dešinioji | right heap |
| heap | krūva | heap |
| stock | kaladė | stock |
| turning | atvertimas | turning up |
| looking | žiūrėjimas | looking |
| put | dėti | put |
| again | iš naujo | again |
| there | Kortos kaladėje nėra. | The card is not in the stock. |
::::
"""


def test_no_two_said_by_halves_is_no_two() -> None:
    names = [f"x{n}" for n in range(PAIRS + 4)]
    term = at_most_one([variable(n) for n in names])

    for values in itertools.product((False, True), repeat=len(names)):
        model = {n: str(v).lower() for n, v in zip(names, values, strict=True)}
        assert bool(concrete(term, model)) == (sum(values) <= 1)


def test_a_conclusion_that_is_among_the_reasons_says_nothing() -> None:
    a, b = variable("a"), variable("b")

    assert implies(and_(a, b), a) is implies(a, a)
    assert implies(or_(a, b), a) is not implies(a, a)


def test_a_goal_holds_only_if_all_its_pieces_do() -> None:
    a, b = variable("a"), variable("b")
    known = (Assumption("type", "a", a), Assumption("type", "b or not", or_(b, not_(a))))

    assert decide(asked([a, b], known)).said == "unsat"
    assert decide(asked([a, not_(b)], known)).said == "unknown"
    assert decide(asked([variable("c")], known)).said == "unknown"


def test_a_piece_is_asked_with_nothing_but_what_is_known() -> None:
    a, b, c = variable("a"), variable("b"), variable("c")
    known = (Assumption("type", "a", a), Assumption("place", "a or b", or_(a, b)), Assumption("place", "c", or_(c, b)))

    assert set(near(a, known)) <= set(known)
    assert set(Belonging(list(known)).to(a)) <= set(known)


def test_a_card_dealt_to_a_pile_is_its_top() -> None:
    report = check(from_text(HEAPS, "heaps.md"), jobs=1)

    assert {v.name: v.state for v in report.verdicts if v.state != "proved"} == {}


def test_what_was_proved_in_pieces_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the whole question was never asked."""
    monkeypatch.setattr(slices, "LARGE", 20)
    wanted = list(obligations(Model(from_text(HEAPS, "heaps.md"))))
    assert any(o.in_pieces for o in wanted)
    ask = Asking(Ledger(None))
    answers = ask.answers(wanted)
    assert ask.remembered(wanted).keys() == {o.name for o in wanted if answers[o.name].said == o.expect}
