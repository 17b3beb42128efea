"""What a machine lacks skips a test, but never where all has to pass."""

from __future__ import annotations

import pytest

from needs import needs


def test_what_is_there_is_asked_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    needs("/usr/bin/node", "Node is not installed")


def test_what_is_missing_skips_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="Node is not installed"):
        needs(None, "Node is not installed")


def test_what_is_missing_where_all_has_to_pass_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="CI has to run this: Node is not installed"):
        needs(None, "Node is not installed")
