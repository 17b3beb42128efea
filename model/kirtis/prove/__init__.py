"""Proves what the rules claim, for every deal and every play, with all options open."""

from kirtis.prove.check import check
from kirtis.prove.ledger import Ledger
from kirtis.prove.report import Report, Verdict

__all__ = ["Ledger", "Report", "Verdict", "check"]
