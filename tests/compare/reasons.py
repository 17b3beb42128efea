"""Why the naive Kiksas does not offer an action: the conditions that it breaks, by the names that the formal text gives them."""

from __future__ import annotations

from naive.kiksas import OTHER_SIDE, SEATS, SIDE_OF, SUIT_OF, SUITS, Kiksas

from .adapter import Said

# In which phase something is done, and with how many arguments of what kind.
PHASES = {
    "look": "peek", "waive": "peek", "keep": "judge", "recut": "judge", "name": "naming", "own_trump": "offers", "high": "offers",
    "low": "offers", "pass": "offers", "play": "play", "su_dviem": "play", "stop": "play",
}  # fmt: skip
ARGUMENTS = {"look": ["top", "bottom"], "name": SUITS, "own_trump": SUITS, "play": list(SUIT_OF)}


def conceivable() -> list[Said]:
    """Everything that a seat might think of doing."""
    found: list[Said] = []
    for seat in SEATS:
        for name in PHASES:
            found += [(seat, name, word) for word in ARGUMENTS[name]] if name in ARGUMENTS else [(seat, name)]
    return found


def sentence(game: Kiksas, action: Said) -> str | None:
    """What is to be said about an action that does not come as far as the conditions of its own."""
    seat, name, words = action[0], action[1], action[2:]
    if game.over():
        return "The match is over."
    if seat not in SEATS:
        return f"There is no seat “{seat}”."
    if name not in PHASES:
        return f"There is no action “{name}”."
    if PHASES[name] != game.phase:
        return "This cannot be done now: "
    if len(words) != (1 if name in ARGUMENTS else 0):
        return "is written like this: "
    if words and words[0] not in ARGUMENTS[name]:
        return f"There is no such thing as “{words[0]}” here."
    if seat != game.turn and name != "su_dviem":
        return f"It is the turn of {game.turn}."
    return None


def duty(game: Kiksas, card: str) -> str:
    """The duty that keeps the player from laying a card of his hand."""
    assert game.turn is not None
    if not game.trick:
        return "lead_queen"
    led = SUIT_OF[game.trick[0][1]]
    if any(SUIT_OF[mine] == led for mine in game.hands[game.turn]):
        return "follow"
    return "ruff" if SUIT_OF[card] != game.trump else "overtrump"


def broken(game: Kiksas, action: Said) -> set[str]:
    """The conditions that an action breaks, which is well formed and done in its phase by whose turn it is."""
    seat, name, words = action[0], action[1], action[2:]
    hand = game.hands[seat]
    if name == "play":
        return {duty(game, words[0]) if words[0] in hand else "allowed"}
    if name == "name":
        return {"held"}
    tests: dict[str, bool] = {}
    if name == "own_trump":
        tests = {"other_suit": words[0] != game.trump, "queen_held": f"queen of {words[0]}" in hand}
    writing_off = game.game == "usual" and game.part == "answer"
    if name in ("su_dviem", "stop") and not writing_off:
        return {"writing_off"}
    assert name not in ("su_dviem", "stop") or game.recorders is not None
    taken = game.tricks[OTHER_SIDE[game.recorders]] if game.recorders else 0
    if name == "su_dviem":
        tests = {
            "between_tricks": not game.trick,
            "all_taken": taken == game.played,
            "in_time": game.played in ([3, 4] if game.options["call_late"] else [3]),
            "not_yet": not game.two,
            "of_answerers": SIDE_OF[seat] != game.recorders,
            "speaker_may": game.options["call_by"] == "either" or seat == game.turn,
        }
    if name == "stop":
        tests = {"last_lead": not game.trick and game.played == 5, "five_taken": taken == 5, "not_announced": not game.two}
    return {condition for condition, holds in tests.items() if not holds}
