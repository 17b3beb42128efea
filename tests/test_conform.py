"""Ports against the rules: the reference passes, wrong rules are caught, and whatever a port does the runner comes to a verdict."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from kirtis import files, language
from kirtis.cli import main
from kirtis.conform import protocol, report, vectorfile, vectors
from kirtis.conform.coverage import coverage
from kirtis.conform.deciding import ENOUGH, Deciding
from kirtis.conform.look import look, outcomes
from kirtis.conform.marks import Marks
from kirtis.conform.nearly import nearly
from kirtis.conform.optionsets import small
from kirtis.conform.port import PortFault, Process
from kirtis.conform.protocol import Message
from kirtis.conform.recalled import Recalled
from kirtis.conform.rules import as_text
from kirtis.conform.run import Runner
from kirtis.conform.search import FULL, SMALL, Effort, search
from kirtis.conform.server import Server, serve
from kirtis.conform.telling import winner
from kirtis.conform.together import together
from kirtis.conform.vectors import Made, Vector
from kirtis.conform.verdict import Outcome
from kirtis.conform.wander import Wanderer
from kirtis.language import Game
from kirtis.mutate.same import equivalent
from kirtis.mutate.touch import touch
from kirtis.play.chance import Again, Steady
from kirtis.play.fate import Fate
from kirtis.play.faults import PlayError
from kirtis.play.game import Game as Playable
from kirtis.play.game import option_word
from kirtis.play.state import State
from kirtis.prove.candidates import candidates
from kirtis.prove.infer import infer
from kirtis.prove.model import Fact
from kirtis.prove.sample import met
from kirtis.rulebook.tested import by_clause
from needs import NODE, needs
from ports.naive_port import GAMES as NAIVE
from ports.wrong import Ignoring, Slip, Wrong, slips

HERE = Path(__file__).resolve().parent
LONG = pytest.mark.skipif(not os.environ.get("KIRTIS_LONG"), reason="all vectors of a game take minutes; set KIRTIS_LONG=1")
GAMES = [path.stem for path in files.spec_files()]
JAVASCRIPT = HERE.parent / "ports" / "javascript" / "port.js"
REFERENCE = [sys.executable, "-m", "kirtis", "serve"]
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join(filter(None, [str(HERE.parent / "model"), os.environ.get("PYTHONPATH")])),
}


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", ENVIRONMENT["PYTHONPATH"])


@cache
def few(name: str) -> Made:
    """Some vectors of a game, quickly made."""
    return vectors.make(vectors.all_rules(name)[0], SMALL)


@cache
def full(name: str) -> tuple[Made, ...]:
    return tuple(vectors.make_all(name))


def ask(server: Server, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(server.answer(json.dumps({"id": 1, **request}).encode()))
    return answer


# -- vectors ----------------------------------------------------------------------------------------------------------------


def test_the_schemas_are_schemas() -> None:
    Draft202012Validator.check_schema(vectorfile.schema())
    Draft202012Validator.check_schema(protocol.schema())
    assert set(protocol.REQUESTS) <= set(protocol.schema()["$defs"])


def test_vectors_follow_their_schema_and_have_ids_of_their_own(tmp_path: Path) -> None:
    made = few("kiksas")
    file = tmp_path / "kiksas.jsonl"
    file.write_text("".join(line + "\n" for line in vectorfile.lines("kiksas", made.vectors)), "utf-8")
    header, found = vectorfile.read(file)
    assert found == json.loads(json.dumps(made.vectors))
    assert header["count"] == len(found) == len({v["id"] for v in found})
    assert {v["kind"] for v in found} == {"setup", "match", "position", "step", "row", "count"}
    matches = {v["id"]: v for v in found if v["kind"] == "match"}
    for v in found:
        if "match" in v:
            assert v["at"] <= len(matches[v["match"]]["events"])


@pytest.mark.parametrize("line", ["", "{", "[]", '{"kirtis":"vectors"}', '{"kind":"step"}', "[" * 100_000])
def test_a_file_that_is_none_is_told_of(line: str, tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text(line and line + "\n")
    with pytest.raises(vectorfile.VectorError):
        vectorfile.read(file)


def test_vectors_are_the_same_each_time() -> None:
    code = "from kirtis.conform import vectorfile as f, vectors as v; from kirtis.conform.search import FULL, SMALL; r = v.all_rules('sesiasdesimt-sesi')[0]; import sys; sys.stdout.write('\\n'.join(f.lines(r.name, v.make(r, SMALL).vectors)))"
    other = subprocess.run(
        [sys.executable, "-c", code], env={**ENVIRONMENT, "PYTHONHASHSEED": "77"}, capture_output=True, check=True
    )
    assert other.stdout.decode().splitlines() == list(vectorfile.lines("sesiasdesimt-sesi", few("sesiasdesimt-sesi").vectors))


def test_what_is_covered_is_told() -> None:
    covered = coverage(few("kiksas"))
    assert covered["clauses"]["KIK-5"]["state"] == "exercised"
    assert covered["touched"] + len(covered["untouched"]) == covered["marks"]
    ids = {v["id"] for v in few("kiksas").vectors}
    assert all(set(one.get("vectors", [])) <= ids for one in covered["clauses"].values())


def test_a_match_is_played_again_under_other_options() -> None:
    """What is known of one option is tried with another: events stay as they were as long as they can be."""
    wanderer = Wanderer(vectors.all_rules("trikiksis")[0], "again")
    last = wanderer.under({}, 200)[-1]
    kept, new = wanderer.otherwise({"egg_and_stroke": True}, [last], 0)
    assert kept and not new and kept[-1].match.options == {"egg_and_stroke": True}
    assert kept[-1].match.events[: last.until] == last.match.events[: last.until]


def test_options_that_lead_somewhere_only_together_are_tried_together() -> None:
    """Only with both of these is something done in a void deal: neither alone leads there."""
    marks = Marks(vectors.all_rules("ozka")[0])
    options = {"ties_break": True, "goat_chain": "next_only"}
    assert list(together(marks, Counter())) == [("phase count_points 11", "goat_chain", options)]
    assert not list(together(marks, Counter(marks.all)))


def test_what_one_option_away_would_have_come_about_is_had_once_more() -> None:
    """A decision of a usual match after which a statement would have been carried out under another option is found, and its like under it."""
    marks = Marks(vectors.all_rules("ozka")[0])
    wanderer = Wanderer(marks.game, "nearly")
    found = [look(marks, one) for one in wanderer.under({}, 3000)]
    counts = Counter(mark for one in found for mark in one.step)
    options, close = next(one for one in nearly(marks, counts, found) if one[1])
    first = wanderer.once_more(options, close[:1])[-1]
    assert first.match.options == options and first.match.events[: close[0].until] == close[0].match.events[: close[0].until]
    assert any(
        mark.startswith("phase ") and not counts[mark]
        for one in wanderer.once_more(options, close)
        for mark in look(marks, one).step
    )


def test_orders_and_options_count_only_where_they_decide() -> None:
    """Rules with two neighbours exchanged, or an option with another value, compiled and played: a decision touches what decides, and nothing else."""
    effort = Effort(sets=4, plays=6_000, looks=400, rounds=2, round_plays=3_000, round_looks=200, more=0)
    marks, found = search(vectors.all_rules("sesiasdesimt-sesi")[0], "orders", effort)
    deciding = Deciding(marks)
    turned = deciding.otherwise.keys()
    games: dict[str, dict[str, Playable]] = {}
    seen: Counter[tuple[str, bool]] = Counter()
    for one in found:
        decision = one.decision
        offer, step = deciding.offer(one), deciding.step(one)
        assert one.offer - turned <= offer <= one.offer and one.step - turned <= step <= one.step
        for mark in (one.offer | one.step) & turned:
            other = deciding.otherwise[mark]
            words = {name: option_word(other.rules, name, int(value)) for name, value in other.options.items()}
            options = {**decision.match.options, **words}
            game = games.setdefault(mark, {}).get(str(options)) or Playable(other.rules, options)
            games[mark][str(options)] = game
            chance = Steady(game.engine.layout, Again(outcomes(decision)))
            state = State(game, decision.state._numbers, chance)
            if mark in one.offer:
                same = state.actions() == decision.state.actions()
                assert (mark in offer) is not same or (not same and deciding.met[mark] >= ENOUGH)
                seen["offer", same] += 1
            if mark in one.step:
                try:
                    after = state.play(decision.action)
                    same = after.plain == decision.after.plain and winner(after) == winner(decision.after)
                except (PlayError, StopIteration):  # chance is asked for something else
                    same = False
                assert (mark in step) is not same or (not same and deciding.came[mark] >= ENOUGH)
                seen["step", same] += 1
    assert all(seen[kind, same] for kind in ("offer", "step") for same in (True, False))


def test_chance_is_recalled_as_long_as_it_fits() -> None:
    hand: dict[str, tuple[str, ...]] = {"hand[A]": ("a", "b")}
    recalled = Recalled(["A", hand, "B"], Fate(Random(1), 2))
    assert recalled.draw(["A", "B"]) == "A"
    assert recalled.deal(["a", "b", "c"], {"hand[A]": 2}) == hand
    assert recalled.draw(["C"]) == "C"
    unfit = Recalled([hand, "B"], Fate(Random(1), 2))
    assert set(unfit.deal(["c", "d"], {"hand[A]": 2})["hand[A]"]) == {"c", "d"}
    assert not unfit.outcomes


# -- the reference ----------------------------------------------------------------------------------------------------------


def test_the_reference_passes() -> None:
    outcome = Runner(Process(REFERENCE), "kiksas", few("kiksas").vectors).run()
    assert (outcome.fault, outcome.count("failed"), outcome.count("skipped"), outcome.code) == (None, 0, 0, 0), outcome.stderr
    assert outcome.by_clause()["KIK-5"]["passed"] > 0


@pytest.mark.parametrize("name", ["kiksas", pytest.param("astuonkojis", marks=pytest.mark.slow)])
def test_a_naive_game_passes(name: str) -> None:
    outcome = Runner(Process([sys.executable, str(HERE / "ports/naive_port.py"), name]), name, few(name).vectors).run()
    assert (outcome.fault, outcome.count("failed"), outcome.code) == (None, 0, 2), outcome.stderr
    assert {v.kind for v in outcome.verdicts if v.outcome == "passed"} == {"setup", "match", "position", "step"}


LINES: list[tuple[bytes, str]] = [
    (b"", "bad_json"), (b"{", "bad_json"), (b"[1]", "bad_json"), (b"\xff\xfe", "bad_json"), (b"[" * 60_000, "bad_json"),
    (b'{"id": 1, "id": 2, "do": "hello"}', "bad_json"), (b'{"id": NaN, "do": "actions"}', "bad_json"),
    (b'{"id": ' + b"9" * 5000 + b', "do": "actions"}', "bad_json"),
    (b"{}", "bad_request"), (b'{"id": 1}', "bad_request"), (b'{"id": 1, "do": 7}', "bad_request"),
    (b'{"id": true, "do": "actions"}', "bad_request"), (b'{"id": 1.0, "do": "actions"}', "bad_request"), (b'{"id": 1, "do": "actions", "more": 1}', "bad_request"),
    (b'{"id": 1, "do": "dance"}', "unsupported"), (b'{"id": 1, "do": "_new"}', "unsupported"),
    (b'{"id": 1, "do": "actions"}', "no_match"), (b'{"id": 1, "do": "result"}', "no_match"),
    (b'{"id": 1, "do": "new", "game": "../../etc/passwd"}', "unknown_game"), (b'{"id": 1, "do": "new", "game": "spec/kiksas.md"}', "unknown_game"),
    (b'{"id": 1, "do": "new", "game": "kiksas", "seats": 5}', "bad_seats"),
    (b'{"id": 1, "do": "new", "game": "sesiasdesimt-sesi"}', "bad_seats"),
    (b'{"id": 1, "do": "new", "game": "kiksas", "options": {"overtrump": 3}}', "bad_options"),
    (b'{"id": 1, "do": "new", "game": "kiksas", "options": {"no": true}}', "bad_options"),
    (b'{"id": 1, "do": "new", "game": "kiksas", "options": {"overtrump": "yes"}}', "bad_options"),
    (b'{"id": 1, "do": "new", "game": "ozka", "options": {"agreed": "3"}}', "bad_options"),
    (b'{"id": 1, "do": "new", "game": "kiksas", "settle": false}', "bad_request"), (b'{"id": 1, "do": "new", "game": "none", "settle": false}', "bad_request"),
    (b'{"id": 1, "do": "new", "game": "kiksas", "position": {"phase": [], "variables": {}, "zones": {}}}', "bad_request"),
    (b'{"id": 1, "do": "new", "game": "kiksas", "position": {"phase": "play", "variables": {"turn": {"A": []}}, "zones": {"hand": 3}}}', "bad_position"),
    (b'{"id": 1, "do": "new", "game": "kiksas", "position": {"phase": "play", "variables": {}, "zones": {}}}', "bad_position"),
    (b'{"id": 1, "do": "count", "depth": 21}', "bad_request"), (b'{"id": 1, "do": "chance"}', "bad_request"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code"), LINES, ids=range(len(LINES)))
def test_what_cannot_be_answered_is_an_error(line: bytes, code: str) -> None:
    server = Server()
    answer = json.loads(server.answer(line))
    assert answer["error"]["code"] == code and answer["error"]["message"]
    assert ask(server, do="new", game="kiksas")["phase"] == "lots"


def begun() -> dict[str, Any]:
    """The position at the first decision of a match."""
    return Playable(language.load("kiksas", proofs=False)).start(1).position()


def test_a_position_is_taken_as_it_is_told_and_not_otherwise() -> None:
    """Where one may guess what is meant, the reference does not, and it says what is lacking or how it is written."""
    server, whole = Server(), begun()
    told: dict[str, Any] = json.loads(json.dumps(whole))
    assert ask(server, do="new", game="kiksas", position=told)["phase"] == "play"
    assert ask(server, do="position")["position"] == whole
    variables, zones = told["variables"], told["zones"]
    without = {name: value for name, value in variables.items() if name != "last"}
    for part, other, said in (
        ("variables", without, "position variables has to say what last is"),
        ("variables", {**variables, "last": "none"}, 'position variables last is written null, not "none"'),
        (
            "variables",
            {**variables, "tricks": {**variables["tricks"], "AC": "0"}},
            'position variables tricks AC is written 0, not "0"',
        ),
        ("variables", {**without, "last[]": None}, "last"),
        ("zones", {**zones, "table": {**zones["table"], "A": None}}, "position zones table A is written [], not null"),
        ("zones", {**zones, "hand": {**zones["hand"], "A": zones["hand"]["A"][::-1]}}, "position zones hand A is written"),
        (
            "zones",
            {**zones, "hand": {seat: zones["hand"][seat] for seat in "BCD"}, "hand[A]": zones["hand"]["A"]},
            "zones hand has to say what A is",
        ),
    ):
        error = ask(server, do="new", game="kiksas", position={**told, part: other})["error"]
        assert error["code"] == "bad_position" and said in error["message"], error
    assert ask(server, do="position")["position"] == whole


def test_what_the_rules_do_not_answer_is_an_error_of_theirs() -> None:
    server = Server()
    position = {**begun(), "phase": "take"}
    assert ask(server, do="new", game="kiksas", position=position)["error"]["code"] == "rule_error"


def test_chance_is_asked_and_checked() -> None:
    server = Server()
    assert ask(server, do="new", game="kiksas")["chance"] == {"draw": ["A", "B", "C", "D"]}
    for request, code in (
        ({"do": "actions"}, "chance_open"), ({"do": "view", "seat": "A"}, "chance_open"), ({"do": "chance", "draw": "E"}, "bad_outcome"),
        ({"do": "chance", "deal": {}}, "bad_outcome"),
    ):  # fmt: skip
        assert ask(server, **request)["error"]["code"] == code
    asked = ask(server, do="chance", draw="B")["chance"]["deal"]
    pool, cells = asked["from"], list(asked["to"])
    assert asked["to"] == {f"hand[{seat}]": 6 for seat in "ABCD"} and len(pool) == 24
    fair = {cell: pool[6 * n : 6 * n + 6] for n, cell in enumerate(cells)}
    for wrong in (
        {**fair, cells[0]: pool[6:12]},
        {**fair, cells[0]: pool[:5]},
        {**fair, cells[0]: [*pool[:5], "joker"]},
        {cells[0]: pool[:6]},
    ):
        assert ask(server, do="chance", deal=wrong)["error"]["code"] == "bad_outcome"
    answer = ask(server, do="chance", deal=fair)
    assert (answer["phase"], answer["actor"], answer["chance"]) == ("play", "A", None)
    assert ask(server, do="chance", draw="A")["error"]["code"] == "no_chance"
    error = ask(server, do="act", action=["B", "play", "ace of clubs"])["error"]
    assert (error["code"], error["clauses"]) == ("illegal", ["KIK-5"])
    assert ask(server, do="why_not", action=["A", "play", "nine of clubs"])["refusal"]["condition"] == "lead_queen"
    assert ask(server, do="why_not", action=["A", "sing"])["refusal"]["reason"] == "action"
    assert ask(server, do="why_not", action=["X", "play", "nine of clubs"])["refusal"]["reason"] == "seat"
    assert ask(server, do="why_not", action=["A", "name", "clubs"])["refusal"]["reason"] == "phase"
    assert ask(server, do="why_not", action=["A", "play"])["refusal"]["reason"] == "arguments"
    assert ask(server, do="count", depth=3)["counts"][0] == 1
    assert ask(server, do="count", depth=20)["error"]["code"] == "too_much"
    assert ask(server, do="value", name="hand", args=["A"])["error"]["code"] == "unknown_name"


def test_a_line_that_is_too_long_is_passed_over() -> None:
    out = io.BytesIO()
    serve(io.BytesIO(b"x" * 200_000 + b'\n{"id": 4, "do": "hello", "protocol": 1}\n{"id": 5, "do"'), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [a.get("error", {}).get("code") for a in answers] == ["too_long", None, "bad_json"]
    assert answers[1]["games"]["sesiasdesimt-sesi"] == [2, 3]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["A", "play", "hand", "kiksas", "queen of clubs"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=6) | st.sampled_from(["phase", "zones", "hand", "A"]), inner, max_size=4)
    ),
    max_leaves=8,
)
FIELDS = ["game", "seats", "options", "position", "settle", "draw", "deal", "action", "seat", "name", "args", "depth", "protocol"]


@given(
    st.lists(
        st.tuples(st.sampled_from(protocol.REQUESTS), st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=3)), max_size=6
    )
)
def test_no_request_brings_the_reference_down(requests: list[tuple[str, dict[str, Any]]]) -> None:
    server = STANDING
    for do, fields in requests:
        answer = ask(server, do=do, **fields)
        assert answer.get("error", {}).get("code") != "internal", (do, fields, answer)


STANDING = Server()


# -- bad ports --------------------------------------------------------------------------------------------------------------

BAD = {
    "hang": "slow", "deaf": "slow", "chatter": "slow", "crash": "crashed", "child": "crashed", "code": "crashed", "rubbish": "rubbish",
    "nested": "rubbish", "binary": "rubbish", "id": "rubbish", "flood": "flood", "talk": "unasked rubbish", "linger": "lingers",
}  # fmt: skip


@pytest.mark.parametrize(("mode", "kind"), BAD.items())
def test_a_bad_port_gets_its_verdict(mode: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kirtis.conform.port.STOPS_IN", 1.0)
    few_ = [v for v in few("kiksas").vectors if v["kind"] == "setup"][:2]
    process = Process([sys.executable, str(HERE / "ports/bad.py"), mode])
    begun = time.monotonic()
    outcome = Runner(process, "kiksas", few_, answer_in=2.0).run()
    assert outcome.fault is not None and outcome.fault.kind in kind.split(), outcome
    assert outcome.code == 1 and len(outcome.verdicts) == len(few_) and time.monotonic() - begun < 25
    assert process.process.poll() is not None
    if mode == "child":
        number = int(outcome.stderr.split()[-1])
        assert not alive(number)
    assert report.fault_text(outcome, 0) and report.fault_text(outcome, 1)


def alive(number: int) -> bool:
    """Whether a process is there, and no more than a name in the table of processes."""
    for _ in range(50):
        try:
            state = Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            return False
        if state == "Z":
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize("mode", ["lie", "types"])
def test_a_port_that_lies_fails_vectors_and_goes_on(mode: str) -> None:
    found = few("kiksas").vectors[:40]
    outcome = Runner(Process([sys.executable, str(HERE / "ports/bad.py"), mode]), "kiksas", found).run()
    assert outcome.fault is None and outcome.count("failed") > 3 and len(outcome.verdicts) == len(found)


def test_a_port_that_plays_only_the_usual_way_is_not_asked_for_more() -> None:
    class Usual(Wrong):
        def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
            if request.get("options"):
                return {"id": request["id"], "error": {"code": "bad_options", "message": "no"}}
            return super().ask(request, seconds)

    found = few("kiksas").vectors
    outcome = Runner(Usual(), "kiksas", found).run()
    assert {v.id for v in outcome.verdicts if v.outcome == "skipped"} == {v["id"] for v in found if v["options"]}
    assert outcome.count("failed") == 0 and outcome.code == 2


def test_a_port_that_is_none_gets_its_verdict(tmp_path: Path) -> None:
    with pytest.raises(PortFault) as caught:
        Process(["/no/such/port"])
    assert caught.value.kind == "missing" and caught.value.detail != caught.value.detail_lt
    bare = tmp_path / "bare"
    bare.write_text("print(1)\n")
    bare.chmod(0o755)
    with pytest.raises(PortFault, match="name what runs it first"):
        Process([str(bare)])
    for command in (["true"], ["cat"]):
        outcome = Runner(Process(command), "kiksas", []).run()
        assert outcome.fault is not None and outcome.fault.kind in ("crashed", "hello")


# What a writer of a port gets wrong first, and what he is told.
SLIPS: dict[str, tuple[Callable[[Message, Message], Message], str, str]] = {
    "an error says what is the matter": (
        lambda q, a: {"id": q["id"], "error": {"code": "internal", "message": "line 40:\n  no count yet"}} if q["do"] == "count" else a,
        "count", "answers count with the error internal: line 40: no count yet",
    ),
    "an error is no word": (
        lambda q, a: {"id": q["id"], "error": "no"} if q["do"] == "count" else a, "count", 'error has the wrong form: "no"',
    ),
    "another error than expected": (
        lambda q, a: {"id": a["id"], "error": {"code": "internal"}} if a.get("error", {}).get("code") == "illegal" else a,
        "position", "answers act with the error internal",
    ),
    "chance is not asked": (
        lambda q, a: {**a, "chance": None} if q["do"] == "new" else a, "setup", 'at event 1 (draw): chance: {"draw": "…"} is right, and the answer is null',
    ),
    "a deal is asked for cell by cell": (
        lambda q, a: {**a, "chance": {"deal": {**a["chance"]["deal"], "to": {"hand[A]": 6}}}} if "deal" in (a.get("chance") or {}) else a,
        "setup", "at event 2 (deal): chance deal to hand[B]: 6 is right, and the answer does not have it",
    ),
    "a card cannot be dealt": (
        lambda q, a: {**a, "chance": {"deal": {**a["chance"]["deal"], "from": []}}} if "deal" in (a.get("chance") or {}) else a,
        "setup", "at event 2 (deal): chance deal from: [",
    ),
    "somebody has the turn while chance is asked": (
        lambda q, a: {**a, "actor": "A"} if a.get("chance") else a, "setup", 'at event 1 (draw): actor: null is right, and the answer is "A"',
    ),
    "a truth value is a number": (
        lambda q, a: {**a, "over": int(a["over"])} if q["do"] in ("new", "chance", "act") else a, "setup", "over: false is right, and the answer is 0",
    ),
    "a field is left out": (
        lambda q, a: {k: v for k, v in a.items() if k != "actor"}, "step", "actor: ",
    ),
    "an action is left out": (
        lambda q, a: {**a, "actions": a["actions"][1:]} if "actions" in a else a, "match", "): the number of actions is ",
    ),
    "actions are no lists": (
        lambda q, a: {**a, "actions": ["A play"]} if "actions" in a else a, "position", 'actions has the wrong form: {"actions": ["A play"]',
    ),
    "what is not seen is left out": (
        lambda q, a: {**a, "view": {**a["view"], "zones": {k: v for k, v in a["view"]["zones"].items() if v is not None}}} if "view" in a else a,
        "setup", "zones stock: null is right, and the answer does not have it",
    ),
    "what is not seen is shown as nothing": (
        lambda q, a: {**a, "view": {**a["view"], "variables": {**a["view"]["variables"], "secret": None}}} if "view" in a else a,
        "setup", "variables secret: the answer has null, which should not be there",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("slip", "kind", "told"), SLIPS.values(), ids=SLIPS)
def test_a_slip_is_told_where_it_is(slip: Callable[[Message, Message], Message], kind: str, told: str) -> None:
    class Slips(Wrong):
        def ask(self, request: Message, seconds: float) -> Message:
            return slip(request, super().ask(request, seconds))

    found = [v for v in few("kiksas").vectors if v["kind"] == kind][:4]
    outcome = Runner(Slips(), "kiksas", found).run()
    said = [v.reason for v in outcome.verdicts if v.reason is not None]
    assert said and all(told in one.text(1) and one.text(0) != one.text(1) for one in said), [one.text(1) for one in said]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"protocol": 2}, "protocol: 2"), ({"games": {"kiksas": 4}}, 'games: {"kiksas": 4}'), ({"games": {"ozka": [4]}}, "it does not play kiksas (its games: ozka)"),
        ({"requests": "all"}, 'requests: "all"'), ({"requests": ["hello", "new", "act"]}, "it does not answer chance, actions"),
        ({"error": {"code": "bad_request", "message": "what?"}}, "what?"),
    ],
)  # fmt: skip
def test_a_port_that_does_not_say_who_it_is_is_told_what_is_wrong(change: Message, told: str) -> None:
    class Odd(Wrong):
        def ask(self, request: Message, seconds: float) -> Message:
            return {**super().ask(request, seconds), **change}

    outcome = Runner(Odd(), "kiksas", few("kiksas").vectors[:1]).run()
    assert outcome.fault is not None and outcome.fault.kind == "hello" and told in outcome.fault.detail
    assert outcome.asked["do"] == "hello"


@pytest.mark.parametrize(
    ("code", "kind", "told"),
    [
        ("import time; input(); time.sleep(100)", "slow", "is an answer sent at once?"),
        (
            "import time; input(); print('{\"id\": 1', end='', flush=True); time.sleep(100)",
            "slow",
            'no line feed after: {"id": 1',
        ),
        ('input(); print(\'{"id": "1"}\', flush=True)', "rubbish", 'the answer has id "1", not 1'),
        ("input(); print(flush=True)", "rubbish", "an empty line"),
        ("input(); print('[' + '9' * 5000 + ']', flush=True)", "rubbish", "a number has too many digits"),
        ('input(); print(\'{"id": 1, "error": null}\', flush=True)', "hello", "error: null"),
    ],
)
def test_a_port_that_is_given_up_is_told_why(code: str, kind: str, told: str) -> None:
    outcome = Runner(Process([sys.executable, "-c", code]), "kiksas", [], first_in=2.0).run()
    assert outcome.fault is not None and outcome.fault.kind == kind and told in outcome.fault.detail
    assert outcome.asked == {"id": 1, "do": "hello", "protocol": 1}


def test_failures_are_told_in_an_order_and_a_few_of_each_kind(tmp_path: Path) -> None:
    file = tmp_path / "kiksas.jsonl"
    file.write_text("".join(line + "\n" for line in vectorfile.lines("kiksas", few("kiksas").vectors)), "utf-8")
    outs = [str(tmp_path / name) for name in ("a.json", "a.xml", "a.html")]
    given = [
        "conform",
        "kiksas",
        "--vectors",
        str(file),
        "--lang",
        "en",
        "--json",
        outs[0],
        "--junit",
        outs[1],
        "--html",
        outs[2],
    ]
    run = CliRunner().invoke(main, [*given, "--", sys.executable, str(HERE / "ports/bad.py"), "lie"])
    kinds = re.findall(r"^  (position|step|match|count)-\w+ \(", run.output, re.MULTILINE)
    assert kinds[:3] == ["position"] * 3 and kinds == sorted(kinds, key=["position", "step", "match", "count"].index)
    assert max(Counter(kinds).values()) == 3
    assert f"and {json.loads(Path(outs[0]).read_text())['failed'] - len(kinds)} more" in run.output
    # What was asked last stands in every report of a port that was given up.
    run = CliRunner().invoke(main, [*given, "--", sys.executable, str(HERE / "ports/bad.py"), "rubbish"])
    asked = json.loads(Path(outs[0]).read_text())["fault"]["asked"]
    assert asked["id"] == 6 and f"asked: {json.dumps(asked, separators=(',', ':'))}" in run.output
    assert '"id":6' in ET.fromstring(Path(outs[1]).read_bytes()).findtext("testcase/error", "")
    assert "&quot;id&quot;:6" in Path(outs[2]).read_text()


def test_one_vector_is_asked_and_the_talk_is_shown(tmp_path: Path) -> None:
    found = few("kiksas").vectors
    file = tmp_path / "kiksas.jsonl"
    file.write_text("".join(line + "\n" for line in vectorfile.lines("kiksas", found)), "utf-8")
    given = ["conform", "kiksas", "--vectors", str(file), "--lang", "en", "--only"]
    step = next(v for v in found if v["kind"] == "step")
    run = CliRunner().invoke(main, [*given, step["id"], "--", *REFERENCE])
    said = run.output.splitlines()
    assert run.exit_code == 0 and "1 passed, 0 failed, 0 not asked" in run.output
    assert json.loads(said[0].removeprefix("> "))["do"] == "hello" and json.loads(said[1].removeprefix("< "))["protocol"] == 1
    assert [json.loads(line[2:]).get("action") for line in said if line.startswith("> ") and '"act"' in line] == [step["action"]]
    # A port that takes no positions plays the match up to there.
    run = CliRunner().invoke(main, [*given, step["id"], "--", sys.executable, str(HERE / "ports/naive_port.py"), "kiksas"])
    assert run.exit_code == 0 and len([line for line in run.output.splitlines() if '"act"' in line]) > 1
    assert CliRunner().invoke(main, [*given, "step-none", "--", *REFERENCE]).exit_code == 3


# -- wrong ports ------------------------------------------------------------------------------------------------------------

# A solver does not show of these that they change nothing. With two players nobody sits out, so the second to draw is the last; the solver
# names what is dealt by the statement that deals. Whoever refuses has the turn alone to reset, and it goes to eldest hand after the new deal.
UNSEEN = {
    ("sesiasdesimt-sesi", 2): {"drawing 3: left out"},
    ("karavas", 4): {"refusing.refuse 1: left out"},
    ("karavas-mainai", 4): {"refusing.refuse 1: left out"},
}

# No search of the vectors has met a simple game that is even (a kept match has); the last ten of a match decides nothing; and with two players nobody sits out.
UNSEEN_OPTIONS = {
    ("karavas", 4): ["even_simple=void"],
    ("sesiasdesimt-sesi", 2): ["last_ten=yes", "three_play=dealer_out", "three_play=each_one"],
    ("sesiasdesimt-sesi", 3): ["last_ten=yes"],
}

SAMPLE = 8
"""So many wrong ports of each game are tried in every run."""


def wrong_ports(found: list[Vector], name: str, times: int) -> list[tuple[str, Slip]]:
    """For every clause so many slips in what it says, from its beginning to its end."""
    by_clause = defaultdict(list)
    for slip in slips(language.load(name, seats=found[0]["seats"])):
        for clause in slip.clauses:
            by_clause[clause].append(slip)
    return [(clause, slip) for clause, there in by_clause.items() for slip in there[:: max(1, len(there) // times)][:times]]


@cache
def inferred(name: str, seats: int) -> tuple[Game, list[Fact]]:
    game = language.load(name, seats=seats)
    return game, infer(game, candidates(game, met(game)))


def changes_nothing(name: str, slip: Slip, wrong: Game) -> bool:
    """Whether a solver shows that no match tells these rules from the right ones."""
    if slip.name in UNSEEN.get((name, len(wrong.seats)), ()):
        return True
    game, facts = inferred(name, len(wrong.seats))
    return equivalent(game, wrong, touch(game, wrong), facts)[0]


def tried(name: str, found: list[Vector], wrong_ones: Iterable[tuple[str, Slip]]) -> dict[str, list[str]]:
    """The slips that the vectors catch, those of their clause first, those that no match can show (``same``), and those that are missed."""
    out: dict[str, list[str]] = {"caught": [], "same": [], "missed": []}
    rules = {u.id for d in language.load(name, proofs=False).documents for u in d.units}
    for clause, slip in wrong_ones:
        if clause not in rules:  # what statements alone speak of shows in no play
            continue
        # Those with the same options together, the usual ones first: the wrong rules are made ready anew for all others.
        mine = sorted(
            found,
            key=lambda v: (
                clause not in v["clauses"],
                v["kind"] in ("match", "count"),
                len(v["options"]),
                str(v["options"]),
                len(v["clauses"]),
            ),
        )
        wrong = slip.make()
        change = lambda r, w=wrong: w if r.name == name and r.seats == w.seats else r  # noqa: E731
        caught = Runner(Wrong(change), name, mine, stop_early=True).run().code == 1
        became = "caught" if caught else "same" if changes_nothing(name, slip, wrong) else "missed"
        out[became].append(f"{clause} {slip.name}")
    return out


def ignored(name: str, one: Made) -> list[str]:
    """The values of options that a port may ignore unnoticed: it plays with the default of that option, and passes."""
    out = []
    for option in small(one.rules):
        for value in one.rules.values(option.type):
            if value is None or value == option.default:
                continue
            word = option_word(one.rules, option.name, int(value))
            mine = sorted(
                (v for v in one.vectors if v["options"].get(option.name) == word),
                key=lambda v: (v["kind"] in ("match", "count"), len(v["options"])),
            )
            if not mine or Runner(Ignoring(option.name), name, mine, stop_early=True).run().code != 1:
                out.append(f"{option.name}={one.rules.word(option.type, value)}")
    return out


def test_wrong_rules_are_caught() -> None:
    found = few("sesiasdesimt-sesi").vectors
    wrong_ones = wrong_ports(found, "sesiasdesimt-sesi", 1)
    became = tried("sesiasdesimt-sesi", found, wrong_ones)
    # These are vectors of a trial; of those that are written none may be missed.
    assert len(became["caught"]) >= 15, became["missed"]


# -- reports ----------------------------------------------------------------------------------------------------------------


def lied() -> Outcome:
    found = few("kiksas").vectors

    class Lies(Wrong):
        def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
            answer = super().ask(request, seconds)
            if request["do"] == "hello":
                answer["name"] = "<b>\x1b[31m\x00"
            if "actions" in answer:
                answer["actions"] = [*answer["actions"], ["A", "]]>\x01", "\ud800"]]
            return answer

    return Runner(Lies(), "kiksas", found).run()


def test_reports_tell_what_failed() -> None:
    outcome = lied()
    assert outcome.count("failed") > 10
    out = report.as_json(outcome)
    assert json.loads(json.dumps(out)) == out and out["code"] == 1 and out["clauses"]["KIK-5"]["failed"]
    suite = ET.fromstring(report.as_junit(outcome))
    assert int(suite.get("failures", 0)) == len(suite.findall("testcase/failure")) == outcome.count("failed")
    page = report.as_page(outcome, {"KIK-5": ("Pareiga <i>", "Duty")}, ("Kiksas", "Kiksas"))
    assert "Pareiga &lt;i&gt;" in page and "<b>" not in page and "\x1b" not in page and "\x00" not in page


def test_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "kiksas.jsonl"
    file.write_text("".join(line + "\n" for line in vectorfile.lines("kiksas", few("kiksas").vectors)), "utf-8")
    run = CliRunner()
    outs = [str(tmp_path / name) for name in ("a.json", "a.xml", "a.html")]
    given = ["conform", "kiksas", "--vectors", str(file), "--json", outs[0], "--junit", outs[1], "--html", outs[2]]
    good = run.invoke(main, [*given, "--lang", "lt", "--", *REFERENCE])
    assert good.exit_code == 0 and "klaidingai: 0" in good.output
    assert json.loads(Path(outs[0]).read_text())["failed"] == 0 and 'lang="lt"' in Path(outs[2]).read_text()
    assert run.invoke(main, [*given, "--", sys.executable, str(HERE / "ports/naive_port.py"), "kiksas"]).exit_code == 2
    bad = run.invoke(main, [*given, "--lang", "en", "--", "false"])
    assert bad.exit_code == 1 and "Given up" in bad.output
    assert run.invoke(main, ["conform", "kikkas", "--", "true"]).exit_code == 3
    assert run.invoke(main, ["conform", "ozka", "--vectors", str(file), "--", "true"]).exit_code == 3
    file.write_text("{}\n")
    assert run.invoke(main, [*given, "--", "true"]).exit_code == 3
    assert json.loads(run.invoke(main, ["vectors", "--schema"]).output) == vectorfile.schema()
    assert run.invoke(main, ["vectors", "kikkas"]).exit_code == 3


# -- all games, whole -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_all_of_a_game(name: str, tmp_path: Path) -> None:
    """Every number of players: small, no clause without a vector, some wrong ports caught, and the JavaScript port passes them all."""
    made = full(name)
    found = [v for one in made for v in one.vectors]
    assert {v["seats"] for v in found} == set(vectors.counts(name))
    assert sum(len(line.encode()) + 1 for line in vectorfile.lines(name, found)) < 3_000_000
    for one in made:
        states = coverage(one)["clauses"]
        assert not [clause for clause, state in states.items() if state["state"] == "missed"]
        assert not [mark for mark in coverage(one)["untouched"] if mark.startswith(("may ", "act "))]  # every action is done
        assert sorted(ignored(name, one)) == UNSEEN_OPTIONS.get((name, len(one.rules.seats)), [])
    kept = json.loads((files.proofs_folder() / "vectors.json").read_text("utf-8"))
    told = "python -m kirtis.rulebook.tested proofs/vectors.json FOLDER writes what the book tells of them"
    assert kept[name] == {"rules": Playable(made[0].rules).content_hash(), "clauses": by_clause(found)}, told
    wrong_ones = wrong_ports(made[0].vectors, name, 1)
    assert not tried(name, made[0].vectors, wrong_ones[:: len(wrong_ones) // SAMPLE])["missed"]
    needs(NODE, "Node is not installed")
    given = []
    for rules in vectors.all_rules(name):
        given.append(tmp_path / f"{name}-{len(rules.seats)}.json")
        given[-1].write_text(as_text(rules), "utf-8")
    outcome = Runner(Process([str(NODE), str(JAVASCRIPT), *map(str, given)]), name, found).run()
    assert (outcome.fault, outcome.count("failed"), outcome.count("skipped")) == (None, 0, 0), outcome.stderr


@pytest.mark.slow
@LONG
@pytest.mark.parametrize("name", GAMES)
def test_the_reference_and_the_naive_game_pass_all(name: str) -> None:
    found = [v for one in full(name) for v in one.vectors]
    outcome = Runner(Process(REFERENCE), name, found).run()
    assert (outcome.fault, outcome.count("failed"), outcome.count("skipped")) == (None, 0, 0), outcome.stderr
    if name in NAIVE:
        outcome = Runner(Process([sys.executable, str(HERE / "ports/naive_port.py"), name]), name, found).run()
        assert (outcome.fault, outcome.count("failed")) == (None, 0), outcome.stderr


@pytest.mark.slow
@LONG
@pytest.mark.parametrize(("name", "seats"), [(name, n) for name in GAMES for n in vectors.counts(name)])
def test_wrong_rules_of_a_game_are_caught(name: str, seats: int) -> None:
    """None is missed, and where the page of the vectors tells the count, it is this one."""
    rules = next(one for one in vectors.all_rules(name) if len(one.seats) == seats)
    found = vectors.make(rules, FULL.shared(len(vectors.counts(name)))).vectors
    became = tried(name, found, wrong_ports(found, name, 2))
    count = [str(len(became[key])) for key in ("caught", "same", "missed")]
    print(f"{name} for {seats}: {count[0]} wrong ports caught, {count[1]} change nothing, {count[2]} missed: {became['missed']}")
    assert not became["missed"]
    told = (HERE.parent / "docs" / "reference" / "vectors.md").read_text("utf-8").splitlines()
    for title in rules.titles:
        row = f"| {title} | {seats} | "
        assert {line for line in told if line.startswith(row)} <= {f"{row}{' | '.join(count)} |"}
