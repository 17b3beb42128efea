"""Sixty-six on both implementations: its views in the words of the naive one, and the rare things of its deals by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from kirtis import language
from kirtis.play import Game
from naive.sesiasdesimt_sesi import OPTIONS, ORDER, PACK, RANK_OF, SUIT_OF, Sixtysix
from naive.walk import choose

from .adapter import Said
from .both import Both, Fate, Kept

# What must be met by two and by three with the options of the default, and with options drawn at random.
USUAL = {
    "marriage of 20", "marriage of 40", "marriage in strict play", "two marriages", "king shown", "queen after the marriage is gone",
    "claim right", "claim wrong", "claim right not by the leader", "claim wrong not by the leader", "claim on a marriage",
    "claim on another's marriage", "claim with no trick", "last trick", "last trick against 66", "stock out",
    "followed", "ruffed", "void in both",
    "won for 1", "won for 2", "won for 3", "wrong for 1", "wrong for 2", "wrong for 3",
}  # fmt: skip
CHOSEN = {
    "must_head beats", "must_head cannot", "last ten", "exchange", "exchange of the last cards", "close", "close before any trick",
    "closed in vain", "closed and claimed", "closed and wrong", "closed and beaten", "automatic", "automatic, by a marriage",
    "automatic after closing", "two", "three", "only_leader in a marriage",
    "two_or_three for 2", "two_or_three for 3",
}  # fmt: skip
OF_THREE = {
    "last trick for 2", "each_one for 2", "each_one for 3", "each_one for 4", "each_one for 5", "each_one for 6",
    "dealer out wins too", "seven together", "shared victory", "better of unlike others",
}  # fmt: skip

WEIGHTS = {"play": 30.0, "pair": 30.0, "ask": 6.0, "claim": 0.4, "exchange": 20.0, "close": 1.0}


@cache
def formal_game(options: tuple[tuple[str, bool | int | str], ...], number: int) -> Game:
    """The interpreter's game for so many players."""
    return Game(language.load("sesiasdesimt-sesi", seats=number, proofs=False), dict(options))


class Sixtysixer:
    """Chooses for everybody; may know when a claim is right; in some deals one player plays his best cards, the others their worst."""

    def __init__(self, rng: Random, weights: Mapping[str, float] | None = None) -> None:
        self.rng = rng
        self.weights = {**WEIGHTS, **(weights or {})}
        self.new_deal(["A"])

    def new_deal(self, seats: list[str]) -> None:
        self.strong = self.rng.choice([None, *seats])
        self.tells = self.rng.choice([0.0, 0.1, 0.2, 1.0])

    def choose(self, game: Sixtysix, actions: list[Said]) -> Said:
        right = [one for one in actions if one[1] == "claim" and game.points[one[0]] >= 66]
        if right and self.rng.random() < self.tells:
            return self.rng.choice(right)
        action = choose(actions, self.rng, self.weights)
        if action[1] != "play" or self.strong is None or self.rng.random() < 0.2:
            return action

        def power(one: Said) -> float:
            return (6 if SUIT_OF[one[2]] == game.trump else 0) + ORDER[RANK_OF[one[2]]] + self.rng.random()

        cards = [one for one in actions if one[1] == "play"]
        return max(cards, key=power) if action[0] == self.strong else min(cards, key=power)


class SixtysixLockstep(Both):
    """One match of Sixty-six on both implementations."""

    def __init__(
        self, seed: int, options: Mapping[str, object] | None = None, number: int = 2, stacked: float = 0.2,
        kept: Kept | None = None,
    ) -> None:  # fmt: skip
        self.seed, self.options, self.number = seed, dict(options or {}), number
        self.rng = Random(seed)
        self.fate = Fate(self.rng, stacked)
        self.naive = Sixtysix(self.options, number)
        self.deal: list[Said] = []
        self.dealt: dict[str, list[str]] = {}
        self.met: set[str] = set()
        self.deals = 0
        self.decisions = 0
        formal: list[tuple[str, bool | int | str]] = []
        for name, value in sorted(self.options.items()):
            assert isinstance(value, bool | int | str)
            formal.append((name, value))
        self.begin(formal_game(tuple(formal), number), kept)

    @property
    def either(self) -> Sixtysix:
        return self.naive

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        variables, zones, sizes = view["variables"], view["zones"], view["sizes"]
        hands, upcards = zones["hand"], zones["turned"]
        assert zones["stock"] is None and set(zones["taken"].values()) == {None} and view["hidden"] == ["pair_of"]
        return {
            "phase": view["phase"],
            "dealer": variables["dealer"],
            "trump": variables["trump"],
            "upcard": upcards[0] if upcards else None,
            "closer": variables["closer"],
            "turn": view["actor"],
            "leader": variables["leader"],
            "table": {seat: next(iter(cards), None) for seat, cards in zones["table"].items()},
            "hands": {seat: None if cards is None else sorted(cards) for seat, cards in hands.items()},
            "sizes": sizes["hand"],
            "stock": sizes["stock"],
            "tricks": variables["tricks"],
            "called": variables["called"],
            "shown": variables["shown"],
            "score": variables["score"],
        }

    def settle(self) -> None:
        """The naive Sixty-six hands out the cards to one after another, the interpreter to several at once where it can."""
        given: list[tuple[tuple[Any, ...], Any]] = []
        for question, outcome in self.fate.given:
            if len(question) == 2:
                pool = set(question[1])
                for who in sorted(outcome, key=self.round):
                    given.append((({who: question[0][who]}, set(pool)), {who: outcome[who]}))
                    pool -= set(outcome[who])
            else:
                given.append((question, outcome))
        self.fate.given[:] = given
        super().settle()

    def round(self, who: str) -> int:
        """A place in the round of dealing; the interpreter's lots may just have settled it."""
        dealer = next((outcome for question, outcome in self.fate.given if len(question) == 1), self.naive.dealer)
        seats = self.naive.seats
        assert dealer is not None
        return (seats.index(who) - seats.index(dealer) - 1) % len(seats) if who in seats else len(seats)

    def given(self, question: tuple[Any, ...], outcome: Any) -> None:
        if len(question) == 2:
            for who, cards in outcome.items():
                self.dealt[who] = [*self.dealt.get(who, []), *cards]

    def act(self, action: Said) -> None:
        self.met |= rare_action(self.naive, action)
        self.deal.append(action)
        self.decisions += 1
        self.do(action)
        if self.naive.deals > self.deals:
            self.met |= rare(self.naive)
            self.deals += 1
            self.deal.clear()
            self.dealt = {seat: list(hand) for seat, hand in self.naive.hands.items()}

    def same_views(self, seats: Sequence[str]) -> None:
        """And the points, which nobody writes and nobody sees: they would show in claims and game points only."""
        super().same_views(seats)
        self.same_points()

    def same_points(self) -> None:
        formal = {seat: self.state.get("points", seat) for seat in self.naive.seats}
        self.same("points", self.naive.points, formal)

    def same_result(self) -> None:
        self.same("over", self.naive.over(), self.state.over)
        self.same("actions", self.naive.actions(), list(self.state.actions()))
        result = self.naive.result()
        self.same_points()
        self.same("score", result["score"], {seat: self.state.get("score", seat) for seat in self.naive.seats})
        winners = result["winners"]
        self.same("winner", winners[0] if len(winners) == 1 else None, self.state.get("winner"))

    def story(self) -> str:
        """The deal so far."""
        game = self.naive
        lines = [f"seed {self.seed}, {self.number} players, options {self.options or 'usual'}, deal {self.deals + 1}"]
        lines.append(f"dealer {game.dealer}, {game.phase}, trump {game.trump}, upcard {game.upcard}, closed by {game.closer}")
        lines.append(f"score {game.score}, points {game.points}, tricks {game.tricks}, trick {game.trick}, last {game.last}")
        lines += [f"{seat} got {', '.join(cards)}" for seat, cards in self.dealt.items()]
        lines += [f"{seat} has {', '.join(sorted(game.hands[seat], key=PACK.index))}" for seat in game.seats]
        lines.append("; ".join(" ".join(action) for action in self.deal))
        return "\n".join(lines)

    def play(self, player: Sixtysixer | None = None) -> Iterator[list[Said]]:
        """Play to the end, giving before each decision what both offer."""
        player = player or Sixtysixer(self.rng)
        deals = -1
        while not self.naive.over():
            if self.deals > deals:
                deals = self.deals
                player.new_deal(self.naive.players())
            actions = self.same_actions()
            assert actions, self.story()
            yield actions
            self.act(player.choose(self.naive, actions))
        self.same_result()


def rare_action(game: Sixtysix, action: Said) -> set[str]:
    """What is rare in what is about to be done."""
    seat, name = action[0], action[1]
    found: set[str] = set()
    if game.strict() and game.closer is None:
        found.add("stock out")
    if name == "pair":
        found.add("marriage of 40" if action[2] == game.trump else "marriage of 20")
        if game.strict():
            found.add("marriage in strict play")
    elif name == "ask":
        found.add("king shown")
    elif name == "exchange":
        found.add(name)
        if len(game.down) == len(game.players()) - 1:
            found.add("exchange of the last cards")
    elif name == "close":
        found.add(name)
        if not game.tricks[seat]:
            found.add("close before any trick")
    elif name == "play":
        found |= rare_card(game, seat, action[2])
    return found


def rare_card(game: Sixtysix, seat: str, card: str) -> set[str]:
    hand, found = game.hands[seat], set()
    partner = {"queen": "king", "king": "queen"}.get(RANK_OF[card])
    if not game.trick and partner and f"{partner} of {SUIT_OF[card]}" in hand and game.tricks[seat]:
        found.add("queen after the marriage is gone")
    if game.trick and game.strict():
        led = SUIT_OF[game.trick[0][1]]
        suits = {SUIT_OF[one] for one in hand}
        found.add("followed" if led in suits else "ruffed" if game.trump in suits else "void in both")
        if game.options["must_head"] and len(hand) > 1:
            best = max(game.strength(one, led) for _, one in game.trick)
            found.add("must_head beats" if game.strength(card, led) > best else "must_head cannot")
    return found


def rare(game: Sixtysix) -> set[str]:
    """What the deal that has just ended was like."""
    last, options = game.last, game.options
    assert last is not None
    how, who, gained, tricks = last["how"], last["who"], last["gained"], last["tricks"]
    points = last["points"]
    others = [seat for seat in points if seat != who and not (options["three_play"] == "dealer_out" and seat == last["dealer"])]
    found: set[str] = {"three" if len(others) == 2 else "two"}
    if how in ("claim", "wrong claim"):
        right = "right" if how == "claim" else "wrong"
        found.add(f"claim {right}")
        if who != last["leader"]:
            found.add(f"claim {right} not by the leader")
            if last["in trick"]:
                found.add("claim on another's marriage")
        elif last["in trick"]:
            found.add("claim on a marriage")
            if options["claim_by"] == "only_leader":
                found.add("only_leader in a marriage")
        if not tricks[who]:
            found.add("claim with no trick")
    if how == "last trick":
        found |= {how, f"last trick for {gained}"}
        if any(points[other] >= 66 for other in others):
            found.add("last trick against 66")
        if options["last_ten"]:
            found.add("last ten")
    if last["closer"]:
        if how == "claim":
            found.add("closed and claimed" if who == last["closer"] else "closed and beaten")
        if how == "wrong claim":
            found.add("closed and wrong")
        if how.startswith("automatic"):
            found.add("automatic after closing")
    if how in ("closed in vain", "automatic", "automatic, by a marriage"):
        found.add(how)
    lost = how in ("wrong claim", "closed in vain")
    if len(others) == 2 and not lost and options["three_play"] == "each_one":
        found.add(f"each_one for {gained}")
    else:
        found.add(f"{'wrong' if lost else 'won'} for {gained}")
    if len(others) == 2 and not lost and len({game.value(points[one], tricks[one]) for one in others}) == 2:
        found.add("better of unlike others")
    if len(others) == 1 and game.number == 3 and options["three_play"] == "dealer_out":
        found.add("dealer out wins too")
    if lost and options["wrong_claim"] == "two_or_three":
        found.add(f"two_or_three for {gained}")
    if len(last["marriages"]) > 1:
        found.add("two marriages")
    if game.over():
        if sum(score >= 7 for score in game.score.values()) > 1:
            found.add("seven together")
        if len(game.result()["winners"]) > 1:
            found.add("shared victory")
    return found


def random_options(rng: Random) -> dict[str, object]:
    return {name: rng.choice(values) for name, values in OPTIONS.items()}
