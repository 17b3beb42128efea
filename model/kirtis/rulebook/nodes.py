"""What docutils lacks: a card, a formal text, a table that says what it is; and how each is written in HTML."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from kirtis.rulebook.cards import PLAIN, Card
from kirtis.rulebook.results import Results, Tally
from kirtis.states import STATES

Bits = list[nodes.Node]


class card(nodes.Inline, nodes.TextElement):  # noqa: N801 (docutils finds visitors by these names)
    """A playing card in a line of text."""


class formal_text(nodes.General, nodes.FixedTextElement):  # noqa: N801
    """A run of formal text, its pieces marked and linked."""


class keyword(nodes.Inline, nodes.TextElement):  # noqa: N801
    """A word of the language in formal text; there are hundreds on a page, so its element is the shortest."""


class scroller(nodes.General, nodes.Element):  # noqa: N801
    """A part that scrolls sideways by itself, and can be reached by keyboard."""


class grid(nodes.General, nodes.Element):  # noqa: N801
    """A table."""


class grid_caption(nodes.General, nodes.TextElement):  # noqa: N801
    """What a table is called."""


class grid_row(nodes.General, nodes.Element):  # noqa: N801
    """A row of a table."""


class grid_cell(nodes.General, nodes.TextElement):  # noqa: N801
    """A cell of a table; ``head`` is the scope of a heading."""


class folded(nodes.General, nodes.Element):  # noqa: N801
    """What is shown on demand."""


class folded_title(nodes.General, nodes.TextElement):  # noqa: N801
    """The line that opens it."""


def bits(*parts: nodes.Node | Bits | str) -> Bits:
    """Nodes, lists of nodes and texts as one list."""
    out: Bits = []
    for part in parts:
        if isinstance(part, str):
            out.append(nodes.Text(part))
        elif isinstance(part, list):
            out += part
        else:
            out.append(part)
    return out


def inline(classes: str, *parts: nodes.Node | Bits | str) -> nodes.inline:
    """An inline node with classes."""
    return nodes.inline("", "", *bits(*parts), classes=classes.split())


def in_language(language: str, *parts: nodes.Node | Bits | str) -> nodes.inline:
    """Text of one language, shown where that language is."""
    return inline(f"k-{language} language-{language}", *parts)


def both(lt: str | Bits, en: str | Bits, between: str = " / ") -> Bits:
    """The same in both languages; where both are shown, with a sign between them."""
    if lt == en and isinstance(lt, str):
        return bits(lt)
    return [in_language("lt", lt), inline("k-both", between), in_language("en", en)]


def label(lt: str, en: str) -> Bits:
    """A short text in both languages that stands hundreds of times on a page: the style draws the sign between them."""
    if lt == en:
        return bits(lt)
    # The space is the English half's own: no Lithuanian word stands before one that is not seen.
    return [in_language("lt", lt), inline("k-en k-or language-en", f" {en}")]


def badge(tally: Tally, *, counted: bool = True) -> nodes.inline:
    """The results for a clause or a theorem: the worst first, in a word and with a sign of its own."""
    state = tally.state
    out = inline(f"k-badge k-{state.replace(' ', '_')}", label(*STATES[state]))
    if counted and tally.total > 1:
        out += bits(f" {tally.counts[state]}")
        for other, words in STATES.items():
            if other != state and (count := tally.counts.get(other)):
                out += bits(" · ", label(*words), f" {count}")
    return out


def of_clause(results: Results, game: str, clause: str) -> nodes.inline:
    """The results for a clause; many a clause has nothing that could be proved."""
    found = results.of_clause(game, clause)
    if results.there and not found.total:
        return inline("k-badge k-prose", label("nėra ko įrodinėti", "nothing to prove"))
    return badge(found)


def refer(kind: str, target: str, docname: str, *shown: nodes.Node | Bits | str, classes: str = "k-ref") -> addnodes.pending_xref:
    """A link to a clause, a finding or a name, to be resolved when all pages are known; without classes where its box says how it looks."""
    return addnodes.pending_xref(
        "",
        inline(classes, *(shown or (target,))),
        refdomain="kirtis",
        reftype=kind,
        reftarget=target,
        refdoc=docname,
        refwarn=True,
        refexplicit=True,
    )


def cell(*parts: nodes.Node | Bits | str, head: str = "", classes: str = "") -> grid_cell:
    """A cell; ``head`` is "col" or "row" for a heading."""
    return grid_cell("", "", *bits(*parts), head=head, classes=classes.split())


def table(head: list[grid_cell], rows: Iterable[list[grid_cell]], classes: str, caption: Bits | None = None) -> grid:
    """A table with one row of headings."""
    out = grid("", *[grid_row("", *r) for r in (head, *rows)], classes=classes.split())
    if caption:
        out.insert(0, grid_caption("", "", *caption))
    return out


def language_of(node: nodes.Node | None) -> str:
    """The language that a node stands in; Lithuanian where nothing is said."""
    while node is not None:
        classes: list[str] = node.get("classes", []) if isinstance(node, nodes.Element) else []
        for one in classes:
            if one.startswith("language-"):
                return one[9:]
        node = node.parent
    return "lt"


def _visit_card(self: HTML5Translator, node: Any) -> None:
    language = language_of(node)
    one: Card = node["card"]
    sign, name = one.sign(language, node["words"]), one.name(language, node["words"])
    colour = "red" if one.red else "black"
    self.body.append(
        f'<span class="k-card k-{colour}" role="img" aria-label="{html.escape(name)}">{html.escape(sign[0])}{PLAIN}{html.escape(sign[1:])}</span>'
    )
    raise nodes.SkipNode


def _visit_formal(self: HTML5Translator, node: Any) -> None:
    self.body.append(
        self.starttag(
            node, "pre", "", CLASS="k-code", translate="no", tabindex="0", role="group", **{"aria-label": node["label"]}
        )
    )


def _visit_keyword(self: HTML5Translator, node: Any) -> None:
    self.body.append(self.starttag(node, "b", ""))


def _depart_keyword(self: HTML5Translator, node: Any) -> None:
    self.body.append("</b>")


def _visit_scroller(self: HTML5Translator, node: Any) -> None:
    self.body.append(self.starttag(node, "div", tabindex="0", role="region", **{"aria-label": node["label"]}))


def _visit_grid(self: HTML5Translator, node: Any) -> None:
    self.body.append(self.starttag(node, "table"))


def _depart_grid(self: HTML5Translator, node: Any) -> None:
    self.body.append("</tbody></table>\n")


def _visit_caption(self: HTML5Translator, node: Any) -> None:
    self.body.append(self.starttag(node, "caption", ""))


def _visit_row(self: HTML5Translator, node: Any) -> None:
    head = all(c["head"] == "col" for c in node)
    self.body.append("<thead>" if head else "")
    self.body.append(self.starttag(node, "tr", ""))


def _depart_row(self: HTML5Translator, node: Any) -> None:
    self.body.append("</tr>\n" + ("</thead><tbody>\n" if all(c["head"] == "col" for c in node) else ""))


def _visit_cell(self: HTML5Translator, node: Any) -> None:
    attributes = {"scope": node["head"]} if node["head"] else {}
    self.body.append(self.starttag(node, "th" if node["head"] else "td", "", **attributes))


def _depart_cell(self: HTML5Translator, node: Any) -> None:
    self.body.append("</th>" if node["head"] else "</td>")


def _visit_folded(self: HTML5Translator, node: Any) -> None:
    self.body.append(self.starttag(node, "details"))


def _visit_folded_title(self: HTML5Translator, node: Any) -> None:
    self.body.append(self.starttag(node, "summary", ""))


def _close(tag: str) -> Any:
    def depart(self: HTML5Translator, node: Any) -> None:
        self.body.append(f"</{tag}>\n")

    return depart


def setup(app: Sphinx) -> None:
    """Teach the HTML writer these nodes."""
    app.add_node(card, html=(_visit_card, None))
    app.add_node(formal_text, html=(_visit_formal, _close("pre")))
    app.add_node(keyword, html=(_visit_keyword, _depart_keyword))
    app.add_node(scroller, html=(_visit_scroller, _close("div")))
    app.add_node(grid, html=(_visit_grid, _depart_grid))
    app.add_node(grid_caption, html=(_visit_caption, _close("caption")))
    app.add_node(grid_row, html=(_visit_row, _depart_row))
    app.add_node(grid_cell, html=(_visit_cell, _depart_cell))
    app.add_node(folded, html=(_visit_folded, _close("details")))
    app.add_node(folded_title, html=(_visit_folded_title, _close("summary")))
