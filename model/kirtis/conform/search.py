"""Looking for decisions that touch every mark: matches are played, what is new is looked at, and the search goes on from what is rare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from kirtis.conform.look import Looked, look
from kirtis.conform.wander import Decision, Wanderer
from kirtis.conform.watch import Marks
from kirtis.language import Game as Rules
from kirtis.play.game import option_word

ROUNDS = 6
FIRST, LATER = 700, 200
"""How many decisions are looked at, at first and in each round."""

EFFORT = 12_000
"""How many decisions a round plays."""


def search(rules: Rules, seed: str, done: Callable[[float], object] = lambda part: None) -> tuple[Marks, list[Looked]]:
    """Decisions of random matches, each looked at; the same for the same rules and seed."""
    marks = Marks(rules)
    wanderer = Wanderer(rules, seed)
    found: list[Looked] = []
    counts: Counter[str] = Counter()

    def see(decisions: list[Decision], most: int) -> None:
        decisions.sort(key=wanderer.rare)
        for decision in decisions[:most]:
            looked = look(marks, decision)
            counts.update(looked.offer | looked.step)
            found.append(looked)

    see(wanderer.begin(), FIRST)
    for n in range(ROUNDS):
        done((n + 1) / (ROUNDS + 1))
        weight = {one.decision: sum(1 / counts[mark] for mark in one.offer | one.step) for one in found}
        see(wanderer.go_on(weight, EFFORT), LATER)
        if n % 3 == 2:
            # An option may matter where nothing else is new: play by it alone, and look at all afresh.
            for name, option in rules.options.items():
                for value in rules.values(option.type):
                    mark = f"option {name}={rules.word(option.type, value)}"
                    if mark in marks.all and mark not in counts and len(rules.values(option.type)) <= 4:
                        see(wanderer.under({name: option_word(rules, name, int(value or 0))}, EFFORT // 3, anew=True), LATER // 2)
    return marks, found
