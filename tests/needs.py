"""What some tests need besides Python: where it is missing they are skipped, but not where all has to pass."""

from __future__ import annotations

import os
import shutil

import pytest

NODE = shutil.which("node")


def needs(there: object, missing: str) -> None:
    """Skip a test that cannot be run here, saying what is missing; where CI is set, fail it."""
    if there:
        return
    if os.environ.get("CI"):
        pytest.fail(f"CI has to run this: {missing}", pytrace=False)
    pytest.skip(missing)
