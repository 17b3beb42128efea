"""Decisions of usual matches after which something missing would have come about, had one option been otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kirtis.conform import steps
from kirtis.conform.look import Looked, outcomes
from kirtis.conform.marks import Marks
from kirtis.conform.optionsets import small
from kirtis.conform.wander import Decision
from kirtis.conform.watch import Watcher
from kirtis.play.faults import RuleError
from kirtis.play.game import OptionWord, option_values, option_word
from kirtis.play.position import Position


def nearly(marks: Marks, counts: Counter[str], found: list[Looked]) -> Iterator[tuple[dict[str, OptionWord], list[Decision]]]:
    """Each option with another value, and the decisions that would come by a statement of an automatic phase that none has come by."""
    rules, passed = marks.game, dict[Decision, list[Position]]()
    for option in small(rules):
        name = option.name
        missing = {mark for mark in marks.under.get(name, ()) if mark.startswith("phase ") and not counts[mark]}
        if not missing:
            continue
        phases = {mark.split()[1] for mark in missing}
        near = [one.decision for one in found if not one.decision.match.options and _comes_through(one, phases)]
        passed |= {one: _passed(one) for one in near if one not in passed}
        for value in rules.values(option.type):
            if value == option.default:
                continue
            options = {name: option_word(rules, name, int(value or 0))}
            chosen = option_values(rules, options)
            close = [one for one in near if any(p.phase in phases and _comes_by(marks, chosen, p, missing) for p in passed[one])]
            yield options, close


def _comes_through(one: Looked, phases: set[str]) -> bool:
    """Whether an automatic phase, one of these, runs after a decision."""
    return any(mark.split()[1] in phases for mark in one.step if mark.startswith("phase "))


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
