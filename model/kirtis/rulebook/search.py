"""Searching in two languages, with or without diacritics; clauses before pages."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import snowballstemmer  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.search import SearchLanguage

from kirtis.rulebook.domain import shelf_of
from kirtis.rulebook.terms import Term, read_terms

FOLD = str.maketrans("ąčęėįšųūž", "aceeisuuz")
KINDS = ("clause", "finding", "theorem")
"""Of two hits that are equally good the one that comes first."""
_WORD = re.compile(r"\w+")
_ROLE = re.compile(r"\{[a-z]+\}")


class SearchBoth(SearchLanguage):
    """One index for both languages.

    A question goes through the Lithuanian stemmer that Sphinx ships, and nothing else. So the index holds each word, the
    same without diacritics (``zaidejas`` finds ``žaidėjas``: folding after stemming would miss it), and of each plain
    ASCII word an English plural, for that stemmer makes ``tric`` of ``trick`` and ``trick`` of ``tricks``.
    """

    lang, language_name = "lt", "Lithuanian"
    js_stemmer_rawcode = "lithuanian-stemmer.js"
    stopwords = frozenset("ir o bei kad the of and an".split())

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._stemmer: Any = snowballstemmer.stemmer("lithuanian")

    def split(self, input: str) -> list[str]:  # noqa: A002 (Sphinx calls it by this name)
        out: list[str] = []
        for word in _WORD.findall(input):
            folded = word.lower().translate(FOLD)
            out.append(word)
            if folded != word.lower():
                out.append(folded)
            elif word.isascii() and word.isalpha() and len(word) > 3:
                out.append(word + "s")
        return out

    def stem(self, word: str) -> str:
        return str(self._stemmer.stemWord(word.lower()))


def _stems(language: SearchBoth, text: str) -> str:
    words = language.split(_ROLE.sub(" ", text))
    return " ".join(sorted({language.stem(w) for w in words if len(w) > 1}))


def _phrases(language: SearchBoth, terms: Iterable[Term]) -> dict[str, list[list[str]]]:
    """What the words of the table ask for: of each clause that explains one, the words, each as the stems that it may have."""
    found: dict[str, list[list[str]]] = defaultdict(list)
    for term in terms:
        for phrase in (*term.words[0], *term.words[1], *term.asked):
            stems = [_stems(language, word) for word in _WORD.findall(phrase)]
            for clause in term.see:
                found[clause].append(stems)
    return found


def write_units(app: Sphinx, error: Exception | None) -> None:
    """What find.js reads: as a script, since a page opened from a disk may not fetch."""
    if error or app.builder.format != "html":
        return
    language = SearchBoth({})
    shelf = shelf_of(app.env)
    words = Path(app.srcdir, "terms.toml")
    phrases = _phrases(language, read_terms(words) if words.is_file() else ())
    rows = [
        {
            "id": id_,
            "url": f"{app.builder.get_target_uri(entry.docname)}#{id_}",
            "kind": KINDS.index(entry.unit.kind) if entry.unit.kind in KINDS else len(KINDS),
            "lt": entry.unit.titles[0],
            "en": entry.unit.titles[1],
            "title": _stems(language, " ".join(entry.unit.titles)),
            "asked": phrases.get(id_, []),
            "text": _stems(language, f"{' '.join(entry.unit.texts)} {' '.join(shelf.declared(entry.unit))}"),
        }
        for id_, entry in shelf.entries.items()
        if entry.docname in app.env.found_docs
    ]
    out = Path(app.outdir, "_static", "kirtis", "units.js")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(f"kirtisUnits={json.dumps(rows, ensure_ascii=False, separators=(',', ':'))}\n", "utf-8")


def setup(app: Sphinx) -> None:
    """The language of the index, and the index of units."""
    app.add_search_language(SearchBoth)
    app.connect("build-finished", write_units)
