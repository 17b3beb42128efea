"""House rules: a short form, what they change, and what becomes of the parent's statements."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import kirtis
from kirtis import files
from kirtis.cli import main
from kirtis.cli.faults import told
from kirtis.cli.variant import Variant
from kirtis.language import load
from kirtis.language.changes import changes
from kirtis.language.errors import SpecError
from kirtis.language.load import from_text
from kirtis.play.record import schema
from kirtis.prove.report import Report
from kirtis.prove.variant import inherited
from prove.small import TEXT

RULES = Path(__file__).resolve().parents[1] / "docs" / "guides" / "house-rules"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own; the small game is among the games that there are."""
    parent = tmp_path / "small.md"
    parent.write_text(TEXT, "utf-8")
    monkeypatch.setattr(files, "spec_files", lambda: [parent])
    monkeypatch.setenv("KIRTIS_LEDGER", str(tmp_path / "ledger"))
    return tmp_path


def run(home: Path, rules: str, *words: str) -> Result:
    path = home / "mine.md"
    path.write_text(rules, "utf-8")
    return CliRunner().invoke(main, ["check", str(path), "--jobs", "1", *words])


def short(rule: str, head: str = ":variant-of: small\n") -> str:
    return f"{head}\n```{{rule}}\n{rule}\n```\n"


# -- the short form ----------------------------------------------------------------------------------------------------------


def test_four_lines_are_a_house_rule() -> None:
    """Name, titles, version, ids and texts have defaults; an option that nothing needs any more goes by itself."""
    game = from_text(short("replace def last_trick(x: side): 0..10 = 0", ":variant-of: kiksas\n"), "mano.md")

    assert (game.name, game.titles, game.version, game.parent) == ("mano", ("mano", "mano"), "1", "kiksas")
    assert game.definitions["last_trick"].at.clauses == ("NT-1",)
    assert "overtrump" in game.options
    less = from_text(short("replace def overtrump_due: bool = led != none", ":variant-of: kiksas\n"))
    assert "overtrump" not in less.options


def test_what_is_said_is_kept() -> None:
    """A heading in both languages, prose before each block, several blocks, words of one's own, whole clauses among them."""
    text = (
        "# Namuose / At home\n\n:variant-of: small\n:version: 3\n\n## Viena / One\n\nŽodis.\n\n```{rule}\nreplace def loud_cost: 1..2 = 2\n```\n\n"
        ":::{lt}\nAntras.\n:::\n:::{en}\nSecond.\n:::\n\n```{rule}\ndef other_cost: 1..2 = 2\n```\n\n"
        "::::{clause} MAN-1\n:lt: Mano\n:en: Mine\n:::{lt}\nMano.\n:::\n:::{en}\nMine.\n:::\n```{rule}\ndef mine: bool = yes\n```\n::::\n"
    )
    from kirtis.language.house import read_rules

    document = read_rules("namai.md", text)

    heading, one, two, mine = document.units
    assert (heading.id, heading.titles, heading.fields["version"]) == ("namai", ("Namuose", "At home"), "3")
    assert (one.id, one.titles, one.texts) == ("NT-1", ("Viena", "One"), ("Žodis.", "Žodis."))
    assert (two.id, two.texts) == ("NT-2", ("Antras.", "Second."))
    assert (mine.id, mine.blocks[0].at.line) == ("MAN-1", text.split("\n").index("def mine: bool = yes") + 1)
    assert one.blocks[0].at.line == text.split("\n").index("replace def loud_cost: 1..2 = 2") + 1


@pytest.mark.parametrize(
    ("file", "name"),
    [("Iki šešių.md", "iki-sesiu"), ("2-taškai.md", "namai-2-taskai"), ("my.rules.md", "my-rules"), (f"{'x' * 90}.md", "x" * 60)],
)
def test_a_file_of_any_name_can_be_played_and_recorded(file: str, name: str) -> None:
    """The game has a name that a record can hold."""
    from kirtis.language.house import read_rules

    heading = read_rules(file, ":variant-of: small\n\n```{rule}\nreplace def loud_cost: 1..2 = 2\n```\n").units[0]

    assert heading.id == name
    assert re.fullmatch(schema()["$defs"]["name"]["pattern"], heading.id)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (":variant-of: kiksas\n", "the file changes nothing"),
        (":variant-of: kiskas\n\n```{rule}\ndef d: bool = yes\n```\n", "did you mean kiksas?"),
        (":variant-of: kiksas\n:versoin: 2\n\n```{rule}\ndef d: bool = yes\n```\n", "did you mean version?"),
        (":variant-of:\n\n```{rule}\ndef d: bool = yes\n```\n", "the field “variant-of” is empty"),
        (":variant-of: kiksas\n\n```{rule}\nreplace def last_trik(x: side): 0..10 = 0\n```\n", "did you mean last_trick?"),
        (":variant-of: kiksas\n\n```{rule}\nreplace def last_trick(x: side): 0..10 = zero\n```\n", "h.md:4 (NT-1)"),
    ],
)
def test_errors_say_where_and_what_to_do(text: str, said: str) -> None:
    """With the line of the file as it was written."""
    with pytest.raises(SpecError) as error:
        from_text(text, "h.md")

    assert said in str(error.value)


# -- what it changes, and what becomes of the rest ---------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "told"), [("lt", "pakeista: kaladė ("), ("en", "replaced: deck (")])
def test_what_a_game_has_one_of_is_named_once(lang: str, told: str) -> None:
    pack = "deck\n  suits clubs spades hearts diamonds\n  ranks ace ten king queen jack nine eight\n"
    game = from_text(short("replace " + pack, ":variant-of: sesiasdesimt-sesi\n"), "pack.md")
    report = Report(game.name, "1", "", [], 0)
    said = Variant(game, inherited(game, report), lang).changed()
    assert [line for line in said if told in line]


def test_changes_by_clause(home: Path) -> None:
    """Declarations replaced, added, removed, each with the clause of either game; one written anew as it was is told apart."""
    rule = "replace def loud_cost: 1..2 = 1\ndrop option dear\nreplace def done: 0..4 = tricks[lone] + tricks[pair]\ndef more: bool = yes\ndrop claim pack_is_worth"
    (home / "mine.md").write_text(short(rule), "utf-8")

    made = {(c.kind, c.name): c.how for c in changes(load(home / "mine.md")).made}

    assert made == {
        ("def", "loud_cost"): "replaced",
        ("option", "dear"): "removed",
        ("def", "done"): "same",
        ("def", "more"): "added",
        ("claim", "pack_is_worth"): "removed",
    }


def test_all_still_holds(home: Path) -> None:
    """Exit code 0, said in both languages."""
    result = run(home, short("replace def loud_cost: 1..2 = 1"), "--lang", "lt")

    assert result.exit_code == 0, result.output
    assert "NT-1  pakeista: apibrėžtis loud_cost (SML-1)" in result.output
    assert "–  nebėra: pasirinkimas dear (SML-1)" in result.output
    assert "tebegalioja visi" in result.output


@pytest.mark.slow
def test_one_theorem_fails_and_the_rest_stands(home: Path) -> None:
    """A broken invariant does not take with it what does not need it; the deal is shown."""
    result = run(home, short("replace def points(x: side): 0..42 = 3 + (sum worth(c) for c in taken[x])"), "--lang", "en")

    assert result.exit_code == 1
    assert "2 no longer hold: shared (SML-1), goals (SML-1)" in result.output
    assert "rest on what no longer holds" not in result.output
    assert "♣" in result.output
    assert result.output.count("refuted goals") == 1


@pytest.mark.slow
def test_what_speaks_of_a_name_that_is_gone(home: Path) -> None:
    """It no longer applies, and the report says which name is gone; nothing has to be dropped by hand."""
    rule = "drop def not_bold\nreplace def loud_cost: 1..2 = 2"
    path_said = run(home, short(rule), "--lang", "en", "--json")

    told = json.loads(path_said.stdout)[0]["variant"]

    assert told["lost"] == {"dares": "not_bold"}
    assert "dares" not in told["hold"]
    assert run(home, short(rule), "--lang", "lt").output.count("dares: „not_bold“ nebėra (SML-1)") == 1


def test_a_statement_without_meaning_is_set_aside(home: Path) -> None:
    """What can never be true in the variant would be a slip in rules; of what is inherited it is told why."""
    rows = "| ace | - || 4 |\n  | king | - || 3 |\n  | queen | yes || 4 |\n  | queen | no || 2 |\n  | jack | - || 1 |"
    rule = f"replace table worth(c: card)\n  | c.rank | c.suit = trump || worth: 0..4 |\n  {rows}"
    (home / "mine.md").write_text(short(rule), "utf-8")

    game = load(home / "mine.md")

    assert list(game.aside) == ["worth_a_queen"]
    assert "can never be" in game.aside["worth_a_queen"].what


# -- variants of variants ----------------------------------------------------------------------------------------------------

SECOND = """::::{game} second
:lt: Antras mažylis
:en: Second
:version: 1.0
:variant-of: small
:::{lt}
Mažylis, kuriame nėra not_bold.
:::
:::{en}
Small without not_bold.
:::
::::

::::{clause} SEC-1
:lt: Kitaip
:en: Otherwise
:::{lt}
Kitaip.
:::
:::{en}
Otherwise.
:::
```{rule}
drop def not_bold
def second_cost: 1..3 = loud_cost
```
```{claim}
theorem cheap in play: second_cost <= 2
```
::::
"""


@pytest.fixture
def line(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two games: the small one, and a variant of it, in which one statement of the small one has no meaning."""
    (home / "second.md").write_text(SECOND, "utf-8")
    monkeypatch.setattr(files, "spec_files", lambda: [home / "small.md", home / "second.md"])
    return home


def test_a_variant_of_a_variant(line: Path) -> None:
    """It varies its parent: that one's own changes, and what had no meaning there already, are not told again."""
    rule = short("replace def loud_cost: 1..2 = 1\nreplace def second_cost: 1..3 = 2", ":variant-of: second\n")

    result = run(line, rule, "--lang", "en")

    assert result.exit_code == 0, result.output
    assert "What differs from Second:\n  NT-1  replaced: definition loud_cost (SML-1)" in result.output
    assert "  NT-1  replaced: definition second_cost (SEC-1)\n  –  removed: option dear (SML-1)\n" in result.output
    assert "not_bold" not in result.output
    assert re.search(r"What the rules of Second promise:\n  all \d+ still hold", result.output)
    told = json.loads(run(line, rule, "--json").stdout)[0]["variant"]
    assert ("cheap" in told["hold"], "shared" in told["hold"], told["lost"]) == (True, True, {})


def test_what_the_parent_has_lost_itself_and_what_is_lost_anew(line: Path) -> None:
    """Only the second is told."""
    (line / "mine.md").write_text(short("drop def second_cost", ":variant-of: second\n"), "utf-8")

    game = load(line / "mine.md")

    assert set(game.aside) == {"dares", "cheap"}
    assert [(one.claim, one.gone) for one in inherited(game, Report(game.name, "1", "", [], 0)).lost] == [
        ("cheap", "second_cost")
    ]


def test_parents_that_go_round_in_a_circle_and_too_many_of_them(line: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is one error, in the file that does it."""
    (line / "mine.md").write_text(short("def d: bool = yes", ":variant-of: second\n"), "utf-8")
    (line / "small.md").write_text(TEXT.replace(":ids: SML", ":ids: SML\n:variant-of: second"), "utf-8")

    with pytest.raises(SpecError) as circle:
        load(line / "mine.md")
    chain = [line / f"g{n}.md" for n in range(12)]
    for n, path in enumerate(chain):
        path.write_text(SECOND.replace("{game} second", f"{{game}} g{n}").replace("-of: small", f"-of: g{n + 1}"), "utf-8")
    monkeypatch.setattr(files, "spec_files", lambda: chain)
    with pytest.raises(SpecError) as long:
        load("g0")

    assert f"{line / 'small.md'}:5: second comes to be a variant of itself\n    name a game that varies none" in str(circle.value)
    assert "išeina, kad second yra savo paties variantas\n    nurodykite žaidimą" in told(circle.value, "lt")
    assert f"{line / 'g8.md'}:1: more than 8 games vary one another\n    vary one of the older games" in str(long.value)
    assert "vienas kitą keičia daugiau kaip 8 žaidimai\n    nurodykite vieną iš ankstesnių" in told(long.value, "lt")


@pytest.mark.parametrize(
    ("rules", "parent", "gone", "without"),
    [
        ("trikiksis-overtrump", "trikiksis", "overtrump", set()),
        ("exchange-not-again", "karavas-mainai", "exchange_in_replay", {"exchange_after_bukas"}),
    ],
)
def test_house_rules_of_games_that_are_variants(rules: str, parent: str, gone: str, without: set[str], tmp_path: Path) -> None:
    """They change only what they say, keep the statements of both parents, and a match by them is recorded and replayed."""
    path, record = RULES / f"{rules}.md", tmp_path / "match.jsonl"
    game, old = load(path), load(parent)

    assert set(old.options) - set(game.options) == {gone}
    assert set(old.claims) - set(game.claims) == without
    assert set(game.claims) <= set(old.claims)
    assert set(game.phases) == set(old.phases)
    assert {c.name for c in changes(game).made if c.how != "same"} <= {gone, *without}
    play = CliRunner().invoke(main, ["play", str(path), "--seat", "A", "--seed", "3", "--record", str(record)], "1\n" * 8 + "q\n")
    again = CliRunner().invoke(main, ["replay", str(record), "--rules", str(path), "--lang", "en"])
    assert (play.exit_code, again.exit_code) == (0, 0), play.output + again.output
    assert "The record follows the rules: " in again.output


def test_two_house_rules_of_one_variant_compared(line: Path) -> None:
    """``diff`` reads the line of parents of both."""
    for name, cost in (("mine", 1), ("yours", 2)):
        (line / f"{name}.md").write_text(short(f"replace def loud_cost: 1..2 = {cost}", ":variant-of: second\n"), "utf-8")

    same = CliRunner().invoke(main, ["diff", str(line / "mine.md"), str(line / "mine.md"), "--lang", "en"])
    other = CliRunner().invoke(main, ["diff", str(line / "mine.md"), str(line / "yours.md"), "--lang", "en"])

    assert (same.exit_code, other.exit_code) == (0, 1), same.output + other.output
    assert "Everything else is the same; proved" in other.output


# -- a longer form than is needed --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("head", ["::::{game} mano\n:variant-of: kiksas\n::::\n", ":variant-of: kiksas\n"])
def test_whoever_writes_the_fences_of_the_book_is_told_that_he_need_not(head: str) -> None:
    """Once, with the first title that is missing; whoever writes a game of his own is not."""
    clause = "::::{clause} MAN-1\n```{rule}\nreplace def last_trick(x: side): 0..10 = 0\n```\n::::\n"
    with pytest.raises(SpecError) as error:
        from_text(head + clause)
    with pytest.raises(SpecError) as game:
        from_text(head.replace(":variant-of: kiksas\n", "") + clause)

    assert error.value.faults[0].way_out.startswith("add a line :lt: with the title; a house rule of your own needs none of this")
    assert str(error.value).count("needs none of this") == 1
    assert (
        told(error.value, "lt").count("savo namų taisyklei viso to nereikia, jei nerašysite eilučių ::::{game} ir ::::{clause}")
        == 1
    )
    assert "needs none of this" not in str(game.value)


# -- the rules of the guide --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(RULES.glob("*.md")), ids=lambda p: p.stem)
def test_the_house_rules_of_the_guide_can_be_played(path: Path) -> None:
    """Without what is proved of the parent, though some change that as well."""
    assert kirtis.load(path).start(seed=1).actions()


@pytest.mark.parametrize("path", sorted(RULES.glob("*.md")), ids=lambda p: p.stem)
def test_the_house_rules_of_the_guide_can_be_read(path: Path) -> None:
    """Each is short, says in both languages what it changes, and changes something."""
    game = load(path)

    text = path.read_text("utf-8")
    assert len(text.splitlines()) < 40
    assert game.titles[0] != game.titles[1]
    assert all(u.texts[0] != u.texts[1] for u in game.documents[-1].of("clause") if any(u.texts))
    assert any(c.now is not None for c in changes(game).made)
