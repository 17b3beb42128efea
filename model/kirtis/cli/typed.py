"""Cards and actions as people type them: ``♣Q``, ``q♣``, ``qc``, ``queen of clubs``; ``dama kryžių``, ``kryziu dama``.

Capitals, blanks, punctuation and the marks over letters do not count. Whole words are taken in both languages, letters in
the chosen one alone, since K, D and V mean other things in the other; of letters the rank comes first.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kirtis.language.game import Game
    from kirtis.play.action import Action

_OUTLINED = str.maketrans("♧♤♡♢", "♣♠♥♦")


def plain(text: str) -> str:
    """Words in small letters without marks, with one blank between; signs of suits stay."""
    letters = unicodedata.normalize("NFKD", text.translate(_OUTLINED).casefold())
    kept = "".join(c if c.isalnum() or unicodedata.category(c) == "So" else " " for c in letters if not unicodedata.combining(c))
    return " ".join(kept.split())


def close(text: str) -> str:
    """The same without any blank."""
    return plain(text).replace(" ", "")


class Typed:
    """What a person may type for the cards and actions of one game, in one language (0 Lithuanian, 1 English)."""

    def __init__(self, rules: Game, n: int) -> None:
        self.rules, self.n = rules, n
        self.cards = {card: self._card_forms(number, card) for number, card in enumerate(rules.enums["card"])}

    # -- what may be typed for a word ----------------------------------------------------------------------------------------

    def _words(self, name: str) -> set[str]:
        """A word of the rules in both languages, and the formal one."""
        return {close(word) for word in (name, *self.rules.words.get(name, ()))} - {""}

    def _card_forms(self, number: int, card: str) -> frozenset[str]:
        forms = self._words(card) | {close(self.rules.words[f"sign of {card}"][self.n])}
        suit, rank = (self.rules.maps[name].values[number] for name in ("suit", "rank"))
        if suit is None or rank is None:
            return frozenset(forms)
        s, r = self.rules.enums["suit"][suit], self.rules.enums["rank"][rank]
        ranks = self._words(r) | {close(self.rules.words.get(f"sign of {r}", (r, r))[self.n])}
        letter = close(self.rules.words.get(s, (s, s))[self.n])[:1]
        for one in ranks:
            forms.add(one + letter)
            for other in self._suit_forms(s):
                forms |= {one + other, other + one}
        return frozenset(forms)

    def _suit_forms(self, suit: str) -> set[str]:
        return self._words(suit) | self._words(f"of {suit}") | {close(s) for s in self.rules.words.get(f"sign of {suit}", ())}

    def examples(self) -> tuple[str, str, str]:
        """One card by its sign, by letters and by name."""
        card = self.rules.enums["card"][0]
        suit, rank = (self.rules.maps[name].values[0] for name in ("suit", "rank"))
        words = [
            self.rules.words.get(w, (w, w))[self.n]
            for w in (f"sign of {self.rules.enums['rank'][rank or 0]}", self.rules.enums["suit"][suit or 0])
        ]
        return self.rules.words[f"sign of {card}"][self.n], words[0].lower() + plain(words[1])[:1], self.rules.words[card][self.n]

    def _argument_forms(self, word: str) -> frozenset[str] | set[str]:
        if word in self.cards:
            return self.cards[word]
        return self._suit_forms(word) if word in self.rules.enums["suit"] else self._words(word)

    def _phrases(self, action: Action) -> Iterator[str]:
        """An action in words: formally, and in each language with its cards by name and by sign."""
        words = self.rules.words
        yield close(" ".join((action.name, *action.args)))
        for n in (0, 1):
            verb = words.get(action.name, (action.name, action.name))[n]
            names = [words.get(word, (word, word))[n] for word in action.args]
            signs = [words.get(f"sign of {word}", (name, name))[n] for word, name in zip(action.args, names, strict=True)]
            yield from {close(" ".join((verb, *rest))) for rest in (names, signs)}

    # -- what was typed ------------------------------------------------------------------------------------------------------

    def cards_in(self, text: str) -> tuple[str, ...]:
        """The cards that a text may stand for."""
        return tuple(card for card, forms in self.cards.items() if close(text) in forms)

    def fitting(self, text: str, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """The actions that fit best: by all their words, by what they are done with, or by a beginning of their words."""
        said = close(text)
        if not said:
            return ()
        for found in (
            tuple(a for a in actions if said in self._phrases(a)),
            tuple(a for a in actions if len(a.args) == 1 and self._fits(text, a.name, self._argument_forms(a.args[0]))),
            tuple(a for a in actions if any(phrase.startswith(said) for phrase in self._phrases(a))),
        ):
            if found:
                return found
        return ()

    def _fits(self, text: str, name: str, forms: frozenset[str] | set[str]) -> bool:
        """Whether a text is one of some forms, alone or after a beginning of the words of an action."""
        words = plain(text).split(" ")
        verbs = self._words(name)
        return any(
            "".join(words[k:]) in forms and any(verb.startswith("".join(words[:k])) for verb in verbs) for k in range(len(words))
        )

    def refused(self, text: str, name: str) -> tuple[str, ...]:
        """The cards for which a text asks this action."""
        return tuple(card for card, forms in self.cards.items() if self._fits(text, name, forms))
