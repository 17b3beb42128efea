"""What the language can say: each construct in a small game of its own, and what the loader makes of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from faults.cases import MINI
from faults.frames import game
from kirtis.language import Place, SpecError, build, checks, document, from_text, load, nodes, rewrite
from kirtis.language.game import Action, Definition, Game, Phase, Sight, Variable, Zone
from kirtis.language.nodes import Arith, Assign, Best, Cell, Compare, Const, Go, Lookup, MoveAll, Narrow, Top, Var
from kirtis.language.types import BOOL, CARD, CARDS, NOTHING, SEAT, SIDE, Enum, Maybe, Num
from kirtis.language.walk import walk


def fault(rule: str = "", claim: str = "", example: str = "") -> str:
    with pytest.raises(SpecError) as error:
        game(rule, claim, example)
    return str(error.value)


# -- players -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_seats_for_a_number_of_players(n: int) -> None:
    g = game("seats A B C D E F, 2 to 6", seats=n)

    assert g.seats == tuple("ABCDEF"[:n])
    assert g.seat_counts == (2, 3, 4, 5, 6)
    assert g.maps["left"].values == (*range(1, n), 0)
    assert g.maps["right"].values == (n - 1, *range(n - 1))


def test_fewest_players_are_the_default_and_other_numbers_are_refused() -> None:
    assert len(game("seats A B C D E F, 2 to 6").seats) == 2
    with pytest.raises(SpecError, match="not for 7 players"):
        game("seats A B C D E F, 2 to 6", seats=7)
    with pytest.raises(SpecError, match="it is for 4"):
        game(seats=3)


def test_fixed_sides() -> None:
    g = game()

    assert g.enums["side"] == ("AC", "BD")
    assert g.maps["side"].values == (0, 1, 0, 1)
    assert g.maps["partner"].values == (2, 3, 0, 1)
    assert g.maps["other"].values == (1, 0)


def test_sides_of_one_have_no_partners() -> None:
    g = game("seats A B\nsides first_side = A, second_side = B")

    assert g.maps["side"].values == (0, 1)
    assert "partner" not in g.maps


def test_sides_that_move() -> None:
    rule = "sides lone, allied where side(s) = lone if s = dealer else allied\ndef alone(s: seat): bool = side(s) = lone and side(dealer) != other(side(s))"
    g = game(rule)

    assert g.enums["side"] == ("lone", "allied")
    assert "side" not in g.maps
    assert g.definitions["side"].params == (("s", SEAT),)
    assert g.definitions["side"].type == SIDE


# -- cards ---------------------------------------------------------------------------------------------------------------


def test_order_of_whole_cards() -> None:
    g = game(
        "order lasting of card = queen of clubs > seven of hearts > jack of clubs\ndeck\n  suits clubs hearts\n  ranks ace queen jack seven"
    )
    values = dict(zip(g.enums["card"], g.maps["lasting"].values, strict=True))

    assert values["queen of clubs"] == 3
    assert values["jack of clubs"] == 1
    assert values["ace of hearts"] == 0
    assert g.maps["lasting"].type == Num(0, 3)


def test_order_of_another_enumeration() -> None:
    g = game(
        "type bid = small | middling | large\norder height of bid = large > middling > small\ndef over(a: bid, b: bid): bool = height(a) > height(b)"
    )

    assert g.maps["height"].values == (1, 2, 3)
    assert g.maps["height"].domain == Enum("bid")


def test_two_packs_and_jokers() -> None:
    deck = "deck\n  suits clubs hearts\n  ranks ace king\n  jokers red black\n  copies 2\n"
    g = game(
        deck
        + "order high of card = red > ace of clubs\ndef same(c: card, d: card): bool = c.face = d.face\ndef wild(c: card): bool = c.rank = joker"
    )

    assert len(g.enums["card"]) == 12
    assert g.enums["face"] == ("ace of clubs", "king of clubs", "ace of hearts", "king of hearts", "red", "black")
    suits = dict(zip(g.enums["card"], g.maps["suit"].values, strict=True))
    assert suits["red 1"] is None
    assert g.maps["suit"].type == Maybe(Enum("suit"))
    high = dict(zip(g.enums["card"], g.maps["high"].values, strict=True))
    assert high["red 1"] == high["red 2"] == 2
    assert high["ace of clubs 1"] == high["ace of clubs 2"] == 1
    assert g.words["sign of ace of clubs 2"] == ("♣T", "♣A")


def test_one_card_of_two_equal_ones_has_no_name() -> None:
    deck = "deck\n  suits clubs hearts\n  ranks ace king\n  jokers red\n  copies 2\n"

    assert "more than one card" in fault(deck + "def d: bool = ace of clubs in stock")
    assert "more than one card" in fault(deck + "def d: bool = red in stock")


def test_what_copies_share_is_asked_of_any_of_them() -> None:
    g = game(
        "deck\n  suits clubs hearts\n  ranks ace king\n  jokers red black\n  copies 2\n"
        "def wild(c: card): bool = c.face = black.face\n"
        "def prime(c: card): bool = c.face = (ace of clubs).face\n"
    )

    wild, prime = g.definitions["wild"].body, g.definitions["prime"].body
    assert isinstance(wild, Compare) and isinstance(wild.right, Lookup) and isinstance(wild.right.arg, Const)
    assert g.enums["card"][int(wild.right.arg.value or 0)] == "black 1"
    assert isinstance(prime, Compare) and isinstance(prime.right, Lookup) and isinstance(prime.right.arg, Lookup)
    assert prime.right.arg.map == "ace of"


def test_one_pack_with_a_joker_names_it() -> None:
    g = game("deck\n  suits clubs hearts\n  ranks ace king\n  jokers red\ndef d: bool = red in stock and red.suit = none")

    assert g.word(CARD, 4) == "red"


# -- zones and variables -------------------------------------------------------------------------------------------------


def test_piles_and_their_top() -> None:
    g = game(
        "type leg = left_leg | right_leg\nzones\n  pile_of[l: leg]: pile seen by all\ndef uppermost(l: leg): card? = top(pile_of[l])"
    )

    assert g.zones["pile_of"].kind == "pile"
    assert isinstance(g.definitions["uppermost"].body, Top)


def test_who_sees_what() -> None:
    g = game(
        "zones\n  hand[s: seat] seen by v if v = s or v = left(s)\nstate deal\n  secret[seat]: 0..6? = none seen by nobody\n  known: bool = no"
    )

    assert g.zones["hand"].sight.names == ("s",)
    assert g.variables["secret"].sight.when == nodes.NO
    assert g.variables["known"].sight.when == nodes.YES


def test_groups_and_initial_values() -> None:
    g = game("state match\n  dealer: seat\n  games: tally = 0\n  best_of[seat, suit]: 0..6? = none")

    assert g.variables["dealer"].initial is None
    assert g.variables["best_of"].initial == Const(None, NOTHING)
    assert g.size(g.variables["best_of"].index) == 16
    assert g.variables["games"].type == Num(0, None)


# -- expressions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("min(tricks[AC], 3)", Num(0, 3)),
        ("max(tricks[AC], 3, 4)", Num(4, 6)),
        ("2 * tricks[AC]", Num(0, 12)),
        ("tricks[AC] * 2 - 1", Num(-1, 11)),
        ("size(hand[A])", Num(0, 24)),
        ("size(hand)", Num(0, 24)),
        ("empty(hand[A])", BOOL),
        ("sum plain(c.rank) for c in hand[A] where c.suit = clubs", Num(0, 24 * 6)),
        ("count s in seat where empty(hand[s])", Num(0, 4)),
        ("the s in seat where s = A", SEAT),
        ("best s in seat by size(hand[s]) where s != A", SEAT),
        ("first of ({c in stock where c.suit = trump}, stock)", CARDS),
        ("{c in hand[A] where c.rank = ace} + hand[B] - stock", CARDS),
        ("{ace of clubs, ten of clubs}", CARDS),
        ("no s in seat: empty(hand[s])", BOOL),
        ("turn != none and not (turn! in {A, B}) or trump not in {clubs, spades}", BOOL),
        ("trump = clubs implies all c in table: c.suit = clubs", BOOL),
        ("led.suit", Maybe(Enum("suit"))),
        ("ace of trump", Maybe(CARD)),
        ("A if turn = none else turn!", SEAT),
        ("turn if turn != none else none", Maybe(SEAT)),
        ("other(side(left(dealer)))", SIDE),
        ("phase = hub", BOOL),
        ("yes", BOOL),
    ],
)
def test_expressions_and_their_types(text: str, kind: object) -> None:
    written = str(kind)
    if isinstance(kind, Num) and kind.low < 0:
        written, text = "bool", f"{text} < 3"
        kind = BOOL
    g = game(f"def d: {written} = {text}")

    assert g.definitions["d"].body.type == kind


def test_lines_go_on_where_they_begin_or_end_with_a_joining_word() -> None:
    g = game("def d: bool = turn = none\n  and led = none   # and so on\n\n  or\n  trump = none\n")

    assert isinstance(g.definitions["d"].body, nodes.Or)


def test_cases() -> None:
    g = game("def d(s: seat): 0..3 =\n  1 if s = A\n  2 if s = B\n  3 otherwise")

    assert isinstance(g.definitions["d"].body, nodes.If)
    assert "says when it holds" in fault("def d: 0..3 =\n  1 if trump = none")


def test_tables() -> None:
    g = game(
        "table worth(c: card)\n  | c.rank | c.suit = trump || worth: 0..11 | good: bool |\n  | ace, ten | - || 11 | yes |\n  | not (ace, ten) | yes || 2 | yes |\n  | not (ace, ten) | no || 0 | no |"
    )

    assert g.tables["worth"].columns == ("worth", "good")
    assert len(g.tables["worth"].rows) == 3
    assert g.definitions["good"].table == "worth"
    assert g.tables["worth"].rows[0].text.startswith("| ace, ten")


def test_duties() -> None:
    g = game("duties legal(s: seat) for c in hand[s]\n  follow: c.suit = led.suit when led != none\n  high: plain(c.rank) > 3")
    body = g.definitions["legal"].body

    assert isinstance(body, Narrow)
    assert [d.name for d in g.duties["legal"].duties] == ["follow", "high"]
    assert body.steps[1][0] == nodes.YES


@pytest.mark.parametrize("without", ["", "  without x if x = dealer and (some s in seat: s = x)\n"])
def test_the_round_of_a_trick(without: str) -> None:
    g = game(f"round trick on table\n  leader leader\n  turn turn\n{without}  won by strength")

    assert isinstance(g.definitions["taker"].body, Best)
    assert g.definitions["led"].type == Maybe(CARD)
    plays = g.definitions["plays"]
    assert plays.params == ((("x" if without else "s"), SEAT),)
    assert isinstance(plays.body, nodes.Not)


def test_a_round_without_a_winner_gives_no_taker() -> None:
    g = game("round trick on table\n  leader leader\n  turn turn")

    assert "taker" not in g.definitions
    assert "next" in g.definitions


# -- play ----------------------------------------------------------------------------------------------------------------


def test_an_action_out_of_turn() -> None:
    g = game("phase play by A\n  act protest by s\n    needs other_seat: s != A\n    dealer := s\n  act wait\n    stay")
    protest, wait = g.phases["play"].actions

    assert protest.actor == "s"
    assert protest.needs[0].name == "other_seat"
    assert protest.needs[0].text == "s != A"
    assert wait.body == ()


def test_statements() -> None:
    g = game(
        "phase deal chance\n  fill hand[s] to 6 from stock for s in seat by 3\n  draw dealer from {A, B}\n  go sort\n"
        "phase sort auto\n  let best_seat = left(dealer)\n  for x in side: score[x] := 3\n  leader := best_seat\n  move all table to taken[AC]\n"
        "  if trump = none: turn := best_seat\n  elif trump = clubs:\n    turn := dealer\n    reset deal\n  else: gather stock\n  go play\n"
        "phase play by turn!\n  act play(c: card)\n    needs c in hand[turn!]\n    move c from hand[turn!] to table[turn!]\n    tricks[AC] += 1\n    score[AC] -= 1\n    if tricks[AC] > 2: go done\n"
    )
    sort = g.phases["sort"].body

    assert isinstance(sort[1], Assign) and sort[1].each == ("x", SIDE)
    assert isinstance(sort[3], MoveAll) and sort[3].index is None
    assert len(sort[4].branches) == 3  # type: ignore[union-attr]
    grow = g.phases["play"].actions[0].body[1]
    assert isinstance(grow, Assign) and isinstance(grow.value, nodes.Fit)
    assert isinstance(grow.value.of, Arith)


def test_a_phase_continued_in_another_clause() -> None:
    g = game("phase play by A\n  act one\n    stay\nphase play by A\n  act two\n    stay")

    assert [a.name for a in g.phases["play"].actions] == ["one", "two"]
    assert "by another seat" in fault("phase play by A\n  act one\n    stay\nphase play by B\n  act two\n    stay")


# -- statements about the rules ------------------------------------------------------------------------------------------


def test_claims() -> None:
    g = game(
        "phase play by A\n  act draw_one\n    score[AC] += 1",
        "def most: 0..99 = 99\nfact low in play: score[AC] <= most\ntheorem t: yes\ninvariant i in play, hub: yes\npossible p in play: score[AC] = 3\n"
        "step up on play.draw_one, hub: score[AC] >= was score[AC]\nstep any: yes\nmeasure m: size(stock)",
        "example e in play:\n  given score[AC] = 3\n  then score[BD] = 0 or yes",
    )

    assert {c.kind for c in g.claims.values()} == {"fact", "theorem", "invariant", "possible", "step", "measure", "example"}
    assert g.claims["up"].on == ("play.draw_one", "hub")
    assert g.claims["i"].phases == ("play", "hub")
    assert g.claims["e"].given is not None
    assert g.claims["e"].text == "score[AC] = 3 ⇒ score[BD] = 0 or yes"
    assert "most" in g.definitions


def test_proofs_stand_in_a_file_of_their_own() -> None:
    rules = document.read_document("rules.md", MINI)
    proofs = document.read_document(
        "proofs.md",
        "::::{theorem} MIN-T1\n:lt: Teorema\n:en: Theorem\n:::{lt}\nTaip.\n:::\n:::{en}\nYes.\n:::\n```{claim}\ndef half: 0..4 = 4\ninvariant few in play: tricks <= half\n```\n::::\n",
    )
    g = build.build([rules, proofs], next(rules.of("game")))

    assert g.claims["few"].at == Place("proofs.md", 12, ("MIN-T1",))

    again = document.read_document(
        "again.md", proofs.text.replace("few", "fewer").replace("half", "part").replace("MIN-T1", "MIN-1")
    )
    with pytest.raises(SpecError, match="MIN-1 is used a second time; it first appears in rules"):
        build.build([rules, again], next(rules.of("game")))


def test_a_theorem_needs_its_text_in_both_languages() -> None:
    with pytest.raises(SpecError) as error:
        document.read_document(
            "proofs.md", "::::{theorem} MIN-T1\n:lt: Teorema\n:en: Theorem\n```{claim}\nfact f: yes\n```\n::::\n"
        )

    assert "theorem MIN-T1 has no Lithuanian text" in str(error.value)
    assert "theorem MIN-T1 has no English text" in str(error.value)


# -- variants ------------------------------------------------------------------------------------------------------------

HOME = """::::{game} kiksas-namie
:lt: Kiksas namie
:en: Kiksas at home
:version: 1.0
:variant-of: kiksas

:::{lt}
Trumpesnis žaidimas.
:::
:::{en}
A shorter game.
:::
::::

::::{clause} NAM-1
:lt: Iki aštuonių, su permušimu
:en: To eight, with overtrumping

:::{lt}
Laimima surinkus aštuonis ženklus; koziriu visada reikia permušti.
:::
:::{en}
Eight figures end the game; a trump must always beat the trumps before it.
:::

```{rule}
drop option overtrump
replace def overtrump_due: bool = led != none and led.suit != trump

replace phase next_deal auto
  if some x in side: total(x) >= 8: go over
  else:
    reset deal
    gather stock
    if zero_met and part = answer: ahead := met_at_once
    if not opening and (part = answer or peek_always):
      go peek
    else: go dealing
```
::::
"""

SAYS = "\n::::{theorem} NAM-T1\n:lt: Teorema\n:en: Theorem\n:::{lt}\nTaip.\n:::\n:::{en}\nYes.\n:::\n```{claim}\n"
"""The head of a theorem of the variant, up to what it says."""


def test_a_variant_of_kiksas() -> None:
    parent, g = load("kiksas", proofs=False), from_text(HOME)

    assert g.parent == "kiksas"
    assert g.titles == ("Kiksas namie", "Kiksas at home")
    assert set(parent.options) - set(g.options) == {"overtrump"}
    assert list(g.phases) == list(parent.phases)
    assert list(g.definitions) == list(parent.definitions)
    assert g.phases["next_deal"].at.clauses == ("NAM-1",)
    changed = {n for n in g.definitions if g.definitions[n] != parent.definitions[n]}
    assert changed == {"overtrump_due"}
    assert [n for n in g.phases if g.phases[n] != parent.phases[n]] == ["next_deal"]


def test_a_variant_in_a_file_is_read_with_the_proofs_of_its_parent(tmp_path: Path) -> None:
    file = tmp_path / "namie.md"
    file.write_text(HOME, "utf-8")

    # What speaks of the option that is dropped is set aside.
    assert load(file).claims.keys() == load("kiksas").claims.keys() - {"trumps_are_free", "beaten_if_agreed"}
    assert not load(file, proofs=False).claims.keys() - load("kiksas", proofs=False).claims.keys()


def test_a_variant_changes_actions_one_by_one() -> None:
    changed = HOME.replace(
        "drop option overtrump\n", "drop option overtrump\ndrop act low\nphase offers by speaker!\n  act wait\n    stay\n"
    )
    g = from_text(changed + "\n::::{words}\n| wait | laukti | wait |\n::::\n")

    assert [a.name for a in g.phases["offers"].actions] == ["pass", "own_trump", "high", "wait"]


def test_a_variant_drops_statements_among_statements_and_rules_among_rules() -> None:
    text = HOME + SAYS + "%s\nfact mine: yes\n```\n::::\n"
    dropped = load("kiksas").claims.keys() - from_text(text % "drop claim pack_is_worth_128").claims.keys()

    assert "pack_is_worth_128" in dropped
    for change in ("drop def enough", "drop option zero_met", "replace def enough: 1..12 = 8"):
        with pytest.raises(SpecError, match=r"is a rule, and is changed in a \{claim\} block"):
            from_text(text % change)


def test_a_statement_called_as_one_that_was_set_aside_says_replace(tmp_path: Path) -> None:
    """Otherwise it would be set aside with its namesake, and nobody would notice."""
    text = HOME + SAYS + "%stheorem beaten_if_agreed in play: yes\n```\n::::\n"

    file = tmp_path / "namie.md"

    file.write_text(text % "", "utf-8")
    with pytest.raises(SpecError, match="the parent makes a statement “beaten_if_agreed” as well, which has no meaning here"):
        load(file)
    file.write_text(text % "replace ", "utf-8")
    assert "beaten_if_agreed" in load(file).claims


def test_a_definition_called_as_a_statement_that_was_set_aside_is_itself(tmp_path: Path) -> None:
    """Statements and definitions do not share their names, so that a statement which needs it still counts."""
    file = tmp_path / "namie.md"
    file.write_text(
        HOME + SAYS + "def beaten_if_agreed: bool = yes\ntheorem mine in play: beaten_if_agreed\n```\n::::\n", "utf-8"
    )

    found = load(file)
    assert "mine" in found.claims
    assert {"beaten_if_agreed", "trumps_are_free"} == found.aside.keys()


CHAIN = "def gains: 0..99 = kept\ndef kept: 0..99 = lost + lost\n"
"""Whatever uses the first is read before the second turns out to have no meaning."""


@pytest.mark.parametrize("own", ["fact mine: gains >= 0", "def twice: 0..99 = gains"])
def test_what_a_variant_says_is_never_set_aside(own: str) -> None:
    """Its parent's definition has lost its meaning only by another that comes after it."""
    parent = document.read_document("parent.md", MINI.replace("fact nine_is_most", CHAIN + "fact nine_is_most"))
    text = HOME.split("::::{clause}")[0] + SAYS + own + "\n```\n::::\n"
    home = document.read_document("home.md", text.replace("variant-of: kiksas", "variant-of: mini"))

    with pytest.raises(SpecError) as error:
        build.build([parent, home], next(iter(home.of("game"))), above=[parent])
    assert str(error.value) == (
        "home.md:26 (NAM-T1): “gains” is a definition of the parent that has no meaning here: “lost” is not known here\n"
        "    say replace def for it, or do without it"
    )


# -- loading -------------------------------------------------------------------------------------------------------------


def test_a_text_without_a_game() -> None:
    with pytest.raises(SpecError, match=r"has no \{game\} block"):
        from_text("# Nothing\n")
    with pytest.raises(SpecError, match="did you mean kiksas"):
        load("kikas")


def test_the_same_text_is_read_once() -> None:
    assert document.read_document("a.md", MINI) is document.read_document("a.md", MINI)


def test_places_of_names() -> None:
    g = from_text(MINI, "mini.md")

    assert g.places["task"] == Place("mini.md", 41, ("MIN-1",))
    assert g.places["take"] == g.places["task"]


def test_a_retired_clause_stays_as_a_tombstone() -> None:
    tomb = "\n::::{clause} MIN-9\n:lt: Išimta\n:en: Gone\n:retired: 1.1\n:::{lt}\nNebėra.\n:::\n:::{en}\nGone since 1.1.\n:::\n::::\n"

    assert from_text(MINI + tomb).name == "mini"


def test_values_and_words() -> None:
    g = game("type task = take | avoid")

    assert g.values(BOOL) == (False, True)
    assert g.values(Maybe(Enum("task"))) == (None, 0, 1)
    for t in (CARDS, Num(0, None)):
        with pytest.raises(ValueError, match="no list of values"):
            g.values(t)
    assert [g.word(Maybe(Enum("task")), v) for v in (None, 0, 1)] == ["none", "take", "avoid"]
    assert [g.word(BOOL, v) for v in (True, False)] == ["yes", "no"]
    assert g.word(Num(0, 9), 7) == "7"
    with pytest.raises(ValueError, match="no single word"):
        g.word(CARDS, 3)


def test_names_can_be_renamed_in_a_tree() -> None:
    body = game("def d(s: seat): bool = s = A and (some t in seat: t = s)").definitions["d"].body
    renamed = rewrite.rename(body, {"s": "x", "t": "y"})

    assert {n.name for n in walk(renamed) if isinstance(n, Var)} == {"x", "t"}
    assert rewrite.rename(renamed, {"x": "s"}) == body
    assert rewrite.rename(body, {"z": "x"}) is body or rewrite.rename(body, {"z": "x"}) == body


def test_a_leader_who_is_always_known() -> None:
    g = game("state match\n  leader: seat = A")

    assert isinstance(g.definitions["led"].body, nodes.Cards)


def test_loading_in_threads() -> None:
    texts = [MINI.replace("{game} mini", f"{{game}} mini{n}").replace("# Mini", f"# Mini {n}" + "\n" * n) for n in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert [g.name for g in pool.map(from_text, texts)] == [f"mini{n}" for n in range(8)]


# -- a game without a text -----------------------------------------------------------------------------------------------


def test_a_game_from_nodes() -> None:
    """Two seats take turns in counting to three: everything that a text would say, said in Python."""
    turn = Cell("turn", (), SEAT)
    count = Cell("count", (), Num(0, 3))
    everybody = Sight("v", (), nodes.YES)
    here = Place("", 0)
    one_more = Arith("+", count, Const(1, Num(1, 1)), Num(1, 4))
    done = Compare("=", count, Const(2, Num(2, 2)))
    body = (
        Assign("count", (), nodes.Fit(one_more, Num(0, 3))),
        Assign("turn", (), nodes.Lookup("left", turn, SEAT)),
        nodes.When(((done, (Go("over"),)),)),
    )
    g = Game(
        name="counting",
        titles=("Skaičiavimas", "Counting"),
        version="1.0",
        documents=(),
        enums={"seat": ("A", "B"), "phase": ("play", "over"), "card": (), "face": ()},
        maps={},
        options={},
        zones={"stock": Zone("stock", (), "set", everybody, here)},
        variables={
            "turn": Variable("turn", "match", (), SEAT, Const(0, SEAT), everybody, here),
            "count": Variable("count", "match", (), Num(0, 3), Const(0, Num(0, 0)), everybody, here),
        },
        definitions={"nearly": Definition("nearly", (("s", SEAT),), BOOL, Compare("=", Var("s", SEAT), turn), here)},
        tables={},
        duties={},
        rounds={},
        phases={
            "play": Phase("play", "by", turn, (Action("count_on", (), None, (), body, here),), (), here),
            "over": Phase("over", "end", None, (), (), here),
        },
        claims={},
        start="play",
        pack="stock",
        words={},
    )

    assert checks.check(g) == []
    assert g.values(Num(0, 3)) == (0, 1, 2, 3)
    assert g.word(SEAT, 1) == "B"
