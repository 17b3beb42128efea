"""``kirtis diff``: two sets of rules compared by what they mean."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import partial

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from kirtis.cli.common import Speaker, language_option
from kirtis.cli.languages import LT, counted, speaker
from kirtis.cli.progress import progress
from kirtis.cli.settling import set_option, settle
from kirtis.cli.usage import command, option
from kirtis.language import load
from kirtis.language.game import Game
from kirtis.play.position import Position
from kirtis.prove.beside import Only
from kirtis.prove.compare import Comparison, compare
from kirtis.prove.meet import ACTOR, ALLOWED, ELSEWHERE, FIGURE, SEEN, Spot
from kirtis.prove.search import written

SAID = {
    "play": ("žaidžiama", "playing"),
    "infer": ("ieškoma invariantų", "looking for invariants"),
    "compare": ("lyginama", "comparing"),
    "only": ("Tik čia yra – {game}: {what}", "Only {game} has: {what}"),
    "otherwise": ("Kitaip apibrėžta: {kind} {name}: {first} – {second}", "Defined differently: {kind} {name}: {first} – {second}"),
    "not comparable": ("Bendrų padėčių nėra: skiriasi {what}.", "They have no position in common: {what} differ."),
    "seats": ("žaidėjų vietos", "the seats"), "deck": ("kaladė", "the cards"),
    "variable": ("kintamasis", "variable"), "zone": ("kortų vieta", "zone"), "phase": ("fazė", "phase"), "option": ("pasirinkimas", "option"),
    "table": ("lentelė", "table"), "act": ("veiksmas", "action"),
    "start": ("Pradžia skiriasi: {name}: {first} – {second}", "They begin differently: {name}: {first} – {second}"),
    ALLOWED: ("{phase}: tik pagal {game} galima: {what}", "{phase}: only {game} allows: {what}"),
    ELSEWHERE: ("{phase}: toliau einama kitaip: {what}", "{phase}: play goes on differently: {what}"),
    ACTOR: ("{phase}: eilė kito", "{phase}: it is another’s turn"),
    FIGURE: ("{phase}: kitas lentelės skaičius: {what}", "{phase}: a table gives a different number: {what}"),
    SEEN: ("{phase}: matoma kitų: {what}", "{phase}: seen by others: {what}"),
    "met": ("  Atsitiktinės partijos padėtis ({game}, sėkla {seed}, žingsnis {step}):", "  Met in a random match ({game}, seed {seed}, step {step}):"),
    "plain": ("  Kuo paprastesnė partija, kurioje tai matyti ({game}, {n} iki šios padėties):", "  A match made as plain as can be that shows it ({game}, {n} before this position):"),
    "made": ("  Sprendiklio rasta padėtis, patikrinta abiejų taisyklių; atsitiktinėse partijose jos nebuvo:", "  A position found by the solver and replayed by both; it was not met in random matches:"),
    "side": ("  {name}: {first} – {second}", "  {name}: {first} – {second}"),
    "afterwards": ("  Po to:", "  Afterwards:"),
    "unknown": ("Neišspręsta: {what}", "Not decided: {what}"),
    "looked": ("Atsitiktinių partijų padėčių, kuriose ieškota: {n}; skirtumo nerasta, bet ir neįrodyta, kad jo nėra.", "Positions of random matches that were looked at: {n}; no difference was found, and it is not proved either that there is none."),
    "same": ("Skirtumų nėra: įrodyta, kad nė viena bendra padėtis šių taisyklių neskiria ({n} klausimai).", "No difference: no position that both have tells these rules apart; proved ({n} questions)."),
    "rest": ("Visa kita sutampa: įrodyta ({n} klausimai).", "Everything else is the same; proved ({n} questions)."),
}  # fmt: skip

say = speaker(SAID)


@command("long_help_diff")
@click.argument("first", metavar="GAME")
@click.argument("second", metavar="[GAME]", required=False)
@option("--seats", type=click.IntRange(1, 40), help="opt_seats")
@set_option
@partial(set_option, name="--set-a", to="values_a")
@partial(set_option, name="--set-b", to="values_b")
@option("--json", "as_json", is_flag=True, help="opt_json")
@language_option
def diff(
    first: str, second: str | None, seats: int | None, values: tuple[str, ...], values_a: tuple[str, ...], values_b: tuple[str, ...], as_json: bool, lang: str
) -> None:  # fmt: skip
    """Compare two sets of rules, and tell where they differ."""
    games = [
        settle(load(name, seats=seats), (*values, *mine), lang) for name, mine in ((first, values_a), (second or first, values_b))
    ]
    with progress(Console(stderr=True), False) as told:
        found = compare(games[0], games[1], lambda what, done, of: told(say(lang, what), done, of if of > 1 else None))
    if as_json:
        click.echo(json.dumps(plain(found), ensure_ascii=False, indent=1))
    else:
        Told(found, (games[0], games[1]), lang).print(Console())
    sys.exit(found.outcome)


class Told:
    """A comparison in words."""

    def __init__(self, found: Comparison, games: tuple[Game, Game], lang: str) -> None:
        self.found, self.games, self.lang = found, games, lang
        self.speakers = tuple(Speaker(g, lang) for g in games)
        self.n = 0 if lang == LT else 1
        self.titles = self._titles()

    def _titles(self) -> tuple[str, str]:
        """What the games are called here: by title, with what is settled in only one of them, and A and B if that does not tell them apart."""
        out = []
        for g, other in zip(self.games, reversed(self.games), strict=True):
            mine = [f"{k}={v}" for k, v in g.settled.values if (k, v) not in other.settled.values]
            out.append(g.titles[self.n] + (f" ({', '.join(mine)})" if mine else ""))
        if out[0] == out[1]:
            out = [f"{out[0]} (A)", f"{out[1]} (B)"]
        return f"„{out[0]}“" if self.lang == LT else out[0], f"„{out[1]}“" if self.lang == LT else out[1]

    def print(self, console: Console) -> None:
        """Print everything: what only one has, each difference, what is alike."""
        console.print(f"[bold]{escape(self.titles[0])} – {escape(self.titles[1])}[/]", highlight=False)
        for line in self.head():
            console.print(escape(line), highlight=False, soft_wrap=True)
        for spot in self.found.spots:
            console.print()
            console.print(f"[bold]{escape(self.spot(spot))}[/]", highlight=False, soft_wrap=True)
            self.position(spot, console)
        if not self.found.pair.comparable:
            return
        console.print()
        if self.found.unknown:
            what = "; ".join(" ".join(filter(None, key)) for key in self.found.unknown)
            console.print(escape(say(self.lang, "unknown", what=what)), highlight=False, soft_wrap=True)
            console.print(say(self.lang, "looked", n=self.found.looked), highlight=False, soft_wrap=True)
        else:
            key = "rest" if self.found.outcome else "same"
            console.print(say(self.lang, key, n=len(self.found.alike)), highlight=False, soft_wrap=True)

    def head(self) -> Iterator[str]:
        """What only one of them has, and what is not the same kind of thing."""
        pair = self.found.pair
        for which in (0, 1):
            mine = [self.only(o) for o in pair.only if o.which == which]
            if mine:
                yield say(self.lang, "only", game=self.titles[which], what=", ".join(mine))
        for o in pair.otherwise:
            if o.kind in ("seats", "deck"):
                yield say(self.lang, "not comparable", what=say(self.lang, o.kind))
            else:
                yield say(self.lang, "otherwise", kind=say(self.lang, o.kind), name=o.name, first=o.first, second=o.second)
        for name, first, second in self.found.start:
            yield say(self.lang, "start", name=name, first=first, second=second)

    def only(self, o: Only) -> str:
        """Something that only one has."""
        return f"{say(self.lang, o.kind)} {o.name}"

    def spot(self, spot: Spot) -> str:
        """One difference, in a line."""
        phase, step, kind = spot.key
        speaker = self.speakers[spot.which or 0]
        what = self.doing(spot) if spot.doing else self.word(speaker, step) if step != phase else ""
        words = {"phase": self.phase(speaker, phase), "what": what, "game": self.titles[spot.which or 0]}
        return say(self.lang, kind.partition(" ")[0], **words).rstrip(": ")

    def doing(self, spot: Spot) -> str:
        """An action with its arguments and who does it."""
        speaker = self.speakers[spot.which or 0]
        words = " ".join((speaker.word(spot.doing[0]), *map(speaker.argument, spot.doing[1:])))
        return f"{spot.who}: {words}" if spot.who else words

    @staticmethod
    def word(speaker: Speaker, name: str) -> str:
        """A name in words, with the formal one where they differ."""
        return speaker.word(name)

    @staticmethod
    def phase(speaker: Speaker, name: str) -> str:
        """A phase, by its word and its name."""
        return f"{speaker.phase(name)} ({name})"

    def position(self, spot: Spot, console: Console) -> None:
        """The position as cards, and what differs."""
        if spot.met is not None:
            which, seed, step = spot.met
            words = {"game": self.titles[which], "seed": seed, "step": step, "n": counted(step, "decision", self.lang)}
            line = say(self.lang, "plain" if spot.match else "met", **words)
        else:
            line = say(self.lang, "made")
        console.print(escape(line), highlight=False, soft_wrap=True)
        self.cells(spot, console)
        if spot.differs:
            console.print(say(self.lang, "afterwards") if spot.after else "", highlight=False)
            table = Table(box=None, padding=(0, 2), header_style="")
            table.add_column("")
            for title in self.titles:
                table.add_column(escape(title))
            for name, first, second in spot.differs:
                table.add_row(escape(f"  {self.cell(0, name)}"), self.value(0, name, first), self.value(1, name, second))
            console.print(table)

    def cells(self, spot: Spot, console: Console) -> None:
        """The options off their defaults, then the position, cell by cell; what only the second game has comes last."""
        table = Table(box=None, show_header=False, padding=(0, 2))
        shown: set[str] = set()
        for which in (0, 1):
            game = self.games[which]
            for name, value in spot.options[which].items():
                if value != game.options[name].default and name not in shown:
                    shown.add(name)
                    word = self.speakers[which].word(game.word(game.options[name].type, value))
                    table.add_row(escape(f"  {name}"), escape(word))
            for name, text in self.written(which, spot.at[which]):
                if name not in shown:
                    shown.add(name)
                    table.add_row(escape(f"  {self.cell(which, name)}"), escape(text))
        console.print(table)

    def written(self, which: int, position: Position) -> Iterator[tuple[str, str]]:
        """A position in words."""
        speaker = self.speakers[which]
        for name, value in written(self.games[which], position):
            if name == "phase":
                continue
            base = name.partition("[")[0]
            zone = base in self.games[which].zones
            text = self.signs(which, value) if zone or " of " in value else speaker.word(value)
            yield name, text

    def cell(self, which: int, name: str) -> str:
        """A variable or a zone in words, with its index."""
        if name == "phase":
            return say(self.lang, "phase")
        base, bracket, index = name.partition("[")
        inner = ", ".join(self.speakers[which].word(w) for w in re.split(r", ", index.rstrip("]")))
        return f"{self.speakers[which].word(base)}" + (f" {inner}" if bracket else "")

    def value(self, which: int, name: str, value: object) -> str:
        """A value of either game."""
        game, speaker = self.games[which], self.speakers[which]
        if isinstance(value, tuple):
            return escape(" ".join(speaker.card(game.enums["card"][c]) for c in value) or "–")
        if name == "phase":
            return escape(speaker.phase(str(value)))
        return escape(speaker.value(value))

    def signs(self, which: int, text: str) -> str:
        """Cards by their names become signs."""
        speaker = self.speakers[which]
        for card in self.games[which].enums["card"]:
            text = text.replace(card.replace(" of ", "_"), speaker.card(card)).replace(card, speaker.card(card))
        return text


def plain(found: Comparison) -> dict[str, object]:
    """A comparison as plain data."""
    games = found.pair.games
    return {
        "games": [g.name for g in games],
        "settled": [dict(g.settled.values) for g in games],
        "outcome": ("same", "differ", "unknown")[found.outcome],
        "only": [{"which": o.which, "kind": o.kind, "name": o.name} for o in found.pair.only],
        "otherwise": [[o.kind, o.name, o.first, o.second] for o in found.pair.otherwise],
        "start": [list(one) for one in found.start],
        "differences": [
            {
                "phase": s.key[0],
                "step": s.key[1],
                "how": s.key[2],
                "doing": list(s.doing),
                "who": s.who,
                "options": [
                    {k: g.word(g.options[k].type, v) for k, v in o.items()} for g, o in zip(games, s.options, strict=True)
                ],
                "position": [[list(cell) for cell in written(g, p)] for g, p in zip(games, s.at, strict=True)],
                "afterwards": [[name, _plain(games[0], a), _plain(games[1], b)] for name, a, b in s.differs],
                "met": None if s.met is None else {"game": games[s.met[0]].name, "seed": s.met[1], "step": s.met[2]},
                "match": list(s.match),
            }
            for s in found.spots
        ],
        "alike": len(found.alike),
        "unknown": [list(key) for key in found.unknown],
        "looked": found.looked,
    }


def _plain(game: Game, value: object) -> object:
    return [game.enums["card"][c] for c in value] if isinstance(value, tuple) else value
