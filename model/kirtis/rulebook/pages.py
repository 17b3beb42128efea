"""What every page carries: the style, the choice of language before anything is drawn, and our own search."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

STATIC = Path(__file__).resolve().parent / "static"

CHOICE = """<script>(()=>{let v;try{const s=localStorage,q=new URLSearchParams(location.search).get("lang");if(["lt","en","both"].includes(q))s.setItem("kirtis-language",q);v=q||s.getItem("kirtis-language")}catch{}
const d=document.documentElement;d.dataset.language=["lt","en","both"].includes(v)?v:"both";if(v==="en")d.lang="en"})()</script>"""
"""Inline and first, so that no page is drawn in one language and then in another."""


_CAPTION = re.compile(r'<p class="caption" role="heading"><span class="caption-text">(.+?) / (.+?)</span></p>')


def _in_both(caption: re.Match[str]) -> str:
    lt, en = caption.groups()
    return (
        '<p class="caption" role="heading" aria-level="2"><span class="caption-text">'
        f'<span class="k-lt" lang="lt">{lt}</span><span class="k-both"> / </span><span class="k-en" lang="en">{en}</span></span></p>'
    )


_ENTRY = re.compile(r'(<a class="[^"]*" href="[^"]*">)([^<]+?) / ([^<]+?)(</a>)')


def _entry_in_both(entry: re.Match[str]) -> str:
    start, lt, en, end = entry.groups()
    return f'{start}<span class="k-lt" lang="lt">{lt}</span><span class="k-both"> / </span><span class="k-en" lang="en">{en}</span>{end}'


_CALL = re.compile(r'(<span class="pre">[^<]*?\w\()(?=[^<)])')
"""Where a name and what it is called with may be parted, if a line has to be broken."""

_WIDE = re.compile(r'(?<=<div class="highlight">)<pre(?=>)|<div(?= class="table-wrapper )')
"""Texts and tables that may be wider than the screen: what is beyond its edge has to be reached by keys, too."""


def add_static(app: Sphinx, config: Config) -> None:
    """Our style and scripts beside those of the site."""
    config.html_static_path = [*config.html_static_path, str(STATIC)]


def page_context(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """The choice of language in the head, captions in both, and what finds clauses on the page of the search."""
    if "furo_navigation_tree" in context:
        context["furo_navigation_tree"] = _ENTRY.sub(_entry_in_both, _CAPTION.sub(_in_both, context["furo_navigation_tree"]))
    if "body" in context:
        # No style asks what kind of link one is, and a page has thousands.
        body = context["body"].replace('<a class="reference internal" ', "<a ")
        body = _CALL.sub(r"\1<wbr>", body).replace("\n\n</pre>", "\n</pre>")
        context["body"] = _WIDE.sub(r'\g<0> tabindex="0"', body)
    context["metatags"] = context.get("metatags", "") + CHOICE
    if page == "search":
        app.add_js_file("kirtis/units.js", priority=900)
        app.add_js_file("kirtis/find.js", loading_method="defer", priority=901)


def setup(app: Sphinx) -> None:
    """Style, scripts, and the head of each page."""
    app.connect("config-inited", add_static)
    # After the theme, which makes the tree of pages.
    app.connect("html-page-context", page_context, priority=900)
    app.add_css_file("kirtis/book.css")
    app.add_js_file("kirtis/language.js", loading_method="defer")
