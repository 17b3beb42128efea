"""Some parts of the rules by their names, and whether an expression or a statement speaks of one of them."""

from __future__ import annotations

from dataclasses import dataclass

from kirtis.language.game import Game
from kirtis.language.nodes import Call, Lookup, OptionValue
from kirtis.language.walk import Node, walk, walk_through


@dataclass(frozen=True, slots=True)
class Named:
    """Definitions, fixed functions (orders among them) and options."""

    definitions: frozenset[str] = frozenset()
    maps: frozenset[str] = frozenset()
    options: frozenset[str] = frozenset()

    def named(self, node: Node) -> bool:
        """Whether a node itself is one of them."""
        match node:
            case Call(name):
                return name in self.definitions
            case Lookup(name):
                return name in self.maps
            case OptionValue(name):
                return name in self.options
        return False

    def read_by(self, node: Node) -> bool:
        """Whether it speaks of one of them."""
        return any(map(self.named, walk(node)))

    def reached_by(self, game: Game, *nodes: Node) -> bool:
        """Whether any of these speaks of one of them, directly or through definitions."""
        return any(map(self.named, walk_through(game, *nodes)))
