"""The domain: clauses, findings, theorems, remarks and names as things that can be referred to."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole
from sphinx.util.nodes import make_refnode

from kirtis import files
from kirtis.rulebook.cards import read_card
from kirtis.rulebook.nodes import card
from kirtis.rulebook.shelf import Anchor, Shelf
from kirtis.rulebook.stock import read_shelf

logger = logging.getLogger(__name__)


class UnitRole(XRefRole):
    """``{clause}`KIK-5```, with or without the name of the domain."""

    def __init__(self, kind: str) -> None:
        super().__init__(innernodeclass=nodes.inline, warn_dangling=True)
        self.kind = kind

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        self.name, self.refdomain, self.reftype = f"kirtis:{self.kind}", "kirtis", self.kind
        self.classes = ["k-ref"]
        return self.create_xref_node()


class CardRole(SphinxRole):
    """``{card}`♣D```."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        shelf = shelf_of(self.env)
        game = self.env.current_document.docname.rpartition("/")[2]
        try:
            found = read_card(self.text)
        except ValueError as error:
            message = self.inliner.reporter.error(str(error), line=self.lineno)
            return [nodes.problematic(self.rawtext, self.rawtext)], [message]
        # The plain text is what searching and titles see.
        return [card("", found.sign("lt"), card=found, words=dict(shelf.words(game)))], []


class KirtisDomain(Domain):
    """What the rulebooks hold."""

    name, label = "kirtis", "Kirtis"
    object_types: ClassVar[dict[str, ObjType]] = {
        "clause": ObjType("clause", "clause", "unit"),
        "finding": ObjType("finding", "finding", "unit"),
        "theorem": ObjType("theorem", "theorem", "unit"),
        "remark": ObjType("remark", "remark", "unit"),
        "name": ObjType("name", "name"),
    }
    roles: ClassVar[dict[str, Any]] = {kind: UnitRole(kind) for kind in ("clause", "finding", "theorem", "remark")}
    initial_data: ClassVar[dict[str, Any]] = {"digest": ""}
    data_version = 1
    shelf: Shelf = Shelf()

    def clear_doc(self, docname: str) -> None:
        """Nothing is kept from page to page: all of it is on the shelf."""

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Nothing is gathered while reading."""

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        anchor, title = self._find(typ, target)
        if anchor is None or anchor.docname not in env.found_docs:
            # A page that a small book does without is no fault; a clause that is not there is.
            return contnode if typ in ("page", "sentence", "name", "example") else None  # type: ignore[return-value]
        link = make_refnode(builder, fromdocname, anchor.docname, anchor.id, contnode, "" if node.get("untitled") else title)
        if type(contnode) is nodes.inline:
            # One element and not two, for a page has thousands of links.
            link["classes"] += contnode["classes"]
            link.children = []
            link += contnode.children
        return link

    def _find(self, typ: str, target: str) -> tuple[Anchor | None, str]:
        if typ == "name":
            game, _, name = target.partition(" ")
            found = self.shelf.name(game, name, local=True)
            return found, found.unit if found else ""
        if typ == "page":
            page, _, place = target.partition("#")
            return Anchor(page, place, ""), ""
        if typ == "example":
            game, _, name = target.partition(" ")
            return Anchor(f"examples/{game}", f"example-{name}", ""), ""
        if typ == "sentence":
            return Anchor("sentences", target, ""), ""
        entry = self.shelf.entries.get(target)
        if entry is None or typ not in ("unit", entry.unit.kind):
            return None, ""
        return entry.anchor, " / ".join(dict.fromkeys(entry.unit.titles))

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        found = self.resolve_xref(env, fromdocname, builder, "unit", target, node, contnode)
        return [(f"kirtis:{self.shelf.entries[target].unit.kind}", found)] if found else []

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        # Never in Sphinx's own search: search.py puts units above its hits.
        for id_, entry in self.shelf.entries.items():
            if entry.docname in self.env.found_docs:
                yield id_, id_, entry.unit.kind, entry.docname, id_, -1


def shelf_of(env: BuildEnvironment) -> Shelf:
    """The shelf of this build."""
    domain = env.get_domain("kirtis")
    assert isinstance(domain, KirtisDomain)
    return domain.shelf


def fill_shelf(app: Sphinx) -> None:
    """Read all rulebooks before any page; every fault is a warning with its file and line."""
    spec = Path(app.confdir, app.config.kirtis_spec) if app.config.kirtis_spec else files.spec_folder()
    proofs = Path(app.confdir, app.config.kirtis_proofs) if app.config.kirtis_proofs else files.proofs_folder()
    examples = Path(app.confdir, app.config.kirtis_examples)
    order = app.config.kirtis_order
    shelf = read_shelf(_rulebooks(spec, order), _rulebooks(proofs, order), proofs / "status.json", examples)
    for fault in shelf.faults:
        way_out = f" – {fault.way_out}" if fault.way_out else ""
        where = f"{os.path.relpath(fault.at.file)}:{fault.at.line}"
        logger.warning("%s%s", fault.what, way_out, location=where, type="kirtis", subtype="rules")
    domain = app.env.get_domain("kirtis")
    assert isinstance(domain, KirtisDomain)
    domain.shelf = shelf


def _rulebooks(folder: Path, order: list[str]) -> list[Path]:
    # What the book does not put in order comes last, by name without its ending: a game stands before its variants.
    place = {name: n for n, name in enumerate(order)}
    return sorted(folder.glob("*.md"), key=lambda p: (place.get(p.stem, len(place)), p.stem))


def changed_pages(app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Links go both ways, so every page is made anew when any rulebook or result has changed."""
    domain = env.get_domain("kirtis")
    assert isinstance(domain, KirtisDomain)
    before, domain.data["digest"] = domain.data["digest"], domain.shelf.digest
    return [] if before == domain.shelf.digest else sorted(env.found_docs)


def setup(app: Sphinx) -> None:
    """The domain, its roles under their short names, and the shelf."""
    app.add_config_value("kirtis_spec", "", "env", (str,))
    app.add_config_value("kirtis_order", [], "env", (list,))
    app.add_config_value("kirtis_proofs", "", "env", (str,))
    app.add_config_value("kirtis_examples", "examples/examples.json", "env", (str,))
    app.add_domain(KirtisDomain)
    for kind in KirtisDomain.roles:
        app.add_role(kind, UnitRole(kind))
    app.add_role("card", CardRole())
    app.connect("builder-inited", fill_shelf)
    app.connect("env-get-outdated", changed_pages)
