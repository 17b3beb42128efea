"""What others' programs say of the pages: axe of how accessible they are, the checker of the W3C of their HTML.

Both are installed by ``npm ci --ignore-scripts --prefix tests/web``; without them these tests are skipped, but never in CI.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import book
from kirtis import files
from needs import needs

pytestmark = pytest.mark.slow

WEB = book.ROOT / "tests" / "web" / "node_modules"
AXE, VNU = WEB / "axe-core" / "axe.min.js", WEB / "vnu-jar" / "build" / "dist" / "vnu.jar"
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
ASK = """
async (levels) => (await axe.run(document, { runOnly: levels, resultTypes: ["violations"] }))
  .violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)}: ${node.failureSummary}`))
"""
# Size, theme, language: whatever two of these go together are seen together.
VIEWS = [
    ("desk", "light", "both"),
    ("desk", "light", "lt"),
    ("desk", "dark", "en"),
    ("phone", "light", "en"),
    ("phone", "dark", "lt"),
    ("phone", "dark", "both"),
]
# The letters in the corners of a drawn card are part of a picture; its name says the card in words.
PICTURE = 'label-content-name-mismatch: <button class="k-drawn'
# What Furo writes into the frame of each page; none of it is an error.
NOT_OURS = (
    "Trailing slash on void elements has no effect and interacts badly with unquoted attribute values.",
    "Article lacks heading. Consider using “h2”-“h6” elements to add identifying headings to all articles.",
    "Consider using the “h1” element as a top-level heading only — or else use the “headingoffset” attribute",
    # A page holds both languages; where most is code, the English ones outweigh.
    'This document appears to be written in English but the “html” start tag has “lang="lt"”.',
)


def needed(*found: object) -> None:
    """Skip what cannot be asked here; where all has to pass, it has to be asked."""
    needs(all(found), "asking axe or the checker of HTML needs Java and npm ci --ignore-scripts --prefix tests/web")


def opened_table(page: Any) -> None:
    """A table in the middle of a deal, with its settings open."""
    page.wait_for_selector(".k-hand .k-lawful")
    page.locator(".k-hand .k-lawful").first.click()
    page.wait_for_selector(".k-hand .k-lawful")
    page.locator(".k-settings summary").click()


def opened_example(page: Any) -> None:
    page.locator(".k-example summary").first.click()
    page.wait_for_selector(".k-steps")


def found_clauses(page: Any) -> None:
    page.wait_for_selector("html[data-found]")


PAGES: dict[str, Callable[[Any], None] | None] = {
    "index": None,
    "spec/karavas-mainai": None,
    "spec/trikiksis": None,
    "quick/kiksas": None,
    "proofs/common": None,
    "play/kiksas": opened_table,
    "play/astuonkojis": None,
    "examples/kiksas": opened_example,
    "theorems": None,
    "findings": None,
    "options": None,
    "clauses": None,
    "sentences": None,
    "terms": None,
    "changes": None,
    "guides/house-rules": None,
    "guides/new-game": None,
    "guides/port": None,
    "language": None,
    "reference/python": None,
    "search": found_clauses,
}


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_against_the_guidelines(browser: Any, address: str, name: str) -> None:
    needed(AXE.is_file())
    prepare, wrong = PAGES[name], []
    for size, theme, language in VIEWS:
        with book.opened(browser, address, size, color_scheme=theme, reduced_motion="reduce") as page:
            page.goto(f"/{name}.html?lang={language}" + ("&q=kirtis" if name == "search" else "#seed=7"))
            if prepare:
                prepare(page)
            book.laid_out(page)
            page.add_script_tag(path=AXE)
            found = [one for one in page.evaluate(ASK, LEVELS) if not one.startswith(PICTURE)]
            wrong += [f"{size}, {theme}, {language}: {one}" for one in found]

    assert wrong == []


def test_axe_would_find_something(browser: Any, address: str) -> None:
    needed(AXE.is_file())
    with book.opened(browser, address) as page:
        page.goto("/index.html")
        page.evaluate("document.querySelector('h1').style.color = '#eee'")
        page.add_script_tag(path=AXE)

        assert [one.partition(":")[0] for one in page.evaluate(ASK, LEVELS)] == ["color-contrast"]


def judged(*where: Path) -> list[tuple[str, str, str]]:
    """What the checker says of pages: the page, how bad it is, and the message."""
    command = ["java", "-jar", str(VNU), "--format", "json", "--exit-zero-always", "--skip-non-html", *map(str, where)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    return [
        (m["url"].rpartition("/")[2], m.get("subType") or m["type"], m["message"]) for m in json.loads(said.stderr)["messages"]
    ]


def test_every_page_is_valid_html(site: Path) -> None:
    needed(VNU.is_file(), shutil.which("java"))
    found = judged(site)
    ours = [one for one in found if not one[2].startswith(NOT_OURS)]

    assert len({page for page, _, _ in found}) >= len({p.name for p in site.rglob("*.html")}) - 1 > 3 * len(files.spec_files())
    assert ours == []


def test_a_page_that_is_not_valid_is_found(site: Path, tmp_path: Path) -> None:
    needed(VNU.is_file(), shutil.which("java"))
    page = (site / "terms.html").read_text("utf-8").replace("</h1>", "</h1><p><table></p>", 1)
    (tmp_path / "terms.html").write_text(page, "utf-8")

    assert any(kind == "error" for _, kind, _ in judged(tmp_path))
