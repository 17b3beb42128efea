"""Kirtis: the rules of traditional Lithuanian card games, written once and read by people, solvers, players and ports."""

__version__ = "0.1.0"
