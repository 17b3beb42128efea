"""The games for OpenSpiel: ``import kirtis.conform.openspiel``, then ``pyspiel.load_game("kirtis_kiksas")``.

The name of a game is that of its rules after ``kirtis_``, with ``_`` for ``-``. Its parameters are ``players``, the options of the rules by their names,
``count`` (see :mod:`kirtis.conform.payoff`) and ``longest``, after how many decisions a match is broken off, with 0 for all. Actions are numbered by
:mod:`kirtis.conform.numbers`; who decides next is said in :mod:`kirtis.conform.asking`, what chance decides in :mod:`kirtis.conform.question`, what an
observation holds in :mod:`kirtis.conform.observe` and an information state in :mod:`kirtis.conform.memory`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from kirtis import files, language
from kirtis.conform.memory import Memory
from kirtis.conform.observe import PRIVATE, PUBLIC, SEAT, Observer
from kirtis.conform.payoff import winner_of
from kirtis.conform.tree import LONGEST, Node, Tree, tree
from kirtis.play.game import option_word

PREFIX = "kirtis_"


class Game(pyspiel.Game):
    """A game of Kirtis as OpenSpiel sees it; ``tree`` holds its matches. Each of the games is a class of its own (see ``register``)."""

    name: str
    kind: pyspiel.GameType

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        usual = self.kind.parameter_specification
        given = {**usual, **(params or {})}
        # What is as usual is left out of the name by which a game is written down.
        said = {name: value for name, value in given.items() if value != usual[name]}
        players, count = given.pop("players"), given.pop("count")
        longest = given.pop("longest")
        self.tree: Tree = tree(self.name, players, tuple(sorted(given.items())), count, longest)
        seats = len(self.tree.game.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.tree.numbers.count,
            max_chance_outcomes=self.tree.outcomes,
            num_players=seats,
            min_utility=self.tree.payoff.low,
            max_utility=self.tree.payoff.high,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(self.kind, info, said)
        self.observer = Observer(self.tree.game)
        self.memory = Memory(self.observer)

    def new_initial_state(self, *given: object) -> State:
        """The start of a match."""
        if given:
            raise NotImplementedError("a match begins at its start")
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """A bound, far from what happens: before each decision at most every card is dealt twice."""
        return (self.tree.longest + 1) * 2 * self.tree.outcomes

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Sight:
        """What looks at states for a player."""
        return Sight(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class State(pyspiel.State):
    """Where a match stands: ``node`` is all that there is to it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.node: Node = game.tree.root

    def current_player(self) -> int:
        """Who decides."""
        if self.node.question is not None:
            return int(pyspiel.PlayerId.CHANCE)
        asking = self.node.asking
        return int(pyspiel.PlayerId.TERMINAL) if asking is None else asking.seat

    def is_terminal(self) -> bool:
        """Whether the match is over or has been broken off."""
        return self.node.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may come out next, each as likely as any other."""
        numbers = self.node.legal()
        return [(n, 1 / len(numbers)) for n in numbers]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.words(action) if player == pyspiel.PlayerId.CHANCE else self.node.tree.numbers.words(action)

    def returns(self) -> list[float]:
        """What the match is worth to each player; 0 before its end."""
        return self.node.payoff()

    def __str__(self) -> str:
        node = self.node
        if node.state is not None:
            words = node.state.position()
            waited = f"; {node.waited} waited" if node.waited else ""
            return f"{words}{waited}"
        assert node.question is not None
        return f"{node.question.asked}; so far: {', '.join(node.question.dealt)}"


class Sight:
    """An observer as OpenSpiel wants it: ``tensor`` and ``dict`` are filled by ``set_from``; with perfect recall there is text alone."""

    def __init__(self, game: Game, kind: pyspiel.IIGObservationType, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observations take no parameters, but these are given: {', '.join(params)}")
        self.game, self.recall = game, kind.perfect_recall
        private = kind.private_info != pyspiel.PrivateInfoType.NONE
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no player sees what is private to all others")
        self.what = (SEAT if kind.public_info else PRIVATE) if private else PUBLIC
        self.blind = not private and not kind.public_info
        self.tensor: Any = None if self.recall else np.zeros(game.observer.size, np.float32)
        self.dict: dict[str, Any] = {} if self.recall else {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self.tensor is None:
            raise NotImplementedError("an information state has no tensor: a match has no length of its own")
        self.tensor[:] = 0 if self.blind else self.game.observer.row(state.node.numbers, player, self.what)

    def string_from(self, state: State, player: int) -> str:
        """What a player sees, or, with perfect recall, has come to know."""
        if self.blind:
            return ""
        if self.recall:
            return self.game.memory.text(state.node, player, self.what)
        return self.game.observer.text(state.node.numbers, player, self.what)


def register(name: str) -> str:
    """Make the rules of a name or a file known to OpenSpiel, and say under which name."""
    rules = language.load(name, proofs=False)
    short = PREFIX + rules.name.replace("-", "_")
    seats = rules.seat_counts or (len(rules.seats),)
    options = {o.name: option_word(rules, o.name, o.default) for o in rules.options.values()}
    parameters = {"players": seats[0], **options, "count": "", "longest": LONGEST}
    kind = pyspiel.GameType(
        short_name=short,
        long_name=rules.titles[1],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
        default_loadable=winner_of(rules) is not None,
    )
    # A class and not a function: OpenSpiel lets go of it after Python has ended, and a function would then be freed too late.
    pyspiel.register_game(kind, type(short, (Game,), {"name": name, "kind": kind}))
    return short


GAMES = tuple(register(path.stem) for path in files.spec_files())
"""The names under which OpenSpiel knows the games."""
