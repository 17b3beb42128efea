"""What every page carries: the style, the choice of language before anything is drawn, and our own search."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms import SphinxTransform

from kirtis.rulebook.nodes import grid, scroller

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


_KIND = re.compile(r'<a(?: class="reference internal"|( class="[^"]*?) reference internal(?="))')

_BOX = re.compile(r'(<div class="[^"]*?) docutils container(?=")')
_SHORT_CODE = re.compile(r'<code class="docutils literal notranslate"><span class="pre">([^<]*)</span></code>')
"""Code of one word needs no part of its own that is not to be broken."""

_UNSEEN = re.compile(r'<span class="k-both"> / </span>')
_HEADING = re.compile(r'<h3><span class="k-id">.*?</h3>')
"""The sign between two languages is not shown in lists beside the text and above a unit, where they stand below each other."""

_CALL = re.compile(r'(<span class="pre">[^<]*?\w\()(?=[^<)])')
"""Where a name and what it is called with may be parted, if a line has to be broken."""

_WIDE = re.compile(r'(?<=<div class="highlight">)<pre(?=>)|<div(?= class="table-wrapper )')
"""Texts and tables that may be wider than the screen: what is beyond its edge has to be reached by keys, too."""


class Far(SphinxTransform):
    """Mark what is styled and laid out only when one comes near it: the innermost sections of a page, and long lists.

    Units and entries are such already, and what holds parts of the kind is none itself.
    """

    default_priority = 850

    def apply(self) -> None:
        for section in self.document.findall(nodes.section):
            inner = isinstance(section.parent, nodes.section) and "k-unit" not in section["classes"]
            if inner and not any(_is_part(node) for child in section for node in child.findall()):
                section["classes"].append("k-far")
        for box in self.document.findall(scroller):
            if any(isinstance(node, grid) and {"k-list", "k-words"} & set(node["classes"]) for node in box):
                box["classes"].append("k-far")


def _is_part(node: nodes.Node) -> bool:
    return isinstance(node, nodes.section | scroller) or (isinstance(node, nodes.Element) and "k-entry" in node["classes"])


def add_static(app: Sphinx, config: Config) -> None:
    """Our style and scripts beside those of the site."""
    config.html_static_path = [*config.html_static_path, str(STATIC)]


def page_context(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """The choice of language in the head, captions in both, and what finds clauses on the page of the search."""
    if "furo_navigation_tree" in context:
        context["furo_navigation_tree"] = _ENTRY.sub(_entry_in_both, _CAPTION.sub(_in_both, context["furo_navigation_tree"]))
    for name in ("furo_navigation_tree", "toc"):
        if name in context:
            context[name] = _UNSEEN.sub(" ", context[name])
    body = context.get("body", "")
    # Colours of programs where no program is shown, and the looks of extensions that the book does without.
    spare = ("furo-extensions.css", *(() if 'class="highlight' in body else ("pygments.css",)))
    context["css_files"] = [file for file in context["css_files"] if not str(file.filename).endswith(spare)]
    if body:
        # No style asks what kind of link one is, and a page has thousands.
        body = _KIND.sub(r"<a\1", body)
        body = _HEADING.sub(lambda heading: _UNSEEN.sub(" ", heading[0]), _BOX.sub(r"\1", body))
        body = _SHORT_CODE.sub(r'<code class="literal k-one notranslate">\1</code>', _CALL.sub(r"\1<wbr>", body)).replace(
            "\n\n</pre>", "\n</pre>"
        )
        context["body"] = _WIDE.sub(r'\g<0> tabindex="0"', body)
    context["metatags"] = context.get("metatags", "") + CHOICE
    if page == "search":
        app.add_js_file("kirtis/units.js", loading_method="defer", priority=900)
        app.add_js_file("kirtis/find.js", loading_method="defer", priority=901)


def setup(app: Sphinx) -> None:
    """Style, scripts, and the head of each page."""
    app.connect("config-inited", add_static)
    app.add_transform(Far)
    # After the theme, which makes the tree of pages.
    app.connect("html-page-context", page_context, priority=900)
    app.add_css_file("kirtis/book.css")
    app.add_js_file("kirtis/language.js", loading_method="defer")
