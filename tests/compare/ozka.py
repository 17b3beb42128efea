"""Ožka on both implementations: its views in the words of the naive one, and the rare things of its deals by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from naive.ozka import COURTS, FIGURES, OTHER_SIDE, PACK, RANKS, SEATS, SIDE_OF, SIDES, TRUMPS, Ozka

from .adapter import Said, formal_game
from .both import Both, Fate, Kept

# What must be met with the options of the default, and with options drawn at random.
USUAL = {
    "lift", "slap", "void", "ordinary", "jonai", "dry",
    "spectacles", "spectacles of three losses", "spectacles of Jonai and another", "saw after spectacles", "saw for Jonai twice",
    "goat for no trick", "goat by chain", "threatened pair dry",
    "paid by one", "paid in part", "paid with a surplus", "paid by a dry win", "paid by a goat of the chain", "owed through a goat",
    "spectacles settled", "saw settled", "goat settled", "threat lifted",
}  # fmt: skip
CHOSEN = {
    "no saw before the fourth loss", "saw for the fourth loss", "threat over after a deal", "goat after goat by chain",
    "saw settled spectacles", "goat settled saw", "goat settled spectacles", "run broken", "surplus owed", "dry win that pays nothing",
    "court to its suit", "overtrumped", "jonai with 27 to 30", "saw for used Jonai", "old goat without a threat",
}  # fmt: skip


class OzkaPlayer:
    """Chooses for everybody; in some deals one side plays its best cards and the other its worst."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.strong: str | None = None

    def new_deal(self) -> None:
        self.strong = self.rng.choice([None, None, *SIDES])

    def power(self, card: str) -> float:
        if card in TRUMPS:
            return 20 - TRUMPS.index(card) + self.rng.random()
        return 6 - RANKS.index(card.split()[0]) + self.rng.random()

    def choose(self, actions: list[Said]) -> Said:
        if self.strong is None or actions[0][1] != "play":
            return self.rng.choice(actions)
        best = max if SIDE_OF[actions[0][0]] == self.strong else min
        return best(actions, key=lambda one: self.power(one[2]))


class OzkaLockstep(Both):
    """One match of Ožka on both implementations."""

    def __init__(
        self, seed: int, options: Mapping[str, object] | None = None, stacked: float = 0.3, kept: Kept | None = None
    ) -> None:
        self.seed, self.options = seed, dict(options or {})
        self.rng = Random(seed)
        self.fate = Fate(self.rng, stacked)
        self.naive = Ozka(self.options)
        self.deal: list[Said] = []
        self.met: set[str] = set()
        self.deals = 0
        self.begin(formal_game(self.options, "ozka"), kept)

    @property
    def either(self) -> Ozka:
        return self.naive

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        variables, zones, sizes = view["variables"], view["zones"], view["sizes"]
        hands = zones["hand"]
        assert zones["stock"] is None and set(zones["taken"].values()) == {None}
        return {
            "phase": view["phase"],
            "dealer": variables["dealer"],
            "turn": view["actor"],
            "leader": variables["leader"],
            "table": {seat: next(iter(zones["table"][seat]), None) for seat in SEATS},
            "hands": {seat: None if hands[seat] is None else sorted(hands[seat]) for seat in SEATS},
            "sizes": sizes["hand"],
            "stock": sizes["stock"],
            "taken": sizes["taken"],
            "tricks": variables["tricks"],
            "owed": variables["owed"],
            "threat": variables["chained"],
            "written": variables["written"],
            "open": variables["open"],
            "partijos": variables["partijos"],
        }

    def act(self, action: Said) -> None:
        before: dict[str, dict[str, Any]] = {"threat": dict(self.naive.threat), "owed": dict(self.naive.owed)}
        if action[1] == "play":
            self.met |= rare_card(self.naive, action)
        else:
            self.met.add(action[1])
        self.deal.append(action)
        self.do(action)
        if len(self.naive.history) > self.deals:
            self.met |= rare(self.naive, before)
            self.deals += 1
            self.same_account()
            self.deal.clear()

    def same_account(self) -> None:
        result = self.naive.result()
        get = self.state.get
        for kind in ["written", "open"]:
            formal = {side: {figure: get(kind, side, figure) for figure in FIGURES} for side in SIDES}
            self.same(kind, result[kind], formal)
        self.same("owed", result["owed"], {side: get("owed", side) for side in SIDES})
        self.same("threat", self.naive.threat, {side: get("chained", side) for side in SIDES})
        self.same("partijos", result["partijos"], get("partijos"))

    def same_result(self) -> None:
        super().same_result()
        self.same_account()

    def story(self) -> str:
        """The deals and the deal so far."""
        game = self.naive
        lines = [f"seed {self.seed}, options {self.options or 'usual'}, deal {self.deals + 1}"]
        for deal in game.history:
            kept = [
                f"{key} {value}" for key, value in deal.items() if value and key in ("figure", "settled", "chain", "paid", "line")
            ]
            lines.append(", ".join([f"{deal['loser']} lost, {deal['how']}" if deal["loser"] else "void", *kept]))
        lines.append(f"owed {game.owed}, open {game.open}, threat {game.threat}, partijos {game.partijos}")
        lines.append(f"dealer {game.dealer}, {game.phase}, tricks {game.tricks}, trick {game.trick}")
        lines += [f"{seat} has {', '.join(sorted(game.hands[seat], key=PACK.index))}" for seat in SEATS]
        lines.append("; ".join(" ".join(action) for action in self.deal))
        return "\n".join(lines)

    def play(self) -> Iterator[list[Said]]:
        """Play to the end, giving before each decision what both offer."""
        player = OzkaPlayer(self.rng)
        deals = -1
        while not self.naive.over():
            if self.deals > deals:
                deals = self.deals
                player.new_deal()
            actions = self.same_actions()
            assert actions, self.story()
            yield actions
            self.act(player.choose(actions))
        self.same_result()


def rare_card(game: Ozka, action: Said) -> set[str]:
    """What a card was, before it is played."""
    found: set[str] = set()
    hand, card = game.hands[action[0]], action[2]
    if game.trick:
        led = game.trick[0][1]
        suit = led.split()[-1]
        if card in COURTS and led not in COURTS and card.endswith(suit) and game.options["courts_in_suit"] != "never":
            found.add("court to its suit")
        legal = game.legal_cards(action[0])
        if game.options["overtrump"] and led not in TRUMPS and set(legal) < {one for one in hand if one in TRUMPS}:
            found.add("overtrumped")
    return found


def rare(game: Ozka, before: Mapping[str, dict[str, Any]]) -> set[str]:
    """What the deal that has just ended was like; ``before`` is what was owed and threatened before it."""
    last, options = game.history[-1], game.options
    loser, how = last["loser"], last["how"]
    if loser is None:
        past = game.history[-2] if len(game.history) > 1 else None
        broken = past is not None and options["ties_break"] and (past["owed"] or past["figure"] == "spectacles")
        return {"void", "run broken"} if broken else {"void"}
    winner = OTHER_SIDE[loser]
    found: set[str] = {how}
    run = game.running(loser)
    jonai = [deal["how"] for deal in game.history[-2:]] == ["jonai", "jonai"] and game.history[-2]["loser"] == loser
    if last["figure"] == "spectacles":
        found.add("spectacles")
        found.add(
            "spectacles of Jonai and another"
            if before["owed"][loser] == 2 and how == "ordinary"
            else "spectacles of three losses"
        )
    if last["figure"] == "saw":
        game.history.pop()
        after = game.straight_after_spectacles(loser)
        game.history.append(last)
        found.add("saw after spectacles" if after else "saw for Jonai twice")
        if after and options["saw_after"] == "fourth_running":
            found.add("saw for the fourth loss")
        if jonai and not after and before["owed"][loser] == 0:
            found.add("saw for used Jonai")
        if after and not options["old_goat"] and game.open[loser]["goat"] and not game.threat[loser]:
            found.add("old goat without a threat")
    if last["figure"] == "goat":
        found.add("goat by chain" if last["chain"] else "goat for no trick")
        if how == "dry" and before["threat"][loser]:
            found.add("threatened pair dry")
        if last["chain"] and len(game.history) > 1 and game.history[-2]["chain"] and game.history[-2]["loser"] == loser:
            found.add("goat after goat by chain")
        if before["owed"][loser]:
            found.add("owed through a goat")
        if last["paid"]:
            found.add("paid by a goat of the chain" if last["chain"] else "paid by a dry win")
        elif before["owed"][winner]:
            found.add("dry win that pays nothing")
    elif last["paid"]:
        found.add("paid by one" if game.owed[winner] == 0 else "paid in part")
        if how == "jonai" and last["paid"] == 1:
            found.add("surplus owed" if game.owed[loser] else "paid with a surplus")
    if last["settled"]:
        same = last["settled"] == last["figure"]
        found.add(f"{last['figure']} settled" if same else f"{last['figure']} settled {last['settled']}")
        if before["threat"][winner]:
            found.add("threat lifted")
    if options["goat_chain"] == "next_only" and before["threat"][winner] and not last["settled"]:
        found.add("threat over after a deal")
    if last["owed"] and run < 4 and len(game.history) > 1 and game.history[-2]["figure"] == "spectacles":
        found |= {"no saw before the fourth loss"} if game.history[-2]["loser"] == loser else set()
    if how == "jonai" and last["points"][loser] >= 27:
        found.add("jonai with 27 to 30")
    return found


# What the losers have taken before the last trick, which goes to the winners with the queen of clubs and three nines.
LOST = {
    "dry": [],
    "jonai": ["jack of clubs", "jack of spades", "jack of hearts", "jack of diamonds"],
    "ordinary": [card for card in PACK if card.split()[0] in ("ace", "jack")],
    "void": [card for card in PACK if card.split()[0] in ("ace", "king")],
}
LAST_TRICK = ["queen of clubs", "nine of clubs", "nine of spades", "nine of hearts"]


class OzkaDeals(OzkaLockstep):
    """A match of which only the last card of each deal is played, so that the deals can be chosen."""

    def lose(self, side: str, how: str) -> None:
        """A deal that this side loses like this; with ``void`` neither."""
        leader = OTHER_SIDE[side][0]
        seats = [SEATS[(SEATS.index(leader) + k) % 4] for k in range(4)]
        cards = [card for card in PACK if card not in LAST_TRICK]
        taken = {side: LOST[how], OTHER_SIDE[side]: [card for card in cards if card not in LOST[how]]}
        trick = list(zip(seats, LAST_TRICK, strict=True))
        naive = self.naive
        position: dict[str, Any] = self.state.position()
        naive.phase, naive.stock, naive.leader, naive.turn = "play", [], leader, seats[3]
        naive.trick = trick[:3]
        naive.hands = {seat: [LAST_TRICK[3]] if seat == seats[3] else [] for seat in SEATS}
        naive.taken = {one: list(cards) for one, cards in taken.items()}
        naive.tricks = {one: len(cards) // 4 for one, cards in taken.items()}
        position["phase"] = "play"
        position["variables"] |= {"leader": leader, "turn": seats[3], "tricks": dict(naive.tricks)}
        position["zones"] = {
            "stock": [],
            "hand": naive.hands,
            "table": {seat: [card] if seat != seats[3] else [] for seat, card in trick},
            "taken": taken,
        }
        self.state = self.state.game.from_position(position, chance=self.fate)
        self.act(self.same_actions()[0])
