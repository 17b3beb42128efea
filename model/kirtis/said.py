"""What is said at a table in any game, in Lithuanian and English: at the terminal and on the pages of the book."""

from __future__ import annotations

SAID: dict[str, tuple[str, str]] = {
    "refused": ("Negalima: {0}", "Not allowed: {0}"),
    "someone_card": ("(korta)", "(a card)"),
    "deal_over": ("Padalijimas baigtas.", "The deal is over."),
    "match_over": ("Partija baigta: {0}.", "The match is over: {0}."),
    "no_sole_winner": ("vieno laimėtojo nėra", "no sole winner"),
    "stuck": (
        "Niekas nebegali nieko daryti: taisyklės šios padėties nenumato.",
        "Nobody can do anything: the rules do not foresee this position.",
    ),
}
"""Each text with places for values: ``{0}``."""
