"""The book on a server of its own, and the browser that reads it: ``pip install playwright``, and Chromium from the system or in CHROMIUM."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from filelock import FileLock

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
ROOT = Path(__file__).resolve().parents[1]
SIZES = {"desk": (1366, 900), "phone": (390, 844)}


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing, and shows the page that the book has for it where there is none."""

    def log_message(self, *args: object) -> None:
        pass

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory, "404.html")
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            return super().send_error(code, message, explain)
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.read_bytes())
        return None


def build(source: Path, out: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Build a book as it is published: what is wrong with it is an error."""
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-n", "-q", "-b", "html", *options, str(source), str(out)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1"})


def built(out: Path) -> Path:
    """The whole book in a folder that several processes share: the first one builds it, and the others wait."""
    said = out.with_suffix(".said")
    with FileLock(f"{out}.lock"):
        if not said.exists():
            done = build(ROOT / "docs", out, "-E")
            said.write_text(f"{done.stderr}\ncode {done.returncode}\n" if done.returncode else "", "utf-8")
    assert said.read_text("utf-8") == ""
    return out


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server for a folder; its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


@contextmanager
def chromium(playwright: Any) -> Iterator[Any]:
    """The browser."""
    with playwright.sync_playwright() as p:
        found = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@contextmanager
def opened(browser: Any, site: str, size: str = "desk", **more: Any) -> Iterator[Any]:
    """A page; whatever goes wrong on it, or is asked of another site, is a fault in the end."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, base_url=site, **more)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda e: wrong.append(str(e)))
    page.on("console", lambda m: wrong.append(m.text) if m.type in ("error", "warning") else None)
    page.on("request", lambda r: None if r.url.startswith((site, "data:")) else wrong.append(f"outside: {r.url}"))
    yield page
    context.close()
    assert wrong == []


def laid_out(page: Any) -> None:
    """Lay out what is far from the screen, too, so that whoever asks for what is visible sees the whole page."""
    page.add_style_tag(content="* { content-visibility: visible !important }")
