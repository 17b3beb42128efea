"""Compiles the rules to Python once for a game and its options, so that playing costs what hand-written code costs.

:mod:`fold` makes the rules special, :mod:`code` writes expressions, :mod:`tables` replaces what depends on little by
tables, :mod:`bodies` writes statements, :mod:`menus` what a seat may do, and :mod:`engine` puts it together. Compiled
code either gives what the plain evaluator gives or raises :class:`~kirtis.play.compile.runtime.DoubtError` (or some other
exception); then the evaluator is asked, and it alone says what is wrong with the rules and where.
"""

from kirtis.play.compile.engine import Engine

__all__ = ["Engine"]
