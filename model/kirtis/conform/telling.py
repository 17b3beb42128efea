"""A vector told in full: what happened, where that leads, what may be done there, and which clauses that exercises."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from kirtis.conform.look import Asked, Looked, begin, called, outcomes, said_at_the_end
from kirtis.conform.marks import Marks
from kirtis.conform.match import Match as Counting
from kirtis.conform.server import refused
from kirtis.conform.wander import Match
from kirtis.conform.watch import Watcher
from kirtis.language import Game as Rules
from kirtis.play.action import Action
from kirtis.play.chance import Outcome
from kirtis.play.evaluate import Evaluator
from kirtis.play.game import option_word
from kirtis.play.position import Value
from kirtis.play.state import State
from kirtis.play.words import position_in_words, to_word

MOST_COUNTED = 1500
"""So many sequences are counted in a vector, at most."""

Vector = dict[str, Any]


class Teller:
    """Tells the vectors of a game; ``touched`` are the marks that those told so far touch."""

    def __init__(self, rules: Rules, marks: Marks) -> None:
        self.rules, self.marks = rules, marks
        self.seats = len(rules.seats)
        self.touched: set[str] = set()

    def vector(self, kind: str, touches: Iterable[str], of: Match, /, **more: Any) -> Vector:
        marks = sorted(touches)
        found = (self.marks.all[t].clauses for t in marks if t in self.marks.all)
        clauses = sorted({c for place in found for c in place}, key=_by_number)
        unusual = {
            n: word for n, word in sorted(of.options.items()) if word != option_word(self.rules, n, self.rules.options[n].default)
        }
        content = {"seats": self.seats, "options": unusual, **more}
        said = {k: v for k, v in content.items() if k != "picked"}
        digest = sha256(json.dumps([kind, self.rules.name, said], sort_keys=True).encode()).hexdigest()
        return {"id": f"{kind}-{digest[:12]}", "kind": kind, "clauses": clauses, **content}

    def setup(self, looked: Looked) -> Vector:
        decision = looked.decision
        match, state = decision.match, decision.state
        events = match.events[: decision.at]
        touches = begin(self.marks, match.game, [e for e in events if not isinstance(e, Action)])
        touches |= {mark for seen in looked.views.values() for mark in seen if mark.split()[0] in ("shown", "hidden")}
        self.touched |= {mark for mark in touches if not mark.startswith("option ")}  # of these only what decides
        views = {seat: state.view(seat) for seat in self.rules.seats} if not match.options else {}
        return self.vector(
            "setup", touches, match, events=_events(events), standing=_standing(state), position=state.position(), views=views
        )

    def match(self, match: Match, until: int) -> Vector:
        events = match.events[:until]
        game, state, legal = match.game, None, []
        again = Counting(game)
        touches: set[str] = set()
        for event in events:
            if isinstance(event, Action):
                legal.append(len(again.settled().actions()))
                touches |= {f"may {again.phase}.{event.name}"}
                again.act(event)
            else:
                again.decide(event)
        state = again.settled()
        values = []
        if state.over:
            last = Watcher(self.marks, game.option_values, state.plain)
            for definition, given in said_at_the_end(self.rules):
                value = to_word(self.rules, definition.type, last.value(called(definition, given)))
                args = [self.rules.word(t, v) for v, (_, t) in zip(given, definition.params, strict=True)]
                values.append({"name": definition.name, "args": args, "value": value})
            touches |= last.seen
        self.touched |= touches
        return self.vector(
            "match",
            touches,
            match,
            events=_events(events),
            legal=legal,
            standing=_standing(state),
            winner=winner(state),
            values=values,
        )

    def position(self, looked: Looked, picked: list[str], at: Mapping[str, Any], seats: tuple[str, ...]) -> Vector:
        state = looked.decision.state
        refusals = [{"action": _said(r.action), **refused(r)} for _, r in sorted(looked.refusals.items())]
        touches = looked.offer | {m for seat in seats for m in looked.views[seat]}
        return self.vector(
            "position", touches, looked.decision.match, **at, standing=_standing(state), position=state.position(),
            actions=sorted(_said(a) for a in state.actions()), refused=refusals, views={seat: state.view(seat) for seat in seats},
            picked=picked,
        )  # fmt: skip

    def step(self, looked: Looked, picked: list[str], at: Mapping[str, Any], seats: tuple[str, ...]) -> Vector:
        decision = looked.decision
        return self.vector(
            "step", looked.step, decision.match, **at, position=decision.state.position(), action=_said(decision.action),
            outcomes=_events(outcomes(decision)), standing=_standing(decision.after), after=decision.after.position(),
            winner=winner(decision.after), picked=picked,
        )  # fmt: skip

    def row(self, looked: Looked, asked: Asked) -> Vector:
        rules, game, position = self.rules, looked.decision.match.game, asked.position
        table = rules.tables[asked.row.table]
        env: dict[str, Value] = dict(zip((n for n, _ in table.params), asked.row.args, strict=True))
        read = Evaluator(rules, game.option_values, position)
        values = {}
        for column in table.columns:
            definition = rules.definitions[column]
            values[column] = to_word(rules, definition.type, read.value(definition.body, env))
        args = [rules.word(t, v) for (_, t), v in zip(table.params, asked.row.args, strict=True)]  # type: ignore[arg-type]
        name = f"row {table.name} {asked.row.number + 1}"
        return self.vector(
            "row", [name], looked.decision.match, table=table.name, row=asked.row.number + 1,
            position=position_in_words(rules, game.paths, position), args=args, values=values,
        )  # fmt: skip

    def count(self, looked: Looked, at: Mapping[str, Any]) -> Vector:
        decision = looked.decision
        counting = Counting(decision.match.game, decision.state.plain, settle=False)
        counts = counting.count(1)
        while len(counts) < 6:
            more = counting.count(len(counts) + 1)
            if more[-1] > MOST_COUNTED or more[-1] == 0:
                break
            counts = more
        touches = {m for m in looked.offer if m.startswith("may ")}
        return self.vector("count", touches, decision.match, **at, position=decision.state.position(), counts=counts)


def _by_number(clause: str) -> tuple[str, int, str]:
    name, _, number = clause.rpartition("-")
    return name, int(number) if number.isdigit() else 0, clause


def _said(action: Action) -> list[str]:
    return [action.seat, action.name, *action.args]


def _events(events: Iterable[Action | Outcome]) -> list[Any]:
    return [
        {"act": _said(e)}
        if isinstance(e, Action)
        else {"draw": e}
        if isinstance(e, str)
        else {"deal": {k: list(v) for k, v in e.items()}}
        for e in events
    ]


def _standing(state: State) -> dict[str, Any]:
    return {"phase": state.phase, "actor": state.actor, "over": state.over}


def winner(state: State) -> Any:
    """Who has won, once the match is over, where the rules say that in one word."""
    definition = state.game.rules.definitions.get("winner")
    return state.get("winner") if state.over and definition is not None and not definition.params else None


__all__ = ["Teller", "Vector", "winner"]
