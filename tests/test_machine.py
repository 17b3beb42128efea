"""A match as somebody might lead it who tries everything that the interpreter offers, in any order."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from compare.adapter import formal_action, formal_game, said
from kirtis.play import Action, ActionError, State
from naive.kiksas import NEXT, OPTIONS, PACK, PARTNER, SEATS, SIDES
from naive.walk import WEIGHTS, choose

OPTION_SETS = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()})
WORDS = st.sampled_from(["", "top", "bottom", "clubs", "hearts", "trumps", "none", *PACK])
NAMES = st.sampled_from("look waive keep recut name own_trump high low pass play su_dviem stop bid".split())
ACTIONS = st.builds(Action, st.sampled_from([*SEATS, "E"]), NAMES, st.lists(WORDS, max_size=2).map(tuple))


def cells(zones: dict[str, Any]) -> dict[tuple[str, ...], Any]:
    """The zones of a position or view, one by one."""
    return {
        (zone, *key): there
        for zone, family in zones.items()
        for key, there in ([((), family)] if not isinstance(family, dict) else [((cell,), t) for cell, t in family.items()])
    }


def hand_is_seen(state: State, viewer: str, owner: str) -> bool:
    """Whether the rules show a hand, as KIK-19, KIK-25 and KIK-26 say."""
    soloist = state.get("soloist")
    if isinstance(soloist, str):
        if owner == PARTNER[soloist]:
            return False
        begun = state.get("done") != 0 or state.get("table", soloist) is not None
        return viewer == owner or (begun and owner != soloist)
    waits = state.phase == "naming" and owner == PARTNER[NEXT[str(state.get("dealer"))]]
    return viewer == owner and not waits


class Match(RuleBasedStateMachine):
    """One match, from the start."""

    state: State
    kept: list[tuple[State, dict[str, Any]]]

    @initialize(options=OPTION_SETS, seed=st.integers(0, 2**64))
    def start(self, options: dict[str, object], seed: int) -> None:
        game = formal_game(options)
        self.state = game.start(seed=seed)
        self.kept = []
        assert self.state == game.start(seed=seed)

    def go(self, action: Action) -> None:
        """Play, and look at what can be seen of the points on the way."""
        before = self.state
        self.state = before.play(action)
        if before.get("part") == "record" and self.state.get("part") == "answer":
            assert sum(int(str(self.state.get("goal", side))) for side in SIDES) == 138
        if before.phase == "play" and before.get("game") == "usual" and action.name == "play":
            left = [card for seat in SEATS for card in self.cards(before, "hand", seat)]
            if len(left) == 1:
                lie = [str(card) for seat in SEATS if (card := before.get("table", seat)) is not None]
                won = sum(int(str(before.get("points", side))) for side in SIDES)
                assert won + sum(int(str(before.get("worth", card))) for card in left + lie) + 10 == 138

    def cards(self, state: State, zone: str, *index: str) -> list[str]:
        found = state.get(zone, *index)
        assert isinstance(found, list)
        return [str(card) for card in found]

    # -- what may be done --------------------------------------------------------------------------------------------------

    @precondition(lambda self: not self.state.over)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        self.go(data.draw(st.sampled_from(self.state.actions())))

    @precondition(lambda self: not self.state.over)
    @rule(seed=st.integers(0, 2**32), actions=st.integers(2, 120))
    def play_on(self, seed: int, actions: int) -> None:
        rng = Random(seed)
        for _ in range(actions):
            if not self.state.over:
                self.go(formal_action(choose([said(action) for action in self.state.actions()], rng, WEIGHTS)))

    @rule(seat=st.sampled_from(SEATS))
    def view(self, seat: str) -> None:
        view: Any = self.state.view(seat)
        assert json.loads(json.dumps(view)) == view and self.state.view(seat) == view
        position: Any = self.state.position()
        true = cells(position["zones"])
        for cell, shown in cells(view["zones"]).items():
            assert shown is None or shown == true[cell]
            assert (shown is None) == (cell[0] != "table" and not (cell[0] == "hand" and hand_is_seen(self.state, seat, cell[1])))
        assert ("peeked" in view["variables"]) == (seat == NEXT[position["variables"]["dealer"]])
        for name, value in view["variables"].items():
            assert value == position["variables"][name]

    @rule(seat=st.sampled_from(SEATS), seed=st.integers(0, 2**32))
    def change_what_is_hidden(self, seat: str, seed: int) -> None:
        """Whatever a seat does not see may lie otherwise, and it still sees the same."""
        rng = Random(seed)
        view: Any = self.state.view(seat)
        position: Any = copy.deepcopy(self.state.position())
        true = cells(position["zones"])
        hidden = [cell for cell, shown in cells(view["zones"]).items() if shown is None]
        cards = [card for cell in hidden for card in true[cell]]
        rng.shuffle(cards)
        for cell in hidden:
            mine = [cards.pop() for _ in true[cell]]
            if len(cell) == 1:
                position["zones"][cell[0]] = mine
            else:
                position["zones"][cell[0]][cell[1]] = mine
        if "peeked" in view["hidden"]:
            position["variables"]["peeked"] = rng.choice([None, *PACK])
        assert self.state.game.from_position(position).view(seat) == view

    @rule()
    def take_down_and_set_up(self) -> None:
        position = self.state.position()
        again = self.state.game.from_position(json.loads(json.dumps(position)), seed=1)
        assert again == self.state and hash(again) == hash(self.state) and again.position() == position
        assert again.actions() == self.state.actions() and again.phase == self.state.phase
        assert again.public() == self.state.public()

    @precondition(lambda self: not self.state.over)
    @rule(data=st.data())
    def go_two_ways(self, data: st.DataObject) -> None:
        """A state never changes, and what follows from it depends on nothing that is done meanwhile."""
        here = copy.copy(self.state)
        before = here.position()
        one = data.draw(st.sampled_from(here.actions()))
        other = data.draw(st.sampled_from(here.actions()))
        first = here.play(one)
        second = here.play(other)
        for _ in range(30):
            second = second.play(second.actions()[-1]) if not second.over else second
        assert here.play(one) == first and (one is not other or here.play(other) == first)
        assert here == self.state and here.position() == before
        self.kept.append((here, before))
        self.go(one)
        assert self.state == first

    @rule(action=ACTIONS)
    def try_what_is_not_offered(self, action: Action) -> None:
        before = self.state.position()
        refusal = self.state.why_not(action)
        assert (refusal is None) == (action in self.state.actions())
        if refusal is not None:
            assert refusal.action == action and all(refusal.message)
            with pytest.raises(ActionError) as error:
                self.state.play(action)
            assert error.value.refusal == refusal and str(action) in str(error.value)
        assert self.state.position() == before

    # -- what always holds -------------------------------------------------------------------------------------------------

    @invariant()
    def every_card_is_somewhere(self) -> None:
        position: Any = self.state.position()
        zones = cells(position["zones"])
        assert sorted(card for there in zones.values() for card in there) == sorted(PACK)
        assert all(len(there) <= 1 for cell, there in zones.items() if cell[0] == "table")
        assert self.state.phase in ("peek", "judge") or not zones["stock",]

    @invariant()
    def sizes_are_open(self) -> None:
        public: Any = self.state.public()
        position: Any = self.state.position()
        assert cells(public["sizes"]) == {cell: len(there) for cell, there in cells(position["zones"]).items()}

    @invariant()
    def somebody_can_act(self) -> None:
        actions = self.state.actions()
        assert bool(actions) != self.state.over and len(actions) == len(set(actions))
        assert self.state.over or self.state.actor in {action.seat for action in actions}
        assert all(action.seat == self.state.actor or action.name == "su_dviem" for action in actions)
        assert all(self.state.why_not(action) is None for action in actions)

    @invariant()
    def figures_end_the_match(self) -> None:
        totals = {side: int(str(self.state.get("total", side))) for side in SIDES}
        assert self.state.over == (max(totals.values()) >= 12) and max(totals.values()) <= 13
        if self.state.over:
            assert self.state.get("winner") == (
                None if totals["AC"] == totals["BD"] else min(totals, key=lambda side: totals[side])
            )

    @invariant()
    def tricks_and_cards_agree(self) -> None:
        if self.state.phase == "play":
            each = 4 if self.state.get("soloist") is None else 3
            for side in SIDES:
                assert len(self.cards(self.state, "taken", side)) == each * int(str(self.state.get("tricks", side)))
            assert self.state.get("leader") is not None

    @invariant()
    def what_was_kept_is_as_it_was(self) -> None:
        assert all(state.position() == position for state, position in self.kept[-3:])


class TestMatch(Match.TestCase):  # type: ignore[misc, valid-type]
    settings = settings(max_examples=20, stateful_step_count=25, suppress_health_check=list(HealthCheck))


@pytest.mark.slow
class TestLongMatch(Match.TestCase):  # type: ignore[misc, valid-type]
    settings = settings(max_examples=120, stateful_step_count=60, suppress_health_check=list(HealthCheck))
