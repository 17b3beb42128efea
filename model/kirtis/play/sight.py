"""What each seat may see, derived from who sees what in the rules and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kirtis.language.game import Sight, Variable, Zone
from kirtis.language.nodes import Const
from kirtis.play.evaluate import Evaluator
from kirtis.play.position import Place
from kirtis.play.words import Json, cards_in_words, family, to_word

if TYPE_CHECKING:
    from kirtis.play.action import Action
    from kirtis.play.state import State


def sees(read: Evaluator, sight: Sight, seat: int, index: tuple[int, ...]) -> bool:
    """Whether a seat sees one cell. Raises RuleError where the rules give no answer."""
    if isinstance(sight.when, Const):
        return bool(sight.when.value)
    env = {name: i for name, i in zip(sight.names, index, strict=False) if name}
    return read.truth(sight.when, {**env, sight.viewer: seat})


def view(state: State, seat: str) -> dict[str, Json]:
    """What a seat may see, in words ready for JSON.

    ``variables`` holds those that it sees, ``hidden`` names the others; ``zones`` holds the cards that it sees, sorted as
    in the pack, or None; ``sizes`` says how many cards every zone holds. Raises LookupError for a seat that there is not.
    """
    if seat not in state.game.seats:
        raise LookupError(f"there is no seat “{seat}”; there are {', '.join(state.game.seats)}")
    return {"seat": seat, **_seen(state, (state.game.seats.index(seat),))}


def public(state: State) -> dict[str, Json]:
    """What every seat may see: as ``view``, for all of them at once."""
    return _seen(state, range(len(state.game.seats)))


def heard(state: State, action: Action, seat: str) -> tuple[str | None, ...]:
    """The arguments of an action as a seat gets to know them: a card that it does not see, before or just after, is None."""
    game = state.game.rules
    shown: set[Json] = set()
    after = state.game.careful.just_after(state, action)
    for plain in (state.plain, after):
        read = state.game.careful.evaluator(plain)
        for place, there in plain.cards.items():
            if sees(read, game.zones[place[0]].sight, game.seats.index(seat), place[1]):
                shown |= {game.enums["card"][c] for c in there}
    return tuple(None if word in game.enums["card"] and word not in shown else word for word in action.args)


def _seen(state: State, seats: Iterable[int]) -> dict[str, Json]:
    game, plain = state.game.rules, state.plain
    read, seats, paths = state.game.careful.evaluator(plain), tuple(seats), state.game.paths

    def open_to_all(one: Variable | Zone, index: tuple[int, ...]) -> bool:
        return all(sees(read, one.sight, seat, index) for seat in seats)

    values: dict[Place, Json] = {}
    hidden: list[Json] = []
    for place, value in plain.values.items():
        v = game.variables[place[0]]
        if open_to_all(v, place[1]):
            values[place] = to_word(game, v.type, value)
        elif v.name not in hidden:
            hidden.append(v.name)
    cards: dict[Place, Json] = {}
    sizes: dict[Place, Json] = {}
    for place, there in plain.cards.items():
        cards[place] = cards_in_words(game, there) if open_to_all(game.zones[place[0]], place[1]) else None
        sizes[place] = len(there)
    return {
        "phase": state.phase,
        "actor": state.actor,
        "variables": {n: family(paths, n, values) for n, v in game.variables.items() if n not in hidden or v.index},
        "hidden": hidden,
        "zones": {name: family(paths, name, cards) for name in game.zones},
        "sizes": {name: family(paths, name, sizes) for name in game.zones},
    }
