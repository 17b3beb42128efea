"""Which card is above which, and what each is worth: asked of the rules, never typed.

The definition that decides a trick is evaluated for every card, with every suit led. A card that can win whatever is led is a trump; the
others stand in the order of their suit. A game without tricks has only the orders that it declares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kirtis.language.game import Game, Round
from kirtis.language.types import Enum
from kirtis.play.evaluate import Evaluator
from kirtis.play.faults import RuleError
from kirtis.play.position import Position
from kirtis.play.step import start
from kirtis.rulebook.cards import Card


@dataclass(frozen=True, slots=True)
class Worth:
    """A card in an order, the number that the rules give for it, or None where they give none."""

    card: Card
    worth: int | None = None


@dataclass(frozen=True, slots=True)
class Scale:
    """Cards from the highest to the lowest, and the suits that are so ordered; none where cards of several suits are mixed."""

    cards: tuple[Worth, ...]
    suits: tuple[str, ...] = ()
    trumps: bool = False

    @property
    def shape(self) -> tuple[tuple[str, int | None], ...]:
        """What two suits have in common if they are ordered alike."""
        return tuple((w.card.rank, w.worth) for w in self.cards)


class Ranking:
    """The cards of a game where some variables have values: ``{"trump": "clubs"}``.

    Raises ValueError, with a way out, for a variable, value or definition that the game has not.
    """

    def __init__(self, game: Game, given: Mapping[str, str], worth: str | None) -> None:
        self.game = game
        self.options = {name: o.default for name, o in game.options.items()}
        self.base = start(game, self.options)
        for name, word in given.items():
            self._give(name, word)
        self._worth = self._of_card(worth) if worth else None
        self.round: Round | None = next((r for r in game.rounds.values() if r.strength), None)

    def card(self, index: int) -> Card:
        """A card of the game by its index."""
        suit, rank = self.game.maps["suit"].values[index], self.game.maps["rank"].values[index]
        assert rank is not None
        return Card("" if suit is None else self.game.enums["suit"][suit], self.game.enums["rank"][rank])

    def index(self, card: Card) -> int:
        """The index of a card. Raises ValueError for one that the game has not."""
        for n in range(len(self.game.enums["card"])):
            if self.card(n) == card:
                return n
        raise ValueError(f"the game has no {card.name('en')}")

    def worth(self, index: int) -> int | None:
        """What a card is worth; None where nothing was said to be a worth."""
        if self._worth is None:
            return None
        return self._number(self._worth, self.base, index)

    @property
    def total(self) -> int:
        """What all cards are worth together."""
        return sum(self.worth(n) or 0 for n in range(len(self.game.enums["card"])))

    def strength(self, led: int, index: int) -> int:
        """How strong a card is when another is led."""
        assert self.round is not None and self.round.strength is not None
        values = {**self.base.values, (self.round.leader, ()): 0}
        cards = {**self.base.cards, (self.round.zone, (0,)): (led,)}
        return self._number(self.round.strength, Position(self.base.phase, values, cards), index)

    def taker(self, cards: tuple[int, ...]) -> int:
        """Which of these cards, the first being led, takes the trick."""
        return max(range(len(cards)), key=lambda n: self.strength(cards[0], cards[n]))

    def scales(self) -> tuple[Scale, ...]:
        """The trumps, if there are any, and each order of a suit with all the suits that it holds for."""
        suits = list(self._scales() if self.round else self._declared())
        together: dict[tuple[tuple[str, int | None], ...], Scale] = {}
        for scale in suits:
            if scale.trumps or scale.shape not in together:
                together[() if scale.trumps else scale.shape] = scale
            else:
                first = together[scale.shape]
                together[scale.shape] = Scale(first.cards, first.suits + scale.suits)
        return tuple(together.values())

    def _scales(self) -> Iterator[Scale]:
        every = range(len(self.game.enums["card"]))
        strengths = {led: [self.strength(led, n) for n in every] for led in every}
        trumps = [n for n in every if all(of[n] > 0 for of in strengths.values())]
        if trumps:
            yield Scale(tuple(self._with_worth(n) for n in sorted(trumps, key=lambda n: -strengths[trumps[0]][n])), trumps=True)
        for suit in self.game.enums["suit"]:
            mine = [n for n in every if n not in trumps and self.card(n).suit == suit]
            if mine:
                of = strengths[mine[0]]
                yield Scale(tuple(self._with_worth(n) for n in sorted(mine, key=lambda n: -of[n])), (suit,))

    def _declared(self) -> Iterator[Scale]:
        made = {"suit", "rank", "face"}
        ranks = self.game.enums["rank"]
        for one in self.game.maps.values():
            if one.domain == Enum("rank") and one.name not in made:
                named = sorted((n for n, v in enumerate(one.values) if v), key=lambda n: -(one.values[n] or 0))
                for suit in self.game.enums["suit"]:
                    yield Scale(tuple(Worth(Card(suit, ranks[n])) for n in named), (suit,))

    def _with_worth(self, index: int) -> Worth:
        return Worth(self.card(index), self.worth(index))

    def _give(self, name: str, word: str) -> None:
        variable = self.game.variables.get(name)
        if variable is None or variable.index:
            single = ", ".join(v.name for v in self.game.variables.values() if not v.index)
            raise ValueError(f"the game has no variable “{name}”; there are {single}")
        words = {self.game.word(variable.type, v): v for v in self.game.values(variable.type)}
        if word not in words:
            raise ValueError(f"{name} cannot be “{word}”; it may be {', '.join(words)}")
        self.base.values[name, ()] = words[word]

    def _of_card(self, name: str) -> str:
        found = self.game.definitions.get(name)
        if found is None or [t for _, t in found.params] != [Enum("card")]:
            raise ValueError(f"the game has no definition “{name}” that gives a card a number")
        return name

    def _number(self, name: str, position: Position, index: int) -> int:
        definition = self.game.definitions[name]
        ((parameter, _),) = definition.params
        read = Evaluator(self.game, self.options, position)
        try:
            return read.number(definition.body, {parameter: index})
        except RuleError as error:
            card = self.game.enums["card"][index]
            raise ValueError(f"{name} has no value for the {card}: {error}; give the variables that it depends on") from None
