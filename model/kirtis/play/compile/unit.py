"""One compilation: the names that the compiled code may use, and the functions written so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from kirtis.language.game import Game
from kirtis.language.nodes import Expr, Var
from kirtis.language.types import Enum
from kirtis.play.compile import runtime
from kirtis.play.compile.code import Coder
from kirtis.play.compile.fold import Folder
from kirtis.play.compile.tables import Tables
from kirtis.play.compile.writer import Writer
from kirtis.play.layout import Layout, none_of


class Unit:
    """Everything shared by the parts of one compiled game."""

    def __init__(self, game: Game, options: Mapping[str, int | bool], layout: Layout) -> None:
        self.game, self.options, self.layout = game, options, layout
        cards = max(len(values) for values in game.enums.values())
        self.space: dict[str, object] = {
            name: getattr(runtime, name) for name in ("DoubtError", "doubt", "bits", "only", "best", "where")
        }
        self.space["BIT"] = (*(1 << n for n in range(cards)), 0)
        self.fold = Folder(game, options)
        self.one, self.free = self.fold.trees.one, self.fold.trees.free
        self.tables = Tables(self)
        self.source: list[str] = []
        self.done: dict[str, frozenset[str]] = {}
        self.count = 0

    def folder(self, phase: int) -> Folder:
        """The folder for a phase; its trees are the same objects as those of the others."""
        return Folder(self.game, self.options, phase, self.fold.trees)

    def fresh(self, prefix: str = "t") -> str:
        """A name that is not used yet."""
        self.count += 1
        return f"{prefix}{self.count}"

    def constant(self, value: object) -> str:
        """A name, or a literal, for a value that compiled code refers to."""
        if type(value) in (int, bool):
            return str(value)
        name = self.fresh("K")
        self.space[name] = value
        return name

    def map(self, name: str) -> str:
        """The Python name of a fixed map; its last entry is none, for none."""
        python = "M_" + name.replace(" ", "_")
        if python not in self.space:
            m = self.game.maps[name]
            none = none_of(m.type)
            self.space[python] = tuple(none if v is None else v for v in (*m.values, None))
        return python

    def call(self, coder: Coder, name: str, args: tuple[Expr, ...]) -> str:
        """Source for a definition that stays a function, which is written where it is first used."""
        definition = self.game.definitions[name]
        if name not in self.done:
            params = {n: f"v_{n}" for n, _ in definition.params}
            inner = Coder(self, params)
            body = self.fold(definition.body, {n: Var(n, t) for n, t in definition.params})
            self.write(f"d_{name}", params.values(), inner, body, partial(inner.value, body, definition.type))
            self.done[name] = frozenset(inner.read)
        coder.read |= self.done[name]
        passed = []
        for arg, (_, type_) in zip(args, definition.params, strict=True):
            never_none = isinstance(type_, Enum) and coder.facts.maybe(arg)
            passed.append(coder.sure(arg) if never_none else coder.value(arg, type_))
        return f"d_{name}({', '.join([coder.state, *passed])})"

    def write(self, name: str, params: Iterable[str], coder: Coder, body: Expr, value: Callable[[], str]) -> None:
        """A function of a position that returns ``value``, the source for a body, after what that body needs first."""
        writer = Writer(self, coder)
        writer.lines.append(f"def {name}({', '.join(['S', *params])}):")
        writer.count([body])
        writer.ready(body)
        writer.put(f"return {value()}")
        self.source.append("\n".join(writer.lines) + "\n")

    def load(self) -> None:
        """Run what was written, so that its functions are there."""
        exec(compile("\n".join(self.source), f"<{self.game.name}>", "exec"), self.space)
