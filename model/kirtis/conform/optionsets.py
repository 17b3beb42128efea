"""The sets of options that matches are played under."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kirtis.language import Game as Rules
from kirtis.language.game import Option
from kirtis.play.game import OptionWord, option_word

FEW = 4
"""Options with more values than this are not tried one value at a time."""


def small(rules: Rules) -> list[Option]:
    """The options whose values are tried alone."""
    return [option for option in rules.options.values() if len(rules.values(option.type)) <= FEW]


def against(rules: Rules, option: Option) -> Iterator[tuple[int | bool, int | bool]]:
    """Every value of an option, and the one that it is held against: the default, and against this the first other."""
    values = [v for v in rules.values(option.type) if v is not None]
    default = option.default
    yield from ((value, default if value != default else next(v for v in values if v != default)) for value in values)


def choices(rules: Rules, random: Random, sets: int) -> Iterator[dict[str, OptionWord]]:
    """Options for the matches: first as usual, then so that every value of every option comes about, in many combinations."""
    yield {}
    if not rules.options:
        return
    rows = max(sets, *(len(rules.values(o.type)) for o in rules.options.values()))
    columns: dict[str, list[int | bool]] = {}
    for option in rules.options.values():
        values = [v for v in rules.values(option.type) if v is not None]
        column = [values[n % len(values)] for n in range(rows)]
        random.shuffle(column)
        columns[option.name] = column
    for n in range(rows):
        yield {
            name: option_word(rules, name, column[n])
            for name, column in columns.items()
            if column[n] != rules.options[name].default
        }
