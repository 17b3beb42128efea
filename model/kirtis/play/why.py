"""Why an action may not be done: the clause, the condition, and a sentence in both languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kirtis.language.game import Duties, Duty, Game, Need
from kirtis.language.nodes import And, Call, Expr, Member, Var
from kirtis.language.places import Place
from kirtis.play.action import Action
from kirtis.play.evaluate import Env, Evaluator
from kirtis.play.position import Value
from kirtis.play.words import from_word

if TYPE_CHECKING:
    from kirtis.play.state import State

_SAID = {
    "over": ("Partija baigta.", "The match is over."),
    "no_seat": ("Tokios vietos nėra: {0}.", "There is no seat “{0}”."),
    "no_action": ("Tokio veiksmo nėra: {0}.", "There is no action “{0}”."),
    "not_now": ("Dabar to daryti negalima: {0}.", "This cannot be done now: {0}."),
    "arguments": ("Veiksmas „{0}“ nurodomas kitaip: {1}.", "The action “{0}” is written like this: {1}."),
    "no_value": ("Tokios reikšmės nėra: {0}.", "There is no such thing as “{0}” here."),
    "not_your_turn": ("Dabar eilė kitam: {0}.", "It is the turn of {0}."),
    "need": ("Sąlyga netenkinama: {0}.", "A condition is not met: {0}."),
    "duty": ("Korta netenkina pareigos: {0}.", "The card does not meet a duty: {0}."),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action may not be done.

    ``clauses`` are the ids of the clauses that forbid it, ``titles`` their titles in Lithuanian and English;
    ``condition`` is the name of the duty or need that is not met, ``formal`` its formal text, ``message`` the sentence
    for people, in Lithuanian and English, ``reason`` the kind of reason: need, duty, not_your_turn and the like.
    """

    action: Action
    message: tuple[str, str]
    condition: str | None = None
    formal: str = ""
    clauses: tuple[str, ...] = ()
    titles: tuple[tuple[str, str], ...] = ()
    reason: str = ""

    def text(self, n: int) -> str:
        """The whole of it, in Lithuanian (0) or English (1)."""
        where = ", ".join(f"{c} {t[n]}".strip() for c, t in zip(self.clauses, self.titles, strict=True))
        return f"{self.action}: {self.message[n]}" + (f" ({where})" if where else "")

    def __str__(self) -> str:
        return self.text(1)


def refusal(state: State, action: Action) -> Refusal:
    """Why an action that is not possible here is not."""
    return Whys(state).of(action)


class Whys:
    """Why actions are not possible in one state; what its conditions and duties come to is worked out once."""

    def __init__(self, state: State) -> None:
        self.state, self.game, self.plain = state, state.game.rules, state.plain
        self.read = state.game.careful.evaluator(self.plain)
        self._narrowed: dict[tuple[str, tuple[Value, ...]], _Narrowed] = {}

    def of(self, action: Action) -> Refusal:
        """Why this one is not."""
        game, plain = self.game, self.plain
        if self.state.over:
            return _said(game, action, "over")
        if action.seat not in game.seats:
            return _said(game, action, "no_seat", action.seat)
        act = next((a for a in game.phases[plain.phase].actions if a.name == action.name), None)
        if act is None:
            return _elsewhere(game, action)
        values = []
        if len(action.args) != len(act.params):
            shape = " ".join((act.name, *(f"<{t}>" for _, t in act.params)))
            return _said(game, action, "arguments", action.name, shape, at=act.at)
        for (_, type_), word in zip(act.params, action.args, strict=True):
            try:
                values.append(from_word(game, type_, word))
            except ValueError:
                return _said(game, action, "no_value", word, at=act.at)
        seat = game.seats.index(action.seat)
        by = game.phases[plain.phase].by
        if act.actor is None and by is not None and seat != (turn := self.read.number(by)):
            return _said(game, action, "not_your_turn", game.seats[turn], at=game.phases[plain.phase].at)
        env: Env = dict(zip((n for n, _ in act.params), values, strict=True))
        if act.actor is not None:
            env = {**env, act.actor: seat}
        for need in act.needs:
            if not self.read.truth(need.condition, env):
                return self._unmet(action, self.unmet(need, env))
        raise AssertionError(f"{action} is possible")

    def unmet(self, need: Need, env: Env) -> Need | Duty:
        """What is not met where a need is not: the need itself, or the first duty that the card fails."""
        for call, card in _duties_in(need.condition, env):
            found = self._failed(call, card, env) if call.name in self.game.duties else None
            if found is not None:
                return found
        return need

    def _unmet(self, action: Action, what: Need | Duty) -> Refusal:
        game, reason = self.game, "duty" if isinstance(what, Duty) else "need"
        sentence = game.words.get(what.name) if what.name else None
        if sentence is None:
            return _said(game, action, reason, what.text, condition=what.name, formal=what.text, at=what.at)
        return _refusal(game, action, sentence, reason, what.name, what.text, what.at)

    def _failed(self, call: Call, card: int, env: Env) -> Duty | None:
        """The first duty that takes a card away; None where the card is not among those that the duties bind."""
        duties = self.game.duties[call.name]
        values = tuple(self.read.value(a, env) for a in call.args)
        key = (call.name, values)
        if key not in self._narrowed:
            self._narrowed[key] = _narrowed(self.read, duties, values)
        bound, steps = self._narrowed[key]
        return next((duty for duty, left in steps if card not in left), None) if card in bound else None


_Narrowed = tuple[frozenset[int], list[tuple[Duty, frozenset[int]]]]
"""The cards that duties bind, and for each duty that could be met those that it leaves."""


def _narrowed(read: Evaluator, duties: Duties, values: tuple[Value, ...]) -> _Narrowed:
    inner: Env = dict(zip((n for n, _ in duties.params), values, strict=True))
    bound = now = read.set(duties.among, inner)
    steps = []
    for duty in duties.duties:
        if read.truth(duty.when, inner):
            left = frozenset(c for c in now if read.truth(duty.meets, {**inner, duties.var: c}))
            if left:
                steps.append((duty, left))
                now = left
    return bound, steps


def _elsewhere(game: Game, action: Action) -> Refusal:
    for phase in game.phases.values():
        for act in phase.actions:
            if act.name == action.name:
                lt, en = game.words.get(act.name, (act.name, act.name))
                return _said(game, action, "not_now", (lt, en), at=act.at)
    return _said(game, action, "no_action", action.name)


def _duties_in(condition: Expr, env: Env) -> list[tuple[Call, int]]:
    """Where a condition asks for a card to be among those that some duties leave."""
    match condition:
        case And(items):
            return [found for item in items for found in _duties_in(item, env)]
        case Member(Var(name), Call() as call):
            card = env[name]
            return [(call, card)] if isinstance(card, int) else []
    return []


def _said(
    game: Game,
    action: Action,
    key: str,
    *words: str | tuple[str, str],
    condition: str | None = None,
    formal: str = "",
    at: Place | None = None,
) -> Refusal:
    lt, en = _SAID[key]
    left = [w[0] if isinstance(w, tuple) else w for w in words]
    right = [w[1] if isinstance(w, tuple) else w for w in words]
    return _refusal(game, action, (lt.format(*left), en.format(*right)), key, condition, formal, at)


def _refusal(
    game: Game, action: Action, message: tuple[str, str], reason: str, condition: str | None, formal: str, at: Place | None
) -> Refusal:
    clauses = at.clauses if at is not None else ()
    titles = tuple(title_of(game, c) for c in clauses)
    return Refusal(action, message, condition, formal, clauses, titles, reason)


def title_of(game: Game, clause: str) -> tuple[str, str]:
    """The title of a clause in Lithuanian and English; empty where there is no such clause."""
    return next((u.titles for d in game.documents for u in d.units if u.id == clause), ("", ""))


__all__ = ["Refusal", "Whys", "refusal", "title_of"]
