"""What happens between two decisions: told as it was, and only what everybody could see."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import kirtis
from kirtis import files
from kirtis.cli import main
from kirtis.play import Action, State
from kirtis.play.chance import Outcome
from kirtis.play.position import Position
from kirtis.play.record import Recorder
from kirtis.play.sight import heard
from kirtis.play.trail import Moved, Trail

GAMES = [path.stem for path in files.spec_files()]


def open_cards(state: State) -> set[str]:
    """The cards that lie open before everybody."""
    found: set[str] = set()

    def look(there: object) -> None:
        for inner in there.values() if isinstance(there, dict) else there if isinstance(there, list) else ():
            if isinstance(inner, str):
                found.add(inner)
            else:
                look(inner)

    look(state.public()["zones"])
    return found


def last(trail: Trail, before: State, action: Action, outcomes: list[Outcome]) -> Position:
    """The position that the trail itself comes to; below its uppermost card the order of a pile is not kept between steps."""
    layout = trail.game.engine.layout
    return layout.unpack(layout.pack(list(trail._steps(before, action, outcomes))[-1].after))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_trail_is_what_happened_and_tells_open_cards_only(name: str, seed: int) -> None:
    """It ends where the match stands; and each card that it tells of lay open, or was played so that all saw it."""
    game = kirtis.load(name)
    random, recorder, trail = Random(seed), Recorder(game, seed), Trail(game)
    told = 0
    for _ in range(70):
        before, known = recorder.state, len(recorder.events)
        if before.over:
            break
        action = random.choice(before.actions())
        recorder.play(action)
        outcomes = [e for e in recorder.events[known:] if not isinstance(e, Action)]
        known_to_all = open_cards(before) | {
            word for n, word in enumerate(action.args) if all(heard(before, action, seat)[n] for seat in game.seats)
        }
        assert last(trail, before, action, outcomes) == recorder.state.plain
        for moved in trail.follow(before, action, outcomes).moved:
            told += len(moved.cards)
            assert {card for _, card in moved.cards} <= known_to_all
    assert told


HIDDEN = """# A hidden match

::::{game} hidden
:lt: Slėpynės
:en: Hide and seek
:version: 1.0
:ids: HID

:::{lt}
Mažas žaidimas.
:::

:::{en}
A small game.
:::
::::

::::{clause} HID-1
:lt: Viskas
:en: Everything

:::{lt}
Atverstos kortos sumaišomos ir išdalijamos užverstos.
:::

:::{en}
Open cards are shuffled and dealt face down.
:::

```{rule}
seats A B
deck
  suits clubs hearts
  ranks ace king
zones
  stock seen by all
  hand[s: seat] seen by v if v = s
  secret seen by nobody
state match
  turn: seat = A
  luck: suit = clubs seen by nobody
state deal
  done: bool = no
start dealing with stock
phase dealing chance
  draw luck from suit
  fill hand[s] to 1 from stock for s in seat
  go play
phase play by turn
  act again
    go back
  act hide
    go under
  act leave
    go over
phase back auto
  reset deal
  gather stock
  go dealing
phase under auto
  move all stock to secret
  go back
phase over end
```
::::

::::{words}
| name | lt | en |
|---|---|---|
WORDS::::
"""

NAMES = "stock hand secret turn luck done dealing play again hide leave back under over".split()
HIDDEN = HIDDEN.replace("WORDS", "".join(f"| {name} | {name} | {name} |\n" for name in NAMES))


def test_open_cards_that_are_dealt_face_down_are_not_told(tmp_path: Path) -> None:
    """Who of two was dealt which of some open cards is not told; where open cards were laid by everybody’s eyes is."""
    file = tmp_path / "hidden.md"
    file.write_text(HIDDEN, "utf-8")
    game = kirtis.load(str(file))
    recorder, trail = Recorder(game, 1), Trail(game)
    told: list[tuple[Moved, ...]] = []
    for name in ("again", "hide"):
        before, known = recorder.state, len(recorder.events)
        recorder.play(Action("A", name))
        happened = trail.follow(before, Action("A", name), [e for e in recorder.events[known:] if not isinstance(e, Action)])
        assert happened.deal_over
        told.append(happened.moved)
    assert told[0] == ()
    (hidden,) = told[1]
    assert (hidden.source, hidden.target, len(hidden.cards)) == ("stock", "secret", 2)


def test_a_hidden_variable_of_the_match_is_not_told(tmp_path: Path) -> None:
    """What is seen by nobody is drawn anew with each deal, and no line at the end of a deal names it."""
    file = tmp_path / "hidden.md"
    file.write_text(HIDDEN, "utf-8")
    said = CliRunner().invoke(main, ["play", str(file), "--seed", "1"], input="1\n" * 20).output
    assert said.count("The deal is over.\n\n") == 20
    assert "luck" not in said
