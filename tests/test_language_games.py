"""The hard parts of the other games of the collection, each said in the language as its rulebook will have to say it."""

from __future__ import annotations

import pytest

from faults.frames import game

KARAVAS = """
deck
  suits clubs spades hearts diamonds
  ranks ace ten king queen jack nine eight seven
option cap: cards_in_hand | fourteen = cards_in_hand
option even_simple: bool = no

state deal
  trump: suit? = none
  called: 0..14 = 0
  holder: seat? = none
  opener: seat? = none
  passed[seat]: bool = no
  attackers: side? = none

def eldest: seat = left(dealer)
def lasting(c: card): bool = c.rank in {queen, jack}
def holds(s: seat, t: suit): 0..14 = count c in hand[s] where lasting(c) or c.suit = t
def most: 0..14 = 8 if cap = cards_in_hand else 14
def after(s: seat): seat =
  left(s)             if not passed[left(s)]
  left(left(s))       if not passed[left(left(s))]
  left(left(left(s))) otherwise
def alone(s: seat): bool = all t in seat: t = s or passed[t]

phase auction by turn!
  act call(n: 1..14)
    needs higher: n > called and n <= most
    called := n
    holder := turn
    if opener = none: opener := turn
    if alone(turn!): go naming
    else: turn := after(turn!)
  act mano
    needs first_caller: turn = opener
    needs of_the_others: holder != none and side(holder!) != side(turn!)
    holder := turn
    turn   := after(turn!)
  act pass
    passed[turn!] := yes
    if alone(turn!): go simple
    elif holder != none and (all t in seat: t = turn or t = holder or passed[t]): go naming
    else: turn := after(turn!)

phase naming by holder!
  act name(t: suit)
    needs enough: t = diamonds or holds(holder!, t) >= called
    trump     := t
    attackers := side(holder)
    go reckon

phase simple auto
  trump := diamonds
  go reckon

table worth(c: card)
  | c.rank || worth: 0..11 |
  | ace    || 11 |
  | ten    || 10 |
  | king   || 4  |
  | queen  || 3  |
  | jack   || 2  |
  | nine, eight, seven || 0 |
def eyes(x: side): 0..352 = sum worth(c) for c in taken[x]
def winner: side? =
  AC   if eyes(AC) > 60
  BD   if eyes(BD) > 60
  none otherwise
def dry: bool = some x in side: eyes(x) <= 30

table reckoning
  | attackers  | winner            | trump = diamonds | dry || gain: 0..8 | again: bool |
  | none       | none              | -   | -   || 0 | even_simple |
  | none       | not (none)        | -   | no  || 1 | no  |
  | none       | not (none)        | -   | yes || 2 | no  |
  | not (none) | none              | -   | -   || 0 | yes |
  | not (none) | attackers         | no  | no  || 1 | no  |
  | not (none) | attackers         | no  | yes || 2 | no  |
  | not (none) | attackers         | yes | no  || 2 | no  |
  | not (none) | attackers         | yes | yes || 4 | no  |
  | not (none) | other(attackers)  | no  | no  || 2 | no  |
  | not (none) | other(attackers)  | no  | yes || 4 | no  |
  | not (none) | other(attackers)  | yes | no  || 4 | no  |
  | not (none) | other(attackers)  | yes | yes || 8 | no  |

phase reckon auto
  if again: go naming
  else:
    score[winner!] += gain
    go over
"""

OZKA = """
type loss = plain_loss | jonas | dry
type figure = nothing | glasses | saw | goat
type mood = calm | after_glasses | after_saw
order natural = ace > ten > king > nine
order high of card = queen of clubs > queen of spades > queen of hearts > queen of diamonds > jack of clubs > jack of spades > jack of hearts > jack of diamonds

state match
  debtor: side? = none
  debt: 0..2 = 0
  fresh: bool = no
  just: mood = calm
  whose: side? = none
  drawn[side, figure]: tally = 0

def court(c: card): bool = c.rank = queen or c.rank = jack
def trumping(c: card): bool = c.suit = diamonds or court(c)
def strength(c: card): 0..30 =
  20 + high(c)         if court(c)
  10 + natural(c.rank) if c.suit = diamonds
  natural(c.rank)      if c.suit = led.suit
  0                    otherwise

def legal(s: seat): cards = hand[s] if led = none else answer(s, led!)
def answer(s: seat, d: card): cards =
  first of ({c in hand[s] where trumping(c)}, hand[s]) if court(d)
  first of ({c in hand[s] where c.suit = diamonds and not court(c)}, {c in hand[s] where court(c)}, hand[s]) if d.suit = diamonds
  first of ({c in hand[s] where c.suit = d.suit and not court(c)},
    {c in hand[s] where trumping(c)}, hand[s]) otherwise

def weight(z: loss): 0..2 =
  1 if z = plain_loss
  2 if z = jonas
  0 otherwise
def owed(loser: side): 0..2 = debt if debtor = loser else 0

table entry(loser: side, z: loss)
  | z                 | just if whose = loser else calm | z = jonas and fresh and debtor = loser | debtor = other(loser) | owed(loser) + weight(z) >= 3 | debt <= weight(z) || drawing: figure | line: bool | still: 0..2 |
  | dry               | -             | -   | -   | -   | -   || goat    | no  | debt |
  | plain_loss, jonas | after_saw     | -   | -   | -   | -   || goat    | no  | debt |
  | plain_loss, jonas | after_glasses | -   | -   | -   | -   || saw     | yes | 0    |
  | plain_loss, jonas | calm          | yes | -   | -   | -   || saw     | yes | 0    |
  | plain_loss, jonas | calm          | no  | no  | yes | -   || glasses | yes | 0    |
  | plain_loss, jonas | calm          | no  | no  | no  | -   || nothing | no  | owed(loser) + weight(z) |
  | plain_loss, jonas | calm          | no  | yes | -   | yes || nothing | yes | 0    |
  | plain_loss, jonas | calm          | no  | yes | -   | no  || nothing | no  | debt - weight(z) |

phase result by dealer
  act lose(loser: side, z: loss)
    let f = drawing(loser, z)
    drawn[loser, f] += 1
    debt   := still(loser, z)
    debtor := none if still(loser, z) = 0 else debtor if debtor = other(loser) or z = dry else loser
    fresh  := z = jonas and f = nothing and debtor != other(loser)
    if f = glasses:
      just  := after_glasses
      whose := loser
    else:
      just  := calm
      whose := none
"""

SIXTY_SIX = """
seats A B
sides first_side = A, second_side = B
deck
  suits clubs spades hearts diamonds
  ranks ace ten king queen jack nine
order plain = ace > ten > king > queen > jack > nine
option claim_when: own_turn | own_lead = own_turn
zones
  turned: one seen by all
  taken[x: side] seen by nobody
  hand[s: seat] seen by v if v = s
  table[s: seat]: one seen by all
state match
  score[side]: 0..9 = 0
state deal
  trump: suit? = none
  tricks[side]: 0..12 = 0
  pairs[side]: 0..100 = 0
  victor: side? = none
def strength(c: card): 0..12 =
  6 + plain(c.rank) if c.suit = trump
  plain(c.rank)     if c.suit = led.suit
  0                 otherwise
round trick on table
  leader leader
  turn turn
  won by strength
def stock_gone: bool = turned = none
duties legal(s: seat) for c in hand[s]
  follow: c.suit = led.suit when led != none and stock_gone
  ruff:   c.suit = trump    when led != none and stock_gone
def eyes(x: side): 0..400 = (sum plain(c.rank) for c in taken[x]) + pairs[x]
phase dealing chance
  fill hand[s] to 6 from stock for s in seat by 2
  go turning
phase turning chance
  fill turned to 1 from stock
  go opening
phase opening auto
  trump  := turned.suit
  leader := left(dealer)
  turn   := left(dealer)
  go play
phase play by turn!
  act put(c: card)
    needs allowed: c in legal(turn!)
    move c from hand[turn!] to table[turn!]
    if turn = leader: turn := next(turn!)
    else: go take
  act pair(t: suit)
    needs leading: led = none
    needs a_trick: tricks[side(turn!)] > 0
    needs both_held: queen of t in hand[turn!] and king of t in hand[turn!]
    pairs[side(turn!)] += 40 if t = trump else 20
    move queen of t from hand[turn!] to table[turn!]
    turn := next(turn!)
  act claim by s
    needs in_time: s = turn and (claim_when = own_turn or led = none)
    victor := side(s) if eyes(side(s)) >= 66 else other(side(s))
    go scoring
phase take auto
  move all table to taken[side(taker)]
  tricks[side(taker)] += 1
  leader := taker
  turn := taker
  if all s in seat: empty(hand[s]):
    victor := side(taker)
    go scoring
  elif not stock_gone: go draw_first
  else: go play
phase draw_first chance
  fill hand[turn!] to 6 from stock
  go draw_second
phase draw_second chance
  if not empty(stock): fill hand[left(turn!)] to 6 from stock
  else: move turned! from turned to hand[left(turn!)]
  go play
table prize
  | eyes(other(victor!)) >= 33 | tricks[other(victor!)] = 0 || prize: 0..3 |
  | yes | -   || 1 |
  | no  | no  || 2 |
  | no  | yes || 3 |
phase scoring auto
  score[victor!] += prize
  go over
"""

ASTUONKOJIS = """
seats A B C D E F, 2 to 6
deck
  suits clubs spades hearts diamonds
  ranks ace king queen jack ten nine eight seven six five four three two
  jokers red black
  copies 2
order natural = ace > king > queen > jack > ten > nine > eight > seven > six > five > four > three > two
type leg = first_leg | second_leg | third_leg | fourth_leg | fifth_leg | sixth_leg | seventh_leg | eighth_leg
zones
  turned: one seen by all
  hand[s: seat] seen by v if v = s
  leg_of[l: leg]: pile seen by all
state match
  points[seat]: tally = 0
state deal
  trump: suit? = none
  placed: 0..108 = 0
  mine: leg? = none

def trumping(c: card): bool = c.suit != none and c.suit = trump
def covers(c: card, t: card): bool =
  c.rank = seven                        if t.rank = joker
  c.rank = two and c.suit = t.suit or c.rank = joker if t.rank = ace
  natural(c.rank) > natural(t.rank) and c.suit = t.suit or c.rank = seven or trumping(c) and not trumping(t) otherwise
def fits(c: card, l: leg): bool =
  top(leg_of[l]) != none and covers(c, top(leg_of[l])!)
def open_trumps: 0..8 = count l in leg where top(leg_of[l]) != none and trumping(top(leg_of[l])!)
def can_place(s: seat): bool = some c in hand[s]: some l in leg: fits(c, l)

phase place by turn!
  act put(c: card, l: leg)
    needs held: c in hand[turn!]
    needs fitting: fits(c, l)
    move c from hand[turn!] to leg_of[l]
    placed += 1
    mine := l
  act done
    needs trumps_covered: open_trumps <= 4 or not can_place(turn!)
    points[turn!] += placed
    if no s in seat: can_place(s): go over
    else:
      turn := left(turn!)
      placed := 0
      mine := none
"""

TRIKIKSIS = """
seats A B C
sides lone, allied where side(s) = lone if s = declarer else allied
zones
  taken[x: side] seen by nobody
state match
  points[seat]: 0..200 = 0
state deal
  declarer: seat? = none
  tricks[side]: 0..8 = 0
order plain = ace > ten > king > queen > jack > nine
deck
  suits clubs spades hearts diamonds
  ranks ace ten king queen jack nine
zones
  hand[s: seat] seen by v if v = s
  table[s: seat]: one seen by all
def allies: set of seat = {s in seat where side(s) = allied}
phase bidding by turn!
  act declare
    declarer := turn
    go reckon
phase reckon auto
  for s in seat: points[s] := min(200, points[s] + tricks[side(s)])
  go over
"""


@pytest.mark.parametrize(
    ("rule", "seats"),
    [(KARAVAS, None), (OZKA, None), (SIXTY_SIX, None), *((ASTUONKOJIS, n) for n in range(2, 7)), (TRIKIKSIS, None)],
    ids=["karavas", "ozka", "sixty-six", *(f"astuonkojis-{n}" for n in range(2, 7)), "trikiksis"],
)
def test_the_hard_parts_of_a_game(rule: str, seats: int | None) -> None:
    assert game(rule, seats=seats).name == "frame"
