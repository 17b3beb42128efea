"""How proving grows with the size of the pack and with the number of options.

The same plain trick game for four is checked from nothing with 16, 24, 32 and 52 cards, and with 24 cards and more and more options, one
process, processor time. Each option lets a rank count for nothing. The ratio is to the smallest of each row.
"""

from __future__ import annotations

import time

RANKS = ("ace", "ten", "king", "queen", "jack", "nine", "eight", "seven", "six", "five", "four", "three", "two")
PACKS, OPTIONS = (16, 24, 32, 52), (0, 2, 4, 8)

WORDS = """stock hand table taken dealer leader turn trump tricks follow ruff lots dealing play put allowed collect over"""


def text(cards: int, options: int) -> str:
    """The rules and statements of the game, as a rulebook."""
    ranks = RANKS[: cards // 4]
    chosen = [f"plain_{rank}" for rank in ranks[:options]]
    worth = "\n".join(
        [f"  0 if c.rank = {rank} and plain_{rank}" for rank in ranks[:options]]
        + [f"  {len(ranks) - n} if c.rank = {rank}" for n, rank in enumerate(ranks)]
    )
    rules = f"""
seats A B C D
sides ac = A C, bd = B D

deck
  suits clubs spades hearts diamonds
  ranks {" ".join(ranks)}

order height = {" > ".join(ranks)}

zones
  stock               seen by nobody
  hand[s: seat]       seen by v if v = s
  table[s: seat]: one seen by all
  taken[x: side]      seen by nobody

start lots with stock

state match
  dealer: seat
state deal
  leader: seat? = none
  turn:   seat? = none
  trump:  suit? = none
  tricks[side]: 0..{len(ranks)} = 0

{"".join(f"option {o}: bool = no{chr(10)}" for o in chosen)}
def strength(c: card): 0..40 =
  20 + height(c.rank) if c.suit = trump
  height(c.rank)      if c.suit = led.suit
  0                   otherwise

def worth(c: card): 0..13 =
{worth}
  0 otherwise

def points(x: side): 0..400 = sum worth(c) for c in taken[x]
def done: 0..{2 * len(ranks)} = tricks[ac] + tricks[bd]

duties legal(s: seat) for c in hand[s]
  follow: c.suit = led.suit when led != none
  ruff:   c.suit = trump    when led != none

round trick on table
  leader leader
  turn turn
  won by strength

phase lots chance
  draw dealer from seat
  go dealing

phase dealing chance
  fill hand[s] to {len(ranks)} from stock for s in seat by 1
  draw trump from suit
  leader := left(dealer)
  turn := left(dealer)
  go play

phase play by turn!
  act put(c: card)
    needs allowed: c in legal(turn!)
    move c from hand[turn!] to table[turn!]
    if next(turn!) = leader: go collect
    else: turn := next(turn!)

phase collect auto
  move all table to taken[side(taker)]
  tricks[side(taker)] += 1
  leader := taker
  turn   := taker
  if done = {len(ranks) - 1}: go over
  else: go play

phase over end
"""
    claims = f"""
invariant cards_left in play: all s in seat:
  size(hand[s]) + done + (1 if table[s] != none else 0) = {len(ranks)}
invariant one_more in play, collect: done < {len(ranks)}
invariant tricks_left in collect: all s in seat: size(hand[s]) + done + 1 = {len(ranks)}
invariant empty_stock in play, collect, over: size(stock) = 0
theorem all_points in over: points(ac) + points(bd) = (sum worth(c) for c in card)
theorem all_tricks in over: done = {len(ranks)}
theorem trump_wins in collect: all s in seat: table[s]!.suit = trump implies table[taker]!.suit = trump
step follows on play.put:
  was led != none and table[was turn!]!.suit != was led.suit implies
    (no c in was hand[was turn!]: c.suit = was led.suit)
step leads on collect: phase = play implies leader = was taker
"""
    words = "\n".join(f"| {w} | žodis | word |" for w in (*WORDS.split(), *chosen))
    return f"""# Scale

::::{{game}} scale
:lt: Mastelis
:en: Scale
:version: 1.0
:ids: SCA
:sentences: S1.1

:::{{lt}}
Žaidimas matavimams.
:::
:::{{en}}
A game to measure with.
:::
::::

::::{{clause}} SCA-1
:lt: Taisyklės
:en: The rules
:source: S1.1

:::{{lt}}
Žaidžia keturi.
:::
:::{{en}}
Four play.
:::

```{{rule}}
{rules}
```

```{{claim}}
{claims}
```
::::

::::{{words}}
| name | lt | en |
|---|---|---|
{words}
::::
"""


def proved(cards: int, options: int) -> tuple[float, float, int, int]:
    """Seconds of processor time to plan and to decide, how many obligations there are, and how many stay open."""
    from kirtis.language.load import from_text
    from kirtis.prove.asking import Asking
    from kirtis.prove.check import plan
    from kirtis.prove.exactly import exactly
    from kirtis.prove.ledger import Ledger

    game = from_text(text(cards, options), "scale.md")
    begun = time.process_time()
    made = plan(game)
    planned = time.process_time() - begun
    ask = Asking(Ledger(None))
    answers = ask.answers(made.obligations)
    again = [exactly(made.model, o) for o in made.obligations if o.expect == "unsat" and answers[o.name].said == "sat"]
    answers |= ask.answers(again)
    left = sum(answers[o.name].said != o.expect for o in made.obligations)
    return planned, time.process_time() - begun - planned, len(made.obligations), left


def main(seconds: float, rounds: int) -> None:
    """Measure, and print."""
    del seconds, rounds
    for title, sizes in (("cards", [(n, 0) for n in PACKS]), ("options", [(24, n) for n in OPTIONS])):
        print(f"scale: a plain trick game for four, by the number of {title}; seconds of processor time, one process")
        first = 0.0
        for cards, options in sizes:
            planned, decided, count, left = proved(cards, options)
            first = first or planned + decided
            n = cards if title == "cards" else options
            print(
                f"  {n:3} {title:8} {count:4} obligations ({left} open)  planning {planned:6.1f} s  deciding {decided:6.1f} s  {(planned + decided) / first:5.2f} ×",
                flush=True,
            )
