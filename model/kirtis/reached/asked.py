"""What a position can ask, as a formula: for every mark the condition under which play in some phase comes by it.

It is never too narrow, and may be too wide: a definition counts as asked wherever it might be. So what cannot come about by these formulas
cannot come about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from kirtis.conform.marks import Marks, expressions
from kirtis.language import nodes as n
from kirtis.prove.evaluate import Defined, Env, Reader, Walk, condition
from kirtis.prove.model import Model
from kirtis.prove.symbolic import State
from kirtis.prove.terms import FALSE, TRUE, Term, and_, not_, or_
from kirtis.prove.values import Value, from_word, just, same

Known = tuple[str, tuple[int | bool | None, ...]]
"""A definition at known arguments."""


class Asked:
    """What has been asked of one position so far: by the rules of a phase, and by each definition at known arguments."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.rows = {id(row.fits): f"row {t.name} {k + 1}" for t in marks.game.tables.values() for k, row in enumerate(t.rows)}
        self.found: defaultdict[str, dict[tuple[Known | None, Term], None]] = defaultdict(dict)
        self.calls: defaultdict[Known, dict[tuple[Known | None, Term], None]] = defaultdict(dict)
        self.within: Known | None = None
        self._reach: dict[Known | None, Term] = {None: TRUE}

    def note(self, mark: str, where: Term) -> None:
        """A mark is come by where this holds, in the definition that is being read."""
        if where is not FALSE:
            self.found[mark][self.within, where] = None

    def call(self, one: Known, where: Term) -> None:
        """A definition is asked where this holds."""
        self.calls[one][self.within, where] = None

    def read(self, e: n.Expr, where: Term, value: Value) -> None:
        """An expression was read: keep its answer, the row that fits, the option, the map."""
        marks = self.marks
        if (answers := marks.conditions.get(id(e))) is not None:
            (no, yes), so = answers, condition(value)
            self.note(no.name, and_(where, not_(so)))
            self.note(yes.name, and_(where, so))
            if (row := self.rows.get(id(e))) is not None:
                self.note(row, and_(where, so))
        if isinstance(e, n.OptionValue):
            option = marks.game.options[e.name]
            for one in marks.game.values(option.type):
                is_so = same(value, from_word(one, "bool" if isinstance(one, bool) else "pick"))
                self.note(f"option {option.name}={marks.game.word(option.type, one)}", and_(where, is_so))
        elif isinstance(e, n.Lookup):
            self.note(f"map {e.map}", where)

    def when(self, mark: str) -> Term:
        """When a mark is come by."""
        return or_(*(and_(self._reached(by), where) for by, where in self.found.get(mark, ())))

    def _reached(self, one: Known | None) -> Term:
        """When a definition is asked."""
        if one not in self._reach:
            assert one is not None
            self._reach[one] = or_(*(and_(self._reached(by), where) for by, where in self.calls[one]))
        return self._reach[one]


class _Walk(Walk):
    """Reads an expression, and tells what it asks."""

    r: AskedReader

    def value(self, e: n.Expr, env: Env, reached: Term) -> Value:
        found = super().value(e, env, reached)
        self.r.asked.read(e, reached, found)
        return found

    def applied(self, name: str, known: tuple[int | bool | None, ...], reached: Term) -> Value:
        asked = self.r.asked
        asked.call((name, known), reached)
        outer, asked.within = asked.within, (name, known)
        try:
            return super().applied(name, known, reached)
        finally:
            asked.within = outer

    def ghost(self, e: n.Sum | n.Count, env: Env, reached: Term) -> Value | None:
        """A number that is kept with the position is not made card by card; what is asked of each card is told of all the same."""
        found = Walk(self.r.plain, self.r.there, []).ghost(e, env, reached)
        if found is not None:
            for v, c, b in self.each(e.var, e.among, e.where, env, reached):
                here = and_(reached, c, b)
                if isinstance(e, n.Sum) and here is not FALSE:
                    self.value(e.value, {**env, e.var: just(v)}, here)
        return found


class AskedReader(Reader):
    """Reads expressions in the position of one phase, and tells ``asked`` of everything that they come by."""

    def __init__(self, model: Model, phase: str, marks: Marks) -> None:
        super().__init__(model.game, model.options, model.weights)
        self.asked = Asked(marks)
        self.plain, self.there = model.reader, model.at[phase]
        # Nothing has been read in it yet, so that everything that is read is told of.
        self.here = model.state.unread().at(list(model.game.phases).index(phase))

    def read(
        self, e: n.Expr, state: State, env: Env | None = None, reached: Term = TRUE, defined: list[Defined] | None = None
    ) -> Value:
        """The value of an expression where ``reached`` holds."""
        return _Walk(self, state, [] if defined is None else defined).value(e, env or {}, reached)

    def follow(self, body: tuple[n.Statement, ...], env: Env, reached: Term) -> None:
        """Tell of everything that a block comes by: which statements, which branches, whether something new is written."""
        marks, asked = self.asked.marks, self.asked
        for one in body:
            if isinstance(one, n.Let):
                env = {**env, one.name: self.read(one.value, self.here, env, reached)}
                continue
            if isinstance(one, n.When):
                rest = reached
                for k, (test, inner) in enumerate(one.branches):
                    taken = rest if test is None else and_(rest, self.holds(test, self.here, env, rest))
                    asked.note(marks.branches[id(one)][k].name, taken)
                    self.follow(inner, env, taken)
                    rest = and_(rest, not_(taken))
                asked.note(marks.branches[id(one)][-1].name, rest)
                continue
            asked.note(marks.done[id(one)].name, reached)
            for inner_env in self._each(one, env):
                for node in expressions(one):
                    self.read(node, self.here, inner_env, reached)
                if isinstance(one, n.Assign):
                    asked.note(marks.news[id(one)].name, and_(reached, self._new(one, inner_env, reached)))

    def _each(self, one: n.Statement, env: Env) -> Iterator[Env]:
        each = getattr(one, "each", None)
        yield from [env] if each is None else ({**env, each[0]: just(k)} for k in range(len(self.game.enums[str(each[1])])))

    def _new(self, one: n.Assign, env: Env, reached: Term) -> Term:
        """Whether a statement writes something else than stands there."""
        cell = n.Cell(one.name, one.index, self.game.variables[one.name].type, one.at)
        return not_(same(self.read(cell, self.here, env, reached), self.read(one.value, self.here, env, reached)))
