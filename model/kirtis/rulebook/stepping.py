"""``{examples} GAME``: the deals in which examples come about, printed as lists; where there is JavaScript, one goes through them."""

from __future__ import annotations

import html
import json
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from kirtis.play import Game
from kirtis.rulebook.apart import wanted
from kirtis.rulebook.domain import shelf_of
from kirtis.rulebook.examples import Witness, replay, settled
from kirtis.rulebook.nodes import Bits, bits, both, folded_title, in_language, inline, refer
from kirtis.rulebook.player import Scripts
from kirtis.rulebook.readings import told
from kirtis.rulebook.saying import Words, playable

DEAL = "deal"
"""The group of the variables that begin anew with every deal."""

PARTINGS = ("Kur skaitymai išsiskiria", "Where the readings part")
ABOUT_LT = (
    "Čia tą pačią partiją galima žaisti dviem skaitymais, ir iki paskutinio žingsnio viskas vyksta vienodai. Tada keliai išsiskiria: "
    "virš sąrašo parašyta, kas nutinka pagal kurį skaitymą. Rodoma taip, kaip žaidžiama įprastai."
)
ABOUT_EN = (
    "Here the same match can be played by two readings, and up to the last step all goes the same way. Then the ways part: above the list "
    "stands what happens under which reading. What is shown is the match as it is usually played."
)


class example(nodes.General, nodes.Element):  # noqa: N801 (docutils finds visitors by these names)
    """An example with its steps, folded."""


class Examples(SphinxDirective):
    """``{examples} GAME``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        shelf = shelf_of(self.env)
        name = self.arguments[0]
        if name not in shelf.games:
            raise self.error(f"there are no rules of {name}")
        witnesses = shelf.witnesses.get(name, {})
        game = playable(shelf, name)
        claims = game.rules.claims
        out = [self.one(game, w, n, claims[n].at.clauses, nodes.literal("", n)) for n, w in witnesses.items() if n in claims]
        out += [self.one(game, w, n, (n,)) for n, w in witnesses.items() if n in shelf.entries]
        return out + self.partings(game)

    def one(self, game: Game, witness: Witness, name: str, clauses: tuple[str, ...], *more: nodes.Node) -> nodes.Node:
        """An example: what it says, and the list of what was done."""
        shelf, docname = shelf_of(self.env), self.env.current_document.docname
        units = [i for i in clauses if i in shelf.entries]
        title = shelf.titles.get(game.name, {}).get(name) or next((shelf.entries[i].unit.titles for i in units), None)
        titles = bits(" ", *both(*title)) if title else []
        links = [b for i in units for b in bits(" ", refer("unit", i, docname))]
        where = inline("k-fact", both("Kur rašoma:", "Where it stands:"), links)
        return self.box(game, witness, name, bits(inline("k-id", ", ".join(units)), titles, " ", *more), where)

    def partings(self, game: Game) -> list[nodes.Node]:
        """The deals in which two readings part, under a heading of their own."""
        shelf, words = shelf_of(self.env), Words(game)
        kept = {n: w for n, w in shelf.partings.get(game.name, {}).items() if n in wanted(game.rules)}
        boxes: list[nodes.Node] = []
        for name, witness in kept.items():
            ((option, value),) = witness.other.items()
            finding = game.rules.options[option].finding
            lines = [nodes.list_item("", nodes.paragraph("", "", *r.said())) for r in told(shelf, game.name, witness)]
            lt, en = (
                f"{what[:1].upper()}{what[1:]} – {chosen}"
                for what, chosen in zip(words.pair(option), words.pair(value), strict=True)
            )
            title = bits(inline("k-id", finding or ""), " ", *both(lt, en))
            links: Bits = [refer("unit", finding, self.env.current_document.docname)] if finding in shelf.entries else []
            where = inline("k-fact", both("Pastebėjimas:", "Finding:"), " ", links)
            boxes.append(self.box(game, witness, name, title, where, nodes.bullet_list("", *lines, classes=["k-readings"])))
        if not boxes:
            return []
        section = nodes.section(ids=["readings"], names=["readings"])
        section += nodes.title("", "", *both(*PARTINGS))
        section += [nodes.paragraph("", "", in_language("lt", ABOUT_LT)), nodes.paragraph("", "", in_language("en", ABOUT_EN))]
        section += boxes
        return [section]

    def box(self, game: Game, witness: Witness, name: str, title: Bits, where: nodes.Node, *more: nodes.Node) -> nodes.Node:
        """A match with its title, folded: where it stands, what was chosen, what else there is to say, and what was done."""
        words = Words(settled(game, witness))
        box = example("", folded_title("", "", *title), ids=[f"example-{name}"], game=game.name, witness=witness.as_json())
        about = [where]
        for option, value in witness.options.items():
            chosen = bits(*words.say(option), " – ", *words.say(value))
            about.append(inline("k-fact", both("Pasirinkta:", "Chosen:"), " ", *chosen))
        if witness.seats:
            about.append(inline("k-fact", both("Žaidėjų:", "Players:"), f" {witness.seats}"))
        box += nodes.paragraph("", "", *about, classes=["k-about"])
        box += [*more, self.moves(game, witness, words)]
        return box

    def moves(self, game: Game, witness: Witness, words: Words) -> nodes.enumerated_list:
        """What was done, and between it, at the beginning of each deal, how the account stands and what was dealt."""
        items = nodes.enumerated_list(classes=["k-moves"])
        first, *others = list(replay(game, witness))[witness.deal :]
        begun = words.account(first.state) or both("Partija prasideda", "The match begins")
        beginning = deal_line(begun, hands := words.hands(first.state.plain))
        beginning["classes"] += [] if others else ["k-here"]
        items += beginning
        for n, turn in enumerate(others, 1):
            assert turn.action is not None
            line = bits(inline("k-who", turn.action.seat), " ", *words.say(turn.action.name, *turn.action.args))
            last = n == len(others)
            items += nodes.list_item("", nodes.paragraph("", "", *line), classes=["k-here"] if last else [])
            over = any(DEAL in reset for _, reset in turn.positions())
            hands = [] if over else hands
            if not last and (over or not hands):
                told = words.account(turn.state) if over else []
                hands = words.hands(turn.state.plain)
                if told or hands:
                    items += deal_line(told, hands)
        return items


def deal_line(account: Bits, hands: Bits) -> nodes.list_item:
    """What stands at the beginning of a deal, which is no step."""
    return nodes.list_item("", *(nodes.paragraph("", "", *told) for told in (account, hands) if told), classes=["k-deal"])


def _visit(self: HTML5Translator, node: Any) -> None:
    given = html.escape(json.dumps(node["witness"]))
    self.body.append(f'<details class="k-example" id="{node["ids"][0]}" data-example="{given}">')


def _depart(self: HTML5Translator, node: Any) -> None:
    self.body.append("</details>\n")


def page_context(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """The program, its style and the rules, on pages with examples."""
    found = list(doctree.findall(example)) if doctree is not None else []
    if not found:
        return
    book: Scripts = app.kirtis_scripts  # type: ignore[attr-defined]
    app.add_css_file("kirtis/play.css")
    rules = book.of(found[0]["game"])
    # The rules that come first are those of an example that names no number of players.
    for count in sorted({one["witness"].get("seats") or min(rules) for one in found}):
        app.add_js_file(rules[count].name, loading_method="defer")
    app.add_js_file(book.program.name, loading_method="defer")


def setup(app: Sphinx) -> None:
    """The directive."""
    app.add_node(example, html=(_visit, _depart))
    app.add_directive("examples", Examples)
    app.connect("html-page-context", page_context)
