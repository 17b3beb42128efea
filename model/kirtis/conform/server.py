"""The reference side of the protocol: a line in, a line out. What comes in is a stranger's; nothing of it may crash or exhaust us."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import IO, Any

from kirtis import __version__, files
from kirtis.conform import protocol
from kirtis.conform.exact import strays
from kirtis.conform.match import Match
from kirtis.conform.protocol import Message, Problem
from kirtis.language import Game as Rules
from kirtis.language import load
from kirtis.play.action import Action
from kirtis.play.faults import ActionError, OptionError, PlayError, PositionError
from kirtis.play.game import Game, OptionWord
from kirtis.play.position import Position
from kirtis.play.why import Refusal
from kirtis.play.words import position_from_words, position_in_words

MOST_GAMES = 24
"""So many games, with their options, are kept ready."""

REASONS = {"no_seat": "seat", "no_action": "action", "not_now": "phase", "no_value": "arguments", "not_your_turn": "turn"}


class Shelf:
    """The games that are served, read when they are first asked for, and made ready once for the same options."""

    def __init__(self, change: Callable[[Rules], Rules] = lambda rules: rules) -> None:
        self.change = change
        self.names = tuple(path.stem for path in files.spec_files())
        self._rules: dict[tuple[str, int], Rules] = {}
        self._ready: OrderedDict[object, Game] = OrderedDict()

    def counts(self, name: str) -> tuple[int, ...]:
        """The numbers of seats of a game."""
        rules = self._read(name, 0)
        return rules.seat_counts or (len(rules.seats),)

    def _read(self, name: str, seats: int) -> Rules:
        if (name, seats) not in self._rules:
            self._rules[name, seats] = self.change(load(name, seats=seats or None, proofs=False))
        return self._rules[name, seats]

    def game(self, name: str, seats: int | None, options: dict[str, OptionWord]) -> Game:
        """A game ready to be played. Raises Problem for one that there is not."""
        if name not in self.names:
            raise Problem("unknown_game", f"there is no game “{name}”; there are {', '.join(self.names)}")
        counts = self.counts(name)
        if (seats is None and len(counts) > 1) or (seats is not None and seats not in counts):
            raise Problem("bad_seats", f"{name} is played by {', '.join(map(str, counts))}")
        rules = self._read(name, seats or counts[0])
        key = (name, seats or counts[0], tuple(sorted((n, str(type(v)), v) for n, v in options.items())))
        game = self._ready.pop(key, None)
        if game is None:
            try:
                game = Game(rules, options)
            except OptionError as error:
                raise Problem("bad_options", str(error)) from None
            if stray := strays(options, {name: game.options[name] for name in options}, "options"):
                raise Problem("bad_options", stray)
        self._ready[key] = game
        while len(self._ready) > MOST_GAMES:
            self._ready.popitem(last=False)
        return game


class Server:
    """Answers requests about one match at a time."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        self.shelf = shelf or Shelf()
        self.match: Match | None = None

    def answer(self, raw: bytes) -> bytes:
        """The answer to a line, whatever stands on it."""
        id_: int | None = None
        try:
            request = protocol.read(raw)
            given = request.get("id")
            if type(given) is not int or abs(given) >= 10**15:
                raise Problem("bad_request", "id is a whole number of at most 15 digits")
            id_ = given
            kind = protocol.check(request)
            out = protocol.line({"id": id_, **getattr(self, f"_{kind}")(request)})
            if len(out) > protocol.MOST_ANSWER:
                raise Problem("too_much", "the answer is too long")
            return out
        except Problem as problem:
            return self.problem(problem, id_)
        except ActionError as error:
            refusal = error.refusal
            return self.problem(Problem("illegal", refusal.message[1], clauses=list(refusal.clauses)), id_)
        except PlayError as error:
            return self.problem(Problem("rule_error", str(error)), id_)
        except (Exception, RecursionError) as error:
            return self.problem(Problem("internal", type(error).__name__), id_)

    @staticmethod
    def problem(problem: Problem, id_: int | None = None) -> bytes:
        """An error as a line."""
        error = {"code": problem.code, "message": problem.message[:2000], **problem.more}
        return protocol.line({"id": id_, "error": error})

    def _now(self) -> Match:
        if self.match is None:
            raise Problem("no_match", "no match has begun yet")
        return self.match

    def _standing(self, match: Match) -> Message:
        if match.question is not None:
            return {"phase": match.phase, "actor": None, "over": False, "chance": match.question}
        state = match.state
        return {"phase": state.phase, "actor": state.actor, "over": state.over, "chance": None}

    # -- requests ----------------------------------------------------------------------------------------------------------

    def _hello(self, request: Message) -> Message:
        games = {name: list(self.shelf.counts(name)) for name in self.shelf.names}
        return {
            "protocol": protocol.VERSION, "name": "kirtis serve", "version": __version__, "games": games,
            "requests": list(protocol.REQUESTS), "positions": True,
        }  # fmt: skip

    def _new(self, request: Message) -> Message:
        settle = request.get("settle", True)
        if not settle and "position" not in request:
            raise Problem("bad_request", "settle stands only together with a position")
        game = self.shelf.game(request["game"], request.get("seats"), request.get("options", {}))
        position = _position(game, request["position"]) if "position" in request else None
        match = Match(game, position, settle=settle)
        said = self._standing(match)
        self.match = match
        return said

    def _chance(self, request: Message) -> Message:
        match = self._now()
        outcome = request["draw"] if "draw" in request else {name: tuple(cards) for name, cards in request["deal"].items()}
        match.decide(outcome)
        return self._standing(match)

    def _actions(self, request: Message) -> Message:
        return {"actions": [[a.seat, a.name, *a.args] for a in self._now().settled().actions()]}

    def _act(self, request: Message) -> Message:
        match = self._now()
        match.act(_action(request))
        return self._standing(match)

    def _why_not(self, request: Message) -> Message:
        found = self._now().settled().why_not(_action(request))
        return {"refusal": None if found is None else refused(found)}

    def _view(self, request: Message) -> Message:
        return {"view": _named(self._now().settled().view, request["seat"])}

    def _position(self, request: Message) -> Message:
        return {"position": self._now().settled().position()}

    def _value(self, request: Message) -> Message:
        state = self._now().settled()
        if request["name"] not in state.game.rules.definitions:
            raise Problem("unknown_name", f"there is no definition “{request['name']}”")
        return {"value": _named(state.get, request["name"], *request.get("args", []))}

    def _result(self, request: Message) -> Message:
        match = self._now()
        winner = None
        over = match.question is None and match.state.over
        definition = match.game.rules.definitions.get("winner")
        if over and definition is not None and not definition.params:
            winner = match.state.get("winner")
        return {"over": over, "phase": match.phase, "winner": winner}

    def _count(self, request: Message) -> Message:
        return {"counts": self._now().count(int(request["depth"]))}


def refused(found: Refusal) -> Message:
    """A refusal as the protocol has it."""
    reason = REASONS.get(found.reason, found.reason)
    return {"reason": reason, "condition": found.condition, "clauses": list(found.clauses)}


def _position(game: Game, given: Message) -> Position:
    try:
        position = position_from_words(game.rules, game.first, given)
    except PositionError as error:
        raise Problem("bad_position", str(error)) from None
    if stray := strays(given, position_in_words(game.rules, game.paths, position), "position"):
        raise Problem("bad_position", stray)
    return position


def _action(request: Message) -> Action:
    seat, name, *args = request["action"]
    return Action(seat, name, args)


def _named(ask: Callable[..., Any], *names: str) -> Any:
    try:
        return ask(*names)
    except LookupError as error:
        raise Problem("unknown_name", str(error.args[0] if error.args else error)) from None


def serve(source: IO[bytes], target: IO[bytes], server: Server | None = None) -> None:
    """Answer every line of one stream on another, until the first ends."""
    server = server or Server()
    while raw := source.readline(protocol.MOST_REQUEST + 1):
        if len(raw) > protocol.MOST_REQUEST:
            while raw and not raw.endswith(b"\n"):
                raw = source.readline(protocol.MOST_REQUEST)
            answer = server.problem(Problem("too_long", f"a request has at most {protocol.MOST_REQUEST} bytes"))
        else:
            answer = server.answer(raw)
        target.write(answer)
        target.flush()
