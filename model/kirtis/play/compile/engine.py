"""A game compiled: from numbers to numbers, and to the actions that are possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from kirtis.language.game import Game, Phase
from kirtis.language.nodes import And, Expr, Filter, Member, Narrow, Statement, Sure, Var
from kirtis.language.types import Type
from kirtis.play.action import Action
from kirtis.play.compile.bodies import BodyCoder, special
from kirtis.play.compile.code import Coder
from kirtis.play.compile.menus import MOST_PIECES, Choice, Menu
from kirtis.play.compile.runtime import DoubtError, Memo, bits, pieces
from kirtis.play.compile.trace import Trace, asked
from kirtis.play.compile.unit import Unit
from kirtis.play.layout import Layout

Numbers = list[int]


class Fortune(Protocol):
    """Chance as the compiled code asks for it; ``tape`` counts what has been used up, and the new count comes back."""

    def one(self, mask: int, tape: int, cell: int) -> tuple[int, int]:
        """A member of a set, for the variable cell of that number."""

    def hands(self, mask: int, counts: list[int], tape: int, cells: tuple[int, ...]) -> tuple[list[int], int]:
        """Sets of cards out of a set, as many as asked for each zone cell."""


Do = tuple[Callable[[Numbers, Fortune, int | tuple[int, ...]], Numbers], int | tuple[int, ...]]
"""What carries an action out, and what it takes besides the position and chance: its value, or several."""


class Engine:
    """Compiled rules for one choice of options.

    ``turns[phase](numbers)`` gives the seat whose turn it is, ``menus[phase](numbers)`` the actions that are possible, ``moves[phase][action]`` the function that carries one
    out and its arguments, ``settle`` runs the automatic phases.
    """

    def __init__(self, game: Game, options: Mapping[str, int | bool], *, trace: bool = False) -> None:
        self.game, self.options = game, dict(options)
        self.layout = Layout.of(game)
        self.unit = unit = Unit(game, options, self.layout)
        self.trace = Trace(unit) if trace else None
        phases = list(game.phases.values())
        names = game.enums["phase"]
        self.moves: list[dict[Action, Do]] = [{} for _ in names]
        self.automatic: list[Callable[..., Numbers] | None] = [None] * len(names)
        self.choices: list[Choice] = []
        unit.space |= {"settle": self.settle, "deal": self._deal, "deal_sets": self._deal_sets, "draw": self._draw}
        for phase in phases:
            k = names.index(phase.name)
            fold = unit.folder(k)
            if phase.kind in ("auto", "chance"):
                self._body(f"p_{phase.name}(S, X)", phase.body, k, {}, None, set())
            elif phase.kind == "by":
                mine = []
                for action in phase.actions:
                    domains = tuple(tuple(int(v or 0) for v in game.values(t)) for _, t in action.params)
                    mine.append(Choice(len(self.choices), k, action, domains))
                    self.choices.append(mine[-1])
                menu = Menu(unit, fold, phase, mine)
                menu.write()
                unit.source.append("\n".join(menu.lines) + "\n")
                for choice in mine:
                    self._action(choice, phase)
        unit.load()
        space = unit.space
        self.menus: list[Callable[[Numbers], tuple[Action, ...]] | None] = []
        self.turns: list[Callable[[Numbers], int] | None] = []
        for name in names:
            kind = game.phases[name].kind
            self.menus.append(space[f"a_{name}"] if kind == "by" else None)  # type: ignore[arg-type]
            self.turns.append(space[f"b_{name}"] if kind == "by" else None)  # type: ignore[arg-type]
            if kind in ("auto", "chance"):
                self.automatic[names.index(name)] = space[f"p_{name}"]  # type: ignore[call-overload]
        for choice in self.choices:
            space[f"m{choice.number}"] = self._offers(choice)

    # -- writing -----------------------------------------------------------------------------------------------------------

    def _action(self, choice: Choice, phase: Phase) -> None:
        action = choice.action
        names = [*(n for n, _ in action.params), *([action.actor] if action.actor is not None else [])]
        params = {n: "A" if len(names) == 1 else f"v_{n}" for n in names}
        fold = self.unit.folder(choice.phase)
        granted = {found for need in action.needs for found in _granted(fold(need.condition))}
        self._body(f"x{choice.number}(S, X, A)", action.body, choice.phase, params, phase, granted)

    def _body(
        self,
        head: str,
        body: tuple[Statement, ...],
        phase: int,
        params: dict[str, str],
        by: Phase | None,
        granted: set[tuple[str, int]],
    ) -> None:
        """A function for a block; it writes in place where it owns the position and never reads what it has written."""
        unit = self.unit
        fold = unit.folder(phase)
        ready = special(fold, body)
        for new in ("S", "N") if by is None else ("N",):
            coder = Coder(unit, params)
            writer = BodyCoder(unit, coder, fold, new)
            writer.lines.append(f"def {head}:")
            if len(params) > 1:
                writer.put(f"{', '.join(params.values())} = A")
            if self.trace is not None:
                writer.traced = True
                for table in asked(self.game, body):
                    writer.put(self.trace.call(table))
            if new == "N":
                writer.put("N = S[:]")
            if by is not None and by.by is not None:
                coder.facts.sure.update(_sure_of(fold(by.by)))
                writer.granted = granted
            writer.body(ready)
            if by is not None or new == "N" or not writer.late:
                break
        unit.source.append("\n".join(writer.lines) + "\n")

    # -- actions -----------------------------------------------------------------------------------------------------------

    def _offers(self, choice: Choice) -> tuple[object, ...]:
        """For each seat what a menu adds: a tuple of actions, or a table of such tuples by the values that are possible."""
        action, n = choice.action, len(choice.action.params)
        return tuple(self._table(choice, seat, n, ()) for seat in range(len(self.game.seats))) if action else ()

    def _table(self, choice: Choice, seat: int, left: int, chosen: tuple[int, ...]) -> object:
        if left == 0:
            return (self._make(choice, seat, chosen),)
        domain = choice.domains[len(chosen)]
        if left == 1:
            made = [self._make(choice, seat, (*chosen, v)) for v in domain]
            if len(made) <= MOST_PIECES * 8:
                found = pieces(made)
                return found if len(found) > 1 else found[0]
            return Memo(lambda mask: tuple(made[b] for b in bits(mask)))
        return tuple(self._table(choice, seat, left - 1, (*chosen, v)) for v in domain)

    def _make(self, choice: Choice, seat: int, values: tuple[int, ...]) -> Action:
        action = choice.action
        words = tuple(self._word(t, v) for (_, t), v in zip(action.params, values, strict=True))
        made = Action(self.game.seats[seat], action.name, words)
        args = values if action.actor is None else (*values, seat)
        self.moves[choice.phase][made] = (self.unit.space[f"x{choice.number}"], args[0] if len(args) == 1 else args)  # type: ignore[assignment]
        return made

    def _word(self, type_: Type, value: int) -> str:
        return self.game.word(type_, value)

    # -- watching ----------------------------------------------------------------------------------------------------------

    def watch(self, passed: list[Numbers]) -> None:
        """From now on note a copy of each position that an automatic phase stands before; whoever reads the list empties it."""

        def noting(run: Callable[..., Numbers]) -> Callable[..., Numbers]:
            def noted(numbers: Numbers, fortune: Fortune) -> Numbers:
                passed.append(numbers[:])
                return run(numbers, fortune)

            return noted

        self._run([None if run is None else noting(run) for run in self.automatic])

    @contextmanager
    def watched(self) -> Iterator[list[Numbers]]:
        """The same for as long as the context lasts."""
        before, passed = self.automatic, list[Numbers]()
        self.watch(passed)
        try:
            yield passed
        finally:
            self._run(before)

    def _run(self, automatic: list[Callable[..., Numbers] | None]) -> None:
        """Have these run the automatic phases, also where one goes on to another."""
        self.automatic = automatic
        for name, run in zip(self.game.enums["phase"], automatic, strict=True):
            if run is not None:
                self.unit.space[f"p_{name}"] = run

    # -- running -----------------------------------------------------------------------------------------------------------

    def settle(self, numbers: Numbers, fortune: Fortune) -> Numbers:
        """Run automatic phases until a seat has to act or the match is over; writes to ``numbers``."""
        while (run := self.automatic[numbers[0]]) is not None:
            numbers = run(numbers, fortune)
        return numbers

    def _draw(self, numbers: Numbers, mask: int, fortune: Fortune, cell: int) -> int:
        if not mask:
            raise DoubtError
        value, numbers[-1] = fortune.one(mask, numbers[-1], cell)
        return value

    def _deal_sets(self, numbers: Numbers, source: int, cells: tuple[int, ...], size: int, fortune: Fortune) -> None:
        pool = numbers[source]
        counts = [size - numbers[at].bit_count() for at in cells]
        if min(counts) < 0 or sum(counts) > pool.bit_count():
            raise DoubtError
        hands, numbers[-1] = fortune.hands(pool, counts, numbers[-1], cells)
        for at, hand in zip(cells, hands, strict=True):
            numbers[at] |= hand
            pool ^= hand
        numbers[source] = pool

    def _deal(
        self,
        numbers: Numbers,
        source: int,
        kind: str,
        top: int,
        targets: tuple[tuple[int, str, int], ...],
        size: int,
        fortune: Fortune,
    ) -> None:
        pool = numbers[source] if kind != "one" else 1 << numbers[source] if numbers[source] >= 0 else 0
        cells = tuple(at for at, _, _ in targets)
        counts = [size - (numbers[at].bit_count() if k != "one" else 1 if numbers[at] >= 0 else 0) for at, k, _ in targets]
        if min(counts) < 0 or sum(counts) > pool.bit_count() or source in cells or len({*cells}) < len(cells):
            raise DoubtError
        dealt, numbers[-1] = fortune.hands(pool, counts, numbers[-1], cells)
        for (at, k, above), mask in zip(targets, dealt, strict=True):
            pool &= ~mask
            if k == "one":
                if mask & (mask - 1) or (mask and numbers[at] >= 0):
                    raise DoubtError
                if mask:
                    numbers[at] = mask.bit_length() - 1
                continue
            numbers[at] |= mask
            if k == "pile" and mask:
                numbers[above] = mask.bit_length() - 1
        numbers[source] = pool if kind != "one" else pool.bit_length() - 1
        if kind == "pile" and not pool >> numbers[top] & 1:
            raise DoubtError


def _sure_of(by: Var | object) -> list[int]:
    """What cannot be none while a phase waits for a seat: whoever that is."""
    return [id(by.of)] if isinstance(by, Sure) else []


def _granted(need: Expr) -> list[tuple[str, int]]:
    """Which parameters a need finds among the cards of which zone: by name, and by the identity of the zone's node."""
    match need:
        case And(items):
            return [found for item in items for found in _granted(item)]
        case Member(Var(name), among):
            while isinstance(among, Narrow | Filter):
                among = among.among
            return [(name, id(among))]
    return []


__all__ = ["Engine", "Fortune", "Numbers"]
