"""The package travels whole, and the tree speaks of itself alone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kirtis
from kirtis import files

ROOT = Path(__file__).resolve().parents[1]

LOOK_AROUND = """
import importlib.metadata, json, sys
sys.path.insert(0, sys.argv[1])
import kirtis
from kirtis import files
print(json.dumps({
    "package": kirtis.__file__,
    "version": importlib.metadata.version("kirtis"),
    "spec": [file.name for file in files.spec_files()],
    "proofs": sorted(
        file.relative_to(files.proofs_folder()).as_posix()
        for file in files.proofs_folder().rglob("*") if file.is_file()
    ),
}))
"""


def tree() -> list[Path]:
    """Every file of the tree that is, or could be, committed."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("only a git checkout says which files are the project's own")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [ROOT / name for name in sorted(set(listed.split("\0")) - {""}) if (ROOT / name).is_file()]


@pytest.mark.slow
def test_an_installed_wheel_carries_the_rules_and_the_proofs(tmp_path: Path) -> None:
    """The wheel is built from the sdist, so a file that either of them lost would be missed here."""
    python = [sys.executable, "-m"]
    built, installed = tmp_path / "built", tmp_path / "installed"
    subprocess.run([*python, "build", "--no-isolation", "--outdir", built, ROOT], check=True, cwd=tmp_path)
    (wheel,) = built.glob("*.whl")
    subprocess.run([*python, "pip", "install", "--no-deps", "--no-index", "--target", installed, wheel], check=True, cwd=tmp_path)

    seen = json.loads(
        subprocess.run(
            [sys.executable, "-I", "-c", LOOK_AROUND, installed], check=True, cwd=tmp_path, capture_output=True, text=True
        ).stdout
    )

    assert Path(seen["package"]).is_relative_to(installed)
    assert seen["version"] == kirtis.__version__
    assert seen["spec"] == [file.name for file in files.spec_files()]
    proofs = files.proofs_folder()
    ours = [file.relative_to(proofs).as_posix() for file in tree() if file.is_relative_to(proofs)]
    assert seen["proofs"] == sorted(ours)


def test_a_checkout_reads_the_texts_at_its_top() -> None:
    assert files.spec_folder() == ROOT / "spec"
    assert files.proofs_folder() == ROOT / "proofs"


@pytest.mark.parametrize("name", ["", "nosuchgame", "../pyproject", "/etc/hostname"])
def test_a_name_that_is_no_game_is_refused(name: str) -> None:
    with pytest.raises(LookupError, match="no rules named"):
        files.spec_file(name)
    with pytest.raises(LookupError, match="no proofs named"):
        files.proof_file(name)


# A link to a page is welcome; a place that packages, archives or programs are fetched from is not ours to name.
DOWNLOAD = re.compile(
    r"""://(?:files|registry|packages|downloads?|deb|index)\.   # the host is a store
      | ://\S+/(?:simple|packages|wheels)/                      # so is the path
      | ://\S+\.(?:whl|zip|tgz|tar\.\w+|deb|rpm|exe|dmg)\b      # the thing itself
      | (?:^|\s)--(?:extra-)?index-url\b | (?:^|\s)--find-links\b
    """,
    re.VERBOSE,
)
# Somebody's own folder, as it is on one machine only.
MACHINE = re.compile(r"(?<![\w.~}$])/(?:root|home|Users|work)/\w|\b[A-Z]:\\Users\\")
AT, HOME = "://", "/home"


@pytest.mark.parametrize("pattern", [DOWNLOAD, MACHINE], ids=["download", "machine"])
def test_no_file_names_a_place_outside(pattern: re.Pattern[str]) -> None:
    found = []
    for file in tree():
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a picture or a font
        found += [f"{file.relative_to(ROOT)}:{n}: {line}" for n, line in enumerate(lines, 1) if pattern.search(line)]

    assert found == []


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        # Put together here, so that this file does not name such places itself.
        (DOWNLOAD, f"https{AT}files.example.org/a"),
        (DOWNLOAD, f"https{AT}example.org/simple/a/"),
        (DOWNLOAD, f"https{AT}example.org/kirtis-0.1.0.whl"),
        (MACHINE, f"see {HOME}/ona/kirtis"),
    ],
)
def test_such_a_place_would_be_found(pattern: re.Pattern[str], line: str) -> None:
    assert pattern.search(line)


def test_requirements_hold_no_address_at_all() -> None:
    for file in ROOT.glob("requirements*.txt"):
        assert "://" not in file.read_text(encoding="utf-8"), file.name
