"""What the adapters to other frameworks stand on: one numbering of actions, one seat at a time, chance card by card, what a match is worth."""

from __future__ import annotations

import doctest
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kirtis
from kirtis import files, language
from kirtis.conform import steps
from kirtis.conform.asking import askings
from kirtis.conform.numbers import Numbers
from kirtis.conform.payoff import Payoff, PayoffError
from kirtis.conform.tree import Node, Tree, tree
from kirtis.language.types import Bool, Enum, Num, definite
from kirtis.play import Game, Kept, Seeded, State
from kirtis.play.action import Action

COUNTS = {"ozka": "-open"}
"""What counts where the rules name no winner."""

SEATS = {r.name: r.seat_counts or (len(r.seats),) for r in (language.load(p.stem, proofs=False) for p in files.spec_files())}
GAMES = [(name, seats) for name, counts in SEATS.items() for seats in sorted({min(counts), max(counts)})]
"""Every game, for the fewest and for the most players."""

load = cache(kirtis.load)


def states(name: str, seats: int, seed: int) -> Iterator[State]:
    """The states of a random match."""
    random = Random(seed).random
    state = load(name, seats=seats).start(seed=seed)
    while not state.over:
        yield state
        actions = state.actions()
        state = state.play(actions[int(random() * len(actions))])
    yield state


def test_the_examples_of_the_page_give_what_is_shown() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install kirtis[openspiel]")
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install kirtis[pettingzoo]")
    page = Path(__file__).resolve().parents[1] / "docs" / "reference" / "frameworks.md"
    text = "\n".join(re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE))

    result = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0))

    assert result.attempted > 20
    assert result.failed == 0


# -- numbers ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_every_action_has_one_number_and_every_number_one_action(name: str, seats: int) -> None:
    game = load(name, seats=seats)
    numbers = Numbers(game.rules)

    every = {action for moves in game.moves for action in moves}

    assert {numbers.number(action) for action in every} == set(range(len(numbers.names)))
    for action in every:
        assert numbers.action(game.seats.index(action.seat), numbers.number(action)) is action


def test_numbers_go_by_the_formal_text() -> None:
    numbers = Numbers(load("kiksas").rules)

    assert [numbers.words(n) for n in (0, 1, 23, 24, 25)] == [
        "play ace of clubs",
        "play ten of clubs",
        "play nine of diamonds",
        "su_dviem",
        "stop",
    ]
    assert numbers.count == 43
    assert numbers.words(42) == "wait"


def test_a_game_without_a_word_out_of_turn_has_no_waiting() -> None:
    numbers = Numbers(load("ozka").rules)

    assert numbers.wait is None
    with pytest.raises(IndexError, match="there is no action 26; they go from 0 to 25"):
        numbers.action(0, 26)


# -- one at a time ----------------------------------------------------------------------------------------------------------


def test_who_may_speak_out_of_turn_is_asked_first_and_may_wait() -> None:
    state = next(s for s in states("sesiasdesimt-sesi", 3, 1) if len({a.seat for a in s.actions()}) == 3)

    asked = askings(state)

    turn = state.game.seats.index(state.actor or "")
    assert [one.seat for one in asked] == [(turn + n) % 3 for n in (1, 2, 3)]
    assert [one.may_wait for one in asked] == [True, True, False]
    assert {a for one in asked for a in one.actions} == set(state.actions())


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_all_that_may_be_done_is_asked_for_once(name: str, seats: int) -> None:
    for state in states(name, seats, 3):
        asked = [action for one in askings(state) for action in one.actions]

        assert sorted(map(repr, asked)) == sorted(map(repr, state.actions()))


# -- what is seen -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_row_says_what_the_view_says(name: str, seats: int) -> None:
    """Read back by what the page says of it, for every seat."""
    pytest.importorskip("numpy", reason="numpy is not installed: pip install kirtis[pettingzoo]")
    from kirtis.conform.observe import Observer

    game = load(name, seats=seats)
    observer = Observer(game)
    for n, state in enumerate(states(name, seats, 6)):
        if n % 11:
            continue
        for seat, letter in enumerate(game.seats):
            row = [float(x) for x in observer.row(state._numbers, seat)]
            pieces = {piece.name: row[piece.start : piece.start + piece.size] for piece in observer.layout}
            view: Any = state.view(letter)
            assert pieces["seat"] == [float(s == letter) for s in game.seats]
            assert pieces["phase"] == [float(phase == state.phase) for phase in game.phase_names]
            assert pieces["actor"] == [float(s == state.actor) for s in game.seats]
            for family, path, piece in cells(game, pieces):
                if family in game.rules.zones:
                    there_are, seen = inside(view["sizes"][family], path), inside(view["zones"][family], path)
                    assert piece[0] == pytest.approx(there_are / len(game.rules.enums["card"]))
                    assert cards_of(game, family, piece[1:]) == (seen or [])
                else:
                    shown = inside(view["variables"].get(family, {}), path)
                    assert value_of(game, family, piece) == (None if shown in (None, {}) else shown), (family, path, piece)


def cells(game: Game, pieces: dict[str, list[float]]) -> Iterator[tuple[str, tuple[str, ...], list[float]]]:
    for family, places in game.paths.items():
        for _, path in places:
            name = f"{family}[{', '.join(path)}]" if path else family
            if name in pieces:
                yield family, path, pieces[name]


def inside(found: Any, path: tuple[str, ...]) -> Any:
    for word in path:
        found = found.get(word) if found is not None else None
    return found


def cards_of(game: Game, zone: str, piece: list[float]) -> list[str]:
    """The cards that a piece names; of a pile the uppermost last, as in a view."""
    names = game.rules.enums["card"]
    many = len(names)
    flags = len(piece) % many
    there = [card for card, is_there in zip(names, piece[flags : flags + many], strict=False) if is_there]
    top = [card for card, is_top in zip(names, piece[flags + many :], strict=False) if is_top]
    assert bool(there) <= (not flags or piece[0] == 1)
    return [card for card in there if card not in top] + top


def value_of(game: Game, name: str, piece: list[float]) -> Any:
    """The value that a piece names; None where none is seen."""
    variable = game.rules.variables[name]
    kind = definite(variable.type)
    if isinstance(kind, Enum):
        values = game.rules.enums[kind.name]
        return next((v for v, is_it in zip(values, piece[-len(values) :], strict=True) if is_it), None)
    if not all(piece[:-1]):
        return None
    if isinstance(kind, Bool):
        return piece[-1] == 1
    assert isinstance(kind, Num)
    share = piece[-1]
    return round(2 ** (32 * share)) - 1 + kind.low if kind.high is None else round(share * (kind.high - kind.low)) + kind.low


# -- what a match is worth --------------------------------------------------------------------------------------------------


def won(winner: object, name: str = "kiksas", **variables: Any) -> list[float]:
    game = load(name)
    state = game.from_position({"phase": "over", "variables": variables})
    assert state.get("winner") == winner
    return Payoff(game).of(state.plain)


def test_a_side_wins_together() -> None:
    assert won("AC", marks={"BD": {"stroke": 12}}) == [1.0, -1.0, 1.0, -1.0]
    assert won("BD", marks={"AC": {"stroke": 12}}) == [-1.0, 1.0, -1.0, 1.0]


def test_one_of_three_wins_from_both() -> None:
    assert won("B", "trikiksis", marks={"A": {"stroke": 12}, "B": {"stroke": 1}, "C": {"stroke": 2}}) == [-0.5, 1.0, -0.5]


def test_those_with_most_points_win_together() -> None:
    game = load("astuonkojis", seats=3)
    state = game.from_position({"phase": "over", "variables": {"score": {"A": 7, "B": 3, "C": 7}}})

    assert Payoff(game).of(state.plain) == [1.0, -2.0, 1.0]
    assert Payoff(game).low == -2.0


def test_points_may_count_instead() -> None:
    game = load("astuonkojis", seats=3)
    state = game.from_position({"phase": "over", "variables": {"score": {"A": 7, "B": 3, "C": 8}}})

    assert Payoff(game, "score").of(state.plain) == [1.0, -3.0, 2.0]


def test_what_is_worse_counts_with_a_minus() -> None:
    game = load("ozka")
    state = game.from_position({"phase": "over", "variables": {"open": {"AC": {"goat": 1, "saw": 2}, "BD": {"spectacles": 1}}}})

    assert Payoff(game, "-open").of(state.plain) == [-1.0, 1.0, -1.0, 1.0]


def test_where_no_winner_is_named_one_has_to_say_what_counts() -> None:
    with pytest.raises(PayoffError, match=r"the rules of ozka name no winner: say what counts.*open"):
        Payoff(load("ozka"))
    with pytest.raises(PayoffError, match="“dealer” counts nothing for each seat or side in ozka; there are"):
        Payoff(load("ozka"), "dealer")


# -- the tree ---------------------------------------------------------------------------------------------------------------


def wander(made: Tree, seed: int, most: int = 100_000) -> Iterator[Node]:
    """The nodes of a random match."""
    random = Random(seed).random
    node = made.root
    while not node.over and most:
        yield node
        legal = node.legal()
        node = node.child(legal[int(random() * len(legal))])
        most -= 1
    yield node


def test_chance_deals_every_card_once_and_each_hand_its_share() -> None:
    dealing = [n for n in wander(tree("kiksas"), 1, 60) if n.question is not None and n.question.cell is not None]

    first = [len(node.legal()) for node in dealing[:18]]

    assert first == list(range(24, 6, -1))  # the last hand takes the six that are left
    after = next(n for n in wander(tree("kiksas"), 1) if n.state is not None)
    hands = [after.state.get("hand", seat) for seat in "ABCD"]  # type: ignore[union-attr]
    assert sum(map(len, hands)) == 24  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_the_tree_follows_the_rules(name: str, seats: int) -> None:
    """A match of a seed, its outcomes given to the tree card by card, passes the same states."""
    made = tree(name, seats, (), COUNTS.get(name, ""))
    chance, random = Kept(Seeded(5)), Random(5).random
    state = load(name, seats=seats).start(chance=chance)
    node = made.root
    for _ in range(60):
        node = told(node, chance)
        assert node.state == state
        if state.over:
            break
        actions = state.actions()
        action = actions[int(random() * len(actions))]
        state = state.play(action)
        node = done(node, action)


def told(node: Node, chance: Kept) -> Node:
    """The node after the outcomes that there were; a question that has one answer only is not asked."""
    while node.question is not None:
        asked, outcome = node.question.asked, chance.outcomes[len(node.outcomes)]
        for word in [outcome] if isinstance(outcome, str) else [card for cell in asked["deal"]["to"] for card in outcome[cell]]:
            if node.question is None or node.question.asked is not asked:
                break
            node = node.child(next(n for n in node.legal() if node.words(n).partition(" to ")[0] == word))
    chance.outcomes.clear()
    return node


def done(node: Node, action: Action) -> Node:
    while True:
        asking = node.asking
        assert asking is not None
        if action in asking.actions:
            return node.child(node.tree.numbers.number(action))
        assert node.tree.numbers.wait is not None
        node = node.child(node.tree.numbers.wait)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_node_knows_every_step_since_the_last_decision(name: str, seats: int) -> None:
    """The compiled rules note what the plain evaluator passes."""
    made = tree(name, seats, (), COUNTS.get(name, ""))
    for n, node in enumerate(wander(made, 8, 400)):
        if n % 5 == 0 and (node.last is None or node.action is not None):
            before = None if node.last is None else node.last.state
            plain = list(steps.plainly(made.game, before, node.action, node.outcomes))

            assert [numbers[:-1] for numbers in node.passed] == [numbers[:-1] for numbers in plain]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_node_may_be_sent_elsewhere(name: str, seats: int) -> None:
    made = tree(name, seats, (), COUNTS.get(name, ""))

    for n, node in enumerate(wander(made, 2, 150)):
        if n % 7 == 0:
            again = pickle.loads(pickle.dumps(node))
            assert again.passed[-1][:-1] == node.passed[-1][:-1]
            assert again.legal() == node.legal()
            assert again.waited == node.waited


def test_a_match_that_takes_too_long_is_broken_off() -> None:
    made = tree("kiksas", None, (), "", 10)

    *_, last = wander(made, 1)

    assert last.state is not None
    assert not last.state.over
    assert last.decisions == 10
    assert last.payoff() == [0.0] * 4


def test_whose_turn_it_is_cannot_wait() -> None:
    made = tree("sesiasdesimt-sesi")
    node = next(n for s in range(9) for n in wander(made, s) if n.asking is not None and not n.asking.may_wait)
    assert made.numbers.wait is not None

    with pytest.raises(IndexError, match="a seat whose turn it is cannot wait"):
        node.child(made.numbers.wait)
