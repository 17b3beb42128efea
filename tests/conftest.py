"""What all tests share: how hard Hypothesis tries and how it reports, the book, and a browser to read it in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import book
from needs import NODE, needs

# The same examples every time, so that a red run is never a matter of luck, and can be repeated from its log.
settings.register_profile("ci", derandomize=True, print_blob=True, deadline=None)
# New examples every time, and the failing ones remembered. Loading a game is slow once, so no example has a deadline.
settings.register_profile("dev", print_blob=True, deadline=None)

settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Fast tests first: what is broken shows soon. With --cov only the fast ones are watched: that costs them three times their time."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)
    for item in items:
        if item.get_closest_marker("slow") is not None:
            item.add_marker(pytest.mark.no_cover)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole book, built once in a run, however many workers there are."""
    base = tmp_path_factory.getbasetemp()
    return book.built((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site")


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where the book can be read."""
    with book.served(site) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, where there is one; a module's own, for its loop would be in the way of other tests."""
    playwright = pytest.importorskip("playwright.sync_api")
    needs(book.CHROMIUM, "no Chromium here")
    with book.chromium(playwright) as found:
        yield found


@pytest.fixture(scope="session")
def node() -> str:
    """Node, where there is one."""
    needs(NODE, "Node is not installed")
    return str(NODE)
