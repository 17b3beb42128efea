"""What the prover reports, in the words of the game: cells of a position, steps, and what was to be shown of them.

The prover speaks English and names things as the rules do. For Lithuanian its sentences are put into other words here, in
one table; what the table does not know, like the formal text of a claim, stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from kirtis.cli.common import Speaker
from kirtis.cli.languages import LT
from kirtis.language.types import Bool, definite

SENTENCES: tuple[tuple[str, str], ...] = (
    # what was to be shown: {v} a cell, {p} a phase, {s} a step, {n} a number that falls, {t} a text as it stands
    ("{v} has no value yet in {p}", "{0} dar neturi reikšmės: {1}"),
    ("{t} at the start of a match", "{0} – partijos pradžioje"),
    ("the inferred invariants of {p} after {s}", "rasti invariantai ({0}) po žingsnio „{1}“"),
    ("{t} after {s}", "{0} – po žingsnio „{1}“"),
    ("every card lies in one place afterwards", "po to kiekviena korta yra vienoje vietoje"),
    ("the step is not excluded by what is assumed", "žingsnis neprieštarauja tam, kuo remiamasi"),
    ("the end is not excluded by what is assumed", "pabaiga neprieštarauja tam, kuo remiamasi"),
    ("the seat that acts is known", "žinoma, kieno eilė"),
    ("some action is allowed", "kas nors leidžiama"),
    ("{n} falls when {s} goes to {p}", "skaičius sumažėja: {0} (žingsnis „{1}“, po jo „{2}“)"),
    ("{n} does not grow when {s} goes to {p}", "skaičius nepadidėja: {0} (žingsnis „{1}“, po jo „{2}“)"),
    ("no two rows of {t} fit at once", "jokios dvi lentelės {0} eilutės netinka kartu"),
    ("the row {t} is not dead", "eilutė {0} kada nors tinka"),
    ("of two cards that can take the trick one is the higher", "iš dviejų kortų, galinčių paimti kirtį, viena yra aukštesnė"),
    ("what may be played meets the duty {t}", "kas leidžiama dėti, atitinka pareigą {0}"),
    ("whoever holds cards may play one", "kas turi kortų, kurią nors dėti gali"),
    ("whose turn it is follows from what every seat sees", "kieno eilė, visi žino iš to, ką mato"),
    ("whose turn it is follows from what {t} sees", "kieno eilė, {0} žino iš to, ką mato"),
    ("whether the action is allowed follows from what every seat sees", "ar veiksmas leidžiamas, visi žino iš to, ką mato"),
    ("whether the action is allowed follows from what {t} sees", "ar veiksmas leidžiamas, {0} žino iš to, ką mato"),
    # what is assumed
    ("{s} is allowed", "{0}: leidžiama"),
    ("size({v}): {t}, nought just where it is empty", "{0}: kortų {1}, nė vienos tik tada, kai tuščia"),
    ("all sizes together are {t}", "visose vietose kartu kortų yra {0}"),
    ("sum of {t} over all places", "suma visose vietose: {0}"),
    ("sum of {t} in {v}: nought where there is none", "{1}: suma „{0}“ lygi nuliui, kai nieko nėra"),
    ("sum of {t} in {v}: nought or more, {t} a card at most", "{1}: suma „{0}“ ne mažesnė už nulį, kortai tenka daugiausia {2}"),
    ("{v} holds one card at most", "{0}: daugiausia viena korta"),
    ("{c} lies in one place", "{0} yra vienoje vietoje"),
    ("top({v}) lies there", "{0}: viršutinė korta yra joje"),
    ("a card dealt to {v} comes from the pack", "{0}: padalyta korta yra iš kaladės"),
    ("a card is dealt once", "korta padalijama vieną kartą"),
    ("dealing keeps the sum of the cards", "dalijant kortų suma nesikeičia"),
    ("what is drawn is there", "ištraukiama tai, kas ten yra"),
    ("one of them is drawn", "ištraukiamas vienas iš jų"),
    ("one of the cards dealt to a pile is its top", "viena iš krūvelei padalytų kortų yra viršutinė"),
    ("the new top of a pile was dealt to it", "nauja viršutinė krūvelės korta padalyta jai"),
    ("a pile that lacks cards is dealt some", "krūvelei, kurioje kortų trūksta, jų padalijama"),
    ("{t} sees no difference", "{0} skirtumo nemato"),
    # what a value needs to exist
    ("the first value of {v} is made of variables that have none yet", "{0}: pradinei reikšmei reikia kintamųjų, kurie jos dar neturi"),
    ("{v} may be written twice in one step (also in line {t})", "{0}: per vieną žingsnį reikšmė gali būti suteikta dukart (dar {1} eilutėje)"),
    ("{v} may be dealt to twice, or from itself", "{0}: gali būti dalijama dukart arba iš savęs"),
    ("{v} may hold more than {t} cards already", "{0}: jau gali būti daugiau kortų nei {1}"),
    ("{v} may hold a card already", "{0}: korta jau gali būti"),
    ("{v} may get more than one card", "{0}: gali tekti daugiau kaip viena korta"),
    ("{c} may not lie where it is taken from", "{0} gali nebūti ten, iš kur imama"),
    ("there may not be enough cards", "gali neužtekti kortų"),
    ("there may be nothing to draw from", "gali nebūti iš ko traukti"),
    ("cards may not be dealt from or to a pile", "dalyti iš krūvelės ar į krūvelę negalima"),
    ("a single card may not be taken from a pile", "imti iš krūvelės vieną kortą negalima"),
    ("cards may not be moved all at once onto a pile", "dėti ant krūvelės visas kortas iš karto negalima"),
    ("this may be none", "reikšmės čia gali nebūti"),
    ("this may be outside {t}", "reikšmė gali išeiti iš rėžių {0}"),
    ("no row of the table {t} may fit", "gali netikti nė viena lentelės {0} eilutė"),
    ("there may be none, or more than one", "tokio gali nebūti arba būti daugiau kaip vienas"),
    ("there may be nobody, or two may be equal", "gali nebūti nė vieno arba du gali būti lygūs"),
    ("the budget of solver steps is used up", "baigėsi sprendiklio žingsniai"),
    # what went wrong when the interpreter replayed it
    ("there is nothing to draw from", "nėra iš ko traukti"),
    ("{v} is written to twice", "{0}: reikšmė suteikiama dukart"),
    ("{v} has room for one card only", "{0}: telpa tik viena korta"),
    ("there is no card to move", "nėra kortos, kurią būtų galima perdėti"),
    ("{c} does not lie in {v}", "{0} ne ten: {1}"),
    ("only the whole pile {v} can move", "{0}: perdėti galima tik visą krūvelę"),
    ("{v} holds more than {t} cards", "{0}: kortų daugiau nei {1}"),
    ("{v} is filled twice, or from itself", "{0}: dalijama dukart arba iš savęs"),
    ("{v} has too few cards", "{0}: trūksta kortų"),
    ("this is none here", "reikšmės čia nėra"),
    ("this has no value yet", "reikšmės čia dar nėra"),
    ("there was no step before", "žingsnio prieš tai nebuvo"),
    ("just one must satisfy this, and {t} does", "turi tikti lygiai vienas, o tinka: {0}"),
    ("just one must be the highest, and {t} is", "aukščiausias turi būti lygiai vienas, o yra: {0}"),
    ("no row of the table {t} fits", "netinka nė viena lentelės {0} eilutė"),
    ("{t} is not in {t}", "{0} nepatenka į rėžius {1}"),
)  # fmt: skip


_NAMES: tuple[tuple[str, str], ...] = (
    # of an obligation, after the start of its name: the seat, line or claim that it is about
    ("start: the first value in line {t} exists", "pradžia: {0} eilutės pradinė reikšmė yra"),
    ("start: {v} is written before {p} reads it", "pradžia: {0} – reikšmė suteikiama anksčiau, nei jos prireikia ({1})"),
    ("start: {t}", "pradžia: {0}"),
    ("table {t} in {p}: no two rows fit", "lentelė {0} ({1}): jokios dvi eilutės netinka kartu"),
    ("table {t}: row in line {t} can fit", "lentelė {0}: atvejis, parašytas {1} eilutėje, pasitaiko"),
    ("round {t}: no two cards are equal", "ratas {0}: lygių kortų nėra"),
    ("{p}: it is known who acts", "{0}: žinoma, kieno eilė"),
    ("{p}: somebody has a move", "{0}: kas nors gali ką nors daryti"),
    ("{p}: can be reached", "{0}: pasiekiama"),
    ("{p}: {t} can tell whose turn it is", "{0}: {1} žino, kieno eilė"),
    ("{s}: everybody can tell whether he may", "{0}: visi žino, ar gali"),
    ("{s}: {t} can tell whether he may", "{0}: {1} žino, ar gali"),
    ("{s}: condition in line {t} has a value", "{0}: {1} eilutės sąlyga turi reikšmę"),
    ("{s}: line {t} has a value", "{0}: {1} eilutė turi reikšmę"),
    ("{s}: every card in one place", "{0}: kiekviena korta vienoje vietoje"),
    ("{s}: can happen", "{0}: pasitaiko"),
    ("{s}: keeps what is inferred of {p}", "{0}: rasti invariantai išlieka ({1})"),
    ("{s}: keeps {t} in {p}", "{0}: {1} galioja toliau ({2})"),
    ("{s}: keeps {t}", "{0}: {1} galioja toliau"),
    ("{s} to {p}: {n} falls", "{0} → {1}: skaičius sumažėja: {2}"),
    ("{s} to {p}: {n} does not grow", "{0} → {1}: skaičius nepadidėja: {2}"),
    ("{t} in {p}: never empty", "{0} ({1}): dėti visada yra ką"),
    ("{t} in {p}: {t} is kept", "{0} ({1}): laikomasi pareigos {2}"),
    ("{t} in {p}", "{0} ({1})"),
    ("{t} on {s}", "{0} ({1})"),
)
"""What obligations are called. In English they have the names by which --only and --explain know them."""

SHOWN: dict[str, tuple[str, str]] = {
    "claim": ("Teiginys", "Claim"),
    "clause": ("Punktas", "Clause"),
    "state": ("Būsena", "State"),
    "before": ("Padėtis, kurioje taip nėra", "A position in which it fails"),
    "doing": ("Žingsnis: {what}", "Then: {what}"),
    "fails": ("Kas negerai: {what}", "What goes wrong: {what}"),
    "after": ("Po jo pasikeitė", "What changed afterwards"),
    "other": ("Kita padėtis, iš tos vietos atrodanti taip pat; kas joje kitaip", "Another position that looks the same from that seat; what is different in it"),
    "replayed": ("Žaidimo variklis šią padėtį pakartojo: joje teiginys tikrai negalioja.", "Replayed by the interpreter: it does fail there."),
    "not replayed": ("Žaidimo variklis šios padėties pakartoti pats negali.", "The interpreter cannot replay this position by itself."),
    "met": ("Tikro žaidimo padėtis, kurioje taip nėra (atsitiktinė partija, {where})", "A deal in which it fails (random match, {where})"),
    "plain": ("Partija, kurioje taip nėra ({where}); paprastesnės nerasta. Padėtis, iki kurios ji veda", "A match in which it fails ({where}), the simplest found. The position it leads to"),
    "way": ("Kaip iki jos prieita", "How it came about"),
    "rest": ("… (čia tik paskutinis padalijimas; visą partiją įrašo --deals, rodo kirtis replay)", "… (the last deal only; --deals writes the whole match, and kirtis replay shows it)"),
    "no decisions": ("niekam dar nieko nesprendus", "before anybody decides anything"),
    "not reached": (
        "Atsitiktinėse partijose taip nenutiko: gal tokia padėtis nepasiekiama ir reikia tvirtesnio invarianto.",
        "It was not met in random matches: perhaps the position cannot be reached, and a stronger invariant is needed.",
    ),
}  # fmt: skip
"""How a position that breaks something is told, in the terminal and on a page."""


def _pattern(sentence: str) -> tuple[re.Pattern[str], str]:
    """A sentence as a pattern, and what its gaps stand for."""
    parts = re.split(r"\{(\w)\}", sentence)
    text = "".join("(.+?)" if n % 2 else re.escape(part) for n, part in enumerate(parts))
    return re.compile(text, re.DOTALL), "".join(parts[1::2])


_PATTERNS = tuple((*_pattern(sentence), said) for sentence, said in SENTENCES)
_CALLED = tuple((*_pattern(name), said) for name, said in _NAMES)


class Prover(Speaker):
    """Puts what the prover reports into words."""

    def held(self, name: str, value: str) -> str:
        """The value of a cell in words; cards as signs."""
        if name == "phase":
            return self.phase(value)
        family = name.removeprefix("option ").partition("[")[0]
        if family in self.rules.zones:
            return self.signs(value)
        known = self.rules.options if name.startswith("option ") else self.rules.variables
        if family in known and isinstance(definite(known[family].type), Bool):
            return self.word(value)
        return value if value.lstrip("-").isdigit() else self.argument(value)

    def signs(self, text: str) -> str:
        """Cards by their names become signs: ``queen_of_clubs`` and ``queen of clubs`` are ♣D in Lithuanian, ♣Q in English."""
        for card in self.rules.enums["card"]:
            text = text.replace(card.replace(" of ", "_"), self.card(card)).replace(card, self.card(card))
        return text

    def step(self, name: str) -> str:
        """A step (``play.put``, or an automatic phase) in words."""
        phase, _, action = name.partition(".")
        return f"{self.phase(phase)}: {self.word(action)}" if action else self.phase(phase)

    def number(self, name: str) -> str:
        """A number by which a deal is known to end."""
        if self.lang == LT and (zone := name.removeprefix("cards in ")) != name:
            return f"kortų skaičius ({self.word(zone)})"
        if self.lang == LT and (cell := name.removesuffix(" not yet")) != name:
            return f"dar ne: {self.cell(cell)}"
        return name

    def way(self, name: str) -> str:
        """A way from phase to phase."""
        return " → ".join(map(self.step, name.split(" → ")))

    def said(self, sentence: str) -> str:
        """A sentence of the prover or the interpreter, in Lithuanian with the words of the game; in English as it is."""
        placed = re.fullmatch(r"(\S+:\d+(?: \([^()]*\))?: )(.+)", sentence, re.DOTALL)
        if placed is not None:
            return placed[1] + self.said(placed[2])
        return "; ".join(map(self._sentence, sentence.split("; "))) if self.lang == LT else self.signs(sentence)

    def named(self, obligation: str) -> str:
        """The name of an obligation: in Lithuanian with the words of the game, in English as it is."""
        again = re.fullmatch(r"(.+)( \(\d+\))", obligation)
        name, more = again.groups() if again else (obligation, "")
        return self._put(_CALLED, name) + more if self.lang == LT else obligation

    def _sentence(self, sentence: str) -> str:
        return self._put(_PATTERNS, sentence)

    def _put(self, patterns: Iterable[tuple[re.Pattern[str], str, str]], text: str) -> str:
        """The first of the patterns that fits, in its other words."""
        readers: dict[str, Callable[[str], str]] = {
            "v": self.cell, "p": self.phase, "s": self.step, "n": self.number, "c": self.signs, "t": lambda text: text
        }  # fmt: skip
        for pattern, gaps, said in patterns:
            found = pattern.fullmatch(text)
            if found is not None:
                return said.format(*(readers[gap](word) for gap, word in zip(gaps, found.groups(), strict=True)))
        return self.signs(text)

    def doing(self, text: str) -> tuple[str, str]:
        """What is done in a counterexample: the key of its title, and the step in words, or what goes wrong."""
        if text in self.rules.phases:
            return "doing", self.phase(text)
        words = text.split(" ")
        seat = f"{words.pop(0)}: " if words[0] in self.rules.seats else ""
        if not any(a.name == words[0] for p in self.rules.phases.values() for a in p.actions):
            return "fails", self.said(text)
        return "doing", seat + " ".join((self.word(words[0]), *self._arguments(" ".join(words[1:])))).strip()

    def _arguments(self, text: str) -> Iterable[str]:
        return (
            [self.argument(text)]
            if text in self.rules.words
            else [self.word(word) for word in self.signs(text).split(" ") if word]
        )

    def reached(self, text: str) -> str:
        """Where random play came to a position."""
        found = re.fullmatch(r"seed (\d+), step (\d+)", text)
        return f"sėkla {found[1]}, {found[2]} žingsnis" if found and self.lang == LT else text
