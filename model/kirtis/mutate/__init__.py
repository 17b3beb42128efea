"""Changing the rules in one place at a time, to see which statement, example or check notices.

What nobody notices is either no change at all, which a solver confirms, or shows what no statement rests on.
"""
