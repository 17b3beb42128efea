"""The parts of the book that need no Sphinx: cards, results, formal text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import furo  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kirtis import files
from kirtis.language.document import Block, read_document
from kirtis.language.words import COMMON
from kirtis.rulebook import formal, frame
from kirtis.rulebook.cards import Card, read_card
from kirtis.rulebook.results import Tally, read_changes, read_reached, read_results
from kirtis.rulebook.shelf import Shelf
from kirtis.rulebook.stock import read_shelf
from kirtis.states import STATES

SUITS = [name.removeprefix("of ") for name in COMMON if name.startswith("of ")]
RANKS = [
    name.removeprefix("sign of ")
    for name in COMMON
    if name.startswith("sign of ") and name.removeprefix("sign of ") not in (*SUITS, "joker")
]
BLOCKS = [b for p in (*files.spec_files(), *files.proof_files()) for u in read_document(p).units for b in u.blocks]


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return read_shelf(files.spec_files(), files.proof_files(), Path("there is none"))


@given(st.sampled_from(SUITS), st.sampled_from(RANKS))
def test_a_card_is_read_back_from_its_lithuanian_sign(suit: str, rank: str) -> None:
    card = Card(suit, rank)

    assert read_card(card.sign("lt")) == card


@pytest.mark.parametrize("text", ["", "♣", "D", "♣Q", "D♣", "♣D D", "♣1"])
def test_what_is_no_card_is_refused_with_a_way_out(text: str) -> None:
    with pytest.raises(ValueError, match="as in ♣D"):
        read_card(text)


@given(st.dictionaries(st.sampled_from(list(STATES)), st.integers(0, 5)))
def test_a_tally_is_called_after_its_worst_result(counts: dict[str, int]) -> None:
    state = Tally(counts).state
    order = list(STATES)

    assert all(order.index(s) >= order.index(state) for s, n in counts.items() if n)
    assert counts.get(state) or not any(counts.values())


def test_no_file_of_results_is_no_result(tmp_path: Path) -> None:
    results = read_results(tmp_path / "status.json")

    assert not results.there
    assert results.of_claim("kiksas", "goals") == "not run"
    assert results.of_clause("kiksas", "KIK-1").state == "not run"


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{",
        '{"counts": {}, "noticed": {}, "mutants": [{}]}',
        '{"kiksas": {}}',
        '{"kiksas": {"clause": {"KIK-1": {"sure": 1}}, "theorem": {}}}',
    ],
)
def test_a_file_of_anything_else_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "status.json"
    file.write_text(text)

    with pytest.raises(ValueError, match=r"not a status file|is no result"):
        read_results(file)


def test_what_proofs_rest_on_counts_for_the_same_rules_only(tmp_path: Path) -> None:
    status = {"fingerprint": "two three", "clause": {}, "theorem": {"goals": "proved"}}
    (tmp_path / "status.json").write_text(json.dumps({"kiksas": status, "ozka": status}))
    rests = {"claims": {"goals": {"clauses": ["KIK-3", "KIK-9"], "facts": []}}, "idle": ["KIK-1"], "open": ["goals in over"]}
    kept = {"kiksas": {**rests, "fingerprint": "two"}, "ozka": {**rests, "fingerprint": "one"}}
    (tmp_path / "rests.json").write_text(json.dumps(kept))

    results = read_results(tmp_path / "status.json")

    assert results.needed_by("kiksas", ["goals"]) == ("KIK-3", "KIK-9")
    assert results.idle == {"kiksas": ("KIK-1",)}
    assert results.left == {"kiksas": 1}
    assert results.needed_by("ozka", ["goals"]) == ()


def test_what_the_program_makes_of_every_game_is_counted_over_all_of_them(tmp_path: Path) -> None:
    file = tmp_path / "status.json"
    game: dict[str, object] = {"clause": {}, "theorem": {}}
    file.write_text(
        json.dumps(
            {
                "a": {**game, "kind": {"place": {"proved": 2}, "row": {"proved": 1}}},
                "b": {**game, "kind": {"place": {"proved": 3, "unknown": 1}}},
                "c": game,
            }
        )
    )

    results = read_results(file)

    assert (results.of_kinds(["place"]).state, results.of_kinds(["place"]).counts) == ("unknown", {"proved": 5, "unknown": 1})
    assert results.of_kinds(["row", "row"]).counts == {"proved": 1}
    assert results.of_kinds(["rwo"]).state == "not run"


def test_every_theorem_of_every_game_is_proved_or_says_why_it_need_not_be() -> None:
    shelf = read_shelf(files.spec_files(), files.proof_files(), files.proofs_folder() / "status.json")
    states = {e.unit.id: tally and tally.state for e in shelf.of("theorem", game="common") for tally in [shelf.state(e)]}

    assert {id_ for id_, state in states.items() if state is None} == {"COM-T11"}
    assert {state for id_, state in states.items() if id_ != "COM-T11"} == {"proved"}
    assert len(states) == 15


def test_a_list_of_changes_tells_who_noticed(tmp_path: Path) -> None:
    file = tmp_path / "kiksas.json"
    outcomes = {
        "KIK-1 a": "killed", "KIK-1 b": "survived", "KIK-1 c": "equivalent", "KIK-1 d": "no game",
        "KIK-10 a": "weaker", "KIK-10 b": "shown", "KIK-2 a": "equivalent", "KIK-3 a": "open",
    }  # fmt: skip
    counts = {"killed": 1, "weaker": 1, "shown": 1, "survived": 1, "open": 1, "equivalent": 2, "no game": 1}
    mutants = [{"id": name, "outcome": outcome} for name, outcome in outcomes.items()]
    file.write_text(json.dumps({"counts": counts, "noticed": {"statement": 1, "check": 1, "match": 1}, "mutants": mutants}))

    found = read_changes(file)

    assert found is not None
    assert [found.counts[one] for one in ("all", "statement", "check", "match", "left")] == [8, 1, 1, 1, 2]
    assert found.counts["unjudged"] == 0
    assert found.clauses == {"KIK-1": (1, 2), "KIK-10": (2, 2), "KIK-3": (0, 1)}
    file.write_text(
        json.dumps({"counts": counts, "of": 30, "noticed": {"statement": 1, "check": 1, "match": 1}, "mutants": mutants})
    )
    assert (found := read_changes(file)) is not None
    assert (found.counts["all"], found.counts["unjudged"]) == (30, 22)
    assert read_changes(tmp_path / "none.json") is None


@pytest.mark.parametrize("text", ["[]", "{", '{"counts": {}, "mutants": []}', '{"counts": [], "noticed": {}, "mutants": []}'])
def test_a_list_of_changes_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "kiksas.json"
    file.write_text(text)

    with pytest.raises(ValueError, match="not a list of changes"):
        read_changes(file)


def test_a_file_of_kept_matches_tells_how_much_comes_about(tmp_path: Path) -> None:
    file = tmp_path / "kiksas.json"
    of = '{"matches": [{}], "met": {"a": [0, 1], "b": [0, 2]}, "never": ["c"], "unmet": {"d": ["reta", "rare"]}}'
    file.write_text(f'{{"rules": "1", "players": {{"4": {of}}}}}')

    found = read_reached(file, "1")[4]

    assert (found.all, found.met, found.matches, found.never, found.unmet) == (4, 2, 1, 1, {"d": ("reta", "rare")})
    assert read_reached(file, "2") == {}
    assert read_reached(tmp_path / "none.json", "1") == {}


@pytest.mark.parametrize("text", ["[]", "{", '{"rules": "1"}', '{"rules": "1", "players": {"4": {"met": []}}}'])
def test_a_file_of_kept_matches_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "kiksas.json"
    file.write_text(text)

    with pytest.raises(ValueError, match="not a file of kept matches"):
        read_reached(file, "1")


@pytest.mark.parametrize("block", BLOCKS, ids=lambda b: f"{Path(b.at.file).parent.name}/{Path(b.at.file).stem}:{b.at.line}")
def test_no_sign_of_a_formal_block_is_lost_or_made_up(block: Block) -> None:
    shown: list[formal.Piece] = []
    for part in formal.parts(block):
        if isinstance(part, formal.Grid):
            shown += [p for cell in (part.caption, *part.inputs, *part.outputs) for p in cell]
            shown += [p for row, tag in part.rows for cell in (*row, tag) for p in cell]
        else:
            shown += part
    bars = {"|", "||"} if any(isinstance(p, formal.Grid) for p in formal.parts(block)) else set()

    printed = sorted((p.start, p.text) for p in shown if p.kind not in ("gap", "end") and p.text not in bars)
    written = [
        (m.start(), m[0]) for m in formal._SCAN.finditer(block.text) if m.lastgroup not in ("gap", "end") and m[0] not in bars
    ]
    assert printed == written


def test_every_rulebook_is_read_without_a_fault(shelf: Shelf) -> None:
    assert shelf.faults == []


def test_whatever_the_rules_declare_can_be_found_by_its_name(shelf: Shelf) -> None:
    for name, game in shelf.games.items():
        known = [*game.options, *game.zones, *game.variables, *game.definitions, *game.tables, *game.duties, *game.phases]
        known += [value for enum, values in game.enums.items() if enum not in ("card", "face") for value in values]
        known += [one for one in game.maps if " " not in one]

        assert [n for n in known if shelf.name(name, n) is None] == []


def test_a_name_is_found_in_the_clause_that_declares_it(shelf: Shelf) -> None:
    found = {
        n: a.unit for n in ("left", "partner", "queen", "led", "legal", "overtrump", "play") if (a := shelf.name("kiksas", n))
    }

    assert found == {
        "left": "KIK-1", "partner": "KIK-1", "queen": "KIK-2", "led": "KIK-6", "legal": "KIK-5", "overtrump": "KI-3", "play": "KIK-5",
    }  # fmt: skip


def test_what_the_frame_replaces_is_what_the_theme_and_the_catalogue_say() -> None:
    theme = "".join(p.read_text("utf-8") for p in Path(furo.__file__).parent.rglob("*.html"))
    catalogue = (Path(__file__).parents[1] / "docs" / "locales" / "lt" / "LC_MESSAGES" / "sphinx.po").read_text("utf-8")
    said = {
        *re.findall(r'(?:aria-label="|<title>)([^"<{]+)', theme),
        *(t.strip() for t in re.findall(r'msgstr "(.+)"', catalogue)),
    }

    assert {*frame.TEXTS, *frame.LABELS} - said == set()


def test_a_frame_speaks_both_languages_and_leaves_the_article_alone() -> None:
    page = '<title>Kiksas - Kirtis</title><a> Toliau </a><i title="Menu"></i><article role="main"><a>Toliau</a> - </article>'
    told = frame.in_both(page)

    assert told.startswith("<title>Kiksas – Kirtis</title>")
    assert (
        ' <span class="k-lt" lang="lt">Toliau</span><span class="k-both"> / </span><span class="k-en" lang="en">Next</span> '
        in told
    )
    assert '<i title="Meniu / Menu">' in told
    assert told.endswith('<article role="main"><a>Toliau</a> - </article>')


@pytest.mark.parametrize(
    ("base", "root"), [("", "/"), ("https://cards.example/", "/"), ("https://cards.example/kirtis", "/kirtis/")]
)
def test_links_can_begin_at_the_root_of_a_site(base: str, root: str) -> None:
    page = '<html data-content_root="./"><a href="a/b.html#c"></a><a href="#d"></a><a href="https://x.example/"></a><script src="s.js"></script>'

    assert frame.from_root(page, base) == (
        f'<html data-content_root="{root}"><a href="{root}a/b.html#c"></a><a href="#d"></a><a href="https://x.example/"></a>'
        f'<script src="{root}s.js"></script>'
    )
