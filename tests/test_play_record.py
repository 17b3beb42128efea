"""Match records: written, read, replayed; and whatever may be wrong with one, said in one line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from syrupy.assertion import SnapshotAssertion

import kirtis
from faults.sentences import ENGLISH
from kirtis.cli.faults import told
from kirtis.play import Game
from kirtis.play import record as records
from kirtis.play.game import option_choices
from kirtis.play.record import Record, Recorder, RecordError

GAME = kirtis.load("kiksas")


def played(seed: int, steps: int, game: Game = GAME) -> Recorder:
    random = Random(seed)
    recorder = Recorder(game, seed)
    for _ in range(steps):
        if recorder.state.over:
            break
        recorder.play(random.choice(recorder.state.actions()))
    return recorder


def lines_of(record: Record) -> list[bytes]:
    return [line.encode() + b"\n" for line in records.lines(record)]


@given(st.integers(0, 10**6), st.integers(0, 200))
@settings(max_examples=20)
def test_a_record_comes_back_as_it_went(seed: int, steps: int) -> None:
    recorder = played(seed, steps)
    record = records.parse(lines_of(recorder.record()))
    assert record == recorder.record()
    assert records.final(record, GAME) == recorder.state


def test_a_recorded_match_is_that_of_its_seed() -> None:
    recorder = played(3, 40)
    state = GAME.start(seed=3)
    for action, after in records.replay(recorder.record(), GAME):
        if action is not None:
            state = state.play(action)
        assert state == after


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    recorder = played(5, 30)
    records.write(recorder.record(), file)
    records.write(recorder.record(), file)
    assert [p.name for p in tmp_path.iterdir()] == ["match.jsonl"]
    assert records.final(records.read(file)) == recorder.state


def test_nothing_is_left_of_a_file_that_could_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(record: Record) -> Any:
        yield "{}"
        raise RuntimeError

    monkeypatch.setattr("kirtis.play.record.file.lines", broken)
    with pytest.raises(RuntimeError):
        records.write(played(5, 1).record(), tmp_path / "match.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_every_line_fits_the_schema() -> None:
    Draft202012Validator.check_schema(records.schema())
    validator = Draft202012Validator(records.schema())
    for line in records.lines(played(9, 400).record()):
        validator.validate(json.loads(line))


def test_options_travel_along() -> None:
    random = Random(1)
    rules = GAME.rules
    game = Game(rules, {o.name: random.choice(option_choices(rules, o)) for o in rules.options.values()})
    recorder = played(2, 60, game)
    assert records.final(records.parse(lines_of(recorder.record()))) == recorder.state


# -- corruptions -------------------------------------------------------------------------------------------------------------

MATCH = [line.decode() for line in lines_of(played(7, 400).record())]


def changed(line: int, **values: Any) -> list[str]:
    """The match with some fields of a line changed, or taken away where the value is None."""
    value = json.loads(MATCH[line - 1])
    for name, one in values.items():
        if one is None:
            del value[name]
        else:
            value[name] = one
    return [*MATCH[: line - 1], json.dumps(value, ensure_ascii=False) + "\n", *MATCH[line:]]


DEAL = json.loads(MATCH[2])["deal"]
SWAPPED = {**DEAL, "hand[A]": [*DEAL["hand[A]"][:5], DEAL["hand[B]"][0]]}
END = json.loads(MATCH[-1])["end"]

WRONG: dict[str, tuple[list[str], str]] = {
    "empty": ([], "line 1: the record is empty"),
    "cut off": (MATCH[:-1], f"line {len(MATCH)}: the record is cut off: its last line, the end, is missing"),
    "cut inside a line": ([*MATCH[:5], MATCH[5][:9]], "line 6: this is no line of JSON: "),
    "no header": (MATCH[1:], "line 1: this is no match record of Kirtis: a record begins with its header"),
    "another format": (changed(1, format=2), "line 1: this is no header line of a record: format: 1 was expected"),
    "other rules": (
        changed(1, rules="0" * 64),
        "line 1: the rules of kiksas are not those that the match was played by (kiksas 1.0 then, kiksas 1.0 now)",
    ),
    "an unknown option": (changed(1, options={"fly": True}), "line 1: kiksas has no option “fly”; there are overtrump, "),
    "a path for a game": (
        changed(1, game="../../etc/passwd"),
        "line 1: this is no header line of a record: game: '../../etc/passwd' does not match ",
    ),
    "an unknown game": (changed(1, game="tarock"), "line 1: "),
    "a missing lot": ([MATCH[0], *MATCH[2:]], "line 2: an outcome of chance (A, B, C, D) is missing here: there stands a deal"),
    "an impossible lot": (changed(2, draw="E"), "line 2: “E” cannot be drawn for dealer; there are A, B, C, D"),
    "a card dealt twice": (
        changed(3, deal=SWAPPED),
        f"line 3: “{DEAL['hand[B]'][0]}” cannot be dealt to hand[B]: it is not in the pack, or dealt already",
    ),
    "an illegal card": (
        changed(4, act=["A", "play", "ten of clubs"]),
        "line 4: A play ten of clubs: The first lead must be the trump queen. (KIK-5 Duty to follow suit, then to trump, KIK-11 ",
    ),
    "out of turn": (changed(4, act=["B", "play", "ace of clubs"]), "line 4: B play ace of clubs: It is the turn of A. (KIK-5 "),
    "a line twice": ([*MATCH[:4], MATCH[3], *MATCH[4:]], "line 5: A play queen of clubs: It is the turn of "),
    "a deal too many": ([*MATCH[:4], MATCH[2], *MATCH[4:]], "line 5: nothing is left to chance here, but there stands a deal"),
    "a stranger's line": (
        [*MATCH[:4], '{"note": "hello"}\n', *MATCH[4:]],
        "line 5: this is neither an action (act), nor an outcome",
    ),
    "a name twice": (
        [*MATCH[:4], '{"act": ["A", "x"], "act": ["A", "y"]}\n'],
        "line 5: this is no line of JSON: a name appears twice in one object",
    ),
    "nested without end": ([*MATCH[:4], "[" * 19_000 + "\n"], "line 5: this is no line of JSON: it is nested too deeply"),
    "not a number": ([*MATCH[:4], '{"end": NaN}\n'], "line 5: this is no line of JSON: NaN is no value of JSON"),
    "too long a line": ([*MATCH[:4], '{"draw": "' + "x" * 30_000 + '"}\n'], "line 5: a line has at most 20,000 bytes"),
    "too long a word": (
        [*MATCH[:4], '{"draw": "' + "x" * 3_000 + '"}\n'],
        "line 5: this is no draw line of a record: draw: 'xxx",
    ),
    "after the end": ([*MATCH, MATCH[-1]], f"line {len(MATCH) + 1}: something follows the last line of the record"),
    "another result": (
        changed(len(MATCH), end={**END, "actions": 1}),
        f"line {len(MATCH)}: the end is not what the match comes to by the rules",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_whatever_is_wrong_is_said_with_its_line(name: str, tmp_path: Path) -> None:
    text, message = WRONG[name]
    file = tmp_path / "match.jsonl"
    file.write_text("".join(text), encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        records.final(records.read(file))
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize("name", WRONG)
def test_whatever_is_wrong_is_said_in_lithuanian(name: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RecordError) as caught:
        records.final(records.parse([line.encode() for line in WRONG[name][0]]))
    said = told(caught.value, "lt")
    assert said == snapshot
    assert not ENGLISH.search(said)


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(RecordError, match="line 1: this is no line of JSON: it is not UTF-8"):
        records.parse([b'{"kirtis": "\xff"}\n'])


def test_too_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kirtis.play.record.file.MOST_LINES", 3)
    with pytest.raises(RecordError, match="line 4: a record has at most 3 lines"):
        records.parse([line.encode() for line in MATCH])


def test_breaking_the_rules_is_told_from_not_being_a_record() -> None:
    for name, illegal in (("an illegal card", True), ("a card dealt twice", True), ("cut off", False), ("other rules", False)):
        with pytest.raises(RecordError) as caught:
            records.final(records.parse([line.encode() for line in WRONG[name][0]]))
        assert caught.value.illegal is illegal
