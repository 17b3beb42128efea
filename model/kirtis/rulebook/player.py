"""Games played on a page: ``{play} GAME``, and the scripts that it needs: the program, once, and the rules of each game.

The program is that of ports/javascript with the table that draws and asks; it plays the rules that ``kirtis export`` writes. All of
it lies beside the pages, so that the book also works from a disk; each name holds a hash of what is in the file, so that no browser
plays by old rules.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from kirtis.conform.rules import of_game, plain
from kirtis.language import load
from kirtis.rulebook.bundle import BundleError, bundle
from kirtis.rulebook.domain import shelf_of
from kirtis.rulebook.nodes import both
from kirtis.said import SAID

START = Path(__file__).resolve().parent / "script" / "start.js"
PORT = Path(__file__).resolve().parents[3] / "ports" / "javascript"
FOLDER = "kirtis/play"
_CONDITION = re.compile(r"(\w+) (\w+) >= (\d+)")

NOWHERE = (
    "Čia būtų stalas, prie kurio galima žaisti pačiam; tam reikia, kad naršyklė leistų JavaScript.",
    "There would be a table to play at here; for that the browser has to allow JavaScript.",
)


class play_table(nodes.General, nodes.Element):  # noqa: N801 (docutils finds visitors by these names)
    """A table to play at."""


@dataclass(frozen=True, slots=True)
class Script:
    """A script of our own: its address below the static files, with a hash in it, and its text."""

    name: str
    text: str


def script(stem: str, text: str) -> Script:
    """A script with the hash of its text in its name."""
    return Script(f"{FOLDER}/{stem}.{hashlib.sha256(text.encode()).hexdigest()[:12]}.js", text)


def program() -> Script:
    """The program. Raises ExtensionError where a part of it is not there."""
    said = f"export const SHARED = {json.dumps(SAID, ensure_ascii=False)};\n"
    try:
        return script("play", bundle(START, {"shared.js": said}))
    except BundleError as error:
        raise ExtensionError(str(error)) from None


def rules(game: str, path: Path) -> dict[int, Script]:
    """The rules of a game as scripts, one for each number of players."""
    first = load(path, proofs=False)
    out = {}
    for count in first.seat_counts or (len(first.enums["seat"]),):
        exported = plain(of_game(load(path, seats=count, proofs=False)))
        text = json.dumps(exported, ensure_ascii=False, separators=(",", ":"))
        out[count] = script(f"{game}-{count}", f'(window.kirtisRules??={{}})["{game}-{count}"]={text};\n')
    return out


def condition(argument: str | None) -> dict[str, list[str | int]]:
    """``claim points >= 66``, several of them parted by semicolons. Raises ValueError for anything else."""
    found = {}
    for part in filter(None, (argument or "").split(";")):
        match = _CONDITION.fullmatch(part.strip())
        if match is None:
            raise ValueError(f"“{part.strip()}” is no condition; write as in: claim points >= 66")
        found[match[1]] = [match[2], int(match[3])]
    return found


class Play(SphinxDirective):
    """``{play} GAME``: what the others do seldom, and what only when a definition says that it is wise."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"seldom": directives.unchanged, "when": condition}

    def run(self) -> list[nodes.Node]:
        game = self.arguments[0]
        shelf = shelf_of(self.env)
        if game not in shelf.games:
            raise self.error(f"there are no rules of {game} to play by")
        actions = {a.name for p in shelf.games[game].phases.values() for a in p.actions}
        hints = {"seldom": self.options.get("seldom", "").split(), "when": self.options.get("when", {})}
        for module in (*START.parent.glob("*.js"), *PORT.glob("*.js")):
            self.env.note_dependency(str(module))
        unknown = sorted({*hints["seldom"], *hints["when"]} - actions)
        if unknown:
            raise self.error(f"{game} has no action {', '.join(unknown)}")
        ids = [u.id for d in shelf.games[game].documents for u in d.units]
        pages = {i.rpartition("-")[0]: shelf.entries[i].docname for i in ids if i in shelf.entries}
        # On a page that is there for its table, all else takes less room.
        if (around := self.state_machine.node) is not None:
            around["classes"].append("k-at-table")
        return [play_table("", game=game, hints=hints, pages=pages)]


def _visit(self: HTML5Translator, node: Any) -> None:
    book: Scripts = self.builder.app.kirtis_scripts  # type: ignore[attr-defined]
    here, examples = self.builder.current_docname, f"examples/{node['game']}"
    static = self.builder.get_relative_uri(here, "index").rpartition("/")[0]
    prefix = f"{static}/_static" if static else "_static"
    given = {
        "game": node["game"],
        "rules": {n: f"{prefix}/{s.name}" for n, s in book.of(node["game"]).items()},
        "pages": {ids: self.builder.get_relative_uri(here, page) for ids, page in node["pages"].items()},
        "book": self.builder.get_relative_uri(here, f"spec/{node['game']}"),
        "examples": self.builder.get_relative_uri(here, examples) if examples in self.builder.env.found_docs else None,
        "hints": node["hints"],
    }
    data = html.escape(json.dumps(given, ensure_ascii=False))
    self.body.append(f'<div class="k-play" data-play="{data}"><p class="k-nowhere">')
    for child in both(*NOWHERE, between=" "):
        child.walkabout(self)
    self.body.append("</p></div>\n")
    raise nodes.SkipNode


class Scripts:
    """The scripts of one build, each made when a page first asks for it."""

    def __init__(self, app: Sphinx) -> None:
        self.app = app
        self._program: Script | None = None
        self._rules: dict[str, dict[int, Script]] = {}

    @property
    def program(self) -> Script:
        """The program."""
        if self._program is None:
            self._program = program()
        return self._program

    def of(self, game: str) -> dict[int, Script]:
        """The rules of a game, by the number of players."""
        if game not in self._rules:
            document = shelf_of(self.app.env).games[game].documents[-1]
            self._rules[game] = rules(game, Path(document.path))
        return self._rules[game]

    def write(self) -> None:
        """Put what pages have asked for beside them."""
        made = [s for one in self._rules.values() for s in one.values()] + ([self._program] if self._program else [])
        for one in made:
            target = Path(self.app.outdir, "_static", one.name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(one.text, "utf-8", newline="\n")


def begin(app: Sphinx) -> None:
    """Scripts for this build."""
    app.kirtis_scripts = Scripts(app)  # type: ignore[attr-defined]


def page_context(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """The program and its style, on pages that play."""
    tables = list(doctree.findall(play_table)) if doctree is not None else []
    if not tables:
        return
    book: Scripts = app.kirtis_scripts  # type: ignore[attr-defined]
    app.add_css_file("kirtis/play.css")
    for table in tables:
        # The least number of players is the usual one; other rules are loaded when they are wanted.
        app.add_js_file(next(iter(book.of(table["game"]).values())).name, loading_method="defer")
    app.add_js_file(book.program.name, loading_method="defer")


def finish(app: Sphinx, error: Exception | None) -> None:
    """Write the scripts once all pages are there."""
    if error is None and app.builder.format == "html":
        app.kirtis_scripts.write()  # type: ignore[attr-defined]


def setup(app: Sphinx) -> None:
    """The directive and the scripts."""
    app.add_node(play_table, html=(_visit, None))
    app.add_directive("play", Play)
    app.connect("builder-inited", begin)
    app.connect("html-page-context", page_context)
    app.connect("build-finished", finish)
