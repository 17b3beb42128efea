"""From a bound document to a PDF that can be read by eye and by ear."""

from __future__ import annotations

from pathlib import Path

from kirtis.rulebook.paper.binding import Binder
from kirtis.rulebook.paper.tongues import tell_languages
from kirtis.rulebook.paper.volumes import Volume

STYLE = Path(__file__).with_name("paper.css")


def print_volume(site: Path, volume: Volume, language: str, target: Path) -> None:
    """Write a volume of a built site as PDF/UA: tagged, with its languages, its title and its bookmarks."""
    from weasyprint import CSS, HTML

    tell_languages()
    target.parent.mkdir(parents=True, exist_ok=True)
    document = HTML(string=Binder(site).bind(volume, language), base_url=str(site))
    document.write_pdf(target, stylesheets=[CSS(filename=str(STYLE))], pdf_variant="pdf/ua-1", pdf_tags=True)
