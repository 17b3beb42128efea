"""What a reader of the book sees in one language, and whether its words are words of that language.

The dictionaries are Debian's: ``apt install hunspell hunspell-lt hunspell-en-gb``. What they do not know stands in ``tests/words``.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import book

ROOT = Path(__file__).resolve().parents[1]
WORDS = Path(__file__).resolve().parent / "words"
DICTIONARIES = {"lt": "lt_LT", "en": "en_GB"}

SEEN = """() => {
  for (const box of document.querySelectorAll("details")) box.open = true;
  const apart = "code, pre, kbd, samp, script, style, noscript, [translate=no], .k-scroll[lang=en], .k-grid, .k-switch, .k-foreign, #search-results .context";
  const out = [];
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const blocks = new Map();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement, symbol = parent.matches("symbol > title, svg title");
    if (parent.closest("head") && !parent.matches("head > title")) continue;
    if (parent.closest(apart)) { if (!node.data.trim()) continue; }
    if (!symbol && !parent.matches("head > title") && !parent.checkVisibility({ visibilityProperty: true })) continue;
    const block = parent.closest("p, li, td, th, dt, dd, h1, h2, h3, h4, h5, h6, caption, figcaption, label, button, summary, legend, option, title, text, div, section") ?? parent;
    blocks.set(block, (blocks.get(block) ?? "") + " " + (parent.closest(apart) ? " ` " : node.data));
  }
  out.push(...blocks.values());
  for (const node of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")) {
    if (node.closest(apart) || node.querySelector("code, .k-name") || !node.checkVisibility({ visibilityProperty: true })) continue;
    for (const name of ["aria-label", "title", "alt", "placeholder"]) if (node.hasAttribute(name)) out.push(node.getAttribute(name));
  }
  return out.map((text) => text.replace(/[ \\t\\n]+/g, " ").trim()).filter((text) => text);
}"""
"""Every text of a page that is not hidden, block by block, and what is said of pictures and buttons; formal text and code are left out."""

_CODE = re.compile(
    r"`[^`]*`|\w+://\S+|\S+\.(?:md|py|js|json|jsonl|html|toml)\b|--[a-z][\w-]*|\{[^{}]*\}|\b[a-z_]+\.[a-z_]+\b"
    r"|\bkirtis (?:check|play|replay|conform|vectors|export|reached)\b|\bpip install \S+"
)
_IDS = re.compile(r"\b[A-Z]{1,3}-?[TR]?\d[\w.]*|\b\w*_\w*\b|\b[A-Z](?:[A-Z]|\b)(?!\w)")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


@dataclass(frozen=True)
class Said:
    """A text, and where it was found."""

    where: str
    text: str


def seen(page: Any, where: str) -> list[Said]:
    """What a page in the browser shows in the language that is chosen."""
    book.laid_out(page)
    return [Said(where, text) for text in dict.fromkeys(page.evaluate(SEEN))]


def words(text: str) -> list[str]:
    """The words of a text, without ids and what is code."""
    return _WORD.findall(_IDS.sub(" ", _CODE.sub(" ", text)).replace("\u00ad", "").replace("’", "'"))


@cache
def listed(name: str) -> frozenset[str]:
    """One of our own lists."""
    return frozenset(line for line in (WORDS / name).read_text("utf-8").splitlines() if line and not line.startswith("#"))


def there(language: str) -> bool:
    """Whether hunspell and its dictionary are on this machine."""
    if shutil.which("hunspell") is None:
        return False
    known = subprocess.run(["hunspell", "-D"], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False).stderr
    return DICTIONARIES[language] in known


def unknown(language: str, found: Iterable[str]) -> set[str]:
    """The words that neither the dictionary of a language knows nor our lists."""
    ours = listed(f"{language}.txt")
    return strange(language, {w for w in found if w not in ours and w[:1].lower() + w[1:] not in ours} - listed("names.txt"))


def strange(language: str, found: Iterable[str]) -> set[str]:
    """The words that the dictionary of a language does not know."""
    asked = {w for w in found if len(w) > 1}
    run = subprocess.run(
        ["hunspell", "-d", DICTIONARIES[language], "-i", "UTF-8", "-l"],
        input="\n".join(sorted(asked)), capture_output=True, text=True, check=True,
    )  # fmt: skip
    missed = set(run.stdout.split())
    # A dictionary may read a word with an apostrophe in parts.
    return {w for w in asked if w in missed or missed.intersection(w.split("'"))}


def misspelt(language: str, texts: Iterable[Said]) -> list[str]:
    """One line for each word that is not known: where, what, and the text around it."""
    first: dict[str, Said] = {}
    for said in texts:
        for word in words(said.text):
            first.setdefault(word, said)
    return sorted(f"{first[w].where}: “{w}” in “{_around(first[w].text, w)}”" for w in unknown(language, first))


def _around(text: str, word: str) -> str:
    at = text.find(word)
    return text[max(0, at - 40) : at + len(word) + 40]


def of_package() -> Iterator[tuple[Said, Said]]:
    """The pairs of texts, Lithuanian and English, in the package: two strings side by side, the first with Lithuanian letters in it."""
    for path in sorted((ROOT / "model").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Tuple) and len(node.elts) == 2:
                lt, en = map(_plain, node.elts)
                if lt and en and re.search("[ąčęėįšųūž]", lt):
                    where = f"{path.relative_to(ROOT)}:{node.lineno}"
                    yield Said(where, lt), Said(where, en)


def of_scripts() -> Iterator[tuple[Said, Said]]:
    """The pairs of texts in the scripts of the table and of the port: ``["Lithuanian", "English"]``."""
    for path in sorted((*(ROOT / "model/kirtis/rulebook/script").glob("*.js"), *(ROOT / "ports/javascript").glob("*.js"))):
        for lt, en in re.findall(r'\[\s*"([^"\n]*)",\s*"([^"\n]*)",?\s*\]', path.read_text("utf-8")):
            if re.search("[ąčęėįšųūž]", lt):
                where = str(path.relative_to(ROOT))
                yield Said(where, lt), Said(where, en)


def _plain(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)
    return None
