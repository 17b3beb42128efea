"""A game ready to be played: its rules, its options, and the ways to begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING

from kirtis import language
from kirtis.language.document import content_hash
from kirtis.language.game import Option
from kirtis.language.types import Bool, Enum, Num
from kirtis.play import step
from kirtis.play.careful import Careful
from kirtis.play.chance import Chance, Forced, Tape
from kirtis.play.compile import Engine
from kirtis.play.faults import OptionError, PlayError
from kirtis.play.state import State
from kirtis.play.words import paths_of

if TYPE_CHECKING:
    from kirtis.play.action import Action
    from kirtis.play.compile.engine import Fortune, Numbers
    from kirtis.play.words import Json

OptionWord = bool | int | str


class Game:
    """The rules of a game with all options settled; ``start`` begins a match.

    With ``trace`` the rows of tables that decide are counted in ``engine.trace.rows``, at some cost.
    """

    def __init__(self, rules: language.Game, options: Mapping[str, OptionWord] | None = None, *, trace: bool = False) -> None:
        self.rules = rules
        self.option_values = option_values(rules, options or {})
        self.engine = Engine(rules, self.option_values, trace=trace)
        self.careful = Careful(self)
        self.phase_names = rules.enums["phase"]
        self.ends = tuple(rules.phases[name].kind == "end" for name in self.phase_names)
        self.moves = self.engine.moves
        nothing: Callable[[Numbers], tuple[Action, ...]] = lambda numbers: ()  # noqa: E731
        self.menus = tuple(menu or nothing for menu in self.engine.menus)
        self.first = step.start(rules, self.option_values)
        self._first = self.engine.layout.pack(self.first)
        self.paths = paths_of(rules)
        self._hash: str | None = None

    @property
    def name(self) -> str:
        """The name of the game, as ``kirtis.load`` takes it."""
        return self.rules.name

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in the order of play."""
        return self.rules.seats

    @property
    def options(self) -> dict[str, OptionWord]:
        """The value of every option, in words: yes and no as True and False, numbers, names."""
        return {name: option_word(self.rules, name, value) for name, value in self.option_values.items()}

    def start(self, seed: int | str | None = None, *, chance: Chance | None = None) -> State:
        """The first state in which a seat has to act.

        ``seed`` settles everything left to chance, the same on every machine; without one it is drawn. ``chance`` decides
        instead of a seed. Raises RuleError where the rules give no answer, ChanceError where ``chance`` gives an impossible one.
        """
        if chance is not None and seed is not None:
            raise TypeError("start takes a seed or a chance, not both")
        fortune: Fortune = (
            Forced(self.engine.layout, chance) if chance is not None else Tape(randbits(63) if seed is None else seed)
        )
        return self.begin(fortune)

    def begin(self, fortune: Fortune) -> State:
        """The first state, with chance as the compiled code asks for it."""
        return State(self, self.settle(self._first, fortune), fortune)

    def settle(self, numbers: Numbers, fortune: Fortune) -> Numbers:
        """Run the automatic phases that a position stands before."""
        try:
            return self.engine.settle(numbers[:], fortune)
        except PlayError:
            raise
        except Exception:
            return self.careful.settle(self.engine.layout.unpack(numbers), fortune, numbers[-1])

    def from_position(
        self, position: Mapping[str, Json], seed: int | str | None = None, *, chance: Chance | None = None
    ) -> State:
        """The state in a position given in words, as ``State.position`` gives it; nothing automatic is run.

        What is left out is taken from the start of a match: a variable at its first value, a zone empty; cards that are in
        no zone are in the pack. Raises PositionError with everything that is wrong.
        """
        from kirtis.play.words import position_from_words

        fortune: Fortune = (
            Forced(self.engine.layout, chance) if chance is not None else Tape(randbits(63) if seed is None else seed)
        )
        plain = position_from_words(self.rules, self.first, position)
        return State(self, self.engine.layout.pack(plain), fortune)

    def go_on(self, state: State) -> State:
        """The state after the automatic phases that a state built from a position stands before."""
        return State(self, self.settle(state._numbers, state._fortune), state._fortune)

    def actor(self, state: State) -> str | None:
        """The seat whose turn it is; None where none is. Raises RuleError where the rules give no answer."""
        turn = self.engine.turns[state._numbers[0]]
        if turn is None:
            return None
        try:
            return self.seats[turn(state._numbers)]
        except Exception:
            seat = self.careful.actor(state.plain)
            return None if seat is None else self.seats[seat]

    def content_hash(self) -> str:
        """SHA-256 of the formal text of the rules, block by block: the same hash, the same rules. Prose does not count."""
        if self._hash is None:
            self._hash = content_hash(self.rules.documents)
        return self._hash

    def same(self, other: Game) -> bool:
        """Whether two games have the same rules, seats and options."""
        return self is other or (
            self.option_values == other.option_values
            and self.seats == other.seats
            and self.content_hash() == other.content_hash()
        )

    def __repr__(self) -> str:
        chosen = ", ".join(f"{n}={v}" for n, v in self.options.items() if self.option_values[n] != self.rules.options[n].default)
        return f"<{self.name} for {len(self.seats)}{f': {chosen}' if chosen else ''}>"


def option_word(rules: language.Game, name: str, value: int | bool) -> OptionWord:
    """The value of an option in words."""
    kind = rules.options[name].type
    return rules.enums[kind.name][value] if isinstance(kind, Enum) else bool(value) if isinstance(kind, Bool) else int(value)


def option_choices(rules: language.Game, option: Option) -> tuple[OptionWord, ...]:
    """Every value that an option may have, in words."""
    return tuple(option_word(rules, option.name, int(v or 0)) for v in rules.values(option.type))


def option_values(rules: language.Game, options: Mapping[str, OptionWord]) -> dict[str, int | bool]:
    """The values of all options, as the rules read them. Raises OptionError for a name or value that there is not."""
    out = {name: option.default for name, option in rules.options.items()}
    for name, word in options.items():
        if name not in out:
            raise OptionError(f"{rules.name} has no option “{name}”; there are {', '.join(out) or 'none'}")
        option = rules.options[name]
        value = _option_value(rules, option, word)
        if value is None:
            choices = ", ".join(
                {True: "yes", False: "no"}.get(c, str(c)) if isinstance(c, bool) else str(c)
                for c in option_choices(rules, option)
            )
            raise OptionError(f"the option {name} cannot be “{word}”; it may be {choices}")
        out[name] = value
    return out


def _option_value(rules: language.Game, option: Option, word: OptionWord) -> int | bool | None:
    match option.type:
        case Bool():
            return {True: True, False: False, "yes": True, "no": False}.get(word) if isinstance(word, bool | str) else None
        case Enum(name):
            return rules.enums[name].index(word) if isinstance(word, str) and word in rules.enums[name] else None
        case Num(low, high):
            number = int(word) if isinstance(word, str) and word.isascii() and word.isdigit() and len(word) < 10 else word
            inside = (
                isinstance(number, int) and not isinstance(number, bool) and number >= low and (high is None or number <= high)
            )
            return number if inside and isinstance(number, int) else None


def load(name: str | Path, *, options: Mapping[str, OptionWord] | None = None, seats: int | None = None) -> Game:
    """The game of that name, or of a file, ready to be played.

    ``options`` chooses readings, by name: ``{"queen_led": False}``; ``seats`` is the number of players, for a game that allows
    several. Raises SpecError for rules that cannot be read, OptionError for an option or value that there is not.
    """
    return Game(language.load(name, seats=seats, proofs=False), options)
