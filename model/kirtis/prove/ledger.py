"""The ledger of results: what was decided, keyed by all that it rests on, so that an unchanged rule is not proved again.

A ledger is a convenience. A line that cannot be read is passed over, and what it said is proved anew.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

MOST_BYTES = 64_000_000


def place() -> Path:
    """The folder of ledgers: ``KIRTIS_LEDGER``, else the user's cache."""
    named = os.environ.get("KIRTIS_LEDGER")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kirtis"


class Ledger:
    """Results of one game, kept in one file."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.entries: dict[str, dict[str, object]] = {}
        if path is not None:
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            if path.stat().st_size > MOST_BYTES:
                return
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return
        for line in text.splitlines():
            try:
                entry = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(entry, dict) and isinstance(entry.get("key"), str):
                self.entries[entry.pop("key")] = entry

    def get(self, key: str) -> Mapping[str, object] | None:
        """What was kept under a key."""
        return self.entries.get(key)

    def put(self, key: str, entry: Mapping[str, object]) -> None:
        """Keep something under a key."""
        self.entries[key] = dict(entry)

    def save(self, keep: set[str] | None = None) -> None:
        """Write the ledger whole or not at all; ``keep`` drops every other key."""
        if self.path is None:
            return
        if keep is not None:
            self.entries = {k: v for k, v in self.entries.items() if k in keep}
        text = "".join(
            json.dumps({"key": k, **v}, ensure_ascii=False, sort_keys=True) + "\n" for k, v in sorted(self.entries.items())
        )
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".ledger")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(self.path)
        except OSError:
            return
