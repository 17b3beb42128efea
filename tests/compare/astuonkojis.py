"""Aštuonkojis on both implementations: chance and views in the words of the naive one, the rare things of its deals by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from kirtis import language
from kirtis.play import Game
from naive.astuonkojis import CARDS, JOKERS, LEGS, OPTIONS, RANK_OF, RANKS, SUIT_OF, SUITS, Astuonkojis, higher, pack

from .adapter import Said, formal_action, formal_options
from .both import Both, Fate, Kept, asked

# What must be met by any number of players with the options of the default.
USUAL = {
    "higher of the suit", "choice of two equal legs", "higher on one's own card", "trump on a trump",
    "trump on another suit", "trump on one's own card", "trump on the lower of two legs",
    "two on an ace", "back from a two", "joker on an ace", "joker on the ace of trumps", "seven on a joker", "trump seven on a joker",
    "fifth trump within a turn", "two too many within a turn", "trump hidden in time",
    "turn begun with five trumps", "as many trumps as before", "nothing placed", "nothing to place", "ten placed",
    "drawn nothing", "drawn to ten", "drawn what there is", "take", "leave", "offered again", "not offered, ten in hand",
    "joker turned up",
    "covered once", "covered twice or more", "covered with a trump", "covered with a joker", "covered on one of two equals",
    "covered after the first round", "stock empty while covering",
    "eight cards for the legs", "fewer legs", "one card for the legs", "upcard as a leg", "five trumps on the last legs",
    "round without new legs", "nobody can place", "nobody can place after the last layout", "all pass", "all pass, not from eldest hand",
    "upcard left in the middle", "one wins", "several win",
}  # fmt: skip
# Why an action is refused.
REFUSED = {"a_trump", "topmost", "held", "lies", "higher_leg", "can_end", "few"}
# What the options bring about.
CHOSEN = {
    "no trumps", "joker as a leg", "joker taken",
    "seven on a lower card of another suit", "seven hides a trump", "trump seven though the suit is held",
    "joker on a plain card", "joker on a trump", "fifth trump without an ace",
    "no trump on one's own card", "upcard counts", "covered because of the upcard", "not covered after the first round",
    "ended with more than four", "has to place", "refused nothing_left",
    *(f"{name} {value}" for name, values in OPTIONS.items() for value in values),
}  # fmt: skip# What must not be: by AS-20 nobody comes where he can neither place nor end his turn.
NEVER = {"stuck within a turn"}


@cache
def rules(number: int) -> language.Game:
    """The formal text for so many players, read once."""
    return language.load("astuonkojis", seats=number, proofs=False)


@cache
def formal_game(options: tuple[tuple[str, object], ...], number: int) -> Game:
    """The interpreter's game for so many players."""
    return Game(rules(number), formal_options(dict(options)))


class AstuonkojisFate(Fate):
    """Chance that now and then gives somebody trumps, aces and jokers, and lays out or turns up whatever makes trouble."""

    def __init__(self, rng: Random, stacked: float, prepared: Sequence[Any] = ()) -> None:
        super().__init__(rng, stacked, prepared)
        self.trump: str | None = None

    def draw(self, values: Sequence[str]) -> str:
        """The card that shows trumps or covers one: the rather a joker or a trump."""
        if not self.prepared and self.rng.random() < self.stacked:
            hot = [one for one in values if one in JOKERS or (self.trump and SUIT_OF.get(one) == self.trump)]
            if hot:
                self.prepared.append(self.rng.choice(hot))
        word = super().draw(values)
        if self.trump is None:
            self.trump = SUIT_OF.get(word)
        return word

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        """Cells are called by what is in their brackets: seats and legs."""
        short = {name: name.partition("[")[2].removesuffix("]") for name in counts}
        missing = {short[name]: count for name, count in counts.items()}
        if "A" in missing and "B" in missing:
            self.trump = None  # a new deal
        cards = self.prepared.pop(0) if self.prepared else self.shared(list(pool), missing)
        self.given.append(((missing, set(pool)), cards))
        return {name: cards[short[name]] for name in counts}

    def shared(self, pool: list[str], counts: Mapping[str, int]) -> dict[str, list[str]]:
        rng = self.rng
        rng.shuffle(pool)
        names = list(counts)
        rng.shuffle(names)
        if rng.random() < self.stacked:
            kinds = ["trumps", "jokers", "high", "low", "sevens"]
            kind = rng.choice(["trumps", "trumps", "trumps", *kinds] if set(counts) <= set(LEGS) else kinds)
            suit = self.trump or rng.choice(SUITS)
            much = rng.choice([0.5, 2.0, 6.0])

            def place(card: str) -> float:
                wanted = {
                    "trumps": SUIT_OF[card] == suit,
                    "jokers": card in JOKERS or RANK_OF[card] == "ace",
                    "high": RANK_OF[card] in RANKS[-4:],
                    "low": RANK_OF[card] in RANKS[:4],
                    "sevens": RANK_OF[card] == "seven" or card in JOKERS,
                }
                return much * rng.random() - wanted[kind]

            pool.sort(key=place)
        cards: dict[str, list[str]] = {}
        for name in names:
            cards[name] = pool[: counts[name]]
            del pool[: counts[name]]
        return cards


class AstuonkojisPlayer:
    """Chooses for everybody; some like to place, some to pass, and some to place trumps and hide them again."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.moods: dict[str, float] = {}
        self.bold = False

    def new_deal(self, seats: Sequence[str]) -> None:
        self.moods = {seat: self.rng.choice([0.02, 0.02, 0.1, 0.5]) for seat in seats}
        if self.rng.random() < 0.15:
            self.moods = dict.fromkeys(seats, 0.85)
        self.bold = self.rng.random() < 0.5

    def choose(self, game: Astuonkojis, actions: list[Said]) -> Said:
        rng = self.rng
        puts = [one for one in actions if one[1] == "put"]
        if not puts:
            return rng.choice(actions)
        if len(puts) < len(actions) and rng.random() < self.moods[actions[0][0]]:
            return actions[-1]
        if self.bold and rng.random() < 0.7:
            tops = game.tops()

            def worth(one: Said) -> tuple[int, float]:
                more = game.exposed(tops | {one[3]: one[2]}) - game.exposed(tops)
                trump_ace = RANK_OF[one[2]] == "ace" and SUIT_OF[one[2]] == game.trump
                used = one[2] in JOKERS or RANK_OF[tops[one[3]]] == "ace"
                return 2 * more + trump_ace - 3 * used, rng.random()

            return max(puts, key=worth)
        return rng.choice(puts)


class AstuonkojisLockstep(Both):
    """One match of Aštuonkojis on both implementations."""

    fate: AstuonkojisFate

    def __init__(
        self, seed: int, options: Mapping[str, object] | None = None, number: int = 2, stacked: float = 0.25,
        prepared: Sequence[Any] = (), kept: Kept | None = None,
    ) -> None:  # fmt: skip
        self.seed, self.options, self.number = seed, dict(options or {}), number
        self.rng = Random(seed)
        self.fate = AstuonkojisFate(self.rng, stacked, prepared)
        self.naive = Astuonkojis(self.options, number)
        self.turns: list[list[Said]] = []
        self.met = {f"{name} {value}" for name, value in self.naive.options.items()}
        self.deals = 0
        self.covered = 0
        self.begin(formal_game(tuple(sorted(self.options.items())), number), kept)

    @property
    def either(self) -> Astuonkojis:
        return self.naive

    def late(self, stock: int, kind: str = "any") -> None:
        """Go on from the last deal of a match in which so many cards are left in the stock, of this kind if there are enough."""
        rng, game = self.rng, self.naive
        cards = pack(bool(game.options["four_jokers"]))
        rng.shuffle(cards)
        game.dealer = rng.choice(game.seats)
        game.middle = next(one for one in cards if one not in JOKERS or game.options["joker_turned"] == "no_trumps")
        game.trump = self.fate.trump = SUIT_OF[game.middle]
        cards.remove(game.middle)
        if kind == "trumps":
            cards.sort(key=lambda one: game.trump is None or SUIT_OF[one] != game.trump)
        if kind == "jokers":
            cards.sort(key=lambda one: one not in JOKERS)
        game.down = cards[:stock]
        rest = cards[stock:]
        rng.shuffle(rest)
        if rng.random() < 0.3:
            # One player gets jokers and trumps, aces among them, so that he can place too many and hide them.
            rest.sort(key=lambda one: (one in JOKERS or RANK_OF[one] == "ace") + (SUIT_OF[one] in (game.trump, None)))

        def take(many: int) -> list[str]:
            return [rest.pop() for _ in range(many)]

        game.hands = {seat: take(10) for seat in rng.sample(game.seats, self.number)}
        game.legs = {leg: take(rng.choice([1, 1, 2, 3])) for leg in LEGS}
        game.aside, game.deals, game.rounds, game.idle = len(rest), self.number - 1, 2, 0
        game.turns = rng.randrange(self.number)
        seat = game.eldest()
        for _ in range(game.turns):
            seat = game.next(seat)
        game.begin_turn(seat)
        self.deals = game.deals
        self.turns.clear()
        position: dict[str, Any] = self.state.position()
        position["phase"] = "place"
        position["variables"] |= {
            "dealer": game.dealer, "trump": game.trump, "relaid": True, "turn": seat, "placed": 0, "at_start": game.trumps_at_first,
            "points": dict.fromkeys(game.seats, 0), "idle": 0, "been_first": {one: one != game.eldest() for one in game.seats},
        }  # fmt: skip
        position["zones"] = {
            "stock": game.down, "hand": game.hands, "unused": game.unused, "turned": [game.middle], "legs": game.legs, "aside": rest,
        }  # fmt: skip
        self.state = self.state.game.from_position(position, chance=self.fate)

    # -- chance ------------------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Give the naive one what chance gave the interpreter.

        The interpreter lays out fewer than eight legs one by one, draws where the naive one deals a single card, asks for no
        cards at all where none are missing, and hands over a stock that is too small without asking.
        """
        game = self.naive
        given = [one for one in self.fate.given if len(one[0]) == 1 or sum(one[0][0].values())]
        self.fate.given.clear()
        while (chance := game.chance()) is not None:
            if chance[0] == "lots":
                question, outcome = given.pop(0)
                self.same("chance", asked(chance), question)
                game.settle(outcome)
                continue
            counts, pool = chance[1], set(chance[2])
            cards: dict[str, list[str]] = {}
            if given and len(given[0][0]) == 1 and not set(counts) <= set(game.seats):
                question, outcome = given.pop(0)
                self.same("chance", [1], list(counts.values()))
                cards = {next(iter(counts)): [outcome]}
                if "turned" in counts:
                    pool = self.turned_up(pool)
                elif SUIT_OF[outcome] == game.trump or outcome in JOKERS:
                    self.met.add("covered with a joker" if outcome in JOKERS else "covered with a trump")
                self.same("chance", pool, question[0])
            elif sum(counts.values()) == len(pool) and not (given and set(given[0][0][0]) <= set(counts)):
                self.same("chance", 1, len(counts))
                cards = {next(iter(counts)): list(chance[2])}
            else:
                while given and not set(counts) <= set(cards):
                    question, outcome = given.pop(0)
                    self.same("chance", pool, question[1])
                    cards |= outcome
                    pool -= {card for found in outcome.values() for card in found}
                self.same("chance", counts, {who: len(found) for who, found in cards.items()})
            self.note(counts, cards)
            game.settle(cards)
        self.same("chance", [], given)

    def turned_up(self, pool: set[str]) -> set[str]:
        """A joker turned up for trumps goes back, so to the interpreter it never comes; the naive one has to ask again (AS-3)."""
        jokers = sorted(pool & set(JOKERS))
        if self.naive.options["joker_turned"] == "no_trumps":
            return pool
        while jokers and self.rng.random() < 0.5:
            before = self.naive.chance()
            assert before is not None
            self.naive.settle({"turned": [self.rng.choice(jokers)]})
            after = self.naive.chance()
            assert after is not None
            self.same("chance after a joker", (before[1], set(before[2])), (after[1], set(after[2])))
            self.met.add("joker turned up")
        return pool - set(jokers)

    def note(self, counts: Mapping[str, int], cards: Mapping[str, Sequence[str]]) -> None:
        """What is rare about a layout; the cards are not yet there."""
        if not set(counts) <= set(LEGS) or self.naive.phase != "chance" or self.naive.legs.keys() & counts.keys():
            return
        game, tops = self.naive, {leg: found[0] for leg, found in cards.items()}
        self.covered = 0
        left = game.stock() - len(tops)
        if len(tops) < 8:
            self.met |= {"fewer legs", "upcard as a leg"} if game.legs else {"fewer legs"}
            if len(tops) == 1:
                self.met.add("one card for the legs")
            if game.legs.get("VIII", [""])[0] in JOKERS:
                self.met.add("joker as a leg")
        elif left == 0:
            self.met.add("eight cards for the legs")
        tops |= {leg: pile[-1] for leg, pile in game.legs.items()}
        if game.exposed(tops) > 4:
            if left == 0:
                self.met.add("five trumps on the last legs")
            if game.options["count_upcard"] and len([one for one in tops.values() if SUIT_OF[one] == game.trump]) == 4:
                self.met.add("covered because of the upcard")
            if not game.options["mend_always"] and game.rounds > 1:
                self.met.add("not covered after the first round")

    # -- the two side by side ----------------------------------------------------------------------------------------------

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        variables, zones, sizes = view["variables"], view["zones"], view["sizes"]
        hands, points = zones["hand"], variables["points"]
        assert zones["stock"] is None and zones["aside"] is None and variables["shown"] is None and variables["spot"] is None
        return {
            "phase": view["phase"],
            "dealer": variables["dealer"],
            "trump": variables["trump"],
            "middle": next(iter(zones["turned"]), None),
            "legs": uppermost(zones["legs"]),
            "hands": {seat: None if hand is None else sorted(hand) for seat, hand in hands.items()},
            "sizes": sizes["hand"],
            "stock": sizes["stock"],
            "unused": None if zones["unused"] is None else sorted(zones["unused"]),
            "aside": sizes["aside"],
            "turn": view["actor"],
            "placed": variables["placed"],
            "own": [leg for leg in LEGS if variables["mine"][leg]],
            "idle": variables["idle"],
            "gained": points,
            # The formal text adds the points of a deal when it is over, the naive one at once, as A17.1 has it.
            "score": {seat: variables["score"][seat] + points[seat] for seat in points},
            "deals": sum(variables["been_first"].values()),
        }

    def same_views(self, seats: Sequence[str]) -> None:
        for seat in seats:
            mine, theirs = self.naive.view(seat), self.seen(self.state.view(seat))
            mine["legs"] = uppermost(mine["legs"])
            self.same("what a view tells", sorted(mine), sorted(theirs))
            for key in mine:
                self.same(f"{key} as {seat} sees it", mine[key], theirs[key])

    def same_limits(self) -> None:
        """How many trumps are exposed, and how many may be; whether somebody has a card to place."""
        game, get = self.naive, self.state.get
        self.same("exposed trumps", game.exposed(game.tops()), get("open_trumps"))
        if game.phase == "place":
            self.same("trumps at the end", game.most_trumps(), get("limit"))
        if game.phase in ("place", "offer"):
            self.same("eldest hand", game.eldest(), get("eldest"))

    def act(self, action: Said) -> None:
        game = self.naive
        self.met |= rare_action(game, action)
        if action[1] == "cover":
            self.covered += 1
            self.met.add("covered once" if self.covered == 1 else "covered twice or more")
        if not self.turns or self.turns[-1][-1][0] != action[0] or self.turns[-1][-1][1] in ("take", "leave"):
            self.turns.append([])
        self.turns[-1].append(action)
        before = (game.stock(), game.rounds, game.middle)
        first = (
            action[1] == "done" and game.stock() == 0 and game.turns == 0 and bool(game.aside) and not game.placements(action[0])
        )
        self.do(action)
        if game.deals > self.deals:
            self.met |= rare(game)
            if first:
                self.met.add("nobody can place after the last layout")
            if game.last and game.last["idle"] >= self.number and action[0] != game.last["dealer"]:
                self.met.add("all pass, not from eldest hand")
            self.deals += 1
            self.turns.clear()
            return
        if action[1] == "cover" and game.phase == "place":
            self.met |= {"stock empty while covering"} if game.exposed(game.tops()) > 4 else set()
        if game.rounds > before[1] and before[0] == 0:
            self.met.add("round without new legs")
        if action[1] == "done" and before[2] is not None and game.stock() == 0 and game.middle and game.phase != "offer":
            self.met.add("not offered, ten in hand")
        if game.phase == "offer" and any(turn[-1][1] == "leave" for turn in self.turns):
            self.met.add("offered again")

    def do(self, action: Said) -> None:
        self.state = self.state.play(formal_action(action))
        self.naive.act(action)
        self.settle()

    def refuse(self, action: Said) -> None:
        """The interpreter refuses what the naive one does not offer, and for a reason that the naive rules give too."""
        refusal = self.state.why_not(formal_action(action))
        assert refusal is not None, f"{action} is not refused\n{self.story()}"
        reasons = broken(self.naive, action)
        if refusal.condition not in reasons:
            self.same(f"why not {' '.join(action)}", sorted(reasons), refusal.condition)
        self.met.add(f"refused {refusal.condition}")

    def story(self) -> str:
        """The deal so far."""
        game = self.naive
        lines = [f"seed {self.seed}, {self.number} players, options {self.options or 'usual'}, deal {self.deals + 1}"]
        lines.append(
            f"dealer {game.dealer}, {game.phase}, turn {game.turn}, trump {game.trump}, upcard {game.middle}, idle {game.idle}"
        )
        lines.append(
            f"score {game.score}, stock {game.stock()}, round {game.rounds}, trumps at first {game.trumps_at_first}, own {game.own}"
        )
        lines += [f"leg {leg}: {', '.join(game.legs[leg])}" for leg in game.laid()]
        lines += [f"{seat} has {', '.join(sorted(hand))}" for seat, hand in game.hands.items()]
        lines += ["; ".join(" ".join(action) for action in turn) for turn in self.turns]
        return "\n".join(lines)

    def play(self, player: AstuonkojisPlayer | None = None) -> Iterator[list[Said]]:
        """Play to the end, giving before each decision what both offer."""
        player = player or AstuonkojisPlayer(self.rng)
        deals = -1
        while not self.naive.over():
            if self.deals > deals:
                deals = self.deals
                player.new_deal(self.naive.seats)
            actions = self.same_actions()
            if not actions:
                self.met.add("stuck within a turn")
                return
            yield actions
            self.act(player.choose(self.naive, actions))
        self.same_result()

    def same_result(self) -> None:
        result, get = self.naive.result(), self.state.get
        self.same("over", self.naive.over(), self.state.over)
        self.same("actions", self.naive.actions(), list(self.state.actions()))
        self.same("score", result["score"], {seat: get("score", seat) for seat in self.naive.seats})
        self.same("winners", result["winners"], [seat for seat in self.naive.seats if get("wins", seat)])
        self.met |= {"one wins" if len(result["winners"]) == 1 else "several win"}


def uppermost(legs: Mapping[str, list[str]]) -> dict[str, tuple[str | None, list[str]]]:
    """The uppermost card of every leg and those under it, of which the formal text keeps no order."""
    return {leg: (pile[-1] if pile else None, sorted(pile[:-1])) for leg, pile in legs.items()}


# ---------------------------------------------------------------------- why not


def broken(game: Astuonkojis, action: Said) -> set[str]:
    """The conditions that an action breaks, which is well formed and done by whose turn it is."""
    seat, name = action[0], action[1]
    tops = game.tops()
    if name == "cover":
        top = tops.get(action[2], JOKERS[0])
        if SUIT_OF[top] != game.trump or game.trump is None:
            trumps = [one for one in tops.values() if SUIT_OF[one] == game.trump]
            above = [one for one in trumps if RANK_OF[top] not in RANKS or RANKS.index(RANK_OF[one]) > RANKS.index(RANK_OF[top])]
            return {"a_trump", "topmost"} if above else {"a_trump"}
        return set() if action[2] in game.highest_trumps() else {"topmost"}
    if name == "done":
        few = game.exposed(tops) > game.most_trumps()
        left = bool(game.options["must_place"]) and bool(game.placements(seat))
        return {condition for condition, broken in [("few", few), ("nothing_left", left)] if broken}
    card, leg = action[2], action[3]
    if leg not in tops:
        return {"lies", *(set() if card in game.hands[seat] else {"held"})}
    hand = game.hands[seat]
    held = card in hand
    passed = higher(card, tops[leg]) and any(higher(card, one) and higher(one, tops[leg]) for one in tops.values())
    return {
        *(set() if held else {"held"}),
        *(set() if game.fits(card, leg, hand, tops) or passed else {"lies"}),
        *({"higher_leg"} if passed else set()),
        *(set() if game.can_end_after(card, leg, hand, tops) else {"can_end"}),
    }


# ---------------------------------------------------------------------- rare things


def rare_action(game: Astuonkojis, action: Said) -> set[str]:
    """What is rare in what is about to be done."""
    seat, name = action[0], action[1]
    if name == "put":
        return rare_card(game, seat, action[2], action[3])
    found = {name} if name in ("take", "leave") else set()
    if name == "take" and game.middle in JOKERS:
        found.add("joker taken")
    if name == "cover":
        if len(game.highest_trumps()) > 1:
            found.add("covered on one of two equals")
        if game.rounds > 1:
            found.add("covered after the first round")
    if name == "done":
        exposed, missing = game.exposed(game.tops()), 10 - len(game.hands[seat])
        found.add("drawn nothing" if missing == 0 else "drawn to ten" if missing <= game.stock() else "drawn what there is")
        if game.placed == 0:
            found.add("nothing placed" if game.placements(seat) else "nothing to place")
        if game.placed == 10:
            found.add("ten placed")
        if exposed > 4:
            found.add("as many trumps as before" if exposed == game.trumps_at_first else "fewer trumps than before")
            if game.stock() > 0:
                found.add("ended with more than four")
    return found


def rare_card(game: Astuonkojis, seat: str, card: str, leg: str) -> set[str]:
    """What is rare about a card that is about to be placed."""
    hand, tops = game.hands[seat], game.tops()
    top, own, trump = tops[leg], leg in game.own, game.trump
    options = game.options
    found: set[str] = set()
    is_trump, on_trump = trump is not None and SUIT_OF[card] == trump, trump is not None and SUIT_OF[top] == trump
    before, after = game.exposed(tops), game.exposed(tops | {leg: card})
    if after > game.most_trumps():
        found.add("fifth trump within a turn" if after == game.most_trumps() + 1 else "two too many within a turn")
        if not any(RANK_OF[one] == "ace" and SUIT_OF[one] == trump for one in (tops | {leg: card}).values()):
            found.add("fifth trump without an ace")
    if before > game.most_trumps() >= after:
        found.add("trump hidden in time")
    if before > 4 and game.placed == 0:
        found.add("turn begun with five trumps")
    if options["count_upcard"] and game.middle and trump and before == 4 and after == 4:
        found.add("upcard counts")
    if top in JOKERS:
        found.add("trump seven on a joker" if is_trump else "seven on a joker")
    elif RANK_OF[top] == "ace":
        found.add("two on an ace" if card not in JOKERS else "joker on the ace of trumps" if on_trump else "joker on an ace")
    elif card in JOKERS:
        found.add("joker on a trump" if on_trump else "joker on a plain card")
    elif higher(card, top):
        found.add("higher on one's own card" if own else "trump on a trump" if on_trump else "higher of the suit")
        twins = [one for one in tops.values() if SUIT_OF[one] == SUIT_OF[top] and RANK_OF[one] == RANK_OF[top]]
        if len(twins) > 1:
            found.add("choice of two equal legs")
        if RANK_OF[top] == "two" and len(game.legs[leg]) > 1:
            found.add("back from a two")
    elif is_trump and not any(higher(one, top) for one in hand):
        found.add("trump on one's own card" if own else "trump on another suit")
        others = [one for one in tops.values() if higher(one, top) and RANK_OF[one] != "ace"]
        if others and not any(higher(one, other) for other in others for one in hand):
            found.add("trump on the lower of two legs")
    else:
        found.add("seven hides a trump" if on_trump and not is_trump else "seven on a lower card of another suit")
        if is_trump:
            found.add("trump seven though the suit is held")
    if not options["trump_own"] and kept_from_own(game, seat):
        found.add("no trump on one's own card")
    if options["must_place"] and game.exposed(tops) <= game.most_trumps():
        found.add("has to place")
    return found


def kept_from_own(game: Astuonkojis, seat: str) -> bool:
    """Whether a trump could be placed if the card under it were not one's own."""
    own = game.own
    allowed = game.placements(seat)
    game.own = []
    found = [(card, leg) for card, leg in game.placements(seat) if (card, leg) not in allowed]
    game.own = own
    return bool(found)


def rare(game: Astuonkojis) -> set[str]:
    """What the deal that has just ended was like."""
    last = game.last
    assert last is not None
    found = {"all pass" if last["idle"] >= game.number else "nobody can place"}
    if last["middle"]:
        found.add("upcard left in the middle")
    if last["trump"] is None:
        found.add("no trumps")
    return found


def tempting(game: Astuonkojis, rng: Random) -> list[Said]:
    """What the player might think of doing: ending his turn, some cards of his or not, any leg to be covered."""
    seat = str(game.turn)
    if game.phase == "mending":
        return [(seat, "cover", leg) for leg in LEGS]
    if game.phase != "place":
        return []
    found: list[Said] = [(seat, "done"), (seat, "put", rng.choice(CARDS + JOKERS), rng.choice(LEGS))]
    hand = game.hands[seat]
    return found + [(seat, "put", rng.choice(hand), rng.choice(LEGS)) for _ in range(3) if hand]


def balanced_options(rng: Random, many: int) -> list[dict[str, object]]:
    """So many choices of options, in which every value of an option is about as frequent as the others."""
    columns = {name: [values[n % len(values)] for n in range(many)] for name, values in OPTIONS.items()}
    for column in columns.values():
        rng.shuffle(column)
    return [{name: column[n] for name, column in columns.items()} for n in range(many)]
