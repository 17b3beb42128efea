"""The JavaScript interpreter in lockstep with the reference: whole matches, any positions, the same chance from the same seed."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import count, product
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest

from kirtis import files, language
from kirtis.conform import rules
from kirtis.language.game import Action as Act
from kirtis.language.game import Definition
from kirtis.language.nodes import Go
from kirtis.language.places import NOWHERE
from kirtis.language.types import SetOf
from kirtis.play import Action, ChanceError, Game, Kept, RuleError, Seeded, State
from kirtis.play import step as steps
from kirtis.play import why as whys
from kirtis.play.careful import PlainChance
from kirtis.play.chance import Forced
from kirtis.play.evaluate import Env, Evaluator
from kirtis.play.game import option_choices
from kirtis.play.position import Position
from kirtis.play.words import Json, position_in_words, to_word
from needs import NODE
from test_play_agreement import NAMES, Bodies, any_position, frames

FOLDER = Path(__file__).resolve().parents[1] / "ports" / "javascript"
GAMES = [(path.stem, n) for path in files.spec_files() for n in language.load(path.stem, proofs=False).seat_counts or (None,)]

pytestmark = pytest.mark.usefixtures("node")

Message = dict[str, Any]


class Port:
    """A port, asked line by line; it is ended where it takes far too long."""

    def __init__(self, *given: Path) -> None:
        command = [str(NODE), str(FOLDER / "port.js"), *map(str, given)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.numbers = count(1)
        self.watch = Timer(120, self.process.kill)
        self.watch.start()

    def line(self, raw: bytes) -> Message:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(raw + b"\n")
        self.process.stdin.flush()
        answer: Message = json.loads(self.process.stdout.readline())
        return answer

    def try_(self, do: str, **fields: Any) -> Message:
        """The answer, be it an error."""
        number = next(self.numbers)
        answer = self.line(json.dumps({"id": number, "do": do, **fields}).encode())
        assert answer.pop("id") == number
        return answer

    def ask(self, do: str, **fields: Any) -> Message:
        """The answer, which must be none."""
        answer = self.try_(do, **fields)
        assert "error" not in answer, (do, fields, answer)
        return answer

    def close(self) -> None:
        self.watch.cancel()
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        assert self.process.stdout.read() == b""
        self.process.stdout.close()
        assert self.process.wait(10) == 0


@cache
def loaded(name: str, seats: int | None) -> language.Game:
    return language.load(name, seats=seats, proofs=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rules")


def exported(game: language.Game, folder: Path) -> Path:
    file = folder / f"{game.name}-{len(game.seats)}.json"
    file.write_text(rules.as_text(game), "utf-8")
    return file


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[Port]:
    """One that plays every game."""
    one = Port(*(exported(loaded(name, seats), folder) for name, seats in GAMES))
    yield one
    one.close()


def answered(port: Port, standing: Message, outcomes: list[Any]) -> Message:
    """Where the match stands once every question has been answered by what came out in the reference."""
    for outcome in outcomes:
        assert standing["chance"] is not None
        kind = "draw" if isinstance(outcome, str) else "deal"
        assert set(standing["chance"]) == {kind}
        if kind == "deal":
            assert standing["chance"]["deal"]["to"] == {cell: len(cards) for cell, cards in outcome.items()}
        standing = port.ask("chance", **{kind: outcome})
    outcomes.clear()
    assert standing["chance"] is None
    return standing


def formed(state: State, random: Random) -> Action:
    """An action of the phase or of another, by any seat, with any words: seldom a legal one."""
    game = state.game.rules
    acts = [a for p in game.phases.values() for a in p.actions if p.name == state.phase or random.random() < 0.1]
    if not acts:
        return Action("A", "play")
    act = random.choice(acts)
    args = [game.word(t, random.choice(game.values(t))) for _, t in act.params]
    if random.random() < 0.05:
        args = random.choice([[], [*args, "none"], ["ace of cups"] * len(args)])
    seat = state.actor if state.actor and random.random() < 0.7 else random.choice([*game.seats, "Z"])
    return Action(seat, act.name, args)


def refusal(state: State, action: Action) -> Message | None:
    found = state.why_not(action)
    return None if found is None else {"condition": found.condition, "clauses": list(found.clauses)}


def compare(port: Port, state: State, standing: Message, random: Random) -> None:
    """Everything that can be asked where the match stands."""
    game = state.game.rules
    assert (standing["phase"], standing["actor"], standing["over"]) == (state.phase, state.actor, state.over)
    assert port.ask("actions")["actions"] == [[a.seat, a.name, *a.args] for a in state.actions()]
    for seat in game.seats if random.random() < 0.2 else [random.choice(game.seats)]:
        assert port.ask("view", seat=seat)["view"] == state.view(seat)
    for _ in range(3):
        action = formed(state, random)
        answer = port.ask("why_not", action=[action.seat, action.name, *action.args])["refusal"]
        reason = answer.pop("reason") if answer else None
        assert answer == refusal(state, action)
        if answer and any(d.name == answer["condition"] for one in game.duties.values() for d in one.duties):
            assert reason == "duty"
    if random.random() < 0.1:
        assert port.ask("position")["position"] == state.position()


def values(port: Port, state: State) -> None:
    """Every definition without parameters."""
    for name, definition in state.game.rules.definitions.items():
        if not definition.params:
            assert known(partial(state.get, name)) == told(port.try_("value", name=name), "value"), name


def known(ask: Callable[[], object]) -> object:
    """What the reference gives, or that the rules give nothing."""
    try:
        return ask()
    except RuleError:
        return RuleError


def told(answer: Message, field: str) -> object:
    """What the port gives, or that the rules give nothing."""
    return RuleError if answer.get("error", {}).get("code") == "rule_error" else answer[field]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), GAMES, ids=str)
def test_whole_matches(name: str, seats: int | None, port: Port) -> None:
    game_rules = loaded(name, seats)
    random = Random(f"{name} {seats}")
    for trial in range(3 if len(game_rules.seat_counts) < 3 else 2):
        options = {o.name: random.choice(option_choices(game_rules, o)) for o in game_rules.options.values()} if trial else {}
        chance = Kept(Seeded(trial))
        game = Game(game_rules, options)
        state = game.start(chance=chance)
        asked = port.ask("new", game=name, seats=len(game_rules.seats), options=options)
        standing = answered(port, asked, chance.outcomes)
        while not state.over:
            if random.random() < 0.25:
                compare(port, state, standing, random)
            actions = state.actions()
            # What ends a deal early would hide what lies behind it.
            quiet = [a for a in actions if a.name in ("pass", "play")] or actions
            action = random.choice(quiet if random.random() < 0.8 else actions)
            state = state.play(action)
            standing = answered(port, port.ask("act", action=[action.seat, action.name, *action.args]), chance.outcomes)
        compare(port, state, standing, random)
        values(port, state)
        winner = game_rules.definitions.get("winner")
        won = state.get("winner") if winner is not None and not winner.params else None
        assert port.ask("result") == {"over": True, "phase": state.phase, "winner": won}


class Lowest:
    """Chance that gives the lowest of everything."""

    def draw(self, values: Sequence[str]) -> str:
        return values[0]

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
        cards = iter(pool)
        return {zone: tuple(next(cards) for _ in range(n)) for zone, n in counts.items()}


def lowest(port: Port, answer: Message) -> object:
    """The position once every question has been answered by the lowest, or that the rules give none."""
    chance = Lowest()
    while asked := answer.get("chance"):
        if "draw" in asked:
            answer = port.try_("chance", draw=chance.draw(asked["draw"]))
        else:
            answer = port.try_("chance", deal=chance.deal(asked["deal"]["from"], asked["deal"]["to"]))
    if answer.get("error", {}).get("code") == "rule_error":
        return RuleError
    return port.ask("position")["position"]


def settled(game: Game, position: Position) -> Position:
    """A position as it is kept: of a pile only the uppermost card is in its place."""
    return game.engine.layout.unpack(game.engine.layout.pack(position))


def plainly(game: Game, position: Position, doing: tuple[Act, Env] | None) -> object:
    """The same in the reference: after an action, or from here."""
    plain = PlainChance(game.engine.layout, Forced(game.engine.layout, Lowest()), 0)

    def run() -> object:
        after = position if doing is None else steps.act(game.rules, game.option_values, position, *doing, plain)
        after = steps.settle(game.rules, game.option_values, after, plain)
        game.careful.actor(after)  # whose turn it is, an answer says as well
        return position_in_words(game.rules, game.paths, settled(game, after))

    return known(run)


def anywhere(port: Port, game: Game, position: Position, random: Random) -> int:
    """Compare one position, and what a few actions or the automatic phases make of it; how many actions it has."""
    begin = {"game": game.name, "options": game.options, "position": position_in_words(game.rules, game.paths, position)}
    if known(partial(game.careful.actor, position)) is RuleError:
        assert port.try_("new", **begin, settle=False)["error"]["code"] == "rule_error"
        return 0
    port.ask("new", **begin, settle=False)
    values(port, State(game, game.engine.layout.pack(position), Forced(game.engine.layout, Lowest())))
    legal = known(lambda: list(game.careful.possible(position)))
    answer = told(port.try_("actions"), "actions")
    if not isinstance(legal, list):
        assert answer is RuleError
        return 0
    assert answer == [[a.seat, a.name, *a.args] for *_, a in legal]
    if not legal and game.rules.phases[position.phase].kind != "end":
        assert lowest(port, port.try_("new", **begin)) == plainly(game, position, None)
    for act, _, env, action in random.sample(legal, min(len(legal), 4)):
        port.ask("new", **begin, settle=False)
        made = lowest(port, port.try_("act", action=[action.seat, action.name, *action.args]))
        assert made == plainly(game, position, (act, env)), action
    return len(legal)


def test_positions_that_need_not_be_reachable(folder: Path) -> None:
    """Piles, jokers, moving sides, none where there should be something: the same answer, or none in either."""
    random = Random(5)
    found = []
    for name, game in frames().items():
        file = folder / f"frame-{name}.json"
        file.write_text(rules.as_text(game.rules), "utf-8")
        port = Port(file)
        found += [anywhere(port, game, settled(game, any_position(game.rules, random)), random) for _ in range(12)]
        port.close()
    assert sum(map(bool, found)) > 10 and 0 in found


def with_generated(game: Game, random: Random) -> language.Game:
    """The same rules with definitions and actions of any shape added: those actions anybody may do, in every phase of a seat."""
    maker = Bodies(game.rules, random)
    made = {}
    for n in range(60):
        type_ = maker.some_type()
        made[f"made{n}"] = Definition(f"made{n}", (), type_, maker.of(type_, random.choice((1, 2, 3)), {}), NOWHERE)
    acts = []
    for n in range(60):
        body = maker.block(2, {})
        # Some name the next phase twice, which must be found out.
        body += tuple(Go(random.choice(list(game.rules.phases))) for _ in range(random.choice((1, 1, 1, 2))))
        acts.append(Act(f"do{n}", (), "anybody", (), body, NOWHERE))
    phases = {p.name: replace(p, actions=(*p.actions, *acts)) if p.kind == "by" else p for p in game.rules.phases.values()}
    return replace(game.rules, definitions={**game.rules.definitions, **made}, phases=phases)


@pytest.mark.parametrize("name", NAMES)
def test_generated_expressions_and_statements(name: str, folder: Path) -> None:
    """What the games do not happen to say: the same value, the same position, or a fault in both."""
    random, game = Random(name), frames()[name]
    more = with_generated(game, random)
    file = folder / f"made-{name}.json"
    file.write_text(rules.as_text(more), "utf-8")
    port = Port(file)
    had: Counter[bool] = Counter()
    by = next(p for p in more.phases.values() if p.kind == "by")
    made = [d for d in more.definitions.values() if d.name.startswith("made")]
    for definition, act in zip(made, by.actions[-len(made) :], strict=True):
        for _ in range(3):
            position = settled(game, replace(any_position(more, random), phase=by.name))
            words = position_in_words(more, game.paths, position)
            begun = port.try_("new", game=game.name, options=game.options, position=words, settle=False)
            if known(partial(game.careful.actor, position)) is RuleError:
                assert begun["error"]["code"] == "rule_error"
                continue
            value = known(partial(plain_value, more, game.option_values, position, definition))
            assert told(port.try_("value", name=definition.name), "value") == value, definition
            after = plainly(game, position, (act, {"anybody": 0}))
            assert lowest(port, port.try_("act", action=[game.seats[0], act.name])) == after, act
            had.update((value is not RuleError, after is not RuleError))
    port.close()
    assert had[True] > 100 and had[False] > 10


def plain_value(game: language.Game, options: Mapping[str, int | bool], position: Position, definition: Definition) -> Json:
    """The value of a definition in the reference."""
    return to_word(game, definition.type, Evaluator(game, options, position).value(definition.body))


def test_a_definition_with_arguments_is_asked_in_words(port: Port) -> None:
    game = Game(loaded("kiksas", None))
    state = game.start(seed=1)
    port.ask("new", game="kiksas", position=state.position(), settle=False)
    asked = 0
    for name, definition in game.rules.definitions.items():
        types = [t for _, t in definition.params]
        if types and not any(isinstance(t, SetOf) for t in types):
            for args in product(*([game.rules.word(t, v) for v in game.rules.values(t)[:3]] for t in types)):
                assert told(port.try_("value", name=name, args=args), "value") == known(partial(state.get, name, *args))
                asked += 1
    assert asked > 20


SCRIPT = """
import { readFileSync } from "node:fs";
import { Game, Seeded } from "%s";
const game = new Game(JSON.parse(readFileSync("%s", "utf-8")));
for (const seed of [0, 1, 7, 4294967296, 123456789012345678901234567890n]) {
  const chance = new Seeded(seed);
  let position = game.start(chance);
  for (let n = 0; n < 120 && !game.over(position); n++) {
    const actions = game.actions(position);
    position = game.play(position, actions[(n * 7 + 3) %% actions.length], chance);
  }
  console.log(JSON.stringify(game.inWords(position)));
}
"""


def test_a_seed_gives_the_same_match(folder: Path, port: Port) -> None:
    file = exported(loaded("kiksas", None), folder)
    script = SCRIPT % ((FOLDER / "kirtis.js").as_uri(), file.as_posix())
    done = subprocess.run([str(NODE), "--input-type=module", "-e", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    game = Game(loaded("kiksas", None))
    for seed, line in zip((0, 1, 7, 2**32, 123456789012345678901234567890), done.stdout.splitlines(), strict=True):
        state = game.start(seed=seed)
        for n in range(120):
            if not state.over:
                actions = state.actions()
                state = state.play(actions[(n * 7 + 3) % len(actions)])
        assert json.loads(line) == state.position()


class Silent:
    """Chance that is not asked twice: whatever it is asked ends the step."""

    def draw(self, values: Sequence[str]) -> str:
        raise ChanceError("asked")

    def deal(self, pool: Sequence[str], counts: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
        raise ChanceError("asked")


def test_counting_stops_where_chance_is_asked(port: Port) -> None:
    game = Game(loaded("sesiasdesimt-sesi", 2))
    position = game.start(seed=4).position()
    state = game.from_position(position, chance=Silent())
    found = []
    for action in state.actions():
        try:
            found.append(len(state.play(action).actions()))
        except ChanceError:
            continue
    port.ask("new", game="sesiasdesimt-sesi", seats=2, position=position)

    assert len(found) < len(state.actions())
    assert port.ask("count", depth=2)["counts"] == [len(state.actions()), sum(found)]


BAD = [
    (b"{", "bad_json"),
    (b"[]", "bad_json"),
    (b'{"id":1}', "bad_request"),
    (b'{"id":1,"do":"fly"}', "unsupported"),
    (b'{"id":1,"do":"toString"}', "unsupported"),
    (b'{"id":1,"do":"act","action":"A play"}', "bad_request"),
    (b'{"id":1,"do":"actions","more":1}', "bad_request"),
    (b'{"id":1,"do":"new","game":"tarock"}', "unknown_game"),
    (b'{"id":1,"do":"new","game":"sesiasdesimt-sesi"}', "bad_seats"),
    (b'{"id":1,"do":"new","game":"kiksas","options":{"fly":true}}', "bad_options"),
    (b'{"id":1,"do":"new","game":"kiksas","options":{"queen_led":3}}', "bad_options"),
    (b'{"id":1,"do":"new","game":"kiksas","options":{"queen_led":"no"}}', "bad_options"),
    (b'{"id":1,"do":"new","game":"kiksas","position":{"phase":"fly","variables":{},"zones":{}}}', "bad_position"),
    (b'{"id":1,"do":"new","game":"kiksas","position":{"phase":"play","variables":{},"zones":{}}}', "bad_position"),
    (
        b'{"id":1,"do":"new","game":"kiksas","position":{"phase":"play","variables":{},"zones":{"table":{"A":null}}}}',
        "bad_position",
    ),
    (b'{"id":"1","do":"actions"}', "bad_request"),
    (b'{"id":1,"do":"chance","draw":"Z"}', "bad_outcome"),
    (b'{"id":1,"do":"chance","deal":{}}', "bad_outcome"),
    (b'{"id":1,"do":"actions"}', "chance_open"),
    (b'{"id":1,"do":"count","depth":' + b" " * 70_000 + b"1}", "too_long"),
]


@pytest.mark.parametrize(("line", "code"), BAD, ids=lambda v: v if isinstance(v, str) else "")
def test_what_cannot_be_answered_is_an_error_and_changes_nothing(line: bytes, code: str, port: Port) -> None:
    before = port.ask("new", game="kiksas")
    assert port.line(line)["error"]["code"] == code
    assert port.ask("chance", draw=before["chance"]["draw"][0])["phase"]


def test_errors_within_a_match(port: Port) -> None:
    state = Game(loaded("kiksas", None)).start(seed=1)
    port.ask("new", game="kiksas", position=state.position())
    error = port.try_("act", action=["A", "fly"])["error"]

    assert (error["code"], error["clauses"]) == ("illegal", [])
    assert port.try_("view", seat="Z")["error"]["code"] == "unknown_name"
    assert port.try_("value", name="fly")["error"]["code"] == "unknown_name"
    assert port.try_("chance", draw="A")["error"]["code"] == "no_chance"
    assert port.ask("position")["position"] == state.position()


def test_it_says_what_the_reference_says() -> None:
    text = (FOLDER / "why.js").read_text("utf-8")

    assert [said for both in whys._SAID.values() for said in both if f'"{said}"' not in text] == []


def test_every_node_has_a_meaning() -> None:
    text = "".join((FOLDER / name).read_text("utf-8") for name in ("expressions.js", "statements.js"))

    assert [n.__name__ for n in rules.NODES if f"\n  {n.__name__}" not in text and n.__name__ != "Let"] == []


def test_only_the_port_needs_more_than_a_browser_has() -> None:
    needy = [
        f.name
        for f in sorted(FOLDER.glob("*.js"))
        if re.search(r'from "(?!\./)|\b(process|require|Buffer)\b', f.read_text("utf-8"))
    ]

    assert needy == ["port.js"]
