"""Every planted fault is found, and said so that somebody who has never seen the language knows what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from faults.cases import ALL, MINI, VARIANT, Fault
from kirtis import files
from kirtis.language import SpecError, build, from_text, load, unknown
from kirtis.language.scope import Scope

# What a parser says and no person should have to read.
LARK = re.compile(
    r"\b_?[A-Z]{2,}_[A-Z]+|\b(LPAR|RPAR|LSQB|RSQB|LBRACE|RBRACE|VBAR|EQUAL|COLON|NAME|INT|CMP|SIGN|DASH|TAG|MAYBE|EOF|ANON)\b|\$END|Token\(|Tree\(|Expected one of|Unexpected|Traceback|NoneType|\blark\b|<[a-z_.]+ object"
)


def message(text: str) -> str:
    with pytest.raises(SpecError) as error:
        from_text(text, "game.md")
    # Where Kiksas says it is no matter of this test.
    return re.sub(r"\S*/(spec/kiksas\.md):\d+", r"\1:1", str(error.value))


def test_what_the_faults_are_planted_in_is_sound() -> None:
    assert from_text(MINI).name == "mini"
    assert from_text(VARIANT).parent == "kiksas"


@pytest.mark.parametrize("name", [MINI, *(path.stem for path in files.spec_files())], ids=lambda n: n[:12].strip())
def test_every_name_of_a_sound_game_is_known(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for names that nobody declares, made at every stage, finds none where there is none."""
    looked: list[int] = []

    def stop(scope: Scope, of: build.Items | None = None) -> None:
        if of is not None:
            looked.append(len(of))
            faults = unknown.names(scope, (item for items in of.values() for item in items))
            # What a parent states of names that its variant drops is set aside later.
            assert [f for f in faults if name is MINI or Path(f.at.file).stem == name] == []

    monkeypatch.setattr(build, "_stop", stop)
    _ = from_text(name) if name is MINI else load(name)
    assert len(looked) == 3


@pytest.mark.parametrize("fault", ALL, ids=lambda f: f.name)
def test_message(fault: Fault, snapshot: SnapshotAssertion) -> None:
    said = message(fault.text())

    assert said == snapshot
    assert not LARK.search(said)
    # Below each line that says what is wrong stands one that says what to do.
    assert [line.startswith("    ") for line in said.split("\n")] == [False, True] * (said.count("\n") // 2 + 1)
    # File, line, and in a game's own file the clause.
    assert re.match(r"(game|spec/kiksas)\.md:\d+", said)


def test_names_of_the_faults_are_their_own() -> None:
    assert len({f.name for f in ALL}) == len(ALL) >= 45
