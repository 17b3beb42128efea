"""Karavas, with exchange or without, on both implementations: views in the words of the naive one, the rare things of its deals by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from naive.karavas import (
    FIGURES,
    NEXT,
    OTHER_SIDE,
    PACK,
    PERMANENT,
    RANK_OF,
    SEATS,
    SIDE_OF,
    SIDES,
    SUIT_OF,
    SUITS,
    WORTH,
    Karavas,
    trumps_of,
)
from naive.karavas_mainai import KaravasWithExchange

from .adapter import Said, formal_game
from .both import Both, Fate, Kept, asked

# What must be met in whole matches with the options of the default, and with options drawn at random.
USUAL = {
    "refuse", "could refuse",
    "mano", "mano again", "mano of another than Pirmasis", "mano over eight", "no mano over the partner", "no mano for the second",
    "eight", "three pass, one bids", "one is left", "all pass", "partner outbid",
    "only diamonds", "diamonds though enough", "just enough", "more than bid",
    "followed", "suit not held", "discard", "ruffed", "trump answered", "trump not held", "court kept from its suit",
    "špikas led", "špikas over a queen", "jack over the ace of trumps", "plain trick", "trick of a discard under the led suit",
    "attackers, plain", "attackers, plain, dry", "defenders, plain", "defenders, plain, dry",
    "attackers, Karavas", "attackers, Karavas, dry", "defenders, Karavas", "defenders, Karavas, dry",
    "simple", "simple, dry", "bukas", "louse for the defenders",
    "louse for the attackers", "louse when all passed",
    "head", "spectacles",
}  # fmt: skip
CHOSEN = {
    "eldest bids five", "call above eight", "call of fourteen", "mano used up", "mano by Pirmasis alone", "nobody says mano",
    "named though short", "short", "refuse in a replay", "no refusing in a replay", "saw",
}  # fmt: skip
# What decides a match, in deals that are made for it.
OF_ENDS = {"won by number only", "number against heads", "swapped heads decide", "lice decide", "draw", "twelve games"}
# The same in deals of which only the last card is played.
OF_DEALS = {
    "attackers, plain", "attackers, plain, dry", "defenders, plain", "defenders, plain, dry",
    "attackers, Karavas", "attackers, Karavas, dry", "defenders, Karavas", "defenders, Karavas, dry",
    "simple", "simple, dry", "simple doubled", "simple doubled, dry",
    "short for 4", "short for 6", "short for 8", "short for 12", "short with 61", "short with 60", "short with all tricks",
    "bukas", "bukas again", "bukas when all passed", "bukas when all passed again", "void",
    "won after bukas", "lost after bukas", "Karavas after bukas", "simple after bukas",
    "louse for the defenders", "louse for the attackers", "louse when all passed", "louse after bukas",
    "head", "spectacles", "saw", "beyond ten", "another game",
    "won", "draw", "lice outstanding",
}  # fmt: skip
OF_EXCHANGE = {
    "no offer", "offer to the left", "offer to the right", "agree", "decline", "stop by the asked", "stop by the offerer", "two cards",
    "given straight back", "given on", "one exchanges twice", "court given", "may refuse after exchange", "may not refuse after exchange",
    "exchange in a replay", "exchange, then refuse",
}  # fmt: skip
OF_EXCHANGE_CHOSEN = {"second is asked", "second agrees", "both decline", "only the asked stops", "no exchange in a replay"}

NAMES = {Karavas: "karavas", KaravasWithExchange: "karavas-mainai"}
WEIGHTS = {"accept": 1.0, "refuse": 1.0, "call": 1.0, "pass": 0.7, "mano": 3.0, "offer": 1.0, "no_offer": 0.5, "agree": 1.0,
           "decline": 0.5, "more": 1.0, "stop": 0.5}  # fmt: skip


class KaravasFate(Fate):
    """Chance that now and then gives one pair the best cards, or one player no court card or hardly any."""

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        self.prepared = [self.hands(list(pool))]
        return super().deal(pool, counts)

    def hands(self, pack: list[str]) -> dict[str, list[str]]:
        self.rng.shuffle(pack)
        seats = self.rng.choice([list(SEATS), ["A", "C", "B", "D"], ["B", "D", "A", "C"]])
        if self.rng.random() < self.stacked:
            kind, suit, much = self.rng.choice(["strong", "courts"]), self.rng.choice(SUITS), self.rng.choice([2.0, 8.0])
            trumps = trumps_of(suit)

            def place(card: str) -> float:
                if kind == "strong":
                    return (-WORTH[RANK_OF[card]] - (20 if card in trumps else 0)) / 4 + much * self.rng.random()
                return (RANK_OF[card] in ("king", "queen", "jack")) + 0.15 * much * self.rng.random()

            pack.sort(key=place)
            if kind == "courts":
                self.rng.shuffle(seats)
        return {seat: pack[8 * k : 8 * k + 8] for k, seat in enumerate(seats)}


class KaravasPlayer:
    """Chooses for everybody: names by weight; in some deals one pair plays its best cards and the other its worst."""

    def __init__(self, rng: Random, weights: Mapping[str, float] | None = None) -> None:
        self.rng = rng
        self.weights = {**WEIGHTS, **(weights or {})}
        self.strong: str | None = None
        self.bold = self.shy = 0.0

    def new_deal(self) -> None:
        self.strong = self.rng.choice([None, None, *SIDES])
        self.bold = self.rng.choice([0.1, 0.5, 1.0])  # how far a bid may jump
        self.shy = self.rng.choice([0.3, 1.0, 1.0, 50.0])  # how much passing is liked

    def power(self, game: Karavas, card: str) -> float:
        trumps = trumps_of(str(game.trump))
        place = 30 - trumps.index(card) if card in trumps else WORTH[RANK_OF[card]]
        return place + self.rng.random()

    def choose(self, game: Karavas, actions: list[Said]) -> Said:
        if actions[0][1] == "play":
            if self.strong is None:
                return self.rng.choice(actions)
            best = max if SIDE_OF[actions[0][0]] == self.strong else min
            return best(actions, key=lambda one: self.power(game, one[2]))
        names = list(dict.fromkeys(action[1] for action in actions))
        weights = [self.weights.get(name, 1.0) * (self.shy if name == "pass" else 1.0) for name in names]
        name = self.rng.choices(names, weights)[0]
        found = [action for action in actions if action[1] == name]
        if name == "call" and self.rng.random() > self.bold:
            found = found[:2]
        return self.rng.choice(found)


class KaravasLockstep(Both):
    """One match of Karavas, or of Karavas with exchange, on both implementations."""

    def __init__(
        self, seed: int, options: Mapping[str, object] | None = None, kind: type[Karavas] = Karavas, stacked: float = 0.4,
        kept: Kept | None = None,
    ) -> None:  # fmt: skip
        self.seed, self.options, self.kind = seed, dict(options or {}), kind
        self.rng = Random(seed)
        self.fate = KaravasFate(self.rng, stacked)
        self.naive = kind(self.options)
        self.deal: list[Said] = []
        self.dealt: dict[str, list[str]] = {}
        self.met: set[str] = set()
        self.deals = 0
        self.begin(formal_game(self.options, NAMES[kind]), kept)

    @property
    def either(self) -> Karavas:
        return self.naive

    def settle(self) -> None:
        """The naive Karavas deals two cards at a time, the interpreter whole hands, which comes to the same."""
        given, self.fate.given[:] = list(self.fate.given), []
        for question, outcome in given:
            if len(question) == 1:
                self.same("chance", asked(self.naive.chance()), question)
                self.naive.settle(outcome)
                continue
            self.same("chance", (dict.fromkeys(SEATS, 8), set(self.naive.stock)), question)
            self.dealt = {seat: list(outcome[seat]) for seat in SEATS}
            for turn in range(16):
                seat, row = self.naive.waiting[0], 2 * (turn // 4)
                self.naive.settle({seat: list(outcome[seat][row : row + 2])})
            self.deal.clear()
        self.same("chance", self.naive.chance(), None)

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        variables, zones, sizes = view["variables"], view["zones"], view["sizes"]
        hands = zones["hand"]
        assert zones["stock"] is None and set(zones["taken"].values()) == {None}
        found = {
            "phase": view["phase"],
            "turn": view["actor"],
            "passed": [seat for seat in SEATS if variables["passed"][seat]],
            "table": {seat: next(iter(zones["table"][seat]), None) for seat in SEATS},
            "hands": {seat: None if hands[seat] is None else sorted(hands[seat]) for seat in SEATS},
            "sizes": sizes["hand"],
            "stock": sizes["stock"],
            "taken": sizes["taken"],
        }
        if self.kind is KaravasWithExchange:
            gifts = [cards for cards in zones["gift"].values() if cards]
            assert sum(cards is not None for cards in zones["gift"].values()) == 1
            found["offerer"] = variables["turn"] if variables["asked"] else None
            found["gift"] = gifts[0][0] if gifts else None
            found["laid"] = [seat for seat in SEATS if sizes["gift"][seat]]
        return {**variables, **found}

    def act(self, action: Said) -> None:
        self.met |= rare_action(self.naive, action)
        if isinstance(self.naive, KaravasWithExchange):
            self.met |= rare_exchange(self.naive, action, self.deal, self.dealt)
        self.deal.append(action)
        self.do(action)
        if self.naive.deals > self.deals:
            self.deals += 1
            self.met |= rare(self.naive)
            self.same_account()

    def same_account(self) -> None:
        """What is written down, and what it comes to."""
        get, result = self.state.get, self.naive.result()
        for name in ["score", "lice"]:
            self.same(name, getattr(self.naive, name), {side: get(name, side) for side in SIDES})
        formal = {side: {figure: get("figures", side, figure) for figure in FIGURES} for side in SIDES}
        self.same("figures", result["figures"], formal)
        self.same("heads", result["heads"], {side: get("net_heads", side) for side in SIDES})
        self.same("lice outstanding", result["lice outstanding"], {side: get("net_lice", side) for side in SIDES})
        self.same("games", result["games"], get("games_played"))
        self.same("over", self.naive.over(), self.state.over)
        if self.naive.over():
            self.same("actions", self.naive.actions(), list(self.state.actions()))
            self.same("winner", result["winner"], get("winner"))

    def story(self) -> str:
        """The deal so far."""
        game = self.naive
        lines = [f"seed {self.seed}, options {self.options or 'usual'}, deal {self.deals + 1}"]
        lines.append(f"dealer {game.dealer}, {game.phase}, turn {game.turn}, trump {game.trump}, attackers {game.attackers}")
        lines.append(f"called {game.called} by {game.bidder}, opener {game.opener}, passed {game.passed}, short {game.short}")
        lines.append(f"score {game.score}, figures {game.figures}, lice {game.lice}, replay {game.replay}, last {game.last}")
        lines.append(f"tricks {game.tricks}, trick {game.trick}")
        lines += [f"{seat} has {', '.join(sorted(game.hands[seat], key=PACK.index))}" for seat in SEATS]
        lines.append("; ".join(" ".join(action) for action in self.deal))
        return "\n".join(lines)

    def play(self, player: KaravasPlayer | None = None) -> Iterator[list[Said]]:
        """Play to the end, giving before each decision what both offer."""
        player = player or KaravasPlayer(self.rng)
        while not self.naive.over():
            if not self.deal:
                player.new_deal()
            actions = self.same_actions()
            assert actions, self.story()
            yield actions
            self.act(player.choose(self.naive, actions))


# ---------------------------------------------------------------------- deals of which only the last card is played


class KaravasDeals(KaravasLockstep):
    """A match of which only the last card of each deal is played, so that the deals can be chosen."""

    def end(self, attackers: str | None, trump: str, low: int, high: int, tricks: int | None = None, short: bool = False) -> None:
        """A deal in which AC takes so many card points, in so many tricks; after a Bukas trump and attackers stay."""
        game = self.naive
        self.same_actions()
        if self.rng.random() < 0.2:
            self.before()
        if game.replay:
            assert game.trump is not None
            attackers, trump, short = game.attackers, game.trump, False
        taken, tricks = self.split(trump, low, high, tricks)
        leader = self.rng.choice([seat for seat in SEATS if SIDE_OF[seat] == ("AC" if tricks > 0 else "BD")])
        seats = [SEATS[(SEATS.index(leader) + k) % 4] for k in range(4)]
        trick = list(zip(seats, last_trick(trump), strict=True))
        bidder = None if attackers is None or game.replay else attackers[0]
        passed = [] if game.replay else [seat for seat in SEATS if seat != bidder]

        position: dict[str, Any] = self.state.position()
        game.phase, game.stock, game.leader, game.turn = "play", [], leader, seats[3]
        game.trump, game.attackers, game.short = trump, attackers, short
        game.called, game.bidder, game.opener, game.passed = (8 if bidder else 0), bidder, bidder, passed
        game.trick = trick[:3]
        game.hands = {seat: [trick[3][1]] if seat == seats[3] else [] for seat in SEATS}
        game.taken = {side: list(cards) for side, cards in taken.items()}
        game.tricks = {side: len(cards) // 4 for side, cards in taken.items()}
        position["phase"] = "play"
        position["variables"] |= {
            "leader": leader, "turn": seats[3], "tricks": dict(game.tricks), "trump": trump, "attackers": attackers, "short": short,
            "called": game.called, "bidder": bidder, "opener": bidder, "passed": {seat: seat in passed for seat in SEATS},
        }  # fmt: skip
        zones: dict[str, Any] = {
            "stock": [],
            "hand": game.hands,
            "table": {seat: [card] if seat != seats[3] else [] for seat, card in trick},
            "taken": taken,
        }
        if self.kind is KaravasWithExchange:
            zones["gift"] = {seat: [] for seat in SEATS}
        position["zones"] = zones
        self.state = self.state.game.from_position(position, chance=self.fate)
        actions = self.same_actions()
        self.same_views(SEATS)
        self.act(actions[0])
        if not self.naive.over():
            self.same_views(SEATS)

    def before(self) -> None:
        """What comes before the auction, or before the first lead after a Bukas."""
        player = KaravasPlayer(self.rng)
        while self.naive.phase not in ("auction", "play"):
            self.act(player.choose(self.naive, self.same_actions()))

    def split(self, trump: str, low: int, high: int, tricks: int | None) -> tuple[dict[str, list[str]], int]:
        """What both pairs have taken before the last trick, and how many tricks AC has after it."""
        rest = [card for card in PACK if card not in last_trick(trump)]
        for _ in range(20000):
            self.rng.shuffle(rest)
            many = self.rng.choice([1, 2, 3, 4, 5, 6, 7]) if tricks is None else tricks
            before = many - 1 if many > 0 else 0
            points = sum(WORTH[RANK_OF[card]] for card in rest[: 4 * before])
            if low <= points <= high:
                return {"AC": rest[: 4 * before], "BD": rest[4 * before :]}, many
        raise AssertionError(f"no such deal: {low} to {high} in {tricks} tricks")


def last_trick(trump: str) -> list[str]:
    """Four cards worth nothing, of which the first takes the trick."""
    plain = [suit for suit in SUITS if suit != trump]
    return [f"seven of {trump}", *[f"nine of {suit}" for suit in plain]]


RANGES = {"dry": (0, 30), "lost": (31, 59), "even": (60, 60), "won": (61, 89), "won dry": (90, 120)}
"""What AC takes."""


def random_deal(both: KaravasDeals, taste: Mapping[str, float]) -> None:
    """A deal of one of these kinds, which may be stopped short by one pair having all tricks."""
    rng = both.rng
    trump = rng.choice([*SUITS, "diamonds", "diamonds"])
    attackers = rng.choice([None, "AC", "AC", "BD", "BD"])
    if attackers is None:
        trump = "diamonds"
    short = both.naive.options["overbid"] == "penalty" and attackers is not None and trump != "diamonds" and rng.random() < 0.5
    how = rng.choices(list(taste), list(taste.values()))[0]
    if how == "none":
        both.end(attackers, trump, 0, 0, 0, short)
    elif how == "all":
        both.end(attackers, trump, 120, 120, 8, short)
    else:
        both.end(attackers, trump, *RANGES[how], None, short)


def lose_game(both: KaravasDeals, loser: str, figure: str, lice: int = 0) -> None:
    """A game that this pair loses so that this figure is drawn for it, and so many lice for the winners before."""
    winner = OTHER_SIDE[loser]
    for turn in range({"spectacles": 0, "saw": 1, "head": 2}[figure]):
        # A point for the losers, with all tricks or with enough.
        everything = turn < lice
        low, high, tricks = (120, 120, 8) if everything else (61, 89, None)
        if loser == "BD":
            low, high, tricks = (0, 0, 0) if everything else (31, 59, None)
        both.end(loser, "clubs", low, high, tricks)
    for _ in range(2):
        # Eight for the winners, who defend against diamonds and take nearly all.
        both.end(loser, "diamonds", *((91, 119) if winner == "AC" else (1, 29)))


# ---------------------------------------------------------------------- what is rare


def rare_action(game: Karavas, action: Said) -> set[str]:
    """What is rare in what is about to be done."""
    seat, name = action[0], action[1]
    found: set[str] = set()
    if name == "refuse":
        found |= {"refuse in a replay"} if game.replay else {"refuse"}
    elif name == "accept":
        if game.has_no_court(seat):
            found.add("could refuse")
    elif name in ("call", "pass", "mano"):
        found |= rare_bid(game, action)
    elif name == "name":
        held, diamonds = game.trumps_held(seat, action[2]), action[2] == "diamonds"
        if len(game.actions()) == 1:
            found.add("only diamonds")
        if diamonds and held >= game.called:
            found.add("diamonds though enough")
        if not diamonds and held < game.called:
            found.add("named though short")
        if not diamonds and held == game.called:
            found.add("just enough")
        if not diamonds and held > game.called:
            found.add("more than bid")
    elif name == "play":
        found |= rare_card(game, seat, action[2])
        if game.replay and not game.options["refuse_in_replay"]:
            found.add("no refusing in a replay")
    return found


def rare_bid(game: Karavas, action: Said) -> set[str]:
    """What is rare in a bid, a pass or a „Mano!“."""
    seat, name, options = action[0], action[1], game.options
    found: set[str] = set()
    if name == "call":
        number = int(action[2])
        if number == 8 and game.called < 7:
            found.add("eight")
        if number > 8:
            found.add("call of fourteen" if number == 14 else "call above eight")
        if game.bidder is not None and SIDE_OF[game.bidder] == SIDE_OF[seat]:
            found.add("partner outbid")
        if options["from_five"] and number == 5:
            found.add("eldest bids five")
        if len(game.passed) == 3:
            found.add("three pass, one bids")
    elif name == "pass":
        if len(game.passed) == 3:
            found.add("all pass")
        elif len(game.passed) == 2 and game.bidder is not None:
            found.add("one is left")
    else:
        found.add("mano again" if game.mano_said else "mano")
        if seat != game.eldest():
            found.add("mano of another than Pirmasis")
        if game.called == 8 and options["highest_bid"] == "by_hand":
            found.add("mano over eight")
        if options["mano_by"] == "only_eldest":
            found.add("mano by Pirmasis alone")
    if game.bidder is not None and not game.may_say_mano(seat):
        rivals = SIDE_OF[game.bidder] != SIDE_OF[seat]
        if seat == game.opener:
            if options["mano_once"] and game.mano_said and rivals and options["mano_by"] != "nobody_may":
                found.add("mano used up")
            if options["mano_by"] == "nobody_may" and rivals:
                found.add("nobody says mano")
            if not rivals:
                found.add("no mano over the partner")
        elif rivals:
            found.add("no mano for the second")
    return found


def rare_card(game: Karavas, seat: str, card: str) -> set[str]:
    """What a card is, before it is played."""
    found: set[str] = set()
    hand = game.hands[seat]
    if not game.trick:
        return {"špikas led"} if card == f"seven of {game.trump}" else found
    led = game.trick[0][1]
    legal = game.legal_cards(seat)
    if game.is_trump(led):
        found.add("trump answered" if game.is_trump(card) else "trump not held")
    else:
        suit = SUIT_OF[led]
        if SUIT_OF[card] == suit and not game.is_trump(card):
            found.add("followed")
            if any(one in PERMANENT and SUIT_OF[one] == suit for one in hand):
                found.add("court kept from its suit")
        else:
            found.add("suit not held")
            assert len(legal) == len(hand)
            found.add("ruffed" if game.is_trump(card) else "discard")
    if len(game.trick) == 3:
        found |= rare_trick(game, [*[one for _, one in game.trick], card])
    return found


def rare_trick(game: Karavas, cards: list[str]) -> set[str]:
    """What is rare in a whole trick."""
    found: set[str] = set()
    best = cards[0]
    for card in cards[1:]:
        if game.beats(card, best):
            best = card
    if best == f"seven of {game.trump}" and any(RANK_OF[card] == "queen" for card in cards):
        found.add("špikas over a queen")
    if RANK_OF[best] == "jack" and f"ace of {game.trump}" in cards:
        found.add("jack over the ace of trumps")
    if not any(game.is_trump(card) for card in cards):
        found.add("plain trick")
        others = [card for card in cards if SUIT_OF[card] != SUIT_OF[best]]
        if any(WORTH[RANK_OF[card]] > WORTH[RANK_OF[best]] for card in others):
            found.add("trick of a discard under the led suit")
    return found


def rare(game: Karavas) -> set[str]:
    """What the deal that has just ended was like."""
    last, options = game.last, game.options
    assert last is not None
    attackers, winner, points, louse = last["attackers"], last["winner"], last["points"], last["louse"]
    simple = attackers is None
    found: set[str] = set()
    if last["bukas"]:
        again = " again" if last["replay"] else ""
        found.add(("bukas when all passed" if simple else "bukas") + again)
    elif last["void"]:
        found.add("void")
    else:
        dry = ", dry" if points[OTHER_SIDE[winner]] <= 30 else ""
        if last["short"]:
            found |= {"short", f"short for {last['gained']}"}
            if points[attackers] >= 61:
                found.add("short with 61")
            if points[attackers] == 60:
                found.add("short with 60")
            if last["tricks"][attackers] == 8:
                found.add("short with all tricks")
        elif simple:
            found.add(("simple doubled" if options["simple_doubled"] else "simple") + dry)
        else:
            who = "attackers" if winner == attackers else "defenders"
            found.add(f"{who}, {'Karavas' if last['trump'] == 'diamonds' else 'plain'}{dry}")
        if last["replay"]:
            found.add("simple after bukas" if simple else "won after bukas" if winner == attackers else "lost after bukas")
            if not simple and last["trump"] == "diamonds":
                found.add("Karavas after bukas")
    if louse:
        found.add(
            "louse when all passed" if simple else "louse for the attackers" if louse == attackers else "louse for the defenders"
        )
        if last["replay"]:
            found.add("louse after bukas")
    if last["figure"]:
        found.add(last["figure"])
        if max(last["final score"].values()) > 10:
            found.add("beyond ten")
        if not game.over():
            found.add("another game")
    if game.over():
        found |= rare_end(game)
    return found


def rare_end(game: Karavas) -> set[str]:
    """What is rare in how a match ends."""
    options, result = game.options, game.result()
    winner = result["winner"]
    found = {"won" if winner else "draw"}
    if result["games"] == 12:
        found.add("twelve games")
    if any(result["lice outstanding"].values()):
        found.add("lice outstanding")
    number = {side: sum(row.values()) for side, row in result["figures"].items()}
    if options["won_by"] == "number":
        if winner and not any(result["heads"].values()):
            found.add("won by number only")
        if winner and result["heads"][winner] > 0:
            found.add("number against heads")
    elif number["AC"] != number["BD"] or winner:
        if options["heads_swapped"] and winner_if(game, "heads_swapped") != winner:
            found.add("swapped heads decide")
        if options["louse_in_heads"] and winner_if(game, "louse_in_heads") != winner:
            found.add("lice decide")
    return found


def winner_if(game: Karavas, option: str) -> str | None:
    """Who would have won without this option."""
    game.options[option] = False
    winner: str | None = game.result()["winner"]
    game.options[option] = True
    return winner


def rare_exchange(game: KaravasWithExchange, action: Said, deal: Sequence[Said], dealt: Mapping[str, Sequence[str]]) -> set[str]:
    """What is rare in an exchange, and in „Nežaidžiu!“ after one; ``deal`` is what was done before in this deal."""
    seat, name, options = action[0], action[1], game.options
    found: set[str] = set()
    changed = sorted(dealt[seat]) != sorted(game.hands[seat])
    courts = any(RANK_OF[card] in ("king", "queen", "jack") for card in dealt[seat])
    if name == "no_offer":
        found.add("no offer")
    elif name == "offer":
        found.add("offer to the left" if action[2] == NEXT[seat] else "offer to the right")
        if game.replay:
            found.add("exchange in a replay")
    elif name in ("agree", "decline"):
        found.add(name)
        if game.declined:
            found |= {"second is asked", "second agrees" if name == "agree" else "both decline"}
        if name == "agree" and any(one[:2] == (seat, "give") for one in deal):
            found.add("one exchanges twice")
    elif name == "stop":
        found.add("stop by the asked" if seat == game.asked else "stop by the offerer")
    elif name == "more":
        if options["stop_by"] == "only_asked":
            found.add("only the asked stops")
    elif name == "give":
        if RANK_OF[action[2]] in ("king", "queen", "jack"):
            found.add("court given")
        if game.exchanged == 1:
            found.add("two cards")
        if action[2] not in dealt[seat]:
            other = game.asked if seat == game.offerer else game.offerer
            found.add("given straight back" if game.exchanged == 1 and action[2] in dealt[str(other)] else "given on")
    elif name == "refuse":
        found.add("exchange, then refuse" if changed else "refuse")
    if name in ("accept", "refuse") and changed:
        if courts and game.has_no_court(seat):
            found.add("may refuse after exchange")
        if not courts and not game.has_no_court(seat):
            found.add("may not refuse after exchange")
    if name == "play" and game.replay and not options["exchange_in_replay"]:
        found.add("no exchange in a replay")
    return found


def random_options(rng: Random, kind: type[Karavas] = Karavas) -> dict[str, object]:
    return {name: rng.choice(values) for name, values in kind.known_options.items()}


def balanced_options(rng: Random, number: int, kind: type[Karavas]) -> list[dict[str, object]]:
    """So many choices of the options, in which the values of each are equally frequent."""
    columns = {name: values[:3] * number for name, values in kind.known_options.items()}
    found: dict[str, list[object]] = {}
    for name, column in columns.items():
        found[name] = column[:number]
        rng.shuffle(found[name])
    return [{name: column[turn] for name, column in found.items()} for turn in range(number)]
