"""The pages of the book on a slow phone: Chromium, 390 pixels wide, its processor slowed down four times.

Of each page, the median of several visits with nothing kept from one to the next:

* painted: when the first text stood there, in milliseconds after the request.
* usable: when all of it stood there and the page could answer: after the last task that held it for more than 50 ms; of a page to
  play on, when besides the cards lay on the table.
* processor: how long the main thread of the page worked until it was quiet, slowed down likewise. Other work on the machine spoils
  the first two and hardly this one.

The book has to be built first, by ``python3 run.py docs``.
"""

from __future__ import annotations

from statistics import median
from typing import Any

import book

SLOWER = 4
SITE = book.ROOT / "build" / "site"
PAGES = (
    "index",
    "quick/kiksas",
    *(
        f"spec/{game}"
        for game in ("kiksas", "trikiksis", "ozka", "karavas", "karavas-mainai", "sesiasdesimt-sesi", "astuonkojis")
    ),
    *(
        f"play/{game}"
        for game in ("kiksas", "trikiksis", "ozka", "karavas", "karavas-mainai", "sesiasdesimt-sesi", "astuonkojis")
    ),
    "examples/kiksas",
    "examples/karavas-mainai",
    "proofs/kiksas",
    "theorems",
    "terms",
    "findings",
    "clauses",
    "reference/rules-json",
    "search",
)
WATCH = """
window.benchLong = 0; window.benchTable = 0;
new PerformanceObserver((list) => { for (const one of list.getEntries()) benchLong = Math.max(benchLong, one.startTime + one.duration); })
  .observe({ type: "longtask", buffered: true });
const sight = new MutationObserver(() => { if (document.querySelector(".k-hand .k-drawn, .k-actions .k-action")) { benchTable = performance.now(); sight.disconnect(); } });
sight.observe(document, { childList: true, subtree: true });
"""
TOLD = """
() => ({ painted: performance.getEntriesByName("first-contentful-paint")[0].startTime, there: performance.timing.domInteractive - performance.timing.navigationStart,
  held: benchLong, table: benchTable })
"""


def visited(browser: Any, address: str, name: str) -> tuple[float, float, float]:
    """One visit: milliseconds until the page is painted and usable, and those of the processor."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2, is_mobile=True, has_touch=True)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.add_init_script(WATCH)
    plays = name.startswith("play/")
    page.goto(f"{address}/{name}.html{'?q=kirtis' if name == 'search' else '#seed=7' if plays else ''}")
    if plays:
        page.wait_for_function("benchTable > 0")
    page.wait_for_timeout(1000)
    told = page.evaluate(TOLD)
    counted = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
    context.close()
    return told["painted"], max(told["painted"], told["there"], told["held"], told["table"]), 1000 * counted["TaskDuration"]


def main(seconds: float, rounds: int) -> None:
    """Measure, and print."""
    del seconds
    if not (SITE / "index.html").is_file():
        print(f"pages: there is no book in {SITE}; build it with python3 run.py docs")
        return
    from playwright import sync_api

    print(f"pages: milliseconds at {SLOWER} times slower, 390 pixels wide, median of {rounds}")
    with book.served(SITE) as address, book.chromium(sync_api) as browser:
        for name in PAGES:
            found = [visited(browser, address, name) for _ in range(rounds)]
            painted, usable, processor = (median(one) for one in zip(*found, strict=True))
            print(f"  {name:24} painted {painted:5.0f}  usable {usable:5.0f}  processor {processor:5.0f}", flush=True)
