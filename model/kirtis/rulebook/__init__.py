"""Prints the rules: the extension that makes the book."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Everything that the book needs, in the order in which it is needed."""
    from kirtis import __version__
    from kirtis.rulebook import (
        domain,
        figures,
        frame,
        heading,
        indexes,
        languages,
        lists,
        nodes,
        noticed,
        numbers,
        pages,
        player,
        reached,
        resting,
        search,
        stepping,
        terms,
        units,
    )
    from kirtis.rulebook.paper import order

    first = (nodes, domain, units, heading, languages, figures, numbers, lists, noticed, reached, resting, indexes, terms)
    for part in (*first, search, frame, pages, player, stepping, order):
        part.setup(app)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True, "env_version": 1}
