"""Prints the rules: the extension that makes the book."""
