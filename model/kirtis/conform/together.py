"""Options that lead to a statement only together: one is asked inside what another leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from kirtis.conform.marks import Marks
from kirtis.language.game import Game
from kirtis.language.nodes import And, Compare, Const, Expr, Implies, Not, OptionValue, Or, Statement, When
from kirtis.language.types import BOOL
from kirtis.language.walk import walk
from kirtis.play.evaluate import Evaluator
from kirtis.play.game import OptionWord, option_word
from kirtis.play.position import Position

ASKING = (OptionValue, Const, Compare, Not, And, Or, Implies)
"""What a test consists of that asks for options and nothing else."""

NOWHERE = Position("", {}, {})
"""Such a test can be worked out in any position."""


def together(marks: Marks, counts: Counter[str]) -> Iterator[tuple[str, str, dict[str, OptionWord]]]:
    """Statements not met that need several options otherwise than usual: a mark, the innermost of the options, and all of them."""
    rules = marks.game
    for phase in rules.phases.values():
        for body in (phase.body, *(act.body for act in phase.actions)):
            for one, tests in _paths(body, ()):
                made = (marks.done.get(id(one)), marks.news.get(id(one)))
                missing = [mark.name for mark in made if mark is not None and mark.name not in counts]
                if missing and (options := _needed(rules, tests)):
                    yield missing[0], list(options)[-1], options


def _paths(body: tuple[Statement, ...], tests: tuple[Expr, ...]) -> Iterator[tuple[Statement, tuple[Expr, ...]]]:
    """The statements of a block, each with the tests that lead to it and ask for options alone."""
    for one in body:
        if not isinstance(one, When):
            yield one, tests
            continue
        before = tests
        for test, inner in one.branches:
            asked = test is not None and all(isinstance(node, ASKING) for node in walk(test))
            yield from _paths(inner, (*before, test) if asked and test is not None else before)
            if asked and test is not None:
                before = (*before, Not(test, BOOL, test.at))


def _needed(rules: Game, tests: tuple[Expr, ...]) -> dict[str, OptionWord]:
    """The fewest options to choose otherwise for the tests to hold, where they are two or more."""
    names = list(dict.fromkeys(one.name for test in tests for one in walk(test) if isinstance(one, OptionValue)))
    if len(names) < 2:
        return {}
    found = []
    for values in product(*(rules.values(rules.options[name].type) for name in names)):
        chosen = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        read = Evaluator(rules, chosen, NOWHERE)
        if all(read.truth(test) for test in tests):
            found.append({n: option_word(rules, n, v) for n, v in chosen.items() if v != rules.options[n].default})
    fewest = min(found, key=len, default={})
    return fewest if len(fewest) > 1 else {}


__all__ = ["together"]
