"""Trikiksis on both implementations: chance and views in the words of the naive one, the rare things of its deals by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from naive.kiksas import PACK, RANK_OF, SUIT_OF, SUITS, TRUMP_ORDER
from naive.trikiksis import NEXT, OPTIONS, SEATS, Trikiksis
from naive.walk import WEIGHTS, choose, draw

from .adapter import GAMES, Said, formal_action, formal_game
from .both import Both, Fate, Kept, asked

FIGURES = ["stroke", "egg", "cross"]
LIKES: list[list[str | None]] = [[None, None, "lone", "others"], [None, "lone", "others"], ["lone", "lone", "lone", "others"]]
AKIS = ["own_trump", "high", "low"]
# The interpreter calls the two who play together by another name.
SIDES = {"lone": "lone", "others": "allied"}

# What must be met in whole matches with the options of the default, and with options drawn at random.
USUAL = {
    "look", "waive", "keep", "recut", "kept card named", "su_dviem", "no su_dviem", "stop", "last lead made",
    "named though none held", "trump queen in the last two", "trump queen of the namer", "trump queen of another",
    "followed", "ruffed", "discard",
    "own_trump offered for one suit", "own_trump offered for more suits", "no own_trump offered",
    *(f"{game} {how}" for game in AKIS for how in ["made", "failed"]),
    *(f"{game} by {who}" for game in AKIS for who in ["second hand", "dealer"]),
    *(f"Akis instead of {part}, {how}" for part in ["record", "answer"] for how in ["made", "failed"]),
    "the lone player announces", "an ally announces alone", "an ally adds",
    "first recorder eldest", "first recorder second", "first recorder dealer",
    "eggs of a recording", "recorder without a trick", "writer-off without a trick", "silent egg", "silent egg, enough",
    "writer-off wins", "allies win", "ally reaches the goal with the other's points", "exact split",
    "goal of nought for the lone player", "goal of nought, allies sweep",
    "su_dviem made", "su_dviem failed", "su_dviem failed, goal reached", "su_dviem failed at once", "declined with enough",
    "everybody deals twice", "one wins", "two win", "two reach twelve at once", "thirteen figures",
}  # fmt: skip
CHOSEN = {
    "trump queen kept, played by the duty", "overtrumped", "trump not beaten", "no queen led", "no trumps announced",
    "a suit may not be named", "late su_dviem", "stopped at the goal", "not stopped for su_dviem", "Akis played out",
    "egg of the recorder", "two strokes without a trick", "eggs, egg_maker", "eggs, third_player",
    "look before recording", "no look before writing off", "goal of nought met at once", "played on", "played on, then decided",
}  # fmt: skip
# What deals that are made for it come to.
OF_FIRST_DEALS = {
    "first eggs by eldest", "first eggs by second", "first eggs by dealer", "first eggs, holder_deals", "first eggs, left_deals",
    "the same one records after first eggs", "another records after first eggs", "clubs again", "eggs in clubs again",
}  # fmt: skip
OF_SWEEPS = {
    "silent egg, enough", "egg and stroke", "egg alone", "last lead made",
    "su_dviem", "su_dviem made", "late su_dviem", "no su_dviem",
    "declined with enough", "declined, nobody at his goal", "stopped at the goal", "not stopped for su_dviem",
}  # fmt: skip
OF_NOUGHT = {
    "three nines", "goal of nought for the allies", "goal of nought met at once", "allies win", "stopped at the goal",
    "silent egg, too late", "su_dviem made, too late", "declined, too late",
}  # fmt: skip
OF_ENDS = {
    "one wins", "two win", "all three win", "two reach twelve at once", "thirteen figures", "played on", "played on, then decided",
}  # fmt: skip


def place(dealer: str, seat: str) -> str:
    return {dealer: "dealer", NEXT[dealer]: "eldest"}.get(seat, "second")


def side(game: Trikiksis, seat: str) -> str:
    """On which side this player is now: in Akis its player is alone."""
    if game.soloist is not None:
        return "lone" if seat == game.soloist else "others"
    return game.side(seat)


class TrikiksisFate(Fate):
    """Chance that decides about all of a deal at once, though the interpreter asks for six cards first and then for the last two."""

    def __init__(self, rng: Random, stacked: float, prepared: Sequence[Any] = ()) -> None:
        super().__init__(rng, stacked, prepared)
        self.last_two: dict[str, list[str]] = {}
        self.eldest: str | None = None  # whose last two cards lie face down

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> Mapping[str, Sequence[str]]:
        short = {name: name.removeprefix("hand[").removesuffix("]") for name in counts}
        missing = {short[name]: count for name, count in counts.items()}
        cards: dict[str, list[str]] = {}
        if not self.last_two:
            whole = {seat: count + 2 for seat, count in missing.items()}
            hands = self.prepared.pop(0) if self.prepared else self.hands(whole, list(pool))
            # A card that was looked at and kept is no longer in the pool.
            hands = {seat: [card for card in hands[seat] if card in pool] for seat in missing}
            cards = {seat: hands[seat][: missing[seat]] for seat in missing}
            self.last_two = {seat: hands[seat][missing[seat] :] for seat in missing}
        else:
            for who in missing:
                seat = self.eldest if who == "last_two" else who
                # Should the two not agree who is eldest, the comparison of what was asked will say so.
                cards[who] = self.last_two.pop(seat if seat in self.last_two else next(iter(self.last_two)))
        self.given.append(((missing, set(pool)), cards))
        return {name: cards[short[name]] for name in counts}

    def hands(self, counts: dict[str, int], pool: list[str]) -> Mapping[str, list[str]]:
        """Now and then one player, most often the eldest, gets a hand with which all tricks can be taken."""
        if self.rng.random() > self.stacked / 2:
            found: Mapping[str, list[str]] = draw(("deal", counts, pool), self.rng, self.stacked)
            return found
        suit = self.rng.choice(["clubs", self.rng.choice(SUITS)])
        much = self.rng.choice([2.0, 6.0, 12.0])

        def place(card: str) -> float:
            return (5 if SUIT_OF[card] == suit else 0) + TRUMP_ORDER[RANK_OF[card]] - much * self.rng.random()

        pool.sort(key=place, reverse=True)
        others = self.rng.sample(SEATS, 3)
        best = self.eldest if self.eldest is not None and self.rng.random() < 0.7 else others[0]
        hands: dict[str, list[str]] = {}
        for seat in sorted(others, key=lambda one: one != best):
            hands[seat] = pool[: counts[seat]]
            del pool[: counts[seat]]
        return hands


class TrikiksisPlayer:
    """Chooses for everybody: names by weight; in some deals one side plays its best cards and the other its worst."""

    def __init__(self, rng: Random, weights: Mapping[str, float] | None = None) -> None:
        self.rng = rng
        self.weights = {**WEIGHTS, **(weights or {})}
        self.strong: str | None = None
        # In some matches it is nearly always the lone player who plays well, so that goals are high.
        self.likes: list[str | None] = rng.choice(LIKES)

    def new_deal(self) -> None:
        self.strong = self.rng.choice(self.likes)

    def choose(self, game: Trikiksis, actions: list[Said]) -> Said:
        action = choose(actions, self.rng, self.weights)
        if self.strong is None:
            return action
        if self.strong == "lone" and game.phase in ("naming", "offers"):
            held = [SUIT_OF[card] for card in game.hands[action[0]]]
            best = max(actions, key=lambda one: held.count(one[2]) if len(one) == 3 else 0)
            return best if game.phase == "naming" or held.count(best[-1]) >= 5 else action
        if action[1] != "play":
            return action

        def power(one: Said) -> float:
            trump = 6 if SUIT_OF[one[2]] == game.trump else 0
            return trump + TRUMP_ORDER[RANK_OF[one[2]]] + self.rng.random()

        cards = [one for one in actions if one[1] == "play"]
        return max(cards, key=power) if side(game, action[0]) == self.strong else min(cards, key=power)


class TrikiksisLockstep(Both):
    """One match of Trikiksis on both implementations."""

    fate: TrikiksisFate

    def __init__(
        self, seed: int, options: Mapping[str, object] | None = None, stacked: float = 0.4, prepared: Sequence[Any] = (),
        kept: Kept | None = None,
    ) -> None:  # fmt: skip
        self.seed, self.options = seed, dict(options or {})
        self.rng = Random(seed)
        self.fate = TrikiksisFate(self.rng, stacked, prepared)
        self.naive = Trikiksis(self.options)
        self.deal: list[Said] = []
        self.dealt: dict[str, list[str]] = {}
        self.dealers: list[str] = []
        self.met: set[str] = set()
        self.deals = 0
        self.begin(formal_game(self.options, "trikiksis"), kept)

    def change(self, marks: Mapping[str, dict[str, int]] | None = None, goal: Mapping[str, int] | None = None) -> None:
        """Go on from here as if these figures had been written, or these points had been recorded."""
        position: dict[str, Any] = self.state.position()
        if marks is not None:
            self.naive.marks = deepcopy(dict(marks))
            position["variables"]["marks"] = deepcopy(dict(marks))
        if goal is not None:
            self.naive.goal = dict(goal)
            position["variables"]["goal"] = {name: goal[each] for each, name in SIDES.items()}
        self.state = self.state.game.from_position(position, chance=self.fate)

    # -- the two side by side ----------------------------------------------------------------------------------------------

    @property
    def either(self) -> Trikiksis:
        return self.naive

    def settle(self) -> None:
        """The naive Trikiksis deals all cards in one act of chance, the interpreter six and then the last two."""
        given, self.fate.given[:] = list(self.fate.given), []
        self.same("last two still to be dealt", {}, self.fate.last_two)
        while given:
            question, outcome = given.pop(0)
            if len(question) == 2:
                question, outcome = self.whole(question, outcome, given)
                given.clear()
            self.same("chance", asked(self.naive.chance()), question)
            self.naive.settle(outcome)
            if len(question) == 2:
                self.dealt = {seat: list(self.naive.hands[seat]) for seat in SEATS}
                self.dealt["aside"] = list(self.naive.aside)
        self.same("chance", asked(self.naive.chance()), None)

    def do(self, action: Said) -> None:
        """The naive one first: it tells for whom the last two cards of the next deal lie face down."""
        self.naive.act(action)
        self.fate.eldest = self.naive.eldest()
        self.state = self.state.play(formal_action(action))
        self.settle()

    def whole(
        self, first: tuple[Any, ...], cards: dict[str, list[str]], later: list[tuple[Any, Any]]
    ) -> tuple[tuple[Any, ...], dict[str, list[str]]]:
        """All parts of a deal as one question and one outcome: six cards, or five and the one kept, and then two."""
        counts, hands = dict(first[0]), {seat: list(hand) for seat, hand in cards.items()}
        for (more, pool), two in later:
            left = first[1] - {card for hand in hands.values() for card in hand}
            self.same("pool of the last two", left, pool)
            for name, count in more.items():
                who = "aside" if name == "last_two" else name
                counts[who] = counts.get(who, 0) + count
                hands[who] = [*hands.get(who, []), *two[name]]
        return (counts, first[1]), hands

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        variables, zones, sizes = view["variables"], view["zones"], view["sizes"]
        hands = zones["hand"]
        assert zones["stock"] is None and zones["last_two"] is None and set(zones["taken"].values()) == {None}
        assert sizes["taken"] == {each: 3 * number for each, number in variables["tricks"].items()}
        return {
            "phase": view["phase"],
            "dealer": variables["dealer"],
            "part": variables["part"],
            "lone": variables["opener"] if variables["opening"] else NEXT[variables["dealer"]],
            "trump": variables["trump"],
            "game": GAMES[variables["game"]],
            "soloist": variables["soloist"],
            "turn": view["actor"],
            "leader": variables["leader"],
            "table": {seat: next(iter(zones["table"][seat]), None) for seat in SEATS},
            "hands": {seat: None if hands[seat] is None else sorted(hands[seat]) for seat in SEATS},
            "sizes": sizes["hand"],
            "aside": sizes["last_two"],
            "peeked": variables.get("peeked"),
            "tricks": {each: variables["tricks"][name] for each, name in SIDES.items()},
            "goal": {each: variables["goal"][name] for each, name in SIDES.items()},
            "marks": variables["marks"],
            "said": variables["said"],
            "two": variables["two"],
            "ahead": {None: None, "lone": "lone", "allied": "others"}[variables["ahead"]],
        }

    def pooled(self, each: Mapping[str, int]) -> dict[str, int]:
        """What the naive one counts for each player, counted for the sides as the formal text does."""
        return {name: sum(each[seat] for seat in SEATS if side(self.naive, seat) == name) for name in SIDES}

    def same_views(self, seats: Sequence[str] = SEATS) -> None:
        for seat in seats:
            mine, theirs = self.naive.view(seat), self.seen(self.state.view(seat))
            mine["tricks"] = self.pooled(mine["tricks"])
            assert set(mine) == set(theirs)
            for key in mine:
                self.same(f"{key} as {seat} sees it", mine[key], theirs[key])
        game = self.naive
        if game.phase == "play":
            self.same("alone", game.soloist or game.lone, self.state.get("alone"))
            if game.soloist is None:
                points = {each: self.state.get("points", name) for each, name in SIDES.items()}
                self.same("points", self.pooled(game.points), points)

    def act(self, action: Said) -> None:
        """Do it on both."""
        game = self.naive
        before = deepcopy(game.marks)
        self.met |= rare_action(game, action)
        self.deal.append(action)
        if game.phase != "chance" and not self.dealers[self.deals :]:
            self.dealers.append(str(game.dealer))
        self.do(action)
        if game.deals > self.deals:
            self.deals += 1
            self.met |= rare(game, before, action[1] == "stop")
            one, other = self.dealers[-3:-2], self.dealers[-1:]
            if one != other and self.dealers[-4:] == one * 2 + other * 2:
                self.met.add("everybody deals twice")
            self.same_marks()
            self.deal.clear()

    def same_marks(self) -> None:
        """After each deal: what is written, what it comes to, and whether the match is over."""
        get, result = self.state.get, self.naive.result()
        self.same("marks", result["marks"], {seat: {mark: get("marks", seat, mark) for mark in FIGURES} for seat in SEATS})
        self.same("totals", result["totals"], {seat: get("total", seat) for seat in SEATS})
        self.same("over", self.naive.over(), self.state.over)
        if self.naive.over():
            self.same("actions", self.naive.actions(), list(self.state.actions()))
            winners = result["winners"]
            self.same("winners", winners, [seat for seat in SEATS if get("fewest", seat)])
            self.same("winner", winners[0] if len(winners) == 1 else None, get("winner"))

    def story(self) -> str:
        """The deal so far."""
        game = self.naive
        lines = [f"seed {self.seed}, options {self.options or 'usual'}, deal {self.deals + 1}: {game.part}"]
        lines.append(f"dealer {game.dealer}, lone {game.lone}, goal {game.goal}, marks {game.marks}")
        lines.append(f"{game.phase}, {game.game} in {game.trump}, points {game.points}, tricks {game.tricks}, trick {game.trick}")
        lines += [f"{seat} was dealt {', '.join(sorted(cards, key=PACK.index))}" for seat, cards in self.dealt.items()]
        lines += [f"{seat} has {', '.join(sorted(game.hands[seat], key=PACK.index))}" for seat in SEATS]
        lines.append("; ".join(" ".join(action) for action in self.deal))
        return "\n".join(lines)

    def play(self, player: TrikiksisPlayer | None = None) -> Iterator[list[Said]]:
        """Play to the end, giving before each decision what both offer."""
        player = player or TrikiksisPlayer(self.rng)
        deals = -1
        while not self.naive.over():
            if self.deals > deals:
                deals = self.deals
                player.new_deal()
            actions = self.same_actions()
            assert actions, self.story()
            yield actions
            self.act(player.choose(self.naive, actions))

    def script(self, *said: str) -> None:
        """Let whoever's turn it is do these, one after another."""
        for one in said:
            name, _, what = one.partition(" ")
            action = (str(self.naive.turn), name, what) if what else (str(self.naive.turn), name)
            assert action in self.same_actions(), self.story()
            self.same_views()
            self.act(action)


# ---------------------------------------------------------------------- the rare things


def rare_action(game: Trikiksis, action: Said) -> set[str]:
    """What is rare about this decision, or about what it was chosen from."""
    seat, name = action[0], action[1]
    offered = game.actions()
    names = [one[1] for one in offered]
    if name == "play":
        return rare_card(game, seat, action[2], names)
    found = {name} if name in ("look", "waive", "keep", "recut", "su_dviem", "stop") else set()
    if name == "look" and game.part == "record":
        found.add("look before recording")
    elif name == "su_dviem" and game.played == 4:
        found.add("late su_dviem")
    elif name == "name":
        held = [SUIT_OF[card] for card in game.hands[seat]]
        if action[2] not in held:
            found.add("named though none held")
        if f"queen of {action[2]}" in game.aside:
            found.add("trump queen in the last two")
        if len(offered) < len(SUITS):
            found.add("a suit may not be named")
        if game.peeked in game.hands[seat] and SUIT_OF[str(game.peeked)] == action[2]:
            found.add("kept card named")
        if game.part == "answer" and game.options["peek_in"] == "no_deal":
            found.add("no look before writing off")
    elif game.phase == "offers":
        suits = names.count("own_trump")
        found.add(["no own_trump offered", "own_trump offered for one suit", "own_trump offered for more suits"][min(suits, 2)])
        if name in AKIS:
            assert game.dealer is not None
            found.add(f"{name} by {'dealer' if seat == game.dealer else 'second hand'}")
    return found


def rare_card(game: Trikiksis, seat: str, card: str, names: list[str]) -> set[str]:
    found: set[str] = set()
    hand = game.hands[seat]
    if not game.trick:
        if "su_dviem" in names:
            found.add("no su_dviem")
        if "stop" in names:
            found.add("last lead made")
        if game.played == 0 and game.soloist is None:
            if card != f"queen of {game.trump}":
                found.add("no queen led")
            elif not game.first:
                found.add("trump queen of the namer" if seat == game.eldest() else "trump queen of another")
            if game.first:
                found.add(f"first recorder {place(str(game.dealer), seat)}")
            if 0 in game.goal.values() and game.part == "answer" and game.ahead is not None:
                found.add("goal of nought met at once")
        return found
    led = SUIT_OF[game.trick[0][1]]
    trumps = [one for one in hand if SUIT_OF[one] == game.trump]
    if SUIT_OF[card] == led:
        found.add("followed")
    elif SUIT_OF[card] == game.trump:
        found.add("ruffed")
        if f"queen of {game.trump}" in hand and len(trumps) == 1:
            found.add("trump queen kept, played by the duty")
        laid = [TRUMP_ORDER[RANK_OF[one]] for _, one in game.trick if SUIT_OF[one] == game.trump]
        if game.options["overtrump"] and laid:
            higher = [one for one in trumps if TRUMP_ORDER[RANK_OF[one]] > max(laid)]
            if len(higher) < len(trumps):
                found.add("overtrumped" if higher else "trump not beaten")
    else:
        found.add("discard")
    return found


def rare(game: Trikiksis, before: dict[str, dict[str, int]], declined: bool) -> set[str]:
    """What the deal that has just ended was like; ``before`` are the figures written before it."""
    last = game.last
    assert last is not None
    written = {seat: {mark: n - before[seat][mark] for mark, n in game.marks[seat].items()} for seat in SEATS}
    found = rare_end(game, before)
    if last["soloist"] is not None:
        how = "failed" if last["akis_lost"] else "made"
        found |= {f"{last['game']} {how}", f"Akis instead of {last['part']}, {how}"}
        if last["akis_lost"] and not game.options["cut_short"]:
            found.add("Akis played out")
        return found
    lone = str(last["lone"])
    spoken = [seat for seat in SEATS if last["said"][seat] is not None]
    if len(spoken) == 2:
        found.add("an ally adds")
    else:
        found.add("the lone player announces" if spoken == [lone] else "an ally announces alone")
    if last["said"][spoken[0]] == 0:
        found.add("no trumps announced")
    if last["part"] == "record":
        return found | rare_recording(game, lone, written)
    return found | rare_writing_off(game, lone, written, declined)


def rare_recording(game: Trikiksis, lone: str, written: dict[str, dict[str, int]]) -> set[str]:
    last, found = game.last, set()
    assert last is not None
    if last["tricks"][lone] == 8:
        found.add("eggs of a recording")
        if last["first"]:
            found |= {f"first eggs by {place(last['dealer'], lone)}", f"first eggs, {game.options['first_egg']}"}
            if game.first:
                found.add("clubs again")
            elif not game.over():
                found.add(f"{'the same one' if game.lone == lone else 'another'} records after first eggs")
            if game.deals > 1:
                found.add("eggs in clubs again")
        else:
            found.add(f"eggs, {game.options['egg_deal']}")
    if last["tricks"][lone] == 0:
        found.add("egg of the recorder" if written[lone]["egg"] else "recorder without a trick")
    if last["tricks"][lone] < 8 and last["points"][lone] == 138:
        found.add("three nines")
    return found


def rare_writing_off(game: Trikiksis, lone: str, written: dict[str, dict[str, int]], declined: bool) -> set[str]:
    last, found = game.last, set()
    assert last is not None
    others = [seat for seat in SEATS if seat != lone]
    points = {"lone": last["points"][lone], "others": sum(last["points"][seat] for seat in others)}
    swept = last["tricks"][lone] == 8
    won = last["ahead"] == "lone"
    found.add("writer-off wins" if won else "allies win")
    if last["ahead"] == "others" and max(last["points"][seat] for seat in others) < game.goal["others"]:
        found.add("ally reaches the goal with the other's points")
    # Too late: the others have been at their goal before.
    how = {"lone": "enough", "others": "too late", None: "nobody at his goal"}[last["ahead"]]
    if last["two"]:
        found.add("su_dviem made" if swept else "su_dviem failed")
        if swept and not won:
            found.add("su_dviem made, too late")
        if not swept and won:
            found.add("su_dviem failed, goal reached")
        if not swept and last["tricks"][lone] <= 4:
            found.add("su_dviem failed at once")
        if game.options["stop_at_goal"]:
            found.add("not stopped for su_dviem")
    elif swept:
        found |= {"silent egg", f"silent egg, {how}", "egg and stroke" if written[others[0]]["stroke"] else "egg alone"}
    if last["tricks"][lone] == 0:
        found.add("writer-off without a trick")
        if written[lone]["stroke"] == 2:
            found.add("two strokes without a trick")
    if declined:
        found.add("declined with enough" if won else f"declined, {how}")
    elif last["played"] < 8:
        found.add("stopped at the goal")
    if game.goal["others"] == 0:
        found.add("goal of nought for the allies")
    if game.goal["lone"] == 0:
        found.add("goal of nought for the lone player")
        if last["tricks"][lone] == 0:
            found.add("goal of nought, allies sweep")
    if last["played"] == 8 and points == game.goal:
        found.add("exact split")
    return found


def rare_end(game: Trikiksis, before: dict[str, dict[str, int]]) -> set[str]:
    """How the match ends, or why it does not."""
    found: set[str] = set()
    totals = game.totals()
    if max(totals.values()) >= 13:
        found.add("thirteen figures")
    reached = [seat for seat in SEATS if totals[seat] >= 12 > sum(before[seat].values())]
    if len(reached) > 1:
        found.add("two reach twelve at once")
    if game.over():
        number = len(game.fewest())
        found.add({1: "one wins", 2: "two win", 3: "all three win"}[number])
        if max(sum(marks.values()) for marks in before.values()) >= 12:
            found.add("played on, then decided")
    elif max(totals.values()) >= 12:
        found.add("played on")
    return found


# ---------------------------------------------------------------------- options


def random_options(rng: Random) -> dict[str, object]:
    return {name: rng.choice(values) for name, values in OPTIONS.items()}


def balanced_options(rng: Random, number: int) -> list[dict[str, object]]:
    """So many choices of the options, in which the values of each are equally frequent."""
    columns: dict[str, list[object]] = {}
    for name, values in OPTIONS.items():
        column = (values * number)[:number]
        rng.shuffle(column)
        columns[name] = column
    return [{name: column[turn] for name, column in columns.items()} for turn in range(number)]
