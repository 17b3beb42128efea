"""What the theme draws around each page: it says all in one language, and the book in both, with JavaScript or without.

The page that is shown where there is none is read at addresses of any depth: there every link begins at the root of the site, which is that
of ``html_baseurl``, or else that of the server.
"""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import urlsplit

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.jinja2glue import BuiltinTemplateLoader

NOWHERE = "404"
"""The page that servers show where there is none."""

TEXTS = {
    "Šiame puslapyje": "On this page",
    "Toliau": "Next",
    "Atgal": "Previous",
    "Pradžia": "Home",
    "Į viršų": "Back to top",
    "Pereiti prie turinio": "Skip to content",
    "Sukurta su": "Made with",
}
"""Texts of the theme, as our catalogue has it say them, and the same in English."""

LABELS = {
    "Ieškoti": "Ieškoti / Search",
    "Toggle site navigation sidebar": "Svetainės turinys / Contents of the site",
    "Toggle table of contents sidebar": "Puslapio turinys / Contents of the page",
    "Toggle Light / Dark / Auto color theme": "Šviesios, tamsios ar sistemos spalvos / Light or dark colours or the system’s",
    "Contents": "Turinys / Contents",
    "Menu": "Meniu / Menu",
    "Expand": "Išskleisti / Expand",
    "Light mode": "Šviesios spalvos / Light colours",
    "Dark mode": "Tamsios spalvos / Dark colours",
    "Auto light/dark, in light mode": "Spalvos kaip sistemos, dabar šviesios / The system’s colours, light now",
    "Auto light/dark, in dark mode": "Spalvos kaip sistemos, dabar tamsios / The system’s colours, dark now",
}
"""What is only said aloud, or has no room for two spans, and what stands there instead; language.js leaves the chosen half."""

_ARTICLE = re.compile(r'(<article role="main".*?</article>)', re.DOTALL)
_TEXT = re.compile(rf">(\s*)({'|'.join(map(re.escape, TEXTS))})(\s*)<")
_LABEL = re.compile(rf"""((?:aria-label|placeholder|title)="|<title>)({"|".join(map(re.escape, LABELS))})(?="|</title>)""")
_DASH = re.compile(r"(?<=<title>)([^<]+) - (?=[^<]+</title>)")
_ADDRESS = re.compile(r'((?:href|src|action|data-content_root)=")(?![a-z]+:|/|#)(?:\./)?')


def _both(text: re.Match[str]) -> str:
    before, lt, after = text.groups()
    return f'>{before}<span class="k-lt" lang="lt">{lt}</span><span class="k-both"> / </span><span class="k-en" lang="en">{TEXTS[lt]}</span>{after}<'


def in_both(page: str) -> str:
    """A page whose frame speaks both languages; the article is left alone."""
    # Without JavaScript nobody chooses, and both languages are shown.
    parts = _ARTICLE.split(page.replace("<html ", '<html data-language="both" ', 1))
    for n in range(0, len(parts), 2):
        parts[n] = _LABEL.sub(lambda label: label[1] + html.escape(LABELS[label[2]]), _TEXT.sub(_both, parts[n]))
    return _DASH.sub(r"\1 – ", "".join(parts), count=1)


def from_root(page: str, base: str) -> str:
    """A page whose links begin at the root of the site."""
    root = urlsplit(base).path.rstrip("/") + "/"
    return _ADDRESS.sub(rf"\g<1>{root}", page)


class Frame(BuiltinTemplateLoader):
    """Renders pages as the theme does, and lets their frames speak both languages."""

    def init(self, builder: Any, *more: Any, **named: Any) -> None:
        super().init(builder, *more, **named)
        self.base = builder.config.html_baseurl

    def render(self, template: str, context: dict[str, Any]) -> str:  # type: ignore[override]
        """A page."""
        page = in_both(super().render(template, context))
        return from_root(page, self.base) if context.get("pagename") == NOWHERE else page


def use_frame(app: Sphinx, config: Config) -> None:
    """Our own renderer."""
    config.template_bridge = f"{__name__}.{Frame.__name__}"


def setup(app: Sphinx) -> None:
    """The renderer."""
    app.connect("config-inited", use_frame)
