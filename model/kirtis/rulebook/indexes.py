"""Indexes over all games: what is claimed of them, what may be chosen in them, and their versions."""

from __future__ import annotations

from collections import Counter

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx

from kirtis.language.document import Unit
from kirtis.language.game import Game, Option
from kirtis.rulebook.depends import Named, claimed_in, named
from kirtis.rulebook.lists import Listing
from kirtis.rulebook.nodes import Bits, badge, bits, both, cell, grid_cell, inline, refer, scroller, table
from kirtis.rulebook.readings import choice
from kirtis.rulebook.results import Tally
from kirtis.rulebook.shelf import Entry

EVERY_GAME = ("Kiekvienas žaidimas", "Every game")


class Parts(Listing):
    """An index with a part for each game, so that each has its place in the table of contents."""

    def part(self, game: str, kind: str) -> nodes.section:
        """The part of a game, with its heading."""
        unit = self.heading(game)
        titles = unit.titles if unit else EVERY_GAME
        section = nodes.section(ids=[f"{kind}-{game}"], names=[f"{kind} {game}"])
        section += nodes.title("", "", *both(*titles))
        self.state.document.note_explicit_target(section)
        return section

    def prose(self, unit: Unit) -> nodes.container:
        """The two texts of a unit, side by side."""
        pair = nodes.container(classes=["k-pair"])
        for language, text in zip(("lt", "en"), unit.texts, strict=True):
            box = nodes.container(classes=[f"k-{language}", f"language-{language}"])
            self.state.nested_parse(StringList(text.splitlines(), source=unit.at.file), 0, box)
            pair += box
        return pair


class Theorems(Parts):
    """``{theorem-list}``: what is claimed of every game, what that means, and what became of it."""

    def run(self) -> list[nodes.Node]:
        games = list(dict.fromkeys(e.game for e in self.shelf.of("theorem")))
        # What holds of every game comes first.
        games.sort(key=lambda g: self.heading(g) is not None)
        out: list[nodes.Node] = [self.overview(games)]
        for game in games:
            section = self.part(game, "theorems")
            section += [self.theorem(e) for e in self.shelf.of("theorem", game=game)]
            out.append(section)
        return out

    def overview(self, games: list[str]) -> nodes.Node:
        """How many there are, and what became of them all."""
        words = (("Žaidimas", "Game"), ("Teoremos", "Theorems"), ("Jų teiginiai", "Their statements"))
        rows = []
        for game in games:
            unit = self.heading(game)
            theorems = list(self.shelf.of("theorem", game=game))
            claims = [c for e in theorems for c in self.shelf.declared(e.unit, claims=True)]
            # What the program makes of every game is counted by theorems: several of them may be of one kind.
            made = [tally.state for e in theorems if not claims and (tally := self.shelf.state(e)) is not None]
            found = Tally(Counter(made)) if made else self.shelf.results.of_claims(game, claims)
            name = refer("page", f"proofs/{game}", self.docname, *both(*(unit.titles if unit else EVERY_GAME)))
            state = badge(found) if found.total else self.unsaid()
            rows.append([cell(name, head="row", classes="k-title"), cell(str(len(theorems))), cell(state)])
        box = scroller("", label="Teoremos / Theorems", classes=["k-scroll"])
        box += table([cell(both(*w), head="col") for w in words], rows, "k-words k-tally")
        return box

    def unsaid(self) -> nodes.Node:
        """The mark of what has no formal text of its own."""
        return inline("k-badge k-prose", both("tik tekstas", "prose only"))

    def theorem(self, entry: Entry) -> nodes.Node:
        """One theorem."""
        unit = entry.unit
        claims = self.shelf.declared(unit, claims=True)
        tally = self.shelf.state(entry)
        state = self.unsaid() if tally is None else badge(tally)
        parts = bits(self.link(unit.id), " ", inline("k-name", both(*unit.titles)), " ", state)
        head = nodes.paragraph("", "", *parts, classes=["k-head"])
        box = nodes.container("", head, self.prose(unit), classes=["k-entry"])
        if claims:
            box += nodes.paragraph("", "", *self.formally(entry, claims), classes=["k-about"])
        return box

    def formally(self, entry: Entry, claims: list[str]) -> Bits:
        """The statements by their names, each with its own state where it differs from the worst."""
        out: Bits = [inline("k-fact", both("Formaliai", "Formally"))]
        worst = self.shelf.results.of_claims(entry.game, claims).state
        for claim in claims:
            state = self.shelf.results.of_claim(entry.game, claim)
            name = refer("name", f"{entry.game} {claim}", self.docname, nodes.literal("", claim), classes="k-name")
            out.append(inline("k-fact", name, *(bits(" ", badge(Tally({state: 1}))) if state != worst else [])))
        return out


class Options(Parts):
    """``{option-list}``: what may be chosen in every game, and who speaks of it."""

    def run(self) -> list[nodes.Node]:
        out: list[nodes.Node] = []
        for name, game in self.shelf.games.items():
            if game.options:
                section = self.part(name, "options")
                where = named(self.shelf, name)
                units = claimed_in(self.shelf, name)
                section += [self.option(game, o, where.get(o.name, Named((), ())), units) for o in game.options.values()]
                out.append(section)
        return out or [nodes.paragraph("", "", *both("Pasirinkimų nėra.", "There are no options."))]

    def option(self, game: Game, option: Option, where: Named, units: dict[str, str]) -> nodes.Node:
        """One option: what it is, its values, and where it matters."""
        words = game.words.get(option.name, (option.name, option.name))
        title = both(*(w[:1].upper() + w[1:] for w in words))
        parts = bits(inline("k-name", title), " ", nodes.literal("", option.name))
        head = nodes.paragraph("", "", *parts, classes=["k-head"])
        facts: list[Bits] = []
        if option.finding:
            facts.append(bits(*both("Kodėl galima rinktis", "Why there is a choice"), ": ", self.link(option.finding)))
        facts.append(
            bits(*both("Lemia punktuose", "Decides in"), ": ", self.links(c for c in where.clauses if c in self.shelf.entries))
        )
        apart = dict.fromkeys(units[c] for c in self.shelf.apart.get(game.name, {}).get(option.name, ()) if c in units)
        theorems = [u for u in dict.fromkeys(units[c] for c in where.claims if c in units) if u not in apart]
        if apart:
            facts.append(bits(*both("Reikšmes skiria", "Its values are told apart by"), ": ", self.links(apart)))
        if theorems:
            facts.append(bits(*both("Jį mini", "Named by"), ": ", self.links(theorems)))
        if deals := self.stepwise(game, option):
            facts.append(bits(*both("Kur skaitymai išsiskiria", "Where the readings part"), ":", deals))
        if not where.claims:
            facts.append(both("Viskas, kas įrodyta, galioja su bet kuria reikšme", "All that is proved holds whatever its value"))
        box = nodes.container(classes=["k-entry"], ids=[f"option-{game.name}-{option.name}"])
        box += [
            head,
            self.values(game, option),
            nodes.paragraph("", "", *(inline("k-fact", f) for f in facts), classes=["k-about"]),
        ]
        return box

    def values(self, game: Game, option: Option) -> nodes.paragraph:
        """The values, the usual one marked; a long run of numbers by its ends."""
        line = nodes.paragraph(classes=["k-options"])
        values = list(game.values(option.type))
        shown = values if len(values) < 7 else [values[0], None, values[-1]]
        if len(values) >= 7 and option.default not in shown:
            shown = [values[0], None, option.default, None, values[-1]]
        for value in shown:
            if value is None:
                line += bits(" ", "…")
                continue
            line += bits(" ", choice(game, option, value))
        return line


class Versions(Listing):
    """``{version-list}``: which version of each game stands in the book."""

    def run(self) -> list[nodes.Node]:
        rows = []
        for docname, document in self.shelf.documents.items():
            unit = next(document.of("game"), None)
            if unit is not None and docname.startswith("spec/"):
                link = refer("page", docname, self.docname, *both(*unit.titles))
                counts = [len(list(self.shelf.of(k, game=unit.id))) for k in ("clause", "finding")]
                rows.append(
                    [cell(link, head="row", classes="k-title"), cell(unit.fields.get("version", "–")), *self.numbers(counts)]
                )
        words = (("Žaidimas", "Game"), ("Redakcija", "Version"), ("Punktai", "Clauses"), ("Pastebėjimai", "Findings"))
        box = scroller("", label="Redakcijos / Versions", classes=["k-scroll"])
        box += table([cell(both(*w), head="col") for w in words], rows, "k-words k-tally")
        return [box]

    def numbers(self, counts: list[int]) -> list[grid_cell]:
        """A cell for each number."""
        return [cell(str(n)) for n in counts]


def setup(app: Sphinx) -> None:
    """The indexes as directives."""
    for name, directive in {"theorem-list": Theorems, "option-list": Options, "version-list": Versions}.items():
        app.add_directive(name, directive)
