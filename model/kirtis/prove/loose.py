"""The content of each clause as something that may be believed or not, so that a solver can say which clauses a proof needs.

Where a rule gives a value (a definition, a table, an order, an assignment, a condition of an action) the value stands only if its
clause is believed; else it is any value of its type. Nothing becomes less general: what is proved while a clause is not believed
holds whatever the clause says.
"""

from __future__ import annotations

from collections.abc import Collection

from kirtis.language.flow import statements
from kirtis.language.game import Game, Map
from kirtis.language.nodes import Assign, Call, Lookup
from kirtis.language.places import Place
from kirtis.language.types import Bool, Maybe, Num, SetOf, Type
from kirtis.language.walk import Node, walk_through
from kirtis.prove.symbolic import Assumption
from kirtis.prove.terms import TRUE, Term, and_, at_most, exactly_one, number, or_, variable
from kirtis.prove.values import MaybeNumber, Pick, Value, choose, just

PREFIX = "believed: "


class Loose:
    """Gives each value the freedom to be another; what the types still say of it is in ``given``.

    ``only`` are the clauses that may be doubted, where not all may: the others stand as they are written.
    """

    def __init__(self, game: Game, only: Collection[str] | None = None) -> None:
        self.game, self.only = game, only
        self.given: list[Assumption] = []
        self.fixed: dict[tuple[str, int], Pick] = {}
        self.made = 0
        self._open: dict[str, bool] = {}

    def believed(self, at: Place) -> Term:
        """That the clauses of a place are believed."""
        return and_(*(variable(PREFIX + c) for c in at.clauses if self.only is None or c in self.only))

    def defined(self, name: str) -> bool:
        """Whether a definition may be another, by its own clause or by one that it reads."""
        if name not in self._open:
            d = self.game.definitions[name]
            self._open[name] = self.believed(d.at) is not TRUE or self.read(d.body)
        return self._open[name]

    def read(self, *nodes: Node) -> bool:
        """Whether expressions read something that may be another."""
        if self.only is None:
            return True
        for one in walk_through(self.game, *nodes):
            at = self.game.definitions[one.name].at if isinstance(one, Call) else None
            at = self.game.maps[one.map].at if isinstance(one, Lookup) else at
            if at is not None and self.believed(at) is not TRUE:
                return True
        return False

    def value(self, value: Value, t: Type, at: Place) -> Value:
        """A value, or any other of its type where its clause is not believed."""
        believed = self.believed(at)
        if believed is TRUE:
            return value
        other = self._any(value, t)
        return value if other is None else choose(believed, value, other)

    def mapped(self, arg: Value, m: Map) -> Pick:
        """A fixed function, each of whose values may be another."""
        assert isinstance(arg, Pick)
        out: dict[int | None, list[Term]] = {}
        for v, c in arg.items():
            if v is None:
                out.setdefault(None, []).append(c)
            else:
                for w, d in self._entry(m, v).items():
                    out.setdefault(w, []).append(and_(c, d))
        return Pick({w: or_(*cs) for w, cs in out.items()})

    def _entry(self, m: Map, v: int) -> Pick:
        key = (m.name, v)
        if key not in self.fixed:
            entry = self.value(just(m.values[v]), m.type, m.at)
            assert isinstance(entry, Pick)
            self.fixed[key] = entry
        return self.fixed[key]

    def _any(self, value: Value, t: Type) -> Value | None:
        """Any value of a type, in the form that the given one has; None where there is no such form."""
        self.made += 1
        name = f"any {self.made}"
        inner = t.of if isinstance(t, Maybe) else t
        if isinstance(value, list):
            return [variable(f"{name}:{n}") for n in range(len(value))]
        if isinstance(value, Pick):
            finite = not isinstance(inner, SetOf) and not (isinstance(inner, Num) and inner.high is None)
            values = dict.fromkeys([*value, *(self.game.values(t) if finite else ())])
            pick = Pick({v: variable(f"{name} = {v}") for v in values})
            self.given.append(Assumption("type", f"{name}: {t}", exactly_one(list(pick.values()))))
            return pick
        if isinstance(inner, Bool):
            return variable(name)
        if not isinstance(inner, Num):
            return None
        x = variable(name, "Int")
        inside = and_(at_most(number(inner.low), x), TRUE if inner.high is None else at_most(x, number(inner.high)))
        self.given.append(Assumption("type", f"{name}: {t}", inside))
        return MaybeNumber(variable(f"{name} = none"), x) if isinstance(value, MaybeNumber) else x


def doubtable(game: Game) -> set[str]:
    """The clauses of which there is something to doubt: they give a value, or set a condition, and do not only move cards or go on."""
    phases = game.phases.values()
    acts = [act for phase in phases for act in phase.actions]
    bodies = [*(phase.body for phase in phases), *(act.body for act in acts)]
    places = [d.at for d in game.definitions.values()] + [m.at for m in game.maps.values()]
    places += [need.at for act in acts for need in act.needs]
    places += [one.at for body in bodies for one in statements(body) if isinstance(one, Assign)]
    return {clause for at in places for clause in at.clauses}
