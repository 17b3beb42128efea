"""The words of the table, in the order of each language's alphabet: what a word means, what others say for it, where the rules say it."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from kirtis.language.words import LANGUAGES
from kirtis.rulebook.lists import Listing
from kirtis.rulebook.nodes import Bits, bits, folded, folded_title, inline, refer

ALSO, SEE = ("taip pat", "also"), ("žr.", "see")

# Letters that are one letter for sorting; the rest of the alphabet follows.
_ALPHABET = {
    letter: n
    for n, same in enumerate("aą b c č d eęė f g h iįy j k l m n o p q r s š t uųū v w x z ž".split())
    for letter in same
}


@dataclass(frozen=True, slots=True)
class Term:
    """A word in both languages: the first of each is the one that the rules use. Who looks for it may also have ``asked`` for others."""

    words: tuple[tuple[str, ...], tuple[str, ...]]
    means: tuple[str, str]
    see: tuple[str, ...]
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the index in one language: a word with its term, or another word for it, with only a reference."""

    word: str
    term: Term
    other: bool = False


def read_terms(path: Path) -> list[Term]:
    """The terms of a file. Raises ValueError where an entry lacks something."""
    try:
        data: Any = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name}: {error}") from None
    out = []
    for n, one in enumerate(data.get("term", []), 1):
        missing = [k for k in ("lt", "en", "means", "see") if not one.get(k)]
        if missing or len(one["means"]) != 2:
            raise ValueError(
                f"{path.name}: term {n} ({one.get('lt')}) has no {', '.join(missing) or 'meaning in both languages'}"
            )
        lt, en = one["means"]
        out.append(Term((tuple(one["lt"]), tuple(one["en"])), (lt, en), tuple(one["see"]), tuple(one.get("asked", ()))))
    return out


def order(word: str) -> tuple[tuple[int, ...], str]:
    """Where a word stands in the Lithuanian alphabet, in which č, š and ž are letters of their own and ą, ę, ė, į, y, ų, ū are not."""
    letters = re.sub(r"[^\w ]", "", word.lower())
    return tuple(_ALPHABET.get(c, -1) for c in letters), word


def order_english(word: str) -> tuple[str, str]:
    """Where a word stands in the English alphabet, marks left out."""
    plain = "".join({"š": "s", "ž": "z", "č": "c", "ū": "u", "ė": "e"}.get(c, c) for c in word.lower())
    return re.sub(r"[^\w ]", "", plain), word


ORDERS: tuple[Callable[[str], tuple[Any, str]], ...] = (order, order_english)


def lines(terms: Iterable[Term], language: int) -> list[Line]:
    """The index in one language."""
    found = [Line(word, t, other=n > 0) for t in terms for n, word in enumerate(t.words[language])]
    # Another word for two things has a line for each; one that is a headword itself has none beside it.
    heads = {line.word for line in found if not line.other}
    return sorted((x for x in found if not x.other or x.word not in heads), key=lambda x: ORDERS[language](x.word))


def letter(word: str) -> str:
    """The letter under which a word is looked up."""
    first = re.sub(r"\W", "", word)[:1].lower()
    same = [c for c, n in _ALPHABET.items() if n == _ALPHABET.get(first)]
    return (same[0] if same else first).upper()


class Terms(Listing):
    """``{term-list} FILE``: the index in both languages, side by side, each in its own order."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        path = Path(self.env.srcdir, self.arguments[0])
        self.env.note_dependency(str(path))
        try:
            terms = read_terms(path)
        except (OSError, ValueError) as error:
            raise self.error(str(error)) from None
        lost = sorted({c for t in terms for c in t.see if c not in self.shelf.entries})
        if lost and not self.shelf.faults:
            raise self.error(f"{path.name} names {', '.join(lost)}, which there is not")
        return [self.side(terms, n) for n in range(len(LANGUAGES))]

    def side(self, terms: list[Term], language: int) -> nodes.container:
        """The index in one language."""
        code = LANGUAGES[language]
        box = nodes.container(classes=[f"k-{code}", f"language-{code}", "k-terms"])
        parts: dict[str, list[Line]] = defaultdict(list)
        for line in lines(terms, language):
            parts[letter(line.word) if code == "lt" else order_english(line.word)[0][:1].upper()].append(line)
        row = nodes.paragraph(classes=["k-letters"])
        for one in parts:
            row += bits(" ", nodes.reference("", one, refid=f"letter-{code}-{ord(one)}", internal=True))
        box += row
        for one, found in parts.items():
            box += nodes.paragraph("", one, classes=["k-letter"], ids=[f"letter-{code}-{ord(one)}"])
            box += [self.entry(line, language, terms) for line in found]
        return box

    def anchor(self, term: Term, language: int, terms: list[Term]) -> str:
        """The id of a term; terms that would share one are numbered."""
        plain = nodes.make_id(term.words[language][0])
        alike = [t for t in terms if nodes.make_id(t.words[language][0]) == plain]
        number = f"-{alike.index(term) + 1}" if alike.index(term) else ""
        return f"term-{'' if language == 0 else 'en-'}{plain}{number}"

    def entry(self, line: Line, language: int, terms: list[Term]) -> nodes.container:
        """One line."""
        other = 1 - language
        term = line.term
        to = self.anchor(term, language, terms)
        if line.other:
            link = nodes.reference("", term.words[language][0], refid=to, internal=True)
            text = bits(inline("k-name", line.word), " – ", SEE[language], " ", link)
            return nodes.container("", nodes.paragraph("", "", *text, classes=["k-head"]), classes=["k-term", "k-see"])
        head: Bits = [inline("k-name", line.word)]
        foreign = ", ".join(term.words[other])
        if foreign != line.word:
            head += bits(" ", inline(f"k-foreign language-{LANGUAGES[other]}", foreign))
        box = nodes.container("", nodes.paragraph("", "", *head, classes=["k-head"]), classes=["k-term"], ids=[to])
        said: Bits = bits(term.means[language])
        if also := ", ".join(term.words[language][1:]):
            said += bits(" ", inline("k-also", f"{ALSO[language].capitalize()}: {also}."))
        said += [b for c in term.see for b in bits(" ", self.link(c))]
        box += nodes.paragraph("", "", *said)
        return box


class FormalNames(Listing):
    """``{formal-names}``: what every name of the formal texts is called, in the order of each language."""

    def run(self) -> list[nodes.Node]:
        known: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
        for docname, document in self.shelf.documents.items():
            for unit in document.of("words"):
                for name, lt, en in unit.rows:
                    # What is told of a duty that was broken is a sentence, and no word.
                    if not lt.endswith(".") and lt != en:
                        known[lt, en].append((docname.rpartition("/")[2], name))
        return [self.side(known, n) for n in range(len(LANGUAGES))]

    def side(self, known: dict[tuple[str, str], list[tuple[str, str]]], language: int) -> nodes.container:
        """The list in one language, folded away."""
        code = LANGUAGES[language]
        title = f"Visi vardai: {len(known)}" if code == "lt" else f"All the names: {len(known)}"
        out = folded("", folded_title("", title), classes=["k-names"])
        for words in sorted(known, key=lambda w: ORDERS[language](w[language])):
            names: Bits = []
            seen: dict[str, str] = {}
            for game, name in known[words]:
                seen.setdefault(name, game)
            for name, game in seen.items():
                bare = name.rpartition(" ")[2]
                there = self.shelf.name(game, bare, local=True) is not None
                shown = nodes.literal("", name)
                names += bits(" ", refer("name", f"{game} {bare}", self.docname, shown, classes="k-name") if there else shown)
            foreign = inline(f"k-foreign language-{LANGUAGES[1 - language]}", words[1 - language])
            out += nodes.paragraph("", "", inline("k-name", words[language]), nodes.Text(" "), foreign, *names)
        return nodes.container("", out, classes=[f"k-{code}", f"language-{code}"])


def setup(app: Sphinx) -> None:
    """The index of words, and that of formal names."""
    app.add_directive("term-list", Terms)
    app.add_directive("formal-names", FormalNames)
