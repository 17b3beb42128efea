"""Decisions of usual matches after which something missing would have come about, had one option been otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kirtis.conform import steps
from kirtis.conform.look import Looked, outcomes
from kirtis.conform.marks import Marks
from kirtis.conform.wander import Decision
from kirtis.conform.watch import Watcher
from kirtis.play.faults import RuleError
from kirtis.play.game import OptionWord, option_values, option_word
from kirtis.play.position import Position

MOST_VALUES = 4
"""Options with more values than this are left out."""


def nearly(marks: Marks, counts: Counter[str], found: list[Looked]) -> Iterator[tuple[dict[str, OptionWord], list[Decision]]]:
    """Each option with another value, and the decisions that would come by a statement of an automatic phase that none has come by."""
    rules, passed = marks.game, dict[Decision, list[Position]]()
    for name, option in rules.options.items():
        missing = {mark for mark in marks.under.get(name, ()) if mark.startswith("phase ") and not counts[mark]}
        phases = {mark.split()[1] for mark in missing}
        for value in rules.values(option.type) if missing and len(rules.values(option.type)) <= MOST_VALUES else ():
            if value == option.default:
                continue
            options = {name: option_word(rules, name, int(value or 0))}
            chosen, close = option_values(rules, options), list[Decision]()
            for one in found:
                if one.decision.match.options or not any(
                    mark.split()[1] in phases for mark in one.step if mark.startswith("phase ")
                ):
                    continue
                positions = passed.get(one.decision)
                if positions is None:
                    positions = passed[one.decision] = _passed(one.decision)
                if any(_comes_by(marks, chosen, position, missing) for position in positions if position.phase in phases):
                    close.append(one.decision)
            yield options, close


def _passed(decision: Decision) -> list[Position]:
    """The positions that automatic phases stood before, after a decision."""
    game = decision.match.game
    passed = steps.after(game, decision.state, decision.action, outcomes(decision))
    return [game.engine.layout.unpack(numbers) for numbers in passed[:-1]]


def _comes_by(marks: Marks, options: dict[str, int | bool], position: Position, missing: set[str]) -> bool:
    watcher = Watcher(marks, options, position)
    try:
        watcher.follow(marks.game.phases[position.phase].body, {})
    except RuleError:
        return False
    return not missing.isdisjoint(watcher.seen)


__all__ = ["nearly"]
