"""Matches made plainer: what is shown is still what was asked for, played by the rules, and nothing plainer was passed over at hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kirtis.language import load
from kirtis.language.game import Claim, Game
from kirtis.play import record as records
from kirtis.play.chance import Outcome, served
from kirtis.play.evaluate import Evaluator
from kirtis.play.plainer import Led, Loose, Match
from kirtis.prove.search import condition
from kirtis.prove.watched import Watched, look

PACK = ("ace", "ten", "king", "queen")


def made_plain(game: Game, name: str, matches: int = 60) -> tuple[Watched, records.Record, Led, int]:
    """An example looked for and made plainer: by what, its record, where it leads, and how many steps it took before."""
    wanted = condition(game, game.claims[name])
    (one,) = look(game, [wanted], matches)
    found = one.by.plainest(one.seed, wanted)
    assert found is not None
    plainer, led = found
    record = plainer.record(led)
    assert record is not None
    return one.by, record, led, one.step


@pytest.mark.parametrize(
    ("game", "name", "most"),
    [("kiksas", "four_alone", 4), ("ozka", "sixty_each", 25), ("karavas", "refusable", 0), ("astuonkojis", "joker_leg", 8)],
)
def test_a_plainer_match_leads_to_the_same_and_takes_little(game: str, name: str, most: int) -> None:
    """By the interpreter, from its record; a fifth deal or a hundredth card is not needed."""
    rules = load(game)
    by, record, led, before = made_plain(rules, name)

    assert len(led.match.actions) <= most < before
    assert records.parse([line.encode() for line in records.lines(record)]) == record
    records.final(record, by.ready)  # every line is by the rules
    claim: Claim = rules.claims[name]
    position = by.layout.unpack(led.moment.numbers)
    holds = Evaluator(rules, by.ready.option_values, position).truth
    assert holds(claim.body, {})
    assert claim.given is None or holds(claim.given, {})


def test_no_single_plainer_choice_was_left() -> None:
    """Put any one action off for the first that may be done, and the match leads there no more, or is no plainer."""
    rules = load("kiksas")
    wanted = condition(rules, rules.claims["four_and_five"])
    (one,) = look(rules, [wanted], 60)
    found = one.by.plainest(one.seed, wanted)
    assert found is not None
    plainer, led = found
    for n in range(len(led.match.actions)):
        actions = (*led.match.actions[:n], None, *led.match.actions[n + 1 :])
        again = plainer.led(replace(led.match, actions=actions))
        assert again is None or again.plain >= led.plain


def test_a_match_that_does_not_lead_there_is_none() -> None:
    """Nothing is made up."""
    rules = load("kiksas")
    wanted = condition(rules, rules.claims["four_and_five"])
    (one,) = look(rules, [wanted], 60)
    found = one.by.plainest(one.seed, wanted)
    assert found is not None
    assert found[0].plainest(Match((), ())) is None


def test_chance_that_fits_is_kept_and_other_chance_is_plain() -> None:
    """Of the wrong kind, out of range, too many, or not in the pack."""
    counts = {"hand[A]": 1, "hand[B]": 2}
    kept = {"hand[A]": ("king",), "hand[B]": ("ace", "ten")}
    plain = {"hand[A]": ("ace",), "hand[B]": ("ten", "king")}
    assert Loose([kept]).deal(PACK, counts) == kept
    assert served(PACK, counts) == plain
    others: list[Outcome] = ["king", {"hand[A]": ("king",)}, {"hand[A]": ("joker",), "hand[B]": ("ace", "ten")}]
    for other in others:
        assert Loose([other]).deal(PACK, counts) == plain
    assert Loose([]).deal(PACK, counts) == plain
    assert Loose([kept]).draw(PACK) == "ace"
    chance = Loose(["queen", "nine"])
    assert (chance.draw(PACK), chance.draw(PACK), chance.draw(PACK)) == ("queen", "ace", "ace")
    assert chance.moved == PACK.index("queen")
