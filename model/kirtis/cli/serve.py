"""``kirtis serve``: the reference side of the protocol for ports, on standard input and output."""

from __future__ import annotations

import sys

from kirtis.cli.common import language_option
from kirtis.cli.usage import command


@command("help_serve")
@language_option
def serve(lang: str) -> None:
    """Answer requests, one a line, until the input ends."""
    from kirtis.conform.server import serve as run

    run(sys.stdin.buffer, sys.stdout.buffer)
