"""``kirtis check`` on a small whole game: what it says, what it keeps, and how it ends."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kirtis.cli import main
from kirtis.prove.run import decided
from kirtis.prove.solve import Answer, decide

# The package offers the function of the same name, so the module is asked for by its path.
checking = import_module("kirtis.prove.check")
asking = import_module("kirtis.prove.asking")

MINI = Path(__file__).parent / "faults" / "mini.md"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, with a ledger of its own."""
    monkeypatch.setenv("KIRTIS_LEDGER", str(tmp_path / "ledger"))
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def right() -> str:
    """The small game without its two dead rows: nothing ever sets the task to avoid aces. The option moves to another rule."""
    text = MINI.read_text("utf-8")
    rows = [line for line in text.splitlines(keepends=True) if not line.startswith("  | avoid")]
    assert len(rows) == len(text.splitlines()) - 2
    whole = "".join(rows)
    changed = whole.replace("score[x] + gain(x))", "score[x] + gain(x) + nothing)")
    assert changed != whole
    return changed


def run(*words: str) -> Result:
    """``kirtis check`` with one worker."""
    return CliRunner().invoke(main, ["check", *words, "--jobs", "1"])


def written(home: Path, text: str, name: str = "mini.md") -> str:
    """A rulebook in the test's folder."""
    path = home / name
    path.write_text(text, "utf-8")
    return str(path)


def test_a_right_game_is_proved(home: Path) -> None:
    """Exit code 0, and a last line that says so in the language asked for."""
    path = written(home, right())

    english, lithuanian = run(path), run(path, "--lang", "lt")

    assert (english.exit_code, lithuanian.exit_code) == (0, 0), english.output
    assert english.output.rstrip().endswith("Everything is proved.")
    assert lithuanian.output.startswith("Mažylis")
    assert "įrodyta" in lithuanian.output


def test_a_dead_row_is_refuted_where_it_stands(home: Path) -> None:
    """Each row that can never fit is named with file, line and clause; exit code 1."""
    result = run(written(home, MINI.read_text("utf-8")))

    assert result.exit_code == 1
    lines = MINI.read_text("utf-8").splitlines()
    for n, line in enumerate(lines, 1):
        if line.startswith("  | avoid"):
            assert f"mini.md:{n} MIN-4" in result.output


def test_a_false_claim_shows_a_position_with_cards(home: Path) -> None:
    """A deal of real play that breaks it is shown, as cards."""
    text = right()
    broken = text.replace("fact nine_is_most", "fact few_cards in play: size(hand[A]) <= 2\nfact nine_is_most")
    assert broken != text

    result = run(written(home, broken))

    assert result.exit_code == 1
    assert "Refuted: few_cards in play" in result.output
    assert "♥" in result.output or "♣" in result.output
    assert "A deal in which it fails (random match, seed " in result.output


def test_an_unchanged_game_is_not_proved_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second run asks no solver and says the same."""
    path = written(home, right())
    first = run(path)

    def never(*_: object) -> Iterator[tuple[str, Answer]]:
        raise AssertionError("the solver was asked")

    monkeypatch.setattr(asking, "decided", never)
    monkeypatch.setattr(checking, "plan", never)

    assert run(path).output == first.output


def test_a_changed_rule_is_proved_again_alone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prose may change freely; a changed formal line brings back only the obligations whose text it changes."""
    path = written(home, right())
    asked: list[str] = []

    def watched(tasks: Iterator[tuple[str, str]], jobs: int, budget: int, solver: str) -> Iterator[tuple[str, Answer]]:
        for key, text in tasks:
            asked.append(key)
            yield key, decide(text, budget)

    monkeypatch.setattr(asking, "decided", watched)
    run(path)
    everything = len(asked)
    asked.clear()
    written(home, right().replace("A table says what a deal is worth.", "What a deal is worth stands in a table."))
    run(path)
    prose = len(asked)
    other = right().replace("1 if generous else 0", "0 if generous else 1")
    assert other != right()
    written(home, other)
    run(path)

    assert everything > 40
    assert prose == 0
    assert 0 < len(asked) < everything


def test_a_broken_ledger_is_passed_over(home: Path) -> None:
    """Lines that are no results, or of somebody else's making, cost only the time to prove anew."""
    path = written(home, right())
    run(path)
    (ledger,) = (home / "ledger").glob("*.jsonl")
    kept = ledger.read_text("utf-8").splitlines()
    ledger.write_text("\n".join(["{", "[]", '{"key": 3}', "\x00", *(line[:-5] for line in kept)]), "utf-8")

    assert run(path).exit_code == 0


def test_a_small_budget_gives_unknown(home: Path) -> None:
    """A budget that is used up is unknown, with its reason, never refuted: exit code 2."""
    result = run(written(home, right()), "--budget", "1000")

    assert result.exit_code == 2
    assert "the budget of solver steps is used up" in result.output
    assert "refuted" not in result.output


def test_what_is_not_asked_for_is_not_run(home: Path) -> None:
    """--only proves a part and says how much was left out; a name that is nowhere is bad input."""
    path = written(home, right())

    some, none = run(path, "--only", "nine_is_most"), run(path, "--only", "nine_are_most")

    assert some.exit_code == 0
    assert "not run" in some.output
    assert none.exit_code == 3
    assert "nine_is_most" in none.output


def test_json_holds_everything(home: Path) -> None:
    """Every obligation with its state, place, clauses and what it rests on."""
    result = run(written(home, right()), "--json")

    (report,) = json.loads(result.stdout)
    assert report["game"] == "mini"
    assert all(o["state"] == "proved" and o["clauses"] for o in report["obligations"])
    assert report["claims"]["nine_is_most"] == "proved"


def test_explain_lists_what_is_assumed(home: Path) -> None:
    """The assumptions by kind, then text that a solver reads and decides."""
    result = run(written(home, right()), "--explain", "nine_is_most")

    assert "; expected: unsat" in result.output
    assert ";   assumes (place)" in result.output
    first = result.output.split("(check-sat)")[0]
    assert decide("\n".join(line for line in first.splitlines() if not line.startswith(";"))).said == "unsat"


def test_a_stopped_check_goes_on_where_it_was(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C loses nothing: what was proved is in the ledger, and exit code 130 says that it was stopped."""
    path = written(home, right())
    real = asking.decided
    seen: list[int] = []

    def stopped(tasks: Iterator[tuple[str, str]], jobs: int, budget: int, solver: str) -> Iterator[tuple[str, Answer]]:
        for n, one in enumerate(real(tasks, jobs, budget, solver)):
            if n == 12:
                raise KeyboardInterrupt
            yield one

    def counted(tasks: Iterator[tuple[str, str]], jobs: int, budget: int, solver: str) -> Iterator[tuple[str, Answer]]:
        for one in real(tasks, jobs, budget, solver):
            seen.append(1)
            yield one

    monkeypatch.setattr(asking, "decided", stopped)
    first = run(path)
    monkeypatch.setattr(asking, "decided", counted)
    second = run(path)
    again = len(seen)
    seen.clear()
    fresh = run(path, "--fresh")

    assert first.exit_code == 130
    assert "Stopped" in first.output
    assert (second.exit_code, fresh.exit_code) == (0, 0)
    assert again == len(seen) - 12


@pytest.mark.slow
def test_a_worker_that_dies_loses_nothing() -> None:
    """Its batch is decided again."""
    killed = False

    def tasks() -> Iterator[tuple[str, str]]:
        nonlocal killed
        for n in range(40):
            if n == 20 and not killed:
                killed = True
                for child in multiprocessing.active_children():
                    child.kill()
            yield str(n), f"(declare-const x Int)(assert (= x {n}))" + " " * 100_000

    answers = dict(decided(tasks(), 2))

    assert killed
    assert sorted(answers, key=int) == [str(n) for n in range(40)]
    assert {a.said for a in answers.values()} == {"sat"}
