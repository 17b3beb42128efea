"""Proves what must hold of the rules, and shows a smallest deal where it does not."""
