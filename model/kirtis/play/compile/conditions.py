"""Conditions that are asked of very many positions, compiled as the rules themselves are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from kirtis.language.game import Game
from kirtis.language.nodes import Expr
from kirtis.play.compile.code import Coder
from kirtis.play.compile.unit import Unit
from kirtis.play.layout import Layout

Numbers = list[int]


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that holds in a position or does not; ``phases`` are those in which it is asked, ``names`` what free names stand for."""

    name: str
    body: Expr
    phases: tuple[str, ...]
    names: Mapping[str, Expr] = field(default_factory=dict)


class Conditions:
    """Conditions for one choice of options: ``of[phase][name](numbers)`` tells whether one holds.

    Its functions raise DoubtError, or another error, where only the plain evaluator can tell.
    """

    def __init__(self, game: Game, options: Mapping[str, int | bool], asked: Iterable[Condition]) -> None:
        unit = Unit(game, options, Layout.of(game))
        names = game.enums["phase"]
        written: list[tuple[int, str, str]] = []
        for condition in asked:
            for phase in condition.phases:
                k = names.index(phase)
                function = unit.fresh("c")
                body = unit.folder(k)(condition.body, condition.names)
                coder = Coder(unit)
                unit.write(function, (), coder, body, partial(coder.test, body))
                written.append((k, condition.name, function))
        unit.load()
        self.of: list[dict[str, Callable[[Numbers], object]]] = [{} for _ in names]
        for k, name, function in written:
            self.of[k][name] = unit.space[function]  # type: ignore[assignment]
