"""What all tests share: how hard Hypothesis tries, and how it reports."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

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
