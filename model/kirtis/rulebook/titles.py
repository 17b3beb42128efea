"""What each example shows, in a few words: its title in both languages, which stand in a file beside the matches."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

Title = tuple[str, str]
"""Lithuanian, English."""

Titles = Mapping[str, Mapping[str, Title]]
"""The titles of each game, by the names of what they stand above."""


def read_titles(file: Path) -> Titles:
    """The titles of a file; none where there is no file. Raises ValueError for anything else."""
    if not file.is_file():
        return {}
    try:
        return {game: {n: _title(one) for n, one in of.items()} for game, of in tomllib.loads(file.read_text("utf-8")).items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"{file} holds no titles ({error})") from None


def _title(texts: Sequence[str]) -> Title:
    lt, en = (text.strip() for text in texts)
    return lt, en


def titled(titles: Titles, line: Sequence[str], names: Sequence[str]) -> dict[str, Title]:
    """The titles of these examples; what the game itself, the first of its line, gives none, has that of a game that it varies."""
    found = {name: next((titles[game][name] for game in line if name in titles.get(game, {})), None) for name in names}
    return {name: title for name, title in found.items() if title is not None}


def amiss(titles: Titles, line: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """What is wrong with the titles of a game: an example without one, one without an example, two that are the same."""
    game, found = line[0], titled(titles, line, names)
    yield from (f"the example {name} of {game} has no title" for name in names if name not in found)
    yield from (f"{game} has no example {name} to give a title to" for name in titles.get(game, {}) if name not in names)
    for n, language in enumerate(("Lithuanian", "English")):
        for title, times in Counter(one[n] for one in found.values()).items():
            if times > 1:
                yield f"{times} examples of {game} have the {language} title “{title}”"
