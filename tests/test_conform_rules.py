"""Exported rules: whole, valid, the same everywhere, and every kind of node explained on the page."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt

from kirtis import files
from kirtis.cli import main
from kirtis.conform import rules, schema
from kirtis.language import Game, load
from kirtis.language.game import Action, Phase
from kirtis.language.types import BOOL, CARD, CARDS, NOTHING, SEAT, TALLY, Maybe, Num, SetOf, Type

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "rules-json.md"
ZOO = ROOT / "tests" / "prove" / "zoo.md"
GAMES = [(path.stem, n) for path in files.spec_files() for n in load(path.stem, proofs=False).seat_counts or (None,)]

NAMED = pytest.mark.parametrize(("name", "seats"), GAMES, ids=str)


@cache
def exported(name: str, seats: int | None) -> tuple[Game, dict[str, Any]]:
    game = load(name, seats=seats, proofs=False)
    return game, json.loads(rules.as_text(game))


def parts(value: Any) -> list[dict[str, Any]]:
    """Every object within a value."""
    found = []
    if isinstance(value, dict):
        found.append(value)
        value = list(value.values())
    if isinstance(value, list):
        found += [inner for one in value for inner in parts(one)]
    return found


@NAMED
def test_each_game_is_valid(name: str, seats: int | None) -> None:
    assert [e.message for e in schema.validator().iter_errors(exported(name, seats)[1])] == []


def test_a_game_with_every_part_of_the_language_is_valid() -> None:
    game = load(ZOO, proofs=False)
    assert [e.message for e in schema.validator().iter_errors(json.loads(rules.as_text(game)))] == []


@NAMED
def test_nothing_of_a_game_is_lost(name: str, seats: int | None) -> None:
    game, text = exported(name, seats)

    assert {e["name"]: tuple(e["values"]) for e in text["enums"]} == game.enums
    for kind in ("maps", "options", "zones", "variables", "definitions", "tables", "duties", "rounds", "phases"):
        assert [one["name"] for one in text[kind]] == list(getattr(game, kind))
    assert {one["name"]: tuple(one["values"]) for one in text["maps"]} == {m.name: m.values for m in game.maps.values()}
    assert {n: tuple(both) for n, both in text["words"].items()} == game.words
    for phase in text["phases"]:
        for action, act in zip(phase["actions"], game.phases[phase["name"]].actions, strict=True):
            assert [n["name"] for n in action["needs"]] == [n.name for n in act.needs]


@NAMED
def test_every_name_that_is_used_is_there(name: str, seats: int | None) -> None:
    _, text = exported(name, seats)
    known = {
        kind: {one["name"] for one in text[kind]} for kind in ("enums", "maps", "options", "zones", "variables", "definitions")
    }
    known["phases"] = {one["name"] for one in text["phases"]}
    uses = {"Call": ("definitions", "name"), "Cell": ("variables", "name"), "Lookup": ("maps", "map"), "Go": ("phases", "phase")}
    uses |= {"Cards": ("zones", "zone"), "Family": ("zones", "zone"), "OptionValue": ("options", "name")}
    for node in (one for one in parts(text) if "node" in one):
        if node["node"] in uses:
            kind, field = uses[node["node"]]
            assert node[field] in known[kind], node
    ids = {one["id"] for one in text["clauses"]}
    assert {c for one in parts(text) for c in one.get("clauses", []) if isinstance(c, str)} <= ids


@NAMED
def test_the_clauses_of_each_part_are_those_of_the_rules(name: str, seats: int | None) -> None:
    """Where none are given, those of what the part stands in."""
    game, text = exported(name, seats)

    def compare(given: dict[str, Any], one: Any, around: tuple[str, ...]) -> None:
        clauses = tuple(given.get("clauses", around))
        assert one.at.clauses in (clauses, ())
        for field in ("actions", "needs", "rows", "duties"):
            for inner, real in zip(given.get(field, ()), getattr(one, field, ()), strict=True):
                compare(inner, real, clauses)
        if isinstance(one, Action | Phase):
            for inner, real in zip(given["body"], one.body, strict=True):
                compare(inner, real, clauses)

    for kind in ("options", "zones", "variables", "definitions", "tables", "duties", "phases"):
        for given in text[kind]:
            compare(given, getattr(game, kind)[given["name"]], ())


@NAMED
def test_it_says_nothing_of_the_machine(name: str, seats: int | None) -> None:
    text = rules.as_text(exported(name, seats)[0])

    assert str(ROOT) not in text
    assert ".md" not in text


def test_a_retired_clause_keeps_its_id() -> None:
    clause = rules.Clause("KIK-0", "clause", ("a", "b"), retired=True)

    assert rules.plain(clause) == {"id": "KIK-0", "kind": "clause", "titles": ["a", "b"], "retired": True}


@pytest.mark.parametrize(
    ("of", "word"),
    [
        (BOOL, "bool"), (TALLY, "0.."), (Num(-2, 5), "-2..5"), (SEAT, "seat"), (NOTHING, "none"), (CARDS, "set of card"),
        (Maybe(CARD), "card?"), (Maybe(TALLY), "0..?"), (Maybe(Num(0, 6)), "0..6?"), (SetOf(SEAT), "set of seat"),
    ],
)  # fmt: skip
def test_a_type_is_one_word(of: Type, word: str) -> None:
    assert rules.word_of(of) == word
    pattern = schema.schema()["$defs"]["Type"]["pattern"]  # type: ignore[index,call-overload]
    assert re.fullmatch(str(pattern), word)


# -- the schema --------------------------------------------------------------------------------------------------------------


def test_the_schema_in_the_package_is_the_one_of_the_classes() -> None:
    carried = (Path(rules.__file__).parent / schema.FILE).read_text("utf-8")

    assert carried == schema.as_text(), "python -m kirtis.conform.schema writes it anew"


def test_every_node_is_in_the_schema() -> None:
    written = schema.schema()["$defs"]
    assert isinstance(written, dict)
    for node in rules.NODES:
        one = written[node.__name__]
        assert isinstance(one, dict) and isinstance(one["properties"], dict)
        assert set(one["properties"]) == {f.name for f in fields(node) if f.name != "at"} | {"node", "clauses"}


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda t: t.update(format=2), "2 is not one of"),
        (lambda t: t.pop("start"), "'start' is a required property"),
        (lambda t: t["definitions"][0]["body"].update(node="Magic"), "'Magic' is not one of"),
        (lambda t: t["definitions"][0]["body"].update(more=1), "'more' was unexpected"),
        (lambda t: t["zones"][0].update(kind="heap"), "'heap' is not one of"),
        (lambda t: t["variables"][0].update(type="set of"), "does not match"),
    ],
)
def test_what_is_not_so_is_found(spoil: Any, message: str) -> None:
    text = json.loads(rules.as_text(exported("kiksas", None)[0]))
    spoil(text)

    assert message in " ".join(e.message for e in schema.validator().iter_errors(text))


# -- the command -------------------------------------------------------------------------------------------------------------


def test_the_command_writes_the_same_to_a_file_and_to_the_screen(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    args = ["export", "sesiasdesimt-sesi", "--seats", "3", "--lang", "en", "--json"]
    written, shown = CliRunner().invoke(main, [*args, str(file)]), CliRunner().invoke(main, [*args, "-"])

    assert (written.exit_code, shown.exit_code) == (0, 0)
    assert written.output == f"Wrote the rules to {file}\n"
    assert CliRunner().invoke(main, args).output == shown.output  # without a name they go to the screen too
    assert file.read_text("utf-8") == shown.output == rules.as_text(exported("sesiasdesimt-sesi", 3)[0])


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["export", "kiksas", "--json", str(tmp_path / "no" / "rules.json"), "--lang", "en"])

    assert done.exit_code == 3
    assert "rules.json" in done.output


# -- the page ----------------------------------------------------------------------------------------------------------------


def examples() -> list[tuple[int, str]]:
    found = MarkdownIt().parse(PAGE.read_text("utf-8"))
    return [(t.map[0] + 1, t.content) for t in found if t.type == "fence" and t.info.strip() == "json" and t.map]


def test_every_node_is_on_the_page_with_what_it_holds() -> None:
    text = PAGE.read_text("utf-8")
    for node in rules.NODES:
        row = re.search(rf"^\| `{node.__name__}` \|.*$", text, re.MULTILINE)
        assert row, f"{node.__name__} is not on the page"
        for field in fields(node):
            if field.name not in ("type", "at"):
                assert f"`{field.name}`" in row[0], f"{node.__name__} does not name {field.name}"
    assert {m[1] for m in re.finditer(r"^\| `([A-Z]\w+)` \|", text, re.MULTILINE)} == {n.__name__ for n in rules.NODES}


def test_every_declaration_is_on_the_page_with_what_it_holds() -> None:
    text = PAGE.read_text("utf-8")
    for field in fields(rules.Rules):
        assert f"`{field.name}`" in text
    written = schema.schema()["$defs"]
    assert isinstance(written, dict)
    for name in ("Action", "Definition", "Duties", "Duty", "Map", "Need", "Option", "Phase", "Round", "Row", "Sight", "Table"):
        one = written[name]
        assert isinstance(one, dict) and isinstance(one["properties"], dict)
        for prop in one["properties"]:
            assert f"`{prop}`" in text, f"{name}.{prop}"


def test_every_example_on_the_page_is_a_node() -> None:
    """Each is valid by the schema, and every kind of node has one."""
    written = schema.schema()
    seen = set()
    for line, text in examples():
        value = json.loads(text)
        for node in parts(value):
            if "node" in node:
                seen.add(node["node"])
                kind = {**written, "$ref": f"#/$defs/{node['node']}"}
                for top in ("type", "properties", "required", "additionalProperties"):
                    kind.pop(top, None)
                faults = [e.message for e in Draft202012Validator(kind).iter_errors(node)]
                assert faults == [], f"line {line}"
    assert seen == {n.__name__ for n in rules.NODES} - {"Was"}


@pytest.mark.parametrize("name", files.SCHEMAS)
def test_every_schema_can_be_shown(name: str) -> None:
    """Without a game; each has an address of its own kind, which nobody looks up, and is a schema."""
    done = CliRunner().invoke(main, ["export", "--schema", name])

    assert done.exit_code == 0, done.output
    schema = json.loads(done.stdout)
    assert schema["$id"] == f"https://kirtis.invalid/schemas/{name}-1.json"
    Draft202012Validator.check_schema(schema)


def test_what_is_exported_without_a_name() -> None:
    done = CliRunner().invoke(main, ["export", "--json", "-", "--lang", "lt"])

    assert done.exit_code == 3
    assert "nurodykite žaidimą" in done.output
