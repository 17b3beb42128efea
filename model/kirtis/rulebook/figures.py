"""Cards on a page, worked out by the rules: the order and worth of a pack, a trick and who takes it, what a table needs."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from kirtis.language.game import Game
from kirtis.rulebook.cards import read_card
from kirtis.rulebook.domain import shelf_of
from kirtis.rulebook.faces import Face, counted, figure, names, pips, row, two
from kirtis.rulebook.nodes import Bits, bits, both, inline, refer
from kirtis.rulebook.ranks import Ranking, Scale
from kirtis.rulebook.shelf import Shelf

GLANCE, QUICK = "k-glance", "k-quick"
NARROW = "\u202f"
"""A narrow space at which no line is broken."""


class OfGame(SphinxDirective):
    """A directive about one game, named by its argument."""

    required_arguments = 1

    @property
    def shelf(self) -> Shelf:
        """The shelf of this build."""
        return shelf_of(self.env)

    def game(self) -> Game | None:
        """The game asked for; none where the shelf has already said what is wrong with it."""
        game = self.shelf.games.get(self.arguments[0])
        if game is None and not self.shelf.faults:
            raise self.error(f"there is no game “{self.arguments[0]}”; there are {', '.join(self.shelf.games)}")
        return game


class Figure(OfGame):
    """A figure of cards; ``:given:`` gives values to variables, ``:worth:`` names what gives a card its worth."""

    option_spec: ClassVar[Any] = {
        "given": directives.unchanged,
        "worth": directives.unchanged,
        "lt": directives.unchanged,
        "en": directives.unchanged,
        "glance": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        game = self.game()
        if game is None:
            return []
        given = dict(re.findall(r"(\w+)\s*=\s*([^,]+?)\s*(?:,|$)", self.options.get("given", "")))
        try:
            html = self.html(game, Ranking(game, given, self.options.get("worth")))
        except ValueError as error:
            raise self.error(str(error)) from None
        box = nodes.container("", nodes.raw("", html, format="html"), classes=["k-figure"])
        if "glance" in self.options:
            box["classes"].append(GLANCE)
        return [box]

    @property
    def remark(self) -> tuple[str, str]:
        """What the page adds to the caption."""
        return self.options.get("lt", ""), self.options.get("en", "")

    def html(self, game: Game, ranking: Ranking) -> str:
        """The figure."""
        raise NotImplementedError


class Ranks(Figure):
    """``{ranks} GAME``: the cards from the highest to the lowest, with what each is worth."""

    def html(self, game: Game, ranking: Ranking) -> str:
        scales = ranking.scales()
        rows = [self.scale(game, s, several=len(scales) > 1) for s in scales]
        lt, en = "Iš kairės į dešinę – nuo aukščiausios iki žemiausios.", "From left to right, from the highest to the lowest."
        if ranking.total:
            lt += f" Skaičius po korta – kiek ji verta akių; visa kaladė\u00a0– {ranking.total}."
            en += f" Below each card is its worth in points; the whole pack has {ranking.total}."
        said = self.remark
        return figure(rows, (f"{said[0]} {lt}".strip(), f"{said[1]} {en}".strip()))

    def scale(self, game: Game, scale: Scale, *, several: bool) -> str:
        """One row."""
        faces = []
        for one in scale.cards:
            suits = scale.suits or (one.card.suit,)
            said = names(one.card, suits, game.words)
            below = ("", "")
            if one.worth is not None:
                below = (str(one.worth), str(one.worth))
                worth = counted(one.worth)
                said = (f"{said[0]}, {worth[0]}", f"{said[1]}, {worth[1]}")
            faces.append(Face(one.card.rank, suits, below, said))
        if scale.trumps:
            title = two("Koziriai", "Trumps")
        else:
            signs = f' <span class="k-suits" aria-hidden="true">{pips(scale.suits, game.words)}</span>'
            title = (two("Kitos spalvos", "Other suits") if several else two("Visos spalvos", "Every suit")) + signs
        return row(faces, title, game.words)


class Laid(Figure):
    """``{cards} GAME``: cards in a row, as the text around them needs."""

    has_content = True

    def cards(self, ranking: Ranking) -> list[int]:
        """The cards that the content names."""
        signs = " ".join(self.content).split()
        if not signs:
            raise ValueError("there are no cards to show; name them on a line of their own")
        return [ranking.index(read_card(sign)) for sign in signs]

    def html(self, game: Game, ranking: Ranking) -> str:
        return figure([row([self.face(game, ranking, n) for n in self.cards(ranking)], "", game.words)], self.remark)

    def face(self, game: Game, ranking: Ranking, index: int, *, chosen: bool = False) -> Face:
        """One of the cards."""
        card = ranking.card(index)
        said = names(card, (card.suit,), game.words)
        worth = ranking.worth(index)
        below = ("", "") if worth is None else (str(worth), str(worth))
        return Face(card.rank, (card.suit,), below, said, chosen)


class Trick(Laid):
    """``{trick} GAME``: cards in the order in which they are played; the rules say who takes them."""

    def html(self, game: Game, ranking: Ranking) -> str:
        laid = self.cards(ranking)
        if ranking.round is None:
            raise ValueError("there are no tricks in this game")
        takes = ranking.taker(tuple(laid))
        faces = [self.face(game, ranking, n, chosen=at == takes) for at, n in enumerate(laid)]
        card = ranking.card(laid[takes])
        lt, en = (f"{card.name(code, game.words)}" for code in ("lt", "en"))
        points = counted(sum(ranking.worth(n) or 0 for n in laid))
        said = self.remark
        taken = (f"Kirtį ima {lt}; kirtyje – {points[0]}.", f"The {en} takes the trick, with {points[1]} in it.")
        return figure([row(faces, "", game.words)], (f"{said[0]} {taken[0]}".strip(), f"{said[1]} {taken[1]}".strip()))


class AtTable(OfGame):
    """``{at-table} GAME``: how many play, with which cards, and where to read on."""

    def run(self) -> list[nodes.Node]:
        game = self.game()
        if game is None:
            return []
        name, here = self.arguments[0], self.env.current_document.docname
        counts = game.seat_counts or (len(game.seats),)
        players = f"{counts[0]}–{counts[-1]}" if len(counts) > 1 else str(counts[0])
        facts: list[Bits] = [
            bits(*both("Žaidėjai", "Players"), ": ", inline("k-count", players)),
            bits(*both("Kortos", "Cards"), ": ", inline("k-count", str(len(game.enums["card"]))), *self.pack(game)),
        ]
        pages = [
            (f"spec/{name}", ("Visos taisyklės", "All the rules")),
            (f"play/{name}", ("Žaisti", "Play")),
            (f"proofs/{name}", ("Kas įrodyta", "What is proved")),
        ]
        facts += [[refer("page", page, here, *both(*words))] for page, words in pages if page in self.env.found_docs]
        return [nodes.paragraph("", "", *(inline("k-fact", f) for f in facts), classes=["k-about", QUICK])]

    def pack(self, game: Game) -> Bits:
        """The ranks of the pack in the signs of each language."""
        ranks = [r for r in game.enums["rank"] if r != "joker"]
        lt, en = (", ".join(game.words[f"sign of {r}"][n] for r in ranks) for n in (0, 1))
        jokers = sum(1 for r in game.maps["rank"].values if r is not None and game.enums["rank"][r] == "joker")
        with_jokers = bits(", ", both("džokeriai", "jokers")) if jokers else []
        return bits(" (", *both(lt, en), *with_jokers, ")")


class BelowHeading(SphinxTransform):
    """A figure that stands before an included rulebook goes below the rulebook's heading and what it says of the game."""

    default_priority = 320

    def apply(self) -> None:
        for box in [n for n in self.document.children if isinstance(n, nodes.container) and GLANCE in n["classes"]]:
            section = self.document.next_node(nodes.section)
            if section is None:
                continue
            prose = next((n for n in section.children if isinstance(n, nodes.container) and "k-pair" in n["classes"]), section[0])
            self.document.remove(box)
            section.insert(section.index(prose) + 1, box)


class Footing(SphinxTransform):
    """On a quick page the clause that a sentence rests on never stands alone at the start of a line."""

    default_priority = 330

    def apply(self) -> None:
        if not any(QUICK in p["classes"] for p in self.document.findall(nodes.paragraph)):
            return
        for link in list(self.document.findall(addnodes.pending_xref)):
            at = link.parent.index(link)
            before = link.parent[at - 1] if at else None
            if link["reftype"] == "clause" and isinstance(before, nodes.Text) and before[-1:].isspace():
                link.parent[at - 1] = nodes.Text(before.rstrip() + NARROW)


def setup(app: Sphinx) -> None:
    """The figures as directives."""
    for name, directive in {"ranks": Ranks, "cards": Laid, "trick": Trick, "at-table": AtTable}.items():
        app.add_directive(name, directive)
    app.add_transform(BelowHeading)
    app.add_transform(Footing)
