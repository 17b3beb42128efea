"""Exported obligations: whole SMT-LIB 2 files that other programs read, and the answer in each is the one that they give."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kirtis.cli import main

SMALL = Path(__file__).parent / "prove" / "small.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as m:
        home = tmp_path_factory.mktemp("export")
        m.setenv("KIRTIS_LEDGER", str(home / "ledger"))
        out = home / "files"
        done = CliRunner().invoke(main, ["export", str(SMALL), "--smt2", str(out), "--jobs", "1", "--lang", "en"])
        assert done.exit_code == 0, done.output
        assert done.output == f"Wrote {len(list(out.iterdir()))} files to {out}\n"
    return out


def status(text: str) -> str:
    found = re.search(r"^\(set-info :status (sat|unsat)\)$", text, re.MULTILINE)
    assert found
    return found[1]


def test_every_file_says_what_it_is(folder: Path) -> None:
    files = sorted(folder.iterdir())
    assert len(files) > 200
    for file in files:
        text = file.read_text("utf-8")
        head = text[: text.index("(set-info")].splitlines()
        assert head[0] == "; Small (small, version 1.0, 3 players)"
        assert head[1].startswith("; obligation: ")
        assert any(line.startswith(("; to be shown: ", "; to be possible: ")) for line in head)
        assert any(line.startswith("; stands in small.md, line ") for line in head)
        assert text.endswith("(check-sat)\n(exit)\n")
    assert {status(f.read_text("utf-8")) for f in files} == {"sat", "unsat"}


def test_another_program_gives_the_answer_that_stands_in_the_file(folder: Path) -> None:
    """The solver's own program, told nothing but the file."""
    program = Path(sys.executable).with_name("z3")
    if not program.exists():
        pytest.skip("the solver was installed without its program")
    files = sorted(folder.iterdir())[::12]
    for file in files:
        said = subprocess.run([program, file], capture_output=True, text=True, timeout=120)
        assert said.stdout.split() == [status(file.read_text("utf-8"))], file.name


def test_a_second_solver_gives_the_answer_that_stands_in_the_file(folder: Path) -> None:
    cvc5 = pytest.importorskip("cvc5")
    for file in sorted(folder.iterdir())[5::12]:
        solver = cvc5.Solver(cvc5.TermManager())
        parser = cvc5.InputParser(solver)
        parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, str(file))
        said = ""
        while not (command := parser.nextCommand()).isNull():
            said += command.invoke(solver, parser.getSymbolManager())
        assert said.split() == [status(file.read_text("utf-8"))], file.name


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = CliRunner().invoke(main, ["export", str(SMALL), "--smt2", str(tmp_path), "--lang", "lt"])
    assert done.exit_code != 0
    assert f"„{tmp_path}“ nėra tuščias aplankas; nurodykite naują." in done.output.replace("\n", " ")
    assert [f.name for f in tmp_path.iterdir()] == ["mine.txt"]


def test_a_name_that_there_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIRTIS_LEDGER", str(tmp_path / "ledger"))
    done = CliRunner().invoke(main, ["export", str(SMALL), "--smt2", str(tmp_path / "out"), "--only", "nowhere", "--lang", "en"])
    assert "there is nothing with “nowhere” in its name." in done.output
    assert not (tmp_path / "out").exists()
