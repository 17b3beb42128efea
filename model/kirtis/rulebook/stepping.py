"""``{examples} GAME``: the deals in which examples come about, printed as lists; where there is JavaScript, one goes through them."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from kirtis.language import load
from kirtis.play import Game, State
from kirtis.play.position import Position
from kirtis.rulebook.cards import PLAIN
from kirtis.rulebook.domain import shelf_of
from kirtis.rulebook.examples import Witness, replay
from kirtis.rulebook.nodes import Bits, bits, both, folded_title, inline, refer
from kirtis.rulebook.player import Scripts

MATCH, DEAL = "match", "deal"
"""The groups of the variables that last a match, and that begin anew with every deal."""


class example(nodes.General, nodes.Element):  # noqa: N801 (docutils finds visitors by these names)
    """An example with its steps, folded."""


@cache
def _game(path: Path, digest: str) -> Game:
    """A game with what is claimed of it; the digest is that of all texts, so that a change is seen."""
    return Game(load(path))


class Words:
    """What is said of a match, in both languages, with cards as signs."""

    def __init__(self, game: Game) -> None:
        self.game, self.words, self.cards = game, game.rules.words, frozenset(game.rules.enums["card"])

    def say(self, *names: str) -> Bits:
        """Words and cards one after the other."""
        found = [self._sign(n) if n in self.cards else self.words.get(n, (n, n)) for n in names]
        return both(" ".join(lt for lt, _ in found), " ".join(en for _, en in found))

    def _sign(self, card: str) -> tuple[str, str]:
        lt, en = self.words[f"sign of {card}"]
        return lt[:1] + PLAIN + lt[1:], en[:1] + PLAIN + en[1:]

    def hands(self, position: Position) -> Bits:
        """What each seat holds; nothing where no seat holds anything."""
        game, out = self.game.rules, Bits()
        for seat, word in enumerate(game.enums["seat"]):
            for zone in game.zones.values():
                there = position.cards.get((zone.name, (seat,)), ())
                if [e.name for e in zone.index] == ["seat"] and zone.kind == "set" and there:
                    cards = self.say(*(game.enums["card"][c] for c in there))
                    out += bits("; " if out else "", inline("k-who", word), " ", *cards)
        return out

    def account(self, state: State) -> Bits:
        """The numbers that one deal leaves to the next; nothing where all of them are zero."""
        variables: Any = state.position()["variables"]
        lasting = [v.name for v in self.game.rules.variables.values() if v.group == MATCH]
        found = {name: said for name in lasting if (said := list(_counts(variables[name])))}

        def line(n: int) -> str:
            def words(names: Iterable[str]) -> str:
                return " ".join(self.words.get(name, (name, name))[n] for name in names)

            return " · ".join(f"{words([name])}: {', '.join(map(words, said))}" for name, said in found.items())

        return both(f"Iki tol – {line(0)}", f"So far – {line(1)}") if found else []


def _counts(value: Any, *path: str) -> Iterator[tuple[str, ...]]:
    """The numbers in the cells of a variable that are not zero, each after the words of its cell."""
    if isinstance(value, dict):
        for word, inner in value.items():
            yield from _counts(inner, *path, word)
    elif value and type(value) is int:
        yield (*path, str(value))


class Examples(SphinxDirective):
    """``{examples} GAME``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        shelf = shelf_of(self.env)
        name = self.arguments[0]
        if name not in shelf.games:
            raise self.error(f"there are no rules of {name}")
        witnesses = shelf.witnesses.get(name, {})
        game = _game(Path(shelf.games[name].documents[-1].path), shelf.digest)
        claims = game.rules.claims
        out = [self.one(game, w, n, claims[n].at.clauses, nodes.literal("", n)) for n, w in witnesses.items() if n in claims]
        return out + [self.one(game, w, n, (n,)) for n, w in witnesses.items() if n in shelf.entries]

    def one(self, game: Game, witness: Witness, name: str, clauses: tuple[str, ...], *more: nodes.Node) -> nodes.Node:
        """An example: what it says, and the list of what was done."""
        shelf, docname, words = shelf_of(self.env), self.env.current_document.docname, Words(game)
        units = [i for i in clauses if i in shelf.entries]
        titles: Bits = [b for i in units[:1] for b in bits(" ", *both(*shelf.entries[i].unit.titles))]
        title = folded_title("", "", *bits(inline("k-id", ", ".join(units)), titles, " ", *more))
        links = [b for i in units for b in bits(" ", refer("unit", i, docname))]
        box = example("", title, ids=[f"example-{name}"], game=game.name, witness=witness.as_json())
        about = [inline("k-fact", both("Kur rašoma:", "Where it stands:"), links)]
        for option, value in witness.options.items():
            chosen = bits(*words.say(option), " – ", *words.say(value))
            about.append(inline("k-fact", both("Pasirinkta:", "Chosen:"), " ", *chosen))
        box += nodes.paragraph("", "", *about, classes=["k-about"])
        box += self.moves(game, witness, words)
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
    first = next(iter(doctree.findall(example)), None) if doctree is not None else None
    if first is None:
        return
    book: Scripts = app.kirtis_scripts  # type: ignore[attr-defined]
    app.add_css_file("kirtis/play.css")
    app.add_js_file(next(iter(book.of(first["game"]).values())).name, loading_method="defer")
    app.add_js_file(book.program.name, loading_method="defer")


def setup(app: Sphinx) -> None:
    """The directive."""
    app.add_node(example, html=(_visit, _depart))
    app.add_directive("examples", Examples)
    app.connect("html-page-context", page_context)
