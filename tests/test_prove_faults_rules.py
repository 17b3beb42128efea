"""Faults planted in rules and claims: each is refuted, where it is."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from kirtis.language.settle import settled
from kirtis.prove.infer import infer
from kirtis.prove.model import Model
from kirtis.prove.obligations import obligations
from kirtis.prove.report import Report, outcome
from kirtis.prove.solve import decide
from prove.small import Change, asked, check, kiksas, kiksas_facts, proposals, refuted, report, small


@dataclass(frozen=True)
class Planted:
    """A fault: what is changed, and the beginning of the name of an obligation, or a claim, that must be refuted."""

    name: str
    expect: str
    changes: tuple[Change, ...]


def planted(name: str, expect: str, *texts: str) -> Planted:
    return Planted(name, expect, tuple(zip(texts[::2], texts[1::2], strict=True)))


SMALL = [
    planted("a card moved from a place where it is not", "choosing.keep: line", "move peeked! from stock", "move peeked! from hand[dealer]"),
    planted("a card moved that may be none", "choosing.keep: line", "  draw peeked from stock\n  go choosing", "  go choosing", "phase looking chance", "phase looking auto"),
    planted("a card laid where one lies", "play.put: line", "  move all table to taken[side(taker)]\n", ""),
    planted("a trick that loses itself", "collect: keeps one_done", "  if done = 1: go reckon\n  else: go play", "  if done = 0: go reckon\n  else: go play"),
    planted("a row dropped", "reckon: line", "  | king   | -              || 3 |\n", "  | king   | yes            || 3 |\n"),
    planted("a row that asks too little", "table outcome in reckon: no two rows", "| 2            | yes  | -  ", "| 2            | -    | yes"),
    planted("a row that is dead", "table outcome: row", "| bold | voice = loud ||", "| bold | done = 2     ||"),
    planted("rows that overlap for one value of an option", "table outcome in reckon: no two rows", "| 1            | -    | yes          ||", "| 1            | -    | not (dear)   ||"),
    planted("two cards of equal strength", "round trick: no two cards", "4 + trumps(c.rank) if", "4 + min(trumps(c.rank), 3) if"),
    planted("an order swapped", "queen_takes", "order trumps = queen > ace > king", "order trumps = ace > queen > king"),
    planted("an order swapped lower down", "no_higher_trump", "4 + trumps(c.rank)", "4 + plain(c.rank)"),
    planted("the trick to the wrong suit", "takes_by_suit", "  plain(c.rank)      if c.suit = led.suit\n  0                  otherwise", "  plain(c.rank)      if c.suit != led.suit\n  0                  otherwise"),
    planted("trumps that do not beat", "no_higher_trump", "4 + trumps(c.rank) if c.suit = trump", "trumps(c.rank) if c.suit = trump", "0..8 =", "0..4 ="),
    planted("a guard that is too weak", "follows", "needs allowed: c in legal(turn!)", "needs allowed: c in hand[turn!]"),
    planted("a guard that allows anything", "play.put: line", "needs allowed: c in legal(turn!)", "needs allowed: not (c in hand[turn!])"),
    planted("a guard dropped", "dares", "    needs not_yet: not bold\n", ""),
    planted("a guard weakened", "bold_after_one", "needs first_won: tricks[side(s)] = 1", "needs first_won: tricks[side(s)] <= 1"),
    planted("a guard without a value", "play.dare: condition in line", "needs first_won: tricks[side(s)] = 1", "needs first_won: tricks[side(last!)] = 1"),
    planted("a guard that comes too late", "play.put: condition in line", "when led != none\n  ruff", "when led!.suit = led!.suit\n  ruff"),
    planted("a range too small", "reckon: line", "goal[side]: 0..26 = 13", "goal[side]: 0..12 = 12"),
    planted("a range too small by one", "reckon: line", "marks[side]: 0..5 = 0", "marks[side]: 0..4 = 0"),
    planted("a result out of its range", "reckon: line", "def points(x: side): 0..42", "def points(x: side): 0..12"),
    planted("a value that may be none", "naming.name: condition in line", "some c in hand[left(dealer)]: c.suit = t", "some c in hand[left(dealer)]: c.suit = trump!"),
    planted("nobody is to act", "calling: it is known who acts", "    speaker := left(dealer)\n    go calling", "    go calling"),
    planted("two writes at once", "collect: line", "  tricks[side(taker)] += 1\n", "  tricks[side(taker)] += 1\n  tricks[lone] += 1\n"),
    planted("no reset between deals", "beginning: keeps one_done", "    reset deal\n", ""),
    planted("cards not gathered", "all_gathered", "    gather stock\n", ""),
    planted("the wrong phase next", "collect: keeps one_done", "  if done = 1: go reckon\n  else: go play", "  if done = 1: go play\n  else: go reckon"),
    planted("the wrong seat next", "play.put: line", "else: turn := next(turn!)", "else: turn := next(next(turn!))"),
    planted("the goal from one’s own points", "theirs", "goal[x] := points(other(x))", "goal[x] := points(x)"),
    planted("wrong only with an option set", "reckon: line", "def loud_cost: 1..2 = 1 if dear else 2", "def loud_cost: 1..3 = 3 if dear else 2"),
    planted("the duty to follow dropped", "follows", "  follow: c.suit = led.suit when led != none\n", ""),
    planted("duties in the wrong order", "follows", "  follow: c.suit = led.suit when led != none\n  ruff:   c.suit = trump    when led != none\n", "  ruff:   c.suit = trump    when led != none\n  follow: c.suit = led.suit when led != none\n"),
    planted("a phase without a move", "naming: somebody has a move", "some c in hand[left(dealer)]: c.suit = t", "all c in hand[left(dealer)]: c.suit = t"),
    planted("the leader is another", "taker_leads", "  leader := taker\n", "  leader := left(taker)\n"),
    planted("the dealer stays", "dealers", "    dealer := left(dealer)\n", ""),
    planted("both sides pay", "one_side", "  marks[against] += cost\n", "  for x in side: marks[x] := min(5, marks[x] + cost)\n"),
    planted("figures struck out", "marks_grow", "    reset deal\n", "    reset deal\n    for x in side: marks[x] := 0\n"),
    planted("too few cards dealt", "two_each", "fill hand[s] to 2", "fill hand[s] to 1"),
    planted("more cards dealt than there are", "dealing: line", "    move peeked! from stock to hand[left(dealer)]\n", "    move all stock to hand[left(dealer)]\n"),
    planted("a wrong first value", "start: below_four", "marks[side]: 0..5 = 0", "marks[side]: 0..5 = 4"),
    planted("a wrong value after a reset", "one_done", "tricks[side]: 0..2 = 0", "tricks[side]: 0..2 = 1"),
    planted("a flag that is up at first", "bold_after_one", "bold:   bool = no", "bold:   bool = yes"),
    planted("a first value that an option makes too great", "start: the first value in line", "marks[side]: 0..5 = 0", "marks[side]: 0..5 = 0 + top", "option dear: bool = no", "option dear: bool = no\noption top: 0..9 = 0", "| late | žodis | word |\n", "| late | žodis | word |\n| top | žodis | word |\n"),
    planted("a value read before it is drawn", "start: dealer is written before lots", "  draw dealer from seat\n  go looking", "  draw dealer from seat\n  goal[side(dealer)] := 3\n  go looking"),
    planted("a value drawn at times only", "start: dealer is written before choosing", "  draw dealer from seat\n  go looking", "  if late: draw dealer from seat\n  go looking"),
    planted("the end comes too late", "below_four", "if some x in side: marks[x] >= 4: go over", "if some x in side: marks[x] >= 5: go over"),
    planted("the end comes for nothing", "four_at_end", "if some x in side: marks[x] >= 4: go over", "if some x in side: marks[x] >= 3: go over"),
    planted("a wrong sum", "pack_is_worth", "(sum worth(c) for c in card) = 23", "(sum worth(c) for c in card) = 24"),
    planted("a wrong sum over places", "shared", "(sum worth(c) for c in stock) = 23", "(sum worth(c) for c in stock) = 22"),
    planted("a card worth another number", "shared", "  | jack   | -              || 1 |", "  | jack   | -              || 2 |"),
    planted("an example that is wrong", "worth_a_queen", "worth(queen of hearts) = 2", "worth(queen of hearts) = 3"),
    planted("a claim too strong by one", "five_most", "all x in side: marks[x] <= 5", "all x in side: marks[x] <= 4"),
    planted("a claim about too many phases", "two_left", "two_left in naming,", "two_left in dealing, naming,"),
    planted("a step claim about too many actions", "dares", "dares on play.dare:", "dares on play:"),
]  # fmt: skip
QUICK = {
    "a card moved from a place where it is not",
    "a row dropped",
    "a guard dropped",
    "a wrong first value",
    "a phase without a move",
}


def test_the_small_game_is_proved() -> None:
    found = report(small())
    assert {v.state for v in found.verdicts} == {"proved"}
    assert found.goes_round == ()
    assert set(found.claims().values()) == {"proved"}
    assert found.sound() == {v.name for v in found.verdicts}


@pytest.mark.parametrize("fault", [pytest.param(f, id=f.name, marks=() if f.name in QUICK else pytest.mark.slow) for f in SMALL])
def test_small(fault: Planted) -> None:
    found = report(small(fault.changes))
    assert not found.count("unknown")
    named = [v for v in found.verdicts if v.state == "refuted" and (v.name.startswith(fault.expect) or v.claim == fault.expect)]
    assert named, f"not refuted: {fault.expect}; but {refuted(found)}"
    assert check_exit(found) == 1
    for v in named:
        assert v.name not in found.sound()
        if v.claim:
            assert found.claims()[v.claim] == "refuted"


def check_exit(found: Report) -> int:
    return outcome([found])


def test_with_the_option_fixed_the_fault_is_none() -> None:
    """What is wrong only with an option set is refuted because options are open."""
    fault = next(f for f in SMALL if f.name == "wrong only with an option set")
    for dear, said in ((False, "unsat"), (True, "sat")):
        model = Model(settled(small(fault.changes), {"dear": dear}))
        (mine,) = [o for o in obligations(model) if o.name.startswith("reckon: line") and "outside 0..5" in o.what]
        assert decide(mine.text()).said == said


# -- a deal that does not end ----------------------------------------------------------------------------------------------

ENDLESS = {
    "a turn that comes back": ("else: speaker := left(speaker!)", "else: speaker := speaker"),
    "a phase that waits": ("    if speaker = dealer: go beginning\n    else: speaker := left(speaker!)", "    stay"),
    "a reset that does not always happen": ("    reset deal\n", "    if bold: reset deal\n"),
    "a measure that grows": ("calls_left: 3 if speaker", "calls_left: 0 if speaker"),
    "a measure without a value": (
        "calls_left: 3 if speaker = left(dealer)",
        "calls_left: 3 if speaker! = left(dealer) and last! = dealer",
    ),
}


def test_the_small_game_ends() -> None:
    assert check.planned(small(), infer(small(), list(proposals()))).goes_round == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDLESS)
def test_endless(name: str) -> None:
    found = report(small((ENDLESS[name],)))
    assert found.goes_round
    assert check_exit(found) == 1


# -- Kiksas ----------------------------------------------------------------------------------------------------------------

KIKSAS = [
    planted("a card moved from a pile where it is not", "judge.keep: line", "move peeked! from stock to hand[eldest]", "move peeked! from hand[second] to hand[eldest]"),
    planted("an ace worth ten", "pack_is_worth_128", "| ace    | -              || 11 |", "| ace    | -              || 10 |"),
    planted("two rows that overlap", "table outcome in score: no two rows", "| no  | no  | yes || 1 | stroke | recorders!", "| no  | -   | yes || 1 | stroke | recorders!"),
    planted("a row missing", "score: line", "  | yes | record | no  | yes | -   || swept_part | swept_dealer | recorders! | §KIK-20\n", ""),
    planted("trump queen and ace equal", "round trick: no two cards", "6 + trumps(c.rank)", "6 + min(trumps(c.rank), 5)"),
    planted("a duty dropped", "queen_led_first", "  lead_queen: c.rank = queen and c.suit = trump\n              when queen_due                        §KIK-11\n", ""),
    planted("thirteen figures forbidden", "score: line", "marks[side, figure]: 0..13", "marks[side, figure]: 0..12"),
    planted("a wrong first value", "start: under_twelve", "marks[side, figure]: 0..13 = 0", "marks[side, figure]: 0..13 = 4"),
    planted("a guard dropped", "two_lawful", "    needs all_taken: tricks[answerers] = done\n", ""),
    planted("the end one figure late", "under_twelve", "total(x) >= enough: go over", "total(x) > enough: go over"),
    planted("figures beyond all bounds with one option", "score: line", "marks[other(against), stroke] += 1", "marks[other(against), stroke] += 9"),
    planted("the wrong player sits out", "partner_sits_out", "soloist != none and s = partner(soloist!)", "soloist != none and s = left(soloist!)"),
    planted("Akis without the queen", "akis_queen", "    needs queen_held: queen of t in hand[speaker!]\n", ""),
    planted("the dealer stays after a recording", "dealers_rotate", "def after_record: seat = opener! if opening\n  else left(dealer)", "def after_record: seat = opener! if opening\n  else dealer"),
    planted("the last trick worth nine", "shares_138", "  10 if done = 6 and side(last) = x", "  9 if done = 6 and side(last) = x"),
    planted("the goals from half the deals", "goals_138", "and next_part = answer:", "and next_part = answer and not queen_led:"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("fault", KIKSAS, ids=lambda f: f.name)
def test_kiksas(fault: Planted) -> None:
    """What is assumed are the invariants of the unchanged game: refuted with them is refuted with fewer."""
    found = asked(kiksas(fault.changes), list(kiksas_facts()), fault.expect).found
    assert found, f"no obligation is called {fault.expect}"
    said = {o.name: decide(o.text()).said for o in found}
    assert "sat" in said.values(), said
    unchanged = asked(kiksas(), list(kiksas_facts()), fault.expect).found
    assert all(decide(o.text()).said == "unsat" for o in unchanged)
