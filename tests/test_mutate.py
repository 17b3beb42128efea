"""Changes of the rules: where they are made, who notices them, and that nothing that matters is held to be no change."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from kirtis import files
from kirtis.cli.mutate import mutate
from kirtis.conform.look import outcomes
from kirtis.conform.search import SMALL as SMALL_EFFORT
from kirtis.conform.search import search
from kirtis.language import SpecError, load
from kirtis.language.load import from_text
from kirtis.language.settle import saying
from kirtis.mutate import listing
from kirtis.mutate.defaults import matters
from kirtis.mutate.edits import KINDS, Edit
from kirtis.mutate.judge import IN_PLAY, OUTCOMES, UNASKED, Judge, Result
from kirtis.mutate.luck import Strong
from kirtis.mutate.places import alone
from kirtis.mutate.same import equivalent
from kirtis.mutate.shown import Unchanged, otherwise
from kirtis.mutate.source import Source
from kirtis.mutate.steps import match
from kirtis.mutate.touch import timeless, touch
from kirtis.mutate.watch import watch
from kirtis.play.chance import Again, Forced
from kirtis.play.game import Game
from kirtis.play.state import State
from kirtis.prove.ledger import Ledger
from prove.small import TEXT

SMALL = Path(__file__).parent / "prove" / "small.md"
LISTED = [path.stem for path in files.spec_files() if listing.path_of(path.stem).is_file()]
OF_A_KIND, SEED = 1, 4


@cache
def judge() -> Judge:
    return Judge(Source(from_text(TEXT, "small.md")))


def edit(of: Judge, id_: str) -> Edit:
    found = [e for e in of.source.edits if e.id == id_]
    assert found, (
        f"no change is called {id_}; near it: {[e.id for e in of.source.edits if e.id.split(':')[0] == id_.split(':')[0]][:20]}"
    )
    return found[0]


def test_every_change_has_an_id_and_a_text_of_its_own() -> None:
    edits = judge().source.edits
    assert len({e.id for e in edits}) == len(edits) > 200
    assert {e.kind for e in edits} == set(KINDS)
    for e in edits:
        assert e.text() != e.block.text
        assert e.id.startswith(f"SML-1 {e.where}: {e.kind}: ")


def refused(e: Edit) -> str:
    try:
        judge().source.changed(e)
    except SpecError as error:
        return str(error)
    return ""


@pytest.mark.slow
def test_every_change_can_be_read() -> None:
    """What is refused is refused as rules; that a change is written wrongly never happens."""
    assert [e.id for e in judge().source.edits if "is not expected" in refused(e)] == []


def test_ids_do_not_depend_on_what_stands_elsewhere() -> None:
    longer = TEXT.replace("order plain ", "# a word aside\n\norder plain ")
    assert [e.id for e in Source(from_text(longer, "small.md")).edits] == [e.id for e in judge().source.edits]


def test_a_line_left_out_keeps_its_tag() -> None:
    source = Source.of("kiksas")
    e = next(e for e in source.edits if e.kind == "row" and "§KIK-22" in e.id)
    assert "KIK-22" in {c for d in source.changed(e).tables.values() for c in d.at.clauses}


KILLED = {
    "SML-1 trumps: order: queen > ace → ace > queen": {"queen_takes", "no_higher_trump"},
    "SML-1 worth: cell: 3 in | king | - || 3 | → 4": {"pack_is_worth"},
    "SML-1 play.dare: guard: needs not_yet: not bold → left out": {"dares"},
    "SML-1 play.put: guard: needs allowed: c in legal(turn!) → left out": {"play.put: cards are where they are taken from"},
    "SML-1 collect: effect: leader := taker → stay": {"taker_leads"},
    "SML-1 next_deal: comparison: marks[x] >= 4 → marks[x] > 4": {"below_four"},
    "SML-1 marks: value: 0 → 1": {"below_four", "four_at_end", "five_most"},
    "SML-1 legal: duty: follow, ruff → ruff, follow": {"follows"},
}


@pytest.mark.parametrize("id_", KILLED)
def test_killed(id_: str) -> None:
    result = judge().judge(edit(judge(), id_))
    assert result.outcome == "killed"
    assert result.by in KILLED[id_] or id_.startswith("SML-1 marks")


def test_no_game() -> None:
    result = judge().judge(edit(judge(), "SML-1 collect: target: go play → go collect"))
    assert result.outcome == "no game"
    assert "round for ever" in result.by


def test_a_change_that_changes_nothing_is_confirmed() -> None:
    """With two suits, whoever is void in the suit led holds only trumps, or none: the duty to trump takes nothing away."""
    result = judge().judge(edit(judge(), "SML-1 legal: duty: ruff: c.suit = trump when led != none → left out"))
    assert (result.outcome, result.by) == ("equivalent", "")
    assert "solver" in result.note


SHOWN = {
    "SML-1 loud_cost: value: 2 → 1": "nothing is said of what a deal costs",
    "SML-1 dear: default: no → yes": "whatever is said holds for every value of an option",
}


@pytest.mark.parametrize("id_", SHOWN, ids=SHOWN.get)
def test_what_no_statement_rests_on_is_shown_by_a_kept_match(id_: str) -> None:
    result = judge().judge(edit(judge(), id_))
    assert result.outcome == "shown"
    assert result.by in {one.name for one in judge().unchanged.steps}
    assert "prover" not in result.note


def test_decisions_at_which_an_option_matters_are_kept() -> None:
    rules = alone(judge().game)
    _, found = search(rules, "options", SMALL_EFFORT)
    decisions = list(matters(rules, [one.decision for one in found]))
    assert len(decisions) == len(rules.options)
    for name, one in zip(rules.options, decisions, strict=True):
        again = Game(rules, {name: "yes"})
        state = State(again, one.state._numbers, Forced(again.engine.layout, Again(outcomes(one))))
        assert state.actions() != one.state.actions() or state.play(one.action)._numbers != one.after._numbers, name


def test_a_kept_step_that_shows_a_change_comes_out_otherwise() -> None:
    new = judge().source.changed(edit(judge(), "SML-1 loud_cost: value: 2 → 1"))
    name = judge().judge(edit(judge(), "SML-1 loud_cost: value: 2 → 1")).by
    n = next(n for n, one in enumerate(judge().unchanged.steps) if one.name == name)
    assert otherwise(judge().unchanged, new, n)
    assert not otherwise(judge().unchanged, judge().game, n)


@pytest.mark.slow
def test_no_change_that_is_seen_in_play_is_held_to_be_none() -> None:
    """The solver never confirms a change that a real match shows."""
    j, seen = judge(), 0
    for e in listing.sampled(j.source.edits, 80, 3):
        try:
            new = j.source.changed(e)
        except SpecError:
            continue
        touched = touch(j.game, new)
        if not touched.bodies and not touched.guards:
            continue
        came = watch(j.unchanged, new, touched)
        if came.noticed is None and came.differs:
            seen += 1
            assert not equivalent(j.game, new, touched, j.facts)[0], e.id
    assert seen > 3


def test_what_is_only_said_at_the_end_is_asked_about() -> None:
    """Nothing in play reads how many heads and lice are outstanding, but a change of them is one."""
    source = Source.of("karavas")
    changed = {
        "KAR-26 net_heads: comparison: heads(x) > heads(other(x)) → heads(x) >= heads(other(x))": True,
        "KAR-26 net_lice: operation: lice[x] - lice[other(x)] → lice[x] + lice[other(x)]": False,
    }
    for id_, nothing in changed.items():
        new = source.changed(next(e for e in source.edits if e.id == id_))
        assert equivalent(source.game, new, touch(source.game, new), [])[0] is nothing, id_


SPARE = TEXT.replace("option dear: bool = no", "option dear: bool = no\noption spare: bool = no").replace(
    "| dear |", "| spare | žodis | word |\n| dear |"
)


@pytest.mark.parametrize(("option", "nothing"), [("spare", True), ("dear", False)])
def test_of_another_default_it_is_asked_whether_it_matters(option: str, nothing: bool) -> None:
    source = Source(from_text(SPARE.replace("    bold := yes", "    bold := spare or not spare"), "small.md"))
    new = source.changed(next(e for e in source.edits if e.where == option and e.kind == "default"))
    assert equivalent(source.game, new, touch(source.game, new), Judge(source).facts)[0] is nothing


def test_an_option_may_matter_only_beside_another_and_only_in_the_end() -> None:
    """Who has lost is no part of a position: it is asked what the rules say of the end."""
    rule = "def loser: side =\n  lone if spare and dear\n  pair otherwise\n\nphase over end"
    rules = alone(from_text(SPARE.replace("phase over end", rule), "small.md"))
    _, found = search(rules, "options", SMALL_EFFORT)
    kept = [one for one in matters(rules, [one.decision for one in found], 2_000, 2_000) if one.after.over]
    assert [set(one.match.options) for one in kept if "spare" not in one.match.options and "dear" in one.match.options]


@pytest.mark.parametrize(("when", "nothing"), [("bold and not bold", True), ("bold", False)])
def test_lines_that_are_never_carried_out_may_be_left_out(when: str, nothing: bool) -> None:
    filled = TEXT.replace("  fill hand[s] to 2", f"  if {when}:\n    fill hand[A] to 1 from stock\n  fill hand[s] to 2")
    source = Source(from_text(filled, "small.md"))
    new = source.changed(next(e for e in source.edits if e.new == "stay" and e.old == "fill hand[A] to 1 from stock"))
    assert equivalent(source.game, new, touch(source.game, new), [])[0] is nothing


def test_what_is_claimed_of_the_end_of_a_match_is_looked_at() -> None:
    rule = "def loser: side =\n  lone if marks[lone] >= 4\n  pair otherwise\n\nphase over end"
    text = TEXT.replace("phase over end", rule).replace(
        "possible bold_win", "theorem loser_has_four in over: marks[loser] >= 4\npossible bold_win"
    )
    source = Source(from_text(text, "small.md"))
    steps = [one for seed in range(6) for one in match(source.game, seed, 400)]
    assert any(one.after.phase == "over" for one in steps)
    new = source.changed(next(e for e in source.edits if e.where == "loser" and e.new == "not (marks[lone] >= 4)"))
    found = watch(Unchanged(source.game, steps), new, touch(source.game, new)).noticed
    assert found is not None
    assert found.by == "loser_has_four"


def test_chance_knows_the_suits_of_a_double_pack() -> None:
    game = load("astuonkojis")
    suits, hand = game.maps["suit"].values, ("hand", (0,))
    pool = tuple(range(len(game.enums["card"])))
    dealt = [Strong(seed, game, 0).deal(pool, {hand: 10})[hand] for seed in range(20)]
    assert any(len({suits[c] for c in cards}) == 1 for cards in dealt)
    assert all(len(set(cards)) == 10 for cards in dealt)
    assert Strong(1, game, 0).deal((), {hand: 0}) == {hand: ()}


def test_no_word_of_a_statement_takes_the_place_of_one_of_the_rules() -> None:
    """What only statements name, no rule can name by mistake."""
    assert "beats_all" in load("kiksas").definitions
    assert [e.id for e in Source.of("kiksas").edits if "beats_all" in e.new] == []


def test_what_reads_nothing_of_a_position_is_known() -> None:
    game = load("ozka")

    found = {c.name for c in game.claims.values() if timeless(game, c.body)}
    assert {"pack_is_worth_120", "twelve_trumps", "one_order"} <= found
    assert not any(game.claims[name].kind in ("invariant", "step") for name in found)


# -- the command -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIRTIS_LEDGER", str(tmp_path))
    made = tmp_path / "list.json"
    call = [str(SMALL), "--only", "order", "--jobs", "1", "--lang", "lt", "--write", str(made)]
    first = CliRunner().invoke(mutate, call)
    assert first.exit_code == 0, first.output
    assert "Kas pastebėjo" in first.output
    listed = listing.read(made)
    assert len(listed) == 6
    assert {r.outcome for r in listed.values()} <= set(OUTCOMES)
    assert len(Ledger(tmp_path / "mutants-small-3.jsonl").entries) == 6
    again = CliRunner().invoke(mutate, [str(SMALL), "--only", "order", "--json", "--lang", "en"])
    assert [one["id"] for one in json.loads(again.stdout)] == list(listed)


def test_nothing_of_that_name() -> None:
    result = CliRunner().invoke(mutate, [str(SMALL), "--only", "SML-9", "--lang", "lt"])
    assert result.exit_code == 2
    assert "SML-9" in result.output


def test_lists_are_read_as_written(tmp_path: Path) -> None:
    game, edits = judge().game, judge().source.edits
    results = [Result(e.id, "survived", "", "a note") for e in edits[:5]]
    path = tmp_path / "small.json"
    path.write_text(listing.written(game, reversed(results), edits), "utf-8")
    assert list(listing.read(path).values()) == results


def test_a_quick_look_does_not_undo_what_the_prover_found(tmp_path: Path) -> None:
    game, edits = judge().game, judge().source.edits
    proved = Result(edits[0].id, "killed", "below_four", "proof")
    quick = [Result(e.id, "open", "", UNASKED) for e in edits[:2]]
    path = tmp_path / "small.json"
    path.write_text(listing.written(game, [proved], edits), "utf-8")
    assert listing.together(game, path, quick, edits) == [proved, quick[1]]
    path.write_text(path.read_text("utf-8").replace('"fingerprint": "', '"fingerprint": "of other rules '), "utf-8")
    assert listing.together(game, path, quick, edits) == quick


def test_what_another_statement_noticed_stays_when_statements_are_added(tmp_path: Path) -> None:
    game, edits = judge().game, judge().source.edits
    fewer = saying(game, [name for name in game.claims if name != "four_at_end"])
    noticed, unnoticed = (
        Result(edits[0].id, "killed", "below_four", "proof"),
        Result(edits[1].id, "survived", "", "nothing was refuted"),
    )
    quick = [Result(e.id, "open", "", UNASKED) for e in edits[:2]]
    path = tmp_path / "small.json"
    path.write_text(listing.written(fewer, [noticed, unnoticed], edits), "utf-8")
    # A statement that is new may notice what none did.
    assert listing.together(game, path, quick, edits) == [noticed, quick[1]]
    # One that is gone may be what others were proved with.
    assert listing.together(saying(fewer, ["below_four"]), path, quick, edits) == quick


def test_a_list_counts_who_noticed(tmp_path: Path) -> None:
    game, edits = judge().game, judge().source.edits
    by = ["four_at_end", "some row fits", "match 1, step 2"]
    outcomes = ["killed", "killed", "shown"]
    results = [Result(e.id, o, b) for e, o, b in zip(edits, outcomes, by, strict=False)]
    head = json.loads(listing.written(game, results, edits))
    assert head["noticed"] == {"statement": 1, "check": 1, "match": 1}
    assert head["of"] == len(edits)
    assert "of" not in json.loads(listing.written(game, [Result(e.id, "shown") for e in edits], edits))
    assert (head["counts"], head["seats"]) == ({"killed": 2, "shown": 1}, 3)


# -- the lists of our games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", LISTED)
def test_the_list_is_that_of_these_rules(game: str) -> None:
    """After a change of rules: kirtis mutate GAME --write proofs/mutants/GAME.json. A list that holds only some says of how many."""
    path = listing.path_of(game)
    listed, ids = listing.read(path), [e.id for e in Source(load(game)).edits]
    assert list(listed) == [id_ for id_ in ids if id_ in listed]
    assert json.loads(path.read_text("utf-8")).get("of", len(listed)) == len(ids)


def quickly_seen(result: Result) -> bool:
    return result.outcome in ("no game", "shown", "equivalent") or result.note == IN_PLAY


@pytest.mark.slow
@pytest.mark.parametrize("game", LISTED)
def test_a_sample_comes_out_as_listed(game: str) -> None:
    """Of every kind of change some, judged anew without proving any statement."""
    j = Judge(Source(load(game)), quick=True)
    listed = listing.read(listing.path_of(game))
    for kind in KINDS:
        mine = [e for e in j.source.edits if e.kind == kind and e.id in listed and quickly_seen(listed[e.id])]
        for e in listing.sampled(mine, OF_A_KIND, SEED):
            now = j.judge(e)
            assert (now.outcome, now.by) == (listed[e.id].outcome, listed[e.id].by), e.id
