"""Every part of a PDF says its language, so that formal text is read aloud in English and the clause above it in Lithuanian.

WeasyPrint makes a tree of tags, and writes the language of the whole file alone: what ``lang`` says of a part is lost.
It gives no place to add to the tree either, so the function that builds it is wrapped here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def tell_languages() -> None:
    """From now on each tag of a file that WeasyPrint writes has the language of its element, where one is given."""
    from weasyprint.formatting_structure.boxes import PageBox
    from weasyprint.pdf import tags

    build = tags._build_box_tree
    if getattr(build, "tells_languages", False):
        return

    def told(box: Any, *rest: Any) -> Iterator[Any]:
        language = None if box.element is None or isinstance(box, PageBox) else box.element.get("lang")
        for tag in build(box, *rest):
            # The element of the whole page has no tag of its own: what it gives are its parts, which have been told already.
            if language and box.element_tag not in ("html", "body"):
                tag["Lang"] = tags.pydyf.String(language)
            yield tag

    told.tells_languages = True  # type: ignore[attr-defined]
    tags._build_box_tree = told
