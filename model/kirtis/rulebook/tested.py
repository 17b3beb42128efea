"""``python -m kirtis.rulebook.tested OUT FOLDER``: how many of the test vectors exercise each clause, for the book to tell.

``FOLDER`` holds what ``kirtis vectors`` wrote of every game; making all of it takes longer than the book does.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kirtis.conform.telling import Vector
from kirtis.conform.vectorfile import read


def by_clause(vectors: Iterable[Vector]) -> dict[str, int]:
    """The clauses that some vectors exercise, each with their number."""
    return dict(sorted(Counter(clause for vector in vectors for clause in vector["clauses"]).items()))


def counted(folder: Path) -> dict[str, Any]:
    """Each game with the rules that its vectors were made of, and the count of each clause. Raises VectorError for a file that cannot be read."""
    out = {}
    for path in sorted(folder.glob("*.jsonl")):
        header, vectors = read(path)
        out[header["game"]] = {"rules": header["rules"], "clauses": by_clause(vectors)}
    return out


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(counted(Path(sys.argv[2])), indent=1) + "\n", "utf-8")
