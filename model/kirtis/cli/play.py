"""``kirtis play``: a seat at the terminal, random players at the others."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from kirtis.cli.common import Speaker, game_options, language_option, writable
from kirtis.cli.texts import say
from kirtis.cli.typed import Typed
from kirtis.cli.usage import command, option

if TYPE_CHECKING:
    from kirtis.play.action import Action
    from kirtis.play.game import Game
    from kirtis.play.state import State
    from kirtis.play.trail import Moved
    from kirtis.play.words import Json

MATCH = "match"
"""The group of the variables that outlast a deal."""


@command("help_play")
@game_options
@option("--seat", help="opt_seat")
@option("--seed", help="opt_seed")
@option("--record", "file", type=click.Path(dir_okay=False, path_type=Path), help="opt_record")
@language_option
def play(
    game: str, options: dict[str, str], seats: int | None, seat: str | None, seed: str | None, file: Path | None, lang: str
) -> int:
    """Play until the match is over, the input ends, or q is typed; the record is kept in each case."""
    from secrets import randbits

    from kirtis.play.game import load
    from kirtis.play.record import write

    writable(file)
    loaded = load(game, options=options, seats=seats)
    seat = loaded.seats[0] if seat is None else seat
    if seat not in loaded.seats:
        raise click.BadParameter(say("no_seat", lang, seat, ", ".join(loaded.seats)), param_hint="--seat")
    chosen = randbits(32) if seed is None else int(seed) if re.fullmatch("[0-9]{1,18}", seed) else seed
    table = Table(loaded, seat, chosen, lang)
    stopped = False
    try:
        table.run()
    except KeyboardInterrupt:
        stopped = True
        click.echo()
    state = table.recorder.state
    click.echo(say("match_over", lang, table.speaker.result(state)) if state.over else say("left", lang))
    if file is not None:
        write(table.recorder.record(), file)
        click.echo(say("recorded", lang, file))
    return 130 if stopped else 0


class Left(Exception):  # noqa: N818 (nothing is wrong: somebody gets up)
    """The player ends the match, or the input is at its end."""


class Table:
    """A match between the person at the terminal and random players."""

    def __init__(self, game: Game, seat: str, seed: int | str, lang: str) -> None:
        from kirtis.play.record import Recorder
        from kirtis.play.trail import Trail

        self.game, self.seat, self.lang = game, seat, lang
        self.speaker = Speaker(game.rules, lang)
        self.typed = Typed(game.rules, self.speaker.n)
        self.random = Random(f"{seed}/players").random
        self.recorder = Recorder(game, seed)
        self.trail = Trail(game)
        self.shown: dict[str, Json] = {}
        self.kept = self.of_match()
        self.say("you_are", seat, seed)

    def say(self, key: str, *values: object) -> None:
        click.echo(say(key, self.lang, *values))

    def run(self) -> None:
        """Play on until the end."""
        try:
            while not self.recorder.state.over:
                state = self.recorder.state
                possible = state.actions()
                mine = self.distinct(a for a in possible if a.seat == self.seat)
                others = tuple(a for a in possible if a.seat != self.seat)
                if not possible:
                    self.say("stuck")
                    return
                my_turn = state.actor == self.seat or not others
                chosen = self.ask(state, mine, my_turn) if mine else None
                self.act(chosen or others[int(self.random() * len(others))])
        except Left:
            return

    def distinct(self, actions: Iterable[Action]) -> tuple[Action, ...]:
        """Of actions that are said in the same words, as those with equal copies of a card are, the first."""
        said: dict[str, Action] = {}
        for action in actions:
            said.setdefault(self.speaker.action(action), action)
        return tuple(said.values())

    def act(self, action: Action) -> None:
        """Play an action and tell it, without a card that the player may not see."""
        from kirtis.play.sight import heard

        before, known = self.recorder.state, len(self.recorder.events)
        self.recorder.play(action)
        if action.seat != self.seat:
            args = heard(before, action, self.seat)
            words = (self.speaker.say("someone_card") if a is None else self.speaker.argument(a) for a in args)
            click.echo(" ".join((f"{action.seat}:", self.speaker.word(action.name), *words)))
        outcomes = [e for e in self.recorder.events[known:] if isinstance(e, str | dict)]
        happened = self.trail.follow(before, action, outcomes)
        for moved in happened.moved:
            self.tell_moved(moved)
        if happened.deal_over:
            self.tell_deal()

    def tell_moved(self, moved: Moved) -> None:
        """Open cards that were taken away: from where they lay, in the order in which they came there, to where."""
        cells: dict[tuple[str, ...], list[str]] = {}
        for index, card in moved.cards:
            cells.setdefault(index, []).append(self.speaker.card(card))
        there = "   ".join(" ".join((*map(self.speaker.word, index), *cards)) for index, cards in cells.items())
        target = " ".join(map(self.speaker.word, (moved.target, *moved.index)))
        click.echo(f"  {self.speaker.word(moved.source)}: {there} → {target}")

    def tell_deal(self) -> None:
        """The end of a deal: what it has changed in the match, as far as the seat sees it."""
        now = self.of_match()
        self.say("deal_over")
        for name, value in now.items():
            if self.kept.get(name) != value:
                old = f"{self.speaker.value(self.kept[name])} → " if name in self.kept else ""
                click.echo(f"  {self.name(name)}: {old}{self.speaker.value(value)}")
        # All else begins anew: of the next deal only what is not as at the start is worth a line.
        self.kept, self.shown = now, dict(now)
        if not self.recorder.state.over:
            click.echo()

    def of_match(self) -> dict[str, Json]:
        """What the seat sees of the variables that outlast a deal."""
        seen = _flat(self.recorder.state.view(self.seat)["variables"])
        variables = self.game.rules.variables
        return {name: value for name, value in seen.items() if variables[name.partition(" ")[0]].group == MATCH}

    # -- what the player sees ----------------------------------------------------------------------------------------------

    def show(self, state: State, everything: bool = False) -> None:
        """What has changed since it was last shown, then the cards."""
        view = state.view(self.seat)
        flat = {"phase": state.phase, **_flat(view["variables"])}
        for name, value in flat.items():
            if everything or self.shown.get(name) != value:
                known = everything or name in self.shown or value not in (None, 0, False)
                if known:
                    said = self.speaker.phase(state.phase) if name == "phase" else self.speaker.value(value)
                    click.echo(f"  {self.name(name)}: {said}")
        self.shown = flat
        zones = view["zones"]
        assert isinstance(zones, dict)
        for name, there in zones.items():
            cells = {cell: cards for cell, cards in _flat(there).items() if cards}
            if cells:
                cards = "   ".join(f"{self.name(f'. {cell}')[2:]} {self.speaker.value(c)}".strip() for cell, c in cells.items())
                click.echo(f"  {self.speaker.word(name)}: {cards}")

    def name(self, cell: str) -> str:
        """A variable or zone with the words of its index."""
        if cell == "phase":
            return self.speaker.say("phase")
        name, _, index = cell.partition(" ")
        return " ".join((self.speaker.word(name), *map(self.speaker.word, index.split(" ") if index else ())))

    # -- what the player does ----------------------------------------------------------------------------------------------

    def ask(self, state: State, mine: tuple[Action, ...], my_turn: bool) -> Action | None:
        """The action that the player chooses; None where others may go on. Raises Left at the end of the input."""
        self.show(state)
        for n, action in enumerate(mine, 1):
            click.echo(f"  {n:2}) {self.speaker.action(action)}")
        if not my_turn:
            click.echo(f"   {self.speaker.say('pass_on')}")
        while True:
            click.echo(say("prompt" if my_turn else "prompt_out", self.lang), nl=False)
            line = sys.stdin.readline(1000)
            if not line or line.strip().lower() == "q":
                if not line:
                    click.echo()
                raise Left
            text = line.strip()
            if not sys.stdin.isatty():
                click.echo(text)
            if text == "" and not my_turn:
                return None
            if text in ("", "?"):
                self.say("play_help", *self.typed.examples())
            elif text == "!":
                self.show(state, everything=True)
            elif text.isascii() and text.isdigit():
                if 1 <= int(text[:9]) <= len(mine):
                    return mine[int(text[:9]) - 1]
                self.say("no_such_number", len(mine))
            else:
                chosen = self.by_words(state, mine, text)
                if chosen is not None:
                    return chosen

    def by_words(self, state: State, mine: tuple[Action, ...], text: str) -> Action | None:
        """The action that some words mean, or the reason why it may not be done."""
        fitting = self.typed.fitting(text, mine)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            self.say("several")
            for action in fitting:
                click.echo(f"  {mine.index(action) + 1:2}) {self.speaker.action(action)}")
            return None
        refusal = next((r for a in self.asked_for(state, text) if (r := state.why_not(a)) is not None), None)
        if refusal is None:
            self.say("not_understood", text[:60])
        else:
            where = ", ".join(f"{c} {t[self.speaker.n]}" for c, t in zip(refusal.clauses, refusal.titles, strict=True))
            self.say("refused", refusal.message[self.speaker.n] + (self.speaker.say("by_clause", where) if where else ""))
        return None

    def asked_for(self, state: State, text: str) -> Iterator[Action]:
        """What a text would mean in this phase if it were allowed: an action with a card, or one that takes nothing."""
        from kirtis.play.action import Action

        acts = self.game.rules.phases[state.phase].actions
        alone = tuple(Action(self.seat, a.name) for a in acts if not a.params)
        with_card = [a.name for a in acts if [str(t) for _, t in a.params] == ["card"]]
        yield from (Action(self.seat, name, (card,)) for name in with_card for card in self.typed.refused(text, name)[:1])
        yield from self.typed.fitting(text, alone)[:1]


def _flat(value: Json, path: str = "") -> dict[str, Json]:
    """Nested dictionaries as one, with names like ``hand A``."""
    if not isinstance(value, dict):
        return {path: value}
    out: dict[str, Json] = {}
    for key, inner in value.items():
        out |= _flat(inner, f"{path} {key}" if path else key)
    return out
