"""The games for PettingZoo: ``kirtis.conform.pettingzoo.env("kiksas")`` is an AEC environment.

Agents are ``seat_0``, ``seat_1``, … in the order of the seats. An observation holds ``observation``, what the seat sees (see
:mod:`kirtis.conform.observe`), and ``action_mask``, what it may do while it is asked (see :mod:`kirtis.conform.asking`); actions are numbered by
:mod:`kirtis.conform.numbers`. Rewards come at the end (see :mod:`kirtis.conform.payoff`); after ``longest`` decisions a match is truncated.
``reset(seed=7)`` begins the match of ``Game.start(seed=7)``; without a seed the next match is drawn by the generator seeded last.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from secrets import randbits
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from kirtis.conform.asking import Asking, askings
from kirtis.conform.numbers import Numbers
from kirtis.conform.observe import Observer
from kirtis.conform.payoff import Payoff
from kirtis.conform.tree import LONGEST
from kirtis.play.game import Game, OptionWord, load
from kirtis.play.state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

AGENT = "seat_"


@lru_cache(maxsize=64)
def _ready(
    game: str | Path, changed: int, seats: int | None, options: tuple[tuple[str, OptionWord], ...]
) -> tuple[Game, Numbers, Observer]:
    """What environments of a game share: none of it ever changes, as long as the file of the rules has not ``changed``."""
    loaded = load(game, options=dict(options), seats=seats)
    return loaded, Numbers(loaded.rules), Observer(loaded)


def env(
    game: str | Path,
    *,
    seats: int | None = None,
    options: Mapping[str, OptionWord] | None = None,
    count: str = "",
    longest: int = LONGEST,
    render_mode: str | None = None,
) -> AECEnv[str, dict[str, Any], int | None]:
    """An environment that minds the order of calls and the range of actions."""
    bare = Environment(game, seats=seats, options=options, count=count, longest=longest, render_mode=render_mode)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(bare))


class Environment(AECEnv[str, dict[str, Any], "int | None"]):
    """A match, seat by seat. ``step`` raises ActionError, with the reason that the rules give, for what may not be done."""

    def __init__(
        self,
        game: str | Path,
        *,
        seats: int | None = None,
        options: Mapping[str, OptionWord] | None = None,
        count: str = "",
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        changed = Path(game).stat().st_mtime_ns if Path(game).is_file() else 0
        self.game, self.numbers, self.observer = _ready(game, changed, seats, tuple(sorted((options or {}).items())))
        self.payoff, self.longest, self.render_mode = Payoff(self.game, count), longest, render_mode
        self.metadata = {"name": self.game.name, "render_modes": ["human", "ansi"], "is_parallelizable": False}
        self.possible_agents = [f"{AGENT}{n}" for n in range(len(self.game.seats))]
        one = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self.observer.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.numbers.count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, one)
        # A space has a generator of its own, which agents must not share.
        self.action_spaces = {agent: spaces.Discrete(self.numbers.count) for agent in self.possible_agents}
        self._random = Random(randbits(63))
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What observations of an agent look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What actions of an agent look like."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; ``options`` mean nothing, those of the rules are settled when the environment is made."""
        if seed is not None:
            self._random = Random(seed)
        self.standing: State = self.game.start(seed=self._random.getrandbits(63) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.decisions = 0
        self._ask()

    def _ask(self) -> None:
        """Ask the seats anew."""
        self._askings: tuple[Asking, ...] = askings(self.standing)
        self._waited = 0
        if self._askings:
            self.agent_selection = self.possible_agents[self._askings[0].seat]

    @property
    def asking(self) -> Asking | None:
        """The question that is open."""
        return self._askings[self._waited] if self._askings else None

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and, while it is asked, what it may do."""
        seat = self.possible_agents.index(agent)
        mask: NDArray[np.int8] = np.zeros(self.numbers.count, np.int8)
        asking = self.asking
        if asking is not None and asking.seat == seat and not self._ended():
            mask[[self.numbers.number(action) for action in asking.actions]] = 1
            if asking.may_wait:
                mask[self.numbers.wait] = 1
        return {"observation": self.observer.row(self.standing._numbers, seat), "action_mask": mask}

    def _ended(self) -> bool:
        return self.standing.over or self.decisions >= self.longest

    def step(self, action: int | None) -> None:
        """Do it, and ask on. An agent that has ended takes None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        asking = self.asking
        assert asking is not None and action is not None
        chosen = self.numbers.action(asking.seat, int(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if chosen is not None:
            self.standing = self.standing.play(chosen)
            self._ask()
        elif asking.may_wait:
            self._waited += 1
            self.agent_selection = self.possible_agents[self._askings[self._waited].seat]
        else:
            raise ValueError(f"{agent} cannot wait: it is its turn")
        self.decisions += 1
        if self._ended():
            self._end()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        over = self.standing.over
        if over:
            self.rewards = dict(zip(self.agents, self.payoff.of(self.standing.plain), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """What the seat sees that is asked: printed, or, as ``ansi``, given back."""
        if self.render_mode is None:
            return None
        seat = self.possible_agents.index(self.agent_selection)
        text = f"{self.agent_selection}: {self.observer.text(self.standing._numbers, seat)}"
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 (that is what rendering for people means here)
        return None

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return self.game.name
