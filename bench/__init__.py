"""Measurements, run with ``python -m bench``; each says what it compares and how."""
