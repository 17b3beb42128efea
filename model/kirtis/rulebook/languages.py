"""Two languages on every page: blocks side by side, headings in both, and nothing said in one of them only."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from kirtis.rulebook.nodes import both

logger = logging.getLogger(__name__)
BETWEEN = " / "


class InOne(SphinxDirective):
    """``:::{lt}`` and ``:::{en}`` on a page of the guide."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        box = nodes.container("", *self.parse_content_to_nodes(), classes=[f"k-{self.name}", f"language-{self.name}"])
        self.set_source_info(box)
        return [box]


class Pairs(SphinxTransform):
    """Put a Lithuanian block and the English one after it side by side; a block that is alone is a fault."""

    default_priority = 300

    def apply(self) -> None:
        for box in list(self.document.findall(nodes.container)):
            if box.parent is None or "k-pair" in box.parent["classes"]:
                continue
            if "k-lt" in box["classes"]:
                other = box.next_node(siblings=True, descend=False, ascend=False)
                if isinstance(other, nodes.container) and "k-en" in other["classes"]:
                    place, parent = box.parent.index(box), box.parent
                    parent.remove(other)
                    parent.remove(box)
                    parent.insert(place, nodes.container("", box, other, classes=["k-pair"]))
                    continue
            if {"k-lt", "k-en"} & set(box["classes"]):
                missing = "English" if "k-lt" in box["classes"] else "Lithuanian"
                logger.warning(
                    "this text has no %s one beside it – write :::{lt} … ::: and right after it :::{en} … :::",
                    missing,
                    location=box,
                    type="kirtis",
                    subtype="language",
                )


class Halves(SphinxTransform):
    """``Kortos / The cards`` as a heading, or as a paragraph between the blocks of a rulebook: each half is shown in its language."""

    default_priority = 310

    def apply(self) -> None:
        for node in list(self.document.findall(_titles_and_paragraphs)):
            text = node.astext().replace("\n", " ")
            if all(isinstance(c, nodes.Text) for c in node.children) and text.count(BETWEEN) == 1:
                assert isinstance(node, nodes.Element)
                lt, en = text.split(BETWEEN)
                node.children = []
                node += both(lt, en)
                if isinstance(node, nodes.paragraph):
                    node["classes"].append("k-halves")


def _titles_and_paragraphs(node: nodes.Node) -> bool:
    return isinstance(node, nodes.title) or (isinstance(node, nodes.paragraph) and isinstance(node.parent, nodes.section))


def setup(app: Sphinx) -> None:
    """Blocks and headings in two languages."""
    for language in ("lt", "en"):
        app.add_directive(language, InOne)
    app.add_transform(Pairs)
    app.add_transform(Halves)
