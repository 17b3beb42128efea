"""From a bound document to a PDF that can be read by eye and by ear."""

from __future__ import annotations

from pathlib import Path

from kirtis.rulebook.paper.binding import STYLE, Binder
from kirtis.rulebook.paper.volumes import Volume, volumes


def press(html: str, site: Path, target: Path) -> None:
    """Write one document as PDF/UA: tagged, with its language, its title and its bookmarks."""
    from weasyprint import CSS, HTML

    target.parent.mkdir(parents=True, exist_ok=True)
    HTML(string=html, base_url=str(site)).write_pdf(
        target, stylesheets=[CSS(filename=str(STYLE))], pdf_variant="pdf/ua-1", pdf_tags=True
    )


def print_book(site: Path, out: Path, languages: tuple[str, ...], names: tuple[str, ...] = ()) -> list[Path]:
    """The volumes of a built site, or those named; the files in the order in which they were made."""
    binder, made = Binder(site), []
    chosen: list[Volume] = [v for v in volumes(site) if not names or v.name in names]
    for volume in chosen:
        for language in languages:
            target = out / volume.file(language)
            press(binder.bind(volume, language), site, target)
            made.append(target)
    return made
