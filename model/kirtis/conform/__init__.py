"""Exports the rules, and tests other programs against them."""
