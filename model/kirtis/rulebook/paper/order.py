"""The order for the printer: ``kirtis_pdf = "lt en both"`` prints when the site is built, and links each game to its volumes."""

from __future__ import annotations

import os
import posixpath
import re
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError, ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from kirtis.rulebook.nodes import Bits, bits, both, in_language, inline
from kirtis.rulebook.paper.volumes import ALONE, BOOKLET, LANGUAGES, Volume

logger = logging.getLogger(__name__)
FOLDER = "pdf"
SIZED = re.compile(rf'(href="[^"]*\b{FOLDER}/([\w-]+\.pdf)"[^>]*>(?:(?!</a>).)*<span class="k-size">)[^<]*')
"""A link to a file that is printed after the page, up to the size that it will have."""


def ordered(config: Config) -> tuple[str, ...]:
    """The languages to print in; none where nothing is to be printed."""
    return tuple(config.kirtis_pdf.split())


def links(config: Config, docname: str, volume: str, languages: tuple[str, ...] = LANGUAGES, name: str = "PDF") -> Bits:
    """Ways from a page to the printed volume: each language has its own, and both together where both are shown."""
    there = [language for language in ordered(config) if language in languages]
    up = posixpath.relpath(FOLDER, posixpath.dirname(docname) or ".")

    def way(language: str, text: str) -> nodes.Node:
        shown = inline("k-ref", text, inline("k-size"))
        return nodes.reference("", "", shown, refuri=f"{up}/{volume}-{language}.pdf", internal=True)

    out: Bits = []
    if "lt" in there:
        out.append(in_language("lt", bits(way("lt", name))))
    if "en" in there:
        out.append(in_language("en", bits(inline("k-both", " / ") if out else "", way("en", f"{name} (English)"))))
    if "both" in there:
        out.append(inline("k-both", " / " if out else "", way("both", f"{name} (lietuviškai + English)")))
    return out


class Whole(SphinxDirective):
    """``{whole-book}``: where the whole book and the booklet can be had to print, if they were printed."""

    def run(self) -> list[nodes.Node]:
        here = self.env.current_document.docname
        titles = {"kirtis": ("Visa knyga spausdinti:", "The whole book to print:")}
        if any(page.startswith(f"{BOOKLET}/") for page in self.env.found_docs):
            titles[BOOKLET] = ("Knygelė prie stalo (A5):", "A booklet for the table (A5):")
        out: list[nodes.Node] = []
        for volume, title in titles.items():
            if ways := links(self.config, here, volume, ALONE if volume == BOOKLET else LANGUAGES):
                out.append(nodes.paragraph("", "", *bits(both(*title), " ", ways), classes=["k-to-print"]))
        return out


def check(app: Sphinx, config: Config) -> None:
    """Languages that there are, and a printer that is there: better said before an hour of building than after."""
    wrong = [language for language in ordered(config) if language not in LANGUAGES]
    if wrong:
        raise ConfigError(f"kirtis_pdf: there is no “{wrong[0]}”; write one or more of {' '.join(LANGUAGES)}")
    if ordered(config):
        try:
            import weasyprint  # noqa: F401
        except (ImportError, OSError) as error:
            raise ConfigError(
                f"kirtis_pdf needs WeasyPrint and Pango ({error}); pip install 'kirtis[pdf]', and on Debian or Ubuntu "
                "apt install libpango-1.0-0 libpangoft2-1.0-0 – or leave kirtis_pdf out"
            ) from None


def send(app: Sphinx, exception: Exception | None) -> None:
    """Print every volume of the site that was just built, the largest first."""
    from kirtis.rulebook.paper.volumes import volumes

    languages = ordered(app.config)
    if exception or not languages or app.builder.name != "html":
        return
    site = Path(app.outdir)
    jobs = [(volume, language) for volume in volumes(site) for language in languages if language in volume.languages]
    print_all(site, jobs, app.config.kirtis_pdf_at_once or os.cpu_count() or 1)
    tell_sizes(site)


def print_all(site: Path, jobs: list[tuple[Volume, str]], at_once: int) -> None:
    """Print these volumes in these languages; the first that cannot be printed is the end."""
    with ThreadPoolExecutor(at_once) as pool:
        sent = [pool.submit(print_apart, site, volume, language) for volume, language in jobs]
        for job, (volume, language) in zip(sent, jobs, strict=True):
            try:
                job.result()
            except Exception as error:
                pool.shutdown(cancel_futures=True)
                raise ExtensionError(f"{volume.file(language)} could not be printed: {told(error)}", error) from error
            logger.info("printed %s/%s", FOLDER, volume.file(language))


def print_apart(site: Path, volume: Volume, language: str) -> None:
    """Print a volume in a process of its own: what lays pages out keeps much in memory, and one that dies is known by its volume."""
    from kirtis.rulebook.paper.press import print_volume

    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
        alone.submit(print_volume, site, volume, language, site / FOLDER / volume.file(language)).result()


def told(error: Exception) -> str:
    """What went wrong; of a process that died, nothing else is known than that it did."""
    if isinstance(error, BrokenProcessPool):
        return (
            "its process died without a word, most likely for want of memory (the whole book takes 1.1 GB); "
            "print fewer at once, -D kirtis_pdf_at_once=1, or in fewer languages"
        )
    return str(error)


def tell_sizes(site: Path) -> None:
    """Write the size of each printed file beside the links to it: the pages were there before the files."""
    sizes = {file.name: _size(file.stat().st_size) for file in (site / FOLDER).glob("*.pdf")}
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        told = SIZED.sub(lambda link: f"{link[1]}, {sizes[link[2]]}" if link[2] in sizes else link[0], text)
        if told != text:
            page.write_text(told, "utf-8")


def _size(count: int) -> str:
    """A number of bytes in the words of either language: ``655 KB``, ``3 MB``."""
    return (
        f"{round(count / 1000)}\N{NO-BREAK SPACE}KB" if count < 1_000_000 else f"{round(count / 1_000_000)}\N{NO-BREAK SPACE}MB"
    )


def setup(app: Sphinx) -> None:
    """The setting, the directive, and the printing after all else."""
    app.add_config_value("kirtis_pdf", "", "env", (str,))
    # How many volumes are printed at once; 0 for as many as there are processors.
    app.add_config_value("kirtis_pdf_at_once", 0, "", (int,))
    app.add_directive("whole-book", Whole)
    app.connect("config-inited", check)
    app.connect("build-finished", send)
