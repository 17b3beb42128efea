"""The characters of a file: read whole, within bounds, and only such as a person can see."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from kirtis.language.errors import fail
from kirtis.language.places import Place

MOST_BYTES = 400_000
"""A file larger than this is refused: the longest rulebook has about a quarter of it."""

# What a screen does not show, or shows in another order than it is read: control characters, other ends of lines,
# marks that turn the direction of writing, halves of characters.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff]"
)


def contents(path: Path, start: Place) -> str:
    """The text of a file.

    Raises:
        SpecError: there is no such file, it is no file, too large, or not UTF-8.
    """
    try:
        if path.is_dir():
            raise fail(start, "this is a folder", "name a file of rules in it, as in my-rules.md")
        if not path.is_file():
            raise fail(start, "there is no such file", "check the name, or use the name of a game: kirtis games lists them")
        with path.open("rb") as file:
            found = file.read(MOST_BYTES + 1)
        if len(found) > MOST_BYTES:
            size = path.stat().st_size
            raise fail(
                start,
                f"the file is too large ({size:,} bytes; at most {MOST_BYTES:,} are read)",
                "split it, or check that it is a rulebook",
            )
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise fail(start, f"the file is not UTF-8 text (byte {error.start:,})", "save it as UTF-8") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name is not possible"
        raise fail(start, f"the file cannot be read: {reason}", "check that it is a file that you may read") from None


def plain(text: str, shown: str) -> str:
    """The text with one kind of line end.

    Raises:
        SpecError: it is too long, or holds a character that nobody sees.
    """
    if len(text) > MOST_BYTES:
        way_out = "split it, or check that it is a rulebook"
        raise fail(Place(shown, 1), f"the file is too large ({len(text):,} characters; at most {MOST_BYTES:,} are read)", way_out)
    text = text.replace("\r\n", "\n")
    unseen = _UNSEEN.search(text)
    if unseen is not None:
        sign = unseen[0]
        name = unicodedata.name(sign, "a control character").lower()
        raise fail(
            Place(shown, text.count("\n", 0, unseen.start()) + 1),
            f"this line holds a character that nobody sees (U+{ord(sign):04X}, {name})",
            "delete it: such a character can make a rule look other than it is read",
        )
    return text
