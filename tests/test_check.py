"""``kirtis check`` on a small whole game: what it says, what it keeps, and how it ends."""

from __future__ import annotations

import json
import multiprocessing
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner, Result

from kirtis.cli import main
from kirtis.cli.proofs import Prover
from kirtis.language import load
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
    assert english.stdout.rstrip().endswith("Everything is proved.")
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


def few_cards() -> str:
    """The right game with a claim that is false."""
    text = right()
    broken = text.replace("fact nine_is_most", "fact few_cards in play: size(hand[A]) <= 2\nfact nine_is_most")
    assert broken != text
    return broken


def test_a_false_claim_shows_a_position_with_cards(home: Path) -> None:
    """A deal of real play that breaks it is shown, as cards."""
    result = run(written(home, few_cards()))

    assert result.exit_code == 1
    assert "Refuted: few_cards in play" in result.output
    assert "♥" in result.output or "♣" in result.output
    assert "A match in which it fails (" in result.output
    assert "How it came about\n" in result.output


BROKEN_LT = """\
Partija, kurioje taip nėra (1 sprendimas); paprastesnės nerasta. Padėtis, iki kurios ji veda
  fazė                 ėjimas       phase = play
  dalijantysis         A            dealer = A
  siekis               imti         aim = take
  einantysis pirmas    B            leader = B
  eilė                 B            turn = B
  kaladė               ♥10          stock
  kortos rankoje A     ♣T ♣K ♣D     hand[A]
  kortos rankoje B     ♣V ♣10 ♥T    hand[B]
  kortos rankoje C     ♥K ♥D ♥V     hand[C]
Žingsnis: B: dėti kortą ♣V
Po jo pasikeitė
  eilė                C         turn = C
  kortos rankoje B    ♣10 ♥T    hand[B]
  stalas B            ♣V        table[B]
Kaip iki jos prieita
    Traukiama: A
    Dalijama: kortos rankoje A ♣T ♣K ♣D; kortos rankoje B ♣V ♣10 ♥T; kortos rankoje C ♥K ♥D ♥V
    dėti kortą: B ♣V
"""

BROKEN_EN = """\
A match in which it fails (1 decision), the simplest found. The position it leads to
  phase     play         phase = play
  dealer    A            dealer = A
  aim       take         aim = take
  leader    B            leader = B
  turn      B            turn = B
  stock     ♥10          stock
  hand A    ♣A ♣K ♣Q     hand[A]
  hand B    ♣J ♣10 ♥A    hand[B]
  hand C    ♥K ♥Q ♥J     hand[C]
Then: B: put a card ♣J
What changed afterwards
  turn       C         turn = C
  hand B     ♣10 ♥A    hand[B]
  table B    ♣J        table[B]
How it came about
    Drawn: A
    Dealt: hand A ♣A ♣K ♣Q; hand B ♣J ♣10 ♥A; hand C ♥K ♥Q ♥J
    put a card: B ♣J
"""


@pytest.mark.parametrize(("lang", "shown"), [("lt", BROKEN_LT), ("en", BROKEN_EN)])
def test_a_position_is_told_in_the_words_of_the_game(home: Path, lang: str, shown: str) -> None:
    """Variables, zones, values and phases as in play; beside them what stands in the rules."""
    broken = right().replace("fact nine_is_most", "step stays on play.put: score[lone] != was score[lone]\nfact nine_is_most")

    result = run(written(home, broken), "--lang", lang, "--only", "stays")

    assert result.exit_code == 1
    assert shown in "".join(line.rstrip() + "\n" for line in result.output.splitlines())


def test_every_sentence_of_the_prover_has_its_lithuanian(home: Path) -> None:
    """What is to be shown of the small game is told in Lithuanian, but for the formal text of its claims."""
    path = written(home, right())
    (report,) = json.loads(run(path, "--json").stdout)
    words = Prover(load(path), "lt")
    told = {o["what"] for o in report["obligations"] if o["kind"] not in ("holds", "step")}
    assert told
    assert [what for what in told if words.said(what) == what] == []
    names = {o["name"] for o in report["obligations"]}
    assert [name for name in names if words.named(name) == name] == []


@pytest.mark.parametrize(
    ("sentence", "lithuanian"),
    [
        ("turn has no value yet in play", "eilė dar neturi reikšmės: ėjimas"),
        ("nine_is_most after play.put", "nine_is_most – po žingsnio „ėjimas: dėti kortą“"),
        ("cards in hand falls when play.put goes to collect", "skaičius sumažėja: kortų skaičius (kortos rankoje) (žingsnis „ėjimas: dėti kortą“, po jo „kirčio ėmimas“)"),
        ("this may be none; queen of clubs may not lie where it is taken from", "reikšmės čia gali nebūti; ♣D gali nebūti ten, iš kur imama"),
        ("mini.md:12 (MIN-3): queen of clubs does not lie in hand", "mini.md:12 (MIN-3): ♣D ne ten: kortos rankoje"),
        ("a card dealt to hand[A] comes from the pack", "kortos rankoje A: padalyta korta yra iš kaladės"),
        ("queen of clubs lies in one place", "♣D yra vienoje vietoje"),
        ("the budget of solver steps is used up", "baigėsi sprendiklio žingsniai"),
    ],
)  # fmt: skip
def test_sentences_of_the_prover_in_lithuanian(sentence: str, lithuanian: str) -> None:
    assert Prover(load(str(MINI)), "lt").said(sentence) == lithuanian
    assert Prover(load(str(MINI)), "en").said("this may be none") == "this may be none"


@pytest.mark.parametrize(
    ("name", "lithuanian"),
    [
        ("play.put: A can tell whether he may", "ėjimas: dėti kortą: A žino, ar gali"),
        ("play.put: everybody can tell whether he may", "ėjimas: dėti kortą: visi žino, ar gali"),
        ("reckon: line 12 has a value (2)", "skaičiavimas: 12 eilutė turi reikšmę (2)"),
        ("reckon: keeps nine_is_most in play", "skaičiavimas: nine_is_most galioja toliau (ėjimas)"),
        ("nine_is_most in play", "nine_is_most (ėjimas)"),
    ],
)
def test_what_obligations_are_called_in_lithuanian(name: str, lithuanian: str) -> None:
    """In English they keep the names by which they are asked for."""
    assert Prover(load(str(MINI)), "lt").named(name) == lithuanian
    assert Prover(load(str(MINI)), "en").named(name) == name


@pytest.mark.parametrize(
    ("text", "lithuanian", "english"),
    [
        ("reckon", ("doing", "skaičiavimas"), ("doing", "reckoning")),
        ("put queen of clubs", ("doing", "dėti kortą ♣D"), ("doing", "put a card ♣Q")),
        ("A put queen of clubs", ("doing", "A: dėti kortą ♣D"), ("doing", "A: put a card ♣Q")),
        ("mini.md:9: this is none here", ("fails", "mini.md:9: reikšmės čia nėra"), ("fails", "mini.md:9: this is none here")),
    ],
)
def test_what_is_done_in_a_counterexample(text: str, lithuanian: tuple[str, str], english: tuple[str, str]) -> None:
    rules = load(str(MINI))
    assert Prover(rules, "lt").doing(text) == lithuanian
    assert Prover(rules, "en").doing(text) == english


def test_an_unchanged_game_is_not_proved_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second run asks no solver and says the same."""
    path = written(home, right())
    first = run(path)

    def never(*_: object) -> Iterator[tuple[str, Answer]]:
        raise AssertionError("the solver was asked")

    monkeypatch.setattr(asking, "decided", never)
    monkeypatch.setattr(checking, "plan", never)

    assert run(path).stdout == first.stdout


def test_what_the_ledger_knew_is_told_at_the_end(home: Path) -> None:
    """Nothing at first, everything the second time, in both languages; nothing is taken from it with --no-ledger."""
    path = written(home, right())
    first, second, lithuanian = run(path), run(path), run(path, "--lang", "lt")
    anew, quiet = run(path, "--no-ledger"), run(path, "--quiet")

    n = json.loads(run(path, "--json").stdout)[0]["obligations"].__len__()
    where = home / "ledger"
    # Before the last line a slow machine says how far the work has come.
    last = [one.stderr.splitlines()[-1] for one in (first, second, lithuanian, anew)]
    assert last == [
        f"Answers known from before: 0 of {n}; they are kept in {where}",
        f"Answers known from before: {n} of {n}; they are kept in {where}",
        f"Iš anksčiau žinoma atsakymų: {n} iš {n}. Jie laikomi aplanke {where}",
        "Everything was proved anew; no earlier answer was used.",
    ]
    assert quiet.stderr == ""
    assert first.stdout == second.stdout == anew.stdout == quiet.stdout


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("lt", ["Mažylis: ieškoma invariantų …", "Mažylis: įrodinėjama "]),
        ("en", ["Mini: looking for invariants …", "Mini: proving "]),
    ],
)
def test_without_a_terminal_a_line_now_and_then_tells_how_far_it_is(
    home: Path, monkeypatch: pytest.MonkeyPatch, lang: str, words: list[str]
) -> None:
    """On standard error, and not at all with --quiet."""
    monkeypatch.setattr("kirtis.cli.progress.EVERY", 0.02)
    path = written(home, right())

    told, quiet = run(path, "--fresh", "--lang", lang), run(path, "--fresh", "--quiet", "--lang", lang)

    for word in words:
        assert word in told.stderr
        assert word not in told.stdout
    assert re.search(r" \d+/\d+\n", told.stderr)
    assert quiet.stderr == ""


def test_a_changed_rule_is_proved_again_alone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prose may change freely; a changed formal line brings back only the obligations whose text it changes."""
    path = written(home, right())
    asked: list[str] = []

    def watched(
        tasks: Iterator[tuple[str, str]], jobs: int, budget: int, solver: str, at: str | None
    ) -> Iterator[tuple[str, Answer]]:
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


def test_the_memory_of_each_proof_is_kept(home: Path) -> None:
    """In the report and in the ledger; a ledger that does not tell it is read all the same, and decides the same."""
    path = written(home, right())
    first = json.loads(run(path, "--json").stdout)[0]["obligations"]
    (ledger,) = (home / "ledger").glob("*.jsonl")
    lines = [json.loads(line) for line in ledger.read_text("utf-8").splitlines()]
    answers = [{k: v for k, v in line.items() if k != "memory"} for line in lines if "said" in line]
    ledger.write_text("".join(json.dumps(line) + "\n" for line in answers), "utf-8")
    again = json.loads(run(path, "--json").stdout)[0]["obligations"]

    # What has become a truth while it was written down is asked of nobody.
    asked = [o for o in first if o["steps"]]
    assert asked and all(1 < o["memory"] < 10_000 for o in asked)
    assert answers and all("memory" in line for line in lines if "said" in line)
    assert {o["memory"] for o in again} == {0.0}
    assert [(o["name"], o["state"], o["steps"]) for o in again] == [(o["name"], o["state"], o["steps"]) for o in first]


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


def test_explain_in_lithuanian_says_the_same_in_other_words(home: Path) -> None:
    """What is assumed is said in the other language, to the last of it; the text that the solver reads is the same."""
    path = written(home, right())
    english, lithuanian = (run(path, "--explain", "nine_is_most", "--lang", lang).output for lang in ("en", "lt"))

    assert "; laukiamas atsakymas: unsat" in lithuanian
    assert ";   laikoma tiesa (kortų vietos): " in lithuanian
    said = [line for line in lithuanian.splitlines() if line.startswith(";   ")]
    assert all(line.startswith(";   laikoma tiesa (") for line in said)
    assert [line for line in said if "lies in one place" in line or "is allowed" in line or "may be" in line] == []
    texts = [told.replace("\n;   ", "\n").partition("(declare-const")[2] for told in (english, lithuanian)]
    assert texts[0].split("(check-sat)")[0] == texts[1].split("(check-sat)")[0] != ""


def test_a_stopped_check_goes_on_where_it_was(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C loses nothing: what was proved is in the ledger, and exit code 130 says that it was stopped."""
    path = written(home, right())
    real = asking.decided
    seen: list[int] = []

    def stopped(
        tasks: Iterator[tuple[str, str]], jobs: int, budget: int, solver: str, at: str | None
    ) -> Iterator[tuple[str, Answer]]:
        for n, one in enumerate(real(tasks, jobs, budget, solver, at)):
            if n == 12:
                raise KeyboardInterrupt
            yield one

    def counted(
        tasks: Iterator[tuple[str, str]], jobs: int, budget: int, solver: str, at: str | None
    ) -> Iterator[tuple[str, Answer]]:
        for one in real(tasks, jobs, budget, solver, at):
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


def test_the_page_shows_the_deal_that_breaks_a_claim(home: Path) -> None:
    """In either language, whole and by itself: well formed, with the state of each claim and the cards of the position."""
    path = written(home, few_cards())
    for lang, refuted in (("lt", "paneigta"), ("en", "refuted")):
        done = run(path, "--lang", lang, "--html", str(home / "page.html"))

        assert done.exit_code == 1
        page = BeautifulSoup((home / "page.html").read_text("utf-8"), "html.parser")
        assert page.html is not None and page.html["lang"] == lang
        assert refuted in {cell.get_text() for cell in page.select("section td")}
        assert page.select("article .card")
        assert page.select("article ol li .card")
        assert not page.select("[src], [href]")


def test_what_is_known_is_written_game_by_game(home: Path) -> None:
    """Whoever stops a check of several games finds the page and the matches of those that are done, each file whole."""
    page, deals = home / "page.html", home / "deals"
    words = [
        "check",
        written(home, few_cards()),
        "astuonkojis",
        "--jobs",
        "1",
        "--html",
        str(page),
        "--deals",
        str(deals),
        "--lang",
        "en",
    ]
    with subprocess.Popen([sys.executable, "-m", "kirtis", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
        while running.poll() is None and not list(deals.glob("*.jsonl")):
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        said = running.communicate(timeout=120)[0].decode()

    assert running.returncode == 130, said
    assert [p.name for p in deals.iterdir()] == ["mini-few-cards-in-play.jsonl"]
    shown = BeautifulSoup(page.read_text("utf-8"), "html.parser")
    assert len(shown.select("section")) == 1
    assert str(shown).rstrip().endswith("</html>")


def test_the_match_that_breaks_a_claim_is_written_and_shown(home: Path) -> None:
    """A record for each, which ends where the claim fails; it is replayed by the rules in their file."""
    path = written(home, few_cards())
    done = run(path, "--lang", "en", "--deals", str(home / "deals"), "--quiet")

    assert done.exit_code == 1
    (record,) = (home / "deals").iterdir()
    assert record.name == "mini-few-cards-in-play.jsonl"
    shown = CliRunner().invoke(main, ["replay", str(record), "--rules", path, "--lang", "en"])
    assert shown.exit_code == 0, shown.output
    assert "Dealt: hand A ♣" in shown.output
    assert "the match is unfinished" in shown.output
    without = CliRunner().invoke(main, ["replay", str(record), "--lang", "en"])
    assert without.exit_code == 3
    assert "the file of its rules can be named with --rules" in without.output
