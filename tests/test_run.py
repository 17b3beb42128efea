"""The script that sets everything up, and the requirement files that it trusts."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
CHECK, FULL, BENCH = "requirements-check.txt", "requirements.txt", "requirements-bench.txt"


@pytest.fixture
def script() -> ModuleType:
    """``run.py`` as a module of its own, fresh for each test."""
    spec = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def calls(script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What ``run.py`` would have started, in a tree of its own where nothing is really installed."""
    for name in ("pyproject.toml", CHECK, FULL, BENCH):
        (tmp_path / name).write_text(name, encoding="utf-8")
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch()
    for name, path in {"ROOT": tmp_path, "PYTHON": python, "STAMP": tmp_path / "stamp"}.items():
        monkeypatch.setattr(script, name, path)
    started: list[str] = []

    def start(command: list[str], **_: object) -> SimpleNamespace:
        started.append(" ".join(Path(word).name for word in command))
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(script.subprocess, "run", start)
    return started


def pins(file: str) -> dict[str, str]:
    """The version that a requirement file gives each package."""
    text = (ROOT / file).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE))


def test_it_installs_only_when_what_is_required_changed(script: ModuleType, calls: list[str]) -> None:
    script.set_up(FULL)
    assert [("-r " + FULL in call, "--require-hashes" in call) for call in calls] == [(True, True), (False, False)]
    calls.clear()

    script.set_up(FULL)
    script.set_up(CHECK)  # the larger file holds the smaller
    assert calls == []

    script.set_up(BENCH)
    assert len(calls) == 2
    calls.clear()

    (script.ROOT / "pyproject.toml").write_text("other", encoding="utf-8")
    script.set_up(CHECK)
    assert len(calls) == 2


def test_arguments_go_to_the_last_step(script: ModuleType, calls: list[str]) -> None:
    code = script.run([["ruff", "check"], ["pytest"]], ["-k", "wheel"], ROOT)

    assert calls == ["ruff check", "pytest -k wheel"]
    assert code == 0


def test_one_failed_step_fails_the_run_but_stops_nothing(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = iter([0, 3, 0])
    monkeypatch.setattr(script.subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=next(codes)))

    assert script.run([["ruff", "check"], ["mypy"], ["pytest"]], [], ROOT) == 3
    assert capsys.readouterr().err.splitlines()[-1] == "run.py: failed: mypy"


@pytest.mark.parametrize("version", [(3, 10, 14), (3, 14, 0)])
def test_another_python_is_told_which_ones_do(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int]
) -> None:
    said = ".".join(map(str, version))
    monkeypatch.setattr(script, "sys", SimpleNamespace(version_info=version, version=said, exit=sys.exit))

    with pytest.raises(SystemExit, match=rf"needs Python 3\.11, 3\.12 or 3\.13; this is {said}"):
        script.main(["check"])


@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["--help"], 0), (["chek"], 2)])
def test_it_tells_its_commands_from_anywhere(tmp_path: Path, arguments: list[str], code: int) -> None:
    done = subprocess.run([sys.executable, ROOT / "run.py", *arguments], cwd=tmp_path, capture_output=True, text=True)

    assert done.returncode == code
    assert "check the rules" in done.stdout


def test_each_requirement_file_holds_the_one_before_it() -> None:
    assert pins(CHECK).items() <= pins(FULL).items() <= pins(BENCH).items()


@pytest.mark.parametrize(
    ("file", "extras"),
    [(CHECK, []), (FULL, ["second", "docs", "dev", "pdf"]), (BENCH, ["second", "docs", "dev", "pdf", "bench"])],
)
def test_what_is_pinned_is_what_is_declared(file: str, extras: list[str]) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*declared["project"]["dependencies"], *declared["dependency-groups"]["build"]]
    for extra in extras:
        wanted += declared["project"]["optional-dependencies"][extra]
    needs = [need for need in map(Requirement, wanted) if need.name != "kirtis"]

    versions = pins(file)
    assert [str(need) for need in needs if not need.specifier.contains(versions[canonicalize_name(need.name)])] == []
