"""Nobody needs to know what he may not see: proved of the rules, refuted where a rule asks it, and true of the interpreter too."""

from __future__ import annotations

from random import Random

import pytest

import kirtis
from kirtis.play.state import State
from kirtis.play.words import Json
from kirtis.prove.infer import infer
from kirtis.prove.report import Report
from prove.small import Change, proposals, report, small

GAMES = [("kiksas", 4), ("ozka", 4), ("karavas", 4), ("karavas-mainai", 4), ("sesiasdesimt-sesi", 2), ("sesiasdesimt-sesi", 3)]


def unknowable(game: Report) -> set[str]:
    """The actions and phases about which somebody cannot tell."""
    return {v.name.split(":")[0] for v in game.verdicts if v.kind == "known" and v.state == "refuted"}


def checked(*changes: Change) -> Report:
    game = small(changes)
    return report(game, facts=infer(game, list(proposals())))


def test_everybody_can_tell_what_he_may() -> None:
    found = checked()
    about = [v for v in found.verdicts if v.kind == "known"]
    assert {v.name.split(":")[0] for v in about} == {"choosing", "naming", "calling", "play"} | {
        f"{p.name}.{a.name}" for p in small().phases.values() for a in p.actions
    }
    assert all(v.state == "proved" for v in about)


HAND = "  hand[s: seat]       seen by v if v = s"
ASKS: dict[str, tuple[tuple[Change, ...], set[str]]] = {
    "one's own hand is hidden": (((HAND, "  hand[s: seat]       seen by nobody"),), {"naming.name", "play.put"}),
    "another's hand is shown instead": (((HAND, "  hand[s: seat]       seen by v if v = left(s)"),), {"naming.name", "play.put"}),
    "the stock decides": (
        (("    needs held: some c in hand[left(dealer)]: c.suit = t", "    needs held: some c in stock: c.suit = t"),),
        {"naming.name"},
    ),
    "the table is hidden": ((("  table[s: seat]: one seen by all", "  table[s: seat]: one seen by nobody"),), {"play.put"}),
}  # fmt: skip


@pytest.mark.parametrize("case", ASKS, ids=str)
def test_a_rule_that_asks_for_what_is_hidden(case: str) -> None:
    changes, asks = ASKS[case]
    assert asks <= unknowable(checked(*changes))


# -- the interpreter ---------------------------------------------------------------------------------------------------------


def hidden_shuffled(state: State, seat: str, rng: Random) -> State:
    """The same match, but for the cards that a seat does not see: they change places among themselves."""
    position, seen = state.position(), state.view(seat)["zones"]
    assert isinstance(seen, dict) and isinstance(position["zones"], dict)
    cells: list[tuple[dict[str, Json], str]] = []

    def gather(there: dict[str, Json], open_: dict[str, Json]) -> None:
        for name, cards in there.items():
            if isinstance(cards, dict):
                inner = open_[name]
                assert isinstance(inner, dict)
                gather(cards, inner)
            elif open_[name] is None:
                cells.append((there, name))

    gather(position["zones"], seen)
    cards = [c for there, name in cells for c in there[name]]  # type: ignore[union-attr]
    rng.shuffle(cards)
    for there, name in cells:
        n = len(there[name])  # type: ignore[arg-type]
        there[name], cards = cards[:n], cards[n:]
    return state.game.from_position(position)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_cards_unseen_change_nothing_that_a_player_is_told(name: str, seats: int) -> None:
    """Neither his view, nor what he may do; wherever the cards are that he does not see."""
    game = kirtis.load(name, seats=seats)
    rng = Random(11)
    moved = 0
    for seed in range(6):
        state = game.start(seed=seed)
        for _ in range(60):
            if state.over:
                break
            for seat in game.seats:
                other = hidden_shuffled(state, seat, rng)
                moved += other != state
                assert other.view(seat) == state.view(seat), (name, seed, state.position())
                mine = [a for a in state.actions() if a.seat == seat]
                assert [a for a in other.actions() if a.seat == seat] == mine, (
                    name,
                    seed,
                    seat,
                    state.position(),
                    other.position(),
                )
            actions = state.actions()
            state = state.play(actions[int(rng.random() * len(actions))])
    assert moved > 200
