"""Test vectors of a game: made from random matches, chosen so that together they exercise every clause, and written as JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from kirtis.conform.choose import choose
from kirtis.conform.look import Asked, Looked, begin, outcomes, said_at_the_end
from kirtis.conform.match import Match as Counting
from kirtis.conform.search import FULL, Effort, search
from kirtis.conform.server import refused
from kirtis.conform.wander import Decision, Match
from kirtis.conform.watch import Marks, Watcher
from kirtis.jsonline import read_object
from kirtis.language import Game as Rules
from kirtis.language import load
from kirtis.language.nodes import Call, Const
from kirtis.play.action import Action
from kirtis.play.chance import Outcome
from kirtis.play.evaluate import Evaluator
from kirtis.play.game import Game
from kirtis.play.position import Value
from kirtis.play.state import State
from kirtis.play.words import position_in_words, to_word

FORMAT = 1
SEED = "1"
TIMES = 2
"""Every mark is touched so many times, where that is possible."""

MOST_COUNTED = 1500
"""So many sequences are counted in a vector, at most."""

MOST_BYTES, MOST_LINES = 4_194_304, 100_000
"""A line of a file that is read has at most so many bytes, and the file so many lines."""

Vector = dict[str, Any]


@dataclass
class Made:
    """The vectors of a game for one number of seats: ``marks`` are all of its marks, ``touched`` those that some vector touches."""

    rules: Rules
    marks: Marks
    vectors: list[Vector]
    touched: set[str]
    by_clause: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, slots=True)
class _Item:
    """A decision as a position or as a step."""

    kind: str
    looked: Looked
    touches: frozenset[str]


def make(rules: Rules, effort: Effort = FULL, done: Callable[[float], object] = lambda part: None) -> Made:
    """The vectors of a game: the same for the same rules."""
    marks, found = search(rules, SEED, effort, done)
    return _Maker(rules, marks, found).make()


def make_all(name: str, effort: Effort = FULL) -> list[Made]:
    """The vectors of a game for every number of seats; the effort is shared among these."""
    rules = all_rules(name)
    return [make(one, effort.shared(len(rules))) for one in rules]


class _Maker:
    def __init__(self, rules: Rules, marks: Marks, found: list[Looked]) -> None:
        self.rules, self.marks, self.found = rules, marks, found
        self.seats = len(rules.seats)
        self.until: dict[Match, int] = {}
        self.whole: set[Match] = set()
        self.touched: set[str] = set()

    def make(self) -> Made:
        items = [_Item("position", one, frozenset(one.offer)) for one in self.found]
        items += [_Item("step", one, frozenset(one.step)) for one in self.found]
        chosen = choose(items, lambda i: i.touches, self.cost, TIMES)
        for item, _ in chosen:
            self.need(item.looked.decision, item.looked.decision.until)
        seen = self.sights([i.looked for i, _ in chosen if i.kind == "position"])
        rows = self.rows()
        for one, _ in rows:
            self.need(one.decision, one.decision.until)
        counts = self.counts([i.looked for i, _ in chosen])
        self.ends()
        setups = [self.setup(one) for one in self.firsts()]
        matches = {match: self.match(match, until) for match, until in self.until.items()}
        vectors = [*setups, *matches.values()]
        for item, picked in chosen:
            at = {"match": matches[item.looked.decision.match]["id"], "at": item.looked.decision.at}
            self.touched |= item.touches
            make = self.position if item.kind == "position" else self.step
            vectors.append(make(item.looked, picked, at, seen.get(item.looked, ())))
        vectors += [self.row(*one) for one in rows]
        for one in counts:
            vectors.append(self.count(one, {"match": matches[one.decision.match]["id"], "at": one.decision.at}))
        unique = {v["id"]: v for v in vectors}
        made = Made(self.rules, self.marks, list(unique.values()), self.touched)
        for vector in made.vectors:
            for clause in vector["clauses"]:
                made.by_clause.setdefault(clause, []).append(vector["id"])
        return made

    def cost(self, item: _Item) -> int:
        """Roughly the bytes that a vector takes, and those of the part of its match that no other takes already."""
        decision = item.looked.decision
        more = max(0, decision.until - self.until.get(decision.match, 0))
        return 2500 + 35 * more

    def need(self, decision: Decision, until: int) -> None:
        self.until[decision.match] = max(until, self.until.get(decision.match, 0))

    # -- what else is chosen -----------------------------------------------------------------------------------------------

    def sights(self, positions: list[Looked]) -> dict[Looked, tuple[str, ...]]:
        """For some of the positions the seats whose views are told."""
        views: list[tuple[Looked, str]] = [(one, seat) for one in positions for seat in self.rules.seats]
        taken = choose(
            views, lambda v: frozenset((*v[0].views[v[1]], f"phase {v[0].decision.state.phase}", f"seat {v[1]}")), lambda v: 1, 3
        )
        out: dict[Looked, tuple[str, ...]] = {}
        for (one, seat), _ in taken:
            out[one] = (*out.get(one, ()), seat)
            self.touched |= one.views[seat]
        return out

    def rows(self) -> list[tuple[Looked, Asked]]:
        """For every row of a table two occasions on which it decided, if there were so many."""
        taken: dict[tuple[str, int], list[tuple[Looked, Asked]]] = {}
        for one in self.found:
            for asked in one.rows:
                there = taken.setdefault((asked.row.table, asked.row.number), [])
                if len(there) < 2 and all(a.position != asked.position for _, a in there):
                    there.append((one, asked))
                    self.touched.add(f"row {asked.row.table} {asked.row.number + 1}")
        return [found for key in sorted(taken) for found in taken[key]]

    def counts(self, looked: list[Looked]) -> list[Looked]:
        """Two positions of every phase from which sequences are counted."""
        taken: dict[str, list[Looked]] = {}
        for one in looked:
            there = taken.setdefault(one.decision.state.phase, [])
            if len(there) < 2 and all(one.decision.state != t.decision.state for t in there):
                there.append(one)
        return [one for there in taken.values() for one in there]

    def ends(self) -> None:
        """Whole matches: short ones, each ended in another way."""
        ended: dict[object, Decision] = {}
        for one in self.found:
            after = one.decision.after
            if after.over and one.decision.until == len(one.decision.match.events):
                key = (_winner(after), bool(one.decision.match.options))
                known = ended.get(key)
                if known is None or one.decision.until < known.until:
                    ended[key] = one.decision
        for decision in ended.values():
            self.need(decision, decision.until)

    def firsts(self) -> list[Looked]:
        """The first decision under every set of options that matches were played with."""
        first: dict[str, Looked] = {}
        for one in self.found:
            if one.decision.nth == 0:
                key = json.dumps(one.decision.match.options, sort_keys=True)
                first.setdefault(key, one)
        wanted = {
            f"option {o.name}={self.rules.word(o.type, v)}"
            for o in self.rules.options.values()
            for v in self.rules.values(o.type)
        }
        taken: list[Looked] = []
        for one in first.values():
            match = one.decision.match
            touched = begin(self.marks, match.game, [e for e in match.events[: one.decision.at] if not isinstance(e, Action)])
            if not taken or touched & wanted:
                taken.append(one)
            wanted -= touched
        return taken

    # -- vectors -----------------------------------------------------------------------------------------------------------

    def vector(self, kind: str, touches: Iterable[str], of: Match, /, **more: Any) -> Vector:
        marks = sorted(touches)
        found = (self.marks.all[t].clauses for t in marks if t in self.marks.all)
        clauses = sorted({c for place in found for c in place}, key=_by_number)
        content = {"seats": self.seats, "options": dict(sorted(of.options.items())), **more}
        said = {k: v for k, v in content.items() if k != "picked"}
        digest = sha256(json.dumps([kind, self.rules.name, said], sort_keys=True).encode()).hexdigest()
        return {"id": f"{kind}-{digest[:12]}", "kind": kind, "clauses": clauses, **content}

    def setup(self, looked: Looked) -> Vector:
        decision = looked.decision
        match, state = decision.match, decision.state
        events = match.events[: decision.at]
        touches = begin(self.marks, match.game, [e for e in events if not isinstance(e, Action)])
        touches |= {mark for seen in looked.views.values() for mark in seen if mark.split()[0] in ("shown", "hidden")}
        self.touched |= touches
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
                constants = tuple(Const(v, t) for v, (_, t) in zip(given, definition.params, strict=True))
                value = to_word(self.rules, definition.type, last.value(Call(definition.name, constants, definition.type)))
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
            winner=_winner(state),
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
            winner=_winner(decision.after), picked=picked,
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


def _winner(state: State) -> Any:
    definition = state.game.rules.definitions.get("winner")
    return state.get("winner") if state.over and definition is not None and not definition.params else None


# -- what is covered -----------------------------------------------------------------------------------------------------


def coverage(made: Made) -> dict[str, Any]:
    """Which vectors exercise each clause; the clauses that none can, with the reason; the marks that none touches."""
    rules = made.rules
    tagged = {c for mark in made.marks.all.values() for c in mark.clauses}
    clauses: dict[str, dict[str, Any]] = {}
    for unit in (u for d in rules.documents for u in d.units if u.kind == "clause"):
        found = made.by_clause.get(unit.id, [])
        if found:
            clauses[unit.id] = {"state": "exercised", "vectors": found}
        elif unit.id in tagged:
            clauses[unit.id] = {"state": "missed", "why": "no position was found that exercises it"}
        elif unit.blocks and rules.parent is not None:
            clauses[unit.id] = {"state": "replaced", "why": f"{rules.name} says otherwise"}
        elif unit.blocks:
            clauses[unit.id] = {"state": "missed", "why": "nothing of it decides in a position"}
        else:
            clauses[unit.id] = {"state": "prose", "why": "it has no formal text"}
    untouched = sorted(m for m in made.marks.all if m not in made.touched)
    return {
        "game": rules.name,
        "seats": len(rules.seats),
        "vectors": len(made.vectors),
        "marks": len(made.marks.all),
        "touched": len(made.marks.all) - len(untouched),
        "clauses": clauses,
        "untouched": untouched,
    }


# -- files ---------------------------------------------------------------------------------------------------------------


def lines(name: str, vectors: list[Vector]) -> Iterator[str]:
    """The lines of the file of a game, without their ends."""
    rules = load(name, proofs=False)
    header = {
        "kirtis": "vectors", "format": FORMAT, "game": name, "version": rules.version,
        "rules": Game(rules).content_hash(), "count": len(vectors),
    }  # fmt: skip
    yield _line(header)
    yield from map(_line, vectors)


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class VectorError(Exception):
    """A file of vectors that cannot be read; the message says which line, and what is wrong."""


def read(path: Path) -> tuple[dict[str, Any], list[Vector]]:
    """The header and the vectors of a file. Raises VectorError, or OSError where there is no such file."""
    from jsonschema import Draft202012Validator

    out: list[dict[str, Any]] = []
    with path.open("rb") as source:
        for n, raw in enumerate(iter(lambda: source.readline(MOST_BYTES + 1), b""), 1):
            if len(raw) > MOST_BYTES:
                raise VectorError(f"{path}:{n}: a line has at most {MOST_BYTES} bytes")
            if n > MOST_LINES:
                raise VectorError(f"{path}:{n}: a file has at most {MOST_LINES} lines")
            try:
                value = read_object(raw)
            except ValueError as error:
                raise VectorError(f"{path}:{n}: {error}") from None
            kind = "header" if n == 1 else value.get("kind")
            if kind not in schema()["$defs"]:
                raise VectorError(f"{path}:{n}: this is no vector")
            wrong = next(Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema()["$defs"]}).iter_errors(value), None)
            if wrong is not None:
                raise VectorError(f"{path}:{n}: {wrong.message[:200]}")
            out.append(value)
    if not out:
        raise VectorError(f"{path}: the file is empty")
    if len(out) - 1 != out[0]["count"]:
        raise VectorError(f"{path}: {out[0]['count']} vectors are announced, and {len(out) - 1} are there")
    return out[0], out[1:]


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of a line of a file of vectors."""
    found: dict[str, Any] = json.loads(files("kirtis.conform").joinpath("vectors.schema.json").read_text("utf-8"))
    return found


def counts(name: str) -> tuple[int, ...]:
    """The numbers of seats of a game."""
    rules = load(name, proofs=False)
    return rules.seat_counts or (len(rules.seats),)


def all_rules(name: str) -> list[Rules]:
    """The rules of a game, once for each number of seats."""
    return [load(name, seats=n, proofs=False) for n in counts(name)]


__all__ = ["Made", "Vector", "VectorError", "all_rules", "counts", "coverage", "lines", "make", "make_all", "read", "schema"]
