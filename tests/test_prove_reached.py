"""What is refuted is shown by a match that breaks it, whatever it is about: checked by the plain interpreter, and made plain."""

from __future__ import annotations

from collections import deque

import pytest

from kirtis.play import record as records
from kirtis.play.evaluate import Evaluator
from kirtis.play.game import Game
from kirtis.play.sight import view
from kirtis.play.state import State
from kirtis.prove.exactly import exactly
from kirtis.prove.explain import counterexamples
from kirtis.prove.reached import Reached, plain_position, reached
from kirtis.prove.search import written
from kirtis.prove.solve import BUDGET
from prove.small import Change, asked, small


def broken(name: str, *changes: Change) -> tuple[Game, Reached]:
    """A match of the small game, with changes, that breaks the obligation of that name."""
    game = small(changes)
    found = reached(game, [o for o in asked(game, [], name).found if o.expect == "unsat"])
    assert name in found
    ready = Game(game, {k: game.word(game.options[k].type, v) for k, v in found[name].options.items()})
    return ready, found[name]


def last_two(ready: Game, one: Reached) -> list[State]:
    """The states at the end of its record."""
    assert one.record is not None
    assert records.parse([line.encode() for line in records.lines(one.record)]) == one.record
    return [state for _, state in deque(records.replay(one.record, ready), maxlen=2)]


def test_a_position_without_a_move() -> None:
    ready, one = broken(
        "play: somebody has a move",
        ("    needs allowed: c in legal(turn!)", "    needs allowed: c in legal(turn!) and c.rank != jack"),
    )
    end = last_two(ready, one)[-1]

    assert end.plain == one.at
    assert not end.over
    assert not end.actions()
    assert one.record is not None
    assert len(one.record.events) <= 11


def test_a_step_that_a_statement_forbids() -> None:
    """The second card of a trick, of another suit than was led, though that suit is held."""
    change = ("  follow: c.suit = led.suit when led != none\n", "")
    ready, one = broken("follows on play.put", change)
    before, after = last_two(ready, one)

    assert (before.plain, after.plain) == (one.before, one.at)
    assert one.done is not None
    assert one.done.name == "put"
    body = ready.rules.claims["follows"].body
    assert not Evaluator(ready.rules, ready.option_values, one.at, one.before).truth(body, {})


def test_an_automatic_step_that_a_statement_forbids() -> None:
    _, one = broken(
        "dealers on next_deal", ("    dealer := left(dealer)\n    go looking", "    dealer := left(left(dealer))\n    go looking")
    )

    assert one.done is None
    assert one.before is not None
    assert (one.before.phase, one.at.phase) == ("next_deal", "looking")


def test_a_step_is_not_blamed_for_another() -> None:
    """What only playing a card changes is not held against daring, in the same phase."""
    dares = "step dares on play.dare: done = 1 and was not_bold"
    on_dare, on_put = (small(((dares, f"step dares on play.{act}: led = was led"),)) for act in ("dare", "put"))

    assert not reached(on_dare, asked(on_dare, [], "dares on play.dare").found)
    assert reached(on_put, asked(on_put, [], "dares on play.put").found)


AFTER_DEAL: tuple[Change, ...] = (
    ("by 1\n  go naming", "by 1\n  if peeked = ace of clubs: go beginning\n  else: go naming"),
    (
        "  leader := left(dealer)\n  turn   := left(dealer)\n  go play",
        "  leader := left(speaker!)\n  turn   := left(dealer)\n  go play",
    ),
)


@pytest.mark.parametrize(
    ("name", "changes", "what"),
    [
        ("reckon: line 172 has a value", (("  goal[side]: 0..26 = 13", "  goal[side]: 0..13 = 13"),), "is not in 0..13"),
        ("beginning: line", AFTER_DEAL, "this is none here"),
        ("play.put: condition in line", (("c in legal(turn!)", "c in legal(turn!) and turn! != last!"),), "this is none here"),
    ],
)
def test_rules_that_give_no_answer(name: str, changes: tuple[Change, ...], what: str) -> None:
    """The match ends there, and playing its record again says so with the line; also where chance was asked in the same step."""
    obligation = next(o for o in asked(small(changes), [], name).found if o.kind in ("defined", "guard defined"))
    ready, one = broken(obligation.name, *changes)

    assert what in one.fault
    assert f":{obligation.at.line} " in one.fault
    assert one.before is None
    if obligation.kind == "defined":
        with pytest.raises(records.RecordError, match="the rules do not say how to go on"):
            last_two(ready, one)
    else:
        assert last_two(ready, one)[-1].plain == one.at


def test_what_a_seat_may_not_see_decides() -> None:
    """Two positions: the first is that of the match, the second looks the same to the seat."""
    change = ("    needs held: some c in hand[left(dealer)]: c.suit = t", "    needs held: some c in stock: c.suit = t")
    name = "naming.name: A can tell whether he may"
    ready, one = broken(name, change)
    state = last_two(ready, one)[-1]

    assert state.plain == one.at
    assert one.other is not None
    other = State(ready, ready.engine.layout.pack(one.other), state._fortune)
    assert view(other, "A") == view(state, "A")
    assert other.actions() != state.actions()


def test_a_position_of_the_solver_is_a_plain_one_but_for_what_matters() -> None:
    """Nothing keeps the marks low any more: no match is shown, for there is none, but a position in which nothing else is odd."""
    changes = (
        (
            "invariant below_four in lots, looking, choosing, dealing, naming, calling, beginning, play, collect, reckon:\n  all x in side: marks[x] <= 3\n",
            "",
        ),
        ("invariant five_most in next_deal, over: all x in side: marks[x] <= 5\n", ""),
    )
    game = small(changes)
    marks = asked(game, [], "reckon: line 171 has a value")
    (one,) = counterexamples(marks.model, [exactly(marks.model, o) for o in marks.found], BUDGET)
    plain = plain_position(game, "reckon")

    assert (one.reached, one.match, one.replayed) == ("", (), True)
    assert "is not in 0..5" in one.doing
    assert plain is not None
    odd = dict(set(one.before) - set(written(game, plain)))
    assert any(name.startswith("marks") for name in odd)
    assert len(odd) <= 4
